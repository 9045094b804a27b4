"""Every sentence about an ability can be read back into the clause it came from, so text and rules cannot disagree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodfang.abilities import TERMS, Term, Words, sentence, sentences, short, short_clause, shorts
from bloodfang_engine.errors import CardError
from bloodfang_engine.fang.cardfile import make_set, read_set
from bloodfang_engine.fang.cards import (
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
    Trigger,
    Value,
    Who,
)

T = TypeVar("T")
Record = dict[str, Any]

MECHANICS = Path(__file__).resolve().parents[2] / "cards" / "fang" / "mechanics"
ENGLISH = Words.english()
OTHER_WORDS = Words.of(
    **{
        "tile": Term("den"),
        "pawn": Term("claw"),
        "rank": Term("depth"),
        "power": Term("bite"),
        "lane": Term("road"),
        "reach": Term("scent"),
        "raise": Term("feed"),
        "lower": Term("starve"),
        "raised": Term("fed"),
        "lowered": Term("starved"),
        "destroy": Term("slay"),
        "destroyed": Term("slain"),
        "replace": Term("devour"),
        "token": Term("shade"),
        "ally": Term("kin", "kin"),
        "enemy": Term("foe"),
        "hand": Term("jaw"),
        "deck": Term("litter"),
        "standard": Term("common"),
        "legendary": Term("storied"),
        "aura": Term("howl"),
    }
)
ALL_WORDS = pytest.mark.parametrize("words", [ENGLISH, OTHER_WORDS], ids=["plain", "renamed"])
NAMES = {"pup": "Pup", "hound": "Old Hound", "wolf": "Wolf", "wolf.2": "Wolf of the Fens", "b-w": "St. Ansgar's Bell"}


# The reader: the grammar of the sentences, going from left to right. It knows no clause beforehand.


class Reading:
    """One sentence being read; `left` is what has not been read yet."""

    def __init__(self, text: str, words: Words, names: Mapping[str, str] = NAMES) -> None:
        self.left = text
        self.words = words
        self.ids = {name: id_ for id_, name in names.items()}

    def clause(self) -> Clause:
        if self.has("Places "):
            number = self.number()
            self.must(f" {self.words.pawn if number == 1 else self.words.pawn.many} on each {self.words.tile}")
            self.must(" instead of 1")
            trigger = Trigger(Happening.PLAYED)
            clause = Clause(trigger, Effect.RAISE_RANK, Target(Area.PAWN_CELLS), Value(number))
        else:
            trigger = self.trigger()
            self.must(": ")
            clause = self.deed(trigger)
        self.must(".")
        assert not self.left, f"more than one sentence: {self.left!r}"
        return clause

    # when

    def trigger(self) -> Trigger:
        if self.has("While in play"):
            return Trigger(Happening.IN_PLAY)
        if self.has("While "):
            who = self.another()
            self.must(" is in play")
            return Trigger(Happening.IN_PLAY, who)
        if self.has("When the match ends"):
            who = Who.SELF
            if self.has(" with "):
                who = self.another()
                self.must(" in play")
            return Trigger(Happening.MATCH_END, who)
        if self.has("If "):
            who = self.one({"you win": Who.SELF, "your rival wins": Who.ENEMY, "anyone wins": Who.ANY})
            self.must(f" its {self.words.lane}")
            return Trigger(Happening.LANE_WON, who)
        if self.has("Each time "):
            who = Who.SELF if self.has("it ") else self.another(" ")
            self.must("is ")
            event = self.one({str(self.words.raised): Happening.RAISED, str(self.words.lowered): Happening.LOWERED})
            return Trigger(event, who)
        self.must("When ")
        if self.has(f"its {self.words.power} first reaches "):
            return Trigger(Happening.FIRST_POWER_AT_LEAST, Who.SELF, self.number())
        who = Who.SELF
        if self.left.startswith(tuple(self.others)):
            who = self.another()
            if self.has(f"'s {self.words.power} first reaches "):
                return Trigger(Happening.FIRST_POWER_AT_LEAST, who, self.number())
            self.must(" is ")
        happenings = {
            "played": Happening.PLAYED,
            "spawned": Happening.SPAWNED,
            f"{self.words.destroyed}": Happening.DESTROYED,
            f"first {self.words.raised}": Happening.FIRST_RAISED,
            f"first {self.words.lowered}": Happening.FIRST_LOWERED,
        }
        return Trigger(self.one(happenings), who)

    @property
    def others(self) -> dict[str, Who]:
        enemy = self.words.enemy.word
        article = "an" if enemy[0] in "aeiou" else "a"
        return {f"another {self.words.ally}": Who.ALLY, f"{article} {enemy}": Who.ENEMY, "any other card": Who.ANY}

    def another(self, after: str = "") -> Who:
        who = self.one(self.others)
        self.must(after)
        return who

    # what

    def deed(self, trigger: Trigger) -> Clause:
        words = self.words
        if self.has(f"{words.raise_} "):
            return Clause(trigger, Effect.RAISE_POWER, self.targets(), self.by())
        if self.has(f"{words.lower} "):
            return Clause(trigger, Effect.LOWER_POWER, self.targets(), self.by())
        if self.has(f"{words.destroy} "):
            return Clause(trigger, Effect.DESTROY, self.targets())
        if self.has("add "):
            return Clause(trigger, Effect.ADD_TO_HAND, Target(Area.HAND), None, self.hand())
        if self.has(f"fill your empty {words.tile.many}"):
            area = self.place(" ") if self.left.startswith(" in") else Area.HELD_EMPTY
            return Clause(trigger, Effect.SPAWN, Target(area), None, self.brood())
        if self.has("score "):
            number = self.number()
            self.must(" more")
            return Clause(trigger, Effect.SCORE_BONUS, Target(Area.OWN_LANE), self.times(number))
        if self.has("also score "):
            return Clause(trigger, Effect.SCORE_BONUS, Target(Area.OWN_LANE), self.amount())
        self.must("whoever wins ")
        article = "an" if str(words.lane)[0] in "aeiou" else "a"
        area = self.one({f"its {words.lane}": Area.OWN_LANE, f"{article} {words.lane}": Area.ALL_LANES})
        self.must(f" also scores the loser's {words.power} there")
        return Clause(trigger, Effect.TAKE_LOSER_SCORE, Target(area))

    def targets(self) -> Target:
        if self.has("itself"):
            return Target(Area.SELF)
        if self.has("every "):
            other = self.has("other ")
            state = self.state()
            self.must("card")
            area = self.place(" ")
            assert other == (area is not Area.CELLS)
            return Target(area, Side.ANY, state)
        state = self.state()
        side = self.one({self.words.ally.many: Side.ALLY, self.words.enemy.many: Side.ENEMY})
        return Target(self.place(" "), side, state)

    def by(self) -> Value:
        self.must(" by ")
        return self.amount()

    def amount(self) -> Value:
        number = self.number() if self.left[0].isdigit() else 1
        if number > 1 and self.has(" times "):
            self.must(f"the {self.words.power} of the card it {self.words.replace}s")
            return Value(number, Per.REPLACED_POWER)
        if self.has(f"the {self.words.power} of the card it {self.words.replace}s"):
            return Value(1, Per.REPLACED_POWER)
        return self.times(number)

    def times(self, number: int) -> Value:
        if not self.has(" for each "):
            return Value(number)
        other = self.has("other ")
        state = self.state()
        sides = {str(self.words.ally): Side.ALLY, str(self.words.enemy): Side.ENEMY, "card": Side.ANY}
        side = self.one(sides)
        area = self.place(" ")
        assert other == (side is not Side.ENEMY and area is not Area.CELLS)
        return Value(number, Per.CARD, Count(side, state, area))

    def state(self) -> Condition | None:
        raised, lowered = self.words.raised, self.words.lowered
        if self.has(f"{raised} or {lowered} "):
            return Condition.CHANGED
        return Condition.RAISED if self.has(f"{raised} ") else Condition.LOWERED if self.has(f"{lowered} ") else None

    def place(self, before: str) -> Area:
        self.must(before)
        reach, lane = f"in {self.words.reach}", f"in its {self.words.lane}"
        return self.one({reach: Area.CELLS, lane: Area.OWN_LANE, "on the board": Area.BOARD})

    def hand(self) -> tuple[str, ...]:
        made = [self.one(self.ids)]
        while self.has(", "):
            made.append(self.one(self.ids))
        if self.has(" and "):
            made.append(self.one(self.ids))
        else:
            assert len(made) == 1
        self.must(f" to your {self.words.hand}")
        return tuple(made)

    def brood(self) -> tuple[str, ...]:
        if self.has(" with "):
            return (self.one(self.ids),)
        made: list[str] = []
        while self.has(", " if made else ": "):
            made.append(self.one(self.ids))
            self.must(f" on {self.words.rank} {len(made)}")
        assert self.has(" or more") == (len(made) == 2)
        return tuple(made)

    # small readings

    def has(self, text: str) -> bool:
        """Is this next? Then it is read."""
        if not self.left.startswith(text):
            return False
        self.left = self.left.removeprefix(text)
        return True

    def must(self, text: str) -> None:
        assert self.has(text), f"expected {text!r} at {self.left!r}"

    def one(self, choices: Mapping[str, T]) -> T:
        for text in sorted(choices, key=len, reverse=True):
            if self.has(text):
                return choices[text]
        raise AssertionError(f"expected one of {sorted(choices)} at {self.left!r}")

    def number(self) -> int:
        found = re.match(r"[1-9][0-9]*", self.left)
        assert found, f"expected a number at {self.left!r}"
        self.must(found[0])
        return int(found[0])


def meaning(clause: Clause) -> Clause:
    """The clause without what the rules do not look at, so that two clauses that do the same are the same."""
    trigger, target = clause.trigger, clause.target
    if trigger.event is Happening.LANE_WON and trigger.who is Who.ALLY:
        trigger = replace(trigger, who=Who.SELF)  # R75: in both cases the card's owner wins the lane
    if target.area is Area.SELF or clause.effect not in (Effect.RAISE_POWER, Effect.LOWER_POWER, Effect.DESTROY):
        target = Target(target.area)  # R73: only cards have sides
    if clause.effect is Effect.SCORE_BONUS:
        target = Target(Area.OWN_LANE)  # R61: points go to the owner of the card, whatever the area
    return replace(clause, trigger=trigger, target=target)


# Clauses: as cards use them, and whatever else a card file may say.

ONE_SHOT = ("raise_power", "lower_power", "destroy", "add_to_hand", "spawn")
LEADS_TO: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(map(str, Happening), ONE_SHOT),
    "in_play": ("raise_power", "lower_power"),
    "lane_won": ("score_bonus",),
    "match_end": ("score_bonus", "take_loser_score"),
}
GOES_TO: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("raise_power", "lower_power", "destroy"), ("cells", "self", "own_lane", "board")),
    "raise_rank": ("pawn_cells",),
    "add_to_hand": ("hand",),
    "spawn": ("held_empty", "cells", "own_lane"),
    "score_bonus": ("own_lane", "all_lanes"),
    "take_loser_score": ("all_lanes", "own_lane"),
}
"""Chapter 7 of the rule book."""
STATES = (None, *map(str, Condition))
HUNTED = (None, "lowered")
"""What a lasting penalty may ask for (R76)."""


def effects_of(event: str, who: str) -> tuple[str, ...]:
    return LEADS_TO[event] + (("raise_rank",) if (event, who) == ("played", "self") else ())


def card_of(record: Record, **more: Any) -> Card:
    """A card with this one ability, read as a card file is."""
    tokens = [{"id": id_, "rank": 1, "power": 1, "token": True} for id_ in NAMES]
    return make_set([{"id": "source", "rank": 1, "power": 1, "ability": [record]} | more, *tokens])["source"]


def clause_of(record: Record) -> Clause:
    return card_of(record).clauses[0]


def a_record(event: str, who: str, effect: str, area: str) -> Record:
    """The simplest clause of these four words."""
    trigger: Record = {"event": event, "who": who} | ({"at_least": 7} if event == "first_power_at_least" else {})
    record: Record = {"trigger": trigger, "effect": effect, "target": {"area": area}}
    if effect in ("raise_power", "lower_power", "score_bonus", "raise_rank"):
        record["value"] = 2
    if effect in ("add_to_hand", "spawn"):
        record["cards"] = ["pup"]
    return record


@st.composite
def clauses(draw: st.DrawFn) -> Clause:
    """Any clause that a card file accepts."""
    event, who = draw(st.sampled_from(list(map(str, Happening)))), draw(st.sampled_from(list(map(str, Who))))
    effect = draw(st.sampled_from(effects_of(event, who)))
    record = a_record(event, who, effect, draw(st.sampled_from(GOES_TO[effect])))
    states = st.sampled_from(HUNTED if (event, effect) == ("in_play", "lower_power") else STATES)
    sides = st.sampled_from(list(map(str, Side)))
    numbers = st.integers(1, 999)
    if "at_least" in record["trigger"]:
        record["trigger"]["at_least"] = draw(numbers)
    if record["target"]["area"] != "self":
        record["target"]["side"] = draw(sides)
        if effect in ONE_SHOT[:3]:
            record["target"]["state"] = draw(states)
    if "value" in record:
        per = "one" if effect == "raise_rank" else draw(st.sampled_from(list(map(str, Per))))
        record["value"] = {"n": draw(numbers), "per": per}
        if per == "card":
            area = draw(st.sampled_from(("board", "own_lane", "cells")))
            record["value"]["count"] = {"side": draw(sides), "state": draw(states), "area": area}
    if "cards" in record:
        record["cards"] = draw(st.lists(st.sampled_from(sorted(NAMES)), min_size=1, max_size=5))
    return clause_of(record)


def every_clause() -> Iterator[Clause]:
    """The whole vocabulary with few numbers, without the differences that mean nothing."""
    sides, states = tuple(Side), (None, *Condition)
    counts = [Count(*each) for each in product(sides, states, (Area.BOARD, Area.OWN_LANE, Area.CELLS))]
    values = [Value(2), Value(1, Per.REPLACED_POWER), Value(2, Per.REPLACED_POWER)]
    values += [Value(2, Per.CARD, count) for count in counts]
    aims = [
        Target(Area.SELF),
        *(Target(*each) for each in product((Area.CELLS, Area.OWN_LANE, Area.BOARD), sides, states)),
    ]
    broods = (("pup",), ("pup", "pup"), ("pup", "wolf"), ("wolf", "pup"), ("pup", "hound", "wolf"))
    for event, who in product(Happening, Who):
        if (event, who) == (Happening.LANE_WON, Who.ALLY):
            continue
        trigger = Trigger(event, who, 7 if event is Happening.FIRST_POWER_AT_LEAST else 0)
        for effect in map(Effect, effects_of(event, who)):
            match effect:
                case Effect.RAISE_POWER | Effect.LOWER_POWER:
                    yield from (Clause(trigger, effect, *each) for each in product(aims, values))
                case Effect.DESTROY:
                    yield from (Clause(trigger, effect, aim) for aim in aims)
                case Effect.ADD_TO_HAND | Effect.SPAWN:
                    areas = [Target(Area(area)) for area in GOES_TO[effect]]
                    yield from (Clause(trigger, effect, area, None, made) for area, made in product(areas, broods))
                case Effect.RAISE_RANK:
                    yield from (Clause(trigger, effect, Target(Area.PAWN_CELLS), Value(n)) for n in (1, 2))
                case Effect.SCORE_BONUS:
                    yield from (Clause(trigger, effect, Target(Area.OWN_LANE), value) for value in values)
                case Effect.TAKE_LOSER_SCORE:
                    yield from (Clause(trigger, effect, Target(Area(area))) for area in GOES_TO[effect])


USED = """
in_play/self, raise_power, cells:ally, 2
    While in play: raise allies in reach by 2.
    Aura: allies +2
in_play/self, raise_power, cells:any, 4
    While in play: raise every card in reach by 4.
    Aura: all +4
in_play/self, lower_power, cells:any, 1
    While in play: lower every card in reach by 1.
    Aura: all -1
in_play/self, lower_power, cells:enemy, 3
    While in play: lower enemies in reach by 3.
    Aura: enemies -3
in_play/self, raise_power, self, 2 per enemy:raised
    While in play: raise itself by 2 for each raised enemy on the board.
    +2 per raised enemy
in_play/self, raise_power, self, 2 per enemy:lowered
    While in play: raise itself by 2 for each lowered enemy on the board.
    +2 per lowered enemy
in_play/self, raise_power, self, 1 per ally:raised
    While in play: raise itself by 1 for each other raised ally on the board.
    +1 per raised ally
in_play/self, raise_power, self, 3 per ally:lowered
    While in play: raise itself by 3 for each other lowered ally on the board.
    +3 per lowered ally
in_play/self, raise_power, self, 1 per any:raised
    While in play: raise itself by 1 for each other raised card on the board.
    +1 per raised card
in_play/self, raise_power, self, 3 per any:lowered
    While in play: raise itself by 3 for each other lowered card on the board.
    +3 per lowered card
in_play/self, raise_power, self, 1 per any:changed
    While in play: raise itself by 1 for each other raised or lowered card on the board.
    +1 per raised/lowered card
played/self, lower_power, cells:any, 6
    When played: lower every card in reach by 6.
    Played: all -6
played/self, lower_power, cells:enemy, 4
    When played: lower enemies in reach by 4.
    Played: enemies -4
played/self, lower_power, cells:ally, 1
    When played: lower allies in reach by 1.
    Played: allies -1
played/self, raise_power, cells:any, 1
    When played: raise every card in reach by 1.
    Played: all +1
played/self, lower_power, cells:any, 1 per replaced_power
    When played: lower every card in reach by the power of the card it replaces.
    Played: all -power beneath
played/self, raise_power, cells:ally, 1 per replaced_power
    When played: raise allies in reach by the power of the card it replaces.
    Played: allies +power beneath
played/self, raise_rank, pawn_cells, 2
    Places 2 pawns on each tile instead of 1.
    2 pawns per tile
played/self, destroy, cells:any
    When played: destroy every card in reach.
    Played: destroy all
played/self, destroy, cells:enemy
    When played: destroy enemies in reach.
    Played: destroy enemies
played/ally, raise_power, self, 1
    When another ally is played: raise itself by 1.
    Ally played: +1
played/enemy, raise_power, self, 1
    When an enemy is played: raise itself by 1.
    Enemy played: +1
destroyed/self, lower_power, cells:any, 4
    When destroyed: lower every card in reach by 4.
    Falls: all -4
destroyed/self, lower_power, cells:enemy, 9
    When destroyed: lower enemies in reach by 9.
    Falls: enemies -9
destroyed/self, raise_power, cells:ally, 3
    When destroyed: raise allies in reach by 3.
    Falls: allies +3
destroyed/self, raise_power, cells:any, 2
    When destroyed: raise every card in reach by 2.
    Falls: all +2
destroyed/ally, raise_power, self, 2
    When another ally is destroyed: raise itself by 2.
    Ally falls: +2
destroyed/enemy, raise_power, self, 1
    When an enemy is destroyed: raise itself by 1.
    Enemy falls: +1
destroyed/any, raise_power, self, 1
    When any other card is destroyed: raise itself by 1.
    Any falls: +1
first_raised/self, lower_power, cells:enemy, 5
    When first raised: lower enemies in reach by 5.
    1st raised: enemies -5
first_raised/self, lower_power, cells:any, 99
    When first raised: lower every card in reach by 99.
    1st raised: all -99
first_raised/self, raise_power, cells:ally, 3
    When first raised: raise allies in reach by 3.
    1st raised: allies +3
first_raised/self, raise_power, cells:any, 4
    When first raised: raise every card in reach by 4.
    1st raised: all +4
first_lowered/self, lower_power, cells:enemy, 2
    When first lowered: lower enemies in reach by 2.
    1st lowered: enemies -2
first_lowered/self, lower_power, cells:any, 4
    When first lowered: lower every card in reach by 4.
    1st lowered: all -4
first_lowered/self, raise_power, cells:ally, 4
    When first lowered: raise allies in reach by 4.
    1st lowered: allies +4
first_power_at_least/self/7, raise_power, cells:ally, 2
    When its power first reaches 7: raise allies in reach by 2.
    At power 7: allies +2
lane_won/self, score_bonus, own_lane, 10
    If you win its lane: score 10 more.
    Lane won: score +10
match_end/self, take_loser_score, all_lanes
    When the match ends: whoever wins a lane also scores the loser's power there.
    End: lane winners take all
played/self, add_to_hand, hand, hound b-w
    When played: add Old Hound and St. Ansgar's Bell to your hand.
    Played: Old Hound, St. Ansgar's Bell to hand
destroyed/self, add_to_hand, hand, wolf
    When destroyed: add Wolf to your hand.
    Falls: Wolf to hand
played/self, spawn, held_empty, pup hound wolf
    When played: fill your empty tiles: Pup on rank 1, Old Hound on rank 2, Wolf on rank 3.
    Played: fill with Pup / Old Hound / Wolf
"""
"""Every combination that the cards of the game use: the clause, its sentence, its short form."""
WIDER: list[tuple[Record, str]] = [
    (
        a_record("in_play", "ally", "raise_power", "self"),
        "While another ally is in play: raise itself by 2.",
    ),
    (
        a_record("in_play", "any", "lower_power", "own_lane"),
        "While any other card is in play: lower every other card in its lane by 2.",
    ),
    (
        a_record("raised", "self", "destroy", "board") | {"target": "board:enemy:changed"},
        "Each time it is raised: destroy raised or lowered enemies on the board.",
    ),
    (
        a_record("lowered", "enemy", "destroy", "cells") | {"target": "cells:any:lowered"},
        "Each time an enemy is lowered: destroy every lowered card in reach.",
    ),
    (
        a_record("first_lowered", "ally", "destroy", "self"),
        "When another ally is first lowered: destroy itself.",
    ),
    (
        a_record("first_power_at_least", "enemy", "add_to_hand", "hand") | {"cards": ["pup", "pup", "wolf"]},
        "When an enemy's power first reaches 7: add Pup, Pup and Wolf to your hand.",
    ),
    (
        a_record("spawned", "self", "spawn", "own_lane") | {"cards": ["pup", "wolf"]},
        "When spawned: fill your empty tiles in its lane: Pup on rank 1, Wolf on rank 2 or more.",
    ),
    (
        a_record("spawned", "any", "spawn", "cells"),
        "When any other card is spawned: fill your empty tiles in reach with Pup.",
    ),
    (
        a_record("lane_won", "enemy", "score_bonus", "own_lane")
        | {"value": {"n": 2, "per": "card", "count": {"side": "ally", "area": "own_lane"}}},
        "If your rival wins its lane: score 2 more for each other ally in its lane.",
    ),
    (
        a_record("match_end", "enemy", "score_bonus", "all_lanes") | {"value": {"n": 3, "per": "replaced_power"}},
        "When the match ends with an enemy in play: also score 3 times the power of the card it replaces.",
    ),
    (
        a_record("lane_won", "any", "score_bonus", "own_lane")
        | {"value": {"n": 1, "per": "card", "count": {"side": "any", "state": "raised", "area": "cells"}}},
        "If anyone wins its lane: score 1 more for each raised card in reach.",
    ),
    (
        a_record("match_end", "self", "take_loser_score", "own_lane"),
        "When the match ends: whoever wins its lane also scores the loser's power there.",
    ),
]


def used() -> Iterator[tuple[Clause, str, str]]:
    lines = iter(USED.strip().splitlines())
    for said in lines:
        trigger, effect, target, *rest = said.split(", ")
        event, who, *at_least = trigger.split("/")
        record: Record = {"trigger": {"event": event, "who": who}, "effect": effect, "target": target}
        if at_least:
            record["trigger"]["at_least"] = int(at_least[0])
        if rest and rest[0][0].isdigit():
            n, _, per = rest[0].partition(" per ")
            record["value"] = {"n": int(n), "per": "card" if ":" in per else per or "one"}
            if ":" in per:
                record["value"]["count"] = dict(zip(("side", "state"), per.split(":"), strict=True))
        elif rest:
            record["cards"] = rest[0].split()
        yield clause_of(record), next(lines).strip(), next(lines).strip()


def shipped() -> CardSet:
    cards = read_set(sorted(MECHANICS.glob("*.toml")))
    assert cards
    return cards


@pytest.mark.parametrize(("clause", "text", "brief"), [pytest.param(*each, id=each[1]) for each in used()])
def test_what_cards_do_is_said_in_plain_words(clause: Clause, text: str, brief: str) -> None:
    assert sentence(clause, NAMES.__getitem__, ENGLISH) == text
    assert short_clause(clause, NAMES.__getitem__, ENGLISH) == brief


@pytest.mark.parametrize(("record", "text"), WIDER, ids=[text for _, text in WIDER])
def test_what_no_card_does_yet_is_said_as_well(record: Record, text: str) -> None:
    assert sentence(clause_of(record), NAMES.__getitem__, ENGLISH) == text


@ALL_WORDS
@settings(max_examples=1000)
@given(clause=clauses())
def test_every_sentence_reads_back_into_its_clause(words: Words, clause: Clause) -> None:
    text = sentence(clause, NAMES.__getitem__, words)
    assert Reading(text, words).clause() == meaning(clause)


@ALL_WORDS
def test_every_sentence_of_the_game_reads_back_into_its_clause(words: Words) -> None:
    cards = shipped()
    names = {id_: id_.replace("-", " ").title() for id_ in cards}
    for card in cards.values():
        for clause in card.clauses:
            text = sentence(clause, names.__getitem__, words)
            assert Reading(text, words, names).clause() == meaning(clause), card.id


def test_the_game_says_nothing_that_is_not_shown_here() -> None:
    """The table above holds every combination of trigger, effect, target and kind of value that cards use."""
    told = {_kind(clause) for clause, _, _ in used()}
    assert {_kind(clause) for card in shipped().values() for clause in card.clauses} == told


def _kind(clause: Clause) -> tuple[object, ...]:
    value = clause.value
    clause = meaning(clause)
    return clause.trigger.event, clause.trigger.who, clause.effect, clause.target, value and (value.per, value.count)


def test_no_two_clauses_of_the_whole_vocabulary_sound_alike() -> None:
    vocabulary = list(every_clause())
    assert len(vocabulary) > 100_000
    for clause in vocabulary:
        assert Reading(sentence(clause, NAMES.__getitem__, ENGLISH), ENGLISH).clause() == clause


def test_no_two_clauses_look_alike_in_short_either() -> None:
    seen: set[str] = set()
    for clause in every_clause():
        brief = short_clause(clause, NAMES.__getitem__, ENGLISH)
        assert brief not in seen, brief
        seen.add(brief)


def test_the_reader_refuses_what_is_not_a_sentence_of_the_grammar() -> None:
    for text in (
        "When played: lower enemies in reach by 4",
        "When played: lower enemies in reach by 4. When played: lower enemies in reach by 4.",
        "When played: lower enemy in reach by 4.",
        "When played: raise every other card in reach by 4.",
        "While in play: raise itself by 2 for each ally on the board.",
        "When Played: raise itself by 1.",
    ):
        with pytest.raises(AssertionError):
            Reading(text, ENGLISH).clause()


@pytest.mark.parametrize("event", Happening)
def test_the_vocabulary_tested_here_is_the_whole_of_what_card_files_accept(event: str) -> None:
    for who, effect, area in product(map(str, Who), map(str, Effect), map(str, Area)):
        try:
            clause_of(a_record(event, who, effect, area))
            accepted = True
        except CardError:
            accepted = False
        assert accepted == (effect in effects_of(event, who) and area in GOES_TO[effect]), (who, effect, area)


def test_renamed_terms_leave_no_plain_word_behind() -> None:
    plain = {str(getattr(ENGLISH, field.name)) for field in fields(Words)}
    plain |= {getattr(ENGLISH, field.name).many for field in fields(Words)} - {"reaches"}  # here a verb like any other
    for clause in every_clause():
        text = sentence(clause, NAMES.__getitem__, OTHER_WORDS) + " " + short_clause(clause, str, OTHER_WORDS)
        assert not plain & set(re.findall(r"[a-z]+", text.lower())), text


@ALL_WORDS
def test_sentences_and_short_forms_are_plain_ascii(words: Words) -> None:
    for clause, _, _ in used():
        assert sentence(clause, NAMES.__getitem__, words).isascii()
        assert short_clause(clause, NAMES.__getitem__, words).isascii()


def test_a_short_form_fits_thirty_columns_unless_it_has_names_in_it() -> None:
    for card in shipped().values():
        for clause in card.clauses:
            if not clause.cards:
                assert len(short_clause(clause, str, ENGLISH)) <= 30, card.id


FEEDS_ON = a_record("played", "self", "raise_power", "cells") | {
    "target": "cells:ally",
    "value": {"n": 1, "per": "replaced_power"},
}


def test_a_card_that_replaces_says_so_first() -> None:
    card = card_of(FEEDS_ON, rank="replace")
    assert sentences(card, str, ENGLISH) == (
        "Replaces one of your own cards.",
        "When played: raise allies in reach by the power of the card it replaces.",
    )


def test_in_short_a_card_says_that_it_replaces_only_when_it_has_nothing_else_to_say() -> None:
    assert short(card_of(FEEDS_ON, rank="replace"), str, ENGLISH) == "Played: allies +power beneath"
    assert short(card_of(FEEDS_ON, rank="replace", ability=None), str, ENGLISH) == "Replaces an ally"


def test_two_clauses_are_two_sentences_and_one_short_line() -> None:
    up: Record = {"trigger": "first_raised/self", "effect": "raise_power", "target": "cells", "value": 4}
    down: Record = {"trigger": "first_lowered/self", "effect": "lower_power", "target": "cells", "value": 4}
    card = card_of(up, ability=[up, down])
    assert len(sentences(card, str, ENGLISH)) == 2
    assert shorts(card, str, ENGLISH) == ("1st raised: all +4", "1st lowered: all -4")
    assert short(card, str, ENGLISH) == "1st raised: all +4; 1st lowered: all -4"


def test_a_card_that_can_do_nothing_says_nothing() -> None:
    card = make_set({"stone": {"rank": 1, "power": 1}})["stone"]
    assert sentences(card, str, ENGLISH) == ()
    assert short(card, str, ENGLISH) == ""


def test_the_words_are_the_terms_of_the_glossary() -> None:
    assert "raise" in TERMS
    assert len(TERMS) == 21
    assert Words.of(**{"raise": Term("feed")}).raise_ == Term("feed")


@pytest.mark.parametrize(
    ("word", "many", "one"),
    [
        ("pawn", "pawns", "a pawn"),
        ("enemy", "enemies", "an enemy"),
        ("prey", "preys", "a prey"),
        ("marsh", "marshes", "a marsh"),
        ("ox", "oxes", "an ox"),
    ],
)
def test_a_term_knows_its_regular_plural_and_its_article(word: str, many: str, one: str) -> None:
    assert (Term(word).many, Term(word).one) == (many, one)


def test_an_irregular_plural_is_given() -> None:
    assert Term("wolf", "wolves").of(2) == "2 wolves"
    assert Term("wolf", "wolves").of(1) == "1 wolf"
