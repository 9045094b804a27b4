"""Everything beside the board that a screen shows of a match between people, as one value."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang.clock import ClockFace
from bloodfang.talk import Line
from bloodfang_engine.contract import Seat


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a rated match did to a player's rating."""

    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Status:
    """How things stand for one seat, or for a spectator, at one moment. Seconds are whole."""

    seat: Seat | None
    clock: ClockFace | None
    """None if there is no clock."""
    away: tuple[int | None, int | None]
    """For how many seconds each seat's player has been away; None if they are here."""
    draw_by: Seat | None
    """Who offers a draw: the other may accept, decline, or just play on."""
    may_offer_draw: bool
    may_abort: bool
    may_claim: bool
    claim_in: int | None
    """In so many seconds the match may be claimed, if the rival stays away; None if that is not to be expected."""
    spectators: int
    lines: tuple[Line, ...]
    chat: bool
    """Whether words of one's own can be said."""
    rated: bool
    rematch: tuple[bool, bool]
    """Who would like to play again, with seats changed."""
    next_match: str
    """The match that followed because both did; nothing before."""
    ratings: tuple[RatingChange, RatingChange] | None
    """By seat, once a rated match has been counted."""
