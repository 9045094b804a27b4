"""Names of rulesets."""

from __future__ import annotations

import pickle

import pytest

from bloodfang_engine.errors import UnknownRuleset
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.registry import Registry
from toys import AmbushRules, RaidRules


def test_a_ruleset_is_found_by_its_name() -> None:
    raid = RaidRules()
    assert Registry([AmbushRules(), raid]).find("raid") is raid


def test_a_ruleset_is_found_by_an_alias() -> None:
    registry = Registry()
    fang = BloodFang(practice_set())
    registry.add(fang, "bloodfang", "blood-fang")
    assert registry.find("bloodfang") is registry.find("blood-fang") is registry.find("fang") is fang
    assert registry.aliases("blood-fang") == ("bloodfang", "blood-fang")


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    registry = Registry([AmbushRules()])
    registry.add(RaidRules(), "foray")
    with pytest.raises(UnknownRuleset, match="no ruleset is called 'rade'; known: ambush, raid") as wrong:
        registry.find("rade")
    assert (wrong.value.name, wrong.value.known) == ("rade", ("ambush", "raid"))


def test_an_empty_registry_says_that_it_knows_none() -> None:
    with pytest.raises(UnknownRuleset, match="known: none"):
        Registry().find("fang")
    with pytest.raises(UnknownRuleset):
        Registry().aliases("fang")


@pytest.mark.parametrize("names", [("raid",), ("ambush",), ("foray",), ("new", "new"), ("new", "raid")])
def test_a_name_is_given_once_and_a_refused_ruleset_leaves_no_name_behind(names: tuple[str, ...]) -> None:
    class Another(RaidRules):
        name = names[0]

    registry = Registry([AmbushRules()])
    registry.add(RaidRules(), "foray")
    with pytest.raises(ValueError, match="is taken already"):
        registry.add(Another(), *names[1:])
    assert (registry.names, registry.aliases("raid"), "new" in registry) == (("ambush", "raid"), ("foray",), False)


def test_a_registry_is_walked_in_the_order_of_coming() -> None:
    registry = Registry([RaidRules(), AmbushRules()])
    assert [rules.name for rules in registry] == ["raid", "ambush"]
    assert len(registry) == 2


def test_two_registries_know_nothing_of_each_other() -> None:
    Registry([RaidRules()])
    assert "raid" not in Registry()


def test_the_error_survives_a_trip_to_another_process() -> None:
    wrong = UnknownRuleset("rade", ["ambush", "raid"])
    assert str(pickle.loads(pickle.dumps(wrong))) == str(wrong)
