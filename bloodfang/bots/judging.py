"""What a position is worth to a seat, at a glance: the chance of winning from lanes, ground and hands as they stand."""

from __future__ import annotations

import math
from functools import lru_cache

from bloodfang_engine.fang import State
from bloodfang_engine.fang.plans import PER_ONE, SELF, Plan
from bloodfang_engine.fang.powers import current
from bloodfang_engine.fang.scoring import account
from bloodfang_engine.fang.state import ENDED, Cards
from bloodfang_engine.fang.tables import Table

CERTAIN = 0.999
"""The chance of a match that is won but not over yet."""

_WEIGHTS = {
    # each counts for the seat and against its rival: its weight at the end of a match, in the middle, at the beginning
    "to move": (-0.04, 0.31, 0.03),
    # lanes as they stand
    "points": (0.01, 0.01, 0.14),
    "points, up to 10": (0.13, -0.04, -0.13),
    "lead in a lane, up to 8": (0.09, -0.08, -0.06),
    "power": (0.11, 0.25, 0.12),
    # free tiles that it holds
    "tile in the home column": (1.09, 0.45, -0.15),
    "tile in the second column": (1.24, 0.73, 0.32),
    "tile in the third column": (1.27, 0.65, 0.66),
    "tile in the fourth column": (0.44, 0.48, 0.47),
    "tile in the rival's column": (0.36, 0.39, -0.47),
    "tile of rank 2 or 3": (0.11, 0.23, 0.20),
    "lane with such a tile": (0.19, -0.13, 0.44),
    "no such tile": (1.21, 1.38, 0.00),
    # cards in its hand
    "replacement": (0.87, 0.24, 0.48),
    "card of rank 1": (0.12, -0.04, 0.34),
    "card of rank 2": (0.17, -0.01, 0.32),
    "card of rank 3": (0.36, 0.13, 0.27),
    "card that can be played": (-0.01, 0.20, 0.11),
    "power of the best three of them": (0.14, -0.02, -0.03),
}
"""Fitted by logistic regression to who won, over all positions of some thousand matches of bots with shipped decks."""
_LATE, _EARLY = 1, 13
"""So many of fifteen tiles are free at the end, and at the beginning; in between the weights change step by step."""
_TILES = 15
_COLUMNS = 5


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
    power = current(s)
    mover = s.mover
    rival = 1 - mover
    own, theirs = s.taken[mover], s.taken[rival]
    points = lead = 0
    leads = []
    for lane in table.lanes:
        ours = others = 0
        if lane & own:
            ours = sum([power[tile] for tile in tiles[lane & own]])
        if lane & theirs:
            others = sum([power[tile] for tile in tiles[lane & theirs]])
        ahead = ours - others
        if ahead > 0:
            points += ours
            lead += min(8, ahead)
        elif ahead < 0:
            points -= others
            lead += max(-8, ahead)
        leads.append(ahead)
    ends = [plan for plan in s.plans if plan is not None and plan.endings]
    if ends:
        points = _with_endings(s, points, leads, ends)
    if s.passes and points > 0:
        return CERTAIN  # to pass is to win
    hands = s.hands
    free = s.free
    open_ = free * table.stack
    phase = free.bit_count()
    ground, rank = _ground(table, mover, s.held[mover] & open_, phase)
    other_ground, other_rank = _ground(table, rival, s.held[rival] & open_, phase)
    hand, able = _hand(table, hands[mover], rank if own else ~rank, phase)
    if not able and points < 0:
        return 1 - CERTAIN  # nothing to play, and then the rival passes too
    other_hand, _ = _hand(table, hands[rival], other_rank if theirs else ~other_rank, phase)
    tempo, by_points, by_few_points, by_lead, by_power = _LANES[phase * _TILES // table.size]
    worth = (
        tempo
        + by_points * points
        + by_few_points * (points if -10 < points < 10 else 10 if points > 0 else -10)
        + by_lead * lead
        + by_power * sum(leads)
        + ground
        - other_ground
        + hand
        - other_hand
    )
    return 1 / (1 + math.exp(-worth if -6 < worth < 6 else -6 if worth > 0 else 6))


def _with_endings(s: State, points: int, leads: list[int], ends: list[Plan]) -> int:
    """The mover's points with what is paid at the end: plain bonuses for won lanes, or whatever the rules say."""
    mover = s.mover
    columns = s.table.grid.columns
    for plan in ends:
        for by_lane, deed in plan.endings:
            if not by_lane or deed.who != SELF or deed.per != PER_ONE or s.table.options.lane_bonus != "after_win":
                score = account(s).score
                return score[mover] - score[1 - mover]
            lead = leads[plan.tile // columns]
            if lead and (lead > 0) == (plan.seat == mover):
                points += deed.n if lead > 0 else -deed.n
    return points


@lru_cache(maxsize=1 << 14)
def _ground(table: Table, seat: int, pawns: int, free: int) -> tuple[float, int]:
    """What the free tiles that a seat holds are worth, with so many free tiles on the board, and their highest rank."""
    weights = _GROUND[free * _TILES // table.size]
    size = table.size
    columns = table.grid.columns
    tiles = table.tiles[pawns & table.full]
    if not tiles:
        return weights[7], 0
    worth = weights[5] * (pawns >> size & table.full).bit_count()
    for tile in tiles:
        column = tile % columns if seat == 0 else columns - 1 - tile % columns
        worth += weights[column * _COLUMNS // columns]
    worth += weights[6] * len({tile // columns for tile in tiles})
    return worth, (pawns.bit_length() + size - 1) // size


@lru_cache(maxsize=1 << 14)
def _hand(table: Table, hand: Cards, rank: int, free: int) -> tuple[float, int]:
    """What a hand is worth to who holds tiles of that rank, and how many of its cards can be played.

    The rank is given as its complement to who has no card to replace.
    """
    weights = _HAND[free * _TILES // table.size]
    stands = rank >= 0 and table.replacement
    cards = [table.deck[code % table.count] for code in hand]
    rank = max(rank, ~rank)
    powers = sorted([card.power for card in cards if (card.rank <= rank if card.rank else stands)])
    worth = sum([weights[min(card.rank, 3)] for card in cards])
    return worth + weights[4] * len(powers) + weights[5] * sum(powers[-3:]), len(powers)


def _by_free(first: int, last: int) -> list[list[float]]:
    """Some of the weights for each number of free tiles."""
    rows = list(_WEIGHTS.values())[first:last]
    found = []
    for free in range(_TILES + 1):
        early = max(0.0, min(1.0, (free - _LATE) / (_EARLY - _LATE)))
        shares = (max(0.0, 1 - 2 * early), 1 - abs(2 * early - 1), max(0.0, 2 * early - 1))
        found.append([sum(share * weight for share, weight in zip(shares, row, strict=True)) for row in rows])
    return found


_LANES, _GROUND, _HAND = _by_free(0, 5), _by_free(5, 13), _by_free(13, 19)
