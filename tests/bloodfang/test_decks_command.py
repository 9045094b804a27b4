"""The command `bloodfang decks`: looked at, sent, received."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodfang import deckcode
from bloodfang.catalog import Catalog, load_all
from bloodfang.cli import main
from sets import SHIPPED


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["decks", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str, code: int = 1) -> str:
    assert main(["decks", *words]) == code
    return capsys.readouterr().err


def test_all_decks_are_listed_with_their_plans(catalog: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys)
    assert told == shown(capsys, "list")
    for deck, line in zip(catalog.decks.values(), told.splitlines(), strict=True):
        assert line.startswith(deck.id)
        assert line.endswith(deck.plan)


def test_a_deck_is_shown_with_all_its_cards_and_its_code(catalog: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    deck = catalog.decks["swarm"]
    told = shown(capsys, "show", "swarm")
    assert all(catalog.name_of(card) in told for card in deck.cards)
    assert told.splitlines()[-1] == shown(capsys, "code", "swarm").strip() == deckcode.write("fang", deck.cards)


def test_a_deck_is_shown_by_its_code_or_from_its_file(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    cards = shown(capsys, "show", "swarm").split("\n\n")[1]
    assert cards in shown(capsys, "show", shown(capsys, "code", "swarm").strip())


def test_a_file_can_be_shown_and_coded(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(SHIPPED / "decks" / "swarm.toml")
    assert shown(capsys, "code", file) == shown(capsys, "code", "swarm")
    assert shown(capsys, "show", file) == shown(capsys, "show", "swarm")


def test_a_deck_goes_from_one_player_to_another(game: str, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = shown(capsys, "code", "swarm").strip()
    where = shown(capsys, "import", code.lower().replace("-", " "), "--as", "from-ann").strip()
    assert Path(where).is_file()
    catalog = load_all().catalogs[0]
    assert sorted(catalog.decks["from-ann"].cards) == sorted(catalog.decks["swarm"].cards)
    assert "from-ann" in shown(capsys)
    assert "(your own)" in shown(capsys)


def test_a_deck_that_is_there_is_never_overwritten(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = shown(capsys, "code", "swarm").strip()
    shown(capsys, "import", code, "--as", "mine")
    for taken in ("mine", "tall"):
        assert f"there is a deck '{taken}' already" in refused(capsys, "import", code, "--as", taken)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["import", "BF1-000"], 1, "this deck code is damaged"),
        (["import", "hello"], 1, "a deck code begins with BF1-"),
        (["import", deckcode.write("moon", ["sea"])], 1, "this deck is of another card set; here are: fang"),
        (["import", deckcode.write("fang", ["pardon"])], 1, "a deck has 15 cards, this one has 1\npardon is a token"),
        (["import", deckcode.write("fang", []), "--as", "../x"], 2, "a deck's id is small letters"),
        (["show", "nobody"], 1, "no deck is called 'nobody'; there are: assize"),
        (["code", "BF1-zzz"], 1, "this deck code is damaged"),
        (["list", "--set", "moon"], 1, "no set is called 'moon'; there are: fang"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence(
    words: list[str], code: int, sentence: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refused(capsys, *words, code=code)
    assert not (data / "decks").exists()


def test_a_broken_deck_file_says_where(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deck.toml"
    file.write_text('name = "Deck"\nplan = "None."\ncards = ["nobody"]\n', encoding="utf-8")
    assert f"{file}:3: no card is called 'nobody'" in refused(capsys, "show", str(file))
    file.write_text("name", encoding="utf-8")
    assert "is not TOML" in refused(capsys, "show", str(file))
