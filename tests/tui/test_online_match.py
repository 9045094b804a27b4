"""A match between two terminals: acts, clocks, offers, talk, leaving and coming back, and what comes after."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bloodfang import hall
from bloodfang.clock import BLITZ, Preset
from bloodfang.faces import Glyphs
from bloodfang.house import House
from bloodfang.ink import Depth
from bloodfang.journal import JournalTrouble, MemoryJournal
from bloodfang_engine.contract import Outcome
from bloodfang_engine.fang import PASS, Play
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.scenes.lobby import LobbyScene
from bloodfang_tui.scenes.onlinematch import OnlineMatchScene
from bloodfang_tui.scenes.onlineresult import OnlineResultScene
from bloodfang_tui.scenes.rules import RulesScene
from matches import by_keys, by_mouse, codes_in
from online import (
    Server,
    agree,
    at_table,
    choose,
    in_front,
    is_at,
    is_over,
    lobby_of,
    match_scene,
    no_settling,  # noqa: F401
    play,
    quick_match,
    served,
    shows,
    to_act,
    to_results,
    visit_of,
)
from seats import Table

TINY = Preset("tiny", "Tiny", 2.0, 3.0)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with served(tmp_path) as server:
        yield server


@pytest.fixture
async def two(server: Server) -> AsyncIterator[tuple[Table, Table]]:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        yield ann, bob


def outcome_of(table: Table) -> Outcome:
    """How the match in front ended."""
    outcome = match_scene(table).table.match.outcome
    assert outcome
    return outcome


async def answer(table: Table, key: str, text: str) -> None:
    """Press a key that asks something, and choose the answer that begins so."""
    await table.press(key)
    assert isinstance(table.scene, Ask)
    number = next(at for at, each in enumerate(table.scene.answers) if each.startswith(text))
    await table.press(*["down"] * number, "enter")


# acts


@pytest.mark.parametrize("hands", [by_keys, by_mouse])
async def test_what_one_plays_the_other_sees(
    two: tuple[Table, Table], hands: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "SEEDS", 1)  # with the same cards, the same deal: both can play one at once
    for table in two:
        table.app.home.settings = replace(table.app.home.settings, deck="swarm")
    await quick_match(*two)
    mover, other = to_act(*two)
    act = next(act for act in match_scene(mover).update.legal if isinstance(act, Play))
    await (by_keys if hands is by_keys else by_mouse)(mover, act)
    await other.until(lambda: match_scene(other).my_turn)
    name = match_scene(other).table.catalog.name_of(act.card)
    assert any(f"plays {name} on {act.tile}" in line for line in match_scene(other).story)
    assert match_scene(other).update.last == (match_scene(mover).seat, act)


async def test_a_whole_match_is_played_to_its_result_and_again(two: tuple[Table, Table]) -> None:
    ann, bob = two
    await quick_match(*two)
    await play(*two)
    await to_results(*two)
    for table in two:
        assert "Lane by lane" in table.text
    first = match_scene_below(ann).seat
    await ann.press("r")
    await bob.until(lambda: "Ann would like another match: r begins it." in bob.text)
    assert "You would like another match; Bob has not answered." in ann.text
    await bob.press("r")
    await at_table(ann, bob)
    assert match_scene(ann).seat is first.rival
    for table in two:
        assert [type(scene) for scene in table.app.screen_stack] == [LobbyScene, OnlineMatchScene]


def match_scene_below(table: Table) -> OnlineMatchScene:
    return next(scene for scene in table.app.screen_stack if isinstance(scene, OnlineMatchScene))


async def test_a_rematch_begins_wherever_the_one_who_asked_for_it_looks(two: tuple[Table, Table]) -> None:
    ann, bob = two
    await quick_match(*two)
    await play(*two)
    await to_results(*two)
    await ann.press("r", "question_mark")
    assert in_front(ann, RulesScene)
    await bob.press("r")
    await at_table(ann, bob)
    assert [type(scene) for scene in ann.app.screen_stack] == [LobbyScene, OnlineMatchScene]


async def test_the_result_leads_back_to_the_lobby_by_mouse(two: tuple[Table, Table]) -> None:
    ann, _ = two
    await quick_match(*two)
    await play(*two)
    await ann.click("app.choose", "")
    assert in_front(ann, OnlineResultScene)
    await ann.click("app.back")
    assert in_front(ann, LobbyScene)
    assert not visit_of(ann).chairs


async def test_who_has_left_the_result_is_not_waited_for(two: tuple[Table, Table]) -> None:
    ann, bob = two
    await quick_match(*two)
    await play(*two)
    await to_results(*two)
    await ann.press("escape")
    assert in_front(ann, LobbyScene)
    await bob.until(lambda: "Ann has left the table." in bob.text)


async def test_g1_two_sessions_of_one_seat_show_the_same_and_cannot_play_twice(server: Server) -> None:
    person = await server.person("Ann")
    async with (
        server.visited("Ann", person=person) as one,
        server.visited("Ann", person=person) as other,
        server.visited("Bob") as bob,
    ):
        await choose(one, "Quick match")
        await choose(bob, "Quick match")
        await at_table(one, other, bob)
        for table in (one, bob):
            await table.press("enter")
        await bob.until(lambda: not match_scene(bob).view.mulligan)
        if match_scene(bob).my_turn:
            await play(bob, one, acts=1)
        await other.until(lambda: match_scene(other).my_turn and match_scene(one).my_turn)
        match = match_scene(one).table.match
        before = match.version
        for table in (one, other):
            scene = match_scene(table)
            scene._submit(PASS if table is one else next(a for a in scene.update.legal if isinstance(a, Play)))
        await bob.until(lambda: match.version > before)
        for table in (one, other, bob):
            await table.until(partial(is_at, match_scene(table), match.version))
        assert match.version == before + 1
        assert match_scene(one).view == match_scene(other).view
        refused = one.text + other.text
        assert "The match went on in the meantime" in refused or "That cannot be done" in refused


# clocks


async def test_clocks_are_on_both_screens_and_say_whose_seconds_pass(two: tuple[Table, Table], server: Server) -> None:
    agree(*two, clock=BLITZ)
    await quick_match(*two)
    mover, other = to_act(*two)
    server.now.pass_by(7)
    for table in two:
        match_scene(table).repaint()
        await table.settle()
    assert mover.text.splitlines()[0].strip().startswith("▸ 0:03 +1:00")
    assert other.text.splitlines()[0].strip().endswith("▸ 0:03 +1:00")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_little_time_is_told_in_words_and_signs(server: Server, size: tuple[int, int]) -> None:
    plain = partial(server.visited, depth=Depth.NONE, glyphs=Glyphs.ASCII, size=size)
    async with plain("Ann") as ann, plain("Bob") as bob:
        agree(ann, bob, clock=BLITZ)
        await quick_match(ann, bob)
        mover, other = to_act(ann, bob)
        server.now.pass_by(65)
        for table in (ann, bob):
            match_scene(table).repaint()
            await table.settle()
            assert "5 s!!" in table.text.splitlines()[0]
            assert table.text.isascii()
        assert "Hurry! 5 seconds, then you pass." in mover.text
        assert "Hurry!" not in other.text


async def test_a_clock_is_looked_at_once_a_second_while_it_runs_and_not_afterwards(two: tuple[Table, Table]) -> None:
    agree(*two, clock=BLITZ)
    await quick_match(*two)
    scene = match_scene(two[0])
    assert scene._clock is not None
    assert scene._clock._interval >= 1.0
    await play(*two)
    scene._second()
    assert scene._clock is None


async def test_without_a_clock_nothing_ticks(two: tuple[Table, Table]) -> None:
    await quick_match(*two)
    for table in two:
        assert match_scene(table)._clock is None
        assert [timer.name for timer in table.scene._timers if timer._active.is_set()] == []


async def test_who_is_too_late_passes_then_loses(tmp_path: Path) -> None:
    async with (
        served(tmp_path, House(presets=(TINY,), bot_pause=0.0)) as server,
        server.visited("Ann") as ann,
        server.visited("Bob") as bob,
    ):
        await quick_match(ann, bob)
        mover, other = to_act(ann, bob)
        await server.wait(6)
        await other.until(lambda: match_scene(other).my_turn)
        assert "!" in mover.text.splitlines()[0]
        await play(ann, bob, acts=1)
        await server.wait(1)
        match_scene(mover).repaint()
        assert "then you lose" in mover.text
        await server.wait(6)
        await mover.until(lambda: match_scene(mover).update.outcome)
        assert outcome_of(mover).reason == "time"
        assert "on time" in mover.text
        await to_results(ann, bob)
        assert "on time" in mover.text


# away


async def test_who_leaves_is_seen_to_be_away_and_can_be_claimed_in_the_end(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await quick_match(ann, bob)
        mover, other = to_act(ann, bob)
        await mover.press("escape", "down", "enter")
        assert in_front(mover, LobbyScene)
        name = "Ann" if mover is ann else "Bob"
        await other.until(lambda: f"{name} has been away for 0:00" in other.text)
        server.now.pass_by(75)
        match_scene(other).repaint()
        assert f"{name} has been away for 1:15; you may claim the match in 3:45." in other.text
        server.now.pass_by(300)
        match_scene(other).repaint()
        assert "lets you claim the match" in other.text
        await answer(other, "m", "Claim the match")
        await other.until(lambda: match_scene(other).update.outcome)
        assert outcome_of(other).reason == "abandoned"
        assert outcome_of(other).winner is match_scene(other).seat


async def test_who_comes_back_lands_on_the_same_board(server: Server) -> None:
    person = await server.person("Bob")
    async with server.visited("Ann") as ann:
        async with server.visited("Bob", person=person) as bob:
            await quick_match(ann, bob)
            await play(ann, bob, acts=3)
            board = match_scene(bob).view
        await ann.until(lambda: "Bob has been away" in ann.text)
        async with server.visited("Bob", person=person) as bob:
            await at_table(bob)
            assert match_scene(bob).view == board
            await ann.until(lambda: "has been away" not in ann.text)


async def test_several_matches_left_are_asked_about(server: Server) -> None:
    async with server.visited("Ann") as ann:
        for _ in range(2):
            await ann.press("p", "enter")
            await at_table(ann)
            await ann.press("escape", "down", "enter")
        assert "2 matches" in ann.text
        await choose(ann, "Continue")
        assert "Which match?" in ann.text
        await ann.press("down", "enter")
        await at_table(ann)


async def test_continue_struck_twice_puts_the_match_on_the_table_once(server: Server) -> None:
    async with server.visited("Ann") as ann:
        await ann.press("p", "enter")
        await at_table(ann)
        await ann.press("escape", "down", "enter")
        for _ in range(3):
            lobby_of(ann).ways.own()
        await at_table(ann)
        assert [type(scene) for scene in ann.app.screen_stack] == [LobbyScene, OnlineMatchScene]


# draws, calling off, giving up


async def test_a_draw_is_offered_and_taken(two: tuple[Table, Table]) -> None:
    ann, bob = two
    await quick_match(*two)
    await answer(ann, "d", "Offer")
    assert "You have offered a draw" in ann.text
    await bob.until(lambda: "Ann offers a draw" in bob.text)
    await answer(bob, "d", "Take")
    for table in two:
        await table.until(partial(is_over, table))
    assert outcome_of(ann).reason == "agreed"
    assert "by agreement" in ann.text
    await to_results(*two)
    assert "A DRAW" in ann.text


async def test_one_key_alone_offers_no_draw_and_an_offer_is_declined_by_mouse(two: tuple[Table, Table]) -> None:
    ann, bob = two
    await quick_match(*two)
    await ann.press("d", "enter")
    assert match_scene(ann).status.draw_by is None
    await answer(ann, "d", "Offer")
    await bob.until(lambda: "offers a draw" in bob.text)
    await bob.click("match.more")
    assert isinstance(bob.scene, Ask)
    await bob.click("app.choose", bob.scene.answers.index("No draw"))
    await ann.until(lambda: match_scene(ann).status.draw_by is None)


async def test_before_the_second_move_a_match_is_called_off(two: tuple[Table, Table]) -> None:
    ann, bob = two
    await quick_match(*two)
    await answer(ann, "m", "Call the match off")
    await bob.until(lambda: match_scene(bob).update.outcome)
    assert "called off" in bob.text
    await to_results(*two)
    assert "CALLED OFF" in bob.text
    assert "A DRAW" not in bob.text


async def test_later_it_cannot_be_called_off(two: tuple[Table, Table]) -> None:
    await quick_match(*two)
    await play(*two, acts=2)
    await two[0].press("m")
    assert "Call the match off" not in two[0].text


async def test_giving_up_ends_it_for_both(two: tuple[Table, Table]) -> None:
    ann, bob = two
    await quick_match(*two)
    await ann.press("c", "down", "enter")
    await bob.until(lambda: match_scene(bob).update.outcome)
    assert "by surrender" in bob.text
    await to_results(*two)
    assert "YOU WIN" in bob.text
    assert "BOB WINS" in ann.text


# talk


async def test_an_emote_is_seen_by_the_other_and_not_too_often(two: tuple[Table, Table], server: Server) -> None:
    ann, bob = two
    await quick_match(*two)
    await ann.press("e", "enter")
    await bob.until(lambda: "Ann says: Well met." in "\n".join(match_scene(bob).story))
    await ann.press("e", "enter")
    assert "That was a little fast" in ann.text
    server.now.pass_by(2)
    await ann.click("match.emote")
    await ann.click("app.choose", 2)
    await bob.until(lambda: "Ann says: Well played." in "\n".join(match_scene(bob).story))


async def test_free_chat_is_off_unless_the_server_has_it(two: tuple[Table, Table]) -> None:
    await quick_match(*two)
    await two[0].press("t")
    assert "Free chat is off on this server" in two[0].text


HOSTILE = "\x1b[2J\x1b]52;c;aGk=\x07[/nope][bold red]x[/] \u202etxet\u200b \U000e0041{} %s"


async def test_t2_t3_what_is_written_is_shown_as_it_is_and_steers_nothing(tmp_path: Path) -> None:
    async with (
        served(tmp_path, House(chat=True, bot_pause=0.0)) as server,
        server.visited("Ann", size=(120, 40)) as ann,
        server.visited("Bob", size=(120, 40)) as bob,
    ):
        await quick_match(ann, bob)
        match_scene(ann)._say(HOSTILE)
        for table in (ann, bob):
            await table.until(partial(shows, table, "[/nope][bold red]x[/]"))
            assert not any(sign in table.text for sign in "\x1b\x07\u202e\u200b\U000e0041")
        await ann.press("t")
        await ann.type("Nice one")
        await ann.press("enter")
        await bob.until(lambda: "Ann says: Nice one" in bob.text)


async def test_who_is_muted_is_not_heard(two: tuple[Table, Table], server: Server) -> None:
    ann, bob = two
    await quick_match(*two)
    await answer(bob, "m", "Mute")
    await ann.press("e", "enter")
    await bob.settle()
    assert not any("Well met" in line for line in match_scene(bob).story)
    await answer(bob, "m", "Hear them again")
    server.now.pass_by(2)
    await ann.press("e", "down", "enter")
    await bob.until(lambda: any("Good luck" in line for line in match_scene(bob).story))
    assert not any("Well met" in line for line in match_scene(bob).story)


# while another scene is in front


async def test_who_reads_the_rules_is_told_that_it_is_their_turn_and_that_it_is_over(two: tuple[Table, Table]) -> None:
    await quick_match(*two)
    mover, other = to_act(*two)
    await other.press("question_mark")
    scene = match_scene(mover)
    await scene.chair.submit(PASS, scene.update.version)
    await other.until(lambda: "It is your turn." in other.text)
    await scene.chair.concede()
    await other.until(lambda: "by surrender" in other.text)
    await other.press("escape")
    assert in_front(other, OnlineMatchScene)
    await other.press("enter")
    assert in_front(other, OnlineResultScene)


async def test_a_long_announcement_is_whole_at_the_table(two: tuple[Table, Table], server: Server) -> None:
    await quick_match(*two)
    server.lobby.announce("The server stops in 10 min. A match in play is kept: the same command takes you back.")
    await two[0].until(lambda: "takes you back." in two[0].text)


class Torn(MemoryJournal):
    """A journal whose disk is full from some moment on."""

    torn = False

    async def begin(self, header: object) -> None:
        await self._check()
        await super().begin(header)  # type: ignore[arg-type]

    async def append(self, *told: object) -> None:
        await self._check()
        await super().append(*told)  # type: ignore[arg-type]

    async def _check(self) -> None:
        await asyncio.sleep(0)
        if self.torn:
            raise JournalTrouble("/srv/bloodfang/matches.sqlite3: the disk is full")


async def test_what_cannot_be_written_down_has_not_happened_and_no_path_is_told(tmp_path: Path) -> None:
    journal = Torn()
    async with (
        served(tmp_path, journal=journal) as server,
        server.visited("Ann") as ann,
        server.visited("Bob") as bob,
    ):
        await quick_match(ann, bob)
        mover, _ = to_act(ann, bob)
        version = match_scene(mover).update.version
        journal.torn = True
        await mover.press("p", "down", "enter")
        await mover.until(lambda: "The server could not write that down" in mover.text)
        assert "/srv" not in mover.text
        assert match_scene(mover).update.version == version
        journal.torn = False
        await mover.press("p", "down", "enter")
        await mover.until(lambda: match_scene(mover).update.version == version + 1)
        async with server.visited("Carol") as carol, server.visited("Dan") as dan:
            journal.torn = True
            for table in (carol, dan):
                await choose(table, "Quick match")
            for table in (carol, dan):
                await table.until(partial(shows, table, "The match could not begin"))
                assert "/srv" not in table.text
            await carol.press("p", "enter")
            await carol.until(lambda: "The server could not write that down" in carol.text)


# what it counts for


async def test_a_rated_match_shows_what_it_did_to_the_ratings(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        agree(ann, bob, rated=True)
        await quick_match(ann, bob)
        await ann.press("c", "down", "enter")
        await bob.until(lambda: match_scene(bob).update.outcome)
        await server.hall.settled()
        await to_results(ann, bob)
        await bob.until(lambda: "Your rating: 1500" in bob.text)
        assert "(+" in bob.text
        assert "(-" in ann.text
        await bob.press("escape")
        await bob.until(lambda: "rated 1500" not in bob.text)
        assert visit_of(bob).person.rating.rating > 1500


# nobody sees what is not theirs


async def test_g2_no_card_of_the_rivals_hand_is_ever_on_the_screen(tmp_path: Path) -> None:
    async with (
        served(tmp_path, coded=True) as server,
        server.visited("Ann", size=(120, 40)) as ann,
        server.visited("Bob", size=(120, 40)) as bob,
    ):
        await quick_match(ann, bob)
        seen: dict[Table, set[str]] = {ann: set(), bob: set()}
        while not match_scene(ann).update.outcome:
            for table, rival in ((ann, bob), (bob, ann)):
                view, catalog = match_scene(table).view, match_scene(table).table.catalog
                seen[table] |= {*(view.hand or ()), *(tile.piece.card for tile in view.tiles if tile.piece)}
                hidden = {card for card in match_scene(rival).view.hand or () if not catalog.cards[card].token}
                unseen = {catalog.name_of(card) for card in hidden - seen[table]}
                await table.press("o")
                assert not codes_in(table.text) & unseen
            await play(ann, bob, acts=1)
