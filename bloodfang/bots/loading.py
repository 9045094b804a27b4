"""A bot's class, by name: this runs a stranger's code, so only workers do it."""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from bloodfang.bots.finding import GROUP, NoBot, is_path, split
from bloodfang.bots.level import Bot
from bloodfang.bots.levels import LEVELS
from bloodfang_engine.errors import listed


@cache
def load(name: str) -> Callable[[int], Bot]:
    """What makes the bot from a seed; NoBot, with the line, if it cannot be loaded."""
    if name in LEVELS:
        return LEVELS[name].bot
    if is_path(name):
        path, wanted = split(name)
        return _bot_in(_imported(path), wanted)
    for each in entry_points(group=GROUP):
        if each.name == name:
            try:
                return _checked(each.load(), each.value)
            except NoBot:
                raise
            except BaseException as wrong:
                raise NoBot(f"cannot be imported: {where(wrong)}") from wrong
    raise NoBot("no bot is called so")


def where(wrong: BaseException, said: bool = True) -> str:
    """What was raised, and in which line of which file; `said`: with its own words, which may tell a hand."""
    if said and isinstance(wrong, SyntaxError):
        return f"line {wrong.lineno}: {type(wrong).__name__}: {wrong.msg}"
    words = f": {wrong}" if said and str(wrong) else ""
    kind = type(wrong).__name__
    if not said and type(wrong).__module__ != "builtins":  # a bot may have named it after what it holds
        kind = "an exception of its own"
    frames = [each for each in traceback.extract_tb(wrong.__traceback__) if not each.filename.startswith("<")]
    theirs = [each for each in frames if not Path(each.filename).is_relative_to(_OURS)]
    if not theirs:
        return f"{kind}{words}"
    return f"{Path(theirs[-1].filename).name}, line {theirs[-1].lineno}: {kind}{words}"


_OURS = Path(__file__).resolve().parents[1]


def _imported(path: Path) -> ModuleType:
    spec = spec_from_file_location("bloodfang_stranger", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    sys.path.insert(0, str(path.resolve().parent))  # so that a bot may have more files than one
    try:
        spec.loader.exec_module(module)
    except BaseException as wrong:
        raise NoBot(f"cannot be imported: {where(wrong)}") from wrong
    return module


def _bot_in(module: ModuleType, wanted: str) -> Callable[[int], Bot]:
    found = {
        name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, type) and thing.__module__ == module.__name__ and hasattr(thing, "choose")
    }
    if wanted:
        if not hasattr(module, wanted):
            raise NoBot(f"there is no {wanted} in it; its bots are: {listed(found)}")
        return _checked(getattr(module, wanted), wanted)
    if not found:
        raise NoBot("there is no bot in it: a class with `async def choose(self, rules, known, legal)`")
    if len(found) > 1:
        raise NoBot(f"there is more than one bot in it: {', '.join(found)}; say which with a colon: FILE:{min(found)}")
    [(name, thing)] = found.items()
    return _checked(thing, name)


def _checked(thing: object, name: str) -> Callable[[int], Bot]:
    if not isinstance(thing, type):
        raise NoBot(f"{name} is no class")
    if not inspect.iscoroutinefunction(getattr(thing, "choose", None)):
        raise NoBot(f"{name} needs `async def choose(self, rules, known, legal)`")
    return thing
