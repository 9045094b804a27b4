"""Whoever plays without a person: a bot at a seat of a match, until the match is closed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from bloodfang.bots import Bot
from bloodfang.match import Match, Refused, Update
from bloodfang.observing import Observation, observed
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan, State, View

log = logging.getLogger(__name__)

FangMatch = Match[State, Action, View]


class Observer:
    """Follows a match for a seat, and knows what that seat may know."""

    def __init__(self, match: FangMatch, seat: Seat) -> None:
        self.known = observed(match.latest(seat).view, match.history(seat))
        self._match = match
        self._seat = seat
        self._version = match.version

    def told(self, update: Update[Action, View]) -> Observation:
        """What the seat knows with this update. What it missed, or what was taken back, is read up in the history."""
        if update.version == self._version + 1 and update.events:
            self.known = self.known.after(update.view, update.events)
            self._version = update.version
        elif update.version > self._version:
            self.known = observed(self._match.latest(self._seat).view, self._match.history(self._seat))
            self._version = self._match.version
        return self.known


async def sit(
    match: FangMatch, seat: Seat, bot: Bot, pause: float = 0.0, took: Callable[[float], None] | None = None
) -> None:
    """Let a bot play this seat. It takes at least `pause` seconds for an act, so that a person can follow.

    `took` is told how many seconds it thought about each.
    """
    watcher = match.join(seat)
    observer = Observer(match, seat)
    try:
        async for update in watcher.updates():
            known = observer.told(update)
            if not update.legal or update is not watcher.latest:
                continue
            began = time.monotonic()
            action = await _unless(watcher.news(), _chosen(match, bot, known, update.legal))
            if action is None:
                continue  # somebody took back, gave up or closed the match meanwhile
            if took:
                took(time.monotonic() - began)
            await asyncio.sleep(max(0.0, pause - (time.monotonic() - began)))
            try:
                await match.submit(seat, action, seen=update.version)
            except Refused:
                continue  # the same, while it waited
    finally:
        match.leave(watcher)


async def _unless(news: Coroutine[Any, Any, None], thought: Coroutine[Any, Any, Action]) -> Action | None:
    """What the thought comes to; None if there was news before, and then nobody thinks on."""
    told, thinking = asyncio.ensure_future(news), asyncio.ensure_future(thought)
    try:
        await asyncio.wait((told, thinking), return_when=asyncio.FIRST_COMPLETED)
        return thinking.result() if thinking.done() else None
    finally:
        told.cancel()
        thinking.cancel()
        await asyncio.wait((told, thinking))


async def _chosen(match: FangMatch, bot: Bot, known: Observation, legal: tuple[Action, ...]) -> Action:
    """What the bot wants. One that fails, or wants what it may not, passes: the match goes on, and the log says why."""
    rules = match.rules
    assert isinstance(rules, BloodFang)
    try:
        action = await bot.choose(rules, known, legal)
    except Exception:
        log.exception("bot.failed match=%s bot=%s", match.id, type(bot).__name__)
    else:
        if action in legal:
            return action
        log.error("bot.illegal match=%s bot=%s", match.id, type(bot).__name__)
    return PASS if PASS in legal else Mulligan()
