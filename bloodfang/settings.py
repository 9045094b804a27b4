"""The player's settings: what there is to choose, read from a file that anybody may have edited, and written to it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bloodfang import keeping, paths
from bloodfang.lines import line_problem
from bloodfang_engine.document import Document, read_text
from bloodfang_engine.errors import CardError, listed, shown

CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("night", "day", "ember-safe", "tide-safe", "plain"),
    "depth": ("auto", "truecolor", "256", "16", "none"),
    "glyphs": ("auto", "blocks", "ascii"),
    "motion": ("full", "reduced", "none"),
    "coach": ("silent", "hint", "full"),
}
"""What a player chooses among."""

REMEMBERED: Mapping[str, tuple[str, ...]] = {
    "opponent": ("bot", "person"),
    "bot": ("easy", "novice", "medium", "keen", "fierce", "hard", "master"),
    "profile": ("bloodfang", "reference", "classic"),
}
"""What is known from the last new match."""

_ALL_CHOICES = {**CHOICES, **REMEMBERED}

LONGEST_NAME = 20
LONGEST_DECK = 80


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a player has chosen; the last five are those of the last new match."""

    theme: str = "night"
    depth: str = "auto"
    glyphs: str = "auto"
    motion: str = "full"
    coach: str = "full"
    name: str = "You"
    confirm_pass: bool = True
    tutorial_seen: bool = False
    opponent: str = "bot"
    bot: str = "medium"
    profile: str = "bloodfang"
    deck: str = ""
    rival_deck: str = ""


_ABOUT = {
    "theme": "The colours of the table; the two that end in -safe stay apart for colour-blind eyes.",
    "depth": "How many colours the terminal can show; auto finds out.",
    "glyphs": "What is drawn with; ascii is for fonts without blocks and lines.",
    "motion": "How much moves when a card is played.",
    "coach": "What the coach says when it is asked: nothing, one nudge, or acts with reasons.",
    "name": f"What you are called at the table: 1 to {LONGEST_NAME} columns.",
    "confirm_pass": "Ask before a pass while a card could be played.",
    "tutorial_seen": "Whether the first lesson was offered already.",
    "opponent": "The last new match, offered again: against whom.",
    "bot": "The bot it was played against.",
    "profile": "The rules it was played by.",
    "deck": 'The deck you had, by its id; "" is one by lot.',
    "rival_deck": "The deck of the other, in the same way.",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """What a settings file says: every value that is right, the default in place of any other."""

    settings: Settings = Settings()
    problems: tuple[str, ...] = ()
    """A sentence each, with the place."""
    wrong: tuple[str, ...] = ()
    """The settings that have their defaults because of a problem."""
    damaged: bool = False
    """Nothing of the file could be read."""


def read_settings(path: Path) -> Reading:
    """The settings in a file; the defaults if there is none. The file is left as it is, whatever is wrong with it."""
    try:
        document = keeping.read_own(path, paths.shown(path))
    except CardError as unread:
        return Reading(problems=tuple(map(str, unread.problems)), damaged=True)
    return _read(document) if document else Reading()


def write_settings(path: Path, changes: Mapping[str, object], now: Settings) -> str:
    """Change these values in the file, and nothing else in it: comments and unknown keys stay. OSError if it cannot be.

    Values that were wrong become what they are `now`. What was wrong is kept aside, and the answer is a sentence that
    says so.
    """
    before = read_settings(path)
    if before.damaged:
        aside = keeping.keep_aside(path)
        keeping.write_whole(path, default_text(now))
        return kept_sentence(path, aside)
    document = keeping.read_own(path, paths.shown(path))
    if document is None:
        keeping.write_whole(path, default_text(now))
        return ""
    changes = {**changes, **{name: getattr(now, name) for name in before.wrong}}
    text = _edited(document, changes)
    notice = kept_sentence(path, keeping.copy_aside(path)) if before.wrong or text is None else ""
    keeping.write_whole(path, _rewritten(document, changes) if text is None else text)
    return notice


def kept_sentence(path: Path, aside: Path) -> str:
    """What is said when a file was kept aside."""
    return f"{paths.shown(path)}: as it was, it is kept as {aside.name}"


def default_text(settings: Settings | None = None) -> str:
    """A settings file with a comment on every value."""
    lines = ["# The settings of Blood Fang. The game changes the values; the comments, and what you add, stay.", ""]
    for name, value in asdict(settings or Settings()).items():
        known = [f"# One of: {listed(choices)}."] if (choices := _ALL_CHOICES.get(name)) else []
        lines += [f"# {_ABOUT[name]}", *known, _line(name, value), ""]
    return "\n".join(lines[:-1]) + "\n"


def problem_with(name: str, value: object) -> str:
    """Why a setting cannot have this value, in a sentence; nothing if it can."""
    if choices := _ALL_CHOICES.get(name):
        return "" if value in choices else f"{name} is one of {listed(choices)}, not {shown(value)}"
    if isinstance(getattr(Settings(), name), bool):
        return "" if isinstance(value, bool) else f"{name} is true or false, not {shown(value)}"
    if not isinstance(value, str):
        return f"{name} is text, not {shown(value)}"
    least, most = (1, LONGEST_NAME) if name == "name" else (0, LONGEST_DECK)
    problem = line_problem(value, least, most)
    return f"{name} {problem}; it is {shown(value)}" if problem else ""


def _read(document: Document) -> Reading:
    right: dict[str, Any] = {}
    problems, wrong = [], []
    for name, value in document.said.items():
        if name not in _ABOUT:
            problems.append(f"{document.at(name)}: no setting is called {shown(name)}; it is kept, and says nothing")
        elif problem := problem_with(name, value):
            problems.append(f"{document.at(name)}: {problem}; {shown(getattr(Settings(), name))} is used")
            wrong.append(name)
        else:
            right[name] = value
    return Reading(Settings(**right), tuple(problems), tuple(wrong))


# The file. It is the player's, who may have put it in order and written comments: only values are changed.


def _edited(document: Document, changes: Mapping[str, object]) -> str | None:
    """The text with these values in it; None if it is written in a way that cannot be changed line by line."""
    lines = document.text.split("\n")
    added = []
    for name, value in changes.items():
        number = document.lines.get((name,), 0)
        if not number:
            added.append(_line(name, value))
        elif (line := _with_value(lines[number - 1], name, value)) is not None:
            lines[number - 1] = line
        else:
            return None
    tables = [line for place, line in document.lines.items() if lines[line - 1].lstrip().startswith("[")]
    first = min(tables, default=len(lines) + 1) - 1
    if first == len(lines) and lines[-1] == "":
        first -= 1
    text = "\n".join([*lines[:first], *added, *lines[first:]])
    text = text if text.endswith("\n") else text + "\n"
    try:
        return text if read_text(text, document.name).said == {**document.said, **changes} else None
    except CardError:
        return None


def _with_value(line: str, name: str, value: object) -> str | None:
    """The line `name = value` with another value and the comment it had; None if it is no such line."""
    ends = [place for place, sign in enumerate(line) if sign == "#"]
    for end in (*ends, len(line)):
        try:
            said = tomllib.loads(line[:end])
        except tomllib.TOMLDecodeError:
            continue  # this # stands within the value
        if set(said) == {name}:
            entry = line[:end]
            return _line(name, value) + entry[len(entry.rstrip()) :] + line[end:]
    return None


def _rewritten(document: Document, changes: Mapping[str, object]) -> str:
    import tomli_w

    return tomli_w.dumps({**document.said, **changes})


def _line(name: str, value: object) -> str:
    import tomli_w  # only who changes a setting needs it

    return tomli_w.dumps({name: value}).rstrip("\n")
