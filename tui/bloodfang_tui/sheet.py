"""A sheet of cells that a scene is painted on: text in paints, and zones that can be pointed at."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
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


class Zone(NamedTuple):
    """A place to point at, and what that means: a command, and what it is about."""

    area: Area
    command: str
    about: str = ""


Run = tuple[int, tuple[str, ...], tuple[Paint, ...]]
"""Cells side by side with their paints, and the column of the first."""
Row = tuple[list[str], list[Paint]]
Stamp = tuple[tuple[int, tuple[Run, ...], bool], ...]
"""What was painted once, row by row, and looks the same on every sheet; and whether wide characters are in it."""


Kept = dict[str, tuple[object, Stamp, list[Zone]]]
"""Parts of a scene by name: what each was about, and how it was painted then, with its zones."""


class Sheet:
    """What a scene looks like at one moment. Painted once from top to bottom, later paint over earlier, then read."""

    def __init__(self, columns: int, rows: int, look: Look, kept: Kept | None = None) -> None:
        self.area = Area(0, 0, columns, rows)
        self.look = look
        self.zones: list[Zone] = []
        self._runs: list[list[Run]] = [[] for _ in range(rows)]
        self._wide: set[int] = set()
        """Rows with wide characters: what is painted there may change what is beside it."""
        self._kept: Kept = {} if kept is None else kept

    # painting

    def put(self, x: int, y: int, text: str, style: str | Paint = "text") -> int:
        """Write a line of text; what does not fit is cut off. The column after it."""
        if not text:
            return x
        if self.look.is_ascii and not text.isascii():
            text = plainly(text)
        cells = cells_of(text)
        if 0 <= y < self.area.height:
            paint = self.look.paint(style) if isinstance(style, str) else style
            self._runs[y].append((x, cells, (paint,) * len(cells)))
            if not text.isascii() and "" in cells:
                self._wide.add(y)
        return x + len(cells)

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
        rows, height = self._runs, self.area.height
        for y, runs, wide in stamp:
            if y < height:
                rows[y] += runs
                if wide:
                    self._wide.add(y)

    def part_of(self, name: str, about: object, paint: Callable[[Sheet], None]) -> None:
        """A part of the scene that looks the same as long as it is about the same: then it is not painted again."""
        about = (self.area, self.look, about)
        kept = self._kept.get(name)
        if kept is None or kept[0] != about:
            part = Sheet(self.area.width, self.area.height, self.look)
            paint(part)
            stamp = tuple((y, tuple(runs), y in part._wide) for y, runs in enumerate(part._runs) if runs)
            self._kept[name] = kept = (about, stamp, part.zones)
        self.stamp(kept[1])
        self.zones += kept[2]

    def cut_stamp(self) -> Stamp:
        """All that was painted here so far, but for the zones. What was painted over is not in it."""
        return tuple((y, tuple(_flat(runs)), y in self._wide) for y, runs in enumerate(self._runs) if runs)

    def zone(self, area: Area, command: str, about: object = "") -> None:
        """Let an area be pointed at."""
        self.zones.append(Zone(area, command, str(about)))

    # reading

    def zone_at(self, x: int, y: int) -> Zone | None:
        """What is pointed at there: the zone that was painted last."""
        return next((zone for zone in reversed(self.zones) if zone.area.holds(x, y)), None)

    def row(self, y: int) -> Row:
        """The cells of a row and their paints, side by side; the second half of a wide character is empty."""
        return self.part(y, 0, self.area.width)

    def part(self, y: int, start: int, end: int) -> Row:
        """The cells of a row from one column to another: what `row` has there, unless a wide character is cut."""
        cells, paints = [" "] * (end - start), [self.look.paint("text")] * (end - start)
        for x, run, inks in self._runs[y]:
            stop = x + len(run)
            if x >= end or stop <= start:
                continue
            if x < start or stop > end:
                first, last = max(0, start - x), end - x
                run, inks, x, stop = run[first:last], inks[first:last], max(x, start), min(stop, end)
            cells[x - start : stop - start] = run
            paints[x - start : stop - start] = inks
        if y in self._wide:
            _mend(cells)
        return cells, paints

    def changed_part(self, y: int, old: Sheet) -> tuple[int, int]:
        """Columns outside of which a row looks as it does there; none between them if it was painted in the same way.

        Quickly asked, and often too careful.
        """
        columns = self.area.width
        if self.look is not old.look:
            return 0, columns
        new, was = self._runs[y], old._runs[y]
        if new == was:
            return 0, 0
        if y in self._wide or y in old._wide:  # what is painted there may change what is beside it
            return 0, columns
        start, end = columns, 0
        for x, cells, _ in _apart(new, was):
            start, end = min(start, x), max(end, x + len(cells))
        return max(0, start), min(columns, end)

    def text(self) -> str:
        """The sheet without its paints."""
        return "\n".join("".join(self.row(y)[0]).rstrip() for y in range(self.area.height))

    def strip(self, y: int) -> Strip:
        """A row as Textual wants it: for its screenshots and tests."""
        return Strip([Segment(text, style) for text, style in self._texts(y)], self.area.width)

    def _texts(self, y: int) -> Iterator[tuple[str, Style]]:
        cells, paints = self.row(y)
        start = 0
        for end in range(1, len(cells) + 1):
            if end == len(cells) or paints[end] is not paints[start]:
                yield "".join(cells[start:end]), paints[start].style
                start = end


def _apart(new: list[Run], was: list[Run]) -> list[Run]:
    """All runs of both but for those that are the same and in the same place: first, last, or side by side."""
    if len(new) == len(was):
        return [run for pair in zip(new, was, strict=True) if pair[0] != pair[1] for run in pair]
    least = min(len(new), len(was))
    start = 0
    while start < least and new[start] == was[start]:
        start += 1
    end = 0
    while end < least - start and new[-1 - end] == was[-1 - end]:
        end += 1
    return new[start : len(new) - end] + was[start : len(was) - end]


def _flat(runs: list[Run]) -> Iterator[Run]:
    """The same with nothing under anything else."""
    first, last = min(x for x, _, _ in runs), max(x + len(cells) for x, cells, _ in runs)
    cells: list[str | None] = [None] * (last - first)
    paints: list[Paint | None] = [None] * (last - first)
    for x, run, inks in runs:
        cells[x - first : x - first + len(run)] = run
        paints[x - first : x - first + len(run)] = inks
    at = 0
    for is_painted, group in groupby(cells, lambda cell: cell is not None):
        count = len([*group])
        if is_painted:
            yield first + at, tuple(cells[at : at + count]), tuple(paints[at : at + count])  # type: ignore[arg-type]
        at += count


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
