"""A position at a glance: what the bots believe a seat's chance to be."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bloodfang.bots.judging import win_chance
from bloodfang.catalog import load_shipped
from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import BloodFang, State, make_set
from bloodfang_engine.fang.practice import practice_set

SHIPPED = load_shipped()
RULES = BloodFang(SHIPPED.cards)
OXEN = BloodFang(make_set({"ox": {"rank": 1, "power": 4}, "cow": {"rank": 1, "power": 2}}))


def positions(rules: BloodFang, seed: int) -> Iterator[State]:
    """Every position of a match that is played by lot, the last included."""
    decks = [deck.cards for deck in SHIPPED.decks.values()]
    lot = random.Random(seed)
    first, second = lot.sample(decks, 2)
    setup = Setup("fang", (first, second), seed, cards=SHIPPED.digest) if rules is RULES else rules.sample(seed)
    state = rules.start(setup).state
    yield state
    while seats := rules.to_act(state):
        acts = rules.legal_actions(state, seats[0])
        state = rules.after(state, seats[0], lot.choice(acts[:-1] or acts))
        yield state


@pytest.mark.parametrize("rules", [RULES, BloodFang(practice_set())], ids=["shipped", "practice"])
def test_what_one_seat_hopes_the_other_fears(rules: BloodFang) -> None:
    for seed in range(5):
        for state in positions(rules, seed):
            chance = win_chance(state, Seat.FIRST)
            assert 0 <= chance <= 1
            assert chance == pytest.approx(1 - win_chance(state, Seat.SECOND))


def test_a_match_that_is_over_is_judged_by_its_result() -> None:
    for seed in range(10):
        *_, last = positions(RULES, seed)
        winner = RULES.account(last).winner
        assert win_chance(last, Seat.FIRST) == (0.5 if winner is None else winner is Seat.FIRST)


def test_whoever_is_ahead_after_a_pass_has_won() -> None:
    state = OXEN.read_position(
        "fang | turn 5 A passes 1 | t A1:ox A1 . . B1 | m A1 . . . B1 | b A1 . . . B1 | A hand cow | B hand ox"
    )
    assert win_chance(state, Seat.FIRST) > 0.99


def test_whoever_is_behind_with_nothing_to_play_has_lost() -> None:
    state = OXEN.read_position(
        "fang | turn 4 B | t A1:ox A1 . . B1 | m A1 . . . B1 | b A1 . . . B1 | A hand cow | B hand"
    )
    assert win_chance(state, Seat.SECOND) < 0.01


def test_ground_and_power_are_worth_something() -> None:
    even = OXEN.read_position("fang | A hand ox | B hand ox")
    ground = OXEN.read_position("fang | t A1 A1 A1 . B1 | m A1 . . . B1 | b A1 . . . B1 | A hand ox | B hand ox")
    power = OXEN.read_position("fang | t A1:ox A1 . . B1 | m A1 . . . B1 | b A1 . . . B1 | A hand ox | B hand ox")
    assert win_chance(ground, Seat.FIRST) > win_chance(even, Seat.FIRST) + 0.05
    assert win_chance(power, Seat.FIRST) > win_chance(even, Seat.FIRST)


def test_a_good_hand_counts_only_as_far_as_it_can_be_played() -> None:
    dear = BloodFang(make_set({"ox": {"rank": 1, "power": 4}, "elk": {"rank": 3, "power": 4}}))
    able = dear.read_position("fang | A hand ox ox | B hand ox")
    stuck = dear.read_position("fang | A hand elk elk | B hand ox")
    assert win_chance(able, Seat.FIRST) > win_chance(stuck, Seat.FIRST)


def test_most_matches_are_judged_right_before_they_are_over() -> None:
    right = 0
    for seed in range(60):
        *_, late, _, _, last = positions(RULES, seed)
        right += round(win_chance(late, Seat.FIRST)) == win_chance(last, Seat.FIRST)
    assert right > 45
