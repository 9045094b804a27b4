"""Stories, pictures and drawings: what happened, for people."""

from __future__ import annotations

from random import Random

import pytest

from bloodfang_engine import Event, Seat
from bloodfang_engine.fang import PASS, BloodFang, Mulligan, Play, make_set
from bloodfang_engine.fang import events as ev
from bloodfang_engine.fang.drawing import draw
from bloodfang_engine.fang.picture import Picture
from bloodfang_engine.fang.story import tell
from makers import random_cards, random_options
from mirror import begin

FIGURE = ev.Figure(1, "bell", Seat.FIRST, "m1")
OTHER = ev.Figure(2, "ox", Seat.SECOND, "m2")

SENTENCES: list[tuple[Event, str]] = [
    (ev.Drew(Seat.FIRST, "bell"), "A draws bell."),
    (ev.Drew(Seat.SECOND, None), "B draws a card."),
    (ev.Mulliganed(Seat.FIRST, 0, (), ()), "A keeps the whole hand."),
    (ev.Mulliganed(Seat.FIRST, 2, None, None), "A changes 2 of the opening hand."),
    (ev.Mulliganed(Seat.FIRST, 1, ("ox",), ("bell",)), "A gives back ox and draws bell."),
    (ev.TurnBegan(Seat.SECOND, 4), "Turn 4: B is to act."),
    (ev.Passed(Seat.FIRST), "A passes."),
    (ev.CardPlayed(FIGURE, 2, None), "A plays bell on m1 with power 2."),
    (ev.CardPlayed(FIGURE, 2, "ox"), "A plays bell, which ox had made, on m1 with power 2."),
    (ev.CardSpawned(1, OTHER, 4, FIGURE), "  [wave 1] bell lets ox rise on m2 with power 4."),
    (ev.CardAdded(1, Seat.FIRST, "imp", FIGURE), "  [wave 1] bell gives A imp."),
    (ev.CardAdded(1, Seat.FIRST, None, FIGURE), "  [wave 1] bell gives A a card."),
    (ev.CardDestroyed(2, OTHER, "effect", FIGURE), "  [wave 2] B's ox on m2 is destroyed (A's bell on m1)."),
    (ev.CardDestroyed(0, OTHER, "replaced", None), "  B's ox on m2 is replaced."),
    (
        ev.PawnsPlaced(FIGURE, "m2", Seat.FIRST, 2, Seat.SECOND, 2, True),
        "  bell takes m2 from B after all: A holds it with 2.",
    ),
    (ev.PawnsPlaced(FIGURE, "m2", Seat.FIRST, 1, None, 0, False), "  bell strengthens m2: A holds it with 1."),
    (ev.PawnsBlocked(FIGURE, "m2"), "  bell's pawn finds m2 occupied."),
    (ev.GroundChanged(OTHER, "m2", None, 0, Seat.SECOND, 1), "  With ox gone, m2 changes: nobody's now."),
    (ev.AbilityAnswered(1, FIGURE, 0, "played", FIGURE), "  [wave 1] A's bell on m1 answers: it was played."),
    (ev.AbilityAnswered(1, FIGURE, 0, "destroyed", OTHER), "  [wave 1] A's bell on m1 answers: B's ox on m2 fell."),
    (ev.PowerChanged(1, OTHER, -3, FIGURE), "  [wave 1] bell lowers B's ox on m2 by 3."),
    (ev.AuraBegan(1, OTHER, 2, FIGURE), "  [wave 1] bell's aura raises B's ox on m2 by 2."),
    (ev.CardMarked(1, OTHER, FIGURE), "  [wave 1] bell marks B's ox on m2."),
    (ev.PowerCounted(1, OTHER, 4, 1), "  [wave 1] B's ox on m2 has power 1 now, not 4."),
    (ev.CascadeLimit(200), "  [wave 200] The cascade would not end and is stopped after wave 200."),
    (ev.MatchEnded("passes", Seat.FIRST, (5, 3)), "The match is over, both passed: 5 to 3, A wins."),
    (ev.MatchEnded("full_board", None, (3, 3)), "The match is over, the board is full: 3 to 3, a draw."),
    (Event(), "  Event."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[each[1] for each in SENTENCES])
def test_an_event_is_a_sentence(event: Event, sentence: str) -> None:
    assert tell(event) == sentence


def test_every_event_there_is_has_a_sentence_and_a_rule() -> None:
    kinds = {kind for kind in vars(ev).values() if isinstance(kind, type) and issubclass(kind, ev.FangEvent)}
    assert kinds - {ev.FangEvent} == {type(event) for event, _ in SENTENCES} - {Event}
    assert all(kind.rule for kind in kinds - {ev.FangEvent})


@pytest.mark.parametrize("seed", range(30))
def test_a_picture_that_follows_events_is_the_next_view(seed: int) -> None:
    luck = Random(seed)
    rules = BloodFang(make_set(random_cards(luck)))
    state = begin(rules, random_options(luck), seed)
    for _ in range(25):
        if not (seats := rules.to_act(state)):
            break
        plays = [act for act in rules.legal_actions(state, seats[0]) if isinstance(act, Play)]
        step = rules.apply(state, seats[0], luck.choice(plays) if plays else PASS)
        picture = Picture.of(rules.view(state, None)).after_all(step.events)
        state = step.state
        assert picture == Picture.of(rules.view(state, None))


CARDS = make_set(
    {
        "bell": {
            "rank": 1,
            "power": 2,
            "cells": [{"row": 0, "col": 1, "kind": "E"}],
            "ability": [{"trigger": "in_play", "effect": "lower_power", "target": "cells:enemy", "value": 1}],
        },
        "ox-of-the-northern-marshes": {"rank": 1, "power": 4},
    }
)


def test_the_board_is_drawn_with_totals_marks_and_names_that_fit() -> None:
    rules = BloodFang(CARDS)
    state = rules.read_position(
        "fang | t A1:bell B2:ox-of-the-northern-marshes . . B1 | m A1 . . . B1 | b A3:bell(+2) . . . B1"
    )
    assert draw(rules.view(state, None)).splitlines() == [
        "            1             2             3             4             5",
        "      +-------------+-------------+-------------+-------------+-------------+",
        "    t | A1      A 2 | B2      B 3v| .           | .           | B1          |",
        "    2 | bell        | ox-of-the-no|             |             |             |3*",
        "      +-------------+-------------+-------------+-------------+-------------+",
        "    m | A1          | .           | .           | .           | B1          |",
        "    0 |             |             |             |             |             |0",
        "      +-------------+-------------+-------------+-------------+-------------+",
        "    b | A3      A 4^| .           | .           | .           | B1          |",
        "*   4 | bell        |             |             |             |             |0",
        "      +-------------+-------------+-------------+-------------+-------------+",
    ]


def test_events_of_one_act_are_a_sequence_like_any_other() -> None:
    rules = BloodFang(CARDS)
    state = rules.read_position("fang | A hand bell")
    events = rules.apply(state, Seat.FIRST, Play("bell", "m1")).events
    assert len(events) == len(list(events)) == 2
    assert (events[0], events[:1]) == (events[0], (events[0],))
    assert events == rules.apply(state, Seat.FIRST, Play("bell", "m1")).events
    assert hash(events) == hash(tuple(events))
    assert repr(events).startswith("(CardPlayed(")


def test_a_mulligan_is_told_to_its_own_seat_in_full() -> None:
    rules = BloodFang(CARDS)
    state = rules.read_position("fang | turn 1 A mulligan A B | A hand bell | A deck ox-of-the-northern-marshes")
    events = rules.apply(state, Seat.FIRST, Mulligan((1,))).events
    assert tell(rules.redact(events[0], Seat.SECOND)) == "A changes 1 of the opening hand."
    assert tell(rules.redact(events[0], Seat.FIRST)).startswith("A gives back bell and draws ")
