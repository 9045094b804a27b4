"""The engine on the command line, and its door."""

from __future__ import annotations

import json
import pkgutil
import runpy
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import bloodfang_engine
import bloodfang_engine.fang
from bloodfang_engine import bench
from bloodfang_engine.__main__ import main

HERE = Path(__file__).parent.parent
GOOD = {
    "id": "G1",
    "cards": {"imp": {"rank": 1, "power": 1, "cells": [], "ability": None}},
    "setup": {"hands": {"P1": ["imp"]}},
    "actions": [{"do": "play", "player": "P1", "card": "imp", "at": [0, 0]}],
    "expect": {"score": [1, 0]},
}


def file_of(folder: Path, *scenarios: Any) -> str:
    path = folder / "some.json"
    path.write_text(json.dumps({"scenarios": scenarios}), encoding="utf-8")
    return str(path)


def test_scenarios_that_hold_end_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", file_of(tmp_path, GOOD)]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


def test_a_scenario_that_does_not_hold_is_one_line_and_an_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenarios", file_of(tmp_path, GOOD, {**GOOD, "id": "G2", "expect": {"score": [2, 0]}})]) == 1
    assert capsys.readouterr().out == "G2: score: expected [2, 0], came [1, 0]\n1 passed, 1 failed\n"


def test_the_whole_command_runs_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bloodfang_engine", "scenarios", HERE / "scenarios" / "reference.json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "66 passed, 0 failed\n")


def test_words_that_are_off_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["dance"])
    assert left.value.code == 2
    assert "invalid choice: 'dance'" in capsys.readouterr().err


def test_a_record_is_told_as_a_story_with_boards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(HERE / "records" / "bloodfang.toml"), "--board"]) == 0
    told = capsys.readouterr().out
    assert told.count("+-------------+") > 20
    assert "The match is over, the board is full: 25 to 8, A wins." in told


def test_a_story_for_one_seat_does_not_name_what_the_other_draws(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(HERE / "records" / "bloodfang.toml"), "--seat", "A"]) == 0
    told = capsys.readouterr().out
    assert "B draws a card." in told
    assert "A draws a card." not in told


BAD_RECORDS = {
    "a file that is not there": (None, "cannot be read: No such file or directory"),
    "no text": (b"\xff\xfe", "cannot be read: not UTF-8 text"),
    "no record": (b"hello", "this is not TOML"),
    "another set": (
        b'ruleset = "fang"\nseed = 1\ncards = "other"\n[decks]\nA = []\nB = []\n',
        "cards: the match was played with the card set other; name its files with --cards",
    ),
}


@pytest.mark.parametrize("name", BAD_RECORDS)
def test_a_record_that_cannot_be_told_is_a_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, sentence = BAD_RECORDS[name]
    path = tmp_path / "match.toml"
    if content is not None:
        path.write_bytes(content)
    assert main(["replay", str(path)]) == 1
    assert sentence in capsys.readouterr().err


def test_a_record_can_be_told_with_cards_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "cards.toml").write_text('[[card]]\nid = "imp"\nrank = 1\npower = 1\n', encoding="utf-8")
    (tmp_path / "match.toml").write_text(
        'ruleset = "fang"\nseed = 1\n[options]\ndeck_size = 1\n[decks]\nA = ["imp"]\nB = ["imp"]\n'
        '[[act]]\nseat = "A"\ndo = "mulligan"\n',
        encoding="utf-8",
    )
    assert main(["replay", str(tmp_path / "match.toml"), "--cards", str(tmp_path / "cards.toml")]) == 0
    assert capsys.readouterr().out == "A draws imp.\nB draws imp.\n\n1. A mulligan\nA keeps the whole hand.\n"


def test_nobody_is_bothered_when_the_reader_leaves_early(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def leave(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("builtins.print", leave)
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(close=lambda: None))
    assert main(["scenarios", file_of(tmp_path, GOOD)]) == 0


class Board:
    """As much of a chess board as a yardstick needs: a game of twenty moves."""

    def __init__(self) -> None:
        self.moves = 0

    @property
    def legal_moves(self) -> list[str]:
        return ["e4"]

    def is_game_over(self) -> bool:
        return self.moves == 20

    def push(self, move: str) -> None:
        self.moves += 1


@pytest.mark.parametrize("installed", [True, False])
def test_the_benchmark_prints_a_table(
    installed: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chess = ModuleType("chess")
    chess.Board = Board  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "chess", chess if installed else None)
    monkeypatch.setattr(bench, "_MATCHES", 2)
    monkeypatch.setattr(bench, "_ROUNDS", 1)
    assert main(["bench", "--seconds", "0.01"]) == 0
    told = capsys.readouterr().out
    assert ("x chess" in told) == installed
    assert ("python-chess is not installed" in told) != installed
    assert all(f"{rows} x {columns}" in told for rows, columns in ((3, 5), (3, 7), (5, 7), (5, 9)))


def test_it_can_be_run_as_a_module(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "argv", ["bloodfang_engine", "scenarios", file_of(tmp_path, GOOD)])
    monkeypatch.delitem(sys.modules, "bloodfang_engine.__main__")
    with pytest.raises(SystemExit) as left:
        runpy.run_module("bloodfang_engine", run_name="__main__")
    assert left.value.code == 0


@pytest.mark.parametrize("package", [bloodfang_engine, bloodfang_engine.fang], ids=lambda package: package.__name__)
def test_the_door_and_the_sign_agree(package: ModuleType) -> None:
    submodules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    assert set(package.__all__) == {name for name in vars(package) if not name.startswith("_")} - submodules
