"""Nothing in this tree bears a name that is somebody else's."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bloodfang import names

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {
    ".git",
    ".venv",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    "__pycache__",
    "build",
    "dist",
}


def files() -> list[str]:
    """Every file that is in the repository or could come into it; without git, every file of the tree."""
    try:
        told = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        return sorted(set(filter(None, told.stdout.decode().split("\0"))))
    except (OSError, subprocess.CalledProcessError):
        return sorted(_walked())


def _walked() -> Iterator[str]:
    for folder, below, found in os.walk(ROOT):
        below[:] = [name for name in below if name not in NOT_OURS and not name.startswith(".venv")]
        yield from ((Path(folder) / name).relative_to(ROOT).as_posix() for name in found)


def uses(name: str) -> list[str]:
    """The reserved names in a file; what is no text has none."""
    try:
        text = (ROOT / name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    cards = name.startswith("cards/") and name.endswith(".toml")
    return [f"{name}:{line}: {term}" for line, term in names.uses(name, text, cards=cards)]


def test_no_reserved_name_is_in_use() -> None:
    looked_at = files()
    assert "README.md" in looked_at
    assert any(name.startswith("cards/fang/") for name in looked_at)
    assert [use for name in looked_at for use in uses(name)] == []


def test_the_walk_without_git_sees_the_same_files() -> None:
    assert {"README.md", "cards/fang/set.toml", "bloodfang/names.py"} <= set(_walked())


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made-up names stand for the real ones, which must not stand here."""

    def table(*terms: str) -> dict[str, int]:
        return {hashlib.blake2b(f"s{term}".encode(), digest_size=10).hexdigest(): len(term.split()) for term in terms}

    made = names.Reserved("s", table("zorblax", "the long quux"), table("frobnitz", "grand wibble"))
    monkeypatch.setattr(names, "reserved", lambda: made)


@pytest.mark.parametrize(
    ("file", "text", "found"),
    [
        ("a.md", "one\nZORBLAX!", [(2, "zorblax")]),
        ("a.md", "Zörblax", [(1, "zorblax")]),
        ("a.md", "the\nlong, quux", [(1, "the long quux")]),
        ("a.md", "zorblaxes and the quux", []),
        ("docs/zorblax_map.md", "", [(0, "zorblax")]),
        ("a.md", 'name = "Frobnitz"', []),
    ],
)
def test_a_reserved_name_is_found_anywhere(made_up: None, file: str, text: str, found: list[tuple[int, str]]) -> None:
    assert list(names.uses(file, text, cards=False)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[[card]]\nname = "Frobnitz"', [(2, "frobnitz")]),
        ("[[card]]\n  name = 'Grand Wibble'", [(2, "grand wibble")]),
        ('id = "grand-wibble"', [(1, "grand wibble")]),
        ("[pictures]\n[frobnitz]", [(2, "frobnitz")]),
        ('name = "Old Frobnitz"', []),
        ('lore = "Frobnitz is a word."', []),
    ],
)
def test_a_name_of_a_card_is_held_to_the_stricter_list(made_up: None, text: str, found: list[tuple[int, str]]) -> None:
    assert list(names.uses("cards/x.toml", text, cards=True)) == found


def test_the_list_is_there_and_full() -> None:
    shipped = names.reserved()
    assert len(shipped.anywhere) > 50
    assert len(shipped.as_a_name) > 50
    assert all(len(each) == 20 for each in (*shipped.anywhere, *shipped.as_a_name))
