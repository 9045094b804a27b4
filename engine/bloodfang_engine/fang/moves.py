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
from bloodfang_engine.fang.plans import Plan
from bloodfang_engine.fang.refusals import Refusal
from bloodfang_engine.fang.state import BY_FULL_BOARD, BY_PASSES, BY_TURNS, ENDED, PLAYING, Log, State, put
from bloodfang_engine.zones import redraw

_QUIET = (journal.QUIET,)
_ENDED = (journal.ENDED,)


def legal_acts(s: State, seat: int) -> list[Action]:
    """Every act of the seat: plays by place in hand and then by tile, and last the pass (R11)."""
    if s.mover != seat or s.phase:
        return _other_acts(s, seat)
    seat = s.mover  # a plain number is a faster index than a Seat
    size, full, stack, ranks, menus, odd = s.table.legal_kit
    hand = s.hands[seat]
    if s.copies:
        # equal cards, or tokens whose code says who made them: each card once
        hand = tuple(dict.fromkeys([code % len(ranks) for code in hand]))
    own = s.taken[seat]
    held = s.held[seat] & ~((own | s.taken[1 - seat]) * stack)
    # by rank: the tiles that are open to a card; a replacement's (R49) are those of the own cards
    tiles: tuple[int, ...] = (own, held & full, held >> size & full, held >> (2 * size), 0)
    if odd:
        tiles = _open_tiles(s, own, held)
    by_rank = [*map(menus.__getitem__, tiles)]
    acts: list[Action] = []
    for code in hand:
        try:
            acts += by_rank[ranks[code]][code]
        except KeyError:
            acts += s.table.fill_menu(by_rank[ranks[code]], code, tiles[ranks[code]])
    acts.append(PASS)
    return acts


def _other_acts(s: State, seat: int) -> list[Action]:
    """Mulligans while they last; else nothing, because it is not this seat's turn or the match is over."""
    if s.phase < ENDED and s.phase >> seat & 1:
        places = range(1, len(s.hands[seat]) + 1)
        return [Mulligan(chosen) for count in range(len(places) + 1) for chosen in combinations(places, count)]
    return []


def _open_tiles(s: State, own: int, held: int) -> tuple[int, ...]:
    """The same where ranks go higher or less high than three, or nothing may be replaced."""
    table = s.table
    by_rank = [held >> (rank * table.size) & table.full for rank in range(table.ranks)]
    return (own if table.replacement else 0, *by_rank, 0)


def after(state: State, seat: int, act: Any, log: Log | None = None) -> State:
    """The state after an act, at the start of the next turn; IllegalAction, and nothing changed, if it is not legal."""
    mover = state.mover
    if mover != seat or state.phase:
        return _after_other(state, seat, act, log)
    table = state.table
    if type(act) is Play:
        try:
            plan = table.play_plans[mover].get(act) or table.plan_of(mover, act)
        except TypeError:  # a play filled with things that are no text
            plan = None
        spot = -1 if plan is None else playable(state, plan)
        if plan is None or spot < 0:
            return _after_other(state, seat, act, log)
        code = state.hands[mover][spot]
        s = place(state, plan, code, log) if plan.need else replace(state, plan, code, log)
        # what the play has put into a hand is behind what was there
        first, second = s.hands
        if mover == 0:
            first = first[:spot] + first[spot + 1 :]
        else:
            second = second[:spot] + second[spot + 1 :]
        passes = 0
        phase = BY_FULL_BOARD if s.taken[0] | s.taken[1] == table.full and table.ends_full else PLAYING
        if log is not None:
            log.append(_QUIET)
    elif type(act) is Pass:
        s = state.heir()
        first, second = state.hands
        passes = state.passes + 1
        phase = BY_PASSES if passes == 2 else PLAYING
        if log is not None:
            log.append((journal.PASSED, mover))
    else:
        return _after_other(state, seat, act, log)
    # the other seat's turn and its draw (R06-R08), unless that was the last turn (R36b)
    turn = state.turn
    decks = state.decks
    if 0 < table.max_turns <= turn and not phase:
        phase = BY_TURNS
    if phase:
        if log is not None:
            log.append(_ENDED)
    else:
        turn += 1
        mover = 1 - mover
        deck = decks[mover]
        drawn = -1
        if deck and turn > table.undrawn_turns:
            drawn = deck[0]
            if mover == 0:
                first += deck[:1]
                decks = (deck[1:], decks[1])
            else:
                second += deck[:1]
                decks = (decks[0], deck[1:])
        if log is not None:
            log.append((journal.TURN, mover, turn, drawn))
    s.hands = (first, second)
    s.decks = decks
    s.turn = turn
    s.mover = mover
    s.passes = passes
    s.phase = phase
    return s


def _after_other(state: State, seat: int, act: Any, log: Log | None) -> State:
    """A mulligan, or a refusal."""
    reason = why_not(state, seat, act)
    if reason is not None:
        raise IllegalAction(reason, Seat(seat), written(act))
    return _after_mulligan(state, seat, act.places, log)


def playable(s: State, plan: Plan) -> int:
    """The place in the mover's hand of a card that may be played so (R12, R49); -1 if it may not."""
    taken = s.taken
    if plan.need:
        if not s.held[plan.seat] & plan.need or (taken[0] | taken[1]) & plan.bit:
            return -1
    elif not taken[plan.seat] & plan.bit or not s.table.replacement:
        return -1
    if s.copies:
        return in_hand(s, plan.seat, plan.code)
    hand = s.hands[plan.seat]
    return hand.index(plan.code) if plan.code in hand else -1


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
    if (s.taken[0] | s.taken[1]) & plan.bit:
        return Refusal.OCCUPIED
    if s.held[1 - seat] & plan.bit:
        return Refusal.RIVALS_TILE
    if not s.held[seat] & plan.bit:
        return Refusal.NEUTRAL
    return None if s.held[seat] & plan.need else Refusal.RANK_TOO_LOW


def written(act: Any) -> str:
    """The act as text, whatever it is."""
    return write(act) if is_act(act) else shown(act)
