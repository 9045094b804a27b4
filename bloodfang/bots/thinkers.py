"""Bots that think elsewhere: in a few processes of their own, within limits, so that no screen waits for them (G4)."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import dataclass, field

from bloodfang.bots.parcels import HEAD, Question, packed
from bloodfang.bots.worker import FAILED
from bloodfang.observing import Observation
from bloodfang_engine.fang import Action, BloodFang


class Unanswered(Exception):
    """The bot did not answer: it took too long, or it failed."""


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
            except (TimeoutError, OSError, EOFError) as gone:
                self._end(worker)
                raise Unanswered(f"{level} did not answer in {self.wall:g} s") from gone
            except BaseException:
                self._end(worker)
                raise
            self._idle.append(worker)
        if number == FAILED:
            raise Unanswered(f"{level} failed")
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
