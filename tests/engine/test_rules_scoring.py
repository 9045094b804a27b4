"""Chapter 6 of the rule book: the end and the score."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bloodfang_engine.contract import Outcome, Seat
from bloodfang_engine.fang import Account
from bloodfang_engine.fang.events import MatchEnded
from tables import BOOK_CARDS, cards, told

A, B = Seat.FIRST, Seat.SECOND

SET = cards(
    BOOK_CARDS
    + """
    toll-keeper  1 2 | lane_won: score_bonus 3 to own_lane
    ally-toll    1 2 | lane_won/ally: score_bonus 3 to own_lane
    crow-toll    1 2 | lane_won/enemy: score_bonus 3 to own_lane
    any-toll     1 2 | lane_won/any: score_bonus 3 to own_lane
    wide-toll    1 2 | lane_won: score_bonus 3 to all_lanes
    head-count   1 2 | lane_won: score_bonus 1 per ally to own_lane
    bone-toll    replace 2 | lane_won: score_bonus 1 per replaced to own_lane
    tithe-taker  1 1 | match_end: take_loser_score to all_lanes
    lane-taker   1 1 | match_end: take_loser_score to own_lane
    shy-taker    1 1 | match_end/ally: take_loser_score to all_lanes
    old-almoner  1 1 | match_end: score_bonus 4 to all_lanes
    ally-almoner 1 1 | match_end/ally: score_bonus 4 to all_lanes
    foe-almoner  1 1 | match_end/enemy: score_bonus 4 to all_lanes
    any-almoner  1 1 | match_end/any: score_bonus 4 to all_lanes
    """
)


@dataclass(frozen=True, slots=True)
class Score:
    """A board at the end, and what it is worth to A and B."""

    story: str
    board: str
    score: tuple[int, int]
    options: str = ""


def account(board: str, options: str = "") -> Account:
    came = told(SET, board, options=options)
    return came.rules.account(came.state)


WORKED = """
    t A1:imp(+4) A1:imp(+2) . . B3:giant
    m A2:{middle} . . . B1:thorn-hart(+1)
    b A1:night-crow . . B1:toll-keeper B1:thorn-hart
"""
UNEVEN = """
    t A2:ogre {top} . . B1:thorn-hart
    m A1:imp {middle} . . B3:giant
"""

SCORES = [
    Score("R57 power is summed by the card's owner, not by who holds the tile", "t B1:A!ogre . . . A1:B!imp", (4, 0)),
    Score("R57 auras and lasting changes count", "t A1:bell-warden A1:imp(+5) . . B3:giant", (10, 0)),
    Score(
        "R57 empty tiles count nothing, whatever auras and pawns are on them",
        "t A1:bell-warden A3 A3 A3 B1:imp",
        (2, 0),
    ),
    Score("R58 the higher sum scores, the other side nothing", "t A2:ogre . . . B1:thorn-hart", (4, 0)),
    Score("R58 in a tied lane both score 0", "t A1:thorn-hart . . . B1:thorn-hart\nm A1:imp . . . B1", (1, 0)),
    Score("R58 an empty lane is tied", "", (0, 0)),
    Score(
        "R64 points decide: two lanes by a little lose to one by much",
        "t A1:imp . . . B1\nm A1:imp . . . B1\nb A1 . . . B3:giant",
        (2, 6),
    ),
    Score("R59 equal totals are a draw", "t A1:imp(+1) . . . B1\nm A1 . . . B1:night-crow", (2, 2)),
    Score("R60 a bonus is paid to the winner of the lane", "t A1:toll-keeper . . . B1:imp", (5, 0)),
    Score("R60 it does not help to win the lane", "t A1:toll-keeper . . . B1:thorn-hart", (0, 3)),
    Score("R60 in a tied lane nobody has won", "t A1:toll-keeper . . . B1:night-crow", (0, 0)),
    Score("R60 it counts in its own lane only", "t A1:toll-keeper . . . B1:thorn-hart\nm A2:ogre . . . B1", (4, 3)),
    Score(
        "R60 before_compare lets it help", "t A1:toll-keeper . . . B1:thorn-hart", (5, 0), "lane_bonus=before_compare"
    ),
    Score(
        "R60 before_compare can tie a lane", "t A1:toll-keeper . . . B1:imp(+4)", (0, 0), "lane_bonus=before_compare"
    ),
    Score(
        "R60 before_compare helps both sides",
        "t A1:toll-keeper . . . B1:toll-keeper(+1)",
        (0, 6),
        "lane_bonus=before_compare",
    ),
    Score(
        "R60 before_compare moves the loser's plain sum, not its bonus",
        "t A1:toll-keeper . A1:tithe-taker . B1:toll-keeper(+5)",
        (0, 7 + 3 + 3),
        "lane_bonus=before_compare",
    ),
    Score(
        "R60 bonuses for enemy or any are never compared",
        "t A1:crow-toll A1:any-toll . . B1:imp(+4)",
        (6, 5),
        "lane_bonus=before_compare",
    ),
    Score("R61 bonuses add up", "t A1:toll-keeper A1:toll-keeper . . B1:imp", (10, 0)),
    Score("R61 a match_end bonus is simply added", "t A1:old-almoner . . . B3:giant", (4, 6)),
    Score("R61 several of them add up", "t A1:old-almoner A1:old-almoner . . B3:giant", (8, 6)),
    Score("R74 a bonus may count cards", "t A1:head-count A1:imp . . B1:imp\nm A1:imp . . . B1:imp", (3 + 2, 0)),
    Score("R74 a bonus may be by the replaced power", "t A1:bone-toll=6 . . . B1:imp", (2 + 6, 0)),
    Score("R75 lane_won/ally is paid if the owner wins", "t A1:ally-toll . . . B1:imp", (5, 0)),
    Score("R75 and not if the rival wins", "t A1:ally-toll . . . B1:thorn-hart", (0, 3)),
    Score("R75 lane_won/enemy is paid to its owner if the rival wins", "t A1:crow-toll . . . B1:thorn-hart", (3, 3)),
    Score("R75 and not if the owner wins", "t A1:crow-toll . . . B1:imp", (2, 0)),
    Score(
        "R75 lane_won/any is paid if somebody wins",
        "t A1:any-toll . . . B1:thorn-hart\nm B1:imp . . . A1:any-toll",
        (8, 3),
    ),
    Score("R75 but in no tied lane", "t A1:any-toll . . . B1:night-crow", (0, 0)),
    Score(
        "R75 whatever the area, only the card's own lane is asked for",
        "t A1:wide-toll . . . B1\nm A2:ogre . . . B1",
        (9, 0),
    ),
    Score("R75 match_end/ally needs another card of its side", "t A1:ally-almoner . . . B1:imp(+9)", (0, 10)),
    Score("R75 and holds with one", "t A1:ally-almoner A1:imp . . B1:imp(+9)", (4, 10)),
    Score("R75 match_end/enemy needs a card of the rival", "t A1:foe-almoner A1:imp . . B1", (2, 0)),
    Score("R75 and holds with one, too", "t A1:foe-almoner . . . B1:imp(+9)", (4, 10)),
    Score("R75 match_end/any needs any other card", "t A1:any-almoner . . . B1", (1, 0)),
    Score("R75 which may be the rival's", "t A1:any-almoner . . . B1:imp(+9)", (4, 10)),
    Score("R75 a taker with ally alone takes nothing", "t A1:shy-taker(+2) . . . B1:imp", (3, 0)),
    Score("R75 and with an ally it does", "t A1:shy-taker(+2) . . . B1:imp\nm A1:imp . . . B1", (3 + 1 + 1, 0)),
    Score(
        "R62 the winner of every lane, whoever it is, takes the loser's sum",
        UNEVEN.format(top="A1:tithe-taker", middle="."),
        (5 + 3, 6 + 1),
    ),
    Score(
        "R62 transfer_scope lane: only where the card stands",
        UNEVEN.format(top=".", middle="A1:tithe-taker"),
        (4, 6 + 2),
        "transfer_scope=lane",
    ),
    Score(
        "R62 a clause for its own lane means only that lane, even with all",
        UNEVEN.format(top="A1:lane-taker", middle="."),
        (5 + 3, 6),
    ),
    Score(
        "R62 transfer_winner_only: only where its owner has won",
        UNEVEN.format(top="A1:tithe-taker", middle="."),
        (5 + 3, 6),
        "transfer_winner_only=true",
    ),
    Score("R62 nothing moves in a tied lane", "t A1:tithe-taker . . . B1:imp", (0, 0)),
    Score(
        "R63 it is paid once, however many such cards there are",
        UNEVEN.format(top="A1:tithe-taker", middle="A1:tithe-taker"),
        (5 + 3, 6 + 2),
    ),
    Score(
        "R63 transfer_stacks: once for each that applies",
        UNEVEN.format(top="A1:tithe-taker", middle="A1:tithe-taker"),
        (5 + 6, 6 + 4),
        "transfer_stacks=true",
    ),
    Score(
        "R63 both sides' cards stack",
        "t A1:tithe-taker(+5) A1:lane-taker . . B1:tithe-taker",
        (7 + 3, 0),
        "transfer_stacks=true",
    ),
    Score("R61 the worked table of the book", WORKED.format(middle="ogre"), (8, 8)),
    Score("R62 the worked table with a tithe-taker", WORKED.format(middle="tithe-taker(+3)"), (14, 10)),
]


@pytest.mark.parametrize("case", SCORES, ids=lambda case: case.story)
def test_the_board_is_worth_this(case: Score) -> None:
    assert account(case.board, case.options).score == case.score


@pytest.mark.parametrize("case", SCORES, ids=lambda case: case.story)
def test_more_points_win_and_equal_points_are_a_draw(case: Score) -> None:
    """R59"""
    first, second = case.score
    assert account(case.board, case.options).winner is (None if first == second else A if first > second else B)


def test_the_account_tells_each_lane_for_itself() -> None:
    """R58 the worked table of the book with a tithe-taker, lane by lane."""
    top, middle, bottom = account(WORKED.format(middle="tithe-taker(+3)")).lanes
    assert (top.sums, top.winner, top.taken, top.points) == ((8, 6), A, 6, (14, 0))
    assert (middle.sums, middle.winner, middle.taken, middle.points) == ((4, 4), None, 0, (0, 0))
    assert (bottom.sums, bottom.winner, bottom.taken, bottom.bonus, bottom.points) == ((2, 5), B, 2, (0, 3), (0, 10))


def test_points_that_belong_to_no_lane_stand_apart() -> None:
    """R61"""
    found = account("t A1:old-almoner . . . B3:giant")
    assert (found.extra, found.lanes[0].points) == ((4, 0), (0, 6))


@pytest.mark.parametrize(
    ("board", "before", "after"),
    [
        ("t A1:toll-keeper A1:imp . . B1", (6, 0), (1, 0)),
        ("t A1:old-almoner A1:imp . . B1", (6, 0), (1, 0)),
        ("t A1:tithe-taker A1:thorn-hart . . B1:imp", (5, 0), (3, 0)),
    ],
)
def test_only_cards_on_the_board_at_the_end_are_read(
    board: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    """R67"""
    gone = told(SET, board, "destroy t1")
    assert (account(board).score, gone.rules.account(gone.state).score) == (before, after)


def test_at_the_end_the_outcome_and_the_log_tell_the_same_score() -> None:
    """R64"""
    came = told(SET, "t A1:toll-keeper . . . B1:imp", "A pass", "B pass")
    assert came.rules.outcome(came.state) == Outcome(A, "passes", (5, 0))
    assert came.events[-1] == MatchEnded("passes", A, (5, 0))


def test_equal_totals_are_a_draw_and_nobody_wins() -> None:
    """R59"""
    came = told(SET, "t A1:imp . . . B1\nm A1 . . . B1:imp", "A pass", "B pass")
    assert came.rules.outcome(came.state) == Outcome(None, "passes", (1, 1))
