"""A database file: opened, made if there is none, brought up to date, kept aside if it is damaged."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from stat import S_ISREG

from bloodfang.paths import shown
from bloodfang.sqlite_shape import (
    Damaged,
    Newer,
    Shape,
    bring_up,
    check_complete,
    check_pages,
    make,
    one,
    tables,
    version_of,
)

PATIENCE = 5.0
"""So many seconds we wait for another program that is writing."""


def open_database(path: Path, shape: Shape) -> tuple[sqlite3.Connection, Path, str]:
    """The database, where it is, and a sentence if it was not as it should be; shape.trouble if there can be none.

    Whatever was there is kept: a damaged file is moved aside, an earlier version's is copied before it is changed,
    a later version's is left where it is.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not _may_be_file(path):
            raise shape.trouble(f"{shown(path)}: this is not a file, so {shape.keeps} cannot be kept in it")
        return _opened(path, shape)
    except OSError as trouble:
        problem = trouble.strerror or trouble
        raise shape.trouble(f"{shown(path)}: {shape.keeps} cannot be kept here: {problem}") from trouble
    except (sqlite3.Error, Damaged, Newer) as trouble:  # the last two only if it happens as fast as we mend it
        raise shape.trouble(f"{shown(path)}: {shape.keeps} cannot be kept here: {trouble}") from trouble


def _opened(path: Path, shape: Shape) -> tuple[sqlite3.Connection, Path, str]:
    try:
        return _found(path, shape)
    except Newer:
        left = f"{shown(path)} was written by a later version of the game and was left alone"
        if not shape.may_stand_in:
            raise shape.trouble(f"{left}; start that version, or move the file away to begin a new one") from None
        # It is whole, and a later version will want it where it is: ours stands beside it.
        connection, ours, notice = _opened(path.with_name(f"{path.name}.version-{shape.version}"), shape)
        kept = f"{shape.keeps} of this version are kept in {shown(ours)}"
        return connection, ours, f"{left}; {kept}. {notice}".strip()
    except Damaged:
        with _alone(path):
            return _mended(path, shape)


def _mended(path: Path, shape: Shape) -> tuple[sqlite3.Connection, Path, str]:
    try:
        return _found(path, shape)  # another program was quicker to put it right
    except Damaged as damage:
        aside = _keep_aside(path)
        kept = f"it was kept as {shown(aside)}, and a new one was begun"
        return _found(path, shape)[0], path, f"{shown(path)} is damaged ({damage}); {kept}."


def _found(path: Path, shape: Shape) -> tuple[sqlite3.Connection, Path, str]:
    connection, copy = _connected(path, shape)
    told = (
        f"{shown(path)} was brought up to this version of the game; it was kept as it was in {shown(copy)}."
        if copy
        else ""
    )
    return connection, path, told


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Only one program at a time moves files: the second would move what the first has just begun."""
    sign = Path(f"{path}.mending")
    while True:
        with suppress(FileExistsError):
            sign.touch(exist_ok=False)
            break
        with suppress(FileNotFoundError):
            if time.time() - sign.stat().st_mtime > PATIENCE:  # whoever put it there is gone
                sign.unlink()
        time.sleep(0.02)
    try:
        yield
    finally:
        sign.unlink(missing_ok=True)


def _keep_aside(path: Path) -> Path:
    """Move the file and what belongs to it; the file itself last, for what stayed behind would spoil a new one."""
    parts = ("-wal", "-journal", "-shm", "")
    names = (f"{path}.damaged-{number}" for number in count(1))
    aside = next(name for name in names if not any(os.path.lexists(name + part) for part in parts))
    for part in parts:
        with suppress(FileNotFoundError):
            Path(f"{path}{part}").rename(aside + part)
    return Path(aside)


def _connected(path: Path, shape: Shape) -> tuple[sqlite3.Connection, Path | None]:
    """The database, looked through, and a copy if it was changed; patient with others who are just making it."""
    deadline = time.monotonic() + PATIENCE
    _check_size(path)
    while True:
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
        try:
            return connection, _prepare(connection, path, shape)
        except sqlite3.Error as trouble:
            connection.close()
            code = getattr(trouble, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise Damaged(str(trouble)) from trouble
            if code not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        except BaseException:
            connection.close()
            raise


def _check_size(path: Path) -> None:
    """Find what SQLite would take for an empty file and write over, or not notice before the last match is read."""
    # In this order: whoever is just making the file fills it before there is a -wal.
    wal, journal = (_size(Path(f"{path}{part}")) for part in ("-wal", "-journal"))
    try:
        with path.open("rb") as file:
            start, size = file.read(18), os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        start, size = b"", 0
    if not size and wal:
        raise Damaged("it is empty, but changes were waiting for it")
    page = int.from_bytes(start[16:], "big")
    if size and not (start.startswith(b"SQLite format 3\0") and page):
        raise Damaged("it is not a database")
    if size and size % (65536 if page == 1 else page) and not wal and not journal:
        raise Damaged("its end is missing")


def _prepare(connection: sqlite3.Connection, path: Path, shape: Shape) -> Path | None:
    # Text that is no text must not stop a listing: whoever reads it will find that it means nothing.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    connection.execute("PRAGMA synchronous = FULL")  # with WAL, less would lose the last acts in a power cut
    if not tables(connection):
        connection.execute("PRAGMA journal_mode = WAL")
        make(connection, shape)
    version, copy = version_of(connection, shape), None
    check_pages(connection)
    if version < shape.version:
        copy = _copied(connection, path, version)
        try:
            bring_up(connection, shape)
        except BaseException:  # nothing was changed, and a server that tries again and again must not fill the disk
            copy.unlink()
            raise
    check_complete(connection, shape)
    connection.execute("PRAGMA foreign_keys = ON")  # only now: a step up may have to make a table anew
    if one(connection, "PRAGMA journal_mode") != "wal":
        connection.execute("PRAGMA journal_mode = WAL")
    return copy


def _copied(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """A copy of the file as it is, beside it."""
    names = (Path(f"{path}.before-{version + 1}{f'.{number}' if number > 1 else ''}") for number in count(1))
    copy = next(name for name in names if not os.path.lexists(name))
    copy.touch(mode=0o600, exist_ok=False)
    with closing(sqlite3.connect(copy)) as target:
        connection.backup(target)
    return copy


def _may_be_file(path: Path) -> bool:
    """It is a file, or nothing yet; asked once, for in between another program may move it."""
    with suppress(FileNotFoundError):
        return S_ISREG(path.stat().st_mode)
    return True


def _size(path: Path) -> int:
    with suppress(FileNotFoundError):
        return path.stat().st_size
    return 0
