"""Who somebody is: a key counts only after its signature was verified on this connection, and a name never does."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Protocol

import asyncssh
from asyncssh.public_key import decode_ssh_public_key

from bloodfang import refusals
from bloodfang.accounts import Person
from bloodfang.bans import Ban
from bloodfang.refusing import Refused
from bloodfang_sshd import texts
from bloodfang_sshd.config import Config
from bloodfang_sshd.keys import fingerprint

SMALLEST_RSA, LARGEST_RSA = 2_048, 8_192
"""Bits. Fewer can be broken, more only cost time."""


class Register(Protocol):
    """Where people are known by their keys: `bloodfang.people.People`."""

    async def by_key(self, fingerprint: str) -> Person | None:
        """Whose key it is."""

    async def enrol(self, name: str, fingerprint: str, note: str = "") -> Person:
        """The account of a key; without a name a new one gets one that is free."""

    async def guest(self, wish: str = "") -> Person:
        """Somebody without an account, under a name that shows it."""

    async def resume_code(self, guest: Person) -> str:
        """The code that brings a guest back; nothing if they are none any more."""

    async def resume(self, code: str, address: str, fingerprint: str = "") -> Person:
        """The guest of this code, as they were; Refused (of `bloodfang.refusals`) if it leads to nobody."""

    async def leave(self, guest: Person) -> None:
        """A guest has gone; who came back by a code leaves once more."""

    async def banned(self, person: Person | None = None, fingerprint: str = "", address: str = "") -> Ban | None:
        """Why they are kept out, if they are."""


class GuestList(Protocol):
    """Who may come to a closed server, beside those its settings list: `bloodfang.invites.Invites`."""

    def is_invite(self, word: str) -> bool:
        """Whether this is an invitation that holds."""

    def is_allowed(self, fingerprint: str) -> bool:
        """Whether this key came with one before."""

    async def allow(self, fingerprint: str, word: str = "") -> None:
        """From now on this key needs none."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who has signed in."""

    person: Person
    fingerprint: str
    """Of the key they have proven to hold; guests have none."""
    new: bool
    """The account was made just now."""
    is_admin: bool
    """Their key is listed: nothing else makes an admin (I7)."""


class Login:
    """What one connection has shown so far. Only `verified` makes it somebody's; everything else takes that back."""

    def __init__(self, config: Config, guest_list: GuestList | None = None) -> None:
        self._config = config
        self._guest_list = guest_list
        self._user = ""
        self._invite = ""
        """An invitation that was brought otherwise than as the user name."""
        self._proof = ""
        self._keys: dict[bytes, int] = {}
        self._others = 0

    def begin(self, user: str) -> None:
        """Another user name: all that was shown for the one before is void (I2)."""
        self._user = user
        self._proof = ""

    def asked(self, method: bytes) -> None:
        """Something is tried; whatever was proven before is not proven by this (I1)."""
        self._proof = ""
        if method != b"publickey":
            self._others += 1

    def offered(self, blob: bytes) -> None:
        """A key is offered, perhaps signed; once to ask and once to sign is free, more are tries."""
        self._proof = ""
        times = self._keys[blob] = self._keys.get(blob, 0) + 1
        self._others += times > 2

    def verified(self, blob: bytes) -> None:
        """The signature of a key was verified just now, on this connection: that is who they are (I1)."""
        self._proof = fingerprint(decode_ssh_public_key(blob))

    @property
    def tried_too_often(self) -> bool:
        """N6."""
        limits = self._config.limits
        return len(self._keys) > limits.key_tries or self._others > limits.other_tries

    def admits_key(self, key: asyncssh.SSHKey) -> bool:
        """Whether this key may be used to sign in; whether it is theirs is another question."""
        return is_sound(key) and self._welcomes(fingerprint(key))

    @property
    def admits_guest(self) -> bool:
        """Whether they may sign in without a key (I6); where there are invitations, they may still bring one."""
        return self._guest_list is not None or self._welcomes("")

    def brings(self, command: str) -> bool:
        """Whether a command is `join INVITATION`: then it lets them in, as if it had been the user name."""
        verb, _, word = command.partition(" ")
        if verb != "join" or self._guest_list is None or not self._guest_list.is_invite(word):
            return False
        self._invite = word
        return True

    def _welcomes(self, key: str) -> bool:
        """Whether the server is open to whoever has this key, or none: it is for all, or for them (O10)."""
        config, guests = self._config, self._guest_list
        listed = key in (*config.allowed, *config.admins) or (guests is not None and guests.is_allowed(key))
        return not config.closed or listed or self._is_invited

    @property
    def _is_invited(self) -> bool:
        invite, guests = self._config.invite, self._guest_list
        named = bool(invite) and hmac.compare_digest(self._user.encode(), invite.encode())
        return named or bool(self._invite) or (guests is not None and guests.is_invite(self._user))

    async def arrival(self, people: Register, address: str) -> Arrival:
        """Who they are, now that they have signed in; Refused if they are kept out.

        A key that is new here has no account but a new one, whatever the user name says (I4).
        """
        proof = self._proof
        if not self._welcomes(proof):
            raise Refused(texts.NOT_INVITED)
        if ban := await people.banned(None, proof, address):
            raise Refused(texts.banned(ban.until))
        known = await people.by_key(proof) if proof else None
        person = known or await (people.enrol("", proof) if proof else people.guest())
        if known and (ban := await people.banned(known, proof, address)):
            raise Refused(texts.banned(ban.until))
        if proof and self._guest_list and self._is_invited:
            await self._guest_list.allow(proof, self._invite or self._user)
        return Arrival(person, proof, new=known is None, is_admin=proof in self._config.admins)

    async def resumed(self, people: Register, address: str, code: str) -> Arrival:
        """The guest whose code this is, whatever key they have now; Refused if it is nobody's, or they are kept out.

        The code was given to somebody who had been let in: where a server is closed, it opens.
        """
        if ban := await people.banned(None, self._proof, address):
            raise Refused(texts.banned(ban.until))
        try:
            guest = await people.resume(code, address, self._proof)
        except refusals.Refused as why:
            raise Refused(texts.sentence(str(why))) from None
        if ban := await people.banned(guest, self._proof, address):
            await people.leave(guest)
            raise Refused(texts.banned(ban.until))
        return Arrival(guest, "", new=False, is_admin=False)


def is_sound(key: asyncssh.SSHKey) -> bool:
    """Whether a key is of a kind and size that can be trusted (N17)."""
    if key.get_algorithm() == "ssh-rsa":
        return isinstance(size := getattr(key.pyca_key, "key_size", 0), int) and SMALLEST_RSA <= size <= LARGEST_RSA
    return key.get_algorithm() != "ssh-dss"
