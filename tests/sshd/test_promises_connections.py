"""What a connection may do, and how much of it: the promises N1 to N21 of the server, each with a real client."""

from __future__ import annotations

import asyncio
import io
import json
import resource
import socket
import time
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String

from bloodfang.home import Home
from bloodfang.journal import MemoryJournal
from bloodfang_sshd import texts
from bloodfang_sshd.config import Limits
from bloodfang_sshd.gates import Bucket, Porter, crowded, network_of
from bloodfang_sshd.keys import fingerprint
from bloodfang_sshd.sizes import clamped
from bloodfang_sshd.verbs import Answer, Verb
from bloodfang_sshd.visits import Facts
from bloodfang_tui.app import BloodFangApp
from bloodfang_tui.scene import Scene
from bloodfang_tui.sheet import Sheet
from doors import (
    HOST,
    Guest,
    addresses,
    client,
    connected,
    heard,
    knocking,
    new_key,
    opened,
    screen,
    titled,
    until,
    verbs,
)


async def refused(port: int, **words: Any) -> str:
    """Why a client is not let in, as its user reads it."""
    with pytest.raises((asyncssh.Error, OSError)) as why:
        await asyncssh.connect(HOST, port, **client(**words))
    return str(why.value)


# N1, N2, N3: how many


async def test_n1_whoever_comes_when_it_is_full_is_told_to_come_back(tmp_path: Path) -> None:
    async with opened(tmp_path, {"connections": 2}) as door:
        async with connected(door), connected(door):
            assert "Blood Fang is full; try again in 30 s." in await refused(door.port)
        await until(lambda: not door.house.porter.inside)
        async with connected(door):
            pass


async def test_n2_three_hundred_silent_sockets_keep_nobody_out(tmp_path: Path) -> None:
    async with opened(tmp_path, {"per_address": 300, "attempts_a_minute": 1000}) as door:
        silent = []
        for _, address in zip(range(300), addresses(), strict=False):
            silent.append(knocking(door, address))
            await asyncio.sleep(0)
        began = time.monotonic()
        async with connected(door) as connection:
            assert (await connection.run("version")).exit_status == 0
        assert time.monotonic() - began < 2
        assert door.house.porter.unproven <= 50
        for each in silent:
            each.close()


def test_n2_some_are_dropped_from_fifty_on_and_all_from_two_hundred() -> None:
    limits = Limits()
    assert crowded(49, limits, 0.0) is None
    assert crowded(50, limits, 0.0)
    assert crowded(50, limits, 0.9) is None
    assert crowded(199, limits, 0.9)
    assert crowded(200, limits, 1.0)


def test_n2_half_a_handshake_is_counted_too() -> None:
    porter = Porter(Limits(per_address=1000, attempts_a_minute=1000), lot=lambda: 0.999)
    for number in range(200):
        assert porter.knock(network_of(f"10.0.0.{number}")) is None
    refusal = porter.knock(network_of("10.1.1.1"))
    assert refusal
    assert refusal.word == "crowded"


async def test_n3_one_address_has_so_many_connections_and_no_other_notices(tmp_path: Path) -> None:
    async with opened(tmp_path, {"per_address": 2}) as door, connected(door), connected(door):
        assert "2 connections from your address" in await refused(door.port)
        async with connected(door, local_addr=("127.0.0.9", 0)):
            pass


async def test_n3_one_address_may_try_so_often_in_a_minute(tmp_path: Path) -> None:
    async with opened(tmp_path, {"attempts_a_minute": 3}) as door:
        for _ in range(3):
            async with connected(door):
                pass
        assert "Too many connections in a minute; try again in " in await refused(door.port)
        async with connected(door, local_addr=("127.0.0.9", 0)):
            pass


def test_n3_an_address_of_ipv6_is_its_first_half() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1")
    assert network_of("2001:db8::1") != network_of("2001:db8:0:1::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1")
    assert network_of("192.0.2.1") != network_of("192.0.2.2")


# N4


def test_n4_each_penalty_is_twice_the_last_and_forgotten_after_an_hour() -> None:
    now = [1000.0]
    porter = Porter(Limits(), clock=lambda: now[0])
    there, elsewhere = network_of("192.0.2.1"), network_of("192.0.2.2")
    waits = []
    for _ in range(7):
        porter.penalise(there)
        waits.append(porter._known[there].shut_until - now[0])
        assert porter.knock(there)
        assert porter.knock(elsewhere) is None
        porter.left(elsewhere, None, proven=False)
        now[0] += waits[-1] + 1
    assert waits == [30, 60, 120, 240, 480, 600, 600]
    now[0] += 3601
    assert porter.knock(there) is None
    porter.penalise(there)
    assert porter._known[there].penalty == 30


def test_n4_whoever_is_exempt_never_waits() -> None:
    porter = Porter(Limits(), exempt=["192.0.2.0/24", "2001:db8::/32"])
    for address in ("192.0.2.7", "2001:db8::7"):
        porter.penalise(network_of(address))
        assert porter.knock(network_of(address)) is None


def test_n4_the_book_of_addresses_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bloodfang_sshd.gates.MOST_KNOWN", 100)
    porter = Porter(Limits(unproven_some=1000, unproven_all=1000))
    for number in range(500):
        network = network_of(f"10.0.{number // 250}.{number % 250}")
        assert porter.knock(network) is None
        porter.left(network, None, proven=False)
    assert len(porter._known) <= 100


async def test_n4_who_sends_junk_waits_and_reads_for_how_long(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        junk = knocking(door)
        junk.sendall(b"GET / HTTP/1.1\r\n\r\n")
        await heard(junk)
        await until(lambda: not door.house.porter.inside)
        assert "try again in 30 s" in await refused(door.port)


# N5


class Slow(asyncssh.SSHClient):
    """Never gets to sign in."""

    async def public_key_auth_requested(self) -> None:
        await asyncio.sleep(60)


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-Slow\r\n", b"SSH-2.0-Slow\r\n\x00\x00\x01\x00\x04\x14"])
async def test_n5_whoever_does_not_finish_signing_in_is_let_go(said: bytes, tmp_path: Path) -> None:
    async with opened(tmp_path, {"login_seconds": 0.2}) as door:
        knock = knocking(door)
        knock.sendall(said)
        began = time.monotonic()
        assert texts.TOO_LATE.encode() in await heard(knock)
        assert 0.1 < time.monotonic() - began < 2
        await until(lambda: not door.house.porter.inside)


async def test_n5_also_when_only_the_signature_is_missing(tmp_path: Path) -> None:
    async with opened(tmp_path, {"login_seconds": 0.3}) as door:
        assert texts.TOO_LATE in await refused(door.port, client_factory=Slow)


async def test_n5_who_signs_in_and_wants_nothing_is_let_go(tmp_path: Path) -> None:
    async with opened(tmp_path, {"login_seconds": 0.3}) as door, connected(door) as connection:
        assert (await connection.run("version")).exit_status == 0
        async with asyncio.timeout(3):
            await connection.wait_closed()


# N6


async def test_n6_the_twentieth_key_is_still_tried_and_the_next_is_not(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    keys = [new_key() for _ in range(21)]
    async with opened(tmp_path, {"penalty_seconds": 0.01}, closed=True, allowed=(fingerprint(key),)) as door:
        async with connected(door, [*keys[:19], key]):
            pass
        assert texts.TOO_MANY_TRIES in await refused(door.port, key=[*keys[:20], key])


async def test_n6_the_first_key_of_many_is_accepted(tmp_path: Path) -> None:
    keys = [new_key() for _ in range(40)]
    async with opened(tmp_path) as door, connected(door, keys):
        [connection] = door.house.connections
        assert (await connection.arrival()).fingerprint == fingerprint(keys[0])


class Insisting(Guest):
    """Tries the same again and again."""

    def __init__(self, method: str) -> None:
        self._method = method

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self._conn = conn

    async def public_key_auth_requested(self) -> None:
        deaf: Any = self._conn
        deaf._packet_handlers = {**deaf._packet_handlers, 51: lambda *_: None}  # it takes no for no answer
        for _ in range(30):
            request = String("ann"), String("ssh-connection"), String(self._method), String(""), String("")
            self._conn.send_packet(50, *request)
        await asyncio.sleep(10)


@pytest.mark.parametrize("method", ["none", "password", "hostbased", "gssapi-with-mic", "nonsense"])
async def test_n6_everything_else_may_be_tried_six_times(method: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        assert texts.TOO_MANY_TRIES in await refused(door.port, client_factory=lambda: Insisting(method))
        assert "try again in 30 s" in await refused(door.port)


# N7


async def test_n7_a_connection_has_one_screen_and_four_commands(tmp_path: Path) -> None:
    never = asyncio.Event()

    async def wait(_: list[str], __: object) -> Answer:
        await never.wait()
        return Answer("done")

    waiting = verbs()
    waiting.register(Verb("wait", "for ever", wait))
    async with opened(tmp_path, verbs=waiting) as door, connected(door) as connection:
        first = await titled(connection)
        with pytest.raises(asyncssh.ChannelOpenError):
            await screen(connection)
        running = [await connection.create_process("wait") for _ in range(4)]
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process("wait")
        never.set()
        for process in running:
            assert (await process.wait()).stdout == "done\n"
        assert (await connection.run("version")).exit_status == 0
        first.press("qq")
        assert await first.ended() == 0
        second = await titled(connection)
        second.press("qq")
        await second.ended()


async def test_n7_hundreds_of_channels_are_refused_and_the_first_one_lives(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        shown = await titled(connection)

        async def one_more() -> bool:
            try:
                await connection.run("version")
            except asyncssh.ChannelOpenError:
                return False
            return True

        opened_ones = sum(await asyncio.gather(*(one_more() for _ in range(300))))
        assert opened_ones <= 20
        shown.press("qq")
        assert await shown.ended() == 0


# N8


async def test_n8_nothing_is_forwarded_and_no_files_are_served(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        for open_one in (
            lambda: connection.open_connection(HOST, door.port),
            lambda: connection.open_unix_connection("/tmp/agent"),
            lambda: connection.open_tun(),
            lambda: connection.start_sftp_client(),
        ):
            with pytest.raises(asyncssh.ChannelOpenError):
                await open_one()
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.create_server(lambda *_: None, HOST, 0)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.create_unix_server(lambda: None, "/tmp/no")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process("version", x11_forwarding=True, x11_display="localhost:0")
        assert (await connection.run("scp -f /etc/passwd")).exit_status == 127
        assert (await connection.run("version")).exit_status == 0


async def test_n8_no_agent_is_asked_for(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door, agent_forwarding=True) as connection:
        assert (await connection.run("version")).exit_status == 0
        [mine] = door.house.connections
        assert mine.get_agent_path() is None


# N9, N10, N11


SIZES = [
    ((0, 0), (80, 24)),
    ((0, 50), (80, 50)),
    ((1, 1), (20, 8)),
    ((100_000, 100_000), (500, 200)),
    ((2**32 - 1, 2**32 - 1), (500, 200)),
    ((100, 30), (100, 30)),
]


@pytest.mark.parametrize(("said", "used"), SIZES)
def test_n9_a_size_is_one_that_can_be_drawn(said: tuple[int, int], used: tuple[int, int]) -> None:
    assert clamped(said) == used


async def test_n9_a_terminal_of_absurd_size_stops_nobody(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        began = time.monotonic()
        shown = await titled(connection, term_size=(4_000_000_000, 4_000_000_000))
        shown.process.change_terminal_size(3_000_000_000, 1)
        shown.process.change_terminal_size(0, 0)
        [session] = door.sessions
        await until(lambda: session.app and session.app.size == (80, 24))
        assert time.monotonic() - began < 5
        shown.press("qq")
        assert await shown.ended() == 0


async def test_n10_only_what_says_something_about_a_terminal_is_kept(tmp_path: Path) -> None:
    told = {"LANG": "de_DE.UTF-8", "LC_ALL": "C", "COLORTERM": "truecolor", "NO_COLOR": "1", "BLOODFANG_X": "y"}
    refused_ones = {"PATH": "/", "LD_PRELOAD": "x", "HOME": "/", "LC_A\n": "x", "LC_LONG": "x" * 257, "XLANG": "1"}
    async with opened(tmp_path) as door, connected(door) as connection:
        shown = await titled(connection, env={**told, **refused_ones})
        [session] = door.sessions
        assert session._environment.said == {**told, "TERM": "xterm-256color"}
        shown.press("qq")
        await shown.ended()


async def test_n10_two_thousand_names_are_sixteen(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        shown = await titled(connection, env={f"LC_{number}": "x" for number in range(2000)})
        [session] = door.sessions
        assert len(session._environment.said) == 16
        shown.press("qq")
        await shown.ended()


@pytest.mark.parametrize(
    "command", ["tic -x -", "infocmp -1 xterm-kitty", "sh -c 'echo $PATH'", " ", "'", "\x1b]0;x\x07"]
)
async def test_n11_a_command_that_is_none_is_answered_at_once(command: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        began = time.monotonic()
        answer = await connection.run(command)
        assert time.monotonic() - began < 1
    code = {" ": 0, "'": 2}.get(command, 127)
    assert answer.exit_status == code
    assert "\x1b" not in f"{answer.stdout!s}{answer.stderr!s}"
    assert code == 0 or str(answer.stderr).count("\n") == 1


# N12, N13


async def test_n12_a_client_that_is_frozen_is_gone_after_three_questions(tmp_path: Path) -> None:
    async with opened(tmp_path, {"keepalive_seconds": 0.2}) as door:
        async with connected(door) as connection:
            await titled(connection)
            frozen: Any = connection
            frozen._transport.pause_reading()
            began = time.monotonic()
            await until(lambda: not door.house.connections)
            assert 0.55 < time.monotonic() - began < 2
        assert not door.sessions


async def test_n12_a_client_that_answers_stays(tmp_path: Path) -> None:
    async with opened(tmp_path, {"keepalive_seconds": 0.05}) as door, connected(door) as connection:
        shown = await titled(connection)
        await asyncio.sleep(0.5)
        shown.press("qq")
        assert await shown.ended() == 0


@pytest.mark.soak
async def test_n12_in_full(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        await titled(connection)
        frozen: Any = connection
        frozen._transport.pause_reading()
        began = time.monotonic()
        await until(lambda: not door.house.connections, 130)
        assert 85 < time.monotonic() - began < 125


async def test_n13_who_does_nothing_is_warned_and_then_let_go(tmp_path: Path) -> None:
    idle = {"idle_warning_seconds": 0.3, "idle_seconds": 0.6}
    async with opened(tmp_path, idle) as door, connected(door) as connection:
        shown = await titled(connection)
        await shown.until("Are you there?")
        assert await shown.ended() == 0
    assert shown.is_whole
    assert texts.IDLE in shown.text


async def test_n13_who_presses_a_key_stays(tmp_path: Path) -> None:
    idle = {"idle_warning_seconds": 0.3, "idle_seconds": 0.6}
    async with opened(tmp_path, idle) as door, connected(door) as connection:
        shown = await titled(connection)
        for _ in range(9):
            shown.press("j")
            await asyncio.sleep(0.1)
        assert door.sessions
        shown.press("qq")
        await shown.ended()


async def test_n13_in_a_match_only_the_clock_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bloodfang_sshd.session.in_match", lambda app: True)
    idle = {"idle_warning_seconds": 0.1, "idle_seconds": 0.2}
    async with opened(tmp_path, idle) as door, connected(door) as connection:
        shown = await titled(connection)
        await asyncio.sleep(0.6)
        assert door.sessions
        shown.press("qq")
        await shown.ended()


# N14


class Restless(Scene[None]):
    """Draws another whole picture a hundred times a second."""

    number = 0

    def on_mount(self) -> None:
        self.set_interval(0.01, self.tick)

    def tick(self) -> None:
        self.number += 1
        self.repaint()

    def paint(self, sheet: Sheet) -> None:
        for y in range(sheet.area.height):
            sheet.put(0, y, f"{self.number * 7919 + y} " * 80)


def restless(folder: Path) -> Any:
    def make(facts: Facts) -> BloodFangApp:
        class Game(BloodFangApp):
            def get_default_screen(self) -> Any:
                return Restless()

        home = Home.open(folder / "home", journal=MemoryJournal())
        return Game(home, driver_class=facts.driver_class)

    return make


def small_window() -> socket.socket:
    """A socket of a client that can keep little of what it does not read."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    return found


async def unread(door: Any, **words: Any) -> tuple[Any, Any]:
    """A client that has stopped to read, and its screen."""
    sock = small_window()
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_connect(sock, (HOST, door.port))
    connection: Any = await asyncssh.connect(sock=sock, **client(**words))
    shown = await screen(connection, term_size=(200, 60))
    await shown.until("\x1b[2J")
    connection._transport.pause_reading()
    return connection, shown


async def test_n14_nothing_is_drawn_for_who_does_not_read_and_all_once_they_do(tmp_path: Path) -> None:
    async with opened(tmp_path, {"unsent_hold_bytes": 65_536}, app=restless(tmp_path)) as door:
        connection, shown = await unread(door)
        [session] = door.sessions
        await until(lambda: session._holds)
        held: Any = session
        await asyncio.sleep(0.3)
        sent = held._channel.get_write_buffer_size() + held.connection._transport.get_write_buffer_size()
        assert sent < 3 * 65_536
        connection._transport.resume_reading()
        await shown.until("\x1b[2J", len(shown.text))
        assert not session._holds
        connection.abort()


async def test_n14_who_does_not_read_for_long_is_let_go_and_memory_stays(tmp_path: Path) -> None:
    limits = {"unsent_hold_bytes": 65_536, "stalled_seconds": 0.5}
    async with opened(tmp_path, limits, app=restless(tmp_path)) as door:
        connection, _ = await unread(door)
        [session] = door.sessions
        await until(lambda: session._holds)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        await until(lambda: not door.house.connections, 5)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2048
        connection.abort()
    assert not door.sessions


async def test_n14_who_has_a_mountain_to_read_is_let_go(tmp_path: Path) -> None:
    limits = {"unsent_hold_bytes": 65_536, "unsent_most_bytes": 200_000}
    async with opened(tmp_path, limits, app=restless(tmp_path)) as door:
        connection, _ = await unread(door)
        [session] = door.sessions
        for _ in range(500):
            session.send(bytes(10_000))
        await until(lambda: not door.house.connections)
        connection.abort()


async def test_n14_a_screen_that_is_opened_by_who_does_not_read_is_not_drawn(tmp_path: Path) -> None:
    async with opened(tmp_path, app=restless(tmp_path)) as door, connected(door):
        [connection] = door.house.connections
        connection.pause_writing()
        session = connection.session_asked()
        assert session._holds
        connection.resume_writing()
        assert not session._holds
        connection.session_ended(session)


async def test_n14_answers_that_nobody_reads_do_not_pile_up(tmp_path: Path) -> None:
    limits = {"unsent_hold_bytes": 16_384, "unsent_most_bytes": 65_536}
    async with opened(tmp_path, limits, app=restless(tmp_path)) as door:
        connection, _ = await unread(door)
        asked = b"".join((String("keepalive@openssh.com"), b"\x01"))
        for _ in range(400):
            if not door.house.connections:
                break
            for _ in range(300):
                connection.send_packet(80, asked)
            await asyncio.sleep(0)
        await until(lambda: not door.house.connections, 5)
        connection.abort()


# N15, N16


async def test_n15_a_paste_of_ten_megabytes_leaves_others_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as ann, connected(door) as bob:
        pasting, playing = await titled(ann), await titled(bob)
        sent = asyncio.ensure_future(paste(pasting, 10_000_000))
        waits: list[float] = []
        while not sent.done():
            before, began = len(playing.text), time.monotonic()
            playing.press("j" if len(waits) % 2 else "k")
            await playing.until("\x1b[", before)
            waits.append(time.monotonic() - began)
            await asyncio.sleep(0.03)
        assert sorted(waits)[int(len(waits) * 0.99)] < 0.1
        [a, b] = door.sessions
        assert a.app
        assert b.app
        playing.press("qq")
        await playing.ended()


async def paste(shown: Any, size: int) -> None:
    """As a terminal would: marked, as fast as the server takes it."""
    stdin = shown.process.stdin
    stdin.write(b"\x1b[200~")
    piece = b"paste " * 5000
    for _ in range(size // len(piece)):
        stdin.write(piece)
        await stdin.drain()
    stdin.write(b"\x1b[201~")
    await stdin.drain()


async def test_n16_many_sizes_are_a_few(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door) as connection:
        shown = await titled(connection)
        [session] = door.sessions
        assert session._driver
        used: list[tuple[int, int]] = []
        session._driver.resize = lambda columns, rows: used.append((columns, rows))  # type: ignore[method-assign]
        for columns in range(60, 160):
            shown.process.change_terminal_size(columns, 30)
        await until(lambda: used and used[-1] == (159, 30))
        await asyncio.sleep(0.15)
        assert len(used) <= 3
        connection.abort()


async def test_n16_who_resizes_without_end_is_let_go(tmp_path: Path) -> None:
    async with opened(tmp_path, {"resize_flood_seconds": 1}) as door, connected(door) as connection:
        shown = await titled(connection)
        for number in range(200):
            shown.process.change_terminal_size(80 + number % 2, 24)
        await until(lambda: not door.house.connections)
        assert "try again" in await refused(door.port)


# N17, N20, N21


OLD = [
    {"kex_algs": ["diffie-hellman-group14-sha1"]},
    {"kex_algs": ["diffie-hellman-group14-sha256"]},
    {"encryption_algs": ["aes256-cbc"]},
    {"encryption_algs": ["aes128-ctr"]},
    {"server_host_key_algs": ["ssh-rsa"]},
    {"compression_algs": ["zlib@openssh.com"]},
]


@pytest.mark.parametrize("old", OLD, ids=str)
async def test_n17_nothing_old_is_spoken(old: dict[str, Any], tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        assert await refused(door.port, **old)


@pytest.mark.parametrize(
    "cipher", ["chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com"]
)
async def test_n17_what_is_sound_is(cipher: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door, encryption_algs=[cipher]) as connection:
        assert connection.get_extra_info("recv_cipher") == cipher


async def test_n17_a_signature_by_sha1_is_none(tmp_path: Path) -> None:
    key = new_key("ssh-rsa", key_size=2048)
    async with opened(tmp_path) as door:
        for algorithm, guest in (("ssh-rsa", True), ("rsa-sha2-256", False), ("rsa-sha2-512", False)):
            [pair] = asyncssh.load_keypairs([key])
            pair.sig_algorithm = algorithm.encode()
            pair.sig_algorithms = [algorithm.encode()]
            async with connected(door, pair, signature_algs=[algorithm]):
                [connection] = door.house.connections
                assert (await connection.arrival()).person.guest is guest
            await until(lambda: not door.house.connections)


async def test_n17_a_key_that_is_too_small_is_no_key(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door, new_key("ssh-rsa", key_size=1024)):
        [connection] = door.house.connections
        assert (await connection.arrival()).person.guest


JUNK = [
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    bytes(range(256)) * 40,
    b"\n" * 1000,
    b"SSH-1.5-old\r\n",
    b"SSH-2.0-x\r\n" + b"\xff" * 100,
    b"SSH-2.0-\xff\xfe\r\n" + bytes(100),
    b"SSH-2.0-x\r\n\x00\x00\x00\x0c\x04\x32" + bytes(30),
]


@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: repr(junk[:12]))
async def test_n20_junk_is_closed_with_one_line_in_the_log(junk: bytes, tmp_path: Path, logged: io.StringIO) -> None:
    async with opened(tmp_path) as door:
        knock = knocking(door, "127.0.0.7")
        knock.sendall(junk)
        await heard(knock)
        await until(lambda: not door.house.connections)
        async with connected(door) as connection:
            assert (await connection.run("version")).exit_status == 0
    lines = [json.loads(line) for line in logged.getvalue().splitlines()]
    about = [line for line in lines if line.get("address") == "127.0.0.x"]
    assert len(about) <= 1
    assert not [line for line in lines if "trace" in line or line["level"] != "info"]


async def test_n21_the_server_says_its_name_and_nothing_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        knock = knocking(door)
        assert await asyncio.to_thread(knock.recv, 100) == b"SSH-2.0-BloodFang\r\n"
        knock.close()


# a bucket


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(rate=10, most=20)
    assert bucket.take(20, 1.0)
    assert not bucket.take(1, 1.0)
    assert bucket.take(5, 1.5)
    assert not bucket.take(1, 1.5)
    assert bucket.take(20, 100.0)
    assert not bucket.take(1, 100.0)
