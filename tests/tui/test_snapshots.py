"""What every screen looks like. A change of looks is a change of pictures.

To take them anew: `.venv/bin/python -m pytest tests/tui/test_snapshots.py --snapshot-update`
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from bloodfang import journal, paths
from bloodfang.coach import advise
from bloodfang.coach import asking as coaches
from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang.opening import PlayAtOnce
from bloodfang.settings import CHOICES
from bloodfang_engine.fang import BloodFang, Play
from bloodfang_engine.record import Record, write
from bloodfang_tui import BloodFangApp
from bloodfang_tui.scenes.coach import CoachScene
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.review import ReviewScene

Snap = Callable[..., bool]
Before = Callable[[Pilot[Any]], Awaitable[None]]

MATCH = PlayAtOnce(bot="easy", seed=11, first="me")
SHARED = PlayAtOnce(opponent="person", seed=11, first="me")
SIZES = [(80, 24), (120, 40)]
every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


@pytest.fixture(autouse=True)
def _frozen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing here knows what time it is, or where: paths are told as seen from the folder of the home."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(paths, "shipped_config", lambda: tmp_path / "config")
    monkeypatch.setattr(journal, "now", lambda: "2030-01-02T03:04:05.000000+00:00")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setattr(coaches, "DEPTHS", {"quick": 200})
    monkeypatch.setattr(coaches, "advise", partial(advise, budget=600))


def keys(*pressed: str) -> Before:
    """Press these, one after the other."""

    async def before(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        for key in pressed:
            await pilot.press(key)
            await pilot.pause()

    return before


def played(acts: int, *pressed: str) -> Before:
    """So many acts of ours are done, then these keys are pressed."""

    async def before(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        scene = pilot.app.screen
        assert isinstance(scene, MatchScene)
        match, left = scene.table.match, acts
        while not match.outcome and (left or not match.latest(scene.seat).legal):
            if legal := match.latest(scene.seat).legal:
                plays = [act for act in legal if isinstance(act, Play)]
                await match.submit(scene.seat, plays[len(plays) // 2] if plays else legal[-1])
                left -= 1
            await pilot.pause()
        await keys(*pressed)(pilot)

    return before


def advised(acts: int, *pressed: str) -> Before:
    """The same, and the coach has said what it has to say before the last key."""

    async def before(pilot: Pilot[Any]) -> None:
        await played(acts, *pressed[:-1])(pilot)
        scene = pilot.app.screen
        assert isinstance(scene, CoachScene | ReviewScene)
        while not scene.found:
            await pilot.pause(0.01)
        await keys(pressed[-1])(pilot)

    return before


SCREENS: dict[str, tuple[PlayAtOnce | None, Before]] = {
    "title": (None, keys()),
    "new-match": (None, keys("enter")),
    "lesson": (None, keys("down", "enter", "enter", "2")),
    "decks": (None, keys("down", "down", "enter")),
    "builder": (None, keys("down", "down", "enter", "n")),
    "cards": (None, keys("down", "down", "down", "enter", "down")),
    "face": (None, keys("down", "down", "down", "enter", "down", "enter")),
    "replays-empty": (None, keys("down", "down", "down", "down", "enter")),
    "rules": (None, keys("question_mark")),
    "keys": (None, keys("question_mark", "a")),
    "settings": (None, keys("up", "up", "enter")),
    "mulligan": (MATCH, keys("2", "4")),
    "choosing-a-card": (MATCH, played(4, "right")),
    "preview": (MATCH, played(4, "right", "enter", "tab")),
    "illegal": (MATCH, played(4, "right", "enter", "right", "right", "right")),
    "story": (MATCH, played(4, "o")),
    "inspector": (MATCH, played(4, "right", "enter", "i", "right")),
    "asked-before-passing": (MATCH, played(4, "p")),
    "leaving": (MATCH, played(4, "escape")),
    "over": (MATCH, played(40)),
    "result": (MATCH, played(40, "enter")),
    "replay": (MATCH, played(40, "enter", "v", "right", "right", "right", "right", "right")),
    "curtain": (SHARED, keys("enter", "enter")),
    "coach": (MATCH, advised(4, "a", "down")),
    "coach-what-they-hold": (MATCH, advised(4, "a", "tab")),
    "review": (MATCH, advised(40, "enter", "a", "right")),
}


@every_size
@pytest.mark.parametrize("screen", SCREENS)
def test_screen(snap_compare: Snap, home: Home, screen: str, size: tuple[int, int]) -> None:
    home.change(tutorial_seen=True)
    opening, before = SCREENS[screen]
    assert snap_compare(BloodFangApp(home, opening), terminal_size=size, run_before=before)


@every_size
def test_replays_that_were_kept(snap_compare: Snap, home: Home, size: tuple[int, int]) -> None:
    home.change(tutorial_seen=True)
    record = Record(BloodFang(home.catalog.cards).sample(7), ())
    kept = home.records.save(record, "Ann against Gate Hound")
    kept.write_text(f"# Ann against Gate Hound\n# 2030-01-02T03:04:05+00:00\n{write(record)}", encoding="utf-8")
    (kept.parent / "torn.toml").write_text("this is no record", encoding="utf-8")
    os.utime(kept.parent / "torn.toml", (1_900_000_001, 1_900_000_001))
    before = keys("down", "down", "down", "down", "enter")
    assert snap_compare(BloodFangApp(home), terminal_size=size, run_before=before)


def test_the_news_of_damaged_settings(snap_compare: Snap, tmp_path: Path) -> None:
    (tmp_path / "client.toml").write_text("theme = 'night", encoding="utf-8")
    home = Home.open(tmp_path)
    assert snap_compare(BloodFangApp(home), terminal_size=(80, 24), run_before=keys())


def test_a_terminal_that_is_too_small(snap_compare: Snap, home: Home) -> None:
    assert snap_compare(BloodFangApp(home), terminal_size=(50, 14), run_before=keys())


@pytest.mark.parametrize("size", [(60, 20), (100, 30), (160, 50)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_match_at_other_sizes(snap_compare: Snap, home: Home, size: tuple[int, int]) -> None:
    before = played(4, "right", "enter", "tab")
    assert snap_compare(BloodFangApp(home, MATCH), terminal_size=size, run_before=before)


@every_size
@pytest.mark.parametrize("theme", CHOICES["theme"])
def test_a_match_in_every_theme(snap_compare: Snap, home: Home, theme: str, size: tuple[int, int]) -> None:
    home.change(theme=theme)
    before = played(4, "right", "enter", "tab")
    assert snap_compare(BloodFangApp(home, MATCH), terminal_size=size, run_before=before)


@every_size
@pytest.mark.parametrize("glyphs", list(Glyphs))
@pytest.mark.parametrize("depth", list(Depth))
def test_a_match_in_every_tier(
    snap_compare: Snap, home: Home, depth: Depth, glyphs: Glyphs, size: tuple[int, int]
) -> None:
    before = played(4, "right", "enter", "tab")
    app = BloodFangApp(home, MATCH, depth=depth, glyphs=glyphs)
    assert snap_compare(app, terminal_size=size, run_before=before)
