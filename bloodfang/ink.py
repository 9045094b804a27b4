"""Coloured text as a value, and how it is written to a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_RESET = "\x1b[0m"
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They turn the order of what follows: a name could make a whole line lie."""
_UNSAFE = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Controls (ESC among them), halves of characters, and line breaks by another name."""
_UNSEEN = frozenset({"Mn", "Me", "Cf"})
"""Marks that sit on the character before them, and formatting that has no width."""


@dataclass(frozen=True, slots=True)
class Ink:
    """A run of text in one style; a colour is "#rrggbb", or "" for the terminal's own."""

    text: str
    fg: str = ""
    bg: str = ""
    bold: bool = False
    dim: bool = False
    italic: bool = False

    def __post_init__(self) -> None:
        for colour in (self.fg, self.bg):
            if colour and not _COLOUR.fullmatch(colour):
                raise ValueError(f'a colour is "#rrggbb" or "", not {colour!r}')


Line = tuple[Ink, ...]


class Depth(StrEnum):
    """How many colours a terminal can show."""

    TRUE = "truecolor"
    INDEXED = "256"
    BASIC = "16"
    NONE = "none"


def write(lines: Iterable[Line], depth: Depth) -> str:
    """The lines for a terminal, parted by line breaks; a line that has a style ends by leaving it."""
    return "\n".join("".join(_written(line, depth)) for line in lines)


def safe(text: str) -> str:
    """The text with everything that could steer a terminal or turn its order replaced by "?"."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("?" if _is_unsafe(each) else each for each in text)


def width(text: str) -> int:
    """How many columns the text takes in a terminal, as `write` writes it."""
    return len(text) if text.isascii() else _wide(text)


@lru_cache(maxsize=8192)
def _wide(text: str) -> int:
    return sum(_columns(each) for each in text)


def indexed(colour: str) -> int:
    """The number of the colour nearest to the eye among the 240 that no terminal redefines: cube and grey ramp."""
    return 16 + _nearest(colour, _FIXED)


def basic(colour: str) -> int:
    """The number, 0 to 15, of the standard colour nearest to the eye."""
    return _nearest(colour, _STANDARD)


def as_shown(colour: str, depth: Depth) -> str:
    """The colour that a terminal of this depth shows where this one is asked for."""
    if depth is Depth.TRUE:
        return colour
    return _FIXED[indexed(colour) - 16] if depth is Depth.INDEXED else _STANDARD[basic(colour)]


@cache
def sgr(colour: str, depth: Depth, behind: bool) -> str:
    """What chooses a colour for text, or for what is behind it, at a depth that has colours."""
    if depth is Depth.TRUE:
        red, green, blue = bytes.fromhex(colour[1:])
        return f"{48 if behind else 38};2;{red};{green};{blue}"
    if depth is Depth.INDEXED:
        return f"{48 if behind else 38};5;{indexed(colour)}"
    number = basic(colour)
    return str(number + (30 if number < 8 else 82) + (10 if behind else 0))


def _written(line: Line, depth: Depth) -> Iterator[str]:
    last = ""
    for ink in line:
        style = _style(ink, depth)
        if style != last:
            if last:
                yield _RESET
            if style:
                yield f"\x1b[{style}m"
            last = style
        yield safe(ink.text)
    if last:
        yield _RESET


def _style(ink: Ink, depth: Depth) -> str:
    if depth is Depth.NONE or not ink.text:
        return ""
    codes = [code for code, on in (("1", ink.bold), ("2", ink.dim), ("3", ink.italic)) if on]
    codes += [sgr(colour, depth, behind) for colour, behind in ((ink.fg, False), (ink.bg, True)) if colour]
    return ";".join(codes)


def _is_unsafe(character: str) -> bool:
    return character in _BIDI or unicodedata.category(character) in _UNSAFE


def _columns(character: str) -> int:
    if _is_unsafe(character) or character == "\u00ad":  # a "?" will stand there; a soft hyphen shows as a hyphen
        return 1
    if (
        unicodedata.category(character) in _UNSEEN or "\u1160" <= character <= "\u11ff"
    ):  # Hangul that joins its syllable
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


# Colours, compared where equal steps look equal: Oklab.

Lab = tuple[float, float, float]


@cache
def lab(colour: str) -> Lab:
    """Lightness, green to red, blue to yellow: distances between these are distances to the eye (Oklab)."""
    red, green, blue = (_linear(each / 255) for each in bytes.fromhex(colour[1:]))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


@cache
def _nearest(colour: str, among: Sequence[str]) -> int:
    aim = lab(colour)
    return min(range(len(among)), key=lambda number: _apart(aim, lab(among[number])))


def _apart(one: Lab, other: Lab) -> float:
    return sum((here - there) ** 2 for here, there in zip(one, other, strict=True))


_STEPS = (0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF)
_FIXED = (
    *(f"#{red:02x}{green:02x}{blue:02x}" for red in _STEPS for green in _STEPS for blue in _STEPS),
    *(f"#{grey:02x}{grey:02x}{grey:02x}" for grey in range(8, 248, 10)),
)
_STANDARD = (
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
)
"""As the first consoles had them; themes differ, hues do not."""
