"""Scenarios of Blood Fang, in the format of tests/scenarios: cards inline, by mechanics only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bloodfang_engine.contract import Event, Seat
from bloodfang_engine.errors import BadNotation, IllegalAction, shown
from bloodfang_engine.fang.acts import PASS, Play
from bloodfang_engine.fang.cardfile import make_set
from bloodfang_engine.fang.events import AbilityAnswered, CardDestroyed
from bloodfang_engine.fang.ground import remember_ground, set_spot
from bloodfang_engine.fang.hiding import Tile, tiles
from bloodfang_engine.fang.options import Options
from bloodfang_engine.fang.positions import Standing, stand
from bloodfang_engine.fang.powers import current
from bloodfang_engine.fang.rules import BloodFang
from bloodfang_engine.fang.scoring import account, lane_sums
from bloodfang_engine.fang.starting import opening
from bloodfang_engine.fang.state import ENDED, Cards, State, put
from bloodfang_engine.fang.tables import Table, table_for
from bloodfang_engine.scenario import BadScenario, known_keys

_SEATS = {"P1": Seat.FIRST, "P2": Seat.SECOND}
_SCENARIO = ("id", "title", "rulings", "profile", "rules", "cards", "setup", "actions", "expect", "confidence", "note")
_SETUP = ("tiles", "hands", "deck", "turn", "to_move", "passes")
_SETUP_TILE = ("r", "c", "owner", "pawns", "card", "card_owner", "bonus", "flags")
_EXPECT_TILE = ("r", "c", "owner", "pawns", "card", "card_owner", "power", "status", "bonus", "origin", "maker")
_EXPECT = (
    "tiles", "lanes", "score", "winner", "hands", "deck", "destroyed_order", "ability_order", "events_include",
    "legal", "illegal", "phase", "turn", "to_move",
)  # fmt: skip


def check(scenario: Mapping[str, Any]) -> Sequence[str]:
    """Play a scenario; a sentence for each difference. BadScenario, CardError, BadSetup if it cannot be played."""
    known_keys(scenario, _SCENARIO, "scenario")
    cards = make_set(_mapping(scenario.get("cards") or {}, "cards"))
    options = Options.of(
        {"profile": scenario.get("profile", "bloodfang"), **_mapping(scenario.get("rules") or {}, "rules")}
    )
    rules = BloodFang(cards)
    table = table_for(cards, options)
    state = _position(table, _mapping(scenario.get("setup") or {}, "setup"))
    events: list[Event] = []
    for number, act in enumerate(_list(scenario.get("actions") or [], "actions"), 1):
        where = f"act {number}"
        try:
            state, told = _do(rules, state, _mapping(act, where), where)
        except (IllegalAction, BadNotation) as refused:
            return [f"{where} was expected to be legal, but was refused: {refused}"]
        events += told
    return list(_differences(rules, state, events, _mapping(scenario.get("expect") or {}, "expect")))


def _position(table: Table, setup: Mapping[str, Any]) -> State:
    known_keys(setup, _SETUP, "setup")
    s = opening(table)
    cards: list[Standing] = []
    named: set[int] = set()
    for said in _list(setup.get("tiles", []), "setup tiles"):
        where = "setup tile"
        tile_said = _mapping(said, where)
        known_keys(tile_said, _SETUP_TILE, where)
        tile = _tile(table, tile_said.get("r"), tile_said.get("c"), where)
        where = f"setup tile {table.names[tile]}"
        owner = _seat(tile_said["owner"], where) if tile_said.get("owner") is not None else None
        pawns = _int(tile_said.get("pawns", 1 if owner is not None else 0), f"{where} pawns", table.options.max_rank)
        holder = -1 if owner is None else int(owner)
        if (holder < 0) != (pawns == 0):
            raise BadScenario(f"{where}: a tile has an owner exactly when it has pawns")
        if tile in named:
            raise BadScenario(f"{where} is named twice")
        named.add(tile)
        set_spot(s, tile, (holder, pawns if holder == 0 else 0, pawns if holder == 1 else 0))
        if tile_said.get("card") is not None:
            card_owner = _seat(tile_said["card_owner"], where) if "card_owner" in tile_said else owner
            if card_owner is None:
                raise BadScenario(f"{where}: a card on a neutral tile needs its card_owner")
            flags = _words(tile_said.get("flags", []), f"{where} flags")
            known_keys(dict.fromkeys(flags), ("raised", "lowered"), f"{where} flags")
            bonus = _int(tile_said.get("bonus", 0), f"{where} bonus", 999, -999)
            card = table.deck[_code(table, tile_said["card"], where)].id
            cards.append(
                Standing(card, card_owner, tile, bonus=bonus, raised="raised" in flags, lowered="lowered" in flags)
            )
    remember_ground(s)
    stand(s, cards)
    s.turn = _int(setup.get("turn", 3), "setup turn", 10**6, 1)
    s.mover = _seat(setup.get("to_move", "P1"), "setup to_move")
    s.hands = _cards(table, setup, "hands")
    s.decks = _cards(table, setup, "deck")
    s.rare.lists = (s.hands[0] + s.decks[0], s.hands[1] + s.decks[1])
    s.copies = 3
    s.passes = _int(setup.get("passes", 0), "setup passes", 1)
    for tile, power in enumerate(current(s)):
        if s.plans[tile] is not None and power < 1:
            raise BadScenario(
                f"setup tile {table.names[tile]}: the card would have power {power}, and would be gone (R25)"
            )
    return s


def _cards(table: Table, setup: Mapping[str, Any], word: str) -> tuple[Cards, Cards]:
    found: tuple[Cards, Cards] = ((), ())
    for player, cards in _mapping(setup.get(word, {}), f"setup {word}").items():
        where = f"setup {word} of {player}"
        codes = tuple(_code(table, card, where) for card in _list(cards, where))
        found = put(found, _seat(player, where), codes)
    return found


def _do(rules: BloodFang, state: State, act: Mapping[str, Any], where: str) -> tuple[State, Sequence[Event]]:
    table = state.table
    match act.get("do"):
        case "play":
            known_keys(act, ("do", "player", "card", "at"), where)
            play = Play(str(act.get("card")), _name(table, act.get("at"), where))
            step = rules.apply(state, _seat(act.get("player"), where), play)
        case "pass":
            known_keys(act, ("do", "player"), where)
            step = rules.apply(state, _seat(act.get("player"), where), PASS)
        case "destroy":
            known_keys(act, ("do", "at"), where)
            step = rules.destroy(state, _name(table, act.get("at"), where))
        case other:
            raise BadScenario(f"{where}: do is play, pass or destroy, not {shown(other)}")
    return step.state, step.events


def _differences(rules: BloodFang, s: State, events: Sequence[Event], expect: Mapping[str, Any]) -> Iterator[str]:
    known_keys(expect, _EXPECT, "expect")
    table = s.table
    board = {(tile.row, tile.column): tile for tile in tiles(s)}
    final = account(s)
    winner = "draw" if final.winner is None else _player(final.winner)
    came: dict[str, Any] = {
        "lanes": [list(lane) for lane in lane_sums(s)],
        "score": list(final.score),
        "winner": winner,
        "phase": "ended" if s.phase >= ENDED else "playing",
        "turn": s.turn,
        "to_move": _player(Seat(s.mover)),
        "destroyed_order": [_place(table, each.figure.tile) for each in events if isinstance(each, CardDestroyed)],
        "ability_order": [each.figure.card for each in events if isinstance(each, AbilityAnswered)],
    }
    for key, wanted in expect.items():
        if key == "tiles":
            for said in _list(wanted, "expected tiles"):
                yield from _tile_differences(table, board, _mapping(said, "expected tile"))
        elif key in ("hands", "deck"):
            for player, cards in _mapping(wanted, key).items():
                zone = s.hands if key == "hands" else s.decks
                has = [table.card_id(code) for code in zone[_seat(player, key)]]
                if has != cards:
                    yield f"{key} of {player}: expected {cards}, came {has}"
        elif key in ("legal", "illegal"):
            for said in _list(wanted, key):
                yield from _legality(rules, s, _mapping(said, key), key)
        elif key == "events_include":
            kinds = {kind for event in events for kind in _kinds(event)}
            for kind in _words(wanted, key):
                if kind not in kinds:
                    yield f"expected an event {kind}, came {sorted(kinds)}"
        elif key == "winner" and wanted is None:
            if winner != "draw":
                yield f"winner: expected none, came {winner}"
        elif came[key] != wanted:
            yield f"{key}: expected {wanted}, came {came[key]}"


def _tile_differences(table: Table, board: Mapping[tuple[int, int], Tile], said: Mapping[str, Any]) -> Iterator[str]:
    known_keys(said, _EXPECT_TILE, "expected tile")
    place = table.grid.place(_tile(table, said.get("r"), said.get("c"), "expected tile"))
    tile = board[place]
    piece = tile.piece
    came: dict[str, Any] = {
        "owner": None if tile.holder is None else _player(tile.holder),
        "pawns": tile.pawns,
        "card": piece.card if piece else None,
        "card_owner": _player(piece.owner) if piece else None,
        "power": piece.power if piece else None,
        "status": piece.state if piece else None,
        "bonus": piece.bonus if piece else None,
        "origin": piece.origin if piece else None,
        "maker": piece.maker if piece else None,
    }
    for key, wanted in said.items():
        if key not in ("r", "c") and came[key] != wanted:
            yield f"tile {tile.name} {key}: expected {wanted}, came {came[key]}"


def _legality(rules: BloodFang, s: State, said: Mapping[str, Any], key: str) -> Iterator[str]:
    known_keys(said, ("player", "card", "at"), key)
    act = Play(str(said.get("card")), _name(s.table, said.get("at"), key))
    reason = rules.why_not(s, _seat(said.get("player"), key), act)
    if (reason is None) != (key == "legal"):
        yield f"{rules.write(act)}: expected {key}, came {reason.sentence if reason else 'legal'}"


def _kinds(event: Event) -> tuple[str, ...]:
    """An event's kind as scenarios write it: card_destroyed, or short destroyed."""
    kind = re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()
    return kind, kind.removeprefix("card_")


# small readings


def _mapping(said: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(said, Mapping):
        raise BadScenario(f"{where}: expected an object, not {shown(said)}")
    return said


def _list(said: Any, where: str) -> list[Any]:
    if not isinstance(said, list):
        raise BadScenario(f"{where}: expected a list, not {shown(said)}")
    return said


def _words(said: Any, where: str) -> list[str]:
    for word in _list(said, where):
        if not isinstance(word, str):
            raise BadScenario(f"{where}: expected words, not {shown(word)}")
    return list(said)


def _int(said: Any, where: str, most: int, least: int = 0) -> int:
    if not isinstance(said, int) or isinstance(said, bool) or not least <= said <= most:
        raise BadScenario(f"{where}: expected a whole number from {least} to {most}, not {shown(said)}")
    return said


def _seat(said: Any, where: str) -> Seat:
    if not isinstance(said, str) or said not in _SEATS:
        raise BadScenario(f"{where}: a player is P1 or P2, not {shown(said)}")
    return _SEATS[said]


def _player(seat: Seat) -> str:
    return f"P{seat + 1}"


def _tile(table: Table, row: Any, column: Any, where: str) -> int:
    tile = table.grid.at(row, column) if isinstance(row, int) and isinstance(column, int) else None
    if tile is None:
        raise BadScenario(f"{where}: the board has no row {shown(row)}, column {shown(column)}")
    return tile


def _name(table: Table, at: Any, where: str) -> str:
    if not isinstance(at, list) or len(at) != 2:
        raise BadScenario(f"{where}: at is [row, column], not {shown(at)}")
    return table.names[_tile(table, at[0], at[1], where)]


def _place(table: Table, name: str) -> list[int]:
    return list(table.grid.place(table.grid.tile(name)))


def _code(table: Table, card: Any, where: str) -> int:
    if not isinstance(card, str) or card not in table.codes:
        raise BadScenario(f"{where}: no card of this scenario is called {shown(card)}")
    return table.codes[card]
