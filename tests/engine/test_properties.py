"""Laws that hold in every state of every match, whatever the cards, the options and the acts."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bloodfang_engine.contract import Seat
from bloodfang_engine.errors import IllegalAction, Reason
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan, Pass, Play, Refusal, State, make_set
from bloodfang_engine.fang.events import PowerChanged
from bloodfang_engine.fang.practice import practice_set
from depths import deep_bytes
from strategies import Match, match_by_lot, matches, option_sets

pytestmark = pytest.mark.no_cover  # the other tests reach every line; these take long enough

some = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
few = settings(some, max_examples=25)
many = settings(some, max_examples=5000)

default_matches = matches(options=st.just({}).map(dict))
limited_matches = matches(
    options=st.tuples(option_sets(), st.integers(1, 60)).map(lambda drawn: drawn[0] | {"max_turns": drawn[1]}),
    longest=70,
)

GARBAGE: tuple[Any, ...] = (
    None,
    True,
    7,
    1.5,
    "pass",
    "play c0 t1",
    b"",
    (),
    ("c0", "t1"),
    [],
    {},
    Play,
    Pass,
    Seat.FIRST,
)
MISTYPED: tuple[Any, ...] = (
    Play("c0", None),  # type: ignore[arg-type]
    Play("c0", 7),  # type: ignore[arg-type]
    Play(None, "t1"),  # type: ignore[arg-type]
    Play([], []),  # type: ignore[arg-type]
    Mulligan(None),  # type: ignore[arg-type]
    Mulligan([1]),  # type: ignore[arg-type]
    Mulligan(("1",)),  # type: ignore[arg-type]
    Mulligan((1.5,)),  # type: ignore[arg-type]
)


# the board


@some
@given(matches())
def test_every_card_on_a_quiet_board_has_power_of_at_least_one(match: Match) -> None:
    check_powers(match)


@some
@given(matches())
def test_a_tile_has_pawns_up_to_the_highest_rank_and_a_holder_exactly_when_it_has_some(match: Match) -> None:
    check_pawns(match)


@some
@given(default_matches)
def test_by_the_book_the_tile_under_a_card_belongs_to_its_owner(match: Match) -> None:
    check_owners(match)


@some
@given(matches())
def test_the_power_that_is_kept_is_the_power_counted_from_scratch(match: Match) -> None:
    check_powers_from_scratch(match)


def test_a_card_that_stood_by_a_conditional_bonus_falls_when_the_giver_is_gone() -> None:
    """R33: blight costs everybody 5 and fells mender, whose gift to the lowered was all that kept victim alive."""
    count = {"n": 5, "per": "card", "count": {"side": "enemy"}}
    cards = {
        "victim": {"rank": 1, "power": 4},
        "mender": {"rank": 1, "power": 1, "ability": [in_play("raise_power", "board:enemy:lowered", 3)]},
        "blight": {"rank": 1, "power": 4, "ability": [in_play("lower_power", "board", count)]},
    }
    rules = BloodFang(make_set(cards))
    lanes = "t A1:victim . . . B1 | m A1 . . . B1 | b A1 . . . B1:mender"
    state = rules.read_position(f"fang | turn 4 B | {lanes} | B hand blight")
    after = rules.after(state, Seat.SECOND, Play("blight", "m5"))
    assert [tile.name for tile in rules.view(after, None).tiles if tile.piece] == ["m5"]


def test_a_destroy_effect_destroys_a_card_however_strong_it_is() -> None:
    """R24: what is marked falls, and then its power does not matter."""
    destroys = {"trigger": "played", "effect": "destroy", "target": "cells"}
    ahead = [{"row": 0, "col": 1, "kind": "E"}]
    cards = {"ogre": {"rank": 1, "power": 999}, "pit": {"rank": 1, "power": 1, "cells": ahead, "ability": [destroys]}}
    rules = BloodFang(make_set(cards))
    lanes = "t A1:ogre(+999999) B1 . . B1 | m A1 . . . B1 | b A1 . . . B1"
    state = rules.read_position(f"fang | turn 4 B | {lanes} | B hand pit")
    after = rules.after(state, Seat.SECOND, Play("pit", "t2"))
    assert [tile.name for tile in rules.view(after, None).tiles if tile.piece] == ["t2"]


def in_play(effect: str, target: str, value: Any) -> dict[str, Any]:
    return {"trigger": "in_play", "effect": effect, "target": target, "value": value}


def check_powers(match: Match) -> None:
    for state in match.states():
        powers = {tile.name: tile.piece.power for tile in match.rules.view(state, None).tiles if tile.piece}
        assert all(power >= 1 for power in powers.values()), powers


def check_pawns(match: Match) -> None:
    for state in match.states():
        for tile in match.rules.view(state, None).tiles:
            assert 0 <= tile.pawns <= match.options.get("max_rank", 3), tile
            assert (tile.holder is None) == (tile.pawns == 0), tile


def check_owners(match: Match) -> None:
    for state in match.states():
        for tile in match.rules.view(state, None).tiles:
            assert tile.piece is None or tile.holder is tile.piece.owner, tile


def check_powers_from_scratch(match: Match) -> None:
    """R37: what events told of lasting changes is all that is remembered; the rest a position as text counts anew."""
    rules = match.rules
    lasting: Counter[int] = Counter()
    for move in match.moves():
        for event in rules.apply(move.before, move.seat, move.act).events:
            if isinstance(event, PowerChanged):
                lasting[event.figure.number] += event.amount
        tiles = rules.view(move.after, None).tiles
        assert all(tile.piece.bonus == lasting[tile.piece.number] for tile in tiles if tile.piece)
        anew = rules.read_position(rules.write_position(move.after))
        assert rules.view(anew, None).tiles == tiles


# acts


@few
@given(matches())
def test_what_is_legal_is_accepted_and_all_else_is_refused_and_changes_nothing(match: Match) -> None:
    check_every_act(match)


@some
@given(matches())
def test_an_act_leaves_the_state_it_is_done_in_alone(match: Match) -> None:
    check_arguments_are_left_alone(match)


@some
@given(matches())
def test_the_way_without_events_leads_to_the_same_state(match: Match) -> None:
    check_both_paths(match)


@some
@given(limited_matches)
def test_every_match_ends_within_its_limit_of_turns(match: Match) -> None:
    check_end(match)


def check_every_act(match: Match) -> None:
    rules = match.rules
    for state in match.states():
        for seat in Seat:
            before = snapshot(rules, state)
            legal = rules.legal_actions(state, seat)
            assert len(set(legal)) == len(legal), "an act is offered twice"
            assert bool(legal) == (seat in rules.to_act(state))
            acts = universe(rules, state, seat)
            assert set(legal) == {act for act in acts if rules.why_not(state, seat, act) is None}
            for act in legal:
                rules.apply(state, seat, act)
            for act in acts - set(legal):
                check_refused(rules, state, seat, act)
            for thing in GARBAGE:
                assert rules.why_not(state, seat, thing) is Refusal.NOT_AN_ACT
                check_refused(rules, state, seat, thing)
            assert snapshot(rules, state) == before
            assert rules.read_position(before[1]) == state


def check_refused(rules: BloodFang, state: State, seat: Seat, act: Any) -> None:
    """Refused by both ways of doing it, with the reason that was foretold."""
    reason = rules.why_not(state, seat, act)
    assert reason is not None
    for way in (rules.apply, rules.after):
        assert refusal(way, state, seat, act) == (reason, seat), act


def refusal(
    way: Callable[[State, Seat, Any], object], state: State, seat: Seat, act: Any
) -> tuple[Reason, Seat] | None:
    """Why this way of doing it refuses the act, and whom; None if it does not."""
    try:
        way(state, seat, act)
    except IllegalAction as refused:
        return refused.reason, refused.seat
    return None


def check_arguments_are_left_alone(match: Match) -> None:
    for move in match.moves():
        for way in (match.rules.apply, match.rules.after):
            before = snapshot(match.rules, move.before)
            again = pickle.loads(pickle.dumps(move.before))
            way(move.before, move.seat, move.act)
            assert snapshot(match.rules, move.before) == before
            assert move.before == again


def check_both_paths(match: Match) -> None:
    rules = match.rules
    for move in match.moves():
        told = rules.apply(move.before, move.seat, move.act).state
        assert told == move.after
        for seat in Seat:
            assert rules.legal_actions(told, seat) == rules.legal_actions(move.after, seat)


def check_end(match: Match) -> None:
    """With as many choices as turns and mulligans, the match must be over when they run out."""
    rules, limit = match.rules, match.options["max_turns"]
    *_, last = match.states()
    turn, outcome = rules.view(last, None).turn, rules.outcome(last)
    assert turn <= limit
    assert outcome is None or outcome.reason in ("passes", "full_board", "max_turns")
    assert outcome is not None or len(match.choices) < limit + len(Seat)
    assert outcome is None or outcome.reason != "max_turns" or turn == limit


def universe(rules: BloodFang, state: State, seat: Seat) -> set[Action]:
    """Every act anybody might think of here, and some that nobody should."""
    view = rules.view(state, seat)
    names = [tile.name for tile in view.tiles]
    beyond = ["", "t0", "t10", "z1", "T1", "1t", names[-1][0] + str(len(names) + 1)]
    acts: set[Action] = {Play(card, tile) for card in (*rules.cards, "nobody", "") for tile in (*names, *beyond)}
    places = range(1, min(view.hand_counts[seat], 5) + 2)
    acts |= {Mulligan(chosen) for count in range(len(places) + 1) for chosen in combinations(places, count)}
    acts |= {Mulligan(strange) for strange in ((0,), (-1,), (99,), (1, 1), (2, 1), (0, 1))}
    return acts | {PASS}


def snapshot(rules: BloodFang, state: State) -> tuple[bytes, str]:
    """All that a state is, deep down and as text."""
    return deep_bytes(state), rules.write_position(state)


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("act", MISTYPED, ids=repr)
def test_an_act_filled_with_the_wrong_things_is_refused_like_any_other(act: Any, seat: Seat) -> None:
    rules = BloodFang(practice_set())
    state = rules.start(rules.sample(0)).state
    while rules.to_act(state):
        card = (rules.view(state, seat).hand or ("",))[0]
        wrong = Play(card, act.tile) if isinstance(act, Play) and act.card == "c0" else act
        assert rules.why_not(state, seat, wrong) is not None
        check_refused(rules, state, seat, wrong)
        mover = rules.to_act(state)[0]
        state = rules.after(state, mover, PASS if not rules.view(state, None).mulligan else Mulligan())


# notation


@some
@given(matches())
def test_every_act_can_be_written_and_read_again(match: Match) -> None:
    check_act_notation(match)


@some
@given(matches())
def test_every_position_can_be_written_and_read_again_as_a_line_and_as_a_block(match: Match) -> None:
    check_position_notation(match)


@some
@given(matches())
def test_a_position_read_again_plays_on_as_the_match_does(match: Match) -> None:
    check_positions_play_on(match)


def check_act_notation(match: Match) -> None:
    rules = match.rules
    for state in match.states():
        for seat in rules.to_act(state):
            for act in rules.legal_actions(state, seat):
                assert rules.read(rules.write(act)) == act
                assert type(rules.read(rules.write(act))) is type(act)


def check_position_notation(match: Match) -> None:
    rules = match.rules
    for state in match.states():
        line, block = rules.write_position(state), rules.write_position(state, block=True)
        assert "\n" not in line
        assert len(block.splitlines()) >= match.options.get("rows", 3) + 2
        assert rules.read_position(line) == state
        assert rules.read_position(block) == state
        assert rules.write_position(rules.read_position(line)) == line


def check_positions_play_on(match: Match) -> None:
    rules = match.rules
    for move in match.moves():
        again = rules.read_position(rules.write_position(move.before))
        assert rules.legal_actions(again, move.seat) == rules.legal_actions(move.before, move.seat)
        assert rules.after(again, move.seat, move.act) == move.after


def test_a_position_with_enormous_powers_can_be_read_again() -> None:
    """There is no cap on power (R30), and a replacement may multiply what it replaces (R51)."""
    grows = in_play("raise_power", "self", {"n": 999, "per": "replaced_power"})
    cards = {"egg": {"rank": 1, "power": 9}, "hydra": {"rank": "replace", "power": 1, "ability": [grows]}}
    rules = BloodFang(make_set(cards))
    state = rules.read_position("fang | turn 3 A | A hand egg hydra hydra hydra")
    for act in ("play egg t1", "pass", "play hydra t1", "pass", "play hydra t1", "pass", "play hydra t1"):
        state = rules.after(state, rules.to_act(state)[0], rules.read(act))
        assert rules.read_position(rules.write_position(state)) == state


def test_a_position_does_not_mention_auras_of_a_card_that_was_replaced() -> None:
    """What is remembered of auras is who was touched at the last checkpoint (R42), and there the banner was gone."""
    rallies = {"trigger": "in_play/ally", "effect": "raise_power", "target": "board:ally", "value": 1}
    cards = {
        "banner": {"rank": 1, "power": 1, "ability": [rallies]},
        "footman": {"rank": 1, "power": 2},
        "heir": {"rank": "replace", "power": 1},
    }
    rules = BloodFang(make_set(cards))
    lanes = "t A1:banner . . . B1 | m A1:footman . . . B1 | b A1 . . . B1"
    state = rules.read_position(f"fang | turn 3 A | {lanes} | A hand heir")
    after = rules.after(state, Seat.FIRST, Play("heir", "t1"))
    assert "auras" not in rules.write_position(after)


# all of them, in matches where much happens, and for long

Law = Callable[[Match], None]
LAWS: tuple[Law, ...] = (
    check_powers,
    check_pawns,
    check_powers_from_scratch,
    check_every_act,
    check_arguments_are_left_alone,
    check_both_paths,
    check_act_notation,
    check_position_notation,
    check_positions_play_on,
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_law_holds_in_matches_by_lot(law: Law) -> None:
    for seed in range(8):
        law(match_by_lot(seed))


@pytest.mark.soak
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@many
@given(match=matches())
def test_a_law_holds_for_thousands_of_matches(law: Law, match: Match) -> None:
    law(match)


@pytest.mark.soak
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_law_holds_in_thousands_of_matches_by_lot(law: Law) -> None:
    for seed in range(1_000_000, 1_002_000):
        law(match_by_lot(seed))


@pytest.mark.soak
@many
@given(default_matches)
def test_by_the_book_tiles_belong_to_owners_for_thousands_of_matches(match: Match) -> None:
    check_owners(match)


@pytest.mark.soak
@many
@given(limited_matches)
def test_thousands_of_matches_end_within_their_limit_of_turns(match: Match) -> None:
    check_end(match)
