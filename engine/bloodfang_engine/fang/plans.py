"""Cards laid out for a seat and a tile: masks and amounts instead of offsets and words."""

from __future__ import annotations

from typing import Final

from bloodfang_engine.fang.cards import Area, Card, Clause, Condition, Effect, Happening, Per, Side, Who
from bloodfang_engine.grid import Grid

# what news can be about, as indices into Plan.own and Plan.watch
PLAYED: Final = 0
FELL: Final = 1
RAISED: Final = 2
LOWERED: Final = 3
REACHED: Final = 4
SPAWNED: Final = 5

# sides, seen from the card's owner
ALLY: Final = 0
ENEMY: Final = 1
ANY: Final = 2
SELF: Final = 3

# states a target or a count may ask for, as bits
IS_RAISED: Final = 1
IS_LOWERED: Final = 2

# what a value is multiplied by
PER_ONE: Final = 0
PER_CARD: Final = 1
PER_REPLACED: Final = 2

# what a deed does
POWER: Final = 0
DESTROY: Final = 1
ADD: Final = 2
SPAWN: Final = 3
SCORE: Final = 4
TAKE: Final = 5

# first-time flags of a card on the board; from FLAG_REACHED on, one for each threshold of the set
FLAG_RAISED: Final = 1
FLAG_LOWERED: Final = 2
FLAG_REACHED: Final = 2

# roles a card can have on the board: State.roles holds one mask of tiles for each
SOURCE: Final = 0
COUNTER: Final = 1
SHIFTER: Final = 2
GAUGE: Final = 3
WATCHES: Final = 4
ROLES: Final = 10
EVERYWHERE: Final = -1
PROPPED: Final = 10  # this one is not printed on the card: it lives only by a conditional bonus

_NEWS: Final = {
    Happening.PLAYED: PLAYED,
    Happening.DESTROYED: FELL,
    Happening.RAISED: RAISED,
    Happening.FIRST_RAISED: RAISED,
    Happening.LOWERED: LOWERED,
    Happening.FIRST_LOWERED: LOWERED,
    Happening.FIRST_POWER_AT_LEAST: REACHED,
    Happening.SPAWNED: SPAWNED,
}
_EFFECTS: Final = {
    Effect.RAISE_POWER: POWER,
    Effect.LOWER_POWER: POWER,
    Effect.DESTROY: DESTROY,
    Effect.ADD_TO_HAND: ADD,
    Effect.SPAWN: SPAWN,
    Effect.SCORE_BONUS: SCORE,
    Effect.TAKE_LOSER_SCORE: TAKE,
}
_SIDES: Final = {Side.ALLY: ALLY, Side.ENEMY: ENEMY, Side.ANY: ANY}
_WHO: Final = {Who.SELF: SELF, Who.ALLY: ALLY, Who.ENEMY: ENEMY, Who.ANY: ANY}
_STATES: Final = {
    None: 0,
    Condition.RAISED: IS_RAISED,
    Condition.LOWERED: IS_LOWERED,
    Condition.CHANGED: IS_RAISED | IS_LOWERED,
}
_PER: Final = {Per.ONE: PER_ONE, Per.CARD: PER_CARD, Per.REPLACED_POWER: PER_REPLACED}


Touch = tuple[int, int, int, int]
"""What an aura does (R26, R29): the slot (a side's card on a tile), the tile, the amount, the clause's index."""


class Deed:
    """One clause of a card, laid out for the tile it stands on."""

    __slots__ = (
        "around",
        "at_least",
        "codes",
        "count_around",
        "count_mask",
        "count_side",
        "count_state",
        "effect",
        "first",
        "grows",
        "index",
        "mask",
        "n",
        "on_self",
        "per",
        "side",
        "simple",
        "state",
        "who",
        "wide",
    )

    def __init__(
        self, index: int, clause: Clause, card: Card, grid: Grid, seat: int, tile: int, codes: dict[str, int]
    ) -> None:
        bit = 1 << tile
        everywhere = (1 << grid.size) - 1
        row = grid.place(tile)[0]
        cells = grid.around(tile, card.effect_cells, seat == 1)
        masks = {
            Area.CELLS: cells,
            Area.SELF: bit,
            Area.OWN_LANE: grid.lane(row) & ~bit,
            Area.BOARD: everywhere & ~bit,
            Area.HELD_EMPTY: everywhere,
        }
        value, count = clause.value, clause.value.count if clause.value else None
        self.index: int = index
        self.effect: int = _EFFECTS.get(clause.effect, POWER)
        self.who: int = _WHO[clause.trigger.who]
        self.at_least: int = clause.trigger.at_least
        self.first: bool = clause.trigger.event in (Happening.FIRST_RAISED, Happening.FIRST_LOWERED)
        self.mask: int = masks.get(clause.target.area, 0)
        if clause.effect is Effect.SPAWN and clause.target.area is Area.OWN_LANE:
            self.mask |= bit  # only empty tiles are asked for; its own is one once it has fallen
        self.around: bool = clause.target.area in (Area.OWN_LANE, Area.BOARD)
        self.on_self: bool = clause.target.area is Area.SELF
        self.wide: bool = clause.target.area is Area.ALL_LANES
        self.side: int = _SIDES[clause.target.side]
        self.state: int = _STATES[clause.target.state]
        sign = -1 if clause.effect is Effect.LOWER_POWER else 1
        self.n: int = sign * value.n if value else 0
        self.per: int = _PER[value.per] if value else PER_ONE
        self.count_mask: int = masks[count.area] if count else 0
        self.count_around: bool = count is not None and count.area is not Area.CELLS
        self.count_side: int = _SIDES[count.side] if count else ANY
        self.count_state: int = _STATES[count.state] if count else 0
        # it raises itself by a plain amount
        self.grows: bool = self.on_self and self.effect == POWER and self.per == PER_ONE and self.n > 0
        # a plain amount to whoever stands on its cells
        self.simple: bool = self.per == PER_ONE and not self.state and not self.on_self and not self.around
        self.codes: tuple[int, ...] = tuple([codes[made] for made in clause.cards])


class Plan:
    """One card of one seat on one tile: all the rules need to know about it, worked out once."""

    __slots__ = (
        "arrival",
        "aura_mask",
        "auras",
        "base",
        "bit",
        "card",
        "code",
        "conditions",
        "easy",
        "endings",
        "fixed_auras",
        "gauges",
        "gifts",
        "grower",
        "hears",
        "kit",
        "need",
        "own",
        "own_fixed",
        "pawn_count",
        "pawns",
        "power",
        "rank",
        "roles",
        "scaled",
        "scaled_mask",
        "seat",
        "self_change",
        "self_eats",
        "silent",
        "slot",
        "stirs",
        "stirs_told",
        "strike",
        "tile",
        "watch",
    )

    def __init__(
        self,
        code: int,
        card: Card,
        seat: int,
        tile: int,
        grid: Grid,
        codes: dict[str, int],
        thresholds: tuple[int, ...],
    ) -> None:
        size = grid.size
        bit = 1 << tile
        self.code: int = code
        self.card: Card = card
        self.seat: int = seat
        self.tile: int = tile
        self.bit: int = bit
        self.slot: int = seat * size + tile
        self.power: int = card.power
        self.rank: int = card.rank
        self.need: int = bit << (size * (card.rank - 1)) if card.rank else 0
        self.pawns: int = grid.around(tile, card.pawn_cells, seat == 1)
        self.pawn_count: int = 1
        self.self_change: int = 0
        self.self_eats: int = 0
        own: list[list[Deed]] = [[] for _ in range(6)]
        watch: list[list[Deed]] = [[] for _ in range(6)]
        auras: list[Touch] = []
        scaled: list[Touch] = []
        own_fixed: list[tuple[int, int, int]] = []
        conditions: list[Deed] = []
        endings: list[tuple[bool, Deed]] = []
        roles = 0
        for index, clause in enumerate(card.clauses):
            deed = Deed(index, clause, card, grid, seat, tile, codes)
            event = clause.trigger.event
            if clause.effect is Effect.RAISE_RANK:
                self.pawn_count = max(self.pawn_count, deed.n)
            elif event is Happening.IN_PLAY:
                if not clause.is_fixed:
                    conditions.append(deed)
                    roles |= 1 << (COUNTER if deed.on_self and deed.n > 0 else SHIFTER)
                    continue
                eats = deed.per == PER_REPLACED
                if not deed.on_self:
                    (scaled if eats else auras).extend(_touches(deed, seat, size))
                elif eats:
                    self.self_eats += deed.n
                    own_fixed.append((index, 0, deed.n))
                else:
                    self.self_change += deed.n
                    own_fixed.append((index, deed.n, 0))
            elif event in (Happening.LANE_WON, Happening.MATCH_END):
                endings.append((event is Happening.LANE_WON, deed))
            else:
                kind = _NEWS[event]
                (own if deed.who == SELF else watch)[kind].append(deed)
                if deed.who != SELF:
                    roles |= 1 << (WATCHES + kind)
        self.own: tuple[tuple[Deed, ...], ...] = tuple([tuple(deeds) for deeds in own])
        self.watch: tuple[tuple[Deed, ...], ...] = tuple([tuple(deeds) for deeds in watch])
        self.auras: tuple[Touch, ...] = tuple(auras)
        self.scaled: tuple[Touch, ...] = tuple(scaled)
        self.fixed_auras: bool = bool(auras or scaled)
        # the slots they touch: those they raise, and above them those they lower
        self.aura_mask: int = _touched(auras, size)
        self.scaled_mask: int = _touched(scaled, size)
        self.arrival: int = 1 << self.slot | 1 << (2 * size + self.slot)
        # its fixed abilities on itself: clause, amount, amount for each power of the replaced card
        self.own_fixed: tuple[tuple[int, int, int], ...] = tuple(own_fixed)
        self.conditions: tuple[Deed, ...] = tuple(conditions)
        self.endings: tuple[tuple[bool, Deed], ...] = tuple(endings)
        steps = sorted({deed.at_least for deed in own[REACHED]})
        self.gauges: tuple[tuple[int, int], ...] = tuple(
            [(step, 1 << (FLAG_REACHED + thresholds.index(step))) for step in steps]
        )
        if auras or scaled:
            roles |= 1 << SOURCE
        if steps:
            roles |= 1 << GAUGE
        self.roles: int = _union([bit << (role * size) for role in range(ROLES) if roles >> role & 1])
        # what it does when played, if that is no more than one change of power and cards into the hand
        strikes = [deed for deed in own[PLAYED] if deed.effect != ADD]
        self.strike: Deed | None = strikes[0] if strikes else None
        self.easy: bool = len(strikes) < 2 and all(
            [
                (deed.effect == POWER or deed.effect == DESTROY) and deed.per != PER_CARD and not deed.state
                for deed in strikes
            ]
        )
        # the kinds of news about itself that it answers, as bits
        self.hears: int = _union([1 << kind for kind in range(6) if own[kind]])
        # the kinds of news about others at which it raises itself, and that is all
        self.grower: int = _union(
            [1 << kind for kind in range(6) if all([deed.grows for deed in watch[kind]])] if not own[RAISED] else []
        )
        # nothing happens when it falls
        self.silent: bool = not own[FELL] and not auras and not scaled and not conditions
        self.base: int = card.power + self.self_change
        # tiles where a card would be touched as it is played, or a bit of every tile if there is always more to it
        self.stirs: int = EVERYWHERE
        if self.easy and self.base > 0 and card.rank > 0 and all([deed.effect != ADD for deed in own[PLAYED]]):
            self.stirs = _union([1 << tile for _, tile, _, _ in auras]) | (strikes[0].mask if strikes else 0)
        # the same where every answer is told, also one that finds nobody
        self.stirs_told: int = EVERYWHERE if own[PLAYED] else self.stirs
        self.gifts: tuple[int, ...] = tuple(
            [made + len(codes) * (code + 1) for deed in own[PLAYED] if deed.effect == ADD for made in deed.codes]
        )

        self.lay_out()

    def lay_out(self) -> None:
        """Put what a play looks at first into one place."""
        self.kit: tuple[int, int, int, int, int, int, int, int, int] = (
            self.tile, self.bit, self.slot, self.seat, self.base, self.roles, self.pawns, self.stirs, self.arrival
        )  # fmt: skip

    def aura_reach(self, eaten: int) -> int:
        """The slots that its fixed auras touch."""
        return self.aura_mask | self.scaled_mask if eaten else self.aura_mask

    def touches(self, eaten: int) -> tuple[Touch, ...]:
        """Its fixed auras, those by the replaced card's power worked out."""
        if not self.scaled or not eaten:
            return self.auras
        return self.auras + tuple([(slot, tile, n * eaten, index) for slot, tile, n, index in self.scaled])


def _touches(deed: Deed, seat: int, size: int) -> list[Touch]:
    sides = (seat,) if deed.side == ALLY else (1 - seat,) if deed.side == ENEMY else (0, 1)
    return [
        (side * size + tile, tile, deed.n, deed.index)
        for side in sides
        for tile in range(size)
        if deed.mask >> tile & 1
    ]


def _touched(touches: list[Touch], size: int) -> int:
    return _union([1 << slot if amount > 0 else 1 << (2 * size + slot) for slot, _, amount, _ in touches])


def _union(masks: list[int]) -> int:
    together = 0
    for mask in masks:
        together |= mask
    return together
