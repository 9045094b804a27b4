"""Wrong codes, counted by where they came from and by the key they came with, so that nobody guesses a right one."""

from __future__ import annotations

from bloodfang.bans import network_of
from bloodfang.pace import Limit, Pace

_MOST_KNOWN = 10_000


class Guesses:
    """So many are heard from one network, and so many with one key: another of either does not help (I8)."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._wrong: dict[str, Pace] = {}

    def check(self, address: str, key: str, now: float) -> None:
        """TooOften if there were too many wrong ones; a right one is not heard then either."""
        for pace in self._paces(address, key, now):
            pace.check(now, "there were too many wrong codes")

    def count(self, address: str, key: str, now: float) -> None:
        """One was wrong."""
        for pace in self._paces(address, key, now):
            pace.count(now)

    def _paces(self, address: str, key: str, now: float) -> list[Pace]:
        if len(self._wrong) >= _MOST_KNOWN:
            self._wrong = {each: pace for each, pace in self._wrong.items() if not pace.idle(now)}
        subjects = [f"network {network_of(address) or address}", *([f"key {key}"] if key else [])]
        return [self._wrong.setdefault(each, Pace(self._limit)) for each in subjects]
