"""The file a run is kept in: what it was made of, then a line for each deal; it only grows, and never loses a deal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import bloodfang
from bloodfang import paths
from bloodfang.bots.finding import is_path, split
from bloodfang.lab.plan import Plan
from bloodfang.lab.playing import Played

FORMAT = 1


class OtherRun(Exception):
    """The file is that of another run, or of none: a sentence with what differs. It is left as it is."""


class RunFile:
    """A run on disk. Whoever opens it with the same plan again goes on where it was."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.done: dict[int, tuple[Played, ...]] = {}
        """By deal: what has been played."""
        self._deals = range(plan.deals)
        header = described(plan)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("a+b")
        try:
            self._take_up(header)
        except BaseException:
            self._file.close()
            raise

    def add(self, deal: int, played: tuple[Played, ...]) -> None:
        """Keep a deal: once this returns, no end of this process loses it."""
        self.done[deal] = played
        self._write([deal, [each.as_data() for each in played]])

    def __enter__(self) -> RunFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _take_up(self, header: Mapping[str, Any]) -> None:
        """Read what is there, and drop a line that was being written when a process was killed."""
        self._lock()
        self._file.seek(0)
        kept = self._file.read()
        whole, _, _ = kept.rpartition(b"\n")
        if kept and not whole:
            raise OtherRun(f"{paths.shown(self.path)} is no run of the lab; choose another folder")
        if not kept:
            self._write(header)
            return
        first, *lines = whole.split(b"\n")
        self._check(first, header)
        for number, line in enumerate(lines, 2):
            self._read(line, number)
        self._file.truncate(len(whole) + 1)

    def _lock(self) -> None:
        """Have the file for oneself until it is closed, where files can be locked."""
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise OtherRun(f"{paths.shown(self.path)}: somebody else goes on with this run right now") from None

    def _write(self, thing: object) -> None:
        self._file.write(json.dumps(thing, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def _check(self, line: bytes, header: Mapping[str, Any]) -> None:
        try:
            found = json.loads(line)
            strange = not isinstance(found, dict) or "lab" not in found
        except ValueError:
            found, strange = {}, True
        if strange:
            raise OtherRun(f"{paths.shown(self.path)} is no run of the lab; choose another folder")
        if differs := [key for key in header if found.get(key) != header[key]]:
            told = "; ".join(_difference(key, found.get(key), header[key]) for key in differs)
            raise OtherRun(f"{paths.shown(self.path)} is another run: {told}. Choose another folder, or remove it")

    def _read(self, line: bytes, number: int) -> None:
        try:
            deal, matches = json.loads(line)
            if deal not in self._deals or len(matches) != 2:
                raise ValueError
            self.done[deal] = tuple(Played.of_data(deal, each) for each in matches)
        except (ValueError, TypeError, IndexError, KeyError):
            raise OtherRun(f"{paths.shown(self.path)}, line {number}: this is no deal; choose another folder") from None


def described(plan: Plan) -> dict[str, Any]:
    """All that makes a run what it is, as plain data."""
    return {
        "lab": FORMAT,
        "version": bloodfang.__version__,
        "cards": plan.cards.digest,
        "profile": plan.profile,
        "seed": plan.seed,
        "matches": plan.deals * 2,
        "bots": [_bot(name) for name in plan.bots],
        "decks": [{"id": deck.id, "cards": [*deck.cards]} for deck in plan.decks],  # their order is part of the deals
    }


def _bot(name: str) -> str:
    """A bot's name; that of a file with what is in it, for another file of the same name is another bot."""
    if not is_path(name):
        return name
    path, wanted = split(name)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:12]
    return f"{path.name}{f':{wanted}' if wanted else ''} ({digest})"


def _difference(key: str, theirs: object, ours: object) -> str:
    if key == "decks":
        return "other decks, or in another order"
    return f"{key} {theirs}, not {ours}"
