"""How fast the rules are: one table, with python-chess as the yardstick where it is installed.

All figures are processor time of one core. What is compared is measured in turns, best of several rounds, because
machines are shared and noisy.
"""

from __future__ import annotations

import importlib
import platform
from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import Any

from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import state as state_module
from bloodfang_engine.fang.acts import Mulligan
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.fang.rules import BloodFang
from bloodfang_engine.fang.state import State

_BOARDS = ((3, 5), (3, 7), (5, 7), (5, 9))
_MATCHES = 150
_ROUNDS = 7
_LEAST_CHESS, _LEAST_CHESS_EVENTS = 8, 6

Measurement = Callable[[Random], int]
"""Does some work and says how many units of it."""


def table(seconds: float = 1.0) -> str:
    """Measure everything; about `seconds` for each line."""
    rules = BloodFang(practice_set())
    opened = openings(rules, {})
    plays: dict[str, Measurement] = {
        "legal acts + after, no events": lambda luck: _random_plies(rules, opened, luck),
        "legal acts + apply, events": lambda luck: _random_plies_told(rules, opened, luck, reading=False),
        "  the same, every event read": lambda luck: _random_plies_told(rules, opened, luck, reading=True),
    }
    if chess := _chess():
        plays["python-chess, random games"] = lambda luck: _random_chess(chess, luck)
    rates = _in_turns(plays, seconds)
    yardstick = rates.get("python-chess, random games")
    lines = [_heading(), "", f"{'random play':34}{'plies/s':>12}" + (f"{'x chess':>10}" if yardstick else "")]
    for name, rate in rates.items():
        ratio = f"{rate / yardstick:10.1f}" if yardstick else ""
        lines.append(f"{name:34}{rate:12,.0f}{ratio}")
    if yardstick is None:
        lines.append("python-chess is not installed: no yardstick (pip install chess)")
    else:
        lines.append(f"wanted: {_LEAST_CHESS} x without events, {_LEAST_CHESS_EVENTS} x with events")
    lines += ["", f"{'other work':34}{'':>12}", *_other_work(rules, opened, seconds)]
    lines += ["", f"{'board':34}{'plies/s':>12}{'us/ply':>10}{'acts':>8}", *_boards(rules, seconds)]
    return "\n".join(lines)


def openings(rules: BloodFang, options: dict[str, Any]) -> list[State]:
    """Matches after two empty mulligans, each with other decks."""
    opened = []
    for seed in range(_MATCHES):
        setup = rules.sample(seed)
        state = rules.start(Setup(setup.ruleset, setup.decks, seed, {**options, "max_turns": 400})).state
        for seat in Seat:
            state = rules.after(state, seat, Mulligan())
        opened.append(state)
    return opened


# measurements


def _random_plies(rules: BloodFang, opened: Sequence[State], luck: Random) -> int:
    plies = 0
    lot, to_act, legal_actions, after = luck.random, rules.to_act, rules.legal_actions, rules.after
    for state in opened:
        while seats := to_act(state):
            seat = seats[0]
            acts = legal_actions(state, seat)
            state = after(state, seat, acts[int(lot() * len(acts))])
            plies += 1
    return plies


def _random_plies_told(rules: BloodFang, opened: Sequence[State], luck: Random, reading: bool) -> int:
    plies = 0
    lot, to_act, legal_actions, apply = luck.random, rules.to_act, rules.legal_actions, rules.apply
    for state in opened:
        while seats := to_act(state):
            seat = seats[0]
            acts = legal_actions(state, seat)
            state, events = apply(state, seat, acts[int(lot() * len(acts))])
            if reading:
                tuple(events)
            plies += 1
    return plies


def _random_games(rules: BloodFang, luck: Random) -> int:
    for _ in range(_MATCHES):
        state = rules.start(rules.sample(luck.getrandbits(32))).state
        while seats := rules.to_act(state):
            acts = rules.legal_actions(state, seats[0])
            state = rules.after(state, seats[0], acts[int(luck.random() * len(acts))])
    return _MATCHES


def _copies(middle: Sequence[State], luck: Random) -> int:
    for state in middle:
        for _ in range(50):
            state.copy()
    return 50 * len(middle)


def _two_deep(rules: BloodFang, middle: Sequence[State], luck: Random) -> int:
    nodes = 0
    for state in middle[:20]:
        for act in rules.legal_actions(state, Seat(state.mover)):
            reply = rules.after(state, Seat(state.mover), act)
            nodes += 1
            for answer in rules.legal_actions(reply, Seat(reply.mover)):
                rules.after(reply, Seat(reply.mover), answer)
                nodes += 1
    return nodes


def _random_chess(chess: Any, luck: Random) -> int:
    plies = 0
    lot = luck.random
    for _ in range(3):
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(lot() * len(moves))])
            plies += 1
    return plies


# the table's parts


def _heading() -> str:
    compiled = not str(state_module.__file__).endswith(".py")
    return f"Blood Fang engine, {'compiled' if compiled else 'plain Python'}, {platform.python_implementation()} " + (
        f"{platform.python_version()}, practice set of {len(practice_set())} cards"
    )


def _other_work(rules: BloodFang, opened: Sequence[State], seconds: float) -> list[str]:
    middle = [_played(rules, state, 8) for state in opened]
    rates = _in_turns(
        {
            "games": lambda luck: _random_games(rules, luck),
            "copies": lambda luck: _copies(middle, luck),
            "nodes": lambda luck: _two_deep(rules, middle, luck),
        },
        seconds,
    )
    return [
        f"{'whole games, start to end':34}{rates['games']:12,.0f} games/s",
        f"{'state copy':34}{1e6 / rates['copies']:12.2f} us",
        f"{'full width, two deep':34}{rates['nodes']:12,.0f} nodes/s",
    ]


def _boards(rules: BloodFang, seconds: float) -> list[str]:
    by_size = {size: openings(rules, {"rows": size[0], "columns": size[1]}) for size in _BOARDS}
    measured: dict[str, Measurement] = {
        f"{rows} x {columns}": lambda luck, opened=opened: _random_plies(rules, opened, luck)  # type: ignore[misc]
        for (rows, columns), opened in by_size.items()
    }
    rates = _in_turns(measured, seconds)
    lines = []
    for (name, rate), opened in zip(rates.items(), by_size.values(), strict=True):
        acts = [len(rules.legal_actions(state, Seat(state.mover))) for state in (_played(rules, s, 6) for s in opened)]
        lines.append(f"{name:34}{rate:12,.0f}{1e6 / rate:10.2f}{sum(acts) / len(acts):8.1f}")
    return lines


def _played(rules: BloodFang, state: State, plies: int) -> State:
    """The match some plays later; each seat does the first thing that is a play."""
    for _ in range(plies):
        if seats := rules.to_act(state):
            acts = rules.legal_actions(state, seats[0])
            state = rules.after(state, seats[0], acts[0])
    return state


def _in_turns(work: dict[str, Measurement], seconds: float) -> dict[str, float]:
    """Units per second of each work, measured in turns, the best of the rounds."""
    best = dict.fromkeys(work, 0.0)
    for measure in work.values():
        began, luck = process_time(), Random(0)
        while process_time() - began < seconds / 2:  # everything that is worked out once is worked out now
            measure(luck)
    for turn in range(_ROUNDS):
        for name, measure in work.items():
            done, luck, began = 0, Random(turn), process_time()
            while (spent := process_time() - began) < seconds / _ROUNDS:
                done += measure(luck)
            best[name] = max(best[name], done / spent)
    return best


def _chess() -> Any:
    try:
        return importlib.import_module("chess")
    except ImportError:
        return None
