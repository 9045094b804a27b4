"""Text as this terminal can show it: in plain characters where it has no others, and cut to its columns."""

from __future__ import annotations

from bloodfang.fitting import ascii_only, cut, wrap
from bloodfang_tui.look import Look


def shown(look: Look, text: str) -> str:
    """The text in characters that can be drawn here."""
    return ascii_only(text) if look.is_ascii else text


def fitted(look: Look, text: str, columns: int) -> str:
    """The text in at most so many columns; nothing if there are none."""
    if columns < 1:
        return ""
    ending = "..." if look.is_ascii and columns > 3 else "." if look.is_ascii else "…"
    return cut(shown(look, text), columns, ending)


def wrapped(look: Look, text: str, columns: int, rows: int) -> list[str]:
    """The text in at most so many lines; the last one says if there would be more."""
    lines = wrap(shown(look, text), max(1, columns))
    if len(lines) > rows > 0:
        lines = [*lines[: rows - 1], fitted(look, " ".join(lines[rows - 1 :]), columns)]
    return lines[:rows]
