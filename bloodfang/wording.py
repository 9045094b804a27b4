"""What happened, in sentences for a player: short, with causes, and with a sign for whose card it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bloodfang.telling import NameOf
from bloodfang_engine.contract import Event, Outcome, Seat
from bloodfang_engine.fang import events as ev

ENDINGS = {
    "passes": "both passed",
    "full_board": "the board is full",
    "max_turns": "the last turn is over",
    "conceded": "by surrender",
    "time": "on time",
    "agreed": "by agreement",
    "abandoned": "by leaving",
    "aborted": "called off",
}
"""How a match may end, in and outside the rules."""

_HEADLINES = (ev.Mulliganed, ev.CardPlayed, ev.Passed)
"""What an act is, in one line: all the rest follows from it."""

_NEWS = {
    "played": "was played",
    "destroyed": "fell",
    "raised": "was raised",
    "lowered": "was lowered",
    "spawned": "arrived",
    "first_power_at_least": "has grown strong",
}


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells events to one seat, or to a spectator. Cards of the near side and of the other have each a sign."""

    name_of: NameOf
    names: tuple[str, str]
    """What the seats are called."""
    you: Seat | None = None
    """Whom it is told to: that seat is `you`."""
    near: Seat = Seat.FIRST
    signs: tuple[str, str] = ("●", "◆")
    """For a card of the near side, and for one of the other."""

    def story(self, events: Iterable[Event]) -> list[str]:
        """The sentences of an act: what a player wants to know, without the bookkeeping between."""
        told = (self.sentence(event) for event in events)
        return [sentence for sentence in told if sentence]

    def headline(self, events: Iterable[Event]) -> str:
        """An act in one line: what was done, and what whoever is told draws after it."""
        news = (event for event in events if isinstance(event, _HEADLINES) or self._is_own_draw(event))
        return " ".join(self.story(news))

    def _is_own_draw(self, event: Event) -> bool:
        return isinstance(event, ev.Drew) and self.is_you(event.seat)

    def sentence(self, event: Event) -> str:
        """One event; nothing for what only says how another came about."""
        match event:
            case ev.TurnBegan(seat, turn):
                return f"Turn {turn}: {'your turn' if self.is_you(seat) else f'{self.names[seat]} is to play'}."
            case ev.Drew(seat, card):
                return f"{self.who(seat, 'draw')} {self.name_of(card) if card else 'a card'}."
            case ev.Mulliganed(seat, count, returned, drawn):
                return self._mulligan(seat, count, returned, drawn)
            case ev.Passed(seat):
                return f"{self.who(seat, 'pass', 'passes')}."
            case ev.CardPlayed(figure, _, maker):
                made = f" (made by {self.name_of(maker)})" if maker else ""
                return f"{self.who(figure.owner, 'play')} {self.name_of(figure.card)}{made} on {figure.tile}."
            case ev.CardSpawned(_, figure, _, by):
                return f"{self.card(by)} lets {self.name_of(figure.card)} rise on {figure.tile}."
            case ev.CardAdded(_, seat, card, by):
                return f"{self.card(by)} gives {self.whom(seat)} {self.name_of(card) if card else 'a card'}."
            case ev.CardDestroyed(_, figure, cause, by):
                return self._fall(figure, cause, by)
            case ev.PawnsPlaced(by, tile, holder, pawns, was_holder, _, deferred):
                late = ", after all" if deferred else ""
                if was_holder is not None and holder is not was_holder:
                    return f"{self.card(by)} takes {tile} from {self.whom(was_holder)} ({pawns}){late}."
                more = f"strengthens {tile} to" if was_holder is holder else f"claims {tile} with"
                return f"{self.card(by)} {more} {pawns} pawn{'' if pawns == 1 else 's'}{late}."
            case ev.GroundChanged(left, tile, holder, pawns, _, _):
                whose = "nobody's" if holder is None else f"{self.whose(holder)}, {pawns}"
                return f"With {self.card(left)} gone, {tile} is {whose}."
            case ev.PowerChanged(_, figure, amount, by):
                return f"{self.card(by)} {'raises' if amount > 0 else 'lowers'} {self.card(figure)} by {abs(amount)}."
            case ev.AuraBegan(_, figure, amount, by):
                way = "lifts" if amount > 0 else "weakens"
                return f"{self.card(by)} {way} {self.card(figure)} by {abs(amount)} while both stand."
            case ev.CascadeLimit(wave):
                return f"The cascade would not end and is stopped after wave {wave} (R36)."
            case ev.MatchEnded(reason, winner, score):
                return self.ending(Outcome(winner, reason, score))
            case _:
                return ""

    def step(self, event: Event) -> str:
        """One event, whatever it is: for those who want to see how it came about."""
        match event:
            case ev.AbilityAnswered(_, figure, _, news, about):
                whom = "it" if about == figure else self.card(about)
                return f"{self.card(figure)} answers: {whom} {_NEWS[news]}."
            case ev.PowerCounted(_, figure, was, power):
                return f"{self.card(figure)} on {figure.tile} has power {power} now, not {was}."
            case ev.CardMarked(_, figure, by):
                return f"{self.card(by)} marks {self.card(figure)}: it will fall."
            case ev.PawnsBlocked(by, tile):
                return f"{self.card(by)} cannot put a pawn on {tile}: a card stands there."
            case _:
                return self.sentence(event)

    def ending(self, outcome: Outcome) -> str:
        """How a match ended."""
        first = self.near if outcome.winner is None else outcome.winner
        score = f"{outcome.score[first]} to {outcome.score[first.rival]}"
        if outcome.reason == "aborted":
            return "The match is called off, and counts for nobody."
        how = ENDINGS.get(outcome.reason, outcome.reason)
        return f"A draw, {score}: {how}." if outcome.winner is None else f"{self.who(first, 'win')} {score}: {how}."

    def card(self, figure: ev.Figure) -> str:
        """A card on the board, with the sign of its side."""
        return f"{self.signs[figure.owner is not self.near]}{self.name_of(figure.card)}"

    def is_you(self, seat: Seat) -> bool:
        """Whether this seat is spoken to: the one it is told to, or one that goes by no other name."""
        return seat is self.you or self.names[seat] == "You"

    def who(self, seat: Seat, verb: str, third: str = "") -> str:
        """A seat does something: you play, Ann plays."""
        return f"You {verb}" if self.is_you(seat) else f"{self.names[seat]} {third or verb + 's'}"

    def whom(self, seat: Seat) -> str:
        """Something is done to a seat."""
        return "you" if self.is_you(seat) else self.names[seat]

    def whose(self, seat: Seat) -> str:
        """Something belongs to a seat."""
        return "yours" if self.is_you(seat) else f"{self.names[seat]}'s"

    def _mulligan(self, seat: Seat, count: int, returned: tuple[str, ...] | None, drawn: tuple[str, ...] | None) -> str:
        if not count:
            return f"{self.who(seat, 'keep')} the whole hand."
        if returned is None or drawn is None:
            return f"{self.who(seat, 'change')} {count} of the opening hand."
        gone, new = (", ".join(map(self.name_of, cards)) for cards in (returned, drawn))
        return f"{self.who(seat, 'give')} back {gone} and draw{'' if self.is_you(seat) else 's'} {new}."

    def _fall(self, figure: ev.Figure, cause: str, by: ev.Figure | None) -> str:
        of = f" ({self.card(by)})" if by is not None and by != figure else ""
        match cause:
            case "replaced":
                return f"{self.card(figure)} makes room on {figure.tile}{of}."
            case "power":
                return f"{self.card(figure)} falls on {figure.tile}: no power left{of}."
            case _:
                return f"{self.card(figure)} is destroyed on {figure.tile}{of}."
