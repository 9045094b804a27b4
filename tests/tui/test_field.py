"""A line being typed: keys change it where the cursor is, and nothing gets in that could not be shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodfang.ink import safe, width
from bloodfang_tui.field import Field
from test_sheet import HOSTILE

CASES = [
    ("left", Field("abc", 2), Field("abc", 1)),
    ("left", Field("abc", 0), Field("abc", 0)),
    ("right", Field("abc", 2), Field("abc", 3)),
    ("right", Field("abc", 3), Field("abc", 3)),
    ("home", Field("abc", 2), Field("abc", 0)),
    ("end", Field("abc", 1), Field("abc", 3)),
    ("backspace", Field("abc", 2), Field("ac", 1)),
    ("backspace", Field("abc", 0), Field("abc", 0)),
    ("delete", Field("abc", 1), Field("ac", 1)),
    ("delete", Field("abc", 3), Field("abc", 3)),
    ("ctrl+u", Field("abc", 2), Field("c", 0)),
]


@pytest.mark.parametrize(("key", "before", "after"), CASES)
def test_keys_change_the_line_at_the_cursor(key: str, before: Field, after: Field) -> None:
    assert before.key(key, None) == after


def test_a_character_goes_in_where_the_cursor_is() -> None:
    assert Field("ac", 1).key("b", "b") == Field("abc", 2)
    assert Field.of("ab").key("space", " ") == Field("ab ", 3)


@pytest.mark.parametrize("key", ["up", "tab", "f1", "pageup"])
def test_keys_that_mean_nothing_here_are_left_to_others(key: str) -> None:
    assert Field("abc").key(key, None) is None


def test_a_full_line_takes_no_more() -> None:
    assert Field("abc", 3, most=3).typed("d") == Field("abc", 3, most=3)
    assert Field("a", 1, most=3).typed("bcdef") == Field("abc", 3, most=3)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_is_pasted_holds_nothing_that_steers_a_terminal(text: str) -> None:
    typed = Field(most=900).typed(text).text
    assert safe(typed) == typed
    assert "\x1b" not in typed


@given(st.text(max_size=40), st.integers(0, 40), st.integers(1, 20))
def test_the_cursor_is_always_in_the_part_that_is_shown(text: str, at: int, columns: int) -> None:
    field = Field().typed(text)
    field = Field(field.text, min(at, len(field.text)))
    before, under, after = field.shown(columns)
    assert width(before) + width(after) + width(under) <= max(columns, 2)
    assert field.text[: field.at].endswith(before)
    assert under == (field.text[field.at : field.at + 1] or " ")
