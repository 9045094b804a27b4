"""Looking after a server: by its socket, and by SSH for listed keys; the same acts, all of them noted."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import stat
from contextlib import closing
from pathlib import Path

import asyncssh
import pytest

from bloodfang import cli
from bloodfang.admin_command import EXAMPLES, SOCKET
from bloodfang_sshd import texts
from bloodfang_sshd.admin import ACTS
from bloodfang_sshd.keys import fingerprint
from doors import connected, screen, until
from houses import inside, running


async def admin(folder: Path, *words: str) -> int:
    """How `bloodfang admin` ends, run as whoever has the machine."""
    return await asyncio.to_thread(cli.main, ["admin", *words, "--data-dir", str(folder)])


def said(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    return out + err


async def test_o9_who_tells_everybody_with_what_a_ban_needs(
    tmp_path: Path, key: asyncssh.SSHKey, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(tmp_path) as premises, connected(premises.door, key) as one, connected(premises.door) as two:
        await inside(one)
        await inside(two)
        assert await admin(tmp_path, "who", "--json") == 0
        first, second = json.loads(said(capsys))
        assert first["fingerprint"] == fingerprint(key)
        assert first["address"] == second["address"] == "127.0.0.1"
        assert [first["guest"], second["guest"]] == [False, True]
        assert second["name"].startswith("~")
        assert await admin(tmp_path, "who") == 0
        text = said(capsys)
        assert first["name"] in text
        assert first["id"] in text


async def test_o9_who_is_kicked_reads_why_and_gets_the_terminal_back(
    tmp_path: Path, key: asyncssh.SSHKey, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(tmp_path) as premises, connected(premises.door, key) as connection:
        seen = await inside(connection)
        [ann] = premises.inside()
        assert await admin(tmp_path, "kick", ann.person.name.upper(), "be", "kind") == 0
        assert await seen.ended() is not None
        assert seen.is_whole
        assert f"{texts.KICKED} be kind" in seen.text
        await until(lambda: not premises.inside())
        assert await admin(tmp_path, "kick", ann.person.name) == 1
        assert "`who` lists names and numbers" in said(capsys)


@pytest.mark.parametrize("kind", ["name", "key", "network"])
async def test_o9_who_is_banned_goes_at_once_and_does_not_come_back(
    kind: str, tmp_path: Path, key: asyncssh.SSHKey, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(tmp_path) as premises:
        async with connected(premises.door, key) as connection:
            seen = await inside(connection)
            [ann] = premises.inside()
            what = {"name": ann.person.name, "key": fingerprint(key), "network": "127.0.0.0/24"}[kind]
            assert await admin(tmp_path, "ban", kind, what, "2h", "again") == 0
            await seen.ended()
            assert seen.is_whole
            assert "You are kept out of this server until" in seen.text
        async with connected(premises.door, key) as again:
            refused = await again.run("version")
            assert refused.exit_status == 1
            assert "You are kept out" in str(refused.stderr)
        assert await admin(tmp_path, "bans") == 0
        assert "again" in said(capsys)
        assert await admin(tmp_path, "unban", kind, what) == 0
        async with connected(premises.door, key) as welcome:
            assert (await welcome.run("version")).exit_status == 0


async def test_o9_an_announcement_reaches_every_screen_and_steers_none(tmp_path: Path) -> None:
    async with running(tmp_path) as premises, connected(premises.door) as one, connected(premises.door) as two:
        screens = [await inside(one), await inside(two)]
        await until(lambda: len(premises.lobby.here()) == 2)
        assert await admin(tmp_path, "announce", "Cake at \x1b[2Jfive.") == 0
        for seen in screens:
            await seen.until("Cake at [2Jfive.")


async def test_o9_every_act_is_in_the_audit_with_who_did_it(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with running(tmp_path, admins=(fingerprint(key),)) as premises, connected(premises.door, key) as connection:
        for command in ("who", "announce Hello there", "ban name Mallory 7d rude", "unban name Mallory", "bans"):
            answer = await connection.run(f"admin {command}")
            assert (answer.exit_status, answer.stderr) == (0, "")
        await admin(tmp_path, "audit", "3")
        audited = [*reversed(await premises.people.audited())]
        assert [each.what.split(":")[0] for each in audited] == [
            "who",
            "announce Hello there",
            "ban name Mallory for 604800 s",
            "unban name Mallory",
            "bans",
            "audit 3",
        ]
        assert all(fingerprint(key) in each.by for each in audited[:-1])
        assert audited[-1].by.endswith("at the machine")


async def test_i7_who_is_called_admin_or_has_another_key_looks_after_nothing(
    tmp_path: Path, key: asyncssh.SSHKey
) -> None:
    async with running(tmp_path, admins=(f"SHA256:{'A' * 43}",)) as premises:
        for words in ({"key": key}, {"key": key, "username": "admin"}, {"username": "root"}):
            async with connected(premises.door, **words) as connection:
                for command in ("admin who", "admin drain", "admin backup", "admin"):
                    answer = await connection.run(command)
                    assert answer.exit_status == 1
                    assert "only keys that this server lists" in str(answer.stderr)
        assert await premises.people.audited() == ()
        assert not premises.stopping.is_set()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["frob"], "there is no admin command 'frob'"),
        (["ban", "person", "Ann"], "what is kept out is"),
        (["ban", "name"], "say it as `ban KIND WHAT"),
        (["announce", "\x1b"], "an announcement has words"),
        (["audit", "many"], "how many is a number from 1 to 10000"),
        (["drain", "soon"], "a time is a number and s, m, h, d or w"),
        (["announce", "x" * 100_000], "this is no question for the server"),
    ],
)
async def test_wrong_words_end_with_2_and_a_sentence(
    words: list[str], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(tmp_path):
        assert await admin(tmp_path, *words) == 2
        assert problem in said(capsys)


async def test_what_cannot_be_done_ends_with_1_and_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(tmp_path):
        for words, problem in (
            (["ban", "network", "everywhere"], "a network is an address"),
            (["unban", "name", "Mallory"], "there is no ban"),
            (["invite"], "this server is open"),
            (["restore", str(tmp_path / "no.tar")], "a server is running with this folder"),
        ):
            assert await admin(tmp_path, *words) in (1, 2)
            assert problem in said(capsys)


async def test_a_backup_of_a_running_server_can_be_restored_once_it_has_stopped(
    tmp_path: Path, key: asyncssh.SSHKey, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.tar"
    async with running(data) as premises:
        async with connected(premises.door, key) as connection:
            await connection.run("version")
        assert await admin(data, "backup", str(copy)) == 0
        assert await admin(data, "backup", "--json") == 0
        assert Path(json.loads(said(capsys).partition("\n")[2])["path"]).parent == data / "backups"
        before = premises.door.fingerprint
    assert await admin(data, "restore", str(copy)) == 1
    assert await admin(data, "restore", str(copy), "--replace") == 0
    assert "What was there is in" in said(capsys)
    async with running(data) as premises:
        assert premises.door.fingerprint == before
        assert await premises.people.by_key(fingerprint(key))


async def test_a_server_whose_folder_was_named_from_here_can_be_backed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with running(Path("server-data")):
        assert await admin(Path("server-data"), "backup") == 0
    assert [*(tmp_path / "server-data" / "backups").glob("*.tar")]


async def test_over_ssh_a_backup_goes_where_the_server_keeps_them(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with running(tmp_path, admins=(fingerprint(key),)) as premises, connected(premises.door, key) as connection:
        answer = await connection.run(f"admin backup {tmp_path}/anywhere.tar")
        assert (answer.exit_status, (tmp_path / "anywhere.tar").exists()) == (1, False)
        assert (await connection.run("admin backup")).exit_status == 0
        assert [*(tmp_path / "backups").glob("*.tar")]


async def test_o9_a_drained_server_lets_nobody_new_in_begins_no_match_and_stops_when_all_have_left(
    tmp_path: Path, key: asyncssh.SSHKey
) -> None:
    async with running(tmp_path, admins=(fingerprint(key),)) as premises, connected(premises.door) as one:
        seen = await inside(one)
        await until(premises.lobby.here)
        assert await admin(tmp_path, "drain", "10m") == 0
        await seen.until("The server stops in 10 min.")
        assert premises.hall.closing
        async with connected(premises.door) as late:
            other = await inside_or_not(late)
            assert texts.CLOSING in other
        async with connected(premises.door, key) as caretaker:
            assert (await caretaker.run("admin who")).exit_status == 0
        assert await admin(tmp_path, "drain", "off") == 0
        assert not premises.hall.closing
        await admin(tmp_path, "drain")
        assert not premises.stopping.is_set()
        one.close()
        await until(premises.stopping.is_set)


async def inside_or_not(connection: asyncssh.SSHClientConnection) -> str:
    """All that a newcomer reads."""
    found = await screen(connection)
    await found.ended()
    return found.text


async def test_the_socket_is_its_owners_and_gone_with_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(tmp_path):
        assert stat.S_IMODE((tmp_path / SOCKET).stat().st_mode) == 0o600
    assert not (tmp_path / SOCKET).exists()
    assert await admin(tmp_path, "who") == 2
    assert "no server runs with this folder" in said(capsys)


@pytest.mark.parametrize(
    "question", [b"\n", b"{}\n", b'{"words": 7}\n', b'{"words": [7]}\n', b"\xff\n", b"[" * 9_000 + b"\n", b"x" * 99_999]
)
async def test_nonsense_at_the_socket_hurts_nobody(question: bytes, tmp_path: Path) -> None:
    async with running(tmp_path):

        def ask() -> bytes:
            with closing(socket.socket(socket.AF_UNIX)) as line:
                line.settimeout(10)
                line.connect(str(tmp_path / SOCKET))
                try:
                    line.sendall(question)
                    return line.recv(4096)
                except OSError:
                    return b""

        answer = await asyncio.to_thread(ask)
        assert answer == b"" or json.loads(answer)["code"] == 2
        assert await admin(tmp_path, "who") == 0


async def test_invitations_are_made_listed_and_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with running(tmp_path, closed=True) as premises:
        assert premises.invites
        assert await admin(tmp_path, "invite", "7d", "for", "Bo") == 0
        [word] = re.findall(r"^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}$", said(capsys), re.MULTILINE)
        assert premises.invites.is_invite(word)
        assert await admin(tmp_path, "invite", "list") == 0
        listed = said(capsys)
        assert "for Bo" in listed
        assert word not in listed
        assert await admin(tmp_path, "invite", "end", word[:4]) == 0
        assert not premises.invites.is_invite(word)
        assert not [each for each in await premises.people.audited() if word in each.what]


def test_every_act_is_explained() -> None:
    for name in ACTS:
        assert name in EXAMPLES
