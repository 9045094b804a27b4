"""Luck as a value: seeded, the same on every Python and every machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class Chance:
    """A stream of luck. Each question gives an answer and the stream that is left (splitmix64)."""

    state: int

    @staticmethod
    def stream(seed: int, *path: int) -> Chance:
        """The stream a seed has for one purpose; streams of different paths have nothing to do with each other."""
        state = _mix((seed + _STEP) & _MASK)
        for number in path:
            state = _mix((state + (number + 1) * _STEP) & _MASK)
        return Chance(state)

    def below(self, limit: int) -> tuple[int, Chance]:
        """A number from 0 up to, not including, the limit."""
        state = (self.state + _STEP) & _MASK
        return (_mix(state) * limit) >> 64, Chance(state)

    def shuffled(self, things: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """The same things in a new order."""
        pile = list(things)
        state = self.state
        for last in range(len(pile) - 1, 0, -1):
            state = (state + _STEP) & _MASK
            chosen = (_mix(state) * (last + 1)) >> 64
            pile[last], pile[chosen] = pile[chosen], pile[last]
        return tuple(pile), Chance(state)


def _mix(number: int) -> int:
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)
