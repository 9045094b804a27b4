"""Who does nothing outside a match: warned, then let go (N13)."""

from __future__ import annotations

from collections.abc import Callable

from bloodfang_sshd.config import Limits
from bloodfang_sshd.timers import Timers

LEAST = 0.01
"""Seconds between two looks."""


class Idling:
    """Looks now and then how long somebody has done nothing, and never more often than it must."""

    def __init__(
        self,
        limits: Limits,
        timers: Timers,
        idle: Callable[[], float],
        warn: Callable[[float], None],
        leave: Callable[[], None],
    ) -> None:
        self._warning, self._end = limits.idle_warning_seconds, limits.idle_seconds
        self._timers = timers
        self._idle = idle
        self._warn = warn
        self._leave = leave
        self._wait(self._warning)

    def _look(self) -> None:
        idle = self._idle()
        if idle >= self._end:
            self._leave()
        elif idle >= self._warning:
            self._warn(self._end - idle)
            self._wait(self._end - idle)
        else:
            self._wait(self._warning - idle)

    def _wait(self, seconds: float) -> None:
        self._timers.start("idle", max(seconds, LEAST), self._look)
