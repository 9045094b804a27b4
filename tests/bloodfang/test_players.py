"""A bot at a seat: it plays when it is its turn, never breaks a match, and never blocks one."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import pytest

from bloodfang.bots import LEVELS
from bloodfang.journal import MemoryJournal, Place
from bloodfang.match import Match
from bloodfang.observing import Observation, observed
from bloodfang.players import FangMatch, Observer, sit
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan, Play
from bloodfang_engine.fang.practice import practice_set

RULES = BloodFang(practice_set())
A, B = Seat.FIRST, Seat.SECOND
PLACES = (Place("Ann"), Place("Rook", bot="easy"))


async def begun(seed: int = 1) -> FangMatch:
    return await Match.begin(RULES, RULES.sample(seed), MemoryJournal(), PLACES, takebacks=True)


class Chooser:
    """A bot that does what a function says."""

    def __init__(self, choose: Callable[[tuple[Action, ...]], Awaitable[Action]]) -> None:
        self._choose = choose

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        return await self._choose(legal)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("level", ["easy", "medium"])
async def test_two_bots_play_a_match_to_its_end(level: str) -> None:
    match = await begun()
    tasks = [asyncio.create_task(sit(match, seat, LEVELS[level].bot(seat))) for seat in Seat]
    await until(lambda: match.outcome)
    await match.close()
    await asyncio.gather(*tasks)


async def test_a_bot_leaves_when_the_match_is_closed() -> None:
    match = await begun()
    task = asyncio.create_task(sit(match, B, LEVELS["easy"].bot(1)))
    await until(lambda: match.version == 1)
    await match.close()
    await asyncio.wait_for(task, 5)
    assert match._watchers == []


async def test_a_bot_that_thinks_while_the_match_is_closed_leaves_too() -> None:
    gate = asyncio.Event()

    async def slowly(legal: tuple[Action, ...]) -> Action:
        await gate.wait()
        return legal[0]

    match = await begun()
    task = asyncio.create_task(sit(match, B, Chooser(slowly)))
    await asyncio.sleep(0)
    await match.close()
    gate.set()
    await asyncio.wait_for(task, 5)


async def test_a_bot_that_fails_passes_and_the_log_says_why(caplog: pytest.LogCaptureFixture) -> None:
    async def fall(_: tuple[Action, ...]) -> Action:
        raise RuntimeError("no idea")

    match = await begun()
    task = asyncio.create_task(sit(match, B, Chooser(fall)))
    with caplog.at_level(logging.ERROR):
        await match.submit(A, Mulligan())
        await until(lambda: match.version == 2)
        if match.to_act == (A,):
            await match.submit(A, PASS)
        await until(lambda: match.to_act != (B,))
    assert [text for seat, text in match.record().acts if seat is B] == ["mulligan", "pass"]
    assert "bot.failed" in caplog.text
    task.cancel()


async def test_a_bot_that_wants_what_it_may_not_passes(caplog: pytest.LogCaptureFixture) -> None:
    async def cheat(legal: tuple[Action, ...]) -> Action:
        return Play("nobody", "m3")

    match = await begun()
    task = asyncio.create_task(sit(match, B, Chooser(cheat)))
    await until(lambda: match.version == 1)
    assert match.record().acts == ((B, "mulligan"),)
    assert "bot.illegal" in caplog.text
    task.cancel()


async def test_what_was_taken_back_while_a_bot_thought_is_thought_about_anew() -> None:
    gate, asked = asyncio.Event(), []

    async def slowly(legal: tuple[Action, ...]) -> Action:
        asked.append(legal)
        if len(asked) > 1:
            await gate.wait()
        return legal[0]

    match = await begun()
    task = asyncio.create_task(sit(match, B, Chooser(slowly)))
    await until(lambda: match.version == 1)
    await match.submit(A, Mulligan())
    while match.to_act != (B,):
        await match.submit(A, PASS)
    await until(lambda: len(asked) == 2)
    mine = len(match.record().acts)
    await match.take_back(A)
    gate.set()
    await asyncio.sleep(0.02)
    assert len(match.record().acts) < mine
    await match.submit(A, PASS if PASS in match.latest(A).legal else Mulligan())
    await until(lambda: len(asked) > 2)
    await until(lambda: match.to_act != (B,))
    task.cancel()


@pytest.mark.parametrize("end", ["conceded", "closed", "left"])
async def test_when_the_match_ends_nobody_thinks_on(end: str) -> None:
    ended = asyncio.Event()

    async def for_ever(legal: tuple[Action, ...]) -> Action:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return legal[0]

    match = await begun()
    task = asyncio.create_task(sit(match, B, Chooser(for_ever)))
    await asyncio.sleep(0.01)
    assert not ended.is_set()
    if end == "conceded":
        await match.concede(A)
    elif end == "closed":
        await match.close()
    else:
        task.cancel()
    await asyncio.wait_for(ended.wait(), 5)
    assert match.record().acts == ()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_bot_takes_its_time_but_no_more_than_that() -> None:
    match = await begun()
    began = time.monotonic()
    task = asyncio.create_task(sit(match, B, LEVELS["easy"].bot(1), pause=0.1))
    await until(lambda: match.version == 1)
    assert 0.1 <= time.monotonic() - began < 1
    task.cancel()


async def test_the_same_seed_plays_the_same_match() -> None:
    records = []
    for _ in range(2):
        match = await begun()
        tasks = [asyncio.create_task(sit(match, seat, LEVELS["easy"].bot(7 + seat))) for seat in Seat]
        await until(lambda: match.outcome)  # noqa: B023
        await match.close()
        await asyncio.gather(*tasks)
        records.append([*sorted(match.record().acts[:2]), *match.record().acts[2:]])
    assert records[0] == records[1]


async def test_whoever_follows_a_match_knows_the_same_as_whoever_reads_all_of_it() -> None:
    for seed in range(4):
        match = await begun(seed)
        observer, tasks = Observer(match, A), []
        watcher = match.join(A)
        tasks = [asyncio.create_task(sit(match, seat, LEVELS["easy"].bot(seat))) for seat in Seat]
        async with asyncio.timeout(10):
            while not match.outcome:
                known = observer.told(await watcher.next())
                if known.view == match.latest(A).view:
                    assert known == observed(match.latest(A).view, match.history(A))
        await match.close()
        await asyncio.gather(*tasks)


async def test_what_was_taken_back_is_forgotten() -> None:
    match = await begun()
    for seat in Seat:
        await match.submit(seat, Mulligan((1,)))
    observer, mover = Observer(match, A), match.to_act[0]
    before = observer.known
    await match.submit(mover, PASS)
    assert observer.told(match.latest(A)) != before
    await match.take_back(mover)
    assert observer.told(match.latest(A)) == before
