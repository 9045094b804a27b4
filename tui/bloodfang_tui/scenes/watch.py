"""Watching a match of others: the board and what happens, with both hands hidden."""

from __future__ import annotations

from collections.abc import Iterable

from bloodfang.chair import Chair
from bloodfang_engine.contract import Seat
from bloodfang_tui.online import Online
from bloodfang_tui.panes.table import Showing, draw_table
from bloodfang_tui.pointing import Pointing
from bloodfang_tui.scenes.attending import Attending
from bloodfang_tui.sheet import Sheet
from bloodfang_tui.sidelines import for_spectators


class WatchScene(Attending):
    """A spectator's place. Whoever is on the left can be changed."""

    CONTEXT = "watch"

    def __init__(self, online: Online, chair: Chair) -> None:
        self._near = Seat.FIRST
        super().__init__(online, chair)
        self.pointing = Pointing().settled(self.view)

    @property
    def viewer(self) -> None:
        return None

    @property
    def near(self) -> Seat:
        return self._near

    def paint(self, sheet: Sheet) -> None:
        draw_table(sheet, self._showing())
        self.paint_bar(sheet)

    def paint_notice(self, sheet: Sheet) -> None:
        """It is part of the table."""

    def _showing(self) -> Showing:
        status = self.status
        first, second = (place.name for place in self.places)
        return Showing(
            catalog=self.table.catalog,
            view=self.view,
            near=self.near,
            places=self.places,
            outcome=self.update.outcome,
            last=self.update.last,
            legal=(),
            pointing=self.pointing,
            marked=(),
            preview=None,
            wrong="",
            notice=self.notice,
            story=self.story,
            newest=self.newest,
            shows_story=True,
            flash=self.flash,
            curtain=False,
            shared=True,
            teller=self.teller,
            choose="",
            clocks=self.clocks(status),
            status="" if self.update.outcome else for_spectators(status, (first, second)),
            watched=True,
        )

    def hints(self) -> Iterable[str | tuple[str, str]]:
        leave = ("app.back", "lobby")
        if self.pointing.on_board:
            return [("app.choose", "look"), ("app.back", "board"), "watch.flip", "app.help"]
        return [("app.right", "point"), "watch.flip", leave, "app.help"]

    # commands

    def do_left(self) -> None:
        self._point(-1, 0)

    def do_right(self) -> None:
        self._point(1, 0)

    def do_up(self) -> None:
        self._point(0, -1)

    def do_down(self) -> None:
        self._point(0, 1)

    def _point(self, across: int, down: int) -> None:
        """The first arrow lifts the finger, the others move it."""
        if self.pointing.on_board:
            self.pointing = self.pointing.moved(self.view, across, down, self.near)
        else:
            self.pointing = Pointing(0, self.pointing.tile, True)

    def do_flip(self) -> None:
        self._near = self._near.rival
        self._tell_all()

    def do_mark(self) -> None:
        self.do_choose()

    def do_choose(self, tile: str = "") -> None:
        """A card that is pointed at is shown."""
        if tile:
            self.pointing = Pointing(0, tile, True)
        if self.pointing.on_board and (piece := self.view.tile(self.pointing.tile).piece):
            self._show_face(piece.card)

    def do_back(self) -> None:
        if self.pointing.on_board:
            self.pointing = Pointing(0, self.pointing.tile)
        else:
            self.dismiss(None)
