"""Names that are somebody else's and that nothing here may bear: known by their hashes only."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

_NAMED = re.compile(r"""^\s*(?:name|id)\s*=\s*(?:"([^"]*)"|'([^']*)')|^\s*\[+([^\]]+)\]""", re.MULTILINE)
"""What a card file calls by a name: the values of `name` and `id`, and its tables."""


@dataclass(frozen=True, slots=True)
class Reserved:
    """Hashes of names with their number of words: some may stand nowhere, others may only not be a name."""

    salt: str
    anywhere: Mapping[str, int]
    as_a_name: Mapping[str, int]


@cache
def reserved() -> Reserved:
    """The list that is shipped."""
    said = json.loads((files("bloodfang") / "reserved-names.json").read_text(encoding="utf-8"))
    return Reserved(said["salt"], said["anywhere"], said["as_a_name"])


def uses(file: str, text: str, *, cards: bool) -> Iterator[tuple[int, str]]:
    """Each reserved name that a file uses, with its line; line 0 is the file's own name.

    In files of `cards` the stricter list counts as well: for what they name, not for what they tell.
    """
    yield from ((0, term) for _, term in _hits(re.sub("[_-]", " ", file)))
    yield from _hits(text)
    if cards:
        for found in _NAMED.finditer(text):
            words = _words(next(filter(None, found.groups()), ""))
            if words and reserved().as_a_name.get(_digest(words)) == len(words):
                yield text.count("\n", 0, found.end()) + 1, " ".join(words)


def _hits(text: str) -> Iterator[tuple[int, str]]:
    table = reserved().anywhere
    placed = [(number, word) for number, line in enumerate(text.split("\n"), 1) for word in _words(line)]
    words = [word for _, word in placed]
    for length in sorted(set(table.values())):
        for start in range(len(words) - length + 1):
            some = words[start : start + length]
            if table.get(_digest(some)) == length:
                yield placed[start][0], " ".join(some)


def _words(text: str) -> list[str]:
    if not text.isascii():
        flat = unicodedata.normalize("NFKD", text)
        text = "".join(each for each in flat if not unicodedata.combining(each))
    return re.findall(r"[a-z0-9]+", text.lower())


def _digest(words: Sequence[str]) -> str:
    return _hashed(reserved().salt + " ".join(words))


@lru_cache(maxsize=1 << 16)
def _hashed(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()
