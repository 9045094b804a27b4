"""The clocks of a match in a few characters: what is left, whose seconds pass, and how urgent that is."""

from __future__ import annotations

from bloodfang.clock import ClockFace
from bloodfang_engine.contract import Seat

URGENT = 10
"""With no more seconds than this, whoever is to act should hurry."""


def minutes(seconds: int) -> str:
    """Seconds as players read them."""
    return f"{seconds // 60}:{seconds % 60:02}"


def left(face: ClockFace, seat: Seat) -> int:
    """All the seconds that a seat has for this move."""
    return face.moves[seat] + face.banks[seat]


def is_urgent(face: ClockFace, seat: Seat) -> bool:
    """Whether this seat's time is nearly over."""
    return seat in face.running and left(face, seat) <= URGENT


def clock_text(face: ClockFace, seat: Seat, pointer: str) -> str:
    """A seat's clock: the seconds for the move, then those in hand. A sign says that they pass, others that they end.

    An exclamation mark in front: they were too late once, and the next time they lose.
    """
    runs = f"{pointer} " if seat in face.running else ""
    late = "!" if face.late[seat] else ""
    if is_urgent(face, seat):
        return f"{runs}{late}{left(face, seat)} s!!"
    move, bank = face.moves[seat], face.banks[seat]
    return f"{runs}{late}{f'{minutes(move)} +{minutes(bank)}' if move and bank else minutes(move or bank)}"
