"""What a play does: replace, enter, pawns, settle, deferred pawns (docs/RULES.md, chapter 5, steps 2 to 6)."""

from __future__ import annotations

from bloodfang_engine.fang import journal
from bloodfang_engine.fang.board import card_at, enter, leave, new_auras, oldest_first
from bloodfang_engine.fang.cascade import Cascade, Log
from bloodfang_engine.fang.ground import place_pawns
from bloodfang_engine.fang.plans import (
    ADD,
    ANY,
    FELL,
    FLAG_LOWERED,
    FLAG_RAISED,
    LOWERED,
    PER_REPLACED,
    PLAYED,
    RAISED,
    Plan,
)
from bloodfang_engine.fang.powers import Pair, power_at
from bloodfang_engine.fang.state import State


def play(s: State, plan: Plan, code: int, log: Log | None) -> None:
    """A card from the hand onto an empty tile. The play is legal, the state its own."""
    table = s.table
    ident = s.next_id
    made = code // table.count
    if log is not None:
        log.append((journal.PLAYED, plan, ident, made))
    moved = enter(s, plan, 0, made)
    waiting = _first_pawns(s, plan, ident, log) if plan.pawns else 0
    if not _lies_quiet(s, plan, ident, 0, moved, log):
        Cascade(s, log).settle([(PLAYED, plan.tile, ident, plan, 0)], moved, plan.bit)
        if waiting:
            _retry_pawns(s, plan, ident, waiting, log)


def replace(s: State, plan: Plan, code: int, log: Log | None) -> None:
    """A card from the hand onto an own card, which is destroyed in full, in the same wave (R49-R52)."""
    table = s.table
    tile = plan.tile
    ident = s.next_id
    made = code // table.count
    old, old_ident = card_at(s, tile), s.ids[tile]
    eaten = power_at(s, tile)
    cascade: Cascade | None = None
    if log is not None:
        log.append((journal.FELL, 0, old, old_ident, "replaced", plan, ident))
    if table.keeps_tiles and not old.own[FELL] and not s.roles >> table.watching:
        moved = leave(s, tile)
    else:
        cascade = Cascade(s, log)
        moved = cascade.remove(tile, None, True)
    if log is not None:
        log.append((journal.PLAYED, plan, ident, made))
    moved |= enter(s, plan, eaten, made)
    waiting = _first_pawns(s, plan, ident, log) if plan.pawns else 0
    if cascade is not None or not _lies_quiet(s, plan, ident, eaten, moved, log):
        if cascade is None:
            cascade = Cascade(s, log)
        cascade.settle([(FELL, tile, old_ident, old, ident), (PLAYED, tile, ident, plan, 0)], moved, plan.bit)
        if waiting:
            _retry_pawns(s, plan, ident, waiting, log)


def _first_pawns(s: State, plan: Plan, ident: int, log: Log | None) -> int:
    """Pawns on every cell (R23); the mask of those that a card blocks (R18)."""
    open_tiles = plan.pawns
    waiting = 0
    if s.table.blocks:
        open_tiles &= ~(s.taken[0] | s.taken[1])
        waiting = plan.pawns ^ open_tiles
    if log is None:
        place_pawns(s, plan.seat, ident, open_tiles, plan.pawn_count)
        return waiting
    before = tuple(s.held)
    place_pawns(s, plan.seat, ident, open_tiles, plan.pawn_count)
    log.append((journal.PAWNS, plan, ident, before, tuple(s.held), False))
    if waiting:
        log.append((journal.BLOCKED, plan, ident, waiting))
    return waiting


def _retry_pawns(s: State, plan: Plan, ident: int, waiting: int, log: Log | None) -> None:
    """Blocked pawns land where the tile is empty by now (R20)."""
    open_tiles = waiting & ~(s.taken[0] | s.taken[1])
    if not open_tiles or not s.table.options.deferred_pawns or (s.rare.ground and ident not in s.ids):
        return
    before = tuple(s.held)
    place_pawns(s, plan.seat, ident, open_tiles, plan.pawn_count)
    if log is not None:
        log.append((journal.PAWNS, plan, ident, before, tuple(s.held), True))


def _lies_quiet(s: State, plan: Plan, ident: int, eaten: int, moved: int, log: Log | None) -> bool:
    """The usual play: nobody answers but the card itself, with a change of power that wakes nobody and fells nobody.

    Then one wave is all there is, and this does it: the same as `Cascade`, without its book-keeping. False, with
    nothing done, if anything more may happen.
    """
    table = s.table
    roles = s.roles
    if not plan.easy or s.propped or roles & table.restless:
        return False
    plain = s.plain
    plans = s.plans
    taken = s.taken
    deed = plan.strike
    targets = amount = 0
    if deed is not None:
        side = deed.side
        targets = deed.mask & (taken[0] | taken[1] if side == ANY else taken[plan.seat ^ side])
        amount = deed.n * eaten if deed.per == PER_REPLACED else deed.n
        if not amount:
            targets = 0
        elif targets:
            kind = RAISED if amount > 0 else LOWERED
            for tile in table.tiles[targets]:
                there = plans[tile]
                if there is None or there.own[kind] or plain[tile] + amount <= 0:
                    return False
    if moved != plan.bit or plain[plan.tile] <= 0:
        for tile in table.tiles[moved & (taken[0] | taken[1])]:
            if plain[tile] <= 0:
                return False
    pairs = new_auras(s, plan.bit) if plan.aura_mask or s.reach >> plan.slot & 1 else None
    if pairs:
        if roles & table.change_watchers:
            return False
        for _, _, _, tile, change in pairs:
            if card_at(s, tile).own[RAISED if change > 0 else LOWERED]:
                return False
    elif targets and roles & table.change_watchers:
        return False
    # nothing more will happen
    if log is not None:
        _tell_quiet_wave(s, plan, ident, targets, amount, pairs, log)
    flags = s.flags
    if targets:
        flag = FLAG_RAISED if amount > 0 else FLAG_LOWERED
        for tile in table.tiles[targets]:
            plain[tile] += amount
            if not flags[tile] & flag:
                flags = flags[:]
                flags[tile] |= flag
    if pairs and table.options.aura_counts_as_raise:
        flags = flags[:]
        for _, _, _, tile, change in pairs:
            flags[tile] |= FLAG_RAISED if change > 0 else FLAG_LOWERED
    s.flags = flags
    if plan.gifts:
        s.hands[plan.seat] += plan.gifts
        s.copies = True
    return True


def _tell_quiet_wave(
    s: State, plan: Plan, ident: int, targets: int, amount: int, pairs: list[Pair] | None, log: Log
) -> None:
    """Note what a quiet play does, in the order in which `Cascade` would."""
    for deed in plan.own[PLAYED]:
        log.append((journal.ANSWER, 1, plan, ident, deed.index, PLAYED, plan, ident))
        if deed.effect == ADD:
            log.append((journal.ADDED, 1, plan, ident, tuple([s.table.token(code, plan.code) for code in deed.codes])))
        elif targets:
            for tile in oldest_first(s, targets):
                log.append((journal.CHANGED, 1, s.plans[tile], s.ids[tile], amount, plan, ident))
    if pairs:
        pairs.sort()
        for number, _, target, tile, change in pairs:
            log.append((journal.AURA, 1, s.plans[s.ids.index(number)], number, s.plans[tile], target, change))
