"""Frames: whatever was shown before, the terminal shows the newest sheet, and was sent nothing that it did not need."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from bloodfang.glyphs import Glyphs
from bloodfang.ink import _FIXED, _STANDARD, Depth
from bloodfang_tui.frame import written
from bloodfang_tui.look import Look
from bloodfang_tui.sheet import Area, Sheet
from glass import Glass, cells
from test_sheet import HOSTILE

LOOKS = [Look.of(theme, depth, Glyphs.BLOCKS) for theme in ("night", "day", "plain") for depth in Depth]
WORDS = ["text", "mine on mine_deep bold", "faint on panel", "ground on cursor", "theirs underline", "text on raised"]

ATTRIBUTES = {1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "reverse"}

Span = tuple[int, int, str, str]


@dataclass(frozen=True)
class Drawing:
    """What somebody might paint."""

    look: Look
    size: tuple[int, int]
    spans: list[Span]

    def sheet(self) -> Sheet:
        sheet = Sheet(*self.size, self.look)
        for x, y, text, words in self.spans:
            sheet.put(x, y, text, words)
        return sheet


texts = st.text("ab─█漢字é\u0301\u200d ", max_size=12) | st.sampled_from(list(HOSTILE.values()))
spans = st.tuples(st.integers(-4, 24), st.integers(-1, 4), texts, st.sampled_from(WORDS))
sizes = st.sampled_from([(20, 3), (20, 3), (11, 4)])
drawings = st.builds(Drawing, st.sampled_from(LOOKS), sizes, st.lists(spans, max_size=8))


@given(st.lists(drawings, min_size=1, max_size=6))
def test_the_terminal_always_shows_the_newest_sheet(story: list[Drawing]) -> None:
    old: Sheet | None = None
    glass = Glass(0, 0)
    for drawing in story:
        new = drawing.sheet()
        if old is None or old.area != new.area:
            glass = Glass(new.area.width, new.area.height)
        glass.write(written(new, old))
        assert glass.cells == cells(new)
        assert written(new, new) == ""
        assert written(drawing.sheet(), new) == ""
        old = new


@given(drawings, st.lists(spans, min_size=1, max_size=3))
def test_only_rows_that_changed_are_written(drawing: Drawing, more: list[Span]) -> None:
    old, new = drawing.sheet(), Drawing(drawing.look, drawing.size, [*drawing.spans, *more]).sheet()
    shown, wanted = cells(old), cells(new)
    same = [y for y in range(new.area.height) if shown[y] == wanted[y]]
    glass = Glass(*drawing.size)
    glass.cells = [
        [] if y in same else row for y, row in enumerate(shown)
    ]  # whoever writes to a row without cells fails
    glass.write(written(new, old))
    assert glass.cells == [[] if y in same else row for y, row in enumerate(wanted)]


def test_a_few_cells_that_changed_cost_a_few_bytes() -> None:
    old, new = (Sheet(120, 40, LOOKS[0]) for _ in range(2))
    for sheet in (old, new):
        for y in range(40):
            sheet.put(0, y, "the same in both " * 7, "quiet on panel")
    new.put(10, 10, "X", "quiet on panel")
    assert "the same" not in written(new, old)
    assert len(written(new, old)) < 60


def test_another_screen_is_written_as_a_change() -> None:
    first, second = (Sheet(80, 24, LOOKS[0]) for _ in range(2))
    for sheet, title in ((first, "One"), (second, "Other")):
        sheet.fill(Area(0, 0, 80, 24), "text on panel")
        sheet.put(0, 0, title, "accent on panel")
    assert len(written(second, first)) < 100 < 1500 < len(written(second, None))


def test_after_a_resize_everything_is_written() -> None:
    old, new = Sheet(80, 24, LOOKS[0]), Sheet(80, 25, LOOKS[0])
    assert written(new, old) == written(new, None)
    glass = Glass(80, 25)
    glass.write(written(new, old))
    assert glass.cells == cells(new)


def test_a_frame_leaves_the_pen_as_it_found_it() -> None:
    new = Sheet(10, 2, LOOKS[0])
    new.put(0, 0, "abc", "accent bold")
    assert written(new, None).endswith("\x1b[0m")


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.theme}-{look.depth}")
@given(st.lists(spans, max_size=6))
def test_a_picture_has_the_text_and_the_colours_that_the_terminal_shows(look: Look, painted: list[Span]) -> None:
    sheet = Drawing(look, (20, 3), painted).sheet()
    for y in range(3):
        pictured = [(each, seen_in_style(style)) for text, style, _ in sheet.strip(y) for each in text]
        shown = [(each, seen_in_codes(paint.sgr)) for text, paint in zip(*sheet.row(y), strict=True) for each in text]
        assert pictured == shown


Seen = tuple[frozenset[str], str, str]
"""Attributes, the colour of the text, and the colour behind it."""


def seen_in_style(style: Style | None) -> Seen:
    assert style is not None
    attributes = frozenset(each for each in ATTRIBUTES.values() if getattr(style, each))
    fg, bg = (colour.triplet.hex if colour and colour.triplet else "" for colour in (style.color, style.bgcolor))
    return attributes, fg, bg


def seen_in_codes(sgr: str) -> Seen:
    said = [int(each) for each in sgr.split(";") if each]
    attributes, colours = set(), {3: "", 4: ""}
    while said:
        code = said.pop(0)
        if code in ATTRIBUTES:
            attributes.add(ATTRIBUTES[code])
        elif code in (38, 48) and said.pop(0) == 2:
            colours[code // 10] = "#{:02x}{:02x}{:02x}".format(*said[:3])
            del said[:3]
        elif code in (38, 48):
            colours[code // 10] = _FIXED[said.pop(0) - 16]
        else:
            bright, number = divmod(code, 60) if code >= 90 else (0, code)
            colours[number // 10] = _STANDARD[number % 10 + 8 * bright]
    return frozenset(attributes), colours[3], colours[4]
