"""Where a match stands: the state its acts have led to, and what each entry of its log makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic

from bloodfang.journal import Header
from bloodfang_engine.contract import A, Event, Outcome, Ruleset, S, Seat, Setup, V
from bloodfang_engine.errors import BadNotation, BadRecord, BadSetup, IllegalAction, shown

FORFEITS = {"concede": "conceded", "time": "time", "abandon": "abandoned"}
"""What one seat can lose a match by outside the rules, as the log writes it, and the outcome's reason."""
DRAWS = {"agreed": "agreed", "aborted": "aborted"}
"""What ends a match outside the rules without a winner, and the outcome's reason."""


@dataclass(frozen=True, slots=True)
class Position(Generic[S, A]):
    """A moment of a match. Taking back leads to an earlier one: the log grows, the acts become fewer."""

    state: S
    acts: tuple[tuple[Seat, str], ...] = ()
    """Those that count, in the ruleset's notation."""
    last: tuple[Seat, A] | None = None
    """None at the start and after a take-back."""
    events: Sequence[Event] = ()
    """What the last entry of the log did: nothing, if it took back or ended the match outside the rules."""
    outcome: Outcome | None = None
    forfeited: Seat | None = None
    """Who lost it outside the rules."""

    def acts_before(self, seat: Seat) -> int | None:
        """How many acts remain if this seat takes back what it did last; None if it has done nothing."""
        if self.forfeited is seat:
            return len(self.acts)
        return max((number for number, (who, _) in enumerate(self.acts) if who is seat), default=None)


def opening(rules: Ruleset[S, A, V], setup: Setup) -> Position[S, A]:
    """The position before the first act; BadSetup if there is none."""
    state, events = rules.start(setup)
    return Position(state, events=events, outcome=rules.outcome(state))


def acted(rules: Ruleset[S, A, V], position: Position[S, A], seat: Seat, action: A) -> Position[S, A]:
    """The position after an act; IllegalAction if it is refused."""
    state, events = rules.apply(position.state, seat, action)
    acts = (*position.acts, (seat, rules.write(action)))
    return Position(state, acts, (seat, action), events, rules.outcome(state))


def forfeited(rules: Ruleset[S, A, V], position: Position[S, A], seat: Seat, word: str) -> Position[S, A]:
    """The position after this seat lost by one of FORFEITS: the same, but over, with the score as it stands."""
    outcome = Outcome(seat.rival, FORFEITS[word], _score(rules, position))
    return replace(position, events=(), outcome=outcome, forfeited=seat)


def drawn(rules: Ruleset[S, A, V], position: Position[S, A], word: str) -> Position[S, A]:
    """The position after one of DRAWS: the same, but over, without a winner."""
    return replace(position, events=(), outcome=Outcome(None, DRAWS[word], _score(rules, position)))


def _score(rules: Ruleset[S, A, V], position: Position[S, A]) -> tuple[int, int]:
    account = getattr(rules, "account", None)  # not every ruleset has a score before the end
    score: tuple[int, int] = account(position.state).score if account else (0, 0)
    return score


def taken_back(rules: Ruleset[S, A, V], setup: Setup, position: Position[S, A], keep: int) -> Position[S, A]:
    """The position with only the first acts, played again from the start: that is quick, and needs no memory."""
    state = rules.start(setup).state
    for seat, text in position.acts[:keep]:
        state = rules.apply(state, seat, rules.read(text)).state
    return Position(state, position.acts[:keep], outcome=rules.outcome(state))


# the log


def act_entry(position: Position[S, A]) -> str:
    """How the log writes the last act of this position."""
    seat, text = position.acts[-1]
    return f"{seat.letter} {text}"


def forfeit_entry(seat: Seat, word: str) -> str:
    """How the log writes that a seat lost by one of FORFEITS. One of DRAWS is an entry of its own."""
    return f"{seat.letter} {word}"


def back_entry(keep: int) -> str:
    """How the log writes that only the first acts count."""
    return f"back {keep}"


def replayed(rules: Ruleset[S, A, V], header: Header, entries: Sequence[str]) -> Position[S, A]:
    """The position that a log leads to; BadRecord, with the place, if the log does not fit."""
    if header.setup.ruleset != rules.name:
        problem = f"the match is of {shown(header.setup.ruleset)}, and these are the rules of {rules.name!r}"
        raise BadRecord("ruleset", problem)
    try:
        position = opening(rules, header.setup)
    except BadSetup as wrong:
        raise BadRecord("setup", wrong.problem) from wrong
    for number, text in enumerate(entries, 1):
        try:
            position = _after(rules, header, position, text)
        except (BadNotation, IllegalAction) as wrong:
            raise BadRecord(f"entry {number}", str(wrong)) from wrong
    return position


def _after(rules: Ruleset[S, A, V], header: Header, position: Position[S, A], text: str) -> Position[S, A]:
    first, _, rest = text.partition(" ")
    if first == "back":
        if not header.takebacks:
            raise BadNotation(text, "nothing can be taken back in this match")
        if not (rest.isascii() and rest.isdigit() and len(rest) < 10 and int(rest) <= len(position.acts)):
            raise BadNotation(text, f"back is followed by how many acts to keep, at most {len(position.acts)}")
        return taken_back(rules, header.setup, position, int(rest))
    if first not in ("A", "B") and text not in DRAWS:
        known = ", ".join(f'"A {word}"' for word in FORFEITS) + ", " + ", ".join(f'"{word}"' for word in DRAWS)
        raise BadNotation(text, f'an entry is "A ACT", "B ACT", {known} or "back NUMBER"')
    if position.outcome:
        raise BadNotation(text, "the match was over before")
    if text in DRAWS:
        return drawn(rules, position, text)
    seat = Seat.of(first)
    if rest in FORFEITS:
        return forfeited(rules, position, seat, rest)
    return acted(rules, position, seat, rules.read(rest))
