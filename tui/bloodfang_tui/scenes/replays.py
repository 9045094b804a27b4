"""The replays: matches to see again, the newest first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from bloodfang import archive
from bloodfang.archive import Past
from bloodfang.journal import JournalTrouble
from bloodfang.keeping import NotKept
from bloodfang_engine.errors import BadRecord
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.fitted import fitted, shown, wrapped
from bloodfang_tui.panes.menu import menu
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.sheet import Area, Sheet

ABOUT = 6
"""The rows of what is told about one match."""


class ReplaysScene(Scene[None]):
    """A line for each match that was kept or played, and more about the one that is pointed at."""

    CONTEXT = "replays"

    def __init__(self) -> None:
        super().__init__()
        self.found: tuple[Past, ...] | None = None
        """None until they were looked for."""
        self.at = 0

    @property
    def chosen(self) -> Past | None:
        """The match that is pointed at."""
        return self.found[self.at] if self.found else None

    def on_mount(self) -> None:
        self.beside(self._gather, "gather", exclusive=True)

    async def _gather(self) -> None:
        self.found, trouble = await archive.past(self.game.home)
        self.at = max(0, min(self.at, len(self.found) - 1))
        self.repaint()
        if trouble:
            self.say(shown(self.look, trouble))

    # what it looks like

    def paint(self, sheet: Sheet) -> None:
        count = len(self.found or ())
        area = heading(sheet, "Replays", f"{count} match{'' if count == 1 else 'es'}" if count else "")
        if self.found is None:
            sheet.put(2, area.y + 1, "Looking through the matches...", "quiet")
        elif not self.found:
            self._paint_empty(sheet, area)
        else:
            entries = [self._entry(each) for each in self.found]
            styles = ["bad" if each.problem else "text" for each in self.found]
            rows = Area(1, area.y + 1, area.width - 2, area.height - ABOUT - 1)
            menu(sheet, rows, entries, self.at, ground="ground", styles=styles)
            self._paint_about(sheet, Area(0, area.bottom - ABOUT, area.width, ABOUT))
        self.paint_bar(sheet)

    def _entry(self, each: Past) -> tuple[str, str]:
        kept = self.look.signs.star if each.file else " "
        title = shown(self.look, each.title)
        return f"{each.when.astimezone():%Y-%m-%d %H:%M} {kept} {title}", shown(self.look, each.ending)

    def _paint_about(self, sheet: Sheet, area: Area) -> None:
        past = self.chosen
        assert past is not None
        inner = box(sheet, area, shown(sheet.look, past.title))
        columns = inner.width - 2
        if past.problem:
            lines = [(line, "bad") for line in wrapped(sheet.look, past.problem, columns, inner.height - 1)]
            if past.file:
                lines.append((f"The file is left as it is; {self.key_of('replays.delete')} puts it aside.", "quiet"))
        else:
            how = f": {past.why}" if past.why else ""
            lines = [(f"{past.ending}{how}.", "text")]
            told = f"{sheet.look.signs.star} kept" if past.file else "played"
            lines += [(f"{told} {past.when.astimezone():%d %B %Y, %H:%M}", "quiet"), (archive.where(past), "quiet")]
        for row, (line, style) in enumerate(lines):
            sheet.put(inner.x + 1, inner.y + row, fitted(sheet.look, line, columns), f"{style} on panel")

    def _paint_empty(self, sheet: Sheet, area: Area) -> None:
        save = self.key_of("result.save")
        lines = (
            ("No match to see again yet.", "text bold"),
            ("", "text"),
            ("Every match that you finish will be here,", "quiet"),
            ("to go through move by move.", "quiet"),
            (f"{save} on its last page keeps one as a file of its own.", "quiet"),
        )
        top = area.y + max(0, (area.height - len(lines)) // 2)
        for row, (line, style) in enumerate(lines):
            sheet.middle(area, top + row, line, style)

    def hints(self) -> Iterable[str | tuple[str, str]]:
        past = self.chosen
        watch = [("app.choose", "watch")] if past and not past.problem else []
        delete = ["replays.delete"] if past and past.file else []
        move = ["app.up", "app.down"] if self.found else []
        return (*watch, *delete, *move, "app.back", "app.help")

    # what it does

    def do_up(self) -> None:
        self.at = max(0, self.at - 1)

    def do_down(self) -> None:
        self.at = max(0, min(len(self.found or ()) - 1, self.at + 1))

    def do_first(self) -> None:
        self.at = 0

    def do_last(self) -> None:
        self.at = max(0, len(self.found or ()) - 1)

    def do_page_up(self) -> None:
        self.at = max(0, self.at - 10)

    def do_page_down(self) -> None:
        self.at = max(0, min(len(self.found or ()) - 1, self.at + 10))

    def do_choose(self, number: str = "") -> None:
        """A click points first, and watches when what it points at is clicked again."""
        if number and int(number) != self.at:
            self.at = int(number)
        elif past := self.chosen:
            if past.problem:
                self.say(shown(self.look, past.problem))
            else:
                self.beside(partial(self._watch, past), "watch", exclusive=True)

    async def _watch(self, past: Past) -> None:
        from bloodfang_tui.scenes.replay import ReplayScene

        try:
            record = await archive.opened(self.game.home, past)
        except (BadRecord, JournalTrouble) as trouble:
            self.say(shown(self.look, f"This match cannot be seen: {trouble}"))
        else:
            self.app.push_screen(ReplayScene(record, past.title, names=past.names, near=past.near))

    def do_delete(self) -> None:
        past = self.chosen
        if past is None:
            return
        if not past.file:
            self.say("This match is in the journal, which forgets nothing; only kept ones can be put aside.")
            return
        text = f"{shown(self.look, past.title)} goes to the folder deleted, beside the other records."
        ask = Ask("Put it aside?", text, ["Keep it", "Put it aside"])
        self.app.push_screen(ask, lambda answer: self._put_aside(past) if answer == 1 else None)

    def _put_aside(self, past: Past) -> None:
        assert past.file is not None
        try:
            self.game.home.records.delete(past.file)
        except NotKept as why:
            self.say(shown(self.look, str(why)))
        else:
            self.beside(self._gather, "gather", exclusive=True)
