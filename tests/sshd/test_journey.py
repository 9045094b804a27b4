"""A whole visit with OpenSSH's own client in a real terminal: as players come, play and go."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bloodfang_sshd.driver import START, STOP
from doors import HOST, TITLE, opened, until
from travellers import Traveller, need_ssh


@pytest.fixture(autouse=True)
def _with_ssh() -> None:
    need_ssh()


@asynccontextmanager
async def travelling(folder: Path) -> AsyncIterator[Traveller]:
    async with opened(folder) as door:
        yield Traveller(door, folder / "away")


async def test_a_guest_comes_looks_around_and_leaves_a_whole_terminal(tmp_path: Path) -> None:
    async with travelling(tmp_path) as guest:
        terminal = await guest.play()
        await terminal.until(TITLE)
        await terminal.press("?")
        await terminal.until("Rules")
        await terminal.press("\x1b")
        await asyncio.sleep(0.3)
        await terminal.press("qq")
        assert await terminal.ended() == 0
    assert re.search(r"You are ~[\w.-]+, a guest", terminal.text)
    assert terminal.text.count(START) == terminal.text.count(STOP) == 1
    assert "\x1b" not in terminal.text.partition(STOP)[2]
    assert "password" not in terminal.text.lower()


async def test_a_key_is_known_again(tmp_path: Path) -> None:
    names = []
    async with travelling(tmp_path) as player:
        key = player.key()
        for _ in range(2):
            terminal = await player.play(key=key)
            await terminal.until(TITLE)
            await terminal.press("qq")
            assert await terminal.ended() == 0
            found = re.search(r"You are ([\w.-]+), (a new account|known) by your key SHA256:", terminal.text)
            assert found
            names.append(found.groups())
    assert names[0][0] == names[1][0]
    assert [how for _, how in names] == ["a new account", "known"]


async def test_i1_the_public_half_of_a_key_makes_a_guest(tmp_path: Path) -> None:
    async with travelling(tmp_path) as thief:
        key = thief.key()
        terminal = await thief.play(key=key)
        await terminal.until(TITLE)
        await terminal.press("qq")
        await terminal.ended()
        victim = re.search(r"You are ([\w.-]+),", terminal.text)
        assert victim
        key.unlink()
        for stolen in (key, key.with_suffix(".pub")):
            terminal = await thief.play(key=stolen)
            await terminal.until(TITLE)
            await terminal.press("qq")
            await terminal.ended()
            assert ", a guest" in terminal.text
            assert victim[1] not in terminal.text


async def test_keys_and_sizes_reach_the_game(tmp_path: Path) -> None:
    async with travelling(tmp_path) as player:
        terminal = await player.play()
        await terminal.until(TITLE)
        [session] = player.door.sessions
        assert session.app
        assert session.app.size == (80, 24)
        terminal.child.setwinsize(40, 120)
        await until(lambda: session.app and session.app.size == (120, 40))
        await terminal.until(TITLE)
        before = session.app.screen.at  # type: ignore[attr-defined]
        await terminal.press("\x1b[B")
        await until(lambda: session.app and session.app.screen.at != before)  # type: ignore[attr-defined]
        await terminal.press("\x03")
        assert await terminal.ended() == 0


async def test_t0_a_server_that_stops_leaves_whole_terminals(tmp_path: Path) -> None:
    async with travelling(tmp_path) as player:
        terminal = await player.play()
        await terminal.until(TITLE)
        stopping = asyncio.ensure_future(player.door.stop())
        await terminal.ended()
        await stopping
    assert "A match in play is kept" in terminal.text.partition(STOP)[2]


async def test_a_client_that_is_killed_leaves_the_server_well(tmp_path: Path) -> None:
    async with travelling(tmp_path) as player:
        terminal = await player.play()
        await terminal.until(TITLE)
        terminal.child.kill(signal.SIGKILL)
        await terminal.ended()
        await until(lambda: not player.door.house.connections)
        assert not player.door.sessions
        assert (await player.ask("version")).returncode == 0


async def test_commands_are_answered_without_a_terminal(tmp_path: Path) -> None:
    async with travelling(tmp_path) as player:
        answers = await asyncio.gather(*(player.ask(word) for word in ("version", "help", "nope", "rules")))
        without = await player.ask()
    assert [answer.returncode for answer in answers] == [0, 0, 127, 0]
    assert answers[0].stdout.startswith("Blood Fang ")
    assert without.returncode == 1
    assert "ssh -t" in without.stderr


async def test_the_host_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async with travelling(tmp_path) as player:
        assert (await player.ask("version")).returncode == 0
        known = (player.folder / "known_hosts").read_text().split()[-1]
    async with travelling(tmp_path) as player:
        (player.folder / "known_hosts").write_text(f"[{HOST}]:{player.door.port} ssh-ed25519 {known}\n")
        assert (await player.ask("version")).returncode == 0


async def test_n1_a_refusal_is_shown_to_the_player(tmp_path: Path) -> None:
    async with opened(tmp_path, {"attempts_a_minute": 1}) as door:
        player = Traveller(door, tmp_path / "away")
        assert (await player.ask("version")).returncode == 0
        refused = await player.ask("version")
    assert refused.returncode == 255
    assert "Too many connections in a minute; try again in " in refused.stderr
