"""The rule book, taken apart for a screen: chapters of rules, paragraphs, lists and pictures.

It is the Markdown of docs/RULES.md, and knows no more of Markdown than that file uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from bloodfang import paths


class Kind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    TEXT = "text"
    ITEM = "item"
    PICTURE = "picture"
    """Lines that stay as they are: boards, tables, examples."""


class Tone(StrEnum):
    """How a run of words is said."""

    PLAIN = "plain"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    CODE = "code"
    RULE = "rule"
    """The number of a rule: somewhere to go to."""


Run = tuple[str, Tone]


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a chapter."""

    kind: Kind
    text: str
    """As Markdown has it, in one line; a picture in several."""
    label: str = ""
    """The number of the rule that begins here, or the sign of a list's item."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A title, and what stands under it."""

    title: str
    blocks: tuple[Block, ...]


MINUTE = "The game in one minute"
"""The chapter that comes first. On a screen it is `one_minute`, which shows the screen's own signs."""

_RULE = re.compile(r"\*\*(R\d+[a-z]?)\*\* ")
_ITEM = re.compile(r"(-|\d+\.) +")
_TONES = re.compile(
    r"\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>[^*\s][^*]*)\*|`(?P<code>[^`]+)`|(?P<rule>\bR\d{2}[a-z]?\b)"
    r"|\[(?P<plain>[^\]]+)\]\([^)]*\)"
)


@cache
def book() -> tuple[Chapter, ...]:
    """The chapters of the shipped rules; a chapter that says so if they cannot be read."""
    path = paths.rulebook_file()
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as trouble:
        return (Chapter("The rules are not here", (_unread(path, trouble),)),)


def parse(markdown: str) -> tuple[Chapter, ...]:
    """The chapters of a book; what stands before the first is not shown."""
    chapters = []
    for part in re.split(r"^## ", markdown, flags=re.MULTILINE)[1:]:
        title, _, rest = part.partition("\n")
        chapters.append(Chapter(title.strip(), tuple(_blocks(rest.split("\n")))))
    return tuple(chapters)


def one_minute(mine: str, theirs: str, free: str) -> Chapter:
    """How to play, on one screen, with these signs for a pawn of the player, of the rival, and for free ground."""
    row = f"{mine}   {free}   {free}   {free}   {theirs}"
    picture = (
        "at the start         after your first card",
        f"{row}    {mine}{mine}  {free}   {free}   {free}   {theirs}    {mine}  your pawn",
        f"{row}    [2] {mine}   {free}   {free}   {theirs}    {theirs}  your rival's",
        f"{row}    {mine}{mine}  {free}   {free}   {free}   {theirs}    {free}  nobody's",
    )
    told = [Block(Kind.TEXT, text, label) for label, text in _MINUTE]
    return Chapter(MINUTE, (*told, Block(Kind.PICTURE, "\n".join(picture))))


_MINUTE = (
    ("Goal", "Have **more points** than your rival when the match ends."),
    ("Turn", "You draw a card. Then **play one card, or pass**."),
    ("Place", "A card stands on an empty tile of yours with **as many pawns as its rank**, or more."),
    ("Pawns", "Once it stands it sends pawns around: they open ground for your next card, and turn empty tiles of "
     "your rival."),
    ("Power", "Abilities raise and lower it. **A card at 0 falls.**"),
    ("Lanes", "There are three. In each, the side with more power **scores its power there**; the other scores "
     "nothing."),
    ("End", "When both of you **pass in a row**, or every tile has a card."),
)  # fmt: skip


def runs(text: str) -> tuple[Run, ...]:
    """A text without its Markdown: runs of words, and how each is said."""
    found: list[Run] = []
    at = 0
    for match in _TONES.finditer(text):
        found += _plain(text[at : match.start()])
        name = match.lastgroup or ""
        found.append((match[name], Tone(name)))
        at = match.end()
    return (*found, *_plain(text[at:]))


def plain(text: str) -> str:
    """A text as it reads, without its Markdown."""
    return "".join(words for words, _ in runs(text))


def _plain(text: str) -> Iterator[Run]:
    if text:
        yield text, Tone.PLAIN


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Blocks end with an empty line; an item also where the next begins, and a picture where its fence does."""
    held: list[str] = []
    fenced = False
    for line in lines:
        if line.startswith("```"):
            if fenced:
                yield Block(Kind.PICTURE, "\n".join(held))
            else:
                yield from _block(held)
            held, fenced = [], not fenced
        elif fenced:
            held.append(line)
        elif not line.strip() or _ITEM.match(line) or line.startswith("#"):
            yield from _block(held)
            held = [line] if line.strip() else []
        else:
            held.append(line)
    yield from _block(held)


def _block(lines: Sequence[str]) -> Iterator[Block]:
    if not lines:
        return
    text = " ".join(" ".join(lines).split())
    if text.startswith("#"):
        yield Block(Kind.HEADING, text.lstrip("#").strip())
    elif text.startswith("|"):
        yield Block(Kind.PICTURE, "\n".join(lines))
    elif rule := _RULE.match(text):
        yield Block(Kind.TEXT, text[rule.end() :], rule[1])
    elif item := _ITEM.match(text):
        yield Block(Kind.ITEM, text[item.end() :], item[1])
    else:
        yield Block(Kind.TEXT, text)


def _unread(path: Path, trouble: Exception) -> Block:
    why = trouble.strerror if isinstance(trouble, OSError) else "it is not UTF-8 text"
    return Block(Kind.TEXT, f"{paths.shown(path)}: {why}. Install the game once more to have the rules here.")
