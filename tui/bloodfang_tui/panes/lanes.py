"""Lane totals: the numbers that decide the match, as large as the screen allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Account
from bloodfang_tui.look import Look
from bloodfang_tui.sheet import Area, Sheet, Stamp

BIG = 9
"""Columns of a big total: a star, two digits, and room."""
SMALL = 4
TALL = 5
"""Rows of a tile from which on totals are as tall as this."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The account to be shown, and the one it comes from if it is only a preview."""

    account: Account
    near: Seat
    before: Account | None = None


def draw_lanes(sheet: Sheet, left: Area, right: Area, tile_rows: int, totals: Totals) -> None:
    """Paint both sides' totals of each lane beside the board: the near side on the left."""
    for number, lane in enumerate(totals.account.lanes):
        y = left.y + 1 + number * (tile_rows + 1)
        was = totals.before.lanes[number] if totals.before else lane
        for seat, area in ((totals.near, left), (totals.near.rival, right)):
            wins, changed = lane.winner is seat, lane.sums[seat] != was.sums[seat]
            side = "mine" if seat is totals.near else "theirs"
            style = f"{side} bold" if wins else "quiet" if lane.winner is None else "faint"
            place = Area(area.x, y, area.width, tile_rows)
            sheet.stamp(_total(sheet.look, place, lane.sums[seat], "accent bold" if changed else style, side, wins))


@lru_cache(maxsize=4096)
def _total(look: Look, area: Area, value: int, style: str, side: str, wins: bool) -> Stamp:
    sheet, signs, near = Sheet(area.right, area.bottom, look), look.signs, side == "mine"
    if area.width < BIG or area.height < 3 or value > 99:
        text = f"{value}{signs.star if wins else ' '}" if near else f"{signs.star if wins else ' '}{value}"
        y = area.y + (area.height - 1) // 2
        if near:
            sheet.right(area.right, y, text, style)
        else:
            sheet.put(area.x, y, text, style)
        return sheet.cut_stamp()
    low = digits(signs.digits, value)
    lines: Sequence[str] = stretched(low) if area.height >= TALL else low
    columns = len(lines[0])
    x = area.right - 1 - columns if near else area.x + 1
    top = area.y + (area.height - len(lines)) // 2
    for number, line in enumerate(lines):
        sheet.put(x, top + number, line, style)
    if wins:
        star = max(area.x, x - 2) if near else min(area.right - 1, x + columns + 1)  # beside two digits there is no gap
        sheet.put(star, top + len(lines) // 2, signs.star, f"{side} bold")
    return sheet.cut_stamp()


def digits(shapes: tuple[str, str, str], value: int) -> tuple[str, str, str]:
    """A number in three lines."""
    first, second, third = (
        " ".join(line[3 * int(digit) : 3 * int(digit) + 3] for digit in str(value)) for line in shapes
    )
    return first, second, third


def stretched(lines: tuple[str, str, str]) -> tuple[str, str, str, str, str]:
    """The same number in five lines: halves of blocks become whole ones, and plain strokes twice as long."""
    top, middle, bottom = lines
    if top.isascii():
        return top, middle.replace("_", " "), middle, bottom.replace("_", " "), bottom
    return (
        top.translate(_UPPER),
        top.translate(_LOWER),
        middle.translate(_UPPER),
        middle.translate(_LOWER),
        bottom.translate(_UPPER),
    )


_UPPER, _LOWER = str.maketrans("▀▄", "█ "), str.maketrans("▀▄", " █")
