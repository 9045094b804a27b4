"""What the screens of a server look like. A change of looks is a change of pictures.

To take them anew: `.venv/bin/python -m pytest tests/tui/test_snapshots_online.py --snapshot-update`
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from bloodfang import people
from bloodfang.chair import Chair
from bloodfang.clock import BLITZ, NO_CLOCK, Preset
from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang.house import House
from bloodfang.ink import Depth
from bloodfang.seating import Sitter
from bloodfang.terms import Terms
from bloodfang.visit import Visit
from bloodfang_engine.contract import Seat
from bloodfang_tui import BloodFangApp
from bloodfang_tui.online import Online
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.lobby import LobbyScene
from bloodfang_tui.scenes.onlinematch import OnlineMatchScene
from halls import decks, library
from online import ADDRESS, Server, key_of, no_settling, some_act  # noqa: F401

Snap = Callable[..., bool]
every_size = pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")


class Stage:
    """A server on which only Ann has a terminal; all others are visits that tests move."""

    def __init__(self, folder: Path, *, guest: bool = False, newcomer: bool = False) -> None:
        self.folder = folder
        self.guest = guest
        self.newcomer = newcomer
        self.server: Server
        self.pilot: Pilot[Any]
        self.visits: dict[str, Visit] = {}

    async def enter(self) -> Online:
        """Open the server, and come in."""
        self.server = Server(self.folder, House(bot_pause=0.0))
        await self.server.open()
        ann = await self.server.person("Ann", guest=self.guest)
        self.visits["Ann"] = await self.server.lobby.enter(ann, ADDRESS, "" if self.guest else key_of("Ann"))
        return Online(self.visits["Ann"], self.server.people)

    def app(self, **words: Any) -> BloodFangApp:
        """What Ann has before her."""
        home = Home.open(self.folder / "players" / "Ann", library=library())
        home.change(motion="none", tutorial_seen=not self.newcomer)
        return BloodFangApp(home, enter=self.enter, **words)

    @property
    def lobby(self) -> LobbyScene:
        scene = self.pilot.app.screen_stack[0]
        assert isinstance(scene, LobbyScene)
        return scene

    async def come(self, *names: str) -> None:
        """Others come in."""
        for name in names:
            person = await self.server.person(name.strip("~"), guest=name.startswith("~"))
            self.visits[name] = await self.server.lobby.enter(person, "192.0.2.9", "")
        await self.shown()

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
        await self.shown()

    async def shown(self) -> None:
        """Whatever is going on is on the screen."""
        for _ in range(2):
            await self.pilot.pause()
        scene = self.pilot.app.screen
        assert isinstance(scene, Scene)
        scene.repaint()
        await self.pilot.pause()

    async def begin(self, one: str, other: str, *, clock: Preset = NO_CLOCK, rated: bool = False) -> list[Chair]:
        """A match of these two, with all luck in it settled; they sit at their seats."""
        sitters = [Sitter(self.visits[name].person.name, self.visits[name].person.id) for name in (one, other)]
        terms = Terms(clock=clock, rated=rated)
        places = sitters[0], sitters[1]
        live = await self.server.hall.begin(places, decks(), terms, seed=11, match_id="0123456789abcdef")
        chairs = [await self.visits[name].sit(live.id) for name in (one, other)]
        await self.shown()
        return chairs

    async def play(self, chairs: list[Chair], acts: int) -> None:
        match = chairs[0].live.match
        for _ in range(acts):
            if not match.outcome:
                seat = match.to_act[0]
                await chairs[seat].submit(some_act(match.latest(seat).legal), match.version)
        await self.shown()


async def lobby(stage: Stage) -> None:
    await stage.shown()


async def lobby_busy(stage: Stage) -> None:
    await stage.come("Bob", "Carol", "Dan", "Eve", "~egret")
    await stage.visits["Bob"].seek(Terms(clock=BLITZ, rated=True), decks()[0], quick=False)
    await stage.play(await stage.begin("Carol", "Dan"), 7)
    await stage.press("tab")


async def seeking(stage: Stage) -> None:
    await stage.come("Bob")
    await stage.press("enter")
    stage.server.now.pass_by(14)
    await stage.shown()


async def bot_offered(stage: Stage) -> None:
    await stage.press("enter")
    await stage.server.wait(21)
    await stage.shown()


async def challenged(stage: Stage) -> None:
    await stage.come("Bob", "Carol")
    for name in ("Bob", "Carol"):
        stage.visits[name].challenge("Ann", Terms(clock=BLITZ), decks()[0])
    await stage.shown()


async def room(stage: Stage) -> None:
    await stage.press("r", "enter")


async def terms(stage: Stage) -> None:
    await stage.press("t", "down", "down", "right")


async def match_with_clocks(stage: Stage) -> None:
    await stage.come("Bob")
    chairs = await stage.begin("Ann", "Bob", clock=BLITZ)
    await stage.play(chairs, 8)
    stage.server.now.pass_by(7)
    await stage.shown()


async def match_urgent(stage: Stage) -> None:
    await match_with_clocks(stage)
    stage.server.now.pass_by(58)
    await stage.shown()


async def match_away(stage: Stage) -> None:
    await stage.come("Bob")
    chairs = await stage.begin("Ann", "Bob")
    await stage.play(chairs, 7)
    chairs[Seat.SECOND].leave()
    stage.server.now.pass_by(75)
    await stage.shown()


async def draw_offered(stage: Stage) -> None:
    await stage.come("Bob")
    chairs = await stage.begin("Ann", "Bob")
    await stage.play(chairs, 6)
    await chairs[Seat.SECOND].offer_draw()
    chairs[Seat.SECOND].emote(3)
    await stage.shown()


async def more(stage: Stage) -> None:
    await draw_offered(stage)
    await stage.press("m")


async def result_rated(stage: Stage) -> None:
    await stage.come("Bob")
    chairs = await stage.begin("Ann", "Bob", rated=True)
    await stage.play(chairs, 100)
    await stage.server.hall.settled()
    await chairs[Seat.SECOND].rematch()
    assert isinstance(stage.pilot.app.screen, OnlineMatchScene)
    await stage.press("enter")


async def watched(stage: Stage) -> None:
    await stage.come("Bob", "Carol")
    chairs = await stage.begin("Bob", "Carol", clock=BLITZ)
    await stage.play(chairs, 9)
    await stage.press("w", "right")
    tile = next(tile for tile in chairs[0].live.match.latest(None).view.tiles if tile.piece)
    scene = stage.pilot.app.screen
    scene.pointing = replace(scene.pointing, tile=tile.name)  # type: ignore[attr-defined]
    await stage.shown()


async def leaders(stage: Stage) -> None:
    for number, (winner, loser) in enumerate([("Bob", "Carol"), ("Bob", "Ann"), ("Ann", "Carol"), ("Dan", "Bob")]):
        one, other = await stage.server.person(winner), await stage.server.person(loser)
        await stage.server.people.settle(str(number), one.id, other.id)
    stage.lobby.ways.leaders()
    for _ in range(10):
        await stage.pilot.pause(0.02)
    await stage.shown()


async def account(stage: Stage) -> None:
    stage.lobby.ways.account()
    for _ in range(10):
        await stage.pilot.pause(0.02)
    await stage.shown()


async def phrase(stage: Stage) -> None:
    await account(stage)
    await stage.press("down", "enter", "down", "enter")
    await stage.pilot.pause(0.3)
    await stage.shown()


SCREENS: list[Callable[[Stage], Coroutine[Any, Any, None]]] = [
    lobby,
    lobby_busy,
    seeking,
    bot_offered,
    challenged,
    room,
    terms,
    match_with_clocks,
    match_urgent,
    match_away,
    draw_offered,
    more,
    result_rated,
    watched,
    leaders,
    account,
    phrase,
]


@pytest.fixture(autouse=True)
def _frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """No luck: a room's code is always the same, and so is a phrase."""
    letters = cycle("ABCDEFGHJK")
    monkeypatch.setattr("bloodfang.rooms.secrets.choice", lambda _: next(letters))
    monkeypatch.setattr(people, "new_phrase", lambda: "babab dadad fafaf gagag hahah")


def snapped(
    snap: Snap, stage: Stage, act: Callable[[Stage], Coroutine[Any, Any, None]], size: tuple[int, int], **words: Any
) -> bool:
    """Whether a screen looks as it should."""

    async def before(pilot: Pilot[Any]) -> None:
        stage.pilot = pilot
        await pilot.pause()
        await act(stage)

    same = snap(stage.app(**words), terminal_size=size, run_before=before)
    asyncio.run(stage.server.people.close())
    return same


@every_size
@pytest.mark.parametrize("screen", SCREENS, ids=lambda each: each.__name__.replace("_", "-"))
def test_screen(snap_compare: Snap, tmp_path: Path, screen: Any, size: tuple[int, int]) -> None:
    assert snapped(snap_compare, Stage(tmp_path), screen, size)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_first_visit_of_a_guest(snap_compare: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    assert snapped(snap_compare, Stage(tmp_path, guest=True, newcomer=True), lobby, size)


@pytest.mark.parametrize("screen", [lobby_busy, match_urgent, watched], ids=lambda each: each.__name__)
def test_in_plain_characters_without_colours(snap_compare: Snap, tmp_path: Path, screen: Any) -> None:
    plain = {"depth": Depth.NONE, "glyphs": Glyphs.ASCII}
    assert snapped(snap_compare, Stage(tmp_path), screen, (80, 24), **plain)
