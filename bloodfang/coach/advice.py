"""Which act is best here, and why: the legal acts of a seat, ranked by search, the best of them with reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bloodfang.bots.level import Thinking
from bloodfang.bots.opening import mulligan
from bloodfang.bots.tree import Prospect, prospects
from bloodfang.coach.facts import Fact, Kind, facts
from bloodfang.coach.foresight import WORLDS, Forecast, foresee
from bloodfang.observing import Observation
from bloodfang.preview import preview
from bloodfang_engine.fang import Action, BloodFang, Mulligan, Pass, Play

DEPTHS: Mapping[str, int] = MappingProxyType({"quick": 4_000, "usual": 50_000, "deep": 500_000})
"""How many positions are looked at for one answer."""
TOP = 3
REASONS = 3
SEED = 0x0C0A
"""The coach says the same about the same position every time."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One act, weighed."""

    act: Action
    chance: float
    """Of winning, from 0 to 1, as the search sees it."""
    forecast: Forecast | None = None
    """What the rival may do about it; only for the best acts."""
    reasons: tuple[Fact, ...] = ()
    """Up to three, the weightiest first; what speaks against the act comes after what speaks for it."""


def advise(
    rules: BloodFang, known: Observation, legal: Sequence[Action], budget: int = DEPTHS["usual"], top: int = TOP
) -> Thinking[tuple[Advice, ...]]:
    """Every legal act, best first; the first `top` with forecast and reasons. In a mulligan, the one to do."""
    if known.view.mulligan:
        yield 1
        return (_opening(rules, known),)
    ranked = yield from weighed(rules, known, legal, budget)
    found = []
    for number, prospect in enumerate(ranked):
        found.append(explained(rules, known, prospect) if number < top else Advice(prospect.act, prospect.chance))
        if number < top:
            yield WORLDS * len(legal)
    return tuple(found)


def weighed(rules: BloodFang, known: Observation, legal: Sequence[Action], budget: int) -> Thinking[list[Prospect]]:
    """Every legal act, best first."""
    return (yield from prospects(rules, known.imagine, known.seat, legal, budget, SEED))


def explained(rules: BloodFang, known: Observation, prospect: Prospect) -> Advice:
    """An act with its forecast and reasons."""
    act = prospect.act
    assert isinstance(act, Play | Pass)
    forecast = foresee(rules, known, act, SEED)
    reasons = _weightiest(facts(preview(rules, known.view, act), forecast, rules.cards))
    return Advice(act, prospect.chance, forecast, reasons)


def _weightiest(found: Sequence[Fact]) -> tuple[Fact, ...]:
    """Three that say most, one of each kind unless there is nothing else."""
    kinds: set[Kind] = set()
    first: list[Fact] = []
    more: list[Fact] = []
    for fact in found:
        (more if fact.kind in kinds else first).append(fact)
        kinds.add(fact.kind)
    chosen = [*first, *more][:REASONS]
    return tuple(sorted(chosen, key=lambda fact: (fact.weight < 0, -abs(fact.weight))))


def _opening(rules: BloodFang, known: Observation) -> Advice:
    """What to give back, card by card."""
    act = mulligan(rules, known.view)
    hand = known.view.hand or ()
    back = [hand[place - 1] for place in act.places]
    kept = [card for number, card in enumerate(hand, 1) if number not in act.places and rules.cards[card].rank == 1]
    dear = [Fact(Kind.DEAR, "R12", 1.0, (rules.cards[card].rank,), cards=(card,)) for card in back]
    cheap = [Fact(Kind.CHEAP, "R12", 0.5, (1,), cards=(card,)) for card in kept]
    assert isinstance(act, Mulligan)
    return Advice(act, 0.5, None, tuple([*dear, *cheap][:REASONS]))
