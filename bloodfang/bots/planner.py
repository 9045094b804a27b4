"""A bot that looks ahead in the worlds it can imagine, as far as its budget goes."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang.bots.level import Thinking, thought
from bloodfang.bots.opening import mulligan
from bloodfang.bots.taste import NONE, Taste
from bloodfang.bots.tree import prospects
from bloodfang.observing import Observation
from bloodfang_engine.chance import Chance
from bloodfang_engine.fang import Action, BloodFang

_CLOSE = 0.06
"""Acts that are so close to the best are a matter of taste."""


@dataclass(frozen=True, slots=True)
class Planner:
    """The act that promises most; of those that are close to it, the one it likes best."""

    seed: int
    budget: int
    """Positions looked at for one decision."""
    taste: Taste = NONE

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        """The best of the legal acts, as far as this seat can guess."""
        if known.view.mulligan:
            return mulligan(rules, known.view)
        return await thought(self.think(rules, known, legal))

    def think(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Thinking[Action]:
        """The same in one thread of thought, with pauses."""
        luck = Chance.stream(self.seed, known.seat, known.view.turn).state
        ranked = yield from prospects(rules, known.imagine, known.seat, legal, self.budget, luck)
        if self.taste == NONE:
            return ranked[0].act
        world = known.imagine(self.seed)
        close = [each for each in ranked if each.chance > ranked[0].chance - _CLOSE]
        liked = [
            each.chance + self.taste.of(world, rules.after(world, known.seat, each.act), known.seat) for each in close
        ]
        return close[liked.index(max(liked))].act
