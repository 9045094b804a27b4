"""Lane totals: the numbers that decide the match are the biggest thing on the screen."""

from __future__ import annotations

import pytest

from bloodfang.glyphs import Glyphs
from bloodfang.ink import Depth
from bloodfang_tui.look import Look
from bloodfang_tui.panes.lanes import digits, stretched

TALL = {
    Glyphs.BLOCKS: """
        ██  ███ ███ █ █ ███ ███ ███ ███ ███ ███
         █    █   █ █ █ █   █     █ █ █ █ █ █ █
         █  ███  ██ ███ ███ ███   █ ███ ███ █ █
         █  █     █   █   █ █ █   █ █ █   █ █ █
        ███ ███ ███   █ ███ ███   █ ███ ███ ███
    """,
    Glyphs.ASCII: """
             _   _       _   _   _   _   _   _
          |   |   | | | |   |     | | | | | | |
          |  _|  _| |_| |_  |_    | |_| |_| | |
          | |     |   |   | | |   | | |   | | |
          | |_   _|   |  _| |_|   | |_|  _| |_|
    """,
}


@pytest.mark.parametrize("glyphs", Glyphs)
def test_where_tiles_are_high_a_number_is_tall(glyphs: Glyphs) -> None:
    lines = stretched(digits(Look.of("night", Depth.TRUE, glyphs).signs.digits, 1234567890))
    assert [line.rstrip() for line in lines] == [line[8:] for line in TALL[glyphs].splitlines()[1:-1]]
