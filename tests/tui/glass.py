"""A terminal of glass: it shows what is written to it, and breaks on anything that no frame may hold."""

from __future__ import annotations

import re
from functools import cache

from textual import events
from textual.driver import Driver
from textual.geometry import Size

from bloodfang.ink import width
from bloodfang_tui.sheet import Sheet

Cell = tuple[str, str]
"""What stands there, and what is seen of its style, as SGR codes; the second half of a wide character is empty."""

_TOKEN = re.compile(
    r"\x1b\[(?P<sgr>[0-9;]*)m"
    r"|\x1b\[(?P<y>\d+);(?P<x>\d+)H"
    r"|(?P<clear>\x1b\[2J)"
    r"|(?P<clipboard>\x1b]52;c;[A-Za-z0-9+/=]*\x07)"  # only ever what a player wants there
    r"|(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
)


class Glass:
    """A grid of cells with a cursor and a pen."""

    def __init__(self, columns: int, rows: int) -> None:
        self.cells: list[list[Cell]] = [[("?", "?")] * columns for _ in range(rows)]
        self._x = self._y = 0
        self._attributes: set[str] = set()
        self._colours = {"3": "", "4": ""}

    def write(self, data: str) -> None:
        """Take what a terminal is sent."""
        at = 0
        while at < len(data):
            token = _TOKEN.match(data, at)
            assert token, f"no frame may hold {data[at : at + 12]!r}"
            at = token.end()
            if token["text"] is not None:
                self._show(token["text"])
            elif token["clear"]:
                self.cells = [[(" ", self._style(" "))] * len(row) for row in self.cells]
            elif token["clipboard"]:
                pass
            elif token["y"]:
                self._x, self._y = int(token["x"]) - 1, int(token["y"]) - 1
            else:
                self._dip(token["sgr"].split(";"))

    def _dip(self, codes: list[str]) -> None:
        """Take other paint."""
        while codes:
            code = codes.pop(0)
            if code == "0":
                self._attributes.clear()
                self._colours = {"3": "", "4": ""}
            elif code in ("38", "48"):
                more = codes[: 4 if codes[0] == "2" else 2]
                self._colours[code[0]] = ";".join([code, *more])
                del codes[: len(more)]
            elif len(code) == 1:
                self._attributes.add(code)
            elif code[0] == "2":
                self._attributes -= {"1", "2"} if code == "22" else {code[1]}
            else:
                place = "4" if code[0] == "4" or code[:2] == "10" else "3"
                self._colours[place] = "" if code in ("39", "49") else code

    def _style(self, text: str) -> str:
        """What is seen of the paint under this text."""
        if text == " " and not self._attributes & {"4", "7"}:
            return self._colours["4"]
        return ";".join(filter(None, (*sorted(self._attributes), *self._colours.values())))

    def _show(self, text: str) -> None:
        row, style, blank = self.cells[self._y], self._style("x"), self._style(" ")
        shown: list[Cell] = []
        for each in text:
            columns = _columns(each)
            if columns:
                shown.append((each, blank if each == " " else style))
                shown += [("", style)] * (columns - 1)
            else:
                at = -1 if shown[-1][0] else -2
                shown[at] = (shown[at][0] + each, style)
        end = self._x + len(shown)
        assert end <= len(row), "a frame never writes beside the terminal"
        if not row[self._x][0]:  # half a wide character is no character
            row[self._x - 1] = (" ", "?")
        if end < len(row) and not row[end][0]:
            row[end] = (" ", "?")
        row[self._x : end] = shown
        self._x = end


_columns = cache(width)


def cells(sheet: Sheet) -> list[list[Cell]]:
    """What a terminal must show of a sheet."""
    rows = (zip(*sheet.row(y), strict=True) for y in range(sheet.area.height))
    return [[(text, paint.blank if text == " " else paint.sgr) for text, paint in row] for row in rows]


class GlassDriver(Driver):
    """Lets an app draw on glass: exactly what it would send to a terminal."""

    _size: tuple[int, int]

    @property
    def glass(self) -> Glass:
        """What the player sees."""
        return self._glass

    def start_application_mode(self) -> None:
        self.sent = 0
        """Bytes so far."""
        self.restored = False
        self.resize(*self._size)

    def resize(self, columns: int, rows: int) -> None:
        """The terminal has another size, or was cleared; until the app knows, it may still write for the old one."""
        if (columns, rows) == self._size:
            self._glass = Glass(columns, rows)
        self._size = (columns, rows)
        self._app.call_later(self._app.post_message, events.Resize(Size(columns, rows), Size(columns, rows)))

    def write(self, data: str) -> None:
        self.sent += len(data.encode())
        if "\x1b[2J" in data:
            self._glass = Glass(*self._app.size)
        self._glass.write(data)

    def disable_input(self) -> None:
        pass

    def stop_application_mode(self) -> None:
        self.restored = True
