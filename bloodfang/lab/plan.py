"""Which matches are played: every deck against every other, each deal with either side beginning, all from one seed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from bloodfang.bots.luck import luck_of_bot
from bloodfang.decks import Deck
from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import CardSet

_DEALS, _ORDER = 600, 601
"""Streams of luck that have nothing to do with each other."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Two decks, shuffled: played twice, so that each side begins once with the very same cards to come."""

    number: int
    decks: tuple[int, int]
    """By seat: which of the plan's decks."""
    seed: int


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a run is made of: the same plan gives the same matches, whoever plays them and in which order."""

    cards: CardSet
    decks: tuple[Deck, ...]
    """At least one, of different ids."""
    bots: tuple[str, str] = ("medium", "medium")
    """The two that play. Within a deal they change seats, so that each plays both hands of it."""
    matches: int = 1000
    """Rounded up to whole deals."""
    seed: int = 1
    profile: str = "bloodfang"

    @property
    def deals(self) -> int:
        """How many deals there are, two matches each."""
        return (self.matches + 1) // 2

    def deal(self, number: int) -> Deal:
        """The deal of this number, from 0. Any two decks have met as often as any others, or once more."""
        pairs = [*permutations(range(len(self.decks)), 2)] or [(0, 0)]
        order, _ = Chance.stream(self.seed, _ORDER, number // len(pairs)).shuffled(pairs)
        return Deal(number, order[number % len(pairs)], Chance.stream(self.seed, _DEALS, number).state >> 1)

    def setup(self, deal: Deal, first: Seat) -> Setup:
        """A match of this deal in which this seat begins. Shuffles belong to seats, so they are the same both times."""
        options = {"profile": self.profile, "first_player": ("first", "second")[first]}
        first_deck, second_deck = (self.decks[each].cards for each in deal.decks)
        return Setup("fang", (first_deck, second_deck), deal.seed, options, self.cards.digest)

    def seated(self, deal: int, first: Seat) -> tuple[int, int]:
        """By seat, which of the two bots plays it where this seat begins.

        The same bot begins both matches of a deal, with the one side's cards and then with the other's; in the next
        deal the other one does. So neither has better cards or begins more often.
        """
        one = (deal + first) % 2
        return one, 1 - one

    def bot_seed(self, deal: Deal, seat: Seat) -> int:
        """The luck of the bot at this seat; not the match's own, which it must not know."""
        return luck_of_bot(self.seed, deal.number, seat)
