"""A match: the one authority that checks an act, writes it down, applies it, and tells every watcher what it may know.

What cannot be done is Refused, with a sentence for the player: Stale if the caller must look at the newest update
first, Over if nothing can be done any more. An act that the rules refuse is IllegalAction; a journal that cannot write
is JournalTrouble. After any of these nothing has changed and nobody was told.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Generic

from bloodfang import position as positions
from bloodfang.journal import Header, Journal, Place, now
from bloodfang.position import Position
from bloodfang.refusals import Over, Refused, Stale
from bloodfang.veils import veiled
from bloodfang.watcher import Ended, Update, Watcher
from bloodfang_engine.contract import A, Event, Outcome, Ruleset, S, Seat, Setup, V
from bloodfang_engine.record import Record

__all__ = ["Match", "Watcher", "Update", "Place", "Refused", "Stale", "Over", "Ended"]

log = logging.getLogger(__name__)


class Match(Generic[S, A, V]):
    """A match that goes on. Made by `begin` or `resume`; all of it happens in one event loop."""

    @classmethod
    async def begin(
        cls,
        rules: Ruleset[S, A, V],
        setup: Setup,
        journal: Journal,
        places: tuple[Place, Place],
        *,
        takebacks: bool = False,
        match_id: str | None = None,
    ) -> Match[S, A, V]:
        """A new match, written down; BadSetup, with nothing written, if the setup is not legal."""
        start = positions.opening(rules, setup)
        header = Header(match_id or secrets.token_hex(8), setup, places, takebacks, now())
        await journal.begin(header)
        log.info("match.began id=%s ruleset=%s", header.id, rules.name)
        return cls(rules, header, journal, start, 0)

    @classmethod
    async def resume(cls, rules: Ruleset[S, A, V], journal: Journal, match_id: str) -> Match[S, A, V]:
        """The match as its log tells it, with the same board; BadRecord if the log does not fit, or NoSuchMatch."""
        header, entries = await journal.read(match_id)
        match = cls(rules, header, journal, positions.replayed(rules, header, entries), len(entries))
        log.info("match.resumed id=%s ruleset=%s entries=%d", header.id, rules.name, len(entries))
        return match

    def __init__(
        self,
        rules: Ruleset[S, A, V],
        header: Header,
        journal: Journal,
        position: Position[S, A],
        version: int,
    ) -> None:
        self.rules = rules
        self.header = header
        self.version = version
        """The entries of the log so far."""
        self._journal = journal
        self._position = position
        self._lock = asyncio.Lock()
        self._closed = False
        self._watchers: list[Watcher[A, V]] = []
        self._attending: list[Callable[[], None]] = []
        self._updates: dict[Seat | None, Update[A, V]] = {}  # of this version: those who share a seat share an update

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def setup(self) -> Setup:
        return self.header.setup

    @property
    def places(self) -> tuple[Place, Place]:
        return self.header.places

    @property
    def takebacks(self) -> bool:
        return self.header.takebacks

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or outside them; None while it goes on."""
        return self._position.outcome

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        return () if self.outcome else self.rules.to_act(self._position.state)

    # what a seat can do

    async def submit(self, seat: Seat, action: A, seen: int | None = None) -> None:
        """Do an act. `seen` is the version it was chosen at: Stale if the match has gone on since."""
        async with self._lock:
            self._check_going_on(seen)
            then = positions.acted(self.rules, self._position, seat, action)
            await self._go_on(positions.act_entry(then), then)

    async def concede(self, seat: Seat) -> None:
        """Give up: the rival wins, with the score as it stands."""
        await self._forfeit(seat, "concede", None)

    async def take_back(self, seat: Seat) -> bool:
        """Back to before this seat's last act, and everything after it; False if it has done nothing yet."""
        if not self.takebacks:
            raise Refused("nothing can be taken back in this match")
        async with self._lock:
            self._check_open()
            keep = self._position.acts_before(seat)
            if keep is None:
                return False
            then = positions.taken_back(self.rules, self.setup, self._position, keep)
            await self._go_on(positions.back_entry(keep), then)
            return True

    def can_take_back(self, seat: Seat) -> bool:
        """Whether `take_back` would lead anywhere."""
        return self.takebacks and not self._closed and self._position.acts_before(seat) is not None

    # what whoever keeps the time and the order can do

    async def run_out(self, seat: Seat, seen: int) -> None:
        """This seat's time is over: the rival wins. Refused if it is not this seat's time that runs."""
        if seat not in self.to_act:
            self._check_going_on(seen)
            raise Refused("only whoever is to act can run out of time")
        await self._forfeit(seat, "time", seen)

    async def abandon(self, seat: Seat, seen: int) -> None:
        """This seat left and did not come back: the rival wins."""
        await self._forfeit(seat, "abandon", seen)

    async def agree(self, seen: int) -> None:
        """Both want a draw."""
        await self._draw("agreed", seen)

    async def abort(self, seen: int) -> None:
        """The match does not count: nobody has won or lost."""
        await self._draw("aborted", seen)

    def attend(self, called: Callable[[], None]) -> None:
        """Call this after each entry, once it is durable and every watcher was told; it must not fail."""
        self._attending.append(called)

    # what a seat can know

    def join(self, seat: Seat | None) -> Watcher[A, V]:
        """Watch as a seat, or as a spectator. Whoever joins, leaves: in `finally`."""
        watcher = Watcher(seat, self._update(seat))
        if self._closed:
            watcher.end(at_once=False)
        else:
            self._watchers.append(watcher)
        return watcher

    def leave(self, watcher: Watcher[A, V]) -> None:
        """Watch no more."""
        if watcher in self._watchers:
            self._watchers.remove(watcher)
        watcher.end(at_once=True)

    def latest(self, seat: Seat | None) -> Update[A, V]:
        """What a watcher of this seat would be told now."""
        return self._update(seat)

    def history(self, seat: Seat | None) -> tuple[tuple[Event, ...], ...]:
        """What the start and every act since did, as this seat may see it, without what was taken back."""
        state, events = self.rules.start(self.setup)
        told = [tuple(self.rules.redact(event, seat) for event in events)]
        for who, text in self._position.acts:
            state, events = self.rules.apply(state, who, self.rules.read(text))
            told.append(tuple(self.rules.redact(event, seat) for event in events))
        return tuple(told)

    def record(self) -> Record:
        """The match so far, without what was taken back."""
        return Record(self.setup, self._position.acts, self.outcome)

    async def close(self) -> None:
        """End all watching, after what is being written; the journal keeps the match."""
        async with self._lock:
            self._closed = True
            for watcher in self._watchers:
                watcher.end(at_once=False)
            self._watchers.clear()

    async def _forfeit(self, seat: Seat, word: str, seen: int | None) -> None:
        async with self._lock:
            self._check_going_on(seen)
            then = positions.forfeited(self.rules, self._position, seat, word)
            await self._go_on(positions.forfeit_entry(seat, word), then)

    async def _draw(self, word: str, seen: int) -> None:
        async with self._lock:
            self._check_going_on(seen)
            await self._go_on(word, positions.drawn(self.rules, self._position, word))

    # within the lock

    def _check_going_on(self, seen: int | None) -> None:
        self._check_open()
        if self.outcome:
            raise Over(self.outcome)
        if seen is not None and seen != self.version:
            raise Stale(seen, self.version)

    def _check_open(self) -> None:
        if self._closed:
            raise Refused("the match is closed here; it can be continued from the journal")

    async def _go_on(self, entry: str, then: Position[S, A]) -> None:
        """Write, then apply, then tell. What is on its way to the disk is awaited, even if the caller gives up."""
        writing = asyncio.ensure_future(self._journal.append(self.id, self.version + 1, entry, then.outcome))
        gave_up: asyncio.CancelledError | None = None
        while not writing.done():
            try:
                await asyncio.wait([writing])
            except asyncio.CancelledError as why:
                gave_up = why
        if not writing.cancelled() and not writing.exception():
            self._position = then
            self.version += 1
            self._updates.clear()
            for watcher in self._watchers:
                watcher.tell(self._update(watcher.seat))
            for called in self._attending:
                called()
        if gave_up:
            raise gave_up
        writing.result()

    def _update(self, seat: Seat | None) -> Update[A, V]:
        if seat not in self._updates:
            self._updates[seat] = self._told(seat)
        return self._updates[seat]

    def _told(self, seat: Seat | None) -> Update[A, V]:
        rules, position = self.rules, self._position
        legal = () if seat is None or position.outcome else rules.legal_actions(position.state, seat)
        return Update(
            version=self.version,
            view=rules.view(position.state, seat),
            legal=tuple(legal),
            last=self._last(seat),
            events=tuple(rules.redact(event, seat) for event in position.events),
            outcome=position.outcome,
        )

    def _last(self, viewer: Seat | None) -> tuple[Seat, A] | None:
        if not self._position.last:
            return None
        seat, action = self._position.last
        known = action if viewer is seat else veiled(action)
        return None if known is None else (seat, known)
