"""A match played with the mouse alone: whatever a key can do, a click can."""

from __future__ import annotations

import random

import pytest
from textual import events

from bloodfang.home import Home
from bloodfang.recordbox import read_record
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import PASS, Mulligan, Play
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.scenes.face import FaceScene
from bloodfang_tui.scenes.inspector import InspectorScene
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.newmatch import NewMatchScene
from bloodfang_tui.scenes.replay import ReplayScene
from bloodfang_tui.scenes.result import ResultScene
from bloodfang_tui.scenes.rules import RulesScene
from bloodfang_tui.scenes.title import TitleScene
from matches import acts_of, at_match, by_mouse, do, in_front, match_of, play_on, scene_of, the_end_of, tile_area
from seats import Table, mouse, seated


async def click_line(table: Table, text: str) -> None:
    """Click on the line of a list that says this."""
    y = next(y for y, line in enumerate(table.text.splitlines()) if text in line)
    await table.click_at(table.text.splitlines()[y].index(text), y)


@pytest.mark.parametrize(("size", "seed"), [((80, 24), 7), ((120, 40), 8)])
async def test_a_whole_match_from_the_title_to_its_result(home: Home, size: tuple[int, int], seed: int) -> None:
    async with seated(home, size=size) as table:
        await click_line(table, "New match")
        while home.settings.bot != "easy":
            await table.click("app.right", 0)
        assert isinstance(table.scene, NewMatchScene)
        table.scene.seed = seed
        await click_line(table, "Begin the match")
        await table.until(lambda: isinstance(table.scene, MatchScene))
        match = match_of(table)
        await do(table, Mulligan((2, 4)), by_mouse)
        assert acts_of(table, Seat.FIRST) == ["mulligan 2 4"]
        await play_on(table, random.Random(seed), by_mouse)
        assert match.outcome is not None
        assert the_end_of(match.record(), home.catalog) == match.outcome
        await table.click("app.choose", "")
        assert isinstance(table.scene, ResultScene)

        await table.click("result.save")
        [entry] = home.records.list()
        assert read_record(entry.path) == match.record()
        await table.click("result.replay")
        assert isinstance(table.scene, ReplayScene)
        await table.click("app.back")
        await table.click("result.rematch")
        await table.until(lambda: isinstance(table.scene, MatchScene))
        assert match_of(table).id != match.id
        await table.click("app.back")
        await click_line(table, "▸ Go on playing")
        await table.click("app.back")
        await table.click("app.choose", 1)
        assert isinstance(table.scene, TitleScene)
        await table.until(lambda: "Continue" in table.text)
        await click_line(table, "Continue")
        await table.until(lambda: isinstance(table.scene, MatchScene))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30)])
async def test_from_every_moment_of_a_match_the_mouse_finds_a_way_out(home: Home, size: tuple[int, int]) -> None:
    async with at_match(home, size=size, ready=False) as table:
        assert table.zones("app.back")
        await do(table, Mulligan(), by_mouse)
        assert table.zones("app.back")
        await table.click("match.card", 1)
        assert table.zones("app.back")
        await table.click("app.back")
        assert table.zones("app.back")
        await table.click("app.back")
        await click_line(table, "Give up the match")
        await table.until(lambda: scene_of(table).update.outcome)
        await table.click("app.back")
        assert isinstance(table.scene, TitleScene)


async def test_what_keys_can_do_in_a_turn_can_be_clicked_at_80_columns(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await do(table, next(act for act in scene.update.legal if isinstance(act, Play)), by_mouse)
        for command, opens in (
            ("match.pass", Ask),
            ("match.inspect", InspectorScene),
            ("match.look", FaceScene),
            ("app.help", RulesScene),
            ("app.back", Ask),
        ):
            await table.click(command)
            assert isinstance(table.scene, opens), command
            await table.click("app.back")
            assert in_front(table, scene)
        before = scene.shows_story
        await table.click("match.story")
        assert scene.shows_story is not before
        await table.click("match.undo")
        await table.until(lambda: len(acts_of(table, Seat.FIRST)) == 1)


async def test_a_card_that_was_clicked_follows_the_mouse_and_a_click_plays_it(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.click("match.card", 1)
        card = scene.pointing.card(scene.view)
        area = tile_area(table, "m1")
        await table.hover(area.x, area.y)
        assert scene.pointing.tile == "m1"
        assert scene.preview is not None
        before = scene.update.version
        await table.click_at(area.x, area.y)
        await table.until(lambda: scene.update.version > before)
        assert acts_of(table, Seat.FIRST)[-1] == f"play {card} m1"


async def test_without_a_chosen_card_the_mouse_moves_nothing(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        before = scene.pointing
        area = tile_area(table, "m1")
        await table.hover(area.x, area.y)
        assert scene.pointing == before


async def test_a_double_click_plays_the_card_and_opens_nothing(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.click("match.card", 1)
        area = tile_area(table, "m1")
        await table.hover(area.x, area.y)
        for kind in (events.MouseDown, events.MouseUp, events.MouseDown, events.MouseUp):
            table.app.post_message(mouse(kind, area.x, area.y))
        await table.until(lambda: len(acts_of(table, Seat.FIRST)) == 2 and scene.my_turn)
        assert in_front(table, scene)
        assert scene.notice == ""


async def test_the_second_click_opens_nothing_if_it_comes_when_the_rival_is_to_play_already(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        scene.workers.cancel_group(scene, "bots")
        await table.click("match.card", 1)
        area = tile_area(table, "m1")
        await table.hover(area.x, area.y)
        await table.click_at(area.x, area.y)
        await table.until(lambda: scene.view.tile("m1").piece)
        await table.click_at(area.x, area.y)
        assert in_front(table, scene)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_cards_that_there_is_no_room_for_can_be_clicked_to(home: Home, size: tuple[int, int]) -> None:
    home.change(confirm_pass=False)
    async with at_match(home, size=size) as table:
        scene = scene_of(table)
        while len(scene.view.hand or ()) < 10:
            await do(table, PASS, by_mouse)
        for step in ("right", "left"):
            seen = set()
            for _ in range(10):
                seen |= {int(zone.about) for zone in table.zones("match.card")}
                ways = [int(zone.about) for zone in table.zones("match.point")]
                await table.click("match.point", max(ways) if step == "right" else min(ways))
            assert seen == set(range(1, 11))
        assert not scene.pointing.on_board


async def test_a_click_on_a_card_of_the_board_shows_its_face_when_all_is_over(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await play_on(table, random.Random(2), by_mouse)
        tile = next(tile for tile in scene.view.tiles if tile.piece)
        assert tile.piece
        await table.click("app.choose", tile.name)
        assert isinstance(table.scene, FaceScene)
        assert table.scene.card == tile.piece.card


async def test_the_wheel_never_plays_or_passes(home: Home) -> None:
    async with at_match(home) as table:
        before = scene_of(table).update.version
        for up in (True, False, True, True, False, False, False, False):
            await table.scroll(up, 30, 10)
        assert scene_of(table).update.version == before


async def test_clicks_on_nothing_do_nothing(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        before = scene.pointing, scene.update.version
        for x, y in ((0, 0), (79, 1), (0, 12), (79, 22)):
            await table.click_at(x, y)
        assert (scene.pointing, scene.update.version) == before
