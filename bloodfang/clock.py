"""The clocks of a match, as a value: seconds for each move, then those of a bank; too late twice in a row is lost.

Times are seconds of a clock that only ever goes forward; this module asks no clock itself. In a mulligan both seats may
run at once. A clock that stands still keeps what is left, and runs on from there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from bloodfang_engine.contract import Seat

T = TypeVar("T")
STRIKES = 2
"""So many times too late in a row, and the match is lost; before that the seat passes."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to measure time. With no seconds at all there is no clock."""

    id: str
    name: str
    per_move: float = 0.0
    bank: float = 0.0

    @property
    def ticks(self) -> bool:
        """Whether time matters."""
        return self.per_move + self.bank > 0


NO_CLOCK = Preset("none", "No clock")
RELAXED = Preset("relaxed", "Relaxed", 60.0, 600.0)
BLITZ = Preset("blitz", "Blitz", 10.0, 60.0)
PRESETS = (NO_CLOCK, RELAXED, BLITZ)


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What a screen shows of a clock, in whole seconds, by seat."""

    moves: tuple[int, int]
    """What is left of the seconds for the move."""
    banks: tuple[int, int]
    running: tuple[Seat, ...]
    """Whose seconds pass now."""
    late: tuple[bool, bool]
    """Who was too late the last time, and loses if it happens again."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Both clocks of a match. Made by `of`; every method gives another one."""

    preset: Preset
    banks: tuple[float, float]
    strikes: tuple[int, int] = (0, 0)
    """How often each seat was too late in a row."""
    spent: tuple[float, float] = (0.0, 0.0)
    """What this move has taken until the clock last stood still."""
    since: tuple[float | None, float | None] = (None, None)
    """Since when it runs; None while it stands still."""

    @staticmethod
    def of(preset: Preset) -> Clock:
        """Clocks that stand still, before the first move."""
        return Clock(preset, (preset.bank, preset.bank))

    # questions

    @property
    def running(self) -> tuple[Seat, ...]:
        """Whose seconds pass."""
        return tuple(seat for seat in Seat if self.since[seat] is not None)

    def left(self, seat: Seat, now: float) -> float:
        """The seconds this seat has until it is too late."""
        return self.preset.per_move + self.banks[seat] - self._used(seat, now)

    def due(self) -> float | None:
        """When the first of those who run will be too late; None if nobody runs."""
        runs = ((seat, self.since[seat]) for seat in Seat)
        return min((since + self.left(seat, since) for seat, since in runs if since is not None), default=None)

    def late(self, now: float) -> tuple[Seat, ...]:
        """The seats that are too late."""
        return tuple(seat for seat in self.running if self.left(seat, now) <= 0)

    def loses(self, seat: Seat) -> bool:
        """Whether being too late once more loses the match."""
        return self.strikes[seat] + 1 >= STRIKES

    def face(self, now: float) -> ClockFace:
        """What a screen shows."""
        moves, banks = [], []
        for seat in Seat:
            move = max(0.0, self.preset.per_move - self._used(seat, now))
            moves.append(math.ceil(move))
            banks.append(math.ceil(max(0.0, min(self.banks[seat], self.left(seat, now) - move))))
        late = (self.strikes[0] > 0, self.strikes[1] > 0)
        return ClockFace((moves[0], moves[1]), (banks[0], banks[1]), self.running, late)

    # what happens

    def started(self, seats: Iterable[Seat], now: float) -> Clock:
        """These seats' seconds pass from now on; those that ran already are not noticed."""
        since = self.since
        for seat in seats:
            if self.preset.ticks and since[seat] is None:
                since = _put(since, seat, now)
        return replace(self, since=since)

    def stopped(self, now: float) -> Clock:
        """Both stand still, in the middle of a move: what it took so far is remembered."""
        return replace(self, spent=(self._used(Seat.FIRST, now), self._used(Seat.SECOND, now)), since=(None, None))

    def moved(self, seat: Seat, now: float) -> Clock:
        """This seat's move is done, in time: what it took beyond the seconds for a move is gone from the bank."""
        bank = min(self.banks[seat], max(0.0, self.left(seat, now)))
        return replace(
            self,
            banks=_put(self.banks, seat, bank),
            strikes=_put(self.strikes, seat, 0),
            spent=_put(self.spent, seat, 0.0),
            since=_put(self.since, seat, None),
        )

    def struck(self, seat: Seat, times: int) -> Clock:
        """No: it was too late, and somebody else did the move for it; so many times in a row by now."""
        return replace(self, strikes=_put(self.strikes, seat, times))

    def _used(self, seat: Seat, now: float) -> float:
        since = self.since[seat]
        return self.spent[seat] + (0.0 if since is None else max(0.0, now - since))


def _put(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat is Seat.FIRST else (pair[0], value)
