"""The coach: it knows what its seat knows, ranks every act, and every number in its reasons is the engine's."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bloodfang.bots.level import through
from bloodfang.catalog import load_shipped
from bloodfang.coach import Advice, Fact, Kind, advise, foresee, nudge, review, sentence
from bloodfang.coach.advice import SEED
from bloodfang.coach.foresight import WORLDS
from bloodfang.coach.review import decisions
from bloodfang.coach.telling import act_words
from bloodfang.observing import Observation, observed
from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan, Play, State, make_set
from bloodfang_engine.fang.events import CardDestroyed, CardPlayed, CardSpawned
from bloodfang_engine.record import Record

A, B = Seat.FIRST, Seat.SECOND
SHIPPED = load_shipped()
RULES = BloodFang(SHIPPED.cards)
SMALL = BloodFang(
    make_set({"imp": {"rank": 1, "power": 1}, "ox": {"rank": 1, "power": 4}, "elk": {"rank": 2, "power": 3}})
)
QUICK = 400


def record(seed: int) -> Record:
    """A match of two shipped decks by lot."""
    lot = random.Random(seed)
    decks = [deck.cards for deck in lot.sample(list(SHIPPED.decks.values()), 2)]
    setup = Setup("fang", (decks[0], decks[1]), seed, cards=SHIPPED.digest)
    state, acts = RULES.start(setup).state, []
    while seats := RULES.to_act(state):
        legal = RULES.legal_actions(state, seats[0])
        act = lot.choice(legal[:-1] or legal)
        acts.append((seats[0], RULES.write(act)))
        state = RULES.after(state, seats[0], act)
    return Record(setup, tuple(acts), RULES.outcome(state))


def moments(seed: int) -> Iterator[tuple[Observation, tuple[Action, ...]]]:
    """What a seat knew at each of its turns, and what it could do."""
    for each in decisions(RULES, record(seed), Seat(seed % 2)):
        yield each.known, each.legal


def advice(known: Observation, legal: tuple[Action, ...], budget: int = QUICK) -> tuple[Advice, ...]:
    return through(advise(RULES, known, legal, budget))


def placed(position: str) -> tuple[Observation, tuple[Action, ...]]:
    state = SMALL.read_position(position)
    seat = SMALL.to_act(state)[0]
    return observed(SMALL.view(state, seat)), tuple(SMALL.legal_actions(state, seat))


# what it says


def test_every_legal_act_is_ranked_and_the_best_have_three_reasons_each() -> None:
    for known, legal in moments(4):
        found = advice(known, legal)
        assert {each.act for each in found} == set(legal)
        chances = [each.chance for each in found]
        assert chances == sorted(chances, reverse=True)
        for each in found[:3]:
            assert 1 <= len(each.reasons) <= 3
            assert each.forecast
        assert not any(each.reasons for each in found[3:])


def test_the_same_position_gets_the_same_advice() -> None:
    known, legal = next(moments(1))
    assert advice(known, legal) == advice(known, legal)


def test_what_the_seat_cannot_know_changes_no_word() -> None:
    compared = 0
    for known, legal in list(moments(6))[2::3]:
        other = known.imagine(777)
        elsewhere = observed(RULES.view(other, known.seat))
        compared += RULES.view(other, known.seat.rival) != RULES.view(known.imagine(5), known.seat.rival)
        assert advice(Observation(elsewhere.view, known.tallies), legal) == advice(known, legal)
    assert compared


def test_a_match_that_is_won_by_passing_is_won_by_passing() -> None:
    state = SMALL.after(SMALL.read_position("fang | A hand imp ox | B hand imp"), A, SMALL.read("play ox m1"))
    state = SMALL.after(state, B, PASS)
    known = observed(SMALL.view(state, A))
    best = through(advise(SMALL, known, tuple(SMALL.legal_actions(state, A)), QUICK))[0]
    assert best.act == PASS
    assert sentence(best.reasons[0], str) == "ends the match: you win 4 to 0"
    assert best.reasons[0].rule == "R09"


def test_an_opening_hand_is_advised_card_by_card() -> None:
    state = RULES.start(record(3).setup).state
    known = observed(RULES.view(state, A))
    [best] = advice(known, tuple(RULES.legal_actions(state, A)))
    assert isinstance(best.act, Mulligan)
    hand = known.view.hand or ()
    for fact in best.reasons:
        given_back = hand.index(fact.cards[0]) + 1 in best.act.places
        assert given_back == (fact.kind is Kind.DEAR)


# every number is the engine's


def holds(known: Observation, each: Advice, fact: Fact) -> bool:
    """Whether a fact is so, found out without the coach: by doing the act in an imagined world, or in all of them."""
    seat, rival = known.seat, known.seat.rival
    before = known.imagine(1)
    after = RULES.after(before, seat, each.act)
    grid = before.table.grid
    was, now = RULES.account(before), RULES.account(after)
    view, then = RULES.view(before, seat), RULES.view(after, seat)
    row = grid.lanes.index(fact.lane) if fact.lane else 0
    lead = [lane.sums[seat] - lane.sums[rival] for lane in (was.lanes[row], now.lanes[row])]
    tiles = [(view.tile(name), then.tile(name)) for name in fact.tiles]
    match fact.kind:
        case Kind.ENDS:
            outcome = RULES.outcome(after)
            return outcome is not None and fact.numbers == (outcome.score[seat], outcome.score[rival])
        case Kind.WINS_LANE:
            return was.lanes[row].winner is not seat and now.lanes[row].winner is seat and fact.numbers == (lead[1],)
        case Kind.LOSES_LANE:
            return was.lanes[row].winner is seat and now.lanes[row].winner is not seat and fact.numbers == (-lead[1],)
        case Kind.EVENS_LANE:
            return now.lanes[row].winner is None and fact.numbers == (was.lanes[row].points[rival],)
        case Kind.LEADS_LANE:
            return now.lanes[row].winner is seat and fact.numbers == (lead[1], lead[0])
        case Kind.NEARS_LANE:
            return now.lanes[row].winner is rival and fact.numbers == (-lead[1], -lead[0])
        case Kind.DESTROYS | Kind.COSTS:
            owner = rival if fact.kind is Kind.DESTROYS else seat
            happened = RULES.apply(before, seat, each.act).events
            stood = {tile.piece.number: (tile.name, tile.piece.power) for tile in view.tiles if tile.piece}
            came = {
                event.figure.number: ("", event.power)
                for event in happened
                if isinstance(event, CardPlayed | CardSpawned)
            }
            fell = [event.figure for event in happened if isinstance(event, CardDestroyed)]
            return ("".join(fact.tiles), *fact.numbers) in [
                (stood | came)[figure.number]
                for figure in fell
                if figure.owner is owner and figure.card == fact.cards[0]
            ]
        case Kind.TAKES:
            return all(old.holder is rival and new.holder is seat for old, new in tiles)
        case Kind.GROWS:
            return all(old.holder is None and new.holder is seat for old, new in tiles)
        case Kind.READIES | Kind.SPENDS | Kind.KEEPS:
            [rank] = fact.numbers
            openings = [
                sum(tile.holder is seat and tile.pawns >= rank and not tile.piece for tile in look.tiles)
                for look in (view, then)
            ]
            wanted = {Kind.READIES: openings[0] == 0 < openings[1], Kind.SPENDS: openings[0] > 0 == openings[1]}
            return RULES.cards[fact.cards[0]].rank == rank and wanted.get(fact.kind, openings == [1, 1])
        case Kind.WAITS:
            return fact.numbers == (len(known.view.hand or ()),)
        case Kind.NOTHING:
            return was.lanes == now.lanes
        case _:
            return holds_in_all_worlds(known, each, fact)


def holds_in_all_worlds(known: Observation, each: Advice, fact: Fact) -> bool:
    """The same for what is said about the rival's answers."""
    seat, rival = known.seat, known.seat.rival
    worst, endangered, turned, worlds = None, 0, 0, 0
    anything = False
    for number in range(WORLDS):
        state = RULES.after(known.imagine(SEED + number), seat, each.act)
        worlds += 1
        lost, shaken = set(), False
        for reply in RULES.legal_actions(state, rival):
            after = RULES.after(state, rival, reply)
            score = RULES.account(after).score
            margin = score[seat] - score[rival]
            worst = margin if worst is None else min(worst, margin)
            lost |= changed(state, after, seat)
            if fact.lane:
                row = state.table.grid.lanes.index(fact.lane)
                mine = RULES.account(state).lanes[row].winner is seat
                shaken |= mine and RULES.account(after).lanes[row].winner is not seat
        anything |= bool(lost)
        endangered += bool(fact.tiles) and fact.tiles[0] in lost
        turned += shaken
    match fact.kind:
        case Kind.AHEAD:
            return fact.numbers == (worst, worlds)
        case Kind.WORST:
            return worst is not None and fact.numbers == (-worst, worlds)
        case Kind.SAFE:
            return not anything and fact.numbers == (worlds,)
        case Kind.OPENS:
            return fact.numbers == (endangered, worlds)
        case Kind.SHAKES:
            return fact.numbers == (turned, worlds)
        case _:
            raise AssertionError(fact.kind)


def changed(before: State, after: State, seat: Seat) -> set[str]:
    """The tiles of a seat that it has lost, or whose card has fallen."""
    pairs = zip(RULES.view(before, seat).tiles, RULES.view(after, seat).tiles, strict=True)
    return {
        old.name
        for old, new in pairs
        if (old.holder is seat and new.holder is seat.rival)
        or (old.piece and old.piece.owner is seat and (not new.piece or new.piece.owner is not seat))
    }


def test_every_number_in_every_reason_is_what_the_engine_says() -> None:
    kinds: set[Kind] = set()
    for seed in range(5):
        for known, legal in list(moments(seed))[seed % 2 :: 2]:
            for each in advice(known, legal)[:3]:
                for fact in each.reasons:
                    assert holds(known, each, fact), (fact, each.act)
                    kinds.add(fact.kind)
    assert len(kinds) >= 12, kinds


def test_every_reason_is_told_with_its_numbers_tiles_and_cards() -> None:
    told: set[str] = set()
    for seed in range(4):
        for known, legal in list(moments(seed))[::3]:
            for each in advice(known, legal)[:3]:
                for fact in each.reasons:
                    words = sentence(fact, SHIPPED.name_of)
                    assert all(tile in words for tile in fact.tiles if fact.kind is not Kind.AHEAD)
                    assert words == words.strip()
                    told.add(words)
    assert len(told) > 30


# what the rival may do


def test_a_threat_is_a_tile_that_some_answer_takes() -> None:
    known, _ = placed("fang | A hand imp | B hand ox")
    forecast = foresee(SMALL, known, SMALL.read("play imp m1"), 3)
    assert forecast.worst
    assert forecast.worlds == WORLDS
    assert sum(reply.worlds for reply in forecast.likely) <= WORLDS
    assert forecast.expected >= forecast.worst.margin


def test_after_the_last_act_nobody_answers() -> None:
    state = SMALL.after(SMALL.read_position("fang | A hand imp ox | B hand imp"), A, SMALL.read("play ox m1"))
    state = SMALL.after(state, B, PASS)
    forecast = foresee(SMALL, observed(SMALL.view(state, A)), PASS, 1)
    assert (forecast.expected, forecast.spread, forecast.likely, forecast.worst) == (4, 0, (), None)


# looking back


def test_a_review_weighs_every_turn_and_tells_the_costliest_with_reasons() -> None:
    match = record(8)
    found = through(review(RULES, match, A, QUICK))
    assert len(found.turns) == sum(seat is A and not text.startswith("mulligan") for seat, text in match.acts)
    assert found.costliest, "nobody plays by lot and gives nothing away"
    assert [turn.cost for turn in found.costliest] == sorted((turn.cost for turn in found.costliest), reverse=True)
    for turn in found.costliest:
        assert turn.better.reasons
        assert turn.done.act == RULES.read(match.acts[turn.moment][1])
    assert len(found.margins) == len(match.acts) + 1
    assert match.result
    assert found.margins[-1][1] == match.result.score[A] - match.result.score[B]


def test_whoever_did_the_best_has_lost_nothing() -> None:
    match = record(8)
    for turn in through(review(RULES, match, A, QUICK)).turns:
        assert (turn.cost == 0) == (turn.done.act == turn.better.act)


# words


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (Play("imp", "m2"), "play Imp on m2"),
        (PASS, "pass"),
        (Mulligan(), "keep all cards"),
        (Mulligan((2,)), "give back card 2"),
        (Mulligan((1, 3, 4)), "give back cards 1, 3 and 4"),
    ],
)
def test_an_act_is_told_as_advice(act: Action, words: str) -> None:
    assert act_words(act, str.title) == words


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (Fact(Kind.WINS_LANE, "R58", 4, (2,), lane="t"), "Look at the top lane."),
        (Fact(Kind.DESTROYS, "R24", 3, (3,), ("m4",), ("ox",)), "Ox need not stand."),
        (Fact(Kind.TAKES, "R17", 2, (1,), ("m3",)), "Some of their ground can be yours."),
        (Fact(Kind.GROWS, "R16", 2, (1,), ("m3",)), "Think about Imp."),
        (Fact(Kind.ENDS, "R10", 1000, (5, 2)), "You can end the match now."),
    ],
)
def test_a_nudge_says_where_to_look_and_not_what_to_do(fact: Fact, words: str) -> None:
    assert nudge(Play("imp", "m2"), [fact], str.title) == words


def test_a_nudge_to_pass_says_that_nothing_is_better() -> None:
    assert nudge(PASS, [], str) == "Nothing you can play now makes it better than it is."
