"""Who plays here: what was said to be done is there after a restart, and nobody becomes somebody else."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bloodfang import accounts
from bloodfang.bans import Kind, network_of
from bloodfang.blocks import MOST
from bloodfang.callsigns import callsign, looks
from bloodfang.keyring import MOST_KEYS
from bloodfang.people import People, PeopleTrouble, Refused, as_bot
from bloodfang.people_file import PEOPLE
from bloodfang.sqlite_journal import SqliteJournal
from bloodfang.sqlite_opening import open_database
from bloodfang.sqlite_thread import SqliteThread

HOSTILE = [
    "",
    "\0",
    "\ud800",
    "a" * 10_000,
    "\x1b[2J",
    "\u202e",
    "😀",
    "'; DROP TABLE people; --",
    "%",
    "~Ann",
    "A\u0301" * 99,
]


def key(number: int) -> str:
    """The fingerprint of a key."""
    return f"SHA256:{number:043d}"


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "people.sqlite3"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def people(path: Path, clock: Clock) -> AsyncIterator[People]:
    opened, notice = People.open(path, clock)
    assert notice == ""
    yield opened
    await opened.close()


# accounts


async def test_a_key_is_known_again(people: People, path: Path, clock: Clock) -> None:
    assert await people.by_key(key(1)) is None
    ann = await people.enrol("Ann", key(1), "laptop")
    assert (ann.name, ann.guest, ann.since.timestamp()) == ("Ann", False, clock.now)
    await people.close()
    again, _ = People.open(path)
    assert await again.by_key(key(1)) == await again.by_id(ann.id) == await again.by_name("aNN") == ann
    assert [(each.fingerprint, each.note) for each in await again.keys(ann.id)] == [(key(1), "laptop")]
    await again.close()


async def test_a_new_key_gets_a_name_until_it_chooses_one(people: People) -> None:
    found = await people.enrol("", key(1))
    assert callsign(found.name) == found.name
    renamed = await people.rename(found.id, "  Ann ")
    assert (renamed.id, renamed.name) == (found.id, "Ann")
    assert await people.by_key(key(1)) == renamed
    assert await people.by_name(found.name) is None


async def test_a_key_that_comes_many_times_at_once_is_one_person(people: People) -> None:
    found = await asyncio.gather(*(people.enrol("", key(1)) for _ in range(20)))
    assert len({person.id for person in found}) == 1


async def test_of_many_who_want_a_name_one_gets_it(people: People) -> None:
    names = ["Alice", "ALICE", "AIice", "a1ice", "alice", "ALlCE"]
    tries = await asyncio.gather(
        *(people.enrol(name, key(number)) for number, name in enumerate(names)), return_exceptions=True
    )
    assert [isinstance(each, Refused) for each in tries].count(False) == 1
    assert [await people.by_key(key(number)) is None for number in range(6)].count(False) == 1


@pytest.mark.parametrize("wish", HOSTILE[1:])
async def test_a_strange_wish_is_refused_and_leaves_nothing(people: People, wish: str) -> None:
    with pytest.raises(Refused):
        await people.enrol(wish, key(1))
    assert await people.by_key(key(1)) is None
    ann = await people.enrol("Ann", key(1))
    with pytest.raises(Refused):
        await people.rename(ann.id, wish)
    assert await people.by_id(ann.id) == ann


@pytest.mark.parametrize("name", HOSTILE)
async def test_nobody_is_found_by_a_strange_name(people: People, name: str) -> None:
    await people.enrol("Ann", key(1))
    assert await people.by_name(name) is None
    assert await people.by_key(name.encode("utf-8", "replace").decode()) is None


async def test_who_looks_like_somebody_is_not_found_by_that_name(people: People) -> None:
    await people.enrol("Alice", key(1))
    assert await people.by_name("AIice") is None
    assert await people.by_name("\u0410lice") is None


async def test_what_is_no_fingerprint_is_no_key(people: People) -> None:
    for wrong in ("", "MD5:aa", "SHA256:short", f"SHA256:{'a' * 42}\n", f"SHA256:{'a' * 44}"):
        with pytest.raises(ValueError, match="fingerprint"):
            await people.enrol("", wrong)


async def test_a_name_that_was_given_up_rests(people: People, clock: Clock) -> None:
    ann, bo = await people.enrol("Ann", key(1)), await people.enrol("Bo", key(2))
    await people.rename(ann.id, "Anna")
    for name in ("Ann", "ANN"):
        with pytest.raises(Refused, match="somebody else's"):
            await people.rename(bo.id, name)
    assert await people.by_name("Ann") is None
    assert (await people.rename(ann.id, "ANN")).name == "ANN"
    await people.rename(ann.id, "Anna")
    clock.now += accounts.REST + 1
    assert (await people.rename(bo.id, "Ann")).name == "Ann"
    with pytest.raises(Refused):
        await people.rename(ann.id, "Ann")


async def test_nobody_hoards_names(people: People, clock: Clock) -> None:
    ann = await people.enrol("Ann", key(1))
    for name in ("Anna", "Annabel", "Annika"):
        await people.rename(ann.id, name)
    with pytest.raises(Refused, match="3 other names"):
        await people.rename(ann.id, "Hanna")
    assert (await people.rename(ann.id, "ANNIKA")).name == "ANNIKA"
    assert (await people.rename(ann.id, "Ann")).name == "Ann"
    clock.now += accounts.REST + 1
    assert (await people.rename(ann.id, "Hanna")).name == "Hanna"


async def test_an_account_that_is_not_there_cannot_be_changed(people: People) -> None:
    guest = await people.guest()
    for asked in (people.rename(guest.id, "Gus"), people.key_code(guest.id), people.new_phrase(guest.id)):
        with pytest.raises(Refused, match="keep this guest first"):
            await asked


# keys


async def test_a_key_may_leave_an_account_that_has_others(people: People) -> None:
    ann = await people.enrol("Ann", key(1))
    await people.add_key(await people.key_code(ann.id), key(2))
    with pytest.raises(Refused, match="not one of yours"):
        await people.remove_key(ann.id, key(3))
    await people.remove_key(ann.id, key(1))
    assert await people.by_key(key(1)) is None
    with pytest.raises(Refused, match="last key"):
        await people.remove_key(ann.id, key(2))


async def test_a_key_that_plays_for_another_account_is_not_taken_from_it(people: People) -> None:
    ann, bo, cid = [await people.enrol(name, key(number)) for number, name in enumerate(("Ann", "Bo", "Cid"))]
    await people.settle("m", bo.id, cid.id)
    with pytest.raises(Refused, match="all that leads to Bo"):
        await people.add_key(await people.key_code(ann.id), key(1))
    assert await people.by_key(key(1)) == await people.by_name("Bo")
    await people.new_phrase(bo.id)
    assert (await people.add_key(await people.key_code(ann.id), key(1))).id == ann.id
    assert await people.by_name("Bo")


async def test_an_account_has_so_many_keys(people: People) -> None:
    ann = await people.enrol("Ann", key(0))
    for number in range(1, MOST_KEYS):
        await people.add_key(await people.key_code(ann.id), key(number))
    with pytest.raises(Refused, match=f"at most {MOST_KEYS}"):
        await people.add_key(await people.key_code(ann.id), key(99))
    assert len(await people.keys(ann.id)) == MOST_KEYS


async def test_a_note_is_made_fit_to_be_shown(people: People) -> None:
    ann = await people.enrol("Ann", key(1), "\x1b[31mme@laptop\u202e" + "x" * 10_000)
    [held] = await people.keys(ann.id)
    assert held.note.startswith("[31mme@laptopxxx")
    assert len(held.note) == 40


# blocks


async def test_who_is_blocked_is_blocked_after_a_restart(people: People, path: Path) -> None:
    ann, bo = await people.enrol("Ann", key(1)), await people.enrol("Bo", key(2))
    await people.block(ann.id, bo.id)
    await people.block(ann.id, bo.id)
    await people.close()
    again, _ = People.open(path)
    assert await again.is_blocked(ann.id, bo.id)
    assert not await again.is_blocked(bo.id, ann.id)
    assert await again.blocked(ann.id) == {bo.id}
    await again.unblock(ann.id, bo.id)
    assert not await again.is_blocked(ann.id, bo.id)
    with pytest.raises(Refused):
        await again.block(ann.id, ann.id)
    await again.close()


async def test_a_guest_may_block_until_they_leave_or_for_ever_if_they_are_kept(people: People) -> None:
    ann, gone, kept = await people.enrol("Ann", key(1)), await people.guest(), await people.guest()
    for guest in (gone, kept):
        await people.block(guest.id, ann.id)
    await people.keep(kept, "Gus", key(2))
    for guest in (gone, kept):
        await people.leave(guest)
    assert not await people.is_blocked(gone.id, ann.id)
    assert await people.is_blocked(kept.id, ann.id)


async def test_nobody_blocks_the_whole_world(people: People) -> None:
    ann = await people.enrol("Ann", key(1))
    await asyncio.gather(*(people.block(ann.id, f"p{number}") for number in range(MOST)))
    with pytest.raises(Refused, match="unblock somebody"):
        await people.block(ann.id, "one more")


# bans


async def test_o9_a_ban_keeps_out_until_it_ends_and_outlives_a_restart(
    people: People, path: Path, clock: Clock
) -> None:
    ann = await people.enrol("Ann", key(1))
    await people.ban("name", "ann", by="Root", why="shouts", seconds=3600)
    await people.ban("key", key(7), by="Root")
    await people.ban("network", "192.0.2.77/24", by="Root")
    await people.close()
    again, _ = People.open(path, clock)
    found = await again.banned(ann)
    assert found
    assert (found.kind, found.what, found.why, found.by) == ("name", "Ann", "shouts", "Root")
    assert found.until
    assert found.until.timestamp() == clock.now + 3600
    assert await again.banned(fingerprint=key(7))
    assert await again.banned(address="192.0.2.1")
    assert await again.banned(address="::ffff:192.0.2.1")
    assert not await again.banned(fingerprint=key(8), address="192.0.3.1")
    assert len(await again.bans()) == 3
    clock.now += 3601
    assert not await again.banned(ann)
    assert {ban.what for ban in await again.bans()} == {key(7), "192.0.2.0/24"}
    await again.close()


async def test_o9_a_ban_of_a_name_follows_the_person(people: People) -> None:
    ann = await people.enrol("Ann", key(1))
    await people.ban("name", "Ann", by="Root")
    assert await people.banned(await people.rename(ann.id, "Petra"))
    await people.unban("name", "Ann", by="Root")
    assert not await people.banned(await people.by_id(ann.id))


async def test_o9_a_ban_of_a_name_that_nobody_has_holds_for_those_who_look_like_it(people: People) -> None:
    await people.ban("name", "Vandal", by="Root")
    assert len(await people.bans()) == 1
    assert await people.banned(await people.guest("VandaI"))
    assert await people.banned(await people.enrol("vanda1", key(1)))
    await people.unban("name", "VANDAL", by="Root")
    assert await people.bans() == ()


async def test_o9_the_longest_ban_is_told(people: People) -> None:
    await people.ban("network", "2001:db8::/32", by="Root", seconds=100, why="short")
    await people.ban("network", "2001:db8:1::/48", by="Root", why="for ever")
    await people.ban("key", key(1), by="Root", seconds=1e6, why="long")
    found = await people.banned(fingerprint=key(1), address="2001:db8:1::9%eth0")
    assert found
    assert found.why == "for ever"


@pytest.mark.parametrize("kind", ["key", "network", "name"])
@pytest.mark.parametrize("what", [*HOSTILE, "0.0.0.0/0", "::/0", "10.0.0.0/7", "1.2.3.4/99", "localhost"])
async def test_o9_what_cannot_be_banned_is_a_sentence(people: People, kind: Kind, what: str) -> None:
    if kind == "name" and what in ("~Ann", "localhost"):
        assert (await people.ban(kind, what, by="Root")).what in ("Ann", "localhost")
        return
    with pytest.raises(Refused):
        await people.ban(kind, what, by="Root")
    with pytest.raises(Refused):
        await people.unban(kind, what, by="Root")


async def test_o9_an_address_that_is_none_is_in_no_network(people: People) -> None:
    for address in HOSTILE:
        assert await people.banned(address=address) is None
    assert [network_of(address) for address in ("192.0.2.9", "2001:db8::9:1", "::ffff:192.0.2.9", "?")] == [
        "192.0.2.9/32",
        "2001:db8::/64",
        "192.0.2.9/32",
        "",
    ]


async def test_o9_bans_are_in_the_audit(people: People) -> None:
    await people.ban("name", "Vandal", by="Root", why="shouts\x1b[2J", seconds=60)
    await people.unban("name", "Vandal", by="Root")
    await people.audit("Root", "drain\n\u202eall")
    assert [(line.by, line.what) for line in await people.audited()] == [
        ("Root", "drain all"),
        ("Root", "unban name Vandal"),
        ("Root", "ban name Vandal for 60 s: shouts[2J"),
    ]
    assert len(await people.audited(1)) == 1


# the file


async def test_a_damaged_file_is_kept_aside_and_told(people: People, path: Path) -> None:
    await people.close()
    path.write_text("no people" * 1000)
    again, notice = People.open(path)
    assert "people.sqlite3.damaged-1, and a new one was begun" in notice
    assert Path(f"{path}.damaged-1").read_text() == "no people" * 1000
    assert (await again.enrol("Ann", key(1))).name == "Ann"
    await again.close()


async def test_the_journal_is_not_taken_for_people(path: Path) -> None:
    journal, _ = SqliteJournal.open(path)
    await journal.close()
    people, notice = People.open(path)
    assert "not of this game" in notice
    await people.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
async def test_nobody_else_on_the_machine_can_read_it(people: People, path: Path) -> None:
    await people.enrol("Ann", key(1))
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_a_full_disk_is_a_sentence_and_nothing_is_written(path: Path, clock: Clock) -> None:
    connection, _, _ = open_database(path, PEOPLE)
    people = People(path, SqliteThread(connection), clock)
    connection.execute("PRAGMA query_only = ON")
    with pytest.raises(PeopleTrouble, match=r"people\.sqlite3: .*readonly"):
        await people.enrol("Ann", key(1))
    connection.execute("PRAGMA query_only = OFF")
    assert await people.by_key(key(1)) is None
    assert (await people.enrol("Ann", key(1))).name == "Ann"
    await people.close()


async def test_what_is_closed_says_so(people: People) -> None:
    await people.close()
    await people.close()
    with pytest.raises(PeopleTrouble, match="closed"):
        await people.guest()
    with pytest.raises(PeopleTrouble, match="closed"):
        await people.enrol("Ann", key(1))


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("enrol", "rename", "code", "remove", "settle")),
        st.integers(0, 3),
        st.sampled_from(("Ann", "ANN", "Bo", "B0", "Alice", "AIice", "")),
    ),
    max_size=25,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
async def test_whatever_happens_every_name_and_every_key_is_one_persons(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, str]]
) -> None:
    path = tmp_path_factory.mktemp("people") / "people.sqlite3"
    people, _ = People.open(path)
    for number, (step, who, name) in enumerate(steps):
        person = await people.by_key(key(who))
        try:
            if step == "enrol":
                await people.enrol(name, key(who))
            elif person and step == "rename":
                await people.rename(person.id, name)
            elif person and step == "code":
                await people.add_key(await people.key_code(person.id), key((who + 1) % 4))
            elif person and step == "remove":
                await people.remove_key(person.id, key(who))
            elif person:
                await people.settle(f"m{number}", person.id, as_bot("easy"))
        except Refused:
            continue
    await people.close()
    with closing(sqlite3.connect(path)) as database:
        everybody = dict(database.execute("SELECT id, name FROM people"))
        held = database.execute("SELECT look, person, name FROM looks WHERE until IS NULL").fetchall()
        keyed = {person for (person,) in database.execute("SELECT person FROM keys")}
        rated = {who for (who,) in database.execute("SELECT who FROM ratings WHERE who NOT LIKE 'bot:%'")}
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert keyed == {*everybody}
    assert rated <= {*everybody}
    assert {person: name for _, person, name in held} == everybody
    for person, name in everybody.items():
        assert {look for look, holder, _ in held if holder == person} == looks(name)
