"""A whole match between two terminals with OpenSSH's own client: found, played, interrupted and ended by keys."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
import pytest

from bloodfang_engine.fang import Play
from bloodfang_sshd.driver import START, STOP
from bloodfang_sshd.premises import Premises
from bloodfang_tui.scenes.onlinematch import OnlineMatchScene
from bloodfang_tui.scenes.result import ResultScene
from doors import until
from houses import running
from travellers import Terminal, Traveller, need_ssh


@pytest.fixture(autouse=True)
def _with_ssh() -> None:
    need_ssh()


class Player:
    """Somebody at a terminal that shows all it is sent, as terminals do."""

    def __init__(self, premises: Premises, terminal: Terminal) -> None:
        self.text = ""
        self._premises = premises
        self._child = terminal.child
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        try:
            while True:
                with suppress(pexpect.TIMEOUT):
                    self.text += await asyncio.to_thread(self._child.read_nonblocking, 65_536, 0.2)
        except pexpect.EOF:
            pass

    @property
    def name(self) -> str:
        """Who they are here."""
        found = re.search(r"You are (~?[\w.-]+)", self.text)
        return found[1] if found else ""

    @property
    def scene(self) -> object:
        """What is in front of them, as the server knows it."""
        for session in self._premises.door.sessions:
            if session.app and session.app.online and session.app.online.person.name == self.name:
                return session.app.screen
        return None

    @property
    def board(self) -> OnlineMatchScene:
        """The board in front of them."""
        assert isinstance(self.scene, OnlineMatchScene)
        return self.scene

    async def sees(self, what: str, seconds: float = 10) -> None:
        """Wait for this to be shown."""
        await until(lambda: what in self.text, seconds)

    async def press(self, keys: str) -> None:
        """Type."""
        await asyncio.to_thread(self._child.send, keys)

    async def look_for_a_rival(self) -> None:
        """From the lobby."""
        await self.sees("Quick match")
        await self.press("\x1b[B\r" if "Learn to play" in self.text else "\r")

    async def act(self) -> None:
        """Play the first card that can be, where the game proposes it; pass if none can."""
        board = self.board
        version, hand = board.update.version, board.view.hand or ()
        plays = [act for act in board.update.legal if isinstance(act, Play)]
        await self.press(f"{hand.index(plays[0].card) + 1}\r" if plays else "p")
        await until(lambda: board.update.version > version)

    async def killed(self) -> None:
        """The line is cut, without a word."""
        self._child.kill(signal.SIGKILL)
        await self._reading

    async def left(self) -> int | None:
        """Wait until it is over, and how `ssh` ended."""
        async with asyncio.timeout(10):
            await self._reading
        await asyncio.to_thread(self._child.close)
        status: int | None = self._child.exitstatus
        return status


async def play(one: Player, other: Player, until_version: int = 1_000) -> None:
    """Play on, whoever is to act."""
    while not one.board.update.outcome and one.board.update.version < until_version:
        await (one if one.board.my_turn else other).act()
        await until(lambda: one.board.update.version == other.board.update.version)


@asynccontextmanager
async def met(folder: Path) -> AsyncIterator[tuple[Player, Player, Traveller, Path]]:
    """A guest, and somebody with a key, in a match that has begun; how the second travels, and the key."""
    async with running(folder / "server") as premises:
        guest, owner = (Traveller(premises.door, folder / name) for name in ("guest", "owner"))
        key = owner.key()
        one, other = Player(premises, await guest.play()), Player(premises, await owner.play(key=key))
        for player in (one, other):
            await player.look_for_a_rival()
        for player in (one, other):
            await player.sees("give back or keep")
            await player.press("\r")
        await until(lambda: one.board.update.version == other.board.update.version == 2)
        yield one, other, owner, key


async def test_a_match_is_found_played_and_ended_by_keys(tmp_path: Path) -> None:
    async with met(tmp_path) as (one, other, _, _):
        assert one.name.startswith("~")
        assert not other.name.startswith("~")
        await play(one, other)
        for player in (one, other):
            await player.press("\r")
        await until(lambda: isinstance(one.scene, ResultScene) and isinstance(other.scene, ResultScene))
        for player in (one, other):
            await player.press("\x03")
            assert await player.left() == 0
            assert player.text.count(START) == player.text.count(STOP) == 1
            assert "\x1b" not in player.text.partition(STOP)[2]


async def test_who_is_cut_off_is_back_at_the_same_board_within_two_seconds(tmp_path: Path) -> None:
    async with met(tmp_path) as (one, other, owner, key):
        await play(one, other, until_version=7)
        match, version = other.board.chair.live.id, other.board.update.version
        hand, name = other.board.view.hand, other.name
        await other.killed()
        await one.sees(f"{name} has been away")
        began = time.monotonic()
        again = Player(other._premises, await owner.play(key=key))
        await again.sees("hand ")
        await until(lambda: isinstance(again.scene, OnlineMatchScene))
        assert time.monotonic() - began < 2
        assert (again.name, again.board.chair.live.id) == (name, match)
        assert (again.board.update.version, again.board.view.hand) == (version, hand)
        await play(one, again)
        assert again.board.update.outcome
        for player in (one, again):
            await player.press("\x03")
            assert await player.left() == 0
