"""The coach: the best acts of this turn with their reasons, the board after each, and what the rival may hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bloodfang.catalog import Catalog
from bloodfang.coach import Advice
from bloodfang.coach.asking import NoAdvice
from bloodfang.coach.telling import dangers
from bloodfang.observing import Observation
from bloodfang.preview import preview
from bloodfang_engine.fang import Action, BloodFang, Mulligan, Pass, Play
from bloodfang_tui.panes.advice import draw_acts, draw_holdings
from bloodfang_tui.panes.board import Board, draw_board, size, squares
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.fitted import wrapped
from bloodfang_tui.scene import Scene
from bloodfang_tui.sheet import Area, Sheet


class CoachScene(Scene[Action]):
    """Thinks once it is seen; the answer is the act the player chose to look at, which is not done yet."""

    CONTEXT = "coach"

    def __init__(self, catalog: Catalog, known: Observation, legal: Sequence[Action], title: str = "The coach") -> None:
        super().__init__()
        self.catalog = catalog
        self.known = known
        self.legal = tuple(legal)
        self.heading = title
        self.found: tuple[Advice, ...] = ()
        self.trouble = ""
        """Why there is no advice."""
        self.at = 0
        self.shows_holdings = False
        self._fits_both = False
        """There was room for the acts beside the board when it was painted last."""
        self._rules = BloodFang(catalog.cards)

    def on_mount(self) -> None:
        self.beside(self._think, "coach")

    async def _think(self) -> None:
        try:
            found = await self.game.coach.advise(self.known, self.legal)
        except NoAdvice as why:
            self.trouble = str(why)
        else:
            self.found = tuple(each for each in found if each.reasons)
        self.repaint()

    # painting

    def paint(self, sheet: Sheet) -> None:
        body = heading(sheet, self.heading, "knows no more than you do")
        board = self._board()
        high = 2 if body.height < 28 else 4
        tile = (min(11, (body.width - 6) // 5), high)
        columns, rows = size(board, tile)
        self._fits_both = body.width - columns >= 44
        if self._fits_both:
            draw_board(sheet, body.x, body.y, tile, board)
            left = Area(body.x, body.y + rows, columns, body.height - rows)
            right = Area(body.x + columns + 1, body.y, body.width - columns - 1, body.height)
            self._acts(sheet, right)
            self._holdings(sheet, left)
        elif self.shows_holdings:
            draw_board(sheet, body.x + (body.width - columns) // 2, body.y, tile, board)
            self._holdings(sheet, Area(body.x, body.y + rows, body.width, body.height - rows))
        else:
            self._acts(sheet, body)
        self.paint_bar(sheet)

    def _board(self) -> Board:
        """The board after the act that is looked at, with what the rival's answers put in danger."""
        seat, view = self.known.seat, self.known.view
        act = self.found[self.at].act if self.found else None
        seen = preview(self._rules, view, act) if isinstance(act, Play | Pass) else None
        forecast = self.found[self.at].forecast if self.found else None
        danger = [each.tile for each in forecast.threats if 4 * each.worlds >= forecast.worlds] if forecast else []
        return Board(
            squares=squares(seen.after if seen else view),
            near=seat,
            name_of=self.catalog.name_of,
            catalog=self.catalog,
            marks=frozenset(danger),
            cursor=act.tile if isinstance(act, Play) else "",
            changes={change.name: change for change in seen.changes} if seen else {},
        )

    def _acts(self, sheet: Sheet, area: Area) -> None:
        inner = box(sheet, area, "What to do")
        if self.found:
            draw_acts(sheet, inner, self.found, self.at, self.catalog)
            return
        told = self.trouble or "The coach looks at the board..."
        for row, line in enumerate(wrapped(sheet.look, told, inner.width - 2, inner.height)):
            sheet.put(inner.x + 1, inner.y + row, line, "bad on panel" if self.trouble else "quiet on panel")

    def _holdings(self, sheet: Sheet, area: Area) -> None:
        forecast = self.found[self.at].forecast if self.found else None
        danger = dangers(forecast, self.known.view.board.table.grid.lanes) if forecast else ""
        draw_holdings(sheet, box(sheet, area, "What they may still hold"), self.known, self.catalog, danger)

    def hints(self) -> Iterable[str | tuple[str, str]]:
        if not self.found:
            return ("app.back", "app.help")
        take = "aim" if isinstance(self.found[self.at].act, Play) else "back"
        other = [] if self._fits_both else [("app.next", "what to do" if self.shows_holdings else "what they may hold")]
        return (("app.down", "next"), ("app.up", "before"), ("app.choose", take), *other, "app.back", "app.help")

    # commands

    def do_down(self) -> None:
        self.at = min(self.at + 1, max(0, len(self.found) - 1))

    def do_up(self) -> None:
        self.at = max(0, self.at - 1)

    do_right, do_left = do_down, do_up

    def do_next(self) -> None:
        """The other page, where there is no room for both."""
        self.shows_holdings = not self.shows_holdings

    def do_choose(self, number: str = "") -> None:
        """A click points at an act; Enter goes back to the table with it."""
        if number.isdecimal() and int(number) != self.at:
            self.at = int(number)
        elif self.found and not isinstance(self.found[self.at].act, Mulligan):
            self.dismiss(self.found[self.at].act)
        else:
            self.dismiss(None)

    def do_coach(self) -> None:
        """The key that opened it closes it."""
        self.dismiss(None)
