"""What a card is: rank, power, reach, and abilities put together from small vocabularies."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from bloodfang_engine.grid import Offset

REPLACE = 0
"""The rank of a card that goes only on one of your own cards (R49)."""


class Word(StrEnum):
    """A word of the vocabulary, equal to its text."""


class Happening(Word):
    """When an ability answers."""

    IN_PLAY = "in_play"
    PLAYED = "played"
    DESTROYED = "destroyed"
    FIRST_RAISED = "first_raised"
    FIRST_LOWERED = "first_lowered"
    FIRST_POWER_AT_LEAST = "first_power_at_least"
    LANE_WON = "lane_won"
    MATCH_END = "match_end"
    RAISED = "raised"
    LOWERED = "lowered"
    SPAWNED = "spawned"


class Who(Word):
    """Whose happening it is. Ally, enemy and any are always another card."""

    SELF = "self"
    ALLY = "ally"
    ENEMY = "enemy"
    ANY = "any"


class Effect(Word):
    """What an ability does."""

    RAISE_POWER = "raise_power"
    LOWER_POWER = "lower_power"
    DESTROY = "destroy"
    ADD_TO_HAND = "add_to_hand"
    SPAWN = "spawn"
    RAISE_RANK = "raise_rank"
    SCORE_BONUS = "score_bonus"
    TAKE_LOSER_SCORE = "take_loser_score"


class Area(Word):
    """Where an ability looks for its targets."""

    CELLS = "cells"
    SELF = "self"
    PAWN_CELLS = "pawn_cells"
    HELD_EMPTY = "held_empty"
    HAND = "hand"
    OWN_LANE = "own_lane"
    ALL_LANES = "all_lanes"
    BOARD = "board"


class Side(Word):
    """Whose cards, seen from the card's owner."""

    ALLY = "ally"
    ENEMY = "enemy"
    ANY = "any"


class Condition(Word):
    """In which state a card is: above print, below print, either (R46)."""

    RAISED = "raised"
    LOWERED = "lowered"
    CHANGED = "changed"


class Per(Word):
    """What a value is multiplied by."""

    ONE = "one"
    CARD = "card"
    REPLACED_POWER = "replaced_power"


class Tier(Word):
    """How many copies a deck may hold depends on it."""

    STANDARD = "standard"
    LEGENDARY = "legendary"


@dataclass(frozen=True, slots=True)
class Trigger:
    """When, and whose."""

    event: Happening
    who: Who = Who.SELF
    at_least: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """Area x side x state."""

    area: Area
    side: Side = Side.ANY
    state: Condition | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """Which other cards are counted."""

    side: Side = Side.ANY
    state: Condition | None = None
    area: Area = Area.BOARD


@dataclass(frozen=True, slots=True)
class Value:
    """How much: n, n for each counted card, or n times the replaced card's power."""

    n: int
    per: Per = Per.ONE
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """One trigger and one effect."""

    trigger: Trigger
    effect: Effect
    target: Target
    value: Value | None = None
    cards: tuple[str, ...] = ()

    @property
    def is_fixed(self) -> bool:
        """A continuous ability that gives the same amount whatever the rest of the board is (R76)."""
        return (
            self.trigger.who is Who.SELF
            and self.target.state is None
            and (self.value is None or self.value.per is not Per.CARD)
        )


@dataclass(frozen=True, slots=True)
class Card:
    """A card as the rules know it: mechanics only. Its name and story are somebody else's."""

    id: str
    rank: int
    """1, 2, 3: pawns needed; REPLACE: goes on an own card."""
    power: int
    pawn_cells: tuple[Offset, ...] = ()
    effect_cells: tuple[Offset, ...] = ()
    clauses: tuple[Clause, ...] = ()
    tier: Tier = Tier.STANDARD
    token: bool = False

    @property
    def replaces(self) -> bool:
        """Goes only on one of your own cards (R49)."""
        return self.rank == REPLACE


class CardSet(Mapping[str, Card]):
    """Cards by id, in their order, with a digest of all they say. Made and checked by `cardfile`."""

    __slots__ = ("_cards", "digest", "warnings")

    def __init__(self, cards: Iterable[Card], warnings: Iterable[str] = ()) -> None:
        self._cards = MappingProxyType({card.id: card for card in cards})
        self.warnings = tuple(warnings)
        said = json.dumps([as_dict(card) for card in sorted(self._cards.values(), key=lambda card: card.id)])
        self.digest = hashlib.sha256(said.encode()).hexdigest()[:16]

    def __getitem__(self, card: str) -> Card:
        return self._cards[card]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.digest == other.digest and tuple(self) == tuple(other)

    def __reduce__(self) -> tuple[object, ...]:
        return CardSet, (tuple(self.values()), self.warnings)

    def __repr__(self) -> str:
        return f"<CardSet {self.digest}: {len(self)} cards>"

    @property
    def collectible(self) -> tuple[Card, ...]:
        """The cards a deck may hold."""
        return tuple(card for card in self.values() if not card.token)


def as_dict(card: Card) -> dict[str, Any]:
    """The card as plain data in the vocabulary of card files and scenarios; `cardfile` reads it back."""
    pawns, effects = set(card.pawn_cells), set(card.effect_cells)
    cells = [
        {"row": row, "col": col, "kind": "X" if (row, col) in pawns & effects else "P" if (row, col) in pawns else "E"}
        for row, col in sorted(pawns | effects)
    ]
    return {
        "id": card.id,
        "rank": "replace" if card.replaces else card.rank,
        "power": card.power,
        "tier": str(card.tier),
        "token": card.token,
        "cells": cells,
        "ability": {"clauses": [_clause_as_dict(clause) for clause in card.clauses]} if card.clauses else None,
    }


def _clause_as_dict(clause: Clause) -> dict[str, Any]:
    trigger: dict[str, Any] = {"event": str(clause.trigger.event), "who": str(clause.trigger.who)}
    if clause.trigger.at_least:
        trigger["at_least"] = clause.trigger.at_least
    target: dict[str, Any] = {"area": str(clause.target.area), "side": str(clause.target.side)}
    if clause.target.state:
        target["state"] = str(clause.target.state)
    said: dict[str, Any] = {"trigger": trigger, "effect": str(clause.effect), "target": target}
    if clause.value:
        said["value"] = {"n": clause.value.n, "per": str(clause.value.per)}
        if count := clause.value.count:
            said["value"]["count"] = {"side": str(count.side), "area": str(count.area)}
            if count.state:
                said["value"]["count"]["state"] = str(count.state)
    if clause.cards:
        said["cards"] = list(clause.cards)
    return said
