"""The command `bloodfang coach`: a match looked at again, a turn, a position; and a sentence for whatever is none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bloodfang.cli import main
from bloodfang.coach_command import graph
from bloodfang_engine.record import write
from test_coach import RULES, record


@pytest.fixture
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A match in a file, and a home that nobody else has."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "match.toml"
    path.write_text(write(record(8)), encoding="utf-8")
    return str(path)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command says, if all is well."""
    assert main(["coach", *words, "--depth", "quick"]) == 0
    return capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(told(capsys, *words, "--json"))


def test_a_record_is_told_as_its_costliest_turns_and_the_margin(match: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, match)
    assert "A's turns:" in text
    assert "The margin over the turns:" in text
    assert text.count(" cost ") == text.count("Better: ") <= 3


def test_the_same_for_programs(match: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = data(capsys, match, "--seat", "B")
    assert said["seat"] == "B"
    assert set(said["costliest"]) <= {turn["turn"] for turn in said["turns"]}
    for turn in said["turns"]:
        assert RULES.read(turn["done"]["act"])
        assert turn["cost"] >= 0
    outcome = record(8).result
    assert outcome
    assert said["margins"][-1]["margin"] == outcome.score[1] - outcome.score[0]


def test_one_turn_has_everything_about_it(match: str, capsys: pytest.CaptureFixture[str]) -> None:
    turn = data(capsys, match)["turns"][1]["turn"]
    said = data(capsys, match, "--turn", str(turn))
    assert said["turn"] == turn
    assert said["done"]["act"] in [each["act"] for each in said["advice"]]
    best = said["advice"][0]
    assert best["reasons"]
    assert {"expected_margin", "uncertainty", "worlds", "likely", "threats"} <= best.keys()
    assert f"Turn {turn}, A did: " in told(capsys, match, "--turn", str(turn))


def test_a_position_is_advised_for_whoever_is_to_play(match: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "fang | A hand barefoot-bailiff writ-server | B hand gap-finder")
    assert text.startswith("1. play ")
    assert "most likely answer: " in text


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["nowhere.toml"], 1, "nowhere.toml: there is no such file"),
        (["nonsense"], 1, "nonsense: there is no such file, and as a position 'nonsense': a position begins with"),
        (["fang | A hand nobody"], 1, "'nobody': no card here has that id"),
        (["fang | A hand gap-finder | B hand gap-finder", "--seat", "B"], 1, "B is not to act in this position; A is"),
        (["fang | A hand gap-finder", "--turn", "3"], 2, "--turn is for a record"),
        (["MATCH", "--turn", "2000"], 2, "A had no turn 2000; its turns were 1"),
    ],
)
def test_what_cannot_be_looked_at_is_a_sentence(
    match: str, words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coach", *(match if word == "MATCH" else word for word in words)]) == code
    assert sentence in capsys.readouterr().err


def test_a_damaged_record_is_told_with_its_file_and_line(match: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(match)
    path.write_text(path.read_text(encoding="utf-8").replace("play ", "plough ", 1), encoding="utf-8")
    assert main(["coach", match]) == 1
    assert "match.toml" in capsys.readouterr().err


def test_the_graph_goes_right_for_a_lead_and_left_for_none() -> None:
    assert graph(((0, 0), (1, 4), (2, -2)), wide=8) == [
        "   0     |     +0",
        "   1     |#### +4",
        "   2   ##|     -2",
    ]
