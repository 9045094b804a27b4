"""Who has asked whom for a match, until it is answered or too old."""

from __future__ import annotations

import secrets
from collections import defaultdict
from dataclasses import replace

from bloodfang.accounts import Person
from bloodfang.decks import Deck
from bloodfang.house import House
from bloodfang.news import Challenge
from bloodfang.pace import Pace
from bloodfang.refusals import NotThere, Refused
from bloodfang.terms import Terms


class Challenges:
    """All challenges that wait for an answer; at most one from anybody to anybody."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._open: dict[str, tuple[Challenge, Deck]] = {}
        self._paces: defaultdict[str, Pace] = defaultdict(lambda: Pace(house.challenges))

    def of(self, person: str) -> tuple[Challenge, ...]:
        """Those by this person and to this person."""
        return tuple(each for each, _ in self._open.values() if person in (each.by.id, each.to.id))

    def add(self, by: Person, to: Person, terms: Terms, deck: Deck, now: float) -> Challenge:
        """Ask; Refused if they were asked already, TooOften if it is done all the time."""
        if any((each.by.id, each.to.id) == (by.id, to.id) for each in self.of(by.id)):
            raise Refused(f"you have asked {to.name} already; wait for an answer")
        self._paces[by.id].check(now, "you have asked many people")
        self._paces[by.id].count(now)
        challenge = Challenge(secrets.token_hex(4), by, to, terms, now)
        self._open[challenge.id] = (challenge, deck)
        return challenge

    def take(self, challenge_id: str, *, to: str = "", by: str = "") -> tuple[Challenge, Deck]:
        """The challenge to this person, or by this person, which is then gone; NotThere if it was gone before."""
        found = self._open.get(challenge_id)
        if found is None or (to and found[0].to.id != to) or (by and found[0].by.id != by):
            raise NotThere("that challenge is over")
        return self._open.pop(challenge_id)

    def forget(self, person: str) -> tuple[Challenge, ...]:
        """Drop all by this person and to this person; those that were dropped."""
        gone = self.of(person)
        for each in gone:
            del self._open[each.id]
        return gone

    def became(self, person: Person) -> None:
        """This person has another name now."""
        for each, deck in tuple(self._open.values()):
            by, to = (person if one.id == person.id else one for one in (each.by, each.to))
            self._open[each.id] = (replace(each, by=by, to=to), deck)

    def expired(self, now: float) -> tuple[Challenge, ...]:
        """Drop those that nobody answered for too long."""
        old = [each for each, _ in self._open.values() if now - each.since >= self._house.challenge_lasts]
        for each in old:
            del self._open[each.id]
        for person in [who for who, pace in self._paces.items() if pace.idle(now)]:
            del self._paces[person]
        return tuple(old)

    def due(self) -> float | None:
        """When the next will be too old."""
        return min((each.since + self._house.challenge_lasts for each, _ in self._open.values()), default=None)
