"""What a client's terminal is told in plain lines, before the app, after it, and instead of it."""

from __future__ import annotations

import math
import re
from datetime import datetime

VERSION = "BloodFang"
"""All that the server says about itself before anybody has signed in: SSH-2.0-BloodFang (N21)."""

NEEDS_TERMINAL = "Blood Fang is played in a terminal, and this connection has none: try `ssh -t`."
ONE_SCREEN = "This connection has its screen already; open another one."
CLOSING = "The server stops for now. A match in play is kept: the same command takes you back to it."
IDLE = "You were away for long, so your place was given free. The same command takes you back."
KICKED = "You were sent away by whoever runs this server."
TOO_MANY_TRIES = "Too many tries to sign in. If you have many keys, name one: `ssh -o IdentitiesOnly=yes -i KEY`."
TOO_MANY_CHANNELS = "This connection has enough going on; wait for it, or open another one."
TOO_LATE = "Signing in took too long."
NOT_INVITED = "This server is closed: ask whoever runs it for an invitation."
TOO_MANY_RESIZES = "The terminal changed its size too often."
TOO_FAST = "That was too fast: some of it was ignored."
TOO_MUCH = "That was too much at once: the rest was ignored."
TOO_LONG_A_PASTE = "That paste was too long: its end was ignored."

_STEERING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)
"""Controls, halves of characters, and what turns the order of a line or has no width."""


def come_back(why: str, seconds: float) -> str:
    """Not now, but soon."""
    return f"{why}; try again in {max(1, math.ceil(seconds))} s."


def too_many(most: int) -> str:
    """One address has enough connections."""
    return f"There are {most} connections from your address already; close one of them."


def banned(until: datetime | None) -> str:
    """Somebody is kept out."""
    return f"You are kept out of this server{f' until {until:%Y-%m-%d %H:%M} UTC' if until else ''}."


def greeting(name: str, fingerprint: str, new: bool, code: str = "") -> list[str]:
    """Who somebody is here, why, and how to leave (I4); for a guest, also how to come back."""
    if not fingerprint:
        again = "" if new else " again"
        said = f"You are {name}{again}, a guest: nothing is kept for you but the match you are in."
        return [said, *([f"If the line breaks, come back to it by: {way_back(code)}"] if code else []), _LEAVE]
    known = "a new account" if new else "known"
    return [f"You are {name}, {known} by your key {fingerprint}.", _LEAVE]


def way_back(code: str) -> str:
    """What a guest types to come back; from here nobody can see how they reach this server."""
    return f"ssh -t SERVER resume {code}"


def goes_on(way: str) -> str:
    """A guest has left a match that is not over."""
    return f"Your match goes on. As a guest you come back to it by: {way}"


_LEAVE = "Leave with q in the lobby, or Ctrl+C anywhere."


def queued(before: int, seconds: float) -> str:
    """Many come at once, and this one has to wait (G6)."""
    return f"Many come at once: {before} before you, and the game opens in about {max(1, math.ceil(seconds))} s."


def idle_warning(seconds: float) -> str:
    """Somebody has not touched a key for long."""
    return f"Are you there? Press any key within {max(1, round(seconds / 60))} min, or your place is given free."


def crashed(number: str) -> str:
    """A bug ended a session (G9)."""
    return f"Blood Fang had to stop. It is a bug, and its number is {number}; a match in play is kept."


def unknown_verb(word: str, near: str) -> str:
    """A command that is none (N11)."""
    return f"there is no command {clean(word, 40)!r}{near}; `help` lists all"


def sentence(words: str) -> str:
    """A reason that begins small and has no full stop, as a sentence."""
    return f"{words[:1].upper()}{words[1:]}."


def clean(text: str, most: int = 80) -> str:
    """What a stranger sent, fit to be shown or logged: nothing steers a terminal, and it is short (T5)."""
    return _STEERING.sub("?", text[:most])


def for_terminal(text: str) -> str:
    """Lines as a terminal wants them that nobody has set up for them."""
    return text.replace("\r\n", "\n").replace("\n", "\r\n")
