"""Brief motion: which tiles flash after an act, one moment after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bloodfang_engine.contract import Event
from bloodfang_engine.fang import events as ev

MOMENT = 0.11
"""Seconds that a moment lasts."""

Moment = Mapping[str, str]
"""What happens on tiles: `placed`, `taken`, `fallen`."""


def moments(events: Iterable[Event], motion: str) -> list[Moment]:
    """The moments of an act: one after the other in `full` motion, all in one in `reduced`, none in `none`."""
    stages: list[dict[str, str]] = [{}, {}, {}]
    for event in events:
        match event:
            case ev.CardPlayed(figure=figure) | ev.CardSpawned(figure=figure):
                stages[0][figure.tile] = "placed"
            case ev.PawnsPlaced(tile=tile, holder=holder, was_holder=was) if was is not None and holder is not was:
                stages[1][tile] = "taken"
            case ev.CardDestroyed(figure=figure, cause=cause) if cause != "replaced":
                stages[2][figure.tile] = "fallen"
    seen: list[Moment] = [stage for stage in stages if stage]
    if motion == "full":
        return seen
    return [{tile: kind for stage in seen for tile, kind in stage.items()}] if motion == "reduced" and seen else []
