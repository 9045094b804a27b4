"""A position as text: one line, as chess has its FEN, or a readable block of the same sections.

    fang | turn 3 A | t A1 . . . B1 | m A2:marsh-leech#1(+2) A1 . . B1 | b A1 . . . B1 | A hand crow | B hand moth

A tile is `.` or its holder and pawns; behind a colon the card that stands there (`B!` before it if it is not the
holder's), its number, lasting changes in brackets, `^` `v` `*7` for first times that are over, `=4` for the power it
replaced, `<maker` for a token from the hand, `&maker` for a spawned one. Sections that are not there have their
defaults, numbers follow reading order, and what stands on the board is settled (R80).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bloodfang_engine.contract import OptionValue, Seat
from bloodfang_engine.errors import BadNotation, BadSetup, listed, shorten
from bloodfang_engine.fang.board import enter, prop
from bloodfang_engine.fang.cards import CardSet
from bloodfang_engine.fang.ground import remember_ground, set_spot, spot_at
from bloodfang_engine.fang.hiding import lasting
from bloodfang_engine.fang.options import Options
from bloodfang_engine.fang.outcomes import ENDINGS
from bloodfang_engine.fang.plans import FLAG_LOWERED, FLAG_RAISED, FLAG_REACHED
from bloodfang_engine.fang.powers import current, eaten_by, pairs
from bloodfang_engine.fang.starting import opening
from bloodfang_engine.fang.state import ENDED, PLAYING, Cards, State, put
from bloodfang_engine.fang.tables import Table, table_for

_WORD = r"[A-Za-z0-9][A-Za-z0-9_.-]*"
_TILE = re.compile(r"(?:\.|([AB])([1-9])(?:~([1-9]))?)(?::(.+))?")
_CARD = re.compile(
    rf"(?:([AB])!)?({_WORD})(?:#([0-9]{{1,9}}))?(?:\(([+-][0-9]{{1,18}})\))?(\^)?(v)?((?:\*[0-9]{{1,3}})*)"
    rf"(?:=([0-9]{{1,18}}))?(?:([<&])({_WORD}))?"
)
_HELD = re.compile(rf"({_WORD})(?:<({_WORD}))?")
_ENTRY = re.compile(r"([a-z][1-9]):([0-9]{1,9}):([AB]):([1-9])")
_PAIR = re.compile(r"([0-9]{1,9})\.([0-9]{1,3})\.([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Standing:
    """A card to be put into a position as if it had been there before."""

    card: str
    owner: Seat
    tile: int
    number: int = 0
    bonus: int = 0
    raised: bool = False
    lowered: bool = False
    reached: tuple[int, ...] | None = None
    """Thresholds that are reached; None marks those that are met (R80)."""
    eaten: int = 0
    made: int = 0


# building


def stand(s: State, cards: Iterable[Standing]) -> None:
    """Put cards on the board: settled, in the order of their age; their auras are not news (R80)."""
    table = s.table
    for each in cards:
        plan = table.plan(table.codes[each.card], each.owner, each.tile)
        if each.number:
            s.next_id = each.number
        enter(s, plan, each.eaten, each.made)
        s.plain[each.tile] += each.bonus
    s.next_id = max([*s.ids, 0]) + 1
    s.rare.told = frozenset([pair[:3] for pair in pairs(s)])
    power = current(s)
    s.flags = s.flags[:]
    for each in cards:
        flags = FLAG_RAISED * each.raised | FLAG_LOWERED * each.lowered
        for place, step in enumerate(table.thresholds):
            if (power[each.tile] >= step) if each.reached is None else (step in each.reached):
                flags |= 1 << (FLAG_REACHED + place)
        s.flags[each.tile] = flags
    prop(s, sum(1 << each.tile for each in cards if s.plain[each.tile] <= 0))


# writing


def write(s: State, *, block: bool = False) -> str:
    """The whole state: sections behind each other, or below each other."""
    table = s.table
    options = [f"{option}={_option_text(value)}" for option, value in table.options.overrides().items()]
    sections = [["fang", *options], _turn(s)]
    lanes = []
    for row, lane in enumerate(table.grid.lanes):
        tiles = range(row * table.grid.columns, (row + 1) * table.grid.columns)
        lanes.append([lane, *(_tile_text(s, tile) for tile in tiles)])
    sections += _columns(lanes) if block else lanes
    for seat in Seat:
        for word, codes in (("hand", s.hands[seat]), ("deck", s.decks[seat]), ("list", s.rare.lists[seat])):
            if word != "list" or codes != _plain_list(s, seat):
                sections.append([seat.letter, word, *(_held_text(table, code) for code in codes)])
    if any(s.rare.luck):
        sections.append(["luck", *(f"{luck:x}" for luck in s.rare.luck)])
    if s.next_id != max(s.ids) + 1:
        sections.append(["next", str(s.next_id)])
    if s.rare.ground:
        spots = [
            (s.rare.ground[2 * table.size + tile], s.rare.ground[tile], s.rare.ground[table.size + tile])
            for tile in range(table.size)
        ]
        sections.append(["ground", *map(_spot_text, spots)])
        entries = [f"{table.names[tile]}:{number}:{'AB'[seat]}:{count}" for tile, number, seat, count in s.rare.entries]
        sections.append(["pawns", *entries])
    if s.rare.told != frozenset([pair[:3] for pair in pairs(s)]):
        sections.append(["auras", *(".".join(map(str, pair)) for pair in sorted(s.rare.told))])
    return ("\n" if block else " | ").join(" ".join(section).rstrip() for section in sections)


def _turn(s: State) -> list[str]:
    said = ["turn", str(s.turn), "AB"[s.mover]]
    if s.passes:
        said += ["passes", str(s.passes)]
    if s.phase >= ENDED:
        return [*said, "over", ENDINGS[s.phase]]
    return said if s.phase == PLAYING else [*said, "mulligan", *(seat.letter for seat in Seat if s.phase >> seat & 1)]


def _tile_text(s: State, tile: int) -> str:
    holder, first, second = spot_at(s, tile)
    text = _spot_text((holder, first, second))
    plan = s.plans[tile]
    if plan is None:
        return text
    number, flags = s.ids[tile], s.flags[tile]
    text += ":" if plan.seat == holder else f":{'AB'[plan.seat]}!"
    text += f"{plan.card.id}#{number}"
    if bonus := lasting(s, tile):
        text += f"({bonus:+})"
    text += "^" * bool(flags & FLAG_RAISED) + "v" * bool(flags & FLAG_LOWERED)
    for place, step in enumerate(s.table.thresholds):
        if flags >> (FLAG_REACHED + place) & 1:
            text += f"*{step}"
    if eaten := eaten_by(s, number):
        text += f"={eaten}"
    if made := s.rare.lore[number][1] if number in s.rare.lore else 0:
        text += ("<" if made > 0 else "&") + s.table.deck[abs(made) - 1].id
    return text


def _spot_text(spot: tuple[int, int, int]) -> str:
    holder, *pawns = spot
    if holder < 0:
        return "."
    rivals = pawns[1 - holder]
    return f"{'AB'[holder]}{pawns[holder]}" + (f"~{rivals}" if rivals else "")


def _held_text(table: Table, code: int) -> str:
    maker = code // table.count
    return table.card_id(code) + (f"<{table.deck[maker - 1].id}" if maker else "")


def _columns(lanes: list[list[str]]) -> list[list[str]]:
    widths = [max(map(len, column)) for column in zip(*lanes, strict=True)]
    return [[text.ljust(width) for text, width in zip(lane, widths, strict=True)] for lane in lanes]


def _plain_list(s: State, seat: int) -> tuple[int, ...]:
    """The deck list where none is given: what is in hand and deck now."""
    return tuple(code for code in (*s.hands[seat], *s.decks[seat]) if code < s.table.count)


def _option_text(value: OptionValue) -> str:
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


# reading


def read(cards: CardSet, text: str) -> State:
    """The state a text means; BadNotation, with the place, if it means none."""
    sections = [section.split() for section in re.split(r"[|\n]", text) if section.strip()]
    if not sections or sections[0][0] != "fang":
        raise BadNotation(text, "a position begins with the word fang")
    try:
        table = table_for(cards, Options.of(_options(sections[0][1:])))
    except BadSetup as wrong:
        raise BadNotation(text, wrong.problem) from None
    return _Reader(table).state(sections[1:])


def _options(words: Sequence[str]) -> Mapping[str, OptionValue]:
    found: dict[str, OptionValue] = {}
    for word in words:
        option, sign, value = word.partition("=")
        if not sign or not value or option in found:
            raise BadNotation(word, "options are written option=value, each once")
        if value in ("true", "false"):
            found[option] = value == "true"
        elif re.fullmatch(r"[0-9]{1,9}", value):
            found[option] = int(value)
        elif re.fullmatch(r"[0-9]{1,3}(/[0-9]{1,3})+", value):
            found[option] = tuple(map(int, value.split("/")))
        else:
            found[option] = value
    return found


_MOST_TURNS = 1_000_000


class _Reader:
    """Reads the sections of one position."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.s = opening(table)
        self.decks: tuple[Cards, Cards] = ((), ())
        self.standing: list[Standing] = []
        self.given: set[str] = set()

    def state(self, sections: Sequence[Sequence[str]]) -> State:
        s, grid = self.s, self.table.grid
        for words in sections:
            name = words[0] if words[0] not in ("A", "B") else " ".join(words[:2])
            if name in self.given:
                raise BadNotation(" ".join(words), f"the section {name} is there twice")
            self.given.add(name)
            self._section(name, words)
        lanes = [lane for lane in grid.lanes if lane in self.given]
        if lanes and len(lanes) < grid.rows:
            raise BadNotation(listed(lanes), f"a position has all lanes or none: {' '.join(grid.lanes)}")
        if "ground" not in self.given:
            self._remember()
        self._stand()
        s.decks = self.decks
        if "next" in self.given:
            s.next_id = max(self.next_id, s.next_id)
        if "auras" in self.given:
            s.rare.told = self.told
        lists = [s.rare.lists[seat] if f"{seat.letter} list" in self.given else _plain_list(s, seat) for seat in Seat]
        s.rare.lists = (lists[0], lists[1])
        s.copies = 3
        return s

    def _section(self, name: str, words: Sequence[str]) -> None:
        s, grid = self.s, self.table.grid
        if name == "turn":
            self._turn(words)
        elif len(name) == 1 and name in grid.lanes:
            self._lane(name, words[1:])
        elif name in ("A hand", "B hand"):
            s.hands = put(s.hands, Seat.of(name[0]), tuple(self._held(word) for word in words[2:]))
        elif name in ("A deck", "B deck"):
            self.decks = put(self.decks, Seat.of(name[0]), tuple(self._held(word) for word in words[2:]))
        elif name in ("A list", "B list"):
            codes = tuple(self._held(word) for word in words[2:])
            s.rare.lists = (codes, s.rare.lists[1]) if name[0] == "A" else (s.rare.lists[0], codes)
        elif name == "luck":
            if len(words) != 3 or not all(re.fullmatch("[0-9a-f]{1,16}", word) for word in words[1:]):
                raise BadNotation(" ".join(words), "luck is two numbers in hexadecimal")
            s.rare.luck = (int(words[1], 16), int(words[2], 16))
        elif name == "next":
            self.next_id = _number(words, 1, "the next card's number")
        elif name == "ground" and s.table.options.destroyed_tile == "remove_contributions":
            self._ground(words[1:])
        elif name == "pawns" and s.table.options.destroyed_tile == "remove_contributions":
            s.rare.entries = tuple(self._entry(word) for word in words[1:])
        elif name == "auras":
            self.told = frozenset(self._pair(word) for word in words[1:])
        else:
            known = (
                "turn",
                *grid.lanes,
                "A hand",
                "A deck",
                "A list",
                "B hand",
                "B deck",
                "B list",
                "luck",
                "next",
                "auras",
            )
            raise BadNotation(" ".join(words), f"no section is called {shorten(name)!r}; known: {listed(known)}")

    def _turn(self, words: Sequence[str]) -> None:
        s = self.s
        said = " ".join(words)
        s.turn = _number(words, 1, "the turn")
        if s.turn > _MOST_TURNS:
            raise BadNotation(said, f"a turn is at most {_MOST_TURNS}")
        if len(words) < 3 or words[2] not in ("A", "B"):
            raise BadNotation(said, "a turn is written like: turn 3 A")
        s.mover = Seat.of(words[2])
        rest = list(words[3:])
        if rest[:1] == ["passes"]:
            if rest[1:2] not in (["1"], ["2"]):
                raise BadNotation(said, "passes is 1 or 2")
            s.passes = int(rest[1])
            rest = rest[2:]
        ending = {word: phase for phase, word in ENDINGS.items()}
        match rest:
            case []:
                s.phase = PLAYING
            case ["mulligan", *seats] if seats in (["A"], ["B"], ["A", "B"]):
                s.phase = sum(1 << Seat.of(seat) for seat in seats)
            case ["over", reason] if reason in ending:
                s.phase = ending[reason]
            case _:
                raise BadNotation(
                    said, f"after the turn comes nothing, mulligan A B, or over and one of {listed(ending)}"
                )

    def _lane(self, lane: str, words: Sequence[str]) -> None:
        grid = self.table.grid
        if len(words) != grid.columns:
            raise BadNotation(" ".join((lane, *words)), f"a lane has {grid.columns} tiles, this one has {len(words)}")
        for column, word in enumerate(words):
            tile = grid.lanes.index(lane) * grid.columns + column
            spot, card = self._spot(word)
            if spot[1] and spot[2] and not self.s.rare.counters:
                raise BadNotation(word, "both sides have pawns on a tile only where capture is contest")
            set_spot(self.s, tile, spot)
            if card:
                self.standing.append(self._card(card, spot[0], tile))

    def _spot(self, word: str) -> tuple[tuple[int, int, int], str | None]:
        found = _TILE.fullmatch(word)
        if not found:
            raise BadNotation(word, "a tile is . or holder and pawns like A2, and behind a colon its card")
        holder, pawns, rivals, card = found.groups()
        if holder is None:
            return (-1, 0, 0), card
        counts = (int(pawns), int(rivals or 0))
        if max(counts) > self.table.options.max_rank or counts[1] > counts[0]:
            raise BadNotation(word, f"a tile has at most {self.table.options.max_rank} pawns, its holder the most")
        seat = Seat.of(holder)
        return (seat, *(counts if seat is Seat.FIRST else counts[::-1])), card

    def _card(self, word: str, holder: int, tile: int) -> Standing:
        found = _CARD.fullmatch(word)
        if not found:
            raise BadNotation(word, "a card on the board is written like: marsh-leech#3(+2)^v*7=4")
        owner, card, number, bonus, up, down, steps, eaten, sign, maker = found.groups()
        if owner is None and holder < 0:
            raise BadNotation(word, "nobody holds that tile, so the card needs its owner: A! or B!")
        reached = tuple(int(step) for step in steps.split("*")[1:])
        for step in reached:
            if step not in self.table.thresholds:
                raise BadNotation(word, f"no card here has the threshold {step}")
        made = 0
        if maker:
            made = (self._code(maker) + 1) * (1 if sign == "<" else -1)
        return Standing(
            card=self.table.deck[self._code(card)].id,
            owner=Seat.of(owner) if owner else Seat(holder),
            tile=tile,
            number=int(number or 0),
            bonus=int(bonus or 0),
            raised=bool(up),
            lowered=bool(down),
            reached=reached if reached or number else None,
            eaten=int(eaten or 0),
            made=made,
        )

    def _stand(self) -> None:
        numbers = [each.number for each in self.standing]
        if any(numbers) and (0 in numbers or len(set(numbers)) < len(numbers)):
            raise BadNotation(listed(numbers), "the cards on the board all have numbers of their own, or none has")
        stand(self.s, sorted(self.standing, key=lambda each: each.number))
        for tile, power in enumerate(current(self.s)):
            if self.s.plans[tile] is not None and power < 1:
                raise BadNotation(
                    self.table.names[tile], f"the card there would have power {power}, and would be gone (R25)"
                )

    def _remember(self) -> None:
        counters = self.s.rare.counters
        remember_ground(self.s)
        if counters:
            self.s.rare.counters = counters
            if self.s.rare.ground:
                self.s.rare.ground = counters + self.s.rare.ground[2 * self.table.size :]

    def _ground(self, words: Sequence[str]) -> None:
        if len(words) != self.table.size:
            raise BadNotation(" ".join(words), f"ground has {self.table.size} tiles")
        spots = [self._spot(word)[0] for word in words]
        self.s.rare.ground = tuple(spot[part] for part in (1, 2, 0) for spot in spots)

    def _entry(self, word: str) -> tuple[int, int, int, int]:
        found = _ENTRY.fullmatch(word)
        if not found:
            raise BadNotation(word, "placed pawns are written tile:number:seat:count, like m2:3:A:1")
        tile, number, seat, count = found.groups()
        return self.table.grid.tile(tile), int(number), Seat.of(seat), int(count)

    def _pair(self, word: str) -> tuple[int, int, int]:
        found = _PAIR.fullmatch(word)
        if not found:
            raise BadNotation(word, "an aura at work is written source.clause.target, like 3.0.5")
        return int(found[1]), int(found[2]), int(found[3])

    def _held(self, word: str) -> int:
        found = _HELD.fullmatch(word)
        if not found:
            raise BadNotation(word, "a card in hand is its id, and behind < the card that made it")
        code = self._code(found[1])
        return self.table.token(code, self._code(found[2])) if found[2] else code

    def _code(self, card: str) -> int:
        if card not in self.table.codes:
            raise BadNotation(card, "no card here has that id")
        return self.table.codes[card]


def _number(words: Sequence[str], place: int, what: str) -> int:
    if len(words) <= place or not re.fullmatch("[0-9]{1,9}", words[place]):
        raise BadNotation(" ".join(words), f"{what} is a whole number")
    return int(words[place])
