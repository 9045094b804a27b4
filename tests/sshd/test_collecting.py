"""The garbage collector looks when there is something to find, and not while everybody plays."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from bloodfang_sshd import collecting
from bloodfang_sshd.collecting import LEFT, MOST, PILE, SHARE, Collector


@pytest.fixture
def gone() -> list[object]:
    """Whoever was here and is not any more."""
    return []


@pytest.fixture
def collector(gone: list[object], monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    monkeypatch.setattr(collecting, "LOOK", 0.01)
    made = Collector(lambda: 0, lambda: len(gone))
    yield made
    made.stop()
    assert gc.isenabled()


class Knot:
    """Something that only the collector can find."""

    def __init__(self) -> None:
        self.self = self


async def test_nothing_is_collected_while_nobody_has_left(collector: Collector) -> None:
    collector.start()
    knot = ref(Knot())
    kept = [[number] for number in range(PILE)]  # as pictures are, of what was painted before
    await asyncio.sleep(0.1)
    assert knot() is not None
    assert kept


async def test_what_those_have_left_behind_who_are_gone_is_collected(collector: Collector, gone: list[object]) -> None:
    collector.start()
    knots = [ref(Knot()) for _ in range(2000)]
    gone += [None] * (PILE // LEFT)
    await asyncio.sleep(0.1)
    assert all(knot() for knot in knots)
    gone.append(None)
    async with asyncio.timeout(5):
        while any(knot() for knot in knots):
            await asyncio.sleep(0.01)


async def test_too_much_is_collected_whatever_it_is(collector: Collector, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "MOST", 1000)
    collector.start()
    knots = [ref(Knot()) for _ in range(2000)]
    async with asyncio.timeout(5):
        while any(knot() for knot in knots):
            await asyncio.sleep(0.01)


async def test_what_sessions_hold_that_are_there_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "LOOK", 0.01)
    monkeypatch.setattr(collecting, "MOST", 1000)
    crowd = 0
    collector = Collector(lambda: crowd, lambda: 0)
    collector.start()
    crowd = 100
    knots = [ref(Knot()) for _ in range(2000)]
    await asyncio.sleep(0.1)
    assert all(knot() for knot in knots)
    crowd = 0
    await asyncio.sleep(0.1)
    assert not any(knot() for knot in knots)
    collector.stop()


def test_a_long_collection_is_not_soon_followed_by_another() -> None:
    collector = Collector(lambda: 0, lambda: 0)
    assert collector.is_due(PILE, 0, 0.0)
    collector._not_before = SHARE * 1.0
    assert not collector.is_due(PILE, 0, SHARE - 1.0)
    assert collector.is_due(PILE, 0, SHARE + 1.0)
    assert collector.is_due(0, MOST, 0.0)
