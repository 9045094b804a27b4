"""Everything in a server's data folder, copied while the server runs (promise O6).

A backup is a folder, or one .tar file of it: the files as they were, and a manifest. Databases are copied by SQLite
itself, so that no copy is ever half of a change. `bloodfang.restoring` brings it back.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import bloodfang
from bloodfang.hallfile import HALL
from bloodfang.invites import INVITES
from bloodfang.manifest import MANIFEST, Kept, Manifest, sha256
from bloodfang.onlyone import NAME as LOCK
from bloodfang.paths import shown
from bloodfang.people_file import PEOPLE
from bloodfang.refusing import Refused
from bloodfang.sqlite_check import look_into, version_in
from bloodfang.sqlite_file import JOURNAL
from bloodfang.sqlite_shape import Shape

SHAPES: dict[str, Shape] = {
    "matches.sqlite3": JOURNAL,
    "hall.sqlite3": HALL,
    "people.sqlite3": PEOPLE,
    "invites.sqlite3": INVITES,
}
"""In the order in which they are copied: a match whose end is counted already is never counted again."""
KEPT_HERE = "backups"
"""The folder, within the data folder, of backups for which nobody named a place."""
ASIDE = "replaced-"
"""How folders within the data folder begin that hold what a backup has replaced."""
_LEFT_OUT = ("-wal", "-shm", "-journal", ".mending", ".sock", ".log")


def usual_place(data: Path) -> Path:
    """Where a backup goes if nobody names a place: a .tar of this moment, in the data folder."""
    moment = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    names = (data / KEPT_HERE / f"{moment}{f'-{number}' if number > 1 else ''}.tar" for number in count(1))
    return next(name for name in names if not name.exists())


def back_up(data: Path, target: Path) -> Manifest:
    """Copy everything to a new folder, or into a new file if its name ends in .tar; Refused if that cannot be.

    Whoever writes to the databases meanwhile goes on. The backup is there whole, or not at all.
    """
    try:
        if not data.is_dir():
            raise Refused(f"{shown(data)}: there is no such folder, so there is nothing to back up")
        if target.exists() and not (target.is_dir() and not any(target.iterdir()) and target.suffix != ".tar"):
            raise Refused(f"{shown(target)}: it is there already; a backup never writes over anything")
        target.parent.mkdir(parents=True, exist_ok=True)
        with half_of(target) as half:
            manifest = _copied(data, half, target)
            if not manifest.files:
                raise Refused(f"{shown(data)}: there is nothing in it to back up")
            if target.suffix == ".tar":
                _pack(half, target)
            else:
                with suppress(FileNotFoundError):
                    target.rmdir()
                half.rename(target)
        return manifest
    except (OSError, sqlite3.Error) as trouble:
        problem = getattr(trouble, "strerror", None) or trouble
        raise Refused(f"{shown(target)}: the backup cannot be made: {problem}") from None


@contextmanager
def half_of(target: Path) -> Iterator[Path]:
    """A hidden folder beside the target, to be renamed when it is whole; what is left of it in the end is gone."""
    half = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        yield half
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _copied(data: Path, half: Path, target: Path) -> Manifest:
    files = []
    for path in _all(data, target):
        copy = half / path.relative_to(data)
        copy.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileNotFoundError):  # a player has just thrown it away
            version = _copy(path, copy)
            files.append(Kept(path.relative_to(data).as_posix(), copy.stat().st_size, sha256(copy), version))
    manifest = Manifest(datetime.now(UTC).isoformat(timespec="seconds"), bloodfang.__version__, tuple(files))
    (half / MANIFEST).write_text(manifest.written(), encoding="utf-8")
    return manifest


def _all(data: Path, target: Path) -> list[Path]:
    """Every file that counts; the databases of the server first."""

    def counts(path: Path) -> bool:
        parts = path.relative_to(data).parts
        hidden = any(part.startswith(".") for part in parts)
        others = parts[0] in (KEPT_HERE, LOCK, MANIFEST) or parts[0].startswith(ASIDE) or path.is_relative_to(target)
        return not (hidden or others or path.name.endswith(_LEFT_OUT) or path.is_symlink()) and path.is_file()

    # A folder may go while we look, with the guest whose it was: os.walk does not mind, where rglob would fail.
    paths = (Path(folder, name) for folder, _, names in os.walk(data) for name in names)
    found = [path for path in paths if counts(path)]
    order = {data / name: number for number, name in enumerate(SHAPES)}
    return sorted(found, key=lambda path: (order.get(path, len(order)), path))


def _copy(path: Path, copy: Path) -> int | None:
    """Copy one file, readable for us alone; the version of its tables if it is a database."""
    with path.open("rb") as file:
        is_database = file.read(16) == b"SQLite format 3\0"
    copy.touch(mode=0o600)
    if not is_database:
        shutil.copyfile(path, copy)
        return None
    with closing(look_into(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, whole without any other
        return version_in(target)


def _pack(half: Path, target: Path) -> None:
    packed = half.with_name(f"{half.name}.tar")
    try:
        packed.touch(mode=0o600)
        with tarfile.open(packed, "w") as archive:
            for path in sorted(half.rglob("*")):
                if path.is_file():
                    archive.add(path, path.relative_to(half).as_posix(), filter=_nobodys)
        packed.rename(target)
    finally:
        packed.unlink(missing_ok=True)


def _nobodys(info: tarfile.TarInfo) -> tarfile.TarInfo:
    info.uid = info.gid = 0
    info.uname = info.gname = ""
    return info
