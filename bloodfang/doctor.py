"""What the game finds here: the terminal, the player's folders and files, and the cards."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import bloodfang
from bloodfang import ink, paths, terminal
from bloodfang.palette import PALETTES
from bloodfang_engine.errors import CardError, shorten

SMALLEST = (60, 20)
"""Columns and lines below which the app only says that it needs more."""
WHOLE = (80, 24)
"""Columns and lines in which all of the game can be played."""

_TOLD = ("TERM", "COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "LC_TERMINAL", "TERM_PROGRAM")
"""What is said of the environment: nothing that tells who or where somebody is."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    says: str
    hint: str = ""
    """What could be better, in a sentence."""
    fatal: bool = False
    """The game does not work like this."""


def findings(data_dir: Path | None, environ: Mapping[str, str] = os.environ) -> Iterator[Finding]:
    """Everything, in the order in which it matters; nothing is changed by looking."""
    yield from _versions()
    yield from _terminal(environ)
    yield from _surroundings(environ)
    data, config = paths.data_folder(data_dir), paths.config_folder(data_dir)
    yield _folder("data in", data)
    if config != data:
        yield _folder("settings in", config)
    yield from _files(config)
    yield _journal(data)
    yield _cards(data)


def _versions() -> Iterator[Finding]:
    yield Finding("Blood Fang", bloodfang.__version__)
    yield Finding("Python", f"{platform.python_version()} on {platform.system()}")
    try:
        yield Finding("Textual", version("textual"))
    except PackageNotFoundError:
        yield Finding("Textual", "is not installed", "install it: python -m pip install textual", fatal=True)


def _terminal(environ: Mapping[str, str]) -> Iterator[Finding]:
    yield _size()
    for name in _TOLD:
        if name in environ:
            yield Finding(name, ink.safe(shorten(environ[name])) or "(empty)")
    term = environ.get("TERM", "")
    if term == "dumb":
        yield Finding("placing text", "no", "TERM=dumb is a terminal that cannot place text; use another", fatal=True)
    encoding = sys.stdout.encoding or "unknown"
    depth, glyphs = terminal.depth_of(environ), terminal.glyphs_of(environ, encoding)
    yield Finding("encoding", encoding)
    hint = ""
    if depth is not ink.Depth.TRUE and not environ.get("NO_COLOR"):
        hint = "if it can show more, say so: COLORTERM=truecolor, or depth in the settings"
    yield Finding("colours", str(depth), hint)
    hint = "for blocks and lines use a UTF-8 locale, or say so in the settings: glyphs" if glyphs == "ascii" else ""
    yield Finding("drawn with", str(glyphs), hint)


def _size() -> Finding:
    size = terminal.size()
    if size is None:
        return Finding("size", "unknown: this is not written to a terminal")
    says = f"{size[0]} x {size[1]}"
    if size[0] < SMALLEST[0] or size[1] < SMALLEST[1]:
        return Finding("size", says, f"the least is {SMALLEST[0]} x {SMALLEST[1]}; make it larger", fatal=True)
    if size[0] < WHOLE[0] or size[1] < WHOLE[1]:
        return Finding("size", says, f"from {WHOLE[0]} x {WHOLE[1]} on everything is seen at once")
    return Finding("size", says)


def _surroundings(environ: Mapping[str, str]) -> Iterator[Finding]:
    if environ.get("TMUX"):
        hint = (
            "in tmux.conf: terminal-features ',*:RGB' for all colours, escape-time 10 for an Esc that answers at once"
        )
        yield Finding("within", "tmux", hint)
    if environ.get("STY"):
        yield Finding(
            "within", "screen", 'before version 5 it knows 256 colours at most: depth = "256" in the settings'
        )
    if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"):
        yield Finding("over", "SSH", "COLORTERM is not sent by itself; SendEnv COLORTERM or the settings help")


def _folder(what: str, folder: Path) -> Finding:
    says = paths.shown(folder)
    there = next(each for each in (folder, *folder.absolute().parents) if os.path.lexists(each))
    if not there.is_dir():
        return Finding(what, says, f"{paths.shown(there)} is in its place, and no folder; nothing can be kept")
    if not os.access(there, os.W_OK | os.X_OK):
        return Finding(what, says, "cannot be written; the game works, but keeps nothing")
    return Finding(what, f"{says} ({'can be written' if there == folder else 'not there yet, can be made'})")


def _files(config: Path) -> Iterator[Finding]:
    from bloodfang.settings import read_settings

    path = paths.settings_file(config)
    problems = read_settings(path).problems
    yield Finding("settings", "the defaults" if not os.path.lexists(path) else "your own", "; ".join(problems))
    keys = paths.keys_file(config)
    yield Finding(
        "keys", f"your own: {paths.shown(keys)}" if keys.exists() else f"the usual ones; {paths.shown(keys)} moves them"
    )


def _journal(data: Path) -> Finding:
    from bloodfang.journal import JournalTrouble
    from bloodfang.sqlite_look import look

    try:
        found = look(paths.journal_file(data))
    except JournalTrouble as trouble:
        return Finding("matches", "not known", f"{trouble}; when the game starts it keeps this file and begins another")
    if found is None:
        return Finding("matches", "none yet")
    return Finding("matches", f"{found.matches}, {found.unfinished} of them unfinished")


def _cards(data: Path) -> Finding:
    from bloodfang.catalog import load_all

    try:
        library = load_all(data)
    except CardError as wrong:
        return Finding("cards", "cannot be read", f"{wrong.problems[0]}; install the game again", fatal=True)
    sets = len(library.catalogs)
    decks = sum(len(each.decks) for each in library.catalogs)
    says = f"{len(library.catalogs[0].cards)} in the shipped set, {sets} set{'s' * (sets > 1)}, {decks} decks"
    hint = ""
    if broken := len(library.problems):
        counted = "1 problem" if broken == 1 else f"{broken} problems"
        hint = f"{counted} in your own; `bloodfang cards check` tells {'it' if broken == 1 else 'them'}"
    return Finding("cards", says, hint)


def samples(depth: ink.Depth, ascii_only: bool) -> str:
    """A few lines to look at: what is drawn with, in the colours of the houses."""
    signs = "+---+ | # + . * ^" if ascii_only else "╔═══╗ ║ ┌─┬─┐ │ █ ▀ ▄ ░ ▒ ▓ ◘ ● ○ ▲ ▼ ◆ · ×"
    houses = tuple(ink.Ink(f" {name} ", palette.light, palette.ground) for name, palette in PALETTES.items())
    bold = (ink.Ink("bold", bold=True), ink.Ink(" "), ink.Ink("dim", dim=True), ink.Ink(" "), ink.Ink("plain"))
    return ink.write([(ink.Ink(signs),), houses, bold], depth)
