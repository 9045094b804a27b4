"""A board that follows events: what an animation or a step-by-step inspector shows between two views."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from bloodfang_engine.contract import Event, Seat
from bloodfang_engine.fang import events as ev
from bloodfang_engine.fang.hiding import View


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile as a picture shows it."""

    holder: Seat | None
    pawns: int
    figure: ev.Figure | None = None
    power: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """The board by tile name. `after` gives the next picture; the last one equals the next view's."""

    spots: Mapping[str, Spot]

    @staticmethod
    def of(view: View) -> Picture:
        """The board of a view."""
        spots = {}
        for tile in view.tiles:
            piece = tile.piece
            figure = ev.Figure(piece.number, piece.card, piece.owner, tile.name) if piece else None
            spots[tile.name] = Spot(tile.holder, tile.pawns, figure, piece.power if piece else 0)
        return Picture(MappingProxyType(spots))

    def after(self, event: Event) -> Picture:
        """The board when this has happened."""
        match event:
            case ev.CardPlayed(figure=figure, power=power) | ev.CardSpawned(figure=figure, power=power):
                return self._with(figure.tile, figure=figure, power=power)
            case ev.CardDestroyed(figure=figure):
                return self._with(figure.tile, figure=None, power=0)
            case ev.PowerCounted(figure=figure, power=power):
                return self._with(figure.tile, power=power)
            case ev.PawnsPlaced(tile=tile, holder=holder, pawns=pawns):
                return self._with(tile, holder=holder, pawns=pawns)
            case ev.GroundChanged(tile=tile, holder=holder, pawns=pawns):
                return self._with(tile, holder=holder, pawns=pawns)
            case _:
                return self

    def after_all(self, events: Iterable[Event]) -> Picture:
        """The board when all this has happened."""
        picture = self
        for event in events:
            picture = picture.after(event)
        return picture

    def _with(self, tile: str, **changes: object) -> Picture:
        spot = replace(self.spots[tile], **changes)  # type: ignore[arg-type]
        return Picture(MappingProxyType({**self.spots, tile: spot}))
