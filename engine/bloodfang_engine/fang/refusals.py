"""Why an act of Blood Fang is refused, in words a player understands."""

from __future__ import annotations

from bloodfang_engine.errors import Reason


class Refusal(Reason):
    """Each with the rule it comes from."""

    MATCH_OVER = "the match is over"
    NOT_YOUR_TURN = "it is the other player's turn (R09)"
    MULLIGAN_FIRST = "the match begins when both mulligans are done (R05)"
    MULLIGAN_DONE = "a mulligan is taken once, before the first turn (R05)"
    NO_SUCH_PLACE = "a mulligan names places of your hand, counted from 1, in order and each once (R05)"
    UNKNOWN_CARD = "no card here has that id"
    NO_SUCH_TILE = "the board has no such tile (R01)"
    NOT_IN_HAND = "that card is not in your hand"
    OCCUPIED = "a card stands there already (R12)"
    NEUTRAL = "nobody holds that tile: it needs a pawn of yours first (R12)"
    RIVALS_TILE = "that tile is your rival's (R12)"
    RANK_TOO_LOW = "the tile has fewer pawns than the card's rank (R12)"
    NEEDS_OWN_CARD = "a replacement goes on one of your own cards (R49)"
    NO_REPLACEMENT = "this match is played without replacement (R49)"
    NOT_AN_ACT = "this is not an act of Blood Fang"
