"""A monkey at the table: whatever it presses, clicks and pulls, nothing breaks, and matches can be played on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from textual import events
from textual.message import Message

from bloodfang import table as tables
from bloodfang.bots import LEVELS
from bloodfang.home import Home
from bloodfang.opening import PlayAtOnce
from bloodfang_engine.fang import Play
from bloodfang_engine.record import replay
from bloodfang_tui.commands import COMMANDS
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes import match
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.result import ResultScene
from bloodfang_tui.scenes.title import TitleScene
from bloodfang_tui.sheet import Sheet
from glass import cells
from seats import Table, key, mouse, seated
from test_sheet import HOSTILE

EVENTS = 2000
BATCH = 12
"""At most so many events arrive at once."""
SIZES = [(80, 24), (80, 24), (100, 30), (120, 40), (60, 20), (59, 19), (150, 50), (1, 1)]
QUIT = COMMANDS["app.quit"].keys.split(",")
KEYS = [key for each in COMMANDS.values() for key in each.keys.split(",") if key not in QUIT]
LIKELY = ["up", "down", "left", "right", "enter", "enter", "tab", "space", "1", "2", "3", "c"]
TYPED = ["a", "e", " ", "Z", "9", "é", "漢", "/", "_", "f5", "ctrl+d", "ctrl+u", "delete", "home"]


class Monkey:
    """Does anything, but always the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.left = EVENTS

    async def play(self, table: Table) -> None:
        """Until it is tired, or has left the table."""
        since = 0
        while self.left > 0 and not table.app._exit:
            count = self.chance.randint(1, BATCH)
            self.left -= count
            since += count
            for event in self.pranks(table, count):
                table.app.post_message(event)
            await table.settle()
            if self.chance.random() < 0.02 and not table.app._exit:
                await table.resize(*self.chance.choice(SIZES))
            if since > 80 and not table.app._exit:
                since = 0
                await look_around(table)

    def pranks(self, table: Table, count: int) -> Iterator[Message]:
        for _ in range(count):
            match self.chance.randrange(20):
                case 0 | 1:
                    yield from clicks(*self.cell(table))
                case 2 | 3 | 4:
                    yield from clicks(*self.zone(table))
                case 5:
                    yield mouse(events.MouseMove, *self.cell(table))
                case 6:
                    wheel = self.chance.choice([events.MouseScrollUp, events.MouseScrollDown])
                    yield mouse(wheel, *self.cell(table))
                case 7:
                    yield events.Paste(self.chance.choice([*HOSTILE.values(), "BF1-nonsense", "x" * 5000]))
                case 8:
                    yield key(self.chance.choice(TYPED))
                case 9 | 10 | 11 | 12:
                    yield key(self.chance.choice(KEYS))
                case _:
                    yield key(self.chance.choice(LIKELY))

    def cell(self, table: Table) -> tuple[int, int]:
        return self.chance.randrange(table.app.size.width), self.chance.randrange(table.app.size.height)

    def zone(self, table: Table) -> tuple[int, int]:
        zones = table.sheet.zones
        if not zones:
            return self.cell(table)
        area = self.chance.choice(zones).area
        return area.x + self.chance.randrange(max(1, area.width)), area.y + self.chance.randrange(max(1, area.height))


def clicks(x: int, y: int) -> Iterator[Message]:
    yield mouse(events.MouseDown, x, y)
    yield mouse(events.MouseUp, x, y)


async def look_around(table: Table) -> None:
    """What must hold at any time."""
    await table.until(lambda: table.app._exit or table.glass.cells == cells(table.sheet))  # a bot may be at it
    if not table.app._exit:
        shown = cells(table.sheet)
        assert cells(painted_anew(table.scene)) == shown, "what was kept is out of date"
    matches = [scene for scene in table.app.screen_stack if isinstance(scene, MatchScene)]
    for scene in matches:
        check(scene)
    assert len({scene.table.match.id for scene in matches}) == len(matches), "a match is on the table once"


def painted_anew(scene: Scene[Any]) -> Sheet:
    """What a scene looks like when nothing that was painted before is used again."""
    scene._painted, scene._sheet = {}, None
    return scene.sheet


def check(scene: MatchScene) -> None:
    """The match is one that the rules allow, and the scene shows this match."""
    played = scene.table.match
    *_, last = replay(scene.table.rules, played.record())
    latest = played.latest(scene.seat)
    assert scene.table.rules.view(last.state, scene.seat) == latest.view
    assert bool(latest.legal) == (scene.seat in played.to_act)
    hand = scene.view.hand or ()
    assert scene.pointing.at < max(1, len(hand))
    assert scene.pointing.tile in {tile.name for tile in scene.view.tiles}


async def play_out(table: Table) -> None:
    """Play the match in front to its end, with keys."""
    for _ in range(400):
        scene = table.scene
        if isinstance(scene, ResultScene):
            return
        if isinstance(scene, Ask):
            await table.press("down", "enter")
            continue
        assert isinstance(scene, MatchScene)
        if scene.update.outcome or scene.curtain:
            await table.press("enter")
        elif not scene.my_turn:
            await table.until(partial(_goes_on, scene))
            continue
        else:
            await take_turn(table, scene)
        await table.settle()
    raise AssertionError("the match does not end")


def _goes_on(scene: MatchScene) -> bool:
    return scene.my_turn or scene.curtain or scene.update.outcome is not None


async def take_turn(table: Table, scene: MatchScene) -> None:
    version = scene.update.version
    hand = scene.view.hand or ()
    playable = [act.card for act in scene.update.legal if isinstance(act, Play)]
    if not playable:
        await table.press("enter" if scene.view.mulligan else "p")
    else:
        if scene.pointing.on_board:
            await table.press("escape")
        while hand[scene.pointing.at] != playable[0]:
            await table.press("right")
        await table.press("enter", "enter")
    await table.until(lambda: scene.update.version > version or isinstance(table.scene, Ask))


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever bot the monkey chooses, it need not wait for it, nor for a curtain."""
    monkeypatch.setattr(tables, "LEVELS", dict.fromkeys(LEVELS, LEVELS["easy"]))
    monkeypatch.setattr(match, "COVERED", 0.0, raising=False)


@pytest.mark.filterwarnings("ignore:.*was never awaited")  # whoever leaves at once leaves things undone
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(6, 20))])
async def test_nothing_that_a_monkey_does_breaks_anything(home: Home, seed: int) -> None:
    monkey = Monkey(seed)
    async with asyncio.timeout(120):
        while monkey.left > 0:
            opening = PlayAtOnce(seed=seed, bot="easy") if monkey.chance.random() < 0.5 else None
            async with seated(home, opening, size=monkey.chance.choice(SIZES[:5]), glass=True) as table:
                await monkey.play(table)
        await finish_one(home)


async def finish_one(home: Home) -> None:
    """Take up a match that the monkey has left, and play it to its end."""
    home.change(confirm_pass=True)
    home.notices.clear()
    async with seated(home, glass=True) as table:
        assert isinstance(table.scene, TitleScene)
        left = await home.journal().unfinished()
        if left:
            await table.until(lambda: "Continue" in table.text)
            await table.press("c")
            if isinstance(table.scene, Ask):
                await table.press("enter")
            await table.until(lambda: isinstance(table.scene, MatchScene))
            await play_out(table)
            assert len(await home.journal().unfinished()) == len(left) - 1


@pytest.mark.parametrize("opponent", ["bot", "person"])
async def test_a_match_can_be_played_to_its_end_with_keys(home: Home, opponent: str) -> None:
    wanted = PlayAtOnce(seed=7, bot="easy", opponent="person" if opponent == "person" else "bot")
    async with seated(home, wanted, glass=True) as table:
        await play_out(table)
        assert table.glass.cells == cells(table.sheet)
