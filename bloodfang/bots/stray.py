"""A bot that plays anything anywhere."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang.observing import Observation
from bloodfang_engine.chance import Chance
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan


@dataclass(frozen=True, slots=True)
class Stray:
    """Any card on any tile, by lot; it keeps its hand, and passes only when there is nothing else to do."""

    seed: int

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        """One of the legal acts, by lot."""
        wanted = [act for act in legal if act != PASS and (not isinstance(act, Mulligan) or not act.places)]
        chosen, _ = Chance.stream(self.seed, known.view.turn).below(len(wanted) or 1)
        return (wanted or legal)[chosen]
