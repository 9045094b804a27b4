"""Chapter 4 of the rule book: when abilities answer."""

from __future__ import annotations

import pytest

from bloodfang_engine.fang.events import AbilityAnswered
from tables import BOOK_CARDS, Scenario, cards, differences, told

SET = cards(
    BOOK_CARDS
    + """
    ash-hand     1 1 | E ahead | played: destroy to cells:any
    cheer-imp    1 1 | E ahead | played: raise_power 1 to cells:ally
    twice-cheer  1 1 | E ahead | played: raise_power 1 to cells:ally | played: raise_power 1 to cells:ally
    sting-fly    1 1 | E ahead | played: lower_power 1 to cells:enemy
    sting-wasp   1 1 | E ahead | played: lower_power 3 to cells:enemy
    frost-imp    1 2 | E ahead | in_play: lower_power 1 to cells:enemy
    tithe-bell   1 2 | E ahead | in_play: raise_power 1 per ally to cells:ally
    wake-drum    1 3 | E above, E ahead | destroyed: raise_power 1 to cells:ally
    lane-ghost   1 1 | destroyed: raise_power 1 per ally to own_lane:ally
    vain-ghost   1 1 | destroyed: raise_power 5 to self
    last-gift    1 1 | destroyed: add_to_hand pup
    widow-bat    1 2 | destroyed/ally: raise_power 1 to self
    vulture      1 2 | destroyed/enemy: raise_power 1 to self
    grave-clerk  1 2 | destroyed/any: raise_power 1 to self
    host-toad    1 2 | played/ally: raise_power 1 to self
    wary-toad    1 2 | played/enemy: raise_power 1 to self
    nosy-toad    1 2 | played/any: raise_power 1 to self
    brood-hen    1 1 | played: spawn pup to held_empty
    proud-stag   1 2 | first_raised: raise_power 10 to self
    proud-mule   1 2 | in_play: raise_power 3 to self | first_raised: raise_power 10 to self
    sore-bear    1 5 | first_lowered: raise_power 10 to self
    sore-ox      1 3 | E behind | first_lowered: lower_power 1 to cells:enemy | destroyed: lower_power 2 to cells:enemy
    praise-owl   1 2 | first_raised/ally: raise_power 10 to self
    climber      1 3 | first_power_at_least 5: raise_power 10 to self
    two-step     1 3 | first_power_at_least 5: lower_power 2 to self | first_power_at_least 4: raise_power 1 to self
    height-owl   1 2 | first_power_at_least/ally 5: raise_power 10 to self
    flock-stag   1 3 | in_play: raise_power 1 per ally to self | first_power_at_least 5: raise_power 10 to self
    husk-mourner replace 1 | destroyed/any: raise_power 1 to self
    pup          1 1 token
    """
)


def case(
    story: str, before: str, act: str, powers: str = "", answers: str | None = None, options: str = ""
) -> Scenario:
    return Scenario(story, before, act, powers=powers, answers=answers, options=options)


LAST_WORDS = [
    case("R38 a fall by power", "t . B1:imp . . .\nm A1 B1:wake-drum(-2) . . B1", "A play sting-fly m1", "t2 2"),
    case("R38 a destroy effect", "t . B1:imp . . .\nm A1 B1:wake-drum . . B1", "A play ash-hand m1", "t2 2"),
    case("R38 being replaced", "t . B1:imp . . .\nm A1 B1:wake-drum . . B1", "B play husk-eater m2", "t2 2"),
    case("R38 a command", "t . B1:imp . . .\nm A1 B1:wake-drum . . B1", "destroy m2", "t2 2"),
    case("R39 it acts from where it stood, for A", "m . A1:imp A1:wake-drum A1:imp .", "destroy m3", "m2 1, m4 2"),
    case("R39 it acts from where it stood, for B", "m . B1:imp B1:wake-drum B1:imp .", "destroy m3", "m2 2, m4 1"),
    case("R39 for the owner it had", "m . B1:imp B1:A!wake-drum A1:imp B1:imp", "destroy m3", "m2 1, m4 2, m5 1"),
    case(
        "R39 in the lane it had",
        "t A1:imp . . . .\nm A1:imp A1:lane-ghost . . A1:imp",
        "destroy m2",
        "t1 1, m1 4, m5 4",
    ),
    case(
        "R39 itself is gone, so nothing happens", "m A1:imp A1:vain-ghost . . B1", "destroy m2", "m1 1", "vain-ghost@1"
    ),
    case(
        "R39 a replaced card that says itself does not mean its replacement",
        "m A1:vain-ghost . . . B1",
        "A play husk-eater m1",
        "m1 3",
        "vain-ghost@1",
    ),
    case(
        "R39 what a replaced card counts includes its replacement, but not itself",
        "m A1:lane-ghost A1:imp . . B1",
        "A play husk-eater m1",
        # two allies are counted: the imp and the husk-eater; both get 2
        "m1 5, m2 3",
    ),
]

WITNESSES = [
    case("R40 allies notice an ally's fall", "t A1:widow-bat . . . B1\nm A1:imp . . . B1", "destroy m1", "t1 3"),
    case("R40 and no enemy's", "t A1:widow-bat . . . B1\nm A1 . . . B1:imp", "destroy m5", "t1 2"),
    case("R40 enemies notice an enemy's fall", "t A1:vulture . . . B1\nm A1 . . . B1:imp", "destroy m5", "t1 3"),
    case("R40 and no ally's", "t A1:vulture . . . B1\nm A1:imp . . . B1", "destroy m1", "t1 2"),
    case(
        "R40 any notices both, each time",
        "t A1:grave-clerk . . . B1\nm A1:imp . . . B1:imp",
        "destroy m1; destroy m5",
        "t1 4",
    ),
    case("R40 nobody sees their own fall", "m A1:grave-clerk . . . B1", "destroy m1", answers=""),
    case(
        "R40 who falls together does not see the other fall",
        "t . B2 . . .\nm A1:grave-clerk . A1:imp . B1:grave-clerk",
        "B play pit-howler t2",
        "m5 4",
        "pit-howler@1 grave-clerk@2 grave-clerk@2",
    ),
    case("R40 the replacement does not see the fall it caused", "m A1:imp . . . B1", "A play husk-mourner m1", "m1 1"),
    case(
        "R40 but it sees the next",
        "m A1:imp . . . B1:imp",
        "A play husk-mourner m1; destroy m5",
        "m1 2",
    ),
]

PLAYS = [
    case("R41 an ally's play is noticed by allies", "m A1:host-toad . . . B1", "A play imp t1", "m1 3"),
    case("R41 and not by enemies of the player", "m A1 . . . B1:host-toad", "A play imp t1", "m5 2"),
    case("R41 an enemy's play is noticed by enemies", "m A1 . . . B1:wary-toad", "A play imp t1", "m5 3"),
    case("R41 not by allies", "m A1:wary-toad . . . B1", "A play imp t1", "m1 2"),
    case("R41 any means both", "m A1:nosy-toad . . . B1:nosy-toad", "A play imp t1", "m1 3, m5 3"),
    case("R41 nobody notices their own play", "", "A play nosy-toad m1", "m1 2", ""),
    case(
        "R41 a spawned card is not played",
        "t A1 . . . B1\nm A1:nosy-toad . . . B1\nb A1 . . . B1",
        "A play brood-hen t1",
        "m1 3, b1 1",
        "brood-hen@1 nosy-toad@1",
    ),
    case(
        "R41 with spawn_counts_as_play onlookers take it for a play",
        "t A1 . . . B1\nm A1:nosy-toad . . . B1\nb A1 . . . B1",
        "A play brood-hen t1",
        "m1 4, b1 1",
        "brood-hen@1 nosy-toad@1 nosy-toad@2",
        "spawn_counts_as_play=true",
    ),
    case(
        "R41 a token from the hand counts like any other card",
        "m A1:nosy-toad . . . B1\nA hand pup<last-gift",
        "A play pup t1",
        "m1 3",
    ),
]

FIRST_TIMES = [
    case("R42 a one-shot raise", "m A1 A1:proud-stag . . B1", "A play cheer-imp m1", "m2 13"),
    case("R42 a new aura", "m A1 A1:proud-stag . . B1", "A play bell-warden m1", "m2 14"),
    case("R42 an aura on the tile it is played onto", "m A1:bell-warden A1 . . B1", "A play proud-stag m2", "m2 14"),
    case(
        "R42 an aura is no raise with aura_counts_as_raise off",
        "m A1 A1:proud-stag . . B1",
        "A play bell-warden m1",
        "m2 4",
        "",
        "aura_counts_as_raise=false",
    ),
    case(
        "R42 and uses up no first time then",
        "m A1 A1:proud-stag . . B1\nb A1 A1 . . B1",
        "A play bell-warden b2; B pass; A play cheer-imp m1",
        "m2 15",
        options="aura_counts_as_raise=false",
    ),
    case("R42 the end of a penalty is not a raise", "m A1:frost-imp B1:proud-stag . . B1", "destroy m1", "m2 2", ""),
    case("R42 the own continuous bonus is not one either", "", "A play proud-mule m1", "m1 5", ""),
    case(
        "R42 an aura that grows while it is there is no news",
        "m A1:tithe-bell A1:proud-stag . . B1",
        "A play imp t1",
        "m2 4",
        "",
    ),
    case("R42 a one-shot lowering", "m A1 B1:sore-bear . . B1", "A play sting-fly m1", "m2 14"),
    case("R42 an aura's lowering", "m A1 B1:sore-bear . . B1", "A play frost-imp m1", "m2 14"),
    case("R42 the end of a bonus is not a lowering", "m A1:bell-warden A1:sore-bear . . B1", "destroy m1", "m2 5", ""),
    case(
        "R43 a lowering that kills is answered by destroyed alone",
        "m A1 B1:sore-ox A1:ogre . B1",
        "A play sting-wasp m1",
        "m3 2",
        "sting-wasp@1 sore-ox@2",
    ),
    case(
        "R43 with lethal_lower_triggers the fallen card answers the lowering too, and first",
        "m A1 B1:sore-ox A1:ogre . B1",
        "A play sting-wasp m1",
        "m3 1",
        "sting-wasp@1 sore-ox@2 sore-ox@2",
        "lethal_lower_triggers=true",
    ),
    case("R43 a survivor answers", "m A1 B1:sore-ox A1:ogre . B1", "A play sting-fly m1", "m2 2, m3 3"),
    case(
        "R44 once per card on the board",
        "m A1 A1:proud-stag . . B1\nb A1 A1 . . B1",
        "A play cheer-imp m1; B pass; A play bell-warden b2",
        "m2 15",
        "cheer-imp@1 proud-stag@2",
    ),
    case(
        "R44 judged as the change resolves: two raises at once hold one first time",
        "m A1 A1:proud-stag . . B1",
        "A play twice-cheer m1",
        "m2 14",
        "twice-cheer@1 twice-cheer@1 proud-stag@2",
    ),
    case(
        "R44 a position may say that it is over",
        "m A1 A1:proud-stag^ . . B1",
        "A play cheer-imp m1",
        "m2 3",
        "cheer-imp@1",
    ),
    case(
        "R44 it is used up even if no ability was listening",
        "t A1 . . . B1\nm A1 A1:imp . . B1\nb A1 A1 . . B1",
        "A play cheer-imp m1; B pass; A play praise-owl t1; B pass; A play bell-warden b2",
        "t1 2, m2 4",
    ),
    case(
        "R44 if it was listening, it answers",
        "t A1:praise-owl . . . B1\nm A1 A1:imp . . B1",
        "A play cheer-imp m1",
        "t1 12",
    ),
    case(
        "R44 a card that comes again is a new card",
        "m A1:bell-warden A1 . . B1\nA hand proud-stag proud-stag",
        "A play proud-stag m2; destroy m2; B pass; A play proud-stag m2",
        "m2 14",
        "proud-stag@2 proud-stag@2",
    ),
]

THRESHOLDS = [
    case("R45 by a lasting raise", "m A1 A1:climber(+1) . . B1", "A play cheer-imp m1", "m2 15"),
    case("R45 by an aura", "m A1 A1:climber . . B1", "A play bell-warden m1", "m2 15"),
    case("R45 by a bonus that counts", "m A1 A1:flock-stag . . A1:imp", "A play imp t1", "m2 15"),
    case("R45 by the end of a penalty", "m A1:frost-imp B1:climber(+2) . . B1", "destroy m1", "m2 15"),
    case("R45 on arrival", "m A1:bell-warden A1 . . B1", "A play climber m2", "m2 15"),
    case("R45 not below it", "m A1 A1:climber . . B1", "A play cheer-imp m1", "m2 4", "cheer-imp@1"),
    case(
        "R45 once: falling below and climbing again is nothing new",
        "m A1:bell-warden A1:climber . . B1",
        "destroy m1; A play bell-warden m1",
        "m2 5",
        "",
    ),
    case(
        "R45 each number is reached for itself",
        "m A1 A1:two-step . . B1",
        "A play bell-warden m1",
        # 3 + 2 reaches 4 and 5 at once: one clause gives 1, the other takes 2
        "m2 4",
        "two-step@2 two-step@2",
    ),
    case(
        "R45 it is used up even if nobody was listening",
        "m A1 A1:ogre . . B1\nb A1 A1 . . B1",
        "A play cheer-imp m1; B pass; A play height-owl t1; B pass; A play bell-warden b2",
        "m2 7, t1 2",
    ),
    case("R45 an onlooker answers it", "t A1:height-owl . . . B1\nm A1 A1:ogre . . B1", "A play cheer-imp m1", "t1 12"),
]


@pytest.mark.parametrize(
    "case", [*LAST_WORDS, *WITNESSES, *PLAYS, *FIRST_TIMES, *THRESHOLDS], ids=lambda case: case.story
)
def test_it_comes_out_as_drawn(case: Scenario) -> None:
    assert differences(case, SET) == []


def test_of_two_numbers_reached_at_once_the_lower_is_answered_first() -> None:
    """R45"""
    came = told(SET, "m A1 A1:two-step . . B1", "A play bell-warden m1")
    clauses = [each.clause for each in came.events if isinstance(each, AbilityAnswered)]
    assert clauses == [1, 0]  # the clause that asks for 4 stands second on the card
