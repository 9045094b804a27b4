"""What tests of the online scenes share: a server without a door, and people at terminals in its lobby."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bloodfang.accounts import Person
from bloodfang.clock import Preset
from bloodfang.faces import Glyphs
from bloodfang.hall import Hall
from bloodfang.hallfile import MemoryStore
from bloodfang.home import Home
from bloodfang.house import House
from bloodfang.ink import Depth
from bloodfang.journal import Journal, MemoryJournal
from bloodfang.lobby import Lobby
from bloodfang.people import People
from bloodfang.visit import Visit
from bloodfang_engine.fang import PASS, Action, Play
from bloodfang_tui.app import BloodFangApp
from bloodfang_tui.online import Online
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes import placard
from bloodfang_tui.scenes.lobby import LobbyScene
from bloodfang_tui.scenes.onlinematch import OnlineMatchScene
from bloodfang_tui.scenes.onlineresult import OnlineResultScene
from halls import Moments, library
from matches import in_code
from seats import Table, seated

ADDRESS = "192.0.2.7"
EPOCH = 1_900_000_000.0
"""The day on which these tests play."""


def key_of(name: str) -> str:
    """A fingerprint for somebody of this name."""
    return f"SHA256:{(name * 43)[:43]}"


class Server:
    """A hall and a lobby in memory, and people in a file; the time is in the test's hands."""

    def __init__(
        self,
        folder: Path,
        house: House | None = None,
        journal: Journal | None = None,
        *,
        coded: bool = False,
    ) -> None:
        self.folder = folder
        self.library = library()
        if coded:
            home = Home.open(folder / "coded", library=self.library)
            in_code(home)
            self.library = home.library
        self.now = Moments()
        self.people, _ = People.open(folder / "people.sqlite3", lambda: EPOCH + self.now())
        self.house = house or House(bot_pause=0.0)
        self.hall = Hall(journal or MemoryJournal(), self.library, self.people, MemoryStore(), self.house, self.now)
        self.lobby: Lobby

    async def open(self) -> None:
        await self.hall.open()
        self.lobby = Lobby(self.hall, self.people)

    async def close(self) -> None:
        await self.lobby.close()
        await self.hall.close()
        await self.people.close()

    async def wait(self, seconds: float) -> None:
        """Time passes, and whatever is due by then is done."""
        self.now.pass_by(seconds)
        await self.lobby.tick()
        await self.hall.tick()

    def home(self, name: str, **settings: Any) -> Home:
        """Somebody's things, in which nothing moves."""
        home = Home.open(self.folder / "players" / name, library=self.library)
        home.change(**{"motion": "none", "tutorial_seen": True, **settings})
        return home

    async def person(self, name: str, *, guest: bool = False) -> Person:
        """Somebody who has this name here."""
        return await self.people.guest(name) if guest else await self.people.enrol(name, key_of(name), "laptop")

    @asynccontextmanager
    async def visited(
        self,
        name: str,
        *,
        person: Person | None = None,
        guest: bool = False,
        size: tuple[int, int] = (80, 24),
        room: str = "",
        depth: Depth = Depth.TRUE,
        glyphs: Glyphs = Glyphs.BLOCKS,
        **settings: Any,
    ) -> AsyncIterator[Table]:
        """Somebody at a terminal, in the lobby, or at the match they have left."""
        who = person or await self.person(name, guest=guest)
        home = self.home(name, **settings)
        key = "" if who.guest else key_of(name)
        app = BloodFangApp(home, enter=lambda: self._enter(who, room, key), depth=depth, glyphs=glyphs)
        async with seated(home, size=size, app=app) as table:
            try:
                yield table
            finally:  # as the app does where it is not driven by a test
                visit_of(table).leave()

    async def _enter(self, person: Person, room: str, key: str) -> Online:
        return Online(await self.lobby.enter(person, ADDRESS, key), self.people, room)


@asynccontextmanager
async def served(
    folder: Path, house: House | None = None, journal: Journal | None = None, *, coded: bool = False
) -> AsyncIterator[Server]:
    """A server that is open until the block ends; with `coded`, every card's name can be found wherever it shows."""
    server = Server(folder, house, journal, coded=coded)
    await server.open()
    try:
        yield server
    finally:
        await server.close()


@pytest.fixture(autouse=True)
def no_settling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests press keys when they mean them."""
    monkeypatch.setattr(placard, "SETTLING", 0.0)


def visit_of(table: Table) -> Visit:
    """The session of this terminal."""
    assert table.app.online
    return table.app.online.visit


def lobby_of(table: Table) -> LobbyScene:
    """The lobby's scene, wherever it is."""
    scene = table.app.screen_stack[0]
    assert isinstance(scene, LobbyScene)
    return scene


def match_scene(table: Table) -> OnlineMatchScene:
    """The match in front."""
    assert isinstance(table.scene, OnlineMatchScene), type(table.scene).__name__
    return table.scene


def agree(*tables: Table, clock: Preset | None = None, rated: bool = False) -> None:
    """Let all of them wish for the same terms."""
    for table in tables:
        wishes = lobby_of(table).wishes
        wishes.terms = replace(wishes.terms, clock=clock or wishes.terms.clock, rated=rated)


async def choose(table: Table, name: str) -> None:
    """Choose an entry of the lobby, with keys."""
    lobby = lobby_of(table)
    assert table.scene is lobby, type(table.scene).__name__
    names = [entry.name for entry in lobby.entries()]
    assert name in names, f"there is no {name!r} among {names}"
    await table.press("left")
    while names[lobby.at] != name:
        await table.press("down")
    await table.press("enter")


async def point_at(table: Table, text: str) -> None:
    """Point at a line on the right side of the lobby, with keys."""
    lobby = lobby_of(table)
    await table.press("right")
    for _ in lobby.rows():
        row = lobby._pointed_at()
        if row and text in f"{row.group} {row.name}":
            return
        await table.press("down")
    raise AssertionError(f"{text} is not there: {[row.name for row in lobby.rows()]}")


async def at_table(*tables: Table) -> None:
    """Wait until all of them sit at a match, and it is in front."""
    for table in tables:
        await table.until(partial(in_front, table, OnlineMatchScene))


async def quick_match(*tables: Table, ready: bool = True) -> None:
    """Both look for a rival, and find each other; `ready` is past the mulligan."""
    for table in tables:
        await choose(table, "Quick match")
    await at_table(*tables)
    if ready:
        await past_mulligan(*tables)


async def past_mulligan(*tables: Table) -> None:
    """Everybody keeps their hand."""
    for table in tables:
        await table.press("enter")
    for table in tables:
        scene = match_scene(table)
        await table.until(partial(_has_begun, scene))


def to_act(*tables: Table) -> tuple[Table, Table]:
    """Whoever is to act, and the other."""
    one, other = tables
    return (one, other) if match_scene(one).my_turn else (other, one)


async def play(*tables: Table, acts: int = 1000) -> None:
    """Play on through the chairs, without keys, until the match is over or so many acts are done."""
    scenes = [match_scene(table) for table in tables]
    match = scenes[0].table.match
    for _ in range(acts):
        if match.outcome:
            break
        for scene in scenes:
            if legal := match.latest(scene.seat).legal:
                await scene.chair.submit(some_act(legal), match.version)
                break
    for table, scene in zip(tables, scenes, strict=True):
        await table.until(partial(is_at, scene, match.version))


def some_act(legal: Iterable[Action]) -> Action:
    acts = [*legal]
    plays = [act for act in acts if isinstance(act, Play)]
    return plays[len(plays) // 2] if plays else PASS if PASS in acts else acts[0]


async def to_results(*tables: Table) -> None:
    """Everybody looks at the result."""
    for table in tables:
        await table.press("enter")
        assert isinstance(table.scene, OnlineResultScene)


def shows(table: Table, text: str) -> bool:
    """Whether this is on the screen."""
    return text in table.text


def is_at(scene: OnlineMatchScene, version: int) -> bool:
    """Whether a scene shows the match at this version."""
    return scene.update.version == version


def is_over(table: Table) -> bool:
    """Whether the match in front is shown to be over."""
    return match_scene(table).update.outcome is not None


def _has_begun(scene: OnlineMatchScene) -> bool:
    return not scene.view.mulligan


def in_front(table: Table, kind: type[Scene[Any]]) -> bool:
    """Whether a scene of this kind is in front."""
    return isinstance(table.scene, kind)
