"""Brief motion: a few moments after an act, fewer if the player wants, none at all if that is what they want."""

from __future__ import annotations

import pytest

from bloodfang.catalog import load_shipped
from bloodfang.home import Home
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import BloodFang, Play
from bloodfang_tui.motion import moments
from bloodfang_tui.scenes.match import MatchScene
from matches import EASY, acts_of, at_match, scene_of
from seats import key

RULES = BloodFang(load_shipped().cards)
STATE = RULES.read_position("""
    fang
    turn 5 A
    t A1  .   .                     .  B1
    m A1  A1  B2:gap-finder       .  B1
    b A1  .   B1:scaffold-clerk(+2) .  B1
    A hand writ-server barefoot-bailiff
""")
EVENTS = tuple(RULES.apply(STATE, Seat.FIRST, Play("writ-server", "m2")).events)
"""A card is placed on m2, the one on m3 falls, and m3 is taken."""


def test_full_motion_shows_one_thing_after_the_other() -> None:
    assert moments(EVENTS, "full")[0] == {"m2": "placed"}
    assert {"m3": "fallen"} in moments(EVENTS, "full")
    assert len(moments(EVENTS, "full")) > 1


def test_reduced_motion_is_one_moment() -> None:
    [moment] = moments(EVENTS, "reduced")
    assert moment["m2"] == "placed"
    assert "m3" in moment


def test_without_motion_nothing_moves() -> None:
    assert moments(EVENTS, "none") == []


@pytest.mark.parametrize("motion", ["full", "reduced", "none"])
def test_an_act_that_leaves_the_board_alone_moves_nothing(motion: str) -> None:
    passed = RULES.apply(STATE, Seat.FIRST, RULES.read("pass")).events
    assert moments(passed, motion) == []


@pytest.mark.parametrize("motion", ["full", "reduced"])
async def test_motion_ends_by_itself_and_leaves_the_board_as_it_is(home: Home, motion: str) -> None:
    home.change(motion=motion)
    async with at_match(home, EASY, ready=False) as table:
        scene = scene_of(table)
        scene.workers.cancel_group(scene, "bots")
        await _mulligans(scene)
        await table.until(lambda: scene.my_turn and not scene.view.mulligan)
        await table.press("1", "enter")
        await table.until(lambda: scene.flash)
        sparks = table.text
        await table.until(lambda: not scene.flash)
        assert sparks != table.text
        assert "★★★" not in table.text
        assert scene._timer is None


async def test_any_key_ends_the_motion_at_once(home: Home) -> None:
    home.change(motion="full")
    async with at_match(home, EASY, ready=False) as table:
        scene = scene_of(table)
        scene.workers.cancel_group(scene, "bots")
        await _mulligans(scene)
        await table.until(lambda: scene.my_turn and not scene.view.mulligan)
        await table.press("1", "enter")
        await table.until(lambda: scene.flash)
        table.app.post_message(key("o"))
        await table.settle()
        assert not scene.flash
        assert scene._timer is None
        assert len(acts_of(table, Seat.FIRST)) == 2


async def test_without_motion_no_timer_ever_runs(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("1", "enter")
        await table.until(lambda: len(acts_of(table, Seat.FIRST)) == 2 and scene.my_turn)
        assert scene._timer is None
        assert not scene.flash


async def _mulligans(scene: MatchScene) -> None:
    for seat in Seat:
        await scene.table.match.submit(seat, scene.table.rules.read("mulligan"))
