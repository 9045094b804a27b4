"""Who is to act, and how it ended."""

from __future__ import annotations

from bloodfang_engine.contract import Outcome, Seat
from bloodfang_engine.fang.scoring import account
from bloodfang_engine.fang.state import BY_FULL_BOARD, BY_PASSES, BY_TURNS, ENDED, State

ENDINGS = {BY_PASSES: "passes", BY_FULL_BOARD: "full_board", BY_TURNS: "max_turns"}

_ONE = ((Seat.FIRST,), (Seat.SECOND,))
_ACTORS: tuple[tuple[Seat, ...], ...] = ((), _ONE[0], _ONE[1], (Seat.FIRST, Seat.SECOND), (), (), ())


def to_act(s: State) -> tuple[Seat, ...]:
    """The seats that may act now."""
    return _ACTORS[s.phase] if s.phase else _ONE[s.mover]


def outcome(s: State) -> Outcome | None:
    """How the match ended (R59, R64); None while it goes on."""
    if s.phase < ENDED:
        return None
    final = account(s)
    return Outcome(final.winner, ENDINGS[s.phase], final.score)
