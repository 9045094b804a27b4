"""The coach at the table: a nudge or reasons if it is asked, never in rated matches; and a look back at the match."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from bloodfang.coach import Advice, advise, review
from bloodfang.coach import asking as coaches
from bloodfang.coach.asking import NoAdvice
from bloodfang.home import Home
from bloodfang.observing import Observation
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import PASS, Action, CardSet, Mulligan, Play
from bloodfang_engine.record import Record
from bloodfang_tui import BloodFangApp
from bloodfang_tui.scenes.coach import CoachScene
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.replay import ReplayScene
from bloodfang_tui.scenes.result import ResultScene
from bloodfang_tui.scenes.review import ReviewScene
from matches import EASY, at_match, do, in_front, play_on, scene_of
from online import agree, match_scene, no_settling, quick_match, served, to_act  # noqa: F401
from seats import Table, seated


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little thought is enough here."""
    monkeypatch.setattr(coaches, "advise", partial(advise, budget=300))
    monkeypatch.setattr(coaches, "review", lambda rules, record, seat, _: review(rules, record, seat, 100))


async def asked(table: Table) -> CoachScene:
    """Ask the coach, and wait for what it says."""
    await table.press("a")
    scene = table.scene
    assert isinstance(scene, CoachScene), type(scene).__name__
    await table.until(lambda: scene.found or scene.trouble)
    return scene


async def reviewed(table: Table) -> ReviewScene:
    """A match played to its end, and looked at with the coach."""
    await play_on(table, random.Random(3))
    await table.press("enter")
    assert isinstance(table.scene, ResultScene)
    await table.press("a")
    scene = table.scene
    assert isinstance(scene, ReviewScene)
    await table.until(lambda: scene.found)
    return scene


async def test_the_best_acts_are_shown_with_reasons_and_rules(home: Home) -> None:
    async with at_match(home) as table:
        scene = await asked(table)
        assert 1 <= len(scene.found) <= 3
        for each in scene.found:
            assert each.reasons
        assert f"({scene.found[0].reasons[0].rule})" in table.text
        assert f"wins {scene.found[0].chance:.0%}" in table.text


async def test_what_the_coach_would_play_is_aimed_at_and_not_played(home: Home) -> None:
    async with at_match(home) as table:
        before = scene_of(table).update.version
        found = (await asked(table)).found
        number = next(number for number, each in enumerate(found) if isinstance(each.act, Play))
        await table.press(*["down"] * number, "enter")
        scene = scene_of(table)
        assert scene.chosen == found[number].act
        assert scene.update.version == before


async def test_the_mouse_can_do_the_same(home: Home) -> None:
    async with at_match(home, size=(120, 40)) as table:
        await table.click("match.coach")
        scene = table.scene
        assert isinstance(scene, CoachScene)
        await table.until(lambda: scene.found)
        number = next(number for number, each in enumerate(scene.found) if number and isinstance(each.act, Play))
        await table.click("app.choose", number)
        assert scene.at == number
        await table.click("app.choose", number)
        assert scene_of(table).chosen == scene.found[number].act


async def test_where_there_is_no_room_for_both_a_key_shows_what_they_may_hold(home: Home) -> None:
    async with at_match(home) as table:
        await asked(table)
        assert "What they may still hold" not in table.text
        await table.press("tab")
        assert "What they may still hold" in table.text
        assert "in hand" in table.text
        await table.resize(120, 40)
        assert "What to do" in table.text


async def test_the_key_that_opened_it_closes_it(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await asked(table)
        await table.press("a")
        assert in_front(table, scene)


async def test_the_opening_hand_is_advised_too(home: Home) -> None:
    async with at_match(home, ready=False) as table:
        scene = await asked(table)
        assert len(scene.found) == 1
        await table.press("enter")
        assert isinstance(table.scene, MatchScene)


async def test_a_hint_is_one_sentence_and_names_no_tile(home: Home) -> None:
    home.change(coach="hint")
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("a")
        await table.until(lambda: scene.notice and "looks at the board" not in scene.notice)
        assert in_front(table, scene)
        assert scene.notice.endswith(".")
        assert not any(tile.name in scene.notice.split() for tile in scene.view.tiles)


async def test_a_silent_coach_says_how_to_wake_it_and_is_not_on_the_bar(home: Home) -> None:
    home.change(coach="silent")
    async with at_match(home, size=(120, 40)) as table:
        assert not table.zones("match.coach")
        await table.press("a")
        assert "The coach is silent; the settings can change that." in table.text


async def test_it_speaks_only_to_whoever_is_to_play(home: Home) -> None:
    async with at_match(home) as table:
        await play_on(table, random.Random(3))
        await table.press("a")
        assert "The coach speaks when it is your turn." in table.text


class Mute:
    """A coach that has nothing to say."""

    async def advise(self, known: Observation, legal: tuple[Action, ...]) -> tuple[Advice, ...]:
        raise NoAdvice("The coach took too long.")

    async def review(self, cards: CardSet, record: Record, seat: Seat) -> object:
        raise NoAdvice("The coach took too long.")


async def test_a_coach_that_fails_says_so_and_nothing_else_happens(home: Home) -> None:
    async with at_match(home) as table:
        table.app._coach = Mute()  # type: ignore[assignment]
        await asked(table)
        assert "The coach took too long." in table.text
        await table.press("escape")
        await do(table, PASS)


async def test_after_a_match_the_costliest_turns_are_shown_and_lead_into_the_replay(home: Home) -> None:
    async with at_match(home) as table:
        scene = await reviewed(table)
        assert "Who was ahead" in table.text
        assert scene.turn, "nobody plays by lot and gives nothing away"
        assert f"Turn {scene.turn.number} cost" in table.text
        assert "Better:" in table.text
        moment = scene.turn.moment
        await table.press("enter")
        assert isinstance(table.scene, ReplayScene)
        assert table.scene.at == moment


async def test_a_replay_asks_the_coach_for_whoever_is_to_act(home: Home) -> None:
    async with at_match(home) as table:
        await play_on(table, random.Random(3))
        await table.press("enter", "v", "right", "right", "right")
        assert isinstance(table.scene, ReplayScene)
        scene = await asked(table)
        assert "The coach, for " in table.text
        assert scene.found
        await table.press("escape", "end", "a")
        assert "The match is over here" in table.text


async def test_in_a_rated_match_the_coach_is_off_and_says_so(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.visited("Ann") as ann, server.visited("Bob") as bob:
        agree(ann, bob, rated=True)
        await quick_match(ann, bob)
        mover, _ = to_act(ann, bob)
        assert match_scene(mover).status.rated
        assert "a coach off" in mover.text
        await mover.press("a")
        assert "The coach is off in rated matches." in mover.text
        assert isinstance(mover.scene, MatchScene)


async def test_in_an_unrated_match_of_a_server_it_may_be_asked(tmp_path: Path) -> None:
    async with served(tmp_path) as server, server.visited("Ann") as ann, server.visited("Bob") as bob:
        agree(ann, bob, rated=False)
        await quick_match(ann, bob)
        mover, _ = to_act(ann, bob)
        await mover.press("a")
        scene = mover.scene
        assert isinstance(scene, CoachScene)
        await mover.until(lambda: scene.found)


async def test_bots_and_coach_of_a_terminal_think_in_processes_that_end_with_it(home: Home) -> None:
    app = BloodFangApp(home, EASY, apart=True)
    async with seated(home, EASY, app=app) as table:
        await table.until(lambda: isinstance(table.scene, MatchScene))
        await do(table, Mulligan())
        await do(table, PASS)
        await asked(table)
        workers = [*app.thinkers._all, *app.coach._all]  # type: ignore[union-attr, attr-defined]
        assert len(workers) == 2
        assert all(worker.process.returncode is None for worker in workers)
    assert all(worker.process.returncode is not None for worker in workers)
