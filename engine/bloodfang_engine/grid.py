"""The board's geometry: tiles, their names, lanes, offsets and masks, for any number of rows and columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bloodfang_engine.errors import BadNotation

Offset = tuple[int, int]
"""Rows down and columns forward, seen from a card of the first seat."""

MOST_ROWS = 9
MOST_COLUMNS = 9


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of rows x columns. Tile numbers run row by row; a mask has one bit for each tile."""

    rows: int
    columns: int

    @property
    def size(self) -> int:
        """How many tiles there are."""
        return self.rows * self.columns

    @property
    def lanes(self) -> str:
        """The lanes' letters from the top: t m b on a board of three rows, else a b c and so on."""
        return "tmb" if self.rows == 3 else "abcdefghi"[: self.rows]

    @property
    def names(self) -> tuple[str, ...]:
        """All tiles in order: t1, t2, ..."""
        return tuple(f"{lane}{column + 1}" for lane in self.lanes for column in range(self.columns))

    def tile(self, name: str) -> int:
        """The number of a tile by its name; BadNotation if there is no such tile."""
        if len(name) == 2 and name[0] in self.lanes and name[1] in "123456789"[: self.columns]:
            return self.lanes.index(name[0]) * self.columns + int(name[1]) - 1
        raise BadNotation(name, f"a tile is {self.lanes[0]}1 to {self.lanes[-1]}{self.columns}")

    def at(self, row: int, column: int) -> int | None:
        """The tile there, or None beyond the edge: nothing wraps or reflects."""
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else None

    def place(self, tile: int) -> tuple[int, int]:
        """Row and column of a tile, from 0."""
        return divmod(tile, self.columns)

    def around(self, tile: int, offsets: Iterable[Offset], mirrored: bool) -> int:
        """The mask of the tiles at these offsets; columns count the other way when mirrored, rows never."""
        row, column = self.place(tile)
        mask = 0
        for down, forward in offsets:
            there = self.at(row + down, column - forward if mirrored else column + forward)
            if there is not None:
                mask |= 1 << there
        return mask

    def lane(self, row: int) -> int:
        """The mask of one row."""
        return ((1 << self.columns) - 1) << (row * self.columns)

    def column(self, column: int) -> int:
        """The mask of one column."""
        return sum(1 << (row * self.columns + column) for row in range(self.rows))
