"""The clocks of a match: what is left, what is due, and what being too late costs."""

from __future__ import annotations

import random

import pytest

from bloodfang.clock import BLITZ, NO_CLOCK, Clock, ClockFace, Preset
from bloodfang.pace import Pace
from bloodfang.refusals import TooOften
from bloodfang_engine.contract import Seat

A, B = Seat.FIRST, Seat.SECOND
TEN = Preset("ten", "Ten", per_move=10, bank=30)


def test_the_seconds_of_a_move_pass_before_those_of_the_bank() -> None:
    clock = Clock.of(TEN).started([A], 100)
    assert clock.face(104).moves == (6, 10)
    assert clock.face(104).banks == (30, 30)
    assert clock.face(115).moves == (0, 10)
    assert clock.face(115).banks == (25, 30)
    assert clock.left(A, 115) == 25


def test_a_quick_move_costs_nothing_and_a_slow_one_is_paid_from_the_bank() -> None:
    clock = Clock.of(TEN).started([A], 0).moved(A, 9)
    assert clock.banks == (30, 30)
    clock = clock.started([A], 20).moved(A, 35)
    assert (clock.banks, clock.running) == ((25, 30), ())


def test_it_is_due_when_move_and_bank_are_used_up() -> None:
    clock = Clock.of(TEN)
    assert clock.due() is None
    clock = clock.started([A, B], 100)
    assert clock.due() == 140
    assert clock.late(139.9) == ()
    assert clock.late(140) == (A, B)


def test_both_run_at_once_where_both_may_act() -> None:
    clock = Clock.of(TEN).started([A, B], 0).moved(B, 5)
    assert clock.running == (A,)
    assert clock.face(12) == ClockFace((0, 10), (28, 30), (A,), (False, False))


def test_a_clock_that_stands_still_keeps_what_is_left() -> None:
    clock = Clock.of(TEN).started([A], 0).stopped(12)
    assert clock.left(A, 12) == clock.left(A, 5000) == 28
    assert clock.due() is None
    assert clock.started([A], 6000).due() == 6028


def test_to_start_a_running_clock_changes_nothing() -> None:
    clock = Clock.of(TEN).started([A], 3)
    assert clock.started([A], 9) == clock


def test_the_second_time_too_late_in_a_row_loses() -> None:
    clock = Clock.of(TEN).started([A], 0)
    assert not clock.loses(A)
    clock = clock.moved(A, 40).struck(A, 1).started([A], 50)
    assert clock.loses(A)
    assert (clock.banks, clock.face(50).late) == ((0, 30), (True, False))
    assert clock.due() == 60
    assert not clock.moved(A, 55).loses(A)


def test_without_seconds_there_is_no_clock() -> None:
    clock = Clock.of(NO_CLOCK).started([A, B], 0)
    assert (clock.running, clock.due(), clock.late(1e9)) == ((), None, ())


def test_a_clock_never_gives_time_back() -> None:
    lot = random.Random(1)
    for _ in range(200):
        clock, now = Clock.of(BLITZ), 0.0
        for _ in range(60):
            before = clock.banks
            seat, now = lot.choice([A, B]), now + lot.random() * 20
            clock = clock.started([seat], now)
            now += lot.random() * 15
            if lot.random() < 0.2:
                clock = clock.stopped(now).started([seat], now + 999)
                now += 999 + lot.random() * 5
            clock = clock.moved(seat, now)
            assert 0 <= clock.banks[seat] <= before[seat]
            assert clock.banks[seat.rival] == before[seat.rival]


# pace


def test_every_limit_of_a_pace_holds() -> None:
    pace, done = Pace((3, 3.0), (5, 60.0)), []
    for tick in range(700):
        now = tick / 10
        if not pace.wait(now):
            pace.count(now)
            done.append(now)
    assert done[:5] == [0.0, 0.1, 0.2, 3.0, 3.1]
    assert done[5] == 60.0


def test_who_is_too_fast_learns_how_long_to_wait() -> None:
    pace = Pace((1, 10.0))
    pace.check(5, "that was fast")
    pace.count(5)
    with pytest.raises(TooOften, match="that was fast; try again in 8 seconds") as refused:
        pace.check(7.5, "that was fast")
    assert refused.value.wait == 8
    assert not pace.idle(14)
    assert pace.idle(15)
