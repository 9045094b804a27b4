"""The cascade inspector: what a move does, wave by wave, each step with its cause and its rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bloodfang.catalog import Catalog
from bloodfang.fitting import wrap
from bloodfang.inspecting import Moment, moments
from bloodfang.preview import Preview
from bloodfang.table import Table
from bloodfang.wording import Teller
from bloodfang_engine.contract import Event, Seat
from bloodfang_engine.fang import View
from bloodfang_tui.panes.board import Board, Square, draw_board, pictured, size, squares
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.menu import window
from bloodfang_tui.scene import Scene
from bloodfang_tui.sheet import Area, Sheet


class InspectorScene(Scene[None]):
    """Steps through the moments of one act, with the board as it is after each."""

    CONTEXT = "inspect"

    @classmethod
    def of_preview(cls, catalog: Catalog, seen: Preview, teller: Teller) -> InspectorScene:
        """What a play would do, before it is done."""
        return cls(catalog, seen.before, seen.events, teller, "What this move would do")

    @classmethod
    def of_last(cls, table: Table, seat: Seat, teller: Teller) -> InspectorScene | None:
        """What the last act that touched the board did; None if there was none."""
        found = last_move(table, seat)
        return cls(table.catalog, *found, teller, "What the last move did") if found else None

    def __init__(self, catalog: Catalog, before: View, events: Sequence[Event], teller: Teller, title: str) -> None:
        super().__init__()
        self.catalog = catalog
        self.before = before
        self.teller = teller
        self.heading = title
        self.moments: tuple[Moment, ...] = moments(before, events, teller.step)
        self.at = 0

    def paint(self, sheet: Sheet) -> None:
        step = self.moments[self.at]
        rule = "the play itself" if not step.wave else f"wave {step.wave}"
        body = heading(sheet, self.heading, f"step {self.at + 1} of {len(self.moments)}, {rule}, {step.rule}")
        board = self._board()
        high = 2 if body.height < 28 else 4 if body.height < 36 else 6
        tile = (min(13, (body.width - 6) // 5), high) if high == 2 else (13 if body.width >= 118 else 11, high)
        columns, rows = size(board, tile)
        beside = body.width - columns >= 44
        x = body.x + (0 if beside else (body.width - columns) // 2)
        draw_board(sheet, x, body.y, tile, board)
        rest = (
            Area(x + columns + 1, body.y, body.width - columns - 2, body.height)
            if beside
            else Area(body.x, body.y + rows, body.width, body.height - rows)
        )
        self._steps(sheet, rest)
        self.paint_bar(sheet)

    def _board(self) -> Board:
        step = self.moments[self.at]
        tiles: Iterable[Square] = pictured(self.before, step.picture)
        auras = {square.name: square.aura for square in squares(self.before)}
        return Board(
            squares=[square._replace(aura=auras[square.name]) for square in tiles],
            near=self.teller.near,
            name_of=self.catalog.name_of,
            catalog=self.catalog,
            marks=frozenset(step.tiles[1:]),
            cursor=step.tiles[0] if step.tiles else "",
        )

    def _steps(self, sheet: Sheet, area: Area) -> None:
        """The steps around this one; the sentence of this one in full."""
        inner = box(sheet, area, "Step by step")
        columns = inner.width - 13
        whole = len(wrap(self.moments[self.at].sentence, columns))
        shown = window(len(self.moments), self.at, max(1, inner.height - whole + 1))
        y = inner.y
        for number in range(shown.start, len(self.moments)):
            step = self.moments[number]
            chosen = number == self.at
            lines = wrap(step.sentence, columns)
            ground = "raised" if chosen else "panel"
            for row, line in enumerate(lines if chosen else lines[:1]):
                if y >= inner.bottom:
                    return
                sheet.fill(Area(inner.x, y, inner.width, 1), f"text on {ground}")
                if row == 0:
                    mark = sheet.look.signs.pointer if chosen else " "
                    wave = f"wave {step.wave}" if step.wave else "play"
                    sheet.put(inner.x, y, mark, f"accent on {ground} bold")
                    sheet.put(inner.x + 1, y, wave, f"{'accent' if chosen else 'faint'} on {ground}")
                    sheet.right(inner.right, y, step.rule, f"quiet on {ground}")
                sheet.put(inner.x + 9, y, line, f"{'text' if chosen else 'quiet'} on {ground}")
                sheet.zone(Area(inner.x, y, inner.width, 1), "app.choose", number)
                y += 1

    def hints(self) -> Iterable[str | tuple[str, str]]:
        return (
            ("app.right", "next step"), ("app.left", "step back"), ("app.mark", "its rule"), ("app.back", "back"),
            ("app.first", "first"), ("app.last", "last"),
        )  # fmt: skip

    def do_right(self) -> None:
        self.at = min(len(self.moments) - 1, self.at + 1)

    def do_left(self) -> None:
        self.at = max(0, self.at - 1)

    do_down, do_up = do_right, do_left

    def do_first(self) -> None:
        self.at = 0

    def do_last(self) -> None:
        self.at = len(self.moments) - 1

    def do_choose(self, number: str = "") -> None:
        """A step that was clicked, or the next one: Enter and the tiles of the board say no number."""
        if number.isdecimal():
            self.at = int(number)
        else:
            self.do_right()

    def do_mark(self) -> None:
        """The rule this step comes from."""
        from bloodfang_tui.scenes.rules import RulesScene

        self.app.push_screen(RulesScene(self.moments[self.at].rule))


def last_move(table: Table, seat: Seat) -> tuple[View, tuple[Event, ...]] | None:
    """The board before the last act that did something to it, and what it did, as this seat may see both."""
    rules, match = table.rules, table.match
    state = rules.start(match.setup).state
    found = None
    for who, text in match.record().acts:
        before, (state, events) = state, rules.apply(state, who, rules.read(text))
        if text.startswith("play "):
            found = before, events
    if found is None:
        return None
    before, events = found
    return rules.view(before, seat), tuple(rules.redact(event, seat) for event in events)
