"""Decks: what is in them, whether they may be played, and the files they are kept in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bloodfang_engine.fang import CardSet, Options, deck_problem


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck with a plan. Its order says nothing: it is shuffled before the match."""

    id: str
    name: str
    plan: str
    cards: tuple[str, ...]
    house: str = ""
    """The house it is built around, if it is one."""
    own: bool = False
    """Made by the player, not shipped with the set."""


def deck_problems(cards: CardSet, deck: Sequence[str], options: Options | None = None) -> Iterator[str]:
    """Everything that keeps a deck from being played under these options (the default profile), in sentences (R03)."""
    options = options or Options.of()
    if len(deck) != options.deck_size:
        yield f"a deck has {options.deck_size} cards, this one has {len(deck)}"
    for card, count in Counter(deck).items():
        if problem := deck_problem(cards, replace(options, deck_size=count), (card,) * count):
            yield problem


def card_problems(cards: CardSet, deck: Sequence[str]) -> Iterator[str]:
    """What is wrong with single cards, however many of them there are: such a deck is not even a draft."""
    single = replace(Options.of(), deck_size=1, max_copies=(1, 1))
    for card in dict.fromkeys(deck):
        if problem := deck_problem(cards, single, (card,)):
            yield problem


def write_deck(deck: Deck) -> str:
    """The deck as a TOML file."""
    lines = [f"name = {_text(deck.name)}", f"plan = {_text(deck.plan)}"]
    if deck.house:
        lines.append(f"house = {_text(deck.house)}")
    return "\n".join([*lines, "cards = [", *(f"    {_text(card)}," for card in deck.cards), "]", ""])


def _text(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
