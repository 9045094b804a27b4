"""When the garbage collector looks: seldom, for everybody waits meanwhile.

By itself it looks whenever a key has painted a lot, and now and then at everything: with 400 sessions that is half a
second in which nobody's key is answered. But keys and plays leave nothing behind that it would find, what is kept of
earlier pictures is no garbage, and a session that is over leaves a few hundred objects. So here it looks only when
enough of them have gone.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

LOOK = 10.0
"""Seconds between two looks at how much there is."""
LEFT = 300
"""Objects that a session leaves behind when it is over."""
PILE = 250_000
"""Objects left behind: worth a collection, if the last one was long enough ago."""
SHARE = 300
"""A collection that took a second is not followed by another for so many."""
HELD = 3_000
"""Objects that a session and its match hold while they are there, at most."""
MOST = 2_000_000
"""Objects more than that, of whatever kind: too many, however long it takes. Pictures that are kept are half of it."""


class Collector:
    """`start` it when everything is there that will stay, and `stop` it at the end.

    It asks how many sessions are `there` now, and how many are `over` since the server began.
    """

    def __init__(self, there: Callable[[], int], over: Callable[[], int]) -> None:
        self._there = there
        self._over = over
        self._collected = 0
        """How many were over when it last looked."""
        self._next: asyncio.TimerHandle | None = None
        self._not_before = 0.0

    def start(self) -> None:
        """From now on nothing is collected but when it is due; what is there now is never looked at again."""
        gc.collect()
        gc.freeze()
        gc.disable()
        self._wait()

    def stop(self) -> None:
        """As it was before."""
        if self._next:
            self._next.cancel()
            self._next = None
            gc.unfreeze()
            gc.enable()

    def _wait(self) -> None:
        self._next = asyncio.get_running_loop().call_later(LOOK, self._look)

    def _look(self) -> None:
        over = self._over()
        left, more = LEFT * (over - self._collected), gc.get_count()[0] - HELD * self._there()
        if self.is_due(left, more, time.monotonic()):
            began = time.monotonic()
            gc.collect()
            ended = time.monotonic()
            self._collected, self._not_before = over, ended + SHARE * (ended - began)
        self._wait()

    def is_due(self, left: int, more: int, now: float) -> bool:
        """Whether to collect now, if so many objects were left behind, and there are so many more than can be."""
        return more >= MOST or (left >= PILE and now >= self._not_before)
