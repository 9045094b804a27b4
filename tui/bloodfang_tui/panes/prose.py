"""The rule book set in rows: wrapped to a width, rule numbers in the margin, pictures as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bloodfang.fitting import ascii_only, cut
from bloodfang.ink import width
from bloodfang.rulebook import Block, Chapter, Kind, Tone, runs
from bloodfang_tui.sheet import Area, Sheet

STYLES: Mapping[Tone, str] = {
    Tone.PLAIN: "text",
    Tone.STRONG: "text bold",
    Tone.EMPHASIS: "text italic",
    Tone.CODE: "quiet",
    Tone.RULE: "accent",
}
MOST_COLUMNS = 84
"""Longer lines are hard to read."""

_RULE = re.compile(r"\bR\d{2}[a-z]?\b")
_MARGIN = 5

Part = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a page: texts with their styles."""

    parts: tuple[Part, ...] = ()
    picture: bool = False
    follows: bool = False
    """The sentence before goes on here."""

    @property
    def text(self) -> str:
        """The line as it reads."""
        return "".join(text for text, _ in self.parts)


@dataclass(frozen=True, slots=True)
class Page:
    """Chapters set in rows, one below the other."""

    rows: tuple[Row, ...]
    titles: tuple[str, ...]
    starts: tuple[int, ...]
    """The first row of each chapter; its title is in no row."""
    rules: Mapping[str, int]
    """The row at which each rule begins."""
    widest: int
    """The columns of the widest picture."""

    def chapter_at(self, row: int) -> int:
        """The number of the chapter that this row is in."""
        return max((number for number, start in enumerate(self.starts) if start <= row), default=0)

    def span(self, chapter: int) -> range:
        """The rows of a chapter."""
        after = self.starts[chapter + 1] if chapter + 1 < len(self.starts) else len(self.rows)
        return range(self.starts[chapter], after)

    def find(self, words: str, start: int = 0) -> tuple[int, ...]:
        """The rows that say this, from the start on and around; of a rule's number, first the rule itself."""
        wanted = self.sought(words)
        found = [row for row in range(len(self.rows)) if wanted and self._says(row, wanted)]
        first = self.rules.get(wanted.upper()[:1] + wanted[1:], -1)
        if first >= 0:
            start = first
        return (*(row for row in found if row >= start), *(row for row in found if row < start))

    def sought(self, words: str) -> str:
        """What is looked for when a player types this: R24, r24 and 24 are the same rule; capitals are no matter."""
        wanted = " ".join(words.casefold().split())
        number = wanted if wanted.startswith("r") else f"r{wanted}"
        return number if number.upper()[:1] + number[1:] in self.rules else wanted

    def _says(self, row: int, wanted: str) -> bool:
        """Whether the words are in this row, or begin in it and end in the next."""
        here = _bare(self.rows[row])
        if wanted in here:
            return True
        after = self.rows[row + 1] if row + 1 < len(self.rows) else None
        return bool(after and after.follows and wanted in f"{here} {_bare(after)}" and wanted not in _bare(after))


def set_in_rows(chapters: Iterable[Chapter], columns: int, *, plain: bool) -> Page:
    """The chapters at this width; in ASCII alone if they must be plain."""
    rows: list[Row] = []
    starts: list[int] = []
    titles: list[str] = []
    rules: dict[str, int] = {}
    widest = 0
    for chapter in chapters:
        starts.append(len(rows))
        titles.append(ascii_only(chapter.title) if plain else chapter.title)
        labels = [block.label for block in chapter.blocks if block.kind is Kind.TEXT]
        margin = max((_MARGIN, *(width(label) + 2 for label in labels if not _RULE.match(label))))
        for number, block in enumerate(chapter.blocks):
            if number and not _close(chapter.blocks[number - 1], block):
                rows.append(Row())
            if block.kind is Kind.TEXT and block.label:
                rules[block.label] = len(rows)
            text = ascii_only(block.text) if plain and block.kind is not Kind.PICTURE else block.text
            if block.kind is Kind.PICTURE:
                lines = [ascii_only(line) if plain else line for line in text.split("\n")]
                indent = margin if margin + max(map(width, lines)) <= columns else 0
                widest = max(widest, indent + max(map(width, lines)))
                rows += [Row(((" " * indent, "text"), *_rules_in(line)), picture=True) for line in lines]
            else:
                rows += _block(block, text, columns, margin)
    return Page(tuple(rows), tuple(titles), tuple(starts), rules, widest)


def paint_page(sheet: Sheet, area: Area, page: Page, shown: range, *, shift: int = 0, wanted: str = "") -> None:
    """These rows of a page; pictures moved to the left by a shift, and what was looked for lit up.

    A rule's number can be clicked, which is the command `rules.rule`.
    """
    for y, row in enumerate(page.rows[shown.start : shown.stop], area.y):
        x = area.x
        left = shift if row.picture else 0
        if row.picture:
            sheet.fill(Area(area.x, y, area.width, 1), "text on panel")
        for text, style in row.parts:
            text, left = text[left:], max(0, left - width(text))
            room = area.right - x
            fits = text if width(text) <= room else cut(text, room, sheet.look.signs.more_right)
            after = sheet.put(x, y, fits, f"{style} on panel" if row.picture else style)
            if _RULE.fullmatch(text) and text in page.rules:
                sheet.zone(Area(x, y, after - x, 1), "rules.rule", text)
            x = after
            if fits != text:
                break
        if wanted:
            _light(sheet, area, y, row.text[shift if row.picture else 0 :], page.sought(wanted))


def paint_scroll(sheet: Sheet, area: Area, count: int, top: int) -> None:
    """How far through the rows one is: a column with a thumb in it, which can be clicked above and below."""
    if count <= area.height:
        return
    signs = sheet.look.signs
    size = max(1, area.height * area.height // count)
    start = min(area.height - size, top * (area.height - size) // max(1, count - area.height))
    for y in range(area.height):
        inside = start <= y < start + size
        sheet.put(area.x, area.y + y, signs.meter[1] if inside else signs.box[3], "quiet" if inside else "line")
    sheet.zone(Area(area.x, area.y, 1, start), "app.page_up")
    sheet.zone(Area(area.x, area.y + start + size, 1, area.height - start - size), "app.page_down")


def _block(block: Block, text: str, columns: int, margin: int) -> Iterator[Row]:
    match block.kind:
        case Kind.HEADING:
            yield Row(((text, "blood bold"),))
        case Kind.ITEM:
            yield from _wrapped(text, columns, margin + len(block.label) + 1, f"{' ' * margin}{block.label} ", "quiet")
        case _:
            yield from _wrapped(text, columns, margin, block.label.ljust(margin), "accent bold")


def _wrapped(text: str, columns: int, indent: int, first: str, style: str) -> Iterator[Row]:
    """The words in lines, each word in its tones; the first line begins with a label instead of the indent."""
    parts: list[Part] = [(first, style)]
    label = first.strip()
    if label and first != label:  # only the label itself is a place to point at
        lead = len(first) - len(first.lstrip())
        parts = [(first[:lead], "text"), (label, style), (first[lead + len(label) :], "text")]
    used, empty, follows = indent, True, False
    for word in _words(text):
        needed = sum(width(piece) for piece, _ in word)
        if not empty and used + 1 + needed > columns:
            yield Row(tuple(parts), follows=follows)
            parts, used, empty, follows = [(" " * indent, "text")], indent, True, True
        if not empty:
            parts.append((" ", "text"))
        parts += word
        used += needed + (not empty)
        empty = False
    yield Row(tuple(parts), follows=follows)


def _words(text: str) -> Iterator[list[Part]]:
    """Words as pieces that stay together: a code word and the bracket right behind it are one."""
    word: list[Part] = []
    for run, tone in runs(text):
        for piece in re.findall(r"\s+|\S+", run):
            if piece.isspace():
                if word:
                    yield word
                word = []
            else:
                word.append((piece, STYLES[tone]))
    if word:
        yield word


def _rules_in(line: str) -> Iterator[Part]:
    for piece in re.split(rf"({_RULE.pattern})", line):
        if piece:
            yield piece, STYLES[Tone.RULE] if _RULE.fullmatch(piece) else "text"


def _close(before: Block, block: Block) -> bool:
    """Whether no empty row stands between these two: items of a list, and what has a word for a label."""
    if before.kind is block.kind is Kind.ITEM:
        return True
    return all(each.label and not _RULE.match(each.label) for each in (before, block))


def _light(sheet: Sheet, area: Area, y: int, text: str, wanted: str) -> None:
    low = text.casefold()
    at = low.find(wanted) if len(low) == len(text) else -1  # some letters fold into two
    while at >= 0:
        x = area.x + width(text[:at])
        sheet.put(x, y, text[at : at + len(wanted)][: area.right - x], "ground on cursor")
        at = low.find(wanted, at + len(wanted))


def _bare(row: Row) -> str:
    return " ".join(row.text.casefold().split())
