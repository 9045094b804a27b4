"""What the match screen shows: at every size, in every tier, and without a single colour."""

from __future__ import annotations

import random

import pytest

from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Mulligan, Play, View
from bloodfang_tui.look import Look
from bloodfang_tui.panes.places import Places, places
from bloodfang_tui.scene import LEAST
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.sheet import Area, Sheet
from matches import at_match, codes_in, do, in_code, in_front, play_on, scene_of, tile_area, tile_lines
from seats import Table


def areas(where: Places) -> dict[str, Area]:
    """The parts of the screen that may not lie over each other."""
    columns, rows = where.tile[0] * 5 + 6, where.tile[1] * 3 + 4
    parts = {
        "banner": where.banner,
        "left": where.left,
        "right": where.right,
        "board": Area(*where.board, columns, rows),
        "info": where.info,
        "hand": where.hand,
        "note": where.note,
    }
    if where.story:
        parts["story"] = where.story
    return parts


def test_nothing_lies_over_anything_else_at_any_size() -> None:
    for columns in range(LEAST[0], 201):
        for rows in range(LEAST[1], 61):
            parts = areas(places(columns, rows))
            for name, part in parts.items():
                size = f"{name} at {columns} x {rows}: {part}"
                assert 0 <= part.x < part.right <= columns, size
                assert 0 <= part.y < part.bottom <= rows - 1, size
                for other, area in parts.items():
                    apart = (
                        part.right <= area.x or area.right <= part.x or part.bottom <= area.y or area.bottom <= part.y
                    )
                    assert name == other or apart, f"{size}, over {other}: {area}"
            assert parts["hand"].width >= 2 * 10 - 1
            assert parts["hand"].height >= 7
            assert parts["note"].width >= 20


@pytest.mark.parametrize("glyphs", Glyphs)
async def test_every_size_is_painted_whole(home: Home, glyphs: Glyphs) -> None:
    in_code(home)
    async with at_match(home, glyphs=glyphs, ready=False) as table:
        scene = scene_of(table)
        luck = random.Random(4)
        sizes = [(columns, rows) for columns in range(60, 201, 7) for rows in range(20, 61, 4)]
        luck.shuffle(sizes)
        step = len(sizes) // 8
        moments = 0
        while not scene.update.outcome:
            for columns, rows in sizes[moments * step : (moments + 1) * step]:
                painted(scene, columns, rows, glyphs)
            await play_on(table, luck, acts=1)
            moments += 1
        for columns, rows in sizes:
            painted(scene, columns, rows, glyphs)
        assert moments >= 8


def painted(scene: MatchScene, columns: int, rows: int, glyphs: Glyphs) -> None:
    """Paint the scene at a size, and look whether everything is there."""
    sheet = Sheet(columns, rows, Look.of("night", Depth.TRUE, glyphs))
    where = places(columns, rows)
    scene.paint(sheet)
    lines = sheet.text().splitlines()
    assert "leave" in lines[rows - 1] or "cards" in lines[rows - 1], f"no bar at {columns} x {rows}"
    hand = scene.view.hand or ()
    shown = "\n".join(line[where.hand.x : where.hand.right] for line in lines[where.hand.y : where.hand.bottom])
    if hand:
        assert scene.table.catalog.name_of(hand[scene.pointing.at]) in codes_in(shown), f"no card at {columns} x {rows}"
        assert len({zone.about for zone in sheet.zones if zone.command == "match.card"}) >= min(len(hand), 3)
    tiles = {zone.about for zone in sheet.zones if zone.command == "app.choose" and zone.about}
    assert tiles == {tile.name for tile in scene.view.tiles}
    board = "\n".join(line[where.board[0] : where.right.x] for line in lines[: where.info.y])
    standing = {scene.table.catalog.name_of(tile.piece.card) for tile in scene.view.tiles if tile.piece}
    assert standing <= codes_in(board), f"a card is missing at {columns} x {rows}"
    if glyphs is Glyphs.ASCII:
        assert sheet.text().isascii()


async def test_a_whole_match_is_drawn_in_ascii_where_that_is_all_there_is(home: Home) -> None:
    home.change(name="Zoë Ångström")
    async with at_match(home, glyphs=Glyphs.ASCII, ready=False) as table:
        scene = scene_of(table)
        assert table.text.isascii()
        await do(table, Mulligan((1,)))
        luck = random.Random(6)
        while not scene.update.outcome:
            for keys in (["1"], ["tab"], ["v"], ["escape"], ["escape"], ["o"], ["p"], ["escape"], ["i"], ["escape"]):
                await table.press(*keys)
                assert table.text.isascii(), table.text
                if keys == ["escape"] and in_front(table, scene) and scene.pointing.on_board:
                    await table.press("escape")
            while not in_front(table, scene):
                await table.press("escape")
            await play_on(table, luck, acts=1)
        assert "Zoe Angstrom" in table.text
        await table.press("enter")
        assert table.text.isascii()


# without colours


def owners(table: Table, view: View) -> dict[str, str]:
    """Whose each tile seems to be, read from its characters alone."""
    found = {}
    for tile in view.tiles:
        text = "".join(tile_lines(table, tile.name))
        mine, theirs = (any(sign in text for sign in signs) for signs in ("●▌", "◆▐"))
        assert not (mine and theirs and not any(tile.aura)), text
        found[tile.name] = "mine" if mine else "theirs" if theirs else ""
    return found


async def test_whose_a_tile_is_can_be_told_without_colours(home: Home) -> None:
    async with at_match(home, depth=Depth.NONE) as table:
        await play_on(table, random.Random(2), acts=8)
        view = scene_of(table).view
        for tile in view.tiles:
            if any(tile.aura):
                continue
            whose = tile.piece.owner if tile.piece else tile.holder
            wanted = "" if whose is None else "mine" if whose is Seat.FIRST else "theirs"
            assert owners(table, view)[tile.name] == wanted, tile.name


@pytest.mark.parametrize("glyphs", Glyphs)
async def test_lit_tiles_and_the_cursor_can_be_told_without_colours(home: Home, glyphs: Glyphs) -> None:
    async with at_match(home, depth=Depth.NONE, glyphs=glyphs) as table:
        scene = scene_of(table)
        await table.press("right", "left")
        card = scene.pointing.card(scene.view)
        lit = {act.tile for act in scene.update.legal if isinstance(act, Play) and act.card == card}
        pointer = scene.look.signs.pointer
        assert lit
        assert {tile.name for tile in scene.view.tiles if tile_lines(table, tile.name)[0].startswith(pointer)} == lit
        await table.press("enter")
        heavy = scene.look.signs.heavy
        framed = set()
        for tile in scene.view.tiles:
            area = tile_area(table, tile.name)
            corner = table.sheet.row(area.y - 1)[0][area.x - 1], table.sheet.row(area.bottom)[0][area.right]
            if corner == (heavy[0], heavy[5]):
                framed.add(tile.name)
        assert framed == {scene.pointing.tile}


async def test_the_chosen_card_and_what_is_given_back_can_be_told_without_colours(home: Home) -> None:
    async with at_match(home, depth=Depth.NONE, ready=False) as table:
        await table.press("right", "space")
        assert "×2" in table.text
        assert table.text.count("give back  ") + table.text.count("give back\n") >= 1
        await table.press("right")
        assert "▸3" in table.text


async def test_who_leads_and_who_won_can_be_told_without_colours(home: Home) -> None:
    async with at_match(home, depth=Depth.NONE) as table:
        scene = scene_of(table)
        await play_on(table, random.Random(2))
        outcome = scene.update.outcome
        assert outcome is not None
        assert outcome.winner is not None
        line = table.text.splitlines()[1]
        star = line.index("★")
        assert (star < line.index(" : ")) is (outcome.winner is Seat.FIRST)
        for lane, row in zip(scene.view.account.lanes, (4, 8, 12), strict=True):
            stars = [x for x, each in enumerate(table.text.splitlines()[row]) if each == "★" and not 9 <= x <= 70]
            assert [x < 40 for x in stars] == ([lane.winner is Seat.FIRST] if lane.winner is not None else [])


async def test_the_last_card_played_is_marked(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await play_on(table, random.Random(2), acts=2)
        last = scene.update.last
        assert last is not None
        assert isinstance(last[1], Play)
        marked = [tile.name for tile in scene.view.tiles if tile.piece and " last " in tile_lines(table, tile.name)[0]]
        assert marked == [last[1].tile]


async def test_one_line_tells_what_the_rival_did_and_what_was_drawn(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await play_on(table, random.Random(2), acts=2)
        last = scene.update.last
        assert last is not None
        assert isinstance(last[1], Play)
        card, drawn = (scene.table.catalog.name_of(each) for each in (last[1].card, (scene.view.hand or ())[-1]))
        assert scene.my_turn
        assert f" Stray Pup plays {card} on {last[1].tile}. You draw {drawn}." in table.text


async def test_a_turn_begins_at_a_card_that_can_be_played(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        while not scene.update.outcome:
            await play_on(table, random.Random(2), acts=1)
            playable = {act.card for act in scene.update.legal if isinstance(act, Play)}
            assert not playable or scene.pointing.card(scene.view) in playable
