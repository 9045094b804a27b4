"""Whom a screen asks for advice: a coach that thinks here, and lets others do their work meanwhile."""

from __future__ import annotations

from typing import Protocol

from bloodfang.bots.level import thought
from bloodfang.coach.advice import DEPTHS, Advice, advise
from bloodfang.coach.review import Review, review
from bloodfang.observing import Observation
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Action, BloodFang, CardSet
from bloodfang_engine.record import Record


class NoAdvice(Exception):
    """The coach has nothing to say: a sentence that says why."""


class Coach(Protocol):
    """Whoever can be asked. It knows no more than the seat it is asked for."""

    async def advise(self, known: Observation, legal: tuple[Action, ...]) -> tuple[Advice, ...]:
        """Every legal act, best first; NoAdvice if it does not come to an end in time."""

    async def review(self, cards: CardSet, record: Record, seat: Seat) -> Review:
        """A whole match, from one seat; NoAdvice if it does not come to an end in time."""


class CoachHere:
    """A coach in this process."""

    async def advise(self, known: Observation, legal: tuple[Action, ...]) -> tuple[Advice, ...]:
        """Every legal act, best first."""
        return await thought(advise(BloodFang(known.cards), known, legal))

    async def review(self, cards: CardSet, record: Record, seat: Seat) -> Review:
        """A whole match, from one seat: a quick look at each turn."""
        return await thought(review(BloodFang(cards), record, seat, DEPTHS["quick"]))
