"""What is written to the terminal so that it shows a sheet: only what is not there yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress
from operator import is_not, ne, or_

from bloodfang.ink import Depth, width
from bloodfang_tui.look import Paint
from bloodfang_tui.sheet import Sheet

GAP = 6
"""So many cells that stay the same are written again rather than jumped over, if they need no other paint."""

_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27"}
"""What ends an attribute. Bold and dim end together."""


Run = tuple[int, int, str, Paint]
"""Row, column, text, and what it is written in."""


def written(new: Sheet, old: Sheet | None) -> str:
    """From what the old sheet left on the terminal to the new one; from nothing if that is unknown, or another size."""
    if old is not None and old.area != new.area:
        old = None
    runs = [run for y in range(new.area.height) for run in _changed(new, old, y)]
    if new.look.depth is Depth.TRUE:  # there a jump costs less than another paint
        runs.sort(key=lambda run: (run[3].bg, run[3].fg, run[3].sgr))
    text = "".join(_parts(runs))
    return text if old is not None else f"\x1b[0m\x1b[2J{text}"


def _changed(new: Sheet, old: Sheet | None, y: int) -> Iterator[Run]:
    """What is to be written on a row."""
    if old is None:
        yield from _runs(y, 0, *new.row(y))
        return
    start, end = new.changed_part(y, old)
    if start >= end:
        return
    cells, paints = new.part(y, start, end)
    for first, last in _other(cells, paints, *old.part(y, start, end)):
        yield from _runs(y, start + first, cells[first:last], paints[first:last])


def _other(cells: list[str], paints: list[Paint], was: list[str], were: list[Paint]) -> Iterator[tuple[int, int]]:
    """The parts that are not the same, those near each other as one.

    None begins with the second half of a wide character: that changes only when its first half does.
    """
    start = end = -1
    for at in compress(range(len(cells)), map(or_, map(ne, cells, was), map(is_not, paints, were))):
        if cells[at] == was[at] and _looks_same(cells[at], paints[at], were[at]):
            continue
        if start < 0:
            start = at
        elif at > end and (at - end > GAP or any(between is not paints[end - 1] for between in paints[end:at])):
            yield start, end
            start = at
        end = at + 1
    if start >= 0:
        yield start, end


def _looks_same(text: str, paint: Paint, other: Paint) -> bool:
    return paint.blank == other.blank if text == " " else paint.sgr == other.sgr


def _runs(y: int, x: int, cells: list[str], paints: list[Paint]) -> Iterator[Run]:
    """A part of a row by its paints. Spaces take the paint beside them where that looks the same."""
    begin, paint = 0, paints[0]
    blank = cells[0] == " "
    for at in range(1, len(cells)):
        other, space = paints[at], cells[at] == " "
        if other is not paint:
            if not ((space or blank) and other.blank == paint.blank):
                yield y, x + begin, "".join(cells[begin:at]), paint
                begin, paint = at, other
                blank = True
            elif blank:
                paint = other
        blank = blank and space
    yield y, x + begin, "".join(cells[begin:]), paint


def _parts(runs: Iterable[Run]) -> Iterator[str]:
    """Says only what changes: where the pen is, and in which paint."""
    last: Paint | None = None
    place = (-1, -1)
    for y, x, text, paint in runs:
        if (y, x) != place:
            yield f"\x1b[{y + 1};{x + 1}H"
        yield _dip(last, paint)
        yield text
        last, place = paint, (y, x + width(text))
    if last and last.sgr:
        yield "\x1b[0m"


@lru_cache(maxsize=4096)
def _dip(last: Paint | None, paint: Paint) -> str:
    """What turns the pen from one paint to another."""
    if last is None:
        return f"\x1b[0;{paint.sgr}m" if paint.sgr else "\x1b[0m"
    ended = {_OFF[each] for each in last.attributes - paint.attributes}
    begun = paint.attributes - last.attributes
    if "22" in ended:
        begun |= paint.attributes & {"1", "2"}
    codes = [*sorted(ended), *sorted(begun)]
    if paint.fg != last.fg:
        codes.append(paint.fg or "39")
    if paint.bg != last.bg:
        codes.append(paint.bg or "49")
    return f"\x1b[{';'.join(codes)}m" if codes else ""
