"""What the app is opened with: by `bloodfang` alone, by `play` and by `replay`."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from bloodfang import terminal
from bloodfang.catalog import load_shipped
from bloodfang.cli import main
from bloodfang.home import Home
from bloodfang.opening import AtTitle, Opening, PlayAtOnce, WatchRecord
from bloodfang_engine.contract import Setup
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.record import Record, recorded, write

Opened = list[tuple[Home, Opening]]


@pytest.fixture
def opened(data: Path, monkeypatch: pytest.MonkeyPatch) -> Opened:
    """A terminal, and all that an app in it was opened with; this one leaves at once, with 0."""
    found: Opened = []

    def run(home: Home, opening: Opening) -> int:
        found.append((home, opening))
        return 0

    app = ModuleType("bloodfang_tui")
    app.run = run  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "bloodfang_tui", app)
    monkeypatch.setattr(terminal, "why_not", lambda: "")
    return found


def opening(opened: Opened, *words: str) -> Opening:
    assert main(words) == 0
    [(_, found)] = opened
    opened.clear()
    return found


def refused(opened: Opened, capsys: pytest.CaptureFixture[str], *words: str, code: int = 1) -> str:
    assert main(words) == code
    assert opened == []
    return capsys.readouterr().err


# The title


def test_without_a_word_the_title_opens(opened: Opened) -> None:
    assert opening(opened) == AtTitle()


def test_the_app_gets_the_home_in_the_folder_that_was_chosen(opened: Opened, tmp_path: Path) -> None:
    main(["--data-dir", str(tmp_path / "here")])
    main(["play", "--data-dir", str(tmp_path / "there")])
    assert [home.data.name for home, _ in opened] == ["here", "there"]


def test_how_the_app_ends_is_how_the_command_ends(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["bloodfang_tui"], "run", lambda home, opening: 3)
    assert main([]) == 3


@pytest.mark.parametrize("words", [[], ["play"], ["replay", "nothing.toml"]])
def test_where_there_is_no_terminal_one_sentence_says_so(
    words: list[str], data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.err == "Blood Fang needs a terminal to play in; `bloodfang demo` prints a match as text\n"
    assert told.out == ""
    assert not data.exists()


# A match at once


def test_a_match_at_once_is_against_a_bot_with_decks_by_lot(opened: Opened) -> None:
    assert opening(opened, "play") == PlayAtOnce()


def test_everything_about_a_match_can_be_said(opened: Opened) -> None:
    decks = load_shipped().decks
    luck = ("--seed", "7", "--profile", "classic", "--first", "rival")
    assert opening(opened, "play", "--bot", "hard", "--deck", "swarm", "--deck", "tall", *luck) == PlayAtOnce(
        "bot", "hard", (decks["swarm"], decks["tall"]), 7, "classic", "rival"
    )


def test_two_people_can_play_at_one_keyboard(opened: Opened) -> None:
    assert opening(opened, "play", "--hot-seat") == PlayAtOnce("person")


def test_what_is_not_said_is_as_it_was_the_last_time(opened: Opened, data: Path) -> None:
    Home.open(data).change(opponent="person", bot="hard", profile="classic")
    assert opening(opened, "play") == PlayAtOnce("person", "hard", profile="classic")
    assert opening(opened, "play", "--bot", "easy") == PlayAtOnce("bot", "easy", profile="classic")
    assert opening(opened, "play", "--profile", "reference") == PlayAtOnce("person", "hard", profile="reference")


def test_a_deck_can_be_named_by_its_code(opened: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    main(["decks", "code", "swarm"])
    found = opening(opened, "play", "--deck", capsys.readouterr().out.strip())
    assert isinstance(found, PlayAtOnce)
    assert sorted(found.decks[0].cards) == sorted(load_shipped().decks["swarm"].cards)


def test_a_deck_of_ones_own_can_be_played(opened: Opened, data: Path) -> None:
    home = Home.open(data)
    mine = home.decks(home.catalog).copy("swarm", "Mine")
    assert opening(opened, "play", "--deck", "mine") == PlayAtOnce(decks=(mine,))


def test_a_draft_cannot_be_played(opened: Opened, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = Home.open(data)
    box = home.decks(home.catalog)
    mine = box.copy("swarm", "Mine")
    box.save(replace(mine, cards=mine.cards[:3]))
    told = refused(opened, capsys, "play", "--deck", "mine")
    assert told == "Mine cannot be played by the rules of 'bloodfang': a deck has 15 cards, this one has 3\n"


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("--deck nobody", 1, "no deck is called 'nobody'; there are: assize, "),
        ("--deck a --deck b --deck c", 2, "a match is played with two decks"),
    ],
)
def test_a_match_that_cannot_be_is_refused_before_the_app_opens(
    words: str, code: int, sentence: str, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refused(opened, capsys, "play", *words.split(), code=code)


@pytest.mark.parametrize(
    "words", ["--bot brutal", "--bot hard --hot-seat", "--profile chess", "--first nobody", "--seed x"]
)
def test_words_that_mean_no_match_are_unusable(words: str, opened: Opened) -> None:
    with pytest.raises(SystemExit) as left:
        main(["play", *words.split()])
    assert left.value.code == 2
    assert opened == []


# A record


def match() -> Record:
    """A whole match with the shipped cards, played by lot."""
    catalog = load_shipped()
    rules, lot, acts = BloodFang(catalog.cards), random.Random(1), []
    setup = Setup("fang", (catalog.decks["swarm"].cards, catalog.decks["tall"].cards), 1, cards=catalog.digest)
    state = rules.start(setup).state
    while seats := rules.to_act(state):
        acts.append((seats[0], lot.choice(rules.legal_actions(state, seats[0]))))
        state = rules.after(state, *acts[-1])
    return recorded(rules, setup, acts)


def test_a_record_is_opened_under_its_title(opened: Opened, tmp_path: Path) -> None:
    record = match()
    path = Home.open(tmp_path).records.save(record, "Ann against Bo")
    assert opening(opened, "replay", str(path)) == WatchRecord(record, "Ann against Bo")


def test_a_record_that_leads_elsewhere_is_refused_before_the_app_opens(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    record = match()
    path = Path("match.toml")
    path.write_text(write(replace(record, acts=record.acts[:-1])), encoding="utf-8")
    assert refused(opened, capsys, "replay", "match.toml").startswith("match.toml: result: the record says ")
    path.write_text(write(replace(record, setup=replace(record.setup, cards="other"))), encoding="utf-8")
    assert refused(opened, capsys, "replay", "match.toml").startswith("match.toml: cards: the match was played with ")
    path.write_text("ruleset = \n", encoding="utf-8")
    assert refused(opened, capsys, "replay", "match.toml").startswith("match.toml:1: is not TOML")


def test_a_record_that_is_not_there_is_refused(opened: Opened, capsys: pytest.CaptureFixture[str]) -> None:
    assert "nothing.toml: there is no such file" in refused(opened, capsys, "replay", "nothing.toml")
