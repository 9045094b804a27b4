"""A coach in a process of its own: the same words, within limits, and nobody waits for it (G4)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from bloodfang.coach import DEPTHS, elsewhere
from bloodfang.coach.asking import CoachHere, NoAdvice
from bloodfang.coach.elsewhere import BROKEN, LATE, CoachElsewhere
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Play
from test_coach import RULES, moments, record


@pytest.fixture
async def coach() -> AsyncIterator[CoachElsewhere]:
    found = CoachElsewhere()
    yield found
    await found.close()


async def test_it_says_the_same_as_a_coach_that_thinks_here(coach: CoachElsewhere) -> None:
    known, legal = list(moments(4))[3]
    assert await coach.advise(known, legal) == await CoachHere().advise(known, legal)


async def test_a_match_is_looked_at_again_in_the_same_way(
    coach: CoachElsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "DEPTHS", {**DEPTHS, "quick": 150})
    monkeypatch.setattr("bloodfang.coach.asking.DEPTHS", {**DEPTHS, "quick": 150})
    here = await CoachHere().review(RULES.cards, record(4), Seat.FIRST)
    assert await coach.review(RULES.cards, record(4), Seat.FIRST) == here


async def test_g4_twenty_questions_keep_nobody_waiting(coach: CoachElsewhere, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "DEPTHS", {**DEPTHS, "usual": 1_000})
    asked = list(moments(4))
    await coach.advise(*asked[0])  # it has begun
    answers = [asyncio.ensure_future(coach.advise(*asked[number % len(asked)])) for number in range(20)]
    lags = []
    while not all(answer.done() for answer in answers):
        before = time.perf_counter()
        await asyncio.sleep(0.005)
        lags.append(time.perf_counter() - before - 0.005)
    assert all(answer.result() for answer in answers)
    assert len(lags) > 20, "thinking took no time at all"
    assert sorted(lags)[len(lags) * 95 // 100] < 0.05


async def test_an_answer_that_takes_too_long_is_given_up_and_the_next_one_comes(coach: CoachElsewhere) -> None:
    known, legal = next(moments(4))
    await coach.advise(known, legal)
    coach.wall = 0.001
    with pytest.raises(NoAdvice, match=LATE):
        await coach.advise(known, legal)
    coach.wall = 30.0
    assert await coach.advise(known, legal)


async def test_a_coach_that_breaks_says_so_and_the_log_says_where(
    coach: CoachElsewhere, caplog: pytest.LogCaptureFixture
) -> None:
    known, legal = next(moments(4))
    with pytest.raises(NoAdvice, match=BROKEN):
        await coach.advise(known, (Play("nobody", "m3"), *legal))  # what no coach is ever asked
    assert "coach.failed" in caplog.text
    assert "nobody" not in caplog.text
    assert await coach.advise(known, legal)


async def test_whoever_gives_up_waiting_ends_the_thought(coach: CoachElsewhere) -> None:
    known, legal = next(moments(4))
    await coach.advise(known, legal)
    [worker] = coach._all
    answer = asyncio.ensure_future(coach.advise(known, legal))
    await asyncio.sleep(0.02)
    answer.cancel()
    with pytest.raises(asyncio.CancelledError):
        await answer
    assert await worker.process.wait() < 0
