"""One terminal's place at a match of the hall: at its own seat, or among the spectators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bloodfang.live import Live
from bloodfang.refusals import NotYours, Refused
from bloodfang.status import Status
from bloodfang.table import Table
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Action

if TYPE_CHECKING:
    from bloodfang.hall import Hall


class Chair:
    """Made by `Hall.sit` and `Hall.watch`. Whoever takes one, leaves it: in `finally`.

    Only through a chair does a player act, so that nobody acts for another (G1): what it refuses is a Refused.
    """

    def __init__(self, hall: Hall, live: Live, seat: Seat | None) -> None:
        self.live = live
        self.seat = seat
        """None for a spectator."""
        self.muted = False
        """Whether this terminal does without what the rival says."""
        self._hall = hall
        self._left = False
        live.arrive(seat, self)

    @property
    def table(self) -> Table:
        """The match as a scene takes it."""
        return self.live.table(self.seat)

    @property
    def status(self) -> Status:
        """Everything beside the board, now."""
        return self.live.status(self.seat, self.muted)

    def leave(self) -> None:
        """Get up. The seat stays this player's; the rival sees since when nobody sits there."""
        if not self._left:
            self._left = True
            self.live.depart(self.seat, self)

    async def submit(self, action: Action, seen: int) -> None:
        """Do an act that was chosen at this version: Stale if the match has gone on, IllegalAction if it may not be."""
        await self.live.submit(self._mine(), action, seen)

    async def concede(self) -> None:
        """Give up: the rival wins."""
        await self.live.match.concede(self._mine())

    async def offer_draw(self) -> None:
        """Offer a draw, or accept the rival's."""
        await self.live.offer_draw(self._mine())

    def decline_draw(self) -> None:
        """Play on, though the rival offers a draw."""
        self.live.decline_draw(self._mine())

    async def abort(self) -> None:
        """Call the match off, before the second move."""
        self._mine()
        await self.live.abort()

    async def claim(self) -> None:
        """Win because the rival left and stays away."""
        await self.live.claim(self._mine())

    def emote(self, number: int) -> None:
        """Say one of `bloodfang.house.EMOTES`."""
        self.live.emote(self._mine(), number)

    def say(self, text: str) -> None:
        """Say something of one's own, where the server allows it."""
        self.live.say(self._mine(), text)

    async def rematch(self) -> None:
        """Ask for another match with seats changed; it begins when both have."""
        await self._hall.rematch(self.live, self._mine())

    def _mine(self) -> Seat:
        if self._left:
            raise Refused("you have left this table; sit down again first")
        if self.seat is None:
            raise NotYours("you are watching; only the two at the table can do that")
        return self.seat
