"""What can happen in a match. Every event carries place, owner and cause, so that nobody must look anything up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bloodfang_engine.contract import Event, Seat


@dataclass(frozen=True, slots=True)
class Figure:
    """A card on the board, as events speak of it. Its number is its own: a card that comes again has another."""

    number: int
    card: str
    owner: Seat
    tile: str


@dataclass(frozen=True, slots=True)
class FangEvent(Event):
    """Something that happened in Blood Fang."""

    rule: ClassVar[str] = ""
    """The number of the rule it comes from (docs/RULES.md)."""


# the table


@dataclass(frozen=True, slots=True)
class Drew(FangEvent):
    """A seat drew a card; which one is shown to itself only."""

    rule: ClassVar[str] = "R06"
    seat: Seat
    card: str | None


@dataclass(frozen=True, slots=True)
class Mulliganed(FangEvent):
    """A seat gave cards back and drew as many; which ones is shown to itself only."""

    rule: ClassVar[str] = "R05"
    seat: Seat
    count: int
    returned: tuple[str, ...] | None
    drawn: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class TurnBegan(FangEvent):
    """It is this seat's turn now."""

    rule: ClassVar[str] = "R09"
    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class Passed(FangEvent):
    """A seat passed."""

    rule: ClassVar[str] = "R09"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardAdded(FangEvent):
    """An ability put a card into its owner's hand; which one is shown to its owner only."""

    rule: ClassVar[str] = "R55"
    wave: int
    seat: Seat
    card: str | None
    by: Figure


@dataclass(frozen=True, slots=True)
class MatchEnded(FangEvent):
    """The match is over."""

    rule: ClassVar[str] = "R64"
    reason: str
    winner: Seat | None
    score: tuple[int, int]


# cards come and go


@dataclass(frozen=True, slots=True)
class CardPlayed(FangEvent):
    """A card came from a hand onto the board, with its printed power."""

    rule: ClassVar[str] = "R12"
    figure: Figure
    power: int
    maker: str | None
    """The card that had put it into the hand, if it is a token (R77)."""


@dataclass(frozen=True, slots=True)
class CardSpawned(FangEvent):
    """An ability put a token onto the board, with its printed power."""

    rule: ClassVar[str] = "R53"
    wave: int
    figure: Figure
    power: int
    by: Figure


@dataclass(frozen=True, slots=True)
class CardDestroyed(FangEvent):
    """A card left the board: `replaced`, by a destroy `effect`, by want of `power`, or by `command`."""

    rule: ClassVar[str] = "R24"
    wave: int
    figure: Figure
    cause: str
    by: Figure | None


# pawns


@dataclass(frozen=True, slots=True)
class PawnsPlaced(FangEvent):
    """A card's pawns changed a tile: on free or own ground they add up, on a rival's they capture."""

    rule: ClassVar[str] = "R16"
    by: Figure
    tile: str
    holder: Seat | None
    pawns: int
    was_holder: Seat | None
    was_pawns: int
    deferred: bool
    """It had been blocked and landed after the cascade (R20)."""


@dataclass(frozen=True, slots=True)
class PawnsBlocked(FangEvent):
    """A card stands where a pawn would go; it is remembered and tried once more."""

    rule: ClassVar[str] = "R18"
    by: Figure
    tile: str


@dataclass(frozen=True, slots=True)
class GroundChanged(FangEvent):
    """A tile changed because a card left the board."""

    rule: ClassVar[str] = "R19"
    left: Figure
    tile: str
    holder: Seat | None
    pawns: int
    was_holder: Seat | None
    was_pawns: int


# abilities and power


@dataclass(frozen=True, slots=True)
class AbilityAnswered(FangEvent):
    """An ability of this card answers what happened to `about` (often the card itself)."""

    rule: ClassVar[str] = "R35"
    wave: int
    figure: Figure
    clause: int
    """Which of the card's abilities, from 0."""
    event: str
    about: Figure


@dataclass(frozen=True, slots=True)
class PowerChanged(FangEvent):
    """A lasting change of a card's power."""

    rule: ClassVar[str] = "R28"
    wave: int
    figure: Figure
    amount: int
    by: Figure


@dataclass(frozen=True, slots=True)
class AuraBegan(FangEvent):
    """A continuous ability began to touch a card."""

    rule: ClassVar[str] = "R26"
    wave: int
    figure: Figure
    amount: int
    by: Figure


@dataclass(frozen=True, slots=True)
class CardMarked(FangEvent):
    """A destroy effect has marked a card: it falls at the checkpoint."""

    rule: ClassVar[str] = "R24"
    wave: int
    figure: Figure
    by: Figure


@dataclass(frozen=True, slots=True)
class PowerCounted(FangEvent):
    """A card's power is another than it was when it was last counted."""

    rule: ClassVar[str] = "R37"
    wave: int
    figure: Figure
    was: int
    power: int


@dataclass(frozen=True, slots=True)
class CascadeLimit(FangEvent):
    """The guard ended an endless cascade; the match goes on."""

    rule: ClassVar[str] = "R36"
    wave: int
