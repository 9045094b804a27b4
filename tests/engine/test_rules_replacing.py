"""Chapter 2 of the rule book: replacing an own card."""

from __future__ import annotations

import pytest

from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Refusal
from bloodfang_engine.fang.events import CardDestroyed
from tables import BOOK_CARDS, Scenario, cards, differences, told

SET = cards(
    BOOK_CARDS
    + """
    bone-heir    replace 1 | in_play: raise_power 1 per replaced to self
    maw-priest   replace 2 | E ahead | played: raise_power 1 per replaced to cells:ally
    pyre-heir    replace 1 | E ahead | in_play: raise_power 2 per replaced to cells:ally
    hollow-sage  1 2 | E ahead | played: raise_power 1 per replaced to cells:ally
    widow-bat    1 2 | destroyed/ally: raise_power 1 to self
    mourner      replace 2 | destroyed/ally: raise_power 5 to self
    brisk-hare   1 1 | first_raised: raise_power 1 to self
    cloud-sprite replace 1 | first_raised: raise_power 4 to self
    cheer-imp    1 1 | E ahead | played: raise_power 1 to cells:ally
    """
)

SCENARIOS = [
    Scenario(
        "R49 a replacement goes on an own card", "m A1:imp . . . B1", "A play husk-eater m1", "m A1:husk-eater . . . B1"
    ),
    Scenario("R49 whatever its rank", "m A3:giant . . . B1", "A play husk-eater m1", "m A3:husk-eater . . . B1"),
    Scenario("R49 never on an empty tile", "m A3 . . . B1", "A play husk-eater m1", refused=Refusal.NEEDS_OWN_CARD),
    Scenario(
        "R49 never on a rival's card", "m A1 B1:imp . . B1", "A play husk-eater m2", refused=Refusal.NEEDS_OWN_CARD
    ),
    Scenario(
        "R49 with replacement off it cannot be played at all",
        "m A1:imp . . . B1",
        "A play husk-eater m1",
        refused=Refusal.NO_REPLACEMENT,
        options="replacement=false",
    ),
    Scenario(
        "R50 the card beneath is destroyed in full: it has its last word, and others notice, in the first wave",
        """
            t A1:widow-bat . . . B1
            m A1:ogre A1:grave-moth . . B1
        """,
        "A play husk-eater m2",
        "t A1:widow-bat(+1) . . . B1\nm A1:ogre(+3) A1:husk-eater . . B1",
        falls="m2@0",
        answers="grave-moth@1 widow-bat@1",
    ),
    Scenario(
        "R50 the replacement itself does not notice it",
        "m A1:imp . . . B1",
        "A play mourner m1",
        powers="m1 2",
        answers="",
    ),
    Scenario(
        "R51 the replaced card's power counts with lasting changes and auras",
        "m A1:bell-warden A1:imp(+4) . . B1",
        "A play bone-heir m2",
        # 1 + 4 + 2 is replaced; the heir has 1 of its own and the warden's 2
        powers="m2 10",
    ),
    Scenario(
        "R51 that number is fixed from then on, whatever becomes of the aura",
        "m A1:bell-warden A1:imp(+4) . . B1",
        "A play bone-heir m2; destroy m1",
        powers="m2 8",
    ),
    Scenario(
        "R51 a card that replaced nothing counts 0, and 0 is no change",
        "m A1 A1:imp . . B1",
        "A play hollow-sage m1",
        powers="m2 1",
    ),
    Scenario(
        "R51 an aura can give by the replaced power",
        "m A1:ogre A1:imp . . B1",
        "A play pyre-heir m1",
        powers="m2 9",
    ),
    Scenario(
        "R51 an heir who is replaced in turn hands on its whole power",
        "m A1:ogre A1:imp . . B1",
        "A play bone-heir m1; B pass; A play maw-priest m1",
        # the heir had 1 + 4
        powers="m1 2, m2 6",
    ),
    Scenario(
        "R52 the pawns carry over, and so do the auras on the tile",
        "m A1:bell-warden A2:imp . . B1",
        "A play husk-eater m2",
        "m A1:bell-warden A2:husk-eater . . B1",
        powers="m2 5",
    ),
    Scenario(
        "R52 lasting changes do not carry over",
        "m A2:imp(+4) . . . B1",
        "A play husk-eater m1",
        "m A2:husk-eater . . . B1",
        powers="m1 3",
    ),
    Scenario(
        "R52 first times do not carry over: the new card has its own ahead",
        "m A1 A1:brisk-hare(+2)^ . . B1",
        "A play cloud-sprite m2; B pass; A play cheer-imp m1",
        powers="m2 6",
        answers="cheer-imp@1 cloud-sprite@2",
    ),
    Scenario(
        "R52 the aura on the tile is a new one for the newcomer",
        "m A1:bell-warden A1:brisk-hare^ . . B1",
        "A play cloud-sprite m2",
        powers="m2 7",
        answers="cloud-sprite@2",
    ),
]


@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.story)
def test_it_comes_out_as_drawn(case: Scenario) -> None:
    assert differences(case, SET) == []


def test_the_log_says_that_it_was_replaced_and_by_whom() -> None:
    """R50"""
    came = told(SET, "m A1:imp . . . B1", "A play husk-eater m1")
    [fall] = [each for each in came.events if isinstance(each, CardDestroyed)]
    assert fall.by is not None
    assert (fall.cause, fall.figure.card, fall.by.card) == ("replaced", "imp", "husk-eater")


def test_a_replacement_is_offered_on_own_cards_only() -> None:
    """R49"""
    came = told(SET, "t A3 A1:imp . . B1\nm A2:ogre B1:imp . . B1\nA hand husk-eater")
    offered = [came.rules.write(act) for act in came.rules.legal_actions(came.state, Seat.FIRST)]
    assert offered == ["play husk-eater t2", "play husk-eater m1", "pass"]


def test_without_replacement_none_is_offered() -> None:
    """R49"""
    came = told(SET, "m A2:ogre . . . B1\nA hand husk-eater", options="replacement=false")
    assert [came.rules.write(act) for act in came.rules.legal_actions(came.state, Seat.FIRST)] == ["pass"]
