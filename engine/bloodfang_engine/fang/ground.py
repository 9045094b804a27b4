"""Pawns: who holds a tile, with how many, and what a new pawn does there."""

from __future__ import annotations

from bloodfang_engine.fang import journal
from bloodfang_engine.fang.plans import Plan
from bloodfang_engine.fang.state import Log, State, put
from bloodfang_engine.fang.tables import Table

Spot = tuple[int, int, int]
"""A tile's holder (-1: nobody) and the pawns of either side on it."""


def place_pawns(s: State, plan: Plan, ident: int, mask: int) -> None:
    """Pawns of one card on all tiles of the mask (R16, R17, R22)."""
    if s.table.plain_ground:
        s.held = pressed(s.table, s.held, plan, mask)
    else:
        _place_slowly(s, plan.seat, ident, mask, plan.pawn_count)


def place_late(s: State, plan: Plan, ident: int, mask: int, log: Log | None) -> None:
    """The same for pawns that waited for a card to go (R20)."""
    before = s.held
    place_pawns(s, plan, ident, mask)
    if log is not None:
        log.append((journal.PAWNS, plan, ident, before, s.held))


def pressed(table: Table, held: tuple[int, int], plan: Plan, mask: int) -> tuple[int, int]:
    """What either seat holds after the pawns of a card on all tiles of the mask, where nobody counts pawns singly."""
    if plan.seat == 0:
        mine, theirs = held
    else:
        theirs, mine = held
    captured = mask & theirs
    if captured:
        moved = theirs & (captured * table.stack)
        theirs ^= moved
        mine |= moved
        mask ^= captured
        if table.captures_more:
            mine |= (mine & (captured * table.lower)) << table.size
    # every other tile of the mask goes up by one: what was at least n is now at least n + 1
    mine |= mask | (mine & (mask * table.lower)) << table.size
    if plan.pawn_count > 1:
        for _ in range(plan.pawn_count - 1):
            mine |= (mine & (mask * table.lower)) << table.size
    return (mine, theirs) if plan.seat == 0 else (theirs, mine)


def pawns_at(s: State, tile: int) -> tuple[int, int]:
    """The holder of a tile (-1: nobody) and its visible pawns."""
    for seat in (0, 1):
        held = s.held[seat] >> tile
        if held & 1:
            count = 0
            while held & 1:
                count += 1
                held >>= s.table.size
            return seat, count
    return -1, 0


def spot_at(s: State, tile: int) -> Spot:
    """A tile with the pawns of both sides; only where tiles are contested can both have some."""
    holder, count = pawns_at(s, tile)
    if s.rare.counters:
        return holder, s.rare.counters[tile], s.rare.counters[s.table.size + tile]
    return holder, count if holder == 0 else 0, count if holder == 1 else 0


def set_spot(s: State, tile: int, spot: Spot) -> None:
    """Let a tile be like this."""
    size = s.table.size
    holder, first, second = spot
    wipe = ~(s.table.stack << tile)
    s.held = (s.held[0] & wipe, s.held[1] & wipe)
    if holder >= 0:
        stack = sum([1 << (rank * size + tile) for rank in range(second if holder else first)])
        s.held = put(s.held, holder, s.held[holder] | stack)
    if s.rare.counters:
        counters = list(s.rare.counters)
        counters[tile], counters[size + tile] = first, second
        s.rare = s.rare.but()
        s.rare.counters = tuple(counters)


def give_tile(s: State, tile: int, seat: int) -> None:
    """The tile changes hands, its count unchanged (R19, R81)."""
    holder, count = pawns_at(s, tile)
    if holder >= 0:
        set_spot(s, tile, (seat, count if seat == 0 else 0, count if seat == 1 else 0))


def clear_tile(s: State, tile: int) -> None:
    """The tile is nobody's, without pawns (R19)."""
    set_spot(s, tile, (-1, 0, 0))


def undo_pawns(s: State, ident: int) -> None:
    """The pawns of this card were never placed: each tile it touched is counted anew without them (R21)."""
    size = s.table.size
    struck = {entry[0] for entry in s.rare.entries if entry[1] == ident}
    if not struck:
        return
    s.rare = s.rare.but()
    s.rare.entries = tuple([entry for entry in s.rare.entries if entry[1] != ident])
    for tile in sorted(struck):
        spot = (s.rare.ground[2 * size + tile], s.rare.ground[tile], s.rare.ground[size + tile])
        for where, _, seat, count in s.rare.entries:
            if where == tile:
                spot = _pressed(s, spot, seat, count)
        set_spot(s, tile, spot)


def remember_ground(s: State) -> None:
    """Set up what the options need to know about the tiles as they are now: at the start of a match or position."""
    options = s.table.options
    tiles = range(s.table.size)
    s.rare.counters = s.rare.ground = ()
    s.rare.entries = ()
    spots = [spot_at(s, tile) for tile in tiles]
    first, second = tuple([spots[tile][1] for tile in tiles]), tuple([spots[tile][2] for tile in tiles])
    if options.capture == "contest":
        s.rare.counters = first + second
    if options.destroyed_tile == "remove_contributions":
        s.rare.ground = first + second + tuple([spots[tile][0] for tile in tiles])


def _place_slowly(s: State, seat: int, ident: int, mask: int, count: int) -> None:
    undone = s.table.options.destroyed_tile == "remove_contributions"
    for tile in s.table.tiles[mask]:
        set_spot(s, tile, _pressed(s, spot_at(s, tile), seat, count))
        if undone:
            s.rare = s.rare.but()
            s.rare.entries += ((tile, ident, seat, count),)


def _pressed(s: State, spot: Spot, seat: int, count: int) -> Spot:
    """The tile after `count` pawns of the seat in one go (R16, R17)."""
    options = s.table.options
    top = options.max_rank
    holder = spot[0]
    pawns = [spot[1], spot[2]]
    rival = 1 - seat
    if options.capture == "contest":
        for _ in range(count):
            pawns[seat] = min(top, pawns[seat] + 1)
            if holder == rival:
                pawns[rival] = max(0, pawns[rival] - 1)
            if holder != seat and pawns[seat] > pawns[rival]:
                holder = seat
    elif holder == rival:
        more = 1 if options.capture == "convert_plus" else 0
        pawns[seat], pawns[rival] = min(top, pawns[rival] + more), 0
        holder = seat
    else:
        pawns[seat] = min(top, pawns[seat] + count)
        holder = seat
    return holder, pawns[0], pawns[1]
