"""What a cascade writes down as it runs, in raw notes; they are put into words only when somebody reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, overload

from bloodfang_engine.contract import Event, Seat
from bloodfang_engine.fang import events as ev
from bloodfang_engine.fang.outcomes import outcome
from bloodfang_engine.fang.powers import current

if TYPE_CHECKING:
    from bloodfang_engine.fang.plans import Plan
    from bloodfang_engine.fang.state import State

# kinds of note, each with what follows it
DREW: Final = 0  # seat, code
MULLIGAN: Final = 1  # seat, returned codes, drawn codes
TURN: Final = 2  # seat, turn, code of the card drawn or -1
PASSED: Final = 3  # seat
PLAYED: Final = 4  # plan, number, what made it, held before its pawns, held after, mask of those blocked
PAWNS: Final = 5  # plan, number, held before, held after: those that had waited (R20)
FELL: Final = 7  # wave, plan, number, cause, by plan, by number
GROUND: Final = 8  # plan, number, held before, held after
ANSWER: Final = 9  # wave, plan, number, clause, kind of news, about plan, about number
CHANGED: Final = 10  # wave, plan, number, amount, by plan, by number
MARKED: Final = 11  # wave, plan, number, by plan, by number
ADDED: Final = 12  # wave, plan, number, codes
SPAWNED: Final = 13  # wave, plan, number, by plan, by number
AURA: Final = 14  # wave, by plan, by number, plan, number, amount
POWERS: Final = 15  # wave, the state as it is then
LIMIT: Final = 17  # wave
ENDED: Final = 18  # nothing: the state says how

_NEWS = ("played", "destroyed", "raised", "lowered", "first_power_at_least", "spawned")


class Telling(Sequence[Event]):
    """The events of one act, in order. Told when first read."""

    __slots__ = ("_after", "_before", "_events", "_notes")

    def __init__(self, before: State, after: State, notes: list[tuple[Any, ...]]) -> None:
        self._before = before
        self._after = after
        self._notes: list[tuple[Any, ...]] | None = notes

    @property
    def _told(self) -> tuple[Event, ...]:
        if self._notes is not None:
            self._events = tuple(_told(self._before, self._after, self._notes))
            self._notes = None
        return self._events

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Event]: ...
    def __getitem__(self, place: int | slice) -> Event | Sequence[Event]:
        return self._told[place]

    def __len__(self) -> int:
        return len(self._told)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._told == tuple(other)

    def __hash__(self) -> int:
        return hash(self._told)

    def __repr__(self) -> str:
        return repr(self._told)

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self._told,)


def _told(before: State, after: State, notes: list[tuple[Any, ...]]) -> Iterator[Event]:
    table = after.table
    names = table.names
    shown = {number: power for number, power in zip(before.ids, current(before), strict=True) if number}

    def figure(plan: Plan, number: int) -> ev.Figure:
        return ev.Figure(number, plan.card.id, Seat(plan.seat), names[plan.tile])

    def counted(wave: int, then: State) -> Iterator[Event]:
        for plan, number, power in zip(then.plans, then.ids, current(then), strict=True):
            if plan is not None and shown[number] != power:
                yield ev.PowerCounted(wave, figure(plan, number), shown[number], power)
                shown[number] = power

    def ground(was: tuple[int, ...], now: tuple[int, ...]) -> Iterator[tuple[str, Seat | None, int, Seat | None, int]]:
        for tile in table.tiles[_moved(was, now, table.size, table.ranks)]:
            yield names[tile], *_spot(now, tile, table.size), *_spot(was, tile, table.size)

    wave = 0
    for kind, *note in notes:
        if kind == DREW:
            yield ev.Drew(Seat(note[0]), table.card_id(note[1]))
        elif kind == MULLIGAN:
            seat, returned, drawn = note
            ids = [tuple(table.card_id(code) for code in codes) for codes in (returned, drawn)]
            yield ev.Mulliganed(Seat(seat), len(returned), *ids)
        elif kind == TURN:
            yield from counted(wave or 1, after)
            yield ev.TurnBegan(Seat(note[0]), note[1])
            if note[2] >= 0:
                yield ev.Drew(Seat(note[0]), table.card_id(note[2]))
        elif kind == PASSED:
            yield ev.Passed(Seat(note[0]))
        elif kind == PLAYED:
            plan, number, made, was, now, blocked = note
            shown[number] = plan.power
            yield ev.CardPlayed(figure(plan, number), plan.power, table.deck[made - 1].id if made else None)
            for change in ground(was, now):
                yield ev.PawnsPlaced(figure(plan, number), *change, False)
            for tile in table.tiles[blocked]:
                yield ev.PawnsBlocked(figure(plan, number), names[tile])
        elif kind == PAWNS:
            plan, number, was, now = note
            for change in ground(was, now):
                yield ev.PawnsPlaced(figure(plan, number), *change, True)
        elif kind == FELL:
            wave, plan, number, cause, by, by_number = note
            yield ev.CardDestroyed(wave, figure(plan, number), cause, figure(by, by_number) if by else None)
        elif kind == GROUND:
            plan, number, was, now = note
            for change in ground(was, now):
                yield ev.GroundChanged(figure(plan, number), *change)
        elif kind == ANSWER:
            wave, plan, number, clause, news, about, about_number = note
            yield ev.AbilityAnswered(wave, figure(plan, number), clause, _NEWS[news], figure(about, about_number))
        elif kind == CHANGED:
            wave, plan, number, amount, by, by_number = note
            yield ev.PowerChanged(wave, figure(plan, number), amount, figure(by, by_number))
        elif kind == MARKED:
            wave, plan, number, by, by_number = note
            yield ev.CardMarked(wave, figure(plan, number), figure(by, by_number))
        elif kind == ADDED:
            wave, plan, number, codes = note
            for code in codes:
                yield ev.CardAdded(wave, Seat(plan.seat), table.card_id(code), figure(plan, number))
        elif kind == SPAWNED:
            wave, plan, number, by, by_number = note
            shown[number] = plan.power
            yield ev.CardSpawned(wave, figure(plan, number), plan.power, figure(by, by_number))
        elif kind == AURA:
            wave, by, by_number, plan, number, amount = note
            yield ev.AuraBegan(wave, figure(plan, number), amount, figure(by, by_number))
        elif kind == POWERS:
            wave, then = note
            yield from counted(wave, then)
        elif kind == LIMIT:
            yield ev.CascadeLimit(note[0])
        else:
            yield from counted(wave or 1, after)
            ended = outcome(after)
            assert ended is not None
            yield ev.MatchEnded(ended.reason, ended.winner, ended.score)


def _moved(was: tuple[int, ...], now: tuple[int, ...], size: int, ranks: int) -> int:
    """The tiles that are held otherwise than before."""
    moved = (was[0] ^ now[0]) | (was[1] ^ now[1])
    together = 0
    for rank in range(ranks):
        together |= moved >> (rank * size)
    return together & ((1 << size) - 1)


def _spot(held: tuple[int, ...], tile: int, size: int) -> tuple[Seat | None, int]:
    for seat in Seat:
        pawns = 0
        while held[seat] >> (pawns * size + tile) & 1:
            pawns += 1
        if pawns:
            return seat, pawns
    return None, 0
