"""The lobby of a server: who is here, who looks for a rival, and the way into a match."""

from __future__ import annotations

from collections.abc import Iterable

from textual.timer import Timer

from bloodfang.fitting import cut, wrap
from bloodfang.ink import width
from bloodfang.live import Live
from bloodfang.lobby import Present
from bloodfang.seeks import Seek
from bloodfang_tui.herald import Herald
from bloodfang_tui.lobbymenu import Entry, entries
from bloodfang_tui.online import Online
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.clocks import minutes
from bloodfang_tui.panes.company import Row, company, draw_company
from bloodfang_tui.panes.emblem import draw_emblem
from bloodfang_tui.panes.menu import menu
from bloodfang_tui.scene import ROOMY, WIDE, Scene
from bloodfang_tui.sheet import Area, Sheet
from bloodfang_tui.ways import Ways
from bloodfang_tui.wishes import Wishes


class LobbyScene(Scene[None]):
    """Where a session on a server begins, and where it ends."""

    CONTEXT = "lobby"

    def __init__(self, online: Online) -> None:
        super().__init__()
        self.online = online
        self.wishes = Wishes(self, online)
        self.herald = Herald(self, self.wishes)
        self.ways = Ways(self, self.wishes, self.herald)
        self.chosen = ""
        """The entry that is pointed at, by its name; the first, if there is none of this name."""
        self.row = ""
        """The one on the right, by its key: whoever comes or goes, the player points at the same."""
        self.on_company = False
        """The player points at the right side."""
        self._second: Timer | None = None
        self._company: tuple[Row, ...] | None = None

    # what there is

    def entries(self) -> list[Entry]:
        """What there is to do now."""
        return entries(self.ways, len(self._rows("Matches")), self.do_watch)

    @property
    def at(self) -> int:
        """The number of the entry that is pointed at."""
        names = [each.name for each in self.entries()]
        return names.index(self.chosen) if self.chosen in names else 0

    def rows(self) -> tuple[Row, ...]:
        """Whoever and whatever is here, as it is painted: looked up once for all who ask, for there may be many."""
        if self._company is None:
            self._company = company(self.online.visit, self.wishes.blocked)
        return self._company

    def _rows(self, group: str) -> list[Row]:
        return [row for row in self.rows() if row.group == group]

    def _pointed_at(self) -> Row | None:
        rows = self.rows()
        return next((row for row in rows if row.key == self.row), rows[0] if rows else None)

    # painting

    def paint(self, sheet: Sheet) -> None:
        person = self.online.person
        rating = "a guest" if person.guest else f"rated {round(person.rating.rating)}"
        body = heading(sheet, "Blood Fang", f"{person.name}, {rating}")
        top = self._paint_welcome(sheet, body)
        columns = min(60, body.width * 11 // 20)
        entries, rows = self.entries(), body.bottom - top
        high = min(rows, len(entries) + 2)
        inner = box(sheet, Area(0, top, columns, high), "What now?", edge="line" if self.on_company else "accent")
        lines = [(each.name, cut(each.aside, max(0, inner.width - width(each.name) - 6))) for each in entries]
        menu(sheet, inner, lines, self.at, active=not self.on_company)
        about = Area(0, top + high, columns, rows - high)
        if about.height >= 3:
            inner = box(sheet, about, entries[self.at].name)
            for number, line in enumerate(wrap(entries[self.at].about, inner.width - 2)[: inner.height]):
                sheet.put(inner.x + 1, inner.y + number, line, "text on panel")
        right = Area(columns, top, body.width - columns, rows)
        inner = box(sheet, right, "Here now", edge="accent" if self.on_company else "line")
        chosen = self._pointed_at()
        draw_company(sheet, inner, self.rows(), chosen.key if chosen else "", active=self.on_company)
        self.paint_bar(sheet)

    def _paint_welcome(self, sheet: Sheet, area: Area) -> int:
        """Who the player is, how to leave, and what is going on. The row below it."""
        person, y = self.online.person, area.y
        if area.height >= WIDE[1] - 4:
            y = draw_emblem(sheet, Area(0, y + 1, area.width, area.height)) + 1
        elif area.height >= ROOMY[1] - 2:
            y += 1
        known = f"Your key: {self.online.visit.key}" if self.online.visit.key else "Your phrase leads back here."
        leave = f"{self.key_of('app.back')} leaves; a match you leave waits for you here."
        if person.guest:
            known = "You are a guest here."
            leave = f"{self.key_of('app.back')} leaves. Choose You, below, to be remembered."
        lines = [(f"Welcome, {person.name}. {known}", "text"), (leave, "quiet"), (self.going_on(), "accent bold")]
        for number, (line, style) in enumerate(lines):
            sheet.put(2, y + number, cut(line, area.width - 4), style)
        return y + len(lines)

    def going_on(self) -> str:
        """The one thing to know now: what the player waits for, what was announced, or how much is going on."""
        visit = self.online.visit
        if seek := visit.lobby.seeks.of(visit.person.id):
            waited = minutes(int(visit.lobby.now() - seek.since))
            return f"Looking for a rival: {waited} so far. {self.key_of('lobby.bot')} plays a bot meanwhile."
        if room := visit.lobby.rooms.of(visit.person.id):
            return f"Your room is open: {room.code}. It closes when you leave or play."
        if self.herald.announced:
            return self.herald.announced
        here, seats, running = (len(self._rows(group)) for group in ("People", "Open seats", "Matches"))
        if here <= 1:
            return f"Nobody else is here right now: {self.key_of('lobby.bot')} plays a bot at once."
        parts = [
            f"{here} people here",
            f"{seats} open seat{'s' if seats > 1 else ''}" if seats else "",
            f"{running} match{'es' if running > 1 else ''} to watch" if running else "",
        ]
        return f"{', '.join(part for part in parts if part)}."

    def hints(self) -> Iterable[str | tuple[str, str]]:
        leave, people = ("app.back", "leave"), ("app.next", "menu" if self.on_company else "people")
        if not self.on_company:
            return ("app.choose", people, leave, "lobby.bot", "lobby.room", "lobby.terms", "lobby.watch", "app.help")
        chosen = self._pointed_at()
        match chosen.what if chosen else None:
            case Seek():
                return (("app.choose", "take the seat"), people, leave, "app.help")
            case Live():
                return (("app.choose", "watch"), people, leave, "app.help")
            case _:
                return (("app.choose", "challenge"), "lobby.block", people, leave, "app.help")

    # what happens

    def on_mount(self) -> None:
        self.beside(self._listen, "news")
        if self.online.room:
            self.call_after_refresh(self.ways.join, self.online.room)
        elif mine := self.online.visit.unfinished():
            self.wishes.do(self.herald.sit, mine[0].match_id)

    async def _listen(self) -> None:
        """A session may prove to be somebody else's: then their news are read from there on."""
        visit = None
        while visit is not self.online.visit:
            visit = self.online.visit
            await self.herald.listen()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.wishes.do(self.wishes.look_up)
        self.call_later(self.herald.ask_next)

    def repaint(self) -> None:
        """While somebody is looked for, the waiting is counted, if it can be seen."""
        visit = self.online.visit
        waits = self.is_attached and self.is_active and visit.lobby.seeks.of(visit.person.id) is not None
        if waits and self._second is None:
            self._second = self.set_interval(1.0, self.repaint)
        elif not waits and self._second is not None:
            self._second.stop()
            self._second = None
        self._company = None
        super().repaint()

    # commands

    def do_up(self) -> None:
        self._move(-1)

    def do_down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        if not self.on_company:
            entries = self.entries()
            self.chosen = entries[(self.at + step) % len(entries)].name
        elif chosen := self._pointed_at():
            rows = self.rows()
            self.row = rows[(rows.index(chosen) + step) % len(rows)].key

    def do_next(self) -> None:
        self.on_company = not self.on_company

    def do_previous(self) -> None:
        self.do_next()

    def do_left(self) -> None:
        self.on_company = False

    def do_right(self) -> None:
        self.on_company = True

    def do_choose(self, number: str = "") -> None:
        if self.on_company and not number:
            self.do_challenge()
            return
        entries = self.entries()
        entry = entries[min(int(number) if number else self.at, len(entries) - 1)]
        self.chosen, self.on_company = entry.name, False
        entry.deed()

    def do_challenge(self, key: str = "") -> None:
        """Ask whoever is pointed at for a match, take the seat they have opened, or watch."""
        if key and (key != self.row or not self.on_company):
            self.row, self.on_company = key, True
            return
        chosen = self._pointed_at()
        match chosen.what if chosen else None:
            case Seek() as seek:
                self.wishes.take(seek)
            case Live() as live:
                self.ways.watch(live.id)
            case Present(person=person) if person.id == self.online.person.id:
                self.ways.account()
            case Present(person=person):
                self.ways.challenge(person)

    def do_block(self) -> None:
        chosen = self._pointed_at()
        if self.on_company and chosen and isinstance(chosen.what, Present):
            self.ways.block(chosen.what.person)

    def do_watch(self) -> None:
        """To the matches that go on; if there is but one, to its table."""
        running = self._rows("Matches")
        if not running:
            self.notice = "Nothing is going on that you could watch."
        elif len(running) == 1 and isinstance(running[0].what, Live):
            self.ways.watch(running[0].what.id)
        else:
            self.row, self.on_company = running[0].key, True

    def do_terms(self) -> None:
        self.ways.terms()

    def do_bot(self) -> None:
        self.ways.bot()

    def do_room(self) -> None:
        self.ways.room()

    def do_back(self) -> None:
        self.ways.leave()
