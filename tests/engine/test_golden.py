"""The same setup and the same acts give the same match, on every machine and on every version of Python (R70).

When a rule, the practice set or the notation changes on purpose, `python tests/engine/test_golden.py` prints the new
tables, to be pasted over the old ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Setup
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.fang.practice import practice_set

RULES = BloodFang(practice_set())
LONGEST = 80

PRACTICE_DIGEST = "121ad5953e7f58de"

# seed and options of a match; then the number of its acts, and the hash of all its positions
MATCHES: list[tuple[int, dict[str, Any], int, str]] = [
    (0, {}, 12, "841004e59777cfe2"),
    (1, {}, 19, "394d2718e24fd60d"),
    (2, {}, 20, "fb9edae85afe0dc8"),
    (3, {}, 12, "1fb95e056202eff4"),
    (4, {"profile": "reference"}, 32, "05795deab8f3e501"),
    (5, {"profile": "reference"}, 18, "1a362f0b3ae37a9a"),
    (6, {"profile": "classic", "max_copies": (2, 2)}, 14, "d5e686b3d1dfb954"),
    (7, {"rows": 3, "columns": 7}, 31, "bd0a4dec2c7400ea"),
    (8, {"rows": 5, "columns": 5, "max_rank": 4}, 30, "6628100385a94853"),
    (9, {"first_player": "drawn", "capture": "convert_plus", "destroyed_tile": "destroyer"}, 19, "358ab9363cbe4493"),
    (10, {"first_player": "drawn", "aura_can_destroy": False, "spawn_counts_as_play": True}, 17, "70c1dfae055327fb"),
    (11, {"max_turns": 30, "end_on_full_board": False, "lethal_lower_triggers": True}, 25, "f2eae5c7e4b13825"),
    (9223372036854775807, {"transfer_stacks": True}, 19, "b109767f8eae167a"),
]

# seed and path of a stream; then its first numbers below ten and below a million, and ten things shuffled
STREAMS: list[tuple[tuple[int, ...], list[int], list[int], str]] = [
    ((0, 1), [1, 6, 4, 9, 3, 3, 1, 5, 7, 6, 5, 6], [183839, 625093, 455417], "hieajcgdfb"),
    ((1,), [3, 9, 0, 7, 2, 7, 6, 2, 1, 2, 6, 9], [368189, 943564, 45256], "gehcjbfaid"),
    ((145,), [1, 0, 7, 0, 3, 9, 0, 7, 9, 4, 6, 8], [129365, 11834, 700764], "djhgecifab"),
    ((7, 1, 2, 3), [3, 7, 5, 5, 9, 6, 3, 9, 0, 1, 6, 9], [360380, 760673, 530179], "iacbjfhegd"),
    ((9223372036854775807, 100), [0, 5, 5, 9, 3, 0, 1, 1, 0, 5, 9, 6], [59830, 527027, 515018], "bfdhjcgiea"),
]


def numbers(seed: int) -> Iterator[int]:
    """A generator of our own, the simplest there is, so that nothing here depends on anybody's."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


def positions(seed: int, options: dict[str, Any]) -> list[str]:
    """A match played by numbers, as text: the position after the opening and after each act."""
    luck = numbers(seed)
    decks = RULES.sample(seed).decks
    if "max_copies" in options:
        decks = ((decks[0][:8] * 2)[:15], (decks[1][:8] * 2)[:15])
    state = RULES.start(Setup("fang", decks, seed, options)).state
    found = [RULES.write_position(state)]
    while len(found) <= LONGEST and (seats := RULES.to_act(state)):
        seat = seats[next(luck) % len(seats)]
        acts = RULES.legal_actions(state, seat)
        # the pass is the last of them, and comes seldom
        few = acts[:-1] if len(acts) > 1 and next(luck) % 8 else acts
        state = RULES.after(state, seat, few[next(luck) % len(few)])
        found.append(RULES.write_position(state))
    return found


def digest(texts: list[str]) -> str:
    """One hash for all of them; its beginning is enough to tell them apart."""
    return sha256("\n".join(texts).encode()).hexdigest()[:16]


def draws(path: tuple[int, ...], limit: int, count: int) -> list[int]:
    """The first numbers of a stream."""
    chance, found = Chance.stream(*path), []
    for _ in range(count):
        number, chance = chance.below(limit)
        found.append(number)
    return found


def shuffle(path: tuple[int, ...]) -> str:
    """Ten letters in the order the stream puts them."""
    return "".join(Chance.stream(*path).shuffled("abcdefghij")[0])


def test_the_practice_set_is_the_one_it_always_was() -> None:
    assert practice_set().digest == PRACTICE_DIGEST


@pytest.mark.parametrize(("seed", "options", "acts", "expected"), MATCHES, ids=str)
def test_a_match_goes_as_it_always_went(seed: int, options: dict[str, Any], acts: int, expected: str) -> None:
    found = positions(seed, options)
    assert (len(found) - 1, digest(found)) == (acts, expected)


@pytest.mark.parametrize(("path", "tens", "millions", "letters"), STREAMS, ids=str)
def test_a_stream_of_luck_brings_what_it_always_brought(
    path: tuple[int, ...], tens: list[int], millions: list[int], letters: str
) -> None:
    assert (draws(path, 10, 12), draws(path, 10**6, 3), shuffle(path)) == (tens, millions, letters)


@pytest.mark.parametrize("seed", [0, 1, 2, 145, 2**63 - 1])
def test_streams_of_different_paths_have_nothing_to_do_with_each_other(seed: int) -> None:
    paths: list[tuple[int, ...]] = [(), (0,), (1,), (2,), (100,), (101,), (200,), (0, 0), (0, 1), (1, 0), (0, 0, 0)]
    assert len({tuple(draws((seed, *path), 2**64, 4)) for path in paths}) == len(paths)


def test_luck_is_the_published_generator() -> None:
    """The first numbers of splitmix64 from 1234567, as its author's program prints them."""
    chance, found = Chance(1234567), []
    for _ in range(5):
        number, chance = chance.below(2**64)
        found.append(number)
    assert found == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def main() -> None:
    """Print the tables as they are now."""
    print('PRACTICE_DIGEST = "121ad5953e7f58de"')
    for seed, options, _, _ in MATCHES:
        found = positions(seed, options)
        print(f"    ({seed}, {options}, {len(found) - 1}, '{digest(found)}'),".replace("'", '"'))
    for path, *_ in STREAMS:
        print(f"    ({path}, {draws(path, 10, 12)}, {draws(path, 10**6, 3)}, '{shuffle(path)}'),".replace("'", '"'))


if __name__ == "__main__":
    main()
