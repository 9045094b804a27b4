"""Plays the engine and the slow implementation side by side and says where they part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from bloodfang_engine.contract import Event, Seat, Setup
from bloodfang_engine.fang import PASS, BloodFang, Mulligan, Options, Play, State, make_set
from bloodfang_engine.fang.events import AbilityAnswered, CardDestroyed, CascadeLimit
from bloodfang_engine.fang.hiding import tiles
from bloodfang_engine.fang.options import OPTION_NAMES
from bloodfang_engine.fang.scoring import account, lane_sums
from slow import Overgrown, Slow

PLAYERS = ("P1", "P2")


def begin(rules: BloodFang, options: Mapping[str, Any], seed: int) -> State:
    """A match after two mulligans of nothing, with decks of the whole set."""
    fit = rules.cards.collectible
    if not Options.of(options).replacement:
        fit = tuple(card for card in fit if not card.replaces)
    pool = [card.id for card in fit]
    Random(seed).shuffle(pool)
    size = min(15, len(pool) // 2)
    decks = (tuple(pool[:size]), tuple(pool[size : 2 * size]))
    setup = Setup("fang", decks, seed, {**options, "deck_size": size})
    state = rules.start(setup).state
    for seat in Seat:
        state = rules.after(state, seat, Mulligan())
    return state


def slow_twin(rules: BloodFang, records: Mapping[str, Any], state: State) -> Slow:
    """The slow implementation at the same opening."""
    table = state.table
    position = {
        "hands": {player: [table.card_id(code) for code in state.hands[seat]] for seat, player in enumerate(PLAYERS)},
        "deck": {player: [table.card_id(code) for code in state.decks[seat]] for seat, player in enumerate(PLAYERS)},
        "turn": state.turn,
        "to_move": PLAYERS[state.mover],
    }
    return Slow(records, {name: getattr(table.options, name) for name in OPTION_NAMES}, position)


def picture(state: State) -> dict[str, Any]:
    """The engine's board in the words of the slow implementation."""
    table = state.table
    board: dict[tuple[int, int], dict[str, Any]] = {}
    ages = sorted(number for number in state.ids if number)
    for tile in tiles(state):
        seen: dict[str, Any] = {
            "owner": None if tile.holder is None else PLAYERS[tile.holder],
            "pawns": tile.pawns,
            "card": None,
        }
        if piece := tile.piece:
            seen |= {
                "card": piece.card,
                "card_owner": PLAYERS[piece.owner],
                "power": piece.power,
                "printed": piece.printed,
                "status": piece.state,
                "bonus": piece.bonus,
                "age_rank": ages.index(piece.number),
                "flags": sorted(piece.once),
            }
        board[tile.row, tile.column] = seen
    return {
        "tiles": board,
        "hands": {player: [table.card_id(code) for code in state.hands[seat]] for seat, player in enumerate(PLAYERS)},
        "decks": {player: [table.card_id(code) for code in state.decks[seat]] for seat, player in enumerate(PLAYERS)},
        "turn": state.turn,
        "to_move": PLAYERS[state.mover],
        "phase": "ended" if state.phase else "playing",
        "passes": state.passes,
    }


def placements(state: State, rules: BloodFang) -> set[tuple[str, tuple[int, int]]]:
    """The legal plays, as the slow implementation says them."""
    grid = state.table.grid
    acts = rules.legal_actions(state, Seat(state.mover))
    return {(act.card, grid.place(grid.tile(act.tile))) for act in acts if isinstance(act, Play)}


def differences(state: State, slow: Slow, rules: BloodFang) -> list[str]:
    """Where the two part, in sentences."""
    fast, other = picture(state), slow.snapshot()
    unlike = [key for key in fast if key != "tiles" and fast[key] != other[key]]
    found = [f"{key}: engine {fast[key]}, slow {other[key]}" for key in unlike]
    for place, seen in fast["tiles"].items():
        wanted = {key: other["tiles"][place].get(key) for key in seen}
        if seen != wanted:
            found.append(f"tile {place}: engine {seen}, slow {wanted}")
    if not state.phase and placements(state, rules) != slow.legal(PLAYERS[state.mover]):
        found.append(f"legal: engine {placements(state, rules)}, slow {slow.legal(PLAYERS[state.mover])}")
    if [list(lane) for lane in lane_sums(state)] != slow.lanes():
        found.append(f"lanes: engine {lane_sums(state)}, slow {slow.lanes()}")
    if list(account(state).score) != slow.score():
        found.append(f"score: engine {account(state).score}, slow {slow.score()}")
    return found


def story(events: Iterable[Event]) -> list[tuple[str, str]]:
    """The abilities that answered, the cards that fell, and the guard, in order."""
    told = []
    for event in events:
        if isinstance(event, AbilityAnswered):
            told.append(("ability", event.figure.card))
        elif isinstance(event, CardDestroyed):
            told.append((event.cause, event.figure.card))
        elif isinstance(event, CascadeLimit):
            told.append(("cascade_limit", ""))
    return told


def slow_story(slow: Slow) -> list[tuple[str, str]]:
    """The same of the slow implementation's last act."""
    return [(each.get("cause", each["kind"]), each.get("card", "")) for each in slow.log]


def gave_up_early(events: Iterable[Event], state: State) -> bool:
    """The engine also ends cascades that have too many answers in few waves; the slow implementation does not."""
    return any(isinstance(event, CascadeLimit) and event.wave < state.table.options.max_waves for event in events)


def play_both(
    records: Mapping[str, Any], options: Mapping[str, Any], seed: int, most: int = 40
) -> tuple[int, list[str]]:
    """A random match on both; the number of acts compared and the first differences. Overgrown matches stop early."""
    rules = BloodFang(make_set(records))
    state = begin(rules, options, seed)
    slow = slow_twin(rules, records, state)
    luck = Random(seed)
    for ply in range(most):
        if state.phase:
            return ply, []
        seat = Seat(state.mover)
        acts = [act for act in rules.legal_actions(state, seat) if isinstance(act, Play)]
        act = luck.choice(acts) if acts and luck.random() < 0.95 else PASS
        try:
            if isinstance(act, Play):
                grid = state.table.grid
                slow.play(PLAYERS[seat], act.card, grid.place(grid.tile(act.tile)))
            else:
                slow.pass_(PLAYERS[seat])
        except Overgrown:
            return ply, []
        before = rules.write_position(state)
        step = rules.apply(state, seat, act)
        state = step.state
        if gave_up_early(step.events, state):
            return ply, []
        found = differences(state, slow, rules)
        if story(step.events) != slow_story(slow):
            found.append(f"story: engine {story(step.events)}, slow {slow_story(slow)}")
        if found:
            return ply, [f"seed {seed}, options {dict(options)}, after {rules.write(act)} in", before, *found]
    return most, []
