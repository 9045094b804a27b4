"""Text fitted into columns: wrapped, cut, or put into plain ASCII."""

from __future__ import annotations

import unicodedata

from bloodfang.ink import width


def wrap(text: str, columns: int) -> list[str]:
    """The text in lines of at most so many columns, broken between words where that is possible."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and width(line) + 1 + width(word) <= columns:
            line = f"{line} {word}"
            continue
        lines += [line] if line else []
        while width(word) > columns:
            head = _head(word, columns)
            lines.append(head)
            word = word.removeprefix(head)
        line = word
    return [*lines, line] if line else lines


def wrap_evenly(text: str, columns: int) -> list[str]:
    """In no more lines than it needs, a little narrower where the last would be left with a word or two."""
    lines = wrap(text, columns)
    while len(lines) > 1 and width(lines[-1]) * 3 < columns:
        columns -= 1
        if len(closer := wrap(text, columns)) > len(lines):
            break
        lines = closer
    return lines


def cut(text: str, columns: int, ending: str = "…") -> str:
    """The text if it fits, else as much of it as leaves room for the ending."""
    return text if width(text) <= columns else _head(text, columns - width(ending)).rstrip() + ending


def ascii_only(text: str) -> str:
    """The text as an old terminal can show it: accents are left out, what is still strange is a question mark."""
    bare = unicodedata.normalize("NFKD", text.translate(_TYPED))
    kept = "".join(each for each in bare if not unicodedata.combining(each))
    return kept.encode("ascii", "replace").decode()


_TYPED = str.maketrans(
    dict(zip("‘’“”–—·øØłŁ", "''\"\"---oOlL", strict=True))
    | {"…": "...", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ß": "ss"}
)
"""What typists have always written another way."""


def _head(text: str, columns: int) -> str:
    """As much of the beginning as fits, at least one character."""
    end = 1
    while end < len(text) and width(text[: end + 1]) <= columns:
        end += 1
    return text[:end]
