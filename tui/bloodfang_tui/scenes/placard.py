"""A placard: a code or a phrase in large letters, to be read aloud or written down, and what it is for."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from bloodfang.fitting import wrap
from bloodfang_tui.panes.box import box
from bloodfang_tui.panes.menu import menu
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.sheet import Area, Sheet

SETTLING = 0.5
"""Seconds in which a question that came by itself hears no answer: that key was meant for what was there before."""


class Knock(Ask):
    """A question that nobody has asked for: a key that was already on its way does not answer it."""

    def __init__(self, title: str, text: str, answers: Sequence[str], at: int = 0) -> None:
        super().__init__(title, text, answers, at)
        self._came = monotonic()

    def action_do(self, command: str, about: str = "") -> None:
        if monotonic() - self._came >= SETTLING or command == "app.quit":
            super().action_do(command, about)


class Placard(Knock):
    """What is on it stands alone on its line, so that it is not misread."""

    def __init__(self, title: str, text: str, large: str, answers: Sequence[str], below: Sequence[str] = ()) -> None:
        super().__init__(title, text, answers)
        self.large = large
        self.below = tuple(below)

    def paint(self, sheet: Sheet) -> None:
        self.paint_behind(sheet)
        columns = min(64, sheet.area.width - 2)
        above = wrap(self.text, columns - 4)
        below = [line for text in self.below for line in wrap(text, columns - 4)]
        rows = len(above) + len(below) + len(self.answers) + 8 + bool(below)
        inner = box(sheet, sheet.area.centred(columns, rows), self.title_text, edge="accent", heavy=True)
        y = self._paint_lines(sheet, inner, inner.y, above) + 1
        shown = " ".join(self.large) if 2 * len(self.large) < inner.width - 4 else self.large
        sheet.fill(Area(inner.x + 1, y, inner.width - 2, 3), "text on raised")
        sheet.middle(inner, y + 1, shown, "accent on raised bold")
        y = self._paint_lines(sheet, inner, y + 4, below) + bool(below)
        answers = Area(inner.x, y, inner.width, len(self.answers))
        menu(sheet, answers, [(answer, "") for answer in self.answers], self.at)
        self.paint_bar(sheet)

    def _paint_lines(self, sheet: Sheet, inner: Area, y: int, lines: Sequence[str]) -> int:
        for number, line in enumerate(lines):
            sheet.put(inner.x + 1, y + number, line, "text on panel")
        return y + len(lines)
