"""The rules, to be read in place: one minute for newcomers, then the chapters of the book."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from bloodfang.rulebook import MINUTE, book, one_minute
from bloodfang_tui.field import Field
from bloodfang_tui.look import Look
from bloodfang_tui.panes.box import heading
from bloodfang_tui.panes.fitted import fitted, shown
from bloodfang_tui.panes.prose import MOST_COLUMNS, Page, paint_page, paint_scroll, set_in_rows
from bloodfang_tui.scene import WIDE
from bloodfang_tui.scenes.ask import paint_field
from bloodfang_tui.scenes.reading import Reading
from bloodfang_tui.sheet import Area, Sheet

CONTENTS = 40
"""The columns of the list of chapters, where there is room for one."""
_SHIFT = 8
_END = 1_000_000


class RulesScene(Reading):
    """The rule book, open at its first page or at a rule such as R24."""

    CONTEXT = "rules"

    def __init__(self, rule: str = "") -> None:
        super().__init__()
        self.chapter = 0
        self.wanted = ""
        """What was looked for last."""
        self._hits: tuple[int, ...] = ()
        self._hit = 0
        self._from = 0
        self._shift = 0
        self._open_at = rule

    @property
    def page(self) -> Page:
        """The book as it is set for this terminal."""
        return _page(min(MOST_COLUMNS, self._columns), self.look)

    def on_mount(self) -> None:
        if self._open_at:
            self.do_rule(self._open_at)

    # what it looks like

    def paint(self, sheet: Sheet) -> None:
        area = heading(sheet, "Rules", self._found())
        if self._beside:
            self._paint_contents(sheet, Area(area.x, area.y + 1, CONTENTS, area.height - 1))
            sheet.put(CONTENTS + 1, area.y + 1, self.page.titles[self.chapter], "accent bold")
            self._paint_text(sheet, Area(CONTENTS, area.y + 3, area.width - CONTENTS, area.height - 3))
        else:
            self._paint_chapter_line(sheet, Area(0, area.y, area.width, 1))
            self._paint_text(sheet, Area(0, area.y + 2, area.width, area.height - 2))
        self.paint_bar(sheet)
        if self.field is not None:
            row = Area(0, sheet.area.height - 2, sheet.area.width, 1)
            sheet.fill(row, "text on raised")
            x = sheet.put(1, row.y, "Find a word, or a rule such as R24:", "accent on raised bold")
            paint_field(sheet, Area(x, row.y, row.width - x - 1, 1), self.field)

    def _paint_contents(self, sheet: Sheet, area: Area) -> None:
        for number, title in enumerate(self.page.titles):
            y = area.y + number * 2
            here = number == self.chapter
            sheet.put(area.x + 1, y, sheet.look.signs.pointer if here else " ", "accent bold")
            sheet.put(area.x + 3, y, fitted(sheet.look, title, area.width - 4), "accent bold" if here else "text")
            sheet.zone(Area(area.x, y, area.width, 1), "rules.chapter", number)

    def _paint_chapter_line(self, sheet: Sheet, area: Area) -> None:
        """Where there is no room for a list: a number for each chapter, and the title of this one."""
        sheet.fill(area, "text on panel")
        x = 1
        for number, title in enumerate(self.page.titles):
            sign = title[0] if title[0].isdigit() else sheet.look.signs.dot
            here = number == self.chapter
            style = "accent on panel bold" if here else "quiet on panel"
            x = sheet.put(x, area.y, f"[{sign}]" if here else f" {sign} ", style)
            sheet.zone(Area(x - 3, area.y, 3, 1), "rules.chapter", number)
        title = self.page.titles[self.chapter]
        sheet.put(x + 2, area.y, fitted(sheet.look, title, area.width - x - 3), "accent on panel bold")

    def _paint_text(self, sheet: Sheet, area: Area) -> None:
        page, rows = self.page, self.page.span(self.chapter)
        count = len(rows) + 2  # and what comes next
        top = self.room(count, area.height)
        seen = rows[top : top + area.height]
        text = Area(area.x + 1, area.y, self._columns, area.height)
        paint_page(sheet, text, page, seen, shift=self._shift, wanted=self.wanted)
        if self.chapter + 1 < len(page.titles) and len(seen) + 1 < area.height:
            y = area.y + len(seen) + 1
            x = sheet.parts(text.x, y, ("Next: ", "quiet"), (page.titles[self.chapter + 1], "accent"))
            sheet.zone(Area(text.x, y, x - text.x, 1), "app.next")
        paint_scroll(sheet, Area(area.right - 1, area.y, 1, area.height), count, top)

    def _found(self) -> str:
        if not self.wanted:
            return ""
        hits = f"{self._hit + 1} of {len(self._hits)}" if self._hits else "nowhere"
        return shown(self.look, f'"{self.wanted}": {hits}')

    def hints(self) -> Iterable[str | tuple[str, str]]:
        if self.field is not None:
            return (("app.choose", "find"), ("app.back", "never mind"))
        again = ("rules.again",) if self.wanted else ()
        sideways = (("app.right", "more"),) if self._too_wide else ()
        return (
            *again,
            ("app.next", "chapter"),
            "rules.search",
            *sideways,
            "app.back",
            "rules.keys",
            ("app.page_down", "page"),
        )

    # what it does

    def do_down(self) -> None:
        if not self._turned(on=True):
            super().do_down()

    def do_up(self) -> None:
        if not self._turned(on=False):
            super().do_up()

    def do_page_down(self) -> None:
        if not self._turned(on=True):
            super().do_page_down()

    def do_page_up(self) -> None:
        if not self._turned(on=False):
            super().do_page_up()

    def do_next(self) -> None:
        self.do_chapter(str((self.chapter + 1) % len(self.page.titles)))

    def do_previous(self) -> None:
        self.do_chapter(str((self.chapter - 1) % len(self.page.titles)))

    def do_right(self) -> None:
        if self._too_wide:
            self._shift = min(self._shift + _SHIFT, self.page.widest - self._columns)
        else:
            self.do_next()

    def do_left(self) -> None:
        if self._too_wide:
            self._shift = max(0, self._shift - _SHIFT)
        else:
            self.do_previous()

    def do_chapter(self, number: str) -> None:
        """Open a chapter at its beginning."""
        self.chapter, self.top = int(number), 0

    def do_rule(self, rule: str) -> None:
        """Go to a rule; one that is not in the book leads nowhere."""
        if rule in self.page.rules:
            self._go_to_row(self.page.rules[rule])

    def do_search(self) -> None:
        self.field = Field.of("", most=40)

    def entered(self, text: str) -> None:
        self.field = None
        self.wanted = " ".join(text.split())
        self._from = self.page.starts[self.chapter] + self.top
        self._hits, self._hit = self.page.find(self.wanted, self._from), 0
        if self._hits:
            self._go_to_row(self._hits[0])
        elif self.wanted:
            self.say(shown(self.look, f'"{self.wanted}" is nowhere in the rules.'))

    def do_again(self) -> None:
        """The next place that says what was looked for."""
        self._hits = self.page.find(self.wanted, self._from)  # rows are others after a change of size
        if self._hits:
            self._hit = (self._hit + 1) % len(self._hits)
            self._go_to_row(self._hits[self._hit])

    def do_choose(self) -> None:
        if self.field is not None:
            self.entered(self.field.text)
        else:
            self.do_again()

    def do_keys(self) -> None:
        from bloodfang_tui.scenes.keyspage import KeysScene

        self.app.push_screen(KeysScene())

    def do_back(self) -> None:
        if self.field is not None:
            self.field = None
        else:
            self.dismiss(None)

    def do_help(self) -> None:
        """They are open."""
        self.do_chapter("0")

    @property
    def _columns(self) -> int:
        """The room of the text."""
        return self.app.size.width - self._beside - 4

    @property
    def _beside(self) -> int:
        """The room of the list of chapters beside it."""
        return CONTENTS if self.app.size.width >= WIDE[0] else 0

    @property
    def _too_wide(self) -> bool:
        """Some pictures are wider than the room of the text."""
        return self.page.widest > self._columns

    def _turned(self, *, on: bool) -> bool:
        """Whether the end of the chapter was reached before, so that the next is opened; or the other way round."""
        if on and self.at_end and self.chapter + 1 < len(self.page.titles):
            self.chapter, self.top = self.chapter + 1, 0
        elif not on and not self.top and self.chapter:
            self.chapter, self.top = self.chapter - 1, _END
        else:
            return False
        return True

    def _go_to_row(self, row: int) -> None:
        """Show this row near the top, with what stands before it if it is in the middle of something."""
        self.chapter = self.page.chapter_at(row)
        self.top = max(0, row - self.page.starts[self.chapter] - 1)


@lru_cache(maxsize=8)
def _page(columns: int, look: Look) -> Page:
    signs = look.signs
    minute = one_minute(signs.mine, signs.theirs, signs.free)
    chapters = (minute, *(each for each in book() if each.title != MINUTE))
    return set_in_rows(chapters, columns, plain=look.is_ascii)
