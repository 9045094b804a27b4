"""What a seat knows of the other's cards: what it saw, what must be there, and what may be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from bloodfang.catalog import load_shipped
from bloodfang.observing import Gift, MayHold, Tally, observed
from bloodfang_engine.contract import Event, Seat, Setup
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan, State, make_set

A, B = Seat.FIRST, Seat.SECOND
SMALL = BloodFang(
    make_set(
        {
            "imp": {"rank": 1, "power": 1},
            "ox": {"rank": 1, "power": 4},
            "elk": {"rank": 2, "power": 3},
            "nest": {
                "rank": 1,
                "power": 1,
                "ability": [
                    {
                        "trigger": {"event": "played", "who": "self"},
                        "effect": "add_to_hand",
                        "target": {"area": "hand", "side": "any"},
                        "cards": ["egg", "egg-thief"],
                    }
                ],
            },
            "egg": {"rank": 1, "power": 1, "token": True},
            "egg-thief": {"rank": 1, "power": 2, "token": True},
        }
    )
)
SHIPPED = load_shipped()
RULES = BloodFang(SHIPPED.cards)


class Seen:
    """A position, and what both seats know after each act that follows."""

    def __init__(self, position: str) -> None:
        self.state = SMALL.read_position(position)
        self.known = [observed(SMALL.view(self.state, seat)) for seat in Seat]

    def do(self, *acts: str) -> None:
        for text in acts:
            self.state, events = SMALL.apply(self.state, SMALL.to_act(self.state)[0], SMALL.read(text))
            for seat in Seat:
                told = [SMALL.redact(event, seat) for event in events]
                self.known[seat] = self.known[seat].after(SMALL.view(self.state, seat), told)


def matches(count: int) -> Iterator[list[tuple[State, list[list[Event]], Seat]]]:
    """Matches of shipped decks by lot: each moment, with all that either seat was told until then."""
    for seed in range(count):
        lot = random.Random(seed)
        decks = [deck.cards for deck in lot.sample(list(SHIPPED.decks.values()), 2)]
        state, events = RULES.start(Setup("fang", (decks[0], decks[1]), seed, cards=SHIPPED.digest))
        told: list[list[Event]] = [[RULES.redact(event, seat) for event in events] for seat in Seat]
        moments = []
        while seats := RULES.to_act(state):
            legal = RULES.legal_actions(state, seats[0])
            act: Action = lot.choice(legal[:-1] or legal)
            state, events = RULES.apply(state, seats[0], act)
            for seat in Seat:
                told[seat] += [RULES.redact(event, seat) for event in events]
            moments.append((state, [list(each) for each in told], seats[0]))
        yield moments


# what everybody saw


def test_a_token_in_the_rivals_hand_is_known_and_so_is_who_made_it() -> None:
    seen = Seen("fang | A hand nest | B hand imp ox")
    seen.do("play nest m1")
    number = seen.known[B].view.tile("m1").piece
    assert number
    given = (Gift("egg", "nest", number.number), Gift("egg-thief", "nest", number.number))
    assert seen.known[B].tallies[A].given == given
    assert seen.known[A].tallies[A].given == given


def test_a_token_that_was_played_is_in_the_hand_no_more() -> None:
    seen = Seen("fang | A hand nest | B hand imp ox")
    seen.do("play nest m1", "pass", "play egg t1")
    assert [gift.card for gift in seen.known[B].tallies[A].given] == ["egg-thief"]


def test_a_mulligan_and_draws_are_counted_for_both_alike() -> None:
    state, events = RULES.start(RULES.sample(3))
    known = [observed(RULES.view(state, seat), [[RULES.redact(event, seat) for event in events]]) for seat in Seat]
    assert known[A].tallies == (Tally(), Tally())
    for seat, act in ((A, Mulligan((1, 3))), (B, Mulligan()), (A, PASS), (B, PASS)):
        state, events = RULES.apply(state, seat, act)
        known = [
            each.after(RULES.view(state, each.seat), [RULES.redact(event, each.seat) for event in events])
            for each in known
        ]
    for each in known:
        assert [(tally.returned, tally.drawn) for tally in each.tallies] == [(2, 0), (0, 1)]


def test_both_seats_count_the_same_and_tokens_are_where_they_are() -> None:
    gifts = falls = 0
    for moments in matches(40):
        for state, told, _ in moments[2::2]:
            known = [observed(RULES.view(state, seat), [told[seat]]) for seat in Seat]
            assert known[A].tallies == known[B].tallies
            for seat in Seat:
                tally = known[seat.rival].tallies[seat]
                held = Counter(code for code in state.hands[seat] if code >= state.table.count)
                codes = state.table.codes
                assert held == Counter(state.table.token(codes[gift.card], codes[gift.maker]) for gift in tally.given)
                gifts += held.total()
        state, told, _ = moments[-1]
        falls += sum(len(tally.fallen) for tally in observed(RULES.view(state, A), [told[A]]).tallies)
    assert gifts > 50
    assert falls > 50


# what may be there


def test_of_a_known_deck_every_card_that_was_not_seen_is_as_likely() -> None:
    seen = Seen("fang | A hand imp ox | A deck elk elk | B hand imp")
    known = observed(seen.known[B].view, lists=(("imp", "ox", "elk", "elk"), None))
    chances = {each.card: each.chance for each in known.may_hold(A)}
    assert chances == {"elk": pytest.approx(5 / 6), "imp": pytest.approx(1 / 2), "ox": pytest.approx(1 / 2)}


def test_without_a_list_any_card_of_the_set_may_be_there_but_no_token() -> None:
    seen = Seen("fang | A hand nest imp | B hand imp ox")
    seen.do("play nest m1")
    sure = [each for each in seen.known[B].may_hold(A) if each.chance == 1]
    assert sure == [MayHold("egg", 1.0, "nest"), MayHold("egg-thief", 1.0, "nest")]
    guesses = [each for each in seen.known[B].may_hold(A) if each.chance < 1]
    assert {each.card for each in guesses} == {"imp", "ox", "elk"}
    assert [each.chance for each in guesses] == [pytest.approx(1 / 3)] * 3
    assert seen.known[B].unknown(A) == 1


def test_an_empty_hand_holds_nothing() -> None:
    assert Seen("fang | A hand | B hand imp").known[B].may_hold(A) == ()


# imagined states


def test_every_imagined_state_looks_the_same_to_the_seat_and_keeps_what_is_known() -> None:
    for moments in matches(12):
        for state, told, _ in moments[2::5]:
            for seat in Seat:
                view = RULES.view(state, seat)
                lists = (None, tuple(SHIPPED.cards[state.table.card_id(code)].id for code in state.rare.lists[1]))
                for known in (observed(view, [told[seat]]), observed(view, [told[seat]], lists)):
                    imagined = known.imagine(7)
                    assert RULES.view(imagined, seat) == view
                    tokens = [code for code in imagined.hands[seat.rival] if code >= state.table.count]
                    assert len(tokens) == len(known.tallies[seat.rival].given)
                    if known.lists[seat.rival]:
                        assert Counter(imagined.rare.lists[B]) == Counter(state.rare.lists[B])


def test_a_list_that_cannot_be_right_is_filled_up_from_the_set() -> None:
    view = Seen("fang | A hand imp ox | A deck elk | B hand imp").known[B].view
    imagined = observed(view, lists=(("ox",), None)).imagine(3)
    assert len(imagined.hands[A]) == 2
    assert len(imagined.decks[A]) == 1


def test_knowledge_does_not_depend_on_what_a_seat_cannot_know() -> None:
    for moments in matches(8):
        for state, told, _ in moments[2::4]:
            known = observed(RULES.view(state, A), [told[A]])
            other = RULES.view(known.imagine(99), A)
            assert observed(other, [told[A]]) == known
            assert observed(other, [told[A]]).may_hold(B) == known.may_hold(B)
