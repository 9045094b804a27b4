"""The log of every match: in memory and on disk it is the same journal; on disk it outlives whatever happens."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bloodfang import sqlite_journal
from bloodfang.journal import Header, Journal, JournalTrouble, MemoryJournal, NoSuchMatch, Place, Taken, now
from bloodfang.match import Match
from bloodfang.sqlite_file import VERSION, open_file
from bloodfang.sqlite_journal import SqliteJournal
from bloodfang.sqlite_thread import SqliteThread
from bloodfang_engine.contract import Outcome, Seat, Setup
from bloodfang_engine.errors import BadRecord
from bloodfang_engine.fang.acts import PASS, Mulligan
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.fang.rules import BloodFang

FANG = BloodFang(practice_set())
PLACES = (Place("Ann", deck="Ash & Bone"), Place("Rook", bot="easy"))
WON = Outcome(Seat.SECOND, "conceded", (3, 12))
DRAWN = Outcome(None, "passes", (4, 4))


def header(match_id: str = "m", **other: Any) -> Header:
    setup = Setup("fang", (("moth", "crow"), ("stag",)), 7, {"profile": "classic", "max_copies": (2, 1)}, "digest")
    return replace(Header(match_id, setup, PLACES, takebacks=True, began=now()), **other)


def opened(path: Path) -> SqliteJournal:
    journal, notice = SqliteJournal.open(path)
    assert notice == ""
    return journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "matches.sqlite3"


@pytest.fixture(params=["memory", "disk"])
async def journal(
    request: pytest.FixtureRequest, path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Journal]:
    monkeypatch.setattr(sqlite_journal, "POLL", 1000)  # what is written here is told here, without looking for it
    kept: Journal = MemoryJournal() if request.param == "memory" else opened(path)
    yield kept
    await kept.close()


# what every journal does


async def test_what_was_written_is_read_again(journal: Journal) -> None:
    await journal.begin(header())
    await journal.append("m", 1, "A mulligan 1 3")
    await journal.append("m", 2, "B pass")
    found, entries = await journal.read("m")
    assert found == header(began=found.began)
    assert entries == ("A mulligan 1 3", "B pass")


async def test_a_number_is_written_once(journal: Journal) -> None:
    await journal.begin(header())
    await journal.append("m", 1, "A pass")
    with pytest.raises(Taken) as refused:
        await journal.append("m", 1, "B pass", WON)
    assert (refused.value.match_id, refused.value.number) == ("m", 1)
    assert (await journal.read("m"))[1] == ("A pass",)
    assert await journal.finished() == ()


async def test_of_many_who_want_the_same_number_one_gets_it(journal: Journal) -> None:
    await journal.begin(header())
    tries = await asyncio.gather(
        *(journal.append("m", 1, f"A {number}") for number in range(20)), return_exceptions=True
    )
    assert sorted(str(type(each)) for each in tries) == sorted([str(type(None))] + [str(Taken)] * 19)
    assert len((await journal.read("m"))[1]) == 1


@pytest.mark.parametrize("number", [0, -1, 3])
async def test_no_number_is_left_out(journal: Journal, number: int) -> None:
    await journal.begin(header())
    await journal.append("m", 1, "A pass")
    with pytest.raises(JournalTrouble):
        await journal.append("m", number, "B pass")
    assert (await journal.read("m"))[1] == ("A pass",)


async def test_a_match_begins_once(journal: Journal) -> None:
    await journal.begin(header())
    with pytest.raises(Taken):
        await journal.begin(header(takebacks=False))
    assert (await journal.read("m"))[0].takebacks


async def test_a_match_that_is_not_there_is_said_to_be_not_there(journal: Journal) -> None:
    with pytest.raises(NoSuchMatch, match="'m'"):
        await journal.read("m")
    with pytest.raises(NoSuchMatch):
        await journal.append("m", 1, "A pass")
    with pytest.raises(NoSuchMatch):
        await anext(journal.follow("m"))


async def test_lists_show_the_match_touched_last_first(journal: Journal) -> None:
    for match_id in ("first", "second", "third", "over"):
        await journal.begin(header(match_id))
    await journal.append("first", 1, "A pass")
    await journal.append("over", 1, "A concede", WON)
    assert [found.header.id for found in await journal.unfinished()] == ["first", "third", "second"]
    (over,) = await journal.finished()
    assert (over.header.id, over.entries, over.result) == ("over", 1, WON)
    assert over.touched > over.header.began


async def test_a_take_back_after_the_end_makes_a_match_unfinished(journal: Journal) -> None:
    await journal.begin(header())
    await journal.append("m", 1, "A pass", DRAWN)
    assert [found.result for found in await journal.finished()] == [DRAWN]
    await journal.append("m", 2, "back 0")
    assert await journal.finished() == ()
    assert [found.entries for found in await journal.unfinished()] == [2]


async def test_no_more_finished_matches_are_listed_than_were_asked_for(journal: Journal) -> None:
    for number in range(5):
        await journal.begin(header(f"m{number}"))
        await journal.append(f"m{number}", 1, "A concede", WON)
    assert [found.header.id for found in await journal.finished(2)] == ["m4", "m3"]


async def test_who_follows_gets_what_is_there_and_then_what_comes(journal: Journal) -> None:
    await journal.begin(header())
    for number in (1, 2):
        await journal.append("m", number, f"A {number}")
    follower, late = journal.follow("m"), journal.follow("m", after=2)
    assert [await anext(follower), await anext(follower)] == [(1, "A 1"), (2, "A 2")]
    coming = [asyncio.ensure_future(anext(each)) for each in (follower, late)]
    await asyncio.sleep(0)
    await journal.append("m", 3, "A 3")
    async with asyncio.timeout(10):
        assert await asyncio.gather(*coming) == [(3, "A 3")] * 2
    await journal.close()
    assert [each async for each in follower] == [each async for each in late] == []


async def test_following_ends_when_the_journal_is_closed(journal: Journal) -> None:
    await journal.begin(header())

    async def follow() -> list[tuple[int, str]]:
        return [entry async for entry in journal.follow("m")]

    following = asyncio.create_task(follow())
    await asyncio.sleep(0.01)
    await journal.close()
    async with asyncio.timeout(10):
        assert await following == []


async def test_a_closed_journal_says_so(journal: Journal) -> None:
    await journal.begin(header())
    await journal.close()
    await journal.close()
    with pytest.raises(JournalTrouble, match="closed"):
        await journal.append("m", 1, "A pass")
    with pytest.raises(JournalTrouble, match="closed"):
        await journal.begin(header("other"))


# on disk


async def test_all_is_there_when_the_file_is_opened_again(path: Path) -> None:
    journal = opened(path)
    await journal.begin(header())
    await journal.append("m", 1, "A concede", WON)
    before = await journal.read("m"), await journal.finished()
    await journal.close()
    again = opened(path)
    assert (await again.read("m"), await again.finished()) == before
    await again.close()


async def test_a_match_plays_on_disk_as_in_memory(path: Path) -> None:
    journal = opened(path)
    match = await Match.begin(FANG, FANG.sample(3), journal, PLACES, takebacks=True)
    await match.submit(Seat.FIRST, Mulligan((1,)))
    await match.submit(Seat.SECOND, Mulligan())
    await match.submit(match.to_act[0], PASS)
    await match.take_back(Seat.FIRST)
    await journal.close()
    again = opened(path)
    resumed = await Match.resume(FANG, again, match.id)
    for viewer in (Seat.FIRST, Seat.SECOND, None):
        assert resumed.join(viewer).latest == match.join(viewer).latest
    assert resumed.setup == match.setup
    await again.close()


async def test_two_programs_may_write_to_one_file_but_not_the_same_entry(path: Path) -> None:
    ours, theirs = opened(path), opened(path)
    match = await Match.begin(FANG, FANG.sample(1), ours, PLACES)
    other = await Match.resume(FANG, theirs, match.id)
    await other.submit(Seat.FIRST, Mulligan())
    with pytest.raises(Taken):
        await match.submit(Seat.SECOND, Mulligan())
    assert match.version == 0
    await asyncio.gather(
        *(each.begin(header(f"m{id(each)}-{number}")) for each in (ours, theirs) for number in range(30))
    )
    assert len(await ours.unfinished()) == 61
    await ours.close()
    await theirs.close()


async def test_many_can_make_the_file_at_the_same_moment(path: Path) -> None:
    journals = await asyncio.gather(*(asyncio.to_thread(SqliteJournal.open, path) for _ in range(8)))
    assert [notice for _, notice in journals] == [""] * 8
    for number, (journal, _) in enumerate(journals):
        await journal.begin(header(f"m{number}"))
    assert len(await journals[0][0].unfinished()) == 8
    for journal, _ in journals:
        await journal.close()


async def test_many_can_find_the_file_damaged_at_the_same_moment(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("not a journal" * 1000)
    journals = await asyncio.gather(*(asyncio.to_thread(SqliteJournal.open, path) for _ in range(8)))
    assert len([notice for _, notice in journals if notice]) == 1
    assert Path(f"{path}.damaged-1").read_text() == "not a journal" * 1000
    for number, (journal, _) in enumerate(journals):
        await journal.begin(header(f"m{number}"))
    assert len(await journals[0][0].unfinished()) == 8
    for journal, _ in journals:
        await journal.close()


async def test_entries_of_another_program_are_found_while_somebody_follows(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_journal, "POLL", 0.01)
    ours, theirs = opened(path), opened(path)
    await ours.begin(header())
    follower = ours.follow("m")
    coming = asyncio.ensure_future(anext(follower))
    await theirs.append("m", 1, "A pass")
    assert await coming == (1, "A pass")
    await theirs.close()
    await ours.close()
    assert [entry async for entry in follower] == []


async def test_nothing_is_asked_of_the_disk_while_nobody_follows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_journal, "POLL", 0.001)
    connection, _, _ = open_file(path)
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    journal = SqliteJournal(path, SqliteThread(connection))
    await journal.begin(header())
    await journal.append("m", 1, "A pass")

    async def follow() -> None:
        async for _ in journal.follow("m"):
            pass

    following = asyncio.create_task(follow())
    while len(asked) < 100:
        await asyncio.sleep(0.001)
    following.cancel()
    with pytest.raises(asyncio.CancelledError):
        await following
    await journal.read("m")  # whatever was asked before has been answered by now
    count = len(asked)
    await asyncio.sleep(0.05)
    assert len(asked) == count
    await journal.close()


async def test_the_acts_of_many_matches_share_a_commit(path: Path) -> None:
    connection, _, _ = open_file(path)
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    thread = SqliteThread(connection)
    journal = SqliteJournal(path, thread)
    for number in range(100):
        await journal.begin(header(f"m{number}"))
    gate = threading.Event()
    held = asyncio.ensure_future(thread.read(lambda _: gate.wait()))
    appends = [asyncio.ensure_future(journal.append(f"m{number}", 1, "A pass")) for number in range(100)]
    refused = asyncio.ensure_future(journal.append("m7", 1, "B pass"))
    await asyncio.sleep(0)
    asked.clear()
    gate.set()
    await asyncio.gather(held, *appends)
    with pytest.raises(Taken):
        await refused
    assert asked.count("COMMIT") <= 3
    assert {found.entries for found in await journal.unfinished()} == {1}
    await journal.close()


async def test_who_is_refused_leaves_nothing_and_does_not_hinder_those_in_the_same_commit(path: Path) -> None:
    connection, _, _ = open_file(path)
    thread = SqliteThread(connection)
    journal = SqliteJournal(path, thread)
    for match_id in ("a", "b"):
        await journal.begin(header(match_id))

    def half(database: sqlite3.Connection) -> None:
        database.execute("UPDATE matches SET entries = 99 WHERE id = 'b'")
        raise ZeroDivisionError

    gate = threading.Event()
    held = asyncio.ensure_future(thread.read(lambda _: gate.wait()))
    together = asyncio.gather(journal.append("a", 1, "A pass"), thread.write(half), return_exceptions=True)
    await asyncio.sleep(0)
    gate.set()
    await held
    assert [type(each) for each in await together] == [type(None), ZeroDivisionError]
    assert {found.header.id: found.entries for found in await journal.unfinished()} == {"a": 1, "b": 0}
    await journal.close()


async def test_it_is_set_up_to_be_durable(path: Path) -> None:
    connection, _, _ = open_file(path)
    settings = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    }
    connection.close()
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


async def test_nothing_is_left_of_journals_that_were_closed(tmp_path: Path) -> None:
    def held() -> int:
        return len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0

    threads, files = threading.active_count(), held()
    for number in range(30):
        journal = opened(tmp_path / f"{number}.sqlite3")
        await journal.begin(header())
        await journal.close()
    assert (threading.active_count(), held()) == (threads, files)
    assert not [*tmp_path.glob("*-wal")]


async def test_a_journal_that_was_forgotten_ends_its_thread(path: Path) -> None:
    before = set(threading.enumerate())
    journal = opened(path)
    await journal.begin(header())
    (thread,) = set(threading.enumerate()) - before
    del journal
    gc.collect()
    await asyncio.to_thread(thread.join, 10)
    assert not thread.is_alive()


# trouble


async def test_a_full_disk_is_a_sentence_and_nothing_is_written(path: Path) -> None:
    connection, _, _ = open_file(path)
    journal = SqliteJournal(path, SqliteThread(connection))
    await journal.begin(header())
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalTrouble, match=r"matches\.sqlite3: .*full"):
        await journal.append("m", 1, "x" * 100_000, WON)
    assert (await journal.read("m"))[1] == ()
    assert [found.entries for found in await journal.unfinished()] == [0]
    connection.execute("PRAGMA max_page_count = 100000")
    await journal.append("m", 1, "x" * 100_000)
    await journal.close()


async def test_while_the_disk_takes_nothing_the_match_waits_and_then_goes_on(path: Path) -> None:
    connection, _, _ = open_file(path)
    journal = SqliteJournal(path, SqliteThread(connection))
    match = await Match.begin(FANG, FANG.sample(1), journal, PLACES)
    watcher = match.join(None)
    connection.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalTrouble, match="readonly"):
        await match.submit(Seat.FIRST, Mulligan())
    assert watcher.latest.version == match.version == 0
    connection.execute("PRAGMA query_only = OFF")
    await match.submit(Seat.FIRST, Mulligan(), seen=0)
    assert watcher.latest.version == len((await journal.read(match.id))[1]) == 1
    await journal.close()


async def test_a_file_that_another_program_holds_too_long_is_a_sentence(path: Path) -> None:
    connection, _, _ = open_file(path)
    connection.execute("PRAGMA busy_timeout = 10")
    journal = SqliteJournal(path, SqliteThread(connection))
    await journal.begin(header())
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalTrouble, match="locked"):
        await journal.append("m", 1, "A pass")
    assert (await journal.read("m"))[1] == ()
    other.execute("ROLLBACK")
    other.close()
    await journal.append("m", 1, "A pass")
    await journal.close()


def test_a_place_where_nothing_can_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "matches.sqlite3", tmp_path / "folder"):
        with pytest.raises(JournalTrouble, match=path.name):
            SqliteJournal.open(path)
    assert (tmp_path / "file").read_text() == "not a folder"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_closed_to_us_is_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(JournalTrouble, match=r"matches\.sqlite3"):
            SqliteJournal.open(tmp_path / "matches.sqlite3")
    finally:
        tmp_path.chmod(0o700)


async def whole(path: Path) -> bytes:
    """A journal with something in it, and its bytes."""
    journal = opened(path)
    await asyncio.gather(*(journal.begin(header(f"m{number}", setup=FANG.sample(number))) for number in range(40)))
    await asyncio.gather(*(journal.append(f"m{number}", 1, "A pass") for number in range(40)))
    await journal.close()
    return path.read_bytes()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "something else": lambda raw: b"Dear diary, today I lost again.\n" * 500,
    "a few letters": lambda raw: b"oh",
    "one letter": lambda raw: b"o",
    "nothing but zeros": lambda raw: bytes(len(raw)),
    "only the first page": lambda raw: raw[:4096],
    "half of it": lambda raw: raw[: len(raw) // 2],
    "all but the last page": lambda raw: raw[:-4096],
    "all but the last letter": lambda raw: raw[:-1],
    "only the last page spoilt": lambda raw: raw[:-4096] + b"\xa5" * 4096,
    "holes in the middle": lambda raw: raw[:4096] + b"\xa5" * (len(raw) - 8192) + raw[-4096:],
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_damaged_file_is_kept_aside_and_a_new_one_begun(path: Path, damage: str) -> None:
    broken = DAMAGE[damage](await whole(path))
    path.write_bytes(broken)
    journal, notice = SqliteJournal.open(path)
    aside = path.with_name(f"{path.name}.damaged-1")
    assert aside.read_bytes() == broken
    assert path.name in notice
    assert aside.name in notice
    assert await journal.unfinished() == ()
    await journal.begin(header())
    await journal.close()
    await opened(path).close()


async def test_every_damaged_file_is_kept(path: Path) -> None:
    path.parent.mkdir()
    for number in (1, 2, 3):
        path.write_text(f"not a journal, number {number}: {'x' * 1000}")
        journal, notice = SqliteJournal.open(path)
        assert f"damaged-{number}," in notice
        await journal.close()
    for number in (1, 2, 3):
        assert f"number {number}:" in path.with_name(f"{path.name}.damaged-{number}").read_text()


async def test_what_belongs_to_a_damaged_file_goes_with_it(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"")
    Path(f"{path}-wal").write_bytes(b"the latest changes")
    Path(f"{path}-shm").write_bytes(b"their index")
    Path(f"{path}.damaged-1-wal").write_bytes(b"of another time")
    journal, notice = SqliteJournal.open(path)
    assert "damaged-2," in notice
    assert Path(f"{path}.damaged-2-wal").read_bytes() == b"the latest changes"
    assert Path(f"{path}.damaged-2-shm").read_bytes() == b"their index"
    assert Path(f"{path}.damaged-1-wal").read_bytes() == b"of another time"
    await journal.close()


STRANGE = {
    "tables of something else": ["CREATE TABLE recipes (name TEXT)"],
    "no version": ["CREATE TABLE journal_version (version INTEGER NOT NULL)"],
    "a version that is none": [
        "CREATE TABLE journal_version (version TEXT)",
        "INSERT INTO journal_version VALUES ('x')",
    ],
    "no matches": ["CREATE TABLE journal_version (version INTEGER)", "INSERT INTO journal_version VALUES (1)"],
    "matches of another kind": [
        "CREATE TABLE journal_version (version INTEGER)",
        "INSERT INTO journal_version VALUES (1)",
        "CREATE TABLE matches (id TEXT)",
        "CREATE TABLE entries (match_id TEXT, number INTEGER, entry TEXT)",
    ],
}


def change(path: Path, *statements: str) -> None:
    path.parent.mkdir(exist_ok=True)
    database = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        database.execute(statement)
    database.close()


@pytest.mark.parametrize("strange", STRANGE)
async def test_a_database_of_something_else_is_kept_aside(path: Path, strange: str) -> None:
    change(path, *STRANGE[strange])
    before = path.read_bytes()
    journal, notice = SqliteJournal.open(path)
    assert "damaged-1" in notice
    assert path.with_name(f"{path.name}.damaged-1").read_bytes() == before
    await journal.begin(header())
    await journal.close()


async def test_the_journal_of_a_later_version_is_left_alone(path: Path) -> None:
    await whole(path)
    change(path, f"UPDATE journal_version SET version = {VERSION + 1}", "DROP TABLE entries")
    before = path.read_bytes()
    for count in (0, 1):
        journal, notice = SqliteJournal.open(path)
        assert "later version" in notice
        assert f"{path.name}.version-{VERSION}" in notice
        assert len(await journal.unfinished()) == count
        await journal.begin(header(f"m{count}"))
        await journal.close()
    assert path.read_bytes() == before


BAD_ROWS = {
    "setup": ["no json", "[]", "{}", '{"ruleset": "fang", "seed": 1e99, "decks": {"A": [], "B": []}}', "[" * 100_000],
    "places": [
        "no json",
        "{}",
        "[]",
        '[{"name": "Ann"}, {}]',
        json.dumps([{"name": "\x1b[2J", "bot": "", "deck": ""}] * 2),
    ],
    "result": ["no json", "7", '{"winner": "C", "reason": "x", "score": [0, 0]}'],
}


@pytest.mark.parametrize(
    ("column", "text"),
    [(column, text) for column, texts in BAD_ROWS.items() for text in texts],
    ids=lambda words: words[:12],
)
async def test_one_match_that_makes_no_sense_does_not_hide_the_others(path: Path, column: str, text: str) -> None:
    journal = opened(path)
    for match_id in ("good", "bad"):
        await journal.begin(header(match_id))
    with sqlite3.connect(path) as database:
        database.execute(f"UPDATE matches SET {column} = ? WHERE id = 'bad'", (text,))
    database.close()
    assert [found.header.id for found in await journal.unfinished()] == ["good"]
    assert await journal.finished() == ()
    with pytest.raises(BadRecord):
        await journal.read("bad")
    await journal.close()


async def test_letters_that_are_none_and_entries_that_are_gone_are_a_bad_record(path: Path) -> None:
    journal = opened(path)
    match = await Match.begin(FANG, FANG.sample(1), journal, PLACES)
    await match.submit(Seat.FIRST, Mulligan())
    await match.submit(Seat.SECOND, Mulligan())
    change(path, "UPDATE entries SET entry = CAST(x'41ff20' AS TEXT) WHERE number = 2")
    with pytest.raises(BadRecord, match="entry 2"):
        await Match.resume(FANG, journal, match.id)
    change(path, "DELETE FROM entries WHERE number = 1")
    with pytest.raises(BadRecord, match="missing"):
        await journal.read(match.id)
    await journal.close()


async def test_what_could_not_be_read_again_is_not_written(path: Path) -> None:
    journal = opened(path)
    with pytest.raises(BadRecord):
        await journal.begin(header(places=(Place("\x1b[2J"), Place("Rook"))))
    assert await journal.unfinished() == ()
    await journal.close()
