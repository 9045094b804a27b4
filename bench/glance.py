"""A bot that judges at a glance and has no taste of its own: decks are measured with it, for it favours none."""

from bloodfang.bots.judge import Judge
from bloodfang.observing import Observation
from bloodfang_engine.fang import Action, BloodFang


class Glance:
    """Whatever looks best right after its act."""

    def __init__(self, seed: int) -> None:
        self._judge = Judge(seed)

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        """One of the legal acts."""
        return await self._judge.choose(rules, known, legal)
