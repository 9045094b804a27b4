"""What the app opens with: its title, a match at once, or a record to look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:  # the title must not wait for the cards
    from bloodfang.decks import Deck
    from bloodfang_engine.record import Record


@dataclass(frozen=True, slots=True)
class AtTitle:
    """The title, and everything from there."""


@dataclass(frozen=True, slots=True)
class PlayAtOnce:
    """Straight into a match of the shipped set."""

    opponent: Literal["bot", "person"] = "bot"
    bot: str = "medium"
    """The bot's level; says nothing where two people play."""
    decks: tuple[Deck, ...] = ()
    """As many as were named: none, this player's, or this player's and the rival's. They are legal under `profile`."""
    seed: int | None = None
    profile: str = "bloodfang"
    first: Literal["me", "rival", "drawn"] = "drawn"


@dataclass(frozen=True, slots=True)
class WatchRecord:
    """A record that was read, fits a set that is here, and leads where it says."""

    record: Record
    title: str


Opening = AtTitle | PlayAtOnce | WatchRecord
