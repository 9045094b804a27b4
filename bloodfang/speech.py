"""What strangers write for others to read, made fit to be shown: chat, the names of decks, notes."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 280
MOST_MARKS = 2
"""So many marks may sit on one character: every language has enough of them, and no tower grows into other lines."""

_REMOVED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Controls, formatting (what turns the order, has no width, or tags), halves, private and unknown characters."""
_SPACES = frozenset({"Zs", "Zl", "Zp"})
_BREAKS = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85"
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0000-\U000e0fff]"
)
"""Marks and letters that show nothing, among them those that choose a variant of what is before them."""


def spoken(text: str, longest: int = LONGEST) -> str:
    """One line that steers no terminal, hides nothing and turns no order; perhaps nothing at all (promise T2)."""
    # Twice: to put characters together can part others, and bring new marks.
    return _tidied(_tidied(text, longest), longest)


def _tidied(text: str, longest: int) -> str:
    kept: list[str] = []
    marks = 0
    for each in text[: 20 * longest]:
        kind = unicodedata.category(each)
        if kind in _SPACES or each in _BREAKS:
            if kept and kept[-1] != " ":
                kept.append(" ")
        elif kind in _REMOVED or _UNSEEN.match(each):
            continue
        elif kind.startswith("M"):
            marks += 1
            if marks <= MOST_MARKS and kept and kept[-1] != " ":  # without a base it would sit on what others wrote
                kept.append(each)
        else:
            marks = 0
            kept.append(each)
    return unicodedata.normalize("NFC", "".join(kept))[:longest].strip(" ")
