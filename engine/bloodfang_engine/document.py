"""A TOML text from anywhere: what it says, and on which line it says it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bloodfang_engine.errors import CardError, Problem

MOST_TEXT = 1_000_000
"""Bytes of a file, characters of a text: nobody writes that much by hand."""
LONGEST_LINE = 2_000  # the TOML reader takes time with the square of a line of dots

Place = tuple[str | int, ...]
"""The way to a value: ("card", 2, "ability", 0, "value")."""


@dataclass(frozen=True, slots=True)
class Document:
    """What a text says, and where: `at("card", 2, "power")` is the address of that value."""

    name: str
    said: Mapping[str, Any]
    lines: Mapping[Place, int] = field(default_factory=dict)
    text: str = ""

    def line(self, *place: str | int) -> int:
        """The line of a value, or of the nearest table or key around it; 0 if nothing of it stands in the text."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 0)

    def at(self, *place: str | int) -> str:
        """The address of a value: file and line, or the file alone."""
        line = self.line(*place)
        return f"{self.name}:{line}" if line else self.name


def read_file(path: Path, name: str = "") -> Document:
    """The document in a file; CardError if it is too large, not UTF-8 or not TOML."""
    name = name or path.name
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_TEXT + 1)
        if len(raw) > MOST_TEXT:
            raise _wrong(name, f"is too large: {MOST_TEXT} bytes are the most")
        text = raw.decode("utf-8-sig")
    except OSError as trouble:
        raise _wrong(name, f"cannot be read: {trouble.strerror or trouble}") from None
    except UnicodeDecodeError:
        raise _wrong(name, "cannot be read: not UTF-8 text") from None
    return read_text(text, name)


def read_text(text: str, name: str) -> Document:
    """The document a text is; CardError if it is none."""
    if len(text) > MOST_TEXT:
        raise _wrong(name, f"is too large: {MOST_TEXT} characters are the most")
    text = text.replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise _wrong(f"{name}:{number}", f"the line has {len(line)} characters: {LONGEST_LINE} is the most")
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(wrong), re.DOTALL)
        where, what = (f"{name}:{found[2]}", f"{found[1]} (column {found[3]})") if found else (name, str(wrong))
        raise _wrong(where, f"is not TOML: {what}") from None
    except (ValueError, RecursionError):
        raise _wrong(name, "is not TOML: a number in it is too long, or its lists are too deep") from None
    return Document(name, said, dict(_lines(text)), text)


def _wrong(where: str, what: str) -> CardError:
    return CardError([Problem(where, what)])


# Where things stand. The text is known to be TOML here, so that this need not check anything, only find its way.

_KEY = r"""(?: [A-Za-z0-9_-]+ | "(?:[^"\\]|\\.)*" | '[^']*' )"""
_DOTTED = rf"{_KEY} (?: [ \t]* \. [ \t]* {_KEY} )*"
_BLANK = re.compile(r"(?: [ \t\n] | \#[^\n]* )+", re.VERBOSE)
_HEADER = re.compile(rf"(\[\[?) [ \t]* ({_DOTTED}) [ \t]* \]\]?", re.VERBOSE)
_ENTRY = re.compile(rf"({_DOTTED}) [ \t]* =", re.VERBOSE)
_PIECE = re.compile(  # of a value: a string, a bracket, a comment, the end of the line, or anything else
    r'''"""(?:[^"\\]|\\.|"(?!""))*+"{3,5} | \'\'\'(?:[^']|'(?!''))*+'{3,5} | "(?:[^"\\\n]|\\.)*" | '[^'\n]*' '''
    r"""| (?P<open>[\[{]) | (?P<close>[\]}]) | \#[^\n]* | (?P<end>\n) | [^"'\[\]{}\#\n]+""",
    re.VERBOSE | re.DOTALL,
)


def _lines(text: str) -> Iterator[tuple[Place, int]]:
    """Every table and key of the text with its line."""
    here: Place = ()
    seen: dict[Place, int] = {}  # how many tables an array of tables has so far
    place, line, counted = 0, 1, 0
    while place < len(text):
        if blank := _BLANK.match(text, place):
            place = blank.end()
            continue
        line, counted = line + text.count("\n", counted, place), place
        if header := _HEADER.match(text, place):
            here = _within(_names(header[2]), seen)
            if header[1] == "[[":
                seen[here] = seen.get(here, 0) + 1
                here = (*here, seen[here] - 1)
            yield here, line
            place = header.end()
        elif entry := _ENTRY.match(text, place):
            yield (*here, *_names(entry[1])), line
            place = _value_end(text, entry.end())
        else:
            return  # nothing that TOML knows


def _within(names: Place, seen: Mapping[Place, int]) -> Place:
    """The way to a table: within an array of tables it is the latest that is meant."""
    way: Place = ()
    for number, name in enumerate(names):
        way = (*way, name)
        if way in seen and number < len(names) - 1:
            way = (*way, seen[way] - 1)
    return way


def _names(dotted: str) -> Place:
    found = re.findall(_KEY, dotted, re.VERBOSE)
    return tuple(tomllib.loads(f"name = {name}")["name"] if name[0] in "\"'" else name for name in found)


def _value_end(text: str, place: int) -> int:
    depth = 0
    while piece := _PIECE.match(text, place):
        depth += 1 if piece["open"] else -1 if piece["close"] else 0
        place = piece.end()
        if piece["end"] and not depth:
            break
    return place
