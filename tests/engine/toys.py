"""Two tiny games that keep the contract: a hidden choice of both seats, and turns of many acts with answers between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Event, Outcome, Seat, Setup, Step
from bloodfang_engine.errors import BadNotation, BadSetup, IllegalAction, Reason
from bloodfang_engine.zones import discard, draw

Cards = tuple[str, ...]
Pair = tuple[Cards, Cards]
HIDDEN = "?"
COPIES = 3

T = TypeVar("T")


class No(Reason):
    OVER = "the match is over"
    WAIT = "it is the other seat's turn to act"
    NOT_IN_HAND = "that card is not in your hand"
    NOT_NOW = "that cannot be done now"
    TOO_DEAR = "there is not enough energy left"


@dataclass(frozen=True, slots=True)
class Act:
    verb: str
    card: str = ""


@dataclass(frozen=True, slots=True)
class Told(Event):
    what: str
    seat: Seat
    card: str | None = None
    secret: bool = False


# Ambush: both choose a card in secret, both are shown, the stronger wins the round; best of three


STRENGTH = {"moth": 1, "crow": 2, "stag": 3, "wolf": 4}


@dataclass(frozen=True, slots=True)
class Ambush:
    """All there is, or a view of it: then what the viewer may not know is hidden, and decks are in no order."""

    hands: Pair
    decks: Pair
    chosen: tuple[str, str] = ("", "")
    shown: Pair = ((), ())
    wins: tuple[int, int] = (0, 0)
    viewer: Seat | None = None


class AmbushRules:
    name = "ambush"

    def sample(self, seed: int) -> Setup:
        return Setup(self.name, _random_decks(STRENGTH, 5, seed), seed)

    def start(self, setup: Setup) -> Step[Ambush]:
        decks = _shuffled(setup, self.name, STRENGTH, 5)
        first, second = (draw((), deck, 3) for deck in decks)
        return Step(Ambush((first[0], second[0]), (first[1], second[1])), _drawn((), first[0], second[0]))

    def to_act(self, state: Ambush) -> tuple[Seat, ...]:
        return () if self.outcome(state) else tuple(seat for seat in Seat if not state.chosen[seat])

    def legal_actions(self, state: Ambush, seat: Seat) -> Sequence[Act]:
        return [Act("choose", card) for card in dict.fromkeys(state.hands[seat])] if seat in self.to_act(state) else []

    def why_not(self, state: Ambush, seat: Seat, action: Act) -> No | None:
        if seat not in self.to_act(state):
            return No.OVER if self.outcome(state) else No.WAIT
        return None if action.card in state.hands[seat] else No.NOT_IN_HAND

    def apply(self, state: Ambush, seat: Seat, action: Act) -> Step[Ambush]:
        if reason := self.why_not(state, seat, action):
            raise IllegalAction(reason, seat, self.write(action))
        state = replace(
            state,
            hands=_with(state.hands, seat, discard(state.hands[seat], action.card)),
            chosen=_with(state.chosen, seat, action.card),
        )
        events = [Told("chose", seat, action.card, secret=True)]
        return Step(state, events) if not all(state.chosen) else self.reveal(state, events)

    def reveal(self, state: Ambush, events: list[Told]) -> Step[Ambush]:
        first, second = state.chosen
        gap = STRENGTH[first] - STRENGTH[second]
        drawn = [draw(state.hands[seat], state.decks[seat]) for seat in Seat]
        state = Ambush(
            hands=(drawn[0][0], drawn[1][0]),
            decks=(drawn[0][1], drawn[1][1]),
            shown=((*state.shown[0], first), (*state.shown[1], second)),
            wins=(state.wins[0] + (gap > 0), state.wins[1] + (gap < 0)),
        )
        events += [Told("showed", seat, state.shown[seat][-1]) for seat in Seat]
        return Step(state, _drawn(events, state.hands[0][2:], state.hands[1][2:]))

    def outcome(self, state: Ambush) -> Outcome | None:
        if max(state.wins) < 2 and len(state.shown[0]) < 3:
            return None
        return Outcome(_higher(state.wins), "rounds", state.wins)

    def view(self, state: Ambush, viewer: Seat | None) -> Ambush:
        hands, decks = _blank(state.hands, state.decks, viewer)
        chosen = [
            card if seat is viewer else HIDDEN * bool(card) for seat, card in zip(Seat, state.chosen, strict=True)
        ]
        return replace(state, hands=hands, decks=decks, chosen=(chosen[0], chosen[1]), viewer=viewer)

    def redact(self, event: Event, viewer: Seat | None) -> Event:
        return _redacted(event, viewer)

    def imagine(self, view: Ambush, seed: int) -> Ambush:
        state = replace(view, viewer=None)
        for seat in Seat:
            pile = _fancied(STRENGTH, seat, view.viewer, view.decks[seat], view.shown[seat], seed)
            if seat is not view.viewer:
                state = replace(state, chosen=_with(state.chosen, seat, pile[0] if state.chosen[seat] else ""))
                held, pile = draw((), pile[1:], len(view.hands[seat]))
                state = replace(state, hands=_with(state.hands, seat, held))
            state = replace(state, decks=_with(state.decks, seat, pile[: len(view.decks[seat])]))
        return state

    def write(self, action: Act) -> str:
        return f"{action.verb} {action.card}"

    def read(self, text: str) -> Act:
        return _read(text, with_card=("choose",))


# Raid: a turn is many acts, as far as the energy goes; a bite can be warded off, and the ward warded off in turn


PRICE = {"feast": 1, "bite": 1, "maul": 2, "ward": 0}
HARM = {"bite": 1, "maul": 3}
ENERGY, HEALTH, TURNS = 3, 5, 10


@dataclass(frozen=True, slots=True)
class Raid:
    """All there is, or a view of it, like Ambush."""

    hands: Pair
    decks: Pair
    turn: int = 1
    energy: int = ENERGY
    health: tuple[int, int] = (HEALTH, HEALTH)
    chain: tuple[tuple[Seat, str], ...] = ()
    """Played and not yet resolved: the rival of the last one is asked."""
    shown: Pair = ((), ())
    viewer: Seat | None = None

    @property
    def active(self) -> Seat:
        return Seat(1 - self.turn % 2)


class RaidRules:
    name = "raid"

    def sample(self, seed: int) -> Setup:
        return Setup(self.name, _random_decks(PRICE, 9, seed), seed)

    def start(self, setup: Setup) -> Step[Raid]:
        decks = _shuffled(setup, self.name, PRICE, 9)
        first, second = (draw((), deck, 3) for deck in decks)
        return Step(Raid((first[0], second[0]), (first[1], second[1])), _drawn((), first[0], second[0]))

    def to_act(self, state: Raid) -> tuple[Seat, ...]:
        if self.outcome(state):
            return ()
        return (state.chain[-1][0].rival if state.chain else state.active,)

    def legal_actions(self, state: Raid, seat: Seat) -> Sequence[Act]:
        acts = [Act(verb, card) for card in dict.fromkeys(state.hands[seat]) for verb in ("play", "answer")]
        return [act for act in (*acts, Act("let"), Act("end")) if not self.why_not(state, seat, act)]

    def why_not(self, state: Raid, seat: Seat, action: Act) -> No | None:
        if seat not in self.to_act(state):
            return No.OVER if self.outcome(state) else No.WAIT
        if (action.verb in ("answer", "let")) != bool(state.chain) or (action.verb == "answer") != (
            action.card == "ward"
        ):
            return No.NOT_NOW
        if action.verb in ("let", "end"):
            return None
        if action.card not in state.hands[seat]:
            return No.NOT_IN_HAND
        return None if PRICE[action.card] <= state.energy else No.TOO_DEAR

    def apply(self, state: Raid, seat: Seat, action: Act) -> Step[Raid]:
        if reason := self.why_not(state, seat, action):
            raise IllegalAction(reason, seat, self.write(action))
        events = [Told(action.verb, seat, action.card)]
        if action.verb == "let":
            return Step(self.resolved(state), events)
        if action.verb == "end":
            state = replace(state, turn=state.turn + 1, energy=ENERGY)
            return self.draw(state, events) if state.turn <= TURNS else Step(state, events)
        state = replace(
            state,
            hands=_with(state.hands, seat, discard(state.hands[seat], action.card)),
            shown=_with(state.shown, seat, (*state.shown[seat], action.card)),
            energy=state.energy - PRICE[action.card],
        )
        if action.card == "feast":
            return self.draw(state, events)
        return Step(replace(state, chain=(*state.chain, (seat, action.card))), events)

    def resolved(self, state: Raid) -> Raid:
        """Last in, first out: a ward undoes what lies beneath it."""
        chain, health = list(state.chain), state.health
        while chain:
            seat, card = chain.pop()
            if card == "ward":
                chain.pop()
            else:
                health = _with(health, seat.rival, health[seat.rival] - HARM[card])
        return replace(state, chain=(), health=health)

    def draw(self, state: Raid, events: list[Told]) -> Step[Raid]:
        seat = state.active
        hand, deck = draw(state.hands[seat], state.decks[seat])
        events += [Told("drew", seat, card, secret=True) for card in hand[len(state.hands[seat]) :]]
        return Step(replace(state, hands=_with(state.hands, seat, hand), decks=_with(state.decks, seat, deck)), events)

    def outcome(self, state: Raid) -> Outcome | None:
        if min(state.health) > 0 and state.turn <= TURNS:
            return None
        return Outcome(_higher(state.health), "health" if min(state.health) <= 0 else "turns", state.health)

    def view(self, state: Raid, viewer: Seat | None) -> Raid:
        hands, decks = _blank(state.hands, state.decks, viewer)
        return replace(state, hands=hands, decks=decks, viewer=viewer)

    def redact(self, event: Event, viewer: Seat | None) -> Event:
        return _redacted(event, viewer)

    def imagine(self, view: Raid, seed: int) -> Raid:
        state = replace(view, viewer=None)
        for seat in Seat:
            pile = _fancied(PRICE, seat, view.viewer, view.decks[seat], view.shown[seat], seed)
            if seat is not view.viewer:
                held, pile = draw((), pile, len(view.hands[seat]))
                state = replace(state, hands=_with(state.hands, seat, held))
            state = replace(state, decks=_with(state.decks, seat, pile[: len(view.decks[seat])]))
        return state

    def write(self, action: Act) -> str:
        return f"{action.verb} {action.card}".rstrip()

    def read(self, text: str) -> Act:
        return _read(text, with_card=("play", "answer"), alone=("let", "end"))


# what both share


def _random_decks(cards: Mapping[str, int], size: int, seed: int) -> Pair:
    piles = [Chance.stream(seed, 10, seat).shuffled([*cards] * COPIES)[0] for seat in Seat]
    return piles[0][:size], piles[1][:size]


def _shuffled(setup: Setup, name: str, cards: Mapping[str, int], size: int) -> Pair:
    if setup.ruleset != name or setup.options:
        raise BadSetup(f"this is {name}, which has no options")
    for deck in setup.decks:
        if len(deck) != size or not set(deck) <= set(cards) or max(Counter(deck).values()) > COPIES:
            raise BadSetup(f"a deck is {size} of {', '.join(cards)}, at most {COPIES} of each")
    piles = [Chance.stream(setup.seed, seat).shuffled(setup.decks[seat])[0] for seat in Seat]
    return piles[0], piles[1]


def _drawn(events: Iterable[Told], first: Cards, second: Cards) -> list[Told]:
    drawn = [
        Told("drew", seat, card, secret=True)
        for seat, cards in zip(Seat, (first, second), strict=True)
        for card in cards
    ]
    return [*events, *drawn]


def _redacted(event: Event, viewer: Seat | None) -> Event:
    assert isinstance(event, Told)
    return replace(event, card=None) if event.secret and event.seat is not viewer else event


def _blank(hands: Pair, decks: Pair, viewer: Seat | None) -> tuple[Pair, Pair]:
    for seat in Seat:
        if seat is viewer:
            decks = _with(decks, seat, tuple(sorted(decks[seat])))
        else:
            hands = _with(hands, seat, (HIDDEN,) * len(hands[seat]))
            decks = _with(decks, seat, (HIDDEN,) * len(decks[seat]))
    return hands, decks


def _fancied(cards: Mapping[str, int], seat: Seat, viewer: Seat | None, deck: Cards, shown: Cards, seed: int) -> Cards:
    """The own deck in some order; for another seat any cards that are not out yet."""
    left = Counter([*cards] * COPIES)
    left.subtract(shown)
    return Chance.stream(seed, 20, seat).shuffled(deck if seat is viewer else [*left.elements()])[0]


def _read(text: str, with_card: Cards, alone: Cards = ()) -> Act:
    match text.split():
        case [verb, card] if verb in with_card:
            return Act(verb, card)
        case [verb] if verb in alone:
            return Act(verb)
    raise BadNotation(text, f"an act is {' or '.join([*(f'{verb} CARD' for verb in with_card), *alone])}")


def _with(pair: tuple[T, T], seat: Seat, thing: T) -> tuple[T, T]:
    return (thing, pair[1]) if seat is Seat.FIRST else (pair[0], thing)


def _higher(points: tuple[int, int]) -> Seat | None:
    return None if points[0] == points[1] else Seat(points[0] < points[1])
