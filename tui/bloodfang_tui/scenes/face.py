"""One card, as large as it is drawn, over what was there before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bloodfang.browsing import kin
from bloodfang.catalog import Catalog
from bloodfang.faces import BIG
from bloodfang.ink import Line
from bloodfang_tui.panes.box import box
from bloodfang_tui.panes.cardface import big_face
from bloodfang_tui.panes.fitted import wrapped
from bloodfang_tui.scenes.ask import Over
from bloodfang_tui.sheet import Area, Sheet

_BESIDE = 26
"""Columns of what is noted beside a face, frame and all; where there are fewer, it stands below."""


class FaceScene(Over[str]):
    """The whole face of a card and what is noted about it; its answer is the card that was seen last.

    With `among`, left and right lead to the cards before and after it; the note is about the first card alone.
    """

    CONTEXT = "face"

    def __init__(self, catalog: Catalog, card_id: str, note: Sequence[str] = (), among: Sequence[str] = ()) -> None:
        super().__init__()
        self.catalog = catalog
        self.card = card_id
        self.among = tuple(among)
        self.top = 0
        self._note = tuple(note)
        self._about = card_id
        self._last_top = 0

    @property
    def note(self) -> tuple[str, ...]:
        """What is noted about this card, and which cards belong to it."""
        return (*(self._note if self.card == self._about else ()), *kin(self.catalog, self.card))

    def paint(self, sheet: Sheet) -> None:
        self.paint_behind(sheet)
        whole = Area(0, 0, sheet.area.width, sheet.area.height - 1)
        face = big_face(self.catalog.face_of(self.card), sheet.look.glyphs)
        beside = bool(self.note) and whole.width >= BIG[0] + _BESIDE + 2
        below = [] if beside else self._note_lines(sheet, BIG[0] - 2)
        rows = len(face) + (len(below) + 1 if below else 0)
        area = whole.centred(BIG[0] + 2 + (_BESIDE if beside else 0), rows)
        sheet.fill(area)
        self._last_top = max(0, rows - area.height)
        self.top = min(self.top, self._last_top)
        self._paint_face(sheet, area, face, below)
        if beside:
            self._paint_beside(sheet, Area(area.x + BIG[0] + 2, area.y, _BESIDE - 1, area.height))
        sheet.zone(whole, "app.back")
        self.paint_bar(sheet)

    def _paint_face(self, sheet: Sheet, area: Area, face: Sequence[Line], below: Sequence[str]) -> None:
        y = sheet.lines(area.x + 1, area.y, face[self.top :], area.height)
        for row, line in enumerate(below, len(face) + 1 - self.top):
            if 0 <= row < area.height:
                sheet.put(area.x + 2, area.y + row, line)
        signs = sheet.look.signs
        if self.top:
            sheet.put(area.x + BIG[0] + 1, area.y, signs.up, "accent bold")
        if self.top < self._last_top:
            sheet.put(area.x + BIG[0] + 1, min(y, area.bottom) - 1, signs.down, "accent bold")

    def _paint_beside(self, sheet: Sheet, area: Area) -> None:
        lines = self._note_lines(sheet, area.width - 4)[: area.height - 2]
        inner = box(sheet, area._replace(height=len(lines) + 2), edge="accent")
        for row, line in enumerate(lines):
            sheet.put(inner.x + 1, inner.y + row, line, "text on panel")

    def _note_lines(self, sheet: Sheet, columns: int) -> list[str]:
        """Each note from the beginning of a line, with an empty one between them."""
        notes = [wrapped(sheet.look, each, columns, 8) for each in self.note]
        return [line for note in notes for line in ("", *note)][1:]

    def hints(self) -> Iterable[str | tuple[str, str]]:
        if len(self.among) > 1:
            yield "app.left", "before"
            yield "app.right", "after"
        if self._last_top:
            yield from ("app.up", "app.down")
        yield "app.back", "close"

    def do_left(self) -> None:
        self._go(-1)

    def do_right(self) -> None:
        self._go(1)

    def do_up(self) -> None:
        self.top = max(0, self.top - 1)

    def do_down(self) -> None:
        self.top = min(self._last_top, self.top + 1)

    def do_back(self) -> None:
        self.dismiss(self.card)

    def do_choose(self) -> None:
        self.do_back()

    def do_mark(self) -> None:
        self.do_back()

    def do_look(self) -> None:
        self.do_back()

    def _go(self, steps: int) -> None:
        if self.card in self.among:
            self.card = self.among[(self.among.index(self.card) + steps) % len(self.among)]
            self.top = 0
