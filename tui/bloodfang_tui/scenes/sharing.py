"""A deck as one line of text, to be copied and sent."""

from __future__ import annotations

from collections.abc import Iterable

from bloodfang_tui.panes.fitted import fitted, wrapped
from bloodfang_tui.scenes.ask import Over
from bloodfang_tui.sheet import Area, Sheet

_HOW = "{key} puts it on the clipboard if your terminal lets it; or hold Shift and select it with the mouse."


class CodeScene(Over[None]):
    """The code of a deck, on rows with nothing else on them, so that whoever selects it gets nothing else."""

    def __init__(self, name: str, code: str) -> None:
        super().__init__()
        self.deck_name = name
        self.code = code

    def paint(self, sheet: Sheet) -> None:
        self.paint_behind(sheet)
        columns = sheet.area.width - 4
        lines = [self.code[at : at + columns] for at in range(0, len(self.code), columns)]
        how = wrapped(sheet.look, _HOW.format(key=self.key_of("app.choose")), columns, 2)
        band = sheet.area.centred(sheet.area.width, len(lines) + len(how) + 5)
        sheet.fill(band, "text on panel")
        rule = sheet.look.signs.heavy[1] * band.width
        sheet.put(0, band.y, rule, "accent on panel")
        sheet.put(2, band.y, fitted(sheet.look, f" {self.deck_name} ", columns), "accent on panel bold")
        for row, line in enumerate(lines):
            sheet.put(2, band.y + 2 + row, line, "text on panel bold")
        for row, line in enumerate(how):
            sheet.put(2, band.y + 3 + len(lines) + row, line, "quiet on panel")
        sheet.put(0, band.bottom - 1, rule, "accent on panel")
        sheet.zone(Area(0, band.y, band.width, band.height), "app.choose")
        self.paint_bar(sheet)

    def hints(self) -> Iterable[str | tuple[str, str]]:
        return (("app.choose", "copy"), "app.back")

    def do_choose(self) -> None:
        """Put it on the clipboard: terminals that can do so are asked to, and none says whether it did."""
        self.app.copy_to_clipboard(self.code)
        self.say("Sent to your terminal's clipboard. If nothing arrives, hold Shift and select it with the mouse.")
