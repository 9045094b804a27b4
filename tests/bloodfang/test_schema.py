"""JSON Schemas for editors: valid themselves, true of every set here, and strict about mistakes."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from bloodfang.catalog import load_shipped
from bloodfang.cli import main
from bloodfang.newset import new_set
from bloodfang.schema import KINDS, schema, whole_schema
from bloodfang_engine.fang import CardSet, parse_set, write_card
from bloodfang_engine.fang.practice import practice_set
from sets import SHIPPED, SMALL

FILES = {
    "set": "set.toml", "mechanics": "mechanics/*.toml", "identity": "identity.en.toml", "glossary": "glossary.en.toml",
    "sigils": "sigils.toml", "deck": "decks/*.toml",
}  # fmt: skip


def validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator(schema(kind))


def files(kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The shipped set, the small one and the template of a new one."""
    for folder in (SHIPPED, SMALL):
        for path in sorted(folder.glob(FILES[kind])):
            yield str(path), tomllib.loads(path.read_text(encoding="utf-8"))
    for name, text in new_set("mine", load_shipped()).items():
        if Path(name).match(FILES[kind]):
            yield name, tomllib.loads(text)


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_one(kind: str) -> None:
    Draft202012Validator.check_schema(schema(kind))
    assert schema(kind)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("kind", KINDS)
def test_every_file_of_every_set_keeps_to_its_schema(kind: str) -> None:
    checked = 0
    for name, said in files(kind):
        assert [f"{name}: {wrong.message}" for wrong in validator(kind).iter_errors(said)] == []
        assert Draft202012Validator(whole_schema()).is_valid(said)
        checked += 1
    assert checked >= 2


def test_all_kinds_in_one_are_a_schema_too() -> None:
    Draft202012Validator.check_schema(whole_schema())
    assert not Draft202012Validator(whole_schema()).is_valid({"card": [{"id": "imp"}]})


WRONG: list[tuple[str, str, str]] = [
    ("set", "id = 'Mine'\nname = 'Mine'\nabout = 'Mine.'", "does not match"),
    ("set", "name = 'Mine'\nabout = 'Mine.'", "'id' is a required property"),
    ("mechanics", "[[card]]\nid = 'imp'\nrank = 1\npower = 0", "0 is less than the minimum"),
    ("mechanics", "[[card]]\nid = 'imp'\nrank = 1\npower = 1\ncost = 1", "'cost' was unexpected"),
    ("mechanics", "[[card]]\nid = 'imp'\nrank = 'never'\npower = 1", "'never' is not valid"),
    (
        "mechanics",
        "[[card]]\nid = 'imp'\nrank = 1\npower = 1\n[[card.ability]]\ntrigger = 'played/friend'\neffect = 'destroy'",
        "'played/friend' is not valid",
    ),
    (
        "mechanics",
        "[[card]]\nid = 'imp'\nrank = 1\npower = 1\n[[card.ability]]\ntrigger = 'played'\neffect = 'fly'",
        "'fly' is not one of",
    ),
    ("identity", "[[card]]\nid = 'imp'\nname = 'Imp'\nhouse = 'h'\nlore = 'Lo.'\nsigil = 7", "7 is not valid"),
    ("identity", "[[house]]\nid='h'\nname='Ho'\nvoice='Vo.'\npalette='pink'\nframe='f'", "'pink' is not one of"),
    ("glossary", "[tile]\nword = 'tile'\nmeaning = 'A.'\nworld = 'B.'", "'pawn' is a required property"),
    ("sigils", "[marks]\ndot = '...'", "does not match"),
    ("deck", "name = 'Deck'\ncards = []", "'plan' is a required property"),
]


@pytest.mark.parametrize(("kind", "text", "words"), WRONG)
def test_a_mistake_is_found_while_typing(kind: str, text: str, words: str) -> None:
    found = [wrong.message for wrong in validator(kind).iter_errors(tomllib.loads(text))]
    assert [message for message in found if words in message], found


def test_all_that_can_be_written_can_be_typed() -> None:
    cards: CardSet = practice_set()
    text = "\n".join(map(write_card, cards.values()))
    assert parse_set(text) == cards
    validator("mechanics").validate(tomllib.loads(text))


def test_the_command_prints_one_schema_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    for kind in KINDS:
        assert main(["cards", "schema", kind]) == 0
        assert json.loads(capsys.readouterr().out) == schema(kind)
    assert main(["cards", "schema"]) == 0
    assert json.loads(capsys.readouterr().out) == whole_schema()
    assert main(["cards", "schema", "moon"]) == 2
    assert capsys.readouterr().err == (
        "no file is called 'moon'; there are: set, mechanics, identity, glossary, sigils, deck\n"
    )
