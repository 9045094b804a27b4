"""The search over imagined worlds: it ranks every act, wins what is won, and knows no more than its seat."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from bloodfang.bots.level import STRIDE
from bloodfang.bots.tree import Prospect, prospects
from bloodfang.catalog import load_shipped
from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import PASS, Action, BloodFang, Play, State, make_set
from bloodfang_engine.fang.practice import practice_set

SHIPPED = load_shipped()
RULES = BloodFang(SHIPPED.cards)
HERD = BloodFang(
    make_set({"ox": {"rank": 1, "power": 4}, "cow": {"rank": 1, "power": 2}, "elk": {"rank": 3, "power": 5}})
)


def positions(seed: int, rules: BloodFang = RULES) -> Iterator[tuple[State, Seat]]:
    """The positions of a match that is played by lot, after the mulligans."""
    lot = random.Random(seed)
    first, second = lot.sample([deck.cards for deck in SHIPPED.decks.values()], 2)
    setup = Setup("fang", (first, second), seed, cards=SHIPPED.digest) if rules is RULES else rules.sample(seed)
    state = rules.start(setup).state
    while seats := rules.to_act(state):
        acts = rules.legal_actions(state, seats[0])
        if not state.phase:
            yield state, seats[0]
        state = rules.after(state, seats[0], lot.choice(acts[:-1] or acts))


def thought(
    state: State, seat: Seat, budget: int = 600, seed: int = 1, rules: BloodFang = RULES
) -> tuple[list[Prospect], list[int]]:
    """What a seat finds out about its acts, and how many positions it looked at between its pauses."""
    view = rules.view(state, seat)

    def imagine(number: int) -> State:
        return rules.imagine(view, number)

    thinking = prospects(rules, imagine, seat, rules.legal_actions(state, seat), budget, seed)
    pauses = []
    while True:
        try:
            pauses.append(next(thinking))
        except StopIteration as done:
            return done.value, pauses


def best(position: str, budget: int = 600, rules: BloodFang = HERD) -> Action:
    state = rules.read_position(position)
    return thought(state, rules.to_act(state)[0], budget, rules=rules)[0][0].act


# What it finds


def test_a_won_match_is_taken_at_once() -> None:
    assert (
        best("fang | turn 5 A passes 1 | t A1:ox A1 . . B1 | m A1 . . . B1 | b A1 . . . B1 | A hand ox cow | B hand ox")
        == PASS
    )
    assert (
        best("fang | turn 6 B passes 1 | t A1 . . B1 B1:ox | m A1 . . . B1 | b A1 . . . B1 | A hand ox | B hand ox cow")
        == PASS
    )


def test_it_does_not_pass_into_a_loss_while_it_can_play() -> None:
    assert isinstance(
        best(
            "fang | turn 5 A passes 1 | t A1 . . B1 B1:cow | m A1 . . . B1 | b A1 . . . B1 | A hand ox cow | B hand ox"
        ),
        Play,
    )


def test_a_lane_is_won_that_can_be_won_with_the_last_card() -> None:
    position = "fang | turn 9 A passes 1 | t A1 . . . B1:cow | m . . . . . | b . . . . . | A hand cow ox | B hand"
    assert best(position) == Play("ox", "t1")


def test_it_passes_when_there_is_nothing_else_to_do() -> None:
    assert best("fang | A hand elk | B hand ox") == PASS


# What it says


def test_every_legal_act_is_ranked_best_first() -> None:
    for state, seat in islice(positions(3), 0, None, 3):
        found, _ = thought(state, seat)
        acts = [prospect.act for prospect in found]
        assert len(acts) == len(set(acts))
        assert set(acts) == set(RULES.legal_actions(state, seat))
        assert all(0 <= prospect.chance <= 1 and prospect.visits > 0 for prospect in found)
        chances = [prospect.chance for prospect in found]
        assert chances == sorted(chances, reverse=True)


def test_it_works_with_any_set_of_cards() -> None:
    rules = BloodFang(practice_set())
    for state, seat in islice(positions(4, rules), 0, None, 4):
        assert len(thought(state, seat, rules=rules)[0]) == len(rules.legal_actions(state, seat))


# Luck and secrets


def test_the_same_seed_gives_the_same_answer() -> None:
    for state, seat in islice(positions(5), 0, None, 5):
        assert thought(state, seat, seed=8) == thought(state, seat, seed=8)


def test_what_the_seat_cannot_know_changes_nothing() -> None:
    compared = 0
    for state, seat in islice(positions(9), 1, None, 4):
        other = RULES.imagine(RULES.view(state, seat), 12345)  # another hand of the rival, other decks
        compared += RULES.view(other, seat.rival) != RULES.view(state, seat.rival)
        assert thought(state, seat) == thought(other, seat)
    assert compared > 2


def test_only_what_is_imagined_is_looked_at() -> None:
    state, seat = next(islice(positions(7), 6, None))
    view, asked = RULES.view(state, seat), []

    def imagine(number: int) -> State:
        asked.append(number)
        return RULES.imagine(view, number)

    thinking = prospects(RULES, imagine, seat, RULES.legal_actions(state, seat), 500, 1)
    assert sum(1 for _ in thinking)
    assert len(asked) == len(set(asked)) >= 2


# How long it takes


@pytest.mark.parametrize("budget", [200, 1_000, 5_000])
def test_the_budget_is_kept(budget: int) -> None:
    for state, seat in islice(positions(11), 0, None, 4):
        _, pauses = thought(state, seat, budget)
        assert sum(pauses) <= budget * 1.5 + 100
        assert max(pauses) < 2 * STRIDE


def test_more_budget_sees_more() -> None:
    state, seat = next(islice(positions(13), 4, None))
    few, many = (sum(thought(state, seat, budget)[1]) for budget in (300, 3_000))
    assert few < many
