"""An act as those may know it who did not do it."""

from __future__ import annotations

from bloodfang_engine.contract import A
from bloodfang_engine.fang.acts import Mulligan, Pass, Play


def veiled(action: A) -> A | None:
    """The act without what only its seat may know; None, which tells nothing, for acts that no line here speaks of."""
    match action:
        case Play() | Pass():
            return action
        case Mulligan():  # how many cards went back is an event of its own; from which places is nobody's business
            return type(action)()
        case _:
            return None
