"""Lists of cards: power, rank, name and what they do, a line each, one of them chosen, as many as fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bloodfang.abilities import short
from bloodfang.browsing import REPLACING, rank_of
from bloodfang.catalog import Catalog
from bloodfang.ink import Ink
from bloodfang_engine.fang.cards import Tier
from bloodfang_tui.look import Look
from bloodfang_tui.panes.fitted import fitted
from bloodfang_tui.sheet import Area, Sheet

NAME = 22
"""Columns of the longest name there may be."""
_HOUSE = 14
_LEAST_ABILITY = 10


def top_row(top: int, at: int, count: int, rows: int) -> int:
    """The first entry to show so that the chosen one is seen; it stays as it was where that is possible."""
    top = min(max(top, at - rows + 1), at)
    return max(0, min(top, count - rows))


def card_list(
    sheet: Sheet,
    area: Area,
    catalog: Catalog,
    cards: Sequence[str],
    at: int,
    top: int,
    *,
    active: bool = True,
    side: str = "",
    counts: Mapping[str, int] | None = None,
) -> None:
    """Paint cards from the one at `top` on; a click on a line says its number, with what the side is called before it.

    With `counts`, each line ends with how many are in a deck, and with what takes one out and puts one in.
    """
    signs = sheet.look.signs
    for number in range(top, min(len(cards), top + area.height)):
        row = Area(area.x, area.y + number - top, area.width, 1)
        back = "raised" if number == at else "panel"
        sheet.fill(row, f"text on {back}")
        sheet.zone(row, "app.choose", f"{side}{number}")
        if number == at:
            sheet.put(row.x, row.y, signs.pointer, f"{'accent' if active else 'faint'} on {back} bold")
        room = Area(row.x + 1, row.y, row.width - 2, 1)
        if counts is not None:
            _paint_count(sheet, Area(row.right - 8, row.y, 7, 1), cards[number], counts.get(cards[number], 0), back)
            room = room._replace(width=room.width - 8)
        card_line(sheet, room, catalog, cards[number], back, number == at)
    if top > 0:
        sheet.put(area.right - 1, area.y, signs.up, "accent on panel")
    if top + area.height < len(cards):
        sheet.put(area.right - 1, area.bottom - 1, signs.down, "accent on panel")


def card_line(sheet: Sheet, area: Area, catalog: Catalog, card_id: str, back: str, strong: bool = False) -> None:
    """One card on one row, with as much of it as there is room for."""
    look, card = sheet.look, catalog.cards[card_id]
    x = chip(sheet, area.x, area.y, catalog, card_id) + 1
    x = sheet.put(x, area.y, rank_pips(look, rank_of(card)), f"quiet on {back}") + 1
    legendary = card.tier is Tier.LEGENDARY
    x = sheet.put(x, area.y, look.signs.star if legendary else " ", f"accent on {back} bold") + 1
    name = fitted(look, catalog.name_of(card_id), min(NAME, area.right - x))
    sheet.put(x, area.y, name, f"text on {back}{' bold' if strong else ''}")
    x += NAME + 1
    house_at = area.right - _HOUSE
    does = short(card, catalog.name_of, catalog.words)
    if house_at - x > _LEAST_ABILITY * 2:
        sheet.put(x, area.y, fitted(look, does, house_at - x - 1), f"quiet on {back}")
        house = catalog.house_of(card_id).name.removeprefix("The ")
        sheet.put(house_at, area.y, fitted(look, house, _HOUSE), f"faint on {back}")
    elif area.right - x >= _LEAST_ABILITY:
        sheet.put(x, area.y, fitted(look, does, area.right - x), f"quiet on {back}")


def chip(sheet: Sheet, x: int, y: int, catalog: Catalog, card_id: str) -> int:
    """The power of a card in the colour of its house. The column after it."""
    power = catalog.cards[card_id].power
    ink = Ink(f"{power:^3}", "#ffffff", catalog.palette_of(card_id).shade, bold=True)
    return sheet.put(x, y, ink.text, sheet.look.ink(ink))


def rank_pips(look: Look, rank: str) -> str:
    """How many pawns cards of a rank need, in three columns."""
    full, empty = ("o", ".") if look.is_ascii else ("●", "○")
    return f" {look.signs.down} " if rank == REPLACING else (full * int(rank) + empty * 3)[:3]


def _paint_count(sheet: Sheet, area: Area, card_id: str, count: int, back: str) -> None:
    if count:
        sheet.put(area.x + 1, area.y, "-", f"accent on {back} bold")
        sheet.zone(Area(area.x, area.y, 3, 1), "builder.remove", card_id)
    style = f"good on {back} bold" if count else f"faint on {back}"
    sheet.put(area.x + 3, area.y, str(count) if count else sheet.look.signs.dot, style)
    sheet.put(area.x + 5, area.y, "+", f"accent on {back} bold")
    sheet.zone(Area(area.x + 4, area.y, 3, 1), "builder.add", card_id)
