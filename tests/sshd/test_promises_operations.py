"""The promises about running a server, kept by a real process; and that the page about security tells the truth."""

from __future__ import annotations

import ast
import asyncio
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import asyncssh
import pytest

from bloodfang_sshd import texts
from doors import HOST, client, hearing_hangups, new_key, screen
from houses import inside

ROOT = Path(__file__).resolve().parents[2]


@asynccontextmanager
async def process(folder: Path, *words: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, int, str]]:
    """`bloodfang serve` in a process of its own: the process, its port, and all that it said before it was ready."""
    command = [sys.executable, "-m", "bloodfang.cli", "serve", "--port", "0", "--data-dir", str(folder), *words]
    running = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, preexec_fn=hearing_hangups
    )
    assert running.stdout
    said = ""
    try:
        async with asyncio.timeout(20):
            while "Its key is" not in said:
                line = await running.stdout.readline()
                assert line, said
                said += line.decode()
        [port] = re.findall(r"port (\d+):", said)
        yield running, int(port), said
    finally:
        if running.returncode is None:
            running.kill()
            await running.wait()


async def test_o1_o2_the_host_key_is_made_once_for_its_owner_and_its_fingerprint_is_printed(tmp_path: Path) -> None:
    seen = []
    for _ in range(2):
        async with process(tmp_path) as (_, port, said):
            key = await asyncssh.get_server_host_key(HOST, port)
            assert key
            assert f"Its key is {key.get_fingerprint('sha256')} (ED25519)." in said
            seen.append(key.public_data)
    assert seen[0] == seen[1]
    assert stat.S_IMODE((tmp_path / "host_key").stat().st_mode) == 0o600


async def test_what_a_server_writes_is_for_its_owner_alone(tmp_path: Path) -> None:
    async with process(tmp_path / "data"):
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").iterdir()}
        assert {name: mode for name, mode in modes.items() if mode & 0o077} == {}
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) & 0o077 == 0


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_o4_who_plays_when_the_server_stops_is_told_and_it_is_gone_within_ten_seconds(
    sign: signal.Signals, tmp_path: Path
) -> None:
    async with (
        process(tmp_path) as (server, port, _),
        asyncssh.connect(HOST, port, **client(new_key())) as one,
        asyncssh.connect(HOST, port, **client()) as two,
    ):
        screens = [await inside(one), await inside(two)]
        began = time.monotonic()
        server.send_signal(sign)
        for each in screens:
            await each.ended()
            assert texts.CLOSING in each.text
            assert each.is_whole
        assert await asyncio.wait_for(server.wait(), 10) == 0
        assert time.monotonic() - began < 10


@pytest.mark.skipif(not shutil.which("ssh"), reason="needs OpenSSH's client")
async def test_o4_a_frozen_client_does_not_keep_the_server(tmp_path: Path) -> None:
    async with process(tmp_path) as (server, port, _):
        words = ["-tt", "-F", "none", "-p", str(port), "-o", "StrictHostKeyChecking=no", "-o", "IdentityAgent=none"]
        words += ["-o", f"UserKnownHostsFile={tmp_path}/known", "-o", "IdentityFile=none", f"ann@{HOST}"]
        frozen = await asyncio.create_subprocess_exec(
            "ssh", *words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert frozen.stdout
        async with asyncio.timeout(10):
            while b"You are" not in await frozen.stdout.read(100):
                pass
        os.kill(frozen.pid, signal.SIGSTOP)
        began = time.monotonic()
        try:
            server.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(server.wait(), 10) == 0
            assert time.monotonic() - began < 10
        finally:
            frozen.kill()
            await frozen.communicate()


async def test_o4_who_comes_while_it_stops_is_not_let_in(tmp_path: Path) -> None:
    async with process(tmp_path) as (server, port, _):
        server.send_signal(signal.SIGTERM)
        await asyncio.wait_for(server.wait(), 10)
        with pytest.raises(OSError, match="Connect call failed"):
            await asyncssh.connect(HOST, port, **client())


async def test_o4_the_same_command_takes_players_back_after_a_restart(tmp_path: Path) -> None:
    key = new_key()
    names = []
    for _ in range(2):
        async with process(tmp_path) as (server, port, _):
            async with asyncssh.connect(HOST, port, **client(key)) as connection:
                seen = await screen(connection)
                names += re.findall(r"You are (\S+),", await seen.until("You are "))
            server.send_signal(signal.SIGTERM)
            await server.wait()
    assert len({*names}) == 1


# text

PARSES = {
    "from_markup",
    "notify",
    "tooltip",
    "border_title",
    "border_subtitle",
    "markup",
    "render_markup",
    "render_str",
}
"""What in Textual and Rich reads a text as markup unless it is told not to."""
WITH_WIDGETS = ("textual.widgets", "textual.content", "textual.markup", "rich.markup", "rich.text")


def test_t3_no_text_is_ever_read_as_markup() -> None:
    """Nothing that could is so much as named in what is shown to players: scenes paint cells."""
    found = []
    for package in ("tui/bloodfang_tui", "sshd/bloodfang_sshd"):
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                names = [node.attr] if isinstance(node, ast.Attribute) else []
                names += [node.arg] if isinstance(node, ast.keyword) and node.arg else []
                modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                modules += [each.name for each in node.names] if isinstance(node, ast.Import) else []
                if {*names} & PARSES or any(each.startswith(WITH_WIDGETS) for each in modules):
                    found.append(f"{file.name}:{getattr(node, 'lineno', '?')}")
    assert found == []


# the page about security

PROMISES = {
    *(f"N{number}" for number in (*range(1, 18), 20, 21)),
    *(f"I{number}" for number in (1, 2, 4, 5, 6, 7, 8)),
    *(f"T{number}" for number in (0, 1, 2, 3, 4, 5, 6, 7, 9)),
    *(f"G{number}" for number in (1, 2, 3, 4, 5, 6, 9)),
    *(f"O{number}" for number in (1, 2, 4, 5, 6, 7, 9, 10)),
}


def page() -> tuple[dict[str, list[str]], set[str]]:
    """The files of tests that the page names for each promise, and the promises it says no test shows."""
    text = (ROOT / "docs" / "SECURITY.md").read_text(encoding="utf-8")
    shown, _, others = text.partition("## Not shown by a test")
    rows = re.findall(r"^\| ([NITGO]\d+) \|.*\| ([^|]*) \|$", shown, re.MULTILINE)
    return {name: re.findall(r"`([^`]+)`", files) for name, files in rows}, {
        *re.findall(r"\*\*([NITGO]\d+)\*\*", others)
    }


@cache
def names_in(file: Path) -> list[str]:
    """All functions in a file of tests."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def named_for(promise: str, file: Path) -> list[str]:
    """The tests in a file whose names hold the promise."""
    return [name for name in names_in(file) if re.match(rf"test_(\w+_)?{promise.lower()}_", name)]


def test_the_page_about_security_speaks_of_every_promise() -> None:
    shown, not_shown = page()
    assert shown.keys() | not_shown == PROMISES
    assert not shown.keys() & not_shown


@pytest.mark.parametrize("promise", sorted(PROMISES))
def test_each_promise_on_the_page_has_the_tests_that_it_names(promise: str) -> None:
    shown, not_shown = page()
    if promise in not_shown:
        everywhere = [test for file in (ROOT / "tests").rglob("test_*.py") for test in named_for(promise, file)]
        assert everywhere == [], "the page says that no test shows this"
    else:
        assert shown[promise]
        for file in shown[promise]:
            assert named_for(promise, ROOT / "tests" / file), f"tests/{file} has no test of {promise}"
