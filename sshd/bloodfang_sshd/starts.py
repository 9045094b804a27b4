"""Turns to begin: a crowd at the door gets its apps one after the other, and nobody who plays notices (G6)."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

PATIENCE = 0.5
"""Seconds that somebody may wait without a word."""


class Starts:
    """So many turns in a second, in the order of arrival; who comes when nobody waits has theirs at once."""

    def __init__(self, a_second: float) -> None:
        self._pause = 1 / a_second
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._resting: asyncio.TimerHandle | None = None
        """Until the next may begin."""

    async def turn(self, told: Callable[[int, float], None]) -> None:
        """Wait for one's turn; whoever is cancelled leaves the queue.

        Who waits for long is `told` once how many are before them, and for about how many seconds more.
        """
        if self._resting is None:
            self._rest()
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            done, _ = await asyncio.wait([mine], timeout=PATIENCE)
            if not done:
                before = self._waiting.index(mine)
                told(before, (before + 1) * self._pause)
                await asyncio.wait([mine])  # awaited itself, it would be cancelled with us
        except asyncio.CancelledError:
            if mine.done():  # the turn had come, and is another's now
                self._next()
            else:
                self._waiting.remove(mine)
            raise

    def _rest(self) -> None:
        self._resting = asyncio.get_running_loop().call_later(self._pause, self._next)

    def _next(self) -> None:
        if self._resting:
            self._resting.cancel()
            self._resting = None
        if self._waiting:
            self._waiting.popleft().set_result(None)
            self._rest()
