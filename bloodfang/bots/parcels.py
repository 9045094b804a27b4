"""What goes between a server and the processes its bots think in: length, then bytes. Card sets travel once."""

from __future__ import annotations

import io
import json
import pickle
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

from bloodfang.observing import Observation
from bloodfang_engine.fang import Action, CardSet

HEAD = struct.Struct("!I")
FAILED = 0xFFFF_FFFF
"""Instead of the number of an act: there is none, and an excuse follows."""
LONGEST_EXCUSE = 4000
"""Bytes; whoever sends more is not listened to."""


class Question(NamedTuple):
    """What shall this bot do?"""

    level: str
    seed: int
    known: Observation
    legal: tuple[Action, ...]
    seconds: float
    """Of the processor's time, at most."""


def packed(thing: object, known: set[str]) -> bytes:
    """A question as bytes; a card set whose digest is known is named by it, any other goes along and is known then."""
    buffer = io.BytesIO()
    pickler = _Pickler(buffer)
    pickler.known = known
    pickler.dump(thing)
    return buffer.getvalue()


def unpacked(data: bytes, set_of: Callable[[str], CardSet]) -> Any:
    """What `packed` was given. Only for bytes of our own: whoever writes them could do anything."""
    unpickler = _Unpickler(io.BytesIO(data))
    unpickler.set_of = set_of
    return unpickler.load()


def excuse(why: str, said: str = "") -> bytes:
    """That there is no answer, and why; what the bot itself said about it is kept apart, for it may tell a hand."""
    data = json.dumps([why[:300], said[:300]]).encode()
    return HEAD.pack(FAILED) + HEAD.pack(len(data)) + data


def excused(data: bytes) -> tuple[str, str]:
    """Why there is no answer, and what the bot said, in a line each. Nothing of it is to be believed."""
    try:
        why, said = json.loads(data)
        return one_line(str(why)), one_line(str(said))
    except ValueError:
        return "gave no reason", ""


def one_line(text: str) -> str:
    """A stranger's words as one line that no terminal stumbles over."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


class _Pickler(pickle.Pickler):
    known: set[str]

    def persistent_id(self, thing: object) -> str | None:
        if isinstance(thing, CardSet) and thing.digest in self.known:
            return thing.digest
        return None


class _Unpickler(pickle.Unpickler):
    set_of: Callable[[str], CardSet]

    def persistent_load(self, digest: str) -> CardSet:
        return self.set_of(digest)
