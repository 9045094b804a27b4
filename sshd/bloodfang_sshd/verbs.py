"""What can be asked for in one line, `ssh HOST VERB`, without a terminal."""

from __future__ import annotations

import asyncio
import inspect
import json
import shlex
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from bloodfang.faces import Glyphs
from bloodfang.ink import Depth
from bloodfang.refusing import UNUSABLE, Refused
from bloodfang.spelling import meant
from bloodfang_sshd import texts
from bloodfang_sshd.identity import Arrival

LONGEST_COMMAND = 2_000
LONGEST_ANSWER = 10.0
"""Seconds."""
UNKNOWN = 127
"""How shells say that there is no such command (N11)."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and how they can be answered."""

    arrival: Arrival
    address: str
    depth: Depth = Depth.NONE
    glyphs: Glyphs = Glyphs.BLOCKS


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said, and the same as data for --json."""

    text: str
    data: object = None
    code: int = 0


@dataclass(frozen=True, slots=True)
class Opens:
    """The app answers this one: it opens with a wish."""

    wish: tuple[str, ...]


Run = Callable[[list[str], Asker], Answer | Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Verb:
    """A command. It answers, or raises Refused with a sentence; one without `run` opens the app."""

    usage: str
    """Its name, and what may follow: `card NAME`, `rules [N]`."""
    about: str
    run: Run | None = None

    @property
    def name(self) -> str:
        """What it is called."""
        return self.usage.split()[0]

    def why_not(self, words: list[str]) -> str:
        """Why it cannot be asked with these words; nothing if it can."""
        wanted = self.usage.split()[1:]
        least = sum(not each.startswith("[") for each in wanted)
        if least <= len(words) and (len(words) <= len(wanted) or self.usage.endswith("...")):
            return ""
        return f"say it as `{self.usage}`"


class Verbs:
    """All commands of a server, in the order in which help lists them."""

    def __init__(self, verbs: Iterable[Verb]) -> None:
        self._verbs = {"help": Verb("help", "this list", self._help)}
        for verb in verbs:
            self.register(verb)

    def register(self, verb: Verb) -> None:
        """Add a command, or another one of the same name."""
        self._verbs[verb.name] = verb

    def name_of(self, command: str) -> str:
        """What is asked for, for the log: the name of a command that there is, and no more."""
        first = command.split(maxsplit=1)[:1]
        return first[0] if first and first[0] in self._verbs else "unknown"

    async def answer(self, command: str, asker: Asker) -> Answer | Opens:
        """Do what is asked; whatever is wrong with it is an answer too."""
        try:
            words = shlex.split(command[:LONGEST_COMMAND])
        except ValueError:
            return Answer("the quotes in this do not match", code=UNUSABLE)
        as_data = "--json" in words
        words = [texts.clean(word, LONGEST_COMMAND) for word in words if word != "--json"] or ["help"]
        verb = self._verbs.get(words[0])
        if verb is None:
            return Answer(texts.unknown_verb(words[0], meant(words[0], self._verbs)), code=UNKNOWN)
        if problem := verb.why_not(words[1:]):
            return Answer(problem, code=UNUSABLE)
        if verb.run is None:
            return Opens(tuple(words))
        try:
            async with asyncio.timeout(LONGEST_ANSWER):
                found = verb.run(words[1:], asker)
                answer = await found if inspect.isawaitable(found) else found
        except Refused as why:
            return Answer(str(why), code=why.code)
        except TimeoutError:
            return Answer("that took too long; try again later", code=1)
        if as_data and not answer.code:
            return Answer(json.dumps(answer.data, indent=1, ensure_ascii=False))
        return answer

    def _help(self, _: list[str], __: Asker) -> Answer:
        widest = max(len(verb.usage) for verb in self._verbs.values())
        lines = [f"  {verb.usage:<{widest}}  {verb.about}" for verb in self._verbs.values()]
        text = "\n".join(["Without a command, the game opens. Commands, each also with --json:", "", *lines])
        return Answer(text, {verb.name: verb.about for verb in self._verbs.values()})
