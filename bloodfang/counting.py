"""A match that is over, counted: what it does to the ratings of both, once however often it is said."""

from __future__ import annotations

from typing import Protocol

from bloodfang.accounts import Person
from bloodfang.ladder import as_bot
from bloodfang.ratings import Rating
from bloodfang.seating import Seating, Sitter
from bloodfang.status import RatingChange
from bloodfang_engine.contract import Outcome, Seat

UNCOUNTED = "aborted"
"""A match that ended so is as if it had not been."""


class Folk(Protocol):
    """What a hall must know of people; `bloodfang.people.People` does."""

    async def by_id(self, person_id: str) -> Person | None:
        """The person with this id."""

    async def settle(self, match_id: str, winner: str, loser: str, drawn: bool = False) -> tuple[Rating, Rating] | None:
        """Count a match; both ratings after it, None if it was counted before or there is nothing to count."""

    async def blocked(self, owner: str) -> frozenset[str]:
        """The ids of all whom somebody has blocked."""

    async def block(self, owner: str, other: str) -> None:
        """Let the owner have nothing to do with the other."""

    async def unblock(self, owner: str, other: str) -> None:
        """Let them meet again."""


async def count(people: Folk, seating: Seating, outcome: Outcome) -> tuple[RatingChange, RatingChange] | None:
    """Count the match if it was rated; what it changed by seat, or None if nothing, or nothing among people."""
    if not seating.rated or outcome.reason == UNCOUNTED:
        return None
    won = Seat.FIRST if outcome.winner is None else outcome.winner
    winner, loser = seating.sitters[won], seating.sitters[won.rival]
    before = await people.by_id(winner.person), await people.by_id(loser.person)
    after = await people.settle(seating.match_id, _id(winner), _id(loser), outcome.winner is None)
    if not (after and before[0] and before[1]):
        return None
    changes = _change(before[0], after[0]), _change(before[1], after[1])
    return changes if won is Seat.FIRST else (changes[1], changes[0])


def _id(sitter: Sitter) -> str:
    return sitter.person or as_bot(sitter.bot)


def _change(before: Person, after: Rating) -> RatingChange:
    return RatingChange(round(before.rating.rating), round(after.rating))
