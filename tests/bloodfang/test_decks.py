"""Decks: what keeps one from being played, and the file it is kept in."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodfang.catalog import load, load_shipped
from bloodfang.decks import Deck, deck_problems, write_deck
from bloodfang_engine.fang import BloodFang, Options
from sets import SMALL

SET = load(SMALL)
DECK = SET.decks["first"]


def test_a_legal_deck_has_no_problem() -> None:
    assert list(deck_problems(SET.cards, DECK.cards)) == []


def test_everything_wrong_with_a_deck_is_told_at_once() -> None:
    cards = ("toadlet", "nobody", "bog-king", "bog-king", *DECK.cards[:4])
    assert list(deck_problems(SET.cards, cards)) == [
        "a deck has 15 cards, this one has 8",
        "toadlet is a token, and tokens are made in play",
        "no card is called 'nobody'",
        "bog-king is in it 2 times, and 1 is the most for a legendary card",
    ]


def test_options_decide_what_is_legal() -> None:
    options = replace(Options.of(), deck_size=3, max_copies=(2, 1), replacement=False)
    assert list(deck_problems(SET.cards, ("heron", "heron", "mud-pup"), options)) == []
    assert list(deck_problems(SET.cards, ("heron", "heron", "rope-thief"), options)) == [
        "rope-thief is a replacement, and this match is played without"
    ]


@pytest.mark.parametrize("seed", range(20))
def test_the_decks_a_ruleset_samples_are_legal(seed: int) -> None:
    cards = load_shipped().cards
    for deck in BloodFang(cards).sample(seed).decks:
        assert list(deck_problems(cards, deck)) == []


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=2, max_size=20))
def test_a_deck_can_be_written_and_read_again(name: str) -> None:
    said = tomllib.loads(write_deck(Deck("x", name, 'A "plan" \\ of sorts.', DECK.cards, "marsh")))
    assert said == {"name": name, "plan": 'A "plan" \\ of sorts.', "house": "marsh", "cards": list(DECK.cards)}
