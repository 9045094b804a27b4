"""The player's files: written whole or not at all, and never over somebody else's."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from bloodfang import keeping
from bloodfang_engine.errors import CardError


def everything(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def broken_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


# Whole, or not at all


def test_a_file_is_written_with_the_folders_it_needs(tmp_path: Path) -> None:
    keeping.write_whole(tmp_path / "a" / "b" / "c.toml", "new")
    assert everything(tmp_path) == {"a/b/c.toml": "new"}


def test_a_disk_that_is_full_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "c.toml").write_text("old")
    monkeypatch.setattr(os, "fsync", broken_disk)
    with pytest.raises(OSError, match="No space left"):
        keeping.write_whole(tmp_path / "c.toml", "new")
    with pytest.raises(OSError, match="No space left"):
        keeping.write_new(tmp_path, "d", "new")
    assert everything(tmp_path) == {"c.toml": "old"}


@pytest.mark.skipif(sys.platform == "win32", reason="links and modes are otherwise there")
def test_where_the_name_is_a_link_the_file_behind_it_is_written_and_keeps_its_mode(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "link.toml"
    real.write_text("old")
    real.chmod(0o600)
    link.symlink_to(real)
    keeping.write_whole(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o600


# Nothing is written over


def test_a_new_file_takes_a_name_that_nobody_has(tmp_path: Path) -> None:
    names = [keeping.write_new(tmp_path, "deck", str(number)).name for number in range(3)]
    assert names == ["deck.toml", "deck-2.toml", "deck-3.toml"]
    assert everything(tmp_path) == {"deck.toml": "0", "deck-2.toml": "1", "deck-3.toml": "2"}


def test_a_new_file_keeps_away_from_names_that_are_taken_elsewhere(tmp_path: Path) -> None:
    assert keeping.write_new(tmp_path, "swarm", "", {"swarm", "swarm-2"}).name == "swarm-3.toml"


def test_damaged_files_pile_up_beside_each_other(tmp_path: Path) -> None:
    path = tmp_path / "client.toml"
    for text in ("one", "two"):
        path.write_text(text)
        keeping.keep_aside(path)
    assert everything(tmp_path) == {"client.toml.damaged-1": "one", "client.toml.damaged-2": "two"}
    path.write_text("three")
    keeping.copy_aside(path)
    assert everything(tmp_path)["client.toml.damaged-3"] == everything(tmp_path)["client.toml"] == "three"


@pytest.mark.parametrize("put", [keeping.move_into, keeping.copy_into])
def test_what_goes_into_a_folder_leaves_what_is_there(put: object, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    for text in ("one", "two"):
        path.write_text(text)
        assert callable(put)
        put(path, tmp_path / "deleted")
    found = everything(tmp_path / "deleted")
    assert found == {"x.toml": "one", "x-2.toml": "two"}
    assert path.exists() == (put is keeping.copy_into)


def test_what_cannot_be_moved_leaves_no_trace(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        keeping.move_into(tmp_path / "nothing.toml", tmp_path / "deleted")
    assert everything(tmp_path) == {}


# Reading


def test_no_file_is_none_and_no_error(tmp_path: Path) -> None:
    assert keeping.read_own(tmp_path / "x.toml", "x.toml") is None


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes among the files")
def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    for name in ("pipe.toml", "folder.toml", "loop.toml"):
        with pytest.raises(CardError):
            keeping.read_own(tmp_path / name, name)


# Names of files


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        ("Small Hours", "small-hours"),
        ("  Größe: №1!  ", "groe-no1"),
        ("../../etc/passwd", "etc-passwd"),
        ("\x1b[2J", "2j"),
        ("月", "deck"),
        ("", "deck"),
        ("CON", "deck"),
        ("x" * 99, "x" * 32),
    ],
)
def test_a_files_name_is_made_of_letters_and_digits(words: str, stem: str) -> None:
    assert keeping.stem_of(words, "deck") == stem
