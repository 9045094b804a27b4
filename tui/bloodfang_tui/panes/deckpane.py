"""A deck laid open: its plan, its cards, its curve, and whether it may be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bloodfang.browsing import in_order
from bloodfang.catalog import Catalog
from bloodfang.decks import Deck
from bloodfang.faces import SMALL
from bloodfang.weighing import verdict
from bloodfang_tui.panes.cardface import small_face
from bloodfang_tui.panes.cardlist import NAME, card_line, top_row
from bloodfang_tui.panes.curve import curve_in_a_line, paint_curve
from bloodfang_tui.panes.fitted import fitted, wrapped
from bloodfang_tui.sheet import Area, Sheet

Row = tuple[str, int]
"""A card, and how many there are of it."""

_CARDS = NAME + 13
"""Columns of a card's row, with the pointer and how many there are."""
_CURVE = 15
_CURVE_ROWS = 7
_AIRY = 18
"""Rows from which on there is room for an empty one."""


def rows_of(catalog: Catalog, cards: Sequence[str]) -> tuple[Row, ...]:
    """The cards of a deck, each once with how many there are, the cheap ones first."""
    counted = Counter(cards)
    return tuple((card, counted[card]) for card in in_order(catalog, tuple(counted)))


def paint_deck(sheet: Sheet, area: Area, catalog: Catalog, deck: Deck, at: int | None, top: int) -> int:
    """Paint a deck; the card at `at` is chosen, if any. The first row of cards that is shown."""
    look, rows = sheet.look, rows_of(catalog, deck.cards)
    side = SMALL[0] if area.width >= _CARDS + SMALL[0] + 2 else _CURVE if area.width > _CARDS + _CURVE else 0
    y = area.y
    for line in wrapped(look, deck.plan, area.width - 2, 2):
        sheet.put(area.x + 1, y, line, "text on panel")
        y += 1
    if not side and rows:
        sheet.put(area.x + 1, y, fitted(look, curve_in_a_line(catalog, deck.cards), area.width - 2), "quiet on panel")
        y += 1
    y += area.height > _AIRY
    said = verdict_lines(sheet, catalog, deck.cards, area.width - 4)
    cards = Area(area.x, y, area.width - (side + 2 if side else 0), min(len(rows), area.bottom - len(said) - y))
    top = top_row(top, at or 0, len(rows), cards.height)
    paint_rows(sheet, cards, catalog, rows, at, top)
    paint_verdict(sheet, area.x + 1, min(cards.bottom + 1, area.bottom - len(said)), said)
    if side:
        beside = Area(area.right - side - 1, y, side, area.bottom - y)
        paint_curve(sheet, beside, catalog, deck.cards)
        if side == SMALL[0] and rows and beside.height >= SMALL[1] + _CURVE_ROWS:
            card = rows[-1 if at is None else at][0]
            sheet.lines(beside.x, y + _CURVE_ROWS, small_face(catalog.face_of(card), look.glyphs))
    return top


def paint_rows(sheet: Sheet, area: Area, catalog: Catalog, rows: Sequence[Row], at: int | None, top: int) -> None:
    """The cards of a deck from the one at `top` on; a click says `card:` and the number."""
    signs = sheet.look.signs
    for number in range(top, min(len(rows), top + area.height)):
        card, count = rows[number]
        row = Area(area.x, area.y + number - top, area.width, 1)
        back = "raised" if number == at else "panel"
        sheet.fill(row, f"text on {back}")
        sheet.zone(row, "app.choose", f"card:{number}")
        if number == at:
            sheet.put(row.x, row.y, signs.pointer, f"accent on {back} bold")
        card_line(sheet, Area(row.x + 1, row.y, row.width - 3, 1), catalog, card, back, number == at)
        if count > 1:
            sheet.right(row.right, row.y, f"{signs.gone}{count}", f"accent on {back} bold")
    if top > 0:
        sheet.put(area.right - 1, area.y, signs.up, "accent on panel")
    if top + area.height < len(rows):
        sheet.put(area.right - 1, area.bottom - 1, signs.down, "accent on panel")


def verdict_lines(sheet: Sheet, catalog: Catalog, cards: Sequence[str], columns: int) -> list[str]:
    """Whether a deck may be played, in no more lines than a small screen has for it."""
    said = verdict(catalog, cards)
    sign = sheet.look.signs.tick if said[0].startswith("Legal") else "!"
    first, *more = wrapped(sheet.look, " ".join(said), columns - 2, 3)
    return [f"{sign} {first}", *(f"  {line}" for line in more)]


def paint_verdict(sheet: Sheet, x: int, y: int, lines: Sequence[str]) -> None:
    """The same, painted."""
    style = "bad on panel" if lines[0].startswith("!") else "good on panel"
    for row, line in enumerate(lines):
        sheet.put(x, y + row, line, style)
