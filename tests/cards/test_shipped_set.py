"""The shipped set: all its mechanics and no others, a picture for each legend, and one source of words."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bloodfang import listing
from bloodfang.catalog import Catalog, load_shipped
from bloodfang.identity import Composed
from bloodfang_engine.fang.cards import Tier

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = Path(__file__).with_name("mechanics.jsonl")
"""What the 166 do, without names and in no order but that of their own text; tokens stand within their makers."""


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


def test_there_are_145_cards_and_21_tokens(catalog: Catalog) -> None:
    assert Counter(card.token for card in catalog.cards.values()) == {False: 145, True: 21}


def test_the_set_does_what_the_reference_does_no_more_and_no_less(catalog: Catalog) -> None:
    records = {card.id: listing.record(catalog, card) for card in catalog.cards.values()}
    ours = Counter(_anonymous(record, records) for record in records.values())
    assert ours == Counter(REFERENCE.read_text(encoding="utf-8").splitlines())


def _anonymous(record: dict[str, Any], records: dict[str, dict[str, Any]]) -> str:
    return json.dumps(_nameless(record, records), sort_keys=True, separators=(",", ":"))


def _nameless(record: dict[str, Any], records: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The mechanics alone, with each token in the place of its id."""
    kept = ("token", "tier", "rank", "power", "cells", "ability", "enters")
    told = {key: record[key] for key in kept if key in record}
    if told["ability"]:
        clauses = [dict(clause) for clause in told["ability"]["clauses"]]
        for clause in clauses:
            if "cards" in clause:
                clause["cards"] = [_nameless(records[card], records) for card in clause["cards"]]
        told["ability"] = {"clauses": clauses}
    return told


def test_the_reference_is_whole_and_nobody_can_tell_an_order() -> None:
    lines = REFERENCE.read_text(encoding="utf-8").splitlines()
    assert lines == sorted(set(lines))
    assert len(lines) == 166


def test_every_token_is_made_by_somebody_and_nothing_else_is(catalog: Catalog) -> None:
    made = {card for each in catalog.cards.values() for clause in each.clauses for card in clause.cards}
    assert made == {card.id for card in catalog.cards.values() if card.token}


def test_the_60_legends_have_pictures_of_their_own(catalog: Catalog) -> None:
    legends = [card for card in catalog.cards.collectible if card.tier is Tier.LEGENDARY]
    pictures = [catalog.identities[card.id].sigil for card in legends]
    assert len(legends) == 60
    assert all(isinstance(each, str) for each in pictures)
    assert len({catalog.sigil_of(card.id) for card in legends}) == 60


def test_no_two_sigils_are_alike(catalog: Catalog) -> None:
    assert len({catalog.sigil_of(card) for card in catalog.cards}) == 166


def test_standards_are_put_together_from_at_least_40_motifs(catalog: Catalog) -> None:
    standards = [card.id for card in catalog.cards.collectible if card.tier is Tier.STANDARD]
    sigils = [catalog.identities[card].sigil for card in standards]
    assert len({each.motif for each in sigils if isinstance(each, Composed)}) >= 40
    assert len(catalog.art.motifs) >= 40


def test_there_is_no_art_that_nobody_wears(catalog: Catalog) -> None:
    worn = {each.sigil for each in catalog.identities.values()}
    assert set(catalog.art.pictures) <= {each for each in worn if isinstance(each, str)}
    assert set(catalog.art.frames) == {house.frame for house in catalog.houses.values()}


def test_names_are_unique_and_ids_are_made_of_them(catalog: Catalog) -> None:
    names = [identity.name for identity in catalog.identities.values()]
    assert len({name.casefold() for name in names}) == 166
    for card, identity in catalog.identities.items():
        assert card == re.sub("[^a-z0-9]+", "-", identity.name.lower().replace("'", "")).strip("-")


def test_there_are_six_to_eight_houses_with_a_voice_and_colours_of_their_own(catalog: Catalog) -> None:
    houses = catalog.houses.values()
    assert 6 <= len(houses) <= 8
    for what in ("name", "voice", "palette", "frame"):
        assert len({getattr(house, what) for house in houses}) == len(houses)


def test_cards_stand_in_the_file_of_their_house(catalog: Catalog) -> None:
    for file in (catalog.folder / "mechanics").glob("*.toml"):
        ids = re.findall(r'^id = "(.*)"$', file.read_text(encoding="utf-8"), re.MULTILINE)
        assert ids
        assert {catalog.identities[card].house for card in ids} == {file.stem}


def test_lore_is_a_sentence_or_two_of_its_own(catalog: Catalog) -> None:
    lore = [identity.lore for identity in catalog.identities.values()]
    assert len(set(lore)) == 166
    assert all(text.rstrip("\"'”’")[-1] in ".!?…" for text in lore)


def test_the_world_explains_the_words_of_the_glossary_and_no_others(catalog: Catalog) -> None:
    page = (ROOT / "docs" / "WORLD.md").read_text(encoding="utf-8")
    rows = [tuple(cell.strip() for cell in line.strip("|\n").split("|")) for line in page.splitlines() if "|" in line]
    table = [row for row in rows if row[0] in catalog.glossary]
    assert table == [(name, entry.term.word, entry.meaning, entry.world) for name, entry in catalog.glossary.items()]


def test_the_world_names_every_house(catalog: Catalog) -> None:
    page = (ROOT / "docs" / "WORLD.md").read_text(encoding="utf-8")
    assert [house.name for house in catalog.houses.values() if house.name not in page] == []
