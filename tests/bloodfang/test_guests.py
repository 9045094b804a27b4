"""Guests who come back: by a code that nobody guesses, as the same guest, and never as an account."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bloodfang.guests import LASTS
from bloodfang.people import WRONG_CODES, People, Person, Refused
from bloodfang.people_file import PEOPLE
from bloodfang.refusals import TooOften
from bloodfang.sqlite_opening import open_database

HERE = "192.0.2.1"
KEY = f"SHA256:{0:043d}"


class Clock:
    """Time that passes when it is told to."""

    now = 1_800_000_000.0

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


async def guest(people: People) -> tuple[Person, str]:
    """A guest, and their code."""
    found = await people.guest()
    return found, await people.resume_code(found)


async def test_a_code_brings_back_the_same_guest_from_anywhere(people: People) -> None:
    found, code = await guest(people)
    await people.leave(found)
    assert await people.resume(code, "198.51.100.7") == found
    assert await people.resume(code.lower().replace("-", " "), "2001:db8::1", KEY) == found
    assert found.guest


async def test_a_code_has_at_least_sixty_bits_and_is_kept_as_a_hash(people: People, path: Path) -> None:
    codes = [(await guest(people))[1] for _ in range(50)]
    assert len({*codes}) == 50
    assert all(len(code.replace("-", "")) * 5 >= 60 for code in codes)
    await people.close()
    kept = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert not any(code.encode() in kept or code.replace("-", "").encode() in kept for code in codes)


async def test_a_code_stays_the_same_and_may_be_used_again(people: People) -> None:
    """A line that broke once breaks again: a code that was used, and its successor never seen, would be the end."""
    found, code = await guest(people)
    for _ in range(3):
        assert await people.resume_code(found) == code
        await people.leave(found)
        assert await people.resume(code, HERE) == found


async def test_a_code_is_good_for_an_hour_and_for_as_long_as_there_is_a_match(people: People, clock: Clock) -> None:
    found, code = await guest(people)
    clock.now += 10 * LASTS  # while they are here, as long as it may be
    await people.leave(found)
    clock.now += LASTS - 1
    assert await people.resume(code, HERE) == found
    await people.leave(found)
    clock.now += LASTS
    with pytest.raises(Refused, match="leads to nobody now"):
        await people.resume(code, HERE)
    assert await people.resume(code, HERE, plays=lambda guest_id: guest_id == found.id) == found


async def test_who_cannot_come_back_is_forgotten(people: People, clock: Clock) -> None:
    (gone, code), (plays, other), (here, _) = await guest(people), await guest(people), await guest(people)
    for each in (gone, plays):
        await people.leave(each)
        await people.block(each.id, here.id)
    assert await people.forget_guests([]) == ()
    clock.now += LASTS
    assert await people.forget_guests([plays.id]) == (gone.id,)
    with pytest.raises(Refused):
        await people.resume(code, HERE, plays=lambda _: True)
    assert await people.resume(other, HERE, plays=lambda _: True) == plays
    assert (await people.blocked(gone.id), await people.blocked(plays.id)) == (frozenset(), frozenset({here.id}))


async def test_a_guest_is_here_until_the_last_connection_is_gone(people: People, clock: Clock) -> None:
    found, code = await guest(people)
    await people.resume(code, HERE)
    await people.leave(found)
    clock.now += 2 * LASTS
    assert await people.forget_guests([]) == ()
    await people.leave(found)
    clock.now += LASTS
    assert await people.forget_guests([]) == (found.id,)


async def test_after_a_restart_guests_have_their_codes_and_names(people: People, path: Path, clock: Clock) -> None:
    found, code = await guest(people)
    clock.now += 10 * LASTS
    await people.close()  # as if it had fallen: nobody has left
    again, _ = People.open(path, clock)
    await again.begin_guests()
    wish = found.name.removeprefix("~")
    assert (await again.guest(wish)).name != found.name
    clock.now += LASTS - 1
    assert await again.forget_guests([]) == ()
    assert await again.resume(code, HERE) == found
    await again.leave(found)
    clock.now += LASTS
    await again.forget_guests([])
    assert (await again.guest(wish)).name == found.name
    await again.close()


async def test_a_code_leads_to_no_account(people: People) -> None:
    for number, by_key in enumerate((True, False)):
        found, code = await guest(people)
        if by_key:
            await people.keep(found, "Ann", KEY)
        else:
            await people.keep_by_phrase(found, "Bo")
        assert await people.resume_code(found) == ""
        await people.leave(found)
        with pytest.raises(Refused):
            await people.resume(code, f"192.0.2.{number}", plays=lambda _: True)


async def test_a_row_of_an_account_is_not_believed(people: People, path: Path) -> None:
    found, code = await guest(people)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("INSERT INTO people (id, name, phrase, since) VALUES (?, 'Ann', '', 0)", (found.id,))
    with pytest.raises(Refused):
        await people.resume(code, HERE)


async def test_a_code_for_a_key_is_none_of_these(people: People) -> None:
    ann = await people.enrol("Ann", KEY)
    with pytest.raises(Refused):
        await people.resume(await people.key_code(ann.id), HERE)


@pytest.mark.parametrize("code", ["", "7", "0000-0000-0000-0000", "x" * 10_000, "\ud800", "' OR 1=1 --"])
async def test_i8_wrong_codes_are_counted_by_network_and_by_key(code: str, people: People, clock: Clock) -> None:
    found, right = await guest(people)
    most, seconds = WRONG_CODES
    assert (most, seconds) == (10, 60.0)
    tries = await asyncio.gather(*(people.resume(code, HERE, KEY) for _ in range(30)), return_exceptions=True)
    assert sum(isinstance(each, TooOften) for each in tries) == 20
    for address, key in ((HERE, ""), ("198.51.100.7", KEY)):
        with pytest.raises(TooOften, match="try again in 60 seconds"):
            await people.resume(right, address, key)
    assert await people.resume(right, "198.51.100.7") == found
    clock.now += seconds
    assert await people.resume(right, HERE, KEY) == found


async def test_o6_a_file_of_before_there_were_guests_is_brought_up(path: Path, clock: Clock) -> None:
    before = replace(PEOPLE, steps=PEOPLE.steps[:1], complete=())
    connection, _, _ = open_database(path, before)
    connection.execute("INSERT INTO people (id, name, phrase, since) VALUES ('a', 'Ann', '', 0)")
    connection.close()
    people, notice = People.open(path, clock)
    assert "before-2" in notice
    ann = await people.by_id("a")
    assert ann
    assert ann.name == "Ann"
    found, code = await guest(people)
    assert await people.resume(code, HERE) == found
    await people.close()


async def test_thousands_who_may_come_back_keep_nobody_waiting(people: People) -> None:
    for number in range(20_000):
        people._guests.expect(f"{number:020}", f"~Heron-{number}")
    assert people._guests.is_taken("heron-7")
    began = time.perf_counter()
    for _ in range(10):
        await guest(people)
    assert time.perf_counter() - began < 0.5
    for number in range(20_000):
        people._guests.forget(f"{number:020}")
    assert not people._guests.is_taken("heron-7")
