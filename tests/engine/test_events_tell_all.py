"""Events alone are enough to follow a match: from the table before an act, they lead to the table after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from bloodfang_engine.contract import Event, Seat, Setup
from bloodfang_engine.fang import BloodFang, Play, State, View, make_set
from bloodfang_engine.fang import events as ev
from bloodfang_engine.fang.practice import practice_set
from strategies import Match, match_by_lot, matches, picked

pytestmark = pytest.mark.no_cover  # the other tests reach every line; these take long enough

VIEWERS = (Seat.FIRST, Seat.SECOND, None)
UNKNOWN = "?"

some = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# what is told of a tile: holder and pawns; what is told of the card on it: number, id, owner and power
Ground = tuple[Seat | None, int]
Card = tuple[int, str, Seat, int]


@dataclass
class Table:
    """What somebody knows who has seen the table once and then only listens."""

    grounds: dict[str, Ground]
    cards: dict[str, Card]
    hands: list[list[str]]
    decks: list[int]
    turn: int
    to_act: set[Seat]
    passes: int
    seen: list[list[str]]
    ending: tuple[str, Seat | None, tuple[int, int]] | None = None
    said: list[str] = field(default_factory=list, compare=False)

    def hear(self, events: Iterable[Event]) -> None:
        """Follow what is told; whatever an event says about before must fit what is known."""
        for event in events:
            self.said.append(repr(event))
            self._hear(event)

    def _hear(self, event: Event) -> None:
        match event:
            case ev.Drew(seat, card):
                self.hands[seat].append(card or UNKNOWN)
                self.decks[seat] -= 1
            case ev.Mulliganed(seat, count, returned, drawn):
                for card in (UNKNOWN,) * count if returned is None else returned:
                    self.hands[seat].remove(card)
                self.hands[seat] += (UNKNOWN,) * count if drawn is None else drawn
                self.to_act.remove(seat)
            case ev.CardAdded(_, seat, card, _):
                self.hands[seat].append(card or UNKNOWN)
            case ev.TurnBegan(seat, turn):
                self.turn, self.to_act = turn, {seat}
            case ev.Passed(seat):
                assert self.to_act == {seat}
                self.passes += 1
            case ev.MatchEnded(reason, winner, score):
                self.ending, self.to_act = (reason, winner, score), set()
            case ev.CardPlayed(figure, power, maker):
                hand = self.hands[figure.owner]
                hand.remove(figure.card if figure.card in hand else UNKNOWN)
                self.passes = 0
                if maker is None:
                    self.seen[figure.owner].append(figure.card)
                self._stand(figure, power)
            case ev.CardSpawned(_, figure, power, _):
                self._stand(figure, power)
            case ev.CardDestroyed(_, figure, _, _):
                assert self.cards.pop(figure.tile)[:3] == (figure.number, figure.card, figure.owner)
            case ev.PawnsPlaced(_, tile, holder, pawns, was_holder, was_pawns, _):
                self._hold(tile, (was_holder, was_pawns), (holder, pawns))
            case ev.GroundChanged(_, tile, holder, pawns, was_holder, was_pawns):
                self._hold(tile, (was_holder, was_pawns), (holder, pawns))
            case ev.PowerCounted(_, figure, was, power):
                assert was != power
                assert self.cards[figure.tile] == (figure.number, figure.card, figure.owner, was)
                self.cards[figure.tile] = (figure.number, figure.card, figure.owner, power)
            case ev.PawnsBlocked(_, tile):
                assert tile in self.cards
            case _:
                # the rest says why something happens, and about whom: somebody who stands there
                if isinstance(event, ev.PowerChanged | ev.AuraBegan | ev.CardMarked):
                    about = event.figure
                    assert self.cards[about.tile][:3] == (about.number, about.card, about.owner)

    def _stand(self, figure: ev.Figure, power: int) -> None:
        assert figure.tile not in self.cards
        self.cards[figure.tile] = (figure.number, figure.card, figure.owner, power)

    def _hold(self, tile: str, was: Ground, now: Ground) -> None:
        assert self.grounds[tile] == was
        assert was != now
        self.grounds[tile] = now


def table_of(view: View, hands: Iterable[Iterable[str]] | None = None) -> Table:
    """The table as a view shows it; with both hands if they are given, else with unknown cards for hidden ones."""
    if hands is None:
        own, counts = view.hand, view.hand_counts
        hands = [own if own is not None and seat is view.viewer else [UNKNOWN] * counts[seat] for seat in Seat]
    ending = view.outcome
    return Table(
        grounds={tile.name: (tile.holder, tile.pawns) for tile in view.tiles},
        cards={
            tile.name: (tile.piece.number, tile.piece.card, tile.piece.owner, tile.piece.power)
            for tile in view.tiles
            if tile.piece
        },
        hands=[sorted(hand) for hand in hands],
        decks=list(view.deck_counts),
        turn=view.turn,
        to_act=set(view.to_act),
        passes=view.passes,
        seen=[sorted(cards) for cards in view.seen],
        ending=None if ending is None else (ending.reason, ending.winner, ending.score),
    )


def whole_table(rules: BloodFang, state: State) -> Table:
    """The table with both hands open."""
    return table_of(rules.view(state, None), [rules.view(state, seat).hand or () for seat in Seat])


def sorted_table(table: Table) -> Table:
    """The same table; the order within a hand is not told."""
    table.hands = [sorted(hand) for hand in table.hands]
    table.seen = [sorted(cards) for cards in table.seen]
    return table


def check_told(rules: BloodFang, before: State, after: State, events: Iterable[Event]) -> None:
    """For one who hears everything, and for each viewer who hears what they may hear."""
    told = list(events)
    table = whole_table(rules, before)
    table.hear(told)
    assert sorted_table(table) == whole_table(rules, after), table.said
    for viewer in VIEWERS:
        table = table_of(rules.view(before, viewer))
        table.hear(rules.redact(event, viewer) for event in told)
        assert sorted_table(table) == table_of(rules.view(after, viewer)), table.said


@some
@given(matches())
def test_events_lead_from_the_table_before_an_act_to_the_table_after_it(match: Match) -> None:
    for move in match.moves():
        step = match.rules.apply(move.before, move.seat, move.act)
        check_told(match.rules, move.before, step.state, step.events)


@some
@given(matches())
def test_events_tell_what_a_card_destroyed_by_command_leads_to(match: Match) -> None:
    *_, state = (move.before for move in match.moves())
    for tile in match.rules.view(state, None).tiles:
        if tile.piece:
            step = match.rules.destroy(state, tile.name)
            check_told(match.rules, state, step.state, step.events)


@some
@given(matches())
def test_one_who_only_listens_from_the_first_card_on_still_knows_the_table_at_the_end(match: Match) -> None:
    rules = match.rules
    step = rules.start(Setup("fang", match.decks, match.seed, match.options))
    table = whole_table(rules, step.state)
    for seat in Seat:
        table.decks[seat] += len(table.hands[seat])
        table.hands[seat] = []
    table.hear(step.events)
    assert sorted_table(table) == whole_table(rules, step.state)
    state = step.state
    for move in match.moves():
        step = rules.apply(state, move.seat, move.act)
        table.hear(step.events)
        state = step.state
    assert sorted_table(table) == whole_table(rules, state)


def test_events_tell_that_a_card_recovers_when_the_last_to_fall_had_weakened_it() -> None:
    """The fall is in the second wave, and nobody answers it: what follows from it must be told all the same."""
    weakens = {"trigger": "in_play/any", "effect": "lower_power", "target": "board:enemy", "value": 3}
    strikes = {"trigger": "lowered", "effect": "destroy", "target": "board:enemy"}
    cards = {
        "gloom": {"rank": 1, "power": 1, "ability": [weakens]},
        "spite": {"rank": 1, "power": 4, "ability": [strikes]},
    }
    rules = BloodFang(make_set(cards))
    lanes = "t A1:gloom . . . B1 | m A1 . . . B1 | b A1 . . . B1"
    state = rules.read_position(f"fang | turn 4 B | {lanes} | B hand spite")
    step = rules.apply(state, Seat.SECOND, Play("spite", "m5"))
    check_told(rules, state, step.state, step.events)
    powers = [event.power for event in step.events if isinstance(event, ev.PowerCounted)]
    assert powers == [1, 4]


def test_events_tell_all_of_matches_by_lot() -> None:
    for seed in range(30):
        match = match_by_lot(seed)
        for move in match.moves():
            step = match.rules.apply(move.before, move.seat, move.act)
            check_told(match.rules, move.before, step.state, step.events)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"profile": "reference"},
    {"destroyed_tile": "destroyer"},
    {"destroyed_tile": "clear", "max_turns": 12},
    {"rows": 5, "columns": 7, "capture": "convert_plus"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_events_tell_all_of_matches_with_the_practice_set(options: dict[str, Any]) -> None:
    rules = BloodFang(practice_set())
    kinds = set()
    for seed in range(20):
        luck = Random(seed)
        state = rules.start(Setup("fang", rules.sample(seed).decks, seed, options)).state
        while rules.to_act(state):
            seat, act = picked(rules, state, luck.randrange(10**6))
            step = rules.apply(state, seat, act)
            check_told(rules, state, step.state, step.events)
            kinds |= {type(event) for event in step.events}
            state = step.state
    assert kinds >= {ev.Mulliganed, ev.CardPlayed, ev.CardDestroyed, ev.CardAdded, ev.PowerCounted, ev.MatchEnded}
