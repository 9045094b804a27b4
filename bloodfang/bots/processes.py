"""Processes that think for others: begun when they are needed, kept for the next question, ended when time is up."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from bloodfang.bots.parcels import HEAD, packed
from bloodfang_engine.fang import CardSet

ONLY_INSTALLED = ("-P",)
"""Words for Python: whatever lies in the current folder, a `random.py` say, is not imported for it."""


class Unanswered(Exception):
    """There is no answer: it took too long, it failed, or it makes no sense."""

    def __init__(self, why: str, said: str = "") -> None:
        super().__init__(why)
        self.said = said
        """The bot's own words about it: for its author, and for no log, since they may tell a hand."""


@dataclass(slots=True, eq=False)
class Worker:
    """One process, and the card sets it has by their digests."""

    process: Process
    known: set[str] = field(default_factory=set)

    async def ask(self, question: object, cards: CardSet) -> None:
        """Send a question that is about this card set."""
        assert self.process.stdin
        data = packed(question, self.known)
        self.known.add(cards.digest)
        self.process.stdin.write(HEAD.pack(len(data)) + data)
        await self.process.stdin.drain()

    async def number(self) -> int:
        """The next number it says."""
        return int(HEAD.unpack(await self.read(HEAD.size))[0])

    async def read(self, length: int) -> bytes:
        """So many bytes of its answer."""
        assert self.process.stdout
        return await self.process.stdout.readexactly(length)

    def kill(self) -> None:
        """End it at once, with all that a stranger's bot has begun in it."""
        if self.process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()


class Processes:
    """So many processes that run this module; whoever asks while all of them think waits for one."""

    def __init__(self, module: str, count: int, wall: float, cpu: float) -> None:
        self.wall = wall
        """Seconds that an answer may take by the clock on the wall; and of the processor's time."""
        self.cpu = cpu
        self._module = module
        self._free = asyncio.Semaphore(count)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        """With those that were ended, until the system has let go of them."""

    @asynccontextmanager
    async def asked(self, who: str) -> AsyncIterator[Worker]:
        """A process to ask within the block; Unanswered if that takes too long. Whoever gives up ends the thought.

        To wait for a process that is free does not count: nobody is to blame for those who asked before.
        """
        async with self._free:
            worker = self._idle.pop() if self._idle else await self._begun()
            try:
                async with asyncio.timeout(self.wall):
                    yield worker
            except Unanswered:
                self._idle.append(worker)
                raise
            except TimeoutError as late:
                self._end(worker)
                raise Unanswered(f"{who} did not answer in {self.wall:g} s") from late
            except (OSError, EOFError) as gone:
                self._end(worker)
                raise Unanswered(f"{who} ended without an answer, or took more than {self.cpu:g} s of work") from gone
            except BaseException:
                self._end(worker)
                raise
            self._idle.append(worker)

    async def close(self) -> None:
        """Let nobody think any more."""
        for worker in self._all:
            self._end(worker)
        await asyncio.gather(*(worker.process.wait() for worker in self._all))
        self._all.clear()

    async def _begun(self) -> Worker:
        words = (sys.executable, *ONLY_INSTALLED, "-m", self._module)
        worker = Worker(
            await asyncio.create_subprocess_exec(
                *words, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
            )
        )
        self._all = {each for each in self._all if each.process.returncode is None} | {worker}
        return worker

    def _end(self, worker: Worker) -> None:
        worker.kill()
        if worker in self._idle:
            self._idle.remove(worker)
