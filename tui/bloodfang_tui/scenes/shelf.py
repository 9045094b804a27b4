"""Decks on a shelf: one of them is chosen and lies open, and the player can go among its cards."""

from __future__ import annotations

from functools import cached_property

from bloodfang.catalog import Catalog
from bloodfang.deckbox import DeckBox, Listed
from bloodfang.decks import Deck
from bloodfang_engine.errors import Problem
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.decklist import paint_decks
from bloodfang_tui.panes.deckpane import paint_deck, rows_of
from bloodfang_tui.panes.fitted import fitted, shown, wrapped
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.face import FaceScene
from bloodfang_tui.sheet import Area, Sheet

_PAGE = 8


class Shelf(Scene[None]):
    """All decks of the shipped set, the player's own first, and the files that should be decks and are not."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.card_at: int | None = None
        """The chosen card of the chosen deck, while the player is among its cards."""
        self._top = self._card_top = 0
        self._read: tuple[Listed | Problem, ...] | None = None

    @property
    def catalog(self) -> Catalog:
        """The set they are of."""
        return self.game.home.catalog

    @cached_property
    def box(self) -> DeckBox:
        """Where they are kept."""
        return self.game.home.decks(self.catalog)

    @property
    def entries(self) -> tuple[Listed | Problem, ...]:
        """The decks, and what is wrong with files that are none."""
        if self._read is None:
            self._read = (*self.box.list(), *self.box.problems())
        return self._read

    @property
    def deck(self) -> Deck | None:
        """The chosen deck."""
        chosen = self.entries[self.at] if self.at < len(self.entries) else None
        return chosen.deck if isinstance(chosen, Listed) else None

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of the chosen deck, each once."""
        return tuple(card for card, _ in rows_of(self.catalog, self.deck.cards)) if self.deck else ()

    def read(self, choose: str = "") -> None:
        """Look into the folder once more, and choose this deck."""
        self._read = None
        ids = [each.deck.id if isinstance(each, Listed) else "" for each in self.entries]
        self.at = ids.index(choose) if choose in ids else max(0, min(self.at, len(ids) - 1))
        self.card_at = None
        self.repaint()

    # painting

    def paint(self, sheet: Sheet) -> None:
        area = heading(sheet, "Decks", shown(sheet.look, self.catalog.name))
        columns = 24 if area.width < 80 else 27 if area.width < 100 else 36
        inner = box(sheet, Area(area.x, area.y, columns, area.height), edge=self._edge(self.card_at is None))
        self._top = paint_decks(sheet, inner, self.entries, self.at, self._top, self.card_at is None, self._none_yet())
        right = Area(columns, area.y, area.width - columns, area.height)
        if self.deck:
            name = fitted(sheet.look, self.deck.name, right.width - 6)
            inner = box(sheet, right, name, edge=self._edge(self.card_at is not None))
            self._card_top = paint_deck(sheet, inner, self.catalog, self.deck, self.card_at, self._card_top)
        else:
            inner = box(sheet, right, "No deck")
            y = inner.y
            for sentence in self._no_deck():
                for line in wrapped(sheet.look, sentence, inner.width - 2, inner.bottom - y):
                    sheet.put(inner.x + 1, y, line, "text on panel")
                    y += 1
                y += 1
        self.paint_bar(sheet)

    def _edge(self, here: bool) -> str:
        return "accent" if here else "line"

    def _no_deck(self) -> tuple[str, ...]:
        if not self.entries:
            return ("There is no deck yet.",)
        return f"{self.entries[self.at]}.", "The file is left as it is. Put it right, or move it out of the folder."

    def _none_yet(self) -> str:
        return f"none yet: {self.key_of('decks.new')} begins one"

    # going about

    def do_up(self) -> None:
        self._move(-1)

    def do_down(self) -> None:
        self._move(1)

    def do_page_up(self) -> None:
        self._move(-_PAGE)

    def do_page_down(self) -> None:
        self._move(_PAGE)

    def do_first(self) -> None:
        self._move(-len(self.entries) - len(self.cards))

    def do_last(self) -> None:
        self._move(len(self.entries) + len(self.cards))

    def do_next(self) -> None:
        """From the decks to the cards of the chosen one, and back."""
        self.card_at = 0 if self.card_at is None and self.deck and self.deck.cards else None

    def do_previous(self) -> None:
        self.do_next()

    def do_right(self) -> None:
        if self.card_at is None:
            self.do_next()

    def do_left(self) -> None:
        self.card_at = None

    def do_back(self) -> None:
        if self.card_at is not None:
            self.card_at = None
        else:
            self.dismiss(None)

    def _move(self, steps: int) -> None:
        if self.card_at is not None:
            self.card_at = max(0, min(len(self.cards) - 1, self.card_at + steps))
        else:
            self.at = max(0, min(len(self.entries) - 1, self.at + steps))
            self._card_top = 0

    def do_look(self) -> None:
        """The face of the chosen card, or of the deck's first."""
        if cards := self.cards:
            card = cards[self.card_at or 0]
            self.app.push_screen(FaceScene(self.catalog, card, among=cards), self._saw)

    def _saw(self, card: str | None) -> None:
        self.card_at = self.cards.index(card) if card in self.cards else None
