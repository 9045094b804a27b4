"""The matches of a server: begun, found again, counted once, put away, and played by bots."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bloodfang.clock import BLITZ
from bloodfang.decks import Deck
from bloodfang.hallfile import HALL, HallFile, MemoryStore
from bloodfang.house import House
from bloodfang.journal import Header, JournalTrouble, MemoryJournal
from bloodfang.news import Began, Finished, HallNews
from bloodfang.people import People
from bloodfang.refusals import NotThere, NotYours, Refused, Stale
from bloodfang.seating import Seating, Sitter
from bloodfang.sqlite_journal import SqliteJournal
from bloodfang.terms import Terms
from bloodfang_engine.contract import Outcome, Seat
from bloodfang_engine.errors import BadSetup
from bloodfang_engine.fang import PASS
from halls import A, B, Place, decks, library, play_on, sitter

BLITZED = Terms(clock=BLITZ)
RATED = Terms(clock=BLITZ, rated=True)


# beginning and finding again


async def test_a_match_begins_for_both_and_is_theirs_until_it_ends() -> None:
    place = Place()
    told: list[HallNews] = []
    place.hall.subscribe(told.append)
    chairs = await place.both(BLITZED)
    live = chairs[0].live
    assert [each.match_id for each in place.hall.of(place.bo.id)] == [live.id]
    assert place.hall.running() == (live,)
    await play_on(chairs)
    assert (place.hall.of(place.ann.id), place.hall.running()) == ((), ())
    assert [type(news) for news in told] == [Began, Finished]
    await place.hall.settled()
    assert await place.store.all() == ()
    await place.hall.close()


async def test_decks_that_do_not_fit_begin_nothing_and_leave_nothing() -> None:
    place = Place()
    short = Deck("", "Short", "", ("nothing",))
    with pytest.raises(BadSetup):
        await place.hall.begin((sitter(place.ann), sitter(place.bo)), (short, short))
    with pytest.raises(NotThere):
        await place.hall.begin((sitter(place.ann), sitter(place.bo)), decks(), Terms(cards="elsewhere"))
    assert (await place.store.all(), await place.journal.unfinished()) == ((), ())
    await place.hall.close()


async def test_a_match_that_cannot_be_written_down_belongs_to_nobody() -> None:
    class Full(MemoryJournal):
        async def begin(self, header: Header) -> None:
            raise JournalTrouble("the disk is full")

    place = Place(journal=Full())
    with pytest.raises(JournalTrouble):
        await place.begin()
    await place.hall.settled()
    assert (place.hall.of(place.ann.id), await place.store.all()) == ((), ())
    await place.hall.close()


async def test_a_match_begins_even_if_whoever_asked_for_it_is_gone() -> None:
    class Slow(MemoryJournal):
        async def begin(self, header: Header) -> None:
            await asyncio.sleep(0.05)
            await super().begin(header)

    place = Place(journal=Slow())
    asking = asyncio.create_task(place.begin())
    await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await place.hall.settled()
    assert len(place.hall.of(place.bo.id)) == 1
    await place.hall.close()


async def test_after_a_restart_both_land_on_the_same_board_with_clocks_standing_still() -> None:
    place = Place()
    chairs = await place.both(BLITZED)
    for _ in range(5):
        place.now.pass_by(BLITZ.per_move + 3)
        await play_on(chairs, 1)
    live = chairs[0].live
    mover = live.match.to_act[0]
    banks = live.clock.banks
    views = [live.match.latest(viewer) for viewer in (A, B, None)]
    await place.hall.settled()  # and then the power fails
    place.now.pass_by(5000)
    again = place.new_hall()
    await again.open()
    assert [each.match_id for each in again.of(place.ann.id)] == [live.id]
    found = await again.live(live.id)
    assert [found.match.latest(viewer) for viewer in (A, B, None)] == views
    assert (found.clock.banks, found.clock.running) == (banks, ())
    place.now.pass_by(5000)
    await again.tick()
    found = await again.live(live.id)
    assert (found.clock.banks, found.match.outcome) == (banks, None)
    await again.sit(live.id, live.sitters[mover.rival].person)
    assert not found.clock.running
    await again.sit(live.id, live.sitters[mover].person)
    assert [*found.clock.running] == [mover]
    assert found.clock.left(mover, place.now()) == BLITZ.per_move + banks[mover]
    await again.close()
    await place.hall.close()


async def test_a_match_with_a_clock_that_stands_still_can_be_claimed_too() -> None:
    place = Place()
    chairs = await place.both(BLITZED)
    await play_on(chairs, 3)
    mover = chairs[0].live.match.to_act[0]
    again = place.new_hall()
    await again.open()
    here = await again.sit(chairs[0].live.id, chairs[0].live.sitters[mover.rival].person)
    place.now.pass_by(place.house.claim_after)
    assert here.status.may_claim
    await again.close()
    await place.hall.close()


async def test_somebody_elses_match_and_one_that_is_gone_are_refused() -> None:
    place = Place()
    live = await place.begin()
    with pytest.raises(NotYours):
        await place.hall.sit(live.id, "id-nobody")
    with pytest.raises(NotYours):
        await place.hall.sit(live.id, "")
    for deed in (place.hall.live("nothing"), place.hall.sit("nothing", place.ann.id), place.hall.watch("nothing")):
        with pytest.raises(NotThere):
            await deed
    await place.hall.close()


async def test_a_private_match_cannot_be_watched_or_found() -> None:
    place = Place()
    ann, _ = await place.both(private=True)
    assert place.hall.running() == ()
    with pytest.raises(NotThere):
        await place.hall.watch(ann.live.id)
    await place.hall.close()


async def test_who_leaves_too_many_matches_begins_no_other() -> None:
    place = Place(house=House(most_unfinished=2))
    await place.begin()
    await place.begin()
    with pytest.raises(Refused, match="2 unfinished"):
        await place.begin()
    await place.hall.close()


# memory


async def test_a_match_that_nobody_looks_at_leaves_memory_and_is_taken_up_again() -> None:
    place = Place()
    ann, bo = await place.both()
    await play_on((ann, bo), 6)
    live = ann.live
    view = live.match.latest(A)
    ann.leave()
    bo.leave()
    place.now.pass_by(place.house.linger - 1)
    await place.hall.tick()
    assert await place.hall.live(live.id) is live
    place.now.pass_by(1)
    await place.hall.tick()
    with pytest.raises(Refused, match="closed"):
        await live.match.concede(A)
    again = await place.hall.sit(live.id, place.ann.id)
    assert again.live is not live
    assert again.live.match.latest(A) == view
    await place.hall.close()


async def test_a_match_taken_up_by_many_at_once_is_one_match() -> None:
    place = Place()
    live = await place.begin()
    again = place.new_hall()
    await again.open()
    found = await asyncio.gather(*(again.live(live.id) for _ in range(10)))
    assert len({id(each) for each in found}) == 1
    await again.close()
    await place.hall.close()


# the end


async def test_a_rated_match_is_counted_once_and_says_what_it_changed() -> None:
    place = Place()
    ann, bo = await place.both(RATED)
    await ann.concede()
    await place.hall.settled()
    changes = bo.status.ratings
    assert changes
    assert changes[A].before == changes[B].before == 1500
    assert changes[A].after < 1500 < changes[B].after
    assert place.people.counted == {ann.live.id: (place.bo.id, place.ann.id, False)}
    assert await place.store.all() == ()
    await place.hall.close()


@pytest.mark.parametrize("how", ["draw", "abort", "unrated"])
async def test_draws_count_as_such_and_what_does_not_count_does_not(how: str) -> None:
    place = Place()
    ann, bo = await place.both(BLITZED if how == "unrated" else RATED)
    if how == "abort":
        await ann.abort()
    else:
        await ann.offer_draw()
        await bo.offer_draw()
    await place.hall.settled()
    assert [drawn for _, _, drawn in place.people.counted.values()] == ([True] if how == "draw" else [])
    await place.hall.close()


async def test_a_match_whose_end_was_not_counted_before_the_crash_is_counted_at_the_next_start() -> None:
    place = Place()
    live = await place.begin(RATED)
    await place.hall.settled()
    kept = MemoryStore()
    kept.seatings = {**place.store.seatings}  # type: ignore[attr-defined]
    await live.match.concede(B)
    await place.hall.settled()
    place.people.counted.clear()
    place.store = kept
    for _ in range(2):
        again = place.new_hall()
        await again.open()
        assert again.of(place.ann.id) == ()
        await again.close()
    assert place.people.counted == {live.id: (place.ann.id, place.bo.id, False)}
    assert kept.seatings == {}
    await place.hall.close()


async def test_a_seating_whose_match_never_began_is_dropped() -> None:
    place = Place()
    await place.begin()
    place.journal = MemoryJournal()
    again = place.new_hall()
    await again.open()
    assert (again.of(place.ann.id), await place.store.all()) == ((), ())
    await again.close()
    await place.hall.close()


async def test_ratings_of_the_real_people_are_applied_once(tmp_path: Path) -> None:
    people, _ = People.open(tmp_path / "people.sqlite3")
    ann, bo = [await people.enrol(name, f"SHA256:{name * 43:.43}") for name in ("Ann", "Bo")]
    place = Place()
    place.ann, place.bo = ann, bo
    hall = place.hall = type(place.hall)(place.journal, library(), people, place.store, place.house, place.now)
    live = await place.begin(RATED)
    await live.match.concede(A)
    await hall.settled()
    assert live.ratings
    new = await people.by_id(bo.id)
    assert new
    assert round(new.rating.rating) == live.ratings[B].after > 1500
    await hall.close()
    await people.close()


# again


async def test_a_rematch_begins_when_both_want_it_with_seats_changed_and_the_same_decks() -> None:
    place = Place()
    ann, bo = await place.both(RATED)
    with pytest.raises(Refused, match="not over"):
        await ann.rematch()
    await ann.concede()
    await ann.rematch()
    await ann.rematch()
    assert (bo.status.rematch, bo.status.next_match) == ((True, False), "")
    await bo.rematch()
    following = await place.hall.live(ann.status.next_match)
    assert [each.name for each in following.sitters] == ["Bo", "Ann"]
    assert following.match.setup.decks == ann.live.match.setup.decks[::-1]
    assert following.terms == ann.live.terms == RATED
    assert following.match.setup.seed != ann.live.match.setup.seed
    with pytest.raises(Refused, match="begun"):
        await bo.rematch()
    await place.hall.close()


async def test_who_leaves_the_table_wants_no_rematch_any_more() -> None:
    place = Place()
    ann, bo = await place.both()
    await ann.concede()
    await ann.rematch()
    ann.leave()
    await bo.rematch()
    assert (bo.status.rematch, bo.status.next_match) == ((False, True), "")
    await place.hall.close()


async def test_a_rematch_that_cannot_begin_can_be_asked_for_again() -> None:
    place = Place()
    ann, bo = await place.both()
    await ann.concede()
    await ann.rematch()
    place.hall.closing = "the server stops in a minute"
    with pytest.raises(Refused, match="a minute"):
        await bo.rematch()
    assert (ann.status.rematch, ann.status.next_match) == ((True, False), "")
    place.hall.closing = ""
    await bo.rematch()
    assert ann.status.next_match
    await place.hall.close()


# bots


async def test_a_bot_plays_its_seat_to_the_end_and_wants_a_rematch_at_once() -> None:
    place = Place()
    bot = Sitter("Stray Pup", bot="easy")
    live = await place.hall.begin((sitter(place.ann), bot), decks(), Terms(), seed=3)
    chair = await place.hall.sit(live.id, place.ann.id)
    watcher = live.match.join(A)
    async with asyncio.timeout(20):
        async for update in watcher.updates():
            if update.outcome:
                break
            with suppress(Stale):  # in the mulligan both act, in any order
                if update.legal:
                    await chair.submit(update.legal[0], update.version)
    assert chair.status.away == (None, None)
    await chair.rematch()
    assert chair.status.next_match
    with pytest.raises(Refused, match="bot"):
        await (await place.hall.sit(chair.status.next_match, place.ann.id)).offer_draw()
    await place.hall.close()


async def test_a_bot_goes_on_after_a_restart_when_somebody_looks() -> None:
    place = Place()
    live = await place.begin()
    await place.hall.close()
    place.store.seatings[live.id] = replace(  # type: ignore[attr-defined]
        live.seating, sitters=(Sitter("Stray Pup", bot="easy"), live.sitters[1])
    ).written()
    again = place.new_hall()
    await again.open()
    await asyncio.sleep(0)
    assert (await place.journal.read(live.id))[1] == ()
    chair = await again.sit(live.id, place.bo.id)
    async with asyncio.timeout(10):
        while chair.live.match.to_act != (B,):
            await asyncio.sleep(0.01)
    await again.close()


async def test_a_bot_that_cannot_write_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bloodfang.hallbots.PATIENCE", 0.01)

    class Flaky(MemoryJournal):
        failures = 3

        async def append(self, match_id: str, number: int, text: str, result: Outcome | None = None) -> None:
            if self.failures:
                self.failures -= 1
                raise JournalTrouble("the disk is full")
            await super().append(match_id, number, text, result)

    place = Place(journal=Flaky())
    live = await place.hall.begin((Sitter("Stray Pup", bot="easy"), sitter(place.ann)), decks(), Terms())
    async with asyncio.timeout(10):
        while not live.match.version:
            await asyncio.sleep(0.01)
    await place.hall.close()


# the file


async def test_the_file_keeps_seatings_through_a_restart(tmp_path: Path) -> None:
    store, notice = HallFile.open(tmp_path / "hall.sqlite3")
    assert notice == ""
    place = Place(store=store)
    chairs = await place.both(BLITZED)
    place.now.pass_by(30)
    await play_on(chairs, 3)
    await place.hall.settled()
    seating = chairs[0].live.seating
    await store.close()
    store, notice = HallFile.open(tmp_path / "hall.sqlite3")
    assert notice == ""
    [kept] = await store.all()
    assert kept.written() == seating.written()
    assert kept.clock.running == ()
    await store.drop(kept.match_id)
    assert await store.all() == ()
    await store.close()
    with pytest.raises(JournalTrouble, match="closed"):
        await store.keep(kept)
    await place.hall.close()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sitters": 3}', "null", '{"sitters": [{}, {}]}'])
def test_a_seating_that_makes_no_sense_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Seating.read("m", text)


async def test_one_seating_that_makes_no_sense_hides_no_other() -> None:
    place = Place()
    live = await place.begin()
    place.store.seatings["broken"] = "{}"  # type: ignore[attr-defined]
    again = place.new_hall()
    await again.open()
    assert [each.match_id for each in again.of(place.ann.id)] == [live.id]
    await again.close()
    await place.hall.close()


async def test_a_damaged_hall_file_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    path.write_bytes(b"nonsense" * 100)
    store, notice = HallFile.open(path)
    assert "damaged" in notice
    assert HALL.version == 1
    await store.close()


async def test_of_two_terminals_at_one_seat_the_slower_is_told_to_look_again() -> None:
    place = Place(journal=None)
    chairs = await place.both()
    await play_on(chairs, 2)
    live = chairs[0].live
    mover = live.match.to_act[0]
    other = await place.hall.sit(live.id, live.sitters[mover].person)
    both = await asyncio.gather(
        chairs[mover].submit(PASS, live.match.version), other.submit(PASS, live.match.version), return_exceptions=True
    )
    assert [type(each).__name__ for each in both] == ["NoneType", "Stale"]
    assert live.match.version == 3
    await place.hall.close()


async def test_the_journal_on_disk_and_the_hall_file_agree(tmp_path: Path) -> None:
    journal, _ = SqliteJournal.open(tmp_path / "matches.sqlite3")
    store, _ = HallFile.open(tmp_path / "hall.sqlite3")
    place = Place(journal=journal, store=store)
    for seed in range(5):
        await place.begin(seed=seed)
    again = place.new_hall()
    await again.open()
    assert {each.match_id for each in again.of(place.ann.id)} == {each.match_id for each in place.hall.of(place.ann.id)}
    for each in again.of(place.ann.id):
        assert each.seat_of(place.bo.id) is Seat.SECOND
    await again.close()
    await place.hall.close()
    await journal.close()
    await store.close()
