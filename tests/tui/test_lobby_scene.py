"""The lobby: who is here, and the ways into a match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bloodfang.clock import BLITZ, Preset
from bloodfang.faces import Glyphs
from bloodfang.house import House
from bloodfang.ink import Depth
from bloodfang_tui.panes.company import Row, company
from bloodfang_tui.scenes import lobby, placard
from bloodfang_tui.scenes.account import AccountScene
from bloodfang_tui.scenes.ask import Ask, TypeIn
from bloodfang_tui.scenes.builder import BuilderScene
from bloodfang_tui.scenes.decks import DecksScene
from bloodfang_tui.scenes.leaders import LeadersScene
from bloodfang_tui.scenes.lesson import LessonScene
from bloodfang_tui.scenes.lobby import LobbyScene
from bloodfang_tui.scenes.onlinematch import OnlineMatchScene
from bloodfang_tui.scenes.placard import Knock, Placard
from bloodfang_tui.scenes.watch import WatchScene
from online import (
    Server,
    agree,
    at_table,
    choose,
    in_front,
    key_of,
    lobby_of,
    match_scene,
    no_settling,  # noqa: F401
    play,
    point_at,
    quick_match,
    served,
    shows,
    to_results,
    visit_of,
)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with served(tmp_path) as server:
        yield server


# who am I, what can I do, how do I leave


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40)])
async def test_i4_the_first_screen_says_who_one_is_and_how_to_leave(server: Server, size: tuple[int, int]) -> None:
    async with server.visited("Ann", size=size) as ann, server.visited("heron", guest=True, size=size) as guest:
        assert "Welcome, Ann." in ann.text
        assert "rated 1500" in ann.text
        assert key_of("Ann")[:20] in ann.text
        assert "Welcome, ~heron." in guest.text
        assert "You are a guest" in guest.text
        for table in (ann, guest):
            assert "Esc leaves" in table.text
            assert "Esc leave" in table.text.splitlines()[-1]


async def test_leaving_asks_once_and_by_keys_or_mouse(server: Server) -> None:
    async with server.visited("Ann") as ann:
        await ann.press("escape", "enter")
        assert in_front(ann, LobbyScene)
        await ann.click("app.back")
        await ann.click("app.choose", 1)
        await ann.until(lambda: ann.app._exit)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_in_plain_characters_and_without_colours_all_is_there(server: Server, size: tuple[int, int]) -> None:
    async with (
        server.visited("Ann", size=size, depth=Depth.NONE, glyphs=Glyphs.ASCII) as ann,
        server.visited("Bob", size=size) as bob,
    ):
        await choose(bob, "Open a seat")
        await ann.until(lambda: "Open seats" in ann.text)
        assert ann.text.isascii()
        for word in ("What now?", "Quick match", "Play a bot", "Here now", "Open seats", "People", "Bob"):
            assert word in ann.text


async def test_nobody_here_is_no_reason_to_wait(server: Server) -> None:
    async with server.visited("Ann") as ann:
        assert "Nobody else is here right now: p plays a bot at once." in ann.text
        await ann.press("p", "enter")
        await at_table(ann)
        assert "Stray Pup" in ann.text


async def test_a_newcomer_finds_the_lesson_first_and_the_decks(server: Server) -> None:
    async with server.visited("Ann", tutorial_seen=False) as ann:
        assert lobby_of(ann).entries()[0].name == "Learn to play"
        await ann.press("enter", "enter")
        await ann.until(lambda: in_front(ann, LessonScene))
        await ann.press("escape", "down", "enter")
        assert lobby_of(ann).entries()[0].name == "Quick match"
        await choose(ann, "Decks")
        assert in_front(ann, DecksScene)
        await ann.press("n")
        assert in_front(ann, BuilderScene)


async def test_every_entry_leads_somewhere_by_mouse(server: Server) -> None:
    async with server.visited("Ann") as ann:
        for number, entry in enumerate(lobby_of(ann).entries()):
            if entry.name in ("Quick match", "Open a seat", "Watch"):
                continue
            await ann.click("app.choose", number)
            await ann.until(lambda: not in_front(ann, LobbyScene))
            await ann.press("escape")
            if in_front(ann, Ask):  # out of the lesson
                await ann.press("down", "enter")
            assert in_front(ann, LobbyScene), entry.name


async def test_whoever_comes_or_goes_the_player_points_at_the_same_person(server: Server) -> None:
    async with server.visited("Mia") as mia, server.visited("Zoe"):
        await point_at(mia, "Zoe")
        async with server.visited("Ann"):
            await mia.until(lambda: "Ann" in mia.text)
            row = lobby_of(mia)._pointed_at()
            assert row
            assert row.name == "Zoe"


async def test_the_list_scrolls_where_many_are_here(server: Server) -> None:
    for number in range(40):
        person = await server.people.guest(f"bird{number:02}")
        await server.lobby.enter(person, "192.0.2.9")
    async with server.visited("Zzz", size=(60, 20)) as table:
        await table.press("tab", "up")
        assert "Zzz (you)" not in table.text.splitlines()[0]
        row = lobby_of(table)._pointed_at()
        assert row
        assert row.name in table.text


# quick match


@pytest.mark.parametrize("hands", ["keys", "mouse"])
async def test_two_who_look_find_each_other(server: Server, hands: str) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        for table in (ann, bob):
            if hands == "keys":
                await choose(table, "Quick match")
            else:
                await table.click("app.choose", 0)
        await at_table(ann, bob)
        assert match_scene(ann).table.match is match_scene(bob).table.match
        assert match_scene(ann).seat is match_scene(bob).seat.rival


async def test_while_somebody_is_looked_for_the_waiting_is_counted_and_can_be_ended(server: Server) -> None:
    async with server.visited("Ann") as ann:
        await choose(ann, "Quick match")
        assert "Looking for a rival: 0:00" in ann.text
        assert lobby_of(ann)._second is not None
        await server.wait(14)
        lobby_of(ann).repaint()
        assert "Looking for a rival: 0:14" in ann.text
        await choose(ann, "Stop looking")
        assert "Looking for a rival" not in ann.text
        assert lobby_of(ann)._second is None


async def test_nothing_ticks_in_a_lobby_where_nobody_is_looked_for(server: Server) -> None:
    async with server.visited("Ann") as ann:
        await ann.press("tab", "down", "tab")
        assert [timer.name for timer in lobby_of(ann)._timers if timer._active.is_set()] == []


async def test_after_a_while_a_bot_is_one_key_away_and_the_search_goes_on(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await choose(ann, "Quick match")
        await server.wait(21)
        await ann.until(lambda: in_front(ann, Knock))
        assert "Nobody has come so far" in ann.text
        await ann.press("down", "enter")
        await at_table(ann)
        assert "The search for a rival goes on" in ann.text
        await choose(bob, "Quick match")
        await at_table(bob)
        await ann.until(lambda: match_scene(ann).table.match is match_scene(bob).table.match)
        assert [type(scene) for scene in ann.app.screen_stack] == [LobbyScene, OnlineMatchScene, OnlineMatchScene]


async def test_waiting_on_is_an_answer_and_nobody_is_asked_twice(server: Server) -> None:
    async with server.visited("Ann") as ann:
        await choose(ann, "Quick match")
        await server.wait(21)
        await ann.until(lambda: in_front(ann, Knock))
        await ann.press("enter")
        await server.wait(60)
        lobby_of(ann).repaint()
        await ann.settle()
        assert in_front(ann, LobbyScene)
        assert "Looking for a rival: 1:21" in ann.text


async def test_who_does_something_else_meanwhile_is_told_and_not_interrupted(server: Server) -> None:
    async with server.visited("Ann") as ann:
        await choose(ann, "Quick match")
        await choose(ann, "Cards")
        await server.wait(21)
        await ann.until(lambda: "Nobody has come so far" in ann.text)
        assert not in_front(ann, Ask)


async def test_a_question_that_came_by_itself_does_not_take_the_key_that_was_on_its_way(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(placard, "SETTLING", 60.0)
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await point_at(bob, "Ann")
        await bob.press("enter")
        await ann.until(lambda: in_front(ann, Knock))
        await ann.press("enter", "escape")
        assert in_front(ann, Knock)
        assert visit_of(ann).lobby.challenges.of(visit_of(ann).person.id)


async def test_a_clock_that_the_server_does_not_have_is_never_wished_for(tmp_path: Path) -> None:
    async with (
        served(tmp_path, House(presets=(Preset("slow", "Slow", 90, 900),), bot_pause=0.0)) as server,
        server.visited("Ann") as ann,
        server.visited("Bob") as bob,
    ):
        await quick_match(ann, bob, ready=False)


async def test_who_plays_is_not_to_look_for_another(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await quick_match(ann, bob)
        lobby_of(ann).wishes.seek(quick=True)
        await ann.until(lambda: "You are playing; finish the match" in ann.text)


# open seats


@pytest.mark.parametrize("hands", ["keys", "mouse"])
async def test_an_open_seat_is_seen_and_taken(server: Server, hands: str) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        agree(ann, clock=BLITZ, rated=True)
        await choose(ann, "Open a seat")
        await bob.until(lambda: "Open seats" in bob.text)
        assert "blitz, rated" in bob.text
        if hands == "keys":
            await point_at(bob, "Open seats")
            await bob.press("enter")
        else:
            seat = next(row.key for row in lobby_of(bob).rows() if row.group == "Open seats")
            await bob.click("lobby.challenge", seat)
            await bob.click("lobby.challenge", seat)
        await at_table(ann, bob)
        assert match_scene(ann).chair.live.terms.clock == BLITZ


async def test_a_guest_cannot_take_a_rated_seat_and_is_told_why(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("heron", guest=True) as guest:
        agree(ann, rated=True)
        await choose(ann, "Open a seat")
        await guest.until(lambda: "Open seats" in guest.text)
        await point_at(guest, "Open seats")
        await guest.press("enter")
        await guest.until(lambda: "Guests have no rating" in guest.text)


# challenges


async def test_a_challenge_is_asked_and_accepted(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await point_at(ann, "Bob")
        await ann.press("enter")
        assert "Bob is asked" in ann.text
        await bob.until(lambda: in_front(bob, Knock))
        assert "Ann would like to play you: no clock, unrated." in bob.text
        await bob.press("enter")
        await at_table(ann, bob)


async def test_a_challenge_is_declined_by_mouse(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await ann.until(lambda: "Bob" in ann.text)
        row = next(row.key for row in lobby_of(ann).rows() if row.name == "Bob")
        await ann.click("lobby.challenge", row)
        await ann.click("lobby.challenge", row)
        await bob.until(lambda: in_front(bob, Knock))
        await bob.click("app.choose", 1)
        await ann.until(lambda: "Bob would rather not" in ann.text)
        assert in_front(bob, LobbyScene)


async def test_a_challenge_that_is_taken_back_asks_no_more(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await point_at(ann, "Bob")
        await ann.press("enter")
        await bob.until(lambda: in_front(bob, Knock))
        assert "asked" in ann.text
        await ann.press("enter")
        assert "Ask no more?" in ann.text
        await ann.press("down", "enter")
        await bob.until(lambda: in_front(bob, LobbyScene))
        assert "Ann asks no more" in bob.text


async def test_two_challenges_at_once_are_asked_one_after_the_other(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob, server.visited("Carol") as carol:
        for table in (ann, carol):
            await point_at(table, "Bob")
            await table.press("enter")
        await bob.until(lambda: in_front(bob, Knock))
        assert "Ann would like to play you" in bob.text
        assert [type(scene) for scene in bob.app.screen_stack] == [LobbyScene, Knock]
        await bob.press("down", "enter")
        assert "Carol would like to play you" in bob.text
        await bob.press("enter")
        await at_table(bob, carol)
        await ann.until(lambda: "Bob would rather not" in ann.text)


async def test_the_challenge_of_who_leaves_is_gone(server: Server) -> None:
    async with server.visited("Bob") as bob:
        async with server.visited("Ann") as ann:
            await point_at(ann, "Bob")
            await ann.press("enter")
            await bob.until(lambda: in_front(bob, Knock))
        await bob.until(lambda: in_front(bob, LobbyScene))
        assert "Ann has left" in bob.text


async def test_nobody_answers_and_after_a_minute_both_know(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await point_at(ann, "Bob")
        await ann.press("enter")
        await bob.until(lambda: in_front(bob, Knock))
        await server.wait(61)
        for table in (ann, bob):
            await table.until(partial(shows, table, "Nobody answered in time"))
        assert in_front(bob, LobbyScene)


async def test_who_is_writing_is_asked_when_they_are_done(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await bob.press("r", "down", "enter")
        assert in_front(bob, TypeIn)
        await point_at(ann, "Bob")
        await ann.press("enter")
        await bob.until(lambda: "the lobby has the question" in bob.text)
        await bob.press("y")
        assert in_front(bob, TypeIn)
        await bob.press("escape")
        await bob.until(lambda: in_front(bob, Knock))


async def test_who_plays_is_not_challenged(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob, server.visited("Carol") as carol:
        await quick_match(ann, bob)
        await point_at(carol, "People Bob")
        await carol.press("enter")
        assert "Bob is playing; try again later" in carol.text


async def test_a_match_that_begins_puts_questions_away(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob, server.visited("Carol") as carol:
        await choose(ann, "Quick match")
        await point_at(carol, "Ann")
        await carol.press("enter")
        await ann.until(lambda: in_front(ann, Knock))
        await choose(bob, "Quick match")
        await at_table(ann, bob)
        assert [type(scene) for scene in ann.app.screen_stack] == [LobbyScene, OnlineMatchScene]
        await carol.until(lambda: "Ann is playing now" in carol.text)


# blocked people


async def test_blocked_people_do_not_meet_until_they_are_unblocked(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await point_at(ann, "Bob")
        await ann.press("b", "down", "enter")
        await ann.until(lambda: "blocked" in ann.text)
        await choose(bob, "Open a seat")
        await ann.settle()
        assert "Open seats" not in ann.text
        await choose(bob, "Stop looking")
        await point_at(bob, "Ann")
        await bob.press("enter")
        assert "Ann cannot be challenged now" in bob.text
        await point_at(ann, "Bob")
        await ann.press("b")
        assert "Meet again?" in ann.text
        await ann.press("down", "enter")
        await ann.until(lambda: "blocked" not in ann.text)
        await bob.press("enter")
        await ann.until(lambda: in_front(ann, Knock))


async def test_nobody_blocks_themselves(server: Server) -> None:
    async with server.visited("Ann") as ann:
        await point_at(ann, "Ann")
        await ann.press("b", "down", "enter")
        await ann.until(lambda: "That is you" in ann.text)


# rooms


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_room_shows_its_code_and_a_friend_joins_by_it(server: Server, size: tuple[int, int]) -> None:
    async with server.visited("Ann", size=size) as ann, server.visited("heron", guest=True) as friend:
        await choose(ann, "Private room")
        await ann.press("enter")
        assert in_front(ann, Placard)
        room = visit_of(ann).lobby.rooms.of(visit_of(ann).person.id)
        assert room
        assert " ".join(room.code) in ann.text
        assert f"ssh -t SERVER join {room.code}" in ann.text
        await ann.press("enter")
        assert f"Your room is open: {room.code}" in ann.text
        await friend.press("r", "down", "enter")
        await friend.type(room.code.lower())
        await friend.press("enter")
        await at_table(ann, friend)
        assert match_scene(ann).chair.live.seating.private


async def test_a_friend_comes_straight_to_the_room(server: Server) -> None:
    async with server.visited("Ann") as ann:
        await ann.press("r", "enter")
        room = visit_of(ann).lobby.rooms.of(visit_of(ann).person.id)
        assert room
        async with server.visited("Bob", room=room.code) as bob:
            await at_table(ann, bob)
            assert [type(scene) for scene in ann.app.screen_stack] == [LobbyScene, OnlineMatchScene]


async def test_a_wrong_code_is_told_and_at_last_refused(server: Server) -> None:
    async with server.visited("Bob", room="ABCDE-FGHJK") as bob:
        await bob.until(lambda: "No room has this code" in bob.text)
        for _ in range(10):
            lobby_of(bob).wishes.join("00000-00000")
            await bob.settle()
        await bob.until(lambda: "There were too many wrong codes" in bob.text)


async def test_a_room_can_be_closed_again(server: Server) -> None:
    async with server.visited("Ann") as ann:
        await ann.press("r", "enter", "down", "enter")
        assert visit_of(ann).lobby.rooms.of(visit_of(ann).person.id) is None
        assert "Your room is open" not in ann.text


# what is going on


async def test_running_matches_are_listed_and_watched_from_there(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob, server.visited("Carol") as carol:
        await quick_match(ann, bob)
        await carol.until(lambda: "Matches" in carol.text)
        await point_at(carol, "Matches")
        await carol.press("enter")
        await carol.until(lambda: in_front(carol, WatchScene))
        await carol.press("escape")
        await carol.press("w")
        await carol.until(lambda: in_front(carol, WatchScene))


async def test_the_leaders_are_people_and_one_finds_oneself(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await choose(ann, "Leaders")
        assert in_front(ann, LeadersScene)
        assert "Nobody has played a rated match yet" in ann.text
        await ann.press("escape")
        agree(ann, bob, rated=True)
        await quick_match(ann, bob)
        await play(ann, bob)
        await server.hall.settled()
        await to_results(ann, bob)
        await ann.press("escape")
        await choose(ann, "Leaders")
        await ann.until(lambda: "Ann (you)" in ann.text)
        assert "Bob" in ann.text


async def test_an_announcement_is_told_everywhere_and_stays_in_the_lobby(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await choose(bob, "Cards")
        server.lobby.announce("The server stops in 10 min. A match in play is kept: the same command takes you back.")
        for table in (ann, bob):
            await table.until(partial(shows, table, "The server stops in 10 min."))
        await ann.press("down")
        assert "The server stops in 10 min." in ann.text


async def test_when_the_server_is_about_to_stop_no_match_begins_and_a_sentence_says_so(server: Server) -> None:
    server.hall.closing = "the server is about to stop, so no match begins any more"
    async with server.visited("Ann") as ann:
        await ann.press("p", "enter")
        await ann.until(lambda: "The server is about to stop" in ann.text)


async def test_oneself_leads_to_the_account(server: Server) -> None:
    async with server.visited("Ann") as ann:
        await point_at(ann, "Ann")
        await ann.press("enter")
        assert in_front(ann, AccountScene)


async def test_a_crowd_is_looked_up_once_for_each_painting(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server.visited("Ann") as ann:
        looked = 0

        def counting(*words: Any) -> tuple[Row, ...]:
            nonlocal looked
            looked += 1
            return company(*words)

        monkeypatch.setattr(lobby, "company", counting)
        scene = lobby_of(ann)
        scene.repaint()
        assert "Ann (you)" in scene.sheet.text()
        assert looked == 1
