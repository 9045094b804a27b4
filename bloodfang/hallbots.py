"""The bots of a server: one task for each bot at a table, for as long as the match is in memory."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import Callable
from contextvars import Context

from bloodfang.bots import LEVELS
from bloodfang.bots.thinkers import Thinkers
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
        self._pause = house.bot_pause
        self._thinkers = Thinkers(house.bot_processes) if house.bot_processes else None
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
        if self._thinkers:
            await self._thinkers.close()

    async def _play(self, live: Live, seat: Seat) -> None:
        level, seed = live.sitters[seat].bot, secrets.randbits(63)  # luck of its own, not the match's
        bot = self._thinkers.bot(level, seed) if self._thinkers else LEVELS[level].bot(seed)
        while True:
            try:
                await sit(live.match, seat, bot, self._pause, self._took)
            except JournalTrouble as trouble:
                log.error("bot.unwritten match=%s trouble=%s", live.id, trouble)
                await asyncio.sleep(PATIENCE)
            else:
                return
