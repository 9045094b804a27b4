"""What a terminal can show, from what is known about it."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping

from bloodfang.glyphs import Glyphs
from bloodfang.ink import Depth

SIGNS = "╔▀◘"
"""One of each kind that is drawn with beyond plain characters."""

_TRUE = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm")
_NO_COLOURS = re.compile(r"dumb|vt[12]\d\d(\W.*)?")


def depth_of(environ: Mapping[str, str]) -> Depth:
    """How many colours a terminal shows whose programs have this environment: here, or at the other end of SSH."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR") or _NO_COLOURS.fullmatch(term):
        return Depth.NONE
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or environ.get("WT_SESSION"):
        return Depth.TRUE
    if environ.get("LC_TERMINAL") == "iTerm2" or term.endswith("-direct") or re.split(r"-extra$", term)[0] in _TRUE:
        return Depth.TRUE
    if "256" in term:
        return Depth.INDEXED
    if not term and environ.get("OS") != "Windows_NT":  # only there is a terminal one without saying which
        return Depth.NONE
    return Depth.BASIC


def glyphs_of(environ: Mapping[str, str], encoding: str) -> Glyphs:
    """What to draw with where programs have this environment and write in this encoding.

    A Linux console has blocks and lines as well, so that nothing depends on TERM.
    """
    if not _can_write(encoding):
        return Glyphs.ASCII
    said = _locale(environ)
    if said in ("C", "POSIX"):
        return Glyphs.ASCII
    _, _, charset = said.partition("@")[0].partition(".")
    return Glyphs.BLOCKS if not charset or _can_write(charset) else Glyphs.ASCII


def depth(asked: str) -> Depth:
    """How many colours to use: what was asked for, or as many as this terminal is known to show."""
    if asked != "auto":
        return Depth(asked)
    return depth_of(os.environ) if sys.stdout.isatty() else Depth.NONE


def glyphs(ascii_only: bool) -> Glyphs:
    """What to draw with here: blocks, unless plain characters are asked for or nothing else can be written."""
    return Glyphs.ASCII if ascii_only else glyphs_of(os.environ, sys.stdout.encoding or "ascii")


def columns() -> int:
    """How wide it is; 80 where nobody knows."""
    return shutil.get_terminal_size().columns


def size() -> tuple[int, int] | None:
    """Columns and lines of the terminal this is written to; None if it is none."""
    try:
        found = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return None
    return (found.columns, found.lines) if found.columns and found.lines else None


def why_not() -> str:
    """Why the app cannot be opened here, in a sentence; nothing if it can."""
    instead = "`bloodfang demo` prints a match as text"
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return f"Blood Fang needs a terminal to play in; {instead}"
    if os.environ.get("TERM") == "dumb":
        return (
            f"Blood Fang needs a terminal that can place text anywhere, and TERM=dumb says this one cannot; {instead}"
        )
    return ""


def _locale(environ: Mapping[str, str]) -> str:
    """What is said about letters. Python itself puts LC_CTYPE=C.UTF-8 beside a LANG of C: that says nothing new."""
    everything, letters, language = (environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    if letters == "C.UTF-8" and language in ("C", "POSIX"):
        letters = ""
    return everything or letters or language


def _can_write(encoding: str) -> bool:
    try:
        SIGNS.encode(encoding)
    except (ValueError, LookupError):  # it is not in it, or there is no such encoding
        return False
    return True
