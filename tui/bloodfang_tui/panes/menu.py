"""Lists to choose from: one line each, one of them chosen, as many as fit."""

from __future__ import annotations

from collections.abc import Sequence

from bloodfang.fitting import cut
from bloodfang.ink import width
from bloodfang_tui.sheet import Area, Sheet

Entry = tuple[str, str]
"""What stands on the left and on the right."""


def window(count: int, at: int, rows: int) -> range:
    """The entries that are shown so that the chosen one is among them, as near to the middle as can be."""
    start = max(0, min(at - rows // 2, count - rows))
    return range(start, min(count, start + rows))


def menu(
    sheet: Sheet,
    area: Area,
    entries: Sequence[Entry],
    at: int,
    *,
    ground: str = "panel",
    active: bool = True,
    command: str = "app.choose",
    styles: Sequence[str] = (),
) -> None:
    """Paint a list; each line can be clicked, which says its number. `styles` may give each line a colour."""
    signs = sheet.look.signs
    shown = window(len(entries), at, area.height)
    for number in shown:
        left, right = entries[number]
        y = area.y + number - shown.start
        chosen = number == at
        style = styles[number] if number < len(styles) else "text"
        back = "raised" if chosen else ground
        sheet.fill(Area(area.x, y, area.width, 1), f"text on {back}")
        if chosen:
            sheet.put(area.x, y, signs.pointer, f"{'accent' if active else 'faint'} on {back} bold")
        room = area.width - 3 - (width(right) + 1 if right else 0)
        sheet.put(area.x + 2, y, cut(left, max(1, room)), f"{style} on {back}{' bold' if chosen else ''}")
        if right:
            sheet.right(area.right - 1, y, right, f"quiet on {back}")
        sheet.zone(Area(area.x, y, area.width, 1), command, number)
    if shown.start > 0:
        sheet.put(area.right - 1, area.y, signs.up, f"accent on {ground}")
    if shown.stop < len(entries):
        sheet.put(area.right - 1, area.bottom - 1, signs.down, f"accent on {ground}")
