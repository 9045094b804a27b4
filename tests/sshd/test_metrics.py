"""Figures for whoever runs a server: everything is counted, nobody is named, and who does not ask pays nothing."""

from __future__ import annotations

import asyncio
import re
import socket
from pathlib import Path

import asyncssh
import pytest

from bloodfang.refusing import Refused
from bloodfang.terms import Terms
from bloodfang_sshd.keys import fingerprint
from bloodfang_sshd.metrics import Board, Figures
from doors import connected, heard, knocking, until
from houses import inside, running


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        port: int = asking.getsockname()[1]
        return port


async def asked(port: int, question: bytes = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n") -> str:
    """All that the board answers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(question)
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return answer.decode()


def value(page: str, name: str) -> float:
    """A figure on the page, by its name and labels."""
    [found] = re.findall(rf"^{re.escape(name)} ([0-9.e+-]+)$", page, re.MULTILINE)
    return float(found)


async def test_o7_what_happens_at_the_door_is_counted(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    port = free_port()
    async with running(tmp_path, {"per_address": 2}, metrics_port=port) as premises:
        async with connected(premises.door, key) as one, connected(premises.door) as two:
            await inside(one)
            await two.run("version")
            await heard(knocking(premises.door))
            page = await asked(port)
            assert page.startswith("HTTP/1.1 200 OK\r\n")
            assert value(page, 'bloodfang_connections{state="signed_in"}') == 2
            assert value(page, 'bloodfang_sessions{state="screen"}') == 1
            assert value(page, 'bloodfang_logins_total{how="new"}') == 1
            assert value(page, 'bloodfang_logins_total{how="guest"}') == 1
            assert value(page, "bloodfang_app_starts_total") == 1
            assert value(page, 'bloodfang_bytes_total{way="out"}') > 1_000
            assert value(page, 'bloodfang_events_total{event="door.refused",why="too-many"}') == 1
            assert value(page, 'bloodfang_matches{state="played"}') == 0
            assert value(page, "bloodfang_stalls_total") == 0
        await until(lambda: not premises.door.house.connections)
        async with connected(premises.door, key) as again:
            await again.run("version")
        assert value(await asked(port), 'bloodfang_logins_total{how="known"}') == 1


async def test_o7_a_match_against_a_bot_shows_how_long_bots_and_storage_take(tmp_path: Path) -> None:
    port = free_port()
    async with running(tmp_path, metrics_port=port) as premises:
        guest = await premises.people.guest("Ann")
        visit = await premises.lobby.enter(guest, "127.0.0.1")
        catalog = premises.hall.library.catalogs[0]
        await visit.play_bot("easy", next(iter(catalog.decks.values())), Terms())
        chair = await visit.resume()
        assert chair
        page = await asked(port)
        async with asyncio.timeout(10):
            while 'bloodfang_took_seconds_count{what="bot"}' not in page:
                await asyncio.sleep(0.02)
                page = await asked(port)
        assert value(page, 'bloodfang_took_seconds_count{what="bot"}') >= 1
        assert value(page, 'bloodfang_took_seconds_count{what="journal"}') >= 1
        assert value(page, 'bloodfang_took_seconds_count{what="hall"}') >= 1
        assert value(page, 'bloodfang_matches{state="played"}') == 1
        visit.leave()


async def test_o7_nobody_is_named(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    port = free_port()
    async with running(tmp_path, metrics_port=port) as premises, connected(premises.door, key) as connection:
        await inside(connection)
        await connection.run("card nobody-knows-this")
        await connection.run("mallory was here")
        [here] = premises.inside()
        page = await asked(port)
        for secret in (here.person.name, here.person.id, fingerprint(key)[7:], "127.0.0.1", "mallory", "nobody-knows"):
            assert secret not in page


async def test_o7_how_late_the_loop_is_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bloodfang_sshd.metrics.BEAT", 0.01)
    figures = Figures()
    board = Board(figures)
    await board.open(0)
    await asyncio.sleep(0.05)
    page = await asked(board.port)
    await board.close()
    assert value(page, "bloodfang_loop_lag_seconds_count") >= 1


@pytest.mark.parametrize(
    "question", [b"GET /etc/passwd HTTP/1.1\r\n\r\n", b"\xff\xfe\r\n\r\n", b"POST /metrics \r\n\r\n"]
)
async def test_there_is_nothing_but_figures(question: bytes) -> None:
    board = Board(Figures())
    await board.open(0)
    assert (await asked(board.port, question)).startswith("HTTP/1.1 404 ")
    await board.close()


async def test_figures_are_for_this_machine_alone_and_a_taken_port_is_a_sentence(tmp_path: Path) -> None:
    board = Board(Figures())
    await board.open(0)
    assert board._server
    assert [each.getsockname()[0] for each in board._server.sockets] == ["127.0.0.1"]
    with pytest.raises(Refused, match=r"cannot show figures at 127\.0\.0\.1, port"):
        async with running(tmp_path, metrics_port=board.port):
            pass
    await board.close()


async def test_where_nobody_asks_nothing_is_counted(tmp_path: Path) -> None:
    async with running(tmp_path) as premises:
        assert premises.door.house.figures is None
