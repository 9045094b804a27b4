"""How often somebody may do something: at most so many in so many seconds."""

from __future__ import annotations

from collections import deque

from bloodfang.refusals import TooOften

Limit = tuple[int, float]
"""So many, in so many seconds."""


class Pace:
    """Counts what one person does, or one address. Several limits may hold at once."""

    def __init__(self, *limits: Limit) -> None:
        self._limits = limits
        self._times: deque[float] = deque(maxlen=max(most for most, _ in limits))

    def wait(self, now: float) -> float:
        """So many seconds until it may be done again; 0 if it may be done now."""
        times = self._times
        waits = [times[-most] + seconds - now for most, seconds in self._limits if len(times) >= most]
        return max([0.0, *waits])

    def count(self, now: float) -> None:
        """It was done."""
        self._times.append(now)

    def check(self, now: float, what: str) -> None:
        """TooOften, with this as the reason, if it may not be done now."""
        if wait := self.wait(now):
            raise TooOften(what, wait)

    def idle(self, now: float) -> bool:
        """Whether nothing is remembered that could still matter."""
        longest = max(seconds for _, seconds in self._limits)
        return not self._times or self._times[-1] + longest <= now
