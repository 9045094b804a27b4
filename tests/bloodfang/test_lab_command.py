"""The command `bloodfang lab`: what it prints and keeps, how it is left, and what it refuses."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from bloodfang import lab
from bloodfang.cli import main
from bloodfang.lab.progress import Progress, lasting
from bloodfang.lab.running import Ring
from sets import copy_small

TWO = ("--decks", "swarm", "tall", "--bots", "easy", "easy", "--jobs", "1")


@pytest.fixture(autouse=True)
def _own(data: Path) -> None:
    """No test sees the player's own things."""


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["lab", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str, code: int = 1) -> str:
    assert main(["lab", *words]) == code
    return capsys.readouterr().err


def test_it_tells_of_decks_cards_and_who_begins(capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, "--matches", "20", *TWO)
    assert told.startswith("20 matches, easy against easy, 2 decks, rules bloodfang, seed 1\n")
    for words in ("Decks against the field", "Decks against each other", "Who begins wins", "Draws: ", "Cards: won"):
        assert words in told


def test_the_same_words_give_the_same_report(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--matches", "8", "--seed", "4", *TWO)
    assert shown(capsys, *words) == shown(capsys, *words)


def test_a_folder_holds_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, "--matches", "8", *TWO, "--out", str(tmp_path / "out"))
    files = {each.name for each in (tmp_path / "out").iterdir()}
    assert files >= {"run.jsonl", "report.txt", "report.json", "decks.csv", "matrix.csv", "cards.csv", "plot.svg"}
    assert (tmp_path / "out" / "report.txt").read_text(encoding="utf-8") == told


def test_json_is_json_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(shown(capsys, "--matches", "4", *TWO, "--json", "--out", str(tmp_path)))
    assert told["summary"]["matches"] == 4
    assert told == json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))


def test_quiet_says_nothing_beside_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "--matches", "4", *TWO, "--quiet", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().err == ""


def test_a_run_that_is_interrupted_is_taken_up_by_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--matches", "12", *TWO, "--out", str(tmp_path))
    playing = Ring.play

    def interrupted(ring: Ring, number: int) -> object:
        if number == 3:
            raise KeyboardInterrupt
        return playing(ring, number)

    with monkeypatch.context() as patch:
        patch.setattr(Ring, "play", interrupted)
        said = refused(capsys, *words)
    assert said == "Left unfinished after 6 of 12 matches; the same command goes on from there.\n"
    assert main(["lab", *words]) == 0
    again = capsys.readouterr()
    assert again.err.startswith("6 of 12 matches are there already.\n")
    assert again.out == shown(capsys, "--matches", "12", *TWO)


def test_the_folder_of_another_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown(capsys, "--matches", "4", *TWO, "--out", str(tmp_path))
    kept = (tmp_path / "run.jsonl").read_bytes()
    assert "is another run: seed 1, not 2" in refused(
        capsys, "--matches", "4", "--seed", "2", *TWO, "--out", str(tmp_path)
    )
    assert (tmp_path / "run.jsonl").read_bytes() == kept


def test_two_profiles_play_the_same_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, "--matches", "8", *TWO, "--against-profile", "reference", "--out", str(tmp_path))
    assert "The same deals by bloodfang and by reference" in told
    one, other = (json.loads((tmp_path / f"{each}.jsonl").read_text().splitlines()[0]) for each in ("run", "against"))
    assert {key for key in one if one[key] != other[key]} == {"profile"}
    assert (tmp_path / "compared.csv").read_text().startswith("figure,of,one,other,difference,low,high,more_than_luck")


def test_two_sets_play_the_same_deals(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy_small(data / "sets" / "small")
    other = copy_small(data / "sets" / "other")
    text = (other / "set.toml").read_text(encoding="utf-8").replace('id = "small"', 'id = "other"')
    (other / "set.toml").write_text(text, encoding="utf-8")
    [mechanics, *_] = sorted((other / "mechanics").iterdir())
    mechanics.write_text(mechanics.read_text(encoding="utf-8").replace("power = 1", "power = 7", 1), encoding="utf-8")
    words = ("--set", "small", "--against-set", "other", "--bots", "easy", "easy", "--jobs", "1", "--matches", "6")
    told = shown(capsys, *words, "--out", str(tmp_path / "out"))
    assert "The same deals by small and by other" in told
    one, two = (
        json.loads((tmp_path / "out" / f"{each}.jsonl").read_text().splitlines()[0]) for each in ("run", "against")
    )
    assert {key for key in one if one[key] != two[key]} == {"cards"}


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--decks", "nobody"], 1, "no deck is called 'nobody'; there are: "),
        (["--decks", "swarm", "swarm"], 2, "two decks are called 'swarm'"),
        (["--bots", "nobody", "easy"], 1, "no bot is called 'nobody'; there are: easy, "),
        (["--bots", "./nowhere.py", "easy"], 1, "nowhere.py: there is no such file"),
        (["--set", "nowhere"], 1, "no set is called 'nowhere'; there are: fang"),
        (["--against-set", "nowhere"], 1, "no set is called 'nowhere'; there are: fang"),
        (["--against-profile", "bloodfang"], 2, "there is nothing to compare"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(
    words: Sequence[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refused(capsys, "--matches", "2", *words, code=code)


@pytest.mark.parametrize("words", [["--matches", "0"], ["--matches", "many"], ["--jobs", "-1"], ["--profile", "mine"]])
def test_words_that_are_off_are_refused(words: Sequence[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["lab", *words])
    assert left.value.code == 2


def test_a_process_that_is_ended_from_outside_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from concurrent.futures.process import BrokenProcessPool

    def broken(*_: object) -> object:
        raise BrokenProcessPool

    monkeypatch.setattr(lab, "run", broken)
    assert "A process of the lab was ended after 0 matches" in refused(capsys, "--matches", "4", *TWO)


# The bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_is_for_terminals_only() -> None:
    plain, terminal = io.StringIO(), Terminal()
    for out in (plain, terminal):
        with Progress(10, out) as bar:
            bar.show(4)
            bar.show(10)
    assert plain.getvalue() == ""
    assert "[############..................] 4 of 10 matches" in terminal.getvalue()
    assert "10 of 10 matches" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize(("seconds", "words"), [(5.4, "5 s"), (75, "1 min 15 s"), (3720, "1 h 2 min")])
def test_times_are_told_as_people_say_them(seconds: float, words: str) -> None:
    assert lasting(seconds) == words
