"""A match between people: clocks, presence, offers and talk beside the board."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from bloodfang.clock import BLITZ, RELAXED
from bloodfang.hall import Hall
from bloodfang.house import EMOTES, House
from bloodfang.refusals import NotThere, NotYours, Over, Refused, Stale, TooOften
from bloodfang.terms import Terms
from bloodfang_engine.fang import PASS, Mulligan
from halls import A, B, Place, library, play_on

BLITZED = Terms(clock=BLITZ)
TOO_LONG = BLITZ.per_move + BLITZ.bank


# acts


async def test_both_may_choose_their_opening_hands_at_the_same_time() -> None:
    place = Place()
    chairs = await place.both()
    seen = chairs[0].live.match.version
    await asyncio.gather(*(chair.submit(Mulligan(), seen) for chair in chairs))
    assert len(chairs[0].live.match.to_act) == 1
    with pytest.raises(Stale):
        await chairs[0].submit(PASS, seen)
    await place.hall.close()


# clocks


async def test_both_clocks_run_in_the_mulligan_and_then_that_of_whoever_is_to_act() -> None:
    place = Place()
    chairs = await place.both(BLITZED)
    clock = chairs[0].status.clock
    assert clock
    assert clock.running == (A, B)
    await play_on(chairs, 2)
    clock = chairs[0].status.clock
    assert clock
    assert clock.running == chairs[0].live.match.to_act
    await place.hall.close()


async def test_who_is_too_late_passes_and_the_second_time_in_a_row_loses() -> None:
    place = Place()
    chairs = await place.both(BLITZED)
    live = chairs[0].live
    await play_on(chairs, 2)
    mover = live.match.to_act[0]
    place.now.pass_by(TOO_LONG)
    await place.hall.tick()
    assert live.match.record().acts[-1] == (mover, "pass")
    clock = chairs[mover].status.clock
    assert clock
    assert (clock.banks[mover], clock.late[mover], clock.running) == (0, True, (mover.rival,))
    await play_on(chairs, 1)
    place.now.pass_by(BLITZ.per_move)
    await place.hall.tick()
    assert live.match.outcome
    assert (live.match.outcome.winner, live.match.outcome.reason) == (mover.rival, "time")
    assert not live.clock.running
    await place.hall.close()


async def test_who_acts_in_time_again_is_forgiven() -> None:
    place = Place()
    chairs = await place.both(BLITZED)
    live = chairs[0].live
    await play_on(chairs, 2)
    mover = live.match.to_act[0]
    for _ in range(2):
        place.now.pass_by(TOO_LONG)
        await place.hall.tick()
        assert live.clock.strikes[mover] == 1
        await play_on(chairs, 2)
        assert live.clock.strikes[mover] == 0
        await play_on(chairs, 1)
    assert live.match.outcome is None
    await place.hall.close()


async def test_an_absent_player_keeps_the_opening_hand_when_time_is_over() -> None:
    place = Place()
    live = await place.begin(BLITZED)
    place.now.pass_by(TOO_LONG)
    await place.hall.tick()
    assert [text for _, text in live.match.record().acts] == ["mulligan", "mulligan"]
    place.now.pass_by(BLITZ.per_move)
    await place.hall.tick()
    assert live.match.outcome
    assert live.match.outcome.reason == "time"
    await place.hall.close()


async def test_a_seat_that_was_dealt_with_meanwhile_is_left_alone() -> None:
    place = Place()
    chairs = await place.both(BLITZED)
    live = chairs[0].live
    place.now.pass_by(TOO_LONG)
    quicker = live.match.submit(B, Mulligan(), 0)
    await asyncio.gather(quicker, live.tick(), live.tick(), live.tick(), return_exceptions=True)
    assert [seat for seat, _ in live.match.record().acts] == [B, A]
    assert (live.match.outcome, live.clock.strikes) == (None, (1, 0))
    await place.hall.close()


async def test_an_act_after_the_time_is_over_comes_too_late_even_before_anybody_looked() -> None:
    place = Place()
    chairs = await place.both(BLITZED)
    await play_on(chairs, 2)
    live = chairs[0].live
    mover, seen = live.match.to_act[0], live.match.version
    place.now.pass_by(TOO_LONG + 0.1)
    with pytest.raises(Stale):
        await chairs[mover].submit(live.match.latest(mover).legal[0], seen)
    assert live.match.record().acts[-1] == (mover, "pass")
    await place.hall.close()


async def test_the_hall_wakes_by_itself_when_a_clock_runs_out_and_sleeps_when_none_does() -> None:
    quick = replace(BLITZ, per_move=0.1, bank=0.0)
    place = Place()
    place.hall = Hall(place.journal, library(), place.people, place.store, place.house, time.monotonic)
    live = await place.begin(Terms(clock=quick))
    async with asyncio.timeout(8):
        while not live.match.outcome:
            await asyncio.sleep(0.1)
    assert live.match.outcome.reason == "time"
    await place.hall.close()


# who is there


async def test_the_other_sees_since_when_somebody_is_away() -> None:
    place = Place()
    ann, bo = await place.both()
    assert ann.status.away == (None, None)
    bo.leave()
    bo.leave()
    place.now.pass_by(42.5)
    assert ann.status.away[B] == 42
    again = await place.hall.sit(ann.live.id, place.bo.id)
    assert ann.status.away == (None, None)
    again.leave()
    await place.hall.close()


async def test_a_seat_is_away_only_when_its_last_terminal_has_left() -> None:
    place = Place()
    ann, bo = await place.both()
    second = await place.hall.sit(ann.live.id, place.bo.id)
    bo.leave()
    assert ann.status.away == (None, None)
    second.leave()
    assert ann.status.away[B] == 0
    await place.hall.close()


async def test_spectators_are_counted_and_can_do_nothing() -> None:
    place = Place()
    ann, _ = await place.both()
    watching = await place.hall.watch(ann.live.id)
    assert ann.status.spectators == 1
    assert watching.table.people == ()
    for deed in (watching.submit(PASS, 0), watching.concede(), watching.abort(), watching.claim(), watching.rematch()):
        with pytest.raises(NotYours):
            await deed
    with pytest.raises(NotYours):
        watching.emote(0)
    watching.leave()
    assert ann.status.spectators == 0
    await place.hall.close()


async def test_who_has_left_the_table_acts_no_more() -> None:
    place = Place()
    ann, _ = await place.both()
    ann.leave()
    with pytest.raises(Refused, match="left"):
        await ann.concede()
    await place.hall.close()


async def test_without_a_clock_a_match_can_be_claimed_from_who_stays_away() -> None:
    place = Place()
    chairs = await place.both()
    await play_on(chairs, 2)
    away = chairs[0].live.match.to_act[0]
    here = chairs[away.rival]
    with pytest.raises(Refused, match="nobody keeps you waiting"):
        await here.claim()
    chairs[away].leave()
    place.now.pass_by(100)
    assert (here.status.may_claim, here.status.claim_in) == (False, 200)
    with pytest.raises(Refused, match="200 seconds"):
        await here.claim()
    place.now.pass_by(200)
    assert here.status.may_claim
    await here.claim()
    outcome = here.live.match.outcome
    assert outcome
    assert (outcome.winner, outcome.reason) == (away.rival, "abandoned")
    with pytest.raises(Refused, match="over"):
        await here.claim()
    await place.hall.close()


async def test_who_is_to_act_or_on_the_clock_cannot_be_robbed_by_a_claim() -> None:
    place = Place(house=House(claim_after=10))
    chairs = await place.both(Terms(clock=RELAXED))
    await play_on(chairs, 2)
    mover = chairs[0].live.match.to_act[0]
    for chair in chairs:
        chair.leave()
    here = await place.hall.sit(chairs[0].live.id, chairs[0].live.sitters[mover.rival].person)
    place.now.pass_by(30)
    assert here.status.claim_in is None
    here = await place.hall.sit(chairs[0].live.id, chairs[0].live.sitters[mover].person)
    assert here.status.claim_in is None
    await place.hall.close()


# draws and matches that do not count


async def test_a_draw_needs_both() -> None:
    place = Place()
    ann, bo = await place.both()
    await play_on((ann, bo), 5)
    await ann.offer_draw()
    assert (bo.status.draw_by, bo.status.may_offer_draw, ann.status.may_offer_draw) == (A, True, False)
    with pytest.raises(Refused, match="offered"):
        await ann.offer_draw()
    await bo.offer_draw()
    outcome = ann.live.match.outcome
    assert outcome
    assert (outcome.winner, outcome.reason) == (None, "agreed")
    assert ann.status.draw_by is None
    with pytest.raises(Over):
        await ann.concede()
    await place.hall.close()


async def test_an_offer_lapses_when_the_other_declines_or_plays_on() -> None:
    place = Place()
    chairs = await place.both()
    await play_on(chairs, 2)
    live = chairs[0].live
    mover = live.match.to_act[0]
    with pytest.raises(Refused, match="nobody offers"):
        chairs[mover].decline_draw()
    await chairs[mover.rival].offer_draw()
    await play_on(chairs, 1)
    assert live.draw_by is None
    with pytest.raises(Refused, match="play on before"):
        await chairs[mover.rival].offer_draw()
    await play_on(chairs, 1)
    await chairs[mover.rival].offer_draw()
    chairs[mover].decline_draw()
    assert (live.draw_by, live.match.outcome) == (None, None)
    await place.hall.close()


async def test_an_offer_stands_while_only_the_one_who_made_it_acts() -> None:
    place = Place()
    chairs = await place.both()
    await play_on(chairs, 2)
    mover = chairs[0].live.match.to_act[0]
    await chairs[mover].offer_draw()
    await play_on(chairs, 1)
    assert chairs[mover.rival].status.draw_by is mover
    await place.hall.close()


async def test_a_match_can_be_called_off_before_the_second_move_only() -> None:
    place = Place()
    chairs = await place.both()
    await play_on(chairs, 3)
    assert chairs[0].status.may_abort
    await chairs[1].abort()
    outcome = chairs[0].live.match.outcome
    assert outcome
    assert (outcome.winner, outcome.reason) == (None, "aborted")
    chairs = await place.both()
    await play_on(chairs, 4)
    assert not chairs[0].status.may_abort
    with pytest.raises(Refused, match="two moves"):
        await chairs[1].abort()
    await place.hall.close()


# talk


async def test_t9_emotes_come_once_a_second() -> None:
    place = Place()
    ann, bo = await place.both()
    ann.emote(0)
    with pytest.raises(TooOften):
        ann.emote(1)
    bo.emote(2)
    place.now.pass_by(1)
    ann.emote(1)
    assert [(line.seat, line.text, line.number) for line in bo.status.lines] == [
        (A, EMOTES[0], 1),
        (B, EMOTES[2], 2),
        (A, EMOTES[1], 3),
    ]
    for wrong in (-1, len(EMOTES)):
        with pytest.raises(NotThere):
            bo.emote(wrong)
    await place.hall.close()


async def test_t9_free_chat_is_off_unless_the_house_wants_it() -> None:
    place = Place()
    ann, _ = await place.both()
    assert not ann.status.chat
    with pytest.raises(Refused, match="off"):
        ann.say("hello")
    assert ann.status.lines == ()
    await place.hall.close()


async def test_t9_chat_is_three_in_three_seconds_and_twenty_a_minute() -> None:
    place = Place(house=House(chat=True))
    ann, bo = await place.both()
    said = 0
    for tick in range(590):
        place.now.pass_by(0.1)
        try:
            ann.say(f"line {tick}")
        except TooOften:
            continue
        said += 1
        assert said <= 3 or tick >= 29
    assert said == 20
    bo.say("\x1b[31mI am\u202e fine\n")
    assert bo.status.lines[-1].text == "[31mI am fine"
    with pytest.raises(Refused, match="nothing"):
        bo.say("\x00\u200b ")
    await place.hall.close()


async def test_who_mutes_the_rival_hears_only_themselves() -> None:
    place = Place()
    ann, bo = await place.both()
    ann.emote(0)
    bo.emote(1)
    ann.muted = True
    assert [line.seat for line in ann.status.lines] == [A]
    assert [line.seat for line in bo.status.lines] == [A, B]
    await place.hall.close()


# subscribing


async def test_whoever_subscribes_is_called_for_what_is_not_on_the_board_and_one_who_fails_harms_nobody() -> None:
    place = Place()
    ann, bo = await place.both()
    seen: list[int] = []

    def fails() -> None:
        raise RuntimeError("a screen that broke")

    def count() -> None:
        seen.append(len(seen))

    ann.live.subscribe(fails)
    ann.live.subscribe(count)
    bo.emote(0)
    bo.leave()
    await ann.submit(Mulligan(), 0)
    await ann.offer_draw()
    assert len(seen) == 4
    ann.live.unsubscribe(count)
    ann.live.unsubscribe(count)
    await ann.abort()
    assert len(seen) == 4
    await place.hall.close()
