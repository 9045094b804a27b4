"""The small parts everything stands on: seats, errors, chance, the grid, zones."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodfang_engine import errors
from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Event, Outcome, Seat, Setup, Step
from bloodfang_engine.errors import (
    BadNotation,
    BadRecord,
    BadSetup,
    CardError,
    EngineError,
    IllegalAction,
    Problem,
    UnknownRuleset,
    listed,
    shorten,
)
from bloodfang_engine.grid import MOST_COLUMNS, MOST_ROWS, Grid
from bloodfang_engine.testing import BrokenLaw
from bloodfang_engine.zones import discard, draw, redraw
from toys import No

# seats


def test_seats_face_each_other() -> None:
    assert Seat.FIRST.rival is Seat.SECOND
    assert Seat.SECOND.rival is Seat.FIRST


def test_a_seat_has_a_letter_and_a_letter_has_a_seat() -> None:
    assert [seat.letter for seat in Seat] == ["A", "B"]
    assert [Seat.of(letter) for letter in "AB"] == [Seat.FIRST, Seat.SECOND]


@pytest.mark.parametrize("letter", ["", "a", "b", "C", "AB", "0", " A", "\x00"])
def test_no_other_text_is_a_seat(letter: str) -> None:
    with pytest.raises(ValueError, match="-1"):
        Seat.of(letter)


def test_a_setup_needs_no_options_and_two_setups_share_none() -> None:
    one, other = Setup("raid", ((), ()), 1), Setup("raid", ((), ()), 1)
    assert one == other
    assert one.options == {}
    assert one.options is not other.options


def test_steps_and_outcomes_are_values() -> None:
    assert Step("state", [Event()]) == Step("state", [Event()])
    assert Outcome(Seat.FIRST, "passes", (2, 1)) != Outcome(None, "passes", (2, 1))


# errors


ERRORS = [
    (IllegalAction(No.TOO_DEAR, Seat.SECOND, "play maul"), "B play maul: there is not enough energy left"),
    (BadNotation("plya", "an act is play"), "'plya': an act is play"),
    (BadNotation("x" * 1000, "too much"), f"'{'x' * 57}...': too much"),
    (BadSetup("a deck has 15 cards"), "a deck has 15 cards"),
    (BadRecord("act 7", "no such card"), "act 7: no such card"),
    (CardError([Problem("card 'a'", "no rank"), Problem("card 'b'", "no id")]), "card 'a': no rank\ncard 'b': no id"),
    (UnknownRuleset("chess", ["fang"]), "no ruleset is called 'chess'; known: fang"),
    (UnknownRuleset("chess", []), "no ruleset is called 'chess'; known: none"),
]  # fmt: skip


@pytest.mark.parametrize(("error", "sentence"), ERRORS, ids=lambda each: type(each).__name__)
def test_an_error_is_a_sentence(error: EngineError, sentence: str) -> None:
    assert str(error) == sentence


@pytest.mark.parametrize(
    "error", [each for each, _ in ERRORS] + [BrokenLaw("match of seed 1", "it never ends")], ids=repr
)
def test_an_error_survives_a_trip_to_another_process(error: Exception) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_an_error_carries_its_facts() -> None:
    refused = IllegalAction(No.WAIT, Seat.FIRST, "end")
    assert (refused.reason, refused.seat, refused.action) == (No.WAIT, Seat.FIRST, "end")
    unread = BadNotation("x" * 1000, "too much")
    assert (unread.text, unread.problem) == ("x" * 1000, "too much")
    assert BadSetup("no").problem == "no"
    damaged = BadRecord("act 7", "no")
    assert (damaged.where, damaged.problem) == ("act 7", "no")
    [problem] = CardError(iter([Problem("card", "no")])).problems
    assert (problem.where, problem.what) == ("card", "no")
    unknown = UnknownRuleset("x", ["a", "b"])
    assert (unknown.name, unknown.known) == ("x", ("a", "b"))


def test_every_error_of_the_library_is_drawn_in_the_tree() -> None:
    drawn = errors.__doc__ or ""
    kinds = {kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, EngineError)}
    assert {kind.__name__ for kind in kinds if kind.__name__ not in drawn} == set()
    assert all(kind.__bases__ == (EngineError,) for kind in kinds - {EngineError})


def test_a_reason_is_a_sentence() -> None:
    assert No.OVER.sentence == "the match is over"


def test_a_long_text_is_shortened_to_fit() -> None:
    assert shorten("short") == "short"
    assert shorten("x" * 60) == "x" * 60
    assert shorten("x" * 61) == "x" * 57 + "..."
    assert shorten("abcdef", 5) == "ab..."


def test_a_list_in_a_sentence_says_when_it_is_empty() -> None:
    assert listed(["a", 2]) == "a, 2"
    assert listed([]) == "none"


# chance


def test_luck_is_the_same_on_every_python() -> None:
    assert numbers(Chance.stream(7), 100, 8) == [72, 64, 54, 60, 34, 18, 91, 90]
    assert Chance.stream(7, 1).shuffled("abcdefgh")[0] == tuple("degcfhab")


def test_luck_is_splitmix64_as_others_have_it() -> None:
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    assert numbers(Chance(1234567), 2**64, 5) == known


def numbers(luck: Chance, limit: int, count: int) -> list[int]:
    """The next numbers of this luck."""
    found = []
    for _ in range(count):
        number, luck = luck.below(limit)
        found.append(number)
    return found


def test_the_same_question_to_the_same_luck_has_the_same_answer() -> None:
    luck = Chance.stream(3, 4)
    assert luck.below(1000) == luck.below(1000)
    assert luck.shuffled(range(50)) == luck.shuffled(range(50))


def test_streams_for_different_purposes_are_different() -> None:
    paths = [(), (0,), (1,), (0, 0), (0, 1), (1, 0)]
    assert len({Chance.stream(seed, *path).state for seed in range(1, 101) for path in paths}) == 600


@given(st.integers(), st.lists(st.integers(), max_size=3), st.integers(1, 2**40))
def test_a_number_is_below_its_limit(seed: int, path: list[int], limit: int) -> None:
    number, left = Chance.stream(seed, *path).below(limit)
    assert 0 <= number < limit
    assert 0 <= left.state < 2**64


@given(st.integers(), st.lists(st.integers(0, 9), max_size=30))
def test_a_shuffle_keeps_all_things(seed: int, things: list[int]) -> None:
    shuffled, _ = Chance.stream(seed).shuffled(things)
    assert Counter(shuffled) == Counter(things)


def test_every_order_of_three_comes_up_about_as_often() -> None:
    counts: Counter[tuple[str, ...]] = Counter()
    luck = Chance.stream(1)
    for _ in range(6000):
        order, luck = luck.shuffled("abc")
        counts[order] += 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


# the grid


SIZES = [Grid(rows, columns) for rows in range(1, MOST_ROWS + 1) for columns in range(1, MOST_COLUMNS + 1)]


@pytest.mark.parametrize("grid", SIZES, ids=str)
def test_every_tile_has_a_name_a_number_and_a_place_on_every_board(grid: Grid) -> None:
    assert len(set(grid.names)) == len(grid.names) == grid.size == grid.rows * grid.columns
    assert len(grid.lanes) == grid.rows
    for number, name in enumerate(grid.names):
        assert grid.tile(name) == number
        assert grid.at(*grid.place(number)) == number


@pytest.mark.parametrize("grid", SIZES, ids=str)
def test_lanes_and_columns_cover_every_board_once(grid: Grid) -> None:
    full = (1 << grid.size) - 1
    assert sum(grid.lane(row) for row in range(grid.rows)) == full
    assert sum(grid.column(column) for column in range(grid.columns)) == full
    assert grid.lane(grid.rows - 1) & grid.column(0) == 1 << (grid.size - grid.columns)


@pytest.mark.parametrize("grid", SIZES, ids=str)
def test_mirrored_offsets_point_the_other_way_and_never_wrap(grid: Grid) -> None:
    offsets = [(down, forward) for down in range(-2, 3) for forward in range(-2, 3)]
    for tile in range(grid.size):
        row, column = grid.place(tile)
        twin = grid.at(row, grid.columns - 1 - column)
        assert twin is not None
        plain, mirrored = grid.around(tile, offsets[7:], mirrored=False), grid.around(twin, offsets[7:], mirrored=True)
        assert mirrored == flipped(grid, plain)
        for near in (number for number in range(grid.size) if grid.around(tile, offsets, mirrored=False) >> number & 1):
            assert max(abs(grid.place(near)[0] - row), abs(grid.place(near)[1] - column)) <= 2


def flipped(grid: Grid, mask: int) -> int:
    """The mask seen from the other side."""
    found = 0
    for tile in range(grid.size):
        row, column = grid.place(tile)
        if mask >> tile & 1:
            found |= 1 << (row * grid.columns + grid.columns - 1 - column)
    return found


def test_a_board_of_three_lanes_has_top_middle_and_bottom() -> None:
    assert Grid(3, 2).names == ("t1", "t2", "m1", "m2", "b1", "b2")
    assert Grid(2, 2).names == ("a1", "a2", "b1", "b2")


@pytest.mark.parametrize(
    "name", ["", "t", "1", "t0", "t6", "x1", "T1", "1t", "t10", "tm1", "t1 ", " t1", "t¹", "t١", "\x00\x00", "t-", "b9"]
)
def test_a_wrong_tile_is_answered_with_the_right_ones(name: str) -> None:
    with pytest.raises(BadNotation, match="a tile is t1 to b5") as wrong:
        Grid(3, 5).tile(name)
    assert wrong.value.text == name


@given(st.text(max_size=4))
def test_any_text_is_a_tile_or_refused(name: str) -> None:
    try:
        assert Grid(4, 6).names[Grid(4, 6).tile(name)] == name
    except BadNotation:
        assert name not in Grid(4, 6).names


@pytest.mark.parametrize(("row", "column"), [(-1, 0), (0, -1), (3, 0), (0, 5), (-1, -1), (99, 99)])
def test_there_is_nothing_beyond_the_edge(row: int, column: int) -> None:
    assert Grid(3, 5).at(row, column) is None


# zones


def test_a_draw_takes_from_the_top_to_the_hands_end() -> None:
    assert draw(("a",), ("b", "c", "d")) == (("a", "b"), ("c", "d"))
    assert draw(("a",), ("b", "c", "d"), 2) == (("a", "b", "c"), ("d",))


def test_an_empty_deck_gives_nothing() -> None:
    assert draw(("a",), ()) == (("a",), ())
    assert draw(("a",), ("b",), 5) == (("a", "b"), ())


def test_a_discard_takes_the_first_of_equal_cards() -> None:
    assert discard(("a", "b", "a", "c"), "a") == ("b", "a", "c")


def test_a_card_that_is_not_there_cannot_be_discarded() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        discard(("a",), "b")


@given(st.permutations(range(12)), st.integers(0, 12), st.sets(st.integers(0, 11)), st.integers(0, 2**64))
def test_a_mulligan_keeps_what_is_kept_and_loses_no_card(
    cards: list[int], held: int, back: set[int], seed: int
) -> None:
    hand, deck = tuple(cards[:held]), tuple(cards[held:])
    returned = {place for place in back if place < held}
    new, left, _ = redraw(hand, deck, returned, Chance(seed))
    kept = tuple(card for place, card in enumerate(hand) if place not in returned)
    assert new[: len(kept)] == kept
    assert len(new) == len(hand)
    assert sorted(new + left) == sorted(cards)


def test_a_mulligan_of_nothing_still_shuffles_the_deck_and_spends_luck() -> None:
    hand, deck, luck = redraw(("a",), tuple("bcdefgh"), [], Chance(1))
    assert hand == ("a",)
    assert sorted(deck) == list("bcdefgh")
    assert luck != Chance(1)
