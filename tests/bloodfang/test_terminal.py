"""What a terminal can show, from what is known about it."""

from __future__ import annotations

import io
import sys

import pytest

from bloodfang import terminal
from bloodfang.glyphs import Glyphs
from bloodfang.ink import Depth

TRUE, INDEXED, BASIC, NONE = Depth.TRUE, Depth.INDEXED, Depth.BASIC, Depth.NONE

DEPTHS = [
    ("nothing is known", {}, NONE),
    ("a window of Windows without a word", {"OS": "Windows_NT"}, BASIC),
    ("Windows Terminal", {"OS": "Windows_NT", "WT_SESSION": "1"}, TRUE),
    ("Windows Terminal with a Linux in it", {"TERM": "xterm-256color", "WT_SESSION": "1"}, TRUE),
    ("it says truecolor", {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUE),
    ("it says 24bit", {"TERM": "xterm", "COLORTERM": "24bit"}, TRUE),
    ("it says so loudly", {"TERM": "xterm", "COLORTERM": "TrueColor"}, TRUE),
    ("it says something else", {"TERM": "xterm", "COLORTERM": "yes"}, BASIC),
    ("iTerm2 through SSH", {"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, TRUE),
    ("another terminal through SSH", {"TERM": "xterm-256color", "LC_TERMINAL": "Other"}, INDEXED),
    *((term, {"TERM": term}, TRUE) for term in ("xterm-direct", "tmux-direct", "xterm-kitty", "xterm-ghostty")),
    *((term, {"TERM": term}, TRUE) for term in ("alacritty", "foot", "foot-extra", "foot-direct", "wezterm")),
    *((term, {"TERM": term}, INDEXED) for term in ("xterm-256color", "screen-256color", "tmux-256color")),
    *((term, {"TERM": term}, BASIC) for term in ("xterm", "screen", "linux", "rxvt", "ansi", "football")),
    *((term, {"TERM": term}, NONE) for term in ("dumb", "vt100", "vt102", "vt220", "vt100-nav")),
    ("a dumb one in an environment that knows better", {"TERM": "dumb", "COLORTERM": "truecolor"}, NONE),
    ("a vt that is none", {"TERM": "vt420"}, BASIC),
    ("somebody wants no colours", {"TERM": "xterm-kitty", "COLORTERM": "truecolor", "NO_COLOR": "1"}, NONE),
    ("an empty wish is no wish", {"TERM": "xterm-256color", "NO_COLOR": ""}, INDEXED),
]


@pytest.mark.parametrize(("environ", "depth"), [case[1:] for case in DEPTHS], ids=[case[0] for case in DEPTHS])
def test_how_many_colours_a_terminal_shows(environ: dict[str, str], depth: Depth) -> None:
    assert terminal.depth_of(environ) is depth


BLOCKS, ASCII = Glyphs.BLOCKS, Glyphs.ASCII

GLYPHS = [
    ("nothing is said", {}, "utf-8", BLOCKS),
    ("a UTF-8 locale", {"LANG": "en_US.UTF-8"}, "utf-8", BLOCKS),
    ("spelled otherwise", {"LANG": "de_DE.utf8@euro"}, "utf-8", BLOCKS),
    ("C with UTF-8", {"LANG": "C.UTF-8"}, "utf-8", BLOCKS),
    ("a language without a word about letters", {"LANG": "en_US"}, "utf-8", BLOCKS),
    ("a Linux console", {"TERM": "linux", "LANG": "en_US.UTF-8"}, "utf-8", BLOCKS),
    ("another encoding of everything", {"LANG": "zh_CN.GB18030"}, "gb18030", BLOCKS),
    ("C", {"LANG": "C"}, "utf-8", ASCII),
    ("POSIX", {"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, "utf-8", ASCII),
    ("letters count more than the language", {"LC_CTYPE": "en_US.UTF-8", "LANG": "C"}, "utf-8", BLOCKS),
    ("and the other way round", {"LC_CTYPE": "C", "LANG": "en_US.UTF-8"}, "utf-8", ASCII),
    ("Python spoke for C", {"LC_CTYPE": "C.UTF-8", "LANG": "C"}, "utf-8", ASCII),
    ("Python spoke where nobody did", {"LC_CTYPE": "C.UTF-8"}, "utf-8", BLOCKS),
    ("an empty word is none", {"LC_ALL": "", "LANG": "en_US.UTF-8"}, "utf-8", BLOCKS),
    ("a locale of Latin letters, far away", {"LANG": "en_US.ISO-8859-1"}, "utf-8", ASCII),
    ("a locale of letters nobody knows", {"LANG": "en_US.KLINGON"}, "utf-8", ASCII),
    ("an encoding without blocks", {"LANG": "en_US.UTF-8"}, "latin-1", ASCII),
    ("plain letters only", {}, "ascii", ASCII),
    ("an encoding nobody knows", {}, "unknown", ASCII),
    ("a locale that wants to break something", {"LANG": "x.\0"}, "utf-8", ASCII),
]


@pytest.mark.parametrize(
    ("environ", "encoding", "glyphs"), [case[1:] for case in GLYPHS], ids=[case[0] for case in GLYPHS]
)
def test_what_a_terminal_can_draw_with(environ: dict[str, str], encoding: str, glyphs: Glyphs) -> None:
    assert terminal.glyphs_of(environ, encoding) is glyphs


class Screen(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def sit_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be at a terminal."""
    monkeypatch.setattr(sys, "stdin", Screen())
    monkeypatch.setattr(sys, "stdout", Screen())
    monkeypatch.setenv("TERM", "xterm")


def test_the_app_opens_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(monkeypatch)
    assert terminal.why_not() == ""


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
@pytest.mark.parametrize("other", [io.StringIO(), None], ids=["a file", "nothing"])
def test_the_app_needs_a_terminal_on_both_sides(
    stream: str, other: io.StringIO | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(monkeypatch)
    monkeypatch.setattr(sys, stream, other)
    assert terminal.why_not() == "Blood Fang needs a terminal to play in; `bloodfang demo` prints a match as text"


def test_the_app_needs_a_terminal_that_can_place_text(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(monkeypatch)
    monkeypatch.setenv("TERM", "dumb")
    assert "TERM=dumb" in terminal.why_not()


def test_what_is_no_terminal_has_no_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert terminal.size() is None
