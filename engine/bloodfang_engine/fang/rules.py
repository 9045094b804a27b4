"""Blood Fang as a ruleset: a table of contents."""

from __future__ import annotations

from bloodfang_engine.contract import Seat, Setup, Step
from bloodfang_engine.errors import BadNotation
from bloodfang_engine.fang import acts, hiding, moves, outcomes, scoring, starting
from bloodfang_engine.fang import positions as notation
from bloodfang_engine.fang.acts import Action
from bloodfang_engine.fang.cards import CardSet
from bloodfang_engine.fang.cascade import destroy
from bloodfang_engine.fang.journal import Telling
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

    to_act = staticmethod(outcomes.to_act)
    legal_actions = staticmethod(moves.legal_acts)
    why_not = staticmethod(moves.why_not)
    after = staticmethod(moves.after)
    """The state after the act, without a word about what happened: the same rules as `apply`, for search."""

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        log: Log = []
        new = moves.after(state, seat, action, log)
        return Step(new, Telling(state, new, log))

    outcome = staticmethod(outcomes.outcome)
    account = staticmethod(scoring.account)
    """The score as if the match ended now, lane by lane."""

    # hidden information

    view = staticmethod(hiding.view)
    redact = staticmethod(hiding.redact)
    imagine = staticmethod(hiding.imagine)

    # notation

    write = staticmethod(acts.write)
    read = staticmethod(acts.read)

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
