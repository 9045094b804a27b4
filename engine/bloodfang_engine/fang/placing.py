"""What a play does: replace, enter, pawns, settle, deferred pawns (docs/RULES.md, chapter 5, steps 2 to 6)."""

from __future__ import annotations

from bloodfang_engine.fang import journal
from bloodfang_engine.fang.board import card_at, enter, leave, remember_maker, swap, touch
from bloodfang_engine.fang.cascade import Cascade, News
from bloodfang_engine.fang.ground import place_late, place_pawns, pressed
from bloodfang_engine.fang.plans import FELL, PLAYED, Plan
from bloodfang_engine.fang.powers import power_at
from bloodfang_engine.fang.quiet import lies_quiet
from bloodfang_engine.fang.state import Log, State


def place(state: State, plan: Plan, code: int, log: Log | None) -> State:
    """The state with a card of the hand on an empty tile and the board quiet again. The play is legal.

    Hands, decks and the clock are left to the caller; this is the path that search takes most, so it does by hand
    what `copy` and `enter` do.
    """
    table = state.table
    tile, bit, slot, seat, base, more_roles, pawns, stirs, arrival = plan.kit
    ident = state.next_id
    first, second = state.taken
    roles = state.roles | more_roles
    reach = state.reach
    s = State()
    s.table = table
    s.plans = plans = state.plans.copy()
    plans[tile] = plan
    s.ids = ids = state.ids.copy()
    ids[tile] = ident
    s.plain = plain = state.plain.copy()
    plain[tile] = base + state.aura[slot]
    s.flags = state.flags
    s.aura = state.aura
    s.reach = reach
    s.taken = (first | bit, second) if seat == 0 else (first, second | bit)
    s.free = free = state.free ^ bit
    s.roles = roles
    s.rare = state.rare
    s.hands = state.hands
    s.copies = state.copies
    s.next_id = ident + 1
    if code != plan.code:
        remember_maker(s, ident, 0, code // table.count)
    moved = bit
    if plan.auras:
        s.reach |= plan.aura_mask
        moved |= touch(s, plan, 0, 1)
    mask = pawns & free if table.blocks else pawns
    if mask and table.plain_ground:
        s.held = pressed(table, state.held, plan, mask)
    else:
        s.held = state.held
        if mask:
            place_pawns(s, plan, ident, mask)
    if log is not None:
        log.append((journal.PLAYED, plan, ident, code // table.count, state.held, s.held, pawns ^ mask))
        stirs = plan.stirs_told
    if (stirs & ~free or reach & arrival or roles & table.alert) and not lies_quiet(
        s, plan, ident, 0, moved, None, 0, log
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
    quiet = table.keeps_tiles and not old.own[FELL] and not s.rare.told
    cascade = None if quiet else Cascade(s, log)
    if quiet and not old.fixed_auras and not plan.fixed_auras:
        swap(s, plan, eaten, made)
        moved = plan.bit
    else:
        moved = leave(s, tile) if cascade is None else cascade.remove(tile, None, True)
        moved |= enter(s, plan, eaten, made)
    before = s.held
    mask = plan.pawns & s.free if table.blocks else plan.pawns
    if mask:
        place_pawns(s, plan, ident, mask)
    if log is not None:
        log.append((journal.PLAYED, plan, ident, made, before, s.held, plan.pawns ^ mask))
    if cascade is None:
        if lies_quiet(s, plan, ident, eaten, moved, old, old_ident, log):
            return s
        cascade = Cascade(s, log)
    news: list[News] = [(FELL, tile, old_ident, old, ident), (PLAYED, tile, ident, plan, 0)]
    _settle(s, plan, ident, news, cascade, moved)
    return s


def _settle(s: State, plan: Plan, ident: int, news: list[News], cascade: Cascade, moved: int) -> None:
    """Waves, and then the pawns that waited for a card to go (R20)."""
    waiting = plan.pawns & ~s.free if s.table.defers else 0
    cascade.settle(news, moved, plan.bit)
    waiting &= s.free
    if waiting and not (s.rare.ground and ident not in s.ids):
        place_late(s, plan, ident, waiting, cascade.log)
