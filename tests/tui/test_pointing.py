"""What a player points at: a card and a tile, at any moment something that is there."""

from __future__ import annotations

from bloodfang.catalog import load_shipped
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import BloodFang, Play, View
from bloodfang_tui.pointing import Pointing, tiles_for

RULES = BloodFang(load_shipped().cards)
BOARD = """
    fang
    turn 5 A
    t A1  .  .  .  B1
    m A2  A1 .  .  B1
    b A1  .  .  .  B1
    A hand writ-server barefoot-bailiff gate-lifter
"""
STATE = RULES.read_position(BOARD)
VIEW = RULES.view(STATE, Seat.FIRST)
LEGAL = tuple(RULES.legal_actions(STATE, Seat.FIRST))


def without_hand() -> View:
    return RULES.view(
        RULES.read_position(BOARD.replace("A hand writ-server barefoot-bailiff gate-lifter", "")), Seat.FIRST
    )


def test_it_begins_with_the_first_card_and_the_middle_of_the_board() -> None:
    assert Pointing().settled(VIEW) == Pointing(0, "m3", False)


def test_a_place_beyond_the_hand_becomes_its_last_card() -> None:
    assert Pointing(9, "m1").settled(VIEW).at == 2


def test_with_an_empty_hand_it_points_at_no_card_and_leaves_the_board() -> None:
    settled = Pointing(2, "m1", True).settled(without_hand())
    assert settled == Pointing(0, "m1", False)
    assert settled.card(without_hand()) == ""


def test_when_the_other_is_to_act_no_tile_is_being_chosen() -> None:
    other = RULES.view(STATE, Seat.SECOND)
    assert not Pointing(0, "m1", True).settled(other).on_board
    assert Pointing(0, "m1", True).settled(VIEW).on_board


def test_a_tile_that_the_board_does_not_have_is_let_go() -> None:
    assert Pointing(0, "m9", True).settled(VIEW).tile == "m3"


def test_towards_the_board_it_stays_where_the_card_may_go() -> None:
    open_tiles = tiles_for("writ-server", LEGAL)
    assert open_tiles == ["t1", "m1", "m2", "b1"]
    assert Pointing(0, "m2").towards(VIEW, LEGAL) == Pointing(0, "m2", True)
    assert Pointing(0, "m5").towards(VIEW, LEGAL) == Pointing(0, "t1", True)


def test_steps_are_as_the_eye_sees_them_from_either_side() -> None:
    start = Pointing(0, "m3", True)
    assert start.moved(VIEW, 1, 0, Seat.FIRST).tile == "m4"
    assert start.moved(VIEW, 1, 0, Seat.SECOND).tile == "m2"
    assert start.moved(VIEW, 0, -1, Seat.SECOND).tile == "t3"


def test_the_edge_of_the_board_holds_and_below_it_is_the_hand() -> None:
    assert Pointing(0, "t1", True).moved(VIEW, -1, 0, Seat.FIRST).tile == "t1"
    assert Pointing(0, "t1", True).moved(VIEW, 0, -1, Seat.FIRST).tile == "t1"
    assert Pointing(0, "m5", True).moved(VIEW, 1, 0, Seat.FIRST).tile == "m5"
    assert Pointing(1, "b2", True).moved(VIEW, 0, 1, Seat.FIRST) == Pointing(1, "b2", False)


def test_next_goes_round_the_tiles_of_the_card_in_both_directions() -> None:
    seen, at = [], Pointing(0, "t1", True)
    for _ in range(4):
        seen.append(at.tile)
        at = at.next_tile(VIEW, LEGAL, 1)
    assert seen == ["t1", "m1", "m2", "b1"]
    assert at.tile == "t1"
    assert at.next_tile(VIEW, LEGAL, -1).tile == "b1"
    assert Pointing(0, "m4", True).next_tile(VIEW, LEGAL, -1).tile == "b1"


def test_next_stays_where_there_is_nowhere_to_go() -> None:
    nowhere = Pointing(0, "m4", True)
    assert nowhere.next_tile(VIEW, (), 1) == nowhere
    assert nowhere.next_card(VIEW, (), 1) == nowhere


def test_next_card_skips_those_that_cannot_be_played() -> None:
    legal = tuple(act for act in LEGAL if isinstance(act, Play) and act.card != "barefoot-bailiff")
    assert Pointing(0, "m1").next_card(VIEW, legal, 1).at == 2
    assert Pointing(2, "m1").next_card(VIEW, legal, 1).at == 0
    assert Pointing(1, "m1").next_card(VIEW, legal, -1).at == 2


def test_a_new_turn_begins_at_a_card_that_can_be_played() -> None:
    legal = tuple(act for act in LEGAL if isinstance(act, Play) and act.card != "barefoot-bailiff")
    assert Pointing(1, "m1").ready(VIEW, legal).at != 1
    assert Pointing(2, "m1").ready(VIEW, legal).at == 2
    assert Pointing(1, "m1").ready(VIEW, ()).at == 1
