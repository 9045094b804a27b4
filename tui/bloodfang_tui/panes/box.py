"""Boxes: a frame with a title, on ground of its own."""

from __future__ import annotations

from bloodfang.fitting import cut
from bloodfang_tui.sheet import Area, Sheet


def box(
    sheet: Sheet, area: Area, title: str = "", *, ground: str = "panel", edge: str = "line", heavy: bool = False
) -> Area:
    """Paint a box; the area within it."""
    if area.width < 2 or area.height < 2:
        return area.inset()
    signs = sheet.look.signs.heavy if heavy else sheet.look.signs.box
    line, middle = signs[1] * (area.width - 2), " " * (area.width - 2)
    paint = sheet.look.paint(f"{edge} on {ground}")
    sheet.put(area.x, area.y, signs[0] + line + signs[2], paint)
    for y in range(area.y + 1, area.bottom - 1):
        sheet.put(area.x, y, signs[3] + middle + signs[3], paint)
    sheet.put(area.x, area.bottom - 1, signs[4] + line + signs[5], paint)
    if title:
        sheet.put(area.x + 2, area.y, f" {cut(title, area.width - 6)} ", f"accent on {ground} bold")
    return area.inset()


def heading(sheet: Sheet, title: str, aside: str = "") -> Area:
    """The first row of a scene: its name, and something on the right. What is left below it, above the bar."""
    area = sheet.area
    sheet.fill(Area(0, 0, area.width, 1), "text on raised")
    sheet.put(1, 0, title, "accent on raised bold")
    sheet.right(area.width - 1, 0, cut(aside, max(0, area.width - len(title) - 4)), "quiet on raised")
    return Area(0, 1, area.width, area.height - 2)
