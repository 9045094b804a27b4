"""Many apps in one process: what each takes care of, and that Textual still makes it necessary."""

from __future__ import annotations

import asyncio
import gc
import inspect
import re
import sys
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from bloodfang.home import Home
from bloodfang_tui import lean
from bloodfang_tui.app import BloodFangApp
from bloodfang_tui.frame import written
from bloodfang_tui.lean import LeanApp
from glass import GlassDriver
from seats import key, mouse, seated


class Plain(App[None]):
    """An app as Textual makes it."""

    def compose(self) -> ComposeResult:
        yield Static("here")


class Quiet(GlassDriver):
    """Takes whatever is written."""

    def write(self, data: str) -> None:
        self.said = getattr(self, "said", "") + data


# stdout and stderr


async def test_the_streams_of_the_process_stay_what_they_are(home: Home) -> None:
    before = sys.stdout, sys.stderr
    async with seated(home):
        assert (sys.stdout, sys.stderr) == before
        async with seated(home):
            assert (sys.stdout, sys.stderr) == before
    assert (sys.stdout, sys.stderr) == before


async def test_textual_still_redirects_them() -> None:
    before = sys.stdout
    async with Plain().run_test():
        assert sys.stdout is not before


# the environment


@pytest.fixture
def no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


async def picture(home: Home) -> tuple[str, list[Any]]:
    async with seated(home, glass=True) as table:
        return table.app.export_screenshot(), table.glass.cells


async def test_the_environment_of_the_process_changes_no_colours(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    before = await picture(home)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "")
    monkeypatch.setenv("TERM", "dumb")
    assert await picture(home) == before


@pytest.mark.usefixtures("no_color")
def test_textual_still_takes_colours_from_all_apps() -> None:
    assert Plain()._filters[1:]


# the start


async def test_no_stylesheet_is_parsed(home: Home) -> None:
    async with seated(home) as table:
        assert not table.app.stylesheet._variables
        assert [rules for rules in table.app.stylesheet.rules if "Scene" not in str(rules.selectors)] == []


def test_textual_still_computes_its_colours_for_each_app() -> None:
    assert len(Plain().get_css_variables()) > 100


async def test_the_first_frame_is_sent_once(home: Home) -> None:
    async with seated(home, glass=True) as table:
        whole = len(written(table.sheet, None).encode())
        assert whole <= table.sent < 1.2 * whole


async def test_another_app_is_shown_within_milliseconds(home: Home) -> None:
    async def start() -> float:
        began = time.process_time()
        async with seated(home, glass=True):
            return time.process_time() - began

    assert min([await start() for _ in range(6)]) < 0.05


# the pointer


async def test_nothing_but_frames_is_sent(home: Home) -> None:
    async with seated(home, glass=True) as table:  # its glass would break
        await table.hover(10, 10)
        await table.click_at(0, 0)


async def test_textual_still_sends_the_shape_of_the_pointer() -> None:
    async with Plain(driver_class=Quiet).run_test(headless=False) as pilot:
        await pilot.pause()
        assert isinstance(pilot.app._driver, Quiet)
        assert "\x1b]22;" in pilot.app._driver.said


# keys


async def test_textual_still_lets_a_key_pass_through_what_was_in_front_when_it_came() -> None:
    took: list[str] = []

    class Counting(Screen[None]):
        BINDINGS = [("a", "add", "")]

        def __init__(self, name: str) -> None:
            super().__init__(name)

        def on_key(self, event: events.Key) -> None:
            took.append(f"{self.name} {event.key}")

        def action_add(self) -> None:
            self.app.push_screen(Counting("second"))

    class Two(App[None]):
        def get_default_screen(self) -> Screen[None]:
            return Counting("first")

    async with Two().run_test() as pilot:
        for each in ("a", "b"):
            pilot.app.post_message(key(each))
        await pilot.pause()
        assert took == ["first a", "first b"]


# memory


@contextmanager
def no_collections() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def test_a_thousand_keys_and_moves_of_the_mouse_leave_nothing_to_collect(home: Home) -> None:
    async with seated(home, glass=True) as table:

        async def play(times: int) -> None:
            for number in range(times):
                table.app.post_message(key("down" if number // 5 % 2 else "up"))
                table.app.post_message(mouse(events.MouseMove, number % 80, number % 24))
                for _ in range(8):
                    await asyncio.sleep(0)

        await play(50)
        with no_collections():
            await play(1000)
            assert gc.collect() < 50


async def test_a_closed_app_is_forgotten(home: Home) -> None:
    async def visit() -> list[weakref.ref[Any]]:
        async with seated(home, glass=True) as table:
            await table.press("down", "question_mark", "down", "escape")
            await table.click_at(5, 5)
            table.app.export_screenshot()
            return [weakref.ref(table.app), weakref.ref(table.scene), weakref.ref(table.app._driver)]

    known = await asyncio.create_task(visit())
    await asyncio.sleep(0)
    gc.collect()
    assert [each() for each in known] == [None] * 3


async def left_behind(home: Home, *, taken_apart: bool) -> int:
    """How much an app that is over leaves to the collector."""

    async def visit() -> None:
        async with seated(home, glass=True) as table:
            await table.press("down", "question_mark", "down", "escape")
        if taken_apart:
            table.app.take_apart()

    await asyncio.create_task(visit())
    with no_collections():
        await asyncio.create_task(visit())
        return gc.collect()


async def test_an_app_that_was_taken_apart_leaves_little_behind(home: Home) -> None:
    assert await left_behind(home, taken_apart=True) < await left_behind(home, taken_apart=False) / 2


async def test_textual_still_leaves_apps_to_the_collector(home: Home) -> None:
    assert await left_behind(home, taken_apart=False) > 500


# a crash


async def test_textual_still_draws_a_traceback_with_all_locals() -> None:
    class Falling(Plain):
        def on_key(self) -> None:
            secret = "the whole hand"
            raise ValueError(len(secret))

    drawn: list[Any] = []

    async def fall(app: Falling) -> None:
        async with app.run_test() as pilot:
            app._print_error_renderables = lambda: drawn.extend(app._exit_renderables)  # type: ignore[method-assign]
            await pilot.press("a")

    with pytest.raises(ValueError, match="14"):
        await fall(Falling())
    assert any("the whole hand" in segment.text for each in drawn for segment in each.segments)


def test_every_entry_names_the_version_it_was_needed_for() -> None:
    said = inspect.getsource(LeanApp) + inspect.getsource(BloodFangApp)
    assert len(re.findall(r"8\.2\.8:", said)) == len(re.findall(r"\d+\.\d+\.\d+", said)) == 8
    assert "tests/tui/test_lean.py" in (lean.__doc__ or "")


# workers


async def left_to_collect(app: App[Any]) -> bool:
    """Whether a worker that is done is there until the collector finds it."""
    gc.disable()
    try:
        worker = app.run_worker(asyncio.sleep(0))
        await worker.wait()
        done = weakref.ref(worker)
        del worker
        await asyncio.sleep(0.05)
        app.call_later(lambda: None)  # until then the news of its end is the last that the app has heard
        await asyncio.sleep(0.05)
        return done() is not None
    finally:
        gc.enable()


async def test_a_worker_that_is_done_leaves_nothing_to_collect(home: Home) -> None:
    async with seated(home) as table:
        assert not await left_to_collect(table.app)


async def test_textual_still_leaves_workers_to_the_collector() -> None:
    app = Plain()
    async with app.run_test():
        assert await left_to_collect(app)
