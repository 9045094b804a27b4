"""What every screen of the game shares: it paints itself on a sheet, and its methods are its commands.

A scene is a Textual screen without widgets. Whatever it shows is a function of what it knows and of its size
(`paint`), so there is nothing to lay out, to style or to keep in step. Two ways lead from a sheet to an eye:
`frame.written` sends a terminal what has changed on it, and `render_line` gives Textual whole lines for screenshots.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, TypeVar, cast

from rich.style import Style
from textual import events
from textual.app import App
from textual.binding import BindingType
from textual.geometry import Offset, Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from bloodfang.fitting import cut, wrap
from bloodfang_tui import frame
from bloodfang_tui.commands import COMMANDS, bindings, first_key, key_name
from bloodfang_tui.field import Field
from bloodfang_tui.look import Look
from bloodfang_tui.sheet import Area, Kept, Sheet

if TYPE_CHECKING:
    from bloodfang_tui.app import BloodFangApp

Answer = TypeVar("Answer")
About = ParamSpec("About")
"""What a deed is about; it is handed on as it is, and begun only when its turn comes."""

LEAST = (60, 20)
"""The smallest terminal that a match can be played in."""
ROOMY = (100, 30)
WIDE = (120, 40)

_NUMBERED = re.compile(r"(.+)_(\d+)")


class Scene(Screen[Answer], inherit_bindings=False, inherit_css=False):
    """A screen that paints itself. `do_NAME` is what the command CONTEXT.NAME, or app.NAME, does."""

    CONTEXT: ClassVar[str] = "app"
    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = "Scene { overflow: hidden; }"
    ALLOW_SELECT = False
    SEEN_THROUGH: ClassVar[bool] = False
    """The scene behind it can be seen beside it."""

    def __init_subclass__(cls, **words: bool) -> None:
        named = {name.removeprefix("do_") for each in cls.__mro__ for name in vars(each) if name.startswith("do_")}
        wanted = []
        for command in COMMANDS.values():
            numbered = _NUMBERED.fullmatch(command.name)
            name = numbered[1] if numbered else command.name
            if command.id.partition(".")[0] in ("app", cls.CONTEXT) and (name in named or command.name in named):
                wanted.append(command.id)
        cls.BINDINGS = [*bindings(wanted)]
        super().__init_subclass__(inherit_bindings=False, inherit_css=True)

    def __init__(self) -> None:
        super().__init__()
        self.notice = ""
        """A sentence for the player; gone with the next command."""
        self.field: Field | None = None
        """A line being typed: while there is one, it gets the keys."""
        self._sheet: Sheet | None = None
        self._painted: Kept = {}
        self._commands: dict[str, str] | None = None
        """By key, once they were asked for."""

    # what a scene says about itself

    def paint(self, sheet: Sheet) -> None:
        """Paint everything, from the ground up."""
        raise NotImplementedError

    def hints(self) -> Iterable[str | tuple[str, str]]:
        """The commands that make sense now, for the bar: ids, or ids with another word for them."""
        return ()

    def typed(self, field: Field) -> None:
        """The line being typed has changed."""
        self.field = field

    def entered(self, text: str) -> None:
        """The line being typed is done."""

    def pointed(self, command: str, about: str) -> None:
        """Something was clicked: by default, the command it stands for is done."""
        self.action_do(command, about)

    def hovered(self, command: str, about: str) -> None:
        """The mouse is over something that a command could be about."""

    # what a scene can use

    @property
    def app(self) -> App[object]:  # type: ignore[override]  # where it is declared, it could be written to
        """The app it is part of: its own, whoever asks. Textual would answer with the app of the task that asks."""
        parent = self._parent
        return parent if isinstance(parent, App) else super().app

    @property
    def game(self) -> BloodFangApp:
        """The same, as what it is: scenes are shown by no other."""
        return cast("BloodFangApp", self.app)

    @property
    def look(self) -> Look:
        """How things are painted here."""
        return self.game.look

    def repaint(self) -> None:
        """Something has changed; the sheet is painted once when all that is going on is done."""
        self._sheet = None
        self._repaint_required = True
        if self.game.taking_input is not self:  # that ends with a look at what has changed
            self.check_idle()

    def say(self, sentence: str) -> None:
        """Tell the player something, until the next command."""
        self.notice = sentence
        self.repaint()

    def beside(self, work: Callable[[], Coroutine[Any, Any, None]], group: str, *, exclusive: bool = False) -> None:
        """Do something beside the scene, at most as long as it is there; `exclusive` ends what the group did before."""
        self.run_worker(work, group=group, exclusive=exclusive)  # type: ignore[arg-type]  # it takes what it says

    def key_of(self, command: str) -> str:
        """The first key of a command, as the player knows it."""
        return key_name(first_key(self._keys(command)), self.look.is_ascii)

    def take_key(self, key: str) -> None:
        """Do the command that a key stands for here, if it stands for any.

        Textual 8.2.8 copies all bindings for each key, reads the name of the action, and looks for what it could mean.
        """
        if self._commands is None:
            bound = self._binding_chain[0][1].key_to_bindings
            self._commands = {each: found[0].id or "" for each, found in bound.items() if found}
        if command := self._commands.get(key):
            self.action_do(command)

    def action_do(self, command: str, about: str = "") -> None:
        """Do a command; every key and every click ends here. Nothing is done that the player cannot see."""
        if self._too_small and command != "app.quit":
            return
        self.notice = ""
        name = command.partition(".")[2]
        if method := getattr(self, f"do_{name}", None):
            method(*([about] if about else []))
        elif (numbered := _NUMBERED.fullmatch(name)) and (method := getattr(self, f"do_{numbered[1]}", None)):
            method(int(numbered[2]))
        self.repaint()

    def do_back(self) -> None:
        """Back to where the player came from."""
        self.dismiss(None)

    def do_quit(self) -> None:
        """Leave at once."""
        self.app.exit()

    def do_help(self) -> None:
        """The rules, at any time."""
        from bloodfang_tui.scenes.rules import RulesScene

        self.app.push_screen(RulesScene())

    # the sheet

    @property
    def sheet(self) -> Sheet:
        """What it looks like now."""
        game = self.game
        look, (columns, rows) = game.look, game.size
        if self._sheet is None or self._sheet.area[2:] != (columns, rows) or self._sheet.look is not look:
            self._sheet = sheet = Sheet(columns, rows, look, self._painted)
            if self._too_small:
                _paint_too_small(sheet)
            else:
                self.paint(sheet)
                if self.notice:
                    self.paint_notice(sheet)
        return self._sheet

    @property
    def _too_small(self) -> bool:
        columns, rows = self.app.size
        return columns < LEAST[0] or rows < LEAST[1]

    def paint_bar(self, sheet: Sheet) -> None:
        """The keys that work now, on the last row; each can be clicked."""
        hints = [hint if isinstance(hint, tuple) else (hint, COMMANDS[hint].label) for hint in self.hints()]
        said = [(command, self.key_of(command), label) for command, label in hints]
        sheet.part_of("bar", said, lambda part: _paint_bar(part, said))

    def paint_notice(self, sheet: Sheet) -> None:
        """What the player is told, above the bar."""
        lines = wrap(self.notice, sheet.area.width - 6)[:4]
        top = sheet.area.height - 1 - len(lines)
        for number, line in enumerate(lines):
            sheet.fill(Area(0, top + number, sheet.area.width, 1), "text on raised")
            sheet.put(1, top + number, "!" if not number else " ", "accent on raised bold")
            sheet.put(3, top + number, line, "text on raised bold")

    # Textual

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """No tooltip and no toasts: notices are painted."""

    def render_line(self, y: int) -> Strip:
        return self.sheet.strip(y) if y < self.sheet.area.height else Strip.blank(self.sheet.area.width)

    def get_style_at(self, x: int, y: int) -> Style:
        """None that a click could mean: zones tell that, and asking the compositor would cost more than painting."""
        return Style.null()

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """Nothing is selected with the mouse, for the same reason."""
        return None, None

    def render_lines(self, crop: Region) -> list[Strip]:
        """As it is now: nothing is kept, so nothing has to be told that it is out of date."""
        return [self.render_line(y).crop(crop.x, crop.right) for y in crop.line_range]

    async def _on_idle(self, event: events.Idle) -> None:
        """Show what has changed as soon as there is nothing else to do, rather than at the next tick of a timer."""
        event.prevent_default()
        self.show()
        await self._invoke_and_clear_callbacks()

    def show(self) -> None:
        """Let the terminal show what has changed, if this is in front and anything has."""
        if not self.is_current or self.app._batch_count:
            return
        if self._layout_required:
            self._refresh_layout()
            self._layout_required = self._repaint_required = False
        elif self._repaint_required:
            self._repaint_required = False
            self._compositor_refresh()

    def _compositor_refresh(self) -> None:
        """The terminal gets what it does not show yet, and no compositor is asked.

        A scene that is not in front shows nothing by itself; but the one in front may let it be seen.
        """
        if not self.is_active:
            if isinstance(front := self.app.screen, Scene) and front.SEEN_THROUGH:
                front.repaint()
        elif text := frame.written(self.sheet, self.game.shown):
            self.game.send_frame(self.sheet, text)

    def on_resize(self) -> None:
        self.refresh()

    def on_screen_resume(self) -> None:
        self.repaint()

    def on_key(self, event: events.Key) -> None:
        """A line being typed takes every key but those that end it, or everything; what it takes is stopped."""
        if self.field is None or (event.key in self._keys("app.quit").split(",") and not event.is_printable):
            return
        event.stop()
        if event.key == "enter":
            self.entered(self.field.text)
        elif event.key == "escape":
            self.field = None
        elif after := self.field.key(event.key, event.character):
            self.typed(after)
        self.repaint()

    def on_paste(self, event: events.Paste) -> None:
        if self.field is not None:
            self.typed(self.field.typed(event.text[:4096]))
            self.repaint()

    def on_click(self, event: events.Click) -> None:
        if self.is_active and (zone := self.sheet.zone_at(event.screen_x, event.screen_y)):
            self.pointed(zone.command, zone.about)
            self.repaint()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self.is_active and (zone := self.sheet.zone_at(event.screen_x, event.screen_y)) and zone.about:
            self.hovered(zone.command, zone.about)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scrolled("app.up")

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scrolled("app.down")

    def _scrolled(self, command: str) -> None:
        if self.is_active and hasattr(self, f"do_{COMMANDS[command].name}"):
            self.action_do(command)

    def _keys(self, command: str) -> str:
        """The keys of a command, here and now, with commas between them."""
        return self.game.home.keys.get(command) or COMMANDS[command].keys


def _paint_bar(sheet: Sheet, said: Iterable[tuple[str, str, str]]) -> None:
    """Commands, their keys and labels: as many as fit."""
    columns, y = sheet.area.width, sheet.area.height - 1
    sheet.fill(Area(0, y, columns, 1), "quiet on raised")
    x = 1
    for command, key, label in said:
        end = x + len(key) + len(label) + 3
        if end > columns:
            break
        sheet.put(x, y, key, "accent on raised bold")
        sheet.put(x + len(key) + 1, y, label, "text on raised")
        sheet.zone(Area(x, y, end - x - 1, 1), command)
        x = end


def _paint_too_small(sheet: Sheet) -> None:
    columns, rows = LEAST
    area = sheet.area
    here = f"this one has {area.width} x {area.height}"
    lines = wrap(f"Blood Fang needs a terminal of at least {columns} x {rows}; {here}. Make it larger.", area.width)
    for number, line in enumerate(lines[: area.height]):
        sheet.put(0, max(0, (area.height - len(lines)) // 2) + number, cut(line, area.width), "text bold")
