"""The journal on disk: SQLite, durable before it answers, shared by several programs at once."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from bloodfang.journal import Header, JournalTrouble, NoSuchMatch, Place, Summary, Taken, gap, now
from bloodfang.paths import shown
from bloodfang.sqlite_file import open_file
from bloodfang.sqlite_thread import SqliteThread
from bloodfang_engine.contract import Outcome, Setup
from bloodfang_engine.errors import BadRecord
from bloodfang_engine.record import Record, as_dict, from_dict

T = TypeVar("T")
_Row = tuple[Any, ...]

POLL = 0.5
"""So many seconds pass before entries that another program wrote are looked for, if anybody follows."""

_NOTHING = Setup("", ((), ()), 0)
_COLUMNS = "id, setup, places, takebacks, began, touched, entries, result"


class SqliteJournal:
    """Made by `open`. Keeps `bloodfang.journal.Journal`."""

    @classmethod
    def open(cls, path: Path) -> tuple[SqliteJournal, str]:
        """The journal in this file, and a sentence if the file was not as it should be; JournalTrouble if none can be.

        Whatever was there is kept: a damaged file is moved aside, a later version's is left where it is.
        """
        connection, path, notice = open_file(path)
        return cls(path, SqliteThread(connection)), notice

    def __init__(self, path: Path, thread: SqliteThread) -> None:
        self.path = path
        self._thread = thread
        self._closed = False
        self._followers: dict[str, list[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = defaultdict(list)

    async def begin(self, header: Header) -> None:
        row = _row(header)

        def work(connection: sqlite3.Connection) -> None:
            try:
                connection.execute(f"INSERT INTO matches ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            except sqlite3.IntegrityError:
                raise Taken(header.id, 0) from None

        await self._mended(self._thread.write(work), "written to")

    async def append(self, match_id: str, number: int, text: str, result: Outcome | None = None) -> None:
        ending = None if result is None else _ending(result)
        touched = now()

        def work(connection: sqlite3.Connection) -> None:
            counted = connection.execute(
                "UPDATE matches SET entries = ?, touched = ?, result = ? WHERE id = ? AND entries = ?",
                (number, touched, ending, match_id, number - 1),
            )
            if counted.rowcount != 1:
                found = connection.execute("SELECT entries FROM matches WHERE id = ?", (match_id,)).fetchone()
                raise gap(match_id, number, found[0]) if found else NoSuchMatch(match_id)
            connection.execute(
                "INSERT INTO entries (match_id, number, entry) VALUES (?, ?, ?)", (match_id, number, text)
            )

        await self._mended(self._thread.write(work), "written to")
        self._wake(match_id)

    async def read(self, match_id: str) -> tuple[Header, tuple[str, ...]]:
        def work(connection: sqlite3.Connection) -> tuple[_Row | None, list[_Row]]:
            row = connection.execute(f"SELECT {_COLUMNS} FROM matches WHERE id = ?", (match_id,)).fetchone()
            return row, _entries(connection, match_id, 0)

        row, entries = await self._mended(self._thread.read(work), "read from")
        if row is None:
            raise NoSuchMatch(match_id)
        if [number for number, _ in entries] != [*range(1, len(entries) + 1)]:
            raise BadRecord("entries", "some are missing in the journal")
        return _summary(row).header, tuple(text for _, text in entries)

    async def follow(self, match_id: str, after: int = 0) -> AsyncIterator[tuple[int, str]]:
        await self.read(match_id)  # NoSuchMatch, rather than to wait for ever
        follower = (asyncio.get_running_loop(), asyncio.Event())
        self._followers[match_id].append(follower)
        try:
            while not self._closed:
                follower[1].clear()
                for number, text in await self._after(match_id, after):
                    yield number, text
                    after = number
                with suppress(TimeoutError):
                    async with asyncio.timeout(POLL):
                        await follower[1].wait()
        finally:
            self._followers[match_id].remove(follower)
            if not self._followers[match_id]:
                del self._followers[match_id]

    async def unfinished(self) -> tuple[Summary, ...]:
        return await self._summaries("result IS NULL")

    async def finished(self, most: int = 200) -> tuple[Summary, ...]:
        return await self._summaries("result IS NOT NULL", most)

    async def close(self) -> None:
        self._closed = True
        for match_id in [*self._followers]:
            self._wake(match_id)
        await self._thread.close()

    async def _after(self, match_id: str, after: int) -> list[_Row]:
        return await self._mended(self._thread.read(lambda database: _entries(database, match_id, after)), "read from")

    async def _summaries(self, which: str, most: int = 1_000_000) -> tuple[Summary, ...]:
        question = f"SELECT {_COLUMNS} FROM matches WHERE {which} ORDER BY touched DESC, id LIMIT ?"

        def work(connection: sqlite3.Connection) -> list[_Row]:
            return connection.execute(question, (most,)).fetchall()

        rows = await self._mended(self._thread.read(work), "read from")
        found = []
        for row in rows:
            with suppress(BadRecord):  # one match that cannot be understood must not hide the others
                found.append(_summary(row))
        return tuple(found)

    async def _mended(self, asked: Coroutine[Any, Any, T], how: str) -> T:
        """What was asked for; trouble with the disk becomes a sentence."""
        try:
            return await asked
        except sqlite3.Error as trouble:
            problem = f"the match could not be {how} the journal: {trouble}"
            raise JournalTrouble(f"{shown(self.path)}: {problem}") from trouble

    def _wake(self, match_id: str) -> None:
        for loop, event in self._followers.get(match_id, ()):
            with suppress(RuntimeError):  # that loop has ended, and its follower with it
                loop.call_soon_threadsafe(event.set)


def _entries(connection: sqlite3.Connection, match_id: str, after: int) -> list[_Row]:
    question = "SELECT number, entry FROM entries WHERE match_id = ? AND number > ? ORDER BY number"
    return connection.execute(question, (match_id, after)).fetchall()


# rows


def _row(header: Header) -> _Row:
    """A new match as the table holds it; BadRecord if it could not be read again."""
    setup = json.dumps(as_dict(Record(header.setup, ())))
    places = json.dumps([asdict(place) for place in header.places])
    row = (header.id, setup, places, int(header.takebacks), header.began, header.began, 0, None)
    _summary(row)
    return row


def _ending(result: Outcome) -> str:
    return json.dumps(as_dict(Record(_NOTHING, (), result))["result"])


def _summary(row: _Row) -> Summary:
    """What a row says; BadRecord if it says nothing that makes sense, for anybody may have written it."""
    match_id, setup, places, takebacks, began, touched, entries, result = row
    said = _read(setup, dict, "setup")
    if result is not None:
        said["result"] = _read(result, dict, "result")
    record = from_dict(said)
    first, second = _places(_read(places, list, "places"))
    header = Header(str(match_id), record.setup, (first, second), bool(takebacks), str(began))
    return Summary(header, int(entries), record.result, str(touched))


def _places(said: list[Any]) -> list[Place]:
    for place in said:
        words = place.values() if isinstance(place, dict) and set(place) == {"name", "bot", "deck"} else [None]
        if not all(isinstance(word, str) and len(word) <= 200 and word.isprintable() for word in words):
            raise BadRecord("places", "a place is a name, a bot and a deck, each a line of text that can be shown")
    if len(said) != 2:
        raise BadRecord("places", f"a match has two places, not {len(said)}")
    return [Place(**place) for place in said]


def _read(text: Any, kind: type[T], where: str) -> T:
    try:
        said = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        said = None
    if not isinstance(said, kind):
        raise BadRecord(where, "the journal holds something here that cannot be understood")
    return said
