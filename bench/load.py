"""Prints what a server does while many play: real SSH, clients in this process, the server in another. One table."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.clients import CADENCE, Options, Pair, Pupil, Tally, arrival, options
from bench.lateness import Lateness

SETTLING = 3.0
"""Seconds before anybody looks."""
LONGEST_STOP = 20.0

CONFIG = """
host = "127.0.0.1"
port = 0
exempt = ["127.0.0.0/8"]
[limits]
connections = 2000
unproven_some = 1000
unproven_all = 1000
per_address = 2000
attempts_a_minute = 10000
starts_a_second = 1000
"""

LIMITS: dict[int, dict[str, float]] = {
    400: {"key_p95": 15.0, "key_p99": 40.0, "megabytes": 0.8},
    1000: {"key_p95": 60.0},
}
"""At so many sessions a figure is at most this."""
LATE_BESIDE_PUPILS = 50.0
"""Milliseconds, where some ask the coach (G4)."""


@dataclass(frozen=True)
class Wanted:
    """What is to be measured."""

    sessions: tuple[int, ...]
    seconds: float
    arrivals: int
    pupils: int
    as_json: bool


@dataclass(frozen=True)
class Row:
    """The figures with so many sessions in matches: milliseconds, megabytes for each, bytes."""

    sessions: int
    keys: int
    unanswered: int
    key_p50: float
    key_p95: float
    key_p99: float
    key_max: float
    play_p50: float
    play_p95: float
    arrival_p50: float
    arrival_p95: float
    cpu_a_key: float
    core: float
    """The share of one core that the server used."""
    megabytes: float
    late_p50: float
    late_p99: float
    late_max: float
    collections: tuple[int, int, int]
    longest_pause: float
    move_bytes: float
    play_bytes: float
    idle_core: float
    """The share of one core while nobody pressed a key."""
    client_late_p99: float
    """How late the clients' own loop was: key to frame cannot be better than that."""
    load_average: float
    pupils: int
    """So many asked the coach all the time, and waited so many seconds for each answer."""
    advice_p50: float
    advice_max: float

    @property
    def over(self) -> list[str]:
        """Which figures are more than they may be."""
        return [name for name, most in self.limits.items() if getattr(self, name) > most]

    @property
    def limits(self) -> dict[str, float]:
        """How much they may be."""
        return LIMITS.get(self.sessions, {}) | ({"late_p99": LATE_BESIDE_PUPILS} if self.pupils else {})


class Server:
    """The other process, and what it says about itself."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.port = 0

    @classmethod
    @asynccontextmanager
    async def running(cls, folder: Path) -> AsyncIterator[Server]:
        config = folder / "server.toml"
        config.write_text(f'data_dir = "{folder / "data"}"\n{CONFIG}', encoding="utf-8")
        with (folder / "log").open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bench.probe", str(config)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                limit=2**24,
                cwd=Path(__file__).parents[1],
            )
        server = cls(process)
        try:
            server.port = int((await server._line(r"port (\d+):"))[1])
            yield server
        finally:
            await server._stop()

    async def figures(self, word: str = "look") -> dict[str, Any]:
        """What it saw since it was last asked; after `rest` it looks at nothing but the CPU."""
        assert self._process.stdin
        self._process.stdin.write(f"{word}\n".encode())
        found: dict[str, Any] = json.loads((await self._line(r"^\{.*"))[0])
        return found

    async def _line(self, pattern: str) -> re.Match[str]:
        assert self._process.stdout
        async with asyncio.timeout(60):
            while line := (await self._process.stdout.readline()).decode():
                if found := re.search(pattern, line):
                    return found
        raise EOFError("the server ended; its log is lost with it, so start it by hand: python -m bench.probe CONFIG")

    async def _stop(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        try:
            async with asyncio.timeout(LONGEST_STOP):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


class Crowd:
    """All who play."""

    def __init__(self, server: Server, options: Options) -> None:
        self._server = server
        self._options = options
        self._pairs: list[Pair] = []
        self._pupils: list[Pupil] = []

    @property
    def size(self) -> int:
        """How many they are: always pairs."""
        return len(self._pairs) * 2

    async def grow(self, sessions: int) -> None:
        """Bring so many to a board in all, or one more."""
        while self.size < sessions:  # one pair after the other: so who meets is who came together
            self._pairs.append(await Pair.met(self._server.port, self._options))

    async def teach(self, pupils: int) -> None:
        """Let so many sit down who ask the coach all the time."""
        while len(self._pupils) < pupils:
            self._pupils.append(await Pupil.at_table(self._server.port, self._options))

    async def rest(self, seconds: float) -> float:
        """The share of a core that the server uses while nobody does anything."""
        await asyncio.sleep(1.0)
        await self._server.figures("rest")
        await asyncio.sleep(seconds)
        return float((await self._server.figures("rest"))["cpu"]) / seconds / 10

    async def arrivals(self, count: int) -> list[float]:
        """Milliseconds that so many newcomers wait for their first frame while all others play."""
        loop = asyncio.get_running_loop()
        stop = loop.time() + count * 0.25
        playing = asyncio.gather(*(pair.play(stop, Tally()) for pair in self._pairs))
        found = []
        for _ in range(count):
            found.append(await arrival(self._server.port, self._options) * 1000)
            await asyncio.sleep(0.1)
        await playing
        return sorted(found)

    async def play(self, seconds: float) -> tuple[Tally, dict[str, Any], float, list[float], list[float]]:
        """What all see in such a time, what the server says of it, how many seconds it was, and how late we were.

        Last, the seconds that pupils waited for the coach.
        """
        loop, tally, lateness = asyncio.get_running_loop(), Tally(), Lateness()
        until = loop.time() + seconds + SETTLING
        settling = asyncio.gather(*(pair.play(loop.time() + SETTLING, Tally()) for pair in self._pairs))
        await settling
        await self._server.figures()
        began = loop.time()
        lateness.start()
        waited: list[float] = []
        learning = asyncio.gather(*(pupil.learn(until, waited) for pupil in self._pupils))
        await asyncio.gather(*(pair.play(until, tally) for pair in self._pairs))
        said, took, late = await self._server.figures("rest"), loop.time() - began, lateness.taken()
        await learning
        return tally, said, took, late, sorted(waited)

    def leave(self) -> None:
        for pair in self._pairs:
            for player in pair.players:
                player.leave()
        for pupil in self._pupils:
            pupil.leave()


async def measured(crowd: Crowd, sessions: int, wanted: Wanted, empty: float) -> Row:
    """One row; a server without sessions holds so many megabytes."""
    await crowd.grow(sessions)
    resting = await crowd.rest(3.0)
    arrivals = await crowd.arrivals(wanted.arrivals)
    await crowd.teach(wanted.pupils)
    tally, said, took, late, waited = await crowd.play(wanted.seconds)
    keys, plays = sorted(tally.moves), sorted(tally.plays)
    return Row(
        sessions=crowd.size,
        keys=tally.keys,
        unanswered=tally.unanswered,
        key_p50=part(keys, 0.5) * 1000,
        key_p95=part(keys, 0.95) * 1000,
        key_p99=part(keys, 0.99) * 1000,
        key_max=part(keys, 1) * 1000,
        play_p50=part(plays, 0.5) * 1000,
        play_p95=part(plays, 0.95) * 1000,
        arrival_p50=part(arrivals, 0.5),
        arrival_p95=part(arrivals, 0.95),
        cpu_a_key=said["cpu"] / max(1, tally.keys),
        core=said["cpu"] / took / 10,
        megabytes=(said["memory"] - empty) / crowd.size,
        late_p50=part(said["late"], 0.5),
        late_p99=part(said["late"], 0.99),
        late_max=part(said["late"], 1),
        collections=said["collections"],
        longest_pause=said["longest_pause"],
        move_bytes=part(sorted(tally.move_bytes), 0.5),
        play_bytes=part(sorted(tally.play_bytes), 0.5),
        idle_core=resting,
        client_late_p99=part(late, 0.99),
        load_average=os.getloadavg()[0],
        pupils=wanted.pupils,
        advice_p50=part(waited, 0.5),
        advice_max=part(waited, 1),
    )


def part(found: Sequence[float], share: float) -> float:
    """The figure that this share of all is not above."""
    return found[min(len(found) - 1, int(len(found) * share))] if found else 0.0


async def rows(wanted: Wanted, folder: Path) -> AsyncIterator[Row]:
    """One after the other, in a server that fills."""
    async with Server.running(folder) as server:
        crowd = Crowd(server, await options())
        await arrival(server.port, crowd._options)  # what is made once is made
        empty = (await server.figures())["memory"]
        gc.freeze()
        gc.disable()  # whoever measures must not stand still
        try:
            for sessions in sorted(wanted.sessions):
                yield await measured(crowd, sessions, wanted, empty)
        finally:
            crowd.leave()


HEAD = (
    f"a key every {CADENCE:g} s each    key to frame, ms              play, ms      first frame     server"
    "               loop late, ms         collected            bytes\n"
    "sessions   p50    p95    p99    max    p50    p95    p50    p95   ms/key  core  idle  MB/s.   p50    p99    max "
    "  0/1/2   longest   move  play  clients   load"
)


def line(row: Row) -> str:
    """A row of the table."""
    collected = "/".join(map(str, row.collections))
    said = (
        f"{row.sessions:>8} {row.key_p50:>5.1f} {row.key_p95:>6.1f} {row.key_p99:>6.1f} {row.key_max:>6.1f} "
        f"{row.play_p50:>6.1f} {row.play_p95:>6.1f} {row.arrival_p50:>6.1f} {row.arrival_p95:>6.1f} "
        f"{row.cpu_a_key:>8.2f} {row.core:>4.0f}% {row.idle_core:>4.1f}% {row.megabytes:>6.2f} "
        f"{row.late_p50:>5.1f} {row.late_p99:>6.1f} {row.late_max:>6.1f} {collected:>8} {row.longest_pause:>8.1f} "
        f"{row.move_bytes:>6.0f} {row.play_bytes:>5.0f} {row.client_late_p99:>8.1f} {row.load_average:>6.1f}"
    )
    if row.unanswered:
        said += f"  {row.unanswered} of {row.keys} keys unanswered"
    if row.pupils:
        said += f"\n         {row.pupils} ask the coach all the time: half wait {row.advice_p50:.1f} s for an answer,"
        said += f" nobody more than {row.advice_max:.1f} s"
    if row.limits:
        told = [f"{name} <= {most:g} {'over' if name in row.over else 'ok'}" for name, most in row.limits.items()]
        said += f"\n         {', '.join(told)}"
    return said


def saturation(found: list[Row]) -> str:
    """Where one process is full."""
    cost = min(row.cpu_a_key for row in found)
    full = 1000 / cost
    return (
        f"One process is full at about {full:.0f} keys a second: {full * CADENCE:.0f} players, one every {CADENCE:g} s."
    )


async def run(wanted: Wanted) -> list[Row]:
    found = []
    with tempfile.TemporaryDirectory() as folder:
        if not wanted.as_json:
            print(HEAD, flush=True)
        async for row in rows(wanted, Path(folder)):
            found.append(row)
            if not wanted.as_json:
                print(line(row), flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", default="1,100,300,400,600,1000", help="how many play: 100,300,400,600,1000")
    parser.add_argument("--seconds", type=float, default=20, help="how long each is looked at (20)")
    parser.add_argument("--arrivals", type=int, default=20, help="how many come while the others play (20)")
    parser.add_argument("--pupils", type=int, default=0, help="how many others ask the coach all the time (0)")
    parser.add_argument("--json", action="store_true", help="the same figures for a program")
    asked = parser.parse_args()
    sessions = tuple(int(each) for each in asked.sessions.split(","))
    found = asyncio.run(run(Wanted(sessions, asked.seconds, asked.arrivals, asked.pupils, asked.json)))
    if asked.json:
        print(json.dumps([asdict(row) | {"over": row.over} for row in found], indent=2))
    else:
        print(saturation(found))


if __name__ == "__main__":
    main()
