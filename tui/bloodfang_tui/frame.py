"""What is written to the terminal so that it shows a sheet: only what is not there yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

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
    rows = [y for y in range(new.area.height) if old is None or not new.same_row(y, old)]
    runs = [run for y in rows for start, end in _changed(new, old, y) for run in _runs(new, y, start, end)]
    if new.look.depth is Depth.TRUE:  # there a jump costs less than another paint
        runs.sort(key=lambda run: (run[3].bg, run[3].fg, run[3].sgr))
    text = "".join(_parts(runs))
    return text if old is not None else f"\x1b[0m\x1b[2J{text}"


def _changed(new: Sheet, old: Sheet | None, y: int) -> Iterator[tuple[int, int]]:
    """The parts of a row that are not the same, those near each other as one.

    None begins with the second half of a wide character: that changes only when its first half does.
    """
    cells, paints = new.row(y)
    if old is None:
        yield 0, len(cells)
        return
    was, were = old.row(y)
    other = [at for at in range(len(cells)) if cells[at] != was[at] or paints[at] is not were[at]]
    start = end = -1
    for at in other:
        if cells[at] == was[at] and _looks_same(cells[at], paints[at], were[at]):
            continue
        if start < 0:
            start = at
        elif at - end > GAP or any(between is not paints[end - 1] for between in paints[end:at]):
            yield start, end
            start = at
        end = at + 1
    if start >= 0:
        yield start, end


def _looks_same(text: str, paint: Paint, other: Paint) -> bool:
    return paint.blank == other.blank if text == " " else paint.sgr == other.sgr


def _runs(sheet: Sheet, y: int, start: int, end: int) -> Iterator[Run]:
    """A part of a row by its paints. Spaces take the paint beside them where that looks the same."""
    cells, paints = sheet.row(y)
    begin, paint = start, paints[start]
    blank = cells[start] == " "
    for at in range(start + 1, end):
        other, space = paints[at], cells[at] == " "
        if other is not paint:
            if not ((space or blank) and other.blank == paint.blank):
                yield y, begin, "".join(cells[begin:at]), paint
                begin, paint = at, other
                blank = True
            elif blank:
                paint = other
        blank = blank and space
    yield y, begin, "".join(cells[begin:end]), paint


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
