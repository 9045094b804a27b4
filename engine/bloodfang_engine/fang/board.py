"""The board itself: cards enter and leave, and their fixed auras with them."""

from __future__ import annotations

from bloodfang_engine.fang.plans import PROPPED, SOURCE, Plan
from bloodfang_engine.fang.powers import Pair, eaten_by
from bloodfang_engine.fang.state import State


def card_at(s: State, tile: int) -> Plan:
    """The card there; only asked where one stands."""
    plan = s.plans[tile]
    assert plan is not None
    return plan


def enter(s: State, plan: Plan, eaten: int, made: int) -> int:
    """The card stands on its tile; the mask of tiles whose card's power moved."""
    tile = plan.tile
    bit = plan.bit
    s.plans[tile] = plan
    s.ids[tile] = s.next_id
    s.plain[tile] = plan.base + plan.self_eats * eaten + s.aura[plan.slot]
    taken = s.taken
    s.taken = (taken[0] | bit, taken[1]) if plan.seat == 0 else (taken[0], taken[1] | bit)
    s.free ^= bit
    if eaten or made:
        remember_maker(s, s.next_id, eaten, made)
    s.next_id += 1
    if not plan.roles:
        return bit
    s.roles |= plan.roles
    if not plan.fixed_auras:
        return bit
    s.reach |= plan.aura_reach(eaten)
    return bit | touch(s, plan, eaten, 1)


def leave(s: State, tile: int) -> int:
    """The card is off the board, and its auras with it (R28); the mask of tiles whose card's power moved."""
    plan = s.plans[tile]
    assert plan is not None
    ident = s.ids[tile]
    eaten = 0
    s.plans[tile] = None
    s.ids[tile] = 0
    s.plain[tile] = 0
    s.taken = (s.taken[0] & ~plan.bit, s.taken[1] & ~plan.bit)
    s.free |= plan.bit
    if s.flags[tile]:
        s.flags = s.flags.copy()
        s.flags[tile] = 0
    if ident in s.rare.lore:
        eaten = s.rare.lore[ident][0]
        s.rare = s.rare.but()
        s.rare.lore = {each: s.rare.lore[each] for each in s.rare.lore if each != ident}
    s.roles &= ~(plan.roles | plan.bit << (PROPPED * s.table.size))
    if not plan.fixed_auras:
        return 0
    s.reach = 0
    for source in s.table.tiles[s.roles >> (SOURCE * s.table.size) & s.table.full]:
        s.reach |= card_at(s, source).aura_reach(eaten_by(s, s.ids[source]))
    return touch(s, plan, eaten, -1)


def swap(s: State, plan: Plan, eaten: int, made: int) -> None:
    """A card takes the place of another of its seat: what `leave` and `enter` do, where neither has fixed auras."""
    tile = plan.tile
    ident = s.next_id
    old = s.plans[tile]
    assert old is not None
    lore = {**s.rare.lore, ident: (eaten, made)}
    if s.ids[tile] in lore:
        del lore[s.ids[tile]]
    s.rare = s.rare.but()
    s.rare.lore = lore
    s.plans[tile] = plan
    s.ids[tile] = ident
    s.plain[tile] = plan.base + plan.self_eats * eaten + s.aura[plan.slot]
    s.roles = s.roles & ~(old.roles | old.bit << (PROPPED * s.table.size)) | plan.roles
    s.next_id = ident + 1
    if s.flags[tile]:
        s.flags = s.flags.copy()
        s.flags[tile] = 0


def prop(s: State, tiles: int) -> None:
    """Let the cards there, and no others, be those that live only by a conditional bonus."""
    above = PROPPED * s.table.size
    s.roles = s.roles & ((1 << above) - 1) | tiles << above


def remember_maker(s: State, ident: int, eaten: int, made: int) -> None:
    """Keep in mind what a card replaced and what made it (R51, R77)."""
    s.rare = s.rare.but()
    s.rare.lore = {**s.rare.lore, ident: (eaten, made)}


def touch(s: State, plan: Plan, eaten: int, sign: int) -> int:
    """Add or take away what this card's fixed auras give (R26, R29, R30)."""
    aura = s.aura = s.aura[:]
    plans = s.plans
    moved = 0
    for slot, tile, amount, _ in plan.touches(eaten):
        aura[slot] += sign * amount
        there = plans[tile]
        if there is not None and there.slot == slot:
            s.plain[tile] += sign * amount
            moved |= 1 << tile
    return moved


def oldest_first(s: State, mask: int) -> tuple[int, ...] | list[int]:
    """The tiles of the mask, the one with the oldest card first."""
    tiles = s.table.tiles[mask]
    if mask & (mask - 1):
        return sorted(tiles, key=s.ids.__getitem__)
    return tiles


def new_auras(s: State, arrived: int) -> list[Pair]:
    """Fixed auras whose source or target has just come."""
    size = s.table.size
    fresh = arrived | arrived << size
    fresh |= fresh << (2 * size)
    found: list[Pair] = []
    for tile in s.table.tiles[s.roles >> (SOURCE * size) & s.table.full]:
        source = card_at(s, tile)
        came = arrived >> tile & 1
        number = s.ids[tile]
        eaten = eaten_by(s, number)
        if not came and not source.aura_reach(eaten) & fresh:
            continue
        for slot, target, amount, index in source.touches(eaten):
            there = s.plans[target]
            if there is not None and there.slot == slot and (came or arrived >> target & 1):
                found.append((number, index, s.ids[target], target, amount))
    return found
