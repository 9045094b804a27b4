"""docs/CARDS.md is true: its commands are run in order, and print what the page says."""

from __future__ import annotations

import doctest
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bloodfang.cli import main
from bloodfang.palette import PALETTES
from bloodfang_engine.fang.cards import Area, Condition, Effect, Happening, Per, Side, Tier, Who

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "CARDS.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:<!-- (file|change): (\S+) -->\n)?```(console|toml)\n(.*?)```", re.DOTALL)


def commands(block: str) -> Iterator[tuple[list[str], str]]:
    """The commands of a block, each with what it should print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield shlex.split(command), printed


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new player's home, on the platform the page shows."""
    for name in ("BLOODFANG_DATA_DIR", "XDG_DATA_HOME", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def test_the_page_does_what_it_says(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = home / ".local" / "share" / "bloodfang" / "sets" / "night-garden"
    ran = 0
    for kind, name, language, block in BLOCK.findall(PAGE):
        if kind == "file":
            assert (own / name).exists()
            (own / name).write_text(block, encoding="utf-8")
        elif kind == "change":
            key = block.split(" = ")[0]
            text, count = re.subn(
                rf"^{key} = .*\n", block, (own / name).read_text(encoding="utf-8"), flags=re.MULTILINE
            )
            assert count == 1
            (own / name).write_text(text, encoding="utf-8")
        else:
            assert language == "console"
            for words, expected in commands(block):
                assert words[0] == "bloodfang"
                code = main(words[1:])
                printed = capsys.readouterr().out
                said_so = doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)
                assert said_so, f"$ {shlex.join(words)}\n{printed}"
                assert code == ("problem" in expected)
                ran += 1
    assert ran == 6


def test_the_page_knows_the_whole_vocabulary() -> None:
    words = [*Happening, *Who, *Effect, *Area, *Side, *Condition, *Per, *Tier, *PALETTES]
    assert [word for word in words if f"`{word}`" not in PAGE and f'"{word}"' not in PAGE] == []
