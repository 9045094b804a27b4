"""The command `bloodfang`: a match of two bots as text, and what this is."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from bloodfang import __version__
from bloodfang.catalog import load_shipped
from bloodfang.cli import main
from bloodfang.notice import NOTICE
from bloodfang.textmatch import greedy
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import BloodFang, make_set
from sets import copy_small

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.usefixtures("game")


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_a_match_is_shown_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, "demo", "--seed", "7")
    assert "Turn 1: A is to act." in told
    assert "The match is over" in told
    assert told.endswith("To see it again: bloodfang demo --seed 7\n")


def test_the_same_seed_shows_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "demo", "--seed", "3") == shown(capsys, "demo", "--seed", "3")


def test_a_match_fits_a_terminal_of_eighty_columns(capsys: pytest.CaptureFixture[str]) -> None:
    boards = [line for line in shown(capsys, "demo", "--seed", "11").splitlines() if "|" in line or "+" in line]
    assert max(map(len, boards)) <= 80


def test_cards_are_called_by_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    catalog = load_shipped()
    told = shown(capsys, "demo", "--seed", "5")
    lines = [line for line in told.splitlines() if " plays " in line and " with power " in line]
    plays = [line.split(" plays ")[1].split(" on ")[0].split(", which ")[0] for line in lines]
    assert plays
    assert set(plays) <= {catalog.name_of(card) for card in catalog.cards}
    assert not [card for card in catalog.cards if "-" in card and card in told]


def test_without_a_seed_there_is_one_to_see_the_match_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert "To see it again: bloodfang demo --seed " in shown(capsys, "demo")


def test_decks_can_be_chosen_for_both(capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, "demo", "--seed", "7", "--deck", "swarm", "--deck", "tall")
    decks = load_shipped().decks
    assert f"A plays {decks['swarm'].name}: {decks['swarm'].plan}\nB plays {decks['tall'].name}: " in told
    assert told.endswith("bloodfang demo --seed 7 --deck swarm --deck tall\n")


def test_a_set_without_decks_plays_cards_by_lot_and_one_with_a_single_deck_plays_it_twice(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy_small(data / "sets" / "small")
    told = shown(capsys, "demo", "--set", "small", "--seed", "7", "--deck", "first")
    assert "A plays First Steps" in told
    assert "B plays First Steps" in told
    (folder / "decks" / "first.toml").unlink()
    told = shown(capsys, "demo", "--set", "small", "--seed", "7")
    assert "First Steps" not in told
    assert "The match is over" in told


def test_a_deck_can_be_chosen_by_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    code = shown(capsys, "decks", "code", "swarm").strip()
    assert "A plays A deck: as its code says" in shown(capsys, "demo", "--seed", "7", "--deck", code)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--deck", "nobody"], 1, "no deck is called 'nobody'; there are: assize, "),
        (["--deck", "BF1-123"], 1, "this deck code is damaged"),
        (["--deck", "a", "--deck", "b", "--deck", "c"], 2, "a match is played with two decks"),
    ],
)
def test_a_deck_that_is_none_is_refused(
    words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--seed", "7", *words]) == code
    assert sentence in capsys.readouterr().err


def test_a_pause_is_taken_after_every_move(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    told = shown(capsys, "demo", "--seed", "7", "--pause", "0.5")
    acts = [line for line in told.splitlines() if " with power " in line or "passes." in line]
    assert pauses == [0.5] * (len(acts) + 2)  # and two mulligans


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["demo", "--seed", "x"], "a seed is a whole number from 0 to 9223372036854775807"),
        (["demo", "--seed", str(2**63)], "a seed is a whole number from 0 to 9223372036854775807"),
        (["demo", "--pause", "long"], "a pause is a number of seconds from 0 to 60"),
        (["demo", "--pause", "-1"], "a pause is a number of seconds from 0 to 60"),
        (["fly"], "invalid choice: 'fly'"),
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
    assert main(["demo", "--seed", "7"]) == 0
    assert capsys.readouterr().out.endswith("Left unfinished.\n")


def test_nobody_is_bothered_when_the_reader_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("builtins.print", leave)
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(close=lambda: None))
    assert main(["demo", "--seed", "7"]) == 0


def test_the_bot_takes_the_lane_it_can_take() -> None:
    rules = BloodFang(make_set({"imp": {"rank": 1, "power": 1}, "ox": {"rank": 1, "power": 4}}))
    state = rules.read_position("fang | A hand imp ox | B hand imp")
    assert rules.write(greedy(rules, state, Seat.FIRST)).startswith("play ox ")


# What this is


def test_the_about_page_says_that_this_is_nobody_elses(capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, "about")
    assert NOTICE in told
    assert __version__ in told


def test_the_readme_says_the_same() -> None:
    assert NOTICE in " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())


def test_a_command_that_needs_no_cards_does_not_wait_for_pydantic() -> None:
    lines = "import sys, bloodfang.cli; bloodfang.cli.main(['about']); sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", lines], stdout=subprocess.DEVNULL, check=False).returncode == 0
