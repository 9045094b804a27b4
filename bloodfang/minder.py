"""Who looks when something is due: asleep until then, and not there at all while nothing is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context

SHORTEST = 1.0
"""Never looks more often than once in so many seconds, unless something is due sooner than was thought."""


class Minder:
    """Calls `tick` at about the time that `due` names, and later again as long as it names one."""

    def __init__(
        self, tick: Callable[[], Awaitable[None]], due: Callable[[], float | None], now: Callable[[], float]
    ) -> None:
        self._tick = tick
        self._due = due
        self._now = now
        self._until: float | None = None
        """What it sleeps for."""
        self._sooner = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def awake(self) -> bool:
        """Whether there is anything to wait for."""
        return self._task is not None and not self._task.done()

    def look(self, due: float | None) -> None:
        """Something else is due then; None for nothing."""
        if due is None or self._closed:
            return
        if not self.awake:
            # In a context of its own: it outlives whoever woke it, and must not keep their session.
            self._task = asyncio.get_running_loop().create_task(self._mind(), context=Context())
        elif self._until is not None and due < self._until:
            self._sooner.set()

    async def close(self) -> None:
        """Look no more."""
        self._closed = True
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _mind(self) -> None:
        while (due := self._due()) is not None:
            self._until = due
            self._sooner.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(max(SHORTEST, due - self._now())):
                    await self._sooner.wait()
                    continue
            await self._tick()
