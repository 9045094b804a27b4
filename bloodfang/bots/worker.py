"""A process in which bots think: `python -m bloodfang.bots.worker` reads questions and writes the number of an act.

With the name of a bot it says who that is, and ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from typing import BinaryIO

from bloodfang.bots.finding import NoBot
from bloodfang.bots.loading import load, where
from bloodfang.bots.parcels import HEAD, Question, excuse, unpacked
from bloodfang_engine.fang import BloodFang, CardSet

_IMPORTING = 10.0
"""Seconds of the processor's time to load a bot."""


def main() -> None:
    """Answer until there are no more questions."""
    with suppress(OSError):
        os.nice(5)  # whoever draws screens comes first
    answers = _answers()
    if len(sys.argv) > 1:
        limit(_IMPORTING)
        answers.write(json.dumps(_introduced(sys.argv[1])).encode())
        answers.flush()
        os._exit(0)  # whatever the bot has begun
    sets: dict[str, CardSet] = {}
    while data := read(sys.stdin.buffer):
        question: Question = unpacked(data, sets.__getitem__)
        cards = question.known.cards
        sets.setdefault(cards.digest, cards)
        limit(question.seconds)
        answers.write(_answer(question))
        answers.flush()


def _answers() -> BinaryIO:
    """Where answers go. What a bot prints goes to stderr, and comes between no two of them."""
    kept = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(kept, "wb")


def _introduced(name: str) -> dict[str, str]:
    """Who a bot is, or why it is none."""
    try:
        bot = load(name)
    except NoBot as wrong:
        return {"problem": str(wrong)}
    told = getattr(bot, "name", "")
    called = told if isinstance(told, str) and told else getattr(bot, "__name__", "")
    return {"name": called, "about": (bot.__doc__ or "").strip().partition("\n")[0]}


def _answer(question: Question) -> bytes:
    try:
        kind = load(question.level)
    except NoBot as wrong:
        return excuse(str(wrong))
    try:
        bot = kind(question.seed)
        act = asyncio.run(bot.choose(BloodFang(question.known.cards), question.known, question.legal))
    except (Exception, SystemExit) as wrong:
        return excuse(f"raised in {where(wrong, said=False)}", str(wrong))
    for number, each in enumerate(question.legal):
        if act == each:
            return HEAD.pack(number)
    return excuse("answered what is not legal", repr(act))


def limit(seconds: float) -> None:
    """So much more of the processor's time, and then this process ends; where that can be said."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime + seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def read(stream: BinaryIO) -> bytes:
    """The next question; nothing if there will be none."""
    head = stream.read(HEAD.size)
    return stream.read(HEAD.unpack(head)[0]) if len(head) == HEAD.size else b""


if __name__ == "__main__":
    main()
