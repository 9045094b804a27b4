"""Ten thousand inputs that nobody would type, in every scene and at every verb: the server stays well (N15, T4, G9)."""

from __future__ import annotations

import asyncio
import io
import random
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String

from bench.players import memory
from bloodfang_sshd.identity import Arrival
from bloodfang_sshd.premises import Premises
from bloodfang_sshd.texts import TOO_FAST, TOO_MUCH
from bloodfang_sshd.verbs import Answer, Asker
from bloodfang_tui.scenes import placard
from doors import HOST, Screen, client, connected, new_key, until
from houses import inside, running

HURRIED = {"keys_a_second": 10_000, "keys_at_once": 10_000, "input_bytes_a_minute": 100_000_000}
"""Limits that keep nothing away from the game."""
CROWD = {"per_address": 1000, "attempts_a_minute": 10_000, "unproven_some": 1000, "unproven_all": 1000}
AT_HOME = ("127.0.0.0/8",)

KEYS = [
    *"0123456789abcdefghijklmnopqrstuvwxyz?/+-*:. ",
    "\r",
    "\t",
    "\x7f",
    "\x1b[Z",
    *(f"\x1b[{sign}" for sign in "ABCDHF"),
]
HOSTILE = [
    "\x1b]52;c;aGk=\x07",
    "\x1b[2J\x1b[?1049l",
    "\x9b31m",
    "\u202eevil",
    "[/nope]",
    "[@click=app.exit]x[/]",
    "\ud7ff\uffff",
    "Z\u0301\u0302\u0303\u0304",
    "'; DROP TABLE people; --",
    "../../etc/passwd",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\x00\x00",
    "ſtilt",
    "0" * 300,
]
ALLOWED = re.compile(rb"[^\x00-\x1f\x7f]|\x1b\[(?:[0-9;]*m|[0-9]+;[0-9]+H|2J|\?[0-9]+[hl])|\r\n")


def strange(lot: random.Random) -> bytes:
    """What a broken terminal, a cat on the keys or a stranger with a plan could send."""
    kind = lot.randrange(8)
    if kind < 3:
        said = "".join(lot.choices(KEYS, k=lot.randrange(1, 5))).encode()
    elif kind == 3:
        said = lot.randbytes(lot.randrange(1, 40))
    elif kind == 4:
        figures = ";".join(str(lot.choice([0, 1, 2, 9, 80, 2**31, 10**20, -1])) for _ in range(lot.randrange(5)))
        begun, mark = lot.choice("[O]P_^N"), lot.choice(["", "?", "<", ">", "="])
        said = f"\x1b{begun}{mark}{figures}{chr(lot.randrange(32, 127))}".encode()
    elif kind == 5:
        at = ";".join(str(lot.choice([0, 1, 5, 40, 79, 80, 500, 99_999])) for _ in range(2))
        said = f"\x1b[<{lot.choice([0, 1, 2, 3, 32, 35, 64, 65, 128])};{at}{lot.choice('Mm')}".encode()
    elif kind == 6:
        said = b"\x1b[200~" + lot.choice(HOSTILE).encode("utf-8", "replace") + lot.choice([b"", b"\x1b[201~"])
    else:
        said = lot.choice(HOSTILE).encode("utf-8", "replace")
    return said.replace(b"\x03", b"")  # whoever leaves sends nothing more


class Stranger:
    """Somebody who sends whatever comes to mind, and comes again when that has led outside."""

    def __init__(self, premises: Premises, lot: random.Random) -> None:
        self.raw = b""
        self._premises = premises
        self._lot = lot
        self._key = new_key() if lot.random() < 0.5 else None

    async def send(self, times: int) -> None:
        left = times
        while left:
            async with connected(self._premises.door, self._key) as connection:
                seen = await inside(connection)
                reading = asyncio.ensure_future(self._read(seen))
                while left and not reading.done():
                    with suppress(BrokenPipeError):
                        seen.process.stdin.write(strange(self._lot))
                    left -= 1
                    await asyncio.sleep(0 if left % 8 else 0.01)
                connection.abort()
                with suppress(asyncssh.Error):
                    await reading
                self.raw += seen.raw[-20_000:]

    async def _read(self, seen: Screen) -> None:
        while more := await seen.process.stdout.read(65_536):
            seen.raw += more


async def test_n15_ten_thousand_strange_inputs_leave_the_server_well(tmp_path: Path, logged: io.StringIO) -> None:
    lot = random.Random(1117)
    async with running(tmp_path, {**HURRIED, **CROWD}, exempt=AT_HOME, chat=True) as premises:
        strangers = [Stranger(premises, lot) for _ in range(8)]
        await asyncio.gather(*(each.send(50) for each in strangers))  # what is made once is made
        before = memory()
        await asyncio.gather(*(each.send(1_250) for each in strangers))
        await until(lambda: not premises.door.house.connections)
        assert memory() - before < 60
        async with connected(premises.door) as connection:
            assert (await connection.run("version")).exit_status == 0
    for stranger in strangers:
        strangest = ALLOWED.sub(b"", stranger.raw)
        assert not strangest, strangest[:80]
    assert "crashed" not in logged.getvalue()
    assert '"trace"' not in logged.getvalue()


async def test_n15_whoever_plays_beside_strangers_does_not_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        placard, "SETTLING", 0.0
    )  # a stranger's challenge takes no keys at first: no wait of the server's
    lot, waits = random.Random(1118), list[float]()
    async with (
        running(tmp_path, CROWD, exempt=AT_HOME) as premises,
        connected(premises.door, new_key()) as ann,
    ):
        playing = await inside(ann)
        await playing.until("Quick match")
        strangers = [Stranger(premises, lot) for _ in range(4)]
        sending = asyncio.gather(*(each.send(2_000) for each in strangers))
        while not sending.done():
            before, began = len(playing.text), time.monotonic()
            playing.press("j" if len(waits) % 2 else "k")
            await playing.until("\x1b[", before)
            waits.append(time.monotonic() - began)
            await asyncio.sleep(0.02)
        await sending
        assert len(waits) >= 60  # with few, one that waits for a stranger's handshake, done in this loop too, is all
        assert sorted(waits)[int(len(waits) * 0.95)] < 0.1
        told = b"".join(each.raw for each in strangers).decode("utf-8", "replace")
        assert TOO_FAST in told or TOO_MUCH in told
        ann.abort()


def words(lot: random.Random, names: list[str]) -> str:
    """A command that nobody would give."""
    parts = [
        *names,
        *HOSTILE,
        "--json",
        "'",
        '"',
        "\\",
        "$(id)",
        "-rf",
        "R12",
        "R" * 50,
        "a" * 3000,
        "\ud800",
        "é",
        "0",
    ]
    return " ".join(lot.choices(parts, k=lot.randrange(1, 6)))


async def test_n11_a_thousand_strange_commands_are_answered_with_a_line(tmp_path: Path, logged: io.StringIO) -> None:
    lot = random.Random(1119)
    async with running(tmp_path) as premises:
        verbs = premises.door.house.verbs
        guest = await premises.people.guest()
        asker = Asker(Arrival(guest, "", new=True, is_admin=False), HOST)
        for _ in range(1_000):
            command = words(lot, [*verbs._verbs])
            answer = await verbs.answer(command, asker)
            if isinstance(answer, Answer):
                assert answer.code in (0, 1, 2, 127), command
                assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", answer.text), command
    assert '"trace"' not in logged.getvalue()


async def test_n20_strange_packets_end_a_connection_and_nothing_else(tmp_path: Path, logged: io.StringIO) -> None:
    lot = random.Random(1120)
    async with running(tmp_path, CROWD, exempt=AT_HOME) as premises:
        for number in range(60):
            connection: Any = await asyncssh.connect(HOST, premises.door.port, **client())
            if number % 2:
                await inside(connection)
            with suppress(asyncssh.Error, OSError):
                for _ in range(20):
                    kind = lot.choice(
                        [2, 4, 5, 6, 7, 20, 21, 50, 60, 61, 80, 81, 90, 91, 93, 94, 96, 97, 98, 99, 192, 255]
                    )
                    parts = [
                        lot.randbytes(lot.randrange(30)),
                        String(lot.randbytes(4)),
                        lot.randbytes(4),
                        b"\x00\x00\x00\x00",
                    ]
                    connection.send_packet(kind, b"".join(lot.choices(parts, k=lot.randrange(4))))
                await asyncio.sleep(0)
            connection.abort()
        await until(lambda: not premises.door.house.connections)
        async with connected(premises.door) as again:
            assert (await again.run("version")).exit_status == 0
    assert '"trace"' not in logged.getvalue()
