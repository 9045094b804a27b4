"""Plays the engine and the slow implementation side by side and says where they part."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from slow import Overgrown, Slow

from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import PASS, BloodFang, Mulligan, Options, Play, State, make_set
from bloodfang_engine.fang.hiding import tiles
from bloodfang_engine.fang.options import OPTION_NAMES
from bloodfang_engine.fang.scoring import account, lane_sums

PLAYERS = ("P1", "P2")


def begin(rules: BloodFang, options: Mapping[str, Any], seed: int) -> State:
    """A match after two mulligans of nothing, with decks of the whole set."""
    pool = [card.id for card in rules.cards.collectible]
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
    found = [f"{key}: engine {fast[key]}, slow {other[key]}" for key in fast if key != "tiles" and fast[key] != other[key]]
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


def play_both(records: Mapping[str, Any], options: Mapping[str, Any], seed: int, most: int = 40) -> tuple[int, list[str]]:
    """A random match on both; the number of acts compared and the first differences. Overgrown matches stop early."""
    rules = BloodFang(make_set(records))
    Options.of(options)
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
        state = rules.after(state, seat, act)
        if found := differences(state, slow, rules):
            return ply, [f"seed {seed}, options {dict(options)}, after {rules.write(act)} in", before, *found]
    return most, []
