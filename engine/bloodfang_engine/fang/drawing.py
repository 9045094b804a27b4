"""The board in plain characters: for terminals without an app, for replays and bug reports."""

from __future__ import annotations

from bloodfang_engine.contract import Seat
from bloodfang_engine.fang.hiding import Tile, View

_WIDTH = 13
_MARKS = {"raised": "^", "lowered": "v", "plain": " "}


def draw(view: View) -> str:
    """The board with lane totals: A's on the left, B's on the right, `*` at the one that leads.

    A tile shows its holder and pawns (`A2`), and the card on it with owner and power; `^` and `v` mark cards above and
    below their printed power.
    """
    rows = max(tile.row for tile in view.tiles) + 1
    columns = max(tile.column for tile in view.tiles) + 1
    rule = "      +" + ("-" * _WIDTH + "+") * columns
    lines = [" " * 6 + "".join(f"{column + 1:^{_WIDTH + 1}}" for column in range(columns)).rstrip(), rule]
    for row in range(rows):
        tiles = [tile for tile in view.tiles if tile.row == row]
        first, second = view.account.lanes[row].sums
        winner = view.account.lanes[row].winner
        marks = ["*" if winner is seat else " " for seat in Seat]
        lane = tiles[0].name[0]
        lines.append(f"    {lane} |" + "|".join(f"{_ground(tile):<{_WIDTH}}" for tile in tiles) + "|")
        cards = "|".join(f"{_card(tile):<{_WIDTH}}" for tile in tiles)
        lines.append(f"{marks[0]}{first:>4} |{cards}|{second}{marks[1]}".rstrip())
        lines.append(rule)
    return "\n".join(lines)


def _ground(tile: Tile) -> str:
    text = f" {tile.holder.letter}{tile.pawns}" if tile.holder is not None else " ."
    return f"{text:<4}{tile.piece.owner.letter + ' ' + _power(tile):>{_WIDTH - 4}}" if tile.piece else text


def _power(tile: Tile) -> str:
    assert tile.piece is not None
    return f"{tile.piece.power}{_MARKS[tile.piece.state]}"


def _card(tile: Tile) -> str:
    return f" {tile.piece.card[: _WIDTH - 1]}" if tile.piece else ""
