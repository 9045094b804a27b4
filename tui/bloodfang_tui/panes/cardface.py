"""The face of a card in whatever room there is: big, or small with its words below."""

from __future__ import annotations

from functools import lru_cache

from bloodfang.abilities import sentences
from bloodfang.browsing import kin
from bloodfang.catalog import Catalog
from bloodfang.faces import BIG, SMALL, draw, small
from bloodfang_tui.panes.fitted import wrapped
from bloodfang_tui.sheet import Area, Sheet

big_face = lru_cache(maxsize=512)(draw)
small_face = lru_cache(maxsize=512)(small)
"""Faces that are looked at again and again are drawn once."""


def paint_face(sheet: Sheet, area: Area, catalog: Catalog, card: str) -> None:
    """Paint a card's face at the top of an area, which is at least as wide as a small one."""
    face, glyphs = catalog.face_of(card), sheet.look.glyphs
    if area.width >= BIG[0] and area.height >= len(lines := big_face(face, glyphs)):
        y = sheet.lines(area.x + (area.width - BIG[0]) // 2, area.y, lines) + 1
        told = " ".join(kin(catalog, card))
        for row, line in enumerate(wrapped(sheet.look, told, area.width - 4, area.bottom - y)):
            sheet.put(area.x + 2, y + row, line, "quiet")
        return
    y = sheet.lines(area.x + (area.width - SMALL[0]) // 2, area.y, small_face(face, glyphs), area.height) + 1
    paint_words(sheet, Area(area.x, y, area.width, area.bottom - y), catalog, card)


def paint_words(sheet: Sheet, area: Area, catalog: Catalog, card: str, ground: str = "ground") -> None:
    """What a card does, in whole sentences, and its lore if there is room for all of it."""
    told = " ".join(sentences(catalog.cards[card], catalog.name_of, catalog.words)) or "No ability."
    y = area.y
    for line in wrapped(sheet.look, told, area.width, area.bottom - y):
        sheet.put(area.x, y, line, f"text on {ground}")
        y += 1
    lore = wrapped(sheet.look, catalog.identities[card].lore, area.width, area.height)
    if y + 1 + len(lore) <= area.bottom:
        for row, line in enumerate(lore, 1):
            sheet.put(area.x, y + row, line, f"faint on {ground} italic")
