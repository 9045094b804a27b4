"""The command `bloodfang cards`: over the game as it is, and over the same cards under other names."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bloodfang import faces, listing, paths, terminal
from bloodfang.catalog import Catalog, load_all
from bloodfang.cli import main
from bloodfang.ink import Depth
from bloodfang_engine.fang import make_set
from sets import SHIPPED


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["cards", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str, code: int = 1) -> str:
    assert main(["cards", *words]) == code
    return capsys.readouterr().err


def data_of(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = json.loads(shown(capsys, "list", "--json", *words))
    return told


# check


def test_the_shipped_cards_are_right(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "check") == "145 cards, 21 tokens, 14 decks: ok\n"


def test_a_folder_a_file_of_it_and_a_file_alone_can_be_checked(
    small: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(capsys, "check", "small") == "15 cards, 1 token, 1 deck: ok\n"
    assert shown(capsys, "check", "small/identity.en.toml") == "15 cards, 1 token, 1 deck: ok\n"
    assert shown(capsys, "check", "small/decks/first.toml", "small/set.toml") == "15 cards, 1 token, 1 deck: ok\n"
    (small.parent / "alone.toml").write_text('[[card]]\nid = "imp"\nrank = 1\npower = 1\n', encoding="utf-8")
    assert shown(capsys, "check", "alone.toml") == "1 card, 0 tokens, 0 decks: ok\n"
    deck = (SHIPPED / "decks" / "swarm.toml").read_text(encoding="utf-8")
    (small.parent / "deck.toml").write_text(deck, encoding="utf-8")
    assert shown(capsys, "check", "deck.toml") == "0 cards, 0 tokens, 1 deck: ok\n"


def test_what_is_wrong_with_a_file_alone_has_its_address(
    small: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (small.parent / "alone.toml").write_text('[[card]]\nid = "imp"\nrank = 1\npower = 0\n', encoding="utf-8")
    (small.parent / "deck.toml").write_text('name = "Deck"\nplan = "None."\ncards = ["nobody"]\n', encoding="utf-8")
    assert main(["cards", "check", "alone.toml", "deck.toml", "gone.toml"]) == 1
    told = capsys.readouterr().out
    assert "alone.toml:4: card 'imp': power is a whole number from 1 to 999, not 0" in told
    assert "deck.toml:3: no card is called 'nobody'" in told
    assert "gone.toml: there is no such folder" in told
    assert told.endswith("4 problems: nothing of it is loaded\n")


def test_several_sets_have_a_line_each_and_a_sum(small: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "check", "small", str(SHIPPED)).splitlines() == [
        "small: 15 cards, 1 token, 1 deck: ok",
        "fang: 145 cards, 21 tokens, 14 decks: ok",
        "160 cards, 22 tokens, 15 decks: ok",
    ]


def test_a_set_on_top_is_counted_without_what_it_stands_on(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown(capsys, "new", "--set", "inkwell")
    assert "inkwell: 1 card, 0 tokens, 1 deck: ok\n" in shown(capsys, "check")


def test_a_cascade_that_may_not_end_is_warned_of(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heir = '[[card.ability]]\ntrigger = "destroyed"\neffect = "spawn"\ncards = ["imp"]\n'
    (tmp_path / "loop.toml").write_text('[[card]]\nid = "imp"\nrank = 1\npower = 1\n' + heir, encoding="utf-8")
    assert "warning: card 'imp': spawns in answer to death" in shown(capsys, "check", str(tmp_path / "loop.toml"))


# list


def test_all_cards_are_listed_by_id_and_name(catalog: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, "list").splitlines()
    assert lines[-1] == "166 of 166"
    assert [line.split()[0] for line in lines[:-1]] == list(catalog.cards)
    assert all(catalog.name_of(line.split()[0]) in line for line in lines[:-1])


@pytest.mark.parametrize(
    ("words", "count"),
    [
        (["--rank", "1", "--no-tokens"], 50),
        (["--rank", "replace"], 11),
        (["--tier", "legendary", "--no-tokens"], 60),
        (["--tokens"], 21),
        (["--power", "8"], 1),
        (["--power", "5-8", "--no-tokens"], 20),
        (["--trigger", "destroyed", "--no-tokens"], 19),
        (["--trigger", "destroyed/self", "--no-tokens"], 12),
        (["--effect", "destroy"], 5),
        (["--effect", "add_to_hand", "--trigger", "destroyed"], 3),
        (["--text", "no card has these words in it"], 0),
    ],
)
def test_filters_leave_what_fits(words: list[str], count: int, game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(data_of(capsys, *words)) == count
    assert shown(capsys, "list", *words).endswith(f"{count} of 166\n")


def test_a_house_is_known_by_id_and_by_name(catalog: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    for house in catalog.houses.values():
        by_id = data_of(capsys, "--house", house.id)
        assert by_id == data_of(capsys, "--house", house.name.upper())
        assert {card["house"] for card in by_id} == {house.id}
    assert "no house is called 'moon'; there are: " in refused(capsys, "list", "--house", "moon")


def test_text_is_looked_for_in_names_lore_and_abilities(catalog: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    card = catalog.cards.collectible[0].id
    identity = catalog.identities[card]
    for words in (card, identity.name.upper(), identity.lore[:40]):
        assert card in [each["id"] for each in data_of(capsys, "--text", words)]
    destroying = catalog.words.destroy.word
    found = [each["id"] for each in data_of(capsys, "--text", f": {destroying} ")]
    assert found == [each["id"] for each in data_of(capsys, "--effect", "destroy")]


def test_the_data_is_the_cards_and_who_they_are(catalog: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    told = data_of(capsys)
    assert make_set(_mechanics(told)).digest == catalog.digest
    for card in told:
        identity = catalog.identities[card["id"]]
        assert (card["name"], card["house"], card["lore"]) == (identity.name, identity.house, identity.lore)
        assert card["ability_plain"]
        assert ("created_by" in card, "enters" in card) == (card["token"], card["token"])


def _mechanics(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: each for key, each in card.items() if key not in ("name", "house", "lore", "sigil")} for card in told]


def test_the_data_says_where_cards_are_counted_and_in_which_state_only_if_it_is_said(data: Path) -> None:
    catalog = load_all().catalogs[0]
    card = catalog.cards.collectible[0].id
    count = {"side": "ally", "area": "own_lane"}
    clause = {
        "trigger": {"event": "played", "who": "self"},
        "effect": "raise_power",
        "target": {"area": "board", "side": "ally", "state": "lowered"},
        "value": {"n": 1, "per": "card", "count": count},
    }
    cards = make_set([{"id": card, "rank": 1, "power": 1, "ability": [clause]}])
    told = listing.record(replace(catalog, cards=cards), cards[card])
    assert told["ability"] == {"clauses": [clause]}


# show


def test_a_card_is_shown_by_id_or_name(catalog: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    card = catalog.cards.collectible[3].id
    by_id = shown(capsys, "show", card)
    assert catalog.name_of(card) in by_id
    assert by_id == shown(capsys, "show", catalog.name_of(card).lower())
    assert by_id in shown(capsys, "show", card, catalog.cards.collectible[4].id)


def test_plain_characters_are_ascii(catalog: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, "show", "--ascii", *catalog.cards)
    assert told.isascii()
    assert "\x1b" not in told


def test_colours_are_used_when_asked_for(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for depth, sign in (("truecolor", "38;2;"), ("256", "38;5;"), ("16", "\x1b[")):
        assert sign in shown(capsys, "show", "pardon", "--color", depth)
    assert "\x1b" not in shown(capsys, "show", "pardon", "--color", "none")
    assert "\x1b" not in shown(capsys, "show", "pardon")


def test_small_faces_stand_side_by_side(
    catalog: Catalog, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = shown(capsys, "show", "--small", *list(catalog.cards)[:6]).splitlines()
    assert len(lines) == 3 * faces.SMALL[1] + 2
    assert max(map(len, lines)) == 2 * faces.SMALL[0] + 2 <= 80


def test_an_unknown_card_suggests_those_that_may_be_meant(catalog: Catalog, capsys: pytest.CaptureFixture[str]) -> None:
    card = catalog.cards.collectible[0].id
    assert f"no card is called '{card}x'; did you mean {card}" in refused(capsys, "show", f"{card}x")
    assert refused(capsys, "show", "qqqqqq", "zzzzzz") == "no card is called 'qqqqqq'\nno card is called 'zzzzzz'\n"


class Screen(io.StringIO):
    """A terminal that takes everything."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "xterm-256color"}, Depth.INDEXED),
        ({"TERM": "xterm"}, Depth.BASIC),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, Depth.NONE),
        ({"TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Depth.NONE),
    ],
)
def test_a_terminal_gets_the_colours_it_can_show(
    environment: dict[str, str], depth: Depth, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "COLORTERM", "NO_COLOR", "WT_SESSION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Screen())
    assert terminal.depth("auto") is depth
    assert terminal.depth("256") is Depth.INDEXED


def test_a_terminal_that_cannot_write_blocks_gets_plain_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    assert terminal.glyphs(False) is faces.Glyphs.BLOCKS
    assert terminal.glyphs(True) is faces.Glyphs.ASCII
    monkeypatch.setattr(screen, "encoding", "latin-1", raising=False)
    assert terminal.glyphs(False) is faces.Glyphs.ASCII


# new


def test_a_new_set_is_right_and_can_be_looked_at_and_played(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown(capsys, "new", "--set", "night-garden")
    assert "Ink Heron" in shown(capsys, "show", "ink-heron", "--set", "night-garden")
    assert "166 of 166" in shown(capsys, "list")
    assert "167 of 167" in shown(capsys, "list", "--set", "night-garden")
    assert main(["demo", "--seed", "7", "--set", "night-garden", "--deck", "first-flight"]) == 0
    assert "To see it again: bloodfang demo --seed 7 --deck first-flight --set night-garden" in capsys.readouterr().out


def test_a_new_set_can_be_written_anywhere_but_over_something(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "bloodfang cards check here" in shown(capsys, "new", "--to", "here")
    assert shown(capsys, "check", "here") == "1 card, 0 tokens, 1 deck: ok\n"
    before = {path: path.read_bytes() for path in Path("here").rglob("*.toml")}
    assert "here: there is something already, and it is left as it is" in refused(capsys, "new", "--to", "here")
    assert {path: path.read_bytes() for path in Path("here").rglob("*.toml")} == before
    Path("file").write_text("x", encoding="utf-8")
    assert "there is something already" in refused(capsys, "new", "--to", "file")
    assert "cannot be written" in refused(capsys, "new", "--to", "file/below")


def test_a_new_set_needs_an_id_of_its_own(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is a set 'fang' already" in refused(capsys, "new", "--set", "fang")
    assert "a set's id is small letters, digits and -" in refused(capsys, "new", "--set", "Night Garden", code=2)
    assert "a set's id is small letters" in refused(capsys, "new", "--set", "../../etc", code=2)


def test_the_data_folder_can_be_named_before_or_after_the_command(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown(capsys, "new", "--set", "one", "--data-dir", str(tmp_path / "other"))
    assert main(["--data-dir", str(tmp_path / "other"), "cards", "new", "--set", "two"]) == 0
    assert [each.id for each in load_all(tmp_path / "other").catalogs] == ["fang", "one", "two"]
    assert [each.id for each in load_all().catalogs] == ["fang"]


# all commands


def test_a_broken_set_of_ones_own_is_mentioned_and_no_more(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown(capsys, "new", "--set", "inkwell")
    (data / "sets" / "inkwell" / "identity.en.toml").unlink()
    assert main(["cards", "list"]) == 0
    told = capsys.readouterr()
    assert "`bloodfang cards check` says why" in told.err
    assert told.out.endswith("166 of 166\n")
    assert main(["cards", "list", "--set", "inkwell"]) == 1
    assert "no set is called 'inkwell'; there are: fang" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["list", "--power", "x"], "a power is a number such as 3, or two such as 2-4"),
        (["list", "--trigger", "flown"], "a trigger is one of in_play"),
        (["list", "--rank", "7"], "invalid choice: '7'"),
        (["show"], "the following arguments are required"),
        ([], "the following arguments are required"),
    ],
)
def test_words_that_are_off_are_wrong_usage(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["cards", *words])
    assert left.value.code == 2
    assert sentence in capsys.readouterr().err


def test_if_the_shipped_cards_are_broken_every_command_says_why(
    small: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small.rename(small.parent / "fang")
    (small.parent / "fang" / "glossary.en.toml").unlink()
    monkeypatch.setattr(paths, "shipped_cards", lambda: small.parent)
    assert "fang/glossary.en.toml: is missing" in refused(capsys, "list")
    assert main(["cards", "check"]) == 1
    assert "fang/glossary.en.toml: is missing" in capsys.readouterr().out
