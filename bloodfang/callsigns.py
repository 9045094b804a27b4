"""What accounts and rooms may be called: names that can be read, typed, and not be taken for another's."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterable
from functools import cache

from bloodfang.ink import width
from bloodfang.lookalikes import skeleton as skeleton  # part of the same question
from bloodfang.match import Refused

SHORTEST, LONGEST = 2, 16
"""In columns of a terminal."""
MARK_OF_GUESTS = "~"
"""No account has it in its name, nor anything that looks like it."""

_BETWEEN = "_-."
_LETTERS = frozenset({"Lu", "Ll", "Lt", "Lo"})
_WRITTEN_TOGETHER = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
"""Scripts that are one to those who write them."""
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_JAMO = re.compile("[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]")
"""Pieces of Hangul that make no syllable; two of them cannot even be seen."""

_OFFICES = (
    "admin administrator anonymous anybody bloodfang bot everyone guest host me moderator mod nobody null official "
    "operator owner player rival root server spectator staff sudo support sysop system unknown you"
)
_CREATURES = (
    "Adder Badger Bittern Crane Curlew Dipper Egret Elk Falcon Ferret Grouse Hare Heron Jackdaw Kestrel Lapwing Linnet "
    "Lynx Magpie Marten Mole Osprey Otter Owl Pipit Plover Polecat Raven Rook Shrew Siskin Snipe Stoat Swift Tern "
    "Thrush Toad Vole Weasel Wren"
)


def callsign(text: str) -> str:
    """The name that somebody wishes for, as it will be shown; Refused with what is wrong with it (promise T1).

    Whether it is free is another question: compare `looks`.
    """
    if len(text) > 4 * LONGEST:  # nothing that long can come right
        raise Refused(_LENGTH)
    name = unicodedata.normalize("NFC", text.strip(" "))
    for each in name:
        if not (_is_letter(each) or _is_digit(each) or each in _BETWEEN):
            raise Refused(
                f"a name is made of letters, digits and {' '.join(_BETWEEN)}, {_called(each)} is none of them"
            )
    if not SHORTEST <= width(name) <= LONGEST:
        raise Refused(_LENGTH)
    letters = [each for each in name if _is_letter(each)]
    if not letters:
        raise Refused("a name has at least one letter")
    if name[0] in _BETWEEN or name[-1] in _BETWEEN:
        raise Refused("a name begins and ends with a letter or a digit")
    if not _is_one_script(each for each in name if each.isalpha() or not each.isascii()):
        raise Refused("all letters and digits of a name belong to one script")
    if len(letters) < len(name) and unicodedata.bidirectional(letters[0]) in _RIGHT_TO_LEFT:
        raise Refused(
            "a name that is written from right to left is made of letters only: others would turn their order"
        )
    if _is_reserved(name):
        raise Refused(f"{name} is a name that nobody may have here; choose another")
    return name


def looks(name: str) -> frozenset[str]:
    """What a name looks like, whatever its case: two names that share one of these cannot both be had."""
    return frozenset(skeleton(form).casefold() for form in (name, name.casefold(), name.upper()))


def invented(most: int = 100) -> str:
    """A name such as Heron-41, its number below `most`; it may be taken."""
    return f"{secrets.choice(_CREATURES.split())}-{10 + secrets.randbelow(most - 10)}"


_LENGTH = f"a name is {SHORTEST} to {LONGEST} columns wide; some characters are two columns wide"


def _is_letter(character: str) -> bool:
    return (
        unicodedata.category(character) in _LETTERS
        and unicodedata.normalize("NFKC", character) == character  # else it only stands for other letters
        and not _JAMO.match(character)
        and width(character) > 0
    )


def _is_digit(character: str) -> bool:
    return unicodedata.category(character) == "Nd" and unicodedata.normalize("NFKC", character) == character


def _is_one_script(characters: Iterable[str]) -> bool:
    from confusable_homoglyphs.categories import alias  # type: ignore[import-untyped]

    scripts = {alias(each) for each in characters}
    if scripts & {"COMMON", "INHERITED", "Unknown"}:
        return False
    return len(scripts) == 1 or any(scripts <= together for together in _WRITTEN_TOGETHER)


def _is_reserved(name: str) -> bool:
    parts = re.split("[_.-]", name)
    words = {*parts, "".join(parts)}
    words |= {word.strip("0123456789") for word in words}
    return any(look in _reserved() for word in words if word for look in looks(word))


@cache
def _reserved() -> frozenset[str]:
    """What the words look like that would let a stranger speak for the server, or for a bot."""
    from bloodfang.bots import LEVELS

    bots = (level.name.replace(" ", "") for level in LEVELS.values())
    return frozenset(look for word in (*_OFFICES.split(), *bots) for look in looks(word))


def _called(character: str) -> str:
    """A character in words, for it may be one that must not be shown."""
    said = unicodedata.name(character, "").lower()
    return f"U+{ord(character):04X} ({said})" if said else f"U+{ord(character):04X}"
