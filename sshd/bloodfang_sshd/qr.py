"""A line of text as a QR code in a terminal, for a phone's camera."""

from __future__ import annotations

import segno

from bloodfang.ink import Depth

QUIET = 2
"""Modules of white around it: cameras need them."""
_DARK_ON_LIGHT = {
    Depth.TRUE: "\x1b[38;2;0;0;0;48;2;255;255;255m",
    Depth.INDEXED: "\x1b[38;5;16;48;5;231m",
    Depth.BASIC: "\x1b[30;107m",
}


def drawn(text: str, depth: Depth = Depth.NONE, *, ascii_only: bool = False) -> str:
    """The code, line by line. Without colours the terminal's background is taken to be dark, as most are."""
    code = segno.make(text, error="l", micro=False)
    rows = [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]
    if ascii_only:
        return "\n".join("".join("  " if dark else "##" for dark in row) for row in rows)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    colours = _DARK_ON_LIGHT.get(depth, "")
    lines = (
        "".join(_cell(above, below, bool(colours)) for above, below in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )
    return "\n".join(f"{colours}{line}\x1b[0m" if colours else line for line in lines)


def _cell(above: bool, below: bool, draws_dark: bool) -> str:
    """Two modules, one above the other; where there are no colours the light ones are drawn."""
    return " ▄▀█"[2 * (above is draws_dark) + (below is draws_dark)]
