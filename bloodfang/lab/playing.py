"""One match between two bots, and what is remembered of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from bloodfang.bots import Bot
from bloodfang.bots.thinkers import Unanswered
from bloodfang.observing import Observation, observed
from bloodfang_engine.contract import Event, Seat, Setup
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan, Play, State


@dataclass(frozen=True, slots=True)
class Story:
    """What became of a card of a deck; where a deck holds two of it, of both together. Tokens have none."""

    card: str
    drawn: int
    """How many of it came into the hand, but for those that went back with the mulligan and did not come again."""
    played: int
    waited: int
    """The turns of its owner that it was in hand."""
    stuck: int
    """The turns of these in which there was no tile for it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A bot that raised, stalled or wanted what it may not: it passed instead, or kept its hand."""

    seat: Seat
    times: int
    why: str
    """The first time."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played."""

    deal: int
    first: Seat
    winner: Seat | None
    score: tuple[int, int]
    turns: int
    stories: tuple[tuple[Story, ...], tuple[Story, ...]]
    """By seat: the cards it drew, in the order of their ids."""
    faults: tuple[Fault, ...] = ()

    def share(self, seat: Seat) -> float:
        """What this seat has won of it: all, nothing, or half of a draw."""
        return 0.5 if self.winner is None else float(self.winner is seat)

    def as_data(self) -> list[Any]:
        """The same as lists and numbers, for a file."""
        stories = [[[s.card, s.drawn, s.played, s.waited, s.stuck] for s in each] for each in self.stories]
        faults = [[fault.seat, fault.times, fault.why] for fault in self.faults]
        winner = -1 if self.winner is None else int(self.winner)
        return [int(self.first), winner, [*self.score], self.turns, stories, faults]

    @staticmethod
    def of_data(deal: int, data: list[Any]) -> Played:
        """What `as_data` has written."""
        first, winner, score, turns, stories, faults = data
        mine, theirs = (tuple(Story(*story) for story in each) for each in stories)
        return Played(
            deal,
            Seat(first),
            None if winner < 0 else Seat(winner),
            (score[0], score[1]),
            turns,
            (mine, theirs),
            tuple(Fault(Seat(seat), times, why) for seat, times, why in faults),
        )


async def play(rules: BloodFang, setup: Setup, bots: tuple[Bot, Bot], deal: int = 0) -> Played:
    """Play a match to its end. The bots know what their seats may know, and nothing else."""
    state, events = rules.start(setup)
    sides = [_Side(rules, setup, seat, bots[seat], observed(rules.view(state, seat))) for seat in Seat]
    first, turns = Seat.FIRST, 0
    while True:
        for side in sides:
            side.unheard += [rules.redact(event, side.seat) for event in events]
        if not (seats := rules.to_act(state)):
            break
        seat = seats[0]
        act = await sides[seat].act(state)
        if not isinstance(act, Mulligan):
            first = first if turns else seat
            turns += 1
        state, events = rules.apply(state, seat, act)
    outcome = rules.outcome(state)
    assert outcome
    stories = tuple(tuple(side.stories(state)) for side in sides)
    faults = tuple(Fault(side.seat, side.faults, side.why) for side in sides if side.faults)
    return Played(deal, first, outcome.winner, outcome.score, turns, (stories[0], stories[1]), faults)


@dataclass(slots=True)
class _Side:
    """A bot at a seat: what it knows, and what became of its cards so far."""

    rules: BloodFang
    setup: Setup
    seat: Seat
    bot: Bot
    known: Observation
    unheard: list[Event] = field(default_factory=list)
    waited: Counter[str] = field(default_factory=Counter)
    stuck: Counter[str] = field(default_factory=Counter)
    faults: int = 0
    why: str = ""

    async def act(self, state: State) -> Action:
        """What it does. One that fails, or wants what it may not, passes or keeps its hand: the match goes on."""
        self.known = self.known.after(self.rules.view(state, self.seat), self.unheard)
        self.unheard = []
        legal = tuple(self.rules.legal_actions(state, self.seat))
        if not self.known.view.mulligan:
            self._look(legal)
        try:
            act = await self.bot.choose(self.rules, self.known, legal)
        except Unanswered as why:
            self._fault(f"{why}{f': {why.said}' if why.said else ''}")
        except Exception as wrong:
            self._fault(f"raised {type(wrong).__name__}: {wrong}")
        else:
            if act in legal:
                return act
            self._fault("answered what is not legal")
        return PASS if PASS in legal else Mulligan()

    def _look(self, legal: tuple[Action, ...]) -> None:
        """Remember which cards in hand could be played this turn, and which could not."""
        hand = [card for card in self.known.view.hand or () if not self.rules.cards[card].token]
        has_place = {act.card for act in legal if isinstance(act, Play)}
        self.waited.update(hand)
        self.stuck.update(card for card in hand if card not in has_place)

    def _fault(self, why: str) -> None:
        self.faults += 1
        self.why = self.why or why

    def stories(self, state: State) -> list[Story]:
        """What became of the cards it drew."""
        view = self.rules.view(state, self.seat)
        drawn = Counter(self.setup.decks[self.seat]) - Counter(view.deck)
        played = Counter(view.seen[self.seat])
        return [
            Story(card, count, played[card], self.waited[card], self.stuck[card])
            for card, count in sorted(drawn.items())
        ]
