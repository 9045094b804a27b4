"""Players at terminals in memory: what their apps cost the process, in milliseconds of CPU and in bytes."""

from __future__ import annotations

import asyncio
import os
import pty
import resource
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size

SIZE = (100, 30)


class Counting(Driver):
    """A terminal in memory that counts what it is sent."""

    sent = 0

    def write(self, data: str) -> None:
        self.sent += len(data.encode())

    def start_application_mode(self) -> None:
        size = Size(*SIZE)
        self._app.call_later(self._app.post_message, events.Resize(size, size))

    def disable_input(self) -> None:
        """There is none."""

    def stop_application_mode(self) -> None:
        """Nothing was changed."""


class Player:
    """An app, begun, at such a terminal."""

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self._task = asyncio.create_task(app.run_async(size=SIZE))

    @property
    def sent(self) -> int:
        """Bytes so far."""
        return self.app._driver.sent if isinstance(self.app._driver, Counting) else 0

    async def press(self, key: str) -> None:
        """Press a key, and let the app come to rest."""
        self.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await self.rest()

    async def rest(self) -> None:
        """Until something is shown, and nothing is left to do."""
        calm = 0
        while calm < 5:
            await asyncio.sleep(0 if calm else 0.002)  # an ordinary app paints at the ticks of a clock
            calm = calm + 1 if self.sent and self._at_rest else 0

    async def leave(self) -> None:
        """End the app."""
        self.app.exit()
        await self._task

    @property
    def _at_rest(self) -> bool:
        screen = self.app.screen
        waiting = screen._repaint_required or screen._layout_required or screen._dirty_widgets
        return not waiting and self.app._message_queue.empty() and screen._message_queue.empty()


def cpu() -> float:
    """Milliseconds that this process has worked."""
    return time.process_time() * 1000


def memory() -> float:
    """Megabytes that this process holds."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:  # no Linux: the most that it ever held
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return pages * resource.getpagesize() / 1e6


def cold_start(command: list[str], seconds: float = 20) -> float:
    """Milliseconds that a new process works until its first frame reaches the last row of a terminal of 24 rows."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        os.execv(command[0], command)
    seen, until = b"", time.monotonic() + seconds
    try:
        while b"\x1b[24;" not in seen:
            if time.monotonic() > until:
                raise TimeoutError(f"{' '.join(command)}: no whole frame within {seconds} s; it said {seen[-300:]!r}")
            if select.select([terminal], [], [], 0.05)[0]:
                seen += os.read(terminal, 65536)
        said = Path(f"/proc/{child}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(said[11]) + int(said[12])) / os.sysconf("SC_CLK_TCK") * 1000
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


Make = Callable[[], App[Any]]
"""How an app is made, with `Counting` as its driver."""
