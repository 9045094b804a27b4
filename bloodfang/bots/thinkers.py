"""Bots that think elsewhere: in a few processes of their own, within limits, so that no screen waits for them (G4)."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang.bots.parcels import FAILED, LONGEST_EXCUSE, Question, excused
from bloodfang.bots.processes import Processes, Unanswered
from bloodfang.observing import Observation
from bloodfang_engine.fang import Action, BloodFang

__all__ = ["Apart", "Elsewhere", "Thinkers", "Unanswered"]


class Thinkers(Processes):
    """Processes for bots. Those of a stranger's bot are asked about nothing else."""

    def __init__(self, count: int = 1, wall: float = 6.0, cpu: float = 4.0) -> None:
        super().__init__("bloodfang.bots.worker", count, wall, cpu)

    def bot(self, level: str, seed: int) -> Elsewhere:
        """A bot of this level that thinks here."""
        return Elsewhere(self, level, seed)

    async def choose(self, level: str, seed: int, known: Observation, legal: tuple[Action, ...]) -> Action:
        """What the bot does; Unanswered if it does not say in time. Whoever gives up ends the thought."""
        async with self.asked(level) as worker:
            await worker.ask(Question(level, seed, known, legal, self.cpu), known.cards)
            if (number := await worker.number()) == FAILED:
                if (length := await worker.number()) > LONGEST_EXCUSE:
                    raise EOFError
                why, said = excused(await worker.read(length))
                raise Unanswered(f"{level} {why}", said)
        if number >= len(legal):
            raise Unanswered(f"{level} answered with no act at all")
        return legal[number]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Keeps `bloodfang.bots.Bot`: the same seed, view and acts give the same choice, only that others need not wait."""

    thinkers: Thinkers
    level: str
    seed: int

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        """What the bot does; Unanswered if it does not say in time."""
        return await self.thinkers.choose(self.level, self.seed, known, legal)


class Apart:
    """Keeps `bloodfang.bots.Bot`: a bot in a process that is its own alone, until it is closed."""

    def __init__(self, level: str, seed: int, wall: float = 6.0, cpu: float = 4.0) -> None:
        self._thinkers = Thinkers(1, wall, cpu)
        self._level = level
        self._seed = seed

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        """What the bot does; Unanswered if it does not say in time."""
        return await self._thinkers.choose(self._level, self._seed, known, legal)

    def seeded(self, seed: int) -> Elsewhere:
        """The same bot with other luck, in the same process."""
        return self._thinkers.bot(self._level, seed)

    async def close(self) -> None:
        """It thinks no more."""
        await self._thinkers.close()
