"""What keys are called: by people, who write Esc or ?, and by the app, which knows escape and question_mark."""

from __future__ import annotations

import re
import string
import unicodedata

from bloodfang_engine.errors import shown

_FRIENDLY = {
    "esc": "escape",
    "return": "enter",
    "spacebar": "space",
    "pgup": "pageup",
    "pgdn": "pagedown",
    "pgdown": "pagedown",
    "ins": "insert",
    "del": "delete",
    "bksp": "backspace",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
}
_RENAMED = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}
_MOVING = frozenset({"up", "down", "left", "right", "home", "end", "insert", "delete", "pageup", "pagedown"})
_NAMED = _MOVING | {"escape", "enter", "space", "tab", "backspace"}
_STOLEN = frozenset({"ctrl+c", "ctrl+z", "ctrl+s", "ctrl+q"})
_SAME = {
    "ctrl+i": "tab",
    "ctrl+m": "enter",
    "ctrl+j": "enter",
    "ctrl+h": "backspace",
    "ctrl+left_square_bracket": "escape",
}
"""What a terminal sends for both of them is the same."""

_MODIFIERS = {
    "ctrl": "ctrl",
    "control": "ctrl",
    "shift": "shift",
    "alt": "alt",
    "option": "alt",
    "meta": "alt",
    "super": "super",
    "cmd": "super",
    "win": "super",
}


class NoKey(ValueError):
    """Nobody can press this, or the game would never know; the sentence says why."""


def key_named(words: str) -> str:
    """The key that somebody means by these words, as the app calls it; NoKey if there is none that can be used."""
    if len(words) == 1 and words not in _FRIENDLY:
        return _character(words)
    *before, last = re.split(r"(?<=.)\+", words)  # a + at the very start is the key itself
    held = [_MODIFIERS.get(each.strip().casefold(), "") for each in before]
    last = last.strip()
    if "" in held or len(held) != len(set(held)) or not last:
        raise NoKey(f"{shown(words)} is no key")
    key = _base(words, last)
    if "alt" in held or "super" in held:
        raise NoKey(f"{shown(words)} is taken by many terminals and windows before the game sees it")
    if re.fullmatch(r"f\d\d?", key):
        raise NoKey(f"{shown(words)} is taken by many terminals, and some keyboards have no F-keys")
    if set(held) == {"ctrl", "shift"}:
        raise NoKey(f"{shown(words)} cannot be sent by most terminals")
    return _held(words, held[0], key) if held else key


def keys_named(words: str) -> list[str]:
    """Several keys parted by commas; a comma by itself is the key."""
    if words.strip() == ",":
        return [key_named(",")]
    return [key_named(each if each == " " else each.strip()) for each in words.split(",")]


def _held(words: str, modifier: str, key: str) -> str:
    """The key while another is held; NoKey if terminals do not tell."""
    if modifier == "shift":
        if len(key) == 1 and key.isalpha():
            return key.upper()
        if key in _MOVING or key == "tab":
            return f"shift+{key}"
        raise NoKey(f"{shown(words)} cannot be told from {key!r} by most terminals; name what shift makes of it")
    held = f"ctrl+{key.lower()}"
    if held in _STOLEN:
        raise NoKey(f"{shown(words)} belongs to the terminal: it stops or ends programs")
    if held in _SAME:
        raise NoKey(f"{shown(words)} cannot be told from {_SAME[held]!r} by a terminal")
    if not re.fullmatch(r"ctrl\+[a-z]", held) and key not in _MOVING:
        raise NoKey(f"{shown(words)} cannot be sent by most terminals")
    return held


def _base(words: str, last: str) -> str:
    if len(last) == 1 and last not in _FRIENDLY:
        return _character(last)
    name = last.casefold().replace(" ", "")
    name = _FRIENDLY.get(name, name)
    if name in _NAMED or name in _PUNCTUATION or re.fullmatch(r"f\d\d?", name):
        return name
    raise NoKey(f"{shown(words)} is no key")


def _character(sign: str) -> str:
    """How the app calls the key of a character: letters and digits as they are, others by their Unicode names."""
    if sign.isalnum():
        return sign
    name = unicodedata.name(sign, "").lower().replace("-", "_").replace(" ", "_")
    if not name or not (sign == " " or sign.isprintable()):
        raise NoKey(f"{sign!r} is no key")
    return _RENAMED.get(name, name)


_PUNCTUATION = frozenset(map(_character, string.punctuation))
