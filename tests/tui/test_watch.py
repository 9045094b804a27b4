"""Watching a match of others: everything is seen but what only the players may know."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bloodfang.clock import BLITZ
from bloodfang.faces import Glyphs
from bloodfang.ink import Depth
from bloodfang_tui.scenes.face import FaceScene
from bloodfang_tui.scenes.lobby import LobbyScene
from bloodfang_tui.scenes.watch import WatchScene
from matches import codes_in
from online import (
    Server,
    agree,
    choose,
    in_front,
    match_scene,
    no_settling,  # noqa: F401
    play,
    quick_match,
    served,
    to_act,
    visit_of,
)
from seats import Table


@asynccontextmanager
async def watched(
    server: Server, size: tuple[int, int] = (80, 24), depth: Depth = Depth.TRUE, glyphs: Glyphs = Glyphs.BLOCKS
) -> AsyncIterator[tuple[Table, Table, Table]]:
    """Ann plays Bob, and Carol watches."""
    async with (
        server.visited("Ann") as ann,
        server.visited("Bob") as bob,
        server.visited("Carol", size=size, depth=depth, glyphs=glyphs) as carol,
    ):
        await quick_match(ann, bob)
        await choose(carol, "Watch")
        await carol.until(lambda: in_front(carol, WatchScene))
        yield ann, bob, carol


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with served(tmp_path) as server:
        yield server


def scene_of(table: Table) -> WatchScene:
    assert isinstance(table.scene, WatchScene)
    return table.scene


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40)])
async def test_g2_no_hand_is_ever_on_a_spectators_sheet(tmp_path: Path, size: tuple[int, int]) -> None:
    """All names of cards that were on the sheet at any time were on the board before."""
    async with served(tmp_path, coded=True) as server, watched(server, size) as (ann, bob, carol):
        seen: set[str] = set()
        scene = scene_of(carol)
        catalog = scene.table.catalog
        while not match_scene(ann).update.outcome:
            seen |= {tile.piece.card for tile in scene.view.tiles if tile.piece}
            hands = {card for table in (ann, bob) for card in match_scene(table).view.hand or ()}
            unseen = {catalog.name_of(card) for card in hands - seen if not catalog.cards[card].token}
            for keys in ([], ["right"], ["right"], ["f"], ["escape"]):
                await carol.press(*keys)
                assert not codes_in(carol.text) & unseen
            assert scene.view.hand is None
            await play(ann, bob, acts=1)
            await carol.until(lambda: scene.update.version == match_scene(ann).update.version)
        assert "IS PLAYING" not in carol.text


async def test_a_spectator_sees_both_names_and_whose_turn_it_is(server: Server) -> None:
    async with watched(server) as (ann, bob, carol):
        mover, _ = to_act(ann, bob)
        name = "ANN" if mover is ann else "BOB"
        assert f"{name} IS PLAYING" in carol.text
        assert "YOUR TURN" not in carol.text
        await play(ann, bob, acts=1)
        other = "BOB" if mover is ann else "ANN"
        await carol.until(lambda: f"{other} IS PLAYING" in carol.text)


async def test_either_side_can_be_the_near_one_by_keys_and_mouse(server: Server) -> None:
    async with watched(server) as (_, __, carol):
        near = scene_of(carol).near
        await carol.press("f")
        assert scene_of(carol).near is near.rival
        await carol.click("watch.flip")
        assert scene_of(carol).near is near


async def test_a_card_on_the_board_is_read_by_keys_and_by_mouse(server: Server) -> None:
    async with watched(server) as (ann, bob, carol):
        await play(ann, bob, acts=1)
        scene = scene_of(carol)
        await carol.until(lambda: any(tile.piece for tile in scene.view.tiles))
        tile = next(tile for tile in scene.view.tiles if tile.piece)
        await carol.press("right")
        here = scene.view.tile(scene.pointing.tile)
        step = 1 if scene.near.value == 0 else -1
        across, down = (tile.column - here.column) * step, tile.row - here.row
        await carol.press(
            *["right" if across > 0 else "left"] * abs(across), *["down" if down > 0 else "up"] * abs(down)
        )
        assert scene.pointing.tile == tile.name
        await carol.press("enter")
        assert in_front(carol, FaceScene)
        await carol.press("escape", "escape")
        assert in_front(carol, WatchScene)
        await carol.click("app.choose", tile.name)
        assert in_front(carol, FaceScene)


async def test_clocks_and_who_is_away_are_seen(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob, server.visited("Carol") as carol:
        agree(ann, bob, clock=BLITZ)
        await quick_match(ann, bob)
        await choose(carol, "Watch")
        await carol.until(lambda: in_front(carol, WatchScene))
        assert "▸ 0:10 +1:00" in carol.text.splitlines()[0]
        await ann.press("escape", "down", "enter")
        server.now.pass_by(65)
        await carol.settle()
        scene_of(carol).repaint()
        assert "Ann has been away for 1:05" in carol.text


async def test_in_plain_characters_and_without_colours(server: Server) -> None:
    async with watched(server, depth=Depth.NONE, glyphs=Glyphs.ASCII) as (ann, bob, carol):
        await play(ann, bob, acts=3)
        await carol.settle()
        assert carol.text.isascii()


async def test_the_end_is_told_and_the_way_back_is_one_key(server: Server) -> None:
    async with watched(server) as (ann, _, carol):
        await match_scene(ann).chair.concede()
        await carol.until(lambda: "Bob wins" in carol.text)
        assert "by surrender" in carol.text
        await carol.press("escape")
        assert in_front(carol, LobbyScene)
        assert not visit_of(carol).chairs


async def test_a_private_match_is_nobodys_to_watch(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Carol") as carol:
        await ann.press("r", "enter")
        room = visit_of(ann).lobby.rooms.of(visit_of(ann).person.id)
        assert room
        async with server.visited("Bob", room=room.code) as bob:
            await bob.until(lambda: not in_front(bob, LobbyScene))
            await carol.press("w")
            assert "Nothing is going on that you could watch." in carol.text
            assert "Matches" not in carol.text
