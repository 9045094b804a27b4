"""A server for friends in one line: what it prints, who may come, and the host at a table of it."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
import pexpect  # type: ignore[import-untyped]
import pytest
import segno

from bloodfang.ink import Depth
from bloodfang_sshd import addresses, hosting, qr, texts
from bloodfang_sshd.addresses import Way
from bloodfang_sshd.keys import fingerprint
from doors import HOST, client, connected, hearing_hangups, new_key, screen, until
from houses import inside, running


async def test_o10_a_stranger_stays_outside_and_leaves_no_trace(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with running(tmp_path, closed=True) as premises:
        for words in ({}, {"key": key}, {"key": key, "username": "0000-0000-0000-0000"}):
            async with connected(premises.door, **words) as connection:
                for command in (None, "version", "admin who", "join 0000-0000-0000-0000", "join"):
                    seen = await screen(connection, command)
                    assert await seen.ended() == 1
                    assert texts.NOT_INVITED in seen.text
        assert premises.inside() == []
        assert await premises.people.by_key(fingerprint(key)) is None


async def test_o10_a_key_that_came_with_an_invitation_comes_without_one_from_then_on(
    tmp_path: Path, key: asyncssh.SSHKey
) -> None:
    async with running(tmp_path, closed=True) as premises:
        assert premises.invites
        word = await premises.invites.new()
        async with connected(premises.door, key, username=word.lower()) as connection:
            await inside(connection)
        assert await premises.invites.end(word)
    async with running(tmp_path, closed=True) as premises:
        async with connected(premises.door, [new_key(), key]) as again:
            assert (await again.run("version")).exit_status == 0
        async with connected(premises.door, new_key(), username=word) as late:
            assert texts.NOT_INVITED in str((await late.run("version")).stderr)


async def test_o10_a_guest_needs_the_invitation_each_time(tmp_path: Path) -> None:
    async with running(tmp_path, closed=True) as premises:
        assert premises.invites
        word = await premises.invites.new()
        async with connected(premises.door, username=word) as connection:
            seen = await inside(connection)
            assert "a guest" in seen.text
        async with connected(premises.door) as without:
            assert (await without.run("version")).exit_status == 1


async def test_o10_an_invitation_can_be_a_command_too(tmp_path: Path) -> None:
    async with running(tmp_path, closed=True) as premises:
        assert premises.invites
        word = await premises.invites.new()
        async with connected(premises.door) as connection:
            await inside(connection, command=f"join {word}")
            [here] = premises.inside()
            assert here.person.guest
        async with connected(premises.door) as connection:
            done = await connection.run(f"join {word}")
            assert (done.exit_status, str(done.stderr).strip()) == (1, texts.NEEDS_TERMINAL)


async def test_o10_listed_keys_and_admins_need_no_invitation(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    other = new_key()
    chosen: dict[str, Any] = {"allowed": (fingerprint(key),), "admins": (fingerprint(other),)}
    async with running(tmp_path, closed=True, **chosen) as premises:
        for each in (key, other):
            async with connected(premises.door, each) as connection:
                assert (await connection.run("version")).exit_status == 0


async def test_o10_to_ban_a_friend_outweighs_the_invitation(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with running(tmp_path, closed=True) as premises:
        assert premises.invites
        word = await premises.invites.new()
        await premises.people.ban("key", fingerprint(key), "the host")
        async with connected(premises.door, key, username=word) as connection:
            assert "You are kept out" in str((await connection.run("version")).stderr)


# what is printed


async def test_the_letter_has_a_line_for_every_way_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "ways", lambda _: [Way("192.168.1.20", "in the same network"), Way("fd00::7", "x")])
    async with running(tmp_path, closed=True) as premises:
        assert premises.invites
        word = await premises.invites.new()
        letter = hosting.letter(premises, word)
        assert f"  ssh -p {premises.door.port} {word}@192.168.1.20   in the same network" in letter
        assert f"  ssh -p {premises.door.port} {word}@fd00::7" in letter
        assert premises.door.fingerprint in letter
        code = qr.drawn(f"ssh -p {premises.door.port} {word}@192.168.1.20", ascii_only="##" in letter)
        assert code in letter
        assert len(letter.partition(code)[2].splitlines()) < 22, "what follows the code is all there on a small screen"


def test_ways_lead_from_near_to_this_machine_and_name_no_address_that_cannot_be_used() -> None:
    found = addresses.ways()
    assert found[-1] == Way("localhost", "on this machine")
    assert not [way for way in found if way.host.startswith(("fe80", "127.", "169.254.", "::"))]
    assert addresses.ways("192.0.2.7") == [Way("192.0.2.7", "in the same network")]
    assert addresses.ways("fang.example") == [Way("fang.example", "by its name")]
    assert addresses.line("fang.example", 22) == "ssh fang.example"
    assert addresses.line(Way("fd00::7", ""), 2222, "AB") == "ssh -p 2222 AB@fd00::7"


@pytest.mark.parametrize("depth", [Depth.NONE, Depth.BASIC, Depth.TRUE])
def test_a_qr_code_can_be_read_back_module_by_module(depth: Depth) -> None:
    text = "ssh -p 2222 7K2M-Q9XD-04TB-WZ6R@192.168.1.20"
    wanted = [[bool(each) for each in row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    lines = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in qr.drawn(text, depth).split("\n")]
    drawn = []
    for line in lines:
        drawn += [[sign in "▀█" for sign in line], [sign in "▄█" for sign in line]]
    if depth is Depth.NONE:
        drawn = [[not module for module in row] for row in drawn]
    assert drawn[: len(wanted)] == wanted
    assert not any(any(row) for row in drawn[len(wanted) :])


def test_a_qr_code_in_plain_characters_has_two_for_each_module() -> None:
    lines = qr.drawn("ssh localhost", ascii_only=True).split("\n")
    assert {*"".join(lines)} == {"#", " "}
    assert {len(line) for line in lines} == {2 * len(lines)}


# the command itself


def test_a_host_plays_beside_a_friend_and_what_they_leave_is_kept(tmp_path: Path) -> None:
    environ: Any = {**os.environ, "TERM": "xterm-256color", "BLOODFANG_DATA_DIR": str(tmp_path)}
    words = ["-m", "bloodfang.cli", "host", "--port", "0"]
    child = pexpect.spawn(sys.executable, words, dimensions=(40, 100), env=environ, timeout=20, encoding="utf-8")
    child.expect("Enter opens the game")
    [(port, word)] = re.findall(r"ssh -p (\d+) (\S+)@localhost", child.before)
    child.send("\r")
    child.expect_exact("\x1b[?1049h")

    async def friend() -> str:
        chosen = {"username": word, "known_hosts": None, "config": None, "agent_path": None}
        async with asyncssh.connect(HOST, int(port), client_keys=[new_key()], **chosen) as connection:
            seen = await inside(connection)
            return seen.text

    assert "a new account" in asyncio.run(friend())
    data = tmp_path / "host"
    command = [sys.executable, "-m", "bloodfang.cli", "admin", "who", "--json"]
    told = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=20, check=True).stdout
    assert "127.0.0.1" in told
    os.kill(child.pid, 15)
    child.expect("The server has ended. Unfinished matches are kept for the next time.")
    assert "\x1b[?1049l" in child.before
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert '"event": "door.opened"' in (data / hosting.LOG).read_text(encoding="utf-8")
    assert word not in (data / hosting.LOG).read_text(encoding="utf-8")


@pytest.mark.parametrize("played", [False, True])
async def test_a_host_who_closes_the_window_gives_back_the_terminals_of_friends(tmp_path: Path, played: bool) -> None:
    words = ["-m", "bloodfang.cli", "host", "--port", "0", "--data-dir", str(tmp_path)]
    child = pexpect.spawn(
        *(sys.executable, words),
        dimensions=(40, 100),
        timeout=20,
        encoding="utf-8",
        preexec_fn=hearing_hangups,
    )
    try:
        await asyncio.to_thread(child.expect, "Enter opens the game")
        [(port, word)] = re.findall(r"ssh -p (\d+) (\S+)@localhost", child.before)
        if played:
            child.send("\r")
            await asyncio.to_thread(child.expect_exact, "\x1b[?1049h")
        async with asyncssh.connect(HOST, int(port), **client(username=word)) as connection:
            seen = await inside(connection)
            os.close(child.child_fd)
            await seen.ended()
        assert seen.is_whole
        assert texts.CLOSING in seen.text
        await until(lambda: os.waitpid(child.pid, os.WNOHANG)[0] == child.pid)
        assert not (tmp_path / "admin.sock").exists()
    finally:
        with suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)


def test_a_host_who_thinks_better_of_it_ends_the_server_at_once(tmp_path: Path) -> None:
    words = ["-m", "bloodfang.cli", "host", "--port", "0", "--data-dir", str(tmp_path)]
    child = pexpect.spawn(sys.executable, words, dimensions=(40, 100), timeout=20, encoding="utf-8")
    child.expect("Enter opens the game")
    child.sendintr()
    child.expect("The server has ended.")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_without_a_terminal_the_host_is_told_of_no_app(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bloodfang.cli", "host", "--port", "0", "--data-dir", str(tmp_path)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 2
    assert "--no-app" in done.stderr
    assert not done.stdout
