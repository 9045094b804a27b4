"""The database file of the journal."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bloodfang.journal import JournalTrouble
from bloodfang.sqlite_opening import open_database
from bloodfang.sqlite_shape import Shape

_FIRST = (
    """CREATE TABLE matches (
        id TEXT NOT NULL PRIMARY KEY,
        setup TEXT NOT NULL,
        places TEXT NOT NULL,
        takebacks INTEGER NOT NULL,
        began TEXT NOT NULL,
        touched TEXT NOT NULL,
        entries INTEGER NOT NULL,
        result TEXT
    )""",
    """CREATE TABLE entries (
        match_id TEXT NOT NULL REFERENCES matches (id),
        number INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (match_id, number)
    )""",
    "CREATE INDEX matches_by_touch ON matches (touched)",
)
JOURNAL = Shape(
    name="journal",
    keeps="matches",
    steps=(_FIRST,),
    complete=(
        "SELECT id, setup, places, takebacks, began, touched, entries, result FROM matches LIMIT 0",
        "SELECT match_id, number, entry FROM entries LIMIT 0",
    ),
    trouble=JournalTrouble,
)
VERSION = JOURNAL.version


def open_file(path: Path) -> tuple[sqlite3.Connection, Path, str]:
    """The database, where it is, and a sentence if something was wrong; JournalTrouble if there can be none."""
    return open_database(path, JOURNAL)
