"""Chapter 7 of the rule book: other boards, options and profiles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bloodfang_engine.contract import Outcome, Seat, Setup
from bloodfang_engine.errors import BadSetup
from bloodfang_engine.fang import PROFILES, BloodFang, Mulligan, Options, Play, Refusal
from tables import BOOK, BOOK_CARDS, cards, told

RULE_BOOK = Path(__file__).resolve().parents[2] / "docs" / "RULES.md"

SET = cards(
    BOOK_CARDS
    + """
    spear-pup    1 1 | P ahead
    twin-spear   1 1 | P ahead | played: raise_rank 2 to pawn_cells
    """
)

# other boards

SMALL = "rows=2 columns=3"


def test_a_board_of_another_size_is_data() -> None:
    """R79"""
    options = {"rows": 4, "columns": 3, "deck_size": 4, "hand_size": 2}
    rules = BloodFang(BOOK)
    deck = ("imp", "ogre", "giant", "night-crow")
    state = rules.start(Setup("fang", (deck, deck), 1, options)).state
    view = rules.view(state, None)
    assert [tile.name for tile in view.tiles[:4]] == ["a1", "a2", "a3", "b1"]
    assert [(tile.holder, tile.pawns) for tile in view.tiles] == [(Seat.FIRST, 1), (None, 0), (Seat.SECOND, 1)] * 4
    assert (view.hand_counts, view.deck_counts) == ((2, 2), (2, 2))


def test_lanes_are_rows_and_each_is_scored() -> None:
    """R79"""
    came = told(BOOK, "a A1:imp . B1\nb A1 . B2:ogre", options=SMALL)
    account = came.rules.account(came.state)
    assert ([lane.sums for lane in account.lanes], account.score) == ([(1, 0), (0, 4)], (1, 4))


def test_all_tiles_of_the_board_must_have_a_card_to_end_it() -> None:
    """R79"""
    board = "a A1:imp A1:imp B1:imp\nb A1 A1:imp B1:imp"
    came = told(BOOK, board, "A play imp b1", options=SMALL)
    assert came.rules.outcome(came.state) == Outcome(Seat.FIRST, "full_board", (4, 0))


def test_patterns_end_at_the_edge_of_a_small_board() -> None:
    """R79"""
    came = told(BOOK, "a A1 . B1\nb A1 . B1", "A play marsh-leech b1", options=SMALL)
    held = {tile.name: tile.pawns for tile in came.rules.view(came.state, None).tiles if tile.holder is Seat.FIRST}
    assert held == {"a1": 2, "b1": 1, "b2": 1}


@pytest.mark.parametrize(("most", "pawns"), [(1, 1), (2, 2), (5, 4)])
def test_max_rank_is_the_most_pawns_a_tile_can_have(most: int, pawns: int) -> None:
    """R79"""
    acts = (
        "A play spear-pup m1",
        "B pass",
        "destroy m1",
        "A play spear-pup m1",
        "B pass",
        "destroy m1",
        "A play twin-spear m1",
    )
    assert told(SET, "", *acts, options=f"max_rank={most}").tile("m2").pawns == pawns


def test_a_card_of_a_rank_that_no_tile_can_have_is_never_open() -> None:
    """R79"""
    came = told(BOOK, "m A2 . . . B1\nA hand giant", options="max_rank=2")
    assert came.rules.why_not(came.state, Seat.FIRST, Play("giant", "m1")) is Refusal.RANK_TOO_LOW
    assert len(came.rules.legal_actions(came.state, Seat.FIRST)) == 1


def test_a_wide_board_keeps_the_names_of_its_three_lanes() -> None:
    """R79"""
    came = told(
        BOOK, "t A1 . . . . . B1\nm A1 . . . . . B1\nb A1 . . . . . B1", "A pass", "B play imp m7", options="columns=7"
    )
    assert came.piece("m7").card == "imp"


# options and profiles


@pytest.mark.parametrize("place", range(3))
def test_the_profiles_are_as_the_book_prints_them(place: int) -> None:
    options = Options.of({"profile": PROFILES[place]})
    cell = r"(\w+(?: / \w+)?)"
    printed = re.findall(rf"^ {cell} +{cell} +{cell} +{cell} +R\d", RULE_BOOK.read_text("utf-8"), re.MULTILINE)
    said: dict[str, str] = {}
    for names, *values in printed:
        if names == "max_copies":
            said[names] = values[place]
        else:
            said |= dict(zip(names.split(" / "), values[place].split(" / "), strict=True))
    assert said == {name: shown(getattr(options, name)) for name in Options.__dataclass_fields__}


def shown(value: object) -> str:
    """An option as the book prints it."""
    return " / ".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        ({"capture": "steal"}, "option capture is one of convert, convert_plus, contest, not 'steal'"),
        ({"rows": 0}, "option rows is a whole number from 1 to 9, not 0"),
        ({"deferred_pawns": 1}, "option deferred_pawns is true or false, not 1"),
        ({"max_copies": (1,)}, "option max_copies is two whole numbers"),
        ({"captures": "convert"}, "no option is called 'captures'"),
        ({"profile": "house"}, "no profile is called 'house'; known: bloodfang, reference, classic"),
    ],
)
def test_a_wrong_option_is_refused_with_what_would_be_right(chosen: dict[str, str | int], problem: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(problem)):
        Options.of(chosen)


def test_the_options_of_a_match_are_fixed_when_it_begins_and_printed_in_its_position() -> None:
    rules = BloodFang(BOOK)
    setup = Setup("fang", ((), ()), 1, {"deck_size": 0, "capture": "contest"})
    state = rules.after(rules.start(setup).state, Seat.FIRST, Mulligan())
    assert rules.write_position(state).startswith("fang deck_size=0 capture=contest | turn 1 A mulligan B |")
