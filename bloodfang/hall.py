"""The matches of a server: begun, found again after a restart, minded by the clock, and counted when they end."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable

from bloodfang import table
from bloodfang.catalog import Catalog, Library
from bloodfang.chair import Chair
from bloodfang.clock import Clock
from bloodfang.coach.asking import Coach
from bloodfang.counting import Folk, count
from bloodfang.decks import Deck
from bloodfang.errands import Errands
from bloodfang.hallbots import HallBots
from bloodfang.hallfile import HallStore
from bloodfang.house import House
from bloodfang.journal import Journal, JournalTrouble, NoSuchMatch, Place
from bloodfang.live import Live
from bloodfang.match import Match
from bloodfang.minder import Minder
from bloodfang.news import Began, Finished, HallNews
from bloodfang.players import FangMatch
from bloodfang.refusals import NotThere, NotYours, Refused
from bloodfang.seating import Seating, Sitter
from bloodfang.terms import Terms
from bloodfang.unfinished import Unfinished
from bloodfang_engine.contract import OptionValue, Outcome, Seat, Setup
from bloodfang_engine.errors import BadRecord
from bloodfang_engine.fang import BloodFang

log = logging.getLogger(__name__)

SEEDS = 2**63
"""So many ways there are to shuffle: nobody can try them all (G3)."""
ANY_TERMS = Terms()


class Hall:
    """Call `open` first and `close` at the end; the journal, the store and the people stay the caller's."""

    def __init__(
        self,
        journal: Journal,
        library: Library,
        people: Folk,
        store: HallStore,
        house: House | None = None,
        now: Callable[[], float] = time.monotonic,
        bot_took: Callable[[float], None] | None = None,
    ) -> None:
        self.library = library
        self.house = house or House()
        self.now = now
        self.closing = ""
        """Why no match can begin any more: a sentence, once the server is about to stop."""
        self._journal = journal
        self._people = people
        self._store = store
        self._unfinished = Unfinished()
        self._lives: dict[str, Live] = {}
        self._closed = False
        self._door = asyncio.Lock()  # a match is never taken up twice at once
        self._bots = HallBots(self.house, bot_took)
        self._minder = Minder(self.tick, self._due, now)
        self._errands = Errands()
        self._told: list[Callable[[HallNews], None]] = []

    @property
    def coach(self) -> Coach:
        """Who gives advice to players, but for rated matches."""
        return self._bots.coach

    async def open(self) -> None:
        """Find what was left: matches that go on, and those whose end was not counted yet."""
        left = {seating.match_id: seating for seating in await self._store.all()}
        for summary in reversed(await self._journal.unfinished()):
            if seating := left.pop(summary.header.id, None):
                self._unfinished.touch(seating)
        for seating in left.values():
            self._errands.send(self._count_late(seating))
        await self.settled()
        log.info("hall.opened matches=%d", len(self._unfinished))

    async def close(self) -> None:
        """Stop the clocks, close every match, and finish what is being written."""
        self._closed = True
        await self._minder.close()
        for live in tuple(self._lives.values()):
            await self._put_away(live)
        await self._bots.close()
        await self.settled()

    async def settled(self) -> None:
        """Wait until all that is being written is."""
        await self._errands.done()

    # matches

    async def begin(
        self,
        sitters: tuple[Sitter, Sitter],
        decks: tuple[Deck, Deck],
        terms: Terms = ANY_TERMS,
        *,
        private: bool = False,
        seed: int | None = None,
        match_id: str = "",
    ) -> Live:
        """A new match, and both are told; BadSetup if the decks do not fit, Refused if somebody has left too many.

        It begins even if whoever asked for it goes away meanwhile.
        """
        if self.closing:
            raise Refused(self.closing)
        for sitter in sitters:
            self.check_room(sitter)
        catalog = terms.catalog(self.library)
        options: dict[str, OptionValue] = {"profile": terms.profile}
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        setup = Setup(BloodFang.name, (decks[0].cards, decks[1].cards), seed, options, catalog.digest)
        seating = Seating(match_id or secrets.token_hex(8), sitters, Clock.of(terms.clock), terms.rated, private)
        return await self._errands.see_through(self._begin(catalog, setup, seating))

    async def _begin(self, catalog: Catalog, setup: Setup, seating: Seating) -> Live:
        rules = BloodFang(catalog.cards)
        rules.start(setup)  # BadSetup before anything is written
        await self._store.keep(seating)  # first: a match in the journal that belongs to nobody would be lost
        first, second = (Place(sitter.name, sitter.bot) for sitter in seating.sitters)
        try:
            match: FangMatch = await Match.begin(
                rules, setup, self._journal, (first, second), match_id=seating.match_id
            )
        except JournalTrouble:
            self._errands.send(self._store.drop(seating.match_id))
            raise
        self._unfinished.touch(seating)
        live = self._opened(Live(match, catalog, seating, self.house, self.now, new=True))
        self._tell(Began(seating))
        return live

    async def live(self, match_id: str) -> Live:
        """The match, taken up again from the journal if need be; NotThere if it is over and gone, or never was."""
        async with self._door:
            if match_id in self._lives:
                return self._lives[match_id]
            seating = self._unfinished.get(match_id)
            if seating is None:
                raise NotThere("that match is over, or it never was here")
            try:
                found = await table.taken_up(self.library, self._journal, match_id)
            except BadRecord as wrong:
                raise Refused(f"the match cannot be taken up again: {wrong}") from wrong
            seating = self._unfinished.get(match_id) or seating  # somebody may be called otherwise by now
            return self._opened(Live(found.match, found.catalog, seating, self.house, self.now, new=False))

    async def sit(self, match_id: str, person: str) -> Chair:
        """This person's place at their own match; NotYours if it is somebody else's."""
        live = await self.live(match_id)
        seat = live.seating.seat_of(person)
        if seat is None:
            raise NotYours("others play this match; you can watch it")
        return Chair(self, live, seat)

    async def watch(self, match_id: str) -> Chair:
        """A place among the spectators, who see neither hand; NotThere if the match is private."""
        live = await self.live(match_id)
        if live.seating.private:
            raise NotThere("that match is over, or it never was here")
        return Chair(self, live, None)

    async def rematch(self, live: Live, seat: Seat) -> None:
        """This seat would like to play again; if the other would too, a new match begins with seats changed."""
        if live.match.outcome is None:
            raise Refused("the match is not over")
        if live.next_match:
            raise Refused("the next match has begun")
        live.rematch.add(seat)
        if len(live.rematch) < 2:
            live.changed()
            return
        live.next_match = secrets.token_hex(8)
        first, second = (
            Deck("", sitter.deck, "", cards) for sitter, cards in zip(live.sitters, live.match.setup.decks, strict=True)
        )
        try:
            swapped = live.sitters[1], live.sitters[0]
            private = live.seating.private
            await self.begin(swapped, (second, first), live.terms, private=private, match_id=live.next_match)
        except BaseException:
            live.next_match = ""
            live.rematch.discard(seat)
            raise
        finally:
            live.changed()

    def check_room(self, sitter: Sitter) -> None:
        """Refused if this player has left too many matches to begin another."""
        if sitter.person and len(self.of(sitter.person)) >= self.house.most_unfinished:
            raise Refused(f"{sitter.name} has {self.house.most_unfinished} unfinished matches; that is enough")

    def of(self, person: str) -> tuple[Seating, ...]:
        """This person's unfinished matches, the one touched last first."""
        return self._unfinished.of(person)

    def renamed(self, person: str, name: str) -> None:
        """Somebody is called otherwise now, also where they sit; records keep the names that people came with."""
        for seating in self.of(person):
            seating = seating.renamed(person, name)
            self._unfinished.change(seating)
            self._errands.send(self._store.keep(seating))
        for live in self._lives.values():
            if live.seating.seat_of(person) is not None:
                live.rename(person, name)

    def players(self) -> frozenset[str]:
        """The ids of all who have an unfinished match."""
        return self._unfinished.players()

    def running(self) -> tuple[Live, ...]:
        """The matches that anybody may watch now: somebody is there, and they are not private."""
        return tuple(
            live
            for live in self._lives.values()
            if live.idle_since is None and not live.match.outcome and not live.seating.private
        )

    def count(self) -> dict[str, int]:
        """How many matches go on, by state: somebody is at them, or they wait for somebody to come back."""
        played = sum(live.idle_since is None and not live.match.outcome for live in self._lives.values())
        return {"played": played, "waiting": len(self._unfinished) - played}

    def subscribe(self, told: Callable[[HallNews], None]) -> None:
        """Be called when a match begins or ends; it must not fail."""
        self._told.append(told)

    # what nobody asks for

    async def tick(self) -> None:
        """Do all that is due: by the clocks, and for matches that nobody has looked at for long."""
        for live in tuple(self._lives.values()):
            try:
                await live.tick()
                if live.is_forgotten:
                    await self._put_away(live)
            except JournalTrouble as trouble:
                log.error("hall.tick match=%s trouble=%s", live.id, trouble)
            except Exception:  # one match must not stop the clocks of all others
                log.exception("hall.tick match=%s", live.id)

    def _due(self) -> float | None:
        return min((due for live in self._lives.values() if (due := live.due()) is not None), default=None)

    def _opened(self, live: Live) -> Live:
        self._lives[live.id] = live
        live.subscribe(lambda: self._noticed(live))
        self._bots.seat(live)
        self._noticed(live)
        return live

    async def _put_away(self, live: Live) -> None:
        async with self._door:
            if not (live.is_forgotten or self._closed):  # somebody came meanwhile
                return
            await self._bots.dismiss(live)
            await live.match.close()
            self._lives.pop(live.id, None)

    def _noticed(self, live: Live) -> None:
        """Something has changed: write down what must outlive a restart, and count the match if it is over."""
        before, seating = self._unfinished.get(live.id), live.seating
        if before and live.match.outcome:
            self._unfinished.drop(live.id)
            self._errands.send(self._count(seating, live.match.outcome, live))
            self._tell(Finished(seating, live.match.outcome))
        elif before:
            self._unfinished.touch(seating)
            if (before.clock.banks, before.clock.strikes) != (seating.clock.banks, seating.clock.strikes):
                self._errands.send(self._store.keep(seating))
        self._minder.look(live.due())

    async def _count_late(self, seating: Seating) -> None:
        """A match that ended just before the server did: count it now."""
        try:
            found = await table.taken_up(self.library, self._journal, seating.match_id)
        except NoSuchMatch:  # it had not begun yet
            await self._store.drop(seating.match_id)
        except BadRecord as wrong:
            log.error("hall.unreadable match=%s problem=%s", seating.match_id, wrong)
        else:
            if found.match.outcome:
                await self._count(seating, found.match.outcome)

    async def _count(self, seating: Seating, outcome: Outcome, live: Live | None = None) -> None:
        """Change the ratings, and only then forget who sat there."""
        changes = await count(self._people, seating, outcome)
        if live and changes:
            live.ratings = changes
            live.changed()
        await self._store.drop(seating.match_id)

    def _tell(self, news: HallNews) -> None:
        for told in self._told:
            told(news)
