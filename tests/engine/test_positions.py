"""Positions as text: what people write by hand, and what cannot be read."""

from __future__ import annotations

import pytest

from bloodfang_engine import BadNotation, Seat
from bloodfang_engine.fang import BloodFang, make_set

RULES = BloodFang(
    make_set(
        {
            "imp": {"rank": 1, "power": 1},
            "ox": {"rank": 2, "power": 4},
            "bell": {
                "rank": 1,
                "power": 2,
                "cells": [{"row": 0, "col": 1, "kind": "E"}],
                "ability": [{"trigger": "in_play", "effect": "lower_power", "target": "cells:any", "value": 1}],
            },
            "gauge": {
                "rank": 1,
                "power": 3,
                "ability": [
                    {
                        "trigger": {"event": "first_power_at_least", "at_least": 3},
                        "effect": "raise_power",
                        "target": "self",
                        "value": 1,
                    }
                ],
            },
        }
    )
)

BLOCK = """
    fang
    turn 5 B passes 1
    t A1      .   B2:ox(+3)^v  .   B1
    m A2:imp  .   .            .   B1:A!imp<ox
    b A1      .   .            .   B1
    A hand imp imp<bell
    B deck ox
"""

WRONG = [
    ("", "a position begins with the word fang"),
    ("chess | turn 1 A", "a position begins with the word fang"),
    ("fang moon=1", "no option is called 'moon'"),
    ("fang rows", "options are written option=value, each once"),
    ("fang rows=3 rows=3", "options are written option=value, each once"),
    ("fang capture=perhaps", "option capture is one of convert"),
    ("fang | turn 1 A | turn 1 A", "the section turn is there twice"),
    ("fang | moon 1", "no section is called 'moon'; known: turn, t, m, b"),
    ("fang | ground .", "no section is called 'ground'"),
    ("fang | turn", "the turn is a whole number"),
    ("fang | turn x A", "the turn is a whole number"),
    ("fang | turn 3", "a turn is written like: turn 3 A"),
    ("fang | turn 3 C", "a turn is written like: turn 3 A"),
    ("fang | turn 3 A passes 3", "passes is 1 or 2"),
    ("fang | turn 3 A passes", "passes is 1 or 2"),
    ("fang | turn 3 A mulligan C", "after the turn comes nothing, mulligan A B, or over"),
    ("fang | turn 3 A over tea", "after the turn comes nothing"),
    ("fang | t A1 . . . B1", "a position has all lanes or none: t m b"),
    ("fang | t A1 . . B1", "a lane has 5 tiles, this one has 4"),
    ("fang | t C1 . . . B1", "a tile is . or holder and pawns like A2"),
    ("fang | t A4 . . . B1", "a tile has at most 3 pawns, its holder the most"),
    ("fang | t A2~1 . . . B1", "both sides have pawns on a tile only where capture is contest"),
    ("fang capture=contest | t A1~2 . . . B1", "a tile has at most 3 pawns, its holder the most"),
    ("fang | t A1:imp!! . . . B1", "a card on the board is written like"),
    ("fang | t .:imp . . . B1", "the card needs its owner: A! or B!"),
    ("fang | t A1:bat . . . B1", "no card here has that id"),
    ("fang | t A1:imp*7 . . . B1", "no card here has the threshold 7"),
    (
        "fang | t A1:imp#1 A1:imp . . B1 | m . . . . . | b . . . . .",
        "the cards on the board all have numbers of their own, or none has",
    ),
    (
        "fang | t A1:imp#1 A1:imp#1 . . B1 | m . . . . . | b . . . . .",
        "the cards on the board all have numbers of their own",
    ),
    (
        "fang | t A1:imp(-1) . . . B1 | m . . . . . | b . . . . .",
        "would have power 0, and would be gone (R25)",
    ),
    ("fang | A hand bat", "no card here has that id"),
    ("fang | A hand imp<", "a card in hand is its id, and behind < the card that made it"),
    ("fang | luck 1", "luck is two numbers in hexadecimal"),
    ("fang | luck x y", "luck is two numbers in hexadecimal"),
    ("fang | next x", "the next card's number is a whole number"),
    ("fang | auras 1.2", "an aura at work is written source.clause.target"),
    ("fang destroyed_tile=remove_contributions | ground .", "ground has 15 tiles"),
    ("fang destroyed_tile=remove_contributions | pawns m2", "placed pawns are written tile:number:seat:count"),
    ("fang destroyed_tile=remove_contributions | pawns z9:1:A:1", "a tile is t1 to b5"),
]


def test_a_position_written_by_hand_says_what_it_says() -> None:
    view = RULES.view(RULES.read_position(BLOCK), Seat.FIRST)
    piece = view.tile("t3").piece
    assert piece is not None
    assert (piece.card, piece.owner, piece.power, piece.once) == ("ox", Seat.SECOND, 7, ("raised", "lowered"))
    assert (view.turn, view.passes, view.to_act) == (5, 1, (Seat.SECOND,))
    assert (view.hand, view.deck_counts) == (("imp", "imp"), (0, 1))


def test_a_card_may_stand_on_ground_of_the_other_side() -> None:
    piece = RULES.view(RULES.read_position(BLOCK), None).tile("m5").piece
    assert piece is not None
    assert (piece.owner, piece.origin, piece.maker) == (Seat.FIRST, "hand_token", "ox")


def test_a_line_and_a_block_say_the_same() -> None:
    state = RULES.read_position(BLOCK)
    line, block = RULES.write_position(state), RULES.write_position(state, block=True)
    assert "\n" not in line
    assert RULES.read_position(line) == RULES.read_position(block) == state


def test_cards_without_numbers_are_as_old_as_they_are_early() -> None:
    state = RULES.read_position("fang | t A1:imp . . . B1:ox | m . . . . . | b B1:bell . . . .")
    assert [tile.piece.number for tile in RULES.view(state, None).tiles if tile.piece] == [1, 2, 3]


def test_a_threshold_that_is_met_in_a_given_position_is_reached() -> None:
    state = RULES.read_position("fang | t A1:gauge . . . B1 | m . . . . . | b . . . . . | A hand imp")
    assert "*3" in RULES.write_position(state)


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_what_cannot_be_read_is_refused_with_the_place(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation) as wrong:
        RULES.read_position(text)
    assert sentence in str(wrong.value)


def test_an_empty_board_is_written_in_one_short_line() -> None:
    line = RULES.write_position(RULES.read_position("fang | turn 1 A"))
    assert line == "fang | turn 1 A | t A1 . . . B1 | m A1 . . . B1 | b A1 . . . B1 | A hand | A deck | B hand | B deck"


def test_a_tile_that_is_not_there_is_not_in_a_view() -> None:
    with pytest.raises(KeyError):
        RULES.view(RULES.read_position("fang"), None).tile("z9")


def test_nothing_can_be_destroyed_where_nothing_stands() -> None:
    with pytest.raises(BadNotation, match="no card stands there to be destroyed"):
        RULES.destroy(RULES.read_position("fang"), "m2")
