"""What a backup holds: a list of its files, each with its size, its SHA-256 and the version of its tables."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from bloodfang.refusing import Refused

MANIFEST = "manifest.json"
"""The name of the list within a backup."""
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Kept:
    """A file of a backup."""

    name: str
    """Its path within the data folder, with /."""
    size: int
    sha256: str
    version: int | None
    """Of a database's tables; None for other files."""

    def is_file(self, path: Path) -> bool:
        """Whether this is the file that was kept, to the last bit."""
        return path.stat().st_size == self.size and sha256(path) == self.sha256


@dataclass(frozen=True, slots=True)
class Manifest:
    """The list."""

    made: str
    """When, in UTC, as ISO 8601 writes it."""
    game: str
    """The version of the game that made it."""
    files: tuple[Kept, ...]

    def written(self) -> str:
        """The list as text."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1) + "\n"

    @staticmethod
    def read(text: bytes | None, where: str) -> Manifest:
        """The list that `written` wrote; Refused if this is something else, or names what no data folder has."""
        if text is None:
            raise Refused(f"{where}: it has no {MANIFEST}, so it is no backup of a server")
        try:
            said: dict[str, Any] = json.loads(text)
            if said["format"] != FORMAT:
                raise Refused(f"{where}: it was made by another version of the game, which can bring it back")
            files = tuple(_kept(**each) for each in said["files"])
            return Manifest(str(said["made"]), str(said["game"]), files)
        except (ValueError, TypeError, KeyError, RecursionError) as wrong:
            raise Refused(f"{where}: its {MANIFEST} cannot be understood ({wrong}), so nothing was changed") from None


def sha256(path: Path) -> str:
    """The SHA-256 of a file, as its hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _kept(name: str, size: int, sha256: str, version: int | None) -> Kept:
    path = PurePosixPath(name)
    if (
        path.is_absolute()
        or ".." in path.parts
        or "\\" in name
        or "\0" in name
        or path.as_posix() != name
        or name == "."
    ):
        raise ValueError(f"{name!r} is no file of a data folder")
    return Kept(name, int(size), str(sha256), version)
