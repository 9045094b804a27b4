"""The coach: what an act leads to, which is best, and why; over what a seat knows, never over states it cannot see."""

from bloodfang.coach.advice import DEPTHS, Advice, advise
from bloodfang.coach.facts import Fact, Kind
from bloodfang.coach.foresight import Forecast, Reply, Threat, foresee
from bloodfang.coach.review import Review, Turn, review
from bloodfang.coach.telling import nudge, sentence

__all__ = [
    "DEPTHS",
    "Advice",
    "advise",
    "Fact",
    "Kind",
    "Forecast",
    "Reply",
    "Threat",
    "foresee",
    "Review",
    "Turn",
    "review",
    "nudge",
    "sentence",
]
