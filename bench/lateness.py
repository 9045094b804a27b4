"""How late an event loop is: whoever waits for anything in it waits so much longer."""

from __future__ import annotations

import asyncio

BEAT = 0.01
"""Seconds between two looks."""


class Lateness:
    """Looks from `start` to `taken`; what it saw is in milliseconds, sorted."""

    def __init__(self) -> None:
        self._seen: list[float] = []
        self._next: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Look from now on."""
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(BEAT, self._look, loop.time() + BEAT)

    def taken(self) -> list[float]:
        """What was seen; it looks no more, for that is work too."""
        if self._next:
            self._next.cancel()
        seen, self._seen = sorted(self._seen), []
        return seen

    def _look(self, due: float) -> None:
        self._seen.append((asyncio.get_running_loop().time() - due) * 1000)
        self.start()
