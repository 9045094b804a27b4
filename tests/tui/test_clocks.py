"""Clocks in a few characters, and the most pressing sentence beside the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bloodfang.clock import ClockFace
from bloodfang.status import Status
from bloodfang_engine.contract import Seat
from bloodfang_tui.panes.clocks import clock_text, minutes
from bloodfang_tui.sidelines import beside_the_board, for_spectators

A, B = Seat.FIRST, Seat.SECOND


def face(move: int, bank: int, *, runs: bool = True, late: bool = False) -> ClockFace:
    """What A's clock shows; B's stands still."""
    return ClockFace((move, 10), (bank, 60), (A,) if runs else (), (late, False))


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (face(10, 60), "> 0:10 +1:00"),
        (face(10, 60, runs=False), "0:10 +1:00"),
        (face(0, 600), "> 10:00"),
        (face(45, 0), "> 0:45"),
        (face(0, 9), "> 9 s!!"),
        (face(4, 6), "> 10 s!!"),
        (face(4, 6, runs=False), "0:04 +0:06"),
        (face(0, 30, late=True), "> !0:30"),
        (face(0, 3, late=True), "> !3 s!!"),
        (face(0, 0, runs=False), "0:00"),
    ],
)
def test_a_clock_says_what_is_left_whose_seconds_pass_and_how_urgent_it_is(shown: ClockFace, text: str) -> None:
    assert clock_text(shown, A, ">") == text


def test_minutes_are_read_as_on_a_clock() -> None:
    assert [minutes(each) for each in (0, 9, 60, 75, 3600)] == ["0:00", "0:09", "1:00", "1:15", "60:00"]


QUIET = Status(
    seat=A, clock=None, away=(None, None), draw_by=None, may_offer_draw=True, may_abort=False, may_claim=False,
    claim_in=None, spectators=0, lines=(), chat=False, rated=False, rematch=(False, False), next_match="", ratings=None,
)  # fmt: skip


def said(status: Status) -> str:
    return beside_the_board(status, A, "Bob", ("d", "m"))


def test_the_most_pressing_is_said_first() -> None:
    everything = replace(QUIET, clock=face(0, 5), away=(None, 400), draw_by=B, may_claim=True)
    assert said(everything).startswith("Bob offers a draw: d answers")
    assert said(replace(everything, draw_by=None)) == "Hurry! 5 seconds, then you pass."
    assert said(replace(everything, draw_by=None, clock=None)) == (
        "Bob has been away for 6:40: m lets you claim the match."
    )
    assert said(QUIET) == ""


def test_who_is_away_is_said_with_what_can_be_done_about_it() -> None:
    assert said(replace(QUIET, away=(None, 75), claim_in=225)) == (
        "Bob has been away for 1:15; you may claim the match in 3:45."
    )
    assert said(replace(QUIET, away=(None, 75))) == "Bob has been away for 1:15; the seat is kept."
    assert said(replace(QUIET, away=(75, None))) == ""


def test_who_was_late_once_is_warned() -> None:
    assert said(replace(QUIET, clock=face(0, 50, late=True))) == "You were too late once: the next time you lose."
    assert said(replace(QUIET, clock=face(0, 5, late=True))) == "Hurry! 5 seconds, then you lose."


def test_spectators_are_told_the_same_about_both() -> None:
    status = replace(QUIET, seat=None, away=(5, 65), draw_by=A, spectators=3)
    assert for_spectators(status, ("Ann", "Bob")) == (
        "Ann has been away for 0:05; Bob has been away for 1:05; Ann offers a draw; 3 watch."
    )
    assert for_spectators(replace(QUIET, spectators=1), ("Ann", "Bob")) == ""
