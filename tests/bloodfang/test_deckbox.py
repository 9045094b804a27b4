"""The decks of a set: the shipped ones stay as they are, the player's own are never lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bloodfang import deckcode, paths
from bloodfang.catalog import Catalog, load_all
from bloodfang.checking import check_all
from bloodfang.deckbox import NO_PLAN, DeckBox
from bloodfang.decks import Deck, write_deck
from bloodfang.keeping import NotKept
from bloodfang.loading import MOST_DECK_TEXT
from bloodfang_engine.fang import Options


@pytest.fixture
def box(data: Path, catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> DeckBox:
    monkeypatch.chdir(data.parent)
    return DeckBox(paths.own_decks(data, catalog.id), catalog)


def put(box: DeckBox, name: str, text: str) -> Path:
    box.folder.mkdir(parents=True, exist_ok=True)
    path = box.folder / name
    path.write_text(text, encoding="utf-8")
    return path


def files(box: DeckBox) -> set[str]:
    return {path.relative_to(box.folder).as_posix() for path in box.folder.rglob("*.toml")}


def deck(box: DeckBox, name: str = "Night Shift", **others: object) -> Deck:
    said = {"plan": "Win.", "cards": box.catalog.decks["swarm"].cards, **others}
    return Deck("", name, **said)  # type: ignore[arg-type]


# The list


def test_without_own_decks_the_list_is_that_of_the_set_and_all_can_be_played(box: DeckBox) -> None:
    assert [each.deck for each in box.list()] == list(box.catalog.decks.values()) == list(box.playable())
    assert not box.folder.exists()


def test_own_decks_come_first_by_their_names(box: DeckBox) -> None:
    for name in ("zeal", "Anger", "mirth"):
        box.save(deck(box, name))
    listed = [each.deck for each in box.list()]
    assert [each.name for each in listed[:3]] == ["Anger", "mirth", "zeal"]
    assert [each.own for each in listed] == [True] * 3 + [False] * len(box.catalog.decks)


def test_what_was_saved_is_found_by_its_id_and_by_the_next_start(box: DeckBox, data: Path) -> None:
    saved = box.save(deck(box))
    assert saved == replace(deck(box), id="night-shift", own=True)
    assert box.find("night-shift") == saved
    assert box.find("nobody") is None
    assert load_all(data).catalogs[0].decks["night-shift"] == saved


def test_the_list_is_the_same_with_a_catalogue_that_knows_own_decks_already(box: DeckBox, data: Path) -> None:
    box.save(deck(box))
    assert DeckBox(box.folder, load_all(data).catalogs[0]).list() == box.list()


# Drafts


@pytest.mark.parametrize(("count", "problem"), [(0, "this one has 0"), (3, "this one has 3"), (16, "this one has 16")])
def test_a_deck_in_progress_is_kept_and_listed_but_not_offered(
    count: int, problem: str, box: DeckBox, data: Path
) -> None:
    cards = tuple(card.id for card in box.catalog.cards.collectible)[:count]
    draft = box.save(deck(box, cards=cards))
    [listed] = [each for each in box.list() if each.deck.own]
    assert listed.deck == box.find(draft.id) == draft
    assert listed.problems == (f"a deck has 15 cards, {problem}",)
    assert draft not in box.playable()
    library = load_all(data)
    assert library.problems == ()
    assert draft.id not in library.catalogs[0].decks


def test_too_many_copies_make_a_draft(box: DeckBox) -> None:
    [legend, *_] = [card.id for card in box.catalog.cards.collectible if card.tier == "legendary"]
    cards = (*[card for card in box.catalog.decks["swarm"].cards if card != legend][:13], legend, legend)
    draft = box.save(deck(box, cards=cards))
    assert box.list()[0].problems == (f"{legend} is in it 2 times, and 1 is the most for a legendary card",)
    assert draft not in box.playable()


def test_options_decide_what_is_a_draft(box: DeckBox) -> None:
    box.save(deck(box, cards=box.catalog.decks["swarm"].cards[:5]))
    few = replace(Options.of(), deck_size=5)
    assert [each.name for each in box.playable(few)] == ["Night Shift"]


def test_the_check_of_all_files_calls_a_draft_what_it_is(box: DeckBox, data: Path) -> None:
    box.save(deck(box, cards=()))
    put(box, "broken.toml", "name = ")
    [broken, draft] = [each for each in check_all(data) if each.what.endswith(".toml")]
    assert draft.problems == ()
    assert draft.warnings == ("a draft: a deck has 15 cards, this one has 0",)
    assert len(broken.problems) == 1


# Files that are no decks


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('name = "X"\nplan = "None."\ncards = ["nobody"]\n', ":3: no card is called 'nobody'"),
        ('name = "X"\nplan = "None."\ncards = ["pardon"]\n', ":3: pardon is a token, and tokens are made in play"),
        ('name = "X"\nplan = "None."\nhouse = "moon"\ncards = []\n', ":3: there is no house 'moon'"),
        ("name = \n", ":1: is not TOML"),
        ('name = "\\u202eX"\nplan = "None."\ncards = []\n', ":1: name holds the character U+202E"),
        (f"# {'x' * 1000}\n" * 65 + 'name = "X"\n', f": is too large: {MOST_DECK_TEXT} characters are the most"),
    ],
    ids=["no card", "a token", "no house", "no TOML", "a turned name", "too large"],
)
def test_what_is_no_deck_is_told_with_its_place_and_stays(text: str, problem: str, box: DeckBox, data: Path) -> None:
    path = put(box, "x.toml", text)
    assert str(box.problems()[0]).startswith(f"data/decks/fang/x.toml{problem}")
    assert load_all(data).problems == box.problems()
    assert box.find("x") is None
    assert path.read_text(encoding="utf-8") == text


def test_a_file_with_the_id_of_a_shipped_deck_does_not_hide_it(box: DeckBox) -> None:
    put(box, "swarm.toml", write_deck(deck(box)))
    assert box.find("swarm") == box.catalog.decks["swarm"]
    assert "give the file another name" in str(box.problems()[0])


# Saving


def test_a_new_deck_never_takes_the_place_of_another(box: DeckBox) -> None:
    broken = put(box, "night-shift.toml", "not a deck")
    assert box.save(deck(box)).id == "night-shift-2"
    assert box.save(deck(box)).id == "night-shift-3"
    assert box.save(deck(box, "Swarm")).id == "swarm-2"
    assert broken.read_text() == "not a deck"


def test_an_own_deck_is_saved_where_it_is(box: DeckBox) -> None:
    saved = box.save(deck(box))
    changed = box.save(replace(saved, name="Day Shift", cards=saved.cards[:9]))
    assert changed.id == saved.id
    assert box.find(saved.id) == changed
    assert files(box) == {"night-shift.toml"}


def test_what_only_looks_like_an_own_deck_becomes_a_new_one(box: DeckBox) -> None:
    saved = box.save(deck(box))
    assert box.save(replace(deck(box), id=saved.id)).id == "night-shift-2"
    assert box.save(replace(box.catalog.decks["swarm"], own=True)).id != "swarm"


def test_what_somebody_wrote_into_a_decks_file_is_kept_when_the_deck_changes(box: DeckBox) -> None:
    text = "# for Saturday\n" + write_deck(deck(box))
    put(box, "mine.toml", text)
    mine = box.find("mine")
    assert mine
    box.save(replace(mine, name="Other"))
    assert (box.folder / "deleted" / "mine.toml").read_text() == text
    box.save(replace(mine, name="Another"))
    assert files(box) == {"mine.toml", "deleted/mine.toml"}


def test_a_deck_without_a_plan_gets_one(box: DeckBox) -> None:
    assert box.save(deck(box, plan="")).plan == NO_PLAN


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"name": ""}, "the name takes 0 columns, and 1 to 40 would be right"),
        ({"name": "x" * 41}, "the name takes 41 columns, and 1 to 40 would be right"),
        ({"name": "月" * 21}, "the name takes 42 columns, and 1 to 40 would be right"),
        ({"name": "a\x1b[2J"}, "the name holds the character U+001B, which has no place in a line of text"),
        ({"name": "a\u200bb"}, "the name holds the character U+200B, which has no place in a line of text"),
        ({"name": "a\u202eb"}, "the name holds the character U+202E, which has no place in a line of text"),
        ({"name": "\ue000"}, "the name holds the character U+E000, which has no place in a line of text"),
        ({"name": "[red]"}, "the name holds [ or ], which some screens read as markup"),
        ({"name": "a\u0301\u0301\u0301"}, "the name has more than 2 marks on one character, or marks on none"),
        ({"plan": "x" * 161}, "the plan takes 161 columns, and 2 to 160 would be right"),
        ({"house": "moon"}, "there is no house 'moon'"),
        ({"cards": ("nobody",)}, "no card is called 'nobody'"),
        ({"cards": ("pardon",)}, "pardon is a token, and tokens are made in play"),
        ({"cards": ("gap-finder",) * 100}, "there are 100 cards in it, and 99 are the most"),
    ],
)
def test_what_no_file_could_hold_is_refused_and_nothing_is_written(
    others: dict[str, object], sentence: str, box: DeckBox
) -> None:
    with pytest.raises(NotKept) as refused:
        box.save(deck(box, **others))  # type: ignore[arg-type]
    assert str(refused.value) == sentence
    assert not box.folder.exists()


@pytest.mark.parametrize("name", ["x", "月" * 20, 'A "b" \\ c', "e\u0301"])
def test_names_of_all_kinds_can_be_read_again(name: str, box: DeckBox) -> None:
    saved = box.save(deck(box, name))
    assert box.find(saved.id) == saved


def test_a_folder_that_cannot_be_written_is_a_sentence(box: DeckBox) -> None:
    box.folder.parent.mkdir(parents=True)
    box.folder.write_text("a file where the folder should be")
    with pytest.raises(NotKept, match=r"data/decks/fang: cannot be written: "):
        box.save(deck(box))


# Renaming, copying, throwing away


def test_a_renamed_deck_keeps_its_id(box: DeckBox) -> None:
    saved = box.save(deck(box))
    assert box.rename(saved.id, "Dawn") == box.find(saved.id) == replace(saved, name="Dawn")


def test_a_copy_is_the_players_own(box: DeckBox) -> None:
    swarm = box.catalog.decks["swarm"]
    copy = box.copy("swarm")
    assert copy == box.find(copy.id)
    assert copy.own
    assert (copy.cards, copy.plan) == (swarm.cards, swarm.plan)
    assert copy.name == f"{swarm.name} (copy)"
    assert box.copy(copy.id, "Third").name == "Third"


def test_the_name_of_a_copy_fits(box: DeckBox) -> None:
    saved = box.save(deck(box, "月" * 20))
    assert box.copy(saved.id).name == "月" * 16 + " (copy)"


def test_a_deleted_deck_is_out_of_the_list_and_not_lost(box: DeckBox) -> None:
    for _ in range(2):
        saved = box.save(deck(box))
        text = (box.folder / "night-shift.toml").read_text()
        where = box.delete(saved.id)
        assert where.read_text() == text
        assert box.find(saved.id) is None
    assert files(box) == {"deleted/night-shift.toml", "deleted/night-shift-2.toml"}


def test_shipped_decks_stay_as_they_are(box: DeckBox) -> None:
    for change in (lambda: box.rename("swarm", "Mine"), lambda: box.delete("swarm")):
        with pytest.raises(NotKept, match="comes with the set and stays as it is; a copy of it would be yours"):
            change()
    assert not box.folder.exists()


@pytest.mark.parametrize("deck_id", ["nobody", "", "../x", "deleted/x"])
def test_a_deck_that_is_not_there_cannot_be_changed(deck_id: str, box: DeckBox) -> None:
    for change in (lambda: box.rename(deck_id, "Mine"), lambda: box.delete(deck_id), lambda: box.copy(deck_id)):
        with pytest.raises(NotKept, match="there is no deck"):
            change()


# Codes


def test_a_deck_goes_through_its_code(box: DeckBox) -> None:
    swarm = box.catalog.decks["swarm"]
    received = box.from_code(f" {box.code_of(swarm).lower()} ", "From Ann")
    assert sorted(received.cards) == sorted(swarm.cards)
    assert received.name == "From Ann"
    assert not box.folder.exists()
    assert box.save(received).id == "from-ann"


def test_a_code_of_too_few_cards_becomes_a_draft(box: DeckBox) -> None:
    saved = box.save(box.from_code(deckcode.write("fang", ["gap-finder"])))
    assert saved not in box.playable()


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("BF1-000", "this deck code is damaged"),
        ("hello", "a deck code begins with BF1-"),
        (deckcode.write("moon", ["sea"]), "this deck is of another card set; here are: fang"),
        (deckcode.write("fang", ["pardon"]), "pardon is a token"),
    ],
)
def test_a_code_that_means_no_deck_is_refused(code: str, sentence: str, box: DeckBox) -> None:
    with pytest.raises(NotKept, match=sentence):
        box.from_code(code)
