"""The app: players in one process do not notice each other, not even when one of them falls."""

from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from bloodfang.glyphs import Glyphs
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang.opening import AtTitle
from bloodfang_tui import app as app_module
from bloodfang_tui.app import BloodFangApp
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.title import TitleScene
from bloodfang_tui.sheet import Sheet
from glass import GlassDriver, cells
from seats import key, seated


class Trap(Scene[None]):
    """Has a bug in each thing that a scene does."""

    CONTEXT = "decks"
    hand = "the ace nobody may know of"

    def __init__(self, where: str = "") -> None:
        super().__init__()
        self.where = where

    def paint(self, sheet: Sheet) -> None:
        if self.where == "paint":
            raise RuntimeError("in paint")
        self.paint_bar(sheet)

    def hints(self) -> Iterable[str]:
        return ("decks.new",)

    def do_new(self) -> None:
        secret = self.hand
        raise RuntimeError(f"in a command, {len(secret)}")

    def on_mount(self) -> None:
        if self.where == "mount":
            raise RuntimeError("in mount")

    def do_copy(self) -> None:
        self.run_worker(self._work())

    async def _work(self) -> None:
        raise RuntimeError("in a worker")


async def run_alone(home: Home, *keys: str, scene: Scene[Any] | None = None) -> BloodFangApp:
    """Run an app as a player would, open a scene, press keys, and wait for its end."""
    app = BloodFangApp(home, driver_class=GlassDriver)
    task = asyncio.create_task(app.run_async(size=(80, 24)))
    async with asyncio.timeout(10):
        while not app.shown:
            await asyncio.sleep(0.001)
        if scene:
            app.call_later(app.push_screen, scene)
        for each in keys:
            app.call_later(app.post_message, key(each))
        await task
    return app


@pytest.mark.parametrize(("where", "keys"), [("", ["n"]), ("", ["c"]), ("paint", []), ("mount", [])])
async def test_a_bug_ends_the_app_with_a_number_and_a_whole_terminal(
    home: Home, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], where: str, keys: list[str]
) -> None:
    app = await run_alone(home, *keys, scene=Trap(where))
    assert app.return_code == 1
    assert isinstance(app._driver, GlassDriver)
    assert app._driver.restored
    number = re.search(r"number is ([0-9a-f]{6});", app.parting)
    assert number
    (said,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert f"id={number[1]}" in said.getMessage()
    assert said.exc_info
    assert Trap.hand not in caplog.text
    assert capfd.readouterr() == ("", "")


async def test_a_bug_ends_one_app_and_no_other(home: Home, tmp_path: Path) -> None:
    async with seated(Home.open(tmp_path / "other"), glass=True) as other:
        fallen = await run_alone(home, "n", scene=Trap())
        assert fallen.parting
        await other.press("down", "down")
        assert other.glass.cells == cells(other.sheet)
        assert not other.app.parting


async def test_a_bug_is_loud_in_tests(home: Home) -> None:
    async def fall() -> None:
        async with seated(home) as table:
            await table.open(Trap())
            await table.press("n")

    with pytest.raises(RuntimeError, match="in a command"):
        await fall()


async def test_leaving_is_no_bug(home: Home) -> None:
    app = await run_alone(home, "ctrl+c")
    assert (app.return_code, app.parting) == (0, "")


def test_the_player_is_told_one_sentence_after_the_terminal_is_whole(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Falling(BloodFangApp):
        def run(self, **_: Any) -> None:
            self._handle_exception(RuntimeError("a bug"))

    monkeypatch.setattr(app_module, "BloodFangApp", Falling)
    root = logging.getLogger()
    kept = root.handlers[:]
    root.handlers.clear()
    try:
        assert app_module.run(home, AtTitle()) == 1
    finally:
        logging.captureWarnings(False)
        for each in root.handlers:
            each.close()
        root.handlers[:] = kept
    said = capsys.readouterr()
    assert said.out == ""
    assert re.fullmatch(r"Blood Fang had to stop\..* number is [0-9a-f]{6};.*bloodfang\.log\.\n", said.err)
    log = (home.data / "bloodfang.log").read_text(encoding="utf-8")
    assert "RuntimeError: a bug" in log


async def test_two_looks_in_one_process_do_not_touch_each_other(tmp_path: Path) -> None:
    homes = [Home.open(tmp_path / name) for name in ("one", "two", "three")]
    homes[1].change(theme="day")
    looks = [(Depth.TRUE, Glyphs.BLOCKS), (Depth.INDEXED, Glyphs.BLOCKS), (Depth.NONE, Glyphs.ASCII)]
    alone = []
    for home, (depth, glyphs) in zip(homes, looks, strict=True):
        async with seated(home, depth=depth, glyphs=glyphs, glass=True) as table:
            await table.press("down")
            alone.append(table.glass.cells)
    async with (
        seated(homes[0], depth=looks[0][0], glyphs=looks[0][1], glass=True) as one,
        seated(homes[1], depth=looks[1][0], glyphs=looks[1][1], glass=True) as two,
        seated(homes[2], depth=looks[2][0], glyphs=looks[2][1], glass=True) as three,
    ):
        for table in (two, three, one):
            await table.press("down")
        assert [table.glass.cells for table in (one, two, three)] == alone
        assert all("5;" in sgr for _, sgr in two.glass.cells[0])
        assert three.text.isascii()


async def test_streams_are_the_same_while_apps_overlap_in_any_order(home: Home) -> None:
    streams = sys.stdout, sys.stderr
    apps = [BloodFangApp(home, driver_class=GlassDriver) for _ in range(3)]
    tasks = [asyncio.create_task(each.run_async(size=(80, 24))) for each in apps]
    while not all(each.shown for each in apps):
        await asyncio.sleep(0.001)
    for number in (1, 0, 2):
        apps[number].exit()
        await tasks[number]
        assert (sys.stdout, sys.stderr) == streams


async def test_another_look_is_seen_at_once_and_kept(home: Home) -> None:
    async with seated(home, glass=True) as table:
        before = [list(row) for row in table.glass.cells]
        table.app.change(theme="day")
        await table.settle()
        assert table.glass.cells != before
        assert table.glass.cells == cells(table.sheet)
    assert Home.open(home.data).settings.theme == "day"


async def test_the_title_is_where_everything_starts(home: Home) -> None:
    async with seated(home) as table:
        assert isinstance(table.scene, TitleScene)
