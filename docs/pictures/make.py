"""Makes the pictures of the README from the game itself: `python docs/pictures/make.py`."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

from bloodfang.home import Home
from bloodfang.opening import PlayAtOnce
from bloodfang_engine.fang import Play
from bloodfang_tui import BloodFangApp
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.sheet import Sheet

HERE = Path(__file__).parent
CELL = (9, 18)
BLOCKS = {"█": (0, 0, 1, 1), "▀": (0, 0, 1, 0.5), "▄": (0, 0.5, 1, 0.5), "▌": (0, 0, 0.5, 1), "▐": (0.5, 0, 0.5, 1)}
"""Drawn as what they are: x, y, width and height within a cell; fonts leave gaps between them."""


def svg(sheet: Sheet) -> str:
    """A sheet as a picture that needs no font but a monospaced one."""
    across, down = CELL
    columns, rows = sheet.area.width, sheet.area.height
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * across} {rows * down}">'
    style = "<style>text{font:15px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}</style>"
    ground = f'<rect width="100%" height="100%" fill="{sheet.look.colours["ground"]}"/>'
    return "\n".join([head, style, ground, *(part for y in range(rows) for part in _row(sheet, y)), "</svg>"]) + "\n"


def _row(sheet: Sheet, y: int) -> Iterator[str]:
    across, down = CELL
    cells, paints = sheet.row(y)
    start = 0
    for end in range(1, len(cells) + 1):
        if end < len(cells) and paints[end] is paints[start]:
            continue
        style = paints[start].style
        fore = style.color.name if style.color else "#ffffff"
        back = style.bgcolor.name if style.bgcolor else "#000000"
        if back != sheet.look.colours["ground"]:
            size = f'width="{(end - start) * across}" height="{down}"'
            yield f'<rect x="{start * across}" y="{y * down}" {size} fill="{back}"/>'
        for at in range(start, end):
            if cells[at] in BLOCKS:
                left, top, wide, high = BLOCKS[cells[at]]
                yield (
                    f'<rect x="{(at + left) * across}" y="{(y + top) * down}" width="{wide * across}" '
                    f'height="{high * down}" fill="{fore}"/>'
                )
        text = "".join(" " if cell in BLOCKS else cell for cell in cells[start:end])
        bold = ' font-weight="bold"' if style.bold else ""
        for words in re.finditer(r"\S+(?: \S+)*", text):  # no picture viewer agrees with another on wider gaps
            place = f'x="{(start + words.start()) * across}" y="{y * down + 14}" textLength="{len(words[0]) * across}"'
            yield f'<text {place} fill="{fore}"{bold}>{escape(words[0])}</text>'
        start = end


async def match_picture(size: tuple[int, int], acts: int) -> Sheet:
    """A match in the middle of a turn: a card is chosen, and the board shows what it would do."""
    home = Home.open(Path(tempfile.mkdtemp()))
    home.change(motion="none")
    app = BloodFangApp(home, PlayAtOnce(bot="easy", seed=11, first="me"))
    async with app.run_test(size=size) as pilot:
        scene = app.screen
        assert isinstance(scene, MatchScene)
        match = scene.table.match
        while acts or not match.latest(scene.seat).legal:
            if legal := match.latest(scene.seat).legal:
                plays = [act for act in legal if isinstance(act, Play)]
                await match.submit(scene.seat, plays[len(plays) // 2] if plays else legal[-1])
                acts -= 1
            await pilot.pause()
        await pilot.press("right", "enter", "tab")
        await pilot.pause()
        return scene.sheet


def main() -> None:
    """Write every picture beside this file."""
    (HERE / "match.svg").write_text(svg(asyncio.run(match_picture((120, 36), 5))), encoding="utf-8")


if __name__ == "__main__":
    main()
