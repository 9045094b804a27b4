"""A deck that is built beside the cards there are: which is chosen, and what it looks like."""

from __future__ import annotations

from collections import Counter

from bloodfang.decks import Deck
from bloodfang.weighing import whole_deck
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.cardface import paint_face, paint_words
from bloodfang_tui.panes.deckgroups import paint_groups
from bloodfang_tui.panes.deckpane import Row, paint_verdict, rows_of, verdict_lines
from bloodfang_tui.panes.fitted import fitted, wrapped
from bloodfang_tui.scenes.picking import Picking
from bloodfang_tui.sheet import Area, Sheet

_FACE = 28
_WORDS = 4
"""Columns of a face beside the deck, and rows of its words below the list where there is no room for a face."""


class Workbench(Picking[Deck]):
    """The cards on one side and the deck on the other; one card of either is chosen."""

    CONTEXT = "builder"
    TOKENS = False

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck
        self.deck_at: int | None = None
        """The chosen row of the deck, while the player is on that side."""
        self._deck_top = 0
        self.before = deck
        """As it was when it was saved last."""

    @property
    def rows(self) -> tuple[Row, ...]:
        """The cards in the deck, each once."""
        return rows_of(self.catalog, self.deck.cards)

    @property
    def chosen(self) -> str | None:
        """The chosen card, on whichever side."""
        return self.card if self.deck_at is None else self.rows[self.deck_at][0]

    @property
    def is_changed(self) -> bool:
        """Whether there is something that a file does not hold yet."""
        now, before = self.deck, self.before
        return (now.name, now.plan, Counter(now.cards)) != (before.name, before.plan, Counter(before.cards))

    # painting

    def paint(self, sheet: Sheet) -> None:
        count = f"{len(self.deck.cards)} of {whole_deck()} cards"
        aside = f"{count}, not saved" if self.is_changed else count
        name = fitted(sheet.look, self.deck.name or "A new deck", sheet.area.width - len(aside) - 6)
        area = heading(sheet, name, aside)
        face = _FACE if area.width >= 90 + _FACE else 0
        columns = 28 if area.width < 80 else 34
        pool = Area(0, area.y, area.width - columns - face, area.height)
        self._paint_pool(sheet, pool, _WORDS if not face else 0)
        self._paint_deck(sheet, Area(pool.right, area.y, columns, area.height))
        if face and self.chosen:
            side = Area(area.right - face + 1, area.y, face - 2, area.height)
            paint_face(sheet, side, self.catalog, self.chosen)
            sheet.zone(side, "builder.look")
        self.paint_bar(sheet)

    def _paint_pool(self, sheet: Sheet, area: Area, words: int) -> None:
        inner = box(sheet, area, "Cards", edge="accent" if self.deck_at is None else "line").inset(1, 0)
        rest = self.paint_search(sheet, inner)
        found = Area(inner.x - 1, rest.y, inner.width + 2, rest.height - (words + 1 if words else 0))
        self.paint_found(sheet, found, active=self.deck_at is None, side="pool:", counts=Counter(self.deck.cards))
        if words and self.chosen:
            rule = sheet.look.signs.box[1] * area.width
            sheet.put(area.x + 1, found.bottom, rule[2:], "line on panel")
            below = Area(inner.x, found.bottom + 1, inner.width, words)
            paint_words(sheet, below, self.catalog, self.chosen, "panel")
            sheet.zone(below, "builder.look")

    def _paint_deck(self, sheet: Sheet, area: Area) -> None:
        inner = box(sheet, area, "Deck", edge="accent" if self.deck_at is not None else "line")
        said = verdict_lines(sheet, self.catalog, self.deck.cards, inner.width - 2)
        paint_verdict(sheet, inner.x + 1, inner.bottom - len(said), said)
        groups = inner._replace(height=inner.height - len(said))
        self._deck_top = paint_groups(sheet, groups, self.catalog, self.rows, self.deck_at, self._deck_top)
        if not self.rows:
            told = f"Nothing in it yet: {self.key_of('app.choose')} puts the chosen card in."
            for row, line in enumerate(wrapped(sheet.look, told, inner.width - 2, 3)):
                sheet.put(inner.x + 1, inner.y + 5 + row, line, "quiet on panel")

    # going about

    def do_up(self) -> None:
        self._step(-1)

    def do_down(self) -> None:
        self._step(1)

    def do_page_up(self) -> None:
        self._step(-self.page())

    def do_page_down(self) -> None:
        self._step(self.page())

    def do_first(self) -> None:
        self._step(-len(self.found))

    def do_last(self) -> None:
        self._step(len(self.found))

    def do_next(self) -> None:
        """From the cards to the deck, and back."""
        self.go_to_row(0 if self.deck_at is None else None)

    def do_previous(self) -> None:
        self.do_next()

    def _step(self, steps: int) -> None:
        if self.deck_at is None:
            self.move(steps)
        else:
            self.go_to_row(self.deck_at + steps)

    def go_to_row(self, row: int | None) -> None:
        """To a row of the deck, or to the nearest there is; back to the cards if there is none."""
        self.deck_at = None if row is None or not self.rows else max(0, min(len(self.rows) - 1, row))

    def hovered(self, command: str, about: str) -> None:
        """The card under the mouse is the chosen one."""
        side, _, number = about.partition(":")
        if command == "app.choose" and self.field is None and not self.point_at(side, int(number)):
            self.repaint()

    def point_at(self, side: str, number: int) -> bool:
        """Choose a row of a side; whether it was chosen already."""
        before = (self.at, self.deck_at)
        if side == "deck":
            self.go_to_row(number)
        else:
            self.at, self.deck_at = number, None
        return (self.at, self.deck_at) == before
