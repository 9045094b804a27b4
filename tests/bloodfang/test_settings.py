"""The player's settings: read from a file that anybody may have edited, and written without losing a word of it."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, fields, replace
from pathlib import Path

import pytest

from bloodfang import paths
from bloodfang.settings import CHOICES, REMEMBERED, Settings, default_text, problem_with, read_settings, write_settings
from bloodfang_engine.fang import PROFILES

PILED = "a\u0301\u0301\u0301"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "client.toml"


def changed(file: Path, **changes: object) -> str:
    """Change settings, and what was said about it."""
    now = replace(read_settings(file).settings, **changes)  # type: ignore[arg-type]
    notice = write_settings(file, changes, now)
    assert read_settings(file).settings == now
    return notice


# The file that comes with the game


def test_the_shipped_file_is_the_default() -> None:
    assert (paths.shipped_config() / "client.toml").read_text(encoding="utf-8") == default_text()


def test_the_default_file_says_the_defaults() -> None:
    assert tomllib.loads(default_text()) == asdict(Settings())


def test_every_default_is_a_value_that_can_be_chosen() -> None:
    assert [problem_with(name, value) for name, value in asdict(Settings()).items()] == [""] * len(fields(Settings))


def test_what_is_remembered_is_what_there_is() -> None:
    from bloodfang.bots import LEVELS

    assert REMEMBERED["bot"] == tuple(LEVELS)
    assert REMEMBERED["profile"] == PROFILES


# Reading


def test_without_a_file_all_is_as_usual(file: Path) -> None:
    reading = read_settings(file)
    assert (reading.settings, reading.problems, reading.damaged) == (Settings(), (), False)


def test_what_is_said_is_so_and_the_rest_is_as_usual(file: Path) -> None:
    file.write_text('theme = "day"\nconfirm_pass = false\n')
    assert read_settings(file).settings == Settings(theme="day", confirm_pass=False)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('theme = "pink"', "theme is one of night, day, ember-safe, tide-safe, plain, not 'pink'; 'night' is used"),
        ("motion = 3", "motion is one of full, reduced, none, not 3; 'full' is used"),
        ("confirm_pass = 1", "confirm_pass is true or false, not 1; True is used"),
        ("name = 7", "name is text, not 7; 'You' is used"),
        ('name = ""', "name takes 0 columns, and 1 to 20 would be right; it is ''; 'You' is used"),
        (
            f'name = "{"月" * 11}"',
            f"name takes 22 columns, and 1 to 20 would be right; it is {'月' * 11!r}; 'You' is used",
        ),
        ('name = "[b]"', "name holds [ or ], which some screens read as markup; it is '[b]'; 'You' is used"),
        (
            'name = "a\\u202eb"',
            "name holds the character U+202E, which has no place in a line of text; it is 'a\\u202eb'; 'You' is used",
        ),
        (
            'name = "a\\u0301\\u0301\\u0301"',
            f"name has more than 2 marks on one character, or marks on none; it is {PILED!r}; 'You' is used",
        ),
    ],
)
def test_a_value_that_cannot_be_is_told_with_its_line_and_the_default_is_used(
    line: str, problem: str, file: Path
) -> None:
    file.write_text(f'depth = "256"\n{line}\n', encoding="utf-8")
    reading = read_settings(file)
    assert reading.problems == (f"client.toml:2: {problem}",)
    assert reading.settings == Settings(depth="256")


def test_a_setting_that_nobody_knows_is_told_and_says_nothing(file: Path) -> None:
    file.write_text("volume = 11\n")
    reading = read_settings(file)
    assert reading.problems == ("client.toml:1: no setting is called 'volume'; it is kept, and says nothing",)
    assert reading.settings == Settings()


@pytest.mark.parametrize("raw", [b"theme = ", b"\xff", b"x" * 1_000_001], ids=["no TOML", "no text", "too large"])
def test_a_file_that_cannot_be_read_is_damaged_and_left(raw: bytes, file: Path) -> None:
    file.write_bytes(raw)
    reading = read_settings(file)
    assert (reading.settings, reading.damaged) == (Settings(), True)
    assert reading.problems[0].startswith("client.toml")
    assert file.read_bytes() == raw


# Writing


def test_the_first_change_writes_a_file_with_all_its_comments(file: Path) -> None:
    assert changed(file, theme="day") == ""
    assert file.read_text() == default_text(Settings(theme="day"))


def test_only_the_value_changes(file: Path) -> None:
    text = "# mine\n\n  theme   = 'night' # at night\nvolume = 11\nname=\"A # b\"# not c\n"
    file.write_text(text)
    changed(file, theme="plain", name="Bo")
    wanted = text.replace("  theme   = 'night'", 'theme = "plain"').replace('name="A # b"', 'name = "Bo"')
    assert file.read_text() == wanted


def test_a_setting_that_was_not_there_comes_before_tables_of_somebody_elses(file: Path) -> None:
    file.write_text('theme = "day"\n\n[mine]\na = 1\n')
    changed(file, motion="none")
    assert tomllib.loads(file.read_text()) == {"theme": "day", "motion": "none", "mine": {"a": 1}}


def test_what_is_written_in_an_unusual_way_is_kept_aside_and_written_anew(file: Path) -> None:
    text = 'name = """\\\n  You\\\n"""\nvolume = 11\n'
    file.write_text(text)
    assert changed(file, name="Bo") == "client.toml: as it was, it is kept as client.toml.damaged-1"
    assert tomllib.loads(file.read_text()) == {"name": "Bo", "volume": 11}
    assert file.with_name("client.toml.damaged-1").read_text() == text


def test_a_wrong_value_is_kept_aside_before_it_is_put_right(file: Path) -> None:
    file.write_text('theme = "pink"\n')
    assert "kept as client.toml.damaged-1" in changed(file, motion="none")
    assert read_settings(file).problems == ()
    assert file.with_name("client.toml.damaged-1").read_text() == 'theme = "pink"\n'


def test_a_damaged_file_is_kept_aside_before_a_new_one_is_written(file: Path) -> None:
    file.write_text("theme = ")
    now = Settings(theme="day")
    assert "kept as client.toml.damaged-1" in write_settings(file, {"theme": "day"}, now)
    assert file.read_text() == default_text(now)
    assert file.with_name("client.toml.damaged-1").read_text() == "theme = "


@pytest.mark.parametrize("name", sorted(CHOICES))
def test_every_choice_can_be_written_and_read_again(name: str, file: Path) -> None:
    for value in CHOICES[name]:
        changed(file, **{name: value})
