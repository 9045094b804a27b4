"""Who comes and who goes: as the people's file knows them, and with what guests need to come back or leave behind."""

from __future__ import annotations

import logging

from bloodfang.accounts import Person
from bloodfang.bans import Ban
from bloodfang.lobby import Lobby
from bloodfang.people import People, PeopleTrouble
from bloodfang.refusing import UNUSABLE, Refused
from bloodfang_sshd.homes import Homes

log = logging.getLogger(__name__)


class Reception:
    """Keeps `bloodfang_sshd.identity.Register`. Call `open` first: it tidies up what a sudden end has left."""

    def __init__(self, people: People, lobby: Lobby, homes: Homes) -> None:
        self._people = people
        self._lobby = lobby
        self._homes = homes

    async def open(self) -> None:
        """Expect the guests who may come back; what all others have left is gone. Accounts keep theirs.

        Refused if the people's file cannot be written to.
        """
        try:
            await self._people.begin_guests()
            await self._people.forget_guests(self._lobby.hall.players())
        except PeopleTrouble as trouble:
            raise Refused(str(trouble), code=UNUSABLE) from None
        for guest_id in self._homes.guests():
            await self._tidy(guest_id)

    async def by_key(self, fingerprint: str) -> Person | None:
        return await self._people.by_key(fingerprint)

    async def enrol(self, name: str, fingerprint: str, note: str = "") -> Person:
        return await self._people.enrol(name, fingerprint, note)

    async def banned(self, person: Person | None = None, fingerprint: str = "", address: str = "") -> Ban | None:
        return await self._people.banned(person, fingerprint, address)

    async def guest(self, wish: str = "") -> Person:
        return await self._people.guest(wish)

    async def resume_code(self, guest: Person) -> str:
        try:
            return await self._people.resume_code(guest)
        except PeopleTrouble:  # who cannot come back can still play
            log.exception("reception.no_code")
            return ""

    async def resume(self, code: str, address: str, fingerprint: str = "") -> Person:
        return await self._people.resume(code, address, fingerprint, self._plays)

    async def leave(self, guest: Person) -> None:
        await self._people.leave(guest)
        for guest_id in (*await self._people.forget_guests(self._lobby.hall.players()), guest.id):
            await self._tidy(guest_id)

    async def _tidy(self, guest_id: str) -> None:
        """Clear the home of a guest who is gone and has nothing unfinished; one who has become an account moves in."""
        if self._lobby.visits_of(guest_id):
            return
        if await self._people.by_id(guest_id):
            self._homes.move_in(guest_id)
        elif not self._plays(guest_id):
            await self._homes.clear(guest_id)

    def _plays(self, person_id: str) -> bool:
        return bool(self._lobby.hall.of(person_id))
