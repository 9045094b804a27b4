"""A match looked at again: what each turn of a seat cost, what was better, and how the margin went."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bloodfang.bots.level import Thinking
from bloodfang.bots.tree import Prospect
from bloodfang.coach.advice import DEPTHS, Advice, explained, weighed
from bloodfang.coach.foresight import margin
from bloodfang.observing import Observation, observed
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Action, BloodFang, Mulligan, State
from bloodfang_engine.record import Record, replay

COSTLIEST = 3
_WORTH_TELLING = 0.03
"""A chance that was given away and is smaller is luck, or taste."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the seat, weighed with what the seat could know then."""

    number: int
    """The match's turn."""
    moment: int
    """How many acts of the record came before it."""
    done: Advice
    better: Advice
    """The best act; the same as `done` if nothing was better."""

    @property
    def cost(self) -> float:
        """The chance of winning that was given away, from 0 to 1."""
        return max(0.0, self.better.chance - self.done.chance)


@dataclass(frozen=True, slots=True)
class Review:
    """A whole match, from one seat."""

    seat: Seat
    turns: tuple[Turn, ...]
    margins: tuple[tuple[int, int], ...]
    """After each act: the turn, and the seat's score minus the rival's as if the match had ended there."""

    @property
    def costliest(self) -> tuple[Turn, ...]:
        """The turns that cost most, the dearest first; at most three, and none that cost nothing to speak of."""
        dear = sorted((turn for turn in self.turns if turn.cost >= _WORTH_TELLING), key=lambda turn: -turn.cost)
        return tuple(dear[:COSTLIEST])


@dataclass(frozen=True, slots=True)
class Decision:
    """A moment at which the seat was to play: what it knew, what it could do, and what it did."""

    moment: int
    known: Observation
    legal: tuple[Action, ...]
    done: Action


def decisions(rules: BloodFang, record: Record, seat: Seat) -> tuple[Decision, ...]:
    """Every turn of a seat in a match, without its mulligan; BadRecord if the record does not fit the rules."""
    steps = list(replay(rules, record))
    found: list[Decision] = []
    known = observed(rules.view(steps[0].state, seat))
    for moment, step in enumerate(steps):
        state: State = step.state
        known = known.after(rules.view(state, seat), [rules.redact(event, seat) for event in step.events])
        if moment >= len(record.acts):
            break
        who, text = record.acts[moment]
        act = rules.read(text)
        if who is seat and not isinstance(act, Mulligan):
            found.append(Decision(moment, known, tuple(rules.legal_actions(state, seat)), act))
    return tuple(found)


def review(rules: BloodFang, record: Record, seat: Seat, budget: int = DEPTHS["usual"]) -> Thinking[Review]:
    """The match from this seat; the costliest turns with reasons. BadRecord if the record does not fit the rules."""
    margins = tuple(_margins(rules, record, seat))
    turns: list[Turn] = []
    found: list[tuple[Decision, Prospect, Prospect]] = []
    for decision in decisions(rules, record, seat):
        ranked = yield from weighed(rules, decision.known, decision.legal, budget)
        done = next(each for each in ranked if each.act == decision.done)
        better = ranked[0] if ranked[0].chance - done.chance >= _WORTH_TELLING else done
        found.append((decision, done, better))
        view = decision.known.view
        turns.append(Turn(view.turn, decision.moment, _plain(done), _plain(better)))
    dear = Review(seat, tuple(turns), margins).costliest
    for at, turn in enumerate(turns):
        if turn in dear:
            decision, done, better = found[at]
            told = [explained(rules, decision.known, each) for each in (done, better)]
            turns[at] = Turn(turn.number, turn.moment, told[0], told[1])
            yield 1
    return Review(seat, tuple(turns), margins)


def _margins(rules: BloodFang, record: Record, seat: Seat) -> Iterator[tuple[int, int]]:
    turn = 0
    for step in replay(rules, record):
        yield turn, margin(rules, step.state, seat)
        turn = 0 if rules.view(step.state, seat).mulligan else step.state.turn


def _plain(prospect: Prospect) -> Advice:
    return Advice(prospect.act, prospect.chance)
