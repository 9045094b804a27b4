"""The shipped decks: legal, of a curve that can act from the first turn, and none of them hopeless."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bloodfang.catalog import load_shipped
from bloodfang.decks import Deck, deck_problems
from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import PASS, BloodFang, Mulligan, Play, State

CATALOG = load_shipped()
RULES = BloodFang(CATALOG.cards)
DECKS = list(CATALOG.decks.values())
by_deck = pytest.mark.parametrize("deck", DECKS, ids=[deck.id for deck in DECKS])


def rank(card: str) -> int:
    return CATALOG.cards[card].rank


def test_every_house_has_a_deck_and_there_are_mixed_plans_too() -> None:
    assert {deck.house for deck in DECKS} == {"", *CATALOG.houses}
    assert {deck.id for deck in DECKS if not deck.house} >= {
        "swarm", "auras", "destruction", "replacement", "wide", "tall"
    }  # fmt: skip
    assert len({deck.name for deck in DECKS}) == len(DECKS) >= 12


@by_deck
def test_a_deck_is_legal_and_has_a_plan(deck: Deck) -> None:
    assert list(deck_problems(CATALOG.cards, deck.cards)) == []
    assert deck.plan.endswith(".")


@by_deck
def test_a_deck_of_a_house_is_mostly_of_that_house(deck: Deck) -> None:
    if deck.house:
        assert sum(CATALOG.identities[card].house == deck.house for card in deck.cards) >= 10


@by_deck
def test_a_deck_begins_small(deck: Deck) -> None:
    curve = Counter(map(rank, deck.cards))
    assert curve[1] >= 7
    assert curve[3] <= 3
    if curve[0]:
        assert curve[1] >= curve[0] + 3  # somebody must lie beneath


def opening(deck: Deck, seed: int) -> State:
    """After both mulligans, which give back all that does not help at first unless there is enough that does."""
    state = RULES.start(Setup("fang", (deck.cards, deck.cards), seed, cards=CATALOG.digest)).state
    for seat in Seat:
        hand = RULES.view(state, seat).hand or ()
        small = sum(rank(card) == 1 for card in hand)
        back = tuple(place for place, card in enumerate(hand, 1) if rank(card) != 1) if small < 3 else ()
        state = RULES.after(state, seat, Mulligan(back))
    return state


@by_deck
def test_a_random_opening_can_act_on_the_first_three_turns(deck: Deck) -> None:
    deals = 200
    able = 0
    for seed in range(deals):
        luck, state, acted = Random(seed), opening(deck, seed), 0
        for _ in range(6):
            seat = RULES.to_act(state)[0]
            plays = [act for act in RULES.legal_actions(state, seat) if isinstance(act, Play)]
            acted += bool(plays)
            state = RULES.after(state, seat, luck.choice(plays) if plays else PASS)
            if not RULES.to_act(state):
                break
        able += acted == 6
    assert able >= 0.95 * deals


def quick(state: State, seat: Seat, luck: Random) -> State:
    """One act of a player who counts points and tiles, and looks no further."""

    def worth(after: State) -> float:
        score = RULES.account(after).score
        held = [each.bit_count() for each in after.held]
        return score[seat] - score[seat.rival] + held[seat] - held[seat.rival] + luck.random() / 2

    return max((RULES.after(state, seat, act) for act in RULES.legal_actions(state, seat)), key=worth)


def winner(first: Deck, second: Deck, seed: int) -> Deck | None:
    luck = Random(seed)
    state = RULES.start(Setup("fang", (first.cards, second.cards), seed, cards=CATALOG.digest)).state
    for seat in Seat:
        state = RULES.after(state, seat, Mulligan(()))
    while seats := RULES.to_act(state):
        state = quick(state, seats[0], luck)
    outcome = RULES.outcome(state)
    assert outcome
    return None if outcome.winner is None else (first, second)[outcome.winner]


@by_deck
def test_no_deck_is_hopeless_and_none_unbeatable(deck: Deck) -> None:
    results = [
        winner(*pair, seed)
        for rival in DECKS
        if rival is not deck
        for pair in ((deck, rival), (rival, deck))
        for seed in range(4)
    ]
    wins = sum(1.0 if each is deck else 0.5 if each is None else 0.0 for each in results)
    assert 0.25 <= wins / len(results) <= 0.75
