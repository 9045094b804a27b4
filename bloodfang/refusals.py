"""Why something cannot be done at a table, in the hall or in the lobby, where the rules have nothing against it.

Refused                 the player: the sentence says why
├── Stale               the caller: look at the newest update first      .seen .version
├── Over                the caller: nothing can be done any more         .outcome
├── NotYours            the player: it is somebody else's to do
├── NotThere            the player: there is none such, or no longer
└── TooOften            the player: wait a little                        .wait

After any of these nothing has changed and nobody was told. The sentences begin small and have no full stop.
"""

from __future__ import annotations

import math

from bloodfang_engine.contract import Outcome


class Refused(Exception):
    """This cannot be done, for a reason that is not in the rules; nothing has changed."""


class Stale(Refused):
    """Whoever acted had not seen the newest position."""

    def __init__(self, seen: int, version: int) -> None:
        super().__init__(seen, version)
        self.seen = seen
        self.version = version

    def __str__(self) -> str:
        return "the match went on in the meantime; look at the board again"


class Over(Refused):
    """The match has ended."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome

    def __str__(self) -> str:
        return "the match is over"


class NotYours(Refused):
    """Only somebody else may do this."""


class NotThere(Refused):
    """What was named is not there, or no longer."""


class TooOften(Refused):
    """This was done too often, or too soon again."""

    def __init__(self, what: str, wait: float) -> None:
        super().__init__(what, wait)
        self.what = what
        self.wait = max(1, math.ceil(wait))
        """So many whole seconds until it can be done again."""

    def __str__(self) -> str:
        return f"{self.what}; try again in {self.wait} second{'s' if self.wait > 1 else ''}"
