"""The hall's file: the seating of every match that is not settled yet, durable in the order it was written."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from bloodfang.journal import JournalTrouble
from bloodfang.paths import shown
from bloodfang.seating import Seating
from bloodfang.sqlite_opening import open_database
from bloodfang.sqlite_shape import Shape
from bloodfang.sqlite_thread import SqliteThread, Work

log = logging.getLogger(__name__)

HALL = Shape(
    name="hall",
    keeps="matches between people",
    steps=(("CREATE TABLE seatings (match_id TEXT NOT NULL PRIMARY KEY, seating TEXT NOT NULL)",),),
    complete=("SELECT match_id, seating FROM seatings LIMIT 0",),
    trouble=JournalTrouble,
)


class HallStore(Protocol):
    """Where seatings are kept. What a method has returned from is durable; JournalTrouble if it cannot be."""

    async def keep(self, seating: Seating) -> None:
        """Write it down, in place of what was there of the same match."""

    async def drop(self, match_id: str) -> None:
        """The match is settled: nothing about it is needed any more."""

    async def all(self) -> tuple[Seating, ...]:
        """Every seating that was kept and not dropped."""

    async def close(self) -> None:
        """Let go of everything."""


class HallFile:
    """Made by `open`. Keeps `HallStore`."""

    @classmethod
    def open(cls, path: Path) -> tuple[HallFile, str]:
        """The store in this file, and a sentence if the file was not as it should be; JournalTrouble if none can be."""
        connection, path, notice = open_database(path, HALL)
        return cls(path, SqliteThread(connection)), notice

    def __init__(self, path: Path, thread: SqliteThread) -> None:
        self.path = path
        self._thread = thread

    async def keep(self, seating: Seating) -> None:
        row = (seating.match_id, seating.written())
        statement = "INSERT INTO seatings (match_id, seating) VALUES (?, ?)"
        await self._write(
            lambda database: database.execute(
                f"{statement} ON CONFLICT (match_id) DO UPDATE SET seating = excluded.seating", row
            )
        )

    async def drop(self, match_id: str) -> None:
        await self._write(lambda database: database.execute("DELETE FROM seatings WHERE match_id = ?", (match_id,)))

    async def all(self) -> tuple[Seating, ...]:
        def work(database: sqlite3.Connection) -> list[tuple[str, str]]:
            return database.execute("SELECT match_id, seating FROM seatings ORDER BY match_id").fetchall()

        try:
            return tuple(_understood(await self._thread.read(work)))
        except sqlite3.Error as trouble:
            raise JournalTrouble(f"{shown(self.path)}: who sits where could not be read: {trouble}") from trouble

    async def close(self) -> None:
        await self._thread.close()

    async def _write(self, work: Work[object]) -> None:
        try:
            await self._thread.write(lambda database: work(database) and None)
        except sqlite3.Error as trouble:
            raise JournalTrouble(f"{shown(self.path)}: who sits where could not be written: {trouble}") from trouble


class MemoryStore:
    """A store for halls that nobody will want back. Keeps `HallStore`."""

    def __init__(self) -> None:
        self.seatings: dict[str, str] = {}

    async def keep(self, seating: Seating) -> None:
        self.seatings[seating.match_id] = seating.written()

    async def drop(self, match_id: str) -> None:
        self.seatings.pop(match_id, None)

    async def all(self) -> tuple[Seating, ...]:
        return tuple(_understood(self.seatings.items()))

    async def close(self) -> None:
        """There is nothing to let go of."""


def _understood(rows: Iterable[tuple[str, str]]) -> list[Seating]:
    """One seating that makes no sense must not keep the others from their match."""
    found = []
    for match_id, text in rows:
        try:
            found.append(Seating.read(match_id, text))
        except ValueError:
            log.error("hall.unreadable match=%s", match_id)
    return found
