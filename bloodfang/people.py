"""Who plays here: accounts, guests, keys, phrases, blocks, bans and ratings, behind one door.

Everything is durable once it has returned. Refused (of `bloodfang.match`) is for whoever asked, its sentence says what
to do; PeopleTrouble is for whoever looks after the server. Nothing here is logged, and no secret is kept in the clear.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from bloodfang import accounts, bans, blocks, guests, keyring, ladder
from bloodfang.accounts import Person
from bloodfang.bans import Audited, Ban, Kind
from bloodfang.callsigns import MARK_OF_GUESTS, callsign
from bloodfang.guesses import Guesses
from bloodfang.guestbook import Guestbook
from bloodfang.keyring import Key
from bloodfang.ladder import Standing, as_bot
from bloodfang.match import Refused
from bloodfang.paths import shown
from bloodfang.people_file import PEOPLE, PeopleTrouble
from bloodfang.ratings import Rating
from bloodfang.recovery import hashed, is_phrase, new_code, new_phrase, typed_code, typed_phrase
from bloodfang.sqlite_opening import open_database
from bloodfang.sqlite_thread import SqliteThread

__all__ = ["Audited", "Ban", "Key", "People", "PeopleTrouble", "Person", "Rating", "Refused", "Standing", "as_bot"]

P = ParamSpec("P")
T = TypeVar("T")

WRONG_CODES = (10, 60.0)
"""So many wrong codes of guests are heard in so many seconds (as I8 has it for rooms)."""


class People:
    """Made by `open`. A person is meant by their id, a key by its fingerprint ("SHA256:..."), a bot by `as_bot`."""

    @classmethod
    def open(cls, path: Path, clock: Callable[[], float] = time.time) -> tuple[People, str]:
        """The people in this file, and a sentence if it was not as it should be; PeopleTrouble if there can be none."""
        connection, path, notice = open_database(path, PEOPLE)
        for part in ("", "-wal", "-shm"):
            with suppress(OSError):
                Path(f"{path}{part}").chmod(0o600)
        return cls(path, SqliteThread(connection), clock), notice

    def __init__(self, path: Path, thread: SqliteThread, clock: Callable[[], float]) -> None:
        self.path = path
        self._thread = thread
        self._now = clock
        self._closed = False
        self._guests = Guestbook()
        self._guesses = Guesses(WRONG_CODES)
        self._one_at_a_time = asyncio.Lock()  # a phrase takes 16 MB and a whole core to hash
        self._one_guess = asyncio.Lock()  # many at once must not get past the limit

    async def close(self) -> None:
        """Finish what was asked for, and let go of the file."""
        self._closed = True
        await self._thread.close()

    # who they are

    async def by_key(self, fingerprint: str) -> Person | None:
        """Whose key this is; None if it has not been here before."""
        return await self._read(keyring.owner, fingerprint)

    async def by_id(self, person_id: str) -> Person | None:
        """The account with this id, as it is now; None for guests."""
        return await self._read(accounts.by_id, person_id)

    async def by_name(self, name: str) -> Person | None:
        """The account that is called so now, whatever the case."""
        return await self._read(accounts.by_name, name)

    async def enrol(self, name: str, fingerprint: str, note: str = "") -> Person:
        """The account of this key, made if it is new here. Without a name it gets one, and may be renamed later."""
        return await self._write(keyring.enrol, self._now(), accounts.new_id(), name, fingerprint, note)

    async def rename(self, person_id: str, name: str) -> Person:
        """The person under another name; Refused if it cannot be theirs."""
        return await self._write(accounts.rename, self._now(), person_id, name)

    # guests

    async def guest(self, wish: str = "") -> Person:
        """Somebody new who is not kept, by the name they wish for if that can be, else by another. They `leave`."""
        name = ""
        with suppress(Refused):
            name = callsign(wish)
        while not name or self._guests.is_taken(name) or not await self._read(accounts.is_free, self._now(), name):
            name = await self._read(accounts.free_name, self._now())
        if self._guests.is_taken(name):  # another came by this name while we looked
            return await self.guest()
        guest = Person(accounts.new_id(), MARK_OF_GUESTS + name, True, Rating(), accounts.moment(self._now()))
        self._guests.come(guest.id, name)
        return guest

    async def leave(self, guest: Person) -> None:
        """A guest has left, and is forgotten if no code can bring them back; one who was kept meanwhile stays."""
        if self._guests.go(guest.id) and not await self._write(guests.left, self._now(), guest.id):
            self._guests.forget(guest.id)

    async def resume_code(self, guest: Person) -> str:
        """The code that brings this guest back, the same for as long as they are here; nothing for an account."""
        if guest.id in self._guests and not self._guests.code_of(guest.id):
            code = new_code()
            await self._write(guests.remember, guest, code)
            self._guests.give(guest.id, str(code))
        return self._guests.code_of(guest.id)

    async def resume(
        self, code: str, address: str, fingerprint: str = "", plays: Callable[[str], bool] = lambda _: False
    ) -> Person:
        """The guest of this code, who is here again and has to `leave` again; Refused if the code leads to nobody.

        It is good while they are here, for an hour after they have left, and while they have a match, as `plays` says.
        """
        async with self._one_guess:
            now, typed = self._now(), typed_code(code)
            self._guesses.check(address, fingerprint, now)
            found, until = (await self._read(guests.by_code, typed) if typed else None) or (None, None)
            good = found and (until is None or until > now or plays(found.id))
            if not found or not good or not await self._write(guests.came_back, found.id):
                self._guesses.count(address, fingerprint, now)
                raise Refused("this code leads to nobody now: the match is over, or a letter is another")
            self._guests.come(found.id, found.name, str(typed))
            return found

    async def begin_guests(self) -> None:
        """The server begins: who was a guest when it ended has left, and has their name until they are forgotten."""
        for guest_id, name in (await self._write(guests.begin, self._now())).items():
            self._guests.expect(guest_id, name)

    async def forget_guests(self, playing: Collection[str]) -> tuple[str, ...]:
        """Forget the guests whose time is over and who are not among those who play; their ids."""
        gone = await self._write(guests.forget_late, self._now(), frozenset(playing))
        for guest_id in gone:
            self._guests.forget(guest_id)
        return gone

    async def keep(self, guest: Person, name: str, fingerprint: str, note: str = "") -> Person:
        """Make an account of a guest who has brought a key. The id stays: what it plays goes on (promise I6)."""
        kept = await self._write(keyring.keep, self._now(), guest.id, name, fingerprint, note)
        self._guests.forget(guest.id)
        return kept

    async def keep_by_phrase(self, guest: Person, name: str) -> tuple[Person, str]:
        """Make an account of a guest who has no key, and the phrase, to be shown once, that alone leads back to it."""
        phrase = new_phrase()
        proof = await self._slowly(hashed, phrase)
        kept = await self._write(keyring.keep_by_phrase, self._now(), guest.id, name, proof)
        self._guests.forget(guest.id)
        return kept, phrase

    # keys and phrases

    async def keys(self, person_id: str) -> tuple[Key, ...]:
        """Somebody's keys, the oldest first."""
        return await self._read(keyring.keys, person_id)

    async def key_code(self, person_id: str) -> str:
        """A code that brings one more key to this account within ten minutes; the one before ends."""
        code = new_code()
        await self._write(keyring.keep_code, self._now(), person_id, code)
        return str(code)

    async def add_key(self, code: str, fingerprint: str, note: str = "") -> Person:
        """The person who made the code, to whom this key belongs from now on.

        An account that the key's first visit made, and that has nothing yet, is dissolved.
        """
        typed = typed_code(code)
        if typed is None:
            raise Refused("a code is 16 letters and digits, such as 7K2M-Q9XD-04TB-WZ6R")
        said = await self._write(keyring.redeem, self._now(), typed, fingerprint, note)
        if isinstance(said, Refused):  # not raised within: then the try would not have been counted
            raise said
        return said

    async def remove_key(self, person_id: str, fingerprint: str) -> None:
        """Take a key from an account; Refused if nothing else would lead to it."""
        await self._write(keyring.remove, person_id, fingerprint)

    async def has_phrase(self, person_id: str) -> bool:
        """Whether a recovery phrase leads to this account."""
        return bool(await self._read(keyring.phrase_of, person_id))

    async def new_phrase(self, person_id: str) -> str:
        """A recovery phrase for this account, to be shown once; the one before ends."""
        phrase = new_phrase()
        await self._write(keyring.keep_phrase, person_id, await self._slowly(hashed, phrase))
        return phrase

    async def recover(self, name: str, phrase: str, address: str, fingerprint: str = "", note: str = "") -> Person:
        """The person of this name, whose phrase this is; the key they came with, if any, is brought to them."""
        typed = typed_phrase(phrase)
        if typed is None:
            raise Refused("a recovery phrase is five words of five letters")
        network = bans.network_of(address)
        person_id, proof = await self._write(keyring.try_phrase, self._now(), name, network)
        if not await self._slowly(is_phrase, typed, proof):
            raise Refused("the name and the phrase do not belong together")
        return await self._write(keyring.right_phrase, self._now(), person_id, network, fingerprint, note)

    # blocks

    async def block(self, owner: str, other: str) -> None:
        """Let the owner have nothing to do with the other; guests may, too."""
        await self._write(blocks.block, owner, other)

    async def unblock(self, owner: str, other: str) -> None:
        """Let them meet again."""
        await self._write(blocks.unblock, owner, other)

    async def is_blocked(self, owner: str, other: str) -> bool:
        """Whether the owner has blocked the other; not the other way round."""
        return await self._read(blocks.is_blocked, owner, other)

    async def blocked(self, owner: str) -> frozenset[str]:
        """The ids of all whom somebody has blocked."""
        return await self._read(blocks.blocked, owner)

    # bans, for those who look after the server

    async def ban(self, kind: Kind, what: str, by: str, why: str = "", seconds: float | None = None) -> Ban:
        """Keep a "key", a "network" or a "name" out, for ever unless there is a time; noted in the audit."""
        return await self._write(bans.ban, self._now(), kind, what, by, why, seconds)

    async def unban(self, kind: Kind, what: str, by: str) -> None:
        """Let them in again; Refused if there is no such ban."""
        await self._write(bans.unban, self._now(), kind, what, by)

    async def banned(self, person: Person | None = None, fingerprint: str = "", address: str = "") -> Ban | None:
        """The ban that keeps out whoever this is, has this key or comes from there."""
        return await self._read(bans.banned, self._now(), person, fingerprint, address)

    async def bans(self) -> tuple[Ban, ...]:
        """All bans that have not ended, the latest first."""
        return await self._read(bans.running, self._now())

    async def audit(self, by: str, what: str) -> None:
        """Note what somebody who looks after the server did."""
        await self._write(bans.audit, self._now(), by, what)

    async def audited(self, most: int = 100) -> tuple[Audited, ...]:
        """What was noted, the latest first."""
        return await self._read(bans.audited, most)

    # ratings

    async def settle(self, match_id: str, winner: str, loser: str, drawn: bool = False) -> tuple[Rating, Rating] | None:
        """Count a rated match, once however often it is said; both ratings after it, None if there is nothing to count.

        Ratings against bots are kept apart from those among people. Guests have none.
        """
        return await self._write(ladder.settle, self._now(), match_id, winner, loser, drawn)

    async def top(self, most: int = 20, bots: bool = False) -> tuple[Standing, ...]:
        """The strongest people, or the strongest bots."""
        return await self._read(ladder.top, most, bots)

    # the file

    async def _read(self, work: Callable[Concatenate[sqlite3.Connection, P], T], *told: P.args, **more: P.kwargs) -> T:
        return await self._asked(lambda: self._thread.read(lambda database: work(database, *told, **more)))

    async def _write(self, work: Callable[Concatenate[sqlite3.Connection, P], T], *told: P.args, **more: P.kwargs) -> T:
        return await self._asked(lambda: self._thread.write(lambda database: work(database, *told, **more)))

    async def _asked(self, ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
        if self._closed:
            raise PeopleTrouble(f"{shown(self.path)}: it is closed")
        try:
            return await ask()
        except sqlite3.Error as trouble:
            raise PeopleTrouble(f"{shown(self.path)}: {PEOPLE.keeps} cannot be looked up: {trouble}") from trouble

    async def _slowly(self, work: Callable[P, T], *told: P.args, **more: P.kwargs) -> T:
        async with self._one_at_a_time:
            return await asyncio.to_thread(work, *told, **more)
