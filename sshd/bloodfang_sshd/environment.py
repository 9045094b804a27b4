"""What a client tells about the terminal it runs in: a few names, short and cleaned (N10, T5)."""

from __future__ import annotations

from bloodfang_sshd import texts
from bloodfang_sshd.config import Limits

WANTED = ("TERM", "COLORTERM", "LANG", "NO_COLOR")
WANTED_BEGIN = ("LC_", "BLOODFANG_")
"""The names that say something about a terminal."""


class Environment:
    """One client's."""

    def __init__(self, limits: Limits) -> None:
        self.said: dict[str, str] = {}
        self._names = limits.environment_names
        self._bytes = limits.environment_bytes

    def told(self, name: bytes, value: bytes) -> bool:
        """Keep what is wanted; whether it is."""
        try:
            key = name.decode("ascii")
        except UnicodeDecodeError:
            return False
        wanted = key in WANTED or (key.startswith(WANTED_BEGIN) and key.replace("_", "").isalnum())
        room = key in self.said or len(self.said) < self._names
        if not (wanted and room and len(value) <= self._bytes and len(name) <= self._bytes):
            return False
        self.said[key] = texts.clean(value.decode("utf-8", "replace"), self._bytes)
        return True
