"""A sheet of cells that a scene is painted on: text in paints, and zones that can be pointed at."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from bloodfang.fitting import ascii_only
from bloodfang.ink import Line, safe, width
from bloodfang_tui.look import Look, Paint

MARKS = 2
"""So many may sit on one character: more would run over the lines above and below."""


class Area(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column beside it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    def inset(self, columns: int = 1, rows: int = 1) -> Area:
        """What is left within a margin."""
        return Area(self.x + columns, self.y + rows, max(0, self.width - 2 * columns), max(0, self.height - 2 * rows))

    def holds(self, x: int, y: int) -> bool:
        """Whether this cell is in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def centred(self, columns: int, rows: int) -> Area:
        """A smaller one in its middle; never larger than it is."""
        columns, rows = min(columns, self.width), min(rows, self.height)
        return Area(self.x + (self.width - columns) // 2, self.y + (self.height - rows) // 2, columns, rows)


@dataclass(frozen=True, slots=True)
class Zone:
    """A place to point at, and what that means: a command, and what it is about."""

    area: Area
    command: str
    about: str = ""


Span = tuple[int, str, Paint]
Row = tuple[list[str], list[Paint]]
Stamp = tuple[tuple[int, tuple[Span, ...]], ...]
"""What was painted once, row by row, and looks the same on every sheet."""


class Sheet:
    """What a scene looks like at one moment. Painted once from top to bottom, later paint over earlier, then read."""

    def __init__(self, columns: int, rows: int, look: Look) -> None:
        self.area = Area(0, 0, columns, rows)
        self.look = look
        self.zones: list[Zone] = []
        self._spans: list[list[Span]] = [[] for _ in range(rows)]
        self._rows: dict[int, Row] = {}

    # painting

    def put(self, x: int, y: int, text: str, style: str | Paint = "text") -> int:
        """Write a line of text; what does not fit is cut off. The column after it."""
        paint = self.look.paint(style) if isinstance(style, str) else style
        if 0 <= y < self.area.height and text:
            if self.look.is_ascii and not text.isascii():
                text = plainly(text)
            self._spans[y].append((x, text, paint))
        return x + (len(text) if text.isascii() else len(cells_of(text)))

    def parts(self, x: int, y: int, *parts: tuple[str, str]) -> int:
        """Write texts one after the other, each with its own style. The column after them."""
        for text, style in parts:
            x = self.put(x, y, text, style)
        return x

    def right(self, x: int, y: int, text: str, style: str | Paint = "text") -> int:
        """Write a text that ends before this column. The column it begins at."""
        start = x - width(text)
        self.put(start, y, text, style)
        return start

    def middle(self, area: Area, y: int, text: str, style: str | Paint = "text") -> None:
        """Write a text in the middle of an area's row."""
        self.put(area.x + max(0, (area.width - width(text)) // 2), y, text, style)

    def lines(self, x: int, y: int, lines: Iterable[Line], rows: int | None = None) -> int:
        """Draw inked lines, such as a card's face; at most so many. The row after them."""
        for line in lines:
            if rows is not None and rows <= 0:
                break
            at = x
            for ink in line:
                at = self.put(at, y, ink.text, self.look.ink(ink))
            y += 1
            rows = None if rows is None else rows - 1
        return y

    def fill(self, area: Area, style: str | Paint = "text", text: str = " ") -> None:
        """Cover an area."""
        for y in range(area.y, area.bottom):
            self.put(area.x, y, text * area.width, style)

    def stamp(self, stamp: Stamp) -> None:
        """Paint what was painted elsewhere, where it was: quicker than to paint it again, and nothing new to keep."""
        for y, spans in stamp:
            if y < self.area.height:
                self._spans[y] += spans

    def cut_stamp(self) -> Stamp:
        """All that was painted here so far, but for the zones."""
        return tuple((y, tuple(spans)) for y, spans in enumerate(self._spans) if spans)

    def zone(self, area: Area, command: str, about: object = "") -> None:
        """Let an area be pointed at."""
        self.zones.append(Zone(area, command, str(about)))

    # reading

    def zone_at(self, x: int, y: int) -> Zone | None:
        """What is pointed at there: the zone that was painted last."""
        return next((zone for zone in reversed(self.zones) if zone.area.holds(x, y)), None)

    def row(self, y: int) -> Row:
        """The cells of a row and their paints, side by side; the second half of a wide character is empty."""
        if y not in self._rows:
            self._rows[y] = self._composed(y)
        return self._rows[y]

    def same_row(self, y: int, other: Sheet) -> bool:
        """Whether a row was painted in the same way there: quickly asked, and sometimes too careful."""
        return self.area == other.area and self.look is other.look and self._spans[y] == other._spans[y]

    def text(self) -> str:
        """The sheet without its paints."""
        return "\n".join("".join(self.row(y)[0]).rstrip() for y in range(self.area.height))

    def strip(self, y: int) -> Strip:
        """A row as Textual wants it: for its screenshots and tests."""
        return Strip([Segment(text, style) for text, style in self._runs(y)], self.area.width)

    def _runs(self, y: int) -> Iterator[tuple[str, Style]]:
        cells, paints = self.row(y)
        start = 0
        for end in range(1, len(cells) + 1):
            if end == len(cells) or paints[end] is not paints[start]:
                yield "".join(cells[start:end]), paints[start].style
                start = end

    def _composed(self, y: int) -> Row:
        columns = self.area.width
        cells, paints = [" "] * columns, [self.look.paint("text")] * columns
        wide = False
        for x, text, paint in self._spans[y]:
            parts = cells_of(text)
            wide = wide or "" in parts
            if x < 0:
                parts, x = parts[-x:], 0
            if x + len(parts) > columns:
                parts = parts[: max(0, columns - x)]
            cells[x : x + len(parts)] = parts
            paints[x : x + len(parts)] = [paint] * len(parts)
        if wide:
            _mend(cells)
        return cells, paints


@lru_cache(maxsize=4096)
def cells_of(text: str) -> tuple[str, ...]:
    """The text cell by cell: marks stay with what they sit on, and a wide character is followed by an empty cell."""
    text = safe(text)
    if text.isascii():
        return tuple(text)
    cells: list[str] = []
    marks = 0
    for each in text.replace("\xad", "-"):
        columns = width(each)
        if columns:
            cells += (each, "") if columns == 2 else (each,)
            marks = 0
        elif cells and marks < MARKS and not _changes_width(each):
            cells[-1 if cells[-1] else -2] += each
            marks += 1
    return tuple(cells)


def _changes_width(character: str) -> bool:
    """Whether terminals disagree about how wide the character before it is then: joiners, tags, other pictures."""
    return unicodedata.category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f"


@lru_cache(maxsize=4096)
def plainly(text: str) -> str:
    """The text cell by cell in plain characters, for a terminal that has no others."""
    return "".join(
        cell if cell.isascii() else ascii_only(cell)[:1] for cell in cells_of(text.replace("…", ".")) if cell
    )


def _mend(cells: list[str]) -> None:
    """Take away halves of wide characters whose other half was painted over."""
    for at, cell in enumerate(cells):
        if cell:
            torn = width(cell) == 2 and (at + 1 == len(cells) or cells[at + 1] != "")
        else:
            torn = at == 0 or width(cells[at - 1]) != 2
        if torn:
            cells[at] = " "
