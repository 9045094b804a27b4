"""How long what is written takes, for the figures: a journal and a store that look at the clock."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager

from bloodfang.hallfile import HallStore
from bloodfang.journal import Header, Journal, Summary
from bloodfang.seating import Seating
from bloodfang_engine.contract import Outcome

Took = Callable[[str, float], None]


@contextmanager
def timed(took: Took, what: str) -> Iterator[None]:
    """Tell how long it took, also if it failed."""
    began = time.perf_counter()
    try:
        yield
    finally:
        took(what, time.perf_counter() - began)


class TimedJournal:
    """A journal that tells how long each writing took. Keeps `Journal`."""

    def __init__(self, journal: Journal, took: Took) -> None:
        self._journal = journal
        self._took = took

    async def begin(self, header: Header) -> None:
        with timed(self._took, "journal"):
            await self._journal.begin(header)

    async def append(self, match_id: str, number: int, text: str, result: Outcome | None = None) -> None:
        with timed(self._took, "journal"):
            await self._journal.append(match_id, number, text, result)

    async def read(self, match_id: str) -> tuple[Header, tuple[str, ...]]:
        with timed(self._took, "journal_read"):
            return await self._journal.read(match_id)

    def follow(self, match_id: str, after: int = 0) -> AsyncIterator[tuple[int, str]]:
        return self._journal.follow(match_id, after)

    async def unfinished(self) -> tuple[Summary, ...]:
        return await self._journal.unfinished()

    async def finished(self, most: int = 200) -> tuple[Summary, ...]:
        return await self._journal.finished(most)

    async def close(self) -> None:
        await self._journal.close()


class TimedStore:
    """A store of seatings that tells how long each writing took. Keeps `HallStore`."""

    def __init__(self, store: HallStore, took: Took) -> None:
        self._store = store
        self._took = took

    async def keep(self, seating: Seating) -> None:
        with timed(self._took, "hall"):
            await self._store.keep(seating)

    async def drop(self, match_id: str) -> None:
        with timed(self._took, "hall"):
            await self._store.drop(match_id)

    async def all(self) -> tuple[Seating, ...]:
        return await self._store.all()

    async def close(self) -> None:
        await self._store.close()
