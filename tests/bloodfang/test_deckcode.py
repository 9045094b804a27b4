"""Deck codes: any deck comes back, whatever a chat does to the line, and a damaged code is refused with a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodfang.catalog import Catalog, load_shipped
from bloodfang.deckcode import ALPHABET, read, twins, write
from bloodfang_engine import BadNotation

IDS = tuple(load_shipped().cards)
SETS: Mapping[str, tuple[str, ...]] = {"fang": IDS, "moon": ("crater", "sea", "dust")}

decks = st.lists(st.sampled_from(IDS), max_size=30)
whole_decks = st.lists(st.sampled_from(IDS), min_size=15, max_size=15, unique=True)

DAMAGED = "this deck code is damaged: a character is wrong, missing or too many; copy it again"


def refused(code: str) -> str:
    with pytest.raises(BadNotation) as wrong:
        read(code, SETS)
    return wrong.value.problem


@given(decks)
def test_any_deck_comes_back(deck: list[str]) -> None:
    assert read(write("fang", deck), SETS) == ("fang", tuple(sorted(deck)))


def test_every_deck_of_the_set_comes_back(catalog: Catalog) -> None:
    for deck in catalog.decks.values():
        assert read(write(catalog.id, deck.cards), {catalog.id: catalog.cards}) == ("fang", tuple(sorted(deck.cards)))


@given(whole_decks, st.randoms(use_true_random=False))
def test_the_same_cards_have_the_same_code_in_any_order(deck: list[str], luck: Random) -> None:
    code = write("fang", deck)
    luck.shuffle(deck)
    assert write("fang", deck) == code


def test_a_code_is_one_line_that_fits_a_terminal() -> None:
    code = write("fang", IDS[:15])
    assert code.startswith("BF1-")
    assert len(code) == 74
    assert set(code[4:]) <= set(ALPHABET)


@given(whole_decks, st.randoms(use_true_random=False))
def test_capitals_spaces_hyphens_and_confusable_letters_do_no_harm(deck: list[str], luck: Random) -> None:
    shown = ""
    for each in write("fang", deck):
        likely = {"1": "1ILil", "0": "0Oo"}.get(each, each + each.lower())
        shown += luck.choice(likely) + luck.choice(["", "", "", " ", "-", "\n", "\u2013"])
    assert read(f"  {shown} ", SETS) == ("fang", tuple(sorted(deck)))


@given(whole_decks, st.data())
def test_any_one_character_changed_is_found(deck: list[str], data: st.DataObject) -> None:
    code = write("fang", deck)
    at = data.draw(st.integers(4, len(code) - 1))
    other = data.draw(st.sampled_from([each for each in ALPHABET if each != code[at]]))
    assert refused(code[:at] + other + code[at + 1 :]) == DAMAGED


@pytest.mark.parametrize("seed", range(3))
def test_each_character_of_a_code_is_guarded_against_every_other(seed: int) -> None:
    code = write("fang", IDS[seed * 15 : seed * 15 + 15])
    for at in range(4, len(code)):
        for other in ALPHABET.replace(code[at], ""):
            with pytest.raises(BadNotation):
                read(code[:at] + other + code[at + 1 :], SETS)


@given(whole_decks)
def test_any_two_neighbours_swapped_are_found(deck: list[str]) -> None:
    code = write("fang", deck)
    for at in range(4, len(code) - 1):
        if code[at] != code[at + 1]:
            assert refused(code[:at] + code[at + 1] + code[at] + code[at + 2 :]) == DAMAGED


@given(whole_decks)
def test_any_cut_is_found(deck: list[str]) -> None:
    code = write("fang", deck)
    for end in range(4, len(code)):
        assert refused(code[:end]) == DAMAGED
    for start in range(5, len(code)):
        assert refused("BF1-" + code[start:]) == DAMAGED


@given(whole_decks, st.data())
def test_any_character_left_out_or_doubled_is_found(deck: list[str], data: st.DataObject) -> None:
    code = write("fang", deck)
    at = data.draw(st.integers(4, len(code) - 1))
    assert refused(code[:at] + code[at + 1 :]) == DAMAGED
    assert refused(code[:at] + code[at] + code[at:]) == DAMAGED


@given(st.text())
def test_no_other_text_is_a_code(text: str) -> None:
    assert refused(text)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("", "a deck code begins with BF1-"),
        ("hello", "a deck code begins with BF1-"),
        ("BF2-0000000000", "this deck code is of a kind not known here"),
        ("BF1-", DAMAGED),
        ("BF1-U" + "0" * 69, DAMAGED),
        ("BF1-" + "0" * 997, "a deck code has at most 1000 characters"),
    ],
)
def test_what_is_no_code_is_refused_with_a_sentence(code: str, sentence: str) -> None:
    assert refused(code) == sentence


def test_a_code_of_another_set_says_so() -> None:
    assert read(write("moon", ["sea", "dust"]), SETS) == ("moon", ("dust", "sea"))
    assert refused(write("sun", ["spot"])) == "this deck is of another card set; here are: fang, moon"


def test_a_code_of_another_version_of_the_set_says_so() -> None:
    code = write("fang", ["a-card-to-come", *IDS[:14]])
    assert refused(code) == (
        "1 of its 15 cards are not in the set 'fang' as it is here: it was made with another version of it"
    )


@given(whole_decks, st.randoms(use_true_random=False))
def test_a_code_outlives_a_set_that_grows_and_is_put_in_another_order(deck: list[str], luck: Random) -> None:
    grown = [*IDS, "one-more", "and-another"]
    luck.shuffle(grown)
    assert read(write("fang", deck), {"fang": grown}) == ("fang", tuple(sorted(deck)))


def test_no_two_cards_of_the_set_look_alike_in_a_code() -> None:
    assert list(twins(IDS)) == []


def test_ids_that_look_alike_are_found() -> None:
    many = [f"c{number}" for number in range(5_000)]
    [(one, other), *_] = twins(many)
    assert one != other
    assert write("fang", [one]) == write("fang", [other])
