"""What reaches a terminal, a log or a disk, and how it all ends: the promises T0, T5, T6, G9, O1, O2 and O4."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from bloodfang.home import Home
from bloodfang.journal import MemoryJournal
from bloodfang.refusing import Refused
from bloodfang_sshd import texts
from bloodfang_sshd.config import Limits
from bloodfang_sshd.driver import START, STOP
from bloodfang_sshd.environment import Environment
from bloodfang_sshd.keys import fingerprint, host_key
from bloodfang_sshd.logs import shortened
from bloodfang_sshd.visits import Facts
from bloodfang_tui.app import BloodFangApp
from bloodfang_tui.scene import Scene
from bloodfang_tui.sheet import Sheet
from doors import HOST, client, connected, new_key, opened, screen, titled, until

# T0


async def test_t0_leaving_gives_the_terminal_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        shown = await titled(connection)
        shown.press("qq")
        assert await shown.ended() == 0
    assert shown.text.endswith(STOP)
    assert shown.text.count(START) == 1


async def test_t0_so_does_the_end_of_input(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        shown = await titled(connection)
        shown.process.stdin.write_eof()
        assert await shown.ended() == 0
    assert shown.text.endswith(STOP)


async def test_t0_so_does_being_sent_away(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        shown = await titled(connection)
        door.sessions[0].end(texts.KICKED)
        await shown.ended()
    assert shown.text.partition(STOP)[2] == f"{texts.KICKED}\r\n"


async def test_t0_being_sent_away_before_anything_is_drawn_is_said_as_well(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        shown = await screen(connection)
        await until(lambda: door.sessions and door.sessions[0]._task)
        door.sessions[0].end(texts.KICKED)
        await shown.ended()
    assert shown.is_whole
    assert texts.KICKED in shown.text


async def test_t0_an_app_that_will_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bloodfang_sshd.session.LONGEST_ENDING", 0.2)

    class Stuck(Broken):
        async def on_unmount(self) -> None:
            await asyncio.sleep(60)

    async with opened(tmp_path, app=apps(tmp_path, Stuck)) as door, connected(door) as connection:
        shown = await screen(connection)
        await shown.until("a scene")
        door.sessions[0].end(texts.KICKED)
        await shown.ended(5)
    assert shown.is_whole


# G9


class Broken(Scene[None]):
    """Falls over when a key is pressed."""

    def paint(self, sheet: Sheet) -> None:
        sheet.put(0, 0, "a scene")

    def on_key(self, event: Any) -> None:
        secret = "the whole hand"
        raise ValueError(secret)


def apps(folder: Path, scene: type[Scene[None]]) -> Any:
    """Apps that open with this scene."""

    def make(facts: Facts) -> BloodFangApp:
        class Game(BloodFangApp):
            def get_default_screen(self) -> Any:
                return scene()

        home = Home.open(folder / "home", journal=MemoryJournal())
        return Game(home, driver_class=facts.driver_class)

    return make


async def test_g9_a_bug_ends_one_session_with_its_terminal_whole_and_a_number(
    tmp_path: Path, logged: io.StringIO
) -> None:
    async with opened(tmp_path, app=apps(tmp_path, Broken)) as door, connected(door) as ann, connected(door) as bob:
        falling, standing = await screen(ann), await screen(bob)
        await falling.until("a scene")
        await standing.until("a scene")
        falling.press("j")
        assert await falling.ended() == 1
        await until(lambda: len(door.sessions) == 1)
        standing.process.stdin.write_eof()
        assert await standing.ended() == 0
    after = falling.text.partition(STOP)[2]
    number = re.search(r"its number is (\w+)", after)
    assert number
    assert number[1] in logged.getvalue()
    assert "the whole hand" not in logged.getvalue()


async def test_g9_so_does_a_bug_before_the_app_is_there(tmp_path: Path, logged: io.StringIO) -> None:
    def make(facts: Facts) -> BloodFangApp:
        raise ValueError("the whole hand")

    async with opened(tmp_path, app=make) as door, connected(door) as connection:
        shown = await screen(connection)
        assert await shown.ended() == 1
        assert (await connection.run("version")).exit_status == 0
    assert "It is a bug" in shown.text
    assert "the whole hand" not in logged.getvalue()


# T5


@pytest.mark.parametrize("value", ["\x1b]0;x\x07", "a\u202eb", "\x9b31m", "\n\r\x00", "\ud800"])
def test_t5_what_a_stranger_says_steers_nothing(value: str) -> None:
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202e\ud800]", texts.clean(value))


def test_t5_what_a_client_tells_is_cleaned() -> None:
    environment = Environment(Limits())
    assert environment.told(b"TERM", b"xterm\x1b]0;x\x07")
    assert environment.told(b"LANG", b"\xff\xfe")
    assert environment.said == {"TERM": "xterm?]0;x?", "LANG": "\ufffd\ufffd"}


async def test_t5_no_answer_and_no_log_line_repeats_what_could_steer(tmp_path: Path, logged: io.StringIO) -> None:
    async with opened(tmp_path) as door, connected(door, client_version="x\x7e") as connection:
        shown = await titled(connection, term_type="xterm\x1b]2;x\x07", env={"LANG": "\x1b[31m"})
        shown.press("qq")
        await shown.ended()
        answer = await connection.run("card '\x1b]0;stolen\x07'")
    assert "\x1b]" not in f"{answer.stderr!s}{shown.text}"
    assert "\x1b" not in logged.getvalue()


# T6


async def test_t6_the_log_is_json_and_holds_no_secret(
    tmp_path: Path, key: asyncssh.SSHKey, logged: io.StringIO
) -> None:
    code, invite = "ROOM7QXM2K9P", "heron-in-the-reeds"
    closed = opened(tmp_path, closed=True, invite=invite)
    async with closed as door, connected(door, key, username=invite) as connection:
        await connection.run(f"join {code}")
        shown = await titled(connection, command=f"join {code}")
        shown.press("a secret word\x1b[200~another secret\x1b[201~")
        shown.press("\x03")
        await shown.ended()
    said = logged.getvalue()
    lines = [json.loads(line) for line in said.splitlines()]
    assert {"door.opened", "session.began", "session.ended", "door.closed"} <= {line["event"] for line in lines}
    for secret in (code, invite, "secret", fingerprint(key), HOST, key.export_public_key().decode().split()[1]):
        assert secret not in said


ADDRESSES = [
    ("203.0.113.77", "203.0.113.x"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
    ("::ffff:203.0.113.77", "203.0.113.x"),
    ("fe80::1%eth0", "fe80::/48"),
    ("", "elsewhere"),
]


@pytest.mark.parametrize(("address", "short"), ADDRESSES)
def test_t6_addresses_are_shortened(address: str, short: str) -> None:
    assert shortened(address) == short


# O1, O2


def test_o1_the_host_key_is_made_once_and_nobody_else_reads_it(tmp_path: Path) -> None:
    first, second = host_key(tmp_path / "new"), host_key(tmp_path / "new")
    assert fingerprint(first) == fingerprint(second)
    assert stat.S_IMODE((tmp_path / "new" / "host_key").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["host_key"]


def damaged(path: Path) -> None:
    path.write_text("no key at all")
    path.chmod(0o600)


def half(path: Path) -> None:
    path.write_bytes(new_key().export_private_key()[:100])
    path.chmod(0o600)


def shared(path: Path) -> None:
    path.write_bytes(new_key().export_private_key())
    path.chmod(0o644)


def folder(path: Path) -> None:
    path.mkdir(mode=0o700)


def weak(path: Path) -> None:
    path.write_bytes(new_key("ssh-rsa", key_size=2048).export_private_key())
    path.chmod(0o600)


def locked(path: Path) -> None:
    path.write_bytes(new_key().export_private_key("pkcs8-pem", passphrase="x"))
    path.chmod(0o600)


@pytest.mark.parametrize("make", [damaged, half, shared, folder, weak, locked])
def test_o1_a_key_that_cannot_be_trusted_stops_the_start_and_stays(make: Any, tmp_path: Path) -> None:
    path = tmp_path / "host_key"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(Refused, match="host key"):
        host_key(tmp_path)
    assert (path.read_bytes() if path.is_file() else b"") == before


async def test_o2_the_fingerprint_stands_beside_the_door(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        async with connected(door) as connection:
            seen = connection.get_server_host_key()
        assert seen
        assert fingerprint(seen) in door.sign()
        assert f"ssh -p {door.port}" in door.sign()


async def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        with pytest.raises(Refused, match="cannot listen"):
            async with opened(tmp_path, port=door.port):
                pass


# O4


async def test_o4_stopping_tells_everybody_and_gives_back_every_terminal(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        async with connected(door) as ann, connected(door) as bob:
            screens = [await titled(ann), await titled(bob)]
            began = time.monotonic()
            stopping = asyncio.ensure_future(door.stop())
            for shown in screens:
                await shown.ended()
                assert shown.text.partition(STOP)[2] == f"{texts.CLOSING}\r\n"
            await stopping
            assert time.monotonic() - began < 3
        with pytest.raises(OSError, match=r"."):
            await asyncssh.connect(HOST, door.port, **client())


async def test_o4_nobody_can_hold_the_door_open(tmp_path: Path) -> None:
    async with opened(tmp_path, {"stop_seconds": 0.3}) as door, connected(door) as connection:
        await titled(connection)
        frozen: Any = connection
        frozen._transport.pause_reading()
        began = time.monotonic()
        await door.stop()
        assert time.monotonic() - began < 3
        assert not door.house.connections


SERVER = """
import asyncio, sys
from pathlib import Path
from bloodfang.people import People
from bloodfang_sshd.server import Door, serve
from bloodfang_sshd.visits import make_app
from doors import config, library, verbs

async def main() -> None:
    folder = Path(sys.argv[1])
    people, _ = People.open(folder / "people.sqlite3")
    door = Door(config(folder), people, make_app(folder, library()), verbs())
    await serve(door, lambda sign: print(door.port, sign, sep="\\n", flush=True))
    await people.close()

asyncio.run(main())
"""


async def test_o4_a_server_that_is_asked_to_end_does_so_in_time(tmp_path: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    command = [sys.executable, "-c", SERVER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ) as server:
        assert server.stdout
        port = int(await asyncio.to_thread(server.stdout.readline))
        async with asyncssh.connect(HOST, port, **client()) as connection:
            shown = await titled(connection)
            began = time.monotonic()
            server.send_signal(signal.SIGTERM)
            await shown.ended()
        assert await asyncio.to_thread(server.wait, 10) == 0
        assert time.monotonic() - began < 10
        assert "SHA256:" in server.stdout.read()
    assert texts.CLOSING in shown.text
    assert shown.is_whole
