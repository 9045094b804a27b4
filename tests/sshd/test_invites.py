"""Invitations: nobody guesses one, nobody reads one in a file, and who came with one may come again."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bloodfang.invites import DAY, Invites

ANNS = f"SHA256:{1:043d}"


class Clock:
    """Time that passes when it is told to."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def invites(tmp_path: Path, clock: Clock) -> AsyncIterator[Invites]:
    opened, notice = await Invites.open(tmp_path / "invites.sqlite3", clock)
    assert notice == ""
    yield opened
    await opened.close()


async def test_an_invitation_is_known_however_it_is_typed(invites: Invites) -> None:
    word = await invites.new()
    assert re.fullmatch("([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}", word)
    for typed in (word, word.lower(), word.replace("-", ""), f" {word} "):
        assert invites.is_invite(typed)


async def test_nothing_else_is_an_invitation(invites: Invites) -> None:
    word = await invites.new()
    other = word[:-1] + ("7" if word[-1] != "7" else "8")
    for wrong in ("", "ann", "root", other, word[:4], word[5:], word * 2, "\0", "A" * 10_000, "é" * 16):
        assert not invites.is_invite(wrong)


async def test_an_invitation_is_kept_as_a_hash_and_holds_after_a_restart(
    invites: Invites, tmp_path: Path, clock: Clock
) -> None:
    word = await invites.new("for Bo")
    await invites.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert word.encode() not in kept
    assert word.replace("-", "")[4:].encode() not in kept
    again, _ = await Invites.open(tmp_path / "invites.sqlite3", clock)
    assert again.is_invite(word)
    assert [invite.note for invite in again.all()] == ["for Bo"]
    await again.close()


async def test_an_invitation_ends_when_its_time_is_over_or_when_it_is_ended(invites: Invites, clock: Clock) -> None:
    short, long = await invites.new(days=1), await invites.new(days=2)
    clock.now += DAY
    assert [invites.is_invite(short), invites.is_invite(long)] == [False, True]
    assert await invites.end(long[:4].lower())
    assert not invites.is_invite(long)
    assert not await invites.end("ZZZZ")
    assert invites.all() == ()


async def test_a_key_that_came_with_an_invitation_needs_none_from_then_on(
    invites: Invites, tmp_path: Path, clock: Clock
) -> None:
    word = await invites.new()
    assert not invites.is_allowed(ANNS)
    await invites.allow(ANNS, word)
    await invites.end(word)
    await invites.close()
    again, _ = await Invites.open(tmp_path / "invites.sqlite3", clock)
    assert again.is_allowed(ANNS)
    assert await again.disallow(ANNS)
    assert not again.is_allowed(ANNS)
    await again.close()
