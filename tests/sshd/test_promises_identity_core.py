"""The server's promises about identity and names that the core keeps: I5, I6, T1, T2, and the migrations of O6."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bloodfang import keyring
from bloodfang.callsigns import MARK_OF_GUESTS, callsign, looks
from bloodfang.journal import JournalTrouble, MemoryJournal, Place
from bloodfang.match import Match
from bloodfang.people import People, PeopleTrouble, Refused
from bloodfang.people_file import PEOPLE
from bloodfang.ratings import Rating
from bloodfang.recovery import typed_code
from bloodfang.speech import spoken
from bloodfang.sqlite_file import JOURNAL
from bloodfang.sqlite_opening import open_database
from bloodfang.sqlite_shape import Shape
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang.acts import Mulligan
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.fang.rules import BloodFang

HOME = "192.0.2.7"


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
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "people.sqlite3"


@pytest.fixture
async def people(path: Path, clock: Clock) -> AsyncIterator[People]:
    opened, _ = People.open(path, clock)
    yield opened
    await opened.close()


def wrong(code: str) -> str:
    """The same code but for its last sign."""
    return code[:-1] + ("0" if code[-1] != "0" else "1")


# I5: several keys, a code for another, a recovery phrase


async def test_i5_a_code_brings_another_key_to_the_account(people: People) -> None:
    ann = await people.enrol("Ann", key(1))
    fresh = await people.enrol("", key(2))
    code = await people.key_code(ann.id)
    assert (await people.add_key(code.lower(), key(2), "phone")).id == ann.id
    assert [each.fingerprint for each in await people.keys(ann.id)] == [key(1), key(2)]
    assert (await people.by_key(key(2)), await people.by_id(fresh.id)) == (ann, None)
    assert (await people.enrol(fresh.name, key(3))).name == fresh.name  # its name is free again


async def test_i5_a_code_works_once(people: People) -> None:
    ann = await people.enrol("Ann", key(1))
    code = await people.key_code(ann.id)
    await people.add_key(code, key(2))
    with pytest.raises(Refused):
        await people.add_key(code, key(3))
    assert await people.by_key(key(3)) is None


async def test_i5_a_code_works_once_for_many_at_once(people: People) -> None:
    ann = await people.enrol("Ann", key(0))
    code = await people.key_code(ann.id)
    await asyncio.gather(*(people.add_key(code, key(number)) for number in range(1, 9)), return_exceptions=True)
    assert len(await people.keys(ann.id)) == 2


async def test_i5_a_code_lives_ten_minutes(people: People, clock: Clock) -> None:
    ann = await people.enrol("Ann", key(1))
    code = await people.key_code(ann.id)
    clock.now += 599
    assert await people.add_key(code, key(2)) == ann
    code = await people.key_code(ann.id)
    clock.now += 600
    with pytest.raises(Refused):
        await people.add_key(code, key(3))


async def test_i5_a_new_code_ends_the_one_before(people: People) -> None:
    ann = await people.enrol("Ann", key(1))
    old, new = await people.key_code(ann.id), await people.key_code(ann.id)
    with pytest.raises(Refused):
        await people.add_key(old, key(2))
    assert await people.add_key(new, key(2)) == ann


async def test_i5_five_wrong_tries_end_a_code_whoever_tries(people: People, path: Path, clock: Clock) -> None:
    ann = await people.enrol("Ann", key(1))
    code = await people.key_code(ann.id)
    for number in range(4):
        with pytest.raises(Refused):
            await people.add_key(wrong(code), key(10 + number))
    await people.close()
    again, _ = People.open(path, clock)  # a restart forgives nothing
    with pytest.raises(Refused):
        await again.add_key(wrong(code), key(20))
    with pytest.raises(Refused):
        await again.add_key(code, key(21))
    assert len(await again.keys(ann.id)) == 1
    await again.close()


async def test_i5_one_key_may_try_five_times(people: People, clock: Clock) -> None:
    ann = await people.enrol("Ann", key(1))
    for _ in range(5):
        with pytest.raises(Refused, match="not a code"):
            await people.add_key(wrong(await people.key_code(ann.id)), key(2))
    with pytest.raises(Refused, match="too many"):
        await people.add_key(await people.key_code(ann.id), key(2))
    clock.now += 601
    assert await people.add_key(await people.key_code(ann.id), key(2)) == ann


async def test_i5_a_code_has_sixty_bits(people: People) -> None:
    ann = await people.enrol("Ann", key(1))
    code = typed_code(await people.key_code(ann.id))
    assert code
    assert 32 ** len(code.secret) >= 2**60


async def test_i5_a_phrase_leads_back_with_a_new_key(people: People, path: Path, clock: Clock) -> None:
    ann = await people.enrol("Ann", key(1))
    phrase = await people.new_phrase(ann.id)
    await people.remove_key(ann.id, key(1))  # even the last one may go now
    await people.close()
    again, _ = People.open(path, clock)
    assert (await again.recover("ann", phrase.upper(), HOME)).id == ann.id
    assert (await again.recover("Ann", phrase, HOME, key(2), "new laptop")).id == ann.id
    assert await again.by_key(key(2)) == ann
    await again.close()


async def test_i5_without_a_phrase_the_last_key_stays(people: People) -> None:
    ann = await people.enrol("Ann", key(1))
    with pytest.raises(Refused, match="recovery phrase"):
        await people.remove_key(ann.id, key(1))
    assert await people.by_key(key(1)) == ann


async def test_i5_a_wrong_phrase_leads_nowhere_and_tells_nothing(people: People) -> None:
    ann, bo = await people.enrol("Ann", key(1)), await people.enrol("Bo", key(2))
    phrase, other = await people.new_phrase(ann.id), await people.new_phrase(ann.id)
    said = set()
    for name, typed in (("Ann", phrase), ("Bo", other), ("Nobody", other)):
        with pytest.raises(Refused) as why:
            await people.recover(name, typed, HOME, key(3))
        said.add(str(why.value))
    assert len(said) == 1
    assert await people.by_key(key(3)) is None
    assert not await people.has_phrase(bo.id)


async def test_i5_phrases_cannot_be_tried_out(people: People, path: Path, clock: Clock) -> None:
    ann = await people.enrol("Ann", key(1))
    phrase = await people.new_phrase(ann.id)
    bad = "bofad " * 5
    tries = await asyncio.gather(
        *(people.recover("Ann", bad, f"2001:db8::{number:x}") for number in range(9)), return_exceptions=True
    )
    assert sorted("too many" in str(each) for each in tries) == [False] * 5 + [True] * 4
    with pytest.raises(Refused, match="too many"):
        await people.recover("Ann", phrase, "2001:db8::ffff")
    assert await people.recover("Ann", phrase, HOME) == ann  # a stranger does not keep the owner out
    clock.now += 3601
    assert await people.recover("Ann", phrase, "2001:db8::ffff") == ann


async def test_i5_nor_from_many_networks(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring, "PHRASE_TRIES_FOR", 3)
    ann = await people.enrol("Ann", key(1))
    phrase = await people.new_phrase(ann.id)
    for number in range(3):
        with pytest.raises(Refused, match="do not belong"):
            await people.recover("Ann", "bofad " * 5, f"192.0.2.{number}")
    with pytest.raises(Refused, match="too many"):
        await people.recover("Ann", phrase, HOME)


async def test_i5_no_secret_is_kept_in_the_clear_or_logged(
    people: People, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ann = await people.enrol("Ann", key(1))
    code, phrase = await people.key_code(ann.id), await people.new_phrase(ann.id)
    guest, second = await people.keep_by_phrase(await people.guest(), "Gus")
    with pytest.raises(Refused):
        await people.add_key(wrong(code), key(2))
    await people.add_key(code, key(2))
    await people.key_code(ann.id)
    with pytest.raises(Refused):
        await people.recover("Ann", second, HOME)
    await people.recover("Ann", phrase, HOME)
    held = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert ann.id.encode() in held
    for secret in (code, code.replace("-", ""), code[5:].replace("-", ""), phrase, second, *phrase.split()):
        assert secret.encode() not in held
        assert secret not in caplog.text
    assert guest.name == "Gus"


# I6: guests


async def test_i6_a_guest_is_marked_and_not_kept(people: People) -> None:
    guest = await people.guest("Wanda")
    assert (guest.name, guest.guest, guest.rating) == ("~Wanda", True, Rating())
    assert await people.by_id(guest.id) is await people.by_name(guest.name) is await people.by_name("Wanda") is None
    with pytest.raises(Refused):
        callsign(guest.name)


@pytest.mark.parametrize(
    "wish",
    ["Alice", "ALICE", "AIice", "ALlCE", "A1ice", "admin", "r00t", "Bot-1", "OldFang", "\u0410lice", "Ａlice", "~Alice",
     "Al\u200bice", "\u202eecilA", "", " ", "\0", "\ud800x", "a" * 10_000, "x" + "\u0301" * 5000, "😀😀", "[/Alice]"],
)  # fmt: skip
async def test_i6_no_guest_looks_like_an_account_or_the_house(people: People, wish: str) -> None:
    await people.enrol("Alice", key(1))
    guest = await people.guest(wish)
    bare = guest.name.removeprefix(MARK_OF_GUESTS)
    assert guest.name == MARK_OF_GUESTS + callsign(bare)
    assert not looks(bare) & looks("Alice")


async def test_i6_no_two_guests_have_one_name(people: People) -> None:
    guests = await asyncio.gather(*(people.guest(wish) for wish in ("Wanda", "WANDA", "wanda", "", "", "Vanda") * 5))
    seen: set[str] = set()
    for guest in guests:
        assert not seen & looks(guest.name)
        seen |= looks(guest.name)
    for guest in guests:
        await people.leave(guest)
    assert (await people.guest("wanda")).name == "~wanda"


async def test_i6_keeping_a_guest_leaves_the_match_intact(people: People) -> None:
    rules = BloodFang(practice_set())
    guest = await people.guest("Wanda")
    seats = {Seat.FIRST: guest.id}
    match = await Match.begin(rules, rules.sample(1), MemoryJournal(), (Place(guest.name), Place("Bo")))
    kept = await people.keep(guest, "Wanda", key(1), "laptop")
    assert (kept.id, kept.name, kept.guest) == (seats[Seat.FIRST], "Wanda", False)
    assert await people.by_key(key(1)) == kept
    await match.submit(Seat.FIRST, Mulligan())
    assert match.version == 1


async def test_i6_a_guest_without_a_key_is_kept_by_a_phrase(people: People, path: Path) -> None:
    guest = await people.guest()
    kept, phrase = await people.keep_by_phrase(guest, "Wanda")
    await people.leave(guest)
    assert (kept.id, await people.keys(kept.id), await people.has_phrase(kept.id)) == (guest.id, (), True)
    await people.close()
    again, _ = People.open(path)
    assert await again.recover("Wanda", phrase, HOME) == kept
    await again.close()


async def test_i6_a_guest_is_kept_once_and_takes_nothing_from_others(people: People) -> None:
    ann, guest = await people.enrol("Ann", key(1)), await people.guest()
    for name, fingerprint in (("ANN", key(2)), ("admin", key(2)), ("Gus", key(1))):
        with pytest.raises(Refused):
            await people.keep(guest, name, fingerprint)
    kept = await people.keep(guest, "Gus", key(2))
    with pytest.raises(Refused, match="kept already"):
        await people.keep(guest, "Gustav", key(3))
    with pytest.raises(Refused, match="kept already"):
        await people.keep_by_phrase(guest, "Gustav")
    assert [await people.by_key(key(number)) for number in (1, 2, 3)] == [ann, kept, None]


# T1 and T2: more of them in tests/bloodfang/test_callsigns.py and test_speech.py


async def test_t1_names_are_unique_by_skeleton_and_case(people: People) -> None:
    await people.enrol("Oleg", key(0))
    for number, name in enumerate(("OLEG", "0leg", "oleg", "OIeg", "O1eg", "\u041eleg"), 1):
        with pytest.raises(Refused):
            await people.enrol(name, key(number))
    await people.enrol("\u0420\u041e\u041c\u0410", key(10))  # in Cyrillic, to be read as POMA
    with pytest.raises(Refused):
        await people.enrol("Poma", key(11))


@pytest.mark.parametrize("length", [1, 2, 16, 17])
def test_t1_a_name_is_two_to_sixteen_cells_wide(length: int) -> None:
    for name, cells in (("a" * length, length), ("明" * (length // 2) + "の" * (length % 2), length + length % 2)):
        if 2 <= cells <= 16:
            assert callsign(name) == name
        else:
            with pytest.raises(Refused):
                callsign(name)


def test_t1_a_name_is_put_into_its_shortest_form() -> None:
    assert callsign("Zoe\u0308") == "Zo\u00eb"


def test_t2_what_is_spoken_holds_nothing_unseen() -> None:
    said = spoken("\x1b]0;x\x07a\u202e\u200b\U000e0041\ue000\u0301\u0302\u0303\u0304b" * 1000)
    assert said.startswith("]0;xá\u0302b]0;x")
    assert len(said) <= 280


# O6: migrations


def grown(shape: Shape) -> Shape:
    """The shape as a later version of the game may have it: a column more, and a table made anew."""
    return replace(
        shape,
        steps=(
            *shape.steps,
            (
                "CREATE TABLE new_marks (name TEXT NOT NULL PRIMARY KEY, number INTEGER NOT NULL)",
                f"ALTER TABLE {BIGGEST[shape.name]} ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",
            ),
            ("ALTER TABLE new_marks RENAME TO marks", "INSERT INTO marks (name, number) VALUES ('first', 1)"),
        ),
        complete=(*shape.complete, "SELECT name, number FROM marks LIMIT 0"),
    )


BIGGEST = {"people": "people", "journal": "matches"}
SHAPES = pytest.mark.parametrize("shape", [PEOPLE, JOURNAL], ids=lambda shape: str(shape.name))


def schema(path: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()


def made(path: Path, shape: Shape) -> str:
    """Open and close the file; what was told."""
    connection, where, notice = open_database(path, shape)
    connection.close()
    assert where == path
    return notice


@SHAPES
def test_o6_every_earlier_version_is_brought_up_to_a_file_like_a_new_one(shape: Shape, tmp_path: Path) -> None:
    later = grown(shape)
    made(tmp_path / "new", later)
    for version in range(1, later.version):
        path = tmp_path / f"from-{version}"
        made(path, replace(later, steps=later.steps[:version], complete=()))
        notice = made(path, later)
        assert f"from-{version}.before-{version + 1}" in notice
        assert schema(path) == schema(tmp_path / "new")
        assert made(path, later) == ""


async def test_o6_everybody_is_there_after_a_migration_and_the_old_file_too(people: People, path: Path) -> None:
    ann, bo = await people.enrol("Ann", key(1)), await people.enrol("Bo", key(2))
    await people.settle("m", ann.id, bo.id)
    before = await people.by_id(ann.id)
    await people.close()
    made(path, grown(PEOPLE))
    with closing(sqlite3.connect(path)) as database:
        assert {*database.execute("SELECT name, mood FROM people")} == {("Ann", "calm"), ("Bo", "calm")}
    old, notice = People.open(Path(f"{path}.before-{PEOPLE.version + 1}"))
    assert notice == ""
    assert await old.by_key(key(1)) == before
    await old.close()


@SHAPES
def test_o6_a_migration_that_fails_changes_nothing(shape: Shape, path: Path) -> None:
    made(path, shape)
    before = schema(path)
    broken = replace(grown(shape), steps=(*grown(shape).steps, ("INSERT INTO nowhere VALUES (1)",)))
    with pytest.raises(shape.trouble, match="nowhere"):
        open_database(path, broken)
    assert not [*path.parent.glob("*.before-*")]
    assert schema(path) == before
    assert made(path, shape) == ""


def test_o6_many_who_start_at_once_migrate_once(path: Path) -> None:
    made(path, PEOPLE)
    later = grown(PEOPLE)

    async def start() -> None:
        opened = await asyncio.gather(*(asyncio.to_thread(open_database, path, later) for _ in range(6)))
        for connection, _, _ in opened:
            assert connection.execute("SELECT count(*) FROM marks").fetchone() == (1,)
            connection.close()

    asyncio.run(start())


async def test_o6_people_of_a_later_version_are_left_alone(people: People, path: Path) -> None:
    ann = await people.enrol("Ann", key(1))
    await people.close()
    made(path, grown(PEOPLE))
    with pytest.raises(PeopleTrouble, match="later version of the game and was left alone"):
        People.open(path)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT id FROM people").fetchall() == [(ann.id,)]
    assert not [*path.parent.glob("*.version-*")]


def test_o6_the_two_files_know_each_other_apart() -> None:
    assert (PEOPLE.trouble, JOURNAL.trouble) == (PeopleTrouble, JournalTrouble)
    assert PEOPLE.name != JOURNAL.name
