"""Search over imagined worlds: how each act fares when both seats answer as well as they can see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from bloodfang.bots.judging import win_chance
from bloodfang.bots.level import STRIDE, Thinking
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import PASS, Action, BloodFang, State

WORLDS = 8
"""The most worlds that are imagined for one decision: what the rival may hold, and what either may draw."""
_WORTH_A_WORLD = 250
"""So many positions of the budget for each world: with few, depth is worth more than another world."""
_DEEPEST = 12
_FEWEST = 2
"""So many acts are always compared to the end."""
_BREADTH = 5
"""So many answers, the best at a glance, are looked at more closely."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What an act promises."""

    act: Action
    chance: float
    """Of winning, from 0 to 1."""
    visits: int
    """Positions that were looked at behind it."""


def prospects(
    rules: BloodFang, imagine: Callable[[int], State], seat: Seat, legal: Sequence[Action], budget: int, seed: int
) -> Thinking[list[Prospect]]:
    """Every legal act, best first. The same seed, budget and imagined worlds give the same answer.

    All acts are judged in the same worlds, one turn deeper in each round, and each round leaves their better half.
    """
    lot = Random(seed)
    worlds = [imagine(lot.getrandbits(48)) for _ in range(max(2, min(WORLDS, budget // _WORTH_A_WORLD)))]
    looker = _Looker(rules)
    trials = [_Trial(act) for act in legal]
    told = 0
    for trial in trials:
        for world in worlds:
            after = rules.after(world, seat, trial.act)
            looker.looked += 1
            trial.lines.append(_Line(after, win_chance(after, seat)))
            trial.over = after.phase != 0  # then it is over in every world
        trial.visits = len(worlds)
        if looker.looked - told >= STRIDE:
            yield looker.looked - told
            told = looker.looked
    trials.sort(key=_Trial.rank)
    left = [trial for trial in trials if not trial.over]
    won = any(trial.over and trial.chance > 0.5 for trial in trials)
    for depth in range(1, _DEEPEST):
        if won or not left or len(trials) < 2:
            break
        looker.unsure = False
        for number in range(len(worlds)):
            before = looker.looked
            for trial in left:
                start = looker.looked
                for _ in looker.follow(trial.lines[number], depth):
                    if looker.looked - told >= STRIDE:
                        yield looker.looked - told
                        told = looker.looked
                trial.visits += looker.looked - start
            spent = looker.looked - before
            if looker.looked + spent > budget:
                break
        else:
            left.sort(key=_Trial.rank)
            dropped = left[max(_FEWEST, (len(left) + 1) // 2) :]
            for trial in dropped:
                trial.round = depth
            del left[len(left) - len(dropped) :]
            if looker.unsure:
                continue
        break
    yield looker.looked - told
    trials.sort(key=_Trial.rank)
    chances = accumulate(
        [trial.chance for trial in trials], min
    )  # what was dropped promises no more than what was kept
    return [Prospect(trial.act, chance, trial.visits) for trial, chance in zip(trials, chances, strict=True)]


@dataclass(slots=True)
class _Line:
    """An act in one world: where it leads at once, and what that is worth."""

    after: State
    chance: float


@dataclass(slots=True)
class _Trial:
    """An act that is being tried."""

    act: Action
    lines: list[_Line] = field(default_factory=list)
    over: bool = False
    visits: int = 0
    round: int = _DEEPEST
    """The one after which it was looked at no further."""

    @property
    def chance(self) -> float:
        return sum([line.chance for line in self.lines]) / len(self.lines)

    def rank(self) -> tuple[float, ...]:
        """Small for a good one: what was looked at longer comes before what was not worth it."""
        return -self.round, -self.chance


class _Looker:
    """Looks ahead in one world, and counts the positions it has seen."""

    def __init__(self, rules: BloodFang) -> None:
        self.rules = rules
        self.looked = 0
        self.habits: list[Action] = [PASS, PASS]
        """By seat: what served it last. Tried first, it mostly shows at once that a line is not worth more looks."""
        self.unsure = False
        """A line was left before its end, so that another turn might show more."""

    def follow(self, line: _Line, depth: int) -> Iterator[None]:
        """See how the line goes on for so many turns; a pause after each answer of the rival, and at the end."""
        best = -1.0
        for chance, after in self._answers(line.after)[: _BREADTH if depth > 1 else 1]:
            if depth > 1 and not after.phase:
                chance = 1 - self._best(after, depth - 1, 0.0, 1.0 - best)
                yield
            elif not after.phase:
                self.unsure = True
            best = max(best, chance)
        line.chance = 1 - best
        yield

    def _best(self, state: State, depth: int, least: float, most: float) -> float:
        """What the mover can reach in so many turns; bounds as in any alpha-beta search."""
        best = -1.0
        if depth == 1:
            over = 0
            mover = state.mover
            after = self.rules.after
            acts = self.rules.legal_actions(state, mover)
            if self.habits[mover] in acts:
                acts.remove(self.habits[mover])
                acts.insert(0, self.habits[mover])
            for act in acts:
                there = after(state, mover, act)
                self.looked += 1
                chance = win_chance(there, mover)
                if chance > best:
                    best, over = chance, there.phase
                    self.habits[mover] = act
                    if best >= most:
                        break
            if not over:
                self.unsure = True
            return best
        for chance, there in self._answers(state)[:_BREADTH]:
            if not there.phase:
                chance = 1 - self._best(there, depth - 1, 1.0 - most, 1.0 - max(least, best))
            if chance > best:
                best = chance
                if best >= most:
                    break
        return best

    def _answers(self, state: State) -> list[tuple[float, State]]:
        """Where the mover can go, the best at a glance first."""
        mover = state.mover
        after = self.rules.after
        found = []
        for act in self.rules.legal_actions(state, mover):
            there = after(state, mover, act)
            found.append((win_chance(there, mover), there))
        self.looked += len(found)
        found.sort(key=_worth, reverse=True)
        return found


def _worth(answer: tuple[float, State]) -> float:
    return answer[0]
