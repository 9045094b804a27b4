"""What is legal, and what an act does: from the hand to the next turn."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Seat
from bloodfang_engine.errors import IllegalAction, shown
from bloodfang_engine.fang import journal
from bloodfang_engine.fang.acts import PASS, Action, Mulligan, Pass, Play, is_act, write
from bloodfang_engine.fang.placing import place, replace
from bloodfang_engine.fang.refusals import Refusal
from bloodfang_engine.fang.state import (
    BY_FULL_BOARD,
    BY_PASSES,
    BY_TURNS,
    ENDED,
    NOTHING,
    PLAYING,
    Cards,
    Log,
    State,
    put,
)
from bloodfang_engine.fang.tables import Picker
from bloodfang_engine.zones import redraw

_ENDED = (journal.ENDED,)


def legal_acts(s: State, seat: int) -> list[Action]:
    """Every act of the seat: plays by place in hand and then by tile, and last the pass (R11)."""
    mover = s.mover
    if mover != seat or s.phase:
        return _other_acts(s, seat)
    size, twice, ranks, plays, pickers = s.table.legal_kit
    held = s.held[mover]
    free = s.free
    # by rank: what picks the tiles that are open to a card; a replacement's (R49) are those of the own cards
    picks: tuple[Picker | None, ...]
    try:
        picks = (
            pickers[s.taken[mover]],
            pickers[held & free],
            pickers[held >> size & free],
            pickers[held >> twice & free],
            None,
        )
    except KeyError:
        picks = _picks(s, mover)
    acts: list[Action] = []
    for code in distinct(s, mover) if s.copies and s.copies >> mover & 1 else s.hands[mover]:
        pick = picks[ranks[code]]
        if pick is not None:
            acts += pick(plays[code])
    acts.append(PASS)
    return acts


def _other_acts(s: State, seat: int) -> list[Action]:
    """Mulligans while they last; else nothing, because it is not this seat's turn or the match is over."""
    if s.phase < ENDED and s.phase >> seat & 1:
        places = range(1, len(s.hands[seat]) + 1)
        return [Mulligan(chosen) for count in range(len(places) + 1) for chosen in combinations(places, count)]
    return []


def _picks(s: State, seat: int) -> tuple[Picker | None, ...]:
    """The same for tiles not met before, and wherever ranks go not just to three or nothing may be replaced."""
    table = s.table
    by_rank = [table.picker(s.held[seat] >> (rank * table.size) & s.free) for rank in range(table.ranks)]
    return (table.picker(s.taken[seat]) if table.replacement else None, *by_rank, None)


def after(state: State, seat: int, act: Any, log: Log | None = None) -> State:
    """The state after an act, at the start of the next turn; IllegalAction, and nothing changed, if it is not legal."""
    mover = state.mover
    if mover != seat or state.phase:
        return _after_other(state, seat, act, log)
    table = state.table
    phase = PLAYING
    if type(act) is Play:
        try:
            plan = table.play_plans[mover][act]
        except (KeyError, TypeError):  # a play not met before, or filled with things that are no text
            if not is_act(act) or table.plan_of(mover, act) is None:
                return _after_other(state, seat, act, log)
            plan = table.play_plans[mover][act]
        # R12, R49
        if plan.need:
            if not state.free & plan.bit or not state.held[mover] & plan.need:
                return _after_other(state, seat, act, log)
        elif not state.taken[mover] & plan.bit or not table.replacement:
            return _after_other(state, seat, act, log)
        code = plan.code
        hand = state.hands[mover]
        if state.copies and state.copies >> mover & 1:
            spot = in_hand(state, mover, code)
            if spot < 0:
                return _after_other(state, seat, act, log)
            code = hand[spot]
        else:
            try:
                spot = hand.index(code)
            except ValueError:
                return _after_other(state, seat, act, log)
        s = place(state, plan, code, log) if plan.need else replace(state, plan, code, log)
        # what the play has put into a hand is behind what was there
        first, second = s.hands
        if mover == 0:
            first = first[:spot] + first[spot + 1 :]
        else:
            second = second[:spot] + second[spot + 1 :]
        if code != plan.code:
            _forget_copies(s, mover, first if mover == 0 else second)
        s.passes = 0
        if not s.free and table.ends_full:
            phase = BY_FULL_BOARD
    elif type(act) is Pass:
        s = state.heir()
        first, second = state.hands
        s.passes = state.passes + 1
        if s.passes == 2:
            phase = BY_PASSES
        if log is not None:
            log.append((journal.PASSED, mover))
    else:
        return _after_other(state, seat, act, log)
    turn = state.turn
    s.draws = draws = state.draws
    if not phase and turn < table.last_turn:
        # the other seat's turn and its draw (R06-R08)
        turn += 1
        mover = 1 - mover
        try:
            drawn = draws[turn]
        except IndexError:
            drawn = NOTHING
        if drawn != NOTHING:
            if mover == 0:
                first += (drawn,)
            else:
                second += (drawn,)
        if log is not None:
            log.append((journal.TURN, mover, turn, drawn))
    else:
        phase = phase or BY_TURNS  # R36b
        if log is not None:
            log.append(_ENDED)
    s.hands = (first, second)
    s.turn = turn
    s.mover = mover
    s.phase = phase
    return s


def _after_other(state: State, seat: int, act: Any, log: Log | None) -> State:
    """A mulligan, or a refusal."""
    reason = why_not(state, seat, act)
    if reason is not None:
        raise IllegalAction(reason, Seat(seat), written(act))
    return _after_mulligan(state, seat, act.places, log)


def _after_mulligan(state: State, seat: int, places: tuple[int, ...], log: Log | None) -> State:
    """Give back, shuffle, draw as many (R05); with the second one the first turn begins."""
    s = state.copy()
    hand = s.hands[seat]
    if places:
        hand, deck, chance = redraw(hand, s.decks[seat], [place - 1 for place in places], Chance(s.rare.luck[seat]))
        s.hands = put(s.hands, seat, hand)
        s.decks = put(s.decks, seat, deck)
        s.rare = s.rare.but()
        s.rare.luck = put(s.rare.luck, seat, chance.state)
    s.phase &= ~(1 << seat)
    if log is not None:
        returned = tuple([state.hands[seat][place - 1] for place in places])
        log.append((journal.MULLIGAN, seat, returned, hand[len(hand) - len(places) :]))
        if s.phase == PLAYING:
            log.append((journal.TURN, s.mover, s.turn, -1))
    return s


def in_hand(s: State, seat: int, code: int) -> int:
    """The place of a card in hand, whoever made it; -1 if it is not there."""
    count = s.table.count
    for spot, held in enumerate(s.hands[seat]):
        if held % count == code:
            return spot
    return -1


def _forget_copies(s: State, seat: int, hand: Cards) -> None:
    """A token has left this hand: maybe it was the last, and the hand is simple again."""
    if max(hand, default=0) < s.table.count and len(set(hand)) == len(hand):
        s.copies &= ~(1 << seat)


def distinct(s: State, seat: int) -> dict[int, None]:
    """The cards in a hand that holds equal ones, or tokens, whose code says who made them: each card once (R56)."""
    count = s.table.count
    return dict.fromkeys([code % count for code in s.hands[seat]])


def why_not(s: State, seat: int, act: Any) -> Refusal | None:
    """Why the act is refused; None if it is legal."""
    if not is_act(act):
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
    if not s.free & plan.bit:
        return Refusal.OCCUPIED
    if s.held[1 - seat] & plan.bit:
        return Refusal.RIVALS_TILE
    if not s.held[seat] & plan.bit:
        return Refusal.NEUTRAL
    return None if s.held[seat] & plan.need else Refusal.RANK_TOO_LOW


def written(act: Any) -> str:
    """The act as text, whatever it is."""
    return write(act) if is_act(act) else shown(act)
