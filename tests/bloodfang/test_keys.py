"""The keys that a player has moved, in a file that anybody may have edited."""

from __future__ import annotations

import string
import tomllib
from pathlib import Path

import pytest
from textual.keys import _character_to_key

from bloodfang import paths
from bloodfang.keynames import NoKey, key_named
from bloodfang.keys import default_text, read_keys

KNOWN = {
    "app.help": "question_mark",
    "app.quit": "ctrl+q",
    "match.pass": "p",
    "match.left": "left,h",
    "match.back": "escape,backspace",
    "decks.new": "n",
    "decks.back": "escape,backspace",
}
ABOUT = {"app.help": "Say what can be done here", "match.pass": "Pass the turn"}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "keys.toml"


def moved(file: Path, text: str) -> dict[str, str]:
    """What is moved by a file that has nothing wrong in it."""
    keys, problems = said(file, text)
    assert problems == []
    return keys


def said(file: Path, text: str) -> tuple[dict[str, str], list[str]]:
    file.write_text(text, encoding="utf-8")
    keys, problems = read_keys(file, KNOWN)
    assert file.read_text(encoding="utf-8") == text
    return dict(keys), problems


# What is read


def test_without_a_file_nothing_is_moved(file: Path) -> None:
    assert read_keys(file, KNOWN) == ({}, [])
    assert not file.exists()


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ('"match.pass" = "x"', "x"),
        ('match.pass = "x"', "x"),
        ('[match]\npass = "x"', "x"),
        ('"match.pass" = "x,y"', "x,y"),
        ('"match.pass" = ["x", "y", "x"]', "x,y"),
        ('"match.pass" = "X"', "X"),
        ('"match.pass" = "Shift+x"', "X"),
        ('"match.pass" = "Space, PgUp"', "space,pageup"),
        ('"match.pass" = " "', "space"),
        ('"match.pass" = ","', "comma"),
        ('"match.pass" = ["comma", "/", "+"]', "comma,slash,plus"),
        ('"match.pass" = "Ctrl+P"', "ctrl+p"),
        ('"match.pass" = "shift+tab"', "shift+tab"),
        ('"match.pass" = "ä"', "ä"),
    ],
)
def test_a_key_is_moved_however_it_is_written(line: str, keys: str, file: Path) -> None:
    assert moved(file, line) == {"match.pass": keys}


def test_what_is_moved_to_where_it_is_was_not_moved(file: Path) -> None:
    assert moved(file, '"match.left" = ["h", "Left"]') == {}


def test_a_key_that_one_gave_up_is_free_for_another(file: Path) -> None:
    assert moved(file, '"match.pass" = "h"\n"match.left" = "p"') == {"match.pass": "h", "match.left": "p"}


def test_in_another_place_a_key_may_do_something_else(file: Path) -> None:
    assert moved(file, '"decks.new" = "p"') == {"decks.new": "p"}


def test_what_two_have_by_default_in_one_place_is_meant_so(file: Path) -> None:
    known = {**KNOWN, "app.back": "escape"}
    file.write_text('"match.back" = "escape,x"', encoding="utf-8")
    assert read_keys(file, known) == ({"match.back": "escape,x"}, [])


@pytest.mark.parametrize("sign", [*string.punctuation, *string.ascii_letters, *string.digits, " ", "§", "ß"])
def test_every_sign_is_called_as_the_app_calls_it(sign: str) -> None:
    assert key_named(sign) == _character_to_key(sign)
    if len(name := _character_to_key(sign)) > 1 and sign.isascii():
        assert key_named(name) == name


# What is refused: that entry only, with file and line


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ('"alt+x"', "'alt+x' is taken by many terminals and windows before the game sees it"),
        ('"F1"', "'F1' is taken by many terminals, and some keyboards have no F-keys"),
        ('"f12"', "'f12' is taken by many terminals, and some keyboards have no F-keys"),
        *((f'"ctrl+{key}"', f"'ctrl+{key}' belongs to the terminal: it stops or ends programs") for key in "czsq"),
        ('"ctrl+shift+left"', "'ctrl+shift+left' cannot be sent by most terminals"),
        ('"Shift+Ctrl+x"', "'Shift+Ctrl+x' cannot be sent by most terminals"),
        ('"ctrl+1"', "'ctrl+1' cannot be sent by most terminals"),
        ('"ctrl+m"', "'ctrl+m' cannot be told from 'enter' by a terminal"),
        ('"shift+enter"', "'shift+enter' cannot be told from 'enter' by most terminals; name what shift makes of it"),
        ('"banana"', "'banana' is no key"),
        ('"x,,y"', "'' is no key"),
        ('"\\u001b"', "'\\x1b' is no key"),
        ('"hyper+x"', "'hyper+x' is no key"),
        ('""', "no key is named; name one, or take the line away"),
        ("[]", "no key is named; name one, or take the line away"),
        ("7", 'a key is text such as "p", or a list of such texts, not 7'),
        ('["x", true]', "a key is text such as \"p\", or a list of such texts, not ['x', True]"),
        ('"a,b,c,d,e,f,g,i,j"', "9 keys are named, and 8 are the most"),
        ('"x,h"', "'h' is the key of match.left already"),
        ('"?"', "'question_mark' is the key of app.help already"),
    ],
)
def test_what_cannot_be_is_told_with_its_line_and_only_that_is_left_out(value: str, problem: str, file: Path) -> None:
    keys, problems = said(file, f'# mine\n"decks.new" = "m"\n"match.pass" = {value}\n')
    assert problems == [f"keys.toml:3: {problem}; match.pass stays on p"]
    assert keys == {"decks.new": "m"}


def test_a_name_that_nothing_bears_suggests_another(file: Path) -> None:
    keys, problems = said(file, '"match.past" = "x"\n"zzz" = "y"\n"match.left" = "left"')
    assert problems == [
        "keys.toml:1: nothing that keys do is called 'match.past'; did you mean 'match.pass'?",
        "keys.toml:2: nothing that keys do is called 'zzz'",
    ]
    assert keys == {"match.left": "left"}


def test_of_two_that_want_the_same_key_the_first_gets_it(file: Path) -> None:
    keys, problems = said(file, '"match.left" = "x"\n"match.pass" = "x"')
    assert problems == ["keys.toml:2: 'x' is the key of match.left already; match.pass stays on p"]
    assert keys == {"match.left": "x"}


def test_a_key_for_everywhere_is_taken_everywhere(file: Path) -> None:
    keys, problems = said(file, '"app.help" = "n"')
    assert problems == ["keys.toml:1: 'n' is the key of decks.new already; app.help stays on question_mark"]
    assert keys == {}


def test_who_keeps_a_key_after_all_keeps_it_from_others(file: Path) -> None:
    keys, problems = said(file, '"match.pass" = "alt+x"\n"match.left" = "p"')
    assert [problem.partition(";")[0] for problem in problems] == [
        "keys.toml:1: 'alt+x' is taken by many terminals and windows before the game sees it",
        "keys.toml:2: 'p' is the key of match.pass already",
    ]
    assert keys == {}


def test_what_is_moved_twice_goes_where_the_first_line_says(file: Path) -> None:
    keys, problems = said(file, 'match.pass = "x"\n"match.pass" = "y"')
    assert problems == ["keys.toml:2: it has its keys from another line already; this line says nothing"]
    assert keys == {"match.pass": "x"}


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b'"match.pass" = "x\n', "keys.toml:1: is not TOML: "),
        (b"\xff\xfe", "keys.toml: cannot be read: not UTF-8 text"),
    ],
)
def test_a_file_that_cannot_be_read_moves_nothing_and_stays(raw: bytes, problem: str, file: Path) -> None:
    file.write_bytes(raw)
    keys, [told] = read_keys(file, KNOWN)
    assert keys == {}
    assert told.startswith(problem)
    assert told.endswith("; all keys are the usual ones until you mend it")
    assert file.read_bytes() == raw


def test_a_folder_in_its_place_is_told(file: Path) -> None:
    file.mkdir()
    told = "keys.toml: is a folder, not a file; all keys are the usual ones until you mend it"
    assert read_keys(file, KNOWN) == ({}, [told])


# The file that comes with the game


def test_the_default_file_moves_nothing(file: Path) -> None:
    text = default_text(KNOWN, ABOUT)
    assert tomllib.loads(text) == {}
    assert moved(file, text) == {}


def test_every_binding_stands_in_the_default_file_as_it_is(file: Path) -> None:
    lines = default_text(KNOWN, ABOUT).splitlines()
    entries = [line.removeprefix("# ") for line in lines if line.startswith('# "') and " = " in line]
    assert tomllib.loads("\n".join(entries)) == KNOWN
    assert any(line.endswith("# Pass the turn") for line in entries)


def test_a_line_of_the_default_file_moves_a_key_once_its_sign_is_taken_away(file: Path) -> None:
    text = default_text(KNOWN, ABOUT).replace('# "match.pass" = "p"', '"match.pass" = "x"')
    assert moved(file, text) == {"match.pass": "x"}


def test_the_shipped_file_moves_nothing() -> None:
    assert read_keys(paths.shipped_config() / "keys.toml", KNOWN) == ({}, [])


@pytest.mark.parametrize("words", ["", "ctrl+", "+x", "ctrl+ctrl+x", "ctrl++", "\u202e", "\ue000", "x" * 999])
def test_strange_words_are_no_key_in_a_sentence_that_can_be_shown(words: str) -> None:
    with pytest.raises(NoKey) as refused:
        key_named(words)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 100
