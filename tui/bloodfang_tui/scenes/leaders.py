"""The leaders of a server: the strongest people, and the strongest bots apart from them."""

from __future__ import annotations

from collections.abc import Iterable

from bloodfang.bots import LEVELS
from bloodfang.fitting import cut, wrap
from bloodfang.ladder import Standing
from bloodfang_tui.online import FAILURES, Online, why
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.menu import window
from bloodfang_tui.scene import Scene
from bloodfang_tui.sheet import Area, Sheet

MOST = 50
EMPTY = "Nobody has played a rated match yet. Choose Rated under Terms, find a rival, and be the first."


class LeadersScene(Scene[None]):
    """Ordered by what the server is fairly sure of: a newcomer's luck does not count for much."""

    def __init__(self, online: Online) -> None:
        super().__init__()
        self.online = online
        self.people: tuple[Standing, ...] = ()
        self.bots: tuple[Standing, ...] = ()
        self.at = 0

    def on_mount(self) -> None:
        self.beside(self._look, "look")

    async def _look(self) -> None:
        try:
            self.people = await self.online.people.top(MOST)
            self.bots = await self.online.people.top(len(LEVELS), bots=True)
        except FAILURES as failure:
            self.notice = why(failure)
        own = (number for number, each in enumerate(self.people) if each.id == self.online.person.id)
        self.at = next(own, 0)
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        body = heading(sheet, "Leaders", f"you are {self.online.person.name}")
        columns = min(72, body.width)
        left = (body.width - columns) // 2
        rows = len(self.bots) + 3 if self.bots else 0
        area = Area(left, body.y, columns, body.height - rows)
        inner = box(sheet, area, "People")
        if self.people:
            self._paint_list(sheet, inner, self.people)
        else:
            for number, line in enumerate(wrap(EMPTY, inner.width - 4)):
                sheet.put(inner.x + 2, inner.y + 1 + number, line, "quiet on panel")
        if self.bots:
            inner = box(sheet, Area(left, area.bottom, columns, rows), "Bots")
            self._paint_list(sheet, inner, self.bots)
        self.paint_bar(sheet)

    def _paint_list(self, sheet: Sheet, area: Area, standings: tuple[Standing, ...]) -> None:
        at = (area.x + 5, area.right - 28, area.right - 12)
        for x, title in zip(at, ("name", "rating", "matches"), strict=True):
            sheet.put(x, area.y, title, "faint on panel")
        rows = area.height - 1
        shown = window(len(standings), self.at if standings is self.people else 0, rows)
        for number in shown:
            each, y = standings[number], area.y + 1 + number - shown.start
            own = each.id == self.online.person.id
            ground = "raised" if standings is self.people and number == self.at else "panel"
            sheet.fill(Area(area.x, y, area.width, 1), f"text on {ground}")
            sheet.right(area.x + 4, y, str(number + 1), f"quiet on {ground}")
            name = LEVELS[each.name].name if standings is self.bots and each.name in LEVELS else each.name
            style = f"accent on {ground} bold" if own else f"text on {ground}"
            sheet.put(at[0], y, cut(f"{name}{' (you)' if own else ''}", at[1] - at[0] - 2), style)
            rating = each.rating
            sheet.put(at[1], y, f"{round(rating.rating)} +/- {round(2 * rating.deviation)}", f"text on {ground}")
            sheet.put(at[2], y, str(each.matches), f"quiet on {ground}")

    def hints(self) -> Iterable[str | tuple[str, str]]:
        return ("app.up", "app.down", ("app.back", "lobby"), "app.help")

    def do_up(self) -> None:
        self.at = max(0, self.at - 1)

    def do_down(self) -> None:
        self.at = min(max(0, len(self.people) - 1), self.at + 1)
