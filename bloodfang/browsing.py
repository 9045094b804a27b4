"""A set as a player leafs through it: by house, rank, kind and words, in an order of choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from bloodfang.abilities import short
from bloodfang.catalog import Catalog
from bloodfang.listing import Filter
from bloodfang_engine.fang import Card

ORDERS = ("rank", "power", "name", "house")
KINDS = ("standard", "legendary", "token")
REPLACING = "replace"
"""The rank of a card that needs no pawns but a card to take the place of."""


@dataclass(frozen=True, slots=True)
class Search:
    """What a player wants to see of a set; what is empty asks for nothing."""

    house: str = ""
    rank: str = ""
    kind: str = ""
    text: str = ""
    """Words that must all be in the name, in what the card does or in its lore."""
    order: str = "rank"

    @property
    def is_open(self) -> bool:
        """Nothing is asked for: every card is found."""
        return not (self.house or self.rank or self.kind or self.text)

    def opened(self) -> Search:
        """The same order, and nothing asked for."""
        return Search(order=self.order)

    def pick(self, catalog: Catalog, *, tokens: bool = True) -> tuple[str, ...]:
        """The cards that are so, in this order; without the tokens, if a deck is to be built."""
        wanted = Filter(
            house=self.house,
            rank=self.rank,
            tier="" if self.kind == "token" else self.kind,
            tokens=(True if self.kind == "token" else False if self.kind or not tokens else None),
        )
        found = {card.id: card for card in wanted.pick(catalog)}
        for word in self.text.split():
            having = {card.id for card in Filter(text=word).pick(catalog)}
            found = {card: each for card, each in found.items() if card in having}
        key = _KEYS[self.order]
        return tuple(sorted(found, key=lambda card: key(catalog, found[card])))

    def turned(self, what: str, catalog: Catalog, steps: int = 1, *, tokens: bool = True) -> Search:
        """The next value of house, rank, kind or order, or the one before; after the last comes the first."""
        choices = choices_of(what, catalog, tokens=tokens)
        now = getattr(self, what)
        at = choices.index(now) if now in choices else 0
        changes: dict[str, str] = {what: choices[(at + steps) % len(choices)]}
        return replace(self, **changes)

    def told(self, what: str, catalog: Catalog) -> str:
        """The value of house, rank, kind or order in a word or two; only what it is of, if it is nothing."""
        words, value = catalog.words, getattr(self, what)
        match what:
            case "house":
                return catalog.houses[value].name if value else "house"
            case "rank" if value:
                return str(words.replace) if value == REPLACING else f"{words.rank} {value}"
            case "rank":
                return str(words.rank)
            case "kind":
                return str(getattr(words, value).many) if value else "kind"
        return f"by {getattr(words, value) if value in ('rank', 'power') else value}"


def choices_of(what: str, catalog: Catalog, *, tokens: bool = True) -> tuple[str, ...]:
    """What house, rank, kind or order can be in this set; nothing comes first where nothing may be asked for."""
    match what:
        case "house":
            return ("", *catalog.houses)
        case "rank":
            return ("", *sorted({rank_of(card) for card in catalog.cards.values()}))
        case "kind":
            return ("", *(KINDS if tokens else KINDS[:-1]))
    return ORDERS


def rank_of(card: Card) -> str:
    """What a card needs, as searches and curves call it."""
    return REPLACING if card.replaces else str(card.rank)


def in_order(catalog: Catalog, cards: Iterator[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Cards from the cheap to the dear: those that replace come last."""
    return tuple(sorted(cards, key=lambda card: _by_rank(catalog, catalog.cards[card])))


def kin(catalog: Catalog, card: str) -> tuple[str, ...]:
    """What the cards that it makes are like, and which cards make it, in sentences."""
    made = dict.fromkeys(each for clause in catalog.cards[card].clauses for each in clause.cards)
    makers = catalog.makers_of(card)
    told = [f"Made by {', '.join(map(catalog.name_of, makers))}."] if makers else []
    return (*(_in_a_line(catalog, each) for each in made), *told)


def _in_a_line(catalog: Catalog, card_id: str) -> str:
    card, words = catalog.cards[card_id], catalog.words
    needs = str(words.replace) if card.replaces else f"{words.rank} {card.rank}"
    does = short(card, catalog.name_of, words)
    return f"{catalog.name_of(card_id)}: {needs}, {words.power} {card.power}{f'. {does}' if does else ''}."


def _by_rank(catalog: Catalog, card: Card) -> tuple[Any, ...]:
    return (card.replaces, card.rank, card.power, catalog.name_of(card.id))


def _by_power(catalog: Catalog, card: Card) -> tuple[Any, ...]:
    return (-card.power, *_by_rank(catalog, card))


def _by_name(catalog: Catalog, card: Card) -> tuple[Any, ...]:
    return (catalog.name_of(card.id).casefold(), card.id)


def _by_house(catalog: Catalog, card: Card) -> tuple[Any, ...]:
    return ([*catalog.houses].index(catalog.house_of(card.id).id), *_by_rank(catalog, card))


_KEYS: dict[str, Callable[[Catalog, Card], tuple[Any, ...]]] = {
    "rank": _by_rank,
    "power": _by_power,
    "name": _by_name,
    "house": _by_house,
}
