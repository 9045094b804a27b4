"""Whoever looks at a match, and what it is told after each act."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Generic

from bloodfang_engine.contract import A, Event, Outcome, Seat, V

MOST_WAITING = 16
"""So many updates wait for a slow watcher; then the oldest is dropped, for each one carries the whole position."""


@dataclass(frozen=True, slots=True)
class Update(Generic[A, V]):
    """All that one watcher may know after an act."""

    version: int
    """The entries of the log so far."""
    view: V
    legal: tuple[A, ...]
    """What this watcher's seat may do now."""
    last: tuple[Seat, A] | None
    """The last act, as this watcher may know it; None at the start, after a take-back, and if it may know nothing."""
    events: tuple[Event, ...]
    """What the last act did, as this watcher may see it."""
    outcome: Outcome | None
    """How the match ended: by the rules, or outside them."""


class Ended(Exception):
    """There will be no more updates: the match was closed, or the watcher left."""


class Watcher(Generic[A, V], AsyncIterator[Update[A, V]]):
    """One who is told. The position at joining is the first update it gives."""

    def __init__(self, seat: Seat | None, now: Update[A, V]) -> None:
        self.seat = seat
        """None is a spectator."""
        self.latest = now
        """The newest update, whether it has been given or not."""
        self._inbox = deque([now], MOST_WAITING)
        self._news = asyncio.Event()
        self._ended = False

    async def next(self) -> Update[A, V]:
        """The next update that was not given yet; waits for one. Ended if there will be none."""
        await self.news()
        if not self._inbox:
            raise Ended
        return self._inbox.popleft()

    async def news(self) -> None:
        """Wait for an update that was not given yet, or for the end; nothing is taken."""
        while not self._inbox and not self._ended:
            self._news.clear()
            await self._news.wait()

    def updates(self) -> AsyncIterator[Update[A, V]]:
        """Every update from here on, for `async for`; ends when the match is closed or the watcher left."""
        return self

    async def __anext__(self) -> Update[A, V]:
        try:
            return await self.next()
        except Ended:
            raise StopAsyncIteration from None

    # for the match

    def tell(self, update: Update[A, V]) -> None:
        """Something happened."""
        self.latest = update
        self._inbox.append(update)
        self._news.set()

    def end(self, *, at_once: bool) -> None:
        """Nothing more will happen; what waits is still given, unless nobody wants it."""
        self._ended = True
        if at_once:
            self._inbox.clear()
        self._news.set()
