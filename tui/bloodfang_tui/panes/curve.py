"""The curve of a deck: how many cards of each rank it has, and how strong they are."""

from __future__ import annotations

from collections.abc import Sequence

from bloodfang.browsing import REPLACING
from bloodfang.catalog import Catalog
from bloodfang.weighing import average_power, curve
from bloodfang_tui.panes.cardlist import rank_pips
from bloodfang_tui.panes.fitted import fitted
from bloodfang_tui.sheet import Area, Sheet


def rank_name(catalog: Catalog, rank: str) -> str:
    """What a rank is called in a curve."""
    return str(catalog.words.replace) if rank == REPLACING else f"{catalog.words.rank} {rank}"


def bar(sheet: Sheet, area: Area, count: int, most: int) -> None:
    """A bar of one row: a cell for each card where there is room for the most, and in proportion where there is not."""
    cells = count if most <= area.width else -(-count * area.width // most)
    sheet.put(area.x, area.y, sheet.look.signs.meter[1] * cells, "accent on panel")


def paint_curve(sheet: Sheet, area: Area, catalog: Catalog, deck: Sequence[str]) -> None:
    """A bar for each rank with its number, and the average power below."""
    counted = curve(catalog, deck)
    for row, (rank, count) in enumerate(counted.items()):
        y = area.y + row
        sheet.put(area.x, y, rank_pips(sheet.look, rank), "quiet on panel")
        bar(sheet, Area(area.x + 4, y, area.width - 7, 1), count, max(counted.values()))
        sheet.right(area.right, y, str(count), "text on panel bold")
    power = f"{catalog.words.power} {average_power(catalog, deck):.1f} each"
    sheet.put(area.x, area.y + len(counted) + 1, fitted(sheet.look, power, area.width), "quiet on panel")


def curve_in_a_line(catalog: Catalog, deck: Sequence[str]) -> str:
    """The same in words."""
    told = [f"{rank_name(catalog, rank)}: {count}" for rank, count in curve(catalog, deck).items() if count]
    return ", ".join(told)
