"""Chapter 2 of the rule book: placing cards and pawns."""

from __future__ import annotations

import pytest

from bloodfang_engine.contract import Seat
from bloodfang_engine.errors import IllegalAction
from bloodfang_engine.fang import Play, Refusal
from bloodfang_engine.fang.events import PawnsBlocked, PawnsPlaced
from tables import BOOK, BOOK_CARDS, Scenario, cards, differences, told

SET = cards(
    BOOK_CARDS
    + """
    spike-vine   1 1 | P above2-ahead, P behind, P below-ahead2
    star-moss    1 1 | P above, P below, P ahead, P behind
    banner-ox    1 1 | P above, P ahead, X below | played: raise_rank 2 to pawn_cells | played: lower_power 9 to cells
    great-banner 1 1 | P ahead | played: raise_rank 3 to pawn_cells
    brood-hen    1 1 | P ahead | played: spawn pup to held_empty
    grim-biter   1 1 | X above, X ahead | played: lower_power 2 to cells:any
    spite-thorn  1 1 | E behind | destroyed: lower_power 9 to cells:any
    brittle-wasp 1 1 | X ahead | played: lower_power 1 to cells:any | played: lower_power 1 to self
    pup          1 1 token
    """
)

SCENARIOS = [
    Scenario("R12 one pawn is too few for a card of rank two", act="A play ogre m1", refused=Refusal.RANK_TOO_LOW),
    Scenario("R12 two pawns are enough", "m A2 . . . B1", "A play ogre m1", "m A2:ogre . . . B1"),
    Scenario("R12 more pawns than needed are fine", "m A3 . . . B1", "A play ogre m1", "m A3:ogre . . . B1"),
    Scenario("R12 a neutral tile is closed", act="A play imp m3", refused=Refusal.NEUTRAL),
    Scenario("R12 a rival's tile is closed", "m A1 B3 . . B1", "A play ogre m2", refused=Refusal.RIVALS_TILE),
    Scenario("R12 a tile with an own card is closed", "m A1:imp . . . B1", "A play imp m1", refused=Refusal.OCCUPIED),
    Scenario(
        "R12 a tile with a rival's card is closed", "m A1 B1:imp . . B1", "A play imp m2", refused=Refusal.OCCUPIED
    ),
    Scenario("R12 only a card in the hand can be played", "A hand ogre", "A play imp m1", refused=Refusal.NOT_IN_HAND),
    Scenario("R12 a card nobody knows cannot be played", "A hand imp", "A play ghost m1", refused=Refusal.UNKNOWN_CARD),
    Scenario("R13 pawns are not spent", "m A3 . . . B1", "A play imp m1", "m A3:imp . . . B1"),
    Scenario(
        "R13 pawns under a card are of no use until it leaves",
        "m A3:imp . . . B1",
        "destroy m1; A play giant m1",
        "m A3:giant . . . B1",
    ),
    Scenario(
        "R14 ahead is toward the rival, so A's pattern points right",
        """
            t . . . . .
            m . . A1 . .
            b . . . . .
        """,
        "A play spike-vine m3",
        """
            t . . . . .
            m . A1 A1:spike-vine . .
            b . . . . A1
        """,
    ),
    Scenario(
        "R14 for B the columns are mirrored and the rows are not",
        """
            t . . . . .
            m . . B1 . .
            b . . . . .
        """,
        "B play spike-vine m3",
        """
            t . . . . .
            m . . B1:spike-vine B1 .
            b B1 . . . .
        """,
    ),
    Scenario(
        "R14 a pattern reaches two tiles far",
        act="A play spike-vine b1",
        after="""
            t A1 A1 . . B1
            b A1:spike-vine . . . B1
        """,
    ),
    Scenario(
        "R14 effect cells are mirrored too",
        "m A1 A2:ogre B1 A2:ogre B1",
        "B play night-crow m3",
        "m A1 A2:ogre(-2) B1:night-crow A2:ogre B1",
    ),
    Scenario(
        "R15 what falls off the board neither wraps around nor bounces back",
        act="A play star-moss t1",
        after="""
            t A1:star-moss A1 . . B1
            m A2 . . . B1
        """,
    ),
    Scenario(
        "R15 the same in the far corner",
        act="B play star-moss b5",
        after="""
            m A1 . . . B2
            b A1 . . B1 B1:star-moss
        """,
    ),
    Scenario(
        "R16 a pawn on a neutral tile takes it, on an own tile it is one more",
        act="A play marsh-leech m1",
        after="""
            t A2 . . . B1
            m A1:marsh-leech A1 . . B1
            b A2 . . . B1
        """,
    ),
    Scenario(
        "R16 never above three",
        "t A3 . . . B1",
        "A play marsh-leech m1",
        """
            t A3 . . . B1
            m A1:marsh-leech A1 . . B1
            b A2 . . . B1
        """,
    ),
    Scenario(
        "R17 a pawn on a rival's tile turns the whole stack and adds nothing",
        """
            t B1 . . . B1
            m A1 B2 . . B1
            b B3 . . . B1
        """,
        "A play marsh-leech m1",
        """
            t A1 . . . B1
            m A1:marsh-leech A2 . . B1
            b A3 . . . B1
        """,
    ),
    Scenario(
        "R18 a card shields its tile from own pawns and from the rival's",
        """
            t A1:imp . . . B1
            m A1 B2:giant . . B1
        """,
        "A play marsh-leech m1",
        """
            t A1:imp . . . B1
            m A1:marsh-leech B2:giant(-2) . . B1
            b A2 . . . B1
        """,
    ),
    Scenario(
        "R23 pawns go out before the when-played ability: the new tile breeds, too",
        "t . . . . .\nm A1 . . . .\nb . . . . .",
        "A play brood-hen m1",
        "t . . . . .\nm A1:brood-hen A1:pup . . .\nb . . . . .",
    ),
    Scenario(
        "R20 a pawn that waited lands where the card fell, and turns the rival's stack",
        "m A1 A1 B2:night-crow . B1",
        "A play marsh-leech m2",
        """
            t A1 A1 . . B1
            m A1 A1:marsh-leech A2 . B1
            b A1 A1 . . B1
        """,
    ),
    Scenario(
        "R20 on an own tile it is one pawn more",
        "t A2:imp . . . B1",
        "A play grim-biter m1",
        """
            t A3 . . . B1
            m A1:grim-biter A1 . . B1
        """,
    ),
    Scenario(
        "R20 it lands even if the card that sent it is gone by then",
        "m A1 A1 B2:spite-thorn . B1",
        "A play brittle-wasp m2",
        "m A1 A1 A2 . B1",
        falls="m3@1 m2@1",
    ),
    Scenario(
        "R20 it is lost if the tile is still occupied",
        "m A1 A1 B2:giant . B1",
        "A play marsh-leech m2",
        """
            t A1 A1 . . B1
            m A1 A1:marsh-leech B2:giant(-2) . B1
            b A1 A1 . . B1
        """,
    ),
    Scenario(
        "R20 with deferred_pawns off a blocked pawn is lost for good",
        "m A1 A1 B2:night-crow . B1",
        "A play marsh-leech m2",
        """
            t A1 A1 . . B1
            m A1 A1:marsh-leech B2 . B1
            b A1 A1 . . B1
        """,
        options="deferred_pawns=false",
    ),
    Scenario(
        "R19 the pawns under a fallen card show again", "m A1 B2:night-crow . . B1", "destroy m2", "m A1 B2 . . B1"
    ),
    Scenario(
        "R22 stronger pawns: two at once, never above three, and a capture adds nothing",
        """
            t A2 . . . B1
            m A1 B1 . . B1
        """,
        "A play banner-ox m1",
        """
            t A3 . . . B1
            m A1:banner-ox A1 . . B1
            b A3 . . . B1
        """,
    ),
    Scenario("R22 three at once on a free tile", act="A play great-banner m1", after="m A1:great-banner A3 . . B1"),
    Scenario(
        "R22 a stronger pawn that was blocked is as strong when it lands later",
        "b A1:imp . . . B1",
        "A play banner-ox m1",
        """
            t A3 . . . B1
            m A1:banner-ox A2 . . B1
            b A3 . . . B1
        """,
    ),
]


@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.story)
def test_it_comes_out_as_drawn(case: Scenario) -> None:
    assert differences(case, SET) == []


def test_a_refused_act_changes_nothing_and_says_why() -> None:
    """R12"""
    came = told(BOOK, "A hand ogre")
    before = came.rules.write_position(came.state)
    with pytest.raises(IllegalAction, match="fewer pawns than the card's rank") as refused:
        came.rules.apply(came.state, Seat.FIRST, Play("ogre", "m1"))
    assert refused.value.reason is Refusal.RANK_TOO_LOW
    assert came.rules.write_position(came.state) == before


def test_exactly_the_open_tiles_are_offered() -> None:
    """R12"""
    came = told(
        BOOK,
        """
        t A1 A2 A3 .  B1
        m A2:imp B3 A3:imp A2 B1
        b A1 . . B2 B2:imp
        A hand ogre
        """,
    )
    offered = [act.tile for act in came.rules.legal_actions(came.state, Seat.FIRST) if isinstance(act, Play)]
    assert offered == ["t2", "t3", "m4"]


def test_pawns_land_in_board_order_before_anything_answers() -> None:
    """R23"""
    came = told(SET, "m A1 A2 B1:imp . B1", "A play marsh-leech m2")
    kinds = [type(each).__name__ for each in came.events]
    placed = [each.tile for each in came.events if isinstance(each, PawnsPlaced) and not each.deferred]
    assert placed == ["t2", "b2"]
    assert kinds.index("PawnsPlaced") < kinds.index("AbilityAnswered")


def test_the_log_tells_of_the_blocked_pawn_and_of_its_landing() -> None:
    """R20"""
    came = told(BOOK, "m A1 A1 B2:night-crow . B1", "A play marsh-leech m2")
    blocked = [each.tile for each in came.events if isinstance(each, PawnsBlocked)]
    landed = [
        (each.tile, each.was_holder, each.holder)
        for each in came.events
        if isinstance(each, PawnsPlaced)
        if each.deferred
    ]
    assert blocked == ["m3"]
    assert landed == [("m3", Seat.SECOND, Seat.FIRST)]


def test_the_two_sides_reach_the_mirrored_tiles() -> None:
    """R14"""
    here = told(SET, "t . . . . .\nm . . A1 . .\nb . . . . .", "A play spike-vine m3")
    there = told(SET, "t . . . . .\nm . . B1 . .\nb . . . . .", "B play spike-vine m3")
    mine = {(tile.row, tile.column) for tile in here.rules.view(here.state, None).tiles if tile.holder is not None}
    theirs = {
        (tile.row, 4 - tile.column) for tile in there.rules.view(there.state, None).tiles if tile.holder is not None
    }
    assert mine == theirs
