"""How many ways a match can begin: all sequences of acts counted to a depth, by the engine and by the slow one.

If a rule about legality changes on purpose, `python tests/engine/test_perft.py` prints the new table.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import BloodFang, Mulligan, State, as_dict
from bloodfang_engine.fang.practice import practice_set
from mirror import slow_twin
from slow import Slow

RULES = BloodFang(practice_set())
RECORDS = {card.id: as_dict(card) for card in practice_set().values()}
DEPTH = 3

Counts = tuple[int, ...]

# seed, options; then the number of sequences of one, two and three acts
TABLE: list[tuple[int, dict[str, Any], Counts]] = [
    (11, {}, (1, 10, 9)),
    (1, {}, (7, 49, 336)),
    (2, {}, (7, 49, 301)),
    (13, {"profile": "reference"}, (7, 70, 463)),
    (4, {"profile": "reference"}, (13, 91, 862)),
    (15, {"profile": "classic"}, (10, 70, 417)),
    (6, {"rows": 3, "columns": 7}, (7, 91, 627)),
    (7, {"rows": 5, "columns": 5}, (16, 176, 3534)),
    (8, {"profile": "reference", "rows": 5, "columns": 5}, (11, 176, 2032)),
    (9, {"max_turns": 3, "first_player": "second"}, (7, 70, 402)),
]


def opening(seed: int, options: dict[str, Any]) -> State:
    """The state after two mulligans of nothing; in the classic profile with as many cards twice as it allows."""
    decks = RULES.sample(seed).decks
    if options.get("profile") == "classic":
        decks = (doubled(decks[0]), doubled(decks[1]))
    state = RULES.start(Setup("fang", decks, seed, options)).state
    for seat in Seat:
        state = RULES.after(state, seat, Mulligan())
    return state


def doubled(deck: tuple[str, ...]) -> tuple[str, ...]:
    """As many cards, standard ones twice."""
    twice = [card for card in deck for _ in range(1 if RECORDS[card]["tier"] == "legendary" else 2)]
    return tuple(twice[: len(deck)])


def count(state: State, depth: int) -> int:
    """The sequences of this many acts, by the engine; after the match ends there are no more."""
    if not depth:
        return 1
    seats = RULES.to_act(state)
    return sum(
        count(RULES.after(state, seat, act), depth - 1) for seat in seats for act in RULES.legal_actions(state, seat)
    )


def slow_count(slow: Slow, depth: int) -> int:
    """The same by the slow implementation."""
    if slow.phase == "ended":
        return 0
    if depth == 1:
        return len(slow.legal(slow.to_move)) + 1
    return sum(slow_count(after, depth - 1) for after in slow_branches(slow))


def slow_branches(slow: Slow) -> Iterator[Slow]:
    """What every act of the player to move leads to, the pass last."""
    for card, place in sorted(slow.legal(slow.to_move)):
        after = twin(slow)
        after.play(slow.to_move, card, place)
        yield after
    after = twin(slow)
    after.pass_(slow.to_move)
    yield after


def twin(slow: Slow) -> Slow:
    """A copy to try something on; cards and options never change, so both have the same."""
    return deepcopy(slow, {id(slow.cards): slow.cards, id(slow.options): slow.options})


@pytest.mark.parametrize(("seed", "options", "counts"), TABLE, ids=str)
def test_the_engine_counts_as_many_ways_to_begin_as_ever(
    seed: int, options: dict[str, Any], counts: tuple[int, ...]
) -> None:
    state = opening(seed, options)
    assert tuple(count(state, depth) for depth in range(1, DEPTH + 1)) == counts


@pytest.mark.parametrize(("seed", "options", "counts"), TABLE, ids=str)
def test_the_slow_implementation_counts_as_many(seed: int, options: dict[str, Any], counts: Counts) -> None:
    slow = slow_twin(RULES, RECORDS, opening(seed, options))
    assert tuple(slow_count(slow, depth) for depth in range(1, DEPTH + 1)) == counts


def main() -> None:
    """Print the table as it is now, to be pasted over the old one."""
    for seed, options, _ in TABLE:
        counts = tuple(count(opening(seed, options), depth) for depth in range(1, DEPTH + 1))
        print(f"    ({seed}, {options}, {counts}),".replace("'", '"'))


if __name__ == "__main__":
    main()
