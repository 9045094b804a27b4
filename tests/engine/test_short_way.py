"""The short way of the usual play, beside the cascade that it stands for: the same board, and the same story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

import pytest

from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import BloodFang, as_dict, placing
from bloodfang_engine.fang.plans import EVERYWHERE
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.fang.tables import Table, table_for
from strategies import Match, Move, match_by_lot

COMPILED = not str(placing.__file__).endswith(".py")
pytestmark = pytest.mark.skipif(COMPILED, reason="compiled modules call each other directly: no way can be closed")


@contextmanager
def only_the_long_way(table: Table) -> Iterator[None]:
    """No play is taken for a quiet one; afterwards the table is forgotten."""
    for code in range(table.count):
        for seat in Seat:
            for tile in range(table.size):
                plan = table.plan(code, seat, tile)
                plan.stirs = plan.stirs_told = EVERYWHERE
                plan.lay_out()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(placing, "lies_quiet", lambda *_: False)
        yield
    table_for.cache_clear()


def check_both_ways(rules: BloodFang, moves: Sequence[Move]) -> None:
    """Every act leads to the same state and the same events either way."""
    short = [rules.apply(move.before, move.seat, move.act) for move in moves]
    told = [tuple(step.events) for step in short]
    with only_the_long_way(moves[0].before.table):
        for move, step, events in zip(moves, short, told, strict=True):
            where = f"{rules.write_position(move.before)} {rules.write(move.act)}"
            long = rules.apply(move.before, move.seat, move.act)
            assert move.after == step.state == long.state, where
            assert events == tuple(long.events), where


@pytest.mark.parametrize("seed", range(80))
def test_matches_with_the_practice_set_go_and_are_told_alike_both_ways(seed: int) -> None:
    luck = Random(seed)
    cards = {card.id: as_dict(card) for card in practice_set().values()}
    decks = BloodFang(practice_set()).sample(seed).decks
    match = Match(cards, {}, decks, seed, tuple(luck.randrange(10**6) for _ in range(60)))
    moves = list(match.moves())
    check_both_ways(match.rules, moves)
    assert len(moves) > 4


@pytest.mark.parametrize("seed", range(200))
def test_matches_with_any_cards_go_and_are_told_alike_both_ways(seed: int) -> None:
    match = match_by_lot(seed)
    check_both_ways(match.rules, list(match.moves()))


@pytest.mark.soak
@pytest.mark.parametrize("seeds", [range(start, start + 500) for start in range(10_000, 20_000, 500)])
def test_thousands_of_matches_go_and_are_told_alike_both_ways(seeds: range) -> None:
    for seed in seeds:
        match = match_by_lot(seed)
        check_both_ways(match.rules, list(match.moves()))
