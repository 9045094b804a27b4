"""What tests of the app share: a table to sit at, eyes for what it shows, and hands for its keys and its mouse."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual import events
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot

from bloodfang.glyphs import Glyphs
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang.opening import Opening
from bloodfang_tui.app import BloodFangApp
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.title import TitleScene
from bloodfang_tui.sheet import Sheet, Zone
from glass import Glass, GlassDriver


class Table:
    """One player at one terminal. Whatever is done here is done, and shown, when the call returns."""

    def __init__(self, app: BloodFangApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def scene(self) -> Scene[Any]:
        """What is in front."""
        assert isinstance(self.app.screen, Scene)
        return self.app.screen

    @property
    def sheet(self) -> Sheet:
        """What it looks like."""
        return self.scene.sheet

    @property
    def text(self) -> str:
        """The same without colours."""
        return self.sheet.text()

    @property
    def sent(self) -> int:
        """How many bytes the terminal was sent."""
        assert isinstance(self.app._driver, GlassDriver)
        return self.app._driver.sent

    @property
    def glass(self) -> Glass:
        """What the terminal shows; only where the table was laid with glass."""
        assert isinstance(self.app._driver, GlassDriver)
        return self.app._driver.glass

    async def open(self, scene: Scene[Any]) -> None:
        """Put a scene in front."""
        self.app.push_screen(scene)
        await self.settle()

    async def press(self, *keys: str) -> None:
        """Press keys, by the names that bindings have or as the characters they are."""
        for each in keys:
            self.app.post_message(key(each))
            await self.settle()

    async def type(self, text: str) -> None:
        """Type a text, character by character."""
        await self.press(*text)

    async def paste(self, text: str) -> None:
        """Let the terminal paste a text."""
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def click(self, command: str, about: object = None) -> None:
        """Click on the zone of a command, the last of several; and one that is about this, if that is said."""
        x, y = self.place(command, about)
        await self.click_at(x, y)

    async def click_at(self, x: int, y: int) -> None:
        """Click on a cell."""
        for kind in (events.MouseDown, events.MouseUp):
            self.app.post_message(mouse(kind, x, y))
        await self.settle()

    async def hover(self, x: int, y: int) -> None:
        """Move the mouse to a cell."""
        self.app.post_message(mouse(events.MouseMove, x, y))
        await self.settle()

    async def scroll(self, up: bool = False, x: int = 0, y: int = 0) -> None:
        """Turn the wheel by a notch."""
        self.app.post_message(mouse(events.MouseScrollUp if up else events.MouseScrollDown, x, y))
        await self.settle()

    async def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        if isinstance(self.app._driver, GlassDriver):
            self.app._driver.resize(columns, rows)
            await self.until(lambda: self.app.shown and self.app.shown.area[2:] == (columns, rows))
        else:
            await self.pilot.resize_terminal(columns, rows)
        await self.settle()

    async def settle(self) -> None:
        """Let everything that is going on be done; what waits for a clock or a thread is not waited for."""
        for _ in range(3):
            await self.pilot._wait_for_screen()
        if error := self.app._exception:
            raise error

    async def until(self, condition: Callable[[], object], seconds: float = 10) -> None:
        """Wait for something that takes its time, such as a bot."""
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.002)
                await self.settle()
        await self.settle()

    def zones(self, command: str) -> list[Zone]:
        """The zones of a command that can be hit."""
        return [zone for zone in self.sheet.zones if zone.command == command and _cell_of(self.sheet, zone)]

    def place(self, command: str, about: object = None) -> tuple[int, int]:
        """A cell that stands for a command, and is about this if that is said."""
        for zone in reversed(self.zones(command)):
            if about is None or zone.about == str(about):
                cell = _cell_of(self.sheet, zone)
                assert cell
                return cell
        said = sorted({f"{zone.command} {zone.about}".strip() for zone in self.sheet.zones})
        raise AssertionError(f"nothing to click for {command} {about or ''}; there is: {', '.join(said)}")


@asynccontextmanager
async def seated(
    home: Home,
    opening: Opening | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    depth: Depth = Depth.TRUE,
    glyphs: Glyphs = Glyphs.BLOCKS,
    glass: bool = False,
    app: BloodFangApp | None = None,
) -> AsyncIterator[Table]:
    """Sit down at a table: the app runs until the block ends. With `glass`, what it sends can be seen."""
    driver = GlassDriver if glass else None
    app = app or BloodFangApp(home, opening, depth=depth, glyphs=glyphs, driver_class=driver)
    async with app.run_test(size=size, headless=not glass) as pilot:
        table = Table(app, pilot)
        await table.settle()
        if opening is not None:
            await table.until(lambda: not isinstance(table.scene, TitleScene))
        yield table


def key(name: str) -> events.Key:
    """A key as a terminal would send it."""
    if len(name) == 1 and not name.isalnum():
        name = _character_to_key(name)
    try:
        character = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(name, name)))
    except KeyError:
        character = name if len(name) == 1 else ""
    return events.Key(name, character or None)


def mouse(kind: type[events.MouseEvent], x: int, y: int) -> events.MouseEvent:
    """The mouse does something at a cell."""
    return kind(None, x, y, 0, 0, 1, False, False, False, x, y)


def _cell_of(sheet: Sheet, zone: Zone) -> tuple[int, int] | None:
    """A cell at which this zone is what is pointed at."""
    area = zone.area
    for y in range(max(0, area.y), min(area.bottom, sheet.area.height)):
        for x in range(max(0, area.x), min(area.right, sheet.area.width)):
            if sheet.zone_at(x, y) is zone:
                return x, y
    return None
