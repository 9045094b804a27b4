"""The page of all keys: what every key does, where, and which of them the player has moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from bloodfang import paths
from bloodfang.fitting import wrap
from bloodfang.ink import width
from bloodfang_tui.commands import COMMANDS, Command, key_name
from bloodfang_tui.panes.box import heading
from bloodfang_tui.panes.fitted import wrapped
from bloodfang_tui.panes.prose import paint_scroll
from bloodfang_tui.scenes.reading import Reading
from bloodfang_tui.sheet import Area, Sheet

PLACES: Mapping[str, str] = {
    "app": "Everywhere",
    "match": "In a match",
    "result": "After a match",
    "decks": "Your decks",
    "builder": "Building a deck",
    "browser": "Looking through the cards",
    "replays": "Your replays",
    "replay": "Watching a replay",
    "rules": "In the rules",
    "title": "At the title",
}
"""What players call the contexts; another one is called by its name."""

KEYS = 20
"""The columns of the keys."""

Part = tuple[str, str]


class KeysScene(Reading):
    """All keys, by the place where they work."""

    def paint(self, sheet: Sheet) -> None:
        area = heading(sheet, "All keys", f"{sheet.look.signs.star} marks keys you have moved")
        foot = self._foot(area.width - 2)
        room = Area(1, area.y + 1, area.width - 3, area.height - 2 - len(foot))
        rows = list(self._rows(room.width))
        top = self.room(len(rows), room.height)
        for y, row in enumerate(rows[top : top + room.height], room.y):
            sheet.parts(room.x, y, *row)
        paint_scroll(sheet, Area(area.right - 1, room.y, 1, room.height), len(rows), top)
        for y, line in enumerate(foot, area.bottom - len(foot)):
            sheet.put(1, y, line, "quiet")
        self.paint_bar(sheet)

    def do_choose(self) -> None:
        self.do_page_down()

    def _foot(self, columns: int) -> list[str]:
        own = paths.shown(paths.keys_file(self.game.home.config))
        example = paths.shown(paths.shipped_config() / "keys.toml")
        told = f"To move a key, write {own}; {example} shows how, and has the name of each."
        return wrapped(self.look, told, columns, 3)

    def _rows(self, columns: int) -> Iterator[tuple[Part, ...]]:
        for number, (place, commands) in enumerate(groupby(COMMANDS.values(), key=_place)):
            if number:
                yield ()
            yield ((PLACES.get(place, place), "accent bold"),)
            for keys, about, moved in self._lines(list(commands)):
                sign = self.look.signs.star if moved else " "
                first, *others = wrap(about, columns - KEYS - 2) or [""]
                yield (
                    (f"{sign} ", "accent bold"),
                    (keys, "text bold"),
                    (" " * max(1, KEYS - width(keys)), "text"),
                    (first, "quiet"),
                )
                for line in others:
                    yield (" " * (KEYS + 2), "text"), (line, "quiet")

    def _lines(self, commands: list[Command]) -> Iterator[tuple[str, str, bool]]:
        """Keys, what they do, and whether they were moved. The cards of a hand are one line while nobody moves them."""
        home = self.game.home
        cards = [each for each in commands if each.id.startswith("match.card_") and each.id not in home.keys]
        for command in commands:
            if command in cards[1:]:
                continue
            if command in cards and len(cards) > 1:
                first, last = (key_name(each.keys) for each in (cards[0], cards[-1]))
                yield f"{first} to {last}", "Choose a card of your hand.", False
                continue
            keys = home.keys.get(command.id) or command.keys
            named = "  ".join(key_name(key, self.look.is_ascii) for key in keys.split(","))
            yield named, command.about, command.id in home.keys


def _place(command: Command) -> str:
    return command.id.partition(".")[0]
