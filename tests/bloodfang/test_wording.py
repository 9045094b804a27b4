"""Every event is a sentence: short, with its cause, in good grammar, and silent about what only the other may know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from bloodfang.catalog import load_shipped
from bloodfang.wording import ENDINGS, Teller
from bloodfang_engine.contract import Event, Outcome, Seat, Setup
from bloodfang_engine.fang import PASS, PROFILES, BloodFang, journal
from bloodfang_engine.fang import events as ev

CATALOG = load_shipped()
RULES = BloodFang(CATALOG.cards)
COLLECTIBLE = [card.id for card in CATALOG.cards.collectible]
KINDS = {each for each in vars(ev).values() if isinstance(each, type) and issubclass(each, ev.FangEvent)} - {
    ev.FangEvent
}
MATCHES = 240
A, B = Seat.FIRST, Seat.SECOND

YOU, ANN = Teller(CATALOG.name_of, ("Ann", "Bob"), A, A), Teller(CATALOG.name_of, ("Ann", "Bob"))
"""Told to the first seat, and to a spectator."""


@cache
def happened() -> tuple[Event, ...]:
    """Everything that happens in a few hundred random matches."""
    return tuple(event for seed in range(MATCHES) for event in match(seed))


def match(seed: int) -> Iterator[Event]:
    luck = Random(seed)
    decks = tuple(luck.sample(COLLECTIBLE, 15)), tuple(luck.sample(COLLECTIBLE, 15))
    setup = Setup("fang", decks, seed, {"profile": PROFILES[seed % len(PROFILES)]}, CATALOG.digest)
    state, events = RULES.start(setup)
    yield from events
    while seats := RULES.to_act(state):
        seat = seats[0]
        acts = RULES.legal_actions(state, seat)
        plays = [act for act in acts if act != PASS] or acts
        state, events = RULES.apply(state, seat, luck.choice(plays if luck.random() < 0.9 else acts))
        yield from events


def test_the_matches_hold_every_kind_of_event_but_the_guard_of_endless_ones() -> None:
    kinds = Counter(type(event) for event in happened())
    assert set(kinds) == KINDS - {ev.CascadeLimit}
    assert min(kinds.values()) >= 5, kinds


@pytest.mark.parametrize("teller", [YOU, ANN], ids=["you", "spectator"])
def test_every_event_is_a_sentence_for_those_who_want_to_know_all(teller: Teller) -> None:
    names = {kind.__name__ for kind in KINDS}
    for event in happened():
        told = teller.step(RULES.redact(event, teller.you))
        assert re.fullmatch(r"\S.*\S\.", told), event
        assert told[0].isupper() or told[0] in "●◆", told
        assert not names & set(re.findall(r"\w+", told)), told
        assert "  " not in told, told
        assert not re.search(r"\bNone\b|Seat\.|_", told), told


def test_an_endless_cascade_is_told_too() -> None:
    assert YOU.step(ev.CascadeLimit(30)) == "The cascade would not end and is stopped after wave 30 (R36)."


@pytest.mark.parametrize("news", journal._NEWS)
def test_every_news_that_a_card_answers_has_words(news: str) -> None:
    one, other = (ev.Figure(number, COLLECTIBLE[number], A, "m1") for number in (1, 2))
    assert YOU.step(ev.AbilityAnswered(1, one, 0, news, other)).endswith(".")


def test_the_story_leaves_out_how_things_came_about_and_nothing_else() -> None:
    for event in happened():
        aside = isinstance(event, ev.AbilityAnswered | ev.PowerCounted | ev.CardMarked | ev.PawnsBlocked)
        assert bool(YOU.sentence(event)) is not aside, event


def test_you_agrees_with_its_verb_and_so_does_everybody_else() -> None:
    first, second = Counter[str](), Counter[str]()
    for event in happened():
        told = YOU.step(RULES.redact(event, A))
        if begins := re.match(r"(You|Bob) (\w+)", told):
            (first if begins[1] == "You" else second)[begins[2]] += 1
        assert not re.search(r"\byou is\b|\bYou \w+s\b(?<!pass)|Ann", told), told
    # a match is won once, and by each sometimes
    assert set(first) == {"draw", "play", "pass", "give", "keep", "win"}
    assert set(second) == {"draws", "plays", "passes", "changes", "keeps", "wins"}


def test_who_goes_by_no_other_name_than_you_is_spoken_to_as_well() -> None:
    teller = Teller(CATALOG.name_of, ("You", "Bob"))
    assert teller.sentence(ev.Passed(A)) == "You pass."
    assert teller.sentence(ev.Drew(A, None)) == "You draw a card."


def test_what_the_other_draws_and_gives_back_is_not_told() -> None:
    named = 0
    for event in happened():
        seen = RULES.redact(event, A)
        if isinstance(event, ev.Drew | ev.CardAdded) and event.seat is B and event.card:
            assert CATALOG.name_of(event.card) not in YOU.step(seen).replace(_by(event), "")
            named += 1
        if isinstance(event, ev.Mulliganed) and event.seat is B and event.returned and event.drawn:
            told = YOU.step(seen)
            assert not any(CATALOG.name_of(card) in told for card in (*event.returned, *event.drawn))
            named += 1
    assert named > 1000


def test_what_you_draw_is_told_by_name() -> None:
    drawn = [event for event in happened() if isinstance(event, ev.Drew) and event.seat is A and event.card]
    assert drawn
    for event in drawn:
        assert event.card
        assert YOU.sentence(event) == f"You draw {CATALOG.name_of(event.card)}."


def test_a_spectator_learns_no_drawn_card() -> None:
    for event in happened():
        if isinstance(event, ev.Drew):
            assert ANN.sentence(RULES.redact(event, None)).endswith(" draws a card.")


def test_a_change_of_nothing_is_never_told() -> None:
    for event in happened():
        if isinstance(event, ev.PowerChanged | ev.AuraBegan):
            assert event.amount
            assert not re.search(r"by 0\b", YOU.step(event))


@pytest.mark.parametrize("reason", [each for each in ENDINGS if each != "aborted"])
@pytest.mark.parametrize("winner", [A, B, None])
def test_every_ending_is_a_sentence(reason: str, winner: Seat | None) -> None:
    outcome = Outcome(winner, reason, (12, 7))
    start = {A: "You win 12 to 7: ", B: "Bob wins 7 to 12: ", None: "A draw, 12 to 7: "}[winner]
    told = YOU.ending(outcome)
    assert told.startswith(start)
    assert told.endswith(".")
    assert "_" not in told


def test_a_match_that_is_called_off_is_no_draw() -> None:
    assert YOU.ending(Outcome(None, "aborted", (12, 7))) == "The match is called off, and counts for nobody."


def test_cards_carry_the_sign_of_their_side_as_the_viewer_sees_it() -> None:
    mine, theirs = (ev.Figure(1, COLLECTIBLE[0], seat, "m1") for seat in Seat)
    assert YOU.card(mine).startswith("●")
    assert YOU.card(theirs).startswith("◆")
    other = Teller(CATALOG.name_of, ("Ann", "Bob"), B, B, ("o", "x"))
    assert other.card(mine).startswith("x")
    assert other.card(theirs).startswith("o")


def _by(event: ev.Drew | ev.CardAdded) -> str:
    """The card that gave it is on the board for all to see, and may be the same."""
    return CATALOG.name_of(event.by.card) if isinstance(event, ev.CardAdded) else "\0"


def test_a_headline_tells_an_act_in_one_line_with_ones_own_draw_and_no_others() -> None:
    card = ev.Figure(1, COLLECTIBLE[0], B, "m5")
    name, drawn = (CATALOG.name_of(each) for each in COLLECTIBLE[:2])
    act = [ev.CardPlayed(card, 3, None), ev.PawnsPlaced(card, "m4", B, 1, None, 0, False), ev.TurnBegan(A, 5)]
    assert YOU.headline([*act, ev.Drew(A, COLLECTIBLE[1])]) == f"Bob plays {name} on m5. You draw {drawn}."
    assert ANN.headline([*act, ev.Drew(A, None)]) == f"Bob plays {name} on m5."
    assert YOU.headline([ev.Passed(A), ev.TurnBegan(B, 6), ev.Drew(B, None)]) == "You pass."


def test_pawns_claim_a_tile_of_nobody_and_strengthen_ones_own() -> None:
    card = ev.Figure(1, COLLECTIBLE[0], A, "m1")
    name = CATALOG.name_of(COLLECTIBLE[0])
    assert YOU.sentence(ev.PawnsPlaced(card, "m2", A, 1, None, 0, False)) == f"●{name} claims m2 with 1 pawn."
    assert YOU.sentence(ev.PawnsPlaced(card, "m2", A, 2, A, 1, False)) == f"●{name} strengthens m2 to 2 pawns."
