"""Sigils: small pictures kept as text, put together and drawn."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Any

from bloodfang.ink import Ink, Line
from bloodfang.palette import Palette
from bloodfang_engine.errors import listed, shown

Picture = tuple[str, ...]
"""Rows of tones: "." nothing, "#" the light tone of the house, "+" its shade, "*" the accent."""

TONES = ".#+*"
SIZES: Mapping[str, int] = MappingProxyType({"pictures": 12, "motifs": 10, "frames": 12, "marks": 3})
"""The sections of an art file; everything in a section is a square of this many pixels."""
SIZE = SIZES["pictures"]

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_CORNER = 3  # a frame is one pixel wide, but for its corners


class ArtError(ValueError):
    """Art that cannot be used, with everything that is wrong at once: pairs of a key and a sentence."""

    def __init__(self, problems: Iterable[tuple[str, str]]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(f"{key}: {sentence}" if key else sentence for key, sentence in self.problems)


@dataclass(frozen=True, slots=True)
class Art:
    """The pictures of a set, by name."""

    pictures: Mapping[str, Picture] = field(default_factory=dict)
    motifs: Mapping[str, Picture] = field(default_factory=dict)
    frames: Mapping[str, Picture] = field(default_factory=dict)
    marks: Mapping[str, Picture] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> Art:
        """The art of a TOML text; ArtError with all that is wrong."""
        try:
            told = tomllib.loads(text)
        except (ValueError, RecursionError) as wrong:  # brackets a thousand deep and endless numbers among them
            raise ArtError([("", f"this is not TOML: {wrong}")]) from None
        problems = [
            (section, f"there is no such section; an art file has {listed(f'[{each}]' for each in SIZES)}")
            for section in told
            if section not in SIZES
        ]
        drawn: dict[str, Mapping[str, Picture]] = {}
        for section in SIZES:
            table = told.get(section, {})
            if isinstance(table, dict):
                problems += [problem for name, said in table.items() for problem in _wrong(section, name, said)]
                drawn[section] = MappingProxyType({name: _rows(said) for name, said in table.items()})
            else:
                problems.append((section, f"this is a section of pictures by name, not {shown(table)}"))
        if problems:
            raise ArtError(problems)
        return cls(**drawn)


def compose(motif: Picture, frame: Picture, mark: Picture) -> Picture:
    """The motif inside the frame, and the mark in the lower right corner; an empty mark leaves the corner alone."""
    sigil = [list(row) for row in frame]
    for row, line in enumerate(motif, 1):
        for column, tone in enumerate(line, 1):
            if tone != ".":
                sigil[row][column] = tone
    if any(line.strip(".") for line in mark):
        for row, line in enumerate(mark, SIZE - len(mark)):
            sigil[row][SIZE - len(line) :] = line
    return tuple("".join(row) for row in sigil)


def half_blocks(picture: Picture, palette: Palette, ground: str = "") -> tuple[Line, ...]:
    """Two rows of pixels in each line of text; where nothing is drawn, the ground shows."""
    colours = {".": ground, "#": palette.light, "+": palette.shade, "*": palette.accent}

    def inked(upper: str, lower: str) -> Ink:
        if upper == ".":
            return Ink(" ", bg=ground) if lower == "." else Ink("▄", colours[lower], ground)
        return Ink("█" if upper == lower else "▀", colours[upper], colours[lower])

    return tuple(
        tuple(
            Ink(ink.text * len(list(same)), ink.fg, ink.bg)
            for ink, same in groupby(inked(upper, lower) for upper, lower in zip(above, below, strict=True))
        )
        for above, below in _pairs(picture)
    )


_PLAIN: Mapping[str, str] = MappingProxyType(
    {
        upper + lower: character
        for lower, characters in zip(TONES, (" \"'*", "o#%*", ".=:*", "xxxX"), strict=True)
        for upper, character in zip(TONES, characters, strict=True)
    }
)
"""A character for an upper and a lower tone: light is solid, shade is dots, and the accent, always a cross, wins."""


def plain(picture: Picture) -> tuple[str, ...]:
    """The picture in ASCII, two rows of pixels in each line, readable without colour."""
    return tuple(
        "".join(_PLAIN[upper + lower] for upper, lower in zip(above, below, strict=True))
        for above, below in _pairs(picture)
    )


def _pairs(picture: Picture) -> Iterator[tuple[str, str]]:
    return zip(picture[::2], picture[1::2], strict=True)


def _rows(said: Any) -> Picture:
    return tuple(said.strip("\n").split("\n")) if isinstance(said, str) else ()


def _wrong(section: str, name: str, said: Any) -> Iterator[tuple[str, str]]:
    key = f"{section}.{name if _NAME.fullmatch(name) else shown(name)}"
    if not _NAME.fullmatch(name):
        yield key, "a name is made of a-z, 0-9 and -, up to 40 of them"
    if not isinstance(said, str):
        yield key, f"a picture is text in rows, not {shown(said)}"
        return
    size, rows = SIZES[section], _rows(said)
    if len(rows) != size:
        yield key, f"there are {size} rows here, not {len(rows)}"
    for number, row in enumerate(rows[:size], 1):
        if len(row) != size:
            yield key, f"row {number} has {len(row)} tones and needs {size}: {shown(row)}"
        if strange := sorted(set(row) - set(TONES)):
            yield key, f"row {number} knows {' '.join(TONES)}, not {listed(map(shown, strange))}"
    if section == "frames" and all(len(row) == size for row in rows) and len(rows) == size:
        for number, row in enumerate(rows, 1):
            if any(tone != "." and _is_inside(number - 1, column) for column, tone in enumerate(row)):
                yield key, f"row {number} draws inside: a frame is one pixel wide, its corners three by three"


def _is_inside(row: int, column: int) -> bool:
    depths = [min(place, SIZE - 1 - place) for place in (row, column)]
    return min(depths) > 0 and max(depths) >= _CORNER
