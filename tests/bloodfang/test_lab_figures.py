"""What the lab counts: every figure by hand, and intervals as they are in the books."""

from __future__ import annotations

import csv
import io
import json
import math
import sys
from dataclasses import replace
from functools import partial

import pytest

from bloodfang.catalog import load_shipped
from bloodfang.decks import Deck
from bloodfang.lab import Comparison, Findings, Plan, Played, report, rows, run
from bloodfang.lab.drawing import as_svg, shade
from bloodfang.lab.figures import Share, between, paired, wilson
from bloodfang.lab.playing import Fault, Story
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import make_set

# Intervals


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_is_that_of_newcombes_first_table(won: int, of: int, low: float, high: float) -> None:
    assert wilson(won, of) == pytest.approx((low, high), abs=0.00006)


def test_nothing_counted_may_be_anything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert Share(0, 0).rate == 0.5


@pytest.mark.parametrize(
    ("one", "other", "by", "low", "high"),
    [
        (Share(48, 80), Share(56, 70), 0.2, 0.0524, 0.3339),
        (Share(3, 10), Share(9, 10), 0.6, 0.1705, 0.8090),
        (Share(0, 10), Share(10, 10), 1.0, 0.6075, 1.0),
    ],
)
def test_the_interval_of_a_difference_is_that_of_newcombes_second_table(
    one: Share, other: Share, by: float, low: float, high: float
) -> None:
    found = between(one, other)
    assert (found.by, found.low, found.high) == pytest.approx((by, low, high), abs=0.00006)
    assert found.clear


def test_a_difference_of_pairs_is_their_mean_and_its_error() -> None:
    found = paired([0.0, 1.0, 0.0, 1.0])
    half = 1.959964 * math.sqrt((4 * 0.25 / 3) / 4)
    assert (found.by, found.low, found.high) == pytest.approx((0.5, 0.5 - half, 0.5 + half), abs=1e-6)
    assert not found.clear


def test_one_pair_tells_nothing() -> None:
    assert not paired([1.0]).clear
    assert not paired([]).clear


# A tiny run, by hand

CARDS = make_set({name: {"rank": 1, "power": 1} for name in ("ape", "bat", "cat")})
PLAN = Plan(CARDS, (Deck("one", "One", "", ("ape", "bat")), Deck("two", "Two", "", ("bat", "cat"))), matches=4)


def tiny() -> Findings:
    """Two deals, four matches: deck `one` wins two, loses one and draws one."""
    one, two = (PLAN.deal(0).decks.index(each) for each in (0, 1))  # where each deck sits in the first deal
    assert PLAN.deal(1).decks == PLAN.deal(0).decks[::-1]  # and there it is the other way round

    def match(deal: int, one_begins: bool, winner: str, stories: dict[str, list[Story]], turns: int) -> Played:
        at = Seat(one) if deal == 0 else Seat(two)
        seats = {"one": at, "two": at.rival, "": None}
        told = (stories["one"], stories["two"])
        mine, theirs = told if at is Seat.FIRST else told[::-1]
        first = at if one_begins else at.rival
        score = {None: (4, 4), Seat.FIRST: (9, 2), Seat.SECOND: (1, 4)}[seats[winner]]
        return Played(deal, first, seats[winner], score, turns, (tuple(mine), tuple(theirs)))

    ape, bat, cat = (partial(Story, card) for card in ("ape", "bat", "cat"))
    return Findings(
        PLAN,
        (
            match(0, True, "one", {"one": [ape(1, 1, 2, 1), bat(1, 0, 5, 4)], "two": [bat(1, 1, 1, 0)]}, 10),
            match(0, False, "one", {"one": [ape(1, 1, 1, 0)], "two": [cat(1, 0, 6, 6)]}, 12),
            match(1, True, "two", {"one": [bat(1, 1, 2, 0)], "two": [bat(1, 1, 3, 1), cat(1, 1, 1, 0)]}, 8),
            match(1, False, "", {"one": [ape(1, 0, 4, 2)], "two": [bat(1, 1, 2, 0)]}, 14),
        ),
    )


def test_decks_against_the_field() -> None:
    found = tiny()
    assert found.decks == {"one": Share(2.5, 4), "two": Share(1.5, 4)}
    assert [*found.decks] == ["one", "two"]
    assert found.begun("one", first=True) == Share(1.0, 2)
    assert found.begun("one", first=False) == Share(1.5, 2)
    assert found.begun("two", first=True) == Share(0.5, 2)


def test_decks_against_each_other() -> None:
    assert tiny().matrix == {("one", "two"): Share(2.5, 4), ("two", "one"): Share(1.5, 4)}


def test_who_begins() -> None:
    assert tiny().first == Share(1 + 0 + 0 + 0.5, 4)


def test_the_first_bot() -> None:
    assert tiny().bots == Share(1 + 0 + 1 + 0.5, 4)  # it begins in the first deal, and follows in the second


def test_draws_turns_and_margins() -> None:
    found = tiny()
    assert found.draws == Share(1, 4)
    assert found.turns == 11
    margins = {Seat.FIRST: 7, Seat.SECOND: 3, None: 0}
    assert found.margin == sum(margins[each.winner] for each in found.played) / 4


def test_cards() -> None:
    cards = tiny().cards
    ape, bat, cat = cards["ape"], cards["bat"], cards["cat"]
    assert (ape.held, ape.drawn, ape.played, ape.waited, ape.stuck) == (Share(2.5, 4), 3, 2, 7, 3)
    assert ape.with_it == Share(2.0, 2)
    assert ape.play_rate == 2 / 3
    assert ape.dead_rate == 3 / 7
    assert ape.lift == 1.0 - 2.5 / 4
    assert (bat.held, bat.drawn, bat.played, bat.waited, bat.stuck) == (Share(4.0, 8), 5, 4, 13, 5)
    assert bat.with_it == Share(0 + 0 + 1 + 0.5, 4)
    assert (cat.held, cat.with_it, cat.play_rate, cat.dead_rate) == (Share(1.5, 4), Share(1.0, 1), 0.5, 6 / 7)
    assert [*cards] == ["cat", "ape", "bat"]


def test_faults_are_counted_by_bot_with_the_first_reason() -> None:
    found = tiny()
    seats = [Seat(PLAN.seated(each.deal, each.first).index(1)) for each in found.played]
    assert {*seats} == {*Seat}
    faults = [(Fault(seats[0], 3, "slept"),), (), (Fault(seats[2], 2, "raised"),), ()]
    played = tuple(replace(each, faults=these) for each, these in zip(found.played, faults, strict=True))
    assert Findings(replace(PLAN, bots=("easy", "novice")), played).faults == {"novice": (5, "slept")}


# What is written


def test_the_csv_says_the_same_as_the_figures() -> None:
    found = tiny()
    decks = [*csv.DictReader(io.StringIO(rows.as_csv(rows.deck_rows(found))))]
    assert {row["deck"]: Share(float(row["win_rate"]) * int(row["matches"]), int(row["matches"])) for row in decks} == (
        found.decks
    )
    for row in csv.DictReader(io.StringIO(rows.as_csv(rows.card_rows(found)))):
        card = found.cards[row["card"]]
        assert (int(row["drawn"]), int(row["played"])) == (card.drawn, card.played)
        assert (int(row["turns_in_hand"]), int(row["turns_dead"])) == (card.waited, card.stuck)
        assert float(row["win_played_rate"]) == pytest.approx(card.with_it.rate, abs=1e-6)
        assert (float(row["win_played_low"]), float(row["win_played_high"])) == pytest.approx(
            card.with_it.interval, abs=1e-6
        )
    for row in csv.DictReader(io.StringIO(rows.as_csv(rows.matrix_rows(found)))):
        assert float(row["win_rate"]) == found.matrix[row["deck"], row["against"]].rate


def test_the_json_says_the_same_as_the_csv() -> None:
    found = tiny()
    told = json.loads(json.dumps(rows.as_data(found)))
    assert told["decks"] == rows.deck_rows(found)
    assert told["summary"]["first_player_rate"] == found.first.rate
    assert told["summary"]["turns"] == 11
    assert told["run"]["decks"][1] == {"id": "two", "cards": ["bat", "cat"]}


def test_a_report_fits_eighty_columns() -> None:
    catalog = load_shipped()
    plan = Plan(catalog.cards, tuple(catalog.decks.values()), ("easy", "easy"), matches=60)
    lines = [*report.told(Findings(plan, run(plan)), catalog.name_of)]
    assert max(map(len, lines)) <= 80


def test_a_deck_that_wins_too_much_is_pointed_out() -> None:
    told = [*report.told(tiny(), str)]
    assert [line.split()[1] for line in told if line.endswith("outside 40 to 60")] == ["one", "two"]


def test_the_picture_has_every_deck_and_a_colour_for_every_share() -> None:
    drawn = as_svg(tiny(), str)
    assert drawn.startswith("<svg ")
    assert "one  62.5 %" in drawn
    assert len({shade(rate / 10) for rate in range(1, 10)}) == 9


def test_without_pillow_there_is_a_picture_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from bloodfang.lab.exporting import NO_PNG, export

    folder = tmp_path_factory.mktemp("out")
    monkeypatch.setitem(sys.modules, "bloodfang.lab.png", None)
    said = [*export(folder, tiny(), None, str, ("", ""))]
    assert said[0] == NO_PNG
    assert (folder / "plot.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert not (folder / "plot.png").exists()


def test_with_pillow_the_same_is_a_png() -> None:
    pytest.importorskip("PIL")
    from bloodfang.lab.png import as_png

    assert as_png(tiny(), str).startswith(b"\x89PNG")


# Two runs


def test_a_run_compared_with_itself_differs_in_nothing() -> None:
    found = tiny()
    for each in Comparison(found, found).figures:
        assert each.difference.by == 0
        assert not each.difference.clear


def test_a_difference_is_taken_deal_by_deal() -> None:
    one = tiny()
    played = tuple(replace(each, winner=each.first, turns=each.turns + 2) for each in one.played)
    found = {(each.what, each.of): each for each in Comparison(one, Findings(PLAN, played)).figures}
    turns = found["turns", ""]
    assert (turns.one, turns.other, turns.difference.by, turns.difference.clear) == (11, 13, 2, True)
    first = found["first player", ""]
    assert (first.one, first.other) == (0.375, 1.0)
    # by deal the beginner won 1/2 and 1/4 of the first run, and all of the second
    assert (first.difference.low, first.difference.high) == pytest.approx(
        (0.625 - 1.959964 * 0.125, 0.625 + 1.959964 * 0.125), abs=1e-6
    )
    assert found["deck", "one"].difference.by == pytest.approx(0.5 - 0.625)
