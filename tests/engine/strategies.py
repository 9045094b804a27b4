"""Matches for hypothesis to make up and to make small again: cards, options, decks, and which act comes each time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import PASS, Action, BloodFang, State, make_set
from makers import EFFECTS, EVENTS, OPTION_CHOICES, SIDES, WHO, Record, random_cards, random_options

Draw = st.DrawFn

_PLACES = [(row, col) for row in (0, -1, 1, -2, 2) for col in (1, 0, -1, 2, -2) if (row, col) != (0, 0)]
_MOSTLY_SELF = ("self", "self", "self", *WHO)
_POWER_AREAS = ("cells", "cells", "self", "own_lane", "board")
_STATES = (None, "raised", "lowered", "changed")
_SETTLING_STATES = (None, "lowered")
_EVENTS = ("played", *EVENTS)
_OPTIONS: dict[str, tuple[Any, ...]] = {
    **OPTION_CHOICES,
    "rows": (3, 2, 4, 5, 1),
    "columns": (5, 4, 7, 3, 2),
    "max_rank": (3, 2, 4, 9, 1),
}


class Move(NamedTuple):
    """An act of a match, with the states around it."""

    before: State
    seat: Seat
    act: Action
    after: State


@dataclass(frozen=True)
class Match:
    """A match as plain data: what it is made of, and for each act a number that picks it."""

    cards: Mapping[str, Record]
    options: Mapping[str, Any]
    decks: tuple[tuple[str, ...], tuple[str, ...]]
    seed: int
    choices: tuple[int, ...]

    @cached_property
    def rules(self) -> BloodFang:
        """The ruleset with these cards."""
        return BloodFang(make_set(self.cards))

    def start(self) -> State:
        """The opening, before the mulligans."""
        return self.rules.start(Setup("fang", self.decks, self.seed, self.options)).state

    def moves(self) -> Iterator[Move]:
        """One act after the other until the numbers run out or the match is over."""
        state = self.start()
        for choice in self.choices:
            if not self.rules.to_act(state):
                return
            seat, act = picked(self.rules, state, choice)
            after = self.rules.after(state, seat, act)
            yield Move(state, seat, act, after)
            state = after

    def states(self) -> Iterator[State]:
        """Every state that is reached, the opening first."""
        yield self.start()
        for move in self.moves():
            yield move.after


def match_by_lot(seed: int, longest: int = 60) -> Match:
    """A match without hypothesis: it cannot be made small, but more happens in it."""
    luck = Random(seed)
    cards, options = random_cards(luck), random_options(luck)
    fit = [name for name, card in cards.items() if not card.get("token")]
    if not options.get("replacement", True):
        fit = [name for name in fit if cards[name]["rank"] != "replace"]
    size = min(15, len(fit))
    decks = (tuple(luck.sample(fit, size)), tuple(luck.sample(fit, size)))
    choices = tuple(luck.randrange(10**6) for _ in range(longest))
    return Match(cards, options | {"deck_size": size}, decks, seed, choices)


def picked(rules: BloodFang, state: State, choice: int) -> tuple[Seat, Action]:
    """The act a number stands for; a pass is picked seldom, unless there is nothing else to do."""
    seats = rules.to_act(state)
    seat = seats[choice % len(seats)]
    acts = rules.legal_actions(state, seat)
    if acts[-1] == PASS and len(acts) > 1 and choice % 31 != 30:
        acts = acts[:-1]
    return seat, acts[choice // 31 % len(acts)]


@st.composite
def matches(draw: Draw, options: st.SearchStrategy[dict[str, Any]] | None = None, longest: int = 40) -> Match:
    """A match with few cards, so that they meet often, and equal ones in a hand."""
    cards = draw(st.one_of(card_sets(), st.integers(0, 10**6).map(_by_lot)))
    chosen = draw(option_sets() if options is None else options)
    fit = [name for name, card in cards.items() if not card.get("token")]
    if not chosen.get("replacement", True):
        fit = [name for name in fit if cards[name]["rank"] != "replace"]
    size = draw(st.integers(8, 16)) if fit else 0
    chosen |= {"deck_size": size, "hand_size": draw(st.integers(2, 5)), "max_copies": (size, size)}
    decks = [tuple(draw(st.lists(st.sampled_from(fit or sorted(cards)), min_size=size, max_size=size))) for _ in Seat]
    length = max(draw(st.integers(1, longest)), draw(st.integers(1, longest)))
    choices = draw(st.lists(st.integers(0, 9999), min_size=length, max_size=length))
    return Match(cards, chosen, (decks[0], decks[1]), draw(st.integers(0, 2**63 - 1)), tuple(choices))


def option_sets() -> st.SearchStrategy[dict[str, Any]]:
    """Any options, on boards of several sizes."""
    values = {name: st.sampled_from(choices) for name, choices in _OPTIONS.items()}
    names = st.lists(st.sampled_from(sorted(values)), unique=True, max_size=8)
    return names.flatmap(lambda chosen: st.fixed_dictionaries({name: values[name] for name in chosen}))


def _by_lot(seed: int) -> dict[str, Record]:
    """Cards that can only be had as a whole: they do more, and do not get simpler."""
    return random_cards(Random(seed), 16)


@st.composite
def card_sets(draw: Draw) -> dict[str, Record]:
    """Some cards by id, up to two of them tokens."""
    names = [f"c{number}" for number in range(draw(st.integers(4, 10)))]
    collectible = len(names) - draw(st.integers(0, 2))
    return {name: draw(records(names)) | {"token": place >= collectible} for place, name in enumerate(names)}


@st.composite
def records(draw: Draw, names: list[str]) -> Record:
    """A card that may say anything the vocabulary can say; it makes cards of these names."""
    kinds = draw(st.dictionaries(st.sampled_from(_PLACES), st.sampled_from("PXE"), min_size=2, max_size=10))
    told = [draw(clauses(names)) for _ in range(draw(st.sampled_from((0, 1, 1, 1, 2))))]
    return {
        "rank": draw(st.sampled_from((1, 1, 1, 1, 2, 2, 3, "replace"))),
        "power": draw(st.sampled_from((1, 2, 3, 4, 6))),
        "tier": draw(st.sampled_from(("standard", "legendary"))),
        "cells": [{"row": row, "col": col, "kind": kind} for (row, col), kind in sorted(kinds.items())],
        "ability": {"clauses": told} if told else None,
    }


def clauses(names: list[str]) -> st.SearchStrategy[Record]:
    """One ability: an answer, something continuous, stronger pawns, or something at the end."""
    kinds = (_answers(names), _continuous(), _stronger_pawns(), _endings())
    return st.sampled_from((0, 0, 0, 0, 0, 1, 1, 1, 2, 3)).flatmap(lambda kind: kinds[kind])


@st.composite
def _answers(draw: Draw, names: list[str]) -> Record:
    event = draw(st.sampled_from(_EVENTS))
    trigger: Record = {"event": event, "who": draw(st.sampled_from(_MOSTLY_SELF))}
    if event == "first_power_at_least":
        trigger["at_least"] = draw(st.sampled_from((3, 5, 7)))
    effect = draw(st.sampled_from(EFFECTS))
    clause: Record = {"trigger": trigger, "effect": effect}
    if effect in ("add_to_hand", "spawn"):
        areas = ("hand",) if effect == "add_to_hand" else ("held_empty", "cells", "own_lane")
        made = draw(st.lists(st.sampled_from(names), min_size=1, max_size=3))
        return clause | {"target": {"area": draw(st.sampled_from(areas))}, "cards": made}
    clause["target"] = draw(_targets(_STATES))
    return clause if effect == "destroy" else clause | {"value": draw(_values(_STATES))}


@st.composite
def _continuous(draw: Draw) -> Record:
    effect = draw(st.sampled_from(("raise_power", "lower_power")))
    states = _STATES if effect == "raise_power" else _SETTLING_STATES
    return {
        "trigger": {"event": "in_play", "who": draw(st.sampled_from(_MOSTLY_SELF))},
        "effect": effect,
        "target": draw(_targets(states)),
        "value": draw(_values(states)),
    }


@st.composite
def _stronger_pawns(draw: Draw) -> Record:
    return {
        "trigger": {"event": "played", "who": "self"},
        "effect": "raise_rank",
        "target": {"area": "pawn_cells"},
        "value": {"n": draw(st.integers(1, 4))},
    }


@st.composite
def _endings(draw: Draw) -> Record:
    target = {"area": draw(st.sampled_from(("own_lane", "all_lanes")))}
    who = draw(st.sampled_from(WHO))
    if draw(st.booleans()):
        return {"trigger": {"event": "match_end", "who": who}, "effect": "take_loser_score", "target": target}
    event = draw(st.sampled_from(("lane_won", "match_end")))
    value = draw(_values(_STATES))
    return {"trigger": {"event": event, "who": who}, "effect": "score_bonus", "target": target, "value": value}


@st.composite
def _targets(draw: Draw, states: tuple[str | None, ...]) -> Record:
    area = draw(st.sampled_from(_POWER_AREAS))
    if area == "self":
        return {"area": "self"}
    return {"area": area, "side": draw(st.sampled_from(SIDES)), "state": draw(st.sampled_from(states))}


@st.composite
def _values(draw: Draw, states: tuple[str | None, ...]) -> Record:
    n = draw(st.sampled_from((1, 2, 3, 5)))
    per = draw(st.sampled_from(("one", "one", "card", "replaced_power")))
    if per != "card":
        return {"n": n, "per": per}
    side, area = draw(st.sampled_from(SIDES)), draw(st.sampled_from(("board", "own_lane", "cells")))
    return {"n": n, "per": per, "count": {"side": side, "area": area, "state": draw(st.sampled_from(states))}}
