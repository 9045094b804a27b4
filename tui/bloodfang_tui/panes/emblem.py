"""The emblem of the game, for its title."""

from __future__ import annotations

from bloodfang_tui.sheet import Area, Sheet

_NAME = (
    "█▀▀▄ █    ▄▀▀▄ ▄▀▀▄ █▀▀▄    █▀▀▀ ▄▀▀▄ █▄  █ ▄▀▀▀",
    "█▀▀▄ █    █  █ █  █ █  █    █▀▀  █▀▀█ █ ▀▄█ █ ▀█",
    "▀▀▀  ▀▀▀▀  ▀▀   ▀▀  ▀▀▀     ▀    ▀  ▀ ▀   ▀  ▀▀▀",
)
_PLAIN = (
    r" ___ _              _   ___               ",
    r"| _ ) |___  ___  __| | | __|_ _ _ _  __ _ ",
    r"| _ \ / _ \/ _ \/ _` | | _/ _` | ' \/ _` |",
    r"|___/_\___/\___/\__,_| |_|\__,_|_||_\__, |",
    r"                                    |___/ ",
)
_FANGS = (
    "▀▀██▀▀▀██▀▀",
    "  ▀█   █▀  ",
    "   ▀   ▀   ",
)


def draw_emblem(sheet: Sheet, area: Area) -> int:
    """Paint the name of the game in the middle of an area's upper edge. The row below it."""
    lines = _PLAIN if sheet.look.is_ascii else _NAME
    y = area.y
    for line in lines:
        sheet.middle(area, y, line, "blood bold")
        y += 1
    if not sheet.look.is_ascii:
        for line in _FANGS:
            sheet.middle(area, y, line, "text bold")
            y += 1
    return y
