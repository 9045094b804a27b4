"""Random cards, sets, options and matches for the property tests: anything the vocabulary can say."""

from __future__ import annotations

from random import Random
from typing import Any

Record = dict[str, Any]

EVERY_TIME = ("raised", "lowered", "spawned")
EVENTS = ("played", "destroyed", "first_raised", "first_lowered", *EVERY_TIME, "first_power_at_least")
EFFECTS = ("raise_power", "lower_power", "raise_power", "lower_power", "destroy", "add_to_hand", "spawn")
WHO = ("self", "ally", "enemy", "any")
SIDES = ("ally", "enemy", "any")
STATES = (None, None, "raised", "lowered", "changed")
AREAS = ("cells", "cells", "self", "own_lane", "board")

OPTION_CHOICES: dict[str, tuple[Any, ...]] = {
    "capture": ("convert", "convert_plus", "contest"),
    "pawns_on_occupied": ("blocked", "stored"),
    "deferred_pawns": (True, False),
    "destroyed_tile": ("keep", "remove_contributions", "destroyer", "clear"),
    "first_draw_skip": ("first_turn", "each_side"),
    "transfer_scope": ("all", "lane"),
    "transfer_winner_only": (True, False),
    "transfer_stacks": (True, False),
    "lane_bonus": ("after_win", "before_compare"),
    "spawn_counts_as_play": (True, False),
    "lethal_lower_triggers": (True, False),
    "aura_counts_as_raise": (True, False),
    "aura_can_destroy": (True, False),
    "end_on_full_board": (True, False),
    "max_waves": (1, 2, 3, 200),
    "max_turns": (0, 12),
    "max_rank": (1, 2, 4),
    "first_player": ("first", "second", "drawn"),
    "replacement": (True, False),
}


def random_options(luck: Random) -> dict[str, Any]:
    """Some options set, the others as they are; sometimes another board."""
    chosen: dict[str, Any] = {
        name: luck.choice(values) for name, values in OPTION_CHOICES.items() if luck.random() < 0.3
    }
    if luck.random() < 0.25:
        chosen |= {"rows": luck.choice((2, 3, 4, 5)), "columns": luck.choice((3, 4, 5, 7))}
    return chosen


def random_cards(luck: Random, count: int = 24, *, wild: bool = True) -> dict[str, Record]:
    """A set of cards by id; wild ones use the whole vocabulary, tame ones no every-time events."""
    names = [f"c{number}" for number in range(count)]
    cards = {name: random_card(luck, names, wild=wild) for name in names}
    for name in names[-4:]:
        cards[name]["token"] = True
        if cards[name]["rank"] == "replace":
            cards[name]["rank"] = 1
    return cards


def random_card(luck: Random, names: list[str], *, wild: bool) -> Record:
    places = [(row, col) for row in range(-2, 3) for col in range(-2, 3) if (row, col) != (0, 0)]
    chosen = luck.sample(places, luck.randint(0, 7))
    cells = [{"row": row, "col": col, "kind": luck.choice("PPEX")} for row, col in chosen]
    clauses = [random_clause(luck, names, wild=wild) for _ in range(luck.choice((0, 1, 1, 1, 2)))]
    return {
        "rank": luck.choice((1, 1, 1, 1, 2, 2, 3, "replace")),
        "power": luck.choice((1, 1, 2, 2, 3, 4, 6)),
        "tier": luck.choice(("standard", "standard", "legendary")),
        "cells": sorted(cells, key=lambda cell: (cell["row"], cell["col"])),
        "ability": {"clauses": clauses} if clauses else None,
    }


def random_clause(luck: Random, names: list[str], *, wild: bool) -> Record:
    kind = luck.random()
    if kind < 0.3:
        return _continuous(luck, wild=wild)
    if kind < 0.36:
        return _ending(luck)
    if kind < 0.4:
        return {
            "trigger": {"event": "played", "who": "self"},
            "effect": "raise_rank",
            "target": {"area": "pawn_cells"},
            "value": {"n": luck.randint(2, 3), "per": "one"},
        }
    events = EVENTS if wild else tuple(event for event in EVENTS if event not in EVERY_TIME)
    event = luck.choice(events)
    trigger: Record = {"event": event, "who": luck.choice(WHO if luck.random() < 0.5 else ("self",))}
    if event == "first_power_at_least":
        trigger["at_least"] = luck.choice((3, 5, 7))
    effect = luck.choice(EFFECTS)
    clause: Record = {"trigger": trigger, "effect": effect}
    if effect == "add_to_hand":
        return clause | {"target": {"area": "hand"}, "cards": luck.choices(names, k=luck.randint(1, 2))}
    if effect == "spawn":
        area = luck.choice(("held_empty", "cells", "own_lane"))
        return clause | {"target": {"area": area}, "cards": luck.choices(names, k=luck.randint(1, 3))}
    clause["target"] = _target(luck, STATES)
    return clause if effect == "destroy" else clause | {"value": _value(luck, STATES)}


def _continuous(luck: Random, *, wild: bool) -> Record:
    effect = luck.choice(("raise_power", "raise_power", "lower_power"))
    states = STATES if effect == "raise_power" else (None, None, "lowered")
    return {
        "trigger": {"event": "in_play", "who": luck.choice(WHO) if wild and luck.random() < 0.2 else "self"},
        "effect": effect,
        "target": _target(luck, states if wild and luck.random() < 0.3 else (None,)),
        "value": _value(luck, states),
    }


def _ending(luck: Random) -> Record:
    if luck.random() < 0.4:
        area = luck.choice(("all_lanes", "own_lane"))
        return {
            "trigger": {"event": "match_end", "who": luck.choice(WHO)},
            "effect": "take_loser_score",
            "target": {"area": area},
        }
    return {
        "trigger": {"event": luck.choice(("lane_won", "match_end")), "who": luck.choice(WHO)},
        "effect": "score_bonus",
        "target": {"area": "own_lane"},
        "value": _value(luck, STATES),
    }


def _target(luck: Random, states: tuple[str | None, ...]) -> Record:
    area = luck.choice(AREAS)
    if area == "self":
        return {"area": "self"}
    target: Record = {"area": area, "side": luck.choice(SIDES)}
    if state := luck.choice(states):
        target["state"] = state
    return target


def _value(luck: Random, states: tuple[str | None, ...]) -> Record:
    per = luck.choice(("one", "one", "one", "card", "replaced_power"))
    value: Record = {"n": luck.choice((1, 1, 2, 3, 5)), "per": per}
    if per == "card":
        value["count"] = {"side": luck.choice(SIDES), "area": luck.choice(("board", "own_lane", "cells"))}
        if state := luck.choice(states):
            value["count"]["state"] = state
    return value
