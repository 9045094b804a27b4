"""How far a run is: one line on a terminal, written over and over."""

from __future__ import annotations

import time
from typing import TextIO

_WIDTH = 30
_OFTEN = 0.1
"""Seconds between two looks at it."""


class Progress:
    """A bar for so many matches; on anything but a terminal, nothing."""

    def __init__(self, matches: int, out: TextIO | None) -> None:
        self.done = 0
        self._matches = matches
        self._out = out if out and out.isatty() else None
        self._began = time.monotonic()
        self._shown = 0.0
        self._before: int | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._out:
            self._out.write("\r\x1b[K")
            self._out.flush()

    def show(self, done: int) -> None:
        """So many matches are there now."""
        self.done = done
        if self._before is None:
            self._before = done  # what was there already says nothing about how long the others take
        now = time.monotonic()
        if self._out and (now - self._shown >= _OFTEN or done == self._matches):
            self._shown = now
            self._out.write(f"\r\x1b[K{self._line(done, self._before, now - self._began)}")
            self._out.flush()

    def _line(self, done: int, before: int, seconds: float) -> str:
        full = _WIDTH * done // self._matches
        line = f"[{'#' * full}{'.' * (_WIDTH - full)}] {done:,} of {self._matches:,} matches"
        if done == before or seconds <= 0:
            return line
        left = round((self._matches - done) * seconds / (done - before))
        return f"{line}, {(done - before) / seconds:.0f} a second, {lasting(left)} left"


def lasting(seconds: float) -> str:
    """A time as people say it."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60} min {whole % 60} s" if whole < 3600 else f"{whole // 3600} h {whole // 60 % 60} min"
