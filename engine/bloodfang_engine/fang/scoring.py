"""What a board is worth: lanes, bonuses, and who wins (R57-R67)."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang_engine.contract import Seat
from bloodfang_engine.fang.plans import ANY, ENEMY, SCORE, SELF, TAKE, Deed, Plan
from bloodfang_engine.fang.powers import current, eaten_by, side_mask, standing, worth
from bloodfang_engine.fang.state import State


@dataclass(frozen=True, slots=True)
class Lane:
    """The account of one lane: plain sums decide, the rest is paid to whoever it belongs to."""

    sums: tuple[int, int]
    winner: Seat | None
    bonus: tuple[int, int]
    taken: int
    """What the winner also scores of the loser's sum (R62)."""
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Account:
    """The whole score as if the match ended now."""

    lanes: tuple[Lane, ...]
    extra: tuple[int, int]
    """Points that belong to no lane."""
    score: tuple[int, int]
    winner: Seat | None
    """None is a draw."""


def account(s: State) -> Account:
    """The score as if the match ended now, lane by lane."""
    power = current(s)
    endings = [(plan, by_lane, deed) for plan in s.plans if plan is not None for by_lane, deed in plan.endings]
    lanes = tuple(_lane(s, mask, power, endings) for mask in s.table.lanes)
    extra = [0, 0]
    for plan, by_lane, deed in endings:
        if deed.effect == SCORE and not by_lane and _present(s, plan, deed):
            extra[plan.seat] += _worth(s, plan, deed)
    score = (extra[0] + sum(lane.points[0] for lane in lanes), extra[1] + sum(lane.points[1] for lane in lanes))
    return Account(lanes, (extra[0], extra[1]), score, _higher(score))


def lane_sums(s: State) -> tuple[tuple[int, int], ...]:
    """The plain power of each side in each lane (R57)."""
    power = current(s)
    return tuple(_sums(s, mask, power) for mask in s.table.lanes)


def _sums(s: State, lane: int, power: list[int]) -> tuple[int, int]:
    tiles = s.table.tiles
    first = sum([power[tile] for tile in tiles[lane & s.taken[0]]])
    return first, sum([power[tile] for tile in tiles[lane & s.taken[1]]])


def _lane(s: State, mask: int, power: list[int], endings: list[tuple[Plan, bool, Deed]]) -> Lane:
    sums = _sums(s, mask, power)
    bonuses = [
        (plan.seat, deed.who, _worth(s, plan, deed)) for plan, by_lane, deed in endings if by_lane and plan.bit & mask
    ]
    compared = sums
    if s.table.options.lane_bonus == "before_compare":
        own = [
            sum(points for seat, who, points in bonuses if seat == side and who not in (ENEMY, ANY)) for side in (0, 1)
        ]
        compared = (sums[0] + own[0], sums[1] + own[1])
    winner = _higher(compared)
    if winner is None:
        return Lane(sums, None, (0, 0), 0, (0, 0))
    bonus = [0, 0]
    for seat, who, extra in bonuses:
        if who == ANY or (who == ENEMY) == (seat != winner):
            bonus[seat] += extra
    taken = _transfers(s, mask, winner, endings) * sums[winner.rival]
    points = list(bonus)
    points[winner] += sums[winner] + taken
    return Lane(sums, winner, (bonus[0], bonus[1]), taken, (points[0], points[1]))


def _transfers(s: State, mask: int, winner: Seat, endings: list[tuple[Plan, bool, Deed]]) -> int:
    """How often the winner of this lane also scores the loser's plain sum (R62, R63)."""
    options = s.table.options
    takers = set()
    for plan, _, deed in endings:
        if deed.effect != TAKE or not _present(s, plan, deed):
            continue
        here = bool(plan.bit & mask)
        anywhere = deed.wide and options.transfer_scope == "all"
        if (here or anywhere) and (not options.transfer_winner_only or plan.seat == winner):
            takers.add(plan.tile)
    return len(takers) if options.transfer_stacks else min(len(takers), 1)


def _present(s: State, plan: Plan, deed: Deed) -> bool:
    """At the end another card of that side must be there too, unless the ability asks for none (R75)."""
    return deed.who == SELF or bool(side_mask(s, deed.who, plan.seat) & ~plan.bit)


def _worth(s: State, plan: Plan, deed: Deed) -> int:
    _, raised, lowered = standing(s)
    return worth(s, plan, deed, eaten_by(s, s.ids[plan.tile]), False, raised, lowered)


def _higher(points: tuple[int, int]) -> Seat | None:
    return None if points[0] == points[1] else Seat.FIRST if points[0] > points[1] else Seat.SECOND
