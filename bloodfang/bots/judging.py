"""What a position is worth to a seat, at a glance: the chance of winning from lanes, ground and hands as they stand."""

from __future__ import annotations

import math
from functools import lru_cache

from bloodfang_engine.fang import State
from bloodfang_engine.fang.powers import current
from bloodfang_engine.fang.scoring import account
from bloodfang_engine.fang.state import ENDED, Cards
from bloodfang_engine.fang.tables import Table

CERTAIN = 0.999
"""The chance of a match that is won but not over yet."""

_WEIGHTS = {
    # what it counts, own less the rival's: its weight at the end of a match, and at the beginning
    "to move": (0.123, 0.033),
    "points": (0.079, -0.016),
    "points, up to 10": (0.102, -0.103),
    "lanes": (-0.494, 0.106),
    "power by lane, up to 8": (0.131, 0.216),
    "free tiles of rank 1": (0.755, 0.329),
    "free tiles of rank 2": (0.187, 0.126),
    "free tiles of rank 3": (-0.395, 0.06),
    "lanes with a free tile": (0.024, 0.235),
    "cards in hand": (0.253, 0.167),
    "cards that can be played": (-0.1, 0.19),
    "power of the best three of them": (0.12, -0.032),
    "nothing to play": (-0.3, -0.9),
}
"""Fitted by logistic regression to who won, over all positions of some thousand matches of bots with shipped decks."""
_EARLY, _LATE = 13, 1
"""So many of fifteen tiles are free at the beginning, and at the end; between them the weights change step by step."""
_TILES = 15


def win_chance(state: State, seat: int) -> float:
    """The chance of the seat to win from here, from 0 to 1; of a match that is over, 1, 0, or a half for a draw."""
    if state.phase >= ENDED:
        score = account(state).score
        return 0.5 if score[0] == score[1] else float(score[seat] > score[1 - seat])
    chance = _mover_chance(state)
    return chance if state.mover == seat else 1 - chance


def _mover_chance(s: State) -> float:
    table = s.table
    tiles = table.tiles
    free = s.free
    power = current(s)
    mover = s.mover
    rival = 1 - mover
    own, theirs = s.taken[mover], s.taken[rival]
    size = table.size
    pawns = s.held[mover]
    mine = pawns & free
    mine_2 = pawns >> size & free
    mine_3 = pawns >> 2 * size & free
    pawns = s.held[rival]
    his = pawns & free
    his_2 = pawns >> size & free
    his_3 = pawns >> 2 * size & free
    points = lanes = lead = open_lanes = 0
    for lane in table.lanes:
        ours = sum([power[tile] for tile in tiles[lane & own]])
        others = sum([power[tile] for tile in tiles[lane & theirs]])
        if ours > others:
            points += ours
            lanes += 1
            lead += min(ours - others, 8)
        elif others > ours:
            points -= others
            lanes -= 1
            lead -= min(others - ours, 8)
        if lane & mine:
            open_lanes += 1
        if lane & his:
            open_lanes -= 1
    for plan in s.plans:
        if plan is not None and plan.endings:
            score = account(s).score
            points = score[mover] - score[rival]
            break
    if s.passes and points > 0:
        return CERTAIN  # to pass is to win
    hand, other_hand = s.hands[mover], s.hands[rival]
    able, best = _playable(table, hand, 3 if mine_3 else 2 if mine_2 else 1 if mine else 0, own != 0)
    his_able, his_best = _playable(table, other_hand, 3 if his_3 else 2 if his_2 else 1 if his else 0, theirs != 0)
    if not able and points < 0:
        return 1 - CERTAIN  # nothing to play, and then the rival passes too
    weights = _BY_FREE[free.bit_count() * _TILES // size]
    worth = (
        weights[0]
        + weights[1] * points
        + weights[2] * max(-10, min(10, points))
        + weights[3] * lanes
        + weights[4] * lead
        + weights[5] * (mine.bit_count() - his.bit_count())
        + weights[6] * (mine_2.bit_count() - his_2.bit_count())
        + weights[7] * (mine_3.bit_count() - his_3.bit_count())
        + weights[8] * open_lanes
        + weights[9] * (len(hand) - len(other_hand))
        + weights[10] * (able - his_able)
        + weights[11] * (best - his_best)
        + weights[12] * ((not able) - (not his_able))
    )
    return 1 / (1 + math.exp(-max(-6.0, min(6.0, worth))))


@lru_cache(maxsize=1 << 14)
def _playable(table: Table, hand: Cards, rank: int, stands: bool) -> tuple[int, int]:
    """How many cards could be played with tiles of that rank, and the power of the best three."""
    cards = [table.deck[code % table.count] for code in hand]
    powers = sorted(card.power for card in cards if (card.rank <= rank if card.rank else stands and table.replacement))
    return len(powers), sum(powers[-3:])


def _by_free() -> list[list[float]]:
    """The weights for each number of free tiles."""
    found = []
    for free in range(_TILES + 1):
        early = max(0.0, min(1.0, (free - _LATE) / (_EARLY - _LATE)))
        found.append([late + (first - late) * early for late, first in _WEIGHTS.values()])
    return found


_BY_FREE = _by_free()
