"""The cascade inspector: a move step by step, before it is done and after, with causes and rules."""

from __future__ import annotations

import random

import pytest

from bloodfang.catalog import Catalog, load_shipped
from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang.preview import preview
from bloodfang.wording import Teller
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import BloodFang, Play, View
from bloodfang_tui.scenes.inspector import InspectorScene, last_move
from bloodfang_tui.scenes.rules import RulesScene
from cardroom import before
from matches import at_match, do, in_front, play_on, scene_of, tile_lines
from seats import Table

CATALOG: Catalog = load_shipped()
RULES = BloodFang(CATALOG.cards)
ROAD = """
    fang
    turn 5 A
    t A1  .   .                     .  B1
    m A1  A1  B2:gap-finder       .  B1
    b A1  .   B1:scaffold-clerk(+2) .  B1
    A hand writ-server barefoot-bailiff
"""
VIEW: View = RULES.view(RULES.read_position(ROAD), Seat.FIRST)
TELLER = Teller(CATALOG.name_of, ("Ann", "Bob"), Seat.FIRST)


def inspector() -> InspectorScene:
    """A writ-server on m2 makes the gap-finder on m3 fall."""
    return InspectorScene.of_preview(CATALOG, preview(RULES, VIEW, Play("writ-server", "m2")), TELLER)


def shown_tile(table: Table, tile: str) -> str:
    return "".join(tile_lines(table, tile))


async def test_the_board_changes_step_by_step(home: Home) -> None:
    scene = inspector()
    async with before(home, scene) as table:
        assert "What this move would do" in table.text
        assert "step 1 of" in table.text
        assert "Writ" in shown_tile(table, "m2")
        assert "Gap" in shown_tile(table, "m3")
        await table.press("end")
        assert "Gap" not in shown_tile(table, "m3")
        await table.press("home")
        assert "Gap" in shown_tile(table, "m3")


async def test_steps_end_at_the_last_and_begin_at_the_first(home: Home) -> None:
    scene = inspector()
    async with before(home, scene) as table:
        await table.press("left", "h", "up")
        assert scene.at == 0
        await table.press(*["right"] * 40)
        assert scene.at == len(scene.moments) - 1


async def test_every_step_says_its_sentence_whole_its_wave_and_its_rule(home: Home) -> None:
    for size in ((60, 20), (80, 24), (120, 40)):
        scene = inspector()
        async with before(home, scene, size) as table:
            for number, moment in enumerate(scene.moments):
                assert scene.at == number
                assert moment.rule in table.text
                for word in moment.sentence.split():
                    assert word in table.text, (size, number, moment.sentence)
                await table.press("right")


async def test_the_rule_of_a_step_is_one_key_away(home: Home) -> None:
    scene = inspector()
    async with before(home, scene) as table:
        rule = scene.moments[0].rule
        await table.press("space")
        assert isinstance(table.scene, RulesScene)
        assert rule in table.text
        await table.press("escape")
        while not isinstance(table.scene, InspectorScene):
            await table.press("escape")


async def test_a_step_can_be_clicked(home: Home) -> None:
    scene = inspector()
    async with before(home, scene) as table:
        await table.click("app.choose", 2)
        assert scene.at == 2


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40), (200, 60)])
async def test_it_is_painted_at_every_size_and_in_ascii(home: Home, size: tuple[int, int]) -> None:
    async with before(home, inspector(), size, glyphs=Glyphs.ASCII) as table:
        assert table.text.isascii()
        assert "Step by step" in table.text
        assert table.zones("app.back")


async def test_before_anything_happened_it_says_so(home: Home) -> None:
    async with at_match(home) as table:
        await table.press("i")
        assert "Nothing has happened on the board yet." in table.text


async def test_while_a_tile_is_chosen_it_shows_what_would_be_and_otherwise_what_was(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await do(table, next(act for act in scene.update.legal if isinstance(act, Play)))
        await table.press("i")
        assert "What the last move did" in table.text
        await table.press("escape", "tab", "enter", "i")
        assert "What this move would do" in table.text
        await table.press("escape")
        assert in_front(table, scene)
        assert scene.pointing.on_board


async def test_the_last_move_ends_on_the_board_that_is_there(home: Home) -> None:
    async with at_match(home, size=(120, 40)) as table:
        scene = scene_of(table)
        for seed in range(6):
            await play_on(table, random.Random(seed), acts=1)
            if scene.update.outcome:
                return
            if not isinstance(scene.update.last and scene.update.last[1], Play):
                continue
            await table.press("i", "end")
            assert isinstance(table.scene, InspectorScene)
            picture = table.scene.moments[-1].picture
            for tile in scene.view.tiles:
                figure = picture.spots[tile.name].figure
                assert (figure.card if figure else None) == (tile.piece.card if tile.piece else None)
                assert picture.spots[tile.name].holder is tile.holder
                if tile.piece:
                    assert picture.spots[tile.name].power == tile.piece.power
            await table.press("escape")


async def test_it_tells_no_card_that_the_rival_draws(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await play_on(table, random.Random(1), acts=3)
        found = last_move(scene.table, Seat.FIRST)
        assert found is not None
        hidden = {CATALOG.name_of(card) for card in scene.table.match.latest(Seat.SECOND).view.hand or ()}
        await table.press("i")
        assert isinstance(table.scene, InspectorScene)
        told = " ".join(moment.sentence for moment in table.scene.moments)
        seen = {CATALOG.name_of(tile.piece.card) for tile in scene.view.tiles if tile.piece}
        assert not [name for name in hidden - seen if f" {name}." in told]
