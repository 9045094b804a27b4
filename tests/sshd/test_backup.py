"""A server's data copied while it runs, and brought back with a check: nothing half, nothing lost (O6)."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import stat
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from bloodfang.backup import back_up, usual_place
from bloodfang.hallfile import HallFile
from bloodfang.manifest import MANIFEST
from bloodfang.onlyone import alone_in
from bloodfang.people import People
from bloodfang.people_file import PEOPLE
from bloodfang.refusing import Refused
from bloodfang.restoring import restore
from bloodfang.sqlite_journal import SqliteJournal


def key(number: int) -> str:
    """The fingerprint of a key."""
    return f"SHA256:{number:043d}"


async def furnished(data: Path) -> People:
    """A data folder as a server leaves it, with people who are still being written to."""
    people, _ = People.open(data / "people.sqlite3")
    await people.enrol("Ann", key(1))
    for opened in (HallFile.open(data / "hall.sqlite3")[0], SqliteJournal.open(data / "matches.sqlite3")[0]):
        await opened.close()
    (data / "host_key").write_text("the host key\n", encoding="utf-8")
    (data / "players" / "a1").mkdir(parents=True)
    (data / "players" / "a1" / "client.toml").write_text('theme = "dusk"\n', encoding="utf-8")
    (data / "server.log").write_text("{}\n", encoding="utf-8")
    return people


async def names_in(data: Path, numbers: range) -> list[str]:
    """Who is known there by these keys."""
    people, notice = People.open(data / "people.sqlite3")
    found = [person.name for number in numbers if (person := await people.by_key(key(number)))]
    await people.close()
    assert notice == ""
    return found


@pytest.mark.parametrize("name", ["copy", "copy.tar"])
async def test_o6_a_backup_made_while_everybody_plays_is_whole(name: str, tmp_path: Path) -> None:
    data, target = tmp_path / "data", tmp_path / "elsewhere" / name
    people = await furnished(data)

    async def crowd() -> int:
        for number in range(2, 120):
            await people.enrol("", key(number))
        return 119

    writing = asyncio.create_task(crowd())
    await asyncio.sleep(0.02)
    manifest = await asyncio.to_thread(back_up, data, target)
    last = await writing
    await people.close()

    named = {kept.name: kept for kept in manifest.files}
    assert {"people.sqlite3", "hall.sqlite3", "matches.sqlite3", "host_key", "players/a1/client.toml"} == named.keys()
    assert named["people.sqlite3"].version == PEOPLE.version
    back = restore(target, tmp_path / "back")
    assert back.manifest == manifest
    assert back.aside is None
    kept = await names_in(tmp_path / "back", range(1, last + 1))
    assert kept[0] == "Ann"
    assert len(kept) <= last
    assert (tmp_path / "back" / "host_key").read_text(encoding="utf-8") == "the host key\n"


async def test_a_backup_is_for_its_owners_eyes(tmp_path: Path) -> None:
    await (await furnished(tmp_path / "data")).close()
    back_up(tmp_path / "data", tmp_path / "one.tar")
    back_up(tmp_path / "data", tmp_path / "two")
    for path in (tmp_path / "one.tar", tmp_path / "two" / "host_key", tmp_path / "two" / "people.sqlite3"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_o6_what_a_backup_replaces_is_moved_aside_and_never_deleted(tmp_path: Path) -> None:
    data = tmp_path / "data"
    people = await furnished(data)
    back_up(data, place := usual_place(data))
    await people.enrol("Latecomer", key(9))
    await people.close()

    with pytest.raises(Refused, match="it is not empty; with --replace"):
        restore(place, data)
    back = restore(place, data, replace=True)
    assert await names_in(data, range(1, 10)) == ["Ann"]
    assert back.aside == data / "replaced-1"
    assert await names_in(back.aside, range(1, 10)) == ["Ann", "Latecomer"]
    assert place.is_file()
    assert restore(place, data, replace=True).aside == data / "replaced-2"


@pytest.mark.parametrize("as_tar", [False, True])
async def test_o6_a_backup_with_a_changed_bit_changes_nothing(as_tar: bool, tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    await (await furnished(data)).close()
    back_up(data, copy)
    whole = bytearray((copy / "people.sqlite3").read_bytes())
    whole[len(whole) // 2] ^= 1
    (copy / "people.sqlite3").write_bytes(whole)
    if as_tar:
        with tarfile.open(tmp_path / "copy.tar", "w") as archive:
            archive.add(copy, ".")
        copy = tmp_path / "copy.tar"
        with pytest.raises(Refused):
            restore(copy, tmp_path / "back")
        return
    with pytest.raises(Refused, match=r"people\.sqlite3 is not what it was when the backup was made; nothing was"):
        restore(copy, tmp_path / "back")
    assert [each.name for each in (tmp_path / "back").iterdir()] == ["server.lock"]


async def test_o6_a_database_of_a_later_version_is_not_brought_back(tmp_path: Path) -> None:
    data = tmp_path / "data"
    await (await furnished(data)).close()
    with closing(sqlite3.connect(data / "people.sqlite3")) as database:
        database.execute("UPDATE people_version SET version = 99")
        database.commit()
    back_up(data, tmp_path / "copy")
    with pytest.raises(Refused, match=r"people\.sqlite3 was written by a later version of the game; nothing was"):
        restore(tmp_path / "copy", tmp_path / "back")


async def test_a_backup_that_is_cut_short_changes_nothing(tmp_path: Path) -> None:
    await (await furnished(tmp_path / "data")).close()
    back_up(tmp_path / "data", tmp_path / "copy.tar")
    whole = (tmp_path / "copy.tar").read_bytes()
    for part in (0, 100, len(whole) // 2):
        (tmp_path / "half.tar").write_bytes(whole[:part])
        with pytest.raises(Refused):
            restore(tmp_path / "half.tar", tmp_path / "back")
        assert [each.name for each in (tmp_path / "back").iterdir()] == ["server.lock"]


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "a/../../b", ".", "a\\b", ""])
async def test_a_strangers_backup_writes_nothing_outside_of_the_folder(name: str, tmp_path: Path) -> None:
    await (await furnished(tmp_path / "data")).close()
    back_up(tmp_path / "data", tmp_path / "copy")
    said = json.loads((tmp_path / "copy" / MANIFEST).read_text(encoding="utf-8"))
    said["files"][0]["name"] = name
    (tmp_path / "copy" / MANIFEST).write_text(json.dumps(said), encoding="utf-8")
    with pytest.raises(Refused, match="is no file of a data folder"):
        restore(tmp_path / "copy", tmp_path / "back")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 2}', '{"format": 1, "files": [{}]}', "\0"])
def test_what_is_no_backup_is_refused_with_a_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match="copy: "):
        restore(tmp_path / "copy", tmp_path / "back")
    with pytest.raises(Refused, match="there is no such backup"):
        restore(tmp_path / "nowhere.tar", tmp_path / "back")
    shutil.rmtree(tmp_path / "copy")


async def test_nothing_is_brought_back_under_a_running_server(tmp_path: Path) -> None:
    data = tmp_path / "data"
    await (await furnished(data)).close()
    back_up(data, tmp_path / "copy")
    with alone_in(data), pytest.raises(Refused, match="a server is running with this folder"):
        restore(tmp_path / "copy", data, replace=True)


async def test_a_backup_writes_over_nothing(tmp_path: Path) -> None:
    await (await furnished(tmp_path / "data")).close()
    (tmp_path / "copy.tar").write_text("mine", encoding="utf-8")
    with pytest.raises(Refused, match="it is there already"):
        back_up(tmp_path / "data", tmp_path / "copy.tar")
    assert (tmp_path / "copy.tar").read_text(encoding="utf-8") == "mine"
    with pytest.raises(Refused, match="nothing to back up"):
        back_up(tmp_path / "none", tmp_path / "copy2.tar")
