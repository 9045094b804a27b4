"""A coach that thinks in processes of its own, within limits, so that no screen waits for it (G4)."""

from __future__ import annotations

import logging
import pickle
from typing import Any, NamedTuple

from bloodfang.bots.processes import Processes, Unanswered
from bloodfang.coach.advice import DEPTHS, Advice
from bloodfang.coach.asking import NoAdvice
from bloodfang.coach.review import Review
from bloodfang.observing import Observation
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Action, CardSet
from bloodfang_engine.record import Record

log = logging.getLogger(__name__)

LATE = "The coach took too long; ask again in a moment."
BROKEN = "The coach has lost its thread. That is a mistake in the game, and was written down; the match goes on."


class Consultation(NamedTuple):
    """What is best here?"""

    cards: CardSet
    known: Observation
    legal: tuple[Action, ...]
    budget: int
    seconds: float


class Looking(NamedTuple):
    """What was better in this match?"""

    cards: CardSet
    record: Record
    seat: Seat
    budget: int
    seconds: float


class Broken(NamedTuple):
    """Instead of an answer: a bug, and where it is."""

    where: str


class CoachElsewhere(Processes):
    """Keeps `bloodfang.coach.asking.Coach`. Only our own code runs in these processes, so that answers are believed."""

    def __init__(self, count: int = 1, wall: float = 12.0, cpu: float = 10.0) -> None:
        super().__init__("bloodfang.coach.worker", count, wall, cpu)

    async def advise(self, known: Observation, legal: tuple[Action, ...]) -> tuple[Advice, ...]:
        """Every legal act, best first; NoAdvice if it does not come to an end in time."""
        found: tuple[Advice, ...] = await self._answer(
            Consultation(known.cards, known, legal, DEPTHS["usual"], self.cpu)
        )
        return found

    async def review(self, cards: CardSet, record: Record, seat: Seat) -> Review:
        """A whole match, from one seat; NoAdvice if it does not come to an end in time."""
        found: Review = await self._answer(Looking(cards, record, seat, DEPTHS["quick"], self.cpu))
        return found

    async def _answer(self, question: Consultation | Looking) -> Any:
        try:
            async with self.asked("the coach") as worker:
                await worker.ask(question, question.cards)
                length = await worker.number()
                answer = pickle.loads(await worker.read(length))
        except Unanswered as why:
            log.warning("coach.late %s", why)
            raise NoAdvice(LATE) from why
        if isinstance(answer, Broken):
            log.error("coach.failed %s", answer.where)
            raise NoAdvice(BROKEN)
        return answer
