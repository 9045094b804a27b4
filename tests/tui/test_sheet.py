"""Sheets: what does not fit is cut off, what could steer a terminal is not there, and the last zone counts."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bloodfang.glyphs import Glyphs
from bloodfang.ink import Depth, Ink, width
from bloodfang_tui.look import Look
from bloodfang_tui.sheet import Area, Sheet, cells_of

LOOK = Look.of("night", Depth.TRUE, Glyphs.BLOCKS)

HOSTILE = {
    "a bare escape": "\x1b",
    "a style": "\x1b[31mred\x1b[0m",
    "the clipboard": "\x1b]52;c;bWluZQ==\x07",
    "a title": "\x1b]0;mine\x1b\\",
    "controls of eight bits": "\x9b2J\x9d0;mine\x9c",
    "turned order": "abc\u202edcba\u2066x\u2069",
    "zero width": "a\u200bb\u200cc\u200dd\ufeffe",
    "tags": "a\U000e0041\U000e007f",
    "lines": "one\ntwo\rthree\x0bfour\x0cfive\u2028six\u2029seven\x85eight",
    "tabs and bells": "a\tb\x07c\x08d\x00e\x7ff",
    "half a character": "\ud800",
    "too many marks": "e" + "\u0301" * 500,
    "a family": "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "a heart in colour": "\u2764\ufe0f",
    "a soft hyphen": "a\xadb",
}


def sheet(columns: int = 10, rows: int = 3) -> Sheet:
    return Sheet(columns, rows, LOOK)


@pytest.mark.parametrize(
    ("x", "text", "shown"),
    [
        (0, "abc", "abc"),
        (3, "abc", "   abc"),
        (-1, "abc", "bc"),
        (-3, "abc", ""),
        (-9, "abc", ""),
        (8, "abc", "        ab"),
        (10, "abc", ""),
        (99, "abc", ""),
        (-2, "abcdefghijklmnop", "cdefghijkl"),
        (-1, "漢字", " 字"),
        (-2, "漢字", "字"),
        (9, "漢字", ""),
        (8, "漢字", "        漢"),
        (7, "漢字", "       漢"),
    ],
)
def test_what_does_not_fit_into_a_row_is_cut_off(x: int, text: str, shown: str) -> None:
    it = sheet()
    it.put(x, 1, text)
    assert it.text().split("\n") == ["", shown, ""]


@pytest.mark.parametrize("y", [-1, 3, 99])
def test_rows_that_are_not_there_are_left_out(y: int) -> None:
    it = sheet()
    it.put(0, y, "abc")
    it.fill(Area(0, y, 5, 1))
    assert it.text().strip() == ""


def test_a_fill_reaches_over_all_edges_and_no_further() -> None:
    it = sheet(4, 2)
    it.fill(Area(-5, -5, 50, 50), text="#")
    assert it.text() == "####\n####"


@pytest.mark.parametrize(
    ("second", "x", "shown"),
    [
        ("x", 0, "x 字"),
        ("x", 1, " x字"),
        ("x", 2, "漢x"),
        ("水", 1, " 水"),
        ("水", 2, "漢水"),
        ("水", 3, "漢 水"),
    ],
)
def test_half_of_a_wide_character_is_no_character(second: str, x: int, shown: str) -> None:
    it = sheet()
    it.put(0, 0, "漢字")
    it.put(x, 0, second)
    assert it.text().split("\n")[0] == shown


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_leaves_nothing_that_steers_a_terminal(text: str) -> None:
    it = sheet(600, 1)
    it.put(0, 0, text, "accent on raised bold")
    it.lines(300, 0, [(Ink(text),)])
    for cell in it.row(0)[0]:
        assert len(cell) <= 3
        assert not any(unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp") for each in cell)


@given(st.text(st.characters(), max_size=30))
@example("\u0301")
@example("漢\u0301\u0302\u0303")
@example("ᄀ\u1161")
@example("a\xad")
def test_any_text_takes_as_many_cells_as_it_is_wide(text: str) -> None:
    cells = cells_of(text)
    assert len(cells) == width(text)
    for at, cell in enumerate(cells):
        assert width(cell) == (2 if cell and cells[at + 1 : at + 2] == ("",) else 1 if cell else 0)
        assert not any(unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp") for each in cell)


@given(st.lists(st.tuples(st.integers(-12, 12), st.text("ab漢字é\u0301 ", max_size=8)), max_size=6))
def test_rows_are_as_wide_as_the_sheet_whatever_is_painted(spans: list[tuple[int, str]]) -> None:
    it = sheet(9, 1)
    for x, text in spans:
        it.put(x, 0, text)
    cells, paints = it.row(0)
    assert len(cells) == len(paints) == 9
    assert width("".join(cells)) == 9


def test_put_tells_the_column_after_the_text_and_right_the_one_before() -> None:
    it = sheet(20)
    assert it.put(2, 0, "漢x") == 5
    assert it.parts(0, 1, ("ab", "text"), ("漢", "accent")) == 4
    assert it.right(20, 2, "漢x") == 17
    assert it.text().split("\n") == ["  漢x", "ab漢", " " * 17 + "漢x"]


def test_the_middle_of_a_row_is_in_its_area() -> None:
    it = sheet(20)
    it.middle(Area(10, 0, 10, 1), 0, "four")
    it.middle(Area(10, 0, 3, 1), 1, "longer")
    assert it.text().split("\n") == [" " * 13 + "four", " " * 10 + "longer", ""]


def test_inked_lines_end_after_as_many_rows_as_are_wanted() -> None:
    it = sheet()
    assert it.lines(0, 0, [(Ink("a"), Ink("b")), (Ink("c"),), (Ink("d"),)], rows=2) == 2
    assert it.text() == "ab\nc\n"


def test_a_stamp_paints_what_was_painted_where_it_was_and_no_more_than_fits() -> None:
    first, second, low = sheet(), sheet(), Sheet(10, 2, LOOK)
    first.put(2, 1, "card", "accent")
    first.put(1, 2, "name")
    for other in (second, low):
        other.fill(Area(0, 0, 10, 3), text="-")
        other.stamp(first.cut_stamp())
    assert second.text().split("\n") == ["-" * 10, "--card----", "-name-----"]
    assert second.row(1)[1][2] is LOOK.paint("accent")
    assert low.text().split("\n") == ["-" * 10, "--card----"]
    assert first.changed_part(2, first) == (0, 0)


def test_the_zone_that_was_painted_last_counts() -> None:
    it = sheet()
    it.zone(Area(0, 0, 10, 3), "app.back")
    it.zone(Area(2, 1, 2, 1), "app.choose", 7)
    it.zone(Area(3, 1, 1, 1), "app.up")
    found = [(zone.command, zone.about) for x in range(1, 6) if (zone := it.zone_at(x, 1))]
    assert found == [("app.back", ""), ("app.choose", "7"), ("app.up", ""), ("app.back", ""), ("app.back", "")]
    assert it.zone_at(10, 1) is None
    assert it.zone_at(0, 3) is None


def test_areas_know_their_edges() -> None:
    area = Area(2, 3, 10, 5)
    assert (area.right, area.bottom) == (12, 8)
    assert area.inset() == (3, 4, 8, 3)
    assert area.inset(6, 6) == (8, 9, 0, 0)
    assert area.centred(4, 3) == (5, 4, 4, 3)
    assert area.centred(99, 99) == area
