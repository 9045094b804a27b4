"""What the files of a set may say beside mechanics, and what is wrong with them in sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag, ValidationError
from pydantic_core import ErrorDetails

from bloodfang.lines import line_problem
from bloodfang.palette import PALETTES
from bloodfang_engine.document import Document
from bloodfang_engine.errors import Problem, listed, shown

ID = r"^[a-z0-9][a-z0-9-]{0,39}$"
ID_IN_WORDS = "small letters, digits and -, at most 40 of them"


def is_id(text: str) -> bool:
    """Whether sets, houses, decks and pictures may be called so."""
    return re.fullmatch(ID, text) is not None


def _line(least: int, most: int) -> Callable[[str], str]:
    """Text of one line that can be shown anywhere: nothing steers a terminal, turns the line around or marks it up."""

    def checked(text: str) -> str:
        if problem := line_problem(text, least, most):
            raise ValueError(problem)
        return text

    return checked


def _slot(text: str) -> str:
    if text not in PALETTES:
        raise ValueError(f"is one of {listed(PALETTES)}")
    return text


def _schema(least: int, most: int) -> Any:
    return Field(json_schema_extra={"minLength": least, "maxLength": most})


Name = Annotated[str, AfterValidator(_line(2, 22)), _schema(2, 22)]
Title = Annotated[str, AfterValidator(_line(2, 40)), _schema(2, 40)]
DeckName = Annotated[str, AfterValidator(_line(1, 40)), _schema(1, 40)]
Sentence = Annotated[str, AfterValidator(_line(2, 160)), _schema(2, 160)]
Tale = Annotated[str, AfterValidator(_line(2, 300)), _schema(2, 300)]
Slug = Annotated[str, Field(pattern=ID)]
Slot = Annotated[str, AfterValidator(_slot), Field(json_schema_extra={"enum": list(PALETTES)})]


class Told(BaseModel):
    """A table of a file: no key that is not known, and no text where a number should be."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class SetTold(Told):
    """set.toml"""

    id: Slug
    name: Title
    about: Tale
    extends: Slug | None = None


class HouseTold(Told):
    """[[house]] in identity.en.toml"""

    id: Slug
    name: Name
    voice: Sentence
    palette: Slot
    frame: Slug


class ComposedTold(Told):
    """sigil = { motif = "...", mark = "..." }"""

    motif: Slug
    mark: Slug


Sigil = Annotated[
    Annotated[Slug, Tag("picture")] | Annotated[ComposedTold, Tag("composed")],
    Discriminator(lambda said: "composed" if isinstance(said, dict | ComposedTold) else "picture"),
]


class CardTold(Told):
    """[[card]] in identity.en.toml"""

    id: str
    name: Name
    house: Slug
    lore: Tale
    sigil: Sigil


class IdentityTold(Told):
    """identity.en.toml"""

    house: list[HouseTold] = []
    card: list[CardTold] = []


class TermTold(Told):
    """[tile] and the others in glossary.en.toml"""

    word: Name
    plural: Name | None = None
    meaning: Sentence
    world: Sentence


class DeckTold(Told):
    """decks/*.toml"""

    name: DeckName
    plan: Sentence
    house: Slug | None = None
    cards: Annotated[list[str], Field(max_length=99)]


T = TypeVar("T", bound=Told)


def read_table(model: type[T], document: Document, *place: str | int, who: str = "") -> T | list[Problem]:
    """One table of a document as its model, or all that is wrong with it."""
    said: Any = document.said
    for step in place:
        said = said[step]
    try:
        return model.model_validate(said)
    except ValidationError as wrong:
        told = wrong.errors(include_url=False)
        return [Problem(_address(document, (*place, *each["loc"]), who), _sentence(each, model)) for each in told]


def read_tables(model: type[T], document: Document, key: str, problems: list[Problem]) -> Iterator[tuple[int, T]]:
    """Every [[key]] table of a document that is right, with its number; what is wrong with the others is remembered."""
    tables = document.said.get(key, [])
    if not isinstance(tables, list):
        problems.append(Problem(document.at(key), f"this is written as [[{key}]] tables"))
        return
    for number, said in enumerate(tables):
        read = read_table(model, document, key, number, who=who(key, number, said))
        if isinstance(read, list):
            problems += read
        else:
            yield number, read


def who(key: str, number: int, said: object) -> str:
    """How messages call a table: by its id, or by its number."""
    id_ = said.get("id") if isinstance(said, Mapping) else None
    return f"{key} {shown(id_) if isinstance(id_, str) else number + 1}"


def _address(document: Document, place: tuple[str | int, ...], who: str) -> str:
    at = document.at(*place)
    return f"{at}: {who}" if who else at


def _sentence(error: ErrorDetails, model: type[Told]) -> str:
    names = [str(each) for each in error["loc"] if isinstance(each, str) and each not in ("picture", "composed")]
    name, said = ".".join(names), error["input"]
    match error["type"]:
        case "missing":
            return f"{name} is missing"
        case "extra_forbidden":
            known = ComposedTold if len(names) > 1 else model
            return f"{shown(names[-1])} is not known here; known: {listed(known.model_fields)}"
        case "string_pattern_mismatch":
            return f"{name} is {ID_IN_WORDS}, not {shown(said)}"
        case "string_type":
            return f"{name} is text, not {shown(said)}"
        case "list_type":
            return f"{name} is a list, not {shown(said)}"
        case "model_type":
            return f"this is a table, not {shown(said)}"
        case "value_error":
            return f"{name} {error['ctx']['error']}; it is {shown(said)}"
        case "too_long":
            return f"{name} has {len(said)} entries, and {error['ctx']['max_length']} are the most"
        case _:
            return f"{name}: {error['msg']}"
