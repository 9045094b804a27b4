"""Chapter 5 of the rule book: from a play to a quiet board, and its five stories."""

from __future__ import annotations

import pytest

from bloodfang_engine.contract import Seat
from bloodfang_engine.fang.events import AbilityAnswered, AuraBegan, CardDestroyed, CascadeLimit, PowerChanged
from tables import BOOK, BOOK_CARDS, Scenario, Told, cards, differences, told

SET = cards(
    BOOK_CARDS
    + """
    ash-ring     1 2 | E above, E below, E ahead, E behind | played: destroy to cells:any
    cheer-ring   1 2 | E above, E below, E ahead, E behind | played: raise_power 1 to cells:ally
    warm-ring    1 2 | E above, E below, E ahead, E behind | in_play: raise_power 1 to cells:ally
    nosy-toad    1 2 | played/any: raise_power 1 to self
    wide-awake   1 2 | E ahead | played: raise_power 1 to cells:ally | played/any: raise_power 1 to self
    heir-bell    1 2 | E ahead | first_raised: raise_power 1 to cells:ally
    keen-heron   1 2 | E ahead | played: raise_power 1 to cells:ally | played: raise_power 5 to cells:ally:raised
    scribe       1 2 | raised/any: raise_power 1 to self | destroyed/any: raise_power 1 to self \
                     | first_power_at_least/any 5: raise_power 1 to self | lowered/any: raise_power 1 to self
    storm-crow   1 2 | E above, E ahead, E below | played: raise_power 1 to own_lane:ally \
                     | played: lower_power 9 to cells:enemy | in_play: raise_power 1 to cells:ally
    two-deaths   1 1 | destroyed: lower_power 1 to own_lane:any | destroyed: raise_power 1 to own_lane:any
    ghost-dog    1 1 | destroyed: raise_power 1 to own_lane:any
    proud-dog    1 2 | first_raised: raise_power 1 to self
    doom-drum    1 2 | E above | played: destroy to cells:any | played: raise_power 1 to own_lane:ally
    wake-hen     1 2 | E ahead | played: raise_power 1 to cells:ally | played: spawn listener to own_lane
    listener     1 1 token | raised/any: raise_power 5 to self
    mirror-imp   1 1 | raised: raise_power 1 to self
    double-dare  1 1 | raised: raise_power 1 to self | raised: raise_power 1 to self
    silent-owl   1 1 | raised/ally: raise_power 1 to self
    cheer-imp    1 1 | E ahead | played: raise_power 1 to cells:ally
    """
)

STORIES = [
    Scenario(
        "R33 story 1, life support in a row",
        """
            t A1 A1:marsh-leech(-3) . . B1
            m A1 A1:bell-warden(-3) . . B1
            b A1 A1:bell-warden B1 . B1
        """,
        "B play night-crow b3",
        """
            t A1 A1 . . B1
            m A1 A1 . . B1
            b A1 A1 B1:night-crow . B1
        """,
        falls="b2@1 m2@2 t2@3",
        answers="night-crow@1",
    ),
    Scenario(
        "R34 story 2, saved in time: who falls is decided once, and the leech still has its support in that count",
        """
            t A1 B2 . . B1
            m A1:bell-warden A1:marsh-leech(-3) A1:grave-moth . B1
        """,
        "B play pit-howler t2",
        """
            t A1 B2:pit-howler . . B1
            m A1 A1:marsh-leech A1 . B1
        """,
        powers="m2 2",
        falls="m1@1 m3@1",
        answers="pit-howler@1 grave-moth@2",
    ),
    Scenario(
        "R20 story 3, the pawn that waits",
        "m A1 A1 B2:night-crow . B1",
        "A play marsh-leech m2",
        """
            t A1 A1 . . B1
            m A1 A1:marsh-leech A2 . B1
            b A1 A1 . . B1
        """,
        falls="m3@1",
    ),
    Scenario(
        "R48 story 4, counting each other: with one real raise the counts climb until they hold",
        """
            t A1 A1:night-crow . . B1
            m A1:pale-twin . . . B1:pale-twin
        """,
        "A play bell-warden t1",
        powers="t2 4, m1 3, m5 4",
    ),
    Scenario(
        "R48 story 4, when the raise ends both are back at +0",
        """
            t A1 A1:night-crow . . B1
            m A1:pale-twin . . . B1:pale-twin
        """,
        "A play bell-warden t1; destroy t1",
        powers="t2 2, m1 2, m5 2",
    ),
    Scenario(
        "R45 story 5, a threshold by auras",
        """
            m A1 A1:bell-warden A1:thorn-hart . B1
            b A1 . A1 . B1
        """,
        "A play bell-warden b3",
        powers="m2 4, m3 7, b3 2",
        answers="thorn-hart@2",
    ),
    Scenario(
        "R45 story 5, once is once",
        """
            m A1 A1:bell-warden A1:thorn-hart . B1
            b A1 . A1 . B1
        """,
        "A play bell-warden b3; destroy b3; B pass; A play bell-warden b3",
        powers="m2 4, m3 7",
        answers="thorn-hart@2",
    ),
]
WAVES = [
    Scenario(
        "R34 all that must fall fall together, announced oldest first, wherever they stand",
        """
            t . B1:imp#3 . . .
            m B1:imp#1 A1 A2:giant#4 . .
            b . B1:imp#2 . . .
        """,
        "A play ash-ring m2",
        falls="m1@1 b2@1 t2@1 m3@1",
    ),
    Scenario(
        "R35 breadth first: both answers to the old news come before any answer to the new",
        """
            t . A1:heir-bell#1 A1:heir-bell#2 . .
            m . A1 . . .
            b . A1:heir-bell#3 A1:heir-bell#4 . .
        """,
        "A play cheer-ring m2",
        powers="t2 3, t3 3, b2 3, b3 3",
        answers="cheer-ring@1 heir-bell@2 heir-bell@2 heir-bell@3 heir-bell@3",
    ),
    Scenario(
        "R35 the subject of the news answers before older onlookers",
        "t A1:nosy-toad#1 . . . B1\nm A1 A1:imp#2 . . B1",
        "A play wide-awake m1",
        powers="t1 3, m1 2, m2 2",
        answers="wide-awake@1 nosy-toad@1",
    ),
    Scenario(
        "R35 a raise counts at once: the next clause finds the card raised",
        "m A1 A1:imp . . B1",
        "A play keen-heron m1",
        powers="m2 7",
        answers="keen-heron@1 keen-heron@1",
    ),
    Scenario(
        "R35 the answers are collected from the board as it is then: a card spawned in the wave hears of that wave",
        "m A1 A1:imp A1 . B1",
        "A play wake-hen m1",
        powers="m2 2, m3 6",
    ),
    Scenario(
        "R35 a wave in which nobody answers still counts power",
        "m A1:bell-warden A1:night-crow(-2) . . B1",
        "destroy m1",
        falls="m1@0 m2@1",
        answers="",
    ),
    Scenario(
        "R36 the guard drops the rest of the news after wave 200",
        "m A1 A1:mirror-imp . . B1",
        "A play cheer-imp m1",
        # 1, one more in wave 1, and one in each of the waves 2 to 200
        powers="m2 201",
    ),
    Scenario(
        "R36 max_waves is an option, and the match goes on",
        "m A1 A1:mirror-imp . . B1",
        "A play cheer-imp m1; B play imp m5",
        powers="m2 4, m5 1",
        options="max_waves=3",
    ),
    Scenario(
        "R78 after the guard what cannot stand falls, again and again, until none is left",
        """
            t A1 A1:marsh-leech(-3) . . B1
            m A1 A1:bell-warden(-3) . . B1
            b A1 A1:bell-warden B1 . B1
        """,
        "B play night-crow b3",
        "t A1 A1 . . B1\nm A1 A1 . . B1\nb A1 A1 B1:night-crow . B1",
        falls="b2@1 m2@1 t2@1",
        options="max_waves=1",
    ),
    Scenario(
        "R78 and nobody answers",
        """
            t A1:imp A1:grave-moth(-2) . . B1
            m A1 A1:bell-warden(-3) . . B1
            b A1 A1:bell-warden . . B1
        """,
        "destroy b2",
        "t A1:imp A1 . . B1\nm A1 A1 . . B1\nb A1 A1 . . B1",
        answers="",
        options="max_waves=1",
    ),
]


@pytest.mark.parametrize("case", STORIES, ids=lambda case: case.story)
def test_a_story_of_the_book_happens_as_told(case: Scenario) -> None:
    assert differences(case, BOOK) == []


@pytest.mark.parametrize("case", WAVES, ids=lambda case: case.story)
def test_it_comes_out_as_drawn(case: Scenario) -> None:
    assert differences(case, SET) == []


def heard(came: Told, card: str) -> list[str]:
    """What this card has answered, in order: the news, and whom it was about."""
    answers = [each for each in came.events if isinstance(each, AbilityAnswered)]
    return [f"{each.event} {each.about.tile}" for each in answers if each.figure.card == card]


def test_the_news_of_a_wave_has_an_order() -> None:
    """R35 raises as they happened, then the fallen, then new auras, then thresholds."""
    came = told(
        SET,
        """
        t A1 A1:thorn-hart#3 . . B1:scribe#4
        m A1:ogre#2 A1 B1:ogre#1 . B1
        """,
        "A play storm-crow m2",
    )
    # m1 is raised by 1 to 5; m3 falls; t2 is touched by the aura; the scribe hears of all in wave 2
    assert heard(came, "scribe")[:4] == ["raised m1", "destroyed m3", "raised t2", "first_power_at_least m1"]


def test_what_happened_to_a_card_that_is_gone_is_no_news_but_its_fall() -> None:
    """R35"""
    came = told(SET, "t A1:scribe . . . B1\nm A1 B1:imp . . B1", "A play night-crow m1")
    assert heard(came, "scribe")[0] == "destroyed m2"


def test_in_each_group_the_oldest_card_answers_first() -> None:
    """R35"""
    board = "t A1:nosy-toad#3 . . . B1:nosy-toad#1\nm A1 . . . B1:nosy-toad#2"
    came = told(SET, board, "A play imp m1")
    answers = [each.figure.tile for each in came.events if isinstance(each, AbilityAnswered)]
    assert answers == ["t5", "m5", "t1"]


def test_targets_are_treated_oldest_first() -> None:
    """R35"""
    board = "t . A1:imp#3 . . .\nm A1:imp#2 A1 A1:imp#4 . .\nb . A1:imp#1 . . ."
    came = told(SET, board, "A play cheer-ring m2")
    assert [each.figure.tile for each in came.events if isinstance(each, PowerChanged)] == ["b2", "m1", "t2", "m3"]


def test_one_card_answers_in_the_order_of_its_clauses() -> None:
    """R35"""
    came = told(SET, "m A1:two-deaths A1:ogre . . B1", "destroy m1")
    assert [each.amount for each in came.events if isinstance(each, PowerChanged)] == [-1, 1]


def test_a_fallen_card_keeps_its_age_among_those_who_answer() -> None:
    """R35"""
    board = "t . A1:ghost-dog#2 . . .\nm A1:proud-dog#1 A1 A1:proud-dog#3 . ."
    came = told(SET, board, "A play doom-drum m2")
    assert came.answers == "doom-drum@1 doom-drum@1 proud-dog@2 ghost-dog@2 proud-dog@2"


def test_new_auras_are_noted_by_the_age_of_their_card_and_then_of_the_card_they_touch() -> None:
    """R35"""
    board = "t A1:warm-ring#5 A1 A1:imp#2 . .\nm . A1:imp#4 . . .\nb . . . . ."
    came = told(SET, board, "A play warm-ring t2")
    pairs = [(each.by.tile, each.figure.tile) for each in came.events if isinstance(each, AuraBegan)]
    assert pairs == [("t1", "t2"), ("t2", "t3"), ("t2", "m2"), ("t2", "t1")]


def test_the_log_says_that_the_guard_stepped_in() -> None:
    """R36"""
    came = told(SET, "m A1 A1:mirror-imp . . B1", "A play cheer-imp m1", options="max_waves=7")
    assert [each for each in came.events if isinstance(each, CascadeLimit)] == [CascadeLimit(7)]
    assert came.rules.to_act(came.state) == (Seat.SECOND,)


@pytest.mark.parametrize("onlooker", [".", "B1:silent-owl"], ids=["alone", "with an onlooker"])
def test_after_ten_thousand_answers_the_rest_is_dropped(onlooker: str) -> None:
    """R36 each raise is answered twice, so that the waves grow without end; each answer is worth 1."""
    came = told(SET, f"t A1 . . . {onlooker}\nm A1 A1:double-dare . . B1", "A play cheer-imp m1")
    assert sum(isinstance(each, AbilityAnswered) for each in came.events) == 10_000
    assert sum(isinstance(each, CascadeLimit) for each in came.events) == 1
    assert came.piece("m2").power == 1 + 10_000


def test_the_guard_is_silent_where_nothing_is_left_to_answer_and_nobody_left_to_fall() -> None:
    """R36 the imp's raise is news after wave 1, but nobody listens."""
    came = told(SET, "m A1 A1:imp . . B1", "A play cheer-imp m1", options="max_waves=1")
    assert not [each for each in came.events if isinstance(each, CascadeLimit)]


def test_the_guard_is_silent_when_the_news_ends_in_time() -> None:
    """R36"""
    came = told(SET, "m A1 A1:imp . . B1", "A play cheer-imp m1", options="max_waves=2")
    assert not [each for each in came.events if isinstance(each, CascadeLimit)]


def test_what_falls_after_the_guard_is_announced_all_the_same() -> None:
    """R78"""
    board = "t A1 A1:imp(-2) . . B1\nm A1 A1:bell-warden(-3) . . B1\nb A1 A1:bell-warden . . B1"
    came = told(SET, board, "destroy b2", options="max_waves=1")
    kinds = [type(each) for each in came.events if isinstance(each, CardDestroyed | CascadeLimit)]
    assert kinds == [CardDestroyed, CardDestroyed, CascadeLimit, CardDestroyed]
    assert came.falls == "b2@0 m2@1 t2@1"
