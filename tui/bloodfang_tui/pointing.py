"""What a player points at in a match: a card of the hand, and a tile for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Action, Play, Tile, View


@dataclass(frozen=True, slots=True)
class Pointing:
    """A moment of it. Every step gives another; what it may not point at any more, it lets go."""

    at: int = 0
    """The place in the hand."""
    tile: str = ""
    on_board: bool = False
    """The tile is being chosen, not the card."""

    def settled(self, view: View) -> Pointing:
        """For a new view: cards may be gone, and others may be to act."""
        hand = view.hand or ()
        at = max(0, min(self.at, len(hand) - 1))
        tile = self.tile if any(tile.name == self.tile for tile in view.tiles) else _middle(view).name
        return Pointing(at, tile, self.on_board and bool(hand) and view.viewer in view.to_act and not view.mulligan)

    def ready(self, view: View, legal: Sequence[Action]) -> Pointing:
        """For a new turn: a card that can be played, if there is one."""
        return self if tiles_for(self.card(view), legal) else self.next_card(view, legal, 1)

    def card(self, view: View) -> str:
        """The card pointed at; nothing if the hand is empty."""
        hand = view.hand or ()
        return hand[self.at] if self.at < len(hand) else ""

    def towards(self, view: View, legal: Sequence[Action]) -> Pointing:
        """Onto the board: to the tile it was on if the card may go there, else to the first where it may."""
        open_tiles = tiles_for(self.card(view), legal)
        tile = self.tile if self.tile in open_tiles or not open_tiles else open_tiles[0]
        return Pointing(self.at, tile, True)

    def moved(self, view: View, across: int, down: int, near: Seat) -> Pointing:
        """One tile further, as the eye sees it; below the last lane is the hand."""
        here = view.tile(self.tile)
        step = across if near is Seat.FIRST else -across
        row, column = here.row + down, here.column + step
        if row > view.tiles[-1].row:
            return Pointing(self.at, self.tile, False)
        found = next((tile for tile in view.tiles if (tile.row, tile.column) == (row, column)), here)
        return Pointing(self.at, found.name, True)

    def next_tile(self, view: View, legal: Sequence[Action], step: int) -> Pointing:
        """The next tile where the card may go."""
        order = tiles_for(self.card(view), legal)
        return Pointing(self.at, _after(order, self.tile, step), True) if order else self

    def next_card(self, view: View, legal: Sequence[Action], step: int) -> Pointing:
        """The next card that can be played."""
        hand = view.hand or ()
        order = [str(place) for place, card in enumerate(hand) if tiles_for(card, legal)]
        return Pointing(int(_after(order, str(self.at), step)), self.tile, False) if order else self


def tiles_for(card: str, legal: Sequence[Action]) -> list[str]:
    """Where a card may go."""
    return [act.tile for act in legal if isinstance(act, Play) and act.card == card]


def _after(order: list[str], here: str, step: int) -> str:
    if here not in order:
        return order[0 if step > 0 else -1]
    return order[(order.index(here) + step) % len(order)]


def _middle(view: View) -> Tile:
    return view.tiles[len(view.tiles) // 2]
