"""A cascade step by step: what happened, why, by which rule, and the board after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields

from bloodfang_engine.contract import Event
from bloodfang_engine.fang import View
from bloodfang_engine.fang import events as ev
from bloodfang_engine.fang.picture import Picture

_NOT_ON_THE_BOARD = (ev.Drew, ev.Mulliganed, ev.TurnBegan)

Tell = Callable[[Event], str]
"""From what happened to a sentence: `bloodfang.wording.Teller.step` for players."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a cascade."""

    wave: int
    """The wave it belongs to, from 1; 0 for what happens outside the waves: the play itself, and pawns."""
    sentence: str
    rule: str
    """The number of the rule it comes from, like R24."""
    tiles: tuple[str, ...]
    """The tiles it is about: first where it happens, then where it comes from."""
    picture: Picture
    """The board when it has happened."""


def moments(before: View, events: Iterable[Event], tell: Tell) -> tuple[Moment, ...]:
    """What these events did to this board, in order. Draws and turns are left out: the board knows nothing of them."""
    return tuple(_moments(Picture.of(before), events, tell))


def _moments(picture: Picture, events: Iterable[Event], tell: Tell) -> Iterator[Moment]:
    for event in events:
        if isinstance(event, _NOT_ON_THE_BOARD):
            continue
        picture = picture.after(event)
        wave = getattr(event, "wave", 0)
        rule = event.rule if isinstance(event, ev.FangEvent) else ""
        yield Moment(wave, tell(event), rule, tuple(dict.fromkeys(_tiles(event))), picture)


def _tiles(event: Event) -> Iterator[str]:
    """The tiles an event names: its own, its card's, then those of causes, whatever the event calls them."""
    said = {each.name: getattr(event, each.name) for each in fields(event)}
    if "tile" in said:
        yield said["tile"]
    for value in (said.pop("figure", None), *said.values()):
        if isinstance(value, ev.Figure):
            yield value.tile
