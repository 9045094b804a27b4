"""A match looked at again with the coach: the turns that cost most, what was better, and how the margin went."""

from __future__ import annotations

from collections.abc import Iterable

from bloodfang.catalog import Catalog
from bloodfang.coach import Review, Turn
from bloodfang.coach.asking import NoAdvice
from bloodfang_engine.contract import Seat
from bloodfang_engine.record import Record
from bloodfang_tui.panes.advice import draw_turn
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.fitted import wrapped
from bloodfang_tui.panes.margins import draw_margins
from bloodfang_tui.scene import Scene
from bloodfang_tui.sheet import Area, Sheet


class ReviewScene(Scene[int]):
    """Thinks once it is seen; the answer is the moment of the record that the player wants to look at."""

    CONTEXT = "review"

    def __init__(self, catalog: Catalog, record: Record, seat: Seat) -> None:
        super().__init__()
        self.catalog = catalog
        self.record = record
        self.seat = seat
        self.found: Review | None = None
        self.trouble = ""
        self.at = 0

    def on_mount(self) -> None:
        self.beside(self._think, "coach")

    async def _think(self) -> None:
        try:
            self.found = await self.game.coach.review(self.catalog.cards, self.record, self.seat)
        except NoAdvice as why:
            self.trouble = str(why)
        self.repaint()

    @property
    def turn(self) -> Turn | None:
        """The turn that is looked at."""
        return self.found.costliest[self.at] if self.found and self.found.costliest else None

    def paint(self, sheet: Sheet) -> None:
        turn, found = self.turn, self.found
        aside = f"{self.at + 1} of {len(found.costliest)}" if found and turn else ""
        body = heading(sheet, "What the coach would have done", aside)
        graph = Area(body.x, body.y, body.width, 9 if body.height < 30 else 13)
        rest = Area(body.x, graph.bottom, body.width, body.height - graph.height)
        if found:
            margins = [margin for _, margin in found.margins]
            draw_margins(sheet, graph, margins, turn.moment + 1 if turn else -1, "review.moment")
        else:
            box(sheet, graph, "Who was ahead")
        title = f"Turn {turn.number} cost {turn.cost:.0%} of the chance to win" if turn else "Turn by turn"
        inner = box(sheet, rest, title)
        if turn:
            draw_turn(sheet, inner, turn, self.catalog)
        else:
            for row, line in enumerate(wrapped(sheet.look, self._told(), inner.width - 2, inner.height)):
                sheet.put(inner.x + 1, inner.y + row, line, "quiet on panel")
        self.paint_bar(sheet)

    def _told(self) -> str:
        if self.trouble:
            return self.trouble
        if self.found:
            return "No turn gave anything away that the coach would speak of. Well played."
        return "The coach goes through the match, turn by turn..."

    def hints(self) -> Iterable[str | tuple[str, str]]:
        if not self.turn:
            return ("app.back", "app.help")
        return (("app.right", "next"), ("app.left", "before"), ("app.choose", "see it"), "app.back", "app.help")

    def do_right(self) -> None:
        last = len(self.found.costliest) - 1 if self.found else 0
        self.at = min(self.at + 1, max(0, last))

    def do_left(self) -> None:
        self.at = max(0, self.at - 1)

    do_down, do_up = do_right, do_left

    def do_moment(self, number: str) -> None:
        """To a moment that was clicked."""
        self.dismiss(int(number))

    def do_choose(self) -> None:
        """The board before that turn, in the replay."""
        self.dismiss(self.turn.moment if self.turn else None)

    def do_coach(self) -> None:
        """The key that opened it closes it."""
        self.dismiss(None)
