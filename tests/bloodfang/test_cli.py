"""The command `bloodfang`: a text match of two bots."""

from __future__ import annotations

import sys
import time
from types import SimpleNamespace

import pytest

from bloodfang import __version__
from bloodfang.cli import greedy, main
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import BloodFang, make_set


def test_a_match_is_shown_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "7"]) == 0
    shown = capsys.readouterr().out
    assert "Turn 1: A is to act." in shown
    assert "The match is over" in shown
    assert shown.endswith("To see it again: bloodfang --seed 7\n")


def test_the_same_seed_shows_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--seed", "3"])
    first = capsys.readouterr().out
    main(["--seed", "3"])
    assert capsys.readouterr().out == first


def test_a_match_fits_a_terminal_of_eighty_columns(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--seed", "11"])
    boards = [line for line in capsys.readouterr().out.splitlines() if "|" in line or "+" in line]
    assert max(map(len, boards)) <= 80


def test_without_a_seed_there_is_one_to_see_the_match_again(capsys: pytest.CaptureFixture[str]) -> None:
    main([])
    assert "To see it again: bloodfang --seed " in capsys.readouterr().out


def test_a_pause_is_taken_after_every_move(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    main(["--seed", "7", "--pause", "0.5"])
    acts = [line for line in capsys.readouterr().out.splitlines() if " plays " in line or "passes." in line]
    assert pauses == [0.5] * (len(acts) + 2)  # and two mulligans


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seed", "x"], "a seed is a whole number from 0 to 9223372036854775807"),
        (["--seed", str(2**63)], "a seed is a whole number from 0 to 9223372036854775807"),
        (["--pause", "long"], "a pause is a number of seconds from 0 to 60"),
        (["--pause", "-1"], "a pause is a number of seconds from 0 to 60"),
    ],
)
def test_words_that_are_off_are_refused_with_a_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    assert sentence in capsys.readouterr().err


def test_it_knows_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"bloodfang {__version__}\n"


def test_leaving_early_is_no_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupt)
    assert main(["--seed", "7"]) == 0
    assert capsys.readouterr().out.endswith("The match is left unfinished.\n")


def test_nobody_is_bothered_when_the_reader_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("builtins.print", leave)
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(close=lambda: None))
    assert main(["--seed", "7"]) == 0


def test_the_bot_takes_the_lane_it_can_take() -> None:
    rules = BloodFang(make_set({"imp": {"rank": 1, "power": 1}, "ox": {"rank": 1, "power": 4}}))
    state = rules.read_position("fang | A hand imp ox | B hand imp")
    assert rules.write(greedy(rules, state, Seat.FIRST)).startswith("play ox ")
