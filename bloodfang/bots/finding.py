"""Bots by name: the levels of the game, those that are installed beside it, and files of one's own.

A stranger's code never runs here. `find` asks a worker about it, `Apart` lets it think in one, and only there is it
loaded (bloodfang/bots/loading.py).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path

from bloodfang import paths
from bloodfang.bots.level import Bot, Level
from bloodfang.bots.levels import LEVELS
from bloodfang.bots.parcels import one_line
from bloodfang.bots.processes import ONLY_INSTALLED
from bloodfang.bots.thinkers import Apart
from bloodfang_engine.errors import listed

GROUP = "bloodfang.bots"
"""The entry points under which installed packages offer bots."""

_PATIENCE = 20.0
"""Seconds that a stranger's file may take to be imported."""
_LONGEST_NAME, _LONGEST_ABOUT = 24, 160


class NoBot(Exception):
    """There is no such bot, or it is broken: a sentence that says what would be right."""


@dataclass(frozen=True, slots=True)
class Stranger(Level):
    """A bot from elsewhere."""

    known_as: str = ""
    """What a worker loads it by, whatever its id is where it plays."""


def find(name: str) -> Level:
    """The bot that a level's id, an entry point's name or a path means; NoBot with a sentence if it means none."""
    if name in LEVELS:
        return LEVELS[name]
    if name in installed():
        return _met(name, name, name)
    if not is_path(name):
        raise NoBot(f"no bot is called {name!r}; there are: {listed((*LEVELS, *installed()))}, or a path: ./mybot.py")
    path, wanted = split(name)
    shown = paths.shown(path)
    if not path.is_file():
        raise NoBot(f"{shown}: there is no such file")
    return _met(f"{path.resolve()}{f':{wanted}' if wanted else ''}", shown, path.stem)


def welcomed(names: Iterable[str]) -> tuple[Level, ...]:
    """The levels, then the bots of these names: what a server offers. Their ids tell nobody where a file lies."""
    found = dict(LEVELS)
    for name in names:
        level = find(name)
        short = (split(name)[1] or split(name)[0].stem).lower() if is_path(name) else name
        if short in found:
            raise NoBot(f"{name}: there is a bot {short!r} already")
        found[short] = replace(level, id=short)
    return tuple(found.values())


def bot_of(name: str, seed: int) -> Bot:
    """The bot that `find` has found under this id: here if it is the game's own, else in a process of its own."""
    return LEVELS[name].bot(seed) if name in LEVELS else Apart(name, seed)


async def dismissed(bot: Bot) -> None:
    """It thinks no more; whatever was begun for it is ended."""
    if isinstance(bot, Apart):
        await bot.close()


def installed() -> tuple[str, ...]:
    """The names of the bots that other packages offer, in order; nothing of theirs is loaded. A level keeps its id."""
    return tuple(sorted({each.name for each in entry_points(group=GROUP)} - {*LEVELS}))


def is_path(name: str) -> bool:
    """Whether this is meant as a file."""
    return "/" in name or "\\" in name or split(name)[0].suffix == ".py"


def split(name: str) -> tuple[Path, str]:
    """The file that a path means, and the bot in it: `./mybot.py:Name`, or nothing where it is the only one."""
    head, _, tail = name.rpartition(":")
    return (Path(head), tail) if head.endswith(".py") and tail.isidentifier() else (Path(name), "")


def _met(name: str, shown: str, called: str) -> Level:
    """The bot as it introduces itself, in a process of its own."""
    words = (sys.executable, *ONLY_INSTALLED, "-m", "bloodfang.bots.worker", name)
    try:
        done = subprocess.run(words, capture_output=True, timeout=_PATIENCE, check=False, stdin=subprocess.DEVNULL)
        told = json.loads(done.stdout)
        problem = str(told.get("problem", ""))
    except subprocess.TimeoutExpired:
        raise NoBot(f"{shown}: importing it took more than {_PATIENCE:g} s") from None
    except ValueError:
        raise NoBot(f"{shown}: the process that imported it ended without a word") from None
    if problem:
        raise NoBot(f"{shown}: {_cut(problem, 500)}")
    title = _cut(str(told.get("name") or called), _LONGEST_NAME)
    about = _cut(str(told.get("about") or "A bot from elsewhere."), _LONGEST_ABOUT)
    return Stranger(name, title, about, partial(Apart, name), name)


def _cut(text: str, most: int) -> str:
    plain = one_line(text)
    return plain if len(plain) <= most else plain[: most - 3] + "..."
