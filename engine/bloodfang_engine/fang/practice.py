"""A practice set: 145 cards and 21 tokens drawn by lot, with every kind of ability, for tests, demos and bench.

The lot is always the same, so the set is too. How many cards have which rank, power, reach and ability follows the
distribution the game is balanced around; which card has what is chance, so nobody should learn them by heart.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from bloodfang_engine.chance import Chance
from bloodfang_engine.fang.cardfile import make_set
from bloodfang_engine.fang.cards import CardSet

_SEED = 145

_FIRST = (
    "ash",
    "bone",
    "ember",
    "grave",
    "hollow",
    "iron",
    "marsh",
    "moon",
    "night",
    "pale",
    "salt",
    "thorn",
    "winter",
)
_SECOND = (
    "bat",
    "bell",
    "crow",
    "fang",
    "hound",
    "lantern",
    "leech",
    "moth",
    "stag",
    "thief",
    "warden",
    "widow",
    "wolf",
)

_RANKS: tuple[tuple[int | str, str, int], ...] = (
    (1, "standard", 35), (2, "standard", 30), (3, "standard", 12), ("replace", "standard", 8),
    (1, "legendary", 15), (2, "legendary", 13), (3, "legendary", 29), ("replace", "legendary", 3),
)  # fmt: skip
_POWERS = ((1, 41), (2, 34), (3, 29), (4, 21), (5, 14), (6, 5), (8, 1))
# reach: how many pawn, effect and double cells, and how many cards are drawn so; where abilities aim at cells or not
_AIMED_REACH = (
    ((0, 0, 1), 2), ((0, 0, 2), 5), ((0, 0, 3), 3), ((0, 0, 4), 5), ((0, 0, 5), 1), ((0, 0, 6), 1), ((0, 0, 8), 2),
    ((0, 1, 0), 2), ((0, 1, 3), 1), ((0, 2, 0), 1), ((0, 3, 2), 1), ((0, 4, 0), 2), ((0, 4, 4), 3), ((0, 7, 1), 1),
    ((0, 8, 0), 3), ((0, 12, 4), 1), ((1, 0, 1), 4), ((1, 0, 2), 3), ((1, 1, 1), 1), ((2, 0, 1), 6), ((2, 0, 2), 2),
    ((2, 0, 3), 1), ((2, 1, 0), 4), ((2, 1, 2), 1), ((2, 2, 0), 7), ((2, 2, 2), 1), ((2, 4, 0), 1), ((2, 4, 1), 1),
    ((2, 8, 0), 1), ((3, 0, 1), 1), ((3, 0, 2), 1), ((3, 1, 0), 2), ((3, 2, 0), 2), ((4, 0, 2), 1), ((4, 8, 0), 4),
    ((5, 8, 0), 1),
)  # fmt: skip
_OTHER_REACH = (
    ((0, 0, 0), 5), ((1, 0, 0), 2), ((2, 0, 0), 17), ((3, 0, 0), 15), ((4, 0, 0), 19), ((5, 0, 0), 2), ((6, 0, 0), 2),
    ((8, 0, 0), 4),
)  # fmt: skip
# how often each place around a card is a cell
_PLACES = (
    ((0, 1), 89), ((1, 0), 70), ((-1, 0), 67), ((0, -1), 44), ((1, 1), 43), ((-1, 1), 42), ((1, -1), 32),
    ((-1, -1), 29), ((-2, 0), 27), ((2, 0), 27), ((2, 1), 17), ((-2, 1), 16), ((0, 2), 14), ((-2, 2), 11), ((2, 2), 11),
    ((-2, -2), 11), ((2, -2), 11), ((0, -2), 9), ((2, -1), 4), ((-1, 2), 4), ((1, 2), 4), ((-1, -2), 3),
    ((1, -2), 3), ((-2, -1), 3),
)  # fmt: skip

# trigger, effect, target, count or "replaced_power" or nothing, amounts on cards, amounts on tokens
_ABILITIES: tuple[tuple[str, str, str, Any, tuple[int, ...], tuple[int, ...]], ...] = (
    ("in_play", "raise_power", "cells:ally", None, (1, 3, 2, 3, 2, 2, 4, 2, 3, 3, 2, 3, 2, 2, 2), (3, 2, 3)),
    ("played", "lower_power", "cells:any", None, (3, 3, 1, 2, 1, 6, 1, 1, 1, 3, 4, 5, 4), (1,)),
    ("played", "lower_power", "cells:enemy", None, (4, 3, 3, 4, 8, 5), (4,)),
    ("played", "lower_power", "cells:any", "replaced_power", (1, 1, 1, 1, 1), ()),
    ("first_lowered", "lower_power", "cells:enemy", None, (2, 2, 2, 6), ()),
    ("lane_won", "score_bonus", "own_lane", None, (10, 5, 3, 10), ()),
    ("played", "raise_rank", "pawn_cells", None, (2, 2, 3, 2), (2,)),
    ("destroyed/enemy", "raise_power", "self", None, (1, 2, 2), ()),
    ("destroyed", "lower_power", "cells:any", None, (3, 4, 4), (5,)),
    ("destroyed", "raise_power", "cells:ally", None, (3, 3, 5), ()),
    ("first_raised", "lower_power", "cells:enemy", None, (2, 4, 5), ()),
    ("first_raised", "raise_power", "cells:ally", None, (3, 4, 4), ()),
    ("in_play", "raise_power", "cells:any", None, (1, 3, 2), (1, 2, 4)),
    ("in_play", "raise_power", "self", ("enemy", "raised"), (3, 2, 1), ()),
    ("played", "raise_power", "cells:ally", "replaced_power", (1, 1, 1), ()),
    ("destroyed/ally", "raise_power", "self", None, (2, 1), ()),
    ("destroyed/any", "raise_power", "self", None, (1, 1), ()),
    ("destroyed", "lower_power", "cells:enemy", None, (1, 9), ()),
    ("first_lowered", "lower_power", "cells:any", None, (4, 5), ()),
    ("first_raised", "lower_power", "cells:any", None, (4, 99), ()),
    ("in_play", "lower_power", "cells:any", None, (1, 1), (2,)),
    ("in_play", "raise_power", "self", ("ally", "lowered"), (2, 3), ()),
    ("in_play", "raise_power", "self", ("ally", "raised"), (2, 1), ()),
    ("in_play", "raise_power", "self", ("any", "lowered"), (1, 3), ()),
    ("played", "destroy", "cells:any", None, (0, 0), ()),
    ("played", "destroy", "cells:enemy", None, (0, 0), (0,)),
    ("destroyed", "raise_power", "cells:any", None, (2,), (1, 2, 3)),
    ("first_lowered", "raise_power", "cells:ally", None, (4,), ()),
    ("first_power_at_least", "raise_power", "cells:ally", None, (2,), ()),
    ("in_play", "lower_power", "cells:enemy", None, (3,), ()),
    ("in_play", "raise_power", "self", ("any", "changed"), (1,), ()),
    ("in_play", "raise_power", "self", ("any", "raised"), (1,), ()),
    ("in_play", "raise_power", "self", ("enemy", "lowered"), (2,), ()),
    ("match_end", "take_loser_score", "all_lanes", None, (0,), ()),
    ("played/ally", "raise_power", "self", None, (1,), ()),
    ("played/enemy", "raise_power", "self", None, (1,), ()),
    ("played", "lower_power", "cells:ally", None, (1,), ()),
    ("played", "raise_power", "cells:any", None, (1,), ()),
)  # fmt: skip
_THRESHOLD = 7
# cards that make tokens: trigger, how many of them, how many tokens each
_HAND_MAKERS = (("played", 4, 1), ("played", 2, 2), ("destroyed", 3, 1))
_SPAWNERS = 3
_PLAIN_REPLACEMENTS = 3


@cache
def practice_set() -> CardSet:
    """The practice set."""
    return make_set(_Lot().cards(), "practice")


class _Lot:
    """Draws the set, one card after the other."""

    def __init__(self) -> None:
        self.chance = Chance.stream(_SEED)
        self.names = self.shuffled([f"{first}-{second}" for first in _FIRST for second in _SECOND])
        self.reaches = {
            True: self.shuffled([reach for reach, count in _AIMED_REACH for _ in range(count)]),
            False: self.shuffled([reach for reach, count in _OTHER_REACH for _ in range(count)]),
        }

    def shuffled(self, things: list[Any]) -> list[Any]:
        pile, self.chance = self.chance.shuffled(things)
        return list(pile)

    def cards(self) -> list[dict[str, Any]]:
        cards = [self.card(*each) for each in self.frames()]
        tokens = [self.token(ability) for ability in self.token_abilities()]
        to_board, to_hand = tokens[:9], tokens[9:]
        makers = [
            card for card in cards if card["ability"] and card["ability"][0]["effect"] in ("spawn", "add_to_hand")
        ]
        for card in makers:
            clause = card["ability"][0]
            pile = to_board if clause["effect"] == "spawn" else to_hand
            clause["cards"] = [pile.pop()["id"] for _ in range(clause.pop("makes"))]
        heir = to_hand.pop()
        heiress = next(token for token in tokens if not token["ability"] and token is not heir)
        heiress["ability"] = [{"trigger": "played", "effect": "add_to_hand", "cards": [heir["id"]]}]
        two_sided = next(
            card
            for card in cards
            if card["ability"]
            and card["ability"][0]["trigger"] == "first_lowered"
            and card["ability"][0]["target"] == "cells:any"
        )
        two_sided["ability"].append(
            {"trigger": "first_raised", "effect": "raise_power", "target": "cells:any", "value": 4}
        )
        return cards + tokens

    def frames(self) -> list[tuple[Any, str, int, Any]]:
        """Rank, tier, power and ability of each collectible card; replacements get what only they can use."""
        ranks = self.shuffled([(rank, tier) for rank, tier, count in _RANKS for _ in range(count)])
        powers = self.shuffled([power for power, count in _POWERS for _ in range(count)])
        abilities: list[Any] = [_ability(*row[:4], n) for row in _ABILITIES for n in row[4]]
        abilities += [
            {"trigger": trigger, "effect": "add_to_hand", "makes": makes}
            for trigger, count, makes in _HAND_MAKERS
            for _ in range(count)
        ]
        abilities += [{"trigger": "played", "effect": "spawn", "makes": 3}] * _SPAWNERS
        eaters = [each for each in abilities if each.get("value", {}).get("per") == "replaced_power"]
        eaters += [None] * _PLAIN_REPLACEMENTS
        others = [each for each in abilities if each.get("value", {}).get("per") != "replaced_power"]
        others = self.shuffled(others + [None] * (len(ranks) - len(eaters) - len(others)))
        return [
            (rank, tier, power, eaters.pop() if rank == "replace" else others.pop())
            for (rank, tier), power in zip(ranks, powers, strict=True)
        ]

    def token_abilities(self) -> list[Any]:
        some = [_ability(*row[:4], n) for row in _ABILITIES for n in row[5]]
        return self.shuffled(some + [None] * (21 - len(some)))

    def card(self, rank: Any, tier: str, power: int, ability: Any) -> dict[str, Any]:
        ability = dict(ability) if ability else None
        aims = bool(ability) and str(ability.get("target", "")).startswith("cells")
        return {
            "id": self.names.pop(),
            "rank": rank,
            "tier": tier,
            "power": power,
            "cells": self.cells(aims),
            "ability": [ability] if ability else None,
        }

    def token(self, ability: Any) -> dict[str, Any]:
        rank, self.chance = self.chance.below(2)
        power, self.chance = self.chance.below(3)
        return {**self.card(rank + 1, "standard", power + 1, ability), "token": True}

    def cells(self, aims: bool) -> list[dict[str, Any]]:
        """The next reach of its kind; when all are dealt they are dealt again (to tokens)."""
        reach = self.reaches[aims].pop(0)
        self.reaches[aims].append(reach)
        places = list(dict.fromkeys(self.shuffled([place for place, count in _PLACES for _ in range(count)])))
        kinds = "".join(kind * count for kind, count in zip("PEX", reach, strict=True))
        return [{"row": row, "col": col, "kind": kind} for (row, col), kind in zip(places, kinds, strict=False)]


def _ability(trigger: str, effect: str, target: str, count: Any, n: int) -> dict[str, Any]:
    said: dict[str, Any] = {"trigger": trigger, "effect": effect, "target": target}
    if trigger == "first_power_at_least":
        said["trigger"] = {"event": trigger, "who": "self", "at_least": _THRESHOLD}
    if count == "replaced_power":
        said["value"] = {"n": n, "per": count}
    elif count:
        said["value"] = {"n": n, "per": "card", "count": {"side": count[0], "state": count[1]}}
    elif n:
        said["value"] = {"n": n}
    return said
