"""The board: lanes of tiles with pawns, cards and auras, where the player points, and what would change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from bloodfang.abilities import short
from bloodfang.catalog import Catalog
from bloodfang.fitting import cut, wrap
from bloodfang.ink import width
from bloodfang.preview import TileChange
from bloodfang.sigils import SIZE, half_blocks
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import View
from bloodfang_engine.fang.picture import Picture
from bloodfang_tui.look import Look
from bloodfang_tui.sheet import Area, Sheet, Stamp, Zone


class Square(NamedTuple):
    """A tile as the board shows it."""

    name: str
    row: int
    column: int
    holder: Seat | None
    pawns: int
    aura: tuple[int, int] = (0, 0)
    card: str = ""
    owner: Seat = Seat.FIRST
    power: int = 0
    state: str = "plain"


def squares(view: View) -> tuple[Square, ...]:
    """The tiles of a view."""
    found = []
    for tile in view.tiles:
        square = Square(tile.name, tile.row, tile.column, tile.holder, tile.pawns, tile.aura)
        if piece := tile.piece:
            square = square._replace(card=piece.card, owner=piece.owner, power=piece.power, state=piece.state)
        found.append(square)
    return tuple(found)


def pictured(view: View, picture: Picture) -> tuple[Square, ...]:
    """The tiles at a moment between two views: auras and marks are not known then."""
    found = []
    for tile in view.tiles:
        spot = picture.spots[tile.name]
        square = Square(tile.name, tile.row, tile.column, spot.holder, spot.pawns)
        if spot.figure:
            square = square._replace(card=spot.figure.card, owner=spot.figure.owner, power=spot.power)
        found.append(square)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Board:
    """All that a board shows at one moment."""

    squares: Sequence[Square]
    near: Seat
    """Whose side is on the left."""
    name_of: Callable[[str], str]
    catalog: Catalog | None = None
    """For tiles with room for more than a name: what a card does, and its sigil."""
    lit: Collection[str] = ()
    """Where the chosen card may go."""
    cursor: str = ""
    marks: Collection[str] = ()
    """Tiles to look at beside the one under the cursor."""
    last: str = ""
    """Where the last card was played."""
    changes: Mapping[str, TileChange] = field(default_factory=dict)
    """What the previewed act does to tiles, which the squares show already."""
    flash: Mapping[str, str] = field(default_factory=dict)
    """Tiles in motion: `placed`, `taken` or `fallen`."""
    command: str = "app.choose"
    """What a click on a tile means; it is about the tile's name."""

    @property
    def rows(self) -> int:
        return self.squares[-1].row + 1

    @property
    def columns(self) -> int:
        return self.squares[-1].column + 1


def size(board: Board, tile: tuple[int, int]) -> tuple[int, int]:
    """How much room a board takes with tiles of this size, frames between and around them included."""
    return board.columns * (tile[0] + 1) + 1, board.rows * (tile[1] + 1) + 1


def draw_board(sheet: Sheet, x: int, y: int, tile: tuple[int, int], board: Board) -> None:
    """Paint the board with its upper left corner here; a tile takes so many columns and rows within its frame."""
    sheet.stamp(_grid(sheet.look, x, y, tile, (board.columns, board.rows)))
    plots = _plots(x, y, tile, tuple(square.name for square in board.squares), board.columns, board.near, board.command)
    for square, zone in zip(board.squares, plots, strict=True):
        _tile(sheet, zone.area, square, board)
    sheet.zones += plots
    for square, zone in zip(board.squares, plots, strict=True):
        if square.name in board.marks:
            _box(sheet, zone.area.inset(-1, -1), "accent")
        if square.name == board.cursor:
            style = "accent bold" if not board.lit or square.name in board.lit else "bad bold"
            _corners(sheet, zone.area.inset(-1, -1), style)
    _names(sheet, plots, board.columns)


@lru_cache(maxsize=256)
def _plots(
    x: int, y: int, tile: tuple[int, int], names: tuple[str, ...], columns: int, near: Seat, command: str
) -> tuple[Zone, ...]:
    """Where each tile is, row by row, within its frame: the near side is always on the left."""
    wide, high = tile
    found = []
    for number, name in enumerate(names):
        row, column = divmod(number, columns)
        across = column if near is Seat.FIRST else columns - 1 - column
        area = Area(x + 1 + across * (wide + 1), y + 1 + row * (high + 1), wide, high)
        found.append(Zone(area, command, name))
    return tuple(found)


def _names(sheet: Sheet, plots: Sequence[Zone], columns: int) -> None:
    """What tiles are called: the columns' numbers above them, the lanes' letters on the left."""
    left = min(zone.area.x for zone in plots) - 1
    for zone in plots[:columns]:
        sheet.put(zone.area.x + zone.area.width // 2, zone.area.y - 1, zone.about[1:], "faint")
    for zone in plots[::columns]:
        sheet.put(left, zone.area.y + zone.area.height // 2, zone.about[0], "faint")


@lru_cache(maxsize=256)
def _grid(look: Look, x: int, y: int, tile: tuple[int, int], tiles: tuple[int, int]) -> Stamp:
    """The lines between tiles: so many across and down, each of so many columns and rows."""
    signs, (columns, rows), (across, down) = look.signs.box, tile, tiles
    line, paint = signs[1] * columns, look.paint("line")
    sheet = Sheet(x + across * (columns + 1) + 1, y + down * (rows + 1) + 1, look)
    inner = signs[3] + signs[3].join([" " * columns] * across) + signs[3]
    for row in range(down + 1):
        top = y + row * (rows + 1)
        left, joint, right = (0, 8, 2) if row == 0 else (4, 9, 5) if row == down else (6, 10, 7)
        sheet.put(x, top, signs[left] + signs[joint].join([line] * across) + signs[right], paint)
        for below in range(rows if row < down else 0):
            sheet.put(x, top + 1 + below, inner, paint)
    return sheet.cut_stamp()


def _box(sheet: Sheet, area: Area, style: str) -> None:
    signs, paint = sheet.look.signs.box, sheet.look.paint(style)
    line = signs[1] * (area.width - 2)
    sheet.put(area.x, area.y, signs[0] + line + signs[2], paint)
    sheet.put(area.x, area.bottom - 1, signs[4] + line + signs[5], paint)
    for y in range(area.y + 1, area.bottom - 1):
        sheet.put(area.x, y, signs[3], paint)
        sheet.put(area.right - 1, y, signs[3], paint)


def _corners(sheet: Sheet, area: Area, style: str) -> None:
    """Where the player points: corners are enough for the eye, and a whole frame is much to send at every step."""
    signs, paint = sheet.look.signs.heavy, sheet.look.paint(style)
    for left, right, y in ((signs[0], signs[2], area.y), (signs[4], signs[5], area.bottom - 1)):
        sheet.put(area.x, y, f"{left}{signs[1]}", paint)
        sheet.put(area.right - 2, y, f"{signs[1]}{right}", paint)
    sheet.put(area.x, area.y + 1, signs[3], paint)
    sheet.put(area.right - 1, area.y + 1, signs[3], paint)


def _tile(sheet: Sheet, area: Area, square: Square, board: Board) -> None:
    change, name = board.changes.get(square.name), square.name
    if change or not board.catalog:
        _paint_tile(sheet, area, square, board, change)
    else:
        marks = name in board.lit, name == board.cursor, name == board.last
        sheet.stamp(_stamp(sheet.look, area, square, board.near, board.catalog, *marks))
    if kind := board.flash.get(name):
        _spark(sheet, area, kind)


@lru_cache(maxsize=16384)  # most tiles are as they were at the key before
def _stamp(
    look: Look, area: Area, square: Square, near: Seat, catalog: Catalog, lit: bool, cursor: bool, last: bool
) -> Stamp:
    name = square.name
    shown = Board(
        squares=(square,),
        near=near,
        name_of=catalog.name_of,
        catalog=catalog,
        lit=(name,) if lit else (),
        cursor=name if cursor else "",
        last=name if last else "",
    )
    sheet = Sheet(area.right, area.bottom, look)
    _paint_tile(sheet, area, square, shown, None)
    return sheet.cut_stamp()


def _paint_tile(sheet: Sheet, area: Area, square: Square, board: Board, change: TileChange | None) -> None:
    if square.card:
        _card(sheet, area, square, board, change)
    else:
        _ground(sheet, area, square, board, change)
    if square.name in board.lit and square.name != board.cursor:
        ground = "lit" if not square.card else "mine_deep" if square.owner is board.near else "theirs_deep"
        sheet.put(area.x, area.y, sheet.look.signs.pointer, f"accent on {ground} bold")


def _card(sheet: Sheet, area: Area, square: Square, board: Board, change: TileChange | None) -> None:
    """A card: its owner's colour and edge, its power above, its name below. One that would come is but a shadow."""
    signs = sheet.look.signs
    mine = square.owner is board.near
    side = "mine" if mine else "theirs"
    ground = f"{side}_wash" if change and change.arrives else f"{side}_deep"
    sheet.fill(area, f"text on {ground}")
    edge = signs.mine_card if mine else signs.theirs_card
    for y in range(area.y, area.bottom):
        sheet.put(area.x if mine else area.right - 1, y, edge, f"{side} on {ground} bold")
    mark = {"raised": signs.up, "lowered": signs.down}.get(square.state, "")
    style = {"raised": "good", "lowered": "bad"}.get(square.state, "text")
    inner = Area(area.x + mine, area.y, area.width - 1, area.height)
    sheet.put(inner.x, area.y, signs.mine if mine else signs.theirs, f"{side} on {ground} bold")
    x = sheet.right(inner.right, area.y, f"{square.power}{mark}", f"{style} on {ground} bold")
    if said := _said_of(square, board, change):
        word, style = said
        fits = width(word) <= x - 2 - inner.x
        sheet.right(x - 1, area.y, word if fits else signs.star, f"{style} on {ground} bold")
    name = board.name_of(square.card)
    lines = name_lines(name, inner.width, max(1, min(3, area.height - 1)))
    top = area.y + 1
    for number, line in enumerate(lines):
        sheet.put(inner.x, top + number, line, f"text on {ground}{' bold' if area.height > 4 else ''}")
    if area.height > 4 and board.catalog:
        rest = Area(inner.x, top + len(lines), inner.width, area.height - 1 - len(lines))
        _more(sheet, rest, square.card, board.catalog, ground)


def _more(sheet: Sheet, area: Area, card: str, catalog: Catalog, ground: str) -> None:
    """What a card does, in short, and its sigil above that where there is room for both."""
    colour = sheet.look.colours.get(ground, "")
    if area.height >= SIZE // 2 and area.width >= SIZE and colour and not sheet.look.is_ascii:
        sigil = catalog.drawn(
            ("sigil", card, colour), lambda: half_blocks(catalog.sigil_of(card), catalog.palette_of(card), colour)
        )
        sheet.lines(area.x + (area.width - SIZE) // 2, area.y, sigil)
        area = Area(area.x, area.y + SIZE // 2, area.width, area.height - SIZE // 2)
    text = short(catalog.cards[card], catalog.name_of, catalog.words)
    if area.height and text:
        for number, line in enumerate(name_lines(text, area.width, area.height)):
            sheet.put(area.x, area.y + number, line, f"quiet on {ground}")


def _said_of(square: Square, board: Board, change: TileChange | None) -> tuple[str, str] | None:
    """A word on a card beside its power: what would happen to it, or that it was played last."""
    if change and change.arrives:
        return "new", "accent"
    if change and change.power:
        return f"{change.power:+}", "good" if change.power > 0 else "bad"
    return ("last", "accent") if square.name == board.last else None


def name_lines(name: str, columns: int, rows: int) -> list[str]:
    """A name in at most so many lines; a long word is broken at its hyphen, if it has one."""
    if rows == 1:
        return [cut(name, columns)]
    if any(width(word) > columns for word in name.split()):
        name = name.replace("-", "- ")
    lines = wrap(name, columns)
    if len(lines) > rows:
        lines = [*lines[: rows - 1], cut(" ".join(lines[rows - 1 :]), columns)]
    return [line.replace("- ", "-") for line in lines]


def _ground(sheet: Sheet, area: Area, square: Square, board: Board, change: TileChange | None) -> None:
    """A tile without a card: whose it is, how many pawns, what auras wait on it.

    What would change is seen in its first row; the rest is as it is now.
    """
    signs = sheet.look.signs
    side = _wash(square.holder, board)
    now = _wash(change.before.holder, board) if change and not change.leaves else side
    ground = "lit" if square.name in board.lit else side
    sheet.fill(area, f"text on {now}")
    if ground != now:
        sheet.fill(Area(area.x, area.y, area.width, 1), f"text on {ground}")
    if square.holder is not None:
        sign, style = (signs.mine, "mine") if square.holder is board.near else (signs.theirs, "theirs")
        sheet.put(area.x + 1, area.y, sign * square.pawns, f"{style} on {ground} bold")
    elif area.height > 2:
        sheet.put(area.x + area.width // 2, area.y + area.height // 2, signs.dot, f"faint on {now}")
    if change:
        _ground_change(sheet, area, change, board, ground)
    _auras(sheet, area, square, board, now if area.height > 1 else ground)


def _wash(holder: Seat | None, board: Board) -> str:
    """The colour of ground that somebody holds."""
    return "neutral" if holder is None else "mine_wash" if holder is board.near else "theirs_wash"


def _ground_change(sheet: Sheet, area: Area, change: TileChange, board: Board, ground: str) -> None:
    signs = sheet.look.signs
    if piece := change.leaves:
        mine = piece.owner is board.near
        name = board.name_of(piece.card)
        text = f"{signs.gone} {name}"
        sheet.put(area.x + 1, area.y + min(1, area.height - 1), cut(text, area.width - 1), f"bad on {ground} bold")
        sheet.right(area.right, area.y, "lost" if mine else "gone", f"bad on {ground} bold")
    elif change.taken:
        good = change.after.holder is board.near
        sheet.right(area.right, area.y, "taken", f"{'good' if good else 'bad'} on {ground} bold")
    elif change.pawns:
        sheet.right(area.right, area.y, f"{change.pawns:+}", f"accent on {ground} bold")


def _auras(sheet: Sheet, area: Area, square: Square, board: Board, ground: str) -> None:
    signs = sheet.look.signs
    x, y = area.x + 1, area.bottom - 1
    if area.height < 3 and any(square.aura):
        y = area.y + 1
    for seat, sign in ((board.near, signs.mine), (board.near.rival, signs.theirs)):
        if amount := square.aura[seat]:
            x = 1 + sheet.put(x, y, f"{sign}{amount:+}", f"{'good' if amount > 0 else 'bad'} on {ground}")


def _spark(sheet: Sheet, area: Area, kind: str) -> None:
    """A moment of motion: the tile is drawn out for the blink of an eye."""
    signs = sheet.look.signs
    sign, style = {
        "placed": (signs.star, "ground on accent bold"),
        "taken": (signs.arrow, "ground on accent bold"),
        "fallen": (signs.gone, "ground on bad bold"),
    }[kind]
    sheet.fill(Area(area.x, area.y + area.height // 2, area.width, 1), style, sign)
