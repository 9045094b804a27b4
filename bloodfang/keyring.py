"""The keys of an account in the people's file: which there are, and how another one comes to it (promise I5)."""

from __future__ import annotations

import hmac
import re
import sqlite3
from dataclasses import dataclass
from datetime import datetime

from bloodfang import guests, ladder
from bloodfang.accounts import Person, by_id, by_name, create, dissolve, known, moment
from bloodfang.match import Refused
from bloodfang.recovery import Code
from bloodfang.speech import spoken

CODE_LIVES = 600.0
CODE_TRIES = 5
"""So many wrong tries end a code, and so many are heard from one key in the time a code lives."""
MOST_KEYS = 20
LONGEST_NOTE = 40

HOUR = 3600.0
PHRASE_TRIES_FROM = 5
"""So many wrong phrases are heard from one network in an hour, ..."""
PHRASE_TRIES_FOR = 30
"""... and for one account: more, so that a stranger who tries cannot keep its owner out for long."""

_FINGERPRINT = re.compile("SHA256:[A-Za-z0-9+/]{43}")
_WRONG_CODE = "this is not a code that works now; make a new one where you are known, and type it here"


@dataclass(frozen=True, slots=True)
class Key:
    """A key of somebody's, as its owner sees it."""

    fingerprint: str
    note: str
    since: datetime


def is_fingerprint(text: str) -> bool:
    """Whether this is how a key is known: SHA256 and 43 signs."""
    return _FINGERPRINT.fullmatch(text) is not None


def owner(database: sqlite3.Connection, fingerprint: str) -> Person | None:
    """Whose key this is."""
    row = database.execute("SELECT person FROM keys WHERE fingerprint = ?", (fingerprint,)).fetchone()
    return by_id(database, row[0]) if row else None


def enrol(database: sqlite3.Connection, now: float, person_id: str, wish: str, fingerprint: str, note: str) -> Person:
    """The account of this key; a new one if the key is new, Refused if its name is not free."""
    # It may come twice at once: then both are the same person.
    return owner(database, fingerprint) or keep(database, now, person_id, wish, fingerprint, note)


def keep(database: sqlite3.Connection, now: float, person_id: str, wish: str, fingerprint: str, note: str) -> Person:
    """A new account with its first key; Refused if the key is somebody's, or the name is not free."""
    if held := owner(database, fingerprint):
        raise Refused(f"this key is {held.name}'s already")
    person = create(database, now, person_id, wish)
    guests.forget(database, person_id)
    _put(database, now, person_id, fingerprint, note)
    return person


def keep_by_phrase(database: sqlite3.Connection, now: float, person_id: str, wish: str, kept: str) -> Person:
    """A new account without a key, and what is kept of the phrase that leads to it; Refused if its name is not free."""
    person = create(database, now, person_id, wish)
    guests.forget(database, person_id)
    keep_phrase(database, person_id, kept)
    return person


def keys(database: sqlite3.Connection, person_id: str) -> tuple[Key, ...]:
    """Somebody's keys, the oldest first."""
    question = "SELECT fingerprint, note, since FROM keys WHERE person = ? ORDER BY since, fingerprint"
    return tuple(Key(print_, note, moment(since)) for print_, note, since in database.execute(question, (person_id,)))


def remove(database: sqlite3.Connection, person_id: str, fingerprint: str) -> None:
    """Take a key from an account; Refused if nothing else would lead to it any more."""
    held = [key.fingerprint for key in keys(database, person_id)]
    if fingerprint not in held:
        raise Refused("this key is not one of yours")
    if len(held) == 1 and not phrase_of(database, person_id):
        raise Refused("this is your last key: add another or make a recovery phrase first")
    database.execute("DELETE FROM keys WHERE fingerprint = ?", (fingerprint,))


def keep_code(database: sqlite3.Connection, now: float, person_id: str, code: Code) -> None:
    """Let this code add a key to the account for a while; the one before ends."""
    known(database, person_id)
    database.execute("DELETE FROM codes WHERE person = ? OR name = ? OR until <= ?", (person_id, code.name, now))
    database.execute(
        "INSERT INTO codes (person, name, hash, until, tries) VALUES (?, ?, ?, ?, 0)",
        (person_id, code.name, code.hashed(), now + CODE_LIVES),
    )


def redeem(database: sqlite3.Connection, now: float, code: Code, fingerprint: str, note: str) -> Person | Refused:
    """Bring a key to the account that made the code. A wrong try is counted, so it is no error but an answer."""
    subject = f"code from {fingerprint}"
    if _tries(database, now - CODE_LIVES, subject) >= CODE_TRIES:
        return Refused(f"too many codes were wrong; try again in {CODE_LIVES / 60:.0f} minutes")
    question = "SELECT person, hash FROM codes WHERE name = ? AND until > ?"
    row = database.execute(question, (code.name, now)).fetchone()
    if row is None or not hmac.compare_digest(row[1], code.hashed()):
        database.execute("UPDATE codes SET tries = tries + 1 WHERE name = ?", (code.name,))
        database.execute("DELETE FROM codes WHERE tries >= ?", (CODE_TRIES,))
        _count(database, now, subject)
        return Refused(_WRONG_CODE)
    person = attach(database, now, row[0], fingerprint, note)
    database.execute("DELETE FROM codes WHERE name = ?", (code.name,))
    return person


def attach(database: sqlite3.Connection, now: float, person_id: str, fingerprint: str, note: str) -> Person:
    """Bring a key to an account, if need be from the one that its first visit made; Refused if that would be lost."""
    before = owner(database, fingerprint)
    if before and before.id != person_id:
        others = len(keys(database, before.id)) > 1 or phrase_of(database, before.id)
        if not others and ladder.has_played(database, before.id):
            raise Refused(f"this key is all that leads to {before.name}: make a recovery phrase for that account first")
        database.execute("DELETE FROM keys WHERE fingerprint = ?", (fingerprint,))
        if not others:
            dissolve(database, before.id)
    if not before or before.id != person_id:
        if len(keys(database, person_id)) >= MOST_KEYS:
            raise Refused(f"an account has at most {MOST_KEYS} keys; remove one first")
        _put(database, now, person_id, fingerprint, note)
    return known(database, person_id)


def keep_phrase(database: sqlite3.Connection, person_id: str, kept: str) -> None:
    """Let a phrase, of which this is the hash, lead to the account; the one before ends."""
    known(database, person_id)
    database.execute("UPDATE people SET phrase = ? WHERE id = ?", (kept, person_id))


def phrase_of(database: sqlite3.Connection, person_id: str) -> str:
    """What is kept of somebody's phrase; nothing, if there is none."""
    row = database.execute("SELECT phrase FROM people WHERE id = ?", (person_id,)).fetchone()
    return str(row[0]) if row else ""


def try_phrase(database: sqlite3.Connection, now: float, name: str, network: str) -> tuple[str, str]:
    """Whom a phrase is tried for, and what is kept of theirs, which may be nothing; Refused if it is tried too often.

    The try counts until `right_phrase`: many at once cannot get past the limit.
    """
    person = by_name(database, name)
    person_id = person.id if person else ""
    subjects = {f"phrase from {network}": PHRASE_TRIES_FROM}
    if person:
        subjects[f"phrase for {person_id}"] = PHRASE_TRIES_FOR
    for subject, most in subjects.items():
        if _tries(database, now - HOUR, subject) >= most:
            raise Refused("too many phrases were wrong; try again in an hour")
    for subject in subjects:
        _count(database, now, subject)
    return person_id, phrase_of(database, person_id)


def right_phrase(
    database: sqlite3.Connection, now: float, person_id: str, network: str, fingerprint: str, note: str
) -> Person:
    """The person whose phrase it was, with the key brought to them if there is one."""
    for subject in (f"phrase from {network}", f"phrase for {person_id}"):
        database.execute("DELETE FROM tries WHERE subject = ?", (subject,))
    return attach(database, now, person_id, fingerprint, note) if fingerprint else known(database, person_id)


def _put(database: sqlite3.Connection, now: float, person_id: str, fingerprint: str, note: str) -> None:
    if not is_fingerprint(fingerprint):
        raise ValueError("a key is known by its fingerprint: SHA256: and 43 signs")
    database.execute(
        "INSERT INTO keys (fingerprint, person, note, since) VALUES (?, ?, ?, ?)",
        (fingerprint, person_id, spoken(note, LONGEST_NOTE), now),
    )


def _tries(database: sqlite3.Connection, after: float, subject: str) -> int:
    row = database.execute("SELECT count(*) FROM tries WHERE subject = ? AND since > ?", (subject, after)).fetchone()
    return int(row[0])


def _count(database: sqlite3.Connection, now: float, subject: str) -> None:
    database.execute("DELETE FROM tries WHERE since <= ?", (now - HOUR,))
    database.execute("INSERT INTO tries (subject, since) VALUES (?, ?)", (subject, now))
