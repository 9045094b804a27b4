"""Matches that were played: the kept records and what the journal has, told in a line each, and opened again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bloodfang import paths, recordbox
from bloodfang.journal import JournalTrouble, Summary
from bloodfang.match import Match
from bloodfang.settings import LONGEST_NAME
from bloodfang.wording import ENDINGS
from bloodfang_engine.contract import Outcome, Seat
from bloodfang_engine.errors import BadRecord
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.record import Record

if TYPE_CHECKING:
    from bloodfang.catalog import Library
    from bloodfang.home import Home

UNKNOWN_SET = "It was played with a card set that is not here, or not as it was then"

_SEATS = ("A", "B")
_BETWEEN = " against "


@dataclass(frozen=True, slots=True)
class Past:
    """A match of the past."""

    when: datetime
    title: str
    """Who played whom, or what it was called when it was kept."""
    names: tuple[str, str] = _SEATS
    near: Seat = Seat.FIRST
    """The seat of the person whose match it was."""
    result: Outcome | None = None
    problem: str = ""
    """What keeps it from being seen, in a sentence."""
    file: Path | None = None
    """The record, if it was kept as one; else it is in the journal."""
    match_id: str = ""

    @property
    def ending(self) -> str:
        """How it ended, in a few words."""
        if self.problem:
            return "cannot be seen"
        if self.result is None:
            return "not finished"
        winner, (first, second) = self.result.winner, self.result.score
        if winner is None:
            return f"draw {first}:{second}"
        high, low = self.result.score[winner], self.result.score[winner.rival]
        return f"{self.names[winner]} won {high}:{low}"

    @property
    def why(self) -> str:
        """What ended it."""
        return ENDINGS.get(self.result.reason, self.result.reason) if self.result else ""


def title_of(first: str, second: str) -> str:
    """What a match of these two is called."""
    return f"{first}{_BETWEEN}{second}"


def names_in(title: str) -> tuple[str, str]:
    """The two that a title speaks of; the letters of the seats if it speaks of none."""
    first, between, second = title.partition(_BETWEEN)
    second = second.split(", ")[0]
    return (first, second) if between and 0 < max(len(first), len(second)) <= LONGEST_NAME else _SEATS


async def past(home: Home) -> tuple[tuple[Past, ...], str]:
    """All that can be seen again and what only could be, the newest first; and a sentence if the journal is silent."""
    kept = await asyncio.to_thread(lambda: tuple(_kept(home)))
    try:
        finished, trouble = await home.journal().finished(), ""
    except JournalTrouble as why:
        finished, trouble = (), str(why)
    played = [_played(summary, home.library) for summary in finished]
    return tuple(sorted((*kept, *played), key=lambda each: each.when, reverse=True)), trouble


async def opened(home: Home, chosen: Past) -> Record:
    """The record of a match; BadRecord or JournalTrouble, with a sentence, if it cannot be seen."""
    if chosen.file:
        record = home.records.read(chosen.file)
        recordbox.checked(record, home.library)
        return record
    header, _ = await home.journal().read(chosen.match_id)
    catalog = home.library.by_digest(header.setup.cards)
    if catalog is None:
        raise BadRecord("cards", UNKNOWN_SET)
    return (await Match.resume(BloodFang(catalog.cards), home.journal(), chosen.match_id)).record()


def _kept(home: Home) -> Iterator[Past]:
    for entry in home.records.list():
        problem = entry.problem
        if entry.record and not home.library.by_digest(entry.record.setup.cards):
            problem = f"{UNKNOWN_SET}."
        result = entry.record.result if entry.record else None
        yield Past(entry.when, entry.title, names_in(entry.title), result=result, problem=problem, file=entry.path)


def _played(summary: Summary, library: Library) -> Past:
    first, second = summary.header.places
    known = library.by_digest(summary.header.setup.cards)
    return Past(
        when=_moment(summary.touched),
        title=title_of(first.name, second.name),
        names=(first.name, second.name),
        near=Seat.SECOND if first.bot and not second.bot else Seat.FIRST,
        result=summary.result,
        problem="" if known else f"{UNKNOWN_SET}.",
        match_id=summary.header.id,
    )


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def where(chosen: Past) -> str:
    """Where a match is kept, for the player."""
    return paths.shown(chosen.file) if chosen.file else "in the journal of matches"
