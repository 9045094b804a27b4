"""Where cards are kept that are not on the board: deck and hand, as plain tuples, the deck's top first."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from bloodfang_engine.chance import Chance

C = TypeVar("C")


def draw(hand: tuple[C, ...], deck: tuple[C, ...], count: int = 1) -> tuple[tuple[C, ...], tuple[C, ...]]:
    """The hand and the deck after drawing; an empty deck gives nothing and ends nothing."""
    return hand + deck[:count], deck[count:]


def discard(hand: tuple[C, ...], card: C) -> tuple[C, ...]:
    """The hand without one copy of the card: the first of them."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def redraw(
    hand: tuple[C, ...], deck: tuple[C, ...], returned: Collection[int], chance: Chance
) -> tuple[tuple[C, ...], tuple[C, ...], Chance]:
    """A mulligan: the cards at these places go back, the deck is shuffled, as many are drawn to the hand's end."""
    kept = tuple(card for place, card in enumerate(hand) if place not in returned)
    pile, chance = chance.shuffled(deck + tuple(hand[place] for place in sorted(returned)))
    return *draw(kept, pile, len(hand) - len(kept)), chance
