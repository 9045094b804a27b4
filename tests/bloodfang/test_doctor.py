"""The command `bloodfang doctor`: what is found here, without changing anything."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

import pytest

from bloodfang import __version__, doctor, paths, terminal
from bloodfang.cli import main
from bloodfang.doctor import Finding, findings
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang.journal import Place
from bloodfang.match import Match
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.fang.practice import practice_set

RULES = BloodFang(practice_set())


def found(data: Path, environ: Mapping[str, str] | None = None) -> dict[str, Finding]:
    return {each.what: each for each in findings(data, environ or {})}


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def sized(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(terminal, "size", lambda: (100, 30))
    return monkeypatch


# The command


def test_a_report_is_plain_text_and_ends_with_the_verdict(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert f"Blood Fang    {__version__}\n" in told
    assert f"Textual       {metadata.version('textual')}\n" in told
    assert told.endswith("\nThe game can be played here.\n")
    assert "\x1b" not in told
    assert not data.exists()


def test_what_keeps_the_game_from_working_ends_it_with_one(
    data: Path, sized: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sized.setattr(terminal, "size", lambda: (59, 30))
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "size          59 x 30\n  !           the least is 60 x 20; make it larger\n" in told
    assert told.endswith("The game does not work like this: see size.\n")


def test_a_report_imports_no_app() -> None:
    lines = "import sys; from bloodfang.cli import main; main(['doctor']); sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", lines], stdout=subprocess.DEVNULL, check=False).returncode == 0


# The terminal


def test_it_says_what_was_decided_and_from_what(data: Path) -> None:
    told = found(data, {"TERM": "xterm-256color", "LANG": "en_US.UTF-8", "HOSTNAME": "secret"})
    assert (told["TERM"].says, told["colours"].says) == ("xterm-256color", "256")
    assert "secret" not in str(told)


def test_what_the_environment_says_cannot_steer_the_terminal(data: Path) -> None:
    told = found(data, {"TERM": "x\x1b[2J" + "x" * 999})["TERM"].says
    assert told.startswith("x?[2J")
    assert len(told) <= 60


@pytest.mark.parametrize(
    ("size", "hint", "fatal"),
    [
        ((60, 19), "the least is 60 x 20; make it larger", True),
        ((60, 20), "from 80 x 24 on everything is seen at once", False),
        ((80, 24), "", False),
    ],
)
def test_a_terminal_can_be_too_small(
    size: tuple[int, int], hint: str, fatal: bool, data: Path, sized: pytest.MonkeyPatch
) -> None:
    sized.setattr(terminal, "size", lambda: size)
    assert found(data)["size"] == Finding("size", f"{size[0]} x {size[1]}", hint, fatal)


@pytest.mark.parametrize(
    ("environ", "what", "says"),
    [
        ({"TMUX": "/tmp/tmux-0/default,1,0"}, "within", "tmux"),
        ({"STY": "1.pts"}, "within", "screen"),
        ({"SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}, "over", "SSH"),
    ],
)
def test_what_stands_between_is_told_with_a_hint_and_without_an_address(
    environ: dict[str, str], what: str, says: str, data: Path
) -> None:
    told = found(data, environ)
    assert told[what].says == says
    assert told[what].hint
    assert "192.0.2" not in str(told)
    assert not any(each.fatal for each in told.values())


def test_a_terminal_that_cannot_place_text_is_none(data: Path) -> None:
    assert found(data, {"TERM": "dumb"})["placing text"].fatal


@pytest.mark.parametrize("depth", list(Depth))
@pytest.mark.parametrize("ascii_only", [True, False])
def test_samples_are_three_lines_of_what_there_is(depth: Depth, ascii_only: bool) -> None:
    lines = doctor.samples(depth, ascii_only).splitlines()
    assert len(lines) == 3
    assert lines[0].isascii() == ascii_only
    assert ("\x1b" in lines[1]) == (depth is not Depth.NONE)


# The player's things


def test_folders_that_are_not_there_are_not_made(data: Path) -> None:
    told = found(data)
    assert told["data in"].says.endswith("data (not there yet, can be made)")
    assert told["matches"].says == "none yet"
    assert told["settings"] == Finding("settings", "the defaults")
    assert told["keys"].says.startswith("the usual ones; ")
    assert not data.exists()


def test_a_file_where_the_folder_should_be_is_told_and_the_game_works(data: Path) -> None:
    data.write_text("")
    told = found(data)["data in"]
    assert told.hint.endswith("is in its place, and no folder; nothing can be kept")
    assert not told.fatal


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_told(data: Path) -> None:
    data.mkdir(mode=0o500)
    assert found(data)["data in"].hint == "cannot be written; the game works, but keeps nothing"


async def test_matches_are_counted_and_left_as_they_are(data: Path) -> None:
    journal = Home.open(data).journal()
    places = (Place("Ann"), Place("Bo"))
    match, *_ = [await Match.begin(RULES, RULES.sample(seed), journal, places) for seed in range(3)]
    assert found(data)["matches"].says == "3, 3 of them unfinished"  # while the game is running
    await match.concede(match.to_act[0])
    await journal.close()
    before = everything(data)
    assert found(data)["matches"].says == "3, 2 of them unfinished"
    assert everything(data) == before


def test_damaged_files_are_told_and_left_as_they_are(data: Path) -> None:
    data.mkdir()
    paths.journal_file(data).write_text("no database")
    paths.settings_file(data).write_text("theme = \n")
    (decks := paths.own_decks(data, "fang")).mkdir(parents=True)
    (decks / "x.toml").write_text("name = \n")
    before = everything(data)
    told = found(data)
    assert "it cannot be read" in told["matches"].hint
    assert "client.toml:1: is not TOML" in told["settings"].hint
    assert told["cards"].hint == "1 problem in your own; `bloodfang cards check` tells it"
    assert not any(each.fatal for each in told.values())
    assert everything(data) == before


def test_without_its_cards_the_game_does_not_work(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "shipped_cards", lambda: tmp_path / "nowhere")
    assert found(data)["cards"].fatal


def test_without_textual_the_game_does_not_work(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "version", missing)
    assert found(data)["Textual"] == Finding(
        "Textual", "is not installed", "install it: python -m pip install textual", fatal=True
    )
