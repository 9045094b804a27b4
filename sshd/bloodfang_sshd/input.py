"""From bytes that a client sends to keys, clicks and pastes: never more of them than a player can mean."""

from __future__ import annotations

import asyncio
import codecs
from collections.abc import Callable, Iterator
from functools import lru_cache

from textual import events
from textual._xterm_parser import BRACKETED_PASTE_END as END
from textual._xterm_parser import BRACKETED_PASTE_START as START
from textual._xterm_parser import XTermParser
from textual.message import Message

from bloodfang_sshd import texts
from bloodfang_sshd.config import Limits
from bloodfang_sshd.gates import MINUTE, Bucket

PASTE_SILENCE = 1.0
"""A paste whose end does not come is over after so many seconds without anything."""
ESCAPE_SILENCE = 0.1
"""A lone ESC is a key after so many seconds; before that it may be the beginning of something."""
SHORT = 8
"""What has no more characters than this is looked up: mostly it is one key, which means the same every time."""
QUIET = 5.0
"""A notice is not given again for so many seconds."""

_PASSED = (events.Key, events.MouseDown, events.MouseUp, events.MouseScrollUp, events.MouseScrollDown)
"""What a player does. Sizes, cursor positions and modes that a terminal reports are none of it."""


class Parser(XTermParser):
    """A parser for a terminal that nobody trusts."""

    @property
    def mouse_pixels(self) -> bool:
        """Never. Textual 8.2.8 reads the mouse in pixels once a terminal has reported its size."""
        return False

    @mouse_pixels.setter
    def mouse_pixels(self, value: bool) -> None:
        pass

    def _parse_extended_key(self, sequence: str) -> list[events.Key] | None:  # type: ignore[override]
        """Textual 8.2.8 remembers keys by the parser that read them, and so no parser would ever be forgotten."""
        return _extended_key(sequence)


@lru_cache(maxsize=1024)
def _at_rest(text: str) -> tuple[tuple[str, str | None], ...]:
    """The keys that a text means to a parser that waits for nothing; none if it means anything else as well."""
    parser = Parser()
    try:
        found = [*parser.feed(text)] if text else []
    except Exception:
        return ()
    keys = [(event.key, event.character) for event in found if isinstance(event, events.Key)]
    return tuple(keys) if len(keys) == len(found) and parser._timeout_time is None else ()


_SPARE = XTermParser()


@lru_cache(maxsize=1024)
def _extended_key(sequence: str) -> list[events.Key] | None:
    return XTermParser._parse_extended_key.__wrapped__(_SPARE, sequence)


class Keyboard:
    """One player's. What they do goes to `take`; a sentence about what was ignored goes to `tell`."""

    def __init__(self, limits: Limits, take: Callable[[Message], None], tell: Callable[[str], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._limits = limits
        self._take = take
        self._tell = tell
        self._told = -QUIET
        self._bytes = Bucket(limits.input_bytes_a_minute / MINUTE, limits.input_bytes_a_minute)
        self._events = Bucket(limits.keys_a_second, limits.keys_at_once)
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._parser = Parser()
        self._pasted: list[str] | None = None
        """What is being pasted, cut where it becomes too long; None while nothing is."""
        self._room = 0
        self._rest = ""
        """The end of what came, if it could be the beginning of a mark."""
        self._timer: asyncio.TimerHandle | None = None

    def feed(self, data: bytes) -> None:
        """Take what came, in pieces as they come."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if not self._bytes.take(len(data), self._loop.time()):
            self._notice(texts.TOO_MUCH)
            data = _last_mark(data)
        self._read(self._decode(data))
        if self._pasted is not None:
            self._timer = self._loop.call_later(PASTE_SILENCE, self._end_paste)
        elif self._rest or self._parser._timeout_time is not None:
            self._timer = self._loop.call_later(ESCAPE_SILENCE, self._end_sequence)

    def close(self) -> None:
        """Take nothing more."""
        if self._timer:
            self._timer.cancel()
        self._take = self._tell = _nothing

    def _read(self, text: str) -> None:
        """Part keys from pastes; a mark may come in two pieces."""
        text = self._rest + text
        self._rest = ""
        while text:
            mark = START if self._pasted is None else END
            before, found, text = text.partition(mark)
            if not found:
                before, self._rest = _cut_before_mark(before, mark)
            if self._pasted is not None:
                self._collect(before)
            else:
                self._keys(before)
            if found and self._pasted is None:
                self._pasted, self._room = [], self._limits.paste_bytes
            elif found:
                self._paste()

    def _collect(self, text: str) -> None:
        """Keep what there is room for: bytes are counted, and characters kept whole."""
        assert self._pasted is not None
        kept = text.encode()[: max(0, self._room)].decode("utf-8", "ignore")
        self._room -= len(text.encode())
        self._pasted.append(kept)

    def _paste(self) -> None:
        pasted, self._pasted = "".join(self._pasted or ()).replace("\x00", ""), None
        if self._room < 0:
            self._notice(texts.TOO_LONG_A_PASTE)
        if pasted:
            self._pass(events.Paste(pasted))

    def _keys(self, text: str) -> None:
        if self._parser._timeout_time is None and len(text) <= SHORT and (found := _at_rest(text)):
            for key, character in found:
                self._pass(events.Key(key, character))
            return
        for event in self._parsed(text) if text else ():  # nothing at all would be the end of everything
            if isinstance(event, _PASSED):
                self._pass(event)

    def _parsed(self, text: str) -> Iterator[Message]:
        try:
            yield from self._parser.feed(text)
        except Exception:  # whatever a stranger typed, in a parser that is made for terminals
            self._parser = Parser()

    def _end_sequence(self) -> None:
        """Nothing followed: what looked like the beginning of something was a key, ESC most often."""
        self._timer = None
        rest, self._rest = self._rest, ""
        self._keys(rest)
        self._parser._timeout_time = 0.0
        try:
            for event in self._parser.tick():
                self._pass(event)
        except Exception:
            self._parser = Parser()

    def _end_paste(self) -> None:
        """Its end never came."""
        self._timer = None
        rest, self._rest = self._rest, ""
        self._collect(rest)
        self._paste()

    def _pass(self, event: Message) -> None:
        if self._events.take(1, self._loop.time()):
            self._take(event)
        else:
            self._notice(texts.TOO_FAST)

    def _notice(self, sentence: str) -> None:
        now = self._loop.time()
        if now - self._told >= QUIET:
            self._told = now
            self._tell(sentence)


def _cut_before_mark(text: str, mark: str) -> tuple[str, str]:
    """The text, and its end if that is how a mark begins."""
    for length in range(min(len(mark) - 1, len(text)), 0, -1):
        if mark.startswith(text[-length:]):
            return text[:-length], text[-length:]
    return text, ""


def _last_mark(data: bytes) -> bytes:
    """What is left of data that is ignored: whether something is being pasted after it."""
    begun, ended = data.rfind(START.encode()), data.rfind(END.encode())
    return b"" if begun == ended else (START if begun > ended else END).encode()


def _nothing(_: object) -> None:
    pass
