"""TOML texts from anywhere: every table and key has the line on which it stands."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodfang_engine import CardError
from bloodfang_engine.document import LONGEST_LINE, MOST_TEXT, Place, read_file, read_text

TRICKY = '''\
# [[card]] in a comment
title = "a # sign, and [[card]] in a string"  # [[card]]
path = 'C:\\new'

[[card]]
id = "imp"
reach = """
[[card]]
# not a comment \\"""
id = "nobody"
"""
lore = \'\'\'
[[card]]
it's \'\'\'\'

  [[ card . ability ]]  # spaces are allowed
  trigger = [ "event = # ",

    { who = "self" } ]
  cards = [
    "bat",  # ]
    "rat",
  ]
[[card.ability]]
value.n = 3

[[card]]
"id" = "bat"
[[card.ability]]
effect = """five""\\""""
[card.notes.deep]
'odd key' = 1
[last]
key = 1
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("title",), 2),
        (("path",), 3),
        (("card", 0), 5),
        (("card", 0, "id"), 6),
        (("card", 0, "reach"), 7),
        (("card", 0, "lore"), 12),
        (("card", 0, "ability", 0), 16),
        (("card", 0, "ability", 0, "trigger"), 17),
        (("card", 0, "ability", 0, "cards"), 20),
        (("card", 0, "ability", 1), 24),
        (("card", 0, "ability", 1, "value", "n"), 25),
        (("card", 1), 27),
        (("card", 1, "id"), 28),
        (("card", 1, "ability", 0, "effect"), 30),
        (("card", 1, "notes", "deep"), 31),
        (("card", 1, "notes", "deep", "odd key"), 32),
        (("last",), 33),
        (("last", "key"), 34),
    ],
)
def test_everything_stands_on_its_line(place: Place, line: int) -> None:
    assert read_text(TRICKY, "tricky.toml").lines[place] == line


def test_nothing_stands_where_nothing_is() -> None:
    document = read_text(TRICKY, "tricky.toml")
    assert len(document.lines) == 19
    assert document.line("moon") == 0
    assert document.at("moon") == "tricky.toml"


def test_what_has_no_line_of_its_own_has_that_of_what_is_around_it() -> None:
    document = read_text(TRICKY, "tricky.toml")
    assert document.at("card", 0, "ability", 0, "trigger", "who") == "tricky.toml:17"
    assert document.at("card", 1, "power") == "tricky.toml:27"


def test_lines_that_end_as_on_windows_are_counted_once() -> None:
    assert read_text(TRICKY.replace("\n", "\r\n"), "tricky.toml").lines == read_text(TRICKY, "tricky.toml").lines


words = st.text(st.sampled_from("ab#[]{}=.,'\"\\ \n"), max_size=12)
values = st.recursive(
    st.booleans() | st.integers(-9, 9) | words, lambda inner: st.lists(inner, max_size=3), max_leaves=5
)
tables = st.lists(st.dictionaries(words, values, max_size=4), max_size=4)


@given(tables, st.randoms(use_true_random=False))
def test_whatever_is_written_is_found_on_its_line(cards: list[dict[str, Any]], luck: Any) -> None:
    text = ""
    expected: dict[Place, int] = {}
    for number, card in enumerate(cards):
        expected["card", number] = text.count("\n") + 1
        text += "[[card]]" + luck.choice(["", " # [[card]]", "  "]) + "\n"
        for key, value in card.items():
            text += luck.choice(["", "\n", '# """\n', "  "])
            expected["card", number, key] = text.count("\n") + 1
            text += f"{_string(key)} = {''.join(_value(value, luck))}\n"
    document = read_text(text, "cards.toml")
    assert document.said.get("card", []) == cards
    assert document.lines == expected


def _value(value: Any, luck: Any) -> Iterator[str]:
    match value:
        case bool():
            yield str(value).lower()
        case int():
            yield str(value)
        case str() if luck.random() < 0.5 and "'''" not in value and not value.endswith("'"):
            yield "'''\n" + value + "'''"
        case str() if luck.random() < 0.5:
            yield '"""\n' + value.replace("\\", "\\\\").replace('"""', '""\\"') + '"""'
        case str():
            yield _string(value)
        case _:
            yield "["
            for each in value:
                yield luck.choice(["", "\n", " # ]\n"])
                yield from _value(each, luck)
                yield ","
            yield luck.choice(["]", "\n]"])


def _string(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


WRONG = {
    "not TOML": ("a = 1\nb =\n", "x.toml:2: is not TOML: Invalid value (column 4)"),
    "cut off": ('a = """', "x.toml: is not TOML: "),
    "too deep": ("a = " + "[" * 1_900, "x.toml: is not TOML: a number in it is too long, or its lists are too deep"),
    "a line too long": (
        "a = 1\n" + "a." * 1_001,
        f"x.toml:2: the line has 2002 characters: {LONGEST_LINE} is the most",
    ),
    "a text too long": ("#\n" * 500_001, f"x.toml: is too large: {MOST_TEXT} characters are the most"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_text_that_is_none_is_refused_with_a_sentence(name: str) -> None:
    text, sentence = WRONG[name]
    with pytest.raises(CardError) as wrong:
        read_text(text, "x.toml")
    assert str(wrong.value).startswith(sentence)


def test_a_file_may_begin_with_the_mark_that_some_editors_write(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    document = read_file(tmp_path / "x.toml", "cards/x.toml")
    assert (document.said, document.at("b")) == ({"a": 1, "b": 2}, "cards/x.toml:2")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(CardError, match=r"cannot be read: Is a directory|cannot be read: Permission denied"):
        read_file(tmp_path)


def test_the_text_is_kept_as_it_was_read() -> None:
    assert tomllib.loads(read_text(TRICKY, "tricky.toml").text) == tomllib.loads(TRICKY)
