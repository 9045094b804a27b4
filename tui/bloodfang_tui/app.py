"""The app: one player's game at one terminal, whether it is here or at the other end of a connection."""

from __future__ import annotations

import logging
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

from textual import events
from textual.driver import Driver

from bloodfang.glyphs import Glyphs
from bloodfang.ink import Depth
from bloodfang.opening import AtTitle, Opening, PlayAtOnce, WatchRecord
from bloodfang_tui.commands import DEFAULT_KEYS
from bloodfang_tui.lean import LeanApp
from bloodfang_tui.look import Look
from bloodfang_tui.scene import Scene
from bloodfang_tui.sheet import Sheet

if TYPE_CHECKING:
    from bloodfang.bots.thinkers import Thinkers
    from bloodfang.coach.asking import Coach
    from bloodfang.home import Home
    from bloodfang_tui.online import Online

log = logging.getLogger(__name__)


class BloodFangApp(LeanApp):
    """Made for a home, with what the terminal can show; starts with its opening."""

    TITLE = "Blood Fang"
    ENABLE_COMMAND_PALETTE = False
    ESCAPE_TO_MINIMIZE = False
    BINDINGS = []
    CSS = ""

    def __init__(
        self,
        home: Home,
        opening: Opening | None = None,
        *,
        enter: Callable[[], Awaitable[Online]] | None = None,
        apart: bool = False,
        depth: Depth = Depth.TRUE,
        glyphs: Glyphs = Glyphs.BLOCKS,
        driver_class: type[Driver] | None = None,
    ) -> None:
        super().__init__(driver_class=driver_class)
        self._settle_in()
        self.home = home
        self.online: Online | None = None
        """The session on a server, from the moment it has entered; None for a game that is played here."""
        self._apart = apart
        """Bots and the coach think in processes of their own."""
        self._coach: Coach | None = None
        self._thinkers: Thinkers | None = None
        self._enter = enter
        self.shown: Sheet | None = None
        """What the terminal shows now, if anybody knows."""
        self.taking_input: Scene[Any] | None = None
        """The scene that is doing what a key stands for, or takes a paste."""
        self._sized = False
        self._opening = opening or AtTitle()
        self._can = (depth, glyphs)
        self.look = self._chosen_look()

    @property
    def coach(self) -> Coach:
        """Who is asked for advice."""
        if self.online:
            return self.online.visit.lobby.hall.coach
        if self._coach is None:
            from bloodfang.coach.asking import CoachHere
            from bloodfang.coach.elsewhere import CoachElsewhere

            self._coach = CoachElsewhere() if self._apart else CoachHere()
        return self._coach

    @property
    def thinkers(self) -> Thinkers | None:
        """Where the bots of this table think; None if they do it between everything else."""
        if self._thinkers is None and self._apart:
            from bloodfang.bots.thinkers import Thinkers

            self._thinkers = Thinkers()
        return self._thinkers

    @property
    def still(self) -> bool:
        """Nothing moves by itself."""
        return self.home.settings.motion == "none"

    def change(self, **settings: object) -> None:
        """Choose other settings: they are kept, and seen at once."""
        self.home.change(**settings)
        self.look = self._chosen_look()
        self.repaint()

    def say(self, sentence: str) -> None:
        """Tell the player something, wherever they are."""
        if isinstance(self.screen, Scene):
            self.screen.say(sentence)

    def repaint(self) -> None:
        """Paint whatever is in front once more."""
        if isinstance(self.screen, Scene):
            self.screen.repaint()

    def _chosen_look(self) -> Look:
        chosen = self.home.settings
        depth, glyphs = self._can
        if chosen.depth != "auto":
            depth = Depth(chosen.depth)
        if chosen.glyphs != "auto":
            glyphs = Glyphs(chosen.glyphs)
        return Look.of(chosen.theme, depth, glyphs)

    # Textual

    async def run_async(self, **words: Any) -> int | None:
        """As any app; whoever entered a server leaves it, however it ends."""
        try:
            return await super().run_async(**words)
        finally:
            if self.online:
                self.online.visit.leave()

    async def on_event(self, event: events.Event) -> None:
        """Keys and pastes are done one after the other, each by the scene that is in front by then, and shown at once.

        8.2.8: a key passes through the screen that was in front when it came, and what it is bound to is done later.
        But whoever types fast, or from far away, sends several at once: the first opens a line to type in, and the
        second must find it open. What they have changed is shown after the last of them.
        """
        if not isinstance(event, events.Key | events.Paste) or not isinstance(self.screen, Scene):
            await super().on_event(event)
            return
        while not (scene := self.screen)._mounted_event.is_set():
            await scene._mounted_event.wait()
        self.taking_input = scene
        try:
            if isinstance(event, events.Paste):
                scene.on_paste(event)
            else:
                scene.on_key(event)
                if not event._stop_propagation:
                    scene.take_key(event.key)
        finally:
            self.taking_input = None
        if self._message_queue.empty() and self._pending_message is None:
            scene.show()
        else:
            scene.check_idle()

    def send_frame(self, sheet: Sheet, text: str) -> None:
        """Write what turns the terminal's picture into this one.

        8.2.8: an app also computes where the cursor would be and moves it there, though nobody sees it.
        """
        driver = self._driver
        if driver is None or not self._running or self._closed or self._batch_count or self.is_headless:
            return
        self._begin_update()
        try:
            driver.write(text)
        finally:
            self._end_update()
        driver.flush()
        self.shown = sheet

    async def on_load(self) -> None:
        if self._enter:
            self.online = await self._enter()
        self.set_keymap(dict(self.home.read_keys(DEFAULT_KEYS)))

    def get_default_screen(self) -> Scene[None]:
        if self.online:
            from bloodfang_tui.scenes.lobby import LobbyScene

            return LobbyScene(self.online)
        from bloodfang_tui.scenes.title import TitleScene

        return TitleScene()

    async def on_mount(self) -> None:
        match self._opening:
            case PlayAtOnce() as wanted:
                from bloodfang_tui.scenes.play import begin

                await begin(self, wanted)
            case WatchRecord(record, title):
                from bloodfang_tui.scenes.replay import ReplayScene

                self.push_screen(ReplayScene(record, title))
            case AtTitle():
                pass

    async def on_unmount(self) -> None:
        """Nobody goes on thinking."""
        for processes in (self._thinkers, self._coach):
            if closing := getattr(processes, "close", None):
                await closing()

    def on_resize(self, event: events.Resize) -> None:
        """A terminal that says its size once more may have been cleared; the first time it has only just begun."""
        if self._sized:
            self.shown = None
            self.screen.refresh()
        self._sized = True


def run(home: Home, opening: Opening) -> int:
    """Open the app in this terminal until the player leaves; how it ended."""
    from bloodfang import paths, terminal

    app = BloodFangApp(home, opening, apart=True, depth=terminal.depth("auto"), glyphs=terminal.glyphs(False))
    logged = _log_to(home.data)
    ahead = Timer(_SOON, _look_ahead)
    ahead.daemon = True
    ahead.start()
    app.run()
    if app.parting:
        print(f"{app.parting} What happened is in {paths.shown(logged)}.", file=sys.stderr)
    return app.return_code or 0


_SOON = 0.3
"""Seconds after the start: the title is seen by then."""
_NEXT = ("bloodfang.loading", "bloodfang.models", "bloodfang_tui.scenes.newmatch", "bloodfang_tui.scenes.lesson")
"""What most players want after the title, and what takes its time."""


def _look_ahead() -> None:
    """Import what comes next while the player reads the title, so that the first key has little to wait for."""
    for module in _NEXT:
        import_module(module)


class _Log(logging.FileHandler):
    """A file that is made when there is something to write, and missed by nobody where it cannot be."""

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(OSError):
            super().emit(record)


def _log_to(folder: Path) -> Path:
    """Let nothing be written over the table: warnings and bugs go to a file."""
    path = folder / "bloodfang.log"
    logging.basicConfig(
        format="%(asctime)s %(levelname)s %(name)s %(message)s", handlers=[_Log(path, "a", "utf-8", delay=True)]
    )
    logging.captureWarnings(True)
    return path
