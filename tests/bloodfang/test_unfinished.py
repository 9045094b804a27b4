"""The matches that go on: whose they are, and in which order."""

from __future__ import annotations

import time

from bloodfang.clock import NO_CLOCK, Clock
from bloodfang.seating import Seating, Sitter
from bloodfang.unfinished import Unfinished


def match(number: int, one: str, other: str = "") -> Seating:
    """Of these two; who is not named is a bot."""
    rival = Sitter(other, other) if other else Sitter("Bot", bot="easy")
    return Seating(f"{number}", (Sitter(one, one), rival), Clock.of(NO_CLOCK))


def ids(found: tuple[Seating, ...]) -> list[str]:
    return [seating.match_id for seating in found]


def test_the_one_touched_last_comes_first() -> None:
    matches = Unfinished()
    for number, rival in enumerate(["bo", "", "bo"]):
        matches.touch(match(number, "ann", rival))
    assert ids(matches.of("ann")) == ["2", "1", "0"]
    matches.touch(match(0, "ann", "bo"))
    assert ids(matches.of("ann")) == ["0", "2", "1"]
    assert ids(matches.of("bo")) == ["0", "2"]
    assert ids(tuple(matches)) == ["1", "2", "0"]


def test_a_match_that_is_over_is_nobodys() -> None:
    matches = Unfinished()
    matches.touch(match(0, "ann", "bo"))
    matches.touch(match(1, "bo"))
    matches.drop("0")
    matches.drop("0")
    assert matches.of("ann") == matches.of("") == ()
    assert matches.players() == {"bo"}
    assert ("0" in matches, "1" in matches, len(matches)) == (False, True, 1)


def test_a_change_touches_nothing() -> None:
    matches = Unfinished()
    matches.touch(match(0, "ann", "bo"))
    matches.touch(match(1, "ann"))
    matches.change(match(0, "ann", "bo").renamed("bo", "Bodil"))
    assert ids(matches.of("ann")) == ["1", "0"]
    assert matches.of("bo")[0].sitters[1].name == "Bodil"


def test_what_others_have_left_takes_no_time() -> None:
    matches = Unfinished()
    for number in range(50_000):
        matches.touch(match(number, f"guest-{number}"))
    matches.touch(match(50_000, "ann"))
    began = time.perf_counter()
    for _ in range(1_000):
        assert matches.of("ann")
    assert time.perf_counter() - began < 0.5
