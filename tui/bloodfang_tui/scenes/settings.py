"""The settings: each change is kept and seen at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bloodfang import paths
from bloodfang.settings import CHOICES, LONGEST_NAME, problem_with
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Account, Lane
from bloodfang_tui.panes.board import Board, Square, draw_board, size
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.fitted import fitted, shown, wrapped
from bloodfang_tui.panes.lanes import BIG, Totals, draw_lanes
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.ask import TypeIn
from bloodfang_tui.sheet import Area, Sheet

LABELS: Mapping[str, str] = {
    "theme": "Theme",
    "depth": "Colours",
    "glyphs": "Drawn with",
    "motion": "Motion",
    "coach": "Coach",
    "confirm_pass": "Ask before a pass",
    "name": "Your name",
    "keys": "All keys",
}
"""What can be chosen, in the order it is shown."""

ABOUT: Mapping[tuple[str, str], str] = {
    ("theme", "night"): "A dark table: blue is yours, red is your rival's.",
    ("theme", "day"): "A light table, for bright rooms.",
    ("theme", "ember-safe"): "Blue and orange: apart for eyes that see few reds or greens.",
    ("theme", "tide-safe"): "Teal and red: apart for eyes that see few blues or yellows.",
    ("theme", "plain"): "No colours: signs, bold and underlined text say it all.",
    ("depth", "auto"): "As many colours as the terminal says it can show.",
    ("depth", "truecolor"): "All colours: nearly every terminal of today has them.",
    ("depth", "256"): "256 colours: for terminals that show all colours wrongly.",
    ("depth", "16"): "16 colours: for consoles and old terminals.",
    ("depth", "none"): "No colours: signs, bold and underlined text say it all.",
    ("glyphs", "auto"): "Blocks and lines where the terminal has them.",
    ("glyphs", "blocks"): "Blocks and lines.",
    ("glyphs", "ascii"): "Plain characters: for fonts whose lines do not meet.",
    ("motion", "full"): "What happens is shown one thing after the other.",
    ("motion", "reduced"): "What happened lights up once.",
    ("motion", "none"): "Nothing moves by itself.",
    ("coach", "silent"): "Nobody looks over your shoulder.",
    ("coach", "hint"): "If you ask, one nudge: where to look.",
    ("coach", "full"): "If you ask, the best acts with reasons; after a match, what was better.",
    ("confirm_pass", "yes"): "You are asked before you pass while you could still play.",
    ("confirm_pass", "no"): "A pass is done at once.",
    ("name", ""): f"What you are called at the table; up to {LONGEST_NAME} columns.",
    ("keys", ""): "What every key does, and how to move it.",
}
"""A line on each value; where there are no values to go through, on the setting."""

_TILES = (
    Square("m1", 0, 0, Seat.FIRST, 2),
    Square("m2", 0, 1, Seat.FIRST, 1, card="Mine", owner=Seat.FIRST, power=5, state="raised"),
    Square("m3", 0, 2, None, 0),
    Square("m4", 0, 3, Seat.SECOND, 1, card="Foe", owner=Seat.SECOND, power=2, state="lowered"),
    Square("m5", 0, 4, Seat.SECOND, 3),
)
_LANE = Lane((12, 7), Seat.FIRST, (0, 0), 0, (12, 0))
_ACCOUNT = Account((_LANE,), (0, 0), (12, 0), Seat.FIRST)


class SettingsScene(Scene[None]):
    """A line for each setting, and a sample of how the table looks with them."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0

    @property
    def chosen(self) -> str:
        """The setting that is pointed at."""
        return list(LABELS)[self.at]

    # what it looks like

    def paint(self, sheet: Sheet) -> None:
        area = heading(sheet, "Settings", "seen and kept at once")
        files = self._files(area.width - 4)
        airy = area.height >= 26
        y = area.y + (area.height >= 21)
        for number, name in enumerate(LABELS):
            self._paint_line(sheet, Area(1, y, min(area.width - 2, 100), 1), number, name, about=airy)
            y += 2 if airy else 1
        if not airy:
            y += area.height >= 22
            sheet.put(3, y, fitted(sheet.look, self._about(self.chosen), area.width - 6), "quiet")
            y += 2
        self._paint_sample(sheet, Area(1, y, min(area.width - 2, 100), 7))
        for row, line in enumerate(files, area.bottom - len(files)):
            sheet.put(2, row, line, "faint" if sheet.look.colours else "quiet")
        self.paint_bar(sheet)

    def _paint_line(self, sheet: Sheet, area: Area, number: int, name: str, *, about: bool) -> None:
        signs, here = sheet.look.signs, number == self.at
        ground = "raised" if here else "ground"
        sheet.fill(area, f"text on {ground}")
        sheet.zone(area, "app.choose", number)
        if here:
            sheet.put(area.x, area.y, signs.pointer, f"accent on {ground} bold")
        sheet.put(area.x + 2, area.y, LABELS[name], f"text on {ground}{' bold' if here else ''}")
        x = area.x + 22
        value = shown(sheet.look, self._shown(name))
        style = f"{'accent' if here else 'quiet'} on {ground} bold"
        if name in ("name", "keys"):
            sheet.put(x, area.y, value, style)
        else:
            sheet.put(x - 2, area.y, signs.more_left, style)
            sheet.zone(Area(x - 3, area.y, 3, 1), "app.left", number)
            end = sheet.put(x, area.y, value, style)
            sheet.put(end + 1, area.y, signs.more_right, style)
            sheet.zone(Area(x, area.y, end + 3 - x, 1), "app.right", number)
        if about:
            text = fitted(sheet.look, self._about(name), area.width - 38)
            sheet.put(area.x + 38, area.y, text, f"quiet on {ground}")

    def _paint_sample(self, sheet: Sheet, area: Area) -> None:
        """A lane of a board in this look: ground and cards of both sides, free ground, and the lane's totals."""
        inner = box(sheet, area, "The table looks like this", ground="ground")
        near = Seat.FIRST
        board = Board(_TILES, near, str, lit=("m3",), cursor="m3", command="settings.sample")
        tile = (min(11, (inner.width - 2 * BIG - 6) // 5), inner.height - 2)
        columns, _ = size(board, tile)
        x = inner.x + (inner.width - columns) // 2
        draw_board(sheet, x, inner.y, tile, board)
        left, right = Area(x - BIG, inner.y, BIG, 5), Area(x + columns, inner.y, BIG, 5)
        draw_lanes(sheet, left, right, tile[1], Totals(_ACCOUNT, near))

    def _files(self, columns: int) -> list[str]:
        config = self.game.home.config
        settings, keys = paths.settings_file(config).name, paths.keys_file(config).name
        told = f"{settings} keeps what you choose here, {keys} the keys you move: {paths.shown(config)}"
        return wrapped(self.look, told, columns, 2)

    def _shown(self, name: str) -> str:
        if name == "keys":
            return "look at them"
        value = getattr(self.game.home.settings, name)
        return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)

    def _about(self, name: str) -> str:
        return ABOUT.get((name, self._shown(name))) or ABOUT[name, ""]

    def hints(self) -> Iterable[str | tuple[str, str]]:
        if self.chosen in ("name", "keys"):
            change = [("app.choose", "type it" if self.chosen == "name" else "look")]
        else:
            change = [("app.left", "before"), ("app.right", "after")]
        return (*change, "app.up", "app.down", "app.back", "app.help")

    # what it does

    def do_up(self) -> None:
        self.at = (self.at - 1) % len(LABELS)

    def do_down(self) -> None:
        self.at = (self.at + 1) % len(LABELS)

    def do_left(self, number: str = "") -> None:
        self._turn(-1, number)

    def do_right(self, number: str = "") -> None:
        self._turn(1, number)

    def do_mark(self) -> None:
        self.do_choose()

    def do_choose(self, number: str = "") -> None:
        """A click only points; Enter goes on to the next value, or asks."""
        if number and int(number) != self.at:
            self.at = int(number)
        elif self.chosen == "keys":
            from bloodfang_tui.scenes.keyspage import KeysScene

            self.app.push_screen(KeysScene())
        elif self.chosen == "name":
            self._ask_name()
        else:
            self._turn(1)

    def _ask_name(self) -> None:
        ask = TypeIn(
            "Your name", ABOUT["name", ""], self.game.home.settings.name, lambda name: problem_with("name", name)
        )
        self.app.push_screen(ask, lambda name: self._change("name", name) if name else None)

    def _turn(self, step: int, number: str = "") -> None:
        self.at = int(number) if number else self.at
        name = self.chosen
        now = getattr(self.game.home.settings, name, None)
        if isinstance(now, bool):
            self._change(name, not now)
        elif choices := CHOICES.get(name):
            self._change(name, choices[(choices.index(str(now)) + step) % len(choices)])

    def _change(self, name: str, value: object) -> None:
        """What could not be kept is told; it counts all the same."""
        home = self.game.home
        told = len(home.notices)
        self.game.change(**{name: value})
        if news := home.notices[told:]:
            self.say(shown(self.look, "; ".join(news)))
