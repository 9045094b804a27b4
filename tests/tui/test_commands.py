"""Commands: every one has a key that every keyboard has, words that say what it does, and a place in keys.toml."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from bloodfang import paths
from bloodfang.keynames import keys_named
from bloodfang.keys import default_text, read_keys
from bloodfang_tui.commands import ABOUT, COMMANDS, DEFAULT_KEYS, Command, bindings, key_name

CONTEXTS = sorted({each.partition(".")[0] for each in COMMANDS} - {"app"})


def keys(command: Command) -> list[str]:
    return command.keys.split(",")


def test_every_id_is_there_once_and_has_a_context_and_a_name() -> None:
    assert list(COMMANDS) == [each.id for each in COMMANDS.values()]
    assert all(re.fullmatch(r"[a-z]+\.[a-z]+(_[a-z0-9]+)*", each) for each in COMMANDS)


@pytest.mark.parametrize("context", CONTEXTS)
def test_within_one_context_a_key_does_one_thing(context: str) -> None:
    here = [each for each in COMMANDS.values() if each.id.partition(".")[0] in ("app", context)]
    taken = Counter(key for each in here for key in keys(each))
    assert [key for key, count in taken.items() if count > 1] == []


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_no_key_is_one_that_terminals_keep_for_themselves(command: Command) -> None:
    if command.id != "app.quit":  # what ends every program ends this one
        assert [key for each in keys(command) for key in keys_named(each)] == keys(command)
    assert not any(re.search(r"alt\+|super\+|\bf\d", key) for key in keys(command))


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_every_command_has_words(command: Command) -> None:
    assert 0 < len(command.label) <= 12
    assert command.label == command.label.strip()
    assert re.fullmatch(r"[A-Z][^\n]{5,70}\.", command.about)


def test_phones_have_no_escape_and_still_go_back() -> None:
    assert {"escape", "q", "backspace"} <= set(keys(COMMANDS["app.back"]))


def test_the_shipped_keys_file_is_the_one_that_is_made_from_the_commands() -> None:
    shipped = paths.shipped_config() / "keys.toml"
    assert shipped.read_text(encoding="utf-8") == default_text(DEFAULT_KEYS, ABOUT)
    assert read_keys(shipped, DEFAULT_KEYS) == ({}, [])


def test_bindings_carry_the_ids_by_which_keys_are_moved() -> None:
    (made,) = bindings(["match.pass"])
    assert (made.id, made.key, made.action) == ("match.pass", "p", "do('match.pass')")


@pytest.mark.parametrize(
    ("key", "plain", "shown"),
    [
        ("up", False, "↑"),
        ("up", True, "Up"),
        ("question_mark", False, "?"),
        ("enter", True, "Enter"),
        ("p", False, "p"),
    ],
)
def test_keys_are_called_what_the_keyboard_calls_them(key: str, plain: bool, shown: str) -> None:
    assert key_name(key, plain) == shown


def test_every_key_has_a_name_without_underscores_or_plus_signs_in_the_wrong_case() -> None:
    names = {key_name(key, True) for each in COMMANDS.values() for key in keys(each)}
    assert all(re.fullmatch(r"[ -~]+", name) and "_" not in name for name in names)
