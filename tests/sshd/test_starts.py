"""A crowd at the door: its games open one after the other, and nobody who plays is kept waiting (G6)."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import AsyncExitStack
from pathlib import Path

import asyncssh
import pytest

from bloodfang_sshd.driver import START
from bloodfang_sshd.starts import PATIENCE, Starts
from bloodfang_sshd.visits import Facts, make_app
from bloodfang_tui.app import BloodFangApp
from doors import TITLE, Screen, connected, library, opened, screen, titled, until

CROWD = {"per_address": 100, "attempts_a_minute": 1_000}
QUEUE = re.compile(r"Many come at once: (\d+) before you, and the game opens in about (\d+) s\.\r\n")


class Opened:
    """Makes apps, and remembers when."""

    def __init__(self, folder: Path) -> None:
        self.times: list[float] = []
        self._make = make_app(folder, library())

    def __call__(self, facts: Facts) -> BloodFangApp:
        self.times.append(time.monotonic())
        return self._make(facts)

    def pauses(self, turns: int = 1) -> list[float]:
        """The seconds between each and the one so many turns later."""
        return [after - before for before, after in zip(self.times, self.times[turns:], strict=False)]


def told(seen: Screen) -> list[tuple[int, int]]:
    """What somebody read about the queue before the game opened."""
    return [(int(before), int(left)) for before, left in QUEUE.findall(seen.text.partition(START)[0])]


async def test_g6_a_burst_of_arrivals_is_let_in_one_after_the_other(tmp_path: Path) -> None:
    apps = Opened(tmp_path)
    async with opened(tmp_path, {**CROWD, "starts_a_second": 10}, app=apps) as door, AsyncExitStack() as crowd:
        clients = [await crowd.enter_async_context(connected(door)) for _ in range(15)]
        seen = await asyncio.gather(*(titled(client) for client in clients))
    assert len(apps.times) == 15
    assert min(apps.pauses(5)) > 0.4, "more than ten opened in a second"
    assert told(seen[0]) == []
    assert all(told(each) == [] for each in seen[:4]), "who waits for half a second reads nothing"
    assert all(len(told(each)) == 1 for each in seen[7:]), "who waits for longer reads one line"
    befores = [told(each)[0][0] for each in seen[7:]]
    assert befores == sorted(befores), "turns come in the order of arrival"
    assert all(QUEUE.search(each.text.partition(START)[2]) is None for each in seen)


async def test_g6_whoever_plays_does_not_notice_a_burst(tmp_path: Path) -> None:
    async with opened(tmp_path, CROWD) as door, AsyncExitStack() as crowd, connected(door) as player:
        clients = [await crowd.enter_async_context(connected(door)) for _ in range(40)]
        playing = await titled(player)
        burst = asyncio.gather(*(titled(client) for client in clients))
        took = []
        while not burst.done():
            before, began = len(playing.text), time.monotonic()
            playing.press("\x1b[B")
            await playing.until("\x1b[", before)
            took.append(time.monotonic() - began)
            await asyncio.sleep(0.02)
        await burst
    took.sort()
    assert len(took) > 20
    # 40 games at once would keep everybody waiting for half a second; the clients of this test share the loop, too.
    assert took[len(took) * 95 // 100] < 0.15, took[-5:]


@pytest.mark.parametrize("how", ["hangs up", "closes the channel", "presses Ctrl+C"])
async def test_g6_who_leaves_while_waiting_leaves_the_queue(how: str, tmp_path: Path) -> None:
    apps = Opened(tmp_path)
    async with (
        opened(tmp_path, {**CROWD, "starts_a_second": 1}, app=apps) as door,
        connected(door) as first,
        connected(door) as second,
        connected(door) as third,
    ):
        await titled(first)
        gone = await screen(second)
        await until(lambda: len(door.sessions) == 2)
        stays = await screen(third)
        await gone.until("before you")
        match how:
            case "hangs up":
                second.abort()
            case "closes the channel":
                gone.process.close()
            case "presses Ctrl+C":
                gone.press("\x03")
                assert await gone.ended() == 1
                assert gone.is_whole
        await until(lambda: len(door.sessions) == 2)
        await stays.until(TITLE)
        assert len(apps.times) == 2
        assert apps.pauses()[0] < 1.5, "nobody waits for who has gone"


async def test_g6_a_server_that_stops_lets_those_go_who_wait(tmp_path: Path) -> None:
    async with opened(tmp_path, {"starts_a_second": 1}) as door, connected(door) as one, connected(door) as two:
        await titled(one)
        waiting = await screen(two)
        await waiting.until("before you")
        began = time.monotonic()
        stopping = asyncio.ensure_future(door.stop())
        await waiting.ended()
        await stopping
        assert time.monotonic() - began < 3
        assert "The server stops for now" in waiting.text
        assert START not in waiting.text


async def test_commands_need_no_turn(tmp_path: Path) -> None:
    async with opened(tmp_path, {"starts_a_second": 1}) as door, connected(door) as one:
        await titled(one)
        began = time.monotonic()
        answer = await one.run("version")
        assert isinstance(answer, asyncssh.SSHCompletedProcess)
        assert answer.exit_status == 0
        assert time.monotonic() - began < 0.5


# turns by themselves


async def test_turns_are_given_in_order_and_passed_on_by_who_does_not_take_them() -> None:
    starts, came = Starts(20), []

    async def come(name: int) -> None:
        await starts.turn(lambda _, __: None)
        came.append(name)

    tasks = [asyncio.ensure_future(come(number)) for number in range(6)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    tasks[4].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert came == [0, 2, 3, 5]


async def test_a_turn_that_has_come_to_who_is_just_gone_is_the_next_ones() -> None:
    starts = Starts(5)
    await starts.turn(lambda _, __: None)
    gone, next_one = (asyncio.ensure_future(starts.turn(lambda _, __: None)) for _ in range(2))
    await asyncio.sleep(0)
    starts._next()  # its turn comes, and before it can take it ...
    gone.cancel()
    await asyncio.wait_for(next_one, 0.1)
    assert gone.cancelled()


async def test_who_comes_alone_waits_for_nobody() -> None:
    starts = Starts(20)
    for _ in range(2):
        began = time.monotonic()
        await starts.turn(lambda _, __: None)
        assert time.monotonic() - began < 0.02
        await asyncio.sleep(0.08)


async def test_who_waits_is_told_once_how_many_are_before_them() -> None:
    starts, said = Starts(2.5), []
    await asyncio.gather(*(starts.turn(lambda *told: said.append(told)) for _ in range(4)))
    assert PATIENCE == 0.5
    assert said == [(0, 0.4), (1, 0.8)]
