"""What a run tells: decks, cards, who begins; and what two runs of the same deals tell beside each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean

from bloodfang.lab.figures import Difference, Share, between, paired
from bloodfang.lab.plan import Plan
from bloodfang.lab.playing import Played, Story
from bloodfang_engine.contract import Seat


@dataclass(frozen=True, slots=True)
class CardFigures:
    """One card in all decks that hold it."""

    card: str
    held: Share
    """The matches of decks that hold it."""
    drawn: int
    """Times it was drawn, and times it was played; where a deck holds two, each counts."""
    played: int
    with_it: Share
    """The matches in which it was played."""
    waited: int
    """Turns in hand, and those in which there was no tile for it."""
    stuck: int

    @property
    def play_rate(self) -> float:
        """How often it is played once it was drawn; the others were still in hand at the end."""
        return self.played / self.drawn if self.drawn else 0.0

    @property
    def dead_rate(self) -> float:
        """How much of its time in hand it is dead: no tile could take it."""
        return self.stuck / self.waited if self.waited else 0.0

    @property
    def lift(self) -> float:
        """How much more often its decks win if it was played. A card in a good deck wins much without being good."""
        return self.with_it.rate - self.held.rate


@dataclass(frozen=True)
class Findings:
    """A run, counted."""

    plan: Plan
    played: tuple[Played, ...] = field(repr=False)

    @cached_property
    def decks(self) -> Mapping[str, Share]:
        """By deck: what it won against all others, the best one first."""
        won: defaultdict[str, list[float]] = defaultdict(list)
        for each in self.played:
            for seat in Seat:
                won[self.ids(each)[seat]].append(each.share(seat))
        shares = {deck.id: self._share(won[deck.id]) for deck in self.plan.decks}
        return dict(sorted(shares.items(), key=lambda item: -item[1].rate))

    def begun(self, deck: str, first: bool) -> Share:
        """What a deck won where it began, or where its rival did."""
        return self._share(
            each.share(seat)
            for each in self.played
            for seat in Seat
            if self.ids(each)[seat] == deck and (each.first is seat) == first
        )

    @cached_property
    def matrix(self) -> Mapping[tuple[str, str], Share]:
        """By two decks: what the one won against the other."""
        won: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        for each in self.played:
            ids = self.ids(each)
            for seat in Seat:
                won[ids[seat], ids[seat.rival]].append(each.share(seat))
        return {pair: self._share(shares) for pair, shares in won.items()}

    @cached_property
    def first(self) -> Share:
        """What whoever began has won."""
        return self._share(each.share(each.first) for each in self.played)

    @cached_property
    def bots(self) -> Share:
        """What the first bot won against the second; they play every hand alike."""
        return self._share(each.share(Seat(self.plan.seated(each.deal, each.first).index(0))) for each in self.played)

    @cached_property
    def draws(self) -> Share:
        """How many ended in a draw."""
        return Share(sum(each.winner is None for each in self.played), len(self.played))

    @cached_property
    def turns(self) -> float:
        """How many turns a match takes."""
        return fmean(each.turns for each in self.played)

    @cached_property
    def margin(self) -> float:
        """How far apart the two are at the end."""
        return fmean(abs(each.score[0] - each.score[1]) for each in self.played)

    @cached_property
    def cards(self) -> Mapping[str, CardFigures]:
        """By card, those that do most for their decks first."""
        counts: defaultdict[str, _CardCount] = defaultdict(_CardCount)
        for each in self.played:
            for seat in Seat:
                share = each.share(seat)
                for card in {*self.deck(each, seat)}:
                    counts[card].held.append(share)
                for story in each.stories[seat]:
                    counts[story.card].add(story, share)
        found = [count.figures(card) for card, count in counts.items()]
        return {each.card: each for each in sorted(found, key=lambda each: (-each.lift, each.card))}

    @cached_property
    def faults(self) -> Mapping[str, tuple[int, str]]:
        """By bot that failed: how often it did, and why the first time."""
        found: dict[str, tuple[int, str]] = {}
        for each in self.played:
            seated = self.plan.seated(each.deal, each.first)
            for fault in each.faults:
                bot = self.plan.bots[seated[fault.seat]]
                times, why = found.get(bot, (0, fault.why))
                found[bot] = times + fault.times, why
        return found

    def ids(self, played: Played) -> tuple[str, str]:
        """The decks of a match, by seat."""
        first, second = self._pairs[played.deal]
        return self.plan.decks[first].id, self.plan.decks[second].id

    def deck(self, played: Played, seat: Seat) -> Sequence[str]:
        """The cards of a deck in a match."""
        return self.plan.decks[self._pairs[played.deal][seat]].cards

    @cached_property
    def _pairs(self) -> Mapping[int, tuple[int, int]]:
        return {number: self.plan.deal(number).decks for number in range(self.plan.deals)}

    @staticmethod
    def _share(shares: Iterable[float]) -> Share:
        won = [*shares]
        return Share(sum(won), len(won))


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure of two runs."""

    what: str
    """`deck`, `card`, or what the figure itself is called."""
    of: str
    """Which deck or card; empty for a figure of the whole run."""
    one: float
    other: float
    difference: Difference


@dataclass(frozen=True)
class Comparison:
    """Two runs that played the same deals, by other rules or with other cards."""

    one: Findings
    other: Findings

    @cached_property
    def figures(self) -> tuple[Compared, ...]:
        """The whole run, then decks, then cards, each where the difference is largest first."""
        whole = [
            self._by_deal("first player", "", lambda each, _: each.share(each.first)),
            self._by_deal("draws", "", lambda each, _: float(each.winner is None)),
            self._by_deal("turns", "", lambda each, _: float(each.turns)),
            self._by_deal("margin", "", lambda each, _: float(abs(each.score[0] - each.score[1]))),
        ]
        decks = [self._by_deal("deck", deck.id, _share_of(deck.id)) for deck in self.one.plan.decks]
        cards = [
            Compared("card", card, one.with_it.rate, other.with_it.rate, between(one.with_it, other.with_it))
            for card, one in self.one.cards.items()
            if (other := self.other.cards.get(card)) and one.with_it.of and other.with_it.of
        ]
        return (*whole, *sorted(decks, key=_largest), *sorted(cards, key=_largest))

    def _by_deal(self, what: str, of: str, figure: _Figure) -> Compared:
        """A figure taken in both matches of each deal, in both runs."""
        means = [_means(findings, figure) for findings in (self.one, self.other)]
        shared = means[0].keys() & means[1].keys()
        one, other = (fmean(each[deal] for deal in shared) if shared else 0.0 for each in means)
        return Compared(what, of, one, other, paired([means[1][deal] - means[0][deal] for deal in sorted(shared)]))


def _largest(each: Compared) -> tuple[float, str]:
    return -abs(each.difference.by), each.of


_Figure = Callable[[Played, tuple[str, str]], float | None]
"""What a match and its decks say, or nothing."""


def _share_of(deck: str) -> _Figure:
    def share(played: Played, ids: tuple[str, str]) -> float | None:
        return played.share(Seat(ids.index(deck))) if deck in ids else None

    return share


def _means(findings: Findings, figure: _Figure) -> dict[int, float]:
    """By deal: the mean of a figure over its matches, where it says anything."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    for each in findings.played:
        if (value := figure(each, findings.ids(each))) is not None:
            found[each.deal].append(value)
    return {deal: fmean(values) for deal, values in found.items()}


@dataclass(slots=True)
class _CardCount:
    held: list[float] = field(default_factory=list)
    with_it: list[float] = field(default_factory=list)
    drawn: int = 0
    played: int = 0
    waited: int = 0
    stuck: int = 0

    def add(self, story: Story, share: float) -> None:
        self.drawn += story.drawn
        self.played += story.played
        self.waited += story.waited
        self.stuck += story.stuck
        if story.played:
            self.with_it.append(share)

    def figures(self, card: str) -> CardFigures:
        held, with_it = (Share(sum(each), len(each)) for each in (self.held, self.with_it))
        return CardFigures(card, held, self.drawn, self.played, with_it, self.waited, self.stuck)
