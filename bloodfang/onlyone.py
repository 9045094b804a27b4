"""One server at a time in a data folder: two would each believe that they alone know who sits where."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bloodfang.paths import shown
from bloodfang.refusing import UNUSABLE, Refused

NAME = "server.lock"


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Have the folder for oneself; Refused if a server runs there already, or nothing can be written.

    Whoever ends, however suddenly, holds it no more. Where files cannot be locked (Windows), nothing is locked.
    """
    path = folder / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as trouble:
        raise Refused(f"{shown(folder)}: cannot be written to: {trouble.strerror or trouble}", code=UNUSABLE) from None
    try:
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Refused(
                    f"{shown(folder)}: a server is running with this folder; stop it first, or name another folder",
                    code=UNUSABLE,
                ) from None
        yield
    finally:
        os.close(number)
