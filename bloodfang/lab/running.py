"""A plan played to its end: on several cores, deal by deal, and taken up again where it was left."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread

from bloodfang.bots import Bot
from bloodfang.bots.finding import bot_of, dismissed
from bloodfang.bots.thinkers import Apart
from bloodfang.lab.plan import Deal, Plan
from bloodfang.lab.playing import Played, play
from bloodfang.lab.runfile import RunFile
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import BloodFang

Dealt = tuple[int, tuple[Played, ...]]

_AHEAD = 4
"""So many deals wait for each core, so that none is ever idle."""


def run(
    plan: Plan, jobs: int = 1, file: RunFile | None = None, told: Callable[[int], None] | None = None
) -> tuple[Played, ...]:
    """All matches of a plan in its own order, whatever the jobs. What the file holds already is not played again.

    `told` hears after each deal how many matches are there now.
    """
    done = dict(file.done) if file else {}
    left = [number for number in range(plan.deals) if number not in done]
    told = told or (lambda _: None)
    told(2 * len(done))
    for number, played in _played(plan, left, jobs):
        done[number] = played
        if file:
            file.add(number, played)
        told(2 * len(done))
    return tuple(played for number in range(plan.deals) for played in done[number])


class Ring:
    """Two bots and a set of cards: plays the deals of a plan one after the other."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._rules = BloodFang(plan.cards)
        self._runner = asyncio.Runner()
        # Strangers have a process each for the whole run, and are told their seed with every question.
        self._strangers = {who: bot for who in (0, 1) if isinstance(bot := bot_of(plan.bots[who], 0), Apart)}

    def play(self, number: int) -> Dealt:
        """Both matches of a deal."""
        return number, self._runner.run(self._deal(number))

    def close(self) -> None:
        """Nobody thinks any more."""
        for stranger in self._strangers.values():
            self._runner.run(dismissed(stranger))
        self._runner.close()

    async def _deal(self, number: int) -> tuple[Played, ...]:
        deal = self._plan.deal(number)
        return tuple(
            [
                await play(self._rules, self._plan.setup(deal, first), self._seated(deal, first), number)
                for first in Seat
            ]
        )

    def _seated(self, deal: Deal, first: Seat) -> tuple[Bot, Bot]:
        """The bots of a match, by seat."""
        first_bot, second_bot = (
            self._bot(who, self._plan.bot_seed(deal, seat))
            for seat, who in zip(Seat, self._plan.seated(deal.number, first), strict=True)
        )
        return first_bot, second_bot

    def _bot(self, who: int, seed: int) -> Bot:
        stranger = self._strangers.get(who)
        return stranger.seeded(seed) if stranger else bot_of(self._plan.bots[who], seed)


def _played(plan: Plan, left: list[int], jobs: int) -> Iterator[Dealt]:
    if jobs == 1 or len(left) < 2:
        ring = Ring(plan)
        try:
            yield from map(ring.play, left)
        finally:
            ring.close()
        return
    # Begun afresh, not forked: the same on every system, and nothing of this process is in them.
    context = get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(left)), context, initializer=_sit_down, initargs=(plan,))
    try:
        yield from _as_they_end(pool, left, jobs * _AHEAD)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _as_they_end(pool: ProcessPoolExecutor, left: Iterable[int], ahead: int) -> Iterator[Dealt]:
    waiting = iter(left)
    running: set[Future[Dealt]] = {pool.submit(_play_here, number) for number in islice(waiting, ahead)}
    while running:
        ended, running = wait(running, return_when=FIRST_COMPLETED)
        running |= {pool.submit(_play_here, number) for number in islice(waiting, len(ended))}
        for each in ended:
            yield each.result()


_ring: Ring | None = None
"""Of a process of the pool, and of no other."""


def _sit_down(plan: Plan) -> None:
    global _ring
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever interrupts the run need not wait for what is being played
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()
    _ring = Ring(plan)


def _end_with(parent: BaseProcess | None) -> None:
    """Whoever began this may have been killed: then nobody waits for what is played here."""
    if parent:
        parent.join()
        os._exit(1)


def _play_here(number: int) -> Dealt:
    assert _ring
    return _ring.play(number)
