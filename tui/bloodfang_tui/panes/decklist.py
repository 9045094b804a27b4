"""A list of decks: the player's own, those that come with the game, and files that are none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bloodfang.deckbox import Listed
from bloodfang.weighing import whole_deck
from bloodfang_engine.errors import Problem
from bloodfang_tui.panes.cardlist import top_row
from bloodfang_tui.panes.fitted import fitted
from bloodfang_tui.sheet import Area, Sheet

Line = tuple[str, int | None]
"""What is written on a row, and the number of the entry it stands for, if any."""


def paint_decks(
    sheet: Sheet, area: Area, entries: Sequence[Listed | Problem], at: int, top: int, active: bool, none_yet: str
) -> int:
    """Paint them under headings; a click says `deck:` and the number. The first row that is shown."""
    lines = [*_lines(entries, none_yet)]
    chosen = next((row for row, (_, number) in enumerate(lines) if number == at), 0)
    top = top_row(0 if chosen <= 1 else top, chosen, len(lines), area.height)
    for row, (text, number) in enumerate(lines[top : top + area.height]):
        place = Area(area.x, area.y + row, area.width, 1)
        if number is None:
            style = "quiet on panel bold" if row + top == 0 or text != none_yet else "faint on panel"
            sheet.put(place.x + 1, place.y, fitted(sheet.look, text, place.width - 2), style)
        else:
            _paint_entry(sheet, place, text, entries[number], number, number == at, active)
    signs = sheet.look.signs
    if top > 0:
        sheet.put(area.right - 1, area.y, signs.up, "accent on panel")
    if top + area.height < len(lines):
        sheet.put(area.right - 1, area.bottom - 1, signs.down, "accent on panel")
    return top


def _lines(entries: Sequence[Listed | Problem], none_yet: str) -> Iterator[Line]:
    yield "Yours", None
    if not any(isinstance(each, Listed) and each.deck.own for each in entries):
        yield none_yet, None
    heading = "Yours"
    for number, entry in enumerate(entries):
        if isinstance(entry, Problem):
            under, text = "Not readable", re.split(r"[/\\]", entry.where)[-1].partition(":")[0]
        else:
            under, text = "Yours" if entry.deck.own else "From the game", entry.deck.name
        if under != heading:
            yield "", None
            yield under, None
            heading = under
        yield text, number


def _paint_entry(
    sheet: Sheet, area: Area, text: str, entry: Listed | Problem, number: int, chosen: bool, active: bool
) -> None:
    back = "raised" if chosen else "panel"
    sheet.fill(area, f"text on {back}")
    if chosen:
        sheet.put(area.x, area.y, sheet.look.signs.pointer, f"{'accent' if active else 'faint'} on {back} bold")
    aside = _aside(entry)
    room = area.width - 3 - (len(aside) + 1 if aside else 0)
    style = "bad" if isinstance(entry, Problem) else "text"
    sheet.put(area.x + 2, area.y, fitted(sheet.look, text, room), f"{style} on {back}{' bold' if chosen else ''}")
    sheet.right(area.right - 1, area.y, aside, f"bad on {back}")
    sheet.zone(area, "app.choose", f"deck:{number}")


def _aside(entry: Listed | Problem) -> str:
    """What keeps an entry from being played, in a few characters."""
    if isinstance(entry, Problem):
        return "!"
    cards, whole = len(entry.deck.cards), whole_deck()
    return "" if entry.playable else f"{cards}/{whole}" if cards != whole else "!"
