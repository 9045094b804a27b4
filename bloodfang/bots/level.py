"""What a bot is, and how bots are offered to players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from bloodfang.observing import Observation
from bloodfang_engine.fang import Action, BloodFang

T = TypeVar("T")

Thinking = Generator[int, None, T]
"""A thought that pauses now and then, and says how many positions it has looked at since the last pause."""

STRIDE = 200
"""The most positions that are looked at in one go: some 3 ms of work, so that others get their turn."""


class Bot(Protocol):
    """Whoever can choose. The same seed, knowledge and acts give the same choice; no bot ever sees a state."""

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        """One of the legal acts, of which there is at least one. `known.view` is what its seat sees."""


@dataclass(frozen=True, slots=True)
class Level:
    """A bot as players choose it."""

    id: str
    name: str
    about: str
    _make: Callable[[int], Bot] = field(repr=False)

    def bot(self, seed: int) -> Bot:
        """A bot of this level; its luck comes from the seed."""
        return self._make(seed)


def through(thinking: Thinking[T]) -> T:
    """Think to the end, without a pause for anybody."""
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            result: T = done.value
            return result


async def thought(thinking: Thinking[T]) -> T:
    """Think to the end, and let others do their work at every pause."""
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            result: T = done.value
            return result
        await asyncio.sleep(0)
