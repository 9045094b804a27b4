"""What tests of halls and lobbies share: a clock that tests move, people without a file, and matches to play."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from bloodfang.accounts import Person
from bloodfang.catalog import Library, load_shipped
from bloodfang.chair import Chair
from bloodfang.decks import Deck
from bloodfang.hall import Hall
from bloodfang.hallfile import HallStore, MemoryStore
from bloodfang.house import House
from bloodfang.journal import Journal, MemoryJournal
from bloodfang.live import Live
from bloodfang.ratings import Rating, rated
from bloodfang.seating import Sitter
from bloodfang.terms import Terms
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import PASS

A, B = Seat.FIRST, Seat.SECOND


class Moments:
    """The time, which passes only when a test says so."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time

    def pass_by(self, seconds: float) -> None:
        self.time += seconds


class Villagers:
    """People without a file. Keeps `bloodfang.counting.Folk`."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.blocks: set[tuple[str, str]] = set()
        self.counted: dict[str, tuple[str, str, bool]] = {}
        self.asked: list[str] = []

    def add(self, name: str, rating: float = 1500.0, *, guest: bool = False) -> Person:
        person = Person(f"id-{name.lower()}", name, guest, Rating(rating, 80), datetime(2030, 1, 1, tzinfo=UTC))
        self.people[person.id] = person
        return person

    async def by_id(self, person_id: str) -> Person | None:
        return self.people.get(person_id)

    async def settle(self, match_id: str, winner: str, loser: str, drawn: bool = False) -> tuple[Rating, Rating] | None:
        self.asked.append(match_id)
        if match_id in self.counted:
            return None
        self.counted[match_id] = (winner, loser, drawn)
        new = rated(self.people[winner].rating, self.people[loser].rating, drawn)
        for person, rating in zip((winner, loser), new, strict=True):
            self.people[person] = replace(self.people[person], rating=rating)
        return new

    async def blocked(self, owner: str) -> frozenset[str]:
        return frozenset(other for who, other in self.blocks if who == owner)

    async def block(self, owner: str, other: str) -> None:
        self.blocks.add((owner, other))

    async def unblock(self, owner: str, other: str) -> None:
        self.blocks.discard((owner, other))


@cache
def library() -> Library:
    """The shipped cards."""
    return Library((load_shipped(),))


def decks() -> tuple[Deck, Deck]:
    """Two shipped decks."""
    first, second, *_ = library().catalogs[0].decks.values()
    return first, second


def sitter(person: Person, deck: Deck | None = None) -> Sitter:
    return Sitter(person.name, person.id, deck=deck.name if deck else "")


class Place:
    """A hall with two people in it, Ann and Bo, and the time in the test's hands."""

    def __init__(
        self, journal: Journal | None = None, store: HallStore | None = None, house: House | None = None
    ) -> None:
        self.now = Moments()
        self.people = Villagers()
        self.ann, self.bo = self.people.add("Ann"), self.people.add("Bo")
        self.journal = journal or MemoryJournal()
        self.store = store or MemoryStore()
        self.house = house or House(bot_pause=0.0)
        self.hall = self.new_hall()

    def new_hall(self) -> Hall:
        """Another hall with the same files and people, as after a restart."""
        return Hall(self.journal, library(), self.people, self.store, self.house, self.now)

    async def begin(self, terms: Terms | None = None, *, seed: int = 7, private: bool = False) -> Live:
        """A match of Ann and Bo."""
        return await self.hall.begin(
            (sitter(self.ann), sitter(self.bo)), decks(), terms or Terms(), seed=seed, private=private
        )

    async def both(self, terms: Terms | None = None, *, private: bool = False) -> tuple[Chair, Chair]:
        """Ann and Bo at their seats, in a new match."""
        live = await self.begin(terms, private=private)
        return await self.hall.sit(live.id, self.ann.id), await self.hall.sit(live.id, self.bo.id)


async def play_on(chairs: tuple[Chair, Chair], acts: int = 1000, seed: int = 3) -> None:
    """Random acts, each through the chair of whoever is to act; nobody passes who could play."""
    lot = random.Random(seed)
    match = chairs[0].live.match
    for _ in range(acts):
        if match.outcome:
            return
        seat = lot.choice(match.to_act)
        legal = match.latest(seat).legal
        await chairs[seat].submit(lot.choice([act for act in legal if act != PASS] or legal), match.version)
