"""Accounts in the people's file: persons with a name of their own, and guests who become one."""

from __future__ import annotations

import secrets
import sqlite3
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime

from bloodfang import blocks, ladder
from bloodfang.callsigns import callsign, invented, looks, skeleton
from bloodfang.match import Refused
from bloodfang.ratings import Rating

DAY = 24 * 3600.0
REST = 7 * DAY
"""So long nobody else may have a name that was given up."""
MOST_RESTING = 3
"""So many names of one person may rest at once: who changes more often has to wait."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here, as they were when asked for."""

    id: str
    """For ever; also what their folder is called."""
    name: str
    """Safe to show."""
    guest: bool
    """Guests are not kept: when they leave, they are gone."""
    rating: Rating
    """Among people."""
    since: datetime


def new_id() -> str:
    """An id that nobody has had."""
    return secrets.token_hex(10)


def moment(seconds: float) -> datetime:
    """The time as a value."""
    return datetime.fromtimestamp(seconds, UTC)


def by_id(database: sqlite3.Connection, person_id: str) -> Person | None:
    """The person with this id."""
    row = database.execute("SELECT id, name, since FROM people WHERE id = ?", (person_id,)).fetchone()
    if row is None:
        return None
    return Person(row[0], row[1], False, ladder.rating(database, row[0], "people"), moment(row[2]))


def known(database: sqlite3.Connection, person_id: str) -> Person:
    """The person with this id; Refused if there is no such account."""
    if found := by_id(database, person_id):
        return found
    raise Refused("that is for accounts: keep this guest first")


def by_name(database: sqlite3.Connection, name: str) -> Person | None:
    """The person who is called so now, whatever the case; whoever only looks like it is somebody else."""
    wanted = unicodedata.normalize("NFC", name.strip(" ")[:64]).casefold()
    if not wanted.isprintable():
        return None
    question = "SELECT person FROM looks WHERE look = ? AND until IS NULL"
    row = database.execute(question, (skeleton(wanted).casefold(),)).fetchone()
    person = by_id(database, row[0]) if row else None
    return person if person and person.name.casefold() == wanted else None


def create(database: sqlite3.Connection, now: float, person_id: str, wish: str) -> Person:
    """A new account; Refused if the name is not free. Without a wish it gets a name that is."""
    name = callsign(wish) if wish else free_name(database, now)
    try:
        database.execute("INSERT INTO people (id, name, phrase, since) VALUES (?, ?, '', ?)", (person_id, name, now))
    except sqlite3.IntegrityError:
        raise Refused("this guest was kept already") from None
    _claim(database, now, person_id, name)
    return known(database, person_id)


def rename(database: sqlite3.Connection, now: float, person_id: str, wish: str) -> Person:
    """The person under another name; Refused if it is not free, or they change it too often."""
    before, name = known(database, person_id), callsign(wish)
    if name == before.name:
        return before
    if looks(name) != looks(before.name):  # else it is the same name, written another way
        question = "SELECT count(DISTINCT name) FROM looks WHERE person = ? AND until > ? AND name <> ?"
        [resting] = database.execute(question, (person_id, now, name)).fetchone()
        if resting >= MOST_RESTING:
            raise Refused(
                f"you have had {resting} other names in the last {REST / DAY:.0f} days; keep this one a while"
            )
    database.execute("UPDATE looks SET until = ? WHERE person = ? AND until IS NULL", (now + REST, person_id))
    _claim(database, now, person_id, name)
    database.execute("UPDATE people SET name = ? WHERE id = ?", (name, person_id))
    return known(database, person_id)


def is_free(database: sqlite3.Connection, now: float, name: str) -> bool:
    """Whether no account has this name, one that looks like it, or one of these until a short while ago."""
    return not _holders(database, now, name)


def free_name(database: sqlite3.Connection, now: float) -> str:
    """A name that nobody has chosen and nobody has."""
    for most in (100, 100, 1000, 1000, 10_000, 10_000, 1_000_000, 1_000_000):
        if is_free(database, now, name := invented(most)):
            return name
    raise Refused("no free name was found; choose one yourself")


def dissolve(database: sqlite3.Connection, person_id: str) -> None:
    """Forget an account; its keys must be elsewhere by now."""
    for table in ("looks", "codes"):
        database.execute(f"DELETE FROM {table} WHERE person = ?", (person_id,))
    blocks.forget(database, person_id)
    database.execute("DELETE FROM people WHERE id = ?", (person_id,))


def _claim(database: sqlite3.Connection, now: float, person_id: str, name: str) -> None:
    if _holders(database, now, name) - {person_id}:
        raise Refused(f"{name} is somebody else's name, or looks too much like it; choose another")
    for look in looks(name):
        database.execute("DELETE FROM looks WHERE look = ?", (look,))
        database.execute("INSERT INTO looks (look, person, name) VALUES (?, ?, ?)", (look, person_id, name))


def _holders(database: sqlite3.Connection, now: float, name: str) -> set[str]:
    """Whose name this is, or looks like."""
    question = "SELECT person FROM looks WHERE look = ? AND (until IS NULL OR until > ?)"
    return {holder for look in looks(name) for (holder,) in database.execute(question, (look, now))}
