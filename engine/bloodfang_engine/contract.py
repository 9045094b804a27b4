"""What a game must be able to say: seats, steps, setups, outcomes, and the ruleset contract itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, NamedTuple, Protocol, TypeVar

from bloodfang_engine.errors import Reason

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

OptionValue = str | int | bool | tuple[int, ...]


class Seat(IntEnum):
    """One of the two places at the table. Seats are never renumbered."""

    FIRST = 0
    SECOND = 1

    @property
    def rival(self) -> Seat:
        """The seat across the table."""
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST

    @property
    def letter(self) -> str:
        """How notation writes this seat: A or B."""
        return "AB"[self]

    @staticmethod
    def of(letter: str) -> Seat:
        """The seat a letter means; ValueError for any other text."""
        return Seat("AB".index(letter) if letter in ("A", "B") else -1)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. Events are told in order and carry all a log line needs."""


class Step(NamedTuple, Generic[S]):
    """What an act led to: the new state, and what happened on the way."""

    state: S
    events: Sequence[Event]


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a match is made of before the first act: the same setup and acts give the same match."""

    ruleset: str
    decks: tuple[tuple[str, ...], tuple[str, ...]]
    seed: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    cards: str = ""
    """The digest of the card set it is played with, or empty where no set is named."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    winner: Seat | None
    """None is a draw."""
    reason: str
    """In a word: `passes`, `full_board`, `conceded`..."""
    score: tuple[int, int]


class Ruleset(Protocol[S, A, V]):
    """A game for two seats with hidden hands. Every method is pure: no argument is ever changed.

    Who acts is the state's business alone. Both seats may be asked at once (a mulligan, a hidden choice), one seat may
    act many times in a row (a turn of several acts), the other may be asked in the middle of it (a response), and
    rounds may follow each other (best of three): `to_act` says it, and nobody else needs to know.
    """

    @property
    def name(self) -> str:
        """The ruleset's name in setups and records."""

    # play

    def sample(self, seed: int) -> Setup:
        """Some legal setup, different for different seeds: for tests, demos and quick starts."""

    def start(self, setup: Setup) -> Step[S]:
        """The opening state; BadSetup if the setup is not legal."""

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """The seats that may act now: both in a mulligan, none when the match is over."""

    def legal_actions(self, state: S, seat: Seat) -> Sequence[A]:
        """Every act this seat may do now, in a stable order; empty if it is not to act."""

    def why_not(self, state: S, seat: Seat, action: A) -> Reason | None:
        """Why this act would be refused, or None if it is legal."""

    def apply(self, state: S, seat: Seat, action: A) -> Step[S]:
        """The state after the act and what happened; IllegalAction, with nothing changed, if it is not legal."""

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, or None while it goes on."""

    # hidden information

    def view(self, state: S, viewer: Seat | None) -> V:
        """What this seat may know; None is a spectator."""

    def redact(self, event: Event, viewer: Seat | None) -> Event:
        """The event as this viewer may see it."""

    def imagine(self, view: V, seed: int) -> S:
        """A whole state that this viewer cannot tell from the real one."""

    # notation

    def write(self, action: A) -> str:
        """The act as text: "play marsh-leech m2", "pass", "mulligan 1 3"."""

    def read(self, text: str) -> A:
        """The act a text means; BadNotation if it means none."""
