"""What a play does: replace, enter, pawns, settle, deferred pawns (docs/RULES.md, chapter 5, steps 2 to 6)."""

from __future__ import annotations

from bloodfang_engine.fang import journal
from bloodfang_engine.fang.board import card_at, enter, leave, new_auras, oldest_first, remember_maker, touch
from bloodfang_engine.fang.cascade import Cascade, News
from bloodfang_engine.fang.ground import place_pawns
from bloodfang_engine.fang.plans import (
    ADD,
    ANY,
    DESTROY,
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
from bloodfang_engine.fang.state import Log, State, put


def place(state: State, plan: Plan, code: int, log: Log | None) -> State:
    """The state with a card of the hand on an empty tile and the board quiet again. The play is legal.

    Hands, decks and the clock are left to the caller; this is the path that search takes most, so it does by hand
    what `copy` and `enter` do.
    """
    table = state.table
    tile = plan.tile
    bit = plan.bit
    ident = state.next_id
    taken = state.taken
    roles = state.roles | plan.roles
    reach = state.reach
    s = State()
    s.table = table
    s.plans = state.plans[:]
    s.plans[tile] = plan
    s.ids = state.ids[:]
    s.ids[tile] = ident
    s.plain = state.plain[:]
    s.plain[tile] = plan.base + state.aura[plan.slot]
    s.flags = state.flags
    s.aura = state.aura
    s.reach = reach
    s.held = state.held
    s.taken = taken = (taken[0] | bit, taken[1]) if plan.seat == 0 else (taken[0], taken[1] | bit)
    s.roles = roles
    s.propped = state.propped
    s.rare = state.rare
    s.hands = state.hands
    s.copies = state.copies
    s.next_id = ident + 1
    if log is not None:
        log.append((journal.PLAYED, plan, ident, code // table.count))
    if code != plan.code:
        remember_maker(s, ident, 0, code // table.count)
    moved = bit
    if plan.aura_mask:
        s.reach |= plan.aura_mask
        moved |= touch(s, plan, 0, 1)
    mask = plan.pawns
    if mask:
        if table.blocks:
            mask &= ~(taken[0] | taken[1])
        place_pawns(s, plan, ident, mask, log, False)
        if log is not None and mask != plan.pawns:
            log.append((journal.BLOCKED, plan, ident, plan.pawns ^ mask))
    if (
        roles & table.restless
        or s.propped
        or ((not plan.calm or reach >> plan.slot & 1) and not _lies_quiet(s, plan, ident, 0, moved, log))
    ):
        _settle(s, plan, ident, [(PLAYED, tile, ident, plan, 0)], Cascade(s, log), moved)
    return s


def replace(state: State, plan: Plan, code: int, log: Log | None) -> State:
    """The same with a card onto an own card, which is destroyed in full, in the same wave (R49-R52)."""
    s = state.board()
    s.hands = state.hands
    table = s.table
    tile = plan.tile
    ident = s.next_id
    made = code // table.count
    old, old_ident = card_at(s, tile), s.ids[tile]
    eaten = power_at(s, tile)
    if log is not None:
        log.append((journal.FELL, 0, old, old_ident, "replaced", plan, ident))
    # conditional auras that end with the old card must be forgotten, and that is the cascade's business
    quiet = table.keeps_tiles and not old.own[FELL] and not s.roles & table.watchers[FELL] and not s.rare.told
    cascade = None if quiet else Cascade(s, log)
    moved = leave(s, tile) if cascade is None else cascade.remove(tile, None, True)
    if log is not None:
        log.append((journal.PLAYED, plan, ident, made))
    moved |= enter(s, plan, eaten, made)
    if plan.pawns:
        mask = plan.pawns & ~(s.taken[0] | s.taken[1]) if table.blocks else plan.pawns
        place_pawns(s, plan, ident, mask, log, False)
        if log is not None and mask != plan.pawns:
            log.append((journal.BLOCKED, plan, ident, plan.pawns ^ mask))
    if cascade is None:
        if not s.roles & table.restless and not s.propped and _lies_quiet(s, plan, ident, eaten, moved, log):
            return s
        cascade = Cascade(s, log)
    news: list[News] = [(FELL, tile, old_ident, old, ident), (PLAYED, tile, ident, plan, 0)]
    _settle(s, plan, ident, news, cascade, moved)
    return s


def _settle(s: State, plan: Plan, ident: int, news: list[News], cascade: Cascade, moved: int) -> None:
    """Waves, and then the pawns that waited for a card to go (R20)."""
    waiting = plan.pawns & (s.taken[0] | s.taken[1]) if s.table.defers else 0
    cascade.settle(news, moved, plan.bit)
    waiting &= ~(s.taken[0] | s.taken[1])
    if waiting and not (s.rare.ground and ident not in s.ids):
        place_pawns(s, plan, ident, waiting, cascade.log, True)


def _lies_quiet(s: State, plan: Plan, ident: int, eaten: int, moved: int, log: Log | None) -> bool:
    """The usual play: nobody answers but the card itself, with one strike that wakes nobody.

    Then one wave is all there is, and this does it: the same as `Cascade`, without its book-keeping. False, with
    nothing done, if anything more may happen.
    """
    table = s.table
    if not plan.easy:
        return False
    roles = s.roles
    plain = s.plain
    plans = s.plans
    taken = s.taken
    targets = victims = amount = 0
    deed = plan.strike
    if deed is not None:
        side = deed.side
        targets = deed.mask & (taken[0] | taken[1] if side == ANY else taken[plan.seat ^ side])
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
                    victims |= 1 << tile
            if not destroys:
                if not amount:
                    targets = 0
                elif roles & table.change_watchers:
                    return False
            if victims and (roles & table.watchers[FELL] or not table.plain_deaths):
                return False
    if moved != plan.bit or plain[plan.tile] <= 0:
        for tile in table.tiles[moved & (taken[0] | taken[1])]:
            if plain[tile] <= 0:
                return False
    pairs = new_auras(s, plan.bit) if plan.aura_mask or s.reach >> plan.slot & 1 else None
    if pairs:
        if victims or roles & table.change_watchers:
            return False
        for _, _, _, tile, change in pairs:
            there = plans[tile]
            if there is None or there.hears >> (RAISED if change > 0 else LOWERED) & 1:
                return False
    # nothing more will happen
    if log is not None:
        _tell_quiet_wave(s, plan, ident, targets, amount, pairs, log)
    flags = s.flags
    survivors = targets ^ victims
    if survivors:
        flag = FLAG_RAISED if amount > 0 else FLAG_LOWERED
        for tile in table.tiles[survivors]:
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
        s.hands = put(s.hands, plan.seat, s.hands[plan.seat] + plan.gifts)
        s.copies = True
    if victims:
        _fell_quietly(s, plan, ident, victims, amount, log)
    return True


def _fell_quietly(s: State, plan: Plan, ident: int, victims: int, amount: int, log: Log | None) -> None:
    """Cards that fall without a last word, and the pawns that waited for them to go (R20)."""
    if log is not None:
        for tile in s.table.tiles[victims]:
            s.plain[tile] += amount
        log.append((journal.POWERS, 1, s.board()))
    for tile in oldest_first(s, victims):
        if log is not None:
            cause = "power" if amount else "effect"
            log.append((journal.FELL, 1, s.plans[tile], s.ids[tile], cause, plan, ident))
        leave(s, tile)
    if plan.pawns & victims and s.table.defers:
        place_pawns(s, plan, ident, plan.pawns & victims, log, True)


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
                if deed.effect == DESTROY:
                    log.append((journal.MARKED, 1, s.plans[tile], s.ids[tile], plan, ident))
                else:
                    log.append((journal.CHANGED, 1, s.plans[tile], s.ids[tile], amount, plan, ident))
    if pairs:
        pairs.sort()
        for number, _, target, tile, change in pairs:
            log.append((journal.AURA, 1, s.plans[s.ids.index(number)], number, s.plans[tile], target, change))
