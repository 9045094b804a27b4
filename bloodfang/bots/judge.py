"""A bot that judges the board after each act at a glance, and looks no further."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang.bots.judging import win_chance
from bloodfang.bots.level import Thinking, thought
from bloodfang.bots.opening import mulligan
from bloodfang.bots.taste import NONE, Taste
from bloodfang.observing import Observation
from bloodfang_engine.fang import Action, BloodFang

_WORLDS = 4


@dataclass(frozen=True, slots=True)
class Judge:
    """The act after which the board looks best, over a few hands that the rival may hold; and what it likes beside."""

    seed: int
    taste: Taste = NONE

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        """The best of the legal acts at a glance."""
        if known.view.mulligan:
            return mulligan(rules, known.view)
        return await thought(self._best(rules, known, legal))

    def _best(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Thinking[Action]:
        seat = known.seat
        worlds = [known.imagine(self.seed + number) for number in range(_WORLDS)]
        best, most = legal[0], -1.0
        for act in legal:
            worth = 0.0
            for world in worlds:
                after = rules.after(world, seat, act)
                worth += win_chance(after, seat)
                if rules.to_act(after):  # what is over is worth what it is worth
                    worth += self.taste.of(world, after, seat)
            if worth > most:
                best, most = act, worth
            yield _WORLDS
        return best
