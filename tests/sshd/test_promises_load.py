"""The server's promises about load: what a player costs, and that nobody pays for another (G5, N15)."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any
from weakref import ref

import asyncssh
import pytest

from bloodfang_sshd.collecting import LEFT
from bloodfang_sshd.session import LAST_GLANCE
from bloodfang_tui.scenes.onlinematch import OnlineMatchScene
from doors import Screen, connected, new_key, until
from houses import inside, running

ROOT = Path(__file__).parents[2]


async def measured(*words: str, seconds: float) -> list[dict[str, Any]]:
    """What the load bench prints: a server in one process, real SSH, and players in another."""
    bench = [sys.executable, "-m", "bench.load", "--json", *words]
    process = await asyncio.create_subprocess_exec(*bench, cwd=ROOT, stdout=PIPE)
    try:
        async with asyncio.timeout(seconds):
            said, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        raise
    found: list[dict[str, Any]] = json.loads(said)
    return found


async def test_g5_a_session_costs_nothing_while_it_is_idle_and_little_when_a_key_is_pressed() -> None:
    [row] = await measured("--sessions", "40", "--seconds", "5", "--arrivals", "4", seconds=120)
    assert row["unanswered"] == 0, row
    assert row["idle_core"] < 1.0, row  # a hundredth of a core, for all 40 of them
    assert row["key_p50"] < 60, row  # on a machine that does other things as well
    assert row["collections"] == [0, 0, 0], row  # nobody waits for the garbage collector
    assert row["megabytes"] < 0.8, row
    assert 0 < row["move_bytes"] < 1_500, row


@pytest.mark.soak
async def test_g5_the_figures_hold_with_400_and_1000_sessions_in_matches() -> None:
    rows = await measured("--sessions", "400,1000", "--seconds", "20", seconds=900)
    assert [row["over"] for row in rows] == [[], []]
    assert all(row["unanswered"] == 0 for row in rows)


async def in_match(connection: asyncssh.SSHClientConnection) -> Screen:
    """A terminal whose player looks for a rival."""
    seen = await inside(connection)
    await seen.until("Quick match")
    seen.press("\x1b[B\r" if "Learn to play" in seen.text else "\r")
    return seen


async def test_n15_who_holds_a_key_down_slows_nobody_else(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as premises,
        connected(premises.door, new_key()) as ann,
        connected(premises.door, new_key()) as bob,
    ):
        flooding, playing = await in_match(ann), await in_match(bob)
        for seen in (flooding, playing):
            await seen.until("give back or keep")
        waits: list[float] = []
        for number in range(40):
            flooding.press("\x1b[C" * 20)
            await asyncio.sleep(0.02)
            before, began = len(playing.text), time.monotonic()
            playing.press("\x1b[C" if number % 2 else "\x1b[D")
            await playing.until("\x1b[", before)
            waits.append(time.monotonic() - began)
        assert sorted(waits)[-2] < 0.1
        ann.abort()
        bob.abort()


async def test_g5_an_app_that_is_over_is_not_kept(tmp_path: Path) -> None:
    async with running(tmp_path) as premises:
        async with connected(premises.door) as ann, connected(premises.door) as bob:
            for seen in (await in_match(ann), await in_match(bob)):
                await seen.until("give back or keep")
            apps = [ref(session.app) for session in premises.door.sessions if session.app]
            assert len(apps) == 2
            assert all(isinstance(app.screen, OnlineMatchScene) for each in apps if (app := each()))
            app = None
            ann.abort()
            bob.abort()
        await until(lambda: not premises.door.house.connections)
        await until(lambda: gc.collect() >= 0 and not any(each() for each in apps))


async def test_g5_a_session_that_is_over_leaves_little_to_the_garbage_collector(tmp_path: Path) -> None:
    async with running(tmp_path) as premises:

        async def come_and_go(times: int) -> None:
            for _ in range(times):
                async with connected(premises.door) as ann:
                    seen = await inside(ann)
                    await seen.until("Quick match")
                    ann.abort()
            await until(lambda: not premises.door.house.connections)
            await asyncio.sleep(LAST_GLANCE + 0.2)

        await come_and_go(1)
        gc.collect()
        gc.disable()
        try:
            await come_and_go(5)
            assert gc.collect() < 5 * 2 * LEFT  # the clients are in this process, too
        finally:
            gc.enable()
