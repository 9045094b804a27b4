"""Who and what is in a lobby: open seats, matches that go on, and everybody who is here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from bloodfang.fitting import cut, wrap
from bloodfang.ink import width
from bloodfang.live import Live
from bloodfang.lobby import Present
from bloodfang.seeks import Seek
from bloodfang.visit import Visit
from bloodfang_tui.panes.menu import window
from bloodfang_tui.sheet import Area, Sheet
from bloodfang_tui.wishes import in_words

ALONE = "Nobody else is here right now. A bot plays at once; and an open seat is what the next visitor sees first."


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list."""

    key: str
    """What it is about, however the list changes: a kind, and an id."""
    group: str
    """The heading it stands under."""
    name: str
    aside: str
    """Two spaces in it part what there may be no room for from what there must be."""
    what: Seek | Live | Present


def company(visit: Visit, blocked: Collection[str]) -> tuple[Row, ...]:
    """Everything that can be pointed at, in the order in which it is shown."""
    return (*_seats(visit), *_matches(visit), *_people(visit, blocked))


def _seats(visit: Visit) -> Iterable[Row]:
    for seek in visit.lobby.seeks.all():
        if not seek.quick and seek.by.id != visit.person.id and visit.lobby.may_meet(visit.person.id, seek.by.id):
            yield Row(f"seat {seek.id}", "Open seats", seek.by.name, in_words(seek.terms), seek)


def _matches(visit: Visit) -> Iterable[Row]:
    for live in visit.lobby.hall.running():
        if live.seating.seat_of(visit.person.id) is None:
            view = live.match.latest(None).view
            one, other = (sitter.name for sitter in live.sitters)
            score = view.account.score
            yield Row(f"match {live.id}", "Matches", f"{one} {score[0]}:{score[1]} {other}", f"turn {view.turn}", live)


def _people(visit: Visit, blocked: Collection[str]) -> Iterable[Row]:
    asked = {each.to.id for each in visit.lobby.challenges.of(visit.person.id)}
    for present in visit.lobby.here():
        person = present.person
        you = person.id == visit.person.id
        doing = "blocked" if person.id in blocked else "asked" if person.id in asked and not you else present.doing
        rating = "" if person.guest else f"{round(person.rating.rating)}  "
        yield Row(f"person {person.id}", "People", f"{person.name}{' (you)' if you else ''}", rating + doing, present)


def draw_company(sheet: Sheet, area: Area, rows: Sequence[Row], chosen: str, *, active: bool) -> None:
    """Paint as many rows as fit under their headings, the chosen one among them; each can be clicked by its key."""
    lines: list[Row | str] = []
    for number, row in enumerate(rows):
        if number == 0 or rows[number - 1].group != row.group:
            lines += [""] * bool(lines) + [row.group]
        lines.append(row)
    at = next((number for number, line in enumerate(lines) if isinstance(line, Row) and line.key == chosen), 0)
    shown = window(len(lines), at, area.height)
    for number in shown:
        line, y = lines[number], area.y + number - shown.start
        if isinstance(line, Row):
            _draw_row(sheet, Area(area.x, y, area.width, 1), line, chosen=line.key == chosen, active=active)
        else:
            sheet.put(area.x + 1, y, line, "quiet on panel bold")
    signs = sheet.look.signs
    if shown.start > 0:
        sheet.put(area.right - 1, area.y, signs.up, "accent on panel")
    if shown.stop < len(lines):
        sheet.put(area.right - 1, area.bottom - 1, signs.down, "accent on panel")
    top = area.y + len(lines) + 1
    if len(rows) == 1:
        for number, text in enumerate(wrap(ALONE, area.width - 3)[: max(0, area.bottom - top)]):
            sheet.put(area.x + 2, top + number, text, "quiet on panel")


def _draw_row(sheet: Sheet, area: Area, row: Row, *, chosen: bool, active: bool) -> None:
    back = "raised" if chosen and active else "panel"
    sheet.fill(area, f"text on {back}")
    if chosen and active:
        sheet.put(area.x, area.y, sheet.look.signs.pointer, f"accent on {back} bold")
    room = area.width - 5
    aside = row.aside if width(row.name) + width(row.aside) <= room else row.aside.split("  ")[-1]
    aside = cut(aside, max(room // 2, room - width(row.name)))
    name = cut(row.name, max(1, room - width(aside)))
    sheet.put(area.x + 2, area.y, name, f"text on {back}{' bold' if chosen and active else ''}")
    sheet.right(area.right - 1, area.y, aside, f"quiet on {back}")
    sheet.zone(area, "lobby.challenge", row.key)
