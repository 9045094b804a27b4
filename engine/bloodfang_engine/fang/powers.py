"""Power as it stands: what every card is worth now, and who is raised or lowered (R37, R46-R48, R76)."""

from __future__ import annotations

from bloodfang_engine.fang.plans import (
    ALLY,
    ENEMY,
    IS_LOWERED,
    IS_RAISED,
    PER_CARD,
    PER_REPLACED,
    SELF,
    SHIFTER,
    Deed,
    Plan,
)
from bloodfang_engine.fang.state import State

Standing = tuple[list[int], int, int]
"""Power by tile, the mask of the raised, the mask of the lowered."""

Pair = tuple[int, int, int, int, int]
"""An aura at work: source's number, clause, target's number, target's tile, amount."""


def current(s: State) -> list[int]:
    """The power of every card by tile; 0 where no card stands."""
    power = standing(s)[0] if s.roles & s.table.conditions else s.plain
    if s.table.simple_deaths:
        return power
    return [0 if s.plans[tile] is None else max(1, power[tile]) for tile in range(s.table.size)]


def power_at(s: State, tile: int) -> int:
    """The power of the card there."""
    plan = s.plans[tile]
    if plan is not None and s.table.simple_deaths and not plan.conditions and not s.roles & s.table.shifters:
        return s.plain[tile]
    return current(s)[tile]


def standing(s: State) -> Standing:
    """Power by tile (not below 1 only once the board is settled), and who is raised or lowered."""
    plain = s.plain
    plans = s.plans
    occupied = s.table.tiles[s.taken[0] | s.taken[1]]
    if s.roles & s.table.shifters:
        plain = _penalised(s, occupied)
    raised = lowered = 0
    for tile in occupied:
        plan = plans[tile]
        assert plan is not None
        change = plain[tile] - plan.power
        if change < 0:
            lowered |= 1 << tile
        elif change > 0:
            raised |= 1 << tile
    if not s.roles & s.table.conditions:
        return plain, raised, lowered
    # bonuses start from zero and grow until nothing moves: the least fixed point (R48)
    deeds = _conditions(s, True)
    while True:
        power = plain[:]
        for plan, deed in deeds:
            _spread(s, plan, deed, raised, lowered, power)
        higher = raised
        for tile in occupied:
            plan = plans[tile]
            assert plan is not None
            if power[tile] > plan.power and not lowered >> tile & 1:
                higher |= 1 << tile
        if higher == raised:
            return power, raised, lowered
        raised = higher


def side_mask(s: State, side: int, seat: int) -> int:
    """The tiles with cards of that side, seen from the seat."""
    if side == ALLY:
        return s.taken[seat]
    if side == ENEMY:
        return s.taken[1 - seat]
    return s.taken[0] | s.taken[1]


def in_state(state: int, raised: int, lowered: int) -> int:
    """The tiles whose cards are in one of the asked states."""
    return (raised if state & IS_RAISED else 0) | (lowered if state & IS_LOWERED else 0)


def worth(s: State, plan: Plan, deed: Deed, eaten: int, gone: bool, raised: int, lowered: int) -> int:
    """The value of a deed now, its sign included (R47, R51, R74); `gone`: its card has left the board."""
    if deed.per == PER_CARD:
        area = deed.count_mask | plan.bit if gone and deed.count_around else deed.count_mask
        counted = area & side_mask(s, deed.count_side, plan.seat)
        if deed.count_state:
            counted &= in_state(deed.count_state, raised, lowered)
        return deed.n * counted.bit_count()
    if deed.per == PER_REPLACED:
        return deed.n * eaten
    return deed.n


def reached_by(s: State, plan: Plan, deed: Deed, gone: bool, raised: int, lowered: int) -> int:
    """The tiles whose cards a power change or destruction finds now (R29, R65, R66, R73).

    `gone`: its card has left the board, so whoever stands in its place now is another card.
    """
    mask = deed.mask | plan.bit if gone and deed.around else deed.mask
    mask &= side_mask(s, deed.side, plan.seat)
    if deed.state:
        mask &= in_state(deed.state, raised, lowered)
    return mask


def eaten_by(s: State, ident: int) -> int:
    """The power of the card this one replaced; 0 if it replaced none (R51)."""
    return s.rare.lore[ident][0] if ident in s.rare.lore else 0


def pairs(s: State) -> list[Pair]:
    """The conditional auras at work on other cards, in order."""
    _, raised, lowered = standing(s)
    found: list[Pair] = []
    for tile in s.table.tiles[(s.roles >> (SHIFTER * s.table.size)) & s.table.full]:
        plan = s.plans[tile]
        assert plan is not None
        for deed in plan.conditions:
            if deed.on_self:
                continue
            amount = _amount(s, plan, deed, raised, lowered)
            if amount:
                for target in s.table.tiles[reached_by(s, plan, deed, False, raised, lowered)]:
                    found.append((s.ids[tile], deed.index, s.ids[target], target, amount))
    found.sort()
    return found


def touching(s: State, tile: int) -> list[tuple[int, int, int]]:
    """The continuous abilities at work on the card there, its own too: card number, clause, amount; oldest first."""
    plan = s.plans[tile]
    assert plan is not None
    _, raised, lowered = standing(s)
    found = []
    for source in s.plans:
        if source is None:
            continue
        number = s.ids[source.tile]
        for slot, _, amount, index in source.touches(eaten_by(s, number)):
            if slot == plan.slot:
                found.append((number, index, amount))
        for deed in source.conditions:
            if reached_by(s, source, deed, False, raised, lowered) & plan.bit:
                found.append((number, deed.index, _amount(s, source, deed, raised, lowered)))
    for index, amount, per_eaten in plan.own_fixed:
        found.append((s.ids[tile], index, amount + per_eaten * eaten_by(s, s.ids[tile])))
    found.sort()
    return found


def _penalised(s: State, occupied: tuple[int, ...]) -> list[int]:
    """Plain power less conditional penalties, which look at nothing but who is lowered."""
    deeds = _conditions(s, False)
    plans = s.plans
    power = s.plain
    lowered = 0
    for tile in occupied:
        plan = plans[tile]
        if plan is not None and power[tile] < plan.power:
            lowered |= 1 << tile
    while True:
        power = s.plain[:]
        for plan, deed in deeds:
            _spread(s, plan, deed, 0, lowered, power)
        lower = lowered
        for tile in occupied:
            plan = plans[tile]
            if plan is not None and power[tile] < plan.power:
                lower |= 1 << tile
        if lower == lowered:
            return power
        lowered = lower


def _conditions(s: State, bonus: bool) -> list[tuple[Plan, Deed]]:
    """The conditional bonuses, or penalties, on the board."""
    found: list[tuple[Plan, Deed]] = []
    for plan in s.plans:
        if plan is not None and plan.conditions:
            for deed in plan.conditions:
                if (deed.n > 0) == bonus:
                    found.append((plan, deed))
    return found


def _amount(s: State, plan: Plan, deed: Deed, raised: int, lowered: int) -> int:
    if deed.who != SELF and not side_mask(s, deed.who, plan.seat) & ~plan.bit:
        return 0
    return worth(s, plan, deed, eaten_by(s, s.ids[plan.tile]), False, raised, lowered)


def _spread(s: State, plan: Plan, deed: Deed, raised: int, lowered: int, power: list[int]) -> None:
    amount = _amount(s, plan, deed, raised, lowered)
    if amount:
        if deed.on_self:
            power[plan.tile] += amount
        else:
            for tile in s.table.tiles[reached_by(s, plan, deed, False, raised, lowered)]:
                power[tile] += amount
