"""The title: a new process shows it before it has read a card, and it opens a match once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bloodfang.home import Home
from bloodfang.opening import PlayAtOnce
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.title import TitleScene
from seats import key, seated

HEAVY = ("pydantic", "bloodfang.catalog", "bloodfang.loading", "bloodfang_engine.fang", "bloodfang_tui.scenes.match")
LIMIT = 1.5
"""Seconds of CPU, on a machine that has other things to do; `make bench` measures, and wants less."""

TELL = f"""
import asyncio, sys, time
sys.path.insert(0, {str(Path(__file__).parent)!r})
from pathlib import Path
from bloodfang.home import Home
from bloodfang_tui.app import BloodFangApp
from glass import GlassDriver

async def main():
    app = BloodFangApp(Home.open(Path(sys.argv[1])), driver_class=GlassDriver)
    task = asyncio.create_task(app.run_async(size=(80, 24)))
    while not app.shown:
        await asyncio.sleep(0.001)
    print(time.process_time(), *{{*{HEAVY!r}}} & {{*sys.modules}})
    app.exit()
    await task

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("home")
    return subprocess.check_output([sys.executable, "-c", TELL, str(folder)], text=True).split()


def test_the_title_waits_for_no_cards_and_no_rules(told: list[str]) -> None:
    assert told[1:] == []


def test_the_title_is_there_soon(told: list[str]) -> None:
    assert float(told[0]) < LIMIT


def test_soon_after_it_what_a_match_needs_is_there_too() -> None:
    missing = f"print(*{{*{HEAVY!r}}} - {{*sys.modules}})"
    tell = f"import sys; from bloodfang_tui.app import _look_ahead; _look_ahead(); {missing}"
    assert subprocess.check_output([sys.executable, "-c", tell], text=True).split() == []


async def test_the_way_back_leads_to_the_way_out_and_then_out(home: Home) -> None:
    async with seated(home) as table:
        await table.press("escape")
        assert any("▸ Leave" in line for line in table.text.splitlines())
        assert not table.app._exit
        await table.press("escape")
        assert table.app._exit


@pytest.fixture
async def left(home: Home) -> Home:
    """A home with two matches that were left."""
    for seed in (1, 2):
        async with seated(home, PlayAtOnce(seed=seed, bot="easy")):
            pass
    return home


async def test_a_match_is_opened_once_however_often_the_key_is_pressed(home: Home) -> None:
    async with seated(home, PlayAtOnce(seed=1, bot="easy")):
        pass
    async with seated(home) as table:
        await table.until(lambda: "Continue" in table.text)
        for _ in range(3):
            table.app.post_message(key("c"))
        await table.until(lambda: isinstance(table.scene, MatchScene))
        await table.press("escape")
        assert [type(each) for each in table.app.screen_stack[:2]] == [TitleScene, MatchScene]
        assert sum(isinstance(each, MatchScene) for each in table.app.screen_stack) == 1


async def test_looking_for_matches_does_not_keep_one_from_being_opened(left: Home) -> None:
    for _ in range(5):
        await go_on(left)


async def go_on(home: Home) -> None:
    async with seated(home) as table:
        await table.until(lambda: "Continue" in table.text)
        for each in ("c", "enter"):
            table.app.post_message(key(each))
        await table.until(lambda: isinstance(table.scene, MatchScene))
