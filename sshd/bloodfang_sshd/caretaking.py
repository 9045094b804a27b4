"""What there is to look after in a server, and who looks after it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from bloodfang.accounts import Person
from bloodfang.invites import Invites
from bloodfang.people import People
from bloodfang_sshd.verbs import Answer


@dataclass(frozen=True, slots=True)
class Inside:
    """Somebody who has a screen now."""

    id: str
    """By which a session is kicked."""
    person: Person
    fingerprint: str
    address: str
    since: datetime
    doing: str
    """One word: `playing`, `watching`, `seeking` or `here`."""


@dataclass(frozen=True, slots=True)
class By:
    """Who looks after the server."""

    name: str
    """As the audit has it."""
    local: bool = False
    """At this machine, and not over SSH."""


class House(Protocol):
    """What there is to look after: `bloodfang_sshd.premises.Premises`."""

    @property
    def people(self) -> People:
        """Who plays here."""

    @property
    def invites(self) -> Invites | None:
        """Who may come to a closed server; None if it is open."""

    @property
    def folder(self) -> Path:
        """The data folder."""

    def inside(self) -> list[Inside]:
        """Everybody who is here, the first to come first."""

    def kick(self, session_id: str, sentence: str) -> None:
        """End a session, with a sentence to read."""

    def announce(self, sentence: str) -> int:
        """Tell everybody; how many that were."""

    def drain(self, seconds: float | None) -> None:
        """Let nobody new in, and stop when all have left or the time is over; None: no, go on."""


Do = Callable[[House, list[str], By], Awaitable[Answer]]
"""An act: done, with an answer, or Refused with a sentence."""
