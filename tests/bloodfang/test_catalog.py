"""Catalogues: mechanics and identity joined, one's own sets beside the shipped one, and records that know their set."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from bloodfang import faces
from bloodfang.abilities import TERMS, sentences
from bloodfang.catalog import SHIPPED, Catalog, load, load_all, load_shipped
from bloodfang.newset import new_set, write_new
from bloodfang.palette import PALETTES
from bloodfang_engine import BadRecord, CardError, Seat, Setup, replay
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan
from bloodfang_engine.record import read, recorded, write
from sets import SMALL, copy_small

# What holds for every identity


def test_every_card_has_a_name_a_house_a_sigil_and_colours(catalog: Catalog) -> None:
    assert set(catalog.identities) == set(catalog.cards)
    for card in catalog.cards:
        assert 2 <= len(catalog.name_of(card)) <= 22
        assert catalog.house_of(card) in catalog.houses.values()
        assert [len(row) for row in catalog.sigil_of(card)] == [12] * 12
        assert catalog.palette_of(card) in PALETTES.values()


def test_every_card_can_be_told_and_drawn(catalog: Catalog) -> None:
    for card in catalog.cards.values():
        assert len(sentences(card, catalog.name_of, catalog.words)) == len(card.clauses) + card.replaces
        for glyphs in faces.Glyphs:
            face = faces.draw(catalog.face_of(card.id), glyphs)
            assert catalog.name_of(card.id) in "".join(ink.text for line in face for ink in line)


def test_every_deck_is_in_the_set(catalog: Catalog) -> None:
    assert catalog.decks
    assert {card for deck in catalog.decks.values() for card in deck.cards} <= set(catalog.cards)


def test_a_card_is_found_by_its_id_or_its_name(catalog: Catalog) -> None:
    for card in catalog.cards:
        assert catalog.find(card) == catalog.find(catalog.name_of(card).upper()) == card
    assert catalog.find("nobody at all") is None


def test_the_texts_speak_the_glossary_and_nothing_else(catalog: Catalog) -> None:
    assert set(catalog.glossary) == set(TERMS)
    assert catalog.words.tile.word == catalog.glossary["tile"].term.word


def test_a_token_knows_its_makers(catalog: Catalog) -> None:
    for card in catalog.cards.values():
        assert bool(catalog.makers_of(card.id)) == card.token


def test_another_identity_leaves_the_digest_as_it_is(catalog: Catalog) -> None:
    assert catalog.digest == load(Path(__file__).resolve().parents[2] / "cards" / "fang").digest


# Sets of one's own


def own(data: Path, name: str, source: Path = SMALL) -> Path:
    """A set among the player's own."""
    folder = data / "sets" / name
    shutil.copytree(source, folder)
    return folder


def more(data: Path, name: str) -> Path:
    """A set of one card that extends the shipped one."""
    folder = data / "sets" / name
    write_new(new_set(name, load_shipped()), folder)
    return folder


def test_without_sets_of_ones_own_there_is_the_shipped_one(game: str) -> None:
    library = load_all()
    assert [each.id for each in library.catalogs] == [SHIPPED]
    assert library.problems == ()


def test_ones_own_sets_are_found_in_the_data_folder(data: Path) -> None:
    own(data, "small")
    library = load_all()
    assert [each.id for each in library.catalogs] == [SHIPPED, "small"]
    assert library.find("small") == load(SMALL)


def test_a_broken_set_keeps_out_no_other(data: Path) -> None:
    own(data, "small")
    broken = own(data, "broken")
    (broken / "mechanics" / "marsh.toml").write_text("[[card", encoding="utf-8")
    library = load_all()
    assert [each.id for each in library.catalogs] == [SHIPPED, "small"]
    assert library.problems
    assert all("broken" in problem.where for problem in library.problems)


def test_two_sets_cannot_have_one_id(data: Path) -> None:
    own(data, "a")
    own(data, "b")
    library = load_all()
    assert [each.folder.name for each in library.catalogs] == ["fang", "a"]
    assert [problem.what for problem in library.problems] == ["the id 'small' is taken by another set"]


def test_nobody_else_is_the_shipped_set(data: Path) -> None:
    folder = own(data, "small")
    (folder / "set.toml").write_text('id = "fang"\nname = "Mine"\nabout = "Not that."\n', encoding="utf-8")
    assert [problem.what for problem in load_all().problems] == ["the id 'fang' is taken by another set"]


def test_a_set_can_come_on_top_of_the_shipped_one(data: Path, game: str) -> None:
    more(data, "inkwell")
    library = load_all()
    base, set_ = library.catalogs
    assert library.problems == ()
    assert list(set_.cards) == [*base.cards, "ink-heron"]
    assert set_.words == base.words
    assert set_.name_of(next(iter(base.cards))) == base.name_of(next(iter(base.cards)))
    assert list(set_.decks) == [*base.decks, "first-flight"]
    assert set_.digest != base.digest


def test_a_card_on_top_needs_an_id_a_name_and_a_sigil_of_its_own(data: Path) -> None:
    folder = more(data, "inkwell")
    base = load_shipped()
    taken = base.cards.collectible[0].id
    for name in ("mechanics/inkwell.toml", "identity.en.toml"):
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace('id = "ink-heron"', f'id = "{taken}"'), encoding="utf-8")
    told = "\n".join(map(str, load_all().problems))
    assert f"the id {taken!r} is taken by the set it is added to" in told
    assert f"the id {taken!r} is taken by another card" in told


def test_a_set_on_top_may_not_change_the_words(data: Path) -> None:
    folder = more(data, "inkwell")
    shutil.copy(SMALL / "glossary.en.toml", folder)
    [problem] = load_all().problems
    assert "a set that extends 'fang' has the glossary of 'fang'" in problem.what


def test_a_set_on_top_may_not_change_a_deck(data: Path) -> None:
    folder = more(data, "inkwell")
    (folder / "decks" / "first-flight.toml").rename(folder / "decks" / "swarm.toml")
    [problem] = load_all().problems
    assert problem.what == "the set it extends has a deck 'swarm'; give the file another name"


def test_a_set_on_top_may_not_paint_over_a_picture(data: Path) -> None:
    folder = more(data, "inkwell")
    name = min(load_shipped().art.pictures)
    text = (folder / "sigils.toml").read_text(encoding="utf-8")
    (folder / "sigils.toml").write_text(text.replace("ink-heron", name), encoding="utf-8")
    assert any(problem.what == "the set it extends has one of this name" for problem in load_all().problems)


def test_a_set_can_extend_another_of_ones_own_wherever_it_stands_in_the_alphabet(data: Path) -> None:
    own(data, "zebra")
    folder = data / "sets" / "aardvark"
    write_new(new_set("aardvark", load(SMALL)), folder)
    library = load_all()
    assert library.problems == ()
    assert [each.id for each in library.catalogs] == [SHIPPED, "small", "aardvark"]


def test_nothing_extends_what_extends_another(data: Path) -> None:
    more(data, "inkwell")
    folder = data / "sets" / "spill"
    write_new(new_set("spill", replace(load_shipped(), id="inkwell")), folder)
    [problem] = load_all().problems
    assert problem.what == "there is no set 'inkwell' to extend; there are: fang"


def test_hidden_folders_and_files_are_no_sets(data: Path) -> None:
    (data / "sets" / ".git").mkdir(parents=True)
    (data / "sets" / "notes.txt").write_text("x", encoding="utf-8")
    assert load_all().problems == ()


def test_a_place_that_is_not_there_is_no_set(tmp_path: Path) -> None:
    with pytest.raises(CardError, match="there is no such folder"):
        load(tmp_path / "nowhere")


# Decks of one's own


def test_ones_own_decks_join_those_of_the_set(data: Path) -> None:
    shipped = load_shipped()
    model = next(iter(shipped.decks))
    folder = data / "decks" / SHIPPED
    folder.mkdir(parents=True)
    shutil.copy(shipped.folder / "decks" / f"{model}.toml", folder / "mine.toml")
    catalog = load_all().catalogs[0]
    assert catalog.decks["mine"] == replace(shipped.decks[model], id="mine", own=True)


def test_a_broken_deck_of_ones_own_keeps_out_itself_alone(data: Path) -> None:
    model = next(iter(load_shipped().decks))
    folder = data / "decks" / SHIPPED
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text('name = "Broken"\nplan = "None."\ncards = ["nobody"]\n', encoding="utf-8")
    (folder / "noise.toml").write_text("name = \n", encoding="utf-8")
    shutil.copy(load_shipped().folder / "decks" / f"{model}.toml", folder)
    library = load_all()
    assert not [deck for deck in library.catalogs[0].decks.values() if deck.own]
    told = "\n".join(map(str, library.problems))
    assert "broken.toml:3: no card is called 'nobody'" in told
    assert "noise.toml:1: is not TOML" in told
    assert f"there is a deck {model!r} in the set" in told


# Records


def test_a_record_leads_to_the_set_it_was_played_with(data: Path) -> None:
    own(data, "small")
    library = load_all()
    small = library.find("small")
    assert small
    rules = BloodFang(small.cards)
    acts = [(seat, Mulligan(())) for seat in rules.to_act(rules.start(rules.sample(7)).state)]
    text = write(recorded(rules, rules.sample(7), acts))
    assert library.by_digest(read(text).setup.cards) is small
    assert library.by_digest("nothing") is None


def test_a_record_of_another_set_is_refused_with_a_sentence() -> None:
    small, shipped = load(SMALL), load_shipped()
    deck = small.decks["first"].cards
    record = recorded(BloodFang(small.cards), Setup("fang", (deck, deck), 7, cards=small.digest), [])
    with pytest.raises(BadRecord) as wrong:
        list(replay(BloodFang(shipped.cards), record))
    assert str(wrong.value) == (
        f"setup: this setup is for the card set '{small.digest}', but the cards here are {shipped.digest}"
    )


def test_a_record_outlives_another_identity(tmp_path: Path) -> None:
    small = load(SMALL)
    rules = BloodFang(small.cards)
    setup = rules.sample(3)
    acts: list[tuple[Seat, Action]] = [(seat, Mulligan(())) for seat in rules.to_act(rules.start(setup).state)]
    state = rules.start(setup).state
    for seat, act in acts:
        state = rules.apply(state, seat, act).state
    acts_and_pass = [*acts, (rules.to_act(state)[0], PASS)]
    folder = copy_small(tmp_path / "other")
    identity = (folder / "identity.en.toml").read_text(encoding="utf-8")
    (folder / "identity.en.toml").write_text(identity.replace("Mud Pup", "Clay Cub"), encoding="utf-8")
    other = load(folder)
    assert other.name_of("mud-pup") == "Clay Cub"
    assert len(list(replay(BloodFang(other.cards), recorded(rules, setup, acts_and_pass)))) == 4
