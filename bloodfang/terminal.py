"""What the terminal at hand can show."""

from __future__ import annotations

import os
import shutil
import sys

from bloodfang.faces import Glyphs
from bloodfang.ink import Depth


def depth(asked: str) -> Depth:
    """How many colours to use: what was asked for, or as many as this terminal is known to show."""
    if asked != "auto":
        return Depth(asked)
    term = os.environ.get("TERM", "dumb" if sys.platform != "win32" else "windows")
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty() or term == "dumb":
        return Depth.NONE
    if os.environ.get("COLORTERM") in ("truecolor", "24bit") or os.environ.get("WT_SESSION"):
        return Depth.TRUE
    return Depth.INDEXED if "256" in term else Depth.BASIC


def glyphs(ascii_only: bool) -> Glyphs:
    """What to draw with: blocks, unless plain characters are asked for or nothing else can be written."""
    try:
        "╔▀◘".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        ascii_only = True
    return Glyphs.ASCII if ascii_only else Glyphs.BLOCKS


def columns() -> int:
    """How wide it is; 80 where nobody knows."""
    return shutil.get_terminal_size().columns
