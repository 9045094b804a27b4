"""Chapter 7 of the rule book: other ways with pawns, and tiles after a fall."""

from __future__ import annotations

import pytest

from bloodfang_engine.contract import Seat
from bloodfang_engine.fang.events import CardDestroyed, GroundChanged
from tables import BOOK_CARDS, Scenario, cards, differences, told

SET = cards(
    BOOK_CARDS
    + """
    spear-pup    1 1 | P ahead
    twin-spear   1 1 | P ahead | played: raise_rank 2 to pawn_cells
    ash-hand     1 1 | E ahead | played: destroy to cells:any
    mark-echo    1 1 | E ahead | played/enemy: destroy to cells:any
    late-sting   1 1 | E ahead | played/enemy: lower_power 9 to cells:any
    sting-wasp   1 1 | E ahead | played: lower_power 3 to cells:any
    sting-fly    1 1 | E ahead | played: lower_power 1 to cells:any
    frost-ring   1 1 | E above, E below, E ahead, E behind | in_play: lower_power 2 to cells:any
    alarm-mouse  1 3 | E behind | first_lowered: spawn chill-mote to cells
    chill-mote   1 1 token | E ahead | in_play: lower_power 5 to cells:any
    brittle-wasp 1 1 | X ahead | played: lower_power 1 to cells:any | played: lower_power 1 to self
    husk-spear   replace 1 | P below
    sated-ghoul  replace 3 | in_play: lower_power 1 per replaced to self
    self-doubter 1 1 | in_play: raise_power 2 to self | in_play: lower_power 1 to self
    """
)

CAPTURE = [
    Scenario(
        "R17 convert_plus: and one pawn more",
        "m A1 B2 . . B1",
        "A play spear-pup m1",
        "m A1:spear-pup A3 . . B1",
        options="capture=convert_plus",
    ),
    Scenario(
        "R17 convert_plus: never above three",
        "m A1 B3 . . B1",
        "A play spear-pup m1",
        "m A1:spear-pup A3 . . B1",
        options="capture=convert_plus",
    ),
    Scenario(
        "R17 convert_plus: stronger pawns also add only one",
        "m A1 B1 . . B1",
        "A play twin-spear m1",
        "m A1:twin-spear A2 . . B1",
        options="capture=convert_plus",
    ),
    Scenario(
        "R17 contest: three of the rival's against one",
        "m A1 B3 . . B1",
        "A play spear-pup m1",
        "m A1:spear-pup B2 . . B1",
        options="capture=contest",
    ),
    Scenario(
        "R17 contest: two pawns one after the other turn it, (0,3) to (2,1)",
        "m A1 B3 . . B1",
        "A play twin-spear m1",
        "m A1:twin-spear A2 . . B1",
        options="capture=contest",
    ),
    Scenario(
        "R17 contest: if equal the previous holder keeps it",
        "m A1 B2 . . B1",
        "A play spear-pup m1",
        "m A1:spear-pup B1 . . B1",
        options="capture=contest",
    ),
    Scenario(
        "R17 contest: on an own tile the rival's counter is left alone",
        "m A1 A1~1 B1 . B1",
        "A play spear-pup m1; B play spear-pup m3",
        "m A1:spear-pup B2 B1:spear-pup . B1",
        options="capture=contest",
    ),
    Scenario(
        "R17 contest: never above three",
        "m A1 A3~2 . . B1",
        "A play spear-pup m1",
        "m A1:spear-pup A3 . . B1",
        options="capture=contest",
    ),
    Scenario(
        "R18 stored: a pawn goes under the own card",
        "m A1 A1:imp . . B1",
        "A play spear-pup m1",
        "m A1:spear-pup A2:imp . . B1",
        options="pawns_on_occupied=stored",
    ),
    Scenario(
        "R18 stored: under a rival's card it turns the tile, and the card stays",
        "m A1 B2:imp . . B1",
        "A play spear-pup m1",
        "m A1:spear-pup A2:B!imp . . B1",
        options="pawns_on_occupied=stored",
    ),
    Scenario(
        "R18 stored: the turned tile shows when the card falls",
        "m A1 B2:imp . . B1",
        "A play spear-pup m1; destroy m2",
        "m A1:spear-pup A2 . . B1",
        options="pawns_on_occupied=stored",
    ),
    Scenario(
        "R18 stored: nothing waits, so nothing lands twice",
        "m A1 A1 B2:night-crow . B1",
        "A play marsh-leech m2",
        "t A1 A1 . . B1\nm A1 A1:marsh-leech A2 . B1\nb A1 A1 . . B1",
        options="pawns_on_occupied=stored",
    ),
]

FALLEN = [
    Scenario(
        "R19 clear: nobody's, no pawns",
        "m A1 B2:imp . . B1",
        "destroy m2",
        "m A1 . . . B1",
        options="destroyed_tile=clear",
    ),
    Scenario(
        "R19 clear: never for a replaced card",
        "m A2:imp . . . B1",
        "A play husk-eater m1",
        "m A2:husk-eater . . . B1",
        options="destroyed_tile=clear",
    ),
    Scenario(
        "R19 clear: a waiting pawn then finds a free tile",
        "m A1 A1 B2:night-crow . B1",
        "A play marsh-leech m2",
        "t A1 A1 . . B1\nm A1 A1:marsh-leech A1 . B1\nb A1 A1 . . B1",
        options="destroyed_tile=clear",
    ),
    Scenario(
        "R19 destroyer: never for a replaced card",
        "m B2:A!imp . . . B1",
        "A play husk-eater m1",
        "m B2:A!husk-eater . . . B1",
        options="destroyed_tile=destroyer",
    ),
    Scenario(
        "R19 destroyer: under contest the other counter becomes 0",
        "m A1 B2~1:imp B1 . B1",
        "A play ash-hand m1; B play spear-pup m3",
        "m A1:ash-hand A1 B1:spear-pup . B1",
        options="destroyed_tile=destroyer capture=contest",
    ),
    Scenario(
        "R81 the card that marked it",
        "m A1 B2:giant . . B1",
        "A play ash-hand m1",
        "m A1:ash-hand A2 . . B1",
        options="destroyed_tile=destroyer",
    ),
    Scenario(
        "R81 the last card that marked it",
        "m A1 A1 B2:giant B1:mark-echo B1",
        "A play ash-hand m2",
        "m A1 A1:ash-hand B2 B1:mark-echo B1",
        options="destroyed_tile=destroyer",
    ),
    Scenario(
        "R81 a mark counts, and no lowering after it",
        "m A1 A1 B2:giant B1:late-sting B1",
        "A play ash-hand m2",
        "m A1 A1:ash-hand A2 B1:late-sting B1",
        options="destroyed_tile=destroyer",
    ),
    Scenario(
        "R81 the card that lowered it in this wave",
        "m A1 B2:imp . . B1",
        "A play sting-wasp m1",
        "m A1:sting-wasp A2 . . B1",
        options="destroyed_tile=destroyer",
    ),
    Scenario(
        "R81 the lowering in this wave, not the older aura",
        "t . B1:frost-ring . . .\nm A1 B2:thorn-hart . . B1",
        "A play sting-wasp m1",
        "t . B1:frost-ring . . .\nm A1:sting-wasp A2 . . B1",
        options="destroyed_tile=destroyer",
    ),
    Scenario(
        "R81 the youngest card whose aura lowers it",
        "t . B1:frost-ring#1 . . .\nm A1 B2:thorn-hart#2 . . B1",
        "A play frost-ring m1",
        "t . B1:frost-ring . . .\nm A1:frost-ring A2 . . B1",
        options="destroyed_tile=destroyer",
    ),
    Scenario(
        "R81 nobody: it only lost what kept it alive",
        "m A1:bell-warden A2:imp(-1) . . B1",
        "destroy m1",
        "m A1 A2 . . B1",
        options="destroyed_tile=destroyer",
    ),
    Scenario(
        "R81 a lowering of an earlier wave is no matter: the mote's aura kills the mouse",
        "m A1 B2:alarm-mouse B1 . B1",
        "A play sting-fly m1",
        "m A1:sting-fly B2 B1:chill-mote . B1",
        options="destroyed_tile=destroyer",
    ),
]

UNDONE = [
    Scenario(
        "R21 a fallen card's pawns are undone everywhere", "", "A play marsh-leech m1; destroy m1", "m A1 . . . B1"
    ),
    Scenario(
        "R21 others' pawns stay",
        "",
        "A play marsh-leech m1; B pass; A play marsh-leech b1; destroy m1",
        "b A1:marsh-leech A1 . . B1",
    ),
    Scenario(
        "R21 what is left is counted again in order, under the capture rule",
        "t A1 A1 . . B1\nm A1 B2 . . B1",
        "A play spear-pup m1; B pass; A play marsh-leech t2; destroy m1",
        "t A1 A1:marsh-leech A1 . B1\nm A1 A2 . . B1",
    ),
    Scenario(
        "R21 the rival's later pawn falls on the ground as it would have been",
        "m A1 . B1 . B1",
        "A play spear-pup m1; B play spear-pup m3; destroy m1",
        "m A1 B1 B1:spear-pup . B1",
    ),
    Scenario(
        "R21 tiles under cards too", "", "A play marsh-leech m1; B pass; A play imp t1; destroy m1", "t A1:imp . . . B1"
    ),
    Scenario(
        "R21 a replaced card's pawns are struck before the newcomer's land",
        "",
        "A play spear-pup m1; B pass; A play husk-spear m1",
        "m A1:husk-spear . . . B1\nb A2 . . . B1",
    ),
    Scenario("R21 the tile it stood on is otherwise kept", "m A3:ogre . . . B1", "destroy m1", "m A3 . . . B1"),
    Scenario(
        "R21 a card that has left lands no waiting pawns",
        "m A1 A1 B1:imp . B1",
        "A play brittle-wasp m2",
        "m A1 A1 B1 . B1",
    ),
]


@pytest.mark.parametrize("case", [*CAPTURE, *FALLEN], ids=lambda case: case.story)
def test_it_comes_out_as_drawn(case: Scenario) -> None:
    assert differences(case, SET) == []


@pytest.mark.parametrize("case", UNDONE, ids=lambda case: case.story)
def test_pawns_are_undone_as_drawn(case: Scenario) -> None:
    undone = Scenario(case.story, case.before, case.act, case.after, options="destroyed_tile=remove_contributions")
    assert differences(undone, SET) == []


def test_without_continuous_lowerings_means_without_its_own_too() -> None:
    """R31 1 + 2 - 1 and a lasting -2 is 0; without the continuous -1 it would be 1, so with the option off it lives."""
    board = "m A1 B1:self-doubter(-1) . . B1"
    came = told(SET, board, "A play sting-fly m1", options="aura_can_destroy=false")
    assert came.falls == ""
    assert came.piece("m2").power == 1


def test_its_own_lowering_by_the_replaced_power_is_left_out_as_well() -> None:
    """R31 3 - 5 is below 0; without the continuous lowering it would be 3."""
    came = told(SET, "m A2:ogre(+1) . . . B1", "A play sated-ghoul m1", options="aura_can_destroy=false")
    assert came.falls == "m1@0"  # only the replaced ogre
    assert came.piece("m1").power == 1


def test_the_log_tells_what_became_of_the_tile() -> None:
    """R19"""
    came = told(SET, "m A1 B2:giant . . B1", "A play ash-hand m1", options="destroyed_tile=destroyer")
    [change] = [each for each in came.events if isinstance(each, GroundChanged)]
    assert (change.left.card, change.tile) == ("giant", "m2")
    assert (change.was_holder, change.was_pawns) == (Seat.SECOND, 2)
    assert (change.holder, change.pawns) == (Seat.FIRST, 2)


def test_the_log_names_the_destroyer_too() -> None:
    """R81"""
    came = told(SET, "m A1 B2:alarm-mouse B1 . B1", "A play sting-fly m1")
    [fall] = [each for each in came.events if isinstance(each, CardDestroyed)]
    assert fall.by is not None
    assert fall.by.card == "chill-mote"
