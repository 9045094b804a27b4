"""The title: where everything starts."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import TYPE_CHECKING

import bloodfang
from bloodfang.fitting import cut, wrap
from bloodfang_tui.panes.box import box
from bloodfang_tui.panes.emblem import draw_emblem
from bloodfang_tui.panes.menu import menu
from bloodfang_tui.scene import Scene
from bloodfang_tui.sheet import Area, Sheet

if TYPE_CHECKING:  # the title must not wait for matches
    from bloodfang.journal import Summary


class TitleScene(Scene[None]):
    """What there is to do. Matches that were left are offered first."""

    CONTEXT = "title"

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.left: tuple[Summary, ...] = ()
        """The matches that were not played to their end."""
        self.told = 0
        """So many of the home's notices were seen."""

    def entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """What there is to do: what it is called, what it is about, and how it is done."""
        found: list[tuple[str, str, Callable[[], None]]] = [
            ("New match", "against a bot, or a friend beside you", self._new_match),
            ("Learn to play", "a short guided match", self._lesson),
            ("Decks", "build and share them", self._decks),
            ("Cards", "all of them, big", self._cards),
            ("Replays", "matches to see again", self._replays),
            ("Rules", "every rule, with its number", self.do_help),
            ("Settings", "colours, motion, keys", self._settings),
            ("Leave", "", self.do_quit),
        ]
        if self.left:
            found.insert(0, ("Continue", _about(self.left), self.do_continue))
        elif not self.game.home.settings.tutorial_seen:
            found.insert(0, found.pop(1))
        return found

    def paint(self, sheet: Sheet) -> None:
        area = sheet.area
        entries = self.entries()
        emblem = 5 if sheet.look.is_ascii else 6
        spare = area.height - 2 - emblem - 2 - len(entries) - 1
        y = draw_emblem(sheet, Area(0, max(1, spare // 3), area.width, area.height))
        sheet.middle(area, y, "three lanes, fifteen cards, one long night", "quiet italic")
        columns = min(58, area.width - 4)
        top = y + 1 + (1 if spare > 2 else 0)
        inner = box(sheet, Area((area.width - columns) // 2, top, columns, len(entries) + 2))
        menu(sheet, inner, [(name, cut(about, 40)) for name, about, _ in entries], self.at)
        sheet.right(area.right - 1, area.height - 2, f"v{bloodfang.__version__}", "faint")
        self._paint_news(sheet)
        self.paint_bar(sheet)

    def _paint_news(self, sheet: Sheet) -> None:
        """What went wrong with the player's files, and what was done about it."""
        news = self.game.home.notices[self.told :]
        if not news:
            return
        columns = min(76, sheet.area.width - 4)
        lines = [line for notice in news for line in _paragraph(notice, columns - 4)][: sheet.area.height - 6]
        inner = box(sheet, sheet.area.centred(columns, len(lines) + 4), "Before you play", edge="accent", heavy=True)
        for number, line in enumerate(lines):
            sheet.put(inner.x + 1, inner.y + number, line, "text on panel")
        on = f"Nothing of yours was lost. {self.key_of('app.choose')} goes on."
        sheet.put(inner.x + 1, inner.bottom - 1, on, "accent on panel")
        sheet.zone(sheet.area, "app.choose")

    def hints(self) -> Iterable[str | tuple[str, str]]:
        return ("app.up", "app.down", "app.choose", "app.help", ("app.back", "leave"))

    def on_mount(self) -> None:
        self._look_for_matches()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._look_for_matches()

    def _look_for_matches(self) -> None:
        self.beside(self._find_matches, "look", exclusive=True)

    async def _find_matches(self) -> None:
        from bloodfang.journal import JournalTrouble

        before = bool(self.left)
        try:
            self.left = await self.game.home.journal().unfinished()
        except JournalTrouble as trouble:
            self.game.home.notices.append(str(trouble))
        if bool(self.left) != before:
            self.at = 0
        self.repaint()

    # commands

    def action_do(self, command: str, about: str = "") -> None:
        if self.game.home.notices[self.told :] and command != "app.quit":
            self.told = len(self.game.home.notices)
            self.repaint()
        else:
            super().action_do(command, about)

    def do_up(self) -> None:
        self.at = (self.at - 1) % len(self.entries())

    def do_down(self) -> None:
        self.at = (self.at + 1) % len(self.entries())

    def do_choose(self, number: str = "") -> None:
        if number:
            self.at = int(number)
        self.entries()[self.at][2]()

    def do_back(self) -> None:
        """To the way out, and out of it: one key too many on the way back does not close the game."""
        last = len(self.entries()) - 1
        if self.at == last:
            self.do_quit()
        self.at = last

    def do_continue(self) -> None:
        """Go on with a match; if there are several, ask with which."""
        if len(self.left) == 1:
            self._resume(0)
        elif self.left:
            from bloodfang_tui.scenes.ask import Ask

            shown = self.left[:9]
            ask = Ask("Which match?", "These were not played to their end.", [_line(each) for each in shown])
            self.app.push_screen(ask, self._resume)

    def _resume(self, number: int | None) -> None:
        if number is not None:
            from bloodfang_tui.scenes.play import resume

            self._open(partial(resume, self.game, self.left[number].header.id))

    def _new_match(self) -> None:
        from bloodfang_tui.scenes.newmatch import NewMatchScene

        self.app.push_screen(NewMatchScene())

    def _lesson(self) -> None:
        from bloodfang_tui.scenes.lesson import begin_lesson

        self._open(partial(begin_lesson, self.game))

    def _open(self, match: Callable[[], Coroutine[None, None, None]]) -> None:
        """Put a match on the table: once, however often the key is pressed meanwhile."""
        if all(worker.is_finished for worker in self.workers if worker.group == "open"):
            self.beside(match, "open")

    def _decks(self) -> None:
        from bloodfang_tui.scenes.decks import DecksScene

        self.app.push_screen(DecksScene())

    def _cards(self) -> None:
        from bloodfang_tui.scenes.browser import BrowserScene

        self.app.push_screen(BrowserScene())

    def _replays(self) -> None:
        from bloodfang_tui.scenes.replays import ReplaysScene

        self.app.push_screen(ReplaysScene())

    def _settings(self) -> None:
        from bloodfang_tui.scenes.settings import SettingsScene

        self.app.push_screen(SettingsScene())


def _paragraph(notice: str, columns: int) -> list[str]:
    """A notice as a sentence that begins where one sees it."""
    first, *rest = wrap(notice if notice.endswith(".") else f"{notice}.", columns - 2)
    return [f"- {first}", *(f"  {line}" for line in rest)]


def _about(left: tuple[Summary, ...]) -> str:
    return _line(left[0]) if len(left) == 1 else f"{len(left)} matches are waiting"


def _line(match: Summary) -> str:
    first, second = match.header.places
    return f"{first.name} against {second.name}, {match.entries} act{'' if match.entries == 1 else 's'} so far"
