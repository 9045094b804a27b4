"""A bot that plays each act out to the end many times, in worlds that it imagines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bloodfang.bots.level import STRIDE, Thinking, thought
from bloodfang.bots.opening import mulligan
from bloodfang.observing import Observation
from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Action, BloodFang, State

BUDGET = 20_000
"""Positions looked at for one decision: 0.1 to 0.3 seconds, mostly the less."""
LONGEST = 60
"""The most acts of one playout; by then any usual match is over, and a strange one is judged as it stands."""

_WORLDS = 16
_ROUNDS = 3
"""After each round only the better half of the acts is looked at any further."""
_CLEAR = 20.0
"""A margin that leaves little doubt."""


@dataclass(slots=True)
class Trial:
    """An act that is being tried."""

    act: Action
    total: float = 0.0
    count: int = 0

    @property
    def mean(self) -> float:
        """How well it went so far, from 0 to 1."""
        return self.total / self.count


@dataclass(frozen=True, slots=True)
class Search:
    """The act after which matches go best that are played on by lot, whatever the rival may hold.

    Such playouts know nothing of tactics, but all of the rules: lanes, ground, who runs out of places first, and when
    it is time to pass.
    """

    seed: int
    budget: int = BUDGET

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        """The best of the legal acts, as far as this seat can guess."""
        if known.view.mulligan:
            return mulligan(rules, known.view)
        return await thought(self.think(rules, known, legal))

    def think(self, rules: BloodFang, known: Observation, legal: Sequence[Action]) -> Thinking[Action]:
        """The same in one thread of thought, with pauses."""
        seat = known.seat
        chance = Chance.stream(self.seed, seat, known.view.turn)
        worlds = [known.imagine(chance.state + number) for number in range(_WORLDS)]
        yield _WORLDS
        trials = []
        for act in legal:
            after = rules.after(worlds[0], seat, act)
            if rules.to_act(after):
                trials.append(Trial(act))
            elif _worth(rules, after, seat) > 0.5:
                return act  # a match that is won is not played on
        if len(trials) < 2:
            return trials[0].act if trials else legal[-1]
        luck = Random(chance.state)
        looked = len(legal)
        for _ in range(_ROUNDS):
            left = self.budget // _ROUNDS
            while left > 0:
                for trial in trials:
                    world = worlds[trial.count % _WORLDS]
                    worth, positions = _played_out(rules, rules.after(world, seat, trial.act), seat, luck)
                    trial.total += worth
                    trial.count += 1
                    left -= positions
                    looked += positions
                    if looked >= STRIDE:
                        yield looked
                        looked = 0
            trials.sort(key=lambda trial: -trial.mean)
            del trials[max(2, len(trials) // 2) :]
        return trials[0].act


def _played_out(rules: BloodFang, state: State, seat: Seat, luck: Random) -> tuple[float, int]:
    """How a match ends that is played on by lot, and how many positions it took. Nobody passes who can play."""
    positions = 1
    while positions < LONGEST and (seats := rules.to_act(state)):
        acts = rules.legal_actions(state, seats[0])
        # the last act is the pass
        state = rules.after(state, seats[0], acts[int(luck.random() * (len(acts) - 1))])
        positions += 1
    return _worth(rules, state, seat), positions


def _worth(rules: BloodFang, state: State, seat: Seat) -> float:
    """From 0 to 1, above a half for a win: half of it for winning, half for how clearly."""
    score = rules.account(state).score
    margin = score[seat] - score[seat.rival]
    won = 1.0 if margin > 0 else 0.0
    return (won + 1 / (1 + math.exp(-max(-500, min(500, margin)) / _CLEAR))) / 2
