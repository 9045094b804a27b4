"""Work that goes on in the background, begun in order, and finished before the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


class Errands:
    """What is under way. A task that nobody holds would be forgotten in the middle of its work."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def see_through(self, work: Coroutine[Any, Any, T]) -> T:
        """Do this to the end, even if the caller goes away meanwhile; what it says or raises."""
        return await asyncio.shield(self._task(work))

    def send(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this while the caller does something else; what goes wrong is logged."""

        async def done() -> None:
            try:
                await work
            except Exception:
                log.exception("errand.failed")

        self._task(done())

    async def done(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _task(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits for it knows; if nobody does any more, it is no news
