"""What is in the database file of the journal, without touching it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bloodfang.journal import JournalTrouble
from bloodfang.paths import shown
from bloodfang.sqlite_file import VERSION


@dataclass(frozen=True, slots=True)
class Look:
    """How many matches there are."""

    matches: int
    unfinished: int


def look(path: Path) -> Look | None:
    """How many matches are in this file, None if there is no file; JournalTrouble if it cannot be told."""
    if not path.exists():
        return None
    if not path.is_file():
        raise JournalTrouble(f"{shown(path)}: this is not a file, so no match can be kept in it")
    # even a reader leaves files beside a database that others may write to, unless it is told that nobody does
    how = "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True)) as connection:
            [version] = connection.execute("SELECT max(version) FROM journal_version").fetchone()
            if version != VERSION:
                raise JournalTrouble(f"{shown(path)}: it was written by another version of the game")
            [said] = connection.execute("PRAGMA quick_check(1)").fetchone()
            if said != "ok":
                raise JournalTrouble(f"{shown(path)}: it is damaged ({said})")
            return Look(*connection.execute("SELECT count(*), count(*) - count(result) FROM matches").fetchone())
    except sqlite3.Error as trouble:
        raise JournalTrouble(f"{shown(path)}: it cannot be read ({trouble})") from trouble
