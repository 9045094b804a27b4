"""The card browser: all cards of a set, and the face of one of them."""

from __future__ import annotations

from collections.abc import Iterable

from bloodfang.catalog import Catalog
from bloodfang.faces import BIG, SMALL
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.cardface import paint_face
from bloodfang_tui.panes.fitted import shown
from bloodfang_tui.scenes.picking import Picking
from bloodfang_tui.sheet import Area, Sheet

_LEAST_LIST = 50
"""Columns of a list beside which there may be a big face."""


class BrowserScene(Picking[None]):
    """Look through the cards of any set there is."""

    CONTEXT = "browser"

    def __init__(self) -> None:
        super().__init__()
        self._set = 0

    @property
    def catalog(self) -> Catalog:
        return self._catalogs[self._set]

    @property
    def _catalogs(self) -> tuple[Catalog, ...]:
        return self.game.home.library.catalogs

    def paint(self, sheet: Sheet) -> None:
        area = heading(sheet, "Cards", shown(sheet.look, self.catalog.name))
        big = area.width >= BIG[0] + _LEAST_LIST and area.height >= BIG[1]
        face = Area(area.right - (BIG if big else SMALL)[0], area.y, (BIG if big else SMALL)[0], area.height)
        inner = box(sheet, Area(area.x, area.y, face.x - 1, area.height)).inset(1, 0)
        rest = self.paint_search(sheet, inner)
        self.paint_found(sheet, Area(inner.x - 1, rest.y, inner.width + 2, rest.height))
        if self.card:
            paint_face(sheet, face, self.catalog, self.card)
            sheet.zone(face, "app.mark")
        self.paint_bar(sheet)

    def hints(self) -> Iterable[str | tuple[str, str]]:
        if self.field is not None:
            return (("app.choose", "done"), ("app.back", "never mind"))
        another = ["browser.set"] if len(self._catalogs) > 1 else []
        cleared = [] if self.search.is_open else ["browser.clear"]
        return (("app.choose", "look"), "browser.search", *cleared, *another, "app.back", "app.help")

    def do_up(self) -> None:
        self.move(-1)

    def do_down(self) -> None:
        self.move(1)

    def do_page_up(self) -> None:
        self.move(-self.page())

    def do_page_down(self) -> None:
        self.move(self.page())

    def do_first(self) -> None:
        self.move(-len(self.found))

    def do_last(self) -> None:
        self.move(len(self.found))

    def do_left(self) -> None:
        self.do_house_before()

    def do_right(self) -> None:
        self.do_house()

    def do_choose(self, number: str = "") -> None:
        """See the chosen card; a click on another one chooses that."""
        if number and int(number) != self.at:
            self.at = int(number)
        else:
            self.do_mark()

    def do_mark(self) -> None:
        self.look_at(self.card, self.found)

    def do_set(self) -> None:
        """The next set, from its first card."""
        self._set = (self._set + 1) % len(self._catalogs)
        self.search = self.search.opened()
        self.at = 0

    def hovered(self, command: str, about: str) -> None:
        if command == "app.choose" and int(about) != self.at:
            self.at = int(about)
            self.repaint()
