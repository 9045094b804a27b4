"""A line of text that somebody else wrote: whether it can be shown anywhere."""

from __future__ import annotations

import unicodedata

from bloodfang.ink import width

MOST_MARKS = 2
"""So many may sit on one character: with more of them a name climbs over the lines around it."""


def line_problem(text: str, least: int, most: int) -> str:
    """Why this is no line of so many columns that can be shown anywhere, as the end of a sentence; nothing if it is."""
    if not text.isprintable():  # controls, turned order, what has no width, private signs
        strange = next(each for each in text if not each.isprintable())
        return f"holds the character U+{ord(strange):04X}, which has no place in a line of text"
    if "[" in text or "]" in text:
        return "holds [ or ], which some screens read as markup"
    if text != " ".join(text.split()):
        return "begins or ends with a space, or has two in a row"
    if _piled(text):
        return f"has more than {MOST_MARKS} marks on one character, or marks on none"
    if not least <= width(text) <= most:
        return f"takes {width(text)} columns, and {least} to {most} would be right"
    return ""


def _piled(text: str) -> bool:
    marks = MOST_MARKS  # before the first character there is nothing to sit on
    for each in text:
        marks = marks + 1 if unicodedata.category(each) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return True
    return False
