"""What scenes to read in share: rows that scroll by line, by page and to both ends, with keys and with the wheel."""

from __future__ import annotations

from collections.abc import Iterable

from bloodfang_tui.scene import Scene

WHEEL = 3
"""So many rows are one notch of the wheel."""


class Reading(Scene[None]):
    """A scene with more rows than fit. Its paint says how many there are and how many are seen, with `room`."""

    def __init__(self) -> None:
        super().__init__()
        self.top = 0
        self._last_top = 0
        self._seen = 1

    def room(self, count: int, seen: int) -> int:
        """Say how many rows there are and how many can be seen; the first that is."""
        self._seen = max(1, seen)
        self._last_top = max(0, count - seen)
        self.top = max(0, min(self.top, self._last_top))
        return self.top

    @property
    def at_end(self) -> bool:
        """The last row is seen."""
        return self.top >= self._last_top

    def hints(self) -> Iterable[str | tuple[str, str]]:
        return ("app.up", "app.down", ("app.page_down", "page"), "app.back")

    def do_up(self) -> None:
        self.top = max(0, self.top - 1)

    def do_down(self) -> None:
        self.top = min(self._last_top, self.top + 1)

    def do_page_up(self) -> None:
        self.top = max(0, self.top - self._page)

    def do_page_down(self) -> None:
        self.top = min(self._last_top, self.top + self._page)

    def do_mark(self) -> None:
        self.do_page_down()

    def do_first(self) -> None:
        self.top = 0

    def do_last(self) -> None:
        self.top = self._last_top

    @property
    def _page(self) -> int:
        return max(1, self._seen - 2)

    def _scrolled(self, command: str) -> None:
        self.top = max(0, min(self._last_top, self.top + (WHEEL if command == "app.down" else -WHEEL)))
        self.repaint()
