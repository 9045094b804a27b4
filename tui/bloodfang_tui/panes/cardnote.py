"""A card in a few lines: who it is, what it needs, and everything it does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bloodfang.abilities import sentences
from bloodfang.catalog import Catalog
from bloodfang.faces import BIG, SMALL, draw, small
from bloodfang.fitting import cut, wrap
from bloodfang.ink import width
from bloodfang_engine.fang.cards import Tier
from bloodfang_tui.look import Look
from bloodfang_tui.panes.box import box
from bloodfang_tui.sheet import Area, Sheet, Stamp

ROOM_FOR_LORE = 26
"""In fewer columns than this, a story is a pillar of words that nobody reads."""

Told = list[tuple[str, str]]
"""Lines with their styles."""


def draw_card_note(sheet: Sheet, area: Area, card_id: str, catalog: Catalog, notes: Sequence[str] = ()) -> None:
    """Paint the whole face where there is room for it, else what it says. `notes` are about this card here and now."""
    sheet.stamp(_note(sheet.look, area, card_id, catalog, tuple(notes)))


@lru_cache(maxsize=1024)
def _note(look: Look, area: Area, card_id: str, catalog: Catalog, notes: tuple[str, ...]) -> Stamp:
    sheet = Sheet(area.right, area.bottom, look)
    _paint_note(sheet, area, card_id, catalog, notes)
    return sheet.cut_stamp()


def _paint_note(sheet: Sheet, area: Area, card_id: str, catalog: Catalog, notes: tuple[str, ...]) -> None:
    glyphs = sheet.look.glyphs
    if area.width >= BIG[0] and area.height >= BIG[1] + len(notes):
        face = catalog.drawn(("big", card_id, glyphs), lambda: draw(catalog.face_of(card_id), glyphs))
        if len(face) + len(notes) <= area.height:
            y = sheet.lines(area.x + (area.width - BIG[0]) // 2, area.y, face)
            for number, note in enumerate(notes):
                sheet.put(area.x + 1, y + number, cut(note, area.width - 2), "accent")
            return
    if area.width - 2 >= SMALL[0] and area.height - 2 >= SMALL[1] + 6:
        inner = box(sheet, area)
        face = catalog.drawn(("small", card_id, glyphs), lambda: small(catalog.face_of(card_id), glyphs))
        y = sheet.lines(inner.x + (inner.width - SMALL[0]) // 2, inner.y, face)
        inner = Area(inner.x, y + 1, inner.width, inner.bottom - y - 1)
    else:
        inner = box(sheet, area, catalog.name_of(card_id))
    for row, (line, style) in enumerate(_told(inner, card_id, catalog, notes, sheet.look.signs.star)):
        sheet.put(inner.x + 1, inner.y + row, cut(line, inner.width - 2), f"{style} on panel")


def _told(area: Area, card_id: str, catalog: Catalog, notes: Sequence[str], star: str) -> Told:
    """What there is to say, in so many lines: the abilities first, the house and the lore where there is room."""
    card, words, columns = catalog.cards[card_id], catalog.words, area.width - 2
    rank = str(words.replace) if card.replaces else f"{words.rank} {card.rank}"
    numbers = f"{rank}, {words.power} {card.power}"
    if card.tier is Tier.LEGENDARY:
        numbers += f" {star}" if width(numbers) + 2 <= columns else star
    told: Told = [(numbers, "accent"), *((note, "accent") for note in notes)]
    for sentence in sentences(card, catalog.name_of, words) or ["No ability: its reach is all it has."]:
        told += [(line, "text") for line in wrap(sentence, columns)]
    if len(told) > area.height:
        last = told[area.height - 1][0]
        return [*told[: area.height - 1], (cut(f"{last} and more", columns), "quiet")]
    if len(told) < area.height:
        told.insert(1, (catalog.house_of(card_id).name, "quiet"))
    lore = wrap(catalog.identities[card_id].lore, columns)
    if columns >= ROOM_FOR_LORE and len(told) + 1 + len(lore) <= area.height:
        told += [("", "text"), *((line, "quiet") for line in lore)]
    return told
