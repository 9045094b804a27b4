"""The lobby: who is here, who looks for a rival, and how two of them come to a match."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextvars import Context
from dataclasses import dataclass

from bloodfang.accounts import Person
from bloodfang.challenges import Challenges
from bloodfang.counting import Folk
from bloodfang.decks import Deck
from bloodfang.hall import Hall
from bloodfang.journal import JournalTrouble
from bloodfang.minder import Minder
from bloodfang.news import (
    Announced,
    Began,
    BotOffered,
    Challenge,
    ChallengeOver,
    HallNews,
    LobbyChanged,
    News,
    Seated,
    SeekOver,
    SignedOut,
)
from bloodfang.refusals import NotThere, Refused
from bloodfang.rooms import Rooms
from bloodfang.seating import Sitter
from bloodfang.seeks import Seeks
from bloodfang.terms import Terms
from bloodfang.visit import Visit
from bloodfang_engine.contract import Seat
from bloodfang_engine.errors import BadSetup

log = logging.getLogger(__name__)

QUIET = 1.0
"""Sessions are told at most once in so many seconds that the lobby has changed."""
AT_ONCE, PAUSE = 5, 0.1
"""So many of them at a time, with so many seconds between: all of them paint it anew, and others play meanwhile."""


@dataclass(frozen=True, slots=True)
class Present:
    """Somebody who is here."""

    person: Person
    doing: str
    """One word: `playing`, `watching`, `seeking` or `here`."""


class Lobby:
    """All sessions of a server, in memory: after a restart everybody comes in anew. Made when the hall is open."""

    def __init__(self, hall: Hall, people: Folk) -> None:
        self.hall = hall
        self.people = people
        self.now = hall.now
        self.seeks = Seeks(hall.house)
        self.rooms = Rooms(hall.house)
        self.challenges = Challenges(hall.house)
        self._visits: dict[str, list[Visit]] = {}
        """By person."""
        self._here: tuple[Present, ...] | None = None
        self._blocked: dict[str, frozenset[str]] = {}
        self._minder = Minder(self.tick, self._due, hall.now)
        self._rung = 0.0
        self._ringing: asyncio.TimerHandle | None = None
        self._untold: list[Visit] = []
        """Those who have not been told yet what the others were."""
        self._is_new = False
        """Something has changed since the first of them were told."""
        hall.subscribe(self._heard)

    async def enter(self, person: Person, address: str, key: str = "") -> Visit:
        """A session of this person begins. Whoever enters, leaves: in `finally`."""
        blocked = await self.people.blocked(person.id)
        self._blocked[person.id] = blocked
        visit = Visit(self, person, address, key)
        self._visits.setdefault(person.id, []).append(visit)
        self.changed()
        return visit

    def left(self, visit: Visit) -> None:
        """The session is over; with a person's last one, all they asked for is."""
        person, visits = visit.person, self._visits.get(visit.person.id, [])
        if visit in visits:
            visits.remove(visit)
        if not visits:
            self._visits.pop(person.id, None)
            self.withdraw(person, f"{person.name} has left")
            self._blocked.pop(person.id, None)
        self.changed()

    def became(self, person: Person) -> None:
        """The person is known under another name now, or a guest has become an account; the id is the same."""
        for visit in self.visits_of(person.id):
            visit.person = person
        for those in (self.seeks, self.rooms, self.challenges):
            those.became(person)
        self.hall.renamed(person.id, person.name)
        self.changed()

    def sign_out(self, here: Visit, key: str | None = None) -> None:
        """End all other sessions of whoever is here that came by this key, which is theirs no more; or simply all."""
        for visit in self.visits_of(here.person.id):
            if visit is not here and (key is None or visit.key == key):
                visit.news.tell(SignedOut("this account was made safe from another session, and that ended this one"))

    async def close(self) -> None:
        """Nobody is looked for any more; all news end."""
        await self._minder.close()
        if self._ringing:
            self._ringing.cancel()
        for visit in self._all():
            visit.leave()

    # who is here

    def here(self) -> tuple[Present, ...]:
        """Everybody once, by name."""
        if self._here is None:
            people = sorted((visits[0].person for visits in self._visits.values()), key=lambda one: one.name.casefold())
            self._here = tuple(Present(each, self._doing(each)) for each in people)
        return self._here

    def find(self, name: str) -> Person:
        """Whoever is here under this name; NotThere if nobody is."""
        for present in self.here():
            if present.person.name.casefold() == name.strip().casefold():
                return present.person
        raise NotThere("nobody of that name is here now")

    def visits_of(self, person: str) -> tuple[Visit, ...]:
        """The sessions of this person."""
        return tuple(self._visits.get(person, ()))

    def may_meet(self, one: str, other: str) -> bool:
        """Whether neither has blocked the other."""
        return other not in self._blocked.get(one, ()) and one not in self._blocked.get(other, ())

    async def block(self, owner: str, other: str, *, blocked: bool) -> None:
        """Let these two have nothing to do with each other any more, or again."""
        await (self.people.block if blocked else self.people.unblock)(owner, other)
        self._blocked[owner] = await self.people.blocked(owner)

    def tell(self, person: str, news: News) -> None:
        """Tell every session of a person."""
        for visit in self.visits_of(person):
            visit.news.tell(news)

    def announce(self, text: str) -> None:
        """Tell everybody."""
        for visit in self._all():
            visit.news.tell(Announced(text))

    def changed(self) -> None:
        """Tell those who look at the lobby to look again, soon."""
        self._here = None
        self._is_new = True
        if self._ringing is None:
            self._ring_in(min(QUIET, self._rung + QUIET - self.now()))

    # how a match comes about

    async def begin(
        self, one: tuple[Person, Deck], other: tuple[Person, Deck], terms: Terms, *, private: bool = False
    ) -> None:
        """A match of these two, with seats drawn by lot, and both are told.

        Refused if it cannot begin: then the first, who was waiting for it, is told why.
        """
        pairs = [one, other]
        if secrets.randbelow(2):
            pairs.reverse()
        first, second = (Sitter(person.name, person.id, deck=deck.name) for person, deck in pairs)
        try:
            await self.hall.begin((first, second), (pairs[0][1], pairs[1][1]), terms, private=private)
        except (Refused, BadSetup, JournalTrouble) as wrong:
            log.warning("lobby.unbegun why=%s", type(wrong).__name__)
            # where a server keeps its files is not for players to know
            because = "the server could not write it down" if isinstance(wrong, JournalTrouble) else wrong
            why = f"the match could not begin: {because}"
            self.tell(one[0].id, SeekOver(why))
            raise Refused(why) from wrong

    async def pair(self) -> None:
        """Bring together who can be."""
        while found := self.seeks.pair(self.now(), self.may_meet):
            (one, deck), (other, its_deck) = found
            try:
                await self.begin((one.by, deck), (other.by, its_deck), one.terms)
            except Refused as why:
                self.tell(other.by.id, SeekOver(str(why)))
            self.changed()

    async def tick(self) -> None:
        """Do what waiting has brought: pairs further apart, a bot for who waits long, an end to old challenges."""
        await self.pair()
        for person in self.seeks.unlucky(self.now()):
            self.tell(person.id, BotOffered())
        self.drop(self.challenges.expired(self.now()), "nobody answered in time")

    def wait(self) -> None:
        """Somebody waits for something."""
        self._minder.look(self._due())

    def withdraw(self, person: Person, why: str) -> None:
        """This person wants nothing more: no rival, no room, no challenge."""
        self.seeks.drop(person.id)
        self.rooms.close(person.id)
        self.drop(self.challenges.forget(person.id), why)

    def drop(self, challenges: tuple[Challenge, ...], why: str) -> None:
        """Tell both sides that these came to nothing."""
        for each in challenges:
            for person in (each.by, each.to):
                self.tell(person.id, ChallengeOver(each, why))

    # within

    def _heard(self, news: HallNews) -> None:
        sitters = news.seating.sitters
        against_bot = bool(news.seating.bots)
        for seat, sitter in zip(Seat, sitters, strict=True) if isinstance(news, Began) else ():
            for visit in self.visits_of(sitter.person)[:1]:
                if not against_bot:
                    self.withdraw(visit.person, f"{visit.person.name} is playing now")
            self.tell(sitter.person, Seated(news.seating.match_id, seat, sitters[seat.rival].name, against_bot))
        self.changed()

    def _doing(self, person: Person) -> str:
        visits = self.visits_of(person.id)
        if any(visit.is_playing for visit in visits):
            return "playing"
        if self.seeks.of(person.id):
            return "seeking"
        chairs = [chair for visit in visits for chair in visit.chairs]
        if any(chair.seat is not None and not chair.live.match.outcome for chair in chairs):
            return "playing"  # a bot
        return "watching" if any(chair.seat is None for chair in chairs) else "here"

    def _due(self) -> float | None:
        moments = (self.seeks.due(self.now()), self.challenges.due())
        return min((moment for moment in moments if moment is not None), default=None)

    def _ring_in(self, seconds: float) -> None:
        # In a context of its own: it may go on when the session that changed something is over.
        loop = asyncio.get_running_loop()
        self._ringing = loop.call_later(max(0.0, seconds), self._ring, context=Context())

    def _ring(self) -> None:
        self._ringing = None
        if not self._untold:
            self._rung, self._is_new = self.now(), False
            self._untold = [visit for visit in self._all() if not visit.is_playing]
        told, self._untold = self._untold[:AT_ONCE], self._untold[AT_ONCE:]
        for visit in told:
            visit.news.tell(LobbyChanged())
        if self._untold:
            self._ring_in(PAUSE)
        elif self._is_new:
            self._ring_in(min(QUIET, self._rung + QUIET - self.now()))

    def _all(self) -> tuple[Visit, ...]:
        return tuple(visit for visits in self._visits.values() for visit in visits)
