"""docs/BOTS.md is true: its files are written, its commands run, and they print what the page says."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from bloodfang.bots.finding import find
from bloodfang.cli import main
from bloodfang.observing import Observation
from bloodfang_engine.fang import BloodFang

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "BOTS.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"(?:<!-- file: (\S+) -->\n)?```(console|python)\n(.*?)```", re.DOTALL)


def test_the_page_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BLOODFANG_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    ran = 0
    for name, language, block in BLOCK.findall(PAGE):
        if language == "python":
            Path(name).write_text(block, encoding="utf-8")
            continue
        command, _, expected = block.removeprefix("$ ").partition("\n")
        assert main(shlex.split(command)[1:]) == 0
        printed = capsys.readouterr().out
        assert doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS), f"$ {command}\n{printed}"
        if share := re.search(r"magpie.py wins ([\d.]+) %", printed):
            assert float(share[1]) > 60
        ran += 1
    assert ran == 2
    assert find("./magpie.py").about == "Takes whatever glitters now."


def test_the_bot_of_the_page_has_twenty_lines() -> None:
    [bot] = [block for name, _, block in BLOCK.findall(PAGE) if name == "magpie.py"]
    assert len([line for line in bot.splitlines() if line]) <= 20


def test_the_page_names_only_what_there_is() -> None:
    for word in re.findall(r"`known\.(\w+)", PAGE):
        assert hasattr(Observation, word)
    for word in re.findall(r"`rules\.(\w+)", PAGE):
        assert hasattr(BloodFang, word)
