"""Whether a database file of ours is sound, found out without touching it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bloodfang.sqlite_shape import Damaged, Newer, Shape, check_complete, check_pages, tables, version_of


def problem_with(path: Path, shape: Shape) -> str:
    """What is wrong with this file, as words that follow its name; nothing if it can be used, or is not there."""
    try:
        if not path.exists():
            return ""
        if not path.is_file():
            return "is not a file"
        if not path.stat().st_size:
            return "is empty, and a database never is"
        with closing(look_into(path)) as connection:
            version = version_of(connection, shape)
            check_pages(connection)
            if version == shape.version:
                check_complete(connection, shape)
    except Newer:
        return "was written by a later version of the game"
    except (Damaged, sqlite3.DatabaseError) as wrong:
        return f"is damaged ({wrong})"
    except OSError as trouble:
        return f"cannot be read: {trouble.strerror or trouble}"
    return ""


def version_in(connection: sqlite3.Connection) -> int | None:
    """The version that a file of any of our shapes has; None if it is of none."""
    named = [name for name in tables(connection) if name.endswith("_version")]
    if len(named) != 1:
        return None
    [version] = connection.execute(f'SELECT max(version) FROM "{named[0]}"').fetchone()
    return version if isinstance(version, int) else None


def look_into(path: Path) -> sqlite3.Connection:
    """The file, to be read only, beside whoever writes to it."""
    # Even a reader leaves files beside a database that others may write to, unless it is told that nobody does.
    how = "mode=ro" if Path(f"{path}-wal").exists() else "immutable=1"
    return sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=5.0, check_same_thread=False)
