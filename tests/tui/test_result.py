"""The result: who won, lane by lane, and what to do next."""

from __future__ import annotations

import random

import pytest

from bloodfang.home import Home
from bloodfang_engine.contract import Seat
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.replay import ReplayScene
from bloodfang_tui.scenes.result import ResultScene
from bloodfang_tui.scenes.title import TitleScene
from matches import at_match, match_of, play_on, scene_of
from seats import Table


async def to_the_result(table: Table, seed: int = 1) -> ResultScene:
    await play_on(table, random.Random(seed))
    await table.press("enter")
    assert isinstance(table.scene, ResultScene)
    return table.scene


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_each_lane_says_who_has_what_and_what_it_scores(home: Home, size: tuple[int, int]) -> None:
    async with at_match(home, size=size) as table:
        scene = await to_the_result(table)
        view = scene.table.match.latest(Seat.FIRST).view
        lines = table.text.splitlines()
        for name, lane in zip(("Top lane", "Middle lane", "Bottom lane"), view.account.lanes, strict=True):
            line = next(line for line in lines if name in line)
            numbers = [int(word) for word in line.replace("(", " ").split() if word.isdigit()]
            assert numbers[0] == lane.sums[Seat.FIRST]
            assert lane.sums[Seat.SECOND] in numbers[1:]
            assert line.count("★") == (lane.winner is not None)
            for seat in Seat:
                if lane.points[seat]:
                    assert f"scores {lane.points[seat]}" in line
        outcome = scene.table.match.outcome
        assert outcome is not None
        points = next(line for line in lines if "Points" in line)
        assert [int(word) for word in points.split() if word.isdigit()] == [*outcome.score]
        winner = {Seat.FIRST: "YOU WIN", Seat.SECOND: "STRAY PUP WINS", None: "A DRAW"}[outcome.winner]
        assert winner in table.text
        assert "r rematch" in lines[-1]


async def test_a_record_is_kept_once_and_the_screen_says_so(home: Home) -> None:
    async with at_match(home) as table:
        await to_the_result(table)
        await table.press("s", "s", "s")
        assert len(home.records.list()) == 1
        assert "Kept among your replays." in table.text


async def test_a_record_that_cannot_be_kept_is_told(home: Home) -> None:
    async with at_match(home) as table:
        await to_the_result(table)
        home.records.folder.parent.mkdir(parents=True, exist_ok=True)
        home.records.folder.write_text("in the way", encoding="utf-8")
        await table.press("s")
        assert "could not be kept" in table.text
        assert home.records.folder.read_text(encoding="utf-8") == "in the way"
        home.records.folder.unlink()
        await table.press("s")
        assert "Kept among your replays." in table.text


async def test_a_rematch_has_the_same_decks_other_luck_and_the_other_begins(home: Home) -> None:
    async with at_match(home) as table:
        was = match_of(table)
        await to_the_result(table)
        await table.press("r")
        await table.until(lambda: isinstance(table.scene, MatchScene))
        now = match_of(table)
        assert now.setup.decks == was.setup.decks
        assert now.setup.seed != was.setup.seed
        assert [place.bot for place in now.places] == ["", "easy"]
        first = [match.rules.start(match.setup).state.mover for match in (was, now)]
        assert first == [Seat.FIRST, Seat.SECOND]
        await table.press("escape", "down", "enter")
        assert isinstance(table.scene, TitleScene)


async def test_to_watch_it_again_leads_to_the_replay_and_back(home: Home) -> None:
    async with at_match(home) as table:
        await to_the_result(table)
        await table.press("v")
        assert isinstance(table.scene, ReplayScene)
        await table.press("escape")
        assert isinstance(table.scene, ResultScene)
        await table.press("escape")
        assert isinstance(table.scene, TitleScene)


async def test_a_match_that_is_over_is_not_offered_to_continue(home: Home) -> None:
    async with at_match(home) as table:
        await to_the_result(table)
        await table.press("enter")
        assert isinstance(table.scene, TitleScene)
        await table.until(lambda: "Continue" not in table.text)  # what it knew before is seen until it has looked


async def test_who_gave_up_lost_whatever_the_score_says(home: Home) -> None:
    async with at_match(home) as table:
        await play_on(table, random.Random(3), acts=3)
        assert scene_of(table).my_turn
        await table.press("c", "down", "enter")
        await table.until(lambda: scene_of(table).update.outcome)
        await table.press("enter")
        assert "STRAY PUP WINS" in table.text
        assert "by surrender" in table.text
