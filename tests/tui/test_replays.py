"""Replays: the list of what was played, and a match gone through forwards, backwards and by itself."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache

import pytest

from bloodfang.archive import names_in, title_of
from bloodfang.catalog import load_shipped
from bloodfang.faces import Glyphs
from bloodfang.film import Film
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang.journal import Place
from bloodfang.match import Match
from bloodfang_engine.contract import Outcome, Seat
from bloodfang_engine.fang import PASS, BloodFang, Mulligan, View
from bloodfang_engine.record import Record, recorded
from bloodfang_tui.scenes import replay
from bloodfang_tui.scenes.inspector import InspectorScene
from bloodfang_tui.scenes.replay import ReplayScene
from bloodfang_tui.scenes.replays import ReplaysScene
from seats import Table, seated

SIZES = [(60, 20), (80, 24), (100, 30), (120, 40)]


@cache
def played(seed: int = 5) -> Record:
    """A whole match of two who play whatever comes to mind."""
    rules, luck = BloodFang(load_shipped().cards), random.Random(seed)
    setup = rules.sample(seed)
    state, acts = rules.start(setup).state, []
    while rules.outcome(state) is None:
        seat = rules.to_act(state)[0]
        legal = rules.legal_actions(state, seat)
        act = luck.choice(legal[:-1] or legal)
        acts.append((seat, act))
        state = rules.apply(state, seat, act).state
    return recorded(rules, setup, acts)


@cache
def film() -> Film:
    return Film(load_shipped(), played())


@asynccontextmanager
async def watching(
    home: Home,
    size: tuple[int, int] = (80, 24),
    record: Record | None = None,
    glyphs: Glyphs = Glyphs.BLOCKS,
    depth: Depth = Depth.TRUE,
) -> AsyncIterator[tuple[Table, ReplayScene]]:
    """A replay is in front."""
    async with seated(home, size=size, glyphs=glyphs, depth=depth) as table:
        scene = ReplayScene(record or played(), "Ann against Keen")
        await table.open(scene)
        yield table, scene


def board(scene: ReplayScene) -> View:
    assert scene.film
    return scene.film.view(scene.at)


def running(scene: ReplayScene) -> int:
    """How many timers of a scene are at work; Textual's own, which updates screens, is none of them."""
    return sum(timer.name != "screen_update" for timer in scene._timers if timer._task and not timer._task.done())


# going through a match


async def test_forwards_and_back_the_boards_are_the_same(home: Home) -> None:
    async with watching(home) as (table, scene):
        forwards = [table.text]
        for _ in played().acts:
            await table.press("right")
            forwards.append(table.text)
        assert scene.at == len(played().acts)
        backwards = [table.text]
        for _ in played().acts:
            await table.press("left")
            backwards.append(table.text)
        assert backwards[::-1] == forwards
        assert len(set(forwards)) == len(forwards)


async def test_the_first_moment_has_the_opening_hands_and_the_last_the_result(home: Home) -> None:
    async with watching(home) as (table, scene):
        assert "The opening hands are dealt." in table.text
        await table.press("left")
        assert scene.at == 0
        await table.press("end", "right")
        assert scene.at == len(played().acts)
        assert board(scene).outcome == played().result
        assert "both passed" in table.text


async def test_both_hands_are_open(home: Home) -> None:
    async with watching(home, (120, 40)) as (table, scene):
        for seat in Seat:
            for card in film().hand(scene.at, seat):
                assert film().catalog.name_of(card) in table.text


async def test_a_turn_is_an_act_and_the_mulligans_are_turn_nothing(home: Home) -> None:
    async with watching(home) as (table, scene):
        await table.press("down")
        assert (scene.at, film().turns[scene.at]) == (3, 1)
        await table.press("down")
        assert film().turns[scene.at] == 2
        await table.press("up", "up")
        assert scene.at == 0
        await table.press("pagedown")
        assert film().turns[scene.at] == 5
        await table.press("pageup")
        assert scene.at == 0


async def test_a_number_leads_to_its_turn(home: Home) -> None:
    async with watching(home) as (table, scene):
        await table.press("g", "7", "enter")
        assert film().turns[scene.at] == 7
        assert f"turn 7 of {film().turns[-1]}" in table.text
        await table.press("g", "9", "9", "9", "enter")
        assert scene.at == film().last
        await table.press("g", "0", "enter")
        assert scene.at == 0


async def test_what_is_no_number_is_told_and_leads_nowhere(home: Home) -> None:
    async with watching(home) as (table, scene):
        await table.press("right", "g", "x", "enter")
        assert scene.at == 1
        assert "A turn is a number from 0 to" in table.text
        await table.press("g", "escape")
        assert table.scene is scene


async def test_tab_turns_the_table(home: Home) -> None:
    async with watching(home) as (table, scene):
        await table.press("end", "tab")
        assert scene.near is Seat.SECOND
        assert table.text.split("\n")[1].split()[1] == "Keen"
        await table.press("tab")
        assert table.text.split("\n")[1].split()[1] == "Ann"


async def test_an_act_can_be_inspected_and_a_mulligan_has_nothing_to_inspect(home: Home) -> None:
    async with watching(home) as (table, scene):
        await table.press("right", "i")
        assert "Nothing happened on the board here." in table.text
        await table.press("down", "i")
        assert isinstance(table.app.screen_stack[-1], InspectorScene)
        await table.press("escape")
        assert table.scene is scene


async def test_every_act_of_the_match_can_be_inspected_but_mulligans(home: Home) -> None:
    async with watching(home) as (table, scene):
        for at, (_, act) in enumerate(played().acts, 1):
            await table.press("right", "i")
            assert isinstance(table.scene, InspectorScene) is not act.startswith("mulligan"), (at, act)
            if table.scene is not scene:
                await table.press("escape")


# by itself


async def test_it_plays_on_by_itself_and_stops_at_the_end_without_a_timer(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "SPEEDS", (0.01,) * 6)
    async with watching(home) as (table, scene):
        await table.press("space")
        assert scene.playing
        await table.until(lambda: not scene.playing)
        assert scene.at == film().last
        assert running(scene) == 0


async def test_space_stops_it_and_steps_take_over(home: Home) -> None:
    async with watching(home) as (table, scene):
        await table.press("space")
        assert "stop" in table.text
        await table.press("space")
        assert not scene.playing
        await table.press("space", "right")
        assert (scene.playing, scene.at) == (False, 1)
        assert running(scene) == 0


async def test_at_the_end_it_begins_again(home: Home) -> None:
    async with watching(home) as (table, scene):
        await table.press("end", "space")
        assert (scene.playing, scene.at) == (True, 0)


async def test_plus_and_minus_change_its_speed(home: Home) -> None:
    async with watching(home) as (table, scene):
        await table.press("space", "+")
        assert "0.7 s" in table.text
        await table.press(*"------")
        assert "3 s" in table.text
        assert running(scene) == 1


async def test_it_stops_while_something_else_is_in_front(home: Home) -> None:
    async with watching(home) as (table, scene):
        await table.press("space", "?")
        assert table.scene is not scene
        assert not scene.playing


# with the mouse, and at every size


@pytest.mark.parametrize("size", SIZES)
async def test_a_click_on_the_progress_goes_there(home: Home, size: tuple[int, int]) -> None:
    async with watching(home, size) as (table, scene):
        await table.click_at(1 + size[0] // 3, size[1] - 2)
        assert 0 < scene.at < film().last
        await table.click("app.right")
        await table.click("app.left")
        await table.scroll()
        await table.click("app.mark")
        assert scene.playing


async def test_a_click_on_the_graph_goes_there(home: Home) -> None:
    async with watching(home, (120, 40)) as (table, scene):
        assert "Who was ahead" in table.text
        x, y = table.place("replay.moment", film().last)
        await table.click_at(x, y)
        assert scene.at == film().last


@pytest.mark.parametrize("size", SIZES)
async def test_in_ascii_only_ascii_is_on_the_sheet(home: Home, size: tuple[int, int]) -> None:
    async with watching(home, size, glyphs=Glyphs.ASCII) as (table, _):
        for _ in played().acts:
            await table.press("right")
            assert table.text.isascii()


@pytest.mark.parametrize("size", SIZES)
async def test_without_colours_everything_is_there(home: Home, size: tuple[int, int]) -> None:
    async with watching(home, size, depth=Depth.NONE) as (table, scene):
        await table.press("end")
        score = film().scores[scene.at]
        assert str(max(score)) in table.text
        assert "Ann" in table.text
        assert "Keen" in table.text


# records that cannot be seen


async def test_a_record_of_unknown_cards_says_so(home: Home) -> None:
    strange = replace(played(), setup=replace(played().setup, cards="0" * 64))
    async with watching(home, record=strange) as (table, _):
        assert "a card set that is not here" in table.text
        await table.press("right", "space", "i", "g", "end", "escape")
        assert not isinstance(table.scene, ReplayScene)


async def test_a_record_that_breaks_the_rules_says_where(home: Home) -> None:
    wrong = replace(played(), acts=(*played().acts[:4], (Seat.FIRST, "play nothing t1")))
    async with watching(home, record=wrong) as (table, _):
        assert "This record does not fit the rules: act 5" in table.text


async def test_a_match_that_was_given_up_ends_with_that(home: Home) -> None:
    given_up = Record(played().setup, played().acts[:6], Outcome(Seat.SECOND, "conceded", (3, 1)))
    async with watching(home, record=given_up) as (table, _):
        await table.press("end")
        assert "Keen wins 1 to 3: by surrender." in table.text


# the list


@asynccontextmanager
async def listing(
    home: Home, size: tuple[int, int] = (80, 24), glyphs: Glyphs = Glyphs.BLOCKS
) -> AsyncIterator[tuple[Table, ReplaysScene]]:
    """The list of replays is in front."""
    async with seated(home, size=size, glyphs=glyphs) as table:
        scene = ReplaysScene()
        await table.open(scene)
        await table.until(lambda: scene.found is not None)
        yield table, scene


async def test_where_nothing_was_played_yet_the_list_is_friendly(home: Home) -> None:
    async with listing(home) as (table, _):
        assert "No match to see again yet." in table.text
        await table.press("down", "up", "enter", "x", "end")
        assert isinstance(table.scene, ReplaysScene)


async def test_a_kept_match_is_listed_and_can_be_watched(home: Home) -> None:
    home.records.save(played(), title_of("Ann", "Keen"))
    async with listing(home) as (table, _):
        assert "Ann against Keen" in table.text
        await table.press("enter")
        await table.until(lambda: isinstance(table.scene, ReplayScene))
        await table.press("end")
        assert "both passed" in table.text
        await table.press("escape")
        assert isinstance(table.scene, ReplaysScene)


async def test_a_finished_match_of_the_journal_can_be_watched(home: Home) -> None:
    catalog = home.catalog
    rules = BloodFang(catalog.cards)
    setup = replace(rules.sample(3), cards=catalog.digest)
    match = await Match.begin(rules, setup, home.journal(), (Place("Keen", "easy"), Place("Ann")))
    for seat in Seat:
        await match.submit(seat, Mulligan())
    await match.submit(Seat.FIRST, PASS)
    await match.submit(Seat.SECOND, PASS)
    async with listing(home) as (table, _):
        assert "Keen against Ann" in table.text
        assert "draw 0:0" in table.text
        await table.press("x")
        assert "only kept ones can be put aside" in " ".join(table.text.split())
        await table.press("enter")
        await table.until(lambda: isinstance(table.scene, ReplayScene))
        assert isinstance(table.scene, ReplayScene)
        assert table.scene.near is Seat.SECOND
    await home.journal().close()


async def test_a_damaged_record_is_listed_with_its_problem_and_stays_where_it_is(home: Home) -> None:
    home.records.folder.mkdir()
    damaged = home.records.folder / "broken.toml"
    damaged.write_text("# Ann [bold]against Bob\nseed = what\n", encoding="utf-8")
    async with listing(home) as (table, _):
        assert "cannot be seen" in table.text
        assert "is not TOML" in table.text
        assert "The file is left as it is; x puts it aside." in table.text
        await table.press("enter")
        assert isinstance(table.scene, ReplaysScene)
    assert damaged.read_text(encoding="utf-8") == "# Ann [bold]against Bob\nseed = what\n"


async def test_a_record_of_a_set_that_is_not_here_says_so_in_the_list(home: Home) -> None:
    strange = replace(played(), setup=replace(played().setup, cards="0" * 64))
    home.records.save(strange, "Ann against Keen")
    async with listing(home) as (table, _):
        assert "a card set that is not here" in table.text
        await table.press("enter")
        assert isinstance(table.scene, ReplaysScene)


async def test_deleting_asks_and_moves_the_record_aside(home: Home) -> None:
    kept = home.records.save(played(), "Ann against Keen")
    async with listing(home) as (table, scene):
        await table.press("x", "enter")
        assert kept.is_file()
        await table.press("delete", "down", "enter")
        await table.until(lambda: scene.found == ())
        assert not kept.exists()
        assert (home.records.folder / "deleted" / kept.name).is_file()
        assert "No match to see again yet." in table.text


async def test_a_click_points_and_another_watches(home: Home) -> None:
    for number in range(3):
        home.records.save(played(number), f"Ann against Keen, {number}")
    async with listing(home) as (table, scene):
        await table.click("app.choose", 2)
        assert (scene.at, table.scene) == (2, scene)
        await table.click("app.choose", 2)
        await table.until(lambda: isinstance(table.scene, ReplayScene))


@pytest.mark.parametrize("size", SIZES)
async def test_the_list_is_ascii_where_it_must_be(home: Home, size: tuple[int, int]) -> None:
    home.records.save(played(), "Åsa against Łukasz")
    async with listing(home, size, Glyphs.ASCII) as (table, _):
        assert "Asa against Lukasz" in table.text
        assert table.text.isascii()


def test_titles_tell_who_played() -> None:
    assert names_in(title_of("Ann", "Keen")) == ("Ann", "Keen")
    assert names_in("Ann against Keen, on a Sunday") == ("Ann", "Keen")
    assert names_in("A long evening") == ("A", "B")
    assert names_in(" against ") == ("A", "B")
