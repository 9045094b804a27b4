"""One card on a board of its own, and the others of its set that keep it company or do something to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

from bloodfang_engine.fang import Card, CardSet
from bloodfang_engine.fang.cards import Clause, Effect, Happening, Side, Who
from situations import TILES, Situation, Spot, reach

RIVAL = {"A": "B", "B": "A"}
STANDS = ("m3", "m2", "t3", "b3", "b2", "t2", "m4")
"""Where a card may stand that something is done to."""

Spots = dict[str, Spot]


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody of a seat does to a card of A: by being played, or by standing there as an aura."""

    seat: str
    event: Happening
    effect: Effect
    much: bool = False
    """The strongest doer is wanted, not the gentlest."""


class Stage:
    """The card is A's; whoever wants it to be B's looks into a mirror."""

    def __init__(self, cards: CardSet, card: Card) -> None:
        self.cards = cards
        self.card = card
        plain = sorted((c for c in cards.values() if not c.clauses and not c.token), key=lambda c: (c.power, c.id))
        self.weak, *_, self.sturdy = (other for other in plain if not other.replaces)
        self.cover = next(other for other in plain if other.replaces)
        self.makers = [(each, clause) for each in cards.values() for clause in each.clauses if card.id in clause.cards]
        self.only_spawned = bool(self.makers) and all(clause.effect is Effect.SPAWN for _, clause in self.makers)
        self.stands = sorted(STANDS, key=lambda at: -len(reach(card.effect_cells, "A", at)))
        """Where it reaches most comes first."""

    @property
    def weighs(self) -> bool:
        """Whether the weak cannot stand beside it."""
        auras = [clause for clause in self.card.clauses if clause.trigger.event is Happening.IN_PLAY]
        return any(clause.effect is Effect.LOWER_POWER for clause in auras)

    def waits_for(self, *happenings: Happening) -> bool:
        """Whether one of these happening to the card itself is answered by it."""
        own = [clause.trigger for clause in self.card.clauses if clause.trigger.who is Who.SELF]
        return any(trigger.event in happenings for trigger in own)

    # parts of a board

    def room(self, beneath: Card) -> Spot:
        """The tile that the card will go to; for a replacement with a card on it."""
        return Spot("A", 2, beneath.id) if self.card.replaces else Spot("A", self.card.rank)

    def standing(self, bonus: int = 0) -> Spot:
        """The card as if it had been there before."""
        return Spot("A", max(1, self.card.rank), self.card.id, bonus)

    def company(self, at: str, sides: str, other: Card, free: Iterable[str] = ()) -> Spots:
        """Cards of these sides by turns on its effect cells; on its pawn cells if it has no others."""
        tiles = [tile for tile in reach(self.card.effect_cells or self.card.pawn_cells, "A", at) if tile not in free]
        found = zip(tiles, cycle(sides), cycle((1, 2, 3)), strict=False)
        return {tile: Spot(side, pawns, other.id) for tile, side, pawns in found}

    def ground(self, at: str, holder: str) -> Spots:
        """Its pawn cells: nobody's, or held by one side with one, two or three pawns."""
        found = zip(reach(self.card.pawn_cells, "A", at), cycle((1, 2, 3)), strict=False)
        return {tile: Spot(holder, pawns) if holder else Spot() for tile, pawns in found}

    # what is done

    def played(self, story: str, spots: Spots, at: str) -> Situation:
        """The card is played there; both seats have more of it, so that it shows where it may go."""
        hands = {"A": (self.card.id, self.card.id), "B": (self.card.id,)}
        return Situation(story, spots, (f"A play {self.card.id} {at}",), hands)

    def acted(self, story: str, spots: Spots, seat: str, doer: Card, place: str) -> Situation:
        """Another card is played there."""
        room = {} if doer.replaces else {place: Spot(seat, doer.rank)}
        return Situation(story, spots | room, (f"{seat} play {doer.id} {place}",), {seat: (doer.id,)})

    def done_to(
        self, story: str, deed: Deed, sides: str, other: Card, bonus: int = 0, ats: Sequence[str] = ()
    ) -> Situation:
        """The card stands in company, and somebody does something to it. If need be, the company makes room."""
        ats = ats or self.stands
        for at in ats:
            spots = self.company(at, sides, other) | {at: self.standing(bonus)}
            if found := self._doer(deed, "A", at, spots):
                return self.acted(story, spots, deed.seat, *found)
        doer, place = self.doer(deed, ats[0])
        spots = self.company(ats[0], sides, other, free=[place]) | {ats[0]: self.standing(bonus)}
        return self.acted(story, spots, deed.seat, doer, place)

    def once_more(self, once: Situation, deed: Deed) -> Situation:
        """The same, and after a pass it is done again by another card, if there is room for one."""
        at = next(tile for tile, spot in once.spots.items() if spot.card == self.card.id)
        taken = once.acts[0].split()[-1]
        found = self._doer(deed, "A", at, {**once.spots, taken: self.standing()})
        if found is None:
            return once
        doer, place = found
        acts = (*once.acts, f"{RIVAL[deed.seat]} pass", f"{deed.seat} play {doer.id} {place}")
        hands = {deed.seat: (*once.hands[deed.seat], doer.id)}
        return Situation(f"{once.story}, and once more", {**once.spots, place: Spot(deed.seat, doer.rank)}, acts, hands)

    def doer(self, deed: Deed, at: str, *, target: str = "A") -> tuple[Card, str]:
        """A card that does this to a card of the target's seat there, and an empty tile from which it reaches it."""
        found = self._doer(deed, target, at, {})
        assert found, f"nobody in this set can do {deed}"
        return found

    def _doer(self, deed: Deed, target: str, at: str, spots: Mapping[str, Spot]) -> tuple[Card, str] | None:
        able = [card for card in self.cards.values() if _can(card, deed, target)]
        for card in sorted(able, key=lambda card: _strength(card.clauses[0]), reverse=deed.much):
            for place in TILES:
                empty = place != at and not (place in spots and spots[place].card)
                if empty and at in reach(card.effect_cells, deed.seat, place):
                    return card, place
        return None


def _can(card: Card, deed: Deed, target: str) -> bool:
    """Whether all that the card ever does is this."""
    if card.replaces or not card.effect_cells or len(card.clauses) != 1:
        return False
    [clause] = card.clauses
    side = Side.ALLY if deed.seat == target else Side.ENEMY
    does = (clause.trigger.event, clause.trigger.who, clause.effect) == (deed.event, Who.SELF, deed.effect)
    return does and clause.target.side in (side, Side.ANY)


def _strength(clause: Clause) -> int:
    return clause.value.n if clause.value else 0
