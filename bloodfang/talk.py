"""What the two at a table say to each other: emotes, and words of their own where the house allows them (T9)."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from bloodfang.house import EMOTES, House
from bloodfang.pace import Pace
from bloodfang.refusals import NotThere, Refused
from bloodfang.speech import spoken
from bloodfang_engine.contract import Seat

MOST_LINES = 30
"""So many lines are remembered, until the match leaves memory; nothing of it is ever written down."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said."""

    seat: Seat
    text: str
    """Safe to show."""
    number: int
    """Counted from 1 in each match, so that a screen knows which lines are new."""
    emote: bool


class Talk:
    """All that was said at one table lately."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._said = 0
        self._lines: deque[Line] = deque(maxlen=MOST_LINES)
        self._emotes = {seat: Pace(house.emotes) for seat in Seat}
        self._chats = {seat: Pace(*house.chats) for seat in Seat}

    def lines(self, without: Seat | None = None) -> tuple[Line, ...]:
        """What was said, the oldest first, but for what somebody does not want to hear."""
        return tuple(line for line in self._lines if line.seat is not without)

    def emote(self, seat: Seat, number: int, now: float) -> None:
        """One of EMOTES, counted from 0; TooOften after less than a second."""
        if not 0 <= number < len(EMOTES):
            raise NotThere(f"there are {len(EMOTES)} things to say, counted from 0; {number} is none of them")
        self._emotes[seat].check(now, "that was a little fast")
        self._emotes[seat].count(now)
        self._add(seat, EMOTES[number], emote=True)

    def say(self, seat: Seat, text: str, now: float) -> None:
        """Words of one's own; Refused where there is no free chat, or nothing is left of them that can be shown."""
        if not self._house.chat:
            raise Refused("free chat is off on this server; the emotes are not")
        self._chats[seat].check(now, "that is a lot at once")
        said = spoken(text).strip()
        if not said:
            raise Refused("there is nothing in it that can be shown")
        self._chats[seat].count(now)
        self._add(seat, said, emote=False)

    def _add(self, seat: Seat, text: str, *, emote: bool) -> None:
        self._said += 1
        self._lines.append(Line(seat, text, self._said, emote))
