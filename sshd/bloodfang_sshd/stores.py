"""The files of a server, opened with care: in an empty file of people, everybody's name is for others to take."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from bloodfang.bots.finding import NoBot, welcomed
from bloodfang.catalog import Library, load_all
from bloodfang.clock import NO_CLOCK, Preset
from bloodfang.hallfile import HALL, HallFile, HallStore
from bloodfang.house import House
from bloodfang.invites import INVITES, Invites, InvitesTrouble
from bloodfang.journal import Journal, JournalTrouble
from bloodfang.onlyone import alone_in
from bloodfang.paths import journal_file, shown
from bloodfang.people import People, PeopleTrouble
from bloodfang.people_file import PEOPLE
from bloodfang.refusing import UNUSABLE, Refused
from bloodfang.sqlite_check import problem_with
from bloodfang.sqlite_journal import SqliteJournal
from bloodfang.sqlite_shape import Shape
from bloodfang_sshd.config import Config
from bloodfang_sshd.timing import TimedJournal, TimedStore, Took

FILES = {"people.sqlite3": PEOPLE, "hall.sqlite3": HALL, "invites.sqlite3": INVITES}
"""What a server does not go on without; by the names they have in the data folder."""


@dataclass(frozen=True, slots=True)
class Stores:
    """Everything that outlives the server, and what it plays with. Made by `open`."""

    people: People
    invites: Invites | None
    """None if everybody may come in."""
    journal: Journal
    hall: HallStore
    library: Library
    house: House
    notices: list[str]
    close: Callable[[], Awaitable[None]]

    @classmethod
    async def open(cls, config: Config, took: Took | None, *, begin_anew: bool) -> Stores:
        """Open all files, for this process alone; Refused, with every file as it was, if one of them is not sound.

        With `begin_anew` a damaged file is kept aside, and an empty one takes its place. The journal always is: nobody
        loses more by that than the matches that it held.
        """
        folder = config.folder
        async with AsyncExitStack() as opened:
            opened.enter_context(alone_in(folder))
            if not begin_anew:
                _check(folder)
            try:
                people, first = People.open(folder / "people.sqlite3")
                opened.push_async_callback(people.close)
                journal, second = SqliteJournal.open(journal_file(folder))
                opened.push_async_callback(journal.close)
                hall, third = HallFile.open(folder / "hall.sqlite3")
                opened.push_async_callback(hall.close)
                invites, fourth = None, ""
                if config.closed:
                    invites, fourth = await Invites.open(folder / "invites.sqlite3")
                    opened.push_async_callback(invites.close)
            except (PeopleTrouble, JournalTrouble, InvitesTrouble) as trouble:
                raise Refused(str(trouble), code=UNUSABLE) from None
            return cls(
                people,
                invites,
                TimedJournal(journal, took) if took else journal,
                TimedStore(hall, took) if took else hall,
                load_all(folder),
                _house(config),
                [each for each in (first, second, third, fourth) if each],
                opened.pop_all().aclose,
            )


def _check(folder: Path) -> None:
    """Refused if a file that matters is not as the server left it; nothing is touched."""
    for name, shape in FILES.items():
        if problem := problem_with(folder / name, shape) or _missing(folder, name, shape):
            raise Refused(
                f"{shown(folder / name)} {problem}. It holds the server's {shape.keeps}, so nothing was started and "
                "nothing changed: bring it back by `bloodfang admin restore`, or start once with --begin-anew, which "
                "keeps it aside and begins without",
                code=UNUSABLE,
            )


def _missing(folder: Path, name: str, shape: Shape) -> str:
    """The people's file is made first: if it is gone, and the hall's is there, it was there once."""
    if shape is PEOPLE and not (folder / name).exists() and (folder / "hall.sqlite3").exists():
        return "is not there, though the server has run here before"
    return ""


def _house(config: Config) -> House:
    clocks = config.clocks
    presets = (
        NO_CLOCK,
        Preset("relaxed", "Relaxed", clocks.relaxed.move_seconds, clocks.relaxed.bank_seconds),
        Preset("blitz", "Blitz", clocks.blitz.move_seconds, clocks.blitz.bank_seconds),
    )
    try:
        bots = welcomed(config.bots)
    except NoBot as why:
        raise Refused(f"bots: {why}", code=UNUSABLE) from None
    return House(presets=presets, chat=config.chat, bots=bots, bot_processes=config.bot_processes)
