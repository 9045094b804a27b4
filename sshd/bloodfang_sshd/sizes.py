"""How large a terminal is: never what it says without a second thought."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bloodfang_sshd.config import Limits
from bloodfang_sshd.gates import Bucket

USUAL = (80, 24)
LEAST, MOST = (20, 8), (500, 200)

Size = tuple[int, int]


class Sizes:
    """The sizes of one terminal over time; `use` gets each that lasts, not each that is said (N16)."""

    def __init__(self, limits: Limits, size: Size, use: Callable[[Size], None]) -> None:
        self.now = clamped(size)
        self._use = use
        self._loop = asyncio.get_running_loop()
        self._pause = 1 / limits.resizes_a_second
        rate = limits.resize_flood_a_second
        self._flood = Bucket(rate, rate * limits.resize_flood_seconds)
        self._used_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def changed(self, size: Size) -> bool:
        """The terminal says that it has another size; False if it says so far too often."""
        self.now = clamped(size)
        now = self._loop.time()
        if self._timer is None:
            self._timer = self._loop.call_later(max(0.0, self._used_at + self._pause - now), self._settle)
        return self._flood.take(1, now)

    def _settle(self) -> None:
        self._timer = None
        self._used_at = self._loop.time()
        self._use(self.now)


def clamped(size: Size) -> Size:
    """A size that can be drawn: 0 is not known, and nobody has a terminal of a million columns (N9)."""
    columns, rows = (
        min(max(said or usual, least), most) for said, usual, least, most in zip(size, USUAL, LEAST, MOST, strict=True)
    )
    return columns, rows
