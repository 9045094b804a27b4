"""Nobody learns what they may not know: swap the secrets, and nothing that a viewer is shown may change."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bloodfang_engine.contract import Event, Seat, Setup
from bloodfang_engine.fang import Action, BloodFang, Mulligan, Options, Play, State, View, deck_problem
from bloodfang_engine.fang.events import CardAdded, Drew, Mulliganed
from bloodfang_engine.fang.practice import practice_set
from depths import deep_bytes
from strategies import Match, matches, picked

pytestmark = pytest.mark.no_cover  # the other tests reach every line; these take long enough

VIEWERS = (Seat.FIRST, Seat.SECOND, None)
PRACTICE = BloodFang(practice_set())
OPTIONS: list[dict[str, Any]] = [{}, {"profile": "reference"}, {"profile": "classic", "rows": 4, "columns": 7}]

some = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(0, 2**32)


# secrets, swapped


def told(rules: BloodFang, state: State) -> dict[str, list[str]]:
    """The sections of the position as text, by name: `turn`, `t`, `A hand` and so on."""
    found = {}
    for section in rules.write_position(state).split(" | "):
        words = section.split()
        name = " ".join(words[:2]) if words[0] in ("A", "B") else words[0]
        found[name] = words[len(name.split()) :]
    return found


def untold(rules: BloodFang, sections: dict[str, list[str]]) -> State:
    """The state these sections mean."""
    return rules.read_position(" | ".join(" ".join([name, *words]) for name, words in sections.items()))


def swapped(rules: BloodFang, state: State, viewer: Seat | None, luck: Random, act: Action | None = None) -> State:
    """Another state this viewer cannot tell from the given one: other hidden cards, other decks, other luck.

    Where an act follows, what it is about to show stays: the card that is played, and the card the viewer draws.
    """
    sections = told(rules, state)
    lucks = list(sections["luck"])
    for seat in Seat:
        hand, deck = sections[f"{seat.letter} hand"], sections[f"{seat.letter} deck"]
        if seat is viewer:
            if not isinstance(act, Mulligan):
                shown = 0 if act is None else 1
                deck[shown:] = luck.sample(deck[shown:], len(deck[shown:]))
                lucks[seat] = f"{luck.getrandbits(60) + 1:x}"
            continue
        lucks[seat] = f"{luck.getrandbits(60) + 1:x}"
        hidden = [(pile, place) for pile in (hand, deck) for place, card in enumerate(pile) if not shows(act, card)]
        words = [pile[place] for pile, place in hidden]
        if luck.random() < 0.5:
            others = [word for word in words if "<" not in word]
            others = luck.sample(others, len(others))
            words = [word if "<" in word else others.pop() for word in words]
        else:
            fit = [card.id for card in rules.cards.collectible if not shows(act, card.id)]
            words = luck.choices(fit, k=len(words)) if fit else words
        for (pile, place), word in zip(hidden, words, strict=True):
            pile[place] = word
        known = rules.view(state, None).seen[seat]
        sections[f"{seat.letter} list"] = [*known, *(word for word in (*hand, *deck) if "<" not in word)]
    sections["luck"] = lucks
    return untold(rules, sections)


def shows(act: Action | None, card: str) -> bool:
    """Does the act show this card of a hand, or one like it?"""
    return isinstance(act, Play) and card.partition("<")[0] == act.card


def redacted(rules: BloodFang, events: Sequence[Event], viewer: Seat | None) -> list[Event]:
    return [rules.redact(event, viewer) for event in events]


def same_to_the_last_byte(one: object, other: object) -> bool:
    """Equal, and equal in what is not compared or not printed too."""
    return one == other and repr(one) == repr(other) and deep_bytes(one) == deep_bytes(other)


def practice_match(seed: int, options: dict[str, Any]) -> Iterator[State]:
    """The states of a random match with the practice set."""
    luck = Random(seed)
    state = PRACTICE.start(Setup("fang", PRACTICE.sample(seed).decks, seed, options)).state
    yield state
    while PRACTICE.to_act(state):
        state = PRACTICE.after(state, *picked(PRACTICE, state, luck.randrange(10**6)))
        yield state


def check_swap(rules: BloodFang, state: State, viewer: Seat | None, luck: Random) -> None:
    """The same view, the same legal acts."""
    state = untold(rules, told(rules, state))
    other = swapped(rules, state, viewer, luck)
    assert same_to_the_last_byte(rules.view(state, viewer), rules.view(other, viewer))
    if viewer is not None:
        assert rules.legal_actions(state, viewer) == rules.legal_actions(other, viewer)


def check_swap_before(
    rules: BloodFang, state: State, seat: Seat, act: Action, viewer: Seat | None, luck: Random
) -> None:
    """The same public act in both: the same events for this viewer, and the same view after it."""
    state = untold(rules, told(rules, state))
    step = rules.apply(state, seat, act)
    other = rules.apply(swapped(rules, state, viewer, luck, act), seat, act)
    assert same_to_the_last_byte(redacted(rules, step.events, viewer), redacted(rules, other.events, viewer))
    assert same_to_the_last_byte(rules.view(step.state, viewer), rules.view(other.state, viewer))


@some
@given(matches(), seeds)
def test_a_view_and_the_legal_acts_do_not_depend_on_what_the_viewer_may_not_know(match: Match, seed: int) -> None:
    luck = Random(seed)
    for state in match.states():
        for viewer in VIEWERS:
            check_swap(match.rules, state, viewer, luck)


@some
@given(matches(), seeds)
def test_events_do_not_depend_on_what_the_viewer_may_not_know(match: Match, seed: int) -> None:
    luck = Random(seed)
    for move in match.moves():
        for viewer in VIEWERS:
            check_swap_before(match.rules, move.before, move.seat, move.act, viewer, luck)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_swapped_secrets_do_not_show_in_matches_with_the_practice_set(options: dict[str, Any]) -> None:
    for seed in range(6):
        luck = Random(seed)
        for state in practice_match(seed, options):
            for viewer in VIEWERS:
                check_swap(PRACTICE, state, viewer, luck)
                for seat in PRACTICE.to_act(state):
                    act = luck.choice(PRACTICE.legal_actions(state, seat))
                    check_swap_before(PRACTICE, state, seat, act, viewer, luck)


@some
@given(matches())
def test_cards_drawn_exchanged_or_added_are_named_to_their_owner_only(match: Match) -> None:
    rules = match.rules
    for move in match.moves():
        for event in rules.apply(move.before, move.seat, move.act).events:
            for viewer in VIEWERS:
                told = rules.redact(event, viewer)
                if isinstance(event, Drew | CardAdded) and event.seat is not viewer:
                    assert told == replace(event, card=None)
                elif isinstance(event, Mulliganed) and event.seat is not viewer:
                    assert told == replace(event, returned=None, drawn=None)
                else:
                    assert told == event


def test_a_swap_swaps_hands_decks_and_luck() -> None:
    """Otherwise the tests above would prove nothing."""
    luck = Random(0)
    [state, *_] = practice_match(0, {})
    other = swapped(PRACTICE, state, Seat.FIRST, luck)
    assert PRACTICE.view(other, Seat.SECOND).hand != PRACTICE.view(state, Seat.SECOND).hand
    before, after = told(PRACTICE, state), told(PRACTICE, other)
    assert {name for name in after if after[name] != before[name]} == {"A deck", "B hand", "B deck", "luck"}


# two whole matches with other secrets


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_two_matches_with_other_secrets_look_the_same_from_the_first_card_to_the_last(
    options: dict[str, Any], viewer: Seat | None
) -> None:
    plays = 0
    for seed in range(15):
        luck = Random(seed)
        setup = Setup("fang", PRACTICE.sample(seed).decks, seed, options)
        steps = [PRACTICE.start(setup), PRACTICE.start(with_other_cards(setup, viewer, luck))]
        while True:
            one, other = [redacted(PRACTICE, step.events, viewer) for step in steps]
            assert same_to_the_last_byte(one, other)
            states = [step.state for step in steps]
            assert same_to_the_last_byte(*[PRACTICE.view(state, viewer) for state in states])
            if not PRACTICE.to_act(states[0]):
                break
            seat = luck.choice(PRACTICE.to_act(states[0]))
            *acts, last = [act for act in PRACTICE.legal_actions(states[0], seat) if is_same_act(states, seat, act)]
            act = luck.choice(acts) if acts and luck.random() < 0.9 else last
            plays += isinstance(act, Play) and seat is not viewer
            steps = [PRACTICE.apply(state, seat, act) for state in states]
    assert plays > 20


def with_other_cards(setup: Setup, viewer: Seat | None, luck: Random) -> Setup:
    """Half of the cards that the viewer may not know are others; shuffles put them in the same places."""
    decks = list(setup.decks)
    for seat in Seat:
        if seat is not viewer:
            spare = [card.id for card in practice_set().collectible if card.id not in decks[seat]]
            others = luck.sample(spare, len(decks[seat]))
            decks[seat] = tuple(luck.choice(pair) for pair in zip(decks[seat], others, strict=True))
    return Setup(setup.ruleset, (decks[0], decks[1]), setup.seed, setup.options)


def is_same_act(states: list[State], seat: Seat, act: Action) -> bool:
    """Can this act be done in both matches, and is it the same card to everybody, a token or not?"""
    if not isinstance(act, Play):
        return True
    hands = [told(PRACTICE, state)[f"{seat.letter} hand"] for state in states]
    first = [next((word for word in hand if shows(act, word)), None) for hand in hands]
    return first[0] == first[1]


# luck


@some
@given(matches())
def test_luck_alone_changes_nothing_in_any_view(match: Match) -> None:
    rules = match.rules
    for state in match.states():
        sections = told(rules, state)
        shown = [rules.view(untold(rules, sections), viewer) for viewer in VIEWERS]
        sections["luck"] = ["123456789abcdef", "fedcba987654321"]
        assert same_to_the_last_byte(shown, [rules.view(untold(rules, sections), viewer) for viewer in VIEWERS])


@pytest.mark.parametrize("viewer", VIEWERS)
def test_neither_the_seed_nor_the_luck_is_anywhere_in_a_view(viewer: Seat | None) -> None:
    seed = 0x1234_5678_9ABC_DEF1
    state = PRACTICE.start(Setup("fang", PRACTICE.sample(1).decks, seed)).state
    secrets = [seed, *(int(word, 16) for word in told(PRACTICE, state)["luck"])]
    pickled = pickle.dumps(PRACTICE.view(state, viewer))
    for secret in secrets:
        assert secret.to_bytes(8, "little") not in pickled
        assert str(secret) not in repr(PRACTICE.view(state, viewer))
    assert secrets[1].to_bytes(8, "little") in pickle.dumps(state), "a state does have it, so it would be found"


# imagined states


def check_imagined(rules: BloodFang, state: State, viewer: Seat | None, luck: Random) -> None:
    """What is imagined looks as the real thing to the viewer, can be done in as much, and can be played on."""
    view = rules.view(state, viewer)
    imagined = rules.imagine(view, luck.getrandbits(60))
    assert rules.view(imagined, viewer) == view
    assert rules.to_act(imagined) == rules.to_act(state)
    if viewer is not None:
        assert rules.legal_actions(imagined, viewer) == rules.legal_actions(state, viewer)
    for _ in range(4):
        if not rules.to_act(imagined):
            break
        imagined = rules.after(imagined, *picked(rules, imagined, luck.randrange(10**6)))


@some
@given(matches(), seeds)
def test_a_viewer_cannot_tell_what_is_imagined_from_the_real_state(match: Match, seed: int) -> None:
    luck = Random(seed)
    for state in match.states():
        for viewer in VIEWERS:
            check_imagined(match.rules, state, viewer, luck)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_thousands_of_imagined_states_of_the_practice_set_fit_their_views(options: dict[str, Any]) -> None:
    for seed in range(25):
        luck = Random(seed)
        for state in practice_match(seed, options):
            for viewer in VIEWERS:
                check_imagined(PRACTICE, state, viewer, luck)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_an_imagined_match_can_be_played_to_its_end(viewer: Seat | None) -> None:
    for seed in range(10):
        luck = Random(seed)
        for state in practice_match(seed, {"max_turns": 40}):
            imagined = PRACTICE.imagine(PRACTICE.view(state, viewer), seed)
            while PRACTICE.to_act(imagined):
                imagined = PRACTICE.after(imagined, *picked(PRACTICE, imagined, luck.randrange(10**6)))
            assert PRACTICE.outcome(imagined) is not None


@some
@given(matches(), seeds)
def test_what_is_imagined_comes_from_the_view_alone(match: Match, seed: int) -> None:
    luck = Random(seed)
    rules = match.rules
    for state in match.states():
        for viewer in VIEWERS:
            real = untold(rules, told(rules, state))
            other = swapped(rules, real, viewer, luck)
            views: list[View] = [rules.view(each, viewer) for each in (real, other)]
            views.append(pickle.loads(pickle.dumps(views[0])))
            one, two, three = [rules.imagine(view, 7) for view in views]
            assert one == two == three


def test_other_seeds_imagine_other_hands_decks_and_luck() -> None:
    [state, *_] = practice_match(0, {})
    view = PRACTICE.view(state, Seat.FIRST)
    texts = [told(PRACTICE, PRACTICE.imagine(view, seed)) for seed in range(50)]
    for name in ("A deck", "B hand", "B deck", "luck"):
        assert len({" ".join(text[name]) for text in texts}) == 50
    assert {" ".join(text["A hand"]) for text in texts} == {" ".join(view.hand or ())}


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("options", [*OPTIONS, {"replacement": False}], ids=str)
def test_an_imagined_deck_is_one_that_might_have_been_brought(options: dict[str, Any], viewer: Seat | None) -> None:
    cards = PRACTICE.cards
    fit = [card.id for card in cards.collectible if options.get("replacement", True) or not card.replaces]
    for seed in range(20):
        luck = Random(seed)
        decks = (tuple(luck.sample(fit, 15)), tuple(luck.sample(fit, 15)))
        state = PRACTICE.start(Setup("fang", decks, seed, options)).state
        for _ in range(12):
            if not PRACTICE.to_act(state):
                break
            imagined = PRACTICE.imagine(PRACTICE.view(state, viewer), luck.getrandbits(60))
            for seat in Seat:
                own = PRACTICE.view(imagined, seat)
                deck = (*own.seen[seat], *(own.hand or ()), *(own.deck or ()))
                if len(deck) == 15:  # else there are tokens in the hand
                    assert deck_problem(cards, Options.of(options), deck) is None
            state = PRACTICE.after(state, *picked(PRACTICE, state, luck.randrange(10**6)))


# sent and received


@some
@given(matches())
def test_states_acts_events_and_views_come_out_of_a_pickle_as_they_went_in(match: Match) -> None:
    rules = match.rules
    for move in match.moves():
        step = rules.apply(move.before, move.seat, move.act)
        things: list[object] = [move.before, move.act, list(step.events), *rules.legal_actions(move.before, move.seat)]
        things += [rules.view(move.before, viewer) for viewer in VIEWERS]
        things += [redacted(rules, step.events, viewer) for viewer in VIEWERS]
        for thing in things:
            again = pickle.loads(pickle.dumps(thing))
            assert again == thing
            assert type(again) is type(thing)
        assert pickle.loads(pickle.dumps(step.events)) == step.events
        assert pickle.loads(pickle.dumps(step)) == step
        assert rules.after(pickle.loads(pickle.dumps(move.before)), move.seat, move.act) == move.after
