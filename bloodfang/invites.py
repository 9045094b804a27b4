"""Who may come to a closed server: whoever brings an invitation, and every key that once came with one.

An invitation is 16 letters and digits, 60 bits of them secret. It is shown once, kept as a hash, and good for as many
friends as it is told to until its time is over.
"""

from __future__ import annotations

import hmac
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bloodfang.paths import shown
from bloodfang.recovery import new_code, typed_code
from bloodfang.speech import spoken
from bloodfang.sqlite_opening import open_database
from bloodfang.sqlite_shape import Shape
from bloodfang.sqlite_thread import SqliteThread, Work

DAYS = 30.0
"""So long an invitation lasts if nobody says otherwise."""
DAY = 86_400.0


class InvitesTrouble(Exception):
    """The file cannot be used; nothing was written. The sentence is for whoever looks after the server."""


INVITES = Shape(
    name="invites",
    keeps="invitations",
    steps=(
        (
            "CREATE TABLE invites (name TEXT NOT NULL PRIMARY KEY, hash TEXT NOT NULL, note TEXT NOT NULL,"
            " since REAL NOT NULL, until REAL NOT NULL)",
            "CREATE TABLE allowed (fingerprint TEXT NOT NULL PRIMARY KEY, invite TEXT NOT NULL, since REAL NOT NULL)",
        ),
    ),
    complete=(
        "SELECT name, hash, note, since, until FROM invites LIMIT 0",
        "SELECT fingerprint, invite, since FROM allowed LIMIT 0",
    ),
    trouble=InvitesTrouble,
)


@dataclass(frozen=True, slots=True)
class Invite:
    """An invitation, without what makes it one."""

    name: str
    """Its first four signs: which it is, and no secret."""
    note: str
    since: float
    until: float


class Invites:
    """Made by `open`. Questions are answered from memory, at once; what is changed is durable when it has returned."""

    @classmethod
    async def open(cls, path: Path, clock: Callable[[], float] = time.time) -> tuple[Invites, str]:
        """The invitations in this file, and a sentence if it was not as it should be; InvitesTrouble if none can be."""
        connection, path, notice = open_database(path, INVITES)
        for part in ("", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{path}{part}").chmod(0o600)
        found = cls(path, SqliteThread(connection), clock)
        await found._load()
        return found, notice

    def __init__(self, path: Path, thread: SqliteThread, clock: Callable[[], float]) -> None:
        self.path = path
        self._thread = thread
        self._now = clock
        self._invites: dict[str, tuple[Invite, str]] = {}
        self._allowed: set[str] = set()

    async def close(self) -> None:
        """Finish what was asked for, and let go of the file."""
        await self._thread.close()

    # questions

    def is_invite(self, word: str) -> bool:
        """Whether this is an invitation that holds, however it was typed."""
        typed = typed_code(word)
        if typed is None:
            return False
        invite, kept = self._invites.get(typed.name, (None, ""))
        right = hmac.compare_digest(typed.hashed(), kept)
        return right and invite is not None and self._now() < invite.until

    def is_allowed(self, fingerprint: str) -> bool:
        """Whether this key came with an invitation once."""
        return fingerprint in self._allowed

    def all(self) -> tuple[Invite, ...]:
        """The invitations that hold, the latest first."""
        now = self._now()
        held = (invite for invite, _ in self._invites.values() if now < invite.until)
        return tuple(sorted(held, key=lambda invite: -invite.since))

    # commands

    async def new(self, note: str = "", days: float = DAYS) -> str:
        """An invitation, to be shown once: nobody can look it up again."""
        code, now = new_code(), self._now()
        while code.name in self._invites:
            code = new_code()
        invite = Invite(code.name, spoken(note), now, now + days * DAY)
        row = (invite.name, code.hashed(), invite.note, invite.since, invite.until)
        await self._write(lambda database: database.execute("INSERT INTO invites VALUES (?, ?, ?, ?, ?)", row))
        self._invites[code.name] = invite, code.hashed()
        return str(code)

    async def end(self, name: str) -> bool:
        """Let an invitation hold no more; whether there was one. Who came with it may come again."""
        name = name.strip().upper()[:4]
        await self._write(lambda database: database.execute("DELETE FROM invites WHERE name = ?", (name,)))
        return self._invites.pop(name, None) is not None

    async def allow(self, fingerprint: str, word: str = "") -> None:
        """Let this key come without an invitation from now on; the word is the one that it came with."""
        if fingerprint in self._allowed:
            return
        typed = typed_code(word)
        row = (fingerprint, typed.name if typed else "", self._now())
        await self._write(lambda database: database.execute("INSERT OR IGNORE INTO allowed VALUES (?, ?, ?)", row))
        self._allowed.add(fingerprint)

    async def disallow(self, fingerprint: str) -> bool:
        """Let this key come only with an invitation again; whether it could do without."""
        await self._write(
            lambda database: database.execute("DELETE FROM allowed WHERE fingerprint = ?", (fingerprint,))
        )
        known = fingerprint in self._allowed
        self._allowed.discard(fingerprint)
        return known

    # the file

    async def _load(self) -> None:
        def work(database: sqlite3.Connection) -> tuple[list[tuple[str, str, str, float, float]], list[tuple[str]]]:
            invites = database.execute("SELECT name, hash, note, since, until FROM invites").fetchall()
            return invites, database.execute("SELECT fingerprint FROM allowed").fetchall()

        try:
            invites, allowed = await self._thread.read(work)
        except sqlite3.Error as trouble:
            raise InvitesTrouble(f"{shown(self.path)}: {INVITES.keeps} cannot be read: {trouble}") from trouble
        for name, kept, note, since, until in invites:
            self._invites[name] = Invite(name, note, since, until), kept
        self._allowed = {fingerprint for (fingerprint,) in allowed}

    async def _write(self, work: Work[object]) -> None:
        try:
            await self._thread.write(lambda database: work(database) and None)
        except sqlite3.Error as trouble:
            raise InvitesTrouble(f"{shown(self.path)}: {INVITES.keeps} cannot be written: {trouble}") from trouble
