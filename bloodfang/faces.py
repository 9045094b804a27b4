"""A card as players see it: big for reading, small for pages of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from types import MappingProxyType

from bloodfang.abilities import NameOf, Words, sentences, shorts
from bloodfang.fitting import ascii_only, cut, wrap, wrap_evenly
from bloodfang.glyphs import Glyphs as Glyphs  # whoever draws a face says with what
from bloodfang.ink import Ink, Line, width
from bloodfang.palette import Palette
from bloodfang.sigils import Picture, half_blocks, plain
from bloodfang_engine.fang.cards import Card, Tier

BIG = (46, 22)
"""Columns and rows of a big face; one that has much to say takes more rows."""
SMALL = (26, 12)
"""Columns and rows of a small face, always."""


@dataclass(frozen=True, slots=True)
class Face:
    """All that is to be seen of a card."""

    card: Card
    name: str
    house: str
    palette: Palette
    sigil: Picture
    lore: str = ""
    words: Words = field(default_factory=Words.english)
    name_of: NameOf = str


def draw(face: Face, glyphs: Glyphs = Glyphs.BLOCKS, columns: int = BIG[0]) -> tuple[Line, ...]:
    """The big face: sigil, rank, power and reach above; abilities and lore below."""
    pen = _Pen(face, glyphs)
    inner = max(columns, BIG[0]) - 2
    body: list[Line | None] = [*pen.title(inner), None, *pen.middle(inner), None]
    told, lore = pen.abilities(inner - 4), pen.lore(inner - 4)
    room = BIG[1] - 2 - len(body) - len(told) - len(lore)
    gap: list[Line] = [()] * max(room, 1 if told and lore else 0)
    body += [pen.pad((pen.ink("  "), *line), inner) for line in (*told, *gap, *lore)]
    return pen.framed(body, inner)


def small(face: Face, glyphs: Glyphs = Glyphs.BLOCKS) -> tuple[Line, ...]:
    """The small face: the same at a glance, with its abilities in short."""
    pen = _Pen(face, glyphs)
    inner, rows = SMALL[0] - 2, SMALL[1] - 2
    lines: list[Line] = [(pen.ink(pen.cut(face.name, inner - 2), pen.name, bold=True),)]
    lines += [(*sigil, pen.ink(" "), *reach) for sigil, reach in zip(pen.sigil(), (*pen.reach(1), ()), strict=True)]
    lines += pen.abilities_in_short(inner - 2, rows - len(lines))
    lines += [()] * (rows - len(lines))
    return pen.framed([pen.pad((pen.ink(" "), *line), inner) for line in lines], inner, pen.badges(), pen.origin())


def page(faces: Sequence[tuple[Line, ...]], across: int, gap: int = 2) -> tuple[Line, ...]:
    """Faces side by side, this many in a row, and the rows below each other."""
    lines: list[Line] = []
    for start in range(0, len(faces), across):
        row = faces[start : start + across]
        blanks = [Ink(" " * _columns(face[0])) for face in row]
        lines += [()] * (gap // 2 if lines else 0)
        for parts in zip_longest(*row):
            beside = [(Ink(" " * gap), *(part or (blank,))) for part, blank in zip(parts, blanks, strict=True)]
            lines.append(tuple(chain.from_iterable(beside))[1:])
    return tuple(lines)


# The signs of each tier


@dataclass(frozen=True, slots=True)
class _Signs:
    plain_frame: str
    """Corner, edge, corner; side; corner, corner; joint, rule, joint."""
    grand_frame: str
    pips: str
    """A pawn that is needed, and one that is not."""
    replace: str
    cells: Mapping[str, str]
    """By the letters of card files: nothing, the card, a pawn, an effect, both."""
    digits: tuple[str, ...]
    """Three lines in which each digit from 0 to 9 takes three columns."""
    cut: str


_SIGNS: Mapping[Glyphs, _Signs] = MappingProxyType(
    {
        Glyphs.BLOCKS: _Signs(
            plain_frame="╭─╮│╰╯├─┤",
            grand_frame="╔═╗║╚╝╟─╢",
            pips="●○",
            replace="▼",
            cells=MappingProxyType({".": "·", "W": "►", "P": "●", "E": "□", "X": "◘"}),
            digits=(
                "█▀█▀█ ▀▀█▀▀██ ██▀▀█▀▀▀▀██▀██▀█",
                "█ █ █ █▀▀ ▀█▀▀█▀▀██▀█  ██▀█▀▀█",
                "▀▀▀▀▀▀▀▀▀▀▀▀  ▀▀▀▀▀▀▀  ▀▀▀▀▀▀▀",
            ),
            cut="…",
        ),
        Glyphs.ASCII: _Signs(
            plain_frame="+-+|+++-+",
            grand_frame="#=#####-#",
            pips="o.",
            replace="v",
            cells=MappingProxyType({each: each for each in ".WPEX"}),
            digits=(
                " _     _  _     _  _  _  _  _ ",
                "| |  | _| _||_||_ |_   ||_||_|",
                "|_|  ||_  _|  | _||_|  ||_| _|",
            ),
            cut="...",
        ),
    }
)


_REACH = 15
_CENTRE = 11
"""Columns of a big face's reach, and of what stands between it and the sigil."""


# A face in the making


class _Pen:
    """One face in one tier of glyphs: its colours and its parts."""

    def __init__(self, face: Face, glyphs: Glyphs) -> None:
        colours = face.palette
        self.face = face
        self.blocks = glyphs is Glyphs.BLOCKS
        self.signs = _SIGNS[glyphs]
        self.grand = face.card.tier is Tier.LEGENDARY
        self.frame = self.signs.grand_frame if self.grand else self.signs.plain_frame
        self.ground = colours.ground
        self.band = _mix(colours.ground, colours.shade, 0.35)
        self.edge = colours.accent if self.grand else colours.shade
        self.name = _mix(colours.accent if self.grand else colours.light, "#ffffff", 0.35)
        self.plain = _mix(colours.light, "#ffffff", 0.75)
        self.quiet = _mix(_mix(colours.light, "#ffffff", 0.3), colours.ground, 0.2)

    # parts

    def title(self, columns: int) -> Iterator[Line]:
        """The name and the tier, the house and where the card comes from."""
        card, words = self.face.card, self.face.words
        tier = words.legendary if self.grand else words.standard
        yield self._banner(self.face.name, str(tier), columns, self.name, bold=True)
        yield self._banner(self.face.house, str(words.token) if card.token else "", columns, self.plain)

    def _banner(self, left: str, right: str, columns: int, fg: str, bold: bool = False) -> Line:
        right = self.cut(right, columns // 3)
        left = self.cut(left, columns - 5 - width(right))
        gap = " " * (columns - 4 - width(left) - width(right))
        return (
            self.ink(f"  {left}", fg, self.band, bold),
            self.ink(gap, bg=self.band),
            self.ink(f"{right}  ", self.name if self.grand else self.plain, self.band),
        )

    def middle(self, columns: int) -> Iterator[Line]:
        """Sigil, rank and power, reach, side by side."""
        power = self.ink(self.cut(str(self.face.words.power), _CENTRE), self.quiet)
        values = [self.rank(), (), *((digits,) for digits in self.power()), (power,)]
        key = (self.ink(self.cut(self._key(), _REACH), self.quiet),)
        for sigil, value, reach in zip(self.sigil(), values, (*self.reach(3), key), strict=True):
            centre = columns - 4 - _columns(sigil) - _REACH
            left = self.ink(" " * ((centre - _columns(value)) // 2))
            line = self.pad((self.ink("  "), *sigil, left, *value), columns - 2 - _REACH)
            yield self.pad((*line, *reach), columns)

    def sigil(self) -> tuple[Line, ...]:
        if self.blocks:
            return half_blocks(self.face.sigil, self.face.palette, self.ground)
        return tuple((self.ink(line, self.face.palette.light),) for line in plain(self.face.sigil))

    def rank(self) -> Line:
        """What the card needs: as a word, and as many pips as pawns."""
        card, words = self.face.card, self.face.words
        word = self.cut(str(words.replace) if card.replaces else f"{words.rank} {card.rank}", _CENTRE)
        pips = self.pips()
        if width(word) + 1 + width(pips.text) > _CENTRE:
            return (self.ink(word, self.quiet),)
        return self.ink(word + " ", self.quiet), pips

    def pips(self) -> Ink:
        rank, signs = self.face.card.rank, self.signs
        text = signs.replace if self.face.card.replaces else signs.pips[0] * rank + signs.pips[1] * (3 - rank)
        return self.ink(text, self.face.palette.accent, bold=True)

    def power(self) -> Iterator[Ink]:
        for line in self.signs.digits:
            parts = [line[3 * int(digit) : 3 * int(digit) + 3] for digit in str(self.face.card.power)]
            yield self.ink(" ".join(parts), self.name, bold=True)

    def reach(self, columns: int) -> Iterator[Line]:
        """Five lines of five cells: three columns wide and with a floor, or one and with a gap."""
        pawns, effects = set(self.face.card.pawn_cells), set(self.face.card.effect_cells)
        for row in range(-2, 3):
            line: list[Ink] = []
            for col in range(-2, 3):
                at = (row, col)
                kind = "W" if at == (0, 0) else ".PEX"[(at in pawns) + 2 * (at in effects)]
                line.append(self._cell(kind, columns, (row + col) % 2 == 0))
                if columns == 1 and col < 2:
                    line.append(self.ink(" "))
            yield tuple(line)

    def _cell(self, kind: str, columns: int, dark: bool) -> Ink:
        colours = self.face.palette
        fg = {".": colours.shade, "W": colours.light, "P": colours.light}.get(kind, colours.accent)
        bg = self.ground
        if columns > 1:
            bg = _mix(self.ground, colours.shade, 0.2 if dark else 0.3)
            if kind == "P":
                bg = _mix(self.ground, colours.shade, 0.75)
            if kind in "EX":
                bg = _mix(self.ground, colours.accent, 0.3)
            if kind == "W":
                fg, bg = self.ground, colours.light
        return self.ink(self.signs.cells[kind].center(columns), fg, bg, bold=kind != ".")

    def _key(self) -> str:
        cells, words = self.signs.cells, self.face.words
        return f"{cells['P']} {words.pawn}  {cells['E']} {words.reach}"

    def abilities(self, columns: int) -> list[Line]:
        """Each sentence from the beginning of a line; when it acts is in bold."""
        lines: list[Line] = []
        for sentence in sentences(self.face.card, self.face.name_of, self.face.words):
            when, colon, _ = self.text(sentence).partition(": ")
            strong = len(when) + 1 if colon else 0
            for line in wrap_evenly(self.text(sentence), columns):
                head = line[:strong]
                strong = max(strong - len(line) - 1, 0)
                lines.append((self.ink(head, self.name, bold=True), self.ink(line[len(head) :], self.plain)))
        return lines

    def abilities_in_short(self, columns: int, rows: int) -> list[Line]:
        briefs = shorts(self.face.card, self.face.name_of, self.face.words)
        lines = [line for brief in briefs for line in wrap(self.text(brief), columns)]
        if len(lines) > rows:
            lines = [*lines[: rows - 1], self.cut(lines[rows - 1] + " " * columns, columns)]
        return [(self.ink(line, self.plain),) for line in lines]

    def lore(self, columns: int) -> list[Line]:
        return [(self.ink(line, self.quiet, italic=True),) for line in wrap_evenly(self.text(self.face.lore), columns)]

    def badges(self) -> tuple[Line, Line]:
        """Rank and power, for the upper edge of a small face; a word for a card that is out of the ordinary."""
        card, words, pips = self.face.card, self.face.words, self.pips()
        power = f" {card.power} " if self.blocks else f"[{card.power}]"
        chip = self.ink(power, self.ground, self.name, bold=True)
        marks = " ".join(str(word) for word, on in ((words.replace, card.replaces), (words.token, card.token)) if on)
        number = "" if card.replaces else f"{card.rank} "
        marks = self.cut(f" {marks}", SMALL[0] - 7 - width(number + pips.text + power)) if marks else ""
        return (self.ink(f" {number}", self.quiet), pips, self.ink(f"{marks} ", self.quiet)), (chip,)

    def origin(self) -> tuple[Line, Line]:
        """The house, for the lower edge of a small face."""
        return (self.ink(f" {self.cut(self.face.house, SMALL[0] - 6)} ", self.quiet),), ()

    # frame

    def framed(
        self,
        body: Sequence[Line | None],
        columns: int,
        head: tuple[Line, Line] = ((), ()),
        foot: tuple[Line, Line] = ((), ()),
    ) -> tuple[Line, ...]:
        """The lines within the frame, None for a rule; its edges may carry something at the left and at the right."""
        frame = self.frame
        side = self.ink(frame[3], self.edge)
        rule = (self.ink(frame[6] + frame[7] * columns + frame[8], self.edge),)
        return (
            self._edge(frame[0], frame[2], head, columns),
            *(rule if line is None else (side, *line, side) for line in body),
            self._edge(frame[4], frame[5], foot, columns),
        )

    def _edge(self, left: str, right: str, said: tuple[Line, Line], columns: int) -> Line:
        line = self.frame[1]
        ends = [line if each else "" for each in said]
        middle = line * (columns - sum(map(_columns, said)) - sum(map(len, ends)))
        inks = (self.ink(left + ends[0], self.edge), *said[0], self.ink(middle, self.edge), *said[1])
        return (*inks, self.ink(ends[1] + right, self.edge))

    # ink

    def ink(self, text: str, fg: str = "", bg: str = "", bold: bool = False, italic: bool = False) -> Ink:
        return Ink(text, fg, bg or self.ground, bold, italic=italic)

    def text(self, text: str) -> str:
        return text if self.blocks else ascii_only(text)

    def cut(self, text: str, columns: int) -> str:
        return cut(self.text(text), columns, self.signs.cut)

    def pad(self, line: Line, columns: int) -> Line:
        used = _columns(line)
        return (*line, self.ink(" " * (columns - used))) if used < columns else line


# Small helps


def _columns(line: Line) -> int:
    return sum(width(ink.text) for ink in line)


def _mix(one: str, other: str, part: float) -> str:
    """So much of the other colour in the one."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(here + (there - here) * part):02x}" for here, there in pairs)
