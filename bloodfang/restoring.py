"""A backup of a server brought back, after a check of every file, and without losing what was there (promise O6)."""

from __future__ import annotations

import shutil
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import IO

from bloodfang.backup import ASIDE, KEPT_HERE, SHAPES, half_of
from bloodfang.manifest import MANIFEST, Manifest
from bloodfang.onlyone import NAME as LOCK
from bloodfang.onlyone import alone_in
from bloodfang.paths import shown
from bloodfang.refusing import Refused
from bloodfang.sqlite_check import problem_with

Reach = Callable[[str], IO[bytes] | None]
"""A file of a backup by its name; None if it is not there."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was brought back."""

    manifest: Manifest
    aside: Path | None
    """Where that is which was there before; None if there was nothing."""


def restore(source: Path, data: Path, *, replace: bool = False) -> Restored:
    """Bring a backup back into an empty data folder, or with `replace` into any; Refused if anything is wrong with it.

    What was there is moved into a folder of its own within the data folder: nothing is ever deleted.
    """
    with alone_in(data):
        try:
            return _restored(source, data, replace)
        except OSError as trouble:
            raise Refused(f"{shown(data)}: the backup cannot be brought back: {trouble.strerror or trouble}") from None


def _restored(source: Path, data: Path, replace: bool) -> Restored:
    stays = (LOCK, KEPT_HERE)
    there = [each for each in data.iterdir() if each.name not in stays and not each.name.startswith(ASIDE)]
    if there and not replace:
        raise Refused(f"{shown(data)}: it is not empty; with --replace, what is there is moved aside first")
    with half_of(data / "restore") as half, _opened(source) as reach:
        manifest = _fetched(shown(source), reach, half)
        _check(shown(source), half, manifest)
        aside = _move_aside(data, there) if there else None
        for each in sorted(half.iterdir()):
            each.rename(data / each.name)
    return Restored(manifest, aside)


@contextmanager
def _opened(source: Path) -> Iterator[Reach]:
    """A backup, to reach into, whether it is a folder or a file."""
    if source.is_dir():
        yield lambda name: path.open("rb") if (path := source / name).is_file() else None
        return
    try:
        with tarfile.open(source) as archive:
            members = {member.name: member for member in archive.getmembers() if member.isfile()}
            yield lambda name: archive.extractfile(members[name]) if name in members else None
    except FileNotFoundError:
        raise Refused(f"{shown(source)}: there is no such backup") from None
    except tarfile.TarError as wrong:
        raise Refused(f"{shown(source)}: it is no backup, or not all of one: {wrong}; nothing was changed") from None


def _fetched(where: str, reach: Reach, half: Path) -> Manifest:
    """Copy what the manifest names, and nothing else."""
    listed = reach(MANIFEST)
    with listed or nullcontext():
        manifest = Manifest.read(listed.read() if listed else None, where)
    for kept in manifest.files:
        packed = reach(kept.name)
        if packed is None:
            raise Refused(f"{where}: {kept.name} is missing, so nothing was changed")
        copy = half / kept.name
        copy.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        copy.touch(mode=0o600)
        with packed, copy.open("wb") as file:
            shutil.copyfileobj(packed, file)
    return manifest


def _check(where: str, half: Path, manifest: Manifest) -> None:
    """Refused unless every file is what it was, and every database can be used by this version of the game."""
    for kept in manifest.files:
        path = half / kept.name
        if not kept.is_file(path):
            raise Refused(f"{where}: {kept.name} is not what it was when the backup was made; nothing was changed")
        shape = SHAPES.get(path.name)
        if shape and (problem := problem_with(path, shape)):
            raise Refused(f"{where}: {kept.name} {problem}; nothing was changed")


def _move_aside(data: Path, there: list[Path]) -> Path:
    """Within the data folder, for it may be a disk of its own."""
    aside = next(name for number in count(1) if not (name := data / f"{ASIDE}{number}").exists())
    aside.mkdir(mode=0o700)
    for each in there:
        each.rename(aside / each.name)
    return aside
