"""What looks like what: the skeleton of a text, by the Unicode consortium's table of confusable characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache


def skeleton(text: str) -> str:
    """Two texts have the same skeleton if a reader could take one for the other.

    It is no text to show. It tells capitals from small letters: `bloodfang.callsigns.looks` does not.
    """
    table = _prototypes()
    bare = (each for each in _parted(text) if unicodedata.category(each) != "Cf")
    return _parted("".join(table.get(each, each) for each in bare))


@cache
def _prototypes() -> Mapping[str, str]:
    """What stands in a skeleton for each character that looks like something else.

    The library knows pairs only, in both directions. Characters that lead to each other are one family, and its first
    stands for all of them; a few are a family with two or more characters in a row, such as "m" with "rn".
    """
    families: dict[str, str] = {}
    spelt: dict[str, str] = {}
    for one, other in _pairs():
        if len(one) == len(other) == 1:
            first, second = sorted((_head(families, one), _head(families, other)))
            families[second] = first
        elif len(one) == 1:
            spelt[one] = other
    table = {each: _head(families, each) for each in families} | spelt
    return {each: "".join(table.get(letter, letter) for letter in _parted(table[each])) for each in table}


def _parted(text: str) -> str:
    """Letters and their marks one by one."""
    return unicodedata.normalize("NFD", text)


def _head(families: dict[str, str], character: str) -> str:
    while (above := families.setdefault(character, character)) != character:
        character = above
    return character


def _pairs() -> list[tuple[str, str]]:
    # Only here, for the table is large: a game that nobody shares needs none.
    from confusable_homoglyphs.confusables import confusables_data  # type: ignore[import-untyped]

    def bare(text: str) -> str:  # the consortium's file sets characters of the right-to-left scripts between two marks
        return text.replace("\u200e", "")

    return [(bare(one), bare(each["c"])) for one, others in confusables_data.items() for each in others]
