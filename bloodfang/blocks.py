"""Who wants nothing to do with whom, in the people's file."""

from __future__ import annotations

import sqlite3

from bloodfang.match import Refused

MOST = 500


def block(database: sqlite3.Connection, owner: str, other: str) -> None:
    """Let somebody have nothing to do with another; Refused if they have blocked too many, or mean themselves."""
    if owner == other:
        raise Refused("nobody can block themselves")
    if len(blocked(database, owner)) >= MOST:
        raise Refused(f"you have blocked {MOST} people; unblock somebody first")
    database.execute("INSERT INTO blocks (owner, other) VALUES (?, ?) ON CONFLICT DO NOTHING", (owner, other))


def unblock(database: sqlite3.Connection, owner: str, other: str) -> None:
    """Let them meet again."""
    database.execute("DELETE FROM blocks WHERE owner = ? AND other = ?", (owner, other))


def is_blocked(database: sqlite3.Connection, owner: str, other: str) -> bool:
    """Whether the owner has blocked the other; not the other way round."""
    question = "SELECT 1 FROM blocks WHERE owner = ? AND other = ?"
    return database.execute(question, (owner, other)).fetchone() is not None


def blocked(database: sqlite3.Connection, owner: str) -> frozenset[str]:
    """The ids of all whom somebody has blocked."""
    return frozenset(other for (other,) in database.execute("SELECT other FROM blocks WHERE owner = ?", (owner,)))


def forget(database: sqlite3.Connection, person_id: str) -> None:
    """Forget about somebody who is gone."""
    database.execute("DELETE FROM blocks WHERE owner = ? OR other = ?", (person_id, person_id))
