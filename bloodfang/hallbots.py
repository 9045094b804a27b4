"""The bots of a server: one task for each bot at a table, for as long as the match is in memory."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable
from contextvars import Context

from bloodfang.bots import LEVELS, Bot
from bloodfang.bots.finding import Stranger
from bloodfang.bots.thinkers import Thinkers
from bloodfang.coach.asking import Coach, CoachHere
from bloodfang.coach.elsewhere import CoachElsewhere
from bloodfang.house import House
from bloodfang.journal import JournalTrouble
from bloodfang.live import Live
from bloodfang.players import sit
from bloodfang_engine.contract import Seat

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""So many seconds a bot waits before it goes on, if its act could not be written down."""


class HallBots:
    """All bots that play now. They take at least `bot_pause` seconds for an act, so that people can follow."""

    def __init__(self, house: House, took: Callable[[float], None] | None = None) -> None:
        self._house = house
        self._thinkers = Thinkers(house.bot_processes) if house.bot_processes else None
        self._strangers: dict[str, Thinkers] = {}
        """Each kind in processes that it shares with nobody: it must not see what others are asked."""
        self.coach: Coach = CoachElsewhere(house.bot_processes) if house.bot_processes else CoachHere()
        """For whoever plays here."""
        self._took = took
        self._tasks: defaultdict[str, list[asyncio.Task[None]]] = defaultdict(list)

    def seat(self, live: Live) -> None:
        """Let the bots of this match play."""
        for seat in live.seating.bots:
            # In a context of its own: it plays on when the session that began the match is over.
            task = asyncio.get_running_loop().create_task(self._play(live, seat), context=Context())
            self._tasks[live.id].append(task)

    async def dismiss(self, live: Live) -> None:
        """Let them play no more; what they have done already is done."""
        tasks = self._tasks.pop(live.id, [])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """Nobody thinks any more."""
        for thinkers in (self._thinkers, *self._strangers.values()):
            if thinkers:
                await thinkers.close()
        if isinstance(self.coach, CoachElsewhere):
            await self.coach.close()

    async def _play(self, live: Live, seat: Seat) -> None:
        bot = self._bot(live.sitters[seat].bot, secrets.randbits(63))  # luck of its own, not the match's
        while True:
            try:
                await sit(live.match, seat, bot, self._house.bot_pause, self._took)
            except JournalTrouble as trouble:
                log.error("bot.unwritten match=%s trouble=%s", live.id, trouble)
                await asyncio.sleep(PATIENCE)
            else:
                return

    def _bot(self, name: str, seed: int) -> Bot:
        """A bot of this id; a stranger thinks in a process of its kind, and one that is not here any more passes."""
        if name in LEVELS:
            return self._thinkers.bot(name, seed) if self._thinkers else LEVELS[name].bot(seed)
        level = self._house.bot(name)
        known_as = level.known_as if isinstance(level, Stranger) else name
        if known_as not in self._strangers:
            self._strangers[known_as] = Thinkers(max(1, self._house.bot_processes))
        return self._strangers[known_as].bot(known_as, seed)
