"""Random matches on the engine and on the slow implementation: equal boards after every act, and the same story."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

import pytest

from bloodfang_engine.fang import as_dict
from bloodfang_engine.fang.practice import practice_set
from makers import Record, random_cards, random_options
from mirror import play_both

pytestmark = pytest.mark.no_cover  # the other tests reach every line; these take long enough

PRACTICE = {card.id: as_dict(card) for card in practice_set().values()}
CHUNK = 50
LEAST_ACTS = 8
"""On average of a match; fewer would mean that little was compared."""


def practice_match(seed: int) -> tuple[int, list[str]]:
    """A match with the practice set; by the book, in another profile, or with any options."""
    luck = Random(seed)
    options = luck.choice(({}, {}, {"profile": "reference"}, random_options(luck)))
    return play_both(PRACTICE, options, seed)


def lot_match(seed: int) -> tuple[int, list[str]]:
    """A match with cards and options by lot; every other one with all that the vocabulary can say."""
    luck = Random(seed)
    cards: dict[str, Record] = random_cards(luck, wild=seed % 2 == 0)
    return play_both(cards, random_options(luck), seed)


def chunks(first: int, count: int) -> Iterable[range]:
    """As many chunks of seeds, so that several cores can share them."""
    return [range(start, start + CHUNK) for start in range(first, first + count * CHUNK, CHUNK)]


def name_of(seeds: range) -> str:
    return f"{seeds.start}-{seeds.stop - 1}"


def check(play: Callable[[int], tuple[int, list[str]]], seeds: range) -> None:
    """All these matches agree, and there was something to agree on."""
    acts = 0
    for seed in seeds:
        compared, found = play(seed)
        assert not found, "\n".join(found)
        acts += compared
    assert acts >= LEAST_ACTS * len(seeds)


@pytest.mark.parametrize("seeds", chunks(0, 6), ids=name_of)
def test_matches_with_the_practice_set_go_as_the_slow_implementation_says(seeds: range) -> None:
    check(practice_match, seeds)


@pytest.mark.parametrize("seeds", chunks(0, 6), ids=name_of)
def test_matches_with_any_cards_go_as_the_slow_implementation_says(seeds: range) -> None:
    check(lot_match, seeds)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", chunks(300, 400), ids=name_of)
def test_thousands_of_matches_with_the_practice_set_go_as_the_slow_implementation_says(seeds: range) -> None:
    check(practice_match, seeds)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", chunks(300, 400), ids=name_of)
def test_thousands_of_matches_with_any_cards_go_as_the_slow_implementation_says(seeds: range) -> None:
    check(lot_match, seeds)
