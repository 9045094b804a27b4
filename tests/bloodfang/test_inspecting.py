"""Cascades of the shipped cards, step by step."""

from __future__ import annotations

import re
from random import Random

from bloodfang.catalog import load_shipped
from bloodfang.inspecting import Moment, moments
from bloodfang.telling import named
from bloodfang_engine.contract import Event, Seat, Setup
from bloodfang_engine.fang import PASS, BloodFang
from bloodfang_engine.fang import events as ev
from bloodfang_engine.fang.picture import Picture
from bloodfang_engine.fang.story import tell

CATALOG = load_shipped()
RULES = BloodFang(CATALOG.cards)
COLLECTIBLE = [card.id for card in CATALOG.cards.collectible]


def plainly(event: Event) -> str:
    """As bug reports tell it, without the mark of its wave."""
    return re.sub(r"^\s*(?:\[wave \d+\] )?", "", tell(named(event, CATALOG.name_of)))


GRIEF = """
    fang
    turn 9 A
    t A2                              . . . B1
    m A1:actual-grief<hired-mourner   . . . B1
    b A1                              . . . B1
    A hand two-tongued-bell
    B hand gap-finder
    B deck gap-finder
"""
"""The bell's aura-struck first lowering strikes back at its own mourner, whose aura and card then end."""


def inspected(position: str, act: str) -> tuple[Moment, ...]:
    state = RULES.read_position(position)
    [seat] = RULES.to_act(state)
    view = RULES.view(state, seat)
    events = [RULES.redact(event, seat) for event in RULES.apply(state, seat, RULES.read(act)).events]
    return moments(view, events, plainly)


def test_a_cascade_is_told_wave_by_wave_with_rules() -> None:
    told = [(moment.wave, moment.rule, moment.sentence) for moment in inspected(GRIEF, "play two-tongued-bell t1")]
    assert told == [
        (0, "R12", "A plays Two-Tongued Bell on t1 with power 3."),
        (0, "R18", "Two-Tongued Bell's pawn finds m1 occupied."),
        (1, "R26", "Actual Grief's aura lowers A's Two-Tongued Bell on t1 by 2."),
        (1, "R37", "A's Two-Tongued Bell on t1 has power 1 now, not 3."),
        (2, "R35", "A's Two-Tongued Bell on t1 answers: it was lowered."),
        (2, "R28", "Two-Tongued Bell lowers A's Actual Grief on m1 by 4."),
        (2, "R37", "A's Actual Grief on m1 has power -2 now, not 2."),
        (2, "R24", "A's Actual Grief on m1 falls: no power is left (A's Two-Tongued Bell on t1)."),
        (3, "R37", "A's Two-Tongued Bell on t1 has power 3 now, not 1."),
        (0, "R16", "Two-Tongued Bell strengthens m1 after all: A holds it with 2."),
    ]


def test_a_moment_is_about_where_it_happens_and_then_where_it_comes_from() -> None:
    tiles = [moment.tiles for moment in inspected(GRIEF, "play two-tongued-bell t1")]
    assert tiles == [
        ("t1",),
        ("m1", "t1"),
        ("t1", "m1"),
        ("t1",),
        ("t1",),
        ("m1", "t1"),
        ("m1",),
        ("m1", "t1"),
        ("t1",),
        ("m1", "t1"),
    ]


def test_every_moment_has_the_board_as_it_was_right_after_it() -> None:
    found = inspected(GRIEF, "play two-tongued-bell t1")
    powers = [moment.picture.spots["t1"].power for moment in found]
    assert powers == [3, 3, 3, 1, 1, 1, 1, 1, 3, 3]
    stands = [moment.picture.spots["m1"].figure is not None for moment in found]
    assert stands == [True] * 7 + [False] * 3
    assert [moment.picture.spots["m1"].pawns for moment in found] == [1] * 9 + [2]


def test_an_answer_to_another_card_points_at_both() -> None:
    position = """
        fang
        turn 5 A
        t A1 .  .             . B1
        m A1 A1 B1:gap-finder . B1
        b A1:scaffold-clerk . . . B1
        A hand writ-server
    """
    [answer] = [
        moment for moment in inspected(position, "play writ-server m2") if moment.rule == "R35" and "b1" in moment.tiles
    ]
    assert answer.tiles == ("b1", "m3")
    assert answer.sentence == "A's Scaffold Clerk on b1 answers: B's Gap-Finder on m3 fell."


def test_turns_and_draws_are_no_moments() -> None:
    [only] = inspected(GRIEF, "pass")
    assert (only.wave, only.sentence, only.tiles) == (0, "A passes.", ())


def test_the_end_of_the_match_is_one() -> None:
    state = RULES.after(RULES.read_position(GRIEF), Seat.FIRST, PASS)
    step = RULES.apply(state, Seat.SECOND, PASS)
    last = moments(RULES.view(state, Seat.SECOND), step.events, plainly)[-1]
    assert last.rule == "R64"
    assert last.sentence.startswith("The match is over, both passed: 2 to 0")


def test_in_random_matches_the_last_picture_is_the_next_view_and_every_sentence_is_whole() -> None:
    waves = set()
    for seed in range(60):
        luck = Random(seed)
        decks = tuple(luck.sample(COLLECTIBLE, 15)), tuple(luck.sample(COLLECTIBLE, 15))
        state = RULES.start(Setup("fang", decks, seed)).state
        while seats := RULES.to_act(state):
            acts = RULES.legal_actions(state, seats[0])
            step = RULES.apply(state, seats[0], luck.choice(acts[:-1] or acts))
            events: list[Event] = [RULES.redact(event, None) for event in step.events]
            found = moments(RULES.view(state, None), events, plainly)
            if found:
                assert found[-1].picture == Picture.of(RULES.view(step.state, None))
            told = [event for event in events if not isinstance(event, ev.Drew | ev.TurnBegan | ev.Mulliganed)]
            assert len(found) == len(told)
            for moment in found:
                assert re.fullmatch(r"[^ \[].*\.", moment.sentence), moment.sentence
                assert re.fullmatch(r"R\d\d", moment.rule)
                assert moment.tiles or moment.sentence.startswith(("A passes", "B passes", "The match is over"))
                waves.add(moment.wave)
            state = step.state
    assert waves >= {0, 1, 2, 3}
