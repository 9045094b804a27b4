"""Prints what one more player costs the process, beside an ordinary build of the same table: one table."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median

from bench.players import Counting, Make, Player, cold_start, cpu, memory
from bench.yardstick import Yardstick
from bloodfang.home import Home
from bloodfang.opening import AtTitle, Opening, PlayAtOnce
from bloodfang_engine.fang import Play
from bloodfang_tui.app import BloodFangApp
from bloodfang_tui.scenes.match import MatchScene

STEPS = 100
PLAYS = 20
IDLE = 5.0
MATCH = PlayAtOnce(seed=7, bot="easy", first="me")

LIMITS = {
    "one more app, to its title": ("ms", 25.0),
    "one more app, to its match": ("ms", 35.0),
    "a step from card to card": ("ms", 3.0),
    "the same, sent": ("bytes", 800.0),
    "a step from tile to tile": ("ms", 3.0),
    "the same, sent ": ("bytes", 800.0),
    "a play": ("ms", 8.0),
    "a play, sent": ("bytes", 4096.0),
    f"all of them idle for {IDLE:.0f} s": ("ms", 5.0),
    "one more match, in memory": ("MB", 0.8),
    "a new process, to its title": ("ms", 1000.0),
}


@dataclass(frozen=True)
class Row:
    """A figure, at most what it may be, and the yardstick's; None where the yardstick has no such thing."""

    what: str
    unit: str
    ours: float
    limit: float
    yardstick: float | None

    @property
    def verdict(self) -> str:
        return "ok" if self.ours <= self.limit else "over"


async def start(make: Make, apps: int) -> tuple[float, list[Player]]:
    """Milliseconds to a quiet screen for one more app where others are; and all of them."""
    players, spent = [], []
    for _ in range(apps):
        began = cpu()
        players.append(Player(make()))
        await players[-1].rest()
        await asyncio.sleep(0.05)  # what comes a little later counts as well
        await players[-1].rest()
        spent.append(cpu() - began)
    return median(spent[apps // 3 :]), players


async def step(player: Player, there: str, back: str) -> tuple[float, float]:
    """Milliseconds and bytes for one step of the selection."""
    for key in (there, back):
        await player.press(key)
    began, before = cpu(), player.sent
    for number in range(STEPS):
        await player.press(there if number // 3 % 2 else back)
    await asyncio.sleep(0.05)
    return (cpu() - began) / STEPS, (player.sent - before) / STEPS


async def idle() -> float:
    """Milliseconds of a while in which nobody does anything."""
    gc.collect()
    began = cpu()
    await asyncio.sleep(IDLE)
    return cpu() - began


def held(which: str, folder: Path, apps: int) -> float:
    """Megabytes that one more match holds, in a process that has held nothing else yet."""
    with ProcessPoolExecutor(1, get_context("spawn")) as alone:
        return alone.submit(_held, which, folder, apps).result()


def _held(which: str, folder: Path, apps: int) -> float:
    async def more() -> float:
        make = ours(a_home(folder), MATCH) if which == "ours" else yardstick("match")
        _, first = await start(make, 10)
        gc.collect()
        before = memory()
        _, others = await start(make, apps)
        gc.collect()
        each = (memory() - before) / apps
        await leave(first + others)
        return each

    return asyncio.run(more())


async def leave(players: list[Player]) -> None:
    for player in players:
        await player.leave()


# ours


def a_home(folder: Path) -> Home:
    home = Home.open(folder)
    home.change(motion="none", tutorial_seen=True)
    return home


def ours(home: Home, opening: Opening) -> Make:
    return lambda: BloodFangApp(home, opening, driver_class=Counting)


async def play_ours(players: list[Player]) -> tuple[float, float]:
    """Milliseconds and bytes for a play, from the key that confirms it until it is shown. The rival is not counted."""
    spent, sent = [], []
    for player in players:
        scene = player.app.screen
        assert isinstance(scene, MatchScene)
        player.app.workers.cancel_group(scene, "bots")
        while not scene.update.outcome:
            await answer(scene)
            await player.rest()
            if not scene.update.legal:
                continue
            plays = [act for act in scene.update.legal if isinstance(act, Play)]
            if not plays:
                await player.press("enter" if scene.view.mulligan else "p")
                continue
            await player.press(str((scene.view.hand or ()).index(plays[0].card) + 1))
            began, before, version = cpu(), player.sent, scene.update.version
            await player.press("enter")
            while scene.update.version == version:
                await asyncio.sleep(0.001)
            await player.rest()
            spent.append(cpu() - began)
            sent.append(player.sent - before)
    return mean(spent), mean(sent)


async def answer(scene: MatchScene) -> None:
    """Let the rival act, as simply as can be."""
    match, rival = scene.table.match, scene.seat.rival
    while rival in match.to_act:
        legal = match.latest(rival).legal
        await match.submit(rival, next((act for act in legal if isinstance(act, Play)), legal[0]))


async def our_figures(home: Home, apps: int) -> list[float | None]:
    to_title, titles = await start(ours(home, AtTitle()), apps)
    to_match, matches = await start(ours(home, MATCH), apps)
    resting = await idle()
    await leave(titles)
    await matches[0].press("enter")  # keep the hand
    await asyncio.sleep(0.5)
    among_cards = await step(matches[0], "right", "left")
    await matches[0].press("enter")  # onto the board
    among_tiles = await step(matches[0], "tab", "shift+tab")
    played = await play_ours(matches[1:5])
    await leave(matches)
    return [to_title, to_match, *among_cards, *among_tiles, *played, resting]


# the yardstick's


def yardstick(opening: str) -> Make:
    return lambda: Yardstick(opening, Counting)


async def yardstick_figures(apps: int) -> list[float | None]:
    to_title, titles = await start(yardstick("title"), apps)
    to_match, matches = await start(yardstick("match"), apps)
    resting = await idle()
    await leave(titles)
    among_cards = await step(matches[0], "right", "left")
    began, before = cpu(), matches[1].sent
    for _ in range(PLAYS):
        await matches[1].press("enter")
    played = (cpu() - began) / PLAYS, (matches[1].sent - before) / PLAYS
    await leave(matches)
    return [to_title, to_match, *among_cards, None, None, *played, resting]


# all of it


def rows(folder: Path, apps: int) -> list[Row]:
    here = Path(sys.executable).with_name("bloodfang")
    mine = [
        *asyncio.run(our_figures(a_home(folder), apps)),
        held("ours", folder, 3 * apps),
        cold_start([str(here), "--data-dir", str(folder)]),
    ]
    other = [
        *asyncio.run(yardstick_figures(apps)),
        held("yardstick", folder, 3 * apps),
        cold_start([sys.executable, str(Path(__file__).with_name("yardstick.py"))]),
    ]
    said = zip(LIMITS.items(), mine, other, strict=True)
    return [Row(what.strip(), unit, figure or 0.0, limit, beside) for (what, (unit, limit)), figure, beside in said]


def table(rows: list[Row], apps: int) -> str:
    lines = [f"{apps} players in one process     {'this':>9}  {'limit':>7}        {'one widget per tile':>21}"]
    for row in rows:
        figure = f"{row.ours:.2f}" if row.ours < 100 else f"{row.ours:.0f}"
        other = f"{row.yardstick:.1f}" if row.yardstick is not None else "-"
        times = f"x {row.yardstick / row.ours:.1f}" if row.yardstick is not None and row.ours > 0.05 else ""
        lines.append(f"{row.what:<31} {figure:>8} {row.limit:>8g} {row.unit:<5} {row.verdict:<5} {other:>9} {times:>8}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apps", type=int, default=20, help="how many players there are (20)")
    parser.add_argument("--json", action="store_true", help="the same figures for a program")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = rows(Path(folder), asked.apps)
    said = json.dumps([asdict(row) for row in found], indent=2) if asked.json else table(found, asked.apps)
    print(said, file=sys.__stdout__)  # what sys.stdout is after several ordinary apps, nobody knows


if __name__ == "__main__":
    main()
