"""What so many of so many can mean: shares and differences, each with its 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, variance

_Z = 1.959963984540054
"""So many standard deviations to either side hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """So much won of so many, a draw counted half."""

    won: float
    of: int

    @property
    def rate(self) -> float:
        """From 0 to 1; a half where nothing is known."""
        return self.won / self.of if self.of else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, 95 times of 100 (Wilson's score interval)."""
        return wilson(self.won, self.of)


@dataclass(frozen=True, slots=True)
class Difference:
    """How much the second figure lies above the first."""

    by: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether it is more than luck: no difference at all is outside the interval."""
        return not self.low <= 0 <= self.high


def wilson(won: float, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; everything from 0 to 1 where nothing was counted."""
    if not of:
        return 0.0, 1.0
    rate, square = won / of, _Z * _Z
    middle = (rate + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * math.sqrt(rate * (1 - rate) / of + square / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def between(one: Share, other: Share) -> Difference:
    """The difference of two shares that were counted apart from each other (Newcombe's interval)."""
    by = other.rate - one.rate
    (low, high), (other_low, other_high) = one.interval, other.interval
    below = math.hypot(other.rate - other_low, high - one.rate)
    above = math.hypot(one.rate - low, other_high - other.rate)
    return Difference(by, by - below, by + above)


def paired(differences: Sequence[float]) -> Difference:
    """The mean of differences that were taken deal by deal: what both have in common, the luck of the deal, is gone."""
    if len(differences) < 2:
        by = fmean(differences) if differences else 0.0
        return Difference(by, -math.inf, math.inf)
    by = fmean(differences)
    half = _Z * math.sqrt(variance(differences) / len(differences))
    return Difference(by, by - half, by + half)
