"""A record played through once, so that any moment of the match can be looked at."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache

from bloodfang.catalog import Catalog
from bloodfang.observing import Observation, observed
from bloodfang_engine.contract import Event, Seat, Step
from bloodfang_engine.fang import Action, BloodFang, Play, State, View
from bloodfang_engine.record import Record, replay


class Film:
    """Moments, counted from 0: the opening, then one after each act. Hands are open in all of them."""

    def __init__(self, catalog: Catalog, record: Record) -> None:
        """BadRecord if an act is refused, or the match ended otherwise."""
        self.catalog = catalog
        self.record = record
        self.rules = BloodFang(catalog.cards)
        self._steps: tuple[Step[State], ...] = tuple(replay(self.rules, record))
        self.turns = (0, *(self._turn_before(at) for at in range(1, len(self._steps))))
        """The turn whose act led to each moment; 0 for the opening and the mulligans."""
        self.scores = tuple(self.rules.account(step.state).score for step in self._steps)
        """What either seat would score if the match ended there."""

    @property
    def last(self) -> int:
        """The last moment."""
        return len(self._steps) - 1

    def view(self, at: int) -> View:
        """The board at a moment."""
        return _view(self.rules, self._steps[at].state, None)

    def hand(self, at: int, seat: Seat) -> tuple[str, ...]:
        """A seat's cards at a moment."""
        return _view(self.rules, self._steps[at].state, seat).hand or ()

    def events(self, at: int) -> Sequence[Event]:
        """What led to a moment."""
        return self._steps[at].events

    def act(self, at: int) -> tuple[Seat, str] | None:
        """Who did what to get there, in the game's notation; None at the opening."""
        return self.record.acts[at - 1] if at else None

    def decision(self, at: int) -> tuple[Seat, Observation, tuple[Action, ...]]:
        """Who acts after a moment that is not the last, what that seat knows there, and what it may do."""
        seat, _ = self.record.acts[at]
        history = [[self.rules.redact(event, seat) for event in step.events] for step in self._steps[: at + 1]]
        state = self._steps[at].state
        return seat, observed(_view(self.rules, state, seat), history), tuple(self.rules.legal_actions(state, seat))

    def played(self, at: int) -> str:
        """The tile that a card was played on to get there; nothing if none was."""
        act = self.rules.read(self.record.acts[at - 1][1]) if at else None
        return act.tile if isinstance(act, Play) else ""

    def at_turn(self, turn: int) -> int:
        """The moment after this turn's act; of a turn that never was, the nearest."""
        return max(0, min(self.last, bisect_left(self.turns, turn))) if turn > 0 else 0

    def turn_after(self, at: int) -> int:
        """The moment one turn later."""
        return min(self.last, bisect_right(self.turns, self.turns[at]))

    def turn_before(self, at: int) -> int:
        """The moment one turn earlier."""
        return self.at_turn(self.turns[at] - 1)

    def _turn_before(self, at: int) -> int:
        before = self._steps[at - 1].state
        return 0 if self.record.acts[at - 1][1].startswith("mulligan") else before.turn


@lru_cache(maxsize=16)
def _view(rules: BloodFang, state: State, seat: Seat | None) -> View:
    return rules.view(state, seat)
