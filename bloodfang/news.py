"""What a server tells a session that did not ask: values, and the box in which they wait to be read."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass

from bloodfang.accounts import Person
from bloodfang.seating import Seating
from bloodfang.terms import Terms
from bloodfang.watcher import Ended
from bloodfang_engine.contract import Outcome, Seat

MOST_WAITING = 64
"""So much news waits for a slow reader; then the oldest is dropped. What matters can be asked for again."""


@dataclass(frozen=True, slots=True)
class Began:
    """Hall: a match has begun."""

    seating: Seating


@dataclass(frozen=True, slots=True)
class Finished:
    """Hall: a match is over."""

    seating: Seating
    outcome: Outcome


HallNews = Began | Finished


@dataclass(frozen=True, slots=True)
class Challenge:
    """Somebody asks somebody for a match."""

    id: str
    by: Person
    to: Person
    terms: Terms
    since: float


@dataclass(frozen=True, slots=True)
class Seated:
    """You are in this match, at this seat: `Visit.sit` takes you there."""

    match_id: str
    seat: Seat
    rival: str
    against_bot: bool


@dataclass(frozen=True, slots=True)
class Challenged:
    """Somebody wants to play you: answer with `Visit.accept` or `Visit.decline`."""

    challenge: Challenge


@dataclass(frozen=True, slots=True)
class ChallengeOver:
    """A challenge of yours, or to you, came to nothing; the sentence says why."""

    challenge: Challenge
    sentence: str


@dataclass(frozen=True, slots=True)
class SeekOver:
    """You are looked for no more, without a match; the sentence says why."""

    sentence: str


@dataclass(frozen=True, slots=True)
class BotOffered:
    """Nobody was found so far. A bot would play at once, and the search goes on meanwhile."""


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Somebody came or went, or a seat or a match is new or gone: look again. Never waits twice."""


@dataclass(frozen=True, slots=True)
class Announced:
    """Whoever looks after the server says this to all."""

    text: str


@dataclass(frozen=True, slots=True)
class SignedOut:
    """This session is its person's no more, and ends; the sentence says why."""

    sentence: str


News = Seated | Challenged | ChallengeOver | SeekOver | BotOffered | LobbyChanged | Announced | SignedOut


class NewsBox(AsyncIterator[News]):
    """The news of one session, in order: `async for` or `next`."""

    def __init__(self) -> None:
        self._waiting: deque[News] = deque(maxlen=MOST_WAITING)
        self._new = asyncio.Event()
        self._ended = False

    def tell(self, news: News) -> None:
        """Something happened."""
        if self._ended or (isinstance(news, LobbyChanged) and news in self._waiting):
            return
        self._waiting.append(news)
        self._new.set()

    def end(self) -> None:
        """There will be no more; what waits can still be read."""
        self._ended = True
        self._new.set()

    async def next(self) -> News:
        """The oldest that was not read yet; waits for one. Ended if there will be none."""
        while not self._waiting:
            if self._ended:
                raise Ended
            self._new.clear()
            await self._new.wait()
        return self._waiting.popleft()

    async def __anext__(self) -> News:
        try:
            return await self.next()
        except Ended:
            raise StopAsyncIteration from None
