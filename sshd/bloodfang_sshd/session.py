"""One channel of a connection: a screen with the app on it, or the answer to a command."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import asyncssh
from textual.app import App
from textual.driver import Driver

from bloodfang.ink import Depth
from bloodfang.refusing import Refused
from bloodfang.terminal import depth_of, glyphs_of
from bloodfang_sshd import texts
from bloodfang_sshd.driver import ChannelDriver
from bloodfang_sshd.environment import Environment
from bloodfang_sshd.idling import Idling
from bloodfang_sshd.logs import tell
from bloodfang_sshd.sizes import Sizes
from bloodfang_sshd.timers import Timers
from bloodfang_sshd.verbs import Asker, Opens
from bloodfang_sshd.visits import Facts, in_match, way_back
from bloodfang_tui.app import BloodFangApp

if TYPE_CHECKING:
    from bloodfang_sshd.connection import Connection

log = logging.getLogger(__name__)

LONGEST_ENDING = 3.0
"""Seconds that an app has to end by itself."""
LAST_GLANCE = 1.0
"""Seconds after which nothing looks at an app any more that is over."""


class Session(asyncssh.SSHServerSession[bytes]):
    """From the opening of a channel to its end, however it comes; then the terminal is whole again (T0)."""

    _channel: asyncssh.SSHServerChannel[bytes]

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.app: BloodFangApp | None = None
        self.is_screen = False
        """It has a terminal with the app on it, or will have one."""
        self._limits = connection.house.config.limits
        self._loop = asyncio.get_running_loop()
        self._environment = Environment(self._limits)
        self._command: str | None = None
        self._code = ""
        """That brings a guest back."""
        self._sizes: Sizes | None = None
        self._driver: ChannelDriver | None = None
        self._task: asyncio.Task[int] | None = None
        self._parting = ""
        self._holds: set[str] = set()
        self._timers = Timers()

    # what asyncssh tells

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        hold = self._limits.unsent_hold_bytes
        chan.set_write_buffer_limits(high=hold, low=hold // 4)

    def told(self, name: bytes, value: bytes) -> bool:
        """The client tells about its environment: whether that is wanted."""
        return self._environment.told(name, value)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], _: Mapping[int, int]) -> bool:
        self._environment.told(b"TERM", term_type.encode())
        self._sizes = Sizes(self._limits, term_size[:2], self._resized)
        return True

    def shell_requested(self) -> bool:
        if self._sizes and not self._may_have_screen():
            return False
        self.is_screen = self._sizes is not None
        return True

    def exec_requested(self, command: str) -> bool:
        if command.startswith("resume "):
            self._code = command.removeprefix("resume ")
        if self._code or self.connection.login.brings(command):
            return self.shell_requested()
        self._command = command
        return sum(not each.is_screen for each in self.connection.sessions) <= self._limits.commands

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        # In a context of its own: whatever an app puts there, and its tasks inherit, stays with this session.
        self._task = self._loop.create_task(self._serve(), context=contextvars.Context())
        self._task.add_done_callback(self._finished)
        self.connection.busy_with(self._task)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if figures := self.connection.house.figures:
            figures.passed("in", len(data))
        if self._driver:
            self._driver.feed(data)
        elif self.is_screen and b"\x03" in data:  # nobody has to wait for their turn to leave
            self._leave()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if self._sizes and not self._sizes.changed((width, height)):
            self.connection.misbehaved("resizes", texts.TOO_MANY_RESIZES)

    def eof_received(self) -> bool:
        if self.is_screen:
            self._leave()
        return True

    def pause_writing(self) -> None:
        self.hold("channel")

    def resume_writing(self) -> None:
        self.release("channel")

    def connection_lost(self, exc: Exception | None) -> None:
        self.connection.session_ended(self)
        self._leave()

    # what others ask

    def end(self, sentence: str) -> None:
        """Send them away, with a sentence to read when their terminal is whole again."""
        self._parting = sentence
        self._leave()

    def say(self, sentence: str) -> None:
        """Tell the player something, if there is one."""
        if self._driver:
            self._driver.say(sentence)

    def hold(self, why: str) -> None:
        """What was sent is not read: draw nothing, and wait for so long (N14)."""
        self._holds.add(why)
        if self._driver:
            self._driver.hold()
        if "stalled" not in self._timers:
            self._timers.start("stalled", self._limits.stalled_seconds, lambda: self.connection.give_up("stalled"))

    def release(self, why: str) -> None:
        """It is read again."""
        self._holds.discard(why)
        if not self._holds:
            self._timers.stop("stalled")
            if self._driver:
                self._driver.resume()

    def send(self, data: bytes) -> None:
        """Send what the driver has drawn; nobody minds if there is nobody."""
        if not self._channel.is_closing():
            self._channel.write(data)
            if self._channel.get_write_buffer_size() > self._limits.unsent_most_bytes:
                self.connection.give_up("too much")
            if figures := self.connection.house.figures:
                figures.passed("out", len(data))

    # a session's life

    def _finished(self, task: asyncio.Task[int]) -> None:
        """However it ended: the terminal is whole again, and whoever sits there knows why."""
        code = 1
        if task.cancelled():
            pass  # it was asked to end, and did not by itself
        elif isinstance(error := task.exception(), Refused):
            self._parting = str(error)
        elif error:
            number = secrets.token_hex(3)
            log.error("session.crashed", extra={"facts": {"id": number}}, exc_info=error)
            self._parting = texts.crashed(number)
        else:
            code = task.result()
        if self._driver:
            self._driver.stop_application_mode()
        self._timers.stop()
        if self.app and (way := way_back(self.app)):
            self._parting = f"{self._parting}\n{texts.goes_on(way)}".strip()
        if self._parting:
            self._write(self._parting, to_stderr=True)
        if not self._channel.is_closing():
            self._channel.exit(code)
        if self.app:
            self._loop.call_later(LAST_GLANCE, self.app.take_apart)
        self.app = self._driver = None

    async def _serve(self) -> int:
        if self._command is None and not self.is_screen:
            self._parting = texts.NEEDS_TERMINAL
            return 1
        arrival = await self.connection.arrival(self._code)
        if self._command is None:
            return await self._play(arrival, ())
        verbs, colours = self.connection.house.verbs, depth_of(self._environment.said) if self._sizes else Depth.NONE
        asker = Asker(arrival, self.connection.address, colours, glyphs_of(self._environment.said, "utf-8"))
        answer = await verbs.answer(self._command, asker)
        tell(log, "session.asked", verb=verbs.name_of(self._command), code=getattr(answer, "code", 0))
        if isinstance(answer, Opens):
            self.is_screen = self._sizes is not None and self._may_have_screen()
            if self.is_screen:
                return await self._play(arrival, answer.wish)
            self._parting = texts.ONE_SCREEN if self._sizes else texts.NEEDS_TERMINAL
            return 1
        if answer.text:
            self._write(answer.text, to_stderr=bool(answer.code))
        return answer.code

    async def _play(self, arrival: Any, wish: tuple[str, ...]) -> int:
        assert self._sizes
        await self.connection.house.starts.turn(lambda before, left: self._write(texts.queued(before, left)))
        environ, driver_class = dict(self._environment.said), cast(type[Driver], self._make_driver)
        code = await self.connection.house.people.resume_code(arrival.person) if arrival.person.guest else ""
        way = texts.way_back(code) if code else ""
        facts = Facts(arrival, self.connection.address, environ, wish, driver_class, way)
        app = self.app = self.connection.house.make_app(facts)
        tell(
            log,
            "session.began",
            person=arrival.person.id,
            guest=arrival.person.guest,
            term=self._environment.said.get("TERM"),
        )
        self._write("\n".join(texts.greeting(arrival.person.name, arrival.fingerprint, arrival.new, code)))
        Idling(self._limits, self._timers, self._idle, self._warn, lambda: self.end(texts.IDLE))
        await app.run_async(size=self._sizes.now)
        self._parting = self._parting or app.parting
        tell(log, "session.ended", person=arrival.person.id, code=app.return_code or 0)
        return app.return_code or 0

    def _make_driver(self, app: App[Any], **words: Any) -> ChannelDriver:
        self._driver = ChannelDriver(app, line=self, limits=self._limits, **words)
        if self._holds:
            self._driver.hold()
        return self._driver

    def _leave(self) -> None:
        """The app ends as if the player had asked for it; if it does not, it is ended."""
        if self._task is None or self._task.done():
            return
        if self.app:
            contextvars.Context().run(self.app.exit)
            if "ending" not in self._timers:
                self._timers.start("ending", LONGEST_ENDING, self._task.cancel)
        else:
            self._task.cancel()

    def _idle(self) -> float:
        """For how long the player has done nothing; in a match only the clock may say so."""
        if not self._driver or not self.app or in_match(self.app):
            return 0.0
        return self._loop.time() - self._driver.touched

    def _warn(self, left: float) -> None:
        self.say(texts.idle_warning(left))

    def _may_have_screen(self) -> bool:
        return not any(each.is_screen for each in self.connection.sessions if each is not self)

    def _resized(self, size: tuple[int, int]) -> None:
        if self._driver:
            self._driver.resize(*size)

    def _write(self, text: str, *, to_stderr: bool = False) -> None:
        """Plain lines; where there is a terminal, as a terminal wants them."""
        if self._channel.is_closing():
            return
        text = texts.for_terminal(f"{text}\n") if self._sizes else f"{text}\n"
        (self._channel.write_stderr if to_stderr else self._channel.write)(text.encode("utf-8", "replace"))
