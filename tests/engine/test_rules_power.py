"""Chapter 3 of the rule book: power."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from bloodfang_engine.contract import Seat
from bloodfang_engine.errors import BadNotation
from bloodfang_engine.fang import BloodFang, State, make_set
from bloodfang_engine.fang.events import CardDestroyed
from makers import random_cards
from tables import BOOK_CARDS, Scenario, cards, differences, told

SET = cards(
    BOOK_CARDS
    + """
    frost-imp    1 2 | E ahead | in_play: lower_power 2 to cells:enemy
    fog-bank     1 2 | E ahead | in_play: lower_power 1 to cells:any
    mist-bell    1 2 | E ahead | in_play: raise_power 1 to cells:any
    foe-bell     1 2 | E ahead | in_play: raise_power 1 to cells:enemy
    salt-singer  1 2 | E ahead | played: raise_power 2 to cells:ally
    toad-piper   1 2 | E ahead | played: raise_power 2 to cells
    dirge-hound  1 2 | E ahead, P above | played: lower_power 1 to cells:enemy
    proud-stag   1 2 | in_play: raise_power 3 to self
    self-doubter 1 4 | in_play: lower_power 1 to self
    lane-drum    1 2 | in_play: raise_power 1 to own_lane:any
    sky-drum     1 2 | played: lower_power 1 to board:any
    brag-wolf    1 2 | in_play: raise_power 1 per any:raised to self
    census-owl   1 2 | in_play: raise_power 1 per any to self
    pity-nun     1 2 | in_play: raise_power 1 per any:lowered to self
    gossip       1 2 | in_play: raise_power 1 per any:changed to self
    ash-hand     1 1 | E ahead | played: destroy to cells:any
    boast-imp    1 1 | raised: raise_power 999 to self
    """
)

SCENARIOS = [
    Scenario(
        "R24 a card at exactly 0 is destroyed",
        "m A1 A1 B1:night-crow . B1",
        "A play night-crow m2",
        "m A1 A1:night-crow B1 . B1",
        falls="m3@1",
    ),
    Scenario(
        "R24 a card below 0 is destroyed",
        "m A1 A1 B1:imp . B1",
        "A play night-crow m2",
        "m A1 A1:night-crow B1 . B1",
    ),
    Scenario(
        "R24 a card at 1 stands",
        "m A1 A1 B1:thorn-hart . B1",
        "A play night-crow m2",
        "m A1 A1:night-crow B1:thorn-hart(-2) . B1",
        powers="m3 1",
        falls="",
    ),
    Scenario(
        "R24 for a marked card power does not matter",
        "m A1 A1 B3:giant(+90) . B1",
        "A play ash-hand m2",
        "m A1 A1:ash-hand B3 . B1",
    ),
    Scenario(
        "R26 an aura marks an empty tile, and whoever comes later is touched",
        "m A1:bell-warden A1 . . B1",
        "A play imp m2",
        powers="m2 3",
    ),
    Scenario(
        "R26 it touches those who stand there already", "m A1 A1:imp . . B1", "A play bell-warden m1", powers="m2 3"
    ),
    Scenario(
        "R26 it serves each newcomer on the tile anew",
        "m A1:bell-warden A1:imp . . B1",
        "destroy m2; A play imp m2",
        powers="m2 3",
    ),
    Scenario(
        "R27 a when-played effect does not wait for latecomers",
        "m A1 A1 . . B1",
        "A play salt-singer m1; B pass; A play imp m2",
        powers="m2 1",
    ),
    Scenario(
        "R28 what an aura gave ends with it: a 5 becomes a 3 again",
        "m A1:bell-warden A1:thorn-hart . . B1",
        "destroy m1",
        powers="m2 3",
    ),
    Scenario(
        "R28 what an aura took ends with it",
        "m A1:frost-imp B1:thorn-hart . . B1",
        "destroy m1",
        powers="m2 3",
    ),
    Scenario(
        "R28 a one-shot gift stays when the giver falls: a 5 stays a 5",
        "m A1 A1:thorn-hart . . B1",
        "A play salt-singer m1; destroy m1",
        powers="m2 5",
    ),
    Scenario(
        "R28 and dies with the card that got it",
        "m A1 A1:thorn-hart . . B1",
        "A play salt-singer m1; destroy m2; B pass; A play imp m2",
        powers="m2 1",
    ),
    Scenario(
        "R29 who holds the tile is no matter: B's card on A's ground is A's enemy",
        "m A1:frost-imp A1:B!thorn-hart . . B1",
        "A pass",
        powers="m2 1",
    ),
    Scenario(
        "R29 A's card on B's ground is A's ally",
        "m A1:bell-warden B1:A!imp . . B1",
        "A pass",
        powers="m2 3",
    ),
    Scenario(
        "R65 an effect on allies passes enemies by",
        "m A1 B1:imp . . B1",
        "A play salt-singer m1",
        powers="m2 1",
    ),
    Scenario("R65 an effect on enemies passes allies by", "m A1 A1:ogre . . B1", "A play night-crow m1", powers="m2 4"),
    Scenario("R65 an effect on any reaches an ally", "m A1 A1:imp . . B1", "A play mist-bell m1", powers="m2 2"),
    Scenario("R65 an effect on any reaches an enemy", "m A1 B1:imp . . B1", "A play mist-bell m1", powers="m2 2"),
    Scenario(
        "R65 an effect that says nothing means any",
        "m A1 B1:imp . . B1",
        "A play toad-piper m1",
        powers="m2 3",
    ),
    Scenario("R65 a gift can be for enemies only", "m A1 B1:imp . . B1", "A play foe-bell m1", powers="m2 2"),
    Scenario(
        "R66 neither its lane nor the board includes the card itself",
        "t A1 A1:ogre . . B1\nm A1:imp . . . B1",
        "A play lane-drum t1; B pass",
        powers="t1 2, t2 5, m1 1",
    ),
    Scenario("R66 unless it says itself", act="A play proud-stag m1", powers="m1 5"),
    Scenario(
        "R66 a blow to the whole board spares the one who strikes it",
        "t A1:ogre . . . B1",
        "A play sky-drum m1",
        powers="t1 3, m1 2",
    ),
    Scenario(
        "R30 raises and lowerings of all kinds add up",
        "t . . . . .\nm A1:bell-warden A1:ogre(+1) B1:frost-imp . .\nb . A1 . . .",
        "A play bell-warden b2",
        # 4 + 1 + 2 - 2 + 2
        powers="m2 7",
    ),
    Scenario("R30 there is no cap", "m A1:bell-warden A1:giant(+990) . . B1", "A pass", powers="m2 998"),
    Scenario(
        "R31 auras destroy, also on arrival",
        "m A1:frost-imp B1 . . B1",
        "B play bell-warden m2",
        "m A1:frost-imp B1 . . B1",
        falls="m2@1",
    ),
    Scenario(
        "R31 a new aura destroys who stands there",
        "m A1 B1:night-crow . . B1",
        "A play frost-imp m1",
        "m A1:frost-imp B1 . . B1",
        falls="m2@1",
    ),
    Scenario(
        "R31 with aura_can_destroy off they lower to 1 at the least",
        "m A1:frost-imp B1 . . B1",
        "B play bell-warden m2",
        "m A1:frost-imp B1:bell-warden . . B1",
        powers="m2 1",
        falls="",
        options="aura_can_destroy=false",
    ),
    Scenario(
        "R32 a card that falls on arrival has sent its pawns and done what it does",
        "m A1 A1:frost-imp B1 . B1",
        "B play dirge-hound m3",
        """
            t A1 . B1 . B1
            m A1 A1:frost-imp(-1) B1 . B1
        """,
        falls="m3@1",
    ),
    Scenario(
        "R33 who loses the bonus that kept it alive falls at the next checkpoint, not at this one",
        "m A1:bell-warden A1:night-crow(-2) . . B1",
        "destroy m1",
        "m A1 A1 . . B1",
        falls="m1@0 m2@1",
    ),
]


@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.story)
def test_it_comes_out_as_drawn(case: Scenario) -> None:
    assert differences(case, SET) == []


STATES = [
    ("+2 and -1 is raised", "m A1:fog-bank A1:thorn-hart(+2) . . B1", 4, "raised"),
    ("+1 and -1 is plain", "m A1:fog-bank A1:thorn-hart(+1) . . B1", 3, "plain"),
    ("-1 is lowered", "m A1:fog-bank A1:thorn-hart . . B1", 2, "lowered"),
    ("a -1 and a conditional +2 is still lowered", "m A1 A1:brag-wolf(-1) . A1:imp(+1) B1:imp(+1)", 3, "lowered"),
    ("a conditional +2 alone is raised", "m A1 A1:brag-wolf . A1:imp(+1) B1:imp(+1)", 4, "raised"),
    ("a card's own fixed bonus is part of the rest", "m A1 A1:proud-stag(-2) . . B1", 3, "raised"),
    ("its own fixed penalty too", "m A1 A1:self-doubter . . B1", 3, "lowered"),
    ("nothing at all is plain", "m A1 A1:thorn-hart . . B1", 3, "plain"),
]


@pytest.mark.parametrize(("story", "board", "power", "state"), STATES, ids=[each[0] for each in STATES])
def test_raised_and_lowered_are_told_apart(story: str, board: str, power: int, state: str) -> None:
    """R46"""
    piece = told(SET, board).piece("m2")
    assert (piece.power, piece.state) == (power, state)


COUNTS = [
    ("all other cards", "t A1:imp . . . B1:imp\nm A1 A1:census-owl . . B1", 4),
    ("raised ones, and not itself", "t A1:imp(+1) . . . B1:imp\nm A1 A1:brag-wolf(+5) . . B1", 8),
    ("lowered ones, and not itself", "t A2:ogre(-1) . . . B1:imp\nm A1 A1:pity-nun(-1) . . B1", 2),
    ("changed ones, and not itself", "t A2:ogre(-1) . . . B1:imp(+1)\nm A1 A1:gossip(+1) . . B1", 5),
]


@pytest.mark.parametrize(("story", "board", "power"), COUNTS, ids=[each[0] for each in COUNTS])
def test_an_ability_that_counts_cards_never_counts_its_own(story: str, board: str, power: int) -> None:
    """R47"""
    assert told(SET, board).piece("m2").power == power


def test_nobody_is_raised_because_two_cards_would_like_to_agree() -> None:
    """R48"""
    came = told(SET, "m A1:pale-twin . . . B1:pale-twin")
    assert [came.piece(tile).power for tile in ("m1", "m5")] == [2, 2]


def test_with_one_real_raise_the_counts_climb_until_they_hold() -> None:
    """R48 the numbers of story 4."""
    came = told(SET, "t A1:night-crow(+1) . . . B1\nm A1:pale-twin . . . B1:pale-twin")
    assert [came.piece(tile).power for tile in ("m1", "m5")] == [3, 4]


def test_a_conditional_bonus_never_cures_lowered() -> None:
    """R48 the end of story 4: B's twin carries a -1, counts the crow, and is still nobody to count."""
    came = told(SET, "t A1:night-crow(+1) . . . B1\nm A1:pale-twin . . . B1:pale-twin(-1)")
    assert [came.piece(tile).power for tile in ("m1", "m5")] == [2, 2]


def test_no_position_with_a_card_below_1_can_be_given() -> None:
    """R25"""
    with pytest.raises(BadNotation, match="power 0, and would be gone"):
        told(SET, "m A1:imp(-1) . . . B1")


@pytest.mark.parametrize("seed", range(12))
def test_no_card_on_a_quiet_board_shows_less_than_1(seed: int) -> None:
    """R25"""
    luck = Random(seed)
    rules = BloodFang(make_set(random_cards(luck, wild=False)))
    state = rules.start(rules.sample(seed)).state
    shown = []
    while rules.to_act(state) and rules.view(state, None).turn < 30:
        seat = rules.to_act(state)[0]
        state = rules.after(state, seat, luck.choice(rules.legal_actions(state, seat)))
        shown += [tile.piece.power for tile in rules.view(state, None).tiles if tile.piece]
    assert shown
    assert min(shown) >= 1


def test_power_is_counted_from_scratch_whatever_the_order_of_arrival() -> None:
    """R37"""
    plays = ("play bell-warden m1", "play proud-stag m2", "play mist-bell m3")
    boards = set()
    for first, second, third in permutations(plays):
        acts = (f"A {first}", "B pass", f"A {second}", "B pass", f"A {third}")
        boards.add(powers(told(SET, "m A1 A1 A1 A1:census-owl B1", *acts).state))
    assert boards == {"m1 2, m2 7, m3 2, m4 6"}


def powers(state: State) -> str:
    tiles = BloodFang(SET).view(state, None).tiles
    return ", ".join(f"{tile.name} {tile.piece.power}" for tile in tiles if tile.piece)


def test_power_of_any_size_can_be_written_down_and_read_again() -> None:
    """R30"""
    came = told(SET, "m A1 A1:boast-imp(+900000) . . B1", "A play salt-singer m1")
    assert came.piece("m2").power > 1_000_000
    assert came.rules.read_position(came.rules.write_position(came.state)) == came.state


def test_an_aura_is_shown_on_the_tile_for_either_side() -> None:
    """R26"""
    came = told(SET, "m A1:bell-warden . A1:foe-bell . B1")
    assert (came.tile("m2").aura, came.tile("m4").aura, came.tile("t1").aura) == ((2, 0), (0, 1), (2, 0))


def test_the_log_says_who_destroyed_it_and_how() -> None:
    """R24"""
    came = told(SET, "m A1 B1:giant . . B1", "A play ash-hand m1")
    [fall] = [each for each in came.events if isinstance(each, CardDestroyed)]
    assert fall.by is not None
    assert (fall.cause, fall.by.card, fall.by.owner) == ("effect", "ash-hand", Seat.FIRST)
