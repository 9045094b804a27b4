"""Where files are: what is shipped, and what is the player's own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def shipped_cards() -> Path:
    """The folder of the shipped card sets: within the installed package, or beside it in a checkout."""
    packed = HERE / "data" / "cards"
    return packed if packed.is_dir() else HERE.parent / "cards"


def shipped_config() -> Path:
    """The folder of the shipped settings and keys, with a comment on each: within the package, or beside it."""
    packed = HERE / "data" / "config"
    return packed if packed.is_dir() else HERE.parent / "config"


def rulebook_file() -> Path:
    """The rules of the game, as Markdown: within the package, or beside it."""
    packed = HERE / "data" / "docs" / "RULES.md"
    return packed if packed.is_file() else HERE.parent / "docs" / "RULES.md"


def data_folder(chosen: Path | str | None = None) -> Path:
    """The player's own folder: the chosen one, BLOODFANG_DATA_DIR, or where this platform keeps such things."""
    if chosen := chosen or os.environ.get("BLOODFANG_DATA_DIR"):
        return Path(chosen).expanduser()
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "bloodfang"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "bloodfang"
    named = Path(os.environ.get("XDG_DATA_HOME") or "")
    return (named if named.is_absolute() else home / ".local" / "share") / "bloodfang"


def config_folder(chosen: Path | str | None = None) -> Path:
    """Where the player's settings and keys are: with the data if a folder was chosen, else as is usual here."""
    if chosen or os.environ.get("BLOODFANG_DATA_DIR") or sys.platform in ("win32", "darwin"):
        return data_folder(chosen)
    named = Path(os.environ.get("XDG_CONFIG_HOME") or "")
    return (named if named.is_absolute() else Path.home() / ".config") / "bloodfang"


def settings_file(config: Path) -> Path:
    """The player's settings."""
    return config / "client.toml"


def keys_file(config: Path) -> Path:
    """The keys that the player has moved."""
    return config / "keys.toml"


def journal_file(data: Path) -> Path:
    """All matches played here, finished or not."""
    return data / "matches.sqlite3"


def records_folder(data: Path) -> Path:
    """Matches that were kept to be seen again: a file each."""
    return data / "records"


def own_sets(data: Path) -> Path:
    """The player's own card sets: a folder each."""
    return data / "sets"


def set_folders(data: Path) -> list[Path]:
    """The folders of the player's own sets, in a stable order; hidden ones are not meant."""
    sets = own_sets(data)
    found = sets.iterdir() if sets.is_dir() else ()
    return sorted(each for each in found if each.is_dir() and not each.name.startswith("."))


def own_decks(data: Path, set_id: str) -> Path:
    """The player's own decks of one set: a file each."""
    return data / "decks" / set_id


def shown(path: Path) -> str:
    """A path as messages show it: seen from here if it is below, from home if it is there, else whole."""
    try:
        whole = path.resolve()
    except (OSError, RuntimeError):  # a link that leads to itself
        return str(path)
    for start, sign in ((Path.cwd(), ""), (Path.home(), "~/")):
        if whole.is_relative_to(start.resolve()):
            return sign + whole.relative_to(start.resolve()).as_posix()
    return str(path)
