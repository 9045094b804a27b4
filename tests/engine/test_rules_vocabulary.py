"""Chapter 7 of the rule book: the wider vocabulary, and positions that are given."""

from __future__ import annotations

import pytest

from bloodfang_engine.contract import Seat
from bloodfang_engine.errors import CardError
from bloodfang_engine.fang.events import AuraBegan, CardDestroyed, PowerChanged
from tables import BOOK_CARDS, Scenario, cards, differences, told

SET = cards(
    BOOK_CARDS
    + """
    cheer-imp    1 1 | E ahead | played: raise_power 1 to cells:any
    sting-fly    1 1 | E ahead | played: lower_power 1 to cells:any
    glad-cat     1 3 | E above | raised: lower_power 1 to cells:any
    sad-cat      1 3 | E above | lowered: raise_power 1 to cells:any
    ally-ear     1 2 | raised/ally: raise_power 2 to self | lowered/ally: raise_power 3 to self
    foe-ear      1 2 | raised/enemy: raise_power 2 to self | lowered/enemy: raise_power 3 to self
    any-ear      1 2 | raised/any: raise_power 2 to self | lowered/any: raise_power 3 to self
    lane-hen     1 1 | E ahead | played: spawn pup to own_lane
    cell-hen     1 1 | E ahead, E above | played: spawn pup to cells
    ally-midwife 1 2 | spawned/ally: raise_power 1 to self
    foe-midwife  1 2 | spawned/enemy: raise_power 1 to self
    any-midwife  1 2 | spawned/any: raise_power 1 to self
    pup          1 1 token | spawned: raise_power 4 to self
    lane-gale    1 2 | played: lower_power 1 to own_lane:enemy
    sky-gale     1 2 | played: lower_power 1 to board:enemy
    ally-wind    1 2 | played: raise_power 1 to board:ally
    cruel-wind   1 2 | played: lower_power 1 to board:any:lowered
    kind-wind    1 2 | played: raise_power 1 to board:any:raised
    odd-wind     1 2 | E ahead, E behind | played: destroy to cells:any:changed
    lane-reaper  1 2 | played: destroy to own_lane:enemy:raised
    cell-tally   1 2 | E above, E below, E ahead | played: raise_power 1 per any:-:cells to self
    lane-tally   1 2 | played: raise_power 2 per enemy:-:own_lane to self
    herd-tally   1 2 | played: raise_power 1 per ally to self
    weak-tally   1 2 | E ahead | played: lower_power 1 per enemy:lowered to cells:enemy
    ally-lamp    1 2 | E ahead | in_play/ally: raise_power 1 to cells
    foe-lamp     1 2 | E ahead | in_play/enemy: raise_power 1 to cells
    any-lamp     1 2 | in_play/any: raise_power 3 to self
    salt-plague  1 2 | in_play: lower_power 1 to board:any:lowered
    slow-plague  1 9 | E above, E below | in_play: lower_power 1 per any:lowered to cells:any
    mob-lamp     1 2 | E ahead | in_play: raise_power 1 per ally:raised to cells:ally
    calm-bell    1 2 | in_play: raise_power 2 to board:ally:lowered
    keen-stag    1 2 | first_raised: raise_power 10 to self
    """
)


def case(
    story: str, before: str, act: str, powers: str = "", answers: str | None = None, options: str = ""
) -> Scenario:
    return Scenario(story, before, act, powers=powers, answers=answers, options=options)


TWICE = "A play cheer-imp m1; B pass; destroy m1; A play cheer-imp m1"

EVERY_TIME = [
    case("R71 raised answers every time", "t . B3:giant . . .\nm A1 A1:glad-cat . . B1", TWICE, "t2 4, m2 5"),
    case(
        "R71 lowered answers every time",
        "t . A3:giant . . .\nm A1 B1:sad-cat . . B1\nA hand sting-fly sting-fly",
        TWICE.replace("cheer-imp", "sting-fly"),
        "t2 8, m2 1",
    ),
    case(
        "R71 a new aura is the same news",
        "t . B3:giant . . .\nm A1 A1:glad-cat . . B1",
        "A play bell-warden m1",
        "t2 5, m2 5",
    ),
    case(
        "R71 but only with aura_counts_as_raise",
        "t . B3:giant . . .\nm A1 A1:glad-cat . . B1",
        "A play bell-warden m1",
        "t2 6, m2 5",
        "",
        "aura_counts_as_raise=false",
    ),
    case(
        "R71 ally: an ally's raise",
        "t A1:ally-ear . . . B1:ally-ear\nm A1 A1:ogre . . B1",
        "A play cheer-imp m1",
        "t1 4, t5 2",
    ),
    case(
        "R71 ally: an ally's lowering",
        "t A1:ally-ear . . . B1:ally-ear\nm A1 A1:ogre . . B1",
        "A play sting-fly m1",
        "t1 5, t5 2",
    ),
    case("R71 enemy: an enemy's raise", "t A1 . . . B1:foe-ear\nm A1 A1:ogre . . B1", "A play cheer-imp m1", "t5 4"),
    case("R71 enemy: an enemy's lowering", "t A1 . . . B1:foe-ear\nm A1 A1:ogre . . B1", "A play sting-fly m1", "t5 5"),
    case("R71 enemy: not an ally's", "t A1:foe-ear . . . B1\nm A1 A1:ogre . . B1", "A play cheer-imp m1", "t1 2"),
    case(
        "R71 any: another card's, and not its own",
        "t A1:any-ear . . . B1\nm A1 A1:ogre . . B1",
        "A play cheer-imp m1",
        "t1 4",
    ),
    case(
        "R71 any: two ears hear each other, and neither itself",
        "t A1:any-ear . . . B1:any-ear\nm A1 A1:ogre . . B1",
        "A play cheer-imp m1",
        # each gets 2 in wave 2 and 2 in wave 3, and so on for ever, but for the guard
        "t1 6, t5 6",
        options="max_waves=3",
    ),
    case("R72 the token itself", "m A1 . A1 . B1", "A play lane-hen m1", "m3 5"),
    case(
        "R72 an ally looks on",
        "t A1:ally-midwife . . . B1:ally-midwife\nm A1 . A1 . B1",
        "A play lane-hen m1",
        "t1 3, t5 2",
    ),
    case(
        "R72 an enemy looks on",
        "t A1:foe-midwife . . . B1:foe-midwife\nm A1 . A1 . B1",
        "A play lane-hen m1",
        "t1 2, t5 3",
    ),
    case(
        "R72 any looks on", "t A1:any-midwife . . . B1:any-midwife\nm A1 . A1 . B1", "A play lane-hen m1", "t1 3, t5 3"
    ),
    case(
        "R72 the subject answers before onlookers, and a play is no spawning",
        "t A1:any-midwife . . . B1\nm A1 . A1 . B1",
        "A play lane-hen m1; B play imp m5",
        "t1 3, m3 5",
        "lane-hen@1 pup@2 any-midwife@2",
    ),
]

AREAS = [
    case(
        "R73 own_lane: all cards in the lane",
        "t A1 . . . B2:ogre\nm A1 A2:ogre B2:ogre . B2:ogre",
        "A play lane-gale m1",
        "t5 4, m2 4, m3 3, m5 3",
    ),
    case(
        "R73 board: all cards",
        "t A1:imp . . . B2:ogre\nm A1 . B2:ogre . B1",
        "A play sky-gale m1",
        "t1 1, t5 3, m3 3, m1 2",
    ),
    case("R73 board, allies: never the source", "t A1:imp . . . B1:imp", "A play ally-wind m1", "t1 2, t5 1, m1 2"),
    case(
        "R73 state lowered",
        "t A2:ogre(-1) . . . B2:ogre(+1)\nb A2:ogre . . . B2:ogre(-2)",
        "A play cruel-wind m1",
        "t1 2, t5 5, b1 4, b5 1",
    ),
    case(
        "R73 state raised",
        "t A2:ogre(-1) . . . B2:ogre(+1)\nb A2:ogre . . . B2:ogre(-2)",
        "A play kind-wind m1",
        "t1 3, t5 6, b1 4, b5 2",
    ),
    case("R73 state changed", "m A2:ogre(-1) A1 A2:ogre(+1) . B1", "A play odd-wind m2", answers="odd-wind@1"),
    case(
        "R73 side and state together", "m A2:ogre(+1) A1 B2:ogre(+1) B2:ogre B1", "A play lane-reaper m2", "m1 5, m4 4"
    ),
]

FALLS = [
    ("R73 changed means raised or lowered", "m A2:ogre(-1) A1 A2:ogre(+1) . B1", "A play odd-wind m2", "m1@1 m3@1"),
    ("R73 and plain cards are neither", "m A2:ogre A1 A2:ogre(+1) . B1", "A play odd-wind m2", "m3@1"),
    ("R73 only the raised enemy falls", "m A2:ogre(+1) A1 B2:ogre(+1) B2:ogre B1", "A play lane-reaper m2", "m3@1"),
]

VALUES = [
    case(
        "R74 counting on the effect cells",
        "t . A1:imp . . B1:imp\nm A1 A1 B1:imp . B1\nb . B1 . . .",
        "A play cell-tally m2",
        "m2 4",
    ),
    case(
        "R74 counting in the own lane",
        "t A1 . . . B1:imp\nm A1 A1:imp B1:imp B1:imp B1",
        "A play lane-tally m1",
        "m1 6",
    ),
    case(
        "R74 counting on the board, by default",
        "t A1:imp . . . B1:imp\nb A1:imp . . . B1",
        "A play herd-tally m1",
        "m1 4",
    ),
    case(
        "R74 a value of 0 changes nothing and is no news", "t A1:any-ear . . . B1", "A play lane-tally m1", "t1 2, m1 2"
    ),
    case(
        "R74 counting only a state",
        "t A1 . . . B2:ogre(-1)\nm A1 B2:ogre . . B2:ogre(-2)",
        "A play weak-tally m1",
        "m2 2",
    ),
    case("R74 the source is never counted", "", "A play herd-tally m1", "m1 2"),
]

COMPANY = [
    case(
        "R75 in_play/ally needs another ally, and the lit card is one",
        "m A1 A1:imp . . B1",
        "A play ally-lamp m1",
        "m2 2",
    ),
    case("R75 in_play/ally does nothing with enemies only", "m A1 B1:imp . . B1", "A play ally-lamp m1", "m2 1"),
    case(
        "R75 in_play/ally ends when the last ally leaves",
        "t A1:imp . . . B1\nm A1:ally-lamp B1:imp . . B1",
        "destroy t1",
        "m2 1",
    ),
    case("R75 in_play/enemy needs an enemy", "m A1 A1:imp . . B1", "A play foe-lamp m1", "m2 1"),
    case("R75 in_play/enemy holds while there is one", "m A1 A1:imp . . B1:imp", "A play foe-lamp m1", "m2 2"),
    case("R75 in_play/any is alone at first", "", "A play any-lamp m1", "m1 2"),
    case("R75 in_play/any holds beside any card", "", "A play any-lamp m1; B play imp m5", "m1 5"),
]

STAGES = [
    case(
        "R76 penalties that ask for lowered: stage 2",
        "t A1:ogre(-1) . . . B2:ogre",
        "A play salt-plague m1",
        "t1 2, t5 4, m1 2",
    ),
    case(
        "R76 penalties feed on each other until nothing moves",
        "t A2:ogre . . . B1\nm A1:slow-plague . . . B1\nb A2:giant(-1) . . . B1",
        "A pass",
        # lowered at first: b1. Then t1 and b1 get -1 each: t1 is lowered too. Then -2 each.
        "t1 2, m1 9, b1 3",
    ),
    case(
        "R76 a conditional aura on lowered allies lifts them, and they stay lowered",
        "t A2:ogre(-1) . . . B1\nm A1:calm-bell . . . B1\nb A2:ogre . . . B1",
        "A pass",
        "t1 5, b1 4",
    ),
    case(
        "R76 when a conditional aura begins it is news",
        "t A1 A1:imp . . B1\nm A1:mob-lamp A1:keen-stag . . B1",
        "A play cheer-imp t1",
        # the imp is raised, so the lamp gives 1; then the stag is raised too, so it gives 2; and the stag answers
        "m2 14",
    ),
    case(
        "R76 when it grows it is none",
        "t A1 A1:imp(+1) . . B1\nm A1:mob-lamp A1:keen-stag . . B1\nb A1 A1:imp . . B1",
        "A play cheer-imp b1",
        # it gave 2 when the position was given, and gives 3 now
        "m2 5",
        "cheer-imp@1",
    ),
]

GIVEN = [
    case(
        "R80 auras standing in a given position are not news",
        "m A1:bell-warden A1:keen-stag . . B1",
        "A play imp t1",
        "m2 4",
        "",
    ),
    case("R80 first times are still ahead", "m A1 A1:keen-stag(+3) . . B1", "A play cheer-imp m1", "m2 16"),
    case("R80 unless the position says otherwise", "m A1 A1:keen-stag(+3)^ . . B1", "A play cheer-imp m1", "m2 6"),
    case(
        "R80 thresholds already met count as reached",
        "m A1 A1:thorn-hart(+4) . . B1",
        "A play cheer-imp m1",
        "m2 8, m1 1",
    ),
    case(
        "R80 one that is not met is still ahead",
        "m A1:bell-warden A1:thorn-hart(+1) . . B1\nb A1 A1 . . B1",
        "A play bell-warden b2",
        "m1 4, m2 8",
    ),
]


@pytest.mark.parametrize("case", [*EVERY_TIME, *AREAS, *VALUES, *COMPANY, *STAGES, *GIVEN], ids=lambda case: case.story)
def test_it_comes_out_as_drawn(case: Scenario) -> None:
    assert differences(case, SET) == []


@pytest.mark.parametrize(("story", "board", "act", "falls"), FALLS, ids=[each[0] for each in FALLS])
def test_these_fall(story: str, board: str, act: str, falls: str) -> None:
    assert told(SET, board, act).falls == falls


def test_spawn_on_cells_means_the_owners_empty_tiles_there() -> None:
    """R73"""
    came = told(SET, "t A1 B1 . . B1\nm A1 A1 A1 A1 B1", "A play cell-hen m2")
    assert [tile.name for tile in came.rules.view(came.state, None).tiles if tile.piece] == ["m2", "m3"]


def test_spawn_on_the_own_lane_leaves_the_other_lanes_alone() -> None:
    """R73"""
    came = told(SET, "m A1 . A1 A1 B1", "A play lane-hen m1")
    assert [tile.name for tile in came.rules.view(came.state, None).tiles if tile.piece] == ["m1", "m3", "m4"]


def test_nothing_is_told_of_a_change_by_0() -> None:
    """R74"""
    came = told(SET, "", "A play lane-tally m1")
    assert not [each for each in came.events if isinstance(each, PowerChanged)]


REFUSED = [
    ("R76 a conditional penalty may not count the raised", "in_play: lower_power 1 per any:raised to board:any", "R76"),
    ("R76 nor the changed", "in_play: lower_power 1 per any:changed to board:any", "R76"),
    ("R76 nor aim at the raised", "in_play: lower_power 1 to board:any:raised", "R76"),
    ("R73 self takes no state", "played: raise_power 1 to self:any:raised", "takes no state"),
    ("R22 raise_rank is no answer to others", "played/ally: raise_rank 2 to pawn_cells", "played/self only"),
    ("R75 a lane_won is for points only", "lane_won: raise_power 1 to self", "lane_won leads to score_bonus"),
]


@pytest.mark.parametrize(("story", "clause", "problem"), REFUSED, ids=[each[0] for each in REFUSED])
def test_a_card_that_asks_for_more_is_refused_when_it_is_loaded(story: str, clause: str, problem: str) -> None:
    with pytest.raises(CardError, match=problem):
        cards(f"odd-one 1 1 | {clause}")


def test_a_conditional_bonus_may_ask_for_any_state() -> None:
    """R76"""
    for state in ("raised", "lowered", "changed"):
        assert cards(f"fine-one 1 1 | in_play: raise_power 1 per any:{state} to board:any:{state}")


def test_a_conditional_aura_is_told_when_it_begins_and_not_while_it_grows() -> None:
    """R76"""
    board = "t A1 A1:imp . . B1\nm A1:mob-lamp A1:ogre . . B1\nb A1 A1:imp . . B1"
    came = told(SET, board, "A play cheer-imp t1", "B pass", "A play cheer-imp b1")
    assert [each.figure.tile for each in came.events if isinstance(each, AuraBegan)] == ["m2"]
    assert came.piece("m2").power == 4 + 3  # both imps are raised, and so is the ogre itself


def test_the_cards_of_a_position_are_as_old_as_they_are_listed() -> None:
    """R80"""
    came = told(SET, "t A1:imp . . . B1:imp\nm A1:imp . . . B1")
    assert [came.piece(tile).number for tile in ("t1", "t5", "m1")] == [1, 2, 3]


def test_a_command_destroys_by_nobody_and_is_no_players_act() -> None:
    """R80"""
    came = told(SET, "turn 7 B\nm A1:imp . . . B1", "destroy m1")
    [fall] = [each for each in came.events if isinstance(each, CardDestroyed)]
    assert fall.by is None
    assert (came.turn, came.rules.to_act(came.state)) == (7, (Seat.SECOND,))


def test_after_a_command_nobody_asks_whether_the_match_is_over() -> None:
    """R80"""
    full = "\n".join(f"{lane} A1:imp A1:imp A1:imp A1:imp B1:imp" for lane in "tb")
    came = told(HEIRS, f"{full}\nm A1:imp A1:egg A1:imp A1:imp B1:imp", "destroy m2")
    assert came.piece("m2").card == "imp"
    assert came.rules.to_act(came.state) == (Seat.FIRST,)


HEIRS = cards("imp 1 1\negg 1 1 | destroyed: spawn imp to own_lane")
