"""Chapters 4 and 7 of the rule book: tokens, in the hand and on the board, and where they come from."""

from __future__ import annotations

import pytest

from bloodfang_engine.contract import OptionValue, Seat, Setup
from bloodfang_engine.fang import BloodFang, Mulligan
from bloodfang_engine.fang.events import CardAdded, CardPlayed, CardSpawned
from tables import BOOK_CARDS, Scenario, Told, cards, differences, told

A, B = Seat.FIRST, Seat.SECOND

SET = cards(
    BOOK_CARDS
    + """
    brood-hen   1 1 | played: spawn pup hound wolf to held_empty
    lone-hen    1 1 | played: spawn pup to held_empty
    rage-hen    1 1 | played: spawn hurler to held_empty
    bell-hen    1 1 | played: spawn young-bell to held_empty
    egg-hen     1 1 | played: spawn egg to held_empty
    stag-hen    1 1 | E ahead | in_play: raise_power 1 to cells:ally | played: spawn young-stag to held_empty
    twin-hen    1 1 | played: spawn pup to held_empty | played: spawn hound to held_empty
    pedlar      1 1 | played: add_to_hand pup hound
    last-gift   1 1 | destroyed: add_to_hand wolf
    ash-hand    1 1 | E ahead | played: destroy to cells:any
    pup         1 1 token
    hound       1 2 token
    wolf        1 3 token
    hurler      1 1 token | X ahead | played: lower_power 5 to cells:any
    young-bell  1 1 token | E ahead, E above | in_play: raise_power 1 to cells:ally
    egg         1 1 token | destroyed: add_to_hand pup
    young-stag  1 1 token | first_raised: raise_power 10 to self
    """
)

SCENARIOS = [
    Scenario(
        "R53 a token on every empty tile its owner holds, chosen by the tile's pawns",
        """
            t A1 .  . . B1
            m A2 A1 . . B1
            b A3 .  . . B1
        """,
        "A play brood-hen m2",
        """
            t A1:pup .  . . B1
            m A2:hound A1:brood-hen . . B1
            b A3:wolf .  . . B1
        """,
    ),
    Scenario(
        "R53 with more pawns than kinds the last kind comes",
        "m A3 A1 . . B1",
        "A play lone-hen m2",
        "t A1:pup . . . B1\nm A3:pup A1:lone-hen . . B1\nb A1:pup . . . B1",
    ),
    Scenario(
        "R53 neither on neutral, nor on rival, nor on occupied tiles",
        "t . . . . .\nm A1 A1:ogre B1 A1 B1\nb . . . . .",
        "A play brood-hen m1",
        "t . . . . .\nm A1:brood-hen A1:ogre B1 A1:pup B1\nb . . . . .",
    ),
    Scenario(
        "R53 the tiles are those that are empty when the effect resolves: the second clause finds none",
        act="A play twin-hen m1",
        after="t A1:pup . . . B1\nm A1:twin-hen . . . B1\nb A1:pup . . . B1",
    ),
    Scenario(
        "R54 a spawned card places no pawns and does nothing that it does when played",
        "t A1 B1:imp . . B1",
        "A play rage-hen m1",
        "t A1:hurler B1:imp . . B1\nm A1:rage-hen . . . B1\nb A1:hurler . . . B1",
        answers="rage-hen@1",
    ),
    Scenario(
        "R54 its auras work",
        "t A1 A1:imp . . B1",
        "A play bell-hen m1",
        # the bell on b1 also lifts the hen above it, and the bell on t1 the imp ahead
        powers="t2 2, m1 2, t1 1, b1 1",
    ),
    Scenario(
        "R54 its destroyed works",
        "A hand egg-hen",
        "A play egg-hen m1; destroy t1",
        "t A1 . . . B1\nm A1:egg-hen . . . B1\nb A1:egg . . . B1\nA hand pup",
    ),
    Scenario(
        "R54 its first times work",
        "m A1 A1 . . B1",
        "A play stag-hen m1",
        powers="m2 12, t1 1",
        answers="stag-hen@1 young-stag@2",
    ),
    Scenario(
        "R55 tokens go to the end of the hand, in their order",
        "A hand pedlar imp",
        "A play pedlar m1",
        "m A1:pedlar . . . B1\nA hand imp pup hound",
    ),
    Scenario(
        "R55 to the owner of the card that makes them, whoever's turn it is",
        "m A1 B1:last-gift . . B1\nB hand imp",
        "A play ash-hand m1",
        "m A1:ash-hand B1 . . B1\nB hand imp wolf\nA hand",
    ),
    Scenario(
        "R56 playing one of two equal cards removes one",
        "A hand imp ogre imp",
        "A play imp m1",
        "m A1:imp . . . B1\nA hand ogre imp",
    ),
]


@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.story)
def test_it_comes_out_as_drawn(case: Scenario) -> None:
    assert differences(case, SET) == []


def test_tokens_are_spawned_in_board_order() -> None:
    """R53"""
    came = told(SET, "", "A play brood-hen m1")
    assert [each.figure.tile for each in came.events if isinstance(each, CardSpawned)] == ["t1", "b1"]


def test_the_rival_is_told_that_a_card_was_added_but_not_which() -> None:
    """R55"""
    came = told(SET, "", "A play pedlar m1")
    added = [each for each in came.events if isinstance(each, CardAdded)]
    assert [each.card for each in added] == ["pup", "hound"]
    for viewer in (B, None):
        seen = [came.rules.redact(each, viewer) for each in added]
        assert [each.card for each in seen if isinstance(each, CardAdded)] == [None, None]
    assert [came.rules.redact(each, A) for each in added] == added


def test_a_token_in_the_hand_is_hidden_like_any_other_card() -> None:
    """R55"""
    here, there = (told(SET, f"A hand {held}") for held in ("pup<pedlar", "wolf<last-gift"))
    assert here.rules.view(here.state, B) == there.rules.view(there.state, B)


def test_equal_cards_are_offered_once_and_both_can_be_played() -> None:
    """R56"""
    came = told(SET, "A hand imp imp")
    offered = [came.rules.write(act) for act in came.rules.legal_actions(came.state, A)]
    assert offered == ["play imp t1", "play imp m1", "play imp b1", "pass"]
    later = told(SET, "A hand imp imp", "A play imp t1", "B pass", "A play imp m1")
    assert later.hand("A") == []


def test_a_deck_with_equal_cards_deals_separate_cards_that_are_offered_once() -> None:
    """R56"""
    rules = BloodFang(SET)
    options: dict[str, OptionValue] = {"max_copies": (2, 2), "deck_size": 2, "hand_size": 2}
    state = rules.start(Setup("fang", (("imp", "imp"), ("imp", "imp")), 1, options)).state
    for seat in Seat:
        state = rules.after(state, seat, Mulligan())
    assert rules.view(state, A).hand == ("imp", "imp")
    assert [rules.write(act) for act in rules.legal_actions(state, A)] == [
        "play imp t1",
        "play imp m1",
        "play imp b1",
        "pass",
    ]


def origin(came: Told, tile: str) -> tuple[str, str | None]:
    piece = came.piece(tile)
    return piece.origin, piece.maker


def test_a_card_knows_that_it_came_from_the_deck() -> None:
    """R77"""
    assert origin(told(SET, "", "A play imp m1"), "m1") == ("deck", None)


def test_a_token_from_the_hand_knows_its_maker() -> None:
    """R77"""
    came = told(SET, "A hand pedlar", "A play pedlar m1", "B pass", "A play hound t1")
    assert origin(came, "t1") == ("hand_token", "pedlar")


def test_a_spawned_token_knows_its_maker() -> None:
    """R77"""
    assert origin(told(SET, "", "A play brood-hen m1"), "b1") == ("spawn", "brood-hen")


def test_the_log_tells_where_a_card_came_from() -> None:
    """R77"""
    came = told(
        SET, "A hand pedlar brood-hen", "A play pedlar m1", "B pass", "A play pup t1", "B pass", "A play brood-hen b1"
    )
    played = [(each.figure.card, each.maker) for each in came.events if isinstance(each, CardPlayed)]
    assert played == [("pedlar", None), ("pup", "pedlar"), ("brood-hen", None)]
    made = told(SET, "", "A play brood-hen m1")
    assert [each.by.card for each in made.events if isinstance(each, CardSpawned)] == ["brood-hen", "brood-hen"]


def test_of_two_equal_tokens_with_different_makers_the_first_is_played() -> None:
    """R77"""
    came = told(SET, "A hand wolf<last-gift wolf<pedlar", "A play wolf m1")
    assert origin(came, "m1") == ("hand_token", "last-gift")
    assert "A hand wolf<pedlar" in came.rules.write_position(came.state, block=True)


def test_origin_changes_nothing_else() -> None:
    """R77"""
    here, there = (told(SET, f"A hand {held}", "A play wolf m1") for held in ("wolf", "wolf<pedlar"))
    assert here.piece("m1").power == there.piece("m1").power == 3
    assert here.falls == there.falls == ""
