"""Bots that think elsewhere: the same choices, within limits, and nobody waits for them (G4)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from bloodfang.bots import LEVELS
from bloodfang.bots.thinkers import Thinkers, Unanswered
from bloodfang.journal import MemoryJournal, Place
from bloodfang.match import Match
from bloodfang.observing import Observation
from bloodfang.players import FangMatch, sit
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import PASS, Action, BloodFang
from bloodfang_engine.fang.practice import practice_set

RULES = BloodFang(practice_set())


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    found = Thinkers(count=1)
    yield found
    await found.close()


def opening(seed: int) -> tuple[Observation, tuple[Action, ...]]:
    """The first turn of a match."""
    state = RULES.start(RULES.sample(seed)).state
    while RULES.view(state, Seat.FIRST).mulligan:
        seat = RULES.to_act(state)[0]
        state = RULES.after(state, seat, RULES.legal_actions(state, seat)[0])
    seat = RULES.to_act(state)[0]
    return Observation(RULES.view(state, seat)), tuple(RULES.legal_actions(state, seat))


@pytest.mark.parametrize("level", LEVELS)
async def test_a_bot_chooses_the_same_wherever_it_thinks(thinkers: Thinkers, level: str) -> None:
    known, legal = opening(1)
    here = await LEVELS[level].bot(7).choose(RULES, known, legal)
    assert await thinkers.bot(level, 7).choose(RULES, known, legal) == here


async def test_a_process_is_kept_for_the_next_question(thinkers: Thinkers) -> None:
    known, legal = opening(1)
    await thinkers.choose("easy", 1, known, legal)
    [first] = thinkers._all
    await thinkers.choose("medium", 1, known, legal)
    assert thinkers._all == {first}


async def test_g4_others_are_not_kept_waiting_while_bots_think(thinkers: Thinkers) -> None:
    known, legal = opening(1)
    await thinkers.choose("easy", 1, known, legal)  # it has begun
    thoughts = [asyncio.ensure_future(thinkers.choose("master", seed, known, legal)) for seed in range(4)]
    lags = []
    while not all(thought.done() for thought in thoughts):
        before = time.perf_counter()
        await asyncio.sleep(0.005)
        lags.append(time.perf_counter() - before - 0.005)
    assert len(lags) > 20, "thinking took no time at all"
    assert sorted(lags)[len(lags) * 95 // 100] < 0.05


async def test_g4_a_bot_that_takes_too_long_is_ended_and_the_next_question_is_answered(thinkers: Thinkers) -> None:
    known, legal = opening(1)
    await thinkers.choose("easy", 1, known, legal)
    thinkers.wall = 0.02
    with pytest.raises(Unanswered, match="master did not answer"):
        await thinkers.choose("master", 1, known, legal)
    thinkers.wall = 10.0
    assert await thinkers.choose("easy", 1, known, legal) in legal


async def test_whoever_gives_up_ends_the_thought(thinkers: Thinkers) -> None:
    known, legal = opening(1)
    await thinkers.choose("easy", 1, known, legal)
    [worker] = thinkers._all
    thought = asyncio.ensure_future(thinkers.choose("master", 1, known, legal))
    await asyncio.sleep(0.05)
    thought.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thought
    assert await worker.process.wait() < 0


async def test_no_process_outlives_the_end_however_it_was_ended() -> None:
    found, (known, legal) = Thinkers(), opening(1)
    thought = asyncio.ensure_future(found.choose("master", 1, known, legal))
    while not found._all:
        await asyncio.sleep(0.01)
    [worker] = found._all
    thought.cancel()
    await found.close()
    assert worker.process.returncode is not None


async def test_a_bot_that_fails_passes_and_the_match_goes_on(thinkers: Thinkers) -> None:
    match: FangMatch = await Match.begin(
        RULES, RULES.sample(3), MemoryJournal(), (Place("A", "easy"), Place("B", "easy"))
    )
    bots = [
        asyncio.ensure_future(sit(match, seat, thinkers.bot(level, 1)))
        for seat, level in zip(Seat, ("no such bot", "easy"), strict=True)
    ]
    watcher = match.join(None)
    while not (await watcher.next()).outcome:
        pass
    for bot in bots:
        bot.cancel()
    acts = [text for seat, text in match.record().acts if seat is Seat.FIRST and not text.startswith("mulligan")]
    assert set(acts) == {RULES.write(PASS)}
