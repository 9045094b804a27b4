"""Cards picked from a catalogue, and told in a line or as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bloodfang.abilities import sentences, short
from bloodfang.catalog import Catalog
from bloodfang.identity import Composed
from bloodfang.ink import width
from bloodfang_engine.fang import Card, as_dict
from bloodfang_engine.fang.cards import Area, Clause, Effect

_TAKES_SIDE = (Effect.RAISE_POWER, Effect.LOWER_POWER, Effect.DESTROY)
"""Effects that ask whose cards they go to; all others go to places."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What a card must be to be picked; what is empty asks for nothing."""

    house: str = ""
    rank: str = ""
    power: range | None = None
    tier: str = ""
    trigger: str = ""
    """An event, or an event and whose it is: `destroyed`, `destroyed/ally`."""
    effect: str = ""
    text: str = ""
    tokens: bool | None = None

    def pick(self, catalog: Catalog) -> list[Card]:
        """The cards of a catalogue that are so, in its order."""
        return [card for card in catalog.cards.values() if self._fits(catalog, card)]

    def _fits(self, catalog: Catalog, card: Card) -> bool:
        house = catalog.house_of(card.id)
        wanted = self.text.casefold()
        return (
            self.house.casefold() in ("", house.id, house.name.casefold())
            and self.rank in ("", _rank(card))
            and (self.power is None or card.power in self.power)
            and self.tier in ("", card.tier)
            and (not self.trigger or any(self.trigger in _triggers(clause) for clause in card.clauses))
            and (not self.effect or any(clause.effect == self.effect for clause in card.clauses))
            and (not wanted or any(wanted in words.casefold() for words in _words(catalog, card)))
            and self.tokens in (None, card.token)
        )


def _rank(card: Card) -> str:
    return "replace" if card.replaces else str(card.rank)


def _triggers(clause: Clause) -> tuple[str, str]:
    return clause.trigger.event, f"{clause.trigger.event}/{clause.trigger.who}"


def _words(catalog: Catalog, card: Card) -> Iterator[str]:
    identity = catalog.identities[card.id]
    yield from (card.id, identity.name, identity.lore)
    yield from sentences(card, catalog.name_of, catalog.words)


def lines(catalog: Catalog, cards: list[Card]) -> Iterator[str]:
    """A table: id, name, rank, power, and what the cards do in short."""
    widest = max((len(card.id) for card in cards), default=0)
    for card in cards:
        kind = "token" if card.token else card.tier
        rank = "R" if card.replaces else card.rank
        name = catalog.name_of(card.id)
        does = short(card, catalog.name_of, catalog.words)
        yield f"{card.id:<{widest}}  {padded(name)}  {rank}/{card.power}  {kind:<9}  {does}".rstrip()


def padded(name: str, columns: int = 22) -> str:
    """A name, as wide in a terminal as the widest may be."""
    return name + " " * (columns - width(name))


def record(catalog: Catalog, card: Card) -> dict[str, Any]:
    """All about a card as plain data: its mechanics, then who it is."""
    said = as_dict(card)
    told = {key: said[key] for key in ("id", "token", "tier", "rank", "power", "cells")}
    told["ability"] = {"clauses": [_clause(clause) for clause in card.clauses]} if card.clauses else None
    told["ability_plain"] = " ".join(sentences(card, catalog.name_of, catalog.words)) or "No ability."
    if card.token:
        told["created_by"] = list(catalog.makers_of(card.id))
        told["enters"] = "board" if any(_spawns(catalog, maker, card.id) for maker in told["created_by"]) else "hand"
    identity = catalog.identities[card.id]
    sigil = identity.sigil
    drawn = {"motif": sigil.motif, "mark": sigil.mark} if isinstance(sigil, Composed) else sigil
    return told | {"name": identity.name, "house": identity.house, "lore": identity.lore, "sigil": drawn}


def _spawns(catalog: Catalog, maker: str, token: str) -> bool:
    return any(clause.effect is Effect.SPAWN and token in clause.cards for clause in catalog.cards[maker].clauses)


def _clause(clause: Clause) -> dict[str, Any]:
    """A clause that says a side only where one is asked for, and where cards are counted only if not everywhere."""
    trigger: dict[str, Any] = {"event": str(clause.trigger.event), "who": str(clause.trigger.who)}
    if clause.trigger.at_least:
        trigger["at_least"] = clause.trigger.at_least
    target = {"area": str(clause.target.area)}
    if clause.effect in _TAKES_SIDE and clause.target.area is not Area.SELF:
        target["side"] = str(clause.target.side)
    if clause.target.state:
        target["state"] = str(clause.target.state)
    told: dict[str, Any] = {"trigger": trigger, "effect": str(clause.effect), "target": target}
    if clause.value:
        told["value"] = {"n": clause.value.n, "per": str(clause.value.per)}
        if count := clause.value.count:
            told["value"]["count"] = {"side": str(count.side)}
            if count.state:
                told["value"]["count"]["state"] = str(count.state)
            if count.area is not Area.BOARD:
                told["value"]["count"]["area"] = str(count.area)
    if clause.cards:
        told["cards"] = list(clause.cards)
    return told
