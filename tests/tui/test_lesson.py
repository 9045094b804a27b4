"""The first lesson: it can be finished by doing what it says, and by doing anything else."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bloodfang import paths
from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import PASS, Mulligan, Play
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.scenes.inspector import InspectorScene
from bloodfang_tui.scenes.lesson import STEPS, LessonScene, begin_lesson
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.result import ResultScene
from bloodfang_tui.scenes.title import TitleScene
from matches import acts_of, do, match_of, play_on
from seats import Table, seated


@asynccontextmanager
async def at_lesson(
    home: Home, size: tuple[int, int] = (80, 24), glyphs: Glyphs = Glyphs.BLOCKS
) -> AsyncIterator[tuple[Table, LessonScene]]:
    """A new player chooses what the title offers first."""
    async with seated(home, size=size, glyphs=glyphs) as table:
        assert f"{table.scene.look.signs.pointer} Learn to play" in table.text
        await table.press("enter")
        await table.until(lambda: isinstance(table.scene, LessonScene))
        assert isinstance(table.scene, LessonScene)
        yield table, table.scene


def plays(scene: LessonScene) -> list[Play]:
    return [act for act in scene.update.legal if isinstance(act, Play)]


async def test_doing_what_it_says_leads_through_every_step_to_the_end(home: Home) -> None:
    async with at_lesson(home) as (table, scene):
        seen = [scene.step]
        assert "give back" in scene.advice()
        await table.press("space", "enter")
        await table.until(lambda: scene.my_turn and not scene.view.mulligan)
        assert "Win lanes" in scene.advice()
        seen.append(scene.step)
        await table.press("tab", "enter")
        assert "Lit tiles" in scene.advice()
        seen.append(scene.step)
        await table.press("enter")
        await table.until(lambda: len(acts_of(table, Seat.FIRST)) == 2 and scene.my_turn)
        seen.append(scene.step)
        while scene.step < len(STEPS) - 1:
            # play one that opens new tiles, or else any; what is asked for can always be done
            assert plays(scene), f"step {scene.step} asks for a card, and none can be played"
            if "wave by wave" in scene.advice():
                await table.press("i")
                assert isinstance(table.scene, InspectorScene)
                await table.press("escape")
            best = max(plays(scene), key=lambda act: opened(scene, act))
            await do(table, best)
            seen.append(scene.step)
        assert "passes" in scene.advice()
        assert seen == sorted(seen)
        assert set(range(len(STEPS))) <= set(seen)
        while not scene.update.outcome:
            await do(table, PASS)
        assert "Well played!" in scene.advice()
        await table.press("enter")
        assert isinstance(table.scene, ResultScene)
        await table.press("escape")
        assert isinstance(table.scene, TitleScene)


def opened(scene: LessonScene, act: Play) -> int:
    """How many tiles a play gives to the learner."""
    rules = scene.table.rules
    after = rules.after(rules.imagine(scene.view, 0), scene.seat, act)
    return sum(tile.holder is scene.seat for tile in rules.view(after, scene.seat).tiles)


@pytest.mark.parametrize("seed", range(4))
async def test_doing_anything_else_leads_to_the_end_too(home: Home, seed: int) -> None:
    async with at_lesson(home) as (table, scene):
        luck = random.Random(seed)
        await do(table, Mulligan((1, 2, 3)[: seed % 4]))
        await play_on(table, luck)
        assert scene.update.outcome is not None
        await table.press("enter")
        assert isinstance(table.scene, ResultScene)


async def test_passing_all_the_time_leads_to_the_end_too(home: Home) -> None:
    async with at_lesson(home) as (table, scene):
        await do(table, Mulligan())
        for _ in range(30):
            if scene.update.outcome:
                break
            await do(table, PASS)
        assert scene.update.outcome is not None


async def test_the_lesson_is_over_in_a_few_minutes(home: Home) -> None:
    async with at_lesson(home) as (table, scene):
        await do(table, Mulligan())
        await play_on(table, random.Random(1))
        assert scene.view.turn <= 12


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (99, 29), (100, 30), (110, 32), (120, 40), (200, 60)])
@pytest.mark.parametrize("glyphs", Glyphs)
async def test_every_advice_can_be_read_whole(home: Home, size: tuple[int, int], glyphs: Glyphs) -> None:
    async with at_lesson(home, size, glyphs) as (table, scene):
        for step in range(len(STEPS)):
            scene.step = step
            scene.repaint()
            for word in scene.advice().split():
                plain = word if glyphs is Glyphs.BLOCKS else word.replace("→", "Right")
                assert plain in table.text, (step, word)
        await do(table, Mulligan())
        for step in range(1, len(STEPS)):
            scene.step = step
            scene.repaint()
            for word in scene.advice().split():
                assert word in table.text, (step, word)
            shown = {zone.about for zone in table.sheet.zones if zone.command == "match.card"}
            assert len(shown) >= 3


async def test_nothing_of_the_hand_is_covered_by_the_advice(home: Home) -> None:
    for size in ((60, 20), (80, 24), (100, 30), (120, 40)):
        async with seated(home, size=size) as table:
            await begin_lesson(table.app)
            await table.until(lambda: isinstance(table.scene, LessonScene))
            cards = [zone.area for zone in table.sheet.zones if zone.command == "match.card"]
            assert len(cards) >= 3
            for area in cards:
                rows = [table.sheet.row(y)[0][area.x : area.right] for y in range(area.y, area.bottom)]
                assert not any("┃" in row or "━" in row for row in rows), size


async def test_the_lesson_is_offered_first_once_and_then_among_the_others(home: Home) -> None:
    async with at_lesson(home) as (table, _):
        await table.press("escape", "down", "enter")
        assert isinstance(table.scene, TitleScene)
        await table.settle()
        assert "▸ New match" in table.text
        assert "Learn to play" in table.text
        assert "Continue" not in table.text


async def test_leaving_the_lesson_promises_nothing_that_is_not_kept(home: Home) -> None:
    async with at_lesson(home) as (table, _):
        await table.press("escape")
        assert isinstance(table.scene, Ask)
        assert "continue" not in table.text
        assert "begins anew" in table.scene.text


async def test_the_advice_names_the_keys_that_the_player_moved(home: Home) -> None:
    paths.keys_file(home.config).write_text('"app.choose" = "y"\n"app.mark" = "z"\n', encoding="utf-8")
    async with seated(home) as table:
        await table.press("y")
        await table.until(lambda: isinstance(table.scene, LessonScene))
        assert isinstance(table.scene, LessonScene)
        assert "z marks a card to give back; y starts." in table.scene.advice()


async def test_undo_in_the_lesson_keeps_what_was_learned(home: Home) -> None:
    async with at_lesson(home) as (table, scene):
        await do(table, Mulligan())
        await do(table, plays(scene)[0])
        step = scene.step
        await table.press("u")
        await table.until(lambda: len(acts_of(table, Seat.FIRST)) == 1)
        assert scene.step == step
        assert plays(scene)


async def test_after_the_lesson_a_rematch_is_a_match_that_is_kept(home: Home) -> None:
    async with at_lesson(home) as (table, _):
        await do(table, Mulligan())
        await play_on(table, random.Random(1))
        await table.press("enter", "r")
        await table.until(lambda: isinstance(table.scene, MatchScene))
        assert not isinstance(table.scene, LessonScene)
        assert [each.header.id for each in await home.journal().unfinished()] == [match_of(table).id]


async def test_the_line_above_the_hand_ends_where_the_advice_begins(home: Home) -> None:
    async with at_lesson(home) as (table, _):
        [row] = [line for line in table.text.splitlines() if "None marked" in line]
        assert "… ┏" in row
