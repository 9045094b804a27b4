"""Who is here as a guest, or may come back as one: which names they have, and what brings them back; in memory."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from bloodfang.callsigns import MARK_OF_GUESTS, looks


@dataclass(slots=True)
class _Entry:
    looks: frozenset[str]
    here: int = 0
    """By so many connections."""
    code: str = ""
    """Known only while they are here."""


class Guestbook:
    """A guest is meant by their id. While one is in the book, no other has their name."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}
        self._looks: Counter[str] = Counter()
        """How many of them a name looks like: a busy server has thousands, and asks this of each who comes."""

    def __contains__(self, guest_id: str) -> bool:
        return guest_id in self._entries

    def is_taken(self, name: str) -> bool:
        """Whether a guest has this name, or one that looks like it."""
        return not looks(name).isdisjoint(self._looks)

    def expect(self, guest_id: str, name: str) -> None:
        """They may come back."""
        if guest_id not in self._entries:
            entry = self._entries[guest_id] = _Entry(looks(name.removeprefix(MARK_OF_GUESTS)))
            self._looks.update(entry.looks)

    def come(self, guest_id: str, name: str, code: str = "") -> None:
        """They are here; once more, if they were already."""
        self.expect(guest_id, name)
        self._entries[guest_id].here += 1
        self.give(guest_id, code)

    def give(self, guest_id: str, code: str) -> None:
        """This code brings them back."""
        if guest_id in self._entries:
            self._entries[guest_id].code = code

    def code_of(self, guest_id: str) -> str:
        """The code that brings them back, if they are here and it was given to them."""
        return self._entries[guest_id].code if guest_id in self._entries else ""

    def go(self, guest_id: str) -> bool:
        """They go; whether that was all of them."""
        if (entry := self._entries.get(guest_id)) is None:
            return False
        entry.here -= 1
        if not entry.here:
            entry.code = ""
        return not entry.here

    def forget(self, guest_id: str) -> None:
        """They do not come back, or are no guest any more."""
        if entry := self._entries.pop(guest_id, None):
            self._looks.subtract(entry.looks)
            for each in entry.looks:
                if not self._looks[each]:
                    del self._looks[each]
