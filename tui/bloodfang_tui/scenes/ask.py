"""Questions: a box over the scene that asks, with answers to choose from or a line to type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from textual import events

from bloodfang.fitting import wrap
from bloodfang_tui.field import Field
from bloodfang_tui.panes.box import box
from bloodfang_tui.panes.menu import menu
from bloodfang_tui.scene import Scene
from bloodfang_tui.sheet import Area, Sheet

Answer = TypeVar("Answer")


class Over(Scene[Answer]):
    """A scene in a box; what was there before is seen behind it."""

    SEEN_THROUGH = True

    def paint_behind(self, sheet: Sheet) -> None:
        """What was there before, out of reach."""
        stack = self.app.screen_stack
        at = stack.index(self) if self in stack else len(stack)
        if at and isinstance(behind := stack[at - 1], Scene):
            behind.paint(sheet)
            sheet.zones.clear()


class Ask(Over[int]):
    """Which of some answers? The number of the answer, or None if the player went back."""

    def __init__(self, title: str, text: str, answers: Sequence[str], at: int = 0) -> None:
        super().__init__()
        self.title_text = title
        self.text = text
        self.answers = tuple(answers)
        self.at = at

    def paint(self, sheet: Sheet) -> None:
        self.paint_behind(sheet)
        columns = min(58, sheet.area.width - 4)
        lines = wrap(self.text, columns - 4)
        area = sheet.area.centred(columns, len(lines) + len(self.answers) + 4)
        inner = box(sheet, area, self.title_text, ground="panel", edge="accent", heavy=True)
        for number, line in enumerate(lines):
            sheet.put(inner.x + 1, inner.y + number, line, "text on panel")
        rows = Area(inner.x, inner.y + len(lines) + 1, inner.width, len(self.answers))
        menu(sheet, rows, [(answer, "") for answer in self.answers], self.at)
        self.paint_bar(sheet)

    def hints(self) -> Iterable[str]:
        return ("app.up", "app.down", "app.choose", "app.back")

    def do_up(self) -> None:
        self.at = (self.at - 1) % len(self.answers)

    def do_down(self) -> None:
        self.at = (self.at + 1) % len(self.answers)

    def do_choose(self, number: str = "") -> None:
        self.dismiss(int(number) if number else self.at)


class TypeIn(Over[str]):
    """A line of text; None if the player went back. `problem` says what is wrong with it, in a sentence, or nothing."""

    def __init__(self, title: str, text: str, start: str = "", problem: Callable[[str], str] = lambda _: "") -> None:
        super().__init__()
        self.title_text = title
        self.text = text
        self.field = Field.of(start)
        self._problem = problem

    def paint(self, sheet: Sheet) -> None:
        self.paint_behind(sheet)
        columns = min(76, sheet.area.width - 4)
        lines = wrap(self.text, columns - 4)
        wrong = wrap(self._problem(self.field.text), columns - 4)[:2] if self.field and self.field.text else []
        area = sheet.area.centred(columns, len(lines) + 7)
        inner = box(sheet, area, self.title_text, ground="panel", edge="accent", heavy=True)
        for number, line in enumerate(lines):
            sheet.put(inner.x + 1, inner.y + number, line, "text on panel")
        y = inner.y + len(lines) + 1
        paint_field(sheet, Area(inner.x + 1, y, inner.width - 2, 1), self.field or Field())
        for number, line in enumerate(wrong):
            sheet.put(inner.x + 1, y + 1 + number, line, "bad on panel")
        self.paint_bar(sheet)

    def hints(self) -> Iterable[str | tuple[str, str]]:
        return (("app.choose", "done"), ("app.back", "never mind"))

    def entered(self, text: str) -> None:
        text = " ".join(text.split())
        if wrong := self._problem(text):
            self.say(wrong)
        else:
            self.dismiss(text)

    def do_choose(self) -> None:
        self.entered(self.field.text if self.field else "")

    def on_key(self, event: events.Key) -> None:
        super().on_key(event)
        if self.field is None:  # Esc
            self.dismiss(None)


def paint_field(sheet: Sheet, area: Area, field: Field) -> None:
    """A line being typed, with its cursor."""
    sheet.fill(area, "text on raised")
    before, under, after = field.shown(area.width - 2)
    x = sheet.put(area.x + 1, area.y, before, "text on raised")
    x = sheet.put(x, area.y, under, "ground on cursor")
    sheet.put(x, area.y, after, "text on raised")
