"""The story of a match: its last sentences, as many as fit."""

from __future__ import annotations

from collections.abc import Sequence

from bloodfang.fitting import wrap
from bloodfang_tui.panes.box import box
from bloodfang_tui.sheet import Area, Sheet


def draw_story(sheet: Sheet, area: Area, sentences: Sequence[str], title: str = "What happened") -> None:
    """Paint the newest sentences, the last one at the bottom."""
    newest = tuple(sentences[-area.height :])  # each takes a row at least
    sheet.part_of("story", (area, newest, title), lambda part: _paint(part, area, newest, title))


def _paint(sheet: Sheet, area: Area, sentences: Sequence[str], title: str) -> None:
    inner = box(sheet, area, title)
    columns = inner.width - 2
    lines: list[tuple[str, str]] = []
    for sentence in reversed(sentences):
        if len(lines) >= inner.height:
            break
        lines = _wrapped(sentence, columns) + lines
    for row, (line, style) in enumerate(lines[-inner.height :] if inner.height > 0 else []):
        sheet.put(inner.x + 1, inner.y + row, line, f"{style} on panel")


def _wrapped(sentence: str, columns: int) -> list[tuple[str, str]]:
    if sentence.startswith("Turn "):
        return [(line, "accent") for line in wrap(sentence, columns)]
    first, *rest = wrap(sentence, columns) or [""]
    more = wrap(" ".join(rest), max(1, columns - 2))
    return [(first, "text"), *((f"  {line}", "text") for line in more)]
