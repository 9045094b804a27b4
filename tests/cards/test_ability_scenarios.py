"""The scenarios of tests/cards/scenarios: each combination of trigger, effect, target and value, worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bloodfang_engine.fang import Card, make_set, read_set
from bloodfang_engine.fang.cards import Clause
from bloodfang_engine.fang.scenarios import check
from bloodfang_engine.scenario import read_file, run
from slow import run_scenario
from test_scenarios import lies

HERE = Path(__file__).resolve().parent
SHIPPED = read_set(sorted((HERE.parents[1] / "cards" / "fang" / "mechanics").glob("*.toml")))
SCENARIOS = [scenario for path in sorted((HERE / "scenarios").glob("*.json")) for scenario in read_file(path)]
NO_ABILITY = "no ability"

Record = dict[str, Any]


def named(scenario: Record) -> str:
    return str(scenario["id"])


def combination(clause: Clause) -> str:
    """Trigger, effect, target and kind of value: what a scenario's note says it shows."""
    target = f"cells:{clause.target.side}" if clause.target.area == "cells" else str(clause.target.area)
    value = str(clause.value.per) if clause.value else "-"
    if clause.value and (count := clause.value.count):
        value = f"card({count.side},{count.state})"
    return f"{clause.trigger.event}/{clause.trigger.who} {clause.effect} {target} {value}"


def combinations(card: Card) -> set[str]:
    return {combination(clause) for clause in card.clauses} or {NO_ABILITY}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=named)
def test_the_scenario_holds(scenario: Record) -> None:
    assert run(scenario, check) == []


@pytest.mark.parametrize("scenario", SCENARIOS, ids=named)
def test_the_slow_implementation_agrees(scenario: Record) -> None:
    assert run_scenario(scenario) == []


@pytest.mark.parametrize("scenario", SCENARIOS, ids=named)
def test_none_of_its_expectations_can_be_falsified_unnoticed(scenario: Record) -> None:
    assert [what for what, lie in lies(scenario["expect"]) if not run({**scenario, "expect": lie}, check)] == []


@pytest.mark.parametrize("scenario", SCENARIOS, ids=named)
def test_its_cards_are_the_shipped_ones(scenario: Record) -> None:
    cards = make_set(scenario["cards"])
    assert [card.id for card in cards.values() if card != SHIPPED[card.id]] == []
    assert scenario["note"] in set[str]().union(*map(combinations, cards.values()))


def test_every_combination_of_the_set_is_shown_and_no_scenario_is_there_twice() -> None:
    known = set[str]().union(*map(combinations, SHIPPED.values()))
    assert {scenario["note"] for scenario in SCENARIOS} == known
    assert len(known - {NO_ABILITY}) == 42
    assert len({named(scenario) for scenario in SCENARIOS}) == len(SCENARIOS)
