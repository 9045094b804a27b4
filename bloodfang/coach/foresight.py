"""What the rival may answer: likely and worst replies over imagined hands, and what they put in danger."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from bloodfang.bots.judging import win_chance
from bloodfang.observing import Observation
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Action, BloodFang, State

WORLDS = 16
"""So many hands of the rival are imagined, unless somebody asks for more."""
_LIKELY = 3


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer of the rival."""

    act: Action
    worlds: int
    """In how many of the imagined hands it is their best."""
    margin: float
    """The seat's score minus the rival's right after it, as if the match ended then; the mean of several."""


@dataclass(frozen=True, slots=True)
class Threat:
    """A tile of the seat's that an answer could take, or whose card it could destroy."""

    tile: str
    worlds: int
    """In how many of the imagined hands there is such an answer."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What comes after an act, as far as its seat can guess."""

    worlds: int
    """How many hands were imagined."""
    expected: float
    """The margin after the rival's best answer, on average."""
    spread: float
    """How much that differs from hand to hand: the standard deviation."""
    likely: tuple[Reply, ...] = ()
    """The answers that are most often the best, the likeliest first. None if the match is over."""
    worst: Reply | None = None
    """The answer with the worst margin of all that were found."""
    threats: tuple[Threat, ...] = ()
    """The most endangered tile first."""
    lanes: tuple[int, ...] = ()
    """By lane that the seat wins now: in how many hands an answer takes that from it; 0 for the others."""


def foresee(rules: BloodFang, known: Observation, act: Action | None, seed: int, worlds: int = WORLDS) -> Forecast:
    """What the rival may do after this act; without an act, from here, where the rival is to play."""
    states = [known.imagine(seed + number) for number in range(worlds)]
    if act is not None:
        states = [rules.after(state, known.seat, act) for state in states]
    return forecast(rules, states, known.seat)


def forecast(rules: BloodFang, states: Sequence[State], seat: Seat) -> Forecast:
    """The same for imagined states in which the rival is to play, or the match is over."""
    table = states[0].table
    margins: list[int] = []
    best: defaultdict[Action, list[int]] = defaultdict(list)
    worst: Reply | None = None
    danger: Counter[int] = Counter()
    lanes: Counter[int] = Counter()
    for state in states:
        if seat.rival not in rules.to_act(state):
            margins.append(margin(rules, state, seat))
            continue
        mine = _won(rules, state, seat)
        held, stood = state.held[seat] & table.full, state.taken[seat]
        lost, shaken = 0, set[int]()
        chosen: tuple[float, int, Action] | None = None
        for reply in rules.legal_actions(state, seat.rival):
            after = rules.after(state, seat.rival, reply)
            left = margin(rules, after, seat)
            lost |= (held & after.held[seat.rival]) | (stood & ~after.taken[seat])
            shaken |= mine - _won(rules, after, seat)
            chance = win_chance(after, seat)
            if chosen is None or chance < chosen[0]:
                chosen = chance, left, reply
            if worst is None or left < worst.margin:
                worst = Reply(reply, 1, left)
        assert chosen, "a pass is always legal (R11)"
        margins.append(chosen[1])
        best[chosen[2]].append(chosen[1])
        danger.update(table.tiles[lost])
        lanes.update(shaken)
    replies = sorted(best.items(), key=lambda each: (-len(each[1]), rules.write(each[0])))
    return Forecast(
        worlds=len(states),
        expected=fmean(margins),
        spread=pstdev(margins),
        likely=tuple(Reply(act, len(found), fmean(found)) for act, found in replies[:_LIKELY]),
        worst=worst,
        threats=tuple(Threat(table.names[tile], count) for tile, count in _most(danger)),
        lanes=tuple(lanes[row] for row in range(len(table.lanes))),
    )


def margin(rules: BloodFang, state: State, seat: Seat) -> int:
    """The seat's score minus the rival's, as if the match ended now."""
    score = rules.account(state).score
    return score[seat] - score[seat.rival]


def _won(rules: BloodFang, state: State, seat: Seat) -> set[int]:
    return {row for row, lane in enumerate(rules.account(state).lanes) if lane.winner is seat}


def _most(danger: Counter[int]) -> list[tuple[int, int]]:
    return sorted(danger.items(), key=lambda each: (-each[1], each[0]))
