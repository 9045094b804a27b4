"""Cards from TOML files or plain data, checked as a whole; every problem is a sentence with an address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, TypeVar

from bloodfang_engine.document import Document, read_file, read_text
from bloodfang_engine.errors import CardError, Problem, listed, shown
from bloodfang_engine.fang.cards import (
    REPLACE,
    Area,
    Card,
    CardSet,
    Clause,
    Condition,
    Count,
    Effect,
    Happening,
    Per,
    Side,
    Target,
    Tier,
    Trigger,
    Value,
    Who,
    Word,
    as_dict,
)
from bloodfang_engine.grid import Offset

W = TypeVar("W", bound=Word)

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
_MOST_RANK = 9
_MOST_NUMBER = 999

_CARD_KEYS = ("id", "rank", "power", "tier", "token", "reach", "cells", "ability")
_NOTES = ("no", "ability_plain", "created_by", "enters", "note")
"""Keys that say nothing to the rules and are passed over."""
_CLAUSE_KEYS = ("trigger", "effect", "target", "value", "cards")

_POWER_AREAS = (Area.CELLS, Area.SELF, Area.OWN_LANE, Area.BOARD)
_AREAS: Mapping[Effect, tuple[Area, ...]] = {
    Effect.RAISE_POWER: _POWER_AREAS,
    Effect.LOWER_POWER: _POWER_AREAS,
    Effect.DESTROY: _POWER_AREAS,
    Effect.ADD_TO_HAND: (Area.HAND,),
    Effect.SPAWN: (Area.HELD_EMPTY, Area.CELLS, Area.OWN_LANE),
    Effect.RAISE_RANK: (Area.PAWN_CELLS,),
    Effect.SCORE_BONUS: (Area.OWN_LANE, Area.ALL_LANES),
    Effect.TAKE_LOSER_SCORE: (Area.ALL_LANES, Area.OWN_LANE),
}
"""Where each effect may look; the first is meant when a card names none, but for power and destruction."""
_ONE_SHOT = (Effect.RAISE_POWER, Effect.LOWER_POWER, Effect.DESTROY, Effect.ADD_TO_HAND, Effect.SPAWN)
_EFFECTS: Mapping[Happening, tuple[Effect, ...]] = {
    Happening.IN_PLAY: (Effect.RAISE_POWER, Effect.LOWER_POWER),
    Happening.PLAYED: (*_ONE_SHOT, Effect.RAISE_RANK),
    Happening.LANE_WON: (Effect.SCORE_BONUS,),
    Happening.MATCH_END: (Effect.SCORE_BONUS, Effect.TAKE_LOSER_SCORE),
}
"""What each happening can lead to; all others lead to the one-shot effects."""
_VALUED = (Effect.RAISE_POWER, Effect.LOWER_POWER, Effect.RAISE_RANK, Effect.SCORE_BONUS)
_MAKERS = (Effect.ADD_TO_HAND, Effect.SPAWN)


def read_set(paths: Iterable[Path | str]) -> CardSet:
    """The cards of these TOML files as one set; CardError with all that is wrong."""
    documents: list[Document] = []
    problems: list[Problem] = []
    for path in map(Path, paths):
        try:
            documents.append(read_file(path))
        except CardError as wrong:
            problems += wrong.problems
    return join_set(documents, unread=problems)


def parse_set(text: str, name: str = "cards") -> CardSet:
    """The cards of a TOML text as a set; CardError with all that is wrong."""
    return join_set([read_text(text, name)])


def join_set(documents: Iterable[Document], onto: Iterable[Card] = (), unread: Iterable[Problem] = ()) -> CardSet:
    """The cards of these documents as one set, on top of others known already; CardError with all that is wrong.

    `unread` is what was wrong with further documents: it is told as well, and nobody asks for cards that may be there.
    """
    problems = list(unread)
    told = [each for document in documents for each in _told(document, problems)]
    return _made(told, problems, onto)


def make_set(cards: Mapping[str, Any] | Iterable[Any], name: str = "cards") -> CardSet:
    """The cards of plain data as a set: a list of records, or records by id; CardError with all that is wrong."""
    if isinstance(cards, Mapping):
        cards = [{"id": key, **card} if isinstance(card, Mapping) else card for key, card in cards.items()]
    plain = Document(name, {})
    return _made([(plain, place, card) for place, card in enumerate(cards)], [])


def write_card(card: Card) -> str:
    """The card as a block of a TOML file; `parse_set` reads it back."""
    said = as_dict(card)
    kinds = {(cell["row"], cell["col"]): cell["kind"] for cell in said["cells"]} | {(0, 0): "W"}
    lines = ["[[card]]", f'id = "{card.id}"', f"rank = {_toml(said['rank'])}", f"power = {card.power}"]
    if card.tier is not Tier.STANDARD:
        lines.append(f'tier = "{card.tier}"')
    if card.token:
        lines.append("token = true")
    lines += ['reach = """', *(" ".join(kinds.get((row, col), ".") for col in _SPAN) for row in _SPAN), '"""']
    for clause in (said["ability"] or {"clauses": ()})["clauses"]:
        lines += ["[[card.ability]]", *(f"{key} = {_toml(value)}" for key, value in clause.items())]
    return "\n".join(lines) + "\n"


_SPAN = range(-2, 3)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


_Told = tuple[Document, int, Any]
"""A card as it is told: where it stands, which of the cards there it is, and what it says."""


def _told(document: Document, problems: list[Problem]) -> list[_Told]:
    for key in document.said:
        if key != "card":
            what = f"a card file holds [[card]] tables only, not {shown(key)}"
            problems.append(Problem(document.at(key), what))
    cards = document.said.get("card", [])
    if not isinstance(cards, list):
        problems.append(Problem(document.at("card"), "cards are written as [[card]] tables"))
        return []
    return [(document, place, card) for place, card in enumerate(cards)]


def _made(told: Sequence[_Told], problems: list[Problem], onto: Iterable[Card] = ()) -> CardSet:
    cards = {card.id: card for card in onto}
    whole = not problems  # else there may be cards that could not be read
    taken: dict[str, str] = dict.fromkeys(cards, "the set it is added to")
    makers: list[_Reader] = []
    for document, place, said in told:
        reader = _Reader(document, place, problems)
        card = reader.card(said)
        if reader.id in taken:
            reader.wrong(f"the id {reader.id!r} is taken by {taken[reader.id]}", "id")
            continue
        if reader.id:
            taken[reader.id] = f"an earlier card ({reader.at()})" if reader.document.lines else "an earlier card"
        if card:
            cards[card.id] = card
            makers.append(reader)
    for reader in makers:
        for place, clause in enumerate(cards[reader.id].clauses):
            for made in clause.cards:
                if made not in taken and whole:
                    reader.in_ability(place).wrong(f"makes {shown(made)}, but no card has that id", "cards")
    if problems:
        raise CardError(problems)
    return CardSet(cards.values(), _loops(cards))


def _loops(cards: Mapping[str, Card]) -> Iterable[str]:
    """Spawning in answer to death can go on until the guard stops it (R36): worth a warning, not an error."""
    heirs = {
        card.id: {
            made
            for clause in card.clauses
            if clause.effect is Effect.SPAWN and clause.trigger.event is Happening.DESTROYED
            for made in clause.cards
        }
        for card in cards.values()
    }
    for card in cards.values():
        reached, fresh = set[str](), heirs[card.id]
        while fresh:
            reached |= fresh
            fresh = set().union(*(heirs[each] for each in fresh)) - reached
        watches = any(
            clause.effect is Effect.SPAWN
            and clause.trigger.event is Happening.DESTROYED
            and clause.trigger.who is not Who.SELF
            for clause in card.clauses
        )
        if card.id in reached or watches:
            yield f"card {card.id!r}: spawns in answer to death: beside a killing aura it may never come to rest (R36)"


class _Reader:
    """Reads one card and remembers what is wrong with it, and where."""

    def __init__(self, document: Document, place: int, problems: list[Problem]) -> None:
        self.document = document
        self.place: tuple[str | int, ...] = ("card", place)
        self.who = f"card {place + 1}"
        self.id = ""
        self.problems = problems

    def at(self, *key: str) -> str:
        """The address of this card, or of something it says."""
        return self.document.at(*self.place, *key)

    def wrong(self, what: str, *key: str) -> None:
        self.problems.append(Problem(f"{self.at(*key)}: {self.who}", what))

    def in_ability(self, place: int) -> _Reader:
        """The same reader, looking at one ability of the card."""
        within = copy(self)
        within.place = (*self.place, "ability", place)
        within.who = f"{self.who}, ability {place + 1}"
        return within

    def card(self, said: Any) -> Card | None:
        before = len(self.problems)
        if not isinstance(said, Mapping):
            self.wrong(f"a card is a table, not {_shown(said)}")
            return None
        id_ = said.get("id")
        if isinstance(id_, str) and _ID.fullmatch(id_):
            self.id = id_
            self.who = f"card {id_!r}"
        else:
            self.wrong(f"id is letters, digits and . _ - only, at most 40 of them, not {_shown(id_)}", "id")
        self._keys(said, _CARD_KEYS, _NOTES)
        rank = REPLACE if said.get("rank") == "replace" else self._number(said, "rank", 1, _MOST_RANK, ' or "replace"')
        power = self._number(said, "power", 1, _MOST_NUMBER)
        tier = self._word(Tier, said.get("tier", "standard"), "tier")
        token = said.get("token", False)
        if not isinstance(token, bool):
            self.wrong(f"token is true or false, not {_shown(token)}", "token")
        pawns, effects = self._reach(said)
        clauses = self._clauses(said.get("ability"))
        if len(self.problems) > before or tier is None:
            return None
        return Card(self.id, rank, power, pawns, effects, clauses, tier, bool(token))

    # reach

    def _reach(self, said: Mapping[str, Any]) -> tuple[tuple[Offset, ...], tuple[Offset, ...]]:
        if "reach" in said and "cells" in said:
            self.wrong("has both reach and cells; one of them is enough")
        kinds = self._drawn(said["reach"]) if "reach" in said else self._cells(said.get("cells", []))
        pawns = tuple(sorted(offset for offset, kind in kinds.items() if kind in "PX"))
        effects = tuple(sorted(offset for offset, kind in kinds.items() if kind in "EX"))
        return pawns, effects

    def _drawn(self, grid: Any) -> dict[Offset, str]:
        rows = ["".join(line.split()) for line in grid.splitlines()] if isinstance(grid, str) else []
        rows = [row for row in rows if row]
        if len(rows) != 5 or any(len(row) != 5 for row in rows):
            self.wrong("reach is a grid of 5 rows of 5 signs", "reach")
            return {}
        if strange := sorted(set("".join(rows)) - set(".WPEX")):
            self.wrong(f"reach knows . W P E X, not {' '.join(strange)}", "reach")
        if rows[2][2] != "W" or "".join(rows).count("W") != 1:
            self.wrong("reach has one W, the card itself, in the middle", "reach")
        return {(row, col): rows[row + 2][col + 2] for row in _SPAN for col in _SPAN if rows[row + 2][col + 2] in "PEX"}

    def _cells(self, cells: Any) -> dict[Offset, str]:
        kinds: dict[Offset, str] = {}
        if not isinstance(cells, list | tuple):
            self.wrong(f"cells is a list, not {_shown(cells)}", "cells")
            return kinds
        for cell in cells:
            said = cell if isinstance(cell, Mapping) else {}
            row, col, kind = _int(said.get("row")), _int(said.get("col")), said.get("kind")
            if row not in _SPAN or col not in _SPAN:
                self.wrong(f"a cell has row and col from -2 to 2, not {_shown(cell)}", "cells")
            elif (row, col) == (0, 0):
                self.wrong("the card's own place is not a cell", "cells")
            elif kind not in ("P", "E", "X"):
                self.wrong(f"a cell's kind is P, E or X, not {_shown(kind)}", "cells")
            elif (row, col) in kinds:
                self.wrong(f"the cell at row {row}, col {col} is named twice", "cells")
            else:
                kinds[row, col] = kind
        return kinds

    # abilities

    def _clauses(self, ability: Any) -> tuple[Clause, ...]:
        if isinstance(ability, Mapping):
            ability = ability.get("clauses", ability)
        if ability is None:
            return ()
        if not isinstance(ability, list | tuple):
            self.wrong("ability is a list of clauses", "ability")
            return ()
        read = [self.in_ability(place)._clause(said) for place, said in enumerate(ability)]
        return tuple(clause for clause in read if clause)

    def _clause(self, said: Any) -> Clause | None:
        before = len(self.problems)
        if not isinstance(said, Mapping):
            self.wrong(f"an ability is a table, not {_shown(said)}")
            return None
        self._keys(said, _CLAUSE_KEYS)
        trigger = self._trigger(said.get("trigger"))
        effect = self._word(Effect, said.get("effect"), "effect")
        if trigger is None or effect is None:
            return None
        target = self._target(said.get("target"), effect)
        value = self._value(said.get("value")) if "value" in said else None
        cards = self._made_cards(said, effect)
        if target is None:
            return None
        clause = Clause(trigger, effect, target, value, cards)
        self._fits(clause)
        return clause if len(self.problems) == before else None

    def _trigger(self, said: Any) -> Trigger | None:
        if isinstance(said, str):
            said = dict(zip(("event", "who"), said.split("/", 1), strict=False))
        if not isinstance(said, Mapping):
            self.wrong(f'trigger is "event/who" or a table of event and who, not {_shown(said)}')
            return None
        self._keys(said, ("event", "who", "at_least"))
        event, who = (
            self._word(Happening, said.get("event"), "event", "trigger"),
            self._word(Who, said.get("who", "self"), "who", "trigger"),
        )
        if event is None or who is None:
            return None
        at_least = 0
        if event is Happening.FIRST_POWER_AT_LEAST:
            at_least = self._number(said, "at_least", 1, _MOST_NUMBER)
        elif "at_least" in said:
            self.wrong(f"at_least goes with first_power_at_least, not with {event}")
        return Trigger(event, who, at_least)

    def _target(self, said: Any, effect: Effect) -> Target | None:
        areas = _AREAS[effect]
        if said is None and areas is not _POWER_AREAS:
            return Target(areas[0])
        if isinstance(said, str):
            said = dict(zip(("area", "side", "state"), said.split(":", 2), strict=False))
        if not isinstance(said, Mapping):
            self.wrong(f'target is "area:side:state" or a table of them, not {_shown(said)}')
            return None
        self._keys(said, ("area", "side", "state"))
        area = self._word(Area, said.get("area"), "area", "target")
        side = self._word(Side, said.get("side", "any"), "side", "target")
        state = self._word(Condition, said["state"], "state", "target") if said.get("state") is not None else None
        if area is None or side is None:
            return None
        if area not in areas:
            self.wrong(f"{effect} goes to {listed(areas)}, not to {area}")
        if state and (area is Area.SELF or areas is not _POWER_AREAS):
            self.wrong(f"{effect} to {area} takes no state")
        if area is Area.SELF and side is not Side.ANY:
            self.wrong(f"{effect} to self takes no side: it is the card itself")
        return Target(area, side, state)

    def _value(self, said: Any) -> Value | None:
        if _int(said) != _NO_NUMBER:
            said = {"n": said}
        if not isinstance(said, Mapping):
            self.wrong(f"value is a number or a table of n and per, not {_shown(said)}")
            return None
        self._keys(said, ("n", "per", "count"))
        n = self._number(said, "n", 1, _MOST_NUMBER)
        per = self._word(Per, said.get("per", "one"), "per", "value")
        count = None
        if per is Per.CARD:
            count = self._count(said.get("count", {}))
        elif "count" in said and said["count"] is not None:
            self.wrong('count goes with per = "card"')
        return Value(n, per, count) if per else None

    def _count(self, said: Any) -> Count | None:
        if not isinstance(said, Mapping):
            self.wrong(f"count is a table of side, state and area, not {_shown(said)}")
            return None
        self._keys(said, ("side", "state", "area"))
        side = self._word(Side, said.get("side", "any"), "count's side", "value")
        state = (
            self._word(Condition, said["state"], "count's state", "value") if said.get("state") is not None else None
        )
        area = self._word(Area, said.get("area", "board"), "count's area", "value")
        if area not in (None, Area.BOARD, Area.OWN_LANE, Area.CELLS):
            self.wrong(f"count's area is board, own_lane or cells, not {area}")
        return Count(side, state, area) if side and area else None

    def _made_cards(self, said: Mapping[str, Any], effect: Effect) -> tuple[str, ...]:
        cards = said.get("cards", [])
        if not isinstance(cards, list | tuple) or not all(isinstance(card, str) for card in cards):
            self.wrong("cards is a list of card ids")
            return ()
        if effect in _MAKERS and not cards:
            self.wrong(f"{effect} needs cards: the ids of what it makes")
        if cards and effect not in _MAKERS:
            self.wrong(f"cards goes with {listed(_MAKERS)}, not with {effect}")
        return tuple(cards)

    def _fits(self, clause: Clause) -> None:
        """What each word means alone is right by now; do they go together?"""
        event, effect, value = clause.trigger.event, clause.effect, clause.value
        allowed = _EFFECTS.get(event, _ONE_SHOT)
        if effect not in allowed:
            self.wrong(f"{event} leads to {listed(allowed)}, not to {effect}")
        if effect is Effect.RAISE_RANK and clause.trigger.who is not Who.SELF:
            self.wrong("raise_rank goes with played/self only: it says how this card places its pawns")
        if effect in _VALUED and value is None:
            self.wrong(f"{effect} needs a value")
        if effect not in _VALUED and value is not None:
            self.wrong(f"{effect} takes no value")
        if effect is Effect.RAISE_RANK and value and value.per is not Per.ONE:
            self.wrong('raise_rank has a fixed value: per = "one"')
        if event is Happening.IN_PLAY and effect is Effect.LOWER_POWER:
            counted = value.count.state if value and value.count else None
            for state in (counted, clause.target.state):
                if state in (Condition.RAISED, Condition.CHANGED):
                    self.wrong(
                        f"a lasting penalty that depends on who is {state} could fail to settle (R76); use lowered"
                    )

    # small readings

    def _keys(self, said: Mapping[str, Any], known: Sequence[str], silent: Sequence[str] = ()) -> None:
        for key in said:
            if key not in known and key not in silent:
                self.wrong(f"{_shown(key)} is not known here; known: {listed(known)}", str(key))

    def _number(self, said: Mapping[str, Any], key: str, low: int, high: int, more: str = "") -> int:
        value = _int(said.get(key))
        if low <= value <= high:
            return value
        self.wrong(f"{key} is a whole number from {low} to {high}{more}, not {_shown(said.get(key))}", key)
        return 0

    def _word(self, words: type[W], said: Any, what: str, key: str = "") -> W | None:
        try:
            return words(said)
        except ValueError:
            self.wrong(f"{what} is one of {listed(words)}, not {_shown(said)}", key or what)
            return None


_NO_NUMBER = -1_000_000
"""Stands for whatever is not a whole number; far from all that are allowed."""


def _int(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else _NO_NUMBER


def _shown(value: Any) -> str:
    return "nothing" if value is None else shown(value)
