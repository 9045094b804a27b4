"""How a server holds its matches: the figures that whoever runs it may choose."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang.bots import LEVELS, Level
from bloodfang.clock import NO_CLOCK, PRESETS, Preset
from bloodfang.pace import Limit

EMOTES = ("Well met.", "Good luck!", "Well played.", "Let me think.", "Oops.", "Thank you.")
"""What can be said where free chat is off: by number, so that no word of anybody's own is in it."""


@dataclass(frozen=True, slots=True)
class House:
    """Seconds, unless it says otherwise."""

    presets: tuple[Preset, ...] = PRESETS
    """The clocks that can be chosen, the first without being asked."""
    chat: bool = False
    """Whether the two at a table may write to each other."""
    bots: tuple[Level, ...] = tuple(LEVELS.values())
    """The bots that can be played here: those of the game, then others."""
    bot_processes: int = 0
    """Bots think in so many processes of their own; with none, between everything else: right for one table."""
    bot_pause: float = 0.8
    """A bot takes at least so long, so that people can follow."""
    claim_after: float = 300.0
    """Whoever is away so long and keeps the other waiting without a clock may lose the match for it."""
    linger: float = 600.0
    """A match that nobody looks at stays in memory so long."""
    bot_after: float = 20.0
    """Whoever waits so long for a rival is offered a bot."""
    bands: tuple[tuple[float, float], ...] = ((0, 200), (5, 400), (10, 800), (15, 10_000))
    """After so long a wait, rivals so far apart in rating are brought together."""
    challenge_lasts: float = 60.0
    most_unfinished: int = 12
    """Whoever has left so many matches unfinished finishes one before the next begins."""
    wrong_joins: Limit = (10, 60.0)
    """Wrong room codes, counted by address and by key."""
    challenges: Limit = (6, 60.0)
    emotes: Limit = (1, 1.0)
    chats: tuple[Limit, ...] = ((3, 3.0), (20, 60.0))

    def preset(self, word: str) -> Preset | None:
        """The clock of this id."""
        return next((each for each in self.presets if each.id == word), NO_CLOCK if word == NO_CLOCK.id else None)

    def bot(self, word: str) -> Level | None:
        """The bot of this id."""
        return next((each for each in self.bots if each.id == word), None)
