"""Private rooms: whoever knows the code plays whoever opened it, and nobody finds one by guessing (I8)."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from bloodfang.accounts import Person
from bloodfang.decks import Deck
from bloodfang.guesses import Guesses
from bloodfang.house import House
from bloodfang.refusals import NotThere
from bloodfang.terms import Terms

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Thirty-two that are not taken for one another: five bits each."""
LENGTH = 10
"""Fifty bits."""
_MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})


@dataclass(frozen=True, slots=True)
class Room:
    """An open room, for the eyes of who opened it."""

    code: str
    """As it is told to a friend: ABCDE-FGHJK."""
    by: Person
    terms: Terms


class Rooms:
    """All rooms that are open now; each person has one."""

    def __init__(self, house: House) -> None:
        self._rooms: dict[str, tuple[Room, Deck]] = {}
        """By the code as it is compared."""
        self._guesses = Guesses(house.wrong_joins)

    def of(self, person: str) -> Room | None:
        """This person's room."""
        return next((room for room, _ in self._rooms.values() if room.by.id == person), None)

    def open(self, by: Person, terms: Terms, deck: Deck) -> Room:
        """A new room, instead of the one this person had."""
        self.close(by.id)
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        room = Room(f"{code[:5]}-{code[5:]}", by, terms)
        self._rooms[code] = (room, deck)
        return room

    def became(self, person: Person) -> None:
        """This person has another name now."""
        if room := self.of(person.id):
            code = meant(room.code)
            self._rooms[code] = (replace(room, by=person), self._rooms[code][1])

    def close(self, person: str) -> None:
        """Close this person's room, if there is one."""
        if room := self.of(person):
            del self._rooms[meant(room.code)]

    def find(self, code: str, address: str, key: str, now: float) -> tuple[Room, Deck]:
        """The room of this code; NotThere if there is none, TooOften after too many wrong codes, right or wrong."""
        self._guesses.check(address, key, now)
        found = self._rooms.get(meant(code))
        if found is None:
            self._guesses.count(address, key, now)
            raise NotThere("no room has this code; it may be closed, or one letter is another")
        return found


def meant(code: str) -> str:
    """A code as it is compared, however it was typed."""
    return code[:40].upper().translate(_MEANT)
