"""Blood Fang: pawns, lanes and cards that answer each other. Start with `BloodFang` in rules.py."""

from bloodfang_engine.fang.acts import PASS, Action, Mulligan, Pass, Play
from bloodfang_engine.fang.cardfile import make_set, parse_set, read_set, write_card
from bloodfang_engine.fang.cards import Card, CardSet, as_dict
from bloodfang_engine.fang.hiding import Piece, Tile, View
from bloodfang_engine.fang.options import PROFILES, Options
from bloodfang_engine.fang.refusals import Refusal
from bloodfang_engine.fang.rules import BloodFang
from bloodfang_engine.fang.scoring import Account, Lane
from bloodfang_engine.fang.starting import deck_problem
from bloodfang_engine.fang.state import State

__all__ = [
    "PASS",
    "PROFILES",
    "Account",
    "Action",
    "BloodFang",
    "Card",
    "CardSet",
    "Lane",
    "Mulligan",
    "Options",
    "Pass",
    "Piece",
    "Play",
    "Refusal",
    "State",
    "Tile",
    "View",
    "as_dict",
    "deck_problem",
    "make_set",
    "parse_set",
    "read_set",
    "write_card",
]
