"""A player's session on a server, as the app needs it: who they are, and the lobby they are in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bloodfang.accounts import Person
from bloodfang.home import Home
from bloodfang.journal import JournalTrouble
from bloodfang.people import People, PeopleTrouble
from bloodfang.refusals import Refused
from bloodfang.visit import Visit
from bloodfang_engine.errors import BadRecord

FAILURES = (Refused, JournalTrouble, PeopleTrouble, BadRecord)
"""Why a server may not do what it is asked for. None of them is a bug, and after each nothing has changed."""


@dataclass(slots=True)
class Online:
    """Made by the server for one session."""

    visit: Visit
    people: People
    room: str = ""
    """The code of a room that the player asked for at the door."""
    resume: str = ""
    """What a guest types to come back: a command."""
    home_of: Callable[[Person], Home] | None = None
    """Where somebody's own things are; None if whoever sits here keeps theirs, whoever they turn out to be."""

    @property
    def person(self) -> Person:
        """Who it is, under the name they have now."""
        return self.visit.person

    async def look_up(self) -> None:
        """Know their rating as it is now, and let all others see it."""
        found = await self.people.by_id(self.person.id)
        if found and found != self.person:
            self.visit.lobby.became(found)

    async def go_on_as(self, person: Person) -> None:
        """The session has proved to be somebody else's: from now on it is. Refused if they are kept out."""
        visit = self.visit
        if await self.people.banned(person, visit.key, visit.address):
            raise Refused(f"{person.name} is kept out of this server")
        self.visit = await visit.lobby.enter(person, visit.address, visit.key)
        visit.leave()


def why(failure: Exception) -> str:
    """What a player is told when something was not done: where a server keeps its files is not their business."""
    if isinstance(failure, Refused):
        sentence = str(failure)
    elif isinstance(failure, BadRecord):
        sentence = "this match cannot be taken up again here"
    else:
        sentence = "the server could not write that down, so nothing has happened; try again a little later"
    return f"{sentence[:1].upper()}{sentence[1:]}."
