"""The lobby: seeks and quick matches, challenges, rooms, bots and news."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bloodfang.accounts import Person
from bloodfang.clock import BLITZ, Preset
from bloodfang.decks import Deck
from bloodfang.lobby import AT_ONCE, PAUSE, QUIET, Lobby
from bloodfang.news import (
    MOST_WAITING,
    Announced,
    BotOffered,
    Challenged,
    ChallengeOver,
    LobbyChanged,
    News,
    NewsBox,
    Seated,
    SeekOver,
)
from bloodfang.refusals import NotThere, NotYours, Refused, TooOften
from bloodfang.terms import Terms
from bloodfang.visit import Visit
from bloodfang.watcher import Ended
from halls import Place, decks, play_on

DECK, OTHER = decks()
TERMS = Terms(clock=BLITZ)


class Town(Place):
    """A hall with a lobby."""

    def __init__(self) -> None:
        super().__init__()
        self.lobby = Lobby(self.hall, self.people)

    async def visit(self, name: str, rating: float = 1500.0, *, guest: bool = False) -> Visit:
        person = next((each for each in self.people.people.values() if each.name == name), None)
        return await self.lobby.enter(person or self.people.add(name, rating, guest=guest), "1.2.3.4", f"key-{name}")

    async def wait(self, seconds: float) -> None:
        self.now.pass_by(seconds)
        await self.lobby.tick()


@pytest.fixture
async def town() -> AsyncIterator[Town]:
    found = Town()
    yield found
    await found.lobby.close()
    await found.hall.close()


def news(visit: Visit) -> list[News]:
    """What was told, but for changes of the lobby."""
    found = []
    while visit.news._waiting:
        found.append(visit.news._waiting.popleft())
    return [each for each in found if not isinstance(each, LobbyChanged)]


def seated(visit: Visit) -> Seated:
    [told] = news(visit)
    assert isinstance(told, Seated)
    return told


# quick matches and open seats


async def test_two_who_seek_the_same_are_brought_together_at_once(town: Town) -> None:
    ann, bo = await town.visit("Ann"), await town.visit("Bo")
    await ann.seek(TERMS, DECK)
    assert town.lobby.seeks.of(ann.person.id)
    await bo.seek(TERMS, OTHER)
    told = seated(ann), seated(bo)
    assert told[0].match_id == told[1].match_id
    assert told[0].seat is told[1].seat.rival
    assert (told[0].rival, told[0].against_bot) == ("Bo", False)
    assert town.lobby.seeks.all() == ()
    chairs = [await visit.sit(told[0].match_id) for visit in (ann, bo)]
    live = chairs[0].live
    assert live.match.setup.decks[chairs[0].seat or 0] == DECK.cards
    assert live.terms == TERMS
    assert [present.doing for present in town.lobby.here()] == ["playing", "playing"]


async def test_seats_are_drawn_by_lot(town: Town) -> None:
    ann, bo = await town.visit("Ann"), await town.visit("Bo")
    seats = set()
    for _ in range(30):
        await ann.seek(TERMS, DECK)
        await bo.seek(TERMS, OTHER)
        told = seated(ann)
        seats.add(told.seat)
        await (await town.hall.live(told.match_id)).match.concede(told.seat)
        news(bo)
    assert len(seats) == 2


async def test_different_terms_do_not_meet(town: Town) -> None:
    ann, bo = await town.visit("Ann"), await town.visit("Bo")
    await ann.seek(TERMS, DECK)
    await bo.seek(replace(TERMS, rated=True), DECK)
    await town.wait(100)
    assert len(town.lobby.seeks.all()) == 2


async def test_the_band_of_ratings_widens_with_waiting(town: Town) -> None:
    ann, bo, cy = await town.visit("Ann"), await town.visit("Bert", 1850), await town.visit("Cy", 1890)
    await ann.seek(TERMS, DECK)
    await town.wait(4)
    await bo.seek(TERMS, DECK)
    await town.wait(4.9)
    assert not news(ann)
    await town.wait(0.1)
    assert seated(ann).rival == "Bert"
    await cy.seek(TERMS, DECK)
    assert news(cy) == []


async def test_the_nearest_rival_is_chosen(town: Town) -> None:
    far, near = await town.visit("Far", 1690), await town.visit("Near", 1520)
    ann = await town.visit("Ann")
    await far.seek(TERMS, DECK)
    await town.wait(1)
    town.people.blocks.add((near.person.id, far.person.id))
    near.leave()
    near = await town.visit("Near")
    await near.seek(TERMS, DECK)
    assert len(town.lobby.seeks.all()) == 2
    await ann.seek(TERMS, DECK)
    assert seated(far).rival == "Ann"  # who waits longest is served first
    assert town.lobby.seeks.of(near.person.id)


async def test_after_twenty_seconds_a_bot_is_offered_once_and_the_search_goes_on(town: Town) -> None:
    ann = await town.visit("Ann")
    await ann.seek(TERMS, DECK)
    await town.wait(19.9)
    assert news(ann) == []
    await town.wait(0.1)
    assert news(ann) == [BotOffered()]
    await town.wait(100)
    assert news(ann) == []
    await ann.play_bot("easy", DECK, TERMS)
    told = seated(ann)
    assert told.against_bot
    await ann.sit(told.match_id)
    assert town.lobby.seeks.of(ann.person.id)
    bo = await town.visit("Bo")
    await bo.seek(TERMS, OTHER)
    assert seated(ann).rival == "Bo"


async def test_blocked_people_are_never_brought_together(town: Town) -> None:
    ann, bo = await town.visit("Ann"), await town.visit("Bo")
    await bo.block("ann")
    await ann.seek(TERMS, DECK)
    await bo.seek(TERMS, DECK)
    await town.wait(1000)
    assert len(town.lobby.seeks.all()) == 2
    bo.unseek()
    await ann.seek(TERMS, DECK, quick=False)
    [seek] = town.lobby.seeks.all()
    with pytest.raises(Refused):
        await bo.take(seek.id, DECK)
    with pytest.raises(Refused):
        ann.challenge("Bo", TERMS, DECK)
    with pytest.raises(Refused):
        bo.challenge("Ann", TERMS, DECK)
    room = ann.open_room(TERMS, DECK)
    with pytest.raises(Refused):
        await bo.join(room.code, DECK)
    await bo.unblock(ann.person.id)
    await bo.seek(TERMS, DECK)
    assert isinstance(news(ann)[-1], Seated)


async def test_nobody_plays_themselves(town: Town) -> None:
    one, two = await town.visit("Ann"), await town.visit("Ann")
    await one.seek(TERMS, DECK)
    await two.seek(TERMS, DECK)
    assert len(town.lobby.seeks.all()) == 1
    seek = await one.seek(TERMS, DECK, quick=False)
    room = one.open_room(TERMS, DECK)
    for deed in (two.take(seek.id, DECK), two.join(room.code, DECK), one.block("Ann")):
        with pytest.raises(Refused):
            await deed
    with pytest.raises(NotYours):
        two.challenge("Ann", TERMS, DECK)


async def test_an_open_seat_waits_until_somebody_takes_it(town: Town) -> None:
    ann, bo, cy = await town.visit("Ann"), await town.visit("Bo"), await town.visit("Cy")
    seek = await ann.seek(TERMS, DECK, quick=False)
    await town.wait(500)
    assert town.lobby.seeks.all() == (seek,)
    await bo.take(seek.id, OTHER)
    assert seated(ann).rival == "Bo"
    with pytest.raises(NotThere):
        await cy.take(seek.id, OTHER)


async def test_a_quick_seeker_is_given_an_open_seat_whatever_the_ratings(town: Town) -> None:
    ann, bo = await town.visit("Ann"), await town.visit("Bert", 1690)
    await ann.seek(TERMS, DECK, quick=False)
    await bo.seek(TERMS, DECK)
    assert seated(ann).rival == "Bert"


async def test_of_two_who_take_one_seat_at_once_one_gets_it(town: Town) -> None:
    ann, bo, cy = await town.visit("Ann"), await town.visit("Bo"), await town.visit("Cy")
    seek = await ann.seek(TERMS, DECK, quick=False)
    both = await asyncio.gather(bo.take(seek.id, DECK), cy.take(seek.id, DECK), return_exceptions=True)
    assert [type(each) for each in both] == [type(None), NotThere]


NOT_SO: dict[str, tuple[Any, Any, str]] = {
    "a deck that is none": (TERMS, Deck("", "Short", "", ("nobody",)), "deck"),
    "a clock that is not here": (Terms(clock=Preset("hasty", "Hasty", 1)), DECK, "clock"),
    "rules that are not here": (Terms(profile="house-rules"), DECK, "profile"),
    "cards that are not here": (Terms(cards="elsewhere"), DECK, "card set"),
}


@pytest.mark.parametrize(("terms", "deck", "why"), NOT_SO.values(), ids=NOT_SO)
async def test_what_cannot_be_played_is_refused_at_once(town: Town, terms: Terms, deck: Deck, why: str) -> None:
    ann, _ = await town.visit("Ann"), await town.visit("Bo")
    with pytest.raises(Refused, match=why):
        await ann.seek(terms, deck)
    with pytest.raises(Refused, match=why):
        ann.challenge("Bo", terms, deck)
    with pytest.raises(Refused, match=why):
        ann.open_room(terms, deck)
    with pytest.raises(Refused, match=why):
        await ann.play_bot("easy", deck, terms)
    assert town.lobby.seeks.all() == ()


async def test_guests_play_unrated_only(town: Town) -> None:
    guest, ann = await town.visit("~Guest", guest=True), await town.visit("Ann")
    rated = replace(TERMS, rated=True)
    with pytest.raises(Refused, match="guest"):
        await guest.seek(rated, DECK)
    with pytest.raises(Refused, match="guest"):
        ann.challenge("~Guest", rated, DECK)
    await guest.seek(TERMS, DECK)


async def test_who_is_playing_somebody_looks_for_nobody_else(town: Town) -> None:
    ann, bo, cy = await town.visit("Ann"), await town.visit("Bo"), await town.visit("Cy")
    await ann.seek(TERMS, DECK)
    await bo.seek(TERMS, DECK)
    chairs = [await visit.sit(seated(visit).match_id) for visit in (ann, bo)]
    with pytest.raises(Refused, match="playing"):
        await ann.seek(TERMS, DECK)
    with pytest.raises(Refused, match="playing"):
        cy.challenge("Ann", TERMS, DECK)
    first, second = sorted(chairs, key=lambda chair: chair.seat or 0)
    await play_on((first, second))
    await ann.seek(TERMS, DECK)


async def test_when_the_server_is_about_to_stop_no_match_begins_and_who_waited_is_told(town: Town) -> None:
    ann, bo = await town.visit("Ann"), await town.visit("Bo")
    await ann.seek(TERMS, DECK)
    town.hall.closing = "the server stops in a minute"
    await bo.seek(TERMS, DECK)
    for visit in (ann, bo):
        [told] = news(visit)
        assert isinstance(told, SeekOver)
        assert "a minute" in told.sentence
    with pytest.raises(Refused, match="a minute"):
        await ann.play_bot("easy", DECK, TERMS)


# challenges


async def test_a_challenge_is_told_and_accepted(town: Town) -> None:
    ann, bo = await town.visit("Ann"), await town.visit("Bo")
    challenge = ann.challenge("bo ", TERMS, DECK)
    assert news(bo) == [Challenged(challenge)]
    await bo.accept(challenge.id, OTHER)
    assert seated(ann).rival == "Bo"
    assert seated(bo).rival == "Ann"
    with pytest.raises(NotThere):
        await bo.accept(challenge.id, OTHER)


async def test_a_challenge_is_declined_withdrawn_or_too_old(town: Town) -> None:
    ann, bo, cy = await town.visit("Ann"), await town.visit("Bo"), await town.visit("Cy")
    challenge = ann.challenge("Bo", TERMS, DECK)
    for stranger in (ann, cy):
        with pytest.raises(NotThere):
            stranger.decline(challenge.id)
    with pytest.raises(NotThere):
        bo.withdraw(challenge.id)
    bo.decline(challenge.id)
    assert news(ann) == [ChallengeOver(challenge, "Bo would rather not")]
    challenge = ann.challenge("Bo", TERMS, DECK)
    ann.withdraw(challenge.id)
    assert news(bo)[-1] == ChallengeOver(challenge, "Ann asks no more")
    challenge = ann.challenge("Bo", TERMS, DECK)
    news(bo)
    await town.wait(60)
    assert news(bo) == news(ann) == [ChallengeOver(challenge, "nobody answered in time")]


async def test_nobody_is_pestered_with_challenges(town: Town) -> None:
    ann, _ = await town.visit("Ann"), await town.visit("Bo")
    for _ in range(6):
        ann.withdraw(ann.challenge("Bo", TERMS, DECK).id)
    with pytest.raises(TooOften):
        ann.challenge("Bo", TERMS, DECK)
    await town.wait(60)
    ann.challenge("Bo", TERMS, DECK)
    with pytest.raises(Refused, match="already"):
        ann.challenge("Bo", TERMS, DECK)
    with pytest.raises(NotThere):
        ann.challenge("Nobody", TERMS, DECK)


async def test_with_the_last_session_all_that_somebody_asked_for_is_gone(town: Town) -> None:
    ann, second, bo = await town.visit("Ann"), await town.visit("Ann"), await town.visit("Bo")
    await ann.seek(TERMS, DECK)
    code = ann.open_room(TERMS, DECK).code
    challenge = ann.challenge("Bo", TERMS, DECK)
    ann.leave()
    assert town.lobby.seeks.all()
    second.leave()
    assert town.lobby.seeks.all() == ()
    assert news(bo) == [Challenged(challenge), ChallengeOver(challenge, "Ann has left")]
    with pytest.raises(NotThere):
        await bo.join(code, DECK)
    assert [present.person.name for present in town.lobby.here()] == ["Bo"]


# rooms


async def test_a_friend_joins_a_room_by_its_code_and_nobody_can_watch(town: Town) -> None:
    ann, bo, cy = await town.visit("Ann"), await town.visit("Bo"), await town.visit("Cy")
    room = ann.open_room(TERMS, DECK)
    assert bo.room_terms(room.code.lower()) == TERMS
    await bo.join(room.code, OTHER)
    told = seated(ann)
    with pytest.raises(NotThere):
        await cy.join(room.code, OTHER)
    with pytest.raises(NotThere):
        await cy.watch(told.match_id)


async def test_i8_ten_wrong_codes_and_a_session_has_to_wait(town: Town) -> None:
    ann, bo = await town.visit("Ann"), await town.visit("Bo")
    room = ann.open_room(TERMS, DECK)
    for _ in range(10):
        with pytest.raises(NotThere):
            await bo.join("WRONG-CODES", DECK)
    with pytest.raises(TooOften):
        await bo.join(room.code, DECK)
    ann.close_room()
    town.now.pass_by(60)
    with pytest.raises(NotThere):
        await bo.join(room.code, DECK)


# matches


async def test_who_comes_back_finds_the_match_that_was_touched_last(town: Town) -> None:
    ann = await town.visit("Ann")
    assert await ann.resume() is None
    for level in ("easy", "medium"):
        await ann.play_bot(level, DECK, Terms())
    ids = [each.match_id for each in news(ann) if isinstance(each, Seated)]
    while not all([(await town.hall.live(each)).match.version for each in ids]):
        await asyncio.sleep(0.01)  # the bots choose their opening hands
    for match_id in ids:
        ann.rise(await ann.sit(match_id))
    ann.leave()
    ann = await town.visit("Ann")
    assert [each.match_id for each in ann.unfinished()] == ids[::-1]
    chair = await ann.resume()
    assert chair
    assert chair.live.id == ids[1]
    ann.leave()
    assert chair.live.idle_since is not None
    with pytest.raises(NotThere):
        await ann.play_bot("nobody", DECK, Terms())


async def test_who_plays_a_bot_plays_and_who_looks_at_the_end_of_a_match_does_not(town: Town) -> None:
    ann = await town.visit("Ann")
    await ann.play_bot("easy", DECK, TERMS)
    chair = await ann.sit(seated(ann).match_id)
    assert [present.doing for present in town.lobby.here()] == ["playing"]
    await chair.concede()
    assert [present.doing for present in town.lobby.here()] == ["here"]


async def test_watching_is_seen_and_ends_with_rising(town: Town) -> None:
    ann, bo, cy = await town.visit("Ann"), await town.visit("Bo"), await town.visit("Cy")
    await ann.seek(TERMS, DECK)
    await bo.seek(TERMS, DECK)
    await ann.sit(seated(ann).match_id)
    [live] = town.hall.running()
    chair = await cy.watch(live.id)
    assert [present.doing for present in town.lobby.here()] == ["playing", "here", "watching"]
    cy.rise(chair)
    assert [present.doing for present in town.lobby.here()] == ["playing", "here", "here"]
    with pytest.raises(NotYours):
        await cy.sit(live.id)


async def test_a_guest_who_is_kept_has_the_new_name_everywhere(town: Town) -> None:
    guest = await town.visit("~Guest", guest=True)
    kept: Person = replace(guest.person, name="Dora", guest=False)
    town.lobby.became(kept)
    assert guest.person is kept
    assert town.lobby.find("dora") is kept
    assert [present.person.name for present in town.lobby.here()] == ["Dora"]


# news


async def test_changes_of_the_lobby_are_told_once_a_second_and_not_to_players(town: Town) -> None:
    ann = await town.visit("Ann")
    for number in range(20):
        (await town.visit(f"P{number:02}")).leave()
    await asyncio.sleep(0.05)
    assert await ann.news.next() == LobbyChanged()
    (await town.visit("Bo")).leave()
    await asyncio.sleep(0.05)
    assert not ann.news._waiting
    town.lobby.announce("Tea is ready.")
    assert await anext(ann.news) == Announced("Tea is ready.")
    ann.leave()
    assert [each async for each in ann.news if not isinstance(each, LobbyChanged)] == []
    with pytest.raises(Ended):
        await ann.news.next()


async def test_a_crowd_is_told_a_few_at_a_time_and_all_of_the_last_change(town: Town) -> None:
    crowd = [await town.visit(f"P{number:02}") for number in range(AT_ONCE + 2)]
    await asyncio.sleep(PAUSE / 4)
    assert sum(bool(visit.news._waiting) for visit in crowd) == AT_ONCE
    await asyncio.sleep(PAUSE * 1.5)
    assert all(visit.news._waiting for visit in crowd)
    for visit in crowd:
        await visit.news.next()
    (await town.visit("Late")).leave()
    town.now.pass_by(QUIET)
    await asyncio.sleep(QUIET + 2 * PAUSE)
    assert all(visit.news._waiting for visit in crowd)


async def test_no_timer_runs_while_nobody_waits(town: Town) -> None:
    ann = await town.visit("Ann")
    assert not town.lobby._minder.awake
    await ann.seek(TERMS, DECK)
    assert town.lobby._minder.awake
    ann.unseek()
    await town.lobby.tick()
    assert town.lobby._due() is None


def test_a_full_box_drops_the_oldest_and_never_holds_two_changes() -> None:
    box = NewsBox()
    for number in range(MOST_WAITING + 5):
        box.tell(Announced(str(number)))
        box.tell(LobbyChanged())
    assert len(box._waiting) == MOST_WAITING
    assert box._waiting.count(LobbyChanged()) == 1
    box.end()
    box.tell(Announced("too late"))
    assert Announced("too late") not in box._waiting
