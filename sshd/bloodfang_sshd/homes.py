"""Where players' own things are on a server: an account's for good, a guest's until they are gone."""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
from pathlib import Path

from bloodfang.accounts import Person
from bloodfang.catalog import Library
from bloodfang.home import Home
from bloodfang.journal import MemoryJournal
from bloodfang_sshd.logs import tell

log = logging.getLogger(__name__)

_ID = re.compile("[0-9a-f]{20}")
"""Nothing that is called otherwise was put there by us."""


class Homes:
    """A folder for each person, made when there is something to keep; they all play with the same cards."""

    def __init__(self, data: Path, library: Library) -> None:
        self._accounts = data / "players"
        self._guests = data / "guests"
        self._library = library

    def open(self, person: Person) -> Home:
        """Somebody's home."""
        if person.guest:
            return Home.open(self._guests / person.id, library=self._library, journal=MemoryJournal())
        return Home.open(self._place(person.id), library=self._library)

    def guests(self) -> list[str]:
        """The ids of all who have left something where guests do."""
        found = self._guests.iterdir() if self._guests.is_dir() else ()
        return [each.name for each in found if _ID.fullmatch(each.name) and each.is_dir() and not each.is_symlink()]

    async def clear(self, guest_id: str) -> None:
        """A guest is gone, and so is what they had."""
        await asyncio.to_thread(shutil.rmtree, self._guests / guest_id, ignore_errors=True)

    def move_in(self, person_id: str) -> None:
        """A guest has become an account, and nobody is in their rooms: what they had is the account's."""
        before, after = self._guests / person_id, self._accounts / person_id
        try:
            if before.is_dir() and not after.exists():
                after.parent.mkdir(parents=True, exist_ok=True)
                before.rename(after)
        except OSError as trouble:  # it is left where it is, and found there
            tell(log, "homes.unmoved", level=logging.ERROR, person=person_id, why=trouble.strerror)

    def _place(self, person_id: str) -> Path:
        """An account's folder; the one it had as a guest, until it has moved in."""
        before, after = self._guests / person_id, self._accounts / person_id
        return before if before.is_dir() and not after.exists() else after
