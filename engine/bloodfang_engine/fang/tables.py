"""A card set on a board: every number the rules look up, worked out when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import Any

from bloodfang_engine.errors import BadNotation
from bloodfang_engine.fang.acts import Play
from bloodfang_engine.fang.cards import CardSet, Happening, Who
from bloodfang_engine.fang.options import Options
from bloodfang_engine.fang.plans import (
    COUNTER,
    EVERYWHERE,
    FELL,
    FLAG_REACHED,
    GAUGE,
    LOWERED,
    PLAYED,
    PROPPED,
    RAISED,
    SHIFTER,
    WATCHES,
    Plan,
)


class Tiles(dict[int, tuple[int, ...]]):
    """The tiles of a mask, in board order."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        tiles = tuple(tile for tile in range(mask.bit_length()) if mask >> tile & 1)
        if len(self) < _MOST_KEPT:
            self[mask] = tiles
        return tiles


Plays = tuple[Any, ...]
"""A card's plays by tile, and behind them the same once more, each as a list of one."""

Picker = Callable[[Plays], tuple[Play, ...]]
"""Gives a card's plays on some tiles."""


_MOST_KEPT = 1 << 15
_NEVER = 1 << 60
_CHANGES = (Happening.RAISED, Happening.FIRST_RAISED, Happening.LOWERED, Happening.FIRST_LOWERED)


class Table:
    """One card set under one set of options. Shared by all states of all matches that are played so."""

    __slots__ = (
        "_plans",
        "alert",
        "all_watchers",
        "auras_raise",
        "blames",
        "blocks",
        "captures_more",
        "cards",
        "change_watchers",
        "codes",
        "conditions",
        "count",
        "counters",
        "deck",
        "defers",
        "ends_full",
        "full",
        "gauges",
        "grid",
        "keeps_tiles",
        "lanes",
        "legal_kit",
        "lower",
        "last_turn",
        "max_waves",
        "names",
        "one_of_each",
        "onlookers",
        "options",
        "pickers",
        "plain_deaths",
        "plain_ground",
        "play_plans",
        "plays",
        "rank_of",
        "ranks",
        "replacement",
        "restless",
        "sees_changes",
        "shifters",
        "simple_deaths",
        "size",
        "stack",
        "thresholds",
        "tiles",
        "undrawn_turns",
        "uneasy",
        "watched_thresholds",
        "watchers",
    )

    def __init__(self, cards: CardSet, options: Options) -> None:
        grid = options.grid
        size = grid.size
        self.cards = cards
        self.options = options
        self.grid = grid
        self.names = grid.names
        self.size = size
        self.full = (1 << size) - 1
        self.tiles = Tiles()
        self.ranks = options.max_rank
        # held pawns are one mask for each rank, one above the other: at least 1, at least 2, ...
        self.stack = sum(1 << (rank * size) for rank in range(options.max_rank))
        self.lower = sum(1 << (rank * size) for rank in range(options.max_rank - 1))
        self.lanes = tuple(grid.lane(row) for row in range(grid.rows))
        self.deck = tuple(cards.values())
        self.count = len(self.deck)
        self.codes = {card.id: code for code, card in enumerate(self.deck)}
        # a rank that no tile can have stands for no tile at all
        self.rank_of = tuple(min(card.rank, options.max_rank + 1) for card in self.deck)
        triggers = [clause.trigger for card in self.deck for clause in card.clauses]
        steps = [each for each in triggers if each.event is Happening.FIRST_POWER_AT_LEAST]
        self.thresholds = tuple(sorted({each.at_least for each in steps}))
        self.watched_thresholds = tuple(sorted({each.at_least for each in steps if each.who is not Who.SELF}))
        self.plays = tuple(_laid_out([Play(card.id, name) for name in self.names]) for card in self.deck)
        self.play_plans: tuple[dict[Play, Plan], dict[Play, Plan]] = ({}, {})
        self._plans: dict[int, Plan] = {}
        # roles on the board, as masks over State.roles
        self.counters = self._role(COUNTER)
        self.shifters = self._role(SHIFTER)
        self.gauges = self._role(GAUGE)
        self.conditions = self.counters | self.shifters
        self.change_watchers = self._role(WATCHES + RAISED) | self._role(WATCHES + LOWERED)
        self.watchers = tuple(self._role(WATCHES + kind) for kind in range(6))
        self.all_watchers = sum(self.watchers)
        # some card of the set answers when another is raised or lowered
        self.sees_changes = any(each.who is not Who.SELF and each.event in _CHANGES for each in triggers)
        # power may hang on who is on the board while any of these is there
        self.uneasy = self.shifters | self.gauges | self._role(PROPPED)
        # a play may have much more to it while any of these is on the board, or a little more
        self.restless = self.shifters | self.change_watchers | self._role(PROPPED)
        attentive = self.gauges | self._role(WATCHES + PLAYED)
        self.alert = self.restless | attentive
        self.onlookers = attentive | self._role(WATCHES + FELL)
        # the plain way to place pawns needs neither counters nor a log of who placed what
        self.plain_ground = options.capture != "contest" and options.destroyed_tile != "remove_contributions"
        self.blocks = options.pawns_on_occupied == "blocked"
        self.defers = options.deferred_pawns and self.blocks
        self.captures_more = options.capture == "convert_plus"
        self.keeps_tiles = options.destroyed_tile == "keep"
        self.blames = options.destroyed_tile == "destroyer"
        self.max_waves = options.max_waves
        self.auras_raise = options.aura_counts_as_raise
        self.plain_deaths = self.keeps_tiles and options.aura_can_destroy and not options.lethal_lower_triggers
        self.simple_deaths = options.aura_can_destroy
        self.pickers: dict[int, Picker | None] = {}
        usual = options.max_rank == 3 and options.replacement
        known = self.pickers if usual else {}
        self.legal_kit = (size, 2 * size, self.rank_of, self.plays, known)
        self.one_of_each = max(options.max_copies) <= 1
        self.replacement = options.replacement
        self.ends_full = options.end_on_full_board
        self.last_turn = options.max_turns or _NEVER
        self.undrawn_turns = 2 if options.first_draw_skip == "each_side" else 1

    def _role(self, role: int) -> int:
        return self.full << (role * self.size)

    def plan(self, code: int, seat: int, tile: int) -> Plan:
        """The card laid out for that seat and tile."""
        key = (code * 2 + seat) * self.size + tile
        plan = self._plans.get(key)
        if plan is None:
            plan = Plan(code, self.deck[code], seat, tile, self.grid, self.codes, self.thresholds)
            if self.watched_thresholds:
                plan.easy = False
                plan.stirs = plan.stirs_told = EVERYWHERE
                plan.lay_out()
            self._plans[key] = plan
        return plan

    def plan_of(self, seat: int, play: Play) -> Plan | None:
        """The plan of a play, or None if it names no card or no tile of this table."""
        plan = self.play_plans[seat].get(play)
        if plan is None and play.card in self.codes:
            try:
                tile = self.grid.tile(play.tile)
            except BadNotation:
                return None
            plan = self.play_plans[seat][play] = self.plan(self.codes[play.card], seat, tile)
        return plan

    def picker(self, mask: int) -> Picker | None:
        """What picks a card's plays on the tiles of a mask; None where there are none. Kept for the next time."""
        if mask in self.pickers:
            return self.pickers[mask]
        tiles = self.tiles[mask]
        picker: Picker | None = None
        if len(tiles) > 1:
            picker = itemgetter(*tiles)
        elif tiles:
            picker = itemgetter(self.size + tiles[0])
        if len(self.pickers) < _MOST_KEPT:
            self.pickers[mask] = picker
        return picker

    def steps_of(self, plan: Plan) -> tuple[tuple[int, int], ...]:
        """The thresholds that are watched on this card, each with its first-time flag."""
        if not self.watched_thresholds:
            return plan.gauges
        steps = sorted({*(step for step, _ in plan.gauges), *self.watched_thresholds})
        return tuple((step, 1 << (FLAG_REACHED + self.thresholds.index(step))) for step in steps)

    def card_id(self, code: int) -> str:
        """The id of the card a code in hand or deck means; a token's maker is part of the code."""
        return self.deck[code % self.count].id

    def token(self, code: int, maker: int) -> int:
        """The code of a card in hand that another card made (R77)."""
        return code + self.count * (maker + 1)

    def __reduce__(self) -> tuple[object, ...]:
        return table_for, (self.cards, self.options)


def _laid_out(plays: list[Play]) -> Plays:
    return (*plays, *[(play,) for play in plays])


@lru_cache(maxsize=64)
def table_for(cards: CardSet, options: Options) -> Table:
    """The one table of this set and these options."""
    return Table(cards, options)
