"""The bots: they keep the rules, know no more than their seat, and are as strong as their names promise."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise

import pytest

from bloodfang.bots import LEVELS, Bot
from bloodfang.bots.level import STRIDE
from bloodfang.bots.opening import mulligan
from bloodfang.bots.planner import Planner
from bloodfang.bots.taste import Taste
from bloodfang.catalog import load_shipped
from bloodfang.observing import Observation
from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan, State, make_set
from bloodfang_engine.fang.practice import practice_set

SHIPPED = load_shipped()
RULES = BloodFang(SHIPPED.cards)
DECKS = [deck.cards for deck in SHIPPED.decks.values()]
QUICK = 1_200
"""Positions for one decision of those who look ahead; players meet some that look at more, and are better for it."""
RUNGS = [*pairwise(LEVELS)]
MATCHES = 24

every_level = pytest.mark.parametrize("level", LEVELS)


def setup(seed: int) -> Setup:
    """Two shipped decks; each pair of seeds plays the same two with changed seats."""
    pair = random.Random(seed // 2).sample(DECKS, 2)
    first, second = pair if seed % 2 == 0 else reversed(pair)
    return Setup("fang", (first, second), seed, cards=SHIPPED.digest)


def bot(level: str, seed: int) -> Bot:
    found = LEVELS[level].bot(seed)
    return replace(found, budget=min(QUICK, found.budget)) if isinstance(found, Planner) else found


async def chosen(rules: BloodFang, state: State, seat: Seat, player: Bot) -> Action:
    """What a bot does here, which must be legal."""
    legal = tuple(rules.legal_actions(state, seat))
    act = await player.choose(rules, Observation(rules.view(state, seat)), legal)
    assert act in legal
    return act


async def played(players: tuple[Bot, Bot], seed: int, rules: BloodFang = RULES) -> State:
    """A whole match."""
    state = rules.start(setup(seed) if rules is RULES else rules.sample(seed)).state
    while seats := rules.to_act(state):
        state = rules.after(state, seats[0], await chosen(rules, state, seats[0], players[seats[0]]))
    return state


def positions(seed: int) -> Iterator[tuple[State, Seat]]:
    """The positions of a match that is played by lot."""
    state, lot = RULES.start(setup(seed)).state, random.Random(seed)
    while seats := RULES.to_act(state):
        yield state, seats[0]
        acts = RULES.legal_actions(state, seats[0])
        state = RULES.after(state, seats[0], lot.choice(acts[:-1] or acts))


# Rules


@every_level
async def test_every_act_of_a_whole_match_is_legal(level: str) -> None:
    for seed in range(2):
        assert RULES.outcome(await played((bot(level, 1), bot(level, 2)), seed))


@every_level
async def test_a_bot_plays_any_set_of_cards(level: str) -> None:
    rules = BloodFang(practice_set())
    assert rules.outcome(await played((bot(level, 1), bot(level, 2)), 3, rules))


@every_level
async def test_a_bot_that_can_only_pass_passes(level: str) -> None:
    rules = BloodFang(make_set({"ox": {"rank": 3, "power": 4}}))
    state = rules.read_position("fang | A hand ox | B hand ox")
    assert await chosen(rules, state, Seat.FIRST, bot(level, 1)) == PASS


# Luck


@every_level
async def test_the_same_seed_makes_the_same_choices(level: str) -> None:
    for state, seat in islice(positions(5), 0, None, 6):
        one = await chosen(RULES, state, seat, bot(level, 7))
        assert one == await chosen(RULES, state, seat, bot(level, 7))


async def test_seeds_make_a_difference() -> None:
    state, seat = next(islice(positions(5), 8, None))
    assert len({await chosen(RULES, state, seat, bot("easy", seed)) for seed in range(20)}) > 1


# Secrets


@every_level
async def test_a_bot_chooses_the_same_whatever_it_cannot_know(level: str) -> None:
    compared = 0
    for state, seat in islice(positions(9), 2, None, 4):
        view = RULES.view(state, seat)
        other = RULES.imagine(view, 12345)  # another hand of the rival, and both decks in another order
        compared += RULES.view(other, seat.rival) != RULES.view(state, seat.rival)
        assert await chosen(RULES, state, seat, bot(level, 3)) == await chosen(RULES, other, seat, bot(level, 3))
    assert compared > 2


# Strength


async def share_won(better: str, worse: str, seeds: range, *, whole: bool = False) -> float:
    """How much of these matches the better one wins, a draw counted half; `whole`: with all the thought it has."""
    won = 0.0
    for seed in seeds:
        seat = Seat(seed // 2 % 2)
        bots = tuple(LEVELS[each].bot(seed) if whole else bot(each, seed) for each in (better, worse))
        outcome = RULES.outcome(await played((bots[seat], bots[seat.rival]), seed))
        assert outcome
        won += 0.5 if outcome.winner is None else outcome.winner is seat
    return won / len(seeds)


@pytest.mark.parametrize(("worse", "better"), RUNGS[:-2])
async def test_a_higher_level_is_not_the_weaker_one(worse: str, better: str) -> None:
    """With little thought and in few matches; `make soak` measures properly."""
    assert await share_won(better, worse, range(MATCHES)) > 0.5


@pytest.mark.soak
@pytest.mark.parametrize(("worse", "better"), RUNGS)
async def test_a_higher_level_wins_at_least_six_of_ten(worse: str, better: str) -> None:
    assert await share_won(better, worse, range(1000, 1100), whole=True) >= 0.6


@pytest.mark.parametrize("level", [*LEVELS][2:])
async def test_a_match_that_can_be_won_by_passing_is_won(level: str) -> None:
    rules = BloodFang(make_set({"imp": {"rank": 1, "power": 1}, "ox": {"rank": 1, "power": 4}}))
    state = rules.after(rules.read_position("fang | A hand imp ox | B hand imp"), Seat.FIRST, rules.read("play ox m1"))
    state = rules.after(state, Seat.SECOND, PASS)
    assert rules.to_act(state) == (Seat.FIRST,)
    assert rules.outcome(rules.after(state, Seat.FIRST, await chosen(rules, state, Seat.FIRST, bot(level, 1))))


def test_an_opening_hand_gives_back_what_is_dear() -> None:
    rules = BloodFang(
        make_set({f"r{rank}-{letter}": {"rank": rank, "power": 1} for rank in (1, 2, 3) for letter in "abc"})
    )
    state = rules.read_position("fang | A hand r1-a r2-a r2-b r2-c r3-a | B hand r1-a")
    given = mulligan(rules, rules.view(state, Seat.FIRST))
    assert given == Mulligan((4, 5))


# Patience


def test_every_level_is_told_in_a_name_and_a_sentence() -> None:
    assert list(LEVELS) == ["easy", "novice", "medium", "keen", "fierce", "hard", "master"]
    assert len({level.name for level in LEVELS.values()}) == len({level.about for level in LEVELS.values()}) == 7
    assert all(level.about.endswith(".") for level in LEVELS.values())


async def test_others_get_their_turn_while_a_bot_thinks() -> None:
    state, seat = next(islice(positions(5), 8, None))
    turns: list[float] = []

    async def others() -> None:
        while True:
            turns.append(time.perf_counter())
            await asyncio.sleep(0)

    waiting = asyncio.create_task(others())
    await asyncio.sleep(0)
    await chosen(RULES, state, seat, LEVELS["master"].bot(1))
    turns.append(time.perf_counter())
    waiting.cancel()
    stalls = sorted(later - earlier for earlier, later in pairwise(turns))
    assert len(stalls) > 10
    assert stalls[len(stalls) // 2] < 0.03
    assert stalls[-1] < 0.5  # one may be unlucky with what else this machine does


def test_a_thought_pauses_after_a_stride_or_little_more() -> None:
    for state, seat in islice(positions(5), 2, None, 5):
        legal = tuple(RULES.legal_actions(state, seat))
        looked = list(Planner(1, 5_000).think(RULES, Observation(RULES.view(state, seat)), legal))
        assert max(looked) < 4 * STRIDE


# Character


def placed(position: str) -> tuple[BloodFang, State]:
    rules = BloodFang(
        make_set(
            {
                "scout": {"rank": 1, "power": 1, "reach": ".....\n.....\n..WP.\n.....\n....."},
                "brute": {"rank": 1, "power": 3},
            }
        )
    )
    return rules, rules.read_position(position)


async def test_a_beginner_overlooks_things_and_not_the_same_ones_every_time() -> None:
    state, seat = next(islice(positions(5), 8, None))
    legal = tuple(RULES.legal_actions(state, seat))
    known = Observation(RULES.view(state, seat))
    seen = [LEVELS["novice"].bot(seed)._seen(known, legal) for seed in range(9)]  # type: ignore[attr-defined]
    assert all(0 < len(each) < len(legal) / 2 for each in seen)
    assert len({frozenset(each) for each in seen}) > 1


def test_tastes_count_ground_blood_and_what_is_kept() -> None:
    rules, before = placed("fang | A hand scout brute | B hand brute")
    grown = rules.after(before, Seat.FIRST, rules.read("play scout m1"))
    stood = rules.after(before, Seat.FIRST, rules.read("play brute m1"))
    assert Taste(ground=1).of(before, grown, Seat.FIRST) == Taste(ground=1).of(before, stood, Seat.FIRST) + 1
    assert Taste(patience=1).of(before, grown, Seat.FIRST) == Taste(patience=1).of(before, stood, Seat.FIRST) + 2
    fallen = rules.destroy(stood, "m1").state
    assert Taste(blood=1).of(stood, fallen, Seat.SECOND) == 1
    assert Taste().of(stood, fallen, Seat.SECOND) == 0
