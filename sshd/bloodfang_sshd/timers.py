"""Things that happen later, by name, unless they are stopped before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timers:
    """A few timers of one owner: one for each name at a time."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.TimerHandle] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._running

    def start(self, name: str, seconds: float, do: Callable[[], object]) -> None:
        """Do something later, and not what was to be done under this name."""
        self.stop(name)
        self._running[name] = asyncio.get_running_loop().call_later(seconds, self._do, name, do)

    def stop(self, name: str = "") -> None:
        """Do not do it; none of all if no name is said."""
        for each in [name] if name else [*self._running]:
            if timer := self._running.pop(each, None):
                timer.cancel()

    def _do(self, name: str, do: Callable[[], object]) -> None:
        del self._running[name]
        do()
