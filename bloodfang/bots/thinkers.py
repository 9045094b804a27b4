"""Bots that think elsewhere: in a few processes of their own, within limits, so that no screen waits for them (G4)."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import dataclass, field

from bloodfang.bots.parcels import FAILED, HEAD, LONGEST_EXCUSE, Question, excused, packed
from bloodfang.observing import Observation
from bloodfang_engine.fang import Action, BloodFang


class Unanswered(Exception):
    """The bot did not answer: it took too long, it failed, or what it wanted is not legal."""

    def __init__(self, why: str, said: str = "") -> None:
        super().__init__(why)
        self.said = said
        """The bot's own words about it: for its author, and for no log, since they may tell a hand."""


@dataclass(slots=True, eq=False)
class _Worker:
    process: Process
    known: set[str] = field(default_factory=set)
    """The digests of the card sets it has."""

    async def answer(self, question: Question) -> int:
        assert self.process.stdin
        assert self.process.stdout
        data = packed(question, self.known)
        self.known.add(question.known.cards.digest)
        self.process.stdin.write(HEAD.pack(len(data)) + data)
        await self.process.stdin.drain()
        if (number := await self._number()) != FAILED:
            return number
        if (length := await self._number()) > LONGEST_EXCUSE:
            raise EOFError
        why, said = excused(await self.process.stdout.readexactly(length))
        raise Unanswered(f"{question.level} {why}", said)

    async def _number(self) -> int:
        assert self.process.stdout
        return int(HEAD.unpack(await self.process.stdout.readexactly(HEAD.size))[0])

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()


class Thinkers:
    """So many processes, each begun when it is first needed; whoever asks meanwhile waits for one."""

    def __init__(self, count: int = 1, wall: float = 6.0, cpu: float = 4.0) -> None:
        self.wall = wall
        """Seconds that a bot has by the clock on the wall; and of the processor's time."""
        self.cpu = cpu
        self._free = asyncio.Semaphore(count)
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        """With those that were ended, until the system has let go of them."""

    def bot(self, level: str, seed: int) -> Elsewhere:
        """A bot of this level that thinks here."""
        return Elsewhere(self, level, seed)

    async def choose(self, level: str, seed: int, known: Observation, legal: tuple[Action, ...]) -> Action:
        """What the bot does; Unanswered if it does not say in time. Whoever gives up ends the thought."""
        async with self._free:
            worker = self._idle.pop() if self._idle else await self._begun()
            try:
                async with asyncio.timeout(self.wall):
                    number = await worker.answer(Question(level, seed, known, legal, self.cpu))
            except Unanswered:
                self._idle.append(worker)
                raise
            except TimeoutError as late:
                self._end(worker)
                raise Unanswered(f"{level} did not answer in {self.wall:g} s") from late
            except (OSError, EOFError) as gone:
                self._end(worker)
                raise Unanswered(f"{level} ended without an answer, or took more than {self.cpu:g} s of work") from gone
            except BaseException:
                self._end(worker)
                raise
            self._idle.append(worker)
        if number >= len(legal):
            raise Unanswered(f"{level} answered with no act at all")
        return legal[number]

    async def close(self) -> None:
        """Let nobody think any more."""
        for worker in self._all:
            self._end(worker)
        await asyncio.gather(*(worker.process.wait() for worker in self._all))
        self._all.clear()

    async def _begun(self) -> _Worker:
        words = (sys.executable, "-m", "bloodfang.bots.worker")
        worker = _Worker(await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, stderr=DEVNULL))
        self._all = {each for each in self._all if each.process.returncode is None} | {worker}
        return worker

    def _end(self, worker: _Worker) -> None:
        worker.kill()
        if worker in self._idle:
            self._idle.remove(worker)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Keeps `bloodfang.bots.Bot`: the same seed, view and acts give the same choice, only that others need not wait."""

    thinkers: Thinkers
    level: str
    seed: int

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        """What the bot does; Unanswered if it does not say in time."""
        return await self.thinkers.choose(self.level, self.seed, known, legal)


class Apart:
    """Keeps `bloodfang.bots.Bot`: a bot in a process that is its own alone, until it is closed."""

    def __init__(self, level: str, seed: int, wall: float = 6.0, cpu: float = 4.0) -> None:
        self._thinkers = Thinkers(1, wall, cpu)
        self._level = level
        self._seed = seed

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        """What the bot does; Unanswered if it does not say in time."""
        return await self._thinkers.choose(self._level, self._seed, known, legal)

    def seeded(self, seed: int) -> Elsewhere:
        """The same bot with other luck, in the same process."""
        return self._thinkers.bot(self._level, seed)

    async def close(self) -> None:
        """It thinks no more."""
        await self._thinkers.close()
