"""The log of every match: what a journal is, and one that lives in memory.

A match is a header and the entries since, each a line of text:

    A play marsh-leech m2       a seat did an act, in the ruleset's notation
    B concede                   a seat gave up
    B time                      a seat ran out of time
    B abandon                   a seat left, and did not come back
    agreed                      both wanted a draw
    aborted                     the match does not count
    back 4                      taken back: only the first 4 acts count

A journal only ever grows. Whoever wants to add says which number the entry will have, so that two who write to the same
match cannot both believe they were first.

JournalTrouble          whoever looks after the disk: the sentence says what is wrong
├── Taken               the caller: read the match again       .match_id .number
└── NoSuchMatch         the caller: choose another match       .match_id
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from bloodfang_engine.contract import Outcome, Setup
from bloodfang_engine.errors import shown


@dataclass(frozen=True, slots=True)
class Place:
    """Who sits on a seat."""

    name: str
    """As others see it; already safe to show."""
    bot: str = ""
    """The bot's level, or nothing for a person."""
    deck: str = ""
    """The deck's name, for lists."""


@dataclass(frozen=True, slots=True)
class Header:
    """All that is fixed before the first act."""

    id: str
    setup: Setup
    places: tuple[Place, Place]
    takebacks: bool
    began: str
    """When, in UTC, as ISO 8601 writes it."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A match as a list shows it."""

    header: Header
    entries: int
    result: Outcome | None
    touched: str
    """When the last entry was written, or the match began."""


class JournalTrouble(Exception):
    """The journal cannot do this; nothing was written. The sentence is for the player."""


class Taken(JournalTrouble):
    """Somebody else has written the entry of this number."""

    def __init__(self, match_id: str, number: int) -> None:
        super().__init__(match_id, number)
        self.match_id = match_id
        self.number = number

    def __str__(self) -> str:
        if not self.number:
            return f"there is a match {shown(self.match_id)} already"
        return f"match {shown(self.match_id)} went on elsewhere: entry {self.number} is written; open it again"


class NoSuchMatch(JournalTrouble):
    """The journal holds no match of this id."""

    def __init__(self, match_id: str) -> None:
        super().__init__(match_id)
        self.match_id = match_id

    def __str__(self) -> str:
        return f"there is no match {shown(self.match_id)} in the journal"


class Journal(Protocol):
    """Where matches are written down. What a method has returned from is durable."""

    async def begin(self, header: Header) -> None:
        """Write down a new match; Taken if its id is."""

    async def append(self, match_id: str, number: int, text: str, result: Outcome | None = None) -> None:
        """Write the entry of this number, counted from 1; Taken if there is one.

        With a result the match is over; without one it goes on, even if it was over before.
        """

    async def read(self, match_id: str) -> tuple[Header, tuple[str, ...]]:
        """The whole log; NoSuchMatch if there is none, BadRecord if its header cannot be understood."""

    def follow(self, match_id: str, after: int = 0) -> AsyncIterator[tuple[int, str]]:
        """The entries after this number, then each new one as it is written, until the journal is closed."""

    async def unfinished(self) -> tuple[Summary, ...]:
        """The matches that go on, the one touched last first."""

    async def finished(self, most: int = 200) -> tuple[Summary, ...]:
        """The matches that are over, the one touched last first."""

    async def close(self) -> None:
        """Let go of everything; what follows ends."""


def now() -> str:
    """This moment, as headers and summaries write it."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def gap(match_id: str, number: int, entries: int) -> JournalTrouble:
    """Why an entry of this number cannot be written after so many."""
    if number <= entries:
        return Taken(match_id, number)
    return JournalTrouble(f"match {shown(match_id)} has {entries} entries, so the next is not number {number}")


@dataclass(slots=True)
class _Kept:
    header: Header
    touched: str
    order: int
    entries: list[str] = field(default_factory=list)
    result: Outcome | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)


class MemoryJournal:
    """A journal for matches that nobody will want back: tests, the tutorial."""

    def __init__(self) -> None:
        self._matches: dict[str, _Kept] = {}
        self._touches = 0
        self._closed = False

    async def begin(self, header: Header) -> None:
        self._check_open()
        if header.id in self._matches:
            raise Taken(header.id, 0)
        self._matches[header.id] = _Kept(header, header.began, self._touch())

    async def append(self, match_id: str, number: int, text: str, result: Outcome | None = None) -> None:
        self._check_open()
        kept = self._kept(match_id)
        if number != len(kept.entries) + 1:
            raise gap(match_id, number, len(kept.entries))
        kept.entries.append(text)
        kept.result, kept.touched, kept.order = result, now(), self._touch()
        kept.news.set()

    async def read(self, match_id: str) -> tuple[Header, tuple[str, ...]]:
        kept = self._kept(match_id)
        return kept.header, tuple(kept.entries)

    async def follow(self, match_id: str, after: int = 0) -> AsyncIterator[tuple[int, str]]:
        kept = self._kept(match_id)
        while True:
            while after < len(kept.entries):
                after += 1
                yield after, kept.entries[after - 1]
            if self._closed:
                return
            kept.news.clear()
            await kept.news.wait()

    async def unfinished(self) -> tuple[Summary, ...]:
        return self._summaries(over=False)

    async def finished(self, most: int = 200) -> tuple[Summary, ...]:
        return self._summaries(over=True)[:most]

    async def close(self) -> None:
        self._closed = True
        for kept in self._matches.values():
            kept.news.set()

    def _summaries(self, over: bool) -> tuple[Summary, ...]:
        found = [kept for kept in self._matches.values() if (kept.result is not None) is over]
        found.sort(key=lambda kept: kept.order, reverse=True)
        return tuple(Summary(kept.header, len(kept.entries), kept.result, kept.touched) for kept in found)

    def _kept(self, match_id: str) -> _Kept:
        try:
            return self._matches[match_id]
        except KeyError:
            raise NoSuchMatch(match_id) from None

    def _touch(self) -> int:
        self._touches += 1
        return self._touches

    def _check_open(self) -> None:
        if self._closed:
            raise JournalTrouble("the journal is closed")
