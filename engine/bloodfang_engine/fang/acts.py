"""What a seat can do, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from bloodfang_engine.errors import BadNotation


class Play(NamedTuple):
    """Put a card of the hand on a tile: `play marsh-leech m2`."""

    card: str
    tile: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing this turn: `pass`."""


@dataclass(frozen=True, slots=True)
class Mulligan:
    """Give back the cards at these places of the opening hand, counted from 1: `mulligan 1 3`."""

    places: tuple[int, ...] = ()


Action = Play | Pass | Mulligan

PASS = Pass()


def write(action: Action) -> str:
    """The act as text."""
    match action:
        case Play(card, tile):
            return f"play {card} {tile}"
        case Mulligan(places):
            return " ".join(["mulligan", *map(str, places)])
        case Pass():
            return "pass"


def read(text: str) -> Action:
    """The act a text means; whether it is legal is another question. BadNotation if it means none."""
    match text.split():
        case ["play", card, tile]:
            return Play(card, tile)
        case ["pass"]:
            return PASS
        case ["mulligan", *places]:
            if all(place.isascii() and place.isdigit() and len(place) < 3 for place in places):
                return Mulligan(tuple(map(int, places)))
            raise BadNotation(text, "mulligan is followed by places in the hand, like: mulligan 1 3")
        case ["play", *_]:
            raise BadNotation(text, "play is followed by a card and a tile, like: play marsh-leech m2")
        case _:
            raise BadNotation(text, 'an act is "play CARD TILE", "pass" or "mulligan PLACES"')


def is_act(thing: Any) -> bool:
    """It is an act, and filled with what acts are filled with."""
    if isinstance(thing, Play):
        return isinstance(thing.card, str) and isinstance(thing.tile, str)
    if isinstance(thing, Mulligan):
        return isinstance(thing.places, tuple) and all(type(place) is int for place in thing.places)
    return isinstance(thing, Pass)
