"""The course of a match: who was ahead after each act, and by how much."""

from __future__ import annotations

from collections.abc import Sequence

from bloodfang_tui.panes.box import box
from bloodfang_tui.sheet import Area, Sheet


def draw_margins(sheet: Sheet, area: Area, margins: Sequence[int], at: int, command: str) -> None:
    """Paint a bar for each act, the near side's lead upwards. Each can be clicked, which says the number of its act.

    Where there are more acts than columns, a bar stands for several, and shows the last of them.
    """
    inner = box(sheet, area, "Who was ahead")
    room = Area(inner.x + 5, inner.y, inner.width - 6, inner.height)
    if room.width < 4 or room.height < 3:
        return
    half = (room.height - 1) // 2
    axis = room.y + half
    most = max(1, *(abs(each) for each in margins))
    sheet.put(room.x, axis, sheet.look.signs.dash * room.width, "line on panel")
    for y, text in ((axis - half, f"+{most}"), (axis, "0"), (axis + half, f"-{most}")):
        sheet.right(room.x - 1, y, text, "quiet on panel")
    columns = min(room.width, len(margins))
    wide = max(1, min(3, room.width // len(margins)))
    for column in range(columns):
        first = column * len(margins) // columns
        number = (column + 1) * len(margins) // columns - 1
        x = room.x + column * wide
        _bar(sheet, x, wide, axis, margins[number], most, half, here=first <= at <= number)
        sheet.zone(Area(x, room.y, wide, room.height), command, number)


def _bar(sheet: Sheet, x: int, wide: int, axis: int, margin: int, most: int, half: int, *, here: bool) -> None:
    signs = sheet.look.signs
    rows = -(-abs(margin) * half // most)
    near = margin > 0
    style = "accent" if here else "mine" if near else "theirs"
    bar = (signs.meter[1] if near else signs.tick) * max(1, wide - 1)
    for row in range(1, rows + 1):
        sheet.put(x, axis - row if near else axis + row, bar, f"{style} on panel")
    if here:
        sheet.put(x, axis, signs.up if not near else signs.down, "accent on panel bold")
