"""What a spectator sees instead of a hand: what happened, and the card that is pointed at."""

from __future__ import annotations

from collections.abc import Sequence

from bloodfang.catalog import Catalog
from bloodfang.fitting import wrap
from bloodfang_engine.fang import View
from bloodfang_tui.panes.box import box
from bloodfang_tui.panes.cardnote import draw_card_note
from bloodfang_tui.panes.places import Places
from bloodfang_tui.panes.story import draw_story
from bloodfang_tui.pointing import Pointing
from bloodfang_tui.sheet import Area, Sheet

HOW = "Hands stay hidden. Arrows point at a card on the board, to read it here."


def draw_spectated(
    sheet: Sheet, where: Places, view: View, pointing: Pointing, story: Sequence[str], catalog: Catalog
) -> None:
    """Paint it below the board, and beside it where there is room."""
    piece = view.tile(pointing.tile).piece if pointing.on_board else None
    side = where.story.width if where.story else 0
    columns = where.note.x if piece else sheet.area.width - side
    draw_story(sheet, Area(0, where.hand.y, columns, where.hand.height), story)
    if where.story:
        top = where.story.y
        inner = box(sheet, Area(where.story.x, top, side, sheet.area.height - 1 - top), "Watching")
        for number, line in enumerate(wrap("" if piece else HOW, inner.width - 2)):
            sheet.put(inner.x + 1, inner.y + number, line, "quiet on panel")
    if piece:
        change = piece.power - piece.printed
        notes = [f"on {pointing.tile}: power {piece.power}" + (f" ({change:+})" if change else "")]
        draw_card_note(sheet, where.note, piece.card, catalog, notes)
