"""Which keys the player has moved: read from a file that anybody may have edited, and checked against what there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from bloodfang import keeping, paths
from bloodfang.keynames import NoKey, keys_named
from bloodfang.spelling import meant
from bloodfang_engine.document import Place
from bloodfang_engine.errors import CardError, shown

EVERYWHERE = "app"
"""What stands before the dot of a binding that works wherever the player is."""

MOST_KEYS = 8
"""So many keys may do the same."""

HEAD = """\
# The keys of Blood Fang. The game reads this file from your settings folder (`bloodfang doctor` says where that is),
# and never writes to it.
#
# To move a key, take away the # in front of its line and name another key, or several: "p", "left,h" or ["left", "h"].
# Letters and digits are themselves, capitals are other keys than small letters, and signs can be written as they are:
# "?" or "/". Others have names: Enter, Esc, Space, Tab, Backspace, Up, Down, Left, Right, Home, End, PgUp, PgDn, Ins,
# Del; a comma is "comma". Ctrl+ may stand before a letter. Alt, the F-keys, Ctrl+C, Ctrl+Q, Ctrl+S and Ctrl+Z cannot be
# used: too many terminals keep them for themselves.
#
# One key cannot do two things in the same place; what begins with app. works in all places.
"""

Keys = tuple[str, ...]


def read_keys(path: Path, known: Mapping[str, str]) -> tuple[Mapping[str, str], list[str]]:
    """The bindings that the player's file moves, and a sentence for everything in it that is wrong.

    `known` has the usual keys of every binding, parted by commas, and so has the answer. What is wrong keeps its usual
    keys, and so does everything if the file cannot be read; the file is left as it is.
    """
    try:
        document = keeping.read_own(path, paths.shown(path))
    except CardError as unread:
        return {}, [f"{problem}; all keys are the usual ones until you mend it" for problem in unread.problems]
    if document is None:
        return {}, []
    usual = {name: _usual(keys) for name, keys in known.items()}
    moved: dict[str, Keys] = {}
    at: dict[str, str] = {}
    problems = []
    for place, value in _entries(document.said):
        name, where = ".".join(map(str, place)), document.at(*place)
        if name not in known:
            problems.append(f"{where}: nothing that keys do is called {shown(name)}{meant(name, known)}")
            continue
        try:
            keys = _keys(value)
            if name in at:
                raise NoKey("it has its keys from another line already")
            at[name], moved[name] = where, keys
        except NoKey as why:
            stays = "this line says nothing" if name in at else f"{name} stays on {known[name]}"
            problems.append(f"{where}: {why}; {stays}")
    while clash := _clash(moved, usual):
        name, other, key = clash
        problems.append(f"{at[name]}: {key!r} is the key of {other} already; {name} stays on {known[name]}")
        del moved[name]
    return {name: ",".join(keys) for name, keys in moved.items() if set(keys) != set(usual[name])}, problems


def default_text(known: Mapping[str, str], about: Mapping[str, str]) -> str:
    """A file that names every binding with its usual keys and what it does, and moves none of them."""
    lines = HEAD.splitlines()
    for _, names in groupby(known, key=_context):
        lines.append("")
        for name in names:
            entry = f'# "{name}" = "{known[name]}"'
            lines.append(f"{entry:<40}  # {about[name]}" if about.get(name) else entry)
    return "\n".join(lines) + "\n"


def _entries(said: Mapping[str, Any], above: Place = ()) -> Iterator[tuple[Place, object]]:
    """Every binding that is spoken of: "match.pass" in quotes, without them, or as `pass` within [match]."""
    for name, value in said.items():
        if isinstance(value, dict):
            yield from _entries(value, (*above, name))
        else:
            yield (*above, name), value


def _keys(value: object) -> Keys:
    """The keys that a value names, each once; NoKey if it names none, or anything else."""
    said = value if isinstance(value, list) else [value]
    words = [each for each in said if isinstance(each, str)]
    if len(words) < len(said):
        raise NoKey(f'a key is text such as "p", or a list of such texts, not {shown(value)}')
    if not words or not any(words):
        raise NoKey("no key is named; name one, or take the line away")
    keys = tuple(dict.fromkeys(key for each in words for key in keys_named(each)))
    if len(keys) > MOST_KEYS:
        raise NoKey(f"{len(keys)} keys are named, and {MOST_KEYS} are the most")
    return keys


def _usual(keys: str) -> Keys:
    """The same of a binding that is known: it may have keys that nobody could choose."""
    try:
        return tuple(keys_named(keys))
    except NoKey:
        return tuple(each.strip() for each in keys.split(","))


def _clash(moved: Mapping[str, Keys], usual: Mapping[str, Keys]) -> tuple[str, str, str] | None:
    """A binding that wants a key which another one has in the same place; of two that were moved, the later."""
    order = {name: number for number, name in enumerate(moved)}
    for name, number in reversed(order.items()):
        for other, keys in {**usual, **moved}.items():
            if other == name or order.get(other, -1) > number or not _meet(name, other):
                continue
            # what both have by default does two things on purpose
            meant_so = set(usual[name]) & set(usual[other])
            if both := [key for key in moved[name] if key in keys and key not in meant_so]:
                return name, other, both[0]
    return None


def _meet(one: str, other: str) -> bool:
    """Whether both work in the same place."""
    return EVERYWHERE in (contexts := {_context(one), _context(other)}) or len(contexts) == 1


def _context(name: str) -> str:
    return name.partition(".")[0]
