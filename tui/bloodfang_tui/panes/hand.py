"""The hand: cards side by side with rank, power, name and reach; those that can be played stand out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from bloodfang.abilities import short
from bloodfang.catalog import Catalog
from bloodfang.fitting import cut
from bloodfang_engine.fang import Card
from bloodfang_tui.look import Look
from bloodfang_tui.panes.board import name_lines
from bloodfang_tui.panes.menu import window
from bloodfang_tui.sheet import Area, Sheet, Stamp

NARROW, BROAD = 9, 13
"""The fewest and the most columns of a card; a broad one has room between the cells of its reach."""


@dataclass(frozen=True, slots=True)
class Hand:
    """All that a hand shows at one moment."""

    cards: Sequence[str]
    at: int
    """The card that is pointed at; -1 for none."""
    playable: Collection[str] = ()
    marked: Collection[int] = ()
    """Cards that are to be given back, by their places."""
    raised: bool = False
    """The card is chosen, and goes to a tile next."""


def draw_hand(sheet: Sheet, area: Area, hand: Hand, catalog: Catalog) -> None:
    """Paint as many cards as fit, the one pointed at among them; each can be clicked, which says its number.

    A column on either side is for the sign that there are more.
    """
    count = len(hand.cards)
    if not count:
        sheet.put(area.x + 1, area.y + area.height // 2, "Your hand is empty: you can only pass.", "quiet")
        return
    columns = max(NARROW, min(BROAD, (area.width + 1) // count - 1))
    shown = window(count, max(0, hand.at), max(1, (area.width + 1) // (columns + 1)))
    for number in shown:
        place = Area(area.x + (number - shown.start) * (columns + 1), area.y, columns, area.height)
        card = hand.cards[number]
        chosen, marked, playable = number == hand.at, number in hand.marked, card in hand.playable
        sheet.stamp(_card(sheet.look, place, number, card, catalog, chosen, marked, playable))
        sheet.zone(place, "match.card", number + 1)
    signs = sheet.look.signs
    if shown.start > 0:
        _more(sheet, area.x - 1, area, signs.more_left, shown.start)
    if shown.stop < count:
        after = area.x + len(shown) * (columns + 1)
        _more(sheet, min(after, area.right), area, signs.more_right, shown.stop + 1)


def _more(sheet: Sheet, x: int, area: Area, sign: str, number: int) -> None:
    """Beside the hand: there is another card this way, and a click leads to it."""
    sheet.put(x, area.y, sign, "accent bold")
    sheet.zone(Area(x, area.y, 1, area.height), "match.point", number)


@lru_cache(maxsize=4096)  # the same cards in the same places, again and again: half of all that is painted
def _card(
    look: Look, area: Area, number: int, card_id: str, catalog: Catalog, chosen: bool, marked: bool, playable: bool
) -> Stamp:
    sheet, card = Sheet(area.right, area.bottom, look), catalog.cards[card_id]
    words = "text" if playable or chosen else "quiet"
    name_rows = 2 if area.height >= 8 else 1
    # Only the head of a card lights up: pointing at the next one is what a terminal is sent most often.
    ground = "lit" if chosen else "raised"
    sheet.fill(area, "text on raised")
    sheet.fill(Area(area.x, area.y, area.width, 1 + name_rows), f"text on {ground}")
    _head(sheet, area, number, card, ground, playable, chosen, marked)
    name = catalog.name_of(card.id)
    lines = name_lines(name, area.width - 1, name_rows)
    for row, line in enumerate(lines):
        sheet.put(area.x + 1, area.y + 1 + row, line, f"{words} on {ground}{' bold' if chosen else ''}")
    top = area.y + 1 + name_rows
    if area.height - 1 - name_rows >= 5:
        step = 1 if area.width < BROAD else 2
        draw_reach(sheet, area.x + (area.width - 4 * step) // 2, top, card, "raised", step)
        _short(sheet, Area(area.x + 1, top + 5, area.width - 2, area.bottom - top - 5), card, catalog, "raised")
    if marked:
        sheet.put(area.x + 1, area.bottom - 1, cut("give back", area.width - 1), "bad on raised bold")
    return sheet.cut_stamp()


def _head(
    sheet: Sheet, area: Area, number: int, card: Card, ground: str, playable: bool, chosen: bool, marked: bool
) -> None:
    """The number to press, the rank in pips, the power."""
    signs = sheet.look.signs
    key = str(number + 1) if number < 9 else signs.dot
    sign = signs.gone if marked else signs.pointer if chosen else " "
    x = sheet.put(area.x, area.y, sign, f"accent on {ground} bold")
    x = sheet.put(x, area.y, key, f"{'accent' if playable else 'faint'} on {ground} bold")
    pips = signs.down if card.replaces else signs.mine * card.rank
    sheet.put(x + 1, area.y, pips, f"{'text' if playable else 'quiet'} on {ground}")
    sheet.right(
        area.right - 1, area.y, str(card.power), f"{'text' if playable or chosen else 'quiet'} on {ground} bold"
    )


def draw_reach(sheet: Sheet, x: int, y: int, card: Card, ground: str, step: int) -> None:
    """A card's reach, five by five cells: pawns, effects, both."""
    signs = sheet.look.signs
    pawns, effects = set(card.pawn_cells), set(card.effect_cells)
    for row in range(-2, 3):
        kinds = [".PEX"[((row, column) in pawns) + 2 * ((row, column) in effects)] for column in range(-2, 3)]
        if row == 0:
            kinds[2] = "W"
        column = 0
        for kind, alike in groupby(kinds):
            run = list(alike)
            style = {".": "faint", "W": "text bold", "P": "mine bold"}.get(kind, "accent bold")
            colour, _, bold = style.partition(" ")
            cells = (" " * (step - 1)).join([signs.cells[kind]] * len(run))
            sheet.put(x + column * step, y + row + 2, cells, f"{colour} on {ground} {bold}".strip())
            column += len(run)


def _short(sheet: Sheet, area: Area, card: Card, catalog: Catalog, ground: str) -> None:
    text = short(card, catalog.name_of, catalog.words)
    air = 1 if area.height > 2 else 0
    for row, line in enumerate(name_lines(text, area.width, area.height - air) if text and area.height > 0 else []):
        sheet.put(area.x, area.y + air + row, line, f"quiet on {ground}")
