"""What can be refused, and by whom it can be mended.

EngineError
├── IllegalAction     the player: choose another act             .reason .seat .action
├── BadNotation       the caller: fix the text                   .text .problem
├── BadSetup          whoever starts the match: fix the setup    .problem
├── BadRecord         the record's keeper: it is damaged         .where .problem
├── CardError         the card's author: fix the file            .problems (each .where .what)
└── UnknownRuleset    the caller: use a name that is known       .name .known
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bloodfang_engine.contract import Seat


class Reason(Enum):
    """Why an act is refused. Each ruleset has its own members; the value is a sentence for the player."""

    @property
    def sentence(self) -> str:
        """The reason in words."""
        return str(self.value)


class EngineError(Exception):
    """Anything this library refuses on purpose. Whatever else it raises is a bug."""


class IllegalAction(EngineError):
    """This act cannot be done now; nothing has changed."""

    def __init__(self, reason: Reason, seat: Seat, action: str) -> None:
        super().__init__(reason, seat, action)
        self.reason = reason
        self.seat = seat
        self.action = action

    def __str__(self) -> str:
        return f"{self.seat.letter} {shorten(self.action)}: {self.reason.sentence}"


class BadNotation(EngineError):
    """This text does not say what it should."""

    def __init__(self, text: str, problem: str) -> None:
        super().__init__(text, problem)
        self.text = text
        self.problem = problem

    def __str__(self) -> str:
        return f"{shown(self.text)}: {self.problem}"


class BadSetup(EngineError):
    """No match can be made of this setup."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class BadRecord(EngineError):
    """This record of a match is damaged or does not fit."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(where, problem)
        self.where = where
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.where}: {self.problem}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a card, and where it stands."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class CardError(EngineError):
    """Cards that cannot be used, with everything that is wrong at once."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class UnknownRuleset(EngineError):
    """No ruleset has this name here."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(name, tuple(known))
        self.name = name
        self.known = tuple(known)

    def __str__(self) -> str:
        return f"no ruleset is called {shown(self.name)}; known: {listed(self.known)}"


def shorten(text: str, most: int = 60) -> str:
    """A text that fits into a sentence."""
    return text if len(text) <= most else text[: most - 3] + "..."


def shown(value: object) -> str:
    """Whatever was given, short enough for a sentence."""
    try:
        return repr(shorten(value)) if isinstance(value, str) else shorten(repr(value))
    except (ValueError, RecursionError):  # a number of thousands of digits, a list within itself
        return f"an enormous {type(value).__name__}"


def listed(names: Iterable[object]) -> str:
    """Names as a list in a sentence; says so if there are none."""
    return ", ".join(str(name) for name in names) or "none"
