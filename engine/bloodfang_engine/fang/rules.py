"""Blood Fang as a ruleset: a table of contents."""

from __future__ import annotations

from collections.abc import Sequence

from bloodfang_engine.contract import Event, Outcome, Seat, Setup, Step
from bloodfang_engine.errors import BadNotation
from bloodfang_engine.fang import acts, hiding, moves, outcomes, scoring, starting
from bloodfang_engine.fang import positions as notation
from bloodfang_engine.fang.acts import Action
from bloodfang_engine.fang.cards import CardSet
from bloodfang_engine.fang.cascade import destroy
from bloodfang_engine.fang.hiding import View
from bloodfang_engine.fang.journal import Telling
from bloodfang_engine.fang.refusals import Refusal
from bloodfang_engine.fang.scoring import Account
from bloodfang_engine.fang.state import Log, State


class BloodFang:
    """Blood Fang with one card set: three lanes, pawns, and cards that take ground."""

    name = "fang"

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards

    # play

    def sample(self, seed: int) -> Setup:
        return starting.sample(self.cards, seed)

    def start(self, setup: Setup) -> Step[State]:
        return starting.start(self.cards, setup)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return outcomes.to_act(state)

    def legal_actions(self, state: State, seat: Seat) -> Sequence[Action]:
        return moves.legal_acts(state, seat)

    def why_not(self, state: State, seat: Seat, action: Action) -> Refusal | None:
        return moves.why_not(state, seat, action)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        log: Log = []
        new = moves.after(state, seat, action, log)
        return Step(new, Telling(state, new, log))

    def after(self, state: State, seat: Seat, action: Action) -> State:
        """The state after the act, without a word about what happened: the same rules, for search."""
        return moves.after(state, seat, action, None)

    def outcome(self, state: State) -> Outcome | None:
        return outcomes.outcome(state)

    def account(self, state: State) -> Account:
        """The score as if the match ended now, lane by lane."""
        return scoring.account(state)

    # hidden information

    def view(self, state: State, viewer: Seat | None) -> View:
        return hiding.view(state, viewer)

    def redact(self, event: Event, viewer: Seat | None) -> Event:
        return hiding.redact(event, viewer)

    def imagine(self, view: View, seed: int) -> State:
        return hiding.imagine(view, seed)

    # notation

    def write(self, action: Action) -> str:
        return acts.write(action)

    def read(self, text: str) -> Action:
        return acts.read(text)

    def write_position(self, state: State, *, block: bool = False) -> str:
        """The whole state as text: one line, or a readable block."""
        return notation.write(state, block=block)

    def read_position(self, text: str) -> State:
        """The state a text means, line or block; BadNotation if it means none."""
        return notation.read(self.cards, text)

    # for scenarios and editors

    def destroy(self, state: State, tile: str) -> Step[State]:
        """Take a card off the board by command and let the board settle: not a player's act, no turn passes."""
        place = state.table.grid.tile(tile)
        if state.plans[place] is None:
            raise BadNotation(tile, "no card stands there to be destroyed")
        log: Log = []
        new = state.copy()
        destroy(new, place, log)
        return Step(new, Telling(state, new, log))
