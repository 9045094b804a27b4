"""Whoever looks for a rival: open seats that anybody may take, and quick seekers who are brought together."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace

from bloodfang.accounts import Person
from bloodfang.decks import Deck
from bloodfang.house import House
from bloodfang.refusals import NotThere
from bloodfang.terms import Terms


@dataclass(frozen=True, slots=True)
class Seek:
    """One who looks for a rival, as all others may know it."""

    id: str
    by: Person
    terms: Terms
    quick: bool
    """Whether the next who fits will do; else somebody has to take the seat."""
    since: float


Found = tuple[Seek, Deck]


class Seeks:
    """All who look for a rival now; each person once. Whoever waits longest is served first."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._found: dict[str, Found] = {}
        """By person, in the order they came."""
        self._offered: set[str] = set()

    def all(self) -> tuple[Seek, ...]:
        """Everybody's, the longest waiting first."""
        return tuple(seek for seek, _ in self._found.values())

    def of(self, person: str) -> Seek | None:
        """This person's."""
        return self._found[person][0] if person in self._found else None

    def add(self, by: Person, terms: Terms, deck: Deck, quick: bool, now: float) -> Seek:
        """Look for a rival, instead of what this person looked for before."""
        self.drop(by.id)
        seek = Seek(secrets.token_hex(4), by, terms, quick, now)
        self._found[by.id] = (seek, deck)
        return seek

    def drop(self, person: str) -> Found | None:
        """Look no more."""
        self._offered.discard(person)
        return self._found.pop(person, None)

    def became(self, person: Person) -> None:
        """This person has another name or rating now."""
        if found := self._found.get(person.id):
            self._found[person.id] = (replace(found[0], by=person), found[1])

    def take(self, seek_id: str) -> Found:
        """Take an open seat, which is then gone; NotThere if it was gone before."""
        for seek, deck in self._found.values():
            if seek.id == seek_id and not seek.quick:
                self.drop(seek.by.id)
                return seek, deck
        raise NotThere("that seat is taken, or its player has left")

    def pair(self, now: float, may_meet: Callable[[str, str], bool]) -> tuple[Found, Found] | None:
        """The longest waiting quick seeker who has a rival, and the nearest such rival; both are gone then."""
        for one, deck in self._found.values():
            if not one.quick:
                continue
            others = [
                (abs(one.by.rating.rating - other.by.rating.rating), number, other.by.id)
                for number, (other, _) in enumerate(self._found.values())
                if one.terms == other.terms and one.by.id != other.by.id and may_meet(one.by.id, other.by.id)
                if self._near(one, other, now)
            ]
            if others:
                found = self.drop(min(others)[2])
                assert found
                self.drop(one.by.id)
                return (one, deck), found
        return None

    def unlucky(self, now: float) -> tuple[Person, ...]:
        """Those who have waited so long that a bot should be offered; each is named once."""
        found = [
            seek.by
            for seek in self.all()
            if seek.quick and seek.by.id not in self._offered and now - seek.since >= self._house.bot_after
        ]
        self._offered |= {person.id for person in found}
        return tuple(found)

    def due(self, now: float) -> float | None:
        """When waiting longer makes a difference next; None if it never does."""
        steps = [*(after for after, _ in self._house.bands), self._house.bot_after]
        moments = (seek.since + step for seek in self.all() if seek.quick for step in steps)
        return min((moment for moment in moments if moment > now), default=None)

    def _near(self, one: Seek, other: Seek, now: float) -> bool:
        """Whether they are near enough for both; an open seat is for everybody."""
        apart = abs(one.by.rating.rating - other.by.rating.rating)
        return all(apart <= self._band(now - seek.since) for seek in (one, other) if seek.quick)

    def _band(self, waited: float) -> float:
        return max((apart for after, apart in self._house.bands if waited >= after), default=0.0)
