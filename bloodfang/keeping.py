"""The player's files: written whole or not at all, and kept aside if they are damaged."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

from bloodfang_engine.document import Document, read_file
from bloodfang_engine.errors import CardError, Problem

LONGEST_STEM = 32
_FORBIDDEN = re.compile("con|prn|aux|nul|com[0-9]|lpt[0-9]")  # Windows has devices of these names


class NotKept(Exception):
    """What should be kept, changed or thrown away is as it was before; the sentence, for the player, says why."""


def read_own(path: Path, name: str) -> Document | None:
    """The TOML in a file of the player's own, None if there is no file; CardError if it cannot be read."""
    try:
        if not os.path.lexists(path):
            return None
    except (OSError, ValueError) as trouble:
        raise CardError([Problem(name, f"cannot be read: {trouble}")]) from None
    if path.exists() and not path.is_file():  # to read a pipe would take for ever
        raise CardError([Problem(name, f"is {'a folder' if path.is_dir() else 'something else'}, not a file")])
    return read_file(path, name)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is the old one or the new one at any moment, whatever happens; OSError if it cannot be.

    Where the name is a link, the file it leads to is written: settings are often kept elsewhere.
    """
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".new", dir=target.parent)
    new = Path(name)
    try:
        with open(number, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123 (it is open already)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o644)
        new.replace(target)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise
    _sync_folder(target.parent)


def write_new(folder: Path, stem: str, text: str, taken: Collection[str] = ()) -> Path:
    """Write a file that was not there: STEM.toml, STEM-2.toml and so on, none of the taken; OSError if it cannot be."""
    folder.mkdir(parents=True, exist_ok=True)
    stems = (f"{stem}{_counted(number)}" for number in range(1, 10_000))
    path = _reserved(folder, (f"{each}.toml" for each in stems if each not in taken))
    try:
        write_whole(path, text)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
    return path


def keep_aside(path: Path) -> Path:
    """Move a damaged file out of the way, beside where it was; OSError if it cannot be."""
    for number in range(1, 10_000):
        if not os.path.lexists(aside := _aside(path, number)):
            path.rename(aside)
            return aside
    raise FileExistsError(errno.EEXIST, "there are too many damaged files beside it")


def copy_aside(path: Path) -> Path:
    """Copy a file that will be written over, beside where it is; OSError if it cannot be."""
    aside = _reserved(path.parent, (_aside(path, number).name for number in range(1, 10_000)))
    shutil.copyfile(path, aside)
    return aside


def move_into(path: Path, folder: Path) -> Path:
    """Move a file into a folder, under a name that is not taken there; OSError if it cannot be."""
    folder.mkdir(parents=True, exist_ok=True)
    target = _reserved(folder, (f"{path.stem}{_counted(number)}{path.suffix}" for number in range(1, 10_000)))
    try:
        path.replace(target)
    except BaseException:
        with suppress(OSError):
            target.unlink()
        raise
    return target


def copy_into(path: Path, folder: Path) -> Path:
    """Copy a file into a folder, under a name that is not taken there; OSError if it cannot be."""
    folder.mkdir(parents=True, exist_ok=True)
    target = _reserved(folder, (f"{path.stem}{_counted(number)}{path.suffix}" for number in range(1, 10_000)))
    shutil.copyfile(path, target)
    return target


def stem_of(words: str, otherwise: str) -> str:
    """A name for a file, made of the letters and digits of these words; the other one if there are none."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    stem = re.sub("[^a-z0-9]+", "-", plain.lower()).strip("-")[:LONGEST_STEM].rstrip("-")
    return stem if stem and not _FORBIDDEN.fullmatch(stem) else otherwise


def _aside(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.damaged-{number}")


def _counted(number: int) -> str:
    return "" if number == 1 else f"-{number}"


def _reserved(folder: Path, names: Iterable[str]) -> Path:
    """The first of these names that nobody has; an empty file holds it, so that nobody else takes it."""
    for name in names:
        with suppress(FileExistsError):
            (folder / name).touch(exist_ok=False)
            return folder / name
    raise FileExistsError(errno.EEXIST, "there are too many files of this name")


def _sync_folder(folder: Path) -> None:
    """Let the new name outlive a power cut; where folders cannot be opened (Windows), the system does it."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
