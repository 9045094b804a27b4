"""What is in a database file of ours: its tables, made, brought up from earlier versions, and checked.

Tables and what is asked of them are written so that PostgreSQL would understand them too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass


class Damaged(Exception):
    """This is no file of this shape, or no longer."""


class Newer(Exception):
    """This is a file of a later version of the game."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a file holds, and how each version of it came from the one before."""

    name: str
    """One word, such as "journal"; the table NAME_version says of which version a file is."""
    keeps: str
    """What would be lost without the file, in the plural: "matches"."""
    steps: Sequence[Sequence[str]]
    """The first makes a new file, of version 1; every other one brings a file up by one version."""
    complete: Sequence[str]
    """Questions that only a file with all its tables and columns can answer."""
    trouble: type[Exception]
    """Raised with a sentence if there can be no such file."""
    may_stand_in: bool = True
    """Whether a new file may be used in place of one that a later version has written."""

    @property
    def version(self) -> int:
        """The version of a file that is up to date."""
        return len(self.steps)


def make(connection: sqlite3.Connection, shape: Shape) -> None:
    """Make all tables where there are none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not tables(connection):  # nobody else has made them since we looked
            connection.execute(f"CREATE TABLE {shape.name}_version (version INTEGER NOT NULL)")
            _take_steps(connection, shape, 0)
        connection.execute("COMMIT")
    except BaseException:
        _give_up(connection)
        raise


def bring_up(connection: sqlite3.Connection, shape: Shape) -> None:
    """Bring a file of an earlier version up to date: all of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        _take_steps(connection, shape, version_of(connection, shape))  # others may have been quicker
        if broken := connection.execute("PRAGMA foreign_key_check").fetchone():
            raise Damaged(f"a line of its table {broken[0]} belongs to nothing")
        connection.execute("COMMIT")
    except BaseException:
        _give_up(connection)
        raise


def version_of(connection: sqlite3.Connection, shape: Shape) -> int:
    """Of which version the file is: ours or an earlier one; Newer or Damaged if it is neither."""
    if f"{shape.name}_version" not in tables(connection):
        raise Damaged("it is a database, but not of this game")
    version = one(connection, f"SELECT max(version) FROM {shape.name}_version")
    if not isinstance(version, int) or version < 1:
        raise Damaged("it does not say of which version it is")
    if version > shape.version:
        raise Newer
    return version


def check_pages(connection: sqlite3.Connection) -> None:
    """Look through the whole file; Damaged if a part of it makes no sense."""
    said = one(connection, "PRAGMA quick_check(1)")
    if said != "ok":
        raise Damaged(str(said))


def check_complete(connection: sqlite3.Connection, shape: Shape) -> None:
    """Damaged if a table or a column is not there."""
    for question in shape.complete:
        try:
            connection.execute(question)
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode != sqlite3.SQLITE_ERROR:
                raise
            raise Damaged(str(wrong)) from wrong


def tables(connection: sqlite3.Connection) -> set[str]:
    """The names of all tables."""
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def one(connection: sqlite3.Connection, question: str) -> object:
    """The first thing in the first line of the answer, None if there is none."""
    row = connection.execute(question).fetchone()
    return row[0] if row else None


def _take_steps(connection: sqlite3.Connection, shape: Shape, version: int) -> None:
    for number, step in enumerate(shape.steps[version:], version + 1):
        for statement in step:
            connection.execute(statement)
        connection.execute(f"DELETE FROM {shape.name}_version")
        connection.execute(f"INSERT INTO {shape.name}_version (version) VALUES ({number})")


def _give_up(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
