"""What must have been seen of a card by somebody who has looked at all its situations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Card
from bloodfang_engine.fang.cards import Area, Clause, Effect, Happening, Per, Side
from witness import FALLS

_WHOM = {Side.ALLY: ("an ally",), Side.ENEMY: ("an enemy",), Side.ANY: ("an ally", "an enemy")}


def due(card: Card, makers: Sequence[Clause]) -> Iterator[str]:
    """The facts, in the words of a witness; `makers` are the clauses that make this card, if it is a token."""
    yield from FALLS.values()
    only_spawned = makers and all(clause.effect is Effect.SPAWN for clause in makers)
    yield from (f"was {'spawned for' if only_spawned else 'played by'} {seat.letter}" for seat in Seat)
    if makers and not only_spawned:
        yield "came from the hand as a token"
    if card.replaces:
        yield from ("replaced a weak card", "replaced a strong card")
    if card.pawn_cells and not only_spawned:
        yield from ("placed a pawn", "captured a tile", "had a pawn blocked")
        yield from (f"sent a pawn to {cell}" for cell in card.pawn_cells)
    for number, clause in enumerate(card.clauses):
        yield from (f"ability {number} {what}" for what in _due(card, clause))


def _due(card: Card, clause: Clause) -> Iterator[str]:
    match clause.target.area:
        case Area.CELLS:
            yield from (f"touched {whom}" for whom in _WHOM[clause.target.side])
            yield from (f"reached {cell}" for cell in card.effect_cells)
        case Area.SELF if clause.value and clause.value.per is Per.CARD:
            yield from (f"counted {many}" for many in (0, 1, 3))
        case Area.SELF:
            yield "touched itself"
        case Area.PAWN_CELLS:
            yield "placed more than one pawn"
        case Area.HAND:
            yield from (f"gave {token}" for token in clause.cards)
        case Area.HELD_EMPTY:
            yield from (f"spawned {token}" for token in clause.cards)
        case Area.OWN_LANE:
            yield from (f"saw its lane {how}" for how in ("won", "lost", "tied"))
        case Area.ALL_LANES:
            yield from (f"took the loser's points for {whom}" for whom in ("its owner", "the rival"))
        case Area.BOARD:
            raise AssertionError("no card of ours looks at the whole board")
    if clause.trigger.event in (Happening.FIRST_RAISED, Happening.FIRST_LOWERED):
        yield from ("answered an effect", "answered an aura")
