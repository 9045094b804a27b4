"""How strong somebody is: Glicko-2, every match a rating period of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from glicko2 import Player  # type: ignore[import-untyped]

HIGHEST_DEVIATION = 350.0
LOWEST_DEVIATION = 30.0
"""Below it a rating would stand still, however well somebody plays."""
HIGHEST_VOLATILITY = 0.15
BOUNDS = (100.0, 4000.0)

WON, DRAWN, LOST = 1.0, 0.5, 0.0
_SCALE = 173.7178
"""A unit of the method's own scale, as the paper has it."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength, how unsure we are of it, and how much it changes of itself."""

    rating: float = 1500.0
    deviation: float = HIGHEST_DEVIATION
    volatility: float = 0.06

    @property
    def at_least(self) -> float:
        """What we are fairly sure of: lists are ordered by it, so that one lucky match leads none."""
        return self.rating - 2 * self.deviation

    @property
    def is_provisional(self) -> bool:
        """Whether a few more matches may change it a lot."""
        return self.deviation > 110


def rated(winner: Rating, loser: Rating, drawn: bool = False) -> tuple[Rating, Rating]:
    """Both ratings after their match; where it was drawn, in the order they were given."""
    return (
        after(winner, [(loser, DRAWN if drawn else WON)]),
        after(loser, [(winner, DRAWN if drawn else LOST)]),
    )


def after(rating: Rating, matches: Sequence[tuple[Rating, float]]) -> Rating:
    """A rating after the matches of one period, each against somebody and with what it scored: 1, 0.5 or 0."""
    player = _Player(rating.rating, rating.deviation, rating.volatility)
    player.update_player(
        [rival.rating for rival, _ in matches], [rival.deviation for rival, _ in matches], [got for _, got in matches]
    )
    return Rating(
        _within(player.rating, *BOUNDS),
        _within(player.rd, LOWEST_DEVIATION, HIGHEST_DEVIATION),
        min(player.vol, HIGHEST_VOLATILITY),
    )


class _Player(Player):  # type: ignore[misc]
    """The library's, with step 5 as the paper prints it: the library takes the rating where its deviation belongs."""

    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        phi2, ex, tau = (self.rd / _SCALE) ** 2, math.exp(x), self._tau
        slope: float = ex * (delta**2 - phi2 - v - ex) / (2 * (phi2 + v + ex) ** 2) - (x - a) / tau**2
        return slope


def _within(value: Any, low: float, high: float) -> float:
    return min(max(float(value), low), high)
