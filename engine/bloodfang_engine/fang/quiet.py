"""The usual play, worked out at once: nobody answers but the card itself and those who grow by looking on.

What `Cascade` would do in a wave or two, without its book-keeping. Whenever anything more may happen, nothing is done
here, and the cascade does it all.
"""

from __future__ import annotations

from bloodfang_engine.fang import journal
from bloodfang_engine.fang.board import leave, new_auras, oldest_first
from bloodfang_engine.fang.ground import place_late
from bloodfang_engine.fang.plans import (
    ADD,
    ANY,
    DESTROY,
    FELL,
    FLAG_LOWERED,
    FLAG_RAISED,
    GAUGE,
    LOWERED,
    PER_REPLACED,
    PLAYED,
    RAISED,
    WATCHES,
    Deed,
    Plan,
)
from bloodfang_engine.fang.state import Log, State, put

Growth = list[tuple[Plan, Deed, int, Plan, int]]
"""Onlookers that raise themselves, by which ability, and what they saw: a kind of news, the card and its number."""


def lies_quiet(
    s: State, plan: Plan, ident: int, eaten: int, moved: int, old: Plan | None, old_ident: int, log: Log | None
) -> bool:
    """Let the card that was just placed do what it does, if that is all there is; else False, and nothing is done.

    `old` is the card it has replaced, if any, and `eaten` that card's power; `moved` are the tiles whose power moved.
    """
    table = s.table
    roles = s.roles
    if not plan.easy or roles & table.restless:
        return False
    plain = s.plain
    plans = s.plans
    flags = s.flags
    targets = victims = amount = 0
    deed = plan.strike
    if deed is not None:
        side = deed.side
        targets = deed.mask & (~s.free if side == ANY else s.taken[plan.seat ^ side])
        if targets:
            destroys = deed.effect == DESTROY
            amount = deed.n * eaten if deed.per == PER_REPLACED else deed.n
            kind = RAISED if amount > 0 else LOWERED
            for tile in table.tiles[targets]:
                there = plans[tile]
                if there is None or (there.hears >> kind & 1 and not destroys):
                    return False
                if destroys or plain[tile] + amount <= 0:
                    if not there.silent:
                        return False
                    victims |= there.bit
            if not destroys and not amount:
                targets = 0
            elif victims and not table.plain_deaths:
                return False
    if moved != plan.bit or plain[plan.tile] <= 0:
        for tile in table.tiles[moved & ~s.free]:
            if plain[tile] <= 0:
                return False
    # auras that newly apply: its own to who stands there, and others' to itself (R42)
    lifted = sunk = 0
    if plan.fixed_auras:
        for slot, tile, change, _ in plan.touches(eaten):
            there = plans[tile]
            if there is not None and there.slot == slot:
                if there.hears >> (RAISED if change > 0 else LOWERED) & 1:
                    return False
                if change > 0:
                    lifted |= there.bit
                else:
                    sunk |= there.bit
    if s.reach & plan.arrival:
        on_it = (s.reach & plan.arrival) >> plan.slot
        if on_it & 1:
            lifted |= plan.bit
            if plan.hears >> RAISED & 1:
                return False
        if on_it > 1:
            sunk |= plan.bit
            if plan.hears >> LOWERED & 1:
                return False
    if victims and (lifted or sunk):
        return False
    survivors = targets ^ victims
    growth: Growth | None = None
    mourning: Growth | None = None
    if roles & table.onlookers:
        growth = []
        mourning = []
        first = _onlookers(s, PLAYED) & ~plan.bit
        if old is not None:
            first |= _onlookers(s, FELL) & ~plan.bit
        if first & targets or not _growth(s, first, plan, ident, old, old_ident, growth):
            return False
        if victims and (not _mourning(s, victims, mourning) or (mourning and table.max_waves < 2)):
            return False
        if roles & table.gauges and _reaches(s, growth + mourning, survivors, amount, victims):
            return False
    # nothing more will happen
    if log is not None:
        _tell_answers(s, plan, ident, targets, amount, log)
    if survivors:
        flag = FLAG_RAISED if amount > 0 else FLAG_LOWERED
        for tile in table.tiles[survivors]:
            plain[tile] += amount
            if not flags[tile] & flag:
                flags = flags.copy()
                flags[tile] |= flag
    if (lifted or sunk) and table.auras_raise:
        flags = flags.copy()
        for tile in table.tiles[lifted]:
            flags[tile] |= FLAG_RAISED
        for tile in table.tiles[sunk]:
            flags[tile] |= FLAG_LOWERED
    s.flags = flags
    if plan.gifts:
        s.hands = put(s.hands, plan.seat, s.hands[plan.seat] + plan.gifts)
        s.copies |= 1 << plan.seat
    if growth:
        _grow(s, growth, 1, log)
    if log is not None and (lifted or sunk):
        _tell_auras(s, plan, log)
    if victims:
        _fall(s, plan, ident, victims, amount, log)
        if mourning:
            _grow(s, mourning, 2, log)
            if log is not None:
                log.append((journal.POWERS, 2, s.board()))
        if plan.pawns & victims and table.defers:
            place_late(s, plan, ident, plan.pawns & victims, log)
    return True


def _fall(s: State, plan: Plan, ident: int, victims: int, amount: int, log: Log | None) -> None:
    """All that fall, fall together, without a last word (R24, R34)."""
    if log is not None:
        for tile in s.table.tiles[victims]:
            s.plain[tile] += amount
        log.append((journal.POWERS, 1, s.board()))
        for tile in oldest_first(s, victims):
            cause = "power" if amount else "effect"
            log.append((journal.FELL, 1, s.plans[tile], s.ids[tile], cause, plan, ident))
    for tile in s.table.tiles[victims]:
        leave(s, tile)


# those who look on


def _onlookers(s: State, kind: int) -> int:
    """The tiles whose card answers such news about another card."""
    return s.roles >> (s.table.size * (WATCHES + kind)) & s.table.full


def _growth(s: State, onlookers: int, plan: Plan, ident: int, old: Plan | None, old_ident: int, found: Growth) -> bool:
    """How onlookers raise themselves at the play; False if one of them does more."""
    for tile in oldest_first(s, onlookers):
        if old is not None and not _grows(s, tile, FELL, old, old_ident, found):
            return False
        if not _grows(s, tile, PLAYED, plan, ident, found):
            return False
    return True


def _mourning(s: State, victims: int, found: Growth) -> bool:
    """How onlookers raise themselves at these deaths; False if one of them does more."""
    fallen = oldest_first(s, victims)
    for tile in oldest_first(s, _onlookers(s, FELL) & ~victims):
        for each in fallen:
            dead = s.plans[each]
            if dead is None or not _grows(s, tile, FELL, dead, s.ids[each], found):
                return False
    return True


def _grows(s: State, tile: int, kind: int, about: Plan, number: int, found: Growth) -> bool:
    """Note by how much, if at all, the onlooker there grows; False if it does anything else."""
    witness = s.plans[tile]
    if witness is None or not witness.grower >> kind & 1:
        return False
    for deed in witness.watch[kind]:
        if deed.who == ANY or deed.who == witness.seat ^ about.seat:
            found.append((witness, deed, kind, about, number))
    return True


def _grow(s: State, growth: Growth, wave: int, log: Log | None) -> None:
    flags = s.flags = s.flags.copy()
    for witness, deed, kind, about, number in growth:
        tile = witness.tile
        s.plain[tile] += deed.n
        flags[tile] |= FLAG_RAISED
        if log is not None:
            ident = s.ids[tile]
            log.append((journal.ANSWER, wave, witness, ident, deed.index, kind, about, number))
            log.append((journal.CHANGED, wave, witness, ident, deed.n, witness, ident))


def _reaches(s: State, growth: Growth, survivors: int, amount: int, victims: int) -> bool:
    """A card that waits for a power may have it now (R45)."""
    table = s.table
    for tile in table.tiles[s.roles >> (GAUGE * table.size) & table.full & ~victims]:
        gauge = s.plans[tile]
        if gauge is None or gauge.conditions:
            return True
        power = s.plain[tile] + (amount if survivors >> tile & 1 else 0)
        power += sum([deed.n for witness, deed, _, _, _ in growth if witness.tile == tile])
        for step, flag in gauge.gauges:
            if power >= step and not s.flags[tile] & flag:
                return True
    return False


# telling, in the order in which `Cascade` would


def _tell_answers(s: State, plan: Plan, ident: int, targets: int, amount: int, log: Log) -> None:
    for deed in plan.own[PLAYED]:
        log.append((journal.ANSWER, 1, plan, ident, deed.index, PLAYED, plan, ident))
        if deed.effect == ADD:
            log.append((journal.ADDED, 1, plan, ident, tuple([s.table.token(code, plan.code) for code in deed.codes])))
        elif targets:
            for tile in oldest_first(s, targets):
                if deed.effect == DESTROY:
                    log.append((journal.MARKED, 1, s.plans[tile], s.ids[tile], plan, ident))
                else:
                    log.append((journal.CHANGED, 1, s.plans[tile], s.ids[tile], amount, plan, ident))


def _tell_auras(s: State, plan: Plan, log: Log) -> None:
    for number, _, target, tile, change in sorted(new_auras(s, plan.bit)):
        log.append((journal.AURA, 1, s.plans[s.ids.index(number)], number, s.plans[tile], target, change))
