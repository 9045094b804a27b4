"""A terminal at the other end of a connection: what the app draws goes there, what the player does comes from there."""

from __future__ import annotations

import contextvars
import re
from typing import Any, Protocol

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from bloodfang_sshd.config import Limits
from bloodfang_sshd.input import Keyboard
from bloodfang_tui.app import BloodFangApp

START = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[?25l\x1b[?7l"
"""Another screen; the mouse's clicks; pastes marked as such; no cursor; no wrapping."""
STOP = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[?1049l"
"""The same undone: whatever happens, this is the last that a terminal gets from here (T0)."""

_FRAME = re.compile(r"(?:[^\x00-\x1f\x7f-\x9f]++|\x1b\[(?:[0-9;]*m|[0-9]+;[0-9]+H|2J))*+")
_PART = re.compile(r"[^\x00-\x1f\x7f-\x9f]++|\x1b\[(?:[0-9;]*m|[0-9]+;[0-9]+H|2J)|(?P<strange>[\x00-\x1f\x7f-\x9f])")
_COPIED = re.compile(r"\x1b\]52;c;[A-Za-z0-9+/=]{0,8192}\x07")


class Line(Protocol):
    """Where bytes go."""

    def send(self, data: bytes) -> None:
        """Send them, or forget them if nobody is there any more."""


class ChannelDriver(Driver):
    """Made by the app that it drives. No thread, no signal, no tty: everything happens in the loop of the server."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
        line: Line,
        limits: Limits,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert isinstance(app, BloodFangApp)
        self._game = app
        self._line = line
        self._most_waiting = limits.queue
        self._keyboard = Keyboard(limits, self.process_message, self.say)
        self._context = contextvars.copy_context()
        self._unsent: list[str] = []
        self._running = False
        self._held = False
        self.touched = self._loop.time()
        """When the player last did anything."""

    # what comes

    def feed(self, data: bytes) -> None:
        """Take what the client sent."""
        if self._running:
            self.touched = self._loop.time()
            self._keyboard.feed(data)

    def resize(self, columns: int, rows: int) -> None:
        """The terminal has another size now."""
        self._size = (columns, rows)
        if self._running:
            self.send_message(events.Resize(Size(columns, rows), Size(columns, rows)))

    def say(self, sentence: str) -> None:
        """Let the app tell the player something."""
        self._inside(self._game.call_later, self._game.say, sentence)

    def leave(self) -> None:
        """Let the app end as if the player had asked for it."""
        self._inside(self._game.exit)

    def send_message(self, message: Message) -> None:
        """Give the app an event, inside the app's own context; more than it can wait for is forgotten (N15)."""
        if self._game.message_queue_size < self._most_waiting:
            self._inside(self._game.post_message, message)

    def _inside(self, do: Any, *arguments: object) -> None:
        """Nothing of the connection's context may reach the app: tasks would inherit it."""
        self._context.copy().run(do, *arguments)

    # what goes

    def write(self, data: str) -> None:
        """Send what the app draws, all of one turn of the loop at once."""
        if self._running and not self._held:
            if not self._unsent:
                self._loop.call_soon(self._send)
            self._unsent.append(guarded(data))

    def hold(self) -> None:
        """The client does not read: draw nothing (N14)."""
        if not self._held:
            self._held = True
            self._unsent.clear()
            self._game._begin_batch()

    def resume(self) -> None:
        """The client reads again: it gets one whole picture of how things are now."""
        if self._held:
            self._held = False
            self._game.shown = None
            self._inside(self._game._end_batch)
            self._inside(self._game.call_later, self._game.repaint)

    def _send(self) -> None:
        data, self._unsent = "".join(self._unsent), []
        if data:
            self._line.send(data.encode("utf-8", "replace"))

    # Textual

    def start_application_mode(self) -> None:
        """Take over the terminal."""
        self._context = contextvars.copy_context()
        self._running = True
        self._line.send(START.encode())
        columns, rows = self._size or (80, 24)
        self.resize(columns, rows)

    def disable_input(self) -> None:
        """Take nothing more from the player."""
        self._keyboard.close()

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was; asked twice, it is done once."""
        self._keyboard.close()
        if self._running:
            if not self._held:
                self._send()
            self._running = self._held = False
            self._line.send(STOP.encode())


def guarded(data: str) -> str:
    """What may pass to a terminal: text, and the few sequences that frames are made of (T4).

    Frames are built from safe cells, so that there is nothing to find; should there ever be, it is shown as "?".
    """
    if _FRAME.fullmatch(data) or _COPIED.fullmatch(data):
        return data
    return _PART.sub(lambda part: "?" if part["strange"] else part[0], data)
