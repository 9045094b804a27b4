"""A preview is what happens: the same view, the same events, whatever the seat cannot know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from bloodfang.catalog import load_shipped
from bloodfang.preview import TileChange, difference, preview
from bloodfang_engine.contract import Event, Seat, Setup
from bloodfang_engine.errors import IllegalAction
from bloodfang_engine.fang import PASS, PROFILES, BloodFang, Mulligan, Pass, Play, State
from bloodfang_engine.fang import events as ev

CATALOG = load_shipped()
RULES = BloodFang(CATALOG.cards)
DECKS = [deck.cards for deck in CATALOG.decks.values()]
COLLECTIBLE = [card.id for card in CATALOG.cards.collectible]

MOVES = 20_000


def opening(seed: int, profile: str = "bloodfang") -> State:
    """A match at its first turn: decks of the set, and every other match two drawn by lot."""
    luck = Random(seed)
    if seed % 2:
        decks = tuple(luck.sample(COLLECTIBLE, 15)), tuple(luck.sample(COLLECTIBLE, 15))
    else:
        decks = luck.choice(DECKS), luck.choice(DECKS)
    state = RULES.start(Setup("fang", decks, seed, {"profile": profile}, CATALOG.digest)).state
    for seat in Seat:
        state = RULES.after(state, seat, luck.choice(RULES.legal_actions(state, seat)))
    return state


def moves(luck: Random) -> Iterator[tuple[State, Seat, Play | Pass]]:
    """Random moves of random matches without end: few passes, all three profiles."""
    seed = 0
    while True:
        state = opening(seed, PROFILES[seed % len(PROFILES)])
        seed += 1
        while seats := RULES.to_act(state):
            [seat] = seats
            acts = [act for act in RULES.legal_actions(state, seat) if not isinstance(act, Mulligan)]
            act = luck.choice(acts if luck.random() < 0.2 else acts[:-1] or acts)
            yield state, seat, act
            state = RULES.after(state, seat, act)


def told(events: Iterable[Event]) -> tuple[Event, ...]:
    """Events without draws: which card the rival draws is nobody's to know."""
    return tuple(event for event in events if not isinstance(event, ev.Drew))


def test_twenty_thousand_moves_go_as_their_previews_say() -> None:
    luck = Random(2024)
    kinds: Counter[type] = Counter()
    random_moves = moves(luck)
    for number in range(MOVES):
        state, seat, act = next(random_moves)
        view = RULES.view(state, seat)
        ahead = preview(RULES, view, act, seed=luck.randrange(1000))
        step = RULES.apply(state, seat, act)
        where = f"move {number}: {seat.letter} {RULES.write(act)}"
        # the whole view: tiles, account, hands and their counts, decks, turn, outcome, even the engine's own form
        assert ahead.after == RULES.view(step.state, seat), where
        assert ahead.events == told(RULES.redact(event, seat) for event in step.events), where
        assert ahead.before is view
        # and what is worked out of it
        changed = {change.name for change in ahead.changes}
        pairs = zip(view.tiles, ahead.after.tiles, strict=True)
        assert changed == {was.name for was, now in pairs if was != now}, where
        fell = [event.figure for event in step.events if isinstance(event, ev.CardDestroyed)]
        assert [piece.number for piece in ahead.fallen] == [figure.number for figure in fell], where
        kinds.update(type(event) for event in ahead.events)
    for kind in (
        ev.Passed,
        ev.CardPlayed,
        ev.CardSpawned,
        ev.CardAdded,
        ev.CardDestroyed,
        ev.PawnsPlaced,
        ev.MatchEnded,
    ):
        assert kinds[kind] >= 50, f"too little was tried: {kind.__name__}"


def test_a_preview_does_not_depend_on_what_is_imagined() -> None:
    state = opening(4)
    for _ in range(6):
        [seat] = RULES.to_act(state)
        view, act = RULES.view(state, seat), RULES.legal_actions(state, seat)[0]
        assert not isinstance(act, Mulligan)
        assert len({preview(RULES, view, act, seed).events for seed in range(5)}) == 1
        assert preview(RULES, view, act, 1).after == preview(RULES, view, act, 2).after
        state = RULES.after(state, seat, act)


def test_a_preview_leaves_out_the_rivals_draw() -> None:
    state = RULES.after(opening(2), Seat.FIRST, PASS)
    ahead = preview(RULES, RULES.view(state, Seat.SECOND), PASS)
    assert not any(isinstance(event, ev.Drew) for event in ahead.events)
    state = opening(2)
    real = [RULES.redact(event, Seat.FIRST) for event in RULES.apply(state, Seat.FIRST, PASS).events]
    assert ev.Drew(Seat.SECOND, None) in real
    assert preview(RULES, RULES.view(state, Seat.FIRST), PASS).events == told(real)


def test_the_second_pass_shows_how_the_match_would_end() -> None:
    state = RULES.after(opening(2), Seat.FIRST, PASS)
    ahead = preview(RULES, RULES.view(state, Seat.SECOND), PASS)
    assert ahead.after.outcome is not None
    assert ahead.after.outcome.reason == "passes"
    assert ahead.changes == ()


def test_an_illegal_act_is_refused_as_the_rules_refuse_it() -> None:
    view = RULES.view(opening(2), Seat.FIRST)
    assert view.hand is not None
    with pytest.raises(IllegalAction, match="m3"):
        preview(RULES, view, Play(view.hand[0], "m3"))


def test_a_spectator_has_nothing_to_look_ahead_at() -> None:
    with pytest.raises(ValueError, match="view of a seat"):
        preview(RULES, RULES.view(opening(2), None), PASS)


# what the drawing asks of a change

ROAD = """
    fang
    turn 5 A
    t A1  .   .                     .  B1
    m A1  A1  B2:gap-finder       .  B1
    b A1  .   B1:scaffold-clerk(+2) .  B1
    A hand writ-server barefoot-bailiff
"""
"""A writ-server (power 3) on m2 calls in 3 of whoever stands on m3, and sends pawns to m3, t1 and b1."""


def changes(act: str) -> dict[str, TileChange]:
    view = RULES.view(RULES.read_position(ROAD), Seat.FIRST)
    action = RULES.read(act)
    assert not isinstance(action, Mulligan)
    ahead = preview(RULES, view, action)
    assert ahead.changes == difference(view, ahead.after)
    return {change.name: change for change in ahead.changes}


def test_a_change_says_which_card_arrives_and_which_falls() -> None:
    found = changes("play writ-server m2")
    assert found["m2"].arrives is not None
    assert found["m2"].arrives.card == "writ-server"
    assert found["m2"].leaves is None
    assert found["m3"].leaves is not None
    assert found["m3"].leaves.card == "gap-finder"
    assert found["m3"].arrives is None


def test_a_change_says_which_tile_is_taken_and_which_gains_pawns() -> None:
    found = changes("play writ-server m2")
    assert found["m3"].taken
    assert (found["m3"].before.holder, found["m3"].after.holder) == (Seat.SECOND, Seat.FIRST)
    assert {name: change.pawns for name, change in found.items() if change.pawns} == {"t1": 1, "b1": 1}
    assert not found["t1"].taken


def test_a_change_says_how_the_power_of_a_card_that_stays_changes() -> None:
    view = RULES.view(RULES.read_position(ROAD.replace("B2:gap-finder", "B2:gap-finder(+4)")), Seat.FIRST)
    ahead = preview(RULES, view, Play("writ-server", "m2"))
    [m3] = [change for change in ahead.changes if change.name == "m3"]
    assert m3.power == -3
    assert m3.arrives is m3.leaves is None
    assert ahead.fallen == ()
    assert ahead.after.account.lanes[1].sums == (3, view.account.lanes[1].sums[1] - 3)


def test_fallen_cards_are_as_they_stood_before() -> None:
    view = RULES.view(RULES.read_position(ROAD), Seat.FIRST)
    ahead = preview(RULES, view, Play("writ-server", "m2"))
    assert ahead.fallen == (view.tile("m3").piece,)
