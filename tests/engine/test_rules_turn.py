"""Chapter 1 of the rule book: the turn, and how a match ends."""

from __future__ import annotations

import pytest

from bloodfang_engine.contract import Outcome, Seat
from bloodfang_engine.fang import PASS, BloodFang, Refusal
from bloodfang_engine.fang.events import Drew, MatchEnded
from tables import BOOK, BOOK_CARDS, Scenario, cards, differences, told

A, B = Seat.FIRST, Seat.SECOND
FANG = BloodFang(BOOK)

SCENARIOS = [
    Scenario(
        "R09 a play between two passes starts the count anew",
        act="A pass; B play imp m5; A pass; B play imp t5",
        after="""
            t A1 . . . B1:imp
            m A1 . . . B1:imp
        """,
    ),
    Scenario("R09 who has passed may play again next turn", act="A pass; B play imp m5; A play imp m1", powers="m1 1"),
    Scenario("R09 it is one act each, in turn", act="A pass; A pass", refused=Refusal.NOT_YOUR_TURN),
    Scenario(
        "R09 after two passes in a row nobody acts any more", act="A pass; B pass; A pass", refused=Refusal.MATCH_OVER
    ),
]


@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.story)
def test_it_comes_out_as_drawn(case: Scenario) -> None:
    assert differences(case) == []


@pytest.mark.parametrize(
    ("skip", "drawn"),
    [("first_turn", ["", "B", "BA", "BAB"]), ("each_side", ["", "", "A", "AB"])],
)
def test_a_turn_begins_with_drawing_one_card_but_not_the_very_first(skip: str, drawn: list[str]) -> None:
    """R06 who has drawn by the start of turns 1, 2, 3 and 4."""
    decks = "turn 1 A\nA deck imp imp\nB deck imp imp\nA hand imp imp\nB hand imp"
    acts = ("A play imp t1", "B play imp t5", "A play imp m1")
    came = [told(BOOK, decks, *acts[:turn], options=f"first_draw_skip={skip}").events for turn in range(4)]
    assert ["".join(each.seat.letter for each in events if isinstance(each, Drew)) for events in came] == drawn


def test_the_top_card_of_the_deck_goes_to_the_end_of_the_hand() -> None:
    """R06"""
    came = told(BOOK, "B hand imp\nB deck ogre giant", "A pass")
    assert came.hand("B") == ["imp", "ogre"]


def test_the_rival_sees_that_a_card_was_drawn_but_not_which() -> None:
    """R06"""
    drew = told(BOOK, "B deck ogre", "A pass").events[-1]
    assert drew == FANG.redact(drew, B) == Drew(B, "ogre")
    assert FANG.redact(drew, A) == FANG.redact(drew, None) == Drew(B, None)


def test_passing_costs_no_draw() -> None:
    """R07"""
    came = told(BOOK, "turn 3 A\nA hand imp\nA deck ogre giant\nB hand imp", "A pass", "B play imp m5", "A pass")
    assert came.hand("A") == ["imp", "ogre"]


def test_an_empty_deck_draws_nothing_and_play_goes_on() -> None:
    """R08"""
    came = told(BOOK, "B hand imp", "A pass")
    assert came.hand("B") == ["imp"]
    assert not any(isinstance(each, Drew) for each in came.events)
    assert came.rules.to_act(came.state) == (B,)


def test_two_passes_in_a_row_end_the_match_and_nobody_draws() -> None:
    """R09"""
    came = told(BOOK, "A deck ogre\nA hand imp\nB hand", "A pass", "B pass")
    assert came.rules.outcome(came.state) == Outcome(None, "passes", (0, 0))
    assert came.events[-1] == MatchEnded("passes", None, (0, 0))
    assert (came.hand("A"), came.turn) == (["imp"], 4)


NEARLY_FULL = """
    t A1:imp A1:imp A1:imp B1:imp B1:imp
    m A1     A1:imp A1:imp B1:imp B1:imp
    b A1:imp A1:imp A1:imp B1:imp B1:imp
    B hand imp
    B deck ogre
    A hand imp night-crow striker
"""
FULL_SET = cards(BOOK_CARDS + "striker 1 1 | X ahead | played: lower_power 1 to cells:any")


def test_a_card_on_every_tile_ends_the_match_and_nobody_draws() -> None:
    """R10"""
    came = told(FULL_SET, NEARLY_FULL, "A play imp m1")
    assert came.rules.outcome(came.state) == Outcome(A, "full_board", (9, 0))
    assert (came.hand("B"), came.turn) == (["imp"], 3)


def test_a_board_that_was_full_only_until_something_fell_ends_nothing() -> None:
    """R10"""
    came = told(FULL_SET, NEARLY_FULL, "A play striker m1")
    assert came.tile("m2").piece is None
    assert came.rules.outcome(came.state) is None


def test_with_end_on_full_board_off_play_goes_on() -> None:
    """R10"""
    came = told(FULL_SET, NEARLY_FULL, "A play imp m1", options="end_on_full_board=false")
    assert came.rules.to_act(came.state) == (B,)
    assert came.hand("B") == ["imp", "ogre"]


def test_passing_is_allowed_even_when_a_card_would_fit() -> None:
    """R11"""
    assert PASS in FANG.legal_actions(told(BOOK, "A hand imp").state, A)


def test_nobody_passes_for_a_player_whose_cards_fit_nowhere() -> None:
    """R11"""
    came = told(BOOK, "A hand giant\nB hand imp", "A pass", "B play imp m5")
    assert came.rules.to_act(came.state) == (A,)
    assert list(came.rules.legal_actions(came.state, A)) == [PASS]


def test_the_act_of_the_last_turn_is_still_done_and_then_the_match_is_over() -> None:
    """R36b"""
    came = told(BOOK, "turn 3 A\nB deck imp", "A play imp m1", "B pass", options="max_turns=4")
    assert came.rules.outcome(came.state) == Outcome(A, "max_turns", (1, 0))
    assert came.turn == 4


def test_before_the_last_turn_and_with_the_limit_off_nothing_ends() -> None:
    """R36b"""
    for options in ("max_turns=4", "max_turns=0"):
        came = told(BOOK, "turn 3 A", "A play imp m1", options=options)
        assert came.rules.outcome(came.state) is None
