"""What a seat knows: the board as it sees it, and what it saw happen that no view shows any more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bloodfang_engine.contract import Event, Seat
from bloodfang_engine.fang import BloodFang, CardSet, State, View
from bloodfang_engine.fang.cards import Effect
from bloodfang_engine.fang.events import CardAdded, CardDestroyed, CardPlayed, Drew, Mulliganed

DeckList = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gift:
    """A token that an ability put into a hand. Everybody sees by whom, so everybody knows what it is."""

    card: str
    maker: str
    number: int
    """The maker's own, on the board."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What everybody at the table may know about one seat's cards, beside the board."""

    returned: int | None = None
    """The cards it gave back at the mulligan; None before that, and where nobody watched."""
    drawn: int = 0
    """The cards it drew in turns."""
    given: tuple[Gift, ...] = ()
    """The tokens in its hand."""
    fallen: tuple[str, ...] = ()
    """Its cards that were destroyed, the first one first."""


@dataclass(frozen=True, slots=True)
class MayHold:
    """A card that may be in a hand."""

    card: str
    chance: float
    """That at least one is there, from 0 to 1."""
    maker: str = ""
    """The card that put it there; then it is sure."""


@dataclass(frozen=True, slots=True)
class Observation:
    """All that a seat knows. It never changes: `after` makes the next one."""

    view: View
    """The newest."""
    tallies: tuple[Tally, Tally] = (Tally(), Tally())
    lists: tuple[DeckList | None, DeckList | None] = (None, None)
    """The decks as they were brought, where they are known to all."""

    @property
    def seat(self) -> Seat:
        """Whose knowledge it is."""
        assert self.view.viewer is not None, "an observation is a seat's"
        return self.view.viewer

    @property
    def cards(self) -> CardSet:
        """The set that is played with."""
        return self.view.board.table.cards

    def after(self, view: View, events: Iterable[Event]) -> Observation:
        """What the seat knows after an act that did this."""
        tallies = [*self.tallies]
        for event in events:
            _note(event, tallies, self.cards)
        return replace(self, view=view, tallies=(tallies[0], tallies[1]))

    def imagine(self, seed: int) -> State:
        """A whole state that this seat cannot tell from the real one."""
        rival = self.seat.rival
        given = [(gift.card, gift.maker) for gift in self.tallies[rival].given]
        return BloodFang.imagine(self.view, seed, given, self.lists[rival])

    def unknown(self, seat: Seat) -> int:
        """How many cards of this seat's hand could be any of those that nobody has seen."""
        return max(0, self.view.hand_counts[seat] - len(self.tallies[seat].given))

    def may_hold(self, seat: Seat) -> tuple[MayHold, ...]:
        """What others must think this seat may hold: what is sure first, then by chance and name."""
        sure = [MayHold(gift.card, 1.0, gift.maker) for gift in self.tallies[seat].given]
        unseen = self._unseen(seat)
        there = min(self.unknown(seat), unseen.total())
        held = [MayHold(card, _at_least_one(count, there, unseen.total())) for card, count in unseen.items() if there]
        return (*sure, *sorted(held, key=lambda each: (-each.chance, each.card)))

    def _unseen(self, seat: Seat) -> Counter[str]:
        """The cards that may still be in this seat's deck or hand."""
        listed, seen = self.lists[seat], Counter(self.view.seen[seat])
        if listed is not None:
            return Counter(listed) - seen
        options = self.view.board.table.options
        most = dict(zip(("standard", "legendary"), options.max_copies, strict=True))
        pool = Counter(
            {
                card.id: most[card.tier]
                for card in self.cards.values()
                if not card.token and (options.replacement or not card.replaces)
            }
        )
        return pool - seen


def observed(
    view: View,
    history: Sequence[Sequence[Event]] = (),
    lists: tuple[DeckList | None, DeckList | None] = (None, None),
) -> Observation:
    """What a seat knows that sees this view, and has watched all that led to it; without a history, the view alone."""
    return Observation(view, lists=lists).after(view, (event for events in history for event in events))


def _note(event: Event, tallies: list[Tally], cards: CardSet) -> None:
    match event:
        case Mulliganed(seat=seat, count=count):
            tallies[seat] = replace(tallies[seat], returned=count)
        case Drew(seat=seat) if tallies[seat].returned is not None:
            tallies[seat] = replace(tallies[seat], drawn=tallies[seat].drawn + 1)
        case CardAdded(seat=seat, by=by):
            before = sum(gift.number == by.number for gift in tallies[seat].given)
            if gift := _gift(cards, event.card, by.card, by.number, before):
                tallies[seat] = replace(tallies[seat], given=(*tallies[seat].given, gift))
        case CardPlayed(figure=figure, maker=str(maker)):
            tallies[figure.owner] = replace(
                tallies[figure.owner], given=tuple(_without(tallies[figure.owner].given, figure.card, maker))
            )
        case CardDestroyed(figure=figure):
            tallies[figure.owner] = replace(tallies[figure.owner], fallen=(*tallies[figure.owner].fallen, figure.card))
        case _:
            pass


def _gift(cards: CardSet, shown: str | None, maker: str, number: int, before: int) -> Gift | None:
    """What came into the hand: as its owner sees it, else by what the maker can make, in the maker's order."""
    makes = [card for clause in cards[maker].clauses if clause.effect is Effect.ADD_TO_HAND for card in clause.cards]
    card = shown or (makes[before % len(makes)] if makes else None)
    return Gift(card, maker, number) if card else None


def _without(gifts: Sequence[Gift], card: str, maker: str) -> Iterator[Gift]:
    """The gifts but for the oldest of this card by this maker."""
    gone = False
    for gift in gifts:
        if not gone and (gift.card, gift.maker) == (card, maker):
            gone = True
        else:
            yield gift


def _at_least_one(copies: int, drawn: int, total: int) -> float:
    """The chance that of so many cards drawn from so many at least one is a copy."""
    none = 1.0
    for number in range(drawn):
        none *= max(0, total - copies - number) / (total - number)
    return 1.0 - none
