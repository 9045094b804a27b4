"""A deck while it is built: its cards under their ranks, so that the headings are its curve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bloodfang.browsing import rank_of
from bloodfang.catalog import Catalog
from bloodfang.weighing import curve
from bloodfang_engine.fang.cards import Tier
from bloodfang_tui.panes.cardlist import NAME, chip, rank_pips, top_row
from bloodfang_tui.panes.curve import bar
from bloodfang_tui.panes.deckpane import Row
from bloodfang_tui.panes.fitted import fitted
from bloodfang_tui.sheet import Area, Sheet


def paint_groups(sheet: Sheet, area: Area, catalog: Catalog, rows: Sequence[Row], at: int | None, top: int) -> int:
    """Paint them; a click on a card says `deck:` and its number. The first row that is shown."""
    lines = [*_lines(catalog, rows)]
    chosen = next((place for place, line in enumerate(lines) if line == at), 0)
    top = top_row(0 if chosen <= 1 else top, chosen, len(lines), area.height)
    counted = curve(catalog, [card for card, count in rows for _ in range(count)])
    for place, line in enumerate(lines[top : top + area.height]):
        row = Area(area.x, area.y + place, area.width, 1)
        if isinstance(line, str):
            _paint_heading(sheet, row, line, counted[line], max(counted.values()))
        else:
            _paint_card(sheet, row, catalog, rows[line], line, line == at)
    signs = sheet.look.signs
    if top > 0:
        sheet.put(area.right - 1, area.y, signs.up, "accent on panel")
    if top + area.height < len(lines):
        sheet.put(area.right - 1, area.bottom - 1, signs.down, "accent on panel")
    return top


def _lines(catalog: Catalog, rows: Sequence[Row]) -> Iterator[str | int]:
    """A rank for each heading, a number for each card."""
    for rank in curve(catalog, ()):
        yield rank
        yield from (number for number, (card, _) in enumerate(rows) if rank_of(catalog.cards[card]) == rank)


def _paint_heading(sheet: Sheet, area: Area, rank: str, count: int, most: int) -> None:
    sheet.put(area.x + 1, area.y, rank_pips(sheet.look, rank), f"{'text' if count else 'faint'} on panel")
    bar(sheet, Area(area.x + 5, area.y, area.width - 9, 1), count, most)
    sheet.right(area.right - 2, area.y, str(count), f"{'text' if count else 'faint'} on panel bold")


def _paint_card(sheet: Sheet, area: Area, catalog: Catalog, row: Row, number: int, chosen: bool) -> None:
    card, count = row
    look, signs, back = sheet.look, sheet.look.signs, "raised" if chosen else "panel"
    sheet.fill(area, f"text on {back}")
    sheet.zone(area, "app.choose", f"deck:{number}")
    if chosen:
        sheet.put(area.x, area.y, signs.pointer, f"accent on {back} bold")
    x = chip(sheet, area.x + 1, area.y, catalog, card) + 1
    legendary = catalog.cards[card].tier is Tier.LEGENDARY
    x = sheet.put(x, area.y, signs.star if legendary else " ", f"accent on {back} bold") + 1
    copies = f"{signs.gone}{count}" if count > 1 else ""
    name = fitted(look, catalog.name_of(card), min(NAME, area.right - x - 3 - len(copies)))
    x = sheet.put(x, area.y, name, f"text on {back}{' bold' if chosen else ''}")
    sheet.right(area.right - 2, area.y, copies, f"accent on {back} bold")
    sheet.put(area.right - 2, area.y, "-", f"accent on {back} bold")
    sheet.zone(Area(area.right - 3, area.y, 3, 1), "builder.remove", card)
