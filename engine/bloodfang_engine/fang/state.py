"""The whole of a match at one moment, kept small: flat lists by tile, and masks with a bit for each tile."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from bloodfang_engine.fang.plans import Plan
from bloodfang_engine.fang.tables import Table

# State.phase: who still owes a mulligan, as bits; or how it ended
PLAYING: Final = 0
BOTH_MULLIGAN: Final = 3
ENDED: Final = 4
BY_PASSES: Final = 4
BY_FULL_BOARD: Final = 5
BY_TURNS: Final = 6

NOTHING: Final = -2  # no card is drawn

P = TypeVar("P")

Log = list[tuple[Any, ...]]
"""What an act notes down for those who want to know: see journal.py."""

Cards = tuple[int, ...]
"""Cards in hand or deck, by code: a card's place in the set, and for a token from the hand also its maker's."""

Entry = tuple[int, int, int, int]
"""A pawn placement that is remembered (R21): tile, card on the board, seat, how many."""


class Rare:
    """What seldom changes and is seldom asked for. Never changed: `but` makes another."""

    __slots__ = ("counters", "entries", "ground", "lists", "lore", "luck", "told")

    lore: dict[int, tuple[int, int]]  # by card number: power it replaced, what made it
    told: frozenset[tuple[int, int, int]]  # conditional auras at work: source, clause, target
    counters: tuple[int, ...]  # by slot: pawns of each side, where they contest tiles
    # by slot, and then the holder by tile: the tiles as the match began, where pawns are undone
    ground: tuple[int, ...]
    entries: tuple[Entry, ...]  # pawns placed since, where pawns are undone
    lists: tuple[Cards, Cards]  # the decks as they were brought
    luck: tuple[int, int]  # by seat: its stream of chance

    @staticmethod
    def none() -> Rare:
        """Nothing of all that."""
        rare = Rare()
        rare.lore = {}
        rare.told = frozenset()
        rare.counters = rare.ground = ()
        rare.entries = ()
        rare.lists = ((), ())
        rare.luck = (0, 0)
        return rare

    def but(self) -> Rare:
        """Another like this one, to be changed."""
        other = Rare()
        other.lore = self.lore
        other.told = self.told
        other.counters = self.counters
        other.ground = self.ground
        other.entries = self.entries
        other.lists = self.lists
        other.luck = self.luck
        return other

    def key(self) -> tuple[object, ...]:
        """All that it says."""
        lore = tuple(sorted(self.lore.items()))
        return lore, self.told, self.counters, self.ground, self.entries, self.lists, self.luck


_SLOTS = (
    "aura", "copies", "draws", "flags", "free", "hands", "held", "ids", "mover", "next_id", "passes", "phase", "plain",
    "plans", "rare", "reach", "roles", "table", "taken", "turn",
)  # fmt: skip


class State:
    """Never changed once an act is done: an act works on a copy.

    Everything about power is kept as it stands (`plain`, `aura`), so that nothing must be summed up to know it, but it
    is always what the cards on the board add up to (R37). Only conditional abilities are worked out when asked for.
    """

    __slots__ = _SLOTS

    table: Table
    # the board, by tile
    plans: list[Plan | None]  # the card that stands there
    ids: list[int]  # its number: a higher one is younger
    plain: list[int]  # its power but for conditional abilities
    flags: list[int]  # its first times that are over; shared between states, replaced when changed
    aura: list[int]  # by slot (side and tile): what fixed auras add; shared, replaced when changed
    # the board, as masks
    reach: int  # slots that fixed auras raise, and above them those that they lower
    held: tuple[int, int]  # by seat: tiles with at least 1 pawn, 2 pawns, ... one mask above the other
    taken: tuple[int, int]  # by seat: tiles with a card
    free: int  # tiles without
    roles: int  # tiles whose card has a role, one mask above the other
    # the table
    hands: tuple[Cards, Cards]
    draws: Cards  # by turn: the card that its player draws then, or NOTHING
    copies: int  # by seat, as bits: its hand may hold equal cards, or tokens
    turn: int
    mover: int
    passes: int
    phase: int
    next_id: int
    rare: Rare  # shared, replaced when changed

    @property
    def decks(self) -> tuple[Cards, Cards]:
        """What is left of the decks, top first."""
        theirs, mine = self.draws[self.turn + 1 :: 2], self.draws[self.turn + 2 :: 2]
        left = [tuple([code for code in deck if code != NOTHING]) for deck in (mine, theirs)]
        return (left[0], left[1]) if self.mover == 0 else (left[1], left[0])

    @decks.setter
    def decks(self, decks: tuple[Cards, Cards]) -> None:
        """Lay the decks out by turn: the seats draw in turns, whatever happens (R06-R08). Turn and mover are known."""
        piles = [list(decks[0]), list(decks[1])]
        draws = [NOTHING] * (self.turn + 1) if piles[0] or piles[1] else []
        seat = self.mover
        while piles[0] or piles[1]:
            seat = 1 - seat
            draws.append(piles[seat].pop(0) if piles[seat] and len(draws) > self.table.undrawn_turns else NOTHING)
        self.draws = tuple(draws)

    def heir(self) -> State:
        """A state that shares its whole board with this one: what changes must be replaced, never changed in place."""
        s = State()
        s.table = self.table
        s.plans = self.plans
        s.ids = self.ids
        s.plain = self.plain
        s.flags = self.flags
        s.aura = self.aura
        s.reach = self.reach
        s.held = self.held
        s.taken = self.taken
        s.free = self.free
        s.roles = self.roles
        s.rare = self.rare
        s.copies = self.copies
        s.next_id = self.next_id
        return s

    def board(self) -> State:
        """A copy of the board alone: no hands, no decks, no clock."""
        s = State()
        s.table = self.table
        s.plans = self.plans.copy()
        s.ids = self.ids.copy()
        s.plain = self.plain.copy()
        s.flags = self.flags
        s.aura = self.aura
        s.reach = self.reach
        s.held = self.held
        s.taken = self.taken
        s.free = self.free
        s.roles = self.roles
        s.rare = self.rare
        s.copies = self.copies
        s.next_id = self.next_id
        return s

    def copy(self) -> State:
        """A state of its own, to work on."""
        s = self.board()
        s.hands = self.hands
        s.draws = self.draws
        s.turn = self.turn
        s.mover = self.mover
        s.passes = self.passes
        s.phase = self.phase
        return s

    def key(self) -> tuple[object, ...]:
        """All that makes this state this state."""
        codes = tuple([None if plan is None else plan.code * 2 + plan.seat for plan in self.plans])
        board = (codes, tuple(self.ids), tuple(self.plain), tuple(self.flags), tuple(self.aura), self.held)
        return (
            board,
            self.hands,
            self.decks,
            self.rare.key(),
            (self.turn, self.mover, self.passes, self.phase, self.next_id),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return False
        mine, theirs = self.table, other.table
        return (
            mine is theirs or (mine.cards, mine.options) == (theirs.cards, theirs.options)
        ) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[object, ...]:
        codes = [None if plan is None else (plan.code, plan.seat) for plan in self.plans]
        rest = {name: getattr(self, name) for name in _SLOTS if name not in ("table", "plans")}
        return _rebuilt, (self.table, codes, rest)


def _rebuilt(table: Table, codes: list[tuple[int, int] | None], rest: dict[str, object]) -> State:
    s = State()
    s.table = table
    s.plans = [None if code is None else table.plan(code[0], code[1], tile) for tile, code in enumerate(codes)]
    for name, value in rest.items():
        setattr(s, name, value)
    return s


def copies(table: Table, hands: tuple[Cards, Cards]) -> int:
    """By seat, as bits: whose hand holds equal cards, or tokens, or may come to hold some by drawing."""
    if not table.one_of_each:
        return 3
    return sum(
        [
            1 << seat
            for seat in (0, 1)
            if len(set(hands[seat])) < len(hands[seat]) or max(hands[seat], default=0) >= table.count
        ]
    )


def put(pair: tuple[P, P], seat: int, value: P) -> tuple[P, P]:
    """The pair with another value for one seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
