"""Which cards of an opening hand to give back: what cannot be played soon."""

from __future__ import annotations

from bloodfang_engine.fang import BloodFang, Mulligan, View

_MOST_DEAR = 2
"""So many cards that need more than one pawn may wait in an opening hand."""


def mulligan(rules: BloodFang, view: View) -> Mulligan:
    """Keep what one pawn will do for and the two cheapest others, never of the highest rank; give back the rest."""
    hand = [rules.cards[card] for card in view.hand or ()]
    dear = [place for place, card in enumerate(hand) if card.rank != 1]
    # a replacement (R49) needs an own card first: about as late as rank two
    dear.sort(key=lambda place: (hand[place].rank or 2, hand[place].replaces, -hand[place].power))
    kept = [place for place in dear if hand[place].rank < 3][:_MOST_DEAR]
    return Mulligan(tuple(place + 1 for place in sorted(dear) if place not in kept))
