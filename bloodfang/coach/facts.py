"""What speaks for an act and against it: facts, each with the rule it comes from, and every number the engine's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bloodfang.coach.foresight import Forecast
from bloodfang.preview import Preview
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import CardSet, Pass, Play, Tile, View


class Kind(StrEnum):
    """What a fact says."""

    ENDS = "ends"
    WINS_LANE = "wins_lane"
    LOSES_LANE = "loses_lane"
    EVENS_LANE = "evens_lane"
    LEADS_LANE = "leads_lane"
    NEARS_LANE = "nears_lane"
    DESTROYS = "destroys"
    COSTS = "costs"
    TAKES = "takes"
    GROWS = "grows"
    READIES = "readies"
    SPENDS = "spends"
    KEEPS = "keeps"
    SAFE = "safe"
    AHEAD = "ahead"
    WORST = "worst"
    OPENS = "opens"
    SHAKES = "shakes"
    NOTHING = "nothing"
    WAITS = "waits"
    DEAR = "dear"
    CHEAP = "cheap"


@dataclass(frozen=True, slots=True)
class Fact:
    """One reason. What its numbers mean depends on its kind; `telling` puts it into words."""

    kind: Kind
    rule: str
    weight: float
    """How much it matters, in points; below 0 it speaks against the act."""
    numbers: tuple[int, ...] = ()
    tiles: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    lane: str = ""
    """The letter of the lane it is about."""


def facts(seen: Preview, forecast: Forecast, cards: CardSet) -> tuple[Fact, ...]:
    """Everything there is to say about an act, the weightiest first."""
    found = [*_result(seen), *_lanes(seen), *_falls(seen), *_ground(seen, cards), *_answers(seen, forecast)]
    if isinstance(seen.action, Pass) and not seen.after.outcome and seen.before.hand:
        found.append(Fact(Kind.WAITS, "R09", 0.1, (len(seen.before.hand),)))
    return tuple(sorted(found, key=lambda fact: -abs(fact.weight)))


def _result(seen: Preview) -> Iterator[Fact]:
    """The match ends with it."""
    if (outcome := seen.after.outcome) is not None:
        mine, theirs = outcome.score[seen.seat], outcome.score[seen.seat.rival]
        worth = 1000.0 if mine > theirs else -1000.0
        yield Fact(Kind.ENDS, "R10" if isinstance(seen.action, Play) else "R09", worth, (mine, theirs))


def _lanes(seen: Preview) -> Iterator[Fact]:
    """Lanes that change (R57, R58)."""
    me, rival = seen.seat, seen.seat.rival
    letters = seen.before.board.table.grid.lanes
    if isinstance(seen.action, Play) and seen.before.account.lanes == seen.after.account.lanes:
        yield Fact(Kind.NOTHING, "R57", -0.1)
    for letter, before, after in zip(letters, seen.before.account.lanes, seen.after.account.lanes, strict=True):
        was, now = (lane.sums[me] - lane.sums[rival] for lane in (before, after))
        swing = float(after.points[me] - after.points[rival] - before.points[me] + before.points[rival])
        if after.winner is me and before.winner is not me:
            yield Fact(Kind.WINS_LANE, "R58", swing, (now,), lane=letter)
        elif before.winner is me and after.winner is not me:
            yield Fact(Kind.LOSES_LANE, "R58", swing, (-now,), lane=letter)
        elif before.winner is rival and after.winner is None:
            yield Fact(Kind.EVENS_LANE, "R58", swing, (before.points[rival],), lane=letter)
        elif after.winner is me and now > was:
            yield Fact(Kind.LEADS_LANE, "R57", swing, (now, was), lane=letter)
        elif after.winner is rival and now > was:
            yield Fact(Kind.NEARS_LANE, "R57", (now - was) / 2 + 0.3, (-now, -was), lane=letter)


def _falls(seen: Preview) -> Iterator[Fact]:
    """Cards that are destroyed (R24)."""
    for piece in seen.fallen:
        tile = next((tile.name for tile in seen.before.tiles if tile.piece and tile.piece.number == piece.number), "")
        if piece.owner is seen.seat:
            worth = -1.0 - piece.power / 2
            yield Fact(Kind.COSTS, "R24", worth, (piece.power,), (tile,) if tile else (), (piece.card,))
        else:
            yield Fact(
                Kind.DESTROYS, "R24", 1.5 + piece.power / 2, (piece.power,), (tile,) if tile else (), (piece.card,)
            )


def _ground(seen: Preview, cards: CardSet) -> Iterator[Fact]:
    """Tiles, and what they are good for (R12, R16, R17)."""
    me = seen.seat
    taken = [change.name for change in seen.changes if change.taken and change.after.holder is me]
    if taken:
        yield Fact(Kind.TAKES, "R17", 1.6 * len(taken), (len(taken),), tuple(taken))
    grown = [
        change.name
        for change in seen.changes
        if change.after.holder is me and change.before.holder is None and change.after.piece is None
    ]
    if grown:
        yield Fact(Kind.GROWS, "R16", 0.9 * len(grown), (len(grown),), tuple(grown))
    hand = [*(seen.before.hand or ())]
    if isinstance(seen.action, Play):
        hand.remove(seen.action.card)
    for rank in (3, 2):
        waiting = [card for card in hand if cards[card].rank == rank]
        was, now = _open_tiles(seen.before, me, rank), _open_tiles(seen.after, me, rank)
        if not waiting:
            continue
        if now and not was:
            yield Fact(Kind.READIES, "R12", 1.2 * rank / 2, (rank,), (now[0].name,), (waiting[0],))
        elif was and not now:
            yield Fact(Kind.SPENDS, "R12", -0.8 * rank / 2, (rank,), (was[0].name,), (waiting[0],))
        elif len(was) == len(now) == 1 and was[0].name == now[0].name:
            yield Fact(Kind.KEEPS, "R12", 0.6 * rank / 2, (rank,), (now[0].name,), (waiting[0],))


def _answers(seen: Preview, forecast: Forecast) -> Iterator[Fact]:
    """What the rival may do about it, over the imagined hands."""
    worst = forecast.worst
    if worst is None:
        return
    left = round(worst.margin)
    tile = (worst.act.tile,) if isinstance(worst.act, Play) else ()
    card = (worst.act.card,) if isinstance(worst.act, Play) else ()
    if left > 0:
        yield Fact(Kind.AHEAD, "R64", 1.4, (left, forecast.worlds), tile, card)
    elif card:
        yield Fact(Kind.WORST, "R64", -0.7, (-left, forecast.worlds), tile, card)
    opened = [threat for threat in forecast.threats if 4 * threat.worlds >= forecast.worlds]
    fresh = {change.name for change in seen.changes}
    opened.sort(key=lambda threat: (threat.tile not in fresh, -threat.worlds))
    if not forecast.threats:
        yield Fact(Kind.SAFE, "R17", 1.1, (forecast.worlds,))
    elif opened:
        threat = opened[0]
        yield Fact(
            Kind.OPENS, "R17", -1.3 * threat.worlds / forecast.worlds, (threat.worlds, forecast.worlds), (threat.tile,)
        )
    for letter, count in zip(seen.before.board.table.grid.lanes, forecast.lanes, strict=True):
        if 2 * count >= forecast.worlds:
            yield Fact(Kind.SHAKES, "R58", -1.5 * count / forecast.worlds, (count, forecast.worlds), lane=letter)


def _open_tiles(view: View, seat: Seat, rank: int) -> list[Tile]:
    """The empty tiles this seat holds with so many pawns."""
    return [tile for tile in view.tiles if tile.holder is seat and tile.pawns >= rank and tile.piece is None]
