"""A process in which bots think: `python -m bloodfang.bots.worker` reads questions and writes the number of an act."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from typing import BinaryIO

from bloodfang.bots.levels import LEVELS
from bloodfang.bots.parcels import HEAD, Question, unpacked
from bloodfang_engine.fang import BloodFang, CardSet

FAILED = 0xFFFF_FFFF
"""Instead of a number: the bot raised; a line about it goes to stderr."""


def main() -> None:
    """Answer until there are no more questions."""
    with suppress(OSError):
        os.nice(5)  # whoever draws screens comes first
    sets: dict[str, CardSet] = {}
    while data := _read(sys.stdin.buffer):
        question: Question = unpacked(data, sets.__getitem__)
        cards = question.known.cards
        sets.setdefault(cards.digest, cards)
        _limit(question.seconds)
        sys.stdout.buffer.write(HEAD.pack(_answer(question)))
        sys.stdout.buffer.flush()


def _answer(question: Question) -> int:
    rules = BloodFang(question.known.cards)
    bot = LEVELS[question.level].bot(question.seed)
    try:
        return question.legal.index(asyncio.run(bot.choose(rules, question.known, question.legal)))
    except Exception as wrong:
        print(f"{question.level}: {type(wrong).__name__}: {wrong}", file=sys.stderr, flush=True)
        return FAILED


def _limit(seconds: float) -> None:
    """So much more of the processor's time, and then this process ends; where that can be said."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _read(stream: BinaryIO) -> bytes:
    head = stream.read(HEAD.size)
    return stream.read(HEAD.unpack(head)[0]) if len(head) == HEAD.size else b""


if __name__ == "__main__":
    main()
