"""What a bot likes beside winning: ground, blood, or a good hand for later."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import State


@dataclass(frozen=True, slots=True)
class Taste:
    """How much of the chance to win a bot gives for what it likes."""

    ground: float = 0.0
    """For each tile that it holds more than the rival."""
    blood: float = 0.0
    """For each card of the rival's that falls."""
    patience: float = 0.0
    """For each point of power that stays in its hand."""

    def of(self, before: State, after: State, seat: Seat) -> float:
        """What it likes about an act that leads from here to there."""
        liked = 0.0
        if self.ground:
            full = after.table.full
            held = [(after.held[each] & full).bit_count() for each in (seat, seat.rival)]
            liked += self.ground * (held[0] - held[1])
        if self.blood:
            liked += self.blood * (before.taken[seat.rival] & ~after.taken[seat.rival]).bit_count()
        if self.patience:
            deck, count = after.table.deck, after.table.count
            liked += self.patience * sum([deck[code % count].power for code in after.hands[seat]])
        return liked


NONE = Taste()
