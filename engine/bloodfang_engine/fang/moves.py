"""What is legal, and what an act does: from the hand to the next turn."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from bloodfang_engine.chance import Chance
from bloodfang_engine.fang import journal
from bloodfang_engine.fang.acts import PASS, Action, Mulligan, Pass, Play
from bloodfang_engine.fang.cascade import Log
from bloodfang_engine.fang.placing import play, replace
from bloodfang_engine.fang.refusals import Refusal
from bloodfang_engine.fang.state import BY_FULL_BOARD, BY_PASSES, BY_TURNS, ENDED, PLAYING, State
from bloodfang_engine.zones import redraw


def legal_acts(s: State, seat: int) -> list[Action]:
    """Every act of the seat: plays by place in hand and then by tile, and last the pass (R11)."""
    if s.phase != PLAYING:
        if s.phase < ENDED and s.phase >> seat & 1:
            places = range(1, len(s.hands[seat]) + 1)
            return [Mulligan(chosen) for count in range(len(places) + 1) for chosen in combinations(places, count)]
        return []
    if s.mover != seat:
        return []
    size, full, stack, ranks, plays, pickers = s.table.legal_kit
    hand = s.hands[seat]
    if s.copies:
        # equal cards, or tokens whose code says who made them: each card once
        hand = tuple(dict.fromkeys([code % len(ranks) for code in hand]))
    own = s.taken[seat]
    held = s.held[seat] & ~((own | s.taken[1 - seat]) * stack)
    # by rank: the tiles that are open to a card; a replacement's (R49) are those of the own cards
    open_tiles = (own, held & full, held >> size & full, held >> (2 * size), 0)
    if s.table.odd_ranks:
        open_tiles = _open_tiles(s, own, held)
    acts: list[Action] = []
    for code in hand:
        acts += pickers[open_tiles[ranks[code]]](plays[code])
    acts.append(PASS)
    return acts


def _open_tiles(s: State, own: int, held: int) -> tuple[int, ...]:
    """The same where ranks go higher or less high than three, or nothing may be replaced."""
    table = s.table
    by_rank = [held >> (rank * table.size) & table.full for rank in range(table.ranks)]
    return (own if table.replacement else 0, *by_rank, 0)


def after_play(state: State, seat: int, act: Play, log: Log | None) -> State | None:
    """The state after a play and at the start of the next turn; None if the play is not legal (R12, R49)."""
    table = state.table
    plan = table.play_plans[seat].get(act) or table.plan_of(seat, act)
    if plan is None or state.mover != seat or state.phase:
        return None
    taken = state.taken
    if plan.need:
        if not state.held[seat] & plan.need or (taken[0] | taken[1]) & plan.bit:
            return None
    elif not taken[seat] & plan.bit or not table.replacement:
        return None
    hand = state.hands[seat]
    code = plan.code
    if state.copies:
        place = in_hand(state, seat, code)
        if place < 0:
            return None
        code = hand[place]
    elif code in hand:
        place = hand.index(code)
    else:
        return None
    s = state.copy()
    s.hands[seat] = hand[:place] + hand[place + 1 :]
    s.passes = 0
    if plan.need:
        play(s, plan, code, log)
    else:
        replace(s, plan, code, log)
    if log is not None:
        log.append((journal.QUIET,))
    if s.taken[0] | s.taken[1] == table.full and table.ends_full:
        _end(s, BY_FULL_BOARD, log)
    else:
        _next_turn(s, log)
    return s


def after_pass(state: State, log: Log | None) -> State:
    """The state after a legal pass: the next turn, or the end with the second one in a row (R09)."""
    s = state.heir()
    if log is not None:
        log.append((journal.PASSED, s.mover))
    s.passes += 1
    if s.passes == 2:
        _end(s, BY_PASSES, log)
    else:
        s.hands = s.hands[:]
        s.decks = s.decks[:]
        _next_turn(s, log)
    return s


def after_mulligan(state: State, seat: int, places: tuple[int, ...], log: Log | None) -> State:
    """Give back, shuffle, draw as many (R05); with the second one the first turn begins."""
    s = state.copy()
    hand = s.hands[seat]
    if places:
        hand, deck, chance = redraw(hand, s.decks[seat], [place - 1 for place in places], Chance(s.rare.luck[seat]))
        s.hands[seat] = hand
        s.decks[seat] = deck
        s.rare = s.rare.but()
        s.rare.luck = (chance.state, s.rare.luck[1]) if seat == 0 else (s.rare.luck[0], chance.state)
    s.phase &= ~(1 << seat)
    if log is not None:
        returned = tuple([state.hands[seat][place - 1] for place in places])
        log.append((journal.MULLIGAN, seat, returned, hand[len(hand) - len(places) :]))
        if s.phase == PLAYING:
            log.append((journal.TURN, s.mover, s.turn))
    return s


def in_hand(s: State, seat: int, code: int) -> int:
    """The place of a card in hand, whoever made it; -1 if it is not there."""
    count = s.table.count
    for place, held in enumerate(s.hands[seat]):
        if held % count == code:
            return place
    return -1


def why_not(s: State, seat: int, act: Any) -> Refusal | None:
    """Why the act is refused; None if it is legal."""
    if not isinstance(act, Play | Pass | Mulligan):
        return Refusal.NOT_AN_ACT
    if s.phase >= ENDED:
        return Refusal.MATCH_OVER
    if isinstance(act, Mulligan):
        if not s.phase >> seat & 1:
            return Refusal.MULLIGAN_DONE
        places = act.places
        good = all(1 <= place <= len(s.hands[seat]) for place in places) and places == tuple(sorted(set(places)))
        return None if good else Refusal.NO_SUCH_PLACE
    if s.phase != PLAYING:
        return Refusal.MULLIGAN_FIRST
    if s.mover != seat:
        return Refusal.NOT_YOUR_TURN
    return None if isinstance(act, Pass) else _why_not_play(s, seat, act)


def _why_not_play(s: State, seat: int, act: Play) -> Refusal | None:
    if act.card not in s.table.codes:
        return Refusal.UNKNOWN_CARD
    plan = s.table.plan_of(seat, act)
    if plan is None:
        return Refusal.NO_SUCH_TILE
    if in_hand(s, seat, plan.code) < 0:
        return Refusal.NOT_IN_HAND
    if plan.need == 0:
        if not s.table.replacement:
            return Refusal.NO_REPLACEMENT
        return None if s.taken[seat] & plan.bit else Refusal.NEEDS_OWN_CARD
    if (s.taken[0] | s.taken[1]) & plan.bit:
        return Refusal.OCCUPIED
    if s.held[1 - seat] & plan.bit:
        return Refusal.RIVALS_TILE
    if not s.held[seat] & plan.bit:
        return Refusal.NEUTRAL
    return None if s.held[seat] & plan.need else Refusal.RANK_TOO_LOW


def _next_turn(s: State, log: Log | None) -> None:
    """The other seat's turn and its draw (R06-R08), unless that was the last turn (R36b)."""
    table = s.table
    if s.turn == table.max_turns:
        _end(s, BY_TURNS, log)
        return
    s.turn += 1
    seat = s.mover = 1 - s.mover
    if log is not None:
        log.append((journal.TURN, seat, s.turn))
    deck = s.decks[seat]
    if deck and s.turn > table.undrawn_turns:
        s.hands[seat] += deck[:1]
        s.decks[seat] = deck[1:]
        if log is not None:
            log.append((journal.DREW, seat, deck[0]))


def _end(s: State, how: int, log: Log | None) -> None:
    s.phase = how
    if log is not None:
        log.append((journal.ENDED,))
