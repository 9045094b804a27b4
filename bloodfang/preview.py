"""What an act would do, before it is done: exactly what will happen, as far as this seat can know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bloodfang_engine.contract import Event, Seat
from bloodfang_engine.fang import BloodFang, Pass, Piece, Play, Tile, View
from bloodfang_engine.fang.events import CardDestroyed, CardPlayed, CardSpawned, Drew


@dataclass(frozen=True, slots=True)
class TileChange:
    """A tile that will be another: what it is, and what it will be."""

    name: str
    before: Tile
    after: Tile

    @property
    def pawns(self) -> int:
        """How many pawns more the tile will have; less than 0: how many fewer."""
        return self.after.pawns - self.before.pawns

    @property
    def taken(self) -> bool:
        """One seat will hold it where the other did."""
        return self.after.holder is not self.before.holder and None not in (self.after.holder, self.before.holder)

    @property
    def arrives(self) -> Piece | None:
        """The card that will stand here and does not yet."""
        return self.after.piece if _number(self.after) != _number(self.before) else None

    @property
    def leaves(self) -> Piece | None:
        """The card that stands here and will not any more."""
        return self.before.piece if _number(self.after) != _number(self.before) else None

    @property
    def power(self) -> int:
        """What the card that stays here gains; less than 0: what it loses; 0 where no card stays."""
        was, now = self.before.piece, self.after.piece
        return now.power - was.power if was and now and was.number == now.number else 0


@dataclass(frozen=True, slots=True)
class Preview:
    """An act as it would go."""

    action: Play | Pass
    seat: Seat
    before: View
    after: View
    """As `rules.view` will tell it; its account has the new lanes."""
    events: tuple[Event, ...]
    """What will happen, but for the card that the rival draws."""
    changes: tuple[TileChange, ...]
    fallen: tuple[Piece, ...]
    """The cards that will be destroyed, in order; one that only comes with this act has its printed power."""


def preview(rules: BloodFang, view: View, action: Play | Pass, seed: int = 0) -> Preview:
    """What this act of the viewer would do; IllegalAction if it may not do it now.

    It happens on an imagined state: what the viewer cannot know has no part in it, whatever the seed.
    """
    seat = view.viewer
    if seat is None:
        raise ValueError("a spectator has no acts to look ahead at; preview needs the view of a seat")
    state, told = rules.apply(rules.imagine(view, seed), seat, action)
    events = tuple(rules.redact(event, seat) for event in told if not isinstance(event, Drew))
    after = rules.view(state, seat)
    return Preview(action, seat, view, after, events, difference(view, after), tuple(_fallen(view, events)))


def difference(before: View, after: View) -> tuple[TileChange, ...]:
    """The tiles that are not the same in both, in board order."""
    pairs = zip(before.tiles, after.tiles, strict=True)
    return tuple(TileChange(was.name, was, now) for was, now in pairs if was != now)


def _fallen(before: View, events: Sequence[Event]) -> Iterator[Piece]:
    stood = {tile.piece.number: tile.piece for tile in before.tiles if tile.piece}
    for event in events:
        match event:
            case CardPlayed(figure, power, maker):
                origin = "hand_token" if maker else "deck"
                stood[figure.number] = _newcomer(figure.number, figure.card, figure.owner, power, origin, maker)
            case CardSpawned(_, figure, power, by):
                stood[figure.number] = _newcomer(figure.number, figure.card, figure.owner, power, "spawn", by.card)
            case CardDestroyed(figure=figure):
                yield stood[figure.number]


def _newcomer(number: int, card: str, owner: Seat, power: int, origin: str, maker: str | None) -> Piece:
    return Piece(number, card, owner, power, power, "plain", 0, origin, maker, 0, ())


def _number(tile: Tile) -> int:
    return tile.piece.number if tile.piece else 0
