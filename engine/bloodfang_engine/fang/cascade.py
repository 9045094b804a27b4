"""From news to a quiet board: abilities answer in waves (docs/RULES.md, chapter 5)."""

from __future__ import annotations

from typing import Final

from bloodfang_engine.fang import journal
from bloodfang_engine.fang.board import card_at, enter, leave, new_auras, oldest_first, prop
from bloodfang_engine.fang.ground import clear_tile, give_tile, undo_pawns
from bloodfang_engine.fang.plans import (
    ADD,
    ALLY,
    ANY,
    DESTROY,
    ENEMY,
    FELL,
    FLAG_LOWERED,
    FLAG_RAISED,
    GAUGE,
    LOWERED,
    PLAYED,
    POWER,
    PROPPED,
    RAISED,
    REACHED,
    SOURCE,
    SPAWNED,
    WATCHES,
    Deed,
    Plan,
)
from bloodfang_engine.fang.powers import current, eaten_by, pairs, reached_by, standing, touching, worth
from bloodfang_engine.fang.state import Log, State, put

News = tuple[int, int, int, Plan, int]
"""What happened (a kind of plans.py), tile, card number, card, detail: see the constants below."""
Answer = tuple[int, int, Deed, Plan, News]
"""Number of the answering card, place in line, deed, card, and the news it answers."""

_MOST_ANSWERS: Final = 10_000
"""The guard's other half (R36): where each answer wakes several more, waves alone would not bound the work."""

# The detail of news: of `fell` the number of the card that replaced it, of `reached` the threshold,
_AS_PLAY: Final = 1  # of `spawned`: onlookers take it for a play too (R41)
_FIRST: Final = 1  # of `raised` and `lowered`: for the first time
_ITSELF_ONLY: Final = 2  # of `lowered`: it was fatal, so only the card itself answers


def destroy(s: State, tile: int, log: Log | None) -> None:
    """Take a card off by command, then settle: not a player's act."""
    plan, ident = card_at(s, tile), s.ids[tile]
    if log is not None:
        log.append((journal.FELL, 0, plan, ident, "command", None, 0))
    cascade = Cascade(s, log)
    moved = cascade.remove(tile, None, False)
    cascade.settle([(FELL, tile, ident, plan, 0)], moved, 0)


class Cascade:
    """The waves that follow a play. One pass = one wave: answers, then a checkpoint (R34, R35)."""

    __slots__ = (
        "answered", "arrived", "blame", "blames", "eaten", "log", "marked", "moved", "noted", "s", "wave",
    )  # fmt: skip

    def __init__(self, s: State, log: Log | None) -> None:
        self.s: State = s
        self.log: Log | None = log
        self.wave: int = 0
        self.answered: int = 0
        self.moved: int = 0  # tiles whose card's power moved since the last checkpoint
        self.arrived: int = 0  # tiles whose card came since the last checkpoint
        self.marked: int = 0  # tiles whose card a destroy effect has marked
        self.noted: list[News] = []
        self.blames: bool = log is not None or s.table.blames  # somebody asks who destroyed a card
        self.blame: dict[int, tuple[Plan, int]] = {}  # by card number: who hurt it last in this wave
        self.eaten: dict[int, int] = {}  # by number of a fallen card: the power it had replaced

    def settle(self, news: list[News], moved: int, arrived: int) -> None:
        """Wave after wave until there is no news."""
        s = self.s
        table = s.table
        self.moved = moved
        self.arrived = arrived
        while news or self.moved:
            self.wave += 1
            if _is_simple(s, news):
                for item in news:
                    for deed in item[3].own[item[0]]:
                        if item[0] < RAISED or _hears(deed, item):
                            self._resolve(deed, item[3], item[2], item)
            else:
                for ident, _, deed, plan, item in self._answers(news):
                    self._resolve(deed, plan, ident, item)
            news = self._checkpoint()
            if self.wave >= table.max_waves or self.answered > _MOST_ANSWERS:
                self._give_up(news)
                return
            self.noted = []

    def remove(self, tile: int, destroyer: Plan | None, replaced: bool) -> int:
        """A card is gone: what becomes of its tile and its pawns is the options' choice (R19, R21, R52, R81)."""
        s = self.s
        plan, ident = card_at(s, tile), s.ids[tile]
        if ident in s.rare.lore:
            self.eaten[ident] = s.rare.lore[ident][0]
        moved = leave(s, tile)
        if not s.table.keeps_tiles:
            fate = s.table.options.destroyed_tile
            before = s.held
            if fate == "remove_contributions":
                undo_pawns(s, ident)
            elif fate == "clear" and not replaced:
                clear_tile(s, tile)
            elif destroyer is not None:
                give_tile(s, tile, destroyer.seat)
            if self.log is not None:
                self.log.append((journal.GROUND, plan, ident, before, s.held))
        return moved

    # answers

    def _answers(self, news: list[News]) -> list[Answer]:
        """The abilities that answer: first the cards it happened to, then onlookers; the oldest card first (R35)."""
        s = self.s
        size, full = s.table.size, s.table.full
        subjects: list[Answer] = []
        onlookers: list[Answer] = []
        for item in news:
            kind, _, ident, plan, detail = item
            for deed in plan.own[kind]:
                if _hears(deed, item):
                    subjects.append((ident, len(subjects), deed, plan, item))
            watchers = s.roles >> (size * (WATCHES + kind)) & full
            as_play = kind == SPAWNED and detail == _AS_PLAY
            if as_play:
                watchers |= s.roles >> (size * (WATCHES + PLAYED)) & full
            if not watchers or (kind == LOWERED and detail & _ITSELF_ONLY):
                continue
            for tile in s.table.tiles[watchers]:
                witness = card_at(s, tile)
                number = s.ids[tile]
                # R40: never the card itself, nor the replacement that just arrived
                if number == ident or (kind == FELL and number == detail):
                    continue
                side = ALLY if witness.seat == plan.seat else ENEMY
                deeds = witness.watch[kind]
                if as_play:
                    deeds = tuple(sorted(deeds + witness.watch[PLAYED], key=_clause_order))
                for deed in deeds:
                    if (deed.who == ANY or deed.who == side) and _hears(deed, item):
                        onlookers.append((number, len(onlookers), deed, witness, item))
        if len(subjects) > 1:
            subjects.sort()
        if len(onlookers) > 1:
            onlookers.sort()
        return subjects + onlookers

    def _resolve(self, deed: Deed, plan: Plan, ident: int, item: News) -> None:
        """One ability acts at once; its targets are looked up now, oldest first."""
        s = self.s
        self.answered += 1
        if self.answered > _MOST_ANSWERS:
            return
        if self.log is not None:
            self.log.append((journal.ANSWER, self.wave, plan, ident, deed.index, item[0], item[3], item[2]))
        if deed.effect == POWER:
            if deed.simple:
                taken = s.taken
                side = deed.side
                targets = deed.mask & (taken[0] | taken[1] if side == ANY else taken[plan.seat ^ side])
                amount = deed.n
            else:
                targets, amount = self._aim(deed, plan, ident)
            if targets and amount:
                for tile in oldest_first(s, targets):
                    self._change(tile, amount, plan, ident)
        elif deed.effect == DESTROY:
            self._mark(self._aim(deed, plan, ident)[0], plan, ident)
        elif deed.effect == ADD:
            table = s.table
            codes = tuple([table.token(code, plan.code) for code in deed.codes])
            s.hands = put(s.hands, plan.seat, s.hands[plan.seat] + codes)
            s.copies |= 1 << plan.seat
            if self.log is not None:
                self.log.append((journal.ADDED, self.wave, plan, ident, codes))
        else:
            self._spawn(deed, plan, ident)

    def _aim(self, deed: Deed, plan: Plan, ident: int) -> tuple[int, int]:
        """The tiles an ability finds, and the amount."""
        s = self.s
        gone = s.ids[plan.tile] != ident
        if gone and deed.on_self:
            return 0, 0
        raised = lowered = 0
        if deed.state or deed.count_state:
            _, raised, lowered = standing(s)
        eaten = self.eaten[ident] if ident in self.eaten else eaten_by(s, ident)
        targets = reached_by(s, plan, deed, gone, raised, lowered)
        return targets, worth(s, plan, deed, eaten, gone, raised, lowered)

    def _mark(self, targets: int, by: Plan, by_ident: int) -> None:
        """A destroy effect only marks; all that fall, fall together (R24, R34)."""
        s = self.s
        self.marked |= targets
        for tile in oldest_first(s, targets):
            if self.blames:
                self.blame[s.ids[tile]] = (by, by_ident)
            if self.log is not None:
                self.log.append((journal.MARKED, self.wave, s.plans[tile], s.ids[tile], by, by_ident))

    def _change(self, tile: int, amount: int, by: Plan, by_ident: int) -> None:
        """A lasting change of a card's power (R28, R42-R44)."""
        s = self.s
        s.plain[tile] += amount
        self.moved |= 1 << tile
        if self.log is not None:
            self.log.append((journal.CHANGED, self.wave, s.plans[tile], s.ids[tile], amount, by, by_ident))
        if amount < 0 and self.blames and not self.marked >> tile & 1:
            self.blame[s.ids[tile]] = (by, by_ident)
        self._note_change(tile, amount, self.noted)

    def _note_change(self, tile: int, amount: int, news: list[News]) -> None:
        """The card's first times are kept whether anybody listens or not (R44)."""
        s = self.s
        kind = RAISED if amount > 0 else LOWERED
        flag = FLAG_RAISED if amount > 0 else FLAG_LOWERED
        plan = s.plans[tile]
        assert plan is not None
        if s.flags[tile] & flag:
            detail = 0
        else:
            detail = _FIRST
            flags = s.flags = s.flags[:]
            flags[tile] |= flag
        if plan.hears >> kind & 1 or s.table.sees_changes:
            news.append((kind, tile, s.ids[tile], plan, detail))

    def _spawn(self, deed: Deed, plan: Plan, ident: int) -> None:
        """Tokens on every empty tile the owner holds in the area, row by row, chosen by the tile's pawns (R53, R54)."""
        s = self.s
        table = s.table
        held = s.held[plan.seat]
        for tile in table.tiles[deed.mask & held & table.full & ~(s.taken[0] | s.taken[1])]:
            pawns = 1
            while pawns < len(deed.codes) and held >> (pawns * table.size + tile) & 1:
                pawns += 1
            token = table.plan(deed.codes[pawns - 1], plan.seat, tile)
            number = s.next_id
            self.moved |= enter(s, token, 0, -1 - plan.code)
            self.arrived |= token.bit
            if self.log is not None:
                self.log.append((journal.SPAWNED, self.wave, token, number, plan, ident))
            self.noted.append((SPAWNED, tile, number, token, table.options.spawn_counts_as_play))

    # checkpoint

    def _checkpoint(self) -> list[News]:
        """Recompute power, remove together all that fall, and note what is new (R24, R34)."""
        s = self.s
        table = s.table
        counted = 0
        if self.log is not None:
            counted = len(self.log)
            self.log.append((journal.POWERS, self.wave, s.board()))
        dead = self.marked
        moved = (self.moved | s.roles >> (PROPPED * table.size)) & ~s.free
        if s.roles & table.shifters or not table.simple_deaths:
            dead |= self._fallen(moved)
        elif moved:
            plain = s.plain
            propped = 0
            for tile in table.tiles[moved]:
                if plain[tile] <= 0:
                    if card_at(s, tile).conditions:
                        propped |= 1 << tile
                    else:
                        dead |= 1 << tile
            if s.roles >> (PROPPED * table.size):
                prop(s, 0)
            if propped:
                dead |= self._fallen(propped)
        self.moved = 0
        news = self._remove_all(dead) if dead else self.noted
        if self.blame:
            self.blame = {}
        roles = s.roles
        arrived = self.arrived
        if arrived:
            if (
                roles & arrived << (SOURCE * table.size)
                or (s.reach | s.reach >> 2 * table.size) & (arrived | arrived << table.size)
                or roles & table.shifters
                or s.rare.told
            ):
                self._note_auras(news, counted)
            self.arrived = 0
        elif roles & table.shifters or s.rare.told:
            self._note_auras(news, counted)
        if table.sees_changes and not roles & table.change_watchers:
            news = [item for item in news if item[3].hears >> item[0] & 1 or (item[0] != RAISED and item[0] != LOWERED)]
        if roles & table.gauges or table.watched_thresholds:
            self._note_thresholds(news)
        return news

    def _remove_all(self, dead: int) -> list[News]:
        """All that fall, fall together, announced oldest first; what is still news of this wave."""
        s = self.s
        table = s.table
        fallen: list[News] = []
        tiles = oldest_first(s, dead)
        culprits = [self._culprit(tile) for tile in tiles] if self.blames else None
        for place, tile in enumerate(tiles):
            plan, ident = card_at(s, tile), s.ids[tile]
            by = culprits[place] if culprits is not None else None
            if self.log is not None:
                cause = "effect" if self.marked >> tile & 1 else "power"
                who, number = by if by is not None else (None, 0)
                self.log.append((journal.FELL, self.wave, plan, ident, cause, who, number))
            self.moved |= self.remove(tile, by[0] if by is not None else None, False)
            fallen.append((FELL, tile, ident, plan, 0))
        self.marked = 0
        if s.roles & table.uneasy or table.watched_thresholds:
            return self._still_news(self.noted) + fallen
        # no power hangs on who is there: what nobody hears is no news
        if s.roles & table.watchers[FELL]:
            heard = fallen
        else:
            heard = [item for item in fallen if item[3].own[FELL]]
        return self._still_news(self.noted) + heard if self.noted else heard

    def _fallen(self, moved: int) -> int:
        """The tiles whose card is at 0 or less, where that is not plain to see (R24, R31, R33)."""
        s = self.s
        table = s.table
        suspects = 0
        if s.roles & table.shifters:
            suspects = s.taken[0] | s.taken[1]
        else:
            for tile in table.tiles[moved]:
                if s.plain[tile] <= 0:
                    suspects |= 1 << tile
        prop(s, 0)
        if not suspects:
            return 0
        power = standing(s)[0]
        dead = propped = 0
        for tile in table.tiles[suspects]:
            if power[tile] <= 0 and (table.simple_deaths or power[tile] - _taken_by_auras(s, tile) <= 0):
                dead |= 1 << tile
            elif s.plain[tile] <= 0:
                propped |= 1 << tile
        prop(s, propped)
        return dead

    def _still_news(self, news: list[News]) -> list[News]:
        """News about cards that are gone is none, but for a fatal lowering where that counts (R43)."""
        s = self.s
        kept: list[News] = []
        for item in news:
            kind, tile, ident, plan, detail = item
            if s.ids[tile] == ident:
                kept.append(item)
            elif kind == LOWERED and s.table.options.lethal_lower_triggers:
                kept.append((kind, tile, ident, plan, detail | _ITSELF_ONLY))
        return kept

    def _culprit(self, tile: int) -> tuple[Plan, int] | None:
        """Who destroys the card there (R81)."""
        s = self.s
        ident = s.ids[tile]
        if ident in self.blame:
            return self.blame[ident]
        found: tuple[Plan, int] | None = None
        for number, _, amount in touching(s, tile):
            if amount < 0:
                found = (card_at(s, s.ids.index(number)), number)
        return found

    def _note_auras(self, news: list[News], counted: int) -> None:
        """Auras that newly apply, by the source's age, clause, and the target's age (R42).

        They are told before what they lead to: the powers as they were counted, at that place of the log.
        """
        s = self.s
        found = new_auras(s, self.arrived) if self.arrived else []
        if s.roles & s.table.shifters or s.rare.told:
            at_work = pairs(s)
            found += [pair for pair in at_work if pair[:3] not in s.rare.told]
            s.rare = s.rare.but()
            s.rare.told = frozenset([pair[:3] for pair in at_work])
        found.sort()
        for place, (number, _, ident, tile, amount) in enumerate(found):
            if self.log is not None:
                source = s.plans[s.ids.index(number)]
                note = (journal.AURA, self.wave, source, number, s.plans[tile], ident, amount)
                self.log.insert(counted + place, note)
            if s.table.auras_raise:
                self._note_change(tile, amount, news)

    def _note_thresholds(self, news: list[News]) -> None:
        """Cards that have the power for the first time (R45)."""
        s = self.s
        table = s.table
        power = current(s)
        watched = table.watched_thresholds
        mask = s.taken[0] | s.taken[1] if watched else s.roles >> (GAUGE * table.size) & table.full
        for tile in oldest_first(s, mask):
            plan = card_at(s, tile)
            for step, flag in table.steps_of(plan) if watched else plan.gauges:
                if power[tile] >= step and not s.flags[tile] & flag:
                    s.flags = s.flags[:]
                    s.flags[tile] |= flag
                    news.append((REACHED, tile, s.ids[tile], plan, step))

    def _give_up(self, news: list[News]) -> None:
        """The guard (R36): what is still to be answered is dropped; what cannot stand falls without a voice (R78)."""
        s = self.s
        dropped = self.answered > _MOST_ANSWERS or bool(self._answers(news))
        place = len(self.log) if self.log is not None else 0
        falling = True
        while falling:
            self.noted = []
            self.moved = s.taken[0] | s.taken[1]
            before = s.taken
            self._checkpoint()
            falling = s.taken != before
            dropped = dropped or falling
        if dropped and self.log is not None:
            self.log.insert(place, (journal.LIMIT, self.wave))


def _taken_by_auras(s: State, tile: int) -> int:
    """What continuous abilities take from the card there, in all: 0 or less (R31)."""
    return sum([min(0, amount) for _, _, amount in touching(s, tile)])


def _is_simple(s: State, news: list[News]) -> bool:
    """Nobody is there who looks on, and the news is in the order of the cards' age: the usual case."""
    watchers = s.table.watchers if s.roles & s.table.all_watchers else None
    last = 0
    for item in news:
        if item[2] < last:
            return False
        if watchers is not None and (s.roles & watchers[item[0]] or (item[0] == SPAWNED and item[4])):
            return False
        last = item[2]
    return True


def _clause_order(deed: Deed) -> int:
    return deed.index


def _hears(deed: Deed, item: News) -> bool:
    """The ability asks for just this: the first time, or this threshold."""
    if deed.at_least:
        return deed.at_least == item[4]
    return not deed.first or item[4] & _FIRST != 0
