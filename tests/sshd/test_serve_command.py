"""`bloodfang serve`: what it needs to begin, what it says if it cannot, and that damaged files are left alone."""

from __future__ import annotations

import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import asyncssh
import pytest

from bloodfang import cli
from bloodfang.refusing import Refused
from bloodfang.serve_command import Serving
from bloodfang_sshd import serving
from bloodfang_sshd.keys import fingerprint
from bloodfang_sshd.premises import Premises
from doors import config, connected
from houses import running


@pytest.fixture(autouse=True)
def _umask() -> Iterator[None]:
    """A server makes its files for its own eyes; this process goes on."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that is said by a server that cannot begin."""
    assert cli.main(["serve", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err.rstrip("\n")


# settings


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("port = 70000", "server.toml:1: port is a whole number from 0 to 65535, not 70000"),
        ("[limits]\nconnections = 0", "server.toml:2: limits.connections is a whole number from 1 to 100000, not 0"),
        ("prot = 22", "server.toml:1: prot means nothing here; did you mean 'port'?"),
        ('closed = "yes"', "server.toml:1: closed is true or false, not 'yes'"),
    ],
)
def test_a_wrong_setting_names_the_key_the_value_and_what_is_allowed(
    text: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "server.toml").write_text(text, encoding="utf-8")
    assert refused(capsys, "--config", "server.toml", "--data-dir", "data") == problem
    assert not (tmp_path / "data").exists()


def test_settings_in_the_data_folder_are_found_and_words_go_before_them(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('port = 4000\nhost = "127.0.0.9"\nclosed = true\n', encoding="utf-8")
    words = ["serve", "--data-dir", str(tmp_path), "--port", "4001"]
    asked = cli.build_parser().parse_args(words)
    found = serving.chosen(asked.serving(asked))
    assert (found.port, found.host, found.closed, found.folder) == (4001, "127.0.0.9", True, tmp_path)


def test_without_settings_all_is_as_shipped(tmp_path: Path) -> None:
    assert serving.chosen(Serving(data_dir=tmp_path)) == config(tmp_path, host="", port=2222)


def test_a_file_of_settings_that_is_not_there_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "none.toml: cannot be read" in refused(capsys, "--config", str(tmp_path / "none.toml"))


@pytest.mark.parametrize("port", ["70000", "-1", "ssh", "２２"])
def test_a_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["serve", f"--port={port}"])
    assert left.value.code == 2
    assert "a port is a whole number from 0 to 65535" in capsys.readouterr().err


# what it needs


def test_a_port_in_use_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = refused(capsys, "--data-dir", str(tmp_path), "--host", "127.0.0.1", "--port", port)
    assert said == f"cannot listen at 127.0.0.1, port {port}: another program listens there"


def test_an_address_of_another_machine_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "--data-dir", str(tmp_path), "--host", "203.0.113.9", "--port", "2222")
    assert said == "cannot listen at 203.0.113.9, port 2222: no address of this machine"


def test_a_damaged_host_key_is_one_clear_line_and_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "host_key").write_text("half a key", encoding="utf-8")
    (tmp_path / "host_key").chmod(0o600)
    said = refused(capsys, "--data-dir", str(tmp_path), "--port", "0")
    assert "host_key: this is no host key that can be read" in said
    assert (tmp_path / "host_key").read_text(encoding="utf-8") == "half a key"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_data_folder_that_cannot_be_written_to_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").mkdir(mode=0o500)
    assert "cannot be written to" in refused(capsys, "--data-dir", str(tmp_path / "data"), "--port", "0")


def test_a_file_where_the_data_folder_should_be_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").write_text("", encoding="utf-8")
    assert "data: cannot be written to" in refused(capsys, "--data-dir", str(tmp_path / "data"), "--port", "0")


async def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    async with running(tmp_path):
        with pytest.raises(Refused, match="a server is running with this folder"):
            await Premises(config(tmp_path)).open()


# damaged files


async def served_once(folder: Path, key: asyncssh.SSHKey) -> None:
    """A server ran here, and somebody came."""
    async with running(folder) as premises, connected(premises.door, key) as connection:
        await connection.run("version")


def damage(path: Path, how: str) -> None:
    """What disks, hands and other programs do to a file."""
    match how:
        case "spoilt":
            path.write_bytes(b"\xff" * path.stat().st_size)
        case "cut short":
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        case "empty":
            path.write_bytes(b"")
        case "gone":
            path.unlink()
        case "another's":
            path.unlink()
            with closing(sqlite3.connect(path)) as other:
                other.execute("CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize("how", ["spoilt", "cut short", "empty", "gone", "another's"])
async def test_damaged_people_stop_the_start_again_and_again_and_nothing_is_touched(
    how: str, tmp_path: Path, key: asyncssh.SSHKey
) -> None:
    await served_once(tmp_path, key)
    damage(tmp_path / "people.sqlite3", how)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    for _ in range(2):
        with pytest.raises(Refused, match=r"people\.sqlite3 .*accounts, so nothing was started.*--begin-anew") as why:
            await Premises(config(tmp_path)).open()
        assert "\n" not in str(why.value)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


async def test_with_begin_anew_damaged_people_are_kept_aside_and_the_server_starts(
    tmp_path: Path, key: asyncssh.SSHKey
) -> None:
    await served_once(tmp_path, key)
    damage(tmp_path / "people.sqlite3", "spoilt")
    premises = Premises(config(tmp_path))
    await premises.open(begin_anew=True)
    assert await premises.people.by_key(fingerprint(key)) is None
    [notice] = premises.notices
    assert "it was kept as" in notice
    assert (tmp_path / "people.sqlite3.damaged-1").exists()
    await premises.close()


async def test_a_damaged_hall_stops_the_start(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    await served_once(tmp_path, key)
    damage(tmp_path / "hall.sqlite3", "spoilt")
    with pytest.raises(Refused, match=r"hall\.sqlite3 is damaged .*matches between people"):
        await Premises(config(tmp_path)).open()


async def test_a_damaged_journal_is_told_and_the_server_goes_on(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    await served_once(tmp_path, key)
    damage(tmp_path / "matches.sqlite3", "spoilt")
    async with running(tmp_path) as premises:
        [notice] = premises.notices
        assert "matches.sqlite3 is damaged" in notice
        assert await premises.people.by_key(fingerprint(key))


async def test_people_of_a_later_version_stop_the_start(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    await served_once(tmp_path, key)
    with closing(sqlite3.connect(tmp_path / "people.sqlite3")) as database:
        database.execute("UPDATE people_version SET version = 99")
        database.commit()
    with pytest.raises(Refused, match="written by a later version of the game"):
        await Premises(config(tmp_path)).open()
    with pytest.raises(Refused, match="written by a later version of the game"):
        await Premises(config(tmp_path)).open(begin_anew=True)


async def test_a_server_that_was_killed_starts_again_as_it_was(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    """What was written, but is not in the files themselves yet, is no damage."""
    async with running(tmp_path) as premises, connected(premises.door, key) as connection:
        await connection.run("version")
        away = tmp_path.with_name(f"{tmp_path.name}-killed")
        away.mkdir()
        for path in tmp_path.glob("*.sqlite3*"):
            (away / path.name).write_bytes(path.read_bytes())
        assert (away / "people.sqlite3-wal").stat().st_size
    async with running(away) as again:
        assert again.notices == []
        assert await again.people.by_key(fingerprint(key))
