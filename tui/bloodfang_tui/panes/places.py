"""Where everything goes on the match screen, at any size from 60 x 20."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from bloodfang.faces import SMALL
from bloodfang_tui.panes import lanes
from bloodfang_tui.sheet import Area


@dataclass(frozen=True, slots=True)
class Places:
    """The areas of the match screen."""

    banner: Area
    names: Area
    left: Area
    """The near side's totals; and the other's."""
    right: Area
    board: tuple[int, int]
    tile: tuple[int, int]
    info: Area
    hand: Area
    note: Area
    """The chosen card; what happened, where there is no room for both."""
    story: Area | None


@lru_cache(maxsize=64)
def places(columns: int, rows: int, board: tuple[int, int] = (5, 3)) -> Places:
    """The areas for a screen of this size and a board of so many columns and rows of tiles."""
    side = 0 if columns < 100 else min(46, max(20, columns - 88))
    main = columns - side
    total = lanes.BIG if main >= 79 and rows >= 24 else lanes.SMALL
    wide = max(5, min(17, (main - 2 * total - board[0] - 1) // board[0]))
    head = 2 if rows >= 22 else 1
    hand = 7 if rows < 26 else 9 if rows < 34 else 13
    high = max(1, min(10, (rows - head - hand - 2 - board[1] - 1) // board[1]))
    size = (board[0] * (wide + 1) + 1, board[1] * (high + 1) + 1)
    x = (main - size[0]) // 2
    info = head + size[1]
    hand_top = info + 1
    hand_rows = rows - 1 - hand_top
    note = side or min(46, max(24, columns * 3 // 10))
    return Places(
        banner=Area(0, 0, columns, 1),
        names=Area(0, head - 1, columns, 1),
        left=Area(max(0, x - total), head, total, size[1]),
        right=Area(x + size[0], head, total, size[1]),
        board=(x, head),
        tile=(wide, high),
        info=Area(0, info, main, 1),
        hand=Area(1, hand_top, columns - note - 2, hand_rows),
        note=_note(columns, rows, note, side, hand_top),
        story=Area(main, head, side, _note(columns, rows, note, side, hand_top).y - head) if side else None,
    )


def _note(columns: int, rows: int, note: int, side: int, hand_top: int) -> Area:
    """Beside the hand; where there is a column at the side, as much of that as a face needs, or a long text."""
    top = hand_top
    if side:
        top = min(hand_top, max(2 + 8, rows - 1 - 23 if side - 2 >= SMALL[0] else hand_top - 4))
    return Area(columns - note, top, note, rows - 1 - top)
