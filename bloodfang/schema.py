"""JSON Schemas of the files of a set, for editors: made of the vocabularies and models that read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bloodfang import models
from bloodfang.abilities import TERMS
from bloodfang.sigils import SIZES, TONES
from bloodfang_engine.fang.cards import Area, Condition, Effect, Happening, Per, Side, Tier, Who, Word

DRAFT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]


def schema(kind: str) -> Schema:
    """The schema of one kind of file."""
    title, make = KINDS[kind]
    return {"$schema": DRAFT, **make(), "title": title}


def whole_schema() -> Schema:
    """One schema for all kinds: a file is right if it is one of them."""
    return {
        "$schema": DRAFT,
        "title": "Blood Fang: any file of a card set",
        "anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in KINDS],
        "$defs": {kind: _at_home(make(), f"#/$defs/{kind}/$defs/") for kind, (_, make) in KINDS.items()},
    }


def _at_home(said: Any, home: str) -> Any:
    """A schema whose references still lead home after it has become a part of another."""
    match said:
        case {"$ref": str(way)}:
            return {**said, "$ref": way.replace("#/$defs/", home)}
        case dict():
            return {key: _at_home(each, home) for key, each in said.items()}
        case list():
            return [_at_home(each, home) for each in said]
        case _:
            return said


def _model(model: type[models.Told]) -> Callable[[], Schema]:
    return model.model_json_schema


def _mechanics() -> Schema:
    card = _table(
        {
            "id": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$"},
            "rank": {"anyOf": [_number(1, 9), {"const": "replace"}], "description": "pawns needed, or replace"},
            "power": _number(1, 999),
            "tier": _words(Tier),
            "token": {"type": "boolean", "description": "made in play, in no deck"},
            "reach": {
                "type": "string",
                "description": "5 rows of 5 signs: . nothing, W the card, P pawn, E effect, X both",
            },
            "cells": {"type": "array", "description": "the same as reach, cell by cell"},
            "ability": {"type": "array", "items": _clause()},
            "note": {"description": "for whoever reads the file"},
        },
        needed=("id", "rank", "power"),
    )
    return _table({"card": {"type": "array", "items": card}})


def _clause() -> Schema:
    state = _words(Condition)
    trigger = _table({"event": _words(Happening), "who": _words(Who), "at_least": _number(1, 999)}, needed=("event",))
    target = _table({"area": _words(Area), "side": _words(Side), "state": state}, needed=("area",))
    count = _table({"side": _words(Side), "state": state, "area": _words((Area.BOARD, Area.OWN_LANE, Area.CELLS))})
    value = _table({"n": _number(1, 999), "per": _words(Per), "count": count}, needed=("n",))
    return _table(
        {
            "trigger": {"anyOf": [{"type": "string", "pattern": _pattern(Happening, "/", Who)}, trigger]},
            "effect": _words(Effect),
            "target": {"anyOf": [{"type": "string", "pattern": _pattern(Area, ":", Side, Condition)}, target]},
            "value": {"anyOf": [_number(1, 999), value]},
            "cards": {"type": "array", "items": {"type": "string"}, "description": "the ids of what it makes"},
        },
        needed=("trigger", "effect"),
    )


def _glossary() -> Schema:
    term = models.TermTold.model_json_schema()
    return _table(dict.fromkeys(TERMS, term), needed=TERMS)


def _sigils() -> Schema:
    return _table({section: _pictures(size) for section, size in SIZES.items()})


def _pictures(size: int) -> Schema:
    row = f"[{''.join(TONES)}]{{{size}}}"
    return {
        "type": "object",
        "propertyNames": {"pattern": models.ID},
        "additionalProperties": {"type": "string", "pattern": rf"^\n?({row}\n){{{size - 1}}}{row}\n?$"},
    }


def _table(keys: Mapping[str, Schema], needed: Iterable[str] = ()) -> Schema:
    return {"type": "object", "properties": dict(keys), "required": list(needed), "additionalProperties": False}


def _words(words: Iterable[Word]) -> Schema:
    return {"enum": [str(word) for word in words]}


def _number(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _pattern(first: Iterable[Word], mark: str, *others: Iterable[Word]) -> str:
    """Words in one text, the later ones optional: `destroyed/ally`, `cells:ally:raised`."""
    rest = ""
    for words in reversed(others):
        rest = f"({mark}({'|'.join(words)}){rest})?"
    return f"^({'|'.join(first)}){rest}$"


KINDS: Mapping[str, tuple[str, Callable[[], Schema]]] = {
    "set": ("Blood Fang: set.toml", _model(models.SetTold)),
    "mechanics": ("Blood Fang: mechanics/*.toml", _mechanics),
    "identity": ("Blood Fang: identity.en.toml", _model(models.IdentityTold)),
    "glossary": ("Blood Fang: glossary.en.toml", _glossary),
    "sigils": ("Blood Fang: sigils.toml", _sigils),
    "deck": ("Blood Fang: decks/*.toml", _model(models.DeckTold)),
}
"""What a set is made of: the title and the maker of each kind's schema."""
