"""When the garbage collector looks: seldom, for everybody waits meanwhile.

By itself it looks whenever a key has painted a lot, and now and then at everything: with 400 sessions that is half a
second in which nobody's key is answered. But keys and plays leave nothing behind that it would find, and a session that
is over a few hundred objects. So here it looks only when enough has piled up.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

LOOK = 10.0
"""Seconds between two looks at how much there is."""
HELD = 1_500
"""Objects that a session holds while it is there: about so many more are no reason to look."""
PILE = 250_000
"""Objects more than there should be: worth a collection, if the last one was long enough ago."""
SHARE = 300
"""A collection that took a second is not followed by another for so many."""
MOST = 4 * PILE
"""Objects more than there should be that are too many, however long it takes."""


class Collector:
    """`start` it when everything is there that will stay, and `stop` it at the end; `sessions` tells how many play."""

    def __init__(self, sessions: Callable[[], int]) -> None:
        self._sessions = sessions
        self._there = 0
        """How many there were when it last collected."""
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
        there = self._sessions()
        if self.is_due(gc.get_count()[0] - HELD * (there - self._there), time.monotonic()):
            began = time.monotonic()
            gc.collect()
            ended = time.monotonic()
            self._there, self._not_before = there, ended + SHARE * (ended - began)
        self._wait()

    def is_due(self, more: int, now: float) -> bool:
        """Whether to collect now, if there are so many objects more than there should be."""
        return more >= MOST or (more >= PILE and now >= self._not_before)
