"""A match between people while it is in memory: its clocks, who is there, offers, and what is said."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Hashable
from contextlib import suppress

from bloodfang.catalog import Catalog
from bloodfang.clock import Clock
from bloodfang.house import House
from bloodfang.opening import PlayAtOnce
from bloodfang.players import FangMatch
from bloodfang.refusals import Over, Refused, Stale
from bloodfang.seating import Seating, Sitter
from bloodfang.status import RatingChange, Status
from bloodfang.table import Table
from bloodfang.talk import Talk
from bloodfang.terms import Terms
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import PASS, Action, Mulligan

log = logging.getLogger(__name__)


class Live:
    """Made by the hall. All that a seat does goes through here, or through `match`, which tells us of it."""

    def __init__(
        self, match: FangMatch, catalog: Catalog, seating: Seating, house: House, now: Callable[[], float], *, new: bool
    ) -> None:
        self.match = match
        self.catalog = catalog
        self.house = house
        self.clock: Clock = seating.clock
        self.talk = Talk(house)
        self.draw_by: Seat | None = None
        self.rematch: set[Seat] = set(seating.bots)
        self.next_match = ""
        self.ratings: tuple[RatingChange, RatingChange] | None = None
        self.idle_since: float | None = now()
        """Since when nobody looks; None while somebody does."""
        self._seating = seating
        self._now = now
        self._here: dict[Seat | None, set[Hashable]] = {seat: set() for seat in (*Seat, None)}
        self._away = {seat: now() for seat in Seat if seat not in seating.bots}
        self._awake = set(Seat) if new else set(seating.bots)
        """Whose clock may run: after a restart it stands still until its player is back (O5)."""
        self._offered: set[Seat] = set()
        """Who offered a draw since they last acted."""
        self._told: list[Callable[[], None]] = []
        match.attend(self._heard)
        self._run()

    # what it is

    @property
    def id(self) -> str:
        return self.match.id

    @property
    def seating(self) -> Seating:
        """What must outlive a restart."""
        if self._seating.clock is not self.clock:
            self._seating = self._seating.with_clock(self.clock)
        return self._seating

    @property
    def sitters(self) -> tuple[Sitter, Sitter]:
        return self._seating.sitters

    @property
    def moves(self) -> int:
        """How many turns were taken: mulligans are none."""
        return sum(not text.startswith("mulligan") for _, text in self.match.record().acts)

    @property
    def terms(self) -> Terms:
        """What was agreed on."""
        profile = str(self.match.setup.options.get("profile", "bloodfang"))
        return Terms(profile, self.clock.preset, self._seating.rated, self.catalog.id)

    def table(self, seat: Seat | None) -> Table:
        """The match as a scene takes it, for this seat or for a spectator."""
        wanted = PlayAtOnce(opponent="person", profile=self.terms.profile)
        return Table(self.catalog, self.match, wanted, () if seat is None else (seat,))

    def status(self, seat: Seat | None, mute: bool = False) -> Status:
        """How things stand now, for this seat or a spectator; with `mute`, without what the rival says."""
        now, over = self._now(), self.match.outcome is not None
        plays = seat is not None and not over
        return Status(
            seat=seat,
            clock=self.clock.face(now) if self.clock.preset.ticks else None,
            away=(self._gone(Seat.FIRST, now), self._gone(Seat.SECOND, now)),
            draw_by=self.draw_by,
            may_offer_draw=seat is not None and self._why_no_draw(seat) is None,
            may_abort=plays and self.moves < 2,
            may_claim=seat is not None and self._why_no_claim(seat) is None,
            claim_in=self._claim_in(seat, now) if plays else None,
            spectators=len(self._here[None]),
            lines=self.talk.lines(without=seat.rival if mute and seat is not None else None),
            chat=self.house.chat,
            rated=self._seating.rated,
            rematch=(Seat.FIRST in self.rematch, Seat.SECOND in self.rematch),
            next_match=self.next_match,
            ratings=self.ratings,
        )

    def subscribe(self, told: Callable[[], None]) -> None:
        """Be called when the status has changed otherwise than by the passing of time."""
        self._told.append(told)

    def unsubscribe(self, told: Callable[[], None]) -> None:
        """Be called no more."""
        with suppress(ValueError):
            self._told.remove(told)

    # who is there

    def arrive(self, seat: Seat | None, who: Hashable) -> None:
        """Somebody looks at the match, at a seat or as a spectator."""
        self._here[seat].add(who)
        self.idle_since = None
        if seat is not None:
            self._away.pop(seat, None)
            self._awake.add(seat)
            self._run()
        self.changed()

    def depart(self, seat: Seat | None, who: Hashable) -> None:
        """They look no more."""
        self._here[seat].discard(who)
        if seat is not None and not self._here[seat]:
            self._away[seat] = self._now()
            self.rematch.discard(seat)
        if not any(self._here.values()):
            self.idle_since = self._now()
        self.changed()

    @property
    def is_forgotten(self) -> bool:
        """Whether nobody has looked for long, and no clock runs: it can be taken up again from the journal."""
        idle = self.idle_since
        return idle is not None and not self.clock.running and self._now() - idle >= self.house.linger

    def due(self) -> float | None:
        """When something has to be done though nobody asks for it: by the clock, or because nobody looks."""
        if self.clock.running or self.idle_since is None:
            return self.clock.due()
        return self.idle_since + self.house.linger

    def rename(self, person: str, name: str) -> None:
        """Somebody who sits here is called otherwise now."""
        self._seating = self._seating.renamed(person, name)
        self.changed()

    # what a seat can do

    async def submit(self, seat: Seat, action: Action, seen: int) -> None:
        """Do an act that was chosen at this version. Whoever is too late by the clock is too late."""
        await self.tick()
        try:
            await self.match.submit(seat, action, seen)
        except Stale:  # both choose their opening hands at once, and neither has to look whether the other has
            version = self.match.version
            if not (isinstance(action, Mulligan) and seen < version and action in self.match.latest(seat).legal):
                raise
            await self.match.submit(seat, action, version)

    async def offer_draw(self, seat: Seat) -> None:
        """Offer a draw, or accept the one that is offered. An offer stands until the rival acts."""
        if self.draw_by is seat.rival:
            await self.match.agree(self.match.version)
            return
        if why := self._why_no_draw(seat):
            raise Refused(why)
        self.draw_by = seat
        self._offered.add(seat)
        self.changed()

    def decline_draw(self, seat: Seat) -> None:
        """Play on."""
        if self.draw_by is not seat.rival:
            raise Refused("nobody offers you a draw")
        self.draw_by = None
        self.changed()

    async def abort(self) -> None:
        """Call the match off, before the second move is made."""
        seen = self.match.version
        if self.match.outcome is None and self.moves >= 2:
            raise Refused("two moves are made, so the match counts; you can offer a draw or give up")
        await self.match.abort(seen)

    async def claim(self, seat: Seat) -> None:
        """Win the match because the rival left and does not come back."""
        if why := self._why_no_claim(seat):
            raise Refused(why)
        await self.match.abandon(seat.rival, self.match.version)

    def emote(self, seat: Seat, number: int) -> None:
        """Say one of the ready words."""
        self.talk.emote(seat, number, self._now())
        self.changed()

    def say(self, seat: Seat, text: str) -> None:
        """Say something of one's own."""
        self.talk.say(seat, text, self._now())
        self.changed()

    async def tick(self) -> None:
        """Do what the clock demands: whoever is too late passes, and loses when it happens twice in a row."""
        while late := self.clock.late(self._now()):
            seat = late[0]
            with suppress(Stale, Over):  # they, or their rival, were quicker after all: look again
                if self.clock.loses(seat):
                    await self.match.run_out(seat, self.match.version)
                else:
                    await self._pass_for(seat)

    async def _pass_for(self, seat: Seat) -> None:
        strikes = self.clock.strikes[seat] + 1
        legal = self.match.latest(seat).legal
        await self.match.submit(seat, PASS if PASS in legal else Mulligan(), self.match.version)
        self.clock = self.clock.struck(seat, strikes)
        self.changed()

    # within

    def _heard(self) -> None:
        """The log has grown."""
        now, acts = self._now(), self.match.record().acts
        if self.match.outcome:
            self.clock, self.draw_by = self.clock.stopped(now), None
        elif acts:
            mover = acts[-1][0]
            self.clock = self.clock.moved(mover, now)
            self._offered.discard(mover)
            self.draw_by = None if self.draw_by is mover.rival else self.draw_by
            self._run()
        self.changed()

    def _run(self) -> None:
        self.clock = self.clock.started([seat for seat in self.match.to_act if seat in self._awake], self._now())

    def changed(self) -> None:
        """Tell whoever subscribed. One who fails must not keep the others from knowing."""
        for told in tuple(self._told):
            try:
                told()
            except Exception:
                log.exception("live.subscriber match=%s", self.id)

    def _gone(self, seat: Seat, now: float) -> int | None:
        return int(now - self._away[seat]) if seat in self._away else None

    def _why_no_draw(self, seat: Seat) -> str | None:
        if self.match.outcome:
            return str(Over(self.match.outcome))
        if self.sitters[seat.rival].bot:
            return "a bot does not agree to anything"
        if seat in self._offered:
            return "you have offered a draw; play on before you offer another"
        return None

    def _why_no_claim(self, seat: Seat) -> str | None:
        if self.match.outcome:
            return str(Over(self.match.outcome))
        wait = self._claim_in(seat, self._now())
        if wait is None:
            return "nobody keeps you waiting; only who is away, and to act, and not on the clock can lose by it"
        return f"your rival may still come back; try again in {wait} seconds" if wait else None

    def _claim_in(self, seat: Seat | None, now: float) -> int | None:
        if seat is None or seat.rival not in self._away or seat.rival not in self.match.to_act:
            return None
        if seat.rival in self.clock.running:
            return None
        return max(0, math.ceil(self._away[seat.rival] + self.house.claim_after - now))
