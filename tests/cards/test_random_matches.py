"""Random matches over random legal decks of the shipped set: they end, and all that happens can be told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from random import Random

import pytest

from bloodfang.catalog import load_shipped
from bloodfang.telling import named
from bloodfang_engine.contract import Event, Seat, Setup
from bloodfang_engine.fang import (
    PASS,
    Action,
    BloodFang,
    Mulligan,
    Options,
    Play,
    State,
    as_dict,
    deck_problem,
    read_set,
)
from bloodfang_engine.fang import events as ev
from bloodfang_engine.fang.story import tell
from makers import random_options
from mirror import play_both

MECHANICS = Path(__file__).resolve().parents[2] / "cards" / "fang" / "mechanics"
SHIPPED = read_set(sorted(MECHANICS.glob("*.toml")))
RECORDS = {card.id: as_dict(card) for card in SHIPPED.values()}
RULES = BloodFang(SHIPPED)
COLLECTIBLE = [card.id for card in SHIPPED.collectible]
CATALOG = load_shipped()

MOST_ACTS = 1000
PASSES_IN_TEN = 0.5
"""How often, out of ten turns with something to play, a player passes."""
VIEWERS = (Seat.FIRST, Seat.SECOND, None)
KINDS = {
    kind for kind in vars(ev).values() if isinstance(kind, type) and issubclass(kind, ev.FangEvent)
} - {ev.FangEvent, ev.CascadeLimit, ev.GroundChanged}  # fmt: skip
"""What can happen with the shipped set by the book: its cascades end, and a fallen card's tile stays as it was."""


@dataclass
class Tally:
    """What was seen in some matches."""

    matches: int = 0
    acts: int = 0
    events: int = 0
    kinds: set[type] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    endings: set[str] = field(default_factory=set)


def match(seed: int) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """A match of random acts with two random legal decks: each state, with what happened on the way to it."""
    luck = Random(seed)
    decks = tuple(luck.sample(COLLECTIBLE, 15)), tuple(luck.sample(COLLECTIBLE, 15))
    assert not any(deck_problem(SHIPPED, Options.of(), deck) for deck in decks)
    step = RULES.start(Setup("fang", decks, seed, {}, SHIPPED.digest))
    yield step.state, tuple(step.events)
    while seats := RULES.to_act(step.state):
        seat = luck.choice(seats)
        step = RULES.apply(step.state, seat, choice(step.state, seat, luck))
        yield step.state, tuple(step.events)


def choice(state: State, seat: Seat, luck: Random) -> Action:
    """Any legal act, but few passes, and every other time one of the cards that are hardest to play."""
    acts = RULES.legal_actions(state, seat)
    plays = [act for act in acts if isinstance(act, Play)]
    if not plays or luck.random() < PASSES_IN_TEN / 10:
        return PASS if PASS in acts else luck.choice([act for act in acts if isinstance(act, Mulligan)])
    most = max(hardness(act) for act in plays) if luck.random() < 0.5 else 0
    return luck.choice([act for act in plays if hardness(act) >= most])


def hardness(act: Play) -> int:
    """The rank of the card; what goes only over another is the hardest."""
    return SHIPPED[act.card].rank or 4


def tally(seeds: Iterable[int]) -> Tally:
    """Play these matches to their end; every event is told, to everybody, by ids and by names."""
    seen = Tally()
    for seed in seeds:
        course = list(islice(match(seed), MOST_ACTS))
        outcome = RULES.outcome(course[-1][0])
        assert outcome is not None, f"match {seed} does not end"
        seen.matches += 1
        seen.acts += len(course) - 1
        seen.endings.add(outcome.reason)
        for event in chain.from_iterable(events for _, events in course):
            seen.events += 1
            seen.kinds.add(type(event))
            if isinstance(event, ev.CardPlayed | ev.CardSpawned):
                seen.cards.add(event.figure.card)
            check_sentences(event)
    return seen


def check_sentences(event: Event) -> None:
    """A whole sentence for everybody who may hear of it, and with the cards' names no id is left in it."""
    for seen in {RULES.redact(event, viewer) for viewer in VIEWERS}:
        sentence = tell(seen).strip()
        assert re.fullmatch(r"[^ ].* .*\.", sentence), f"no sentence for {event}"
        told = tell(named(seen, CATALOG.name_of)).strip()
        assert re.fullmatch(r"[^ ].* .*\.", told), f"no sentence for {event} with names"
        assert not SHIPPED.keys() & set(re.findall(r"[\w-]+", told)), f"an id in: {told}"


def lots(first: int, count: int, size: int) -> list[range]:
    """Seeds in lots of this size, so that several cores can share them."""
    return [range(start, start + size) for start in range(first, first + count * size, size)]


def name_of(seeds: range) -> str:
    return f"{seeds.start}-{seeds.stop - 1}"


@pytest.mark.parametrize("seeds", lots(0, 1, 300), ids=name_of)
def test_every_match_ends_and_every_event_has_a_sentence(seeds: range) -> None:
    seen = tally(seeds)
    assert seen.matches == len(seeds)
    assert seen.endings == {"passes", "full_board"}
    assert seen.kinds == KINDS
    assert set(COLLECTIBLE) <= seen.cards


@pytest.mark.soak
@pytest.mark.parametrize("seeds", lots(1_000_000, 4, 5000), ids=name_of)
def test_twenty_thousand_matches_end_and_every_event_has_a_sentence(seeds: range) -> None:
    seen = tally(seeds)
    assert seen.matches == len(seeds)
    assert seen.endings == {"passes", "full_board"}
    assert seen.kinds == KINDS
    assert set(SHIPPED) == seen.cards


@pytest.mark.parametrize("seeds", lots(0, 4, 20), ids=name_of)
def test_matches_go_as_the_slow_implementation_says(seeds: range) -> None:
    check_with_slow(seeds)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", lots(1_000_000, 40, 50), ids=name_of)
def test_thousands_of_matches_go_as_the_slow_implementation_says(seeds: range) -> None:
    check_with_slow(seeds)


def check_with_slow(seeds: range) -> None:
    """Whole matches on both, equal after every act: by the book, by another profile, and with options by lot."""
    for seed in seeds:
        options = ({}, {"profile": "reference"}, random_options(Random(seed)))[seed % 3]
        acts, found = play_both(RECORDS, options, seed)
        assert not found, "\n".join(found)
        assert acts
