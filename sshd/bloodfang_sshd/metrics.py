"""Figures for whoever runs a server: how many, how often, how long, and never who (O7)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from bloodfang.refusing import UNUSABLE, Refused
from bloodfang_sshd.identity import Arrival

Count = Callable[[], Mapping[str, int]]
"""How many there are now, by their state."""

HOST = "127.0.0.1"
BEAT = 1.0
"""Seconds between two looks at how late the event loop is."""
LONGEST = 5.0
"""Seconds that somebody has to ask for the figures."""
SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

OURS = logging.getLogger("bloodfang_sshd")
"""The loggers that tell what is counted."""

EVENTS = {
    "door.refused": "why",
    "door.misbehaved": "why",
    "door.left": "why",
    "door.unread": "why",
    "session.asked": "verb",
    "session.crashed": "",
}
"""What the log tells that is counted too, and the one fact of it that is kept apart. All their values are our words."""


class Figures:
    """Everything that is counted, in a registry of its own. Made only where somebody will ask for it."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._now: dict[str, tuple[Gauge, Count]] = {}
        self._events = Counter("bloodfang_events", "What the log told.", ["event", "why"], registry=self.registry)
        self._logins = Counter("bloodfang_logins", "Who came in, and how.", ["how"], registry=self.registry)
        self._starts = Counter("bloodfang_app_starts", "Screens that were opened.", registry=self.registry)
        self._bytes = Counter("bloodfang_bytes", "Bytes of screens and keys.", ["way"], registry=self.registry)
        self._stalls = Counter("bloodfang_stalls", "Clients that stopped reading.", registry=self.registry)
        self._lag = Histogram(
            "bloodfang_loop_lag_seconds", "How late the loop is.", buckets=SHORT, registry=self.registry
        )
        self._took = Histogram(
            "bloodfang_took_seconds", "How long things took.", ["what"], buckets=SHORT, registry=self.registry
        )

    def watch(self, name: str, about: str, count: Count) -> None:
        """Ask for this whenever somebody asks for the figures, and not before."""
        gauge = Gauge(f"bloodfang_{name}", about, ["state"], registry=self.registry)
        self._now[name] = gauge, count

    def event(self, event: str, why: str) -> None:
        """Something happened that is in the log."""
        self._events.labels(event, why).inc()
        if event == "door.unread":
            self._stalls.inc()

    def arrived(self, arrival: asyncio.Future[Arrival]) -> None:
        """Somebody has signed in, and was let in or not."""
        if arrival.cancelled():
            return
        if arrival.exception():
            how = "refused"
        else:
            found = arrival.result()
            how = "guest" if found.person.guest else "new" if found.new else "known"
        self._logins.labels(how).inc()

    def started(self) -> None:
        """A screen was opened."""
        self._starts.inc()

    def passed(self, way: str, amount: int) -> None:
        """So many bytes went `out` or `in`."""
        self._bytes.labels(way).inc(amount)

    def took(self, what: str, seconds: float) -> None:
        """Something took so long: `bot`, `journal`, `hall`, `people`."""
        self._took.labels(what).observe(seconds)

    def late(self, seconds: float) -> None:
        """The loop was so late."""
        self._lag.observe(max(0.0, seconds))

    def text(self) -> bytes:
        """All figures as they are now, as they are read everywhere."""
        for gauge, count in self._now.values():
            for state, amount in count().items():
                gauge.labels(state).set(amount)
        return generate_latest(self.registry)


class FromLog(logging.Handler):
    """Counts what is logged; a log that nobody reads must still be counted."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures = figures

    def emit(self, record: logging.LogRecord) -> None:
        """Count it, if it is one of ours."""
        event = record.getMessage()
        if event in EVENTS:
            self._figures.event(event, str(getattr(record, "facts", {}).get(EVENTS[event], ""))[:40])


class Board:
    """Shows the figures to whoever asks on this machine, and looks how late the loop is while it is open."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._server: asyncio.Server | None = None
        self._beats: asyncio.Task[None] | None = None
        self._handler = FromLog(figures)
        self.port = 0

    async def open(self, port: int) -> None:
        """Listen on this machine alone; Refused if that cannot be."""
        try:
            self._server = await asyncio.start_server(self._answer, HOST, port, limit=4_096)
        except OSError as trouble:
            where = f"{HOST}, port {port}"
            raise Refused(f"cannot show figures at {where}: {trouble.strerror or trouble}", code=UNUSABLE) from None
        self.port = self._server.sockets[0].getsockname()[1]
        self._beats = asyncio.get_running_loop().create_task(self._look())
        OURS.addHandler(self._handler)
        OURS.setLevel(min(OURS.level or logging.INFO, logging.INFO))

    async def close(self) -> None:
        """Show nothing any more."""
        OURS.removeHandler(self._handler)
        if self._beats:
            self._beats.cancel()
            with suppress(asyncio.CancelledError):
                await self._beats
        if self._server:
            self._server.close()
            await self._server.wait_closed()

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(BEAT)
            self._figures.late(loop.time() - before - BEAT)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(LONGEST):
                asked = await reader.readuntil(b"\r\n\r\n")
                writer.write(b"".join(_response(asked, self._figures)))
                await writer.drain()
        writer.close()


def _response(asked: bytes, figures: Figures) -> Iterator[bytes]:
    """The figures for GET /metrics; for all else, that there is nothing else."""
    right = asked.startswith((b"GET /metrics ", b"GET / "))
    body = figures.text() if right else b"There is only /metrics here.\n"
    kind = CONTENT_TYPE_LATEST if right else "text/plain"
    yield b"HTTP/1.1 200 OK\r\n" if right else b"HTTP/1.1 404 Not Found\r\n"
    yield f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
    yield body
