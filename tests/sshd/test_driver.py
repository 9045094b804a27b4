"""The driver and its keyboard, without any SSH: what goes to a terminal, and what comes from one."""

from __future__ import annotations

import asyncio
import contextvars
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from textual import events
from textual._context import active_app
from textual.driver import Driver
from textual.message import Message

from bloodfang.home import Home
from bloodfang.journal import MemoryJournal
from bloodfang_sshd import input as typing
from bloodfang_sshd import texts
from bloodfang_sshd.config import Limits
from bloodfang_sshd.driver import START, STOP, ChannelDriver, guarded
from bloodfang_sshd.input import Keyboard
from bloodfang_tui.app import BloodFangApp
from doors import TITLE, until


class Tape:
    """Keeps what is sent, piece by piece."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def send(self, data: bytes) -> None:
        self.pieces.append(data)

    @property
    def text(self) -> str:
        return b"".join(self.pieces).decode()


class Seat:
    """An app on a tape."""

    def __init__(self, app: BloodFangApp, tape: Tape) -> None:
        self.app = app
        self.tape = tape

    @property
    def driver(self) -> ChannelDriver:
        assert isinstance(self.app._driver, ChannelDriver)
        return self.app._driver

    async def press(self, keys: bytes) -> None:
        self.driver.feed(keys)
        await settled()


@asynccontextmanager
async def seated(folder: Path, **limits: Any) -> AsyncIterator[Seat]:
    """A player at the title."""
    tape = Tape()
    home = Home.open(folder, journal=MemoryJournal())
    home.change(motion="none", tutorial_seen=True)
    driver = cast(type[Driver], partial(ChannelDriver, line=tape, limits=Limits(**limits)))
    app = BloodFangApp(home, driver_class=driver)
    task = asyncio.get_running_loop().create_task(app.run_async(size=(80, 24)), context=contextvars.Context())
    await until(lambda: TITLE in tape.text)
    await settled()
    yield Seat(app, tape)
    app.exit()
    await task


async def settled() -> None:
    for _ in range(40):
        await asyncio.sleep(0)


# what goes


async def test_t0_whatever_is_changed_about_a_terminal_is_undone(tmp_path: Path) -> None:
    async with seated(tmp_path) as seat:
        pass
    assert seat.tape.text.startswith(START)
    assert seat.tape.text.endswith(STOP)
    assert set(START.replace("h", "l").split("\x1b")) == set(STOP.replace("h", "l").split("\x1b")) - {"[0m"}


async def test_one_piece_is_sent_for_one_key(tmp_path: Path) -> None:
    async with seated(tmp_path) as seat:
        before = len(seat.tape.pieces)
        await seat.press(b"j")
        assert len(seat.tape.pieces) == before + 1
        assert len(seat.tape.pieces[-1]) < 1000


async def test_n14_nothing_is_drawn_while_held_and_everything_once_after(tmp_path: Path) -> None:
    async with seated(tmp_path) as seat:
        seat.driver.hold()
        before = len(seat.tape.pieces)
        await seat.press(b"jj")
        assert len(seat.tape.pieces) == before
        seat.driver.resume()
        await settled()
        [whole] = seat.tape.pieces[before:]
        assert TITLE.encode() in whole
        assert b"\x1b[2J" in whole
        await seat.press(b"j")
        assert len(seat.tape.pieces[-1]) < 1000


async def test_a_new_size_is_drawn_whole(tmp_path: Path) -> None:
    async with seated(tmp_path) as seat:
        before = len(seat.tape.pieces)
        seat.driver.resize(100, 30)
        await settled()
        assert seat.app.size == (100, 30)
        assert TITLE in b"".join(seat.tape.pieces[before:]).decode()


# T4

PASSED = ["plain", "\x1b[0m\x1b[2J\x1b[1;1Hfang ● 界\x1b[0;1;38;2;1;2;3m!\x1b[0m", "", "\x1b]52;c;QkYx\x07"]
STRANGE = [
    ("\x1b]0;title\x07", "?]0;title?"),
    ("a\x1b]52;c;QkYx\x07", "a?]52;c;QkYx?"),
    ("\x1b]52;c;?\x07", "?]52;c;??"),
    ("\x1b[6n", "?[6n"),
    ("\x1b[?1049h", "?[?1049h"),
    ("\x1b[31mred\x1bc", "\x1b[31mred?c"),
    ("\x9b31m", "?31m"),
    ("bell\x07\r\n", "bell???"),
    ("\x1bPq\x1b\\", "?Pq?\\"),
    ("\x1b[2J\x1b[3J", "\x1b[2J?[3J"),
]


@pytest.mark.parametrize("frame", PASSED)
def test_t4_what_the_renderer_draws_passes(frame: str) -> None:
    assert guarded(frame) == frame


@pytest.mark.parametrize(("sent", "shown"), STRANGE)
def test_t4_nothing_else_reaches_a_terminal(sent: str, shown: str) -> None:
    assert guarded(sent) == shown


async def test_t4_the_guard_stands_in_the_driver(tmp_path: Path) -> None:
    async with seated(tmp_path) as seat:
        seat.driver.write("\x1b]0;stolen\x07")
        await settled()
        assert "?]0;stolen?" in seat.tape.text


# what comes


class Typist:
    """A keyboard that nobody but the test listens to."""

    def __init__(self, **limits: Any) -> None:
        self.events: list[Message] = []
        self.told: list[str] = []
        self.keyboard = Keyboard(Limits(**limits), self.events.append, self.told.append)

    @property
    def keys(self) -> list[str]:
        return [event.key for event in self.events if isinstance(event, events.Key)]

    @property
    def pastes(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, events.Paste)]


KEYS = [
    ([b"a"], ["a"]),
    ([b"\x1b[A", b"\x1b[B"], ["up", "down"]),
    ([b"\x1b", b"[", b"A"], ["up"]),
    ([b"\x1b[1;5C"], ["ctrl+right"]),
    ([b"\r\t\x7f"], ["enter", "tab", "backspace"]),
    (["é".encode()[:1], "é".encode()[1:]], ["é"]),
    ([b"\xff\xfe"], ["replacement_character"] * 2),
    ([b"\x03"], ["ctrl+c"]),
]


@pytest.mark.parametrize(("pieces", "keys"), KEYS)
async def test_keys_come_whole_however_they_are_cut(pieces: list[bytes], keys: list[str]) -> None:
    typist = Typist()
    for piece in pieces:
        typist.keyboard.feed(piece)
    assert typist.keys == keys


async def test_a_lone_escape_is_a_key_after_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typing, "ESCAPE_SILENCE", 0.01)
    typist = Typist()
    typist.keyboard.feed(b"\x1b")
    assert typist.keys == []
    await until(lambda: typist.keys)
    assert typist.keys == ["escape"]
    typist.keyboard.feed(b"\x1bO")
    await asyncio.sleep(0.03)
    typist.keyboard.feed(b"j")
    assert typist.keys[-1] == "j"


async def test_clicks_come_where_they_were_made() -> None:
    typist = Typist()
    typist.keyboard.feed(b"\x1b[<0;11;6M\x1b[<0;11;6m\x1b[<64;1;1M")
    down, up, wheel = typist.events
    assert isinstance(down, events.MouseDown)
    assert (down.x, down.y) == (10, 5)
    assert isinstance(up, events.MouseUp)
    assert isinstance(wheel, events.MouseScrollUp)


REPORTS = [b"\x1b[48;9999;9999;1;1t", b"\x1b[12;40R", b"\x1b[?2026;1$y", b"\x1b[?2048;1$y", b"\x1b[I\x1b[O"]


@pytest.mark.parametrize("report", REPORTS)
async def test_what_a_terminal_reports_is_no_event(report: bytes) -> None:
    typist = Typist()
    typist.keyboard.feed(report + b"j\x1b[<0;2;2M")
    assert typist.keys == ["j"]
    assert not [event for event in typist.events if isinstance(event, events.Resize)]
    click = typist.events[-1]
    assert isinstance(click, events.MouseDown)
    assert (click.x, click.y) == (1, 1)


BREAKING = [b"\x1b[99999999999999999999u", b"\x1b[1114112u", b"\x1b[48;0;0;0;0t\x1b[<0;5;5M", b"\x1b[<" + b"9" * 500]


@pytest.mark.parametrize("bytes_", BREAKING)
async def test_a_parser_that_breaks_is_made_anew(bytes_: bytes) -> None:
    typist = Typist(keys_at_once=1000)
    typist.keyboard.feed(bytes_)
    typist.keyboard.feed(b"j")
    assert typist.keys[-1] == "j"


async def test_n15_a_paste_is_one_event_and_cut_where_it_is_too_long() -> None:
    typist = Typist()
    for piece in (b"x\x1b[20", b"0~one\ntwo", b"\x1b[2", b"01~y"):
        typist.keyboard.feed(piece)
    assert (typist.keys, typist.pastes) == (["x", "y"], ["one\ntwo"])
    typist.keyboard.feed(b"\x1b[200~" + "é".encode() * 5000 + b"\x1b[201~")
    assert typist.pastes[-1] == "é" * 2048
    assert typist.told == [texts.TOO_LONG_A_PASTE]


async def test_n15_a_paste_without_an_end_is_over_after_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typing, "PASTE_SILENCE", 0.01)
    typist = Typist()
    typist.keyboard.feed(b"\x1b[200~lost\x1b[20")
    await until(lambda: typist.pastes)
    typist.keyboard.feed(b"j")
    assert typist.keys == ["j"]


async def test_n15_no_key_of_a_paste_is_pressed_however_long_it_is() -> None:
    typist = Typist()
    typist.keyboard.feed(b"q" * 100)
    sent = b"\x1b[200~" + b"p" * 200_000 + b"\x1b[201~"
    before = len(typist.keys)
    for at in range(0, len(sent), 32_768):
        typist.keyboard.feed(sent[at : at + 32_768])
    assert len(typist.keys) == before
    assert len(typist.pastes) <= 1


async def test_n15_more_keys_than_a_hand_can_press_are_ignored_with_a_notice() -> None:
    typist = Typist(keys_at_once=80, keys_a_second=1)
    typist.keyboard.feed(b"j" * 500)
    assert len(typist.keys) == 80
    assert typist.told == [texts.TOO_FAST]


async def test_n15_more_than_so_much_a_minute_is_ignored_with_a_notice() -> None:
    typist = Typist()
    for _ in range(40):
        typist.keyboard.feed(b"\x1b[200~" + b"x" * 1000 + b"\x1b[201~")
    assert sum(map(len, typist.pastes)) < 32_768
    assert typist.told == [texts.TOO_MUCH]


async def test_n15_the_queue_of_an_app_that_is_busy_is_bounded(tmp_path: Path) -> None:
    async with seated(tmp_path, keys_at_once=5000, keys_a_second=5000) as seat:
        seat.driver.feed(b"j" * 3000)
        assert seat.app.message_queue_size <= 256
        await settled()


async def test_a_notice_is_seen(tmp_path: Path) -> None:
    async with seated(tmp_path, keys_at_once=5, keys_a_second=1) as seat:
        await seat.press(b"j" * 50)
        await until(lambda: texts.TOO_FAST in seat.app.screen.sheet.text())  # type: ignore[attr-defined]


# many apps


async def test_what_is_fed_happens_inside_the_apps_own_context(tmp_path: Path) -> None:
    async with seated(tmp_path / "a") as ann, seated(tmp_path / "b") as bob:
        seen: list[object] = []
        for seat in (ann, bob):
            seat.app.screen.do_down = lambda: seen.append(active_app.get())  # type: ignore[attr-defined]
            await seat.press(b"j")
        assert seen == [ann.app, bob.app]


async def test_keys_leave_nothing_to_collect(tmp_path: Path) -> None:
    async with seated(tmp_path, keys_at_once=10_000, keys_a_second=10_000) as seat:

        async def play(times: int) -> None:
            for number in range(times):
                seat.driver.feed(b"\x1b[A" if number // 5 % 2 else b"\x1b[B")
                for _ in range(10):
                    await asyncio.sleep(0)

        await play(50)
        gc.collect()
        gc.disable()
        try:
            await play(500)
            assert gc.collect() < 50
        finally:
            gc.enable()
