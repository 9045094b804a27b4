"""What the board shows under the cursor is what it shows after the play."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from bloodfang.home import Home
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import PASS, Play
from bloodfang_tui.scenes import match as match_scene
from bloodfang_tui.scenes.match import MatchScene
from matches import TWO, at_match, do, in_code, play_on, scene_of, tile_area, tile_lines
from seats import Table

REMARK = re.compile(r"\b(new|lost|gone|taken)\b|[+-]\d+(?=\s*$)|[▸★▲▼]")
"""What the preview says beside the things themselves, and what only marks a tile."""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_scene, "COVERED", 0.0)


Shown = dict[str, object]


def board(table: Table) -> Shown:
    """Pawns, cards and power of every tile, both scores and all lane totals, as the screen shows them."""
    scene = scene_of(table)
    shown: Shown = {}
    for tile in scene.view.tiles:
        lines = tile_lines(table, tile.name)
        first = lines[0]
        code = re.search(r"Q\d{3}Z", "".join(lines))
        edge = re.search("[▌▐]", "".join(lines[1:]))
        fallen = any("×" in line for line in lines)
        card = code[0] if code and not fallen else ""
        power = re.findall(r"\d+", REMARK.sub(" ", first)) if card else []
        pawns = re.sub("[^●◆]", "", first) if not card else ""
        shown[tile.name] = (card, edge[0] if card and edge else "", power[-1:], pawns)
    area = tile_area(table, "t1")
    rows = range(area.y, tile_area(table, "b1").bottom)
    left = min(tile_area(table, name).x for name in ("t1", "t5")) - 1
    right = max(tile_area(table, name).right for name in ("t1", "t5")) + 1
    cells = [table.sheet.row(y)[0] for y in rows]
    shown["left"] = ["".join(row[:left]) for row in cells]
    shown["right"] = ["".join(row[right : right + 9]) for row in cells]
    score = re.search(r"(\d+) +: +(?:\d+→)?(\d+)", table.text.splitlines()[1])
    assert score, table.text.splitlines()[1]
    shown["score"] = (score[1], score[2])
    return shown


@pytest.mark.parametrize("seed", range(3))
async def test_random_plays_look_after_the_play_as_they_did_under_the_cursor(home: Home, seed: int) -> None:
    in_code(home)
    luck = random.Random(seed)
    wanted = replace(TWO, seed=seed, profile=["bloodfang", "reference", "classic"][seed])
    plays = 0
    async with at_match(home, wanted, size=(120, 40), ready=False) as table:
        scene = scene_of(table)
        while not scene.update.outcome:
            if scene.curtain:
                await table.press("enter")
            acts = [act for act in scene.update.legal if isinstance(act, Play)]
            if not acts:
                await do(table, scene.update.legal[-1] if scene.view.mulligan else PASS)
                continue
            act = luck.choice(acts)
            await point(table, scene, act)
            assert scene.preview is not None
            foretold = board(table)
            await table.press("enter")
            await table.until(lambda: scene.update.last and scene.update.last[1] == act)  # noqa: B023
            assert board(table) == foretold, act
            plays += 1
    assert plays > 8


async def point(table: Table, scene: MatchScene, act: Play) -> None:
    """Hold a card over a tile, without playing it."""
    assert scene.view.hand
    while scene.pointing.at != scene.view.hand.index(act.card):
        await table.press("right")
    await table.press("enter")
    area = tile_area(table, act.tile)
    await table.hover(area.x, area.y)
    assert scene.pointing.tile == act.tile


async def test_moving_on_takes_the_preview_along_and_leaves_nothing_behind(home: Home) -> None:
    async with at_match(home) as table:
        before = {tile: tile_lines(table, tile) for tile in ("t2", "m2", "b2")}
        await table.press("1")
        await table.press("escape")
        assert {tile: tile_lines(table, tile) for tile in ("t2", "m2", "b2")} == before
        assert "→" not in table.text.splitlines()[1]


async def test_a_preview_changes_nothing(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        view, version = scene.view, scene.table.match.version
        for _ in range(4):
            await table.press("1", "tab", "tab", "i", "escape", "escape")
        assert (scene.view, scene.table.match.version) == (view, version)


async def test_under_the_cursor_the_lane_says_what_it_would_be(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("1")
        seen = scene.preview
        assert seen is not None
        power = seen.after.account.score[Seat.FIRST]
        assert f"0→{power} : 0" in table.text.splitlines()[1]
        assert "Here: " in table.text


async def test_a_card_that_only_stands_is_the_only_one_said_to(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        said = set()
        luck = random.Random(1)
        while not scene.update.outcome:
            for act in [act for act in scene.update.legal if isinstance(act, Play)][:6]:
                await point(table, scene, act)
                assert scene.preview
                others = [change for change in scene.preview.changes if change.name != act.tile]
                only = "it only stands" in table.text
                assert only is not bool(others), (act, table.text)
                said.add(only)
                await table.press("escape")
            await play_on(table, luck, acts=1)
        assert said == {True, False}
