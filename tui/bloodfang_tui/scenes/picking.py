"""What scenes with a list of cards share: filters, a search as it is typed, and one card that is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, TypeVar

from textual import events

from bloodfang.browsing import Search
from bloodfang.catalog import Catalog
from bloodfang_tui.field import Field
from bloodfang_tui.panes.cardlist import card_list, top_row
from bloodfang_tui.panes.fitted import fitted, shown, wrapped
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.ask import paint_field
from bloodfang_tui.scenes.face import FaceScene
from bloodfang_tui.sheet import Area, Sheet

Answer = TypeVar("Answer")

_MOVES = {"up": "app.up", "down": "app.down", "pageup": "app.page_up", "pagedown": "app.page_down"}
"""The keys that go through the list even while something is typed."""
_CHIPS = (("house", "house"), ("rank", "rank"), ("kind", "kind"), ("order", "sort"))
"""What can be chosen, and by which command."""


class Picking(Scene[Answer]):
    """A scene in which cards are looked for. Its context has the commands search, house, rank, kind, sort and clear."""

    TOKENS: ClassVar[bool] = True
    """Whether tokens are among the cards."""

    def __init__(self) -> None:
        super().__init__()
        self.search = Search()
        self.at = 0
        self._top = 0
        self._rows = 1
        self._known: tuple[Catalog, Search, tuple[str, ...]] | None = None

    @property
    def catalog(self) -> Catalog:
        """The set that is looked through."""
        return self.game.home.catalog

    @property
    def found(self) -> tuple[str, ...]:
        """The cards that were looked for."""
        known = self._known
        if known is None or known[0] is not self.catalog or known[1] != self.search:
            found = self.search.pick(self.catalog, tokens=self.TOKENS)
            known = self._known = (self.catalog, self.search, found)
        return known[2]

    @property
    def card(self) -> str | None:
        """The chosen card, if there is any."""
        return self.found[self.at] if self.at < len(self.found) else None

    def find(self, search: Search) -> None:
        """Look for something else; a card that is still there stays chosen."""
        card = self.card
        self.search = search
        self.at = self.found.index(card) if card in self.found else 0

    def look_at(self, card: str | None, among: tuple[str, ...]) -> None:
        """See a card's whole face; the one that is seen last is chosen then."""
        if card:
            self.app.push_screen(FaceScene(self.catalog, card, among=among), self._choose_seen)

    def _choose_seen(self, card: str | None) -> None:
        if card in self.found:
            self.at = self.found.index(card)

    # painting

    def paint_search(self, sheet: Sheet, area: Area) -> Area:
        """What is looked for, above the list; what is left of the area below it."""
        x, y = area.x, area.y
        for what, command in _CHIPS:
            key, told = self.key_of(f"{self.CONTEXT}.{command}"), self.search.told(what, self.catalog)
            columns = min(area.width, len(key) + 1 + len(told))
            if x + columns > area.right:
                x, y = area.x, y + 1
            asked = what != "order" and getattr(self.search, what)
            style = "accent on panel bold" if asked else "text on panel" if what == "order" else "quiet on panel"
            sheet.put(x, y, key, "accent on panel")
            sheet.put(x + len(key) + 1, y, fitted(sheet.look, told, columns - len(key) - 1), style)
            sheet.zone(Area(x, y, columns, 1), f"{self.CONTEXT}.{command}")
            x += columns + 2
        self._paint_words(sheet, Area(area.x, y + 1, area.width, 1))
        return Area(area.x, y + 2, area.width, max(0, area.bottom - y - 2))

    def _paint_words(self, sheet: Sheet, area: Area) -> None:
        count = "1 card" if len(self.found) == 1 else f"{len(self.found)} cards"
        sheet.right(area.right, area.y, count, "quiet on panel")
        line = area._replace(x=area.x + 2, width=area.width - len(count) - 3)
        sheet.put(area.x, area.y, fitted(sheet.look, self.key_of(f"{self.CONTEXT}.search"), 1), "accent on panel")
        if self.field:
            before = shown(sheet.look, self.field.text[: self.field.at])
            paint_field(sheet, line, Field(shown(sheet.look, self.field.text), len(before)))
        elif self.search.text:
            sheet.put(line.x, line.y, fitted(sheet.look, self.search.text, line.width), "accent on panel bold")
        else:
            sheet.put(line.x, line.y, fitted(sheet.look, "name or text", line.width), "faint on panel")
        sheet.zone(line, f"{self.CONTEXT}.search")

    def paint_found(
        self, sheet: Sheet, area: Area, *, active: bool = True, side: str = "", counts: Mapping[str, int] | None = None
    ) -> None:
        """The list itself, or a sentence if nothing was found."""
        self._rows = max(1, area.height)
        self._top = top_row(self._top, self.at, len(self.found), self._rows)
        if self.found:
            card_list(
                sheet, area, self.catalog, self.found, self.at, self._top, active=active, side=side, counts=counts
            )
            return
        key = self.key_of(f"{self.CONTEXT}.clear") if self.field is None else "Esc"
        told = f"No card is like that. {key} shows all cards again."
        for row, line in enumerate(wrapped(sheet.look, told, area.width - 2, area.height)):
            sheet.put(area.x + 1, area.y + 1 + row, line, "quiet on panel")
        sheet.zone(area, f"{self.CONTEXT}.clear")

    # commands

    def do_search(self) -> None:
        """Type what to look for."""
        self.field = self.field or Field.of(self.search.text, 60)

    def do_house(self) -> None:
        self._turn("house")

    def do_house_before(self) -> None:
        self._turn("house", -1)

    def do_rank(self) -> None:
        self._turn("rank")

    def do_kind(self) -> None:
        self._turn("kind")

    def do_sort(self) -> None:
        self._turn("order")

    def do_clear(self) -> None:
        self.field = None
        self.find(self.search.opened())

    def move(self, steps: int) -> None:
        """Choose another card of the list, so many below this one; it ends at both ends."""
        self.at = max(0, min(len(self.found) - 1, self.at + steps))

    def page(self) -> int:
        """How many steps a page is."""
        return max(1, self._rows - 1)

    def _turn(self, what: str, steps: int = 1) -> None:
        self.find(self.search.turned(what, self.catalog, steps, tokens=self.TOKENS))

    # the line being typed

    def typed(self, field: Field) -> None:
        self.field = field
        self.find(replace(self.search, text=field.text))

    def entered(self, text: str) -> None:
        self.field = None

    def pointed(self, command: str, about: str) -> None:
        if command != f"{self.CONTEXT}.search":
            self.field = None
        super().pointed(command, about)

    def on_key(self, event: events.Key) -> None:
        """While something is typed, the list can be gone through all the same; Esc forgets what was typed."""
        if self.field is not None and event.key in _MOVES:
            event.stop()
            self.action_do(_MOVES[event.key])
            return
        if self.field is not None and event.key == "escape":
            self.find(replace(self.search, text=""))
        super().on_key(event)
