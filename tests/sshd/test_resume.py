"""Guests who come back by their code, over real connections: to the same board, as the same guest, and only they."""

from __future__ import annotations

import asyncio
import io
import re
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from bloodfang.guests import LASTS
from bloodfang.people import PeopleTrouble, Person
from bloodfang.terms import Terms
from bloodfang_sshd import texts
from bloodfang_sshd.driver import START, STOP
from bloodfang_sshd.premises import Premises
from bloodfang_tui.scenes.account import AccountScene
from bloodfang_tui.scenes.onlinematch import OnlineMatchScene
from doors import HOST, Screen, client, connected, new_key, screen, until
from houses import inside, running

WAY = re.compile(r"ssh -t SERVER resume ([0-9A-Z-]{19})")
NAME = re.compile(r"You are (~[\w.-]+)( again)?, a guest")


def code_of(seen: Screen) -> str:
    """The code that a guest read before the game opened."""
    found = WAY.search(seen.text.partition(START)[0])
    assert found
    return found[1]


def name_of(seen: Screen) -> str:
    found = NAME.search(seen.text)
    assert found
    return found[1]


async def came_back(connection: asyncssh.SSHClientConnection, code: str) -> Screen:
    """A terminal of somebody who was brought back."""
    seen = await screen(connection, f"resume {code}")
    await seen.until(START)
    return seen


async def refused(connection: asyncssh.SSHClientConnection, code: str) -> str:
    """What somebody reads who was not."""
    seen = await screen(connection, f"resume {code}")
    assert await seen.ended() == 1
    assert START not in seen.text
    return seen.text


def board(premises: Premises) -> str:
    """The match in front of the one session there is; nothing if there is none."""
    [session] = premises.door.sessions
    scene = session.app.screen if session.app else None
    return scene.chair.live.id if isinstance(scene, OnlineMatchScene) else ""


async def begin(premises: Premises) -> str:
    """Let the one who is here play a bot; the match."""
    [session] = premises.door.sessions
    await until(lambda: session.app and session.app.online)
    assert session.app
    assert session.app.online
    visit = session.app.online.visit
    deck = next(iter(premises.hall.library.catalogs[0].decks.values()))
    await visit.play_bot("easy", deck, Terms())
    await until(lambda: board(premises))
    return board(premises)


async def gone(premises: Premises) -> None:
    await until(lambda: not premises.door.house.connections and not premises.door.house.leaving)


@pytest.mark.parametrize("with_key", [False, True])
async def test_a_guest_whose_line_broke_comes_back_to_the_same_board(with_key: bool, tmp_path: Path) -> None:
    """From another address, with a key or without: within two seconds, and as the same guest."""
    async with running(tmp_path) as premises:
        async with connected(premises.door) as connection:
            seen = await inside(connection)
            match = await begin(premises)
            connection.abort()
        await gone(premises)
        began = time.monotonic()
        key = new_key() if with_key else None
        async with connected(premises.door, key, local_addr=("127.0.0.9", 0)) as connection:
            again = await came_back(connection, code_of(seen))
            await until(lambda: board(premises) == match)
            assert time.monotonic() - began < 2
            assert name_of(again) == name_of(seen)
            assert " again, a guest" in again.text
            [seating] = premises.hall.of(premises.lobby.here()[0].person.id)
            assert seating.match_id == match
        if key:
            assert await premises.people.by_key(key.get_fingerprint("sha256")) is None


async def test_the_code_works_while_the_broken_line_still_seems_alive(tmp_path: Path) -> None:
    async with running(tmp_path) as premises, connected(premises.door) as dead:
        seen = await inside(dead)
        match = await begin(premises)
        async with connected(premises.door) as connection:
            await came_back(connection, code_of(seen))
            visits = premises.lobby.visits_of(premises.lobby.here()[0].person.id)
            assert len(visits) == 2
            await until(lambda: sum(bool(visit.chairs) for visit in visits) == 2)
            assert {chair.live.id for visit in visits for chair in visit.chairs} == {match}


async def test_a_guest_comes_back_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as premises, AsyncExitStack() as client:
        seen = await inside(await client.enter_async_context(connected(premises.door)))
        match = await begin(premises)
        await premises.close()
        await seen.ended()
        parting = seen.text.partition(STOP)[2]
        assert texts.CLOSING in parting
        assert WAY.findall(parting) == [code_of(seen)]
    for _ in range(2):  # and once more by the same code
        async with running(tmp_path) as premises, connected(premises.door) as connection:
            again = await came_back(connection, code_of(seen))
            await until(lambda: board(premises) == match)
            assert name_of(again) == name_of(seen)


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """`bloodfang serve` in a process of its own, and its port."""
    command = [sys.executable, "-m", "bloodfang.cli", "serve", "--port", "0", "--data-dir", str(folder)]
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=DEVNULL)
    assert process.stdout
    try:
        async with asyncio.timeout(20):
            while not (port := re.search(rb"port (\d+):", await process.stdout.readline())):
                pass
        yield process, int(port[1])
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_o5_two_guests_of_a_server_that_was_killed_come_back_to_their_match(tmp_path: Path) -> None:
    async with (
        served(tmp_path) as (server, port),
        asyncssh.connect(HOST, port, **client()) as one,
        asyncssh.connect(HOST, port, **client()) as two,
    ):
        before = [await inside(one), await inside(two)]
        for seen in before:
            await seen.until("What now?")
            seen.press("\x1b[B\r")  # after the lesson: a quick match
        for seen in before:
            await seen.until("give back or keep")
        server.send_signal(signal.SIGKILL)
        await server.wait()
    async with served(tmp_path) as (_, port):
        for seen, rival in zip(before, reversed(before), strict=True):
            async with asyncssh.connect(HOST, port, **client()) as connection:
                again = await came_back(connection, code_of(seen))
                await again.until("give back or keep")
                assert name_of(again) == name_of(seen)
                assert name_of(rival) in again.text.partition(START)[2]


async def test_who_leaves_a_match_as_a_guest_reads_how_to_come_back(tmp_path: Path) -> None:
    async with running(tmp_path) as premises, connected(premises.door) as connection:
        seen = await inside(connection)
        await begin(premises)
        seen.press("\x03")
        await seen.ended()
        assert seen.is_whole
        assert WAY.findall(seen.text.partition(STOP)[2]) == [code_of(seen)]


async def test_who_leaves_nothing_behind_reads_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as premises:
        for key in (None, new_key()):
            async with connected(premises.door, key) as connection:
                seen = await inside(connection)
                await until(lambda: premises.lobby.here())
                if key:
                    await begin(premises)
                seen.press("\x03")
                await seen.ended()
                assert not WAY.search(seen.text.partition(STOP)[2])
            await gone(premises)


async def test_i8_a_wrong_code_lets_nobody_in_and_is_counted(tmp_path: Path, logged: io.StringIO) -> None:
    async with running(tmp_path) as premises:
        async with connected(premises.door) as connection:
            seen = await inside(connection)
            await begin(premises)
        right, key = code_of(seen), new_key()
        async with connected(premises.door, key) as connection:
            for number in range(10):
                wrong = "NOPE" if number % 2 else "0" * 16
                assert "This code leads to nobody now" in await refused(connection, wrong)
            assert "There were too many wrong codes; try again in" in await refused(connection, right)
        async with connected(premises.door, key, local_addr=("127.0.0.9", 0)) as connection:
            assert "too many wrong codes" in await refused(connection, right)
        async with connected(premises.door, local_addr=("127.0.0.9", 0)) as connection:
            await came_back(connection, right)
        assert await premises.people.by_key(key.get_fingerprint("sha256")) is None
    assert right not in logged.getvalue()
    assert right.replace("-", "") not in logged.getvalue()


async def test_a_code_ends_an_hour_after_the_guest_has_left_without_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as premises:
        async with connected(premises.door) as connection:
            seen = await inside(connection)
        await gone(premises)
        now = time.time()
        monkeypatch.setattr(premises.people, "_now", lambda: now + LASTS - 5)
        async with connected(premises.door) as connection:
            assert name_of(await came_back(connection, code_of(seen))) == name_of(seen)
        await gone(premises)
        monkeypatch.setattr(premises.people, "_now", lambda: now + 2 * LASTS)
        async with connected(premises.door) as connection:
            assert "This code leads to nobody now" in await refused(connection, code_of(seen))


async def test_a_code_leads_to_no_account(tmp_path: Path) -> None:
    async with running(tmp_path) as premises:
        async with connected(premises.door) as connection:
            seen = await inside(connection)
            match = await begin(premises)
            [present] = premises.lobby.here()
            kept, _ = await premises.people.keep_by_phrase(present.person, "Wanda")
            premises.lobby.became(kept)
            seen.press("\x03")
            await seen.ended()
            assert not WAY.search(seen.text.partition(STOP)[2])
        await gone(premises)
        assert [each.match_id for each in premises.hall.of(kept.id)] == [match]
        async with connected(premises.door) as connection:
            assert "This code leads to nobody now" in await refused(connection, code_of(seen))


async def test_a_guest_who_is_kept_out_does_not_come_back(tmp_path: Path) -> None:
    async with running(tmp_path) as premises:
        async with connected(premises.door) as connection:
            seen = await inside(connection)
            await begin(premises)
        await premises.people.ban("name", name_of(seen), "test")
        async with connected(premises.door) as connection:
            assert texts.banned(None) in await refused(connection, code_of(seen))


async def test_a_code_needs_a_terminal_and_only_one(tmp_path: Path) -> None:
    async with running(tmp_path) as premises, connected(premises.door) as connection:
        seen = await inside(connection)
        answer = await connection.run(f"resume {code_of(seen)}")
        assert (answer.exit_status, answer.stderr) == (1, f"{texts.NEEDS_TERMINAL}\n")
        with pytest.raises(asyncssh.ChannelOpenError):
            await screen(connection, f"resume {code_of(seen)}")
        answer = await connection.run("resume")
        assert (answer.exit_status, answer.stderr) == (2, "say it as `resume CODE`\n")


async def test_a_code_opens_a_closed_server_to_whom_it_was_given(tmp_path: Path) -> None:
    async with running(tmp_path, closed=True) as premises:
        assert premises.invites
        invite = await premises.invites.new("test")
        async with connected(premises.door, username=invite) as connection:
            seen = await inside(connection)
            match = await begin(premises)
        async with connected(premises.door) as connection:
            await came_back(connection, code_of(seen))
            await until(lambda: board(premises) == match)
        async with connected(premises.door) as connection:
            assert texts.NOT_INVITED in (await refused_screen(connection)).text


async def refused_screen(connection: asyncssh.SSHClientConnection) -> Screen:
    seen = await screen(connection)
    await seen.ended()
    return seen


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_a_guest_finds_the_way_back_among_what_there_is_to_know_about_them(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with running(tmp_path) as premises, connected(premises.door) as connection:
        seen = await inside(connection, term_size=size)
        [session] = premises.door.sessions
        await until(lambda: session.app and session.app.online)
        assert session.app
        assert session.app.online
        session.app.push_screen(AccountScene(session.app.online))
        await seen.until(f"ssh -t SERVER resume {code_of(seen)}", len(seen.text))
        assert code_of(seen) in session.app.screen.sheet.text()  # type: ignore[attr-defined]


async def test_who_can_be_given_no_code_can_still_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(_: Person) -> str:
        raise PeopleTrouble("the disk is full")

    async with running(tmp_path) as premises, connected(premises.door) as connection:
        monkeypatch.setattr(premises.people, "resume_code", full)
        seen = await inside(connection)
        await begin(premises)
        assert not WAY.search(seen.text)


# homes


def homes(folder: Path, kind: str) -> set[str]:
    return {each.name for each in (folder / kind).iterdir()} if (folder / kind).is_dir() else set()


async def changed(premises: Premises) -> str:
    """The one who is here chooses something, which is written down; who they are."""
    [session] = premises.door.sessions
    await until(lambda: session.app and session.app.online)
    assert session.app
    assert session.app.online
    session.app.home.change(theme="day")
    return session.app.online.person.id


async def test_a_guest_leaves_no_folder_behind_and_an_account_does(tmp_path: Path) -> None:
    async with running(tmp_path) as premises:
        who = ""
        for key in (None, new_key()):
            async with connected(premises.door, key) as connection:
                await inside(connection)
                who = await changed(premises)
                assert who in homes(tmp_path, "players" if key else "guests")
            await gone(premises)
        assert homes(tmp_path, "guests") == set()
        assert homes(tmp_path, "players") == {who}


async def test_a_guest_with_a_match_finds_everything_again(tmp_path: Path) -> None:
    async with running(tmp_path) as premises:
        async with connected(premises.door) as connection:
            seen = await inside(connection)
            guest = await changed(premises)
            await begin(premises)
        await gone(premises)
        assert homes(tmp_path, "guests") == {guest}
    async with running(tmp_path) as premises:
        assert homes(tmp_path, "guests") == {guest}
        async with connected(premises.door) as connection:
            await came_back(connection, code_of(seen))
            [session] = premises.door.sessions
            await until(lambda: session.app and session.app.online)
            assert session.app
            assert session.app.home.settings.theme == "day"
            [seating] = premises.hall.of(guest)
            chair = await premises.hall.sit(seating.match_id, guest)
            await chair.concede()
            chair.leave()
        await gone(premises)
        assert homes(tmp_path, "guests") == set()


async def test_who_is_kept_takes_everything_along(tmp_path: Path) -> None:
    async with running(tmp_path) as premises:
        async with connected(premises.door) as connection:
            await inside(connection)
            guest = await changed(premises)
            kept, phrase = await premises.people.keep_by_phrase(premises.lobby.here()[0].person, "Wanda")
            premises.lobby.became(kept)
        await gone(premises)
        assert (homes(tmp_path, "guests"), homes(tmp_path, "players")) == (set(), {guest})
        assert phrase


async def test_what_a_sudden_end_has_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    key = new_key()
    async with running(tmp_path) as premises:
        async with connected(premises.door, key) as connection:
            await inside(connection)
            account = await changed(premises)
        await gone(premises)
        kept = (await premises.people.keep_by_phrase(await premises.people.guest(), "Wanda"))[0].id
    for name in ("0" * 20, kept, "notes", "1" * 20):
        (tmp_path / "guests" / name).mkdir(parents=True)
        (tmp_path / "guests" / name / "client.toml").write_text("")
    (tmp_path / "guests" / ("2" * 20)).symlink_to(tmp_path / "players" / account)
    async with running(tmp_path):
        assert homes(tmp_path, "guests") == {"notes", "2" * 20}
        assert homes(tmp_path, "players") == {account, kept}
        assert [*(tmp_path / "players" / account).iterdir()]
