"""Who sits where in a match of a server, and all else about it that is not in its log but must outlive a restart."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from bloodfang.clock import Clock, Preset
from bloodfang_engine.contract import Seat


@dataclass(frozen=True, slots=True)
class Sitter:
    """Whoever plays a seat: a person, or a bot."""

    name: str
    person: str = ""
    """The person's id; nothing for a bot."""
    bot: str = ""
    """The bot's level; nothing for a person."""
    deck: str = ""
    """What its deck is called: for its own eyes, for the name of a known deck would tell the rival every card in it."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A match as the hall knows it."""

    match_id: str
    sitters: tuple[Sitter, Sitter]
    clock: Clock
    """As it was after the last act. What is kept always stands still."""
    rated: bool = False
    private: bool = False
    """Played in a room: only who was invited knows of it."""

    def seat_of(self, person: str) -> Seat | None:
        """Where this person sits; None if elsewhere."""
        first, second = self.sitters  # asked of every match whenever somebody looks at a lobby
        if not person or person not in (first.person, second.person):
            return None
        return Seat.FIRST if first.person == person else Seat.SECOND

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats that bots play."""
        return tuple(seat for seat in Seat if self.sitters[seat].bot)

    def written(self) -> str:
        """As text, for the hall's file. A clock that runs is written as it was before this move."""
        clock = self.clock
        said = {
            "sitters": [asdict(sitter) for sitter in self.sitters],
            "preset": asdict(clock.preset),
            "banks": clock.banks,
            "strikes": clock.strikes,
            "rated": self.rated,
            "private": self.private,
        }
        return json.dumps(said)

    @staticmethod
    def read(match_id: str, text: str) -> Seating:
        """What `written` wrote; ValueError if this is something else."""
        try:
            return _seating(match_id, json.loads(text))
        except (KeyError, TypeError, IndexError) as wrong:
            raise ValueError(f"this is no seating: {wrong!r}") from None

    def renamed(self, person: str, name: str) -> Seating:
        """The same match, in which this person is called otherwise."""
        first, second = (replace(each, name=name) if each.person == person else each for each in self.sitters)
        return replace(self, sitters=(first, second))

    def with_clock(self, clock: Clock) -> Seating:
        """The same match a little later."""
        return replace(self, clock=clock)


def _seating(match_id: str, said: dict[str, Any]) -> Seating:
    first, second = (Sitter(**{name: str(word) for name, word in each.items()}) for each in said["sitters"])
    preset = said["preset"]
    chosen = Preset(str(preset["id"]), str(preset["name"]), float(preset["per_move"]), float(preset["bank"]))
    banks, strikes = said["banks"], said["strikes"]
    clock = Clock(chosen, (float(banks[0]), float(banks[1])), (int(strikes[0]), int(strikes[1])))
    return Seating(match_id, (first, second), clock, bool(said["rated"]), bool(said["private"]))
