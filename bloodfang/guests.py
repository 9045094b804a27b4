"""Guests in the people's file: there until their code brings them back no more."""

from __future__ import annotations

import sqlite3
from collections.abc import Container

from bloodfang import blocks
from bloodfang.accounts import Person, moment
from bloodfang.ratings import Rating
from bloodfang.recovery import Code

LASTS = 3600.0
"""Seconds after which a guest who has left and plays nothing cannot come back."""


def remember(database: sqlite3.Connection, guest: Person, code: Code) -> None:
    """Let this code bring the guest back, who is here now; the one before ends."""
    forget(database, guest.id)
    database.execute(
        "INSERT INTO guests (id, name, since, hash) VALUES (?, ?, ?, ?)",
        (guest.id, guest.name, guest.since.timestamp(), code.hashed()),
    )


def by_code(database: sqlite3.Connection, code: Code) -> tuple[Person, float | None] | None:
    """The guest of this code, and until when it is good by itself: None while they are here. No account has one."""
    question = "SELECT id, name, since, until FROM guests WHERE hash = ? AND id NOT IN (SELECT id FROM people)"
    row = database.execute(question, (code.hashed(),)).fetchone()
    return (Person(row[0], row[1], True, Rating(), moment(row[2])), row[3]) if row else None


def came_back(database: sqlite3.Connection, guest_id: str) -> bool:
    """The guest is here again; False if they were forgotten meanwhile, or have become an account."""
    return database.execute("UPDATE guests SET until = NULL WHERE id = ?", (guest_id,)).rowcount > 0


def left(database: sqlite3.Connection, now: float, guest_id: str) -> bool:
    """The guest is gone for now; False if no code could bring them back, and they are forgotten."""
    if database.execute("UPDATE guests SET until = ? WHERE id = ?", (now + LASTS, guest_id)).rowcount:
        return True
    blocks.forget(database, guest_id)
    return False


def forget_late(database: sqlite3.Connection, now: float, playing: Container[str]) -> tuple[str, ...]:
    """Forget those who cannot come back any more: their time is over, and they play nothing; their ids."""
    late = [guest for (guest,) in database.execute("SELECT id FROM guests WHERE until <= ?", (now,)).fetchall()]
    gone = tuple(guest for guest in late if guest not in playing)
    for guest in gone:
        forget(database, guest)
        blocks.forget(database, guest)
    return gone


def forget(database: sqlite3.Connection, guest_id: str) -> None:
    """No code brings this guest back."""
    database.execute("DELETE FROM guests WHERE id = ?", (guest_id,))


def begin(database: sqlite3.Connection, now: float) -> dict[str, str]:
    """Nobody is here yet: who was when the server ended has left. The names of all who may come back, by id."""
    database.execute("UPDATE guests SET until = ? WHERE until IS NULL", (now + LASTS,))
    return dict(database.execute("SELECT id, name FROM guests").fetchall())
