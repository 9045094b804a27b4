"""Every scenario of tests/scenarios holds; and one that is wrong, or wrongly written, says where."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bloodfang_engine.fang.scenarios import check
from bloodfang_engine.scenario import Failure, Report, read_file, run, run_files

FOLDER = Path(__file__).resolve().parent.parent / "scenarios"
FILES = sorted(FOLDER.glob("*.json"))
SCENARIOS = [scenario for path in FILES for scenario in read_file(path)]

Record = dict[str, Any]


def named(scenario: Record) -> str:
    return str(scenario["id"])


@pytest.mark.parametrize("scenario", SCENARIOS, ids=named)
def test_the_scenario_holds(scenario: Record) -> None:
    assert run(scenario, check) == []


@pytest.mark.parametrize("scenario", SCENARIOS, ids=named)
def test_none_of_its_expectations_can_be_falsified_unnoticed(scenario: Record) -> None:
    falsified = list(lies(scenario["expect"]))
    assert falsified, "a scenario must expect something"
    assert [what for what, expect in falsified if not run({**scenario, "expect": expect}, check)] == []


def test_both_collections_are_there_and_no_id_is_given_twice() -> None:
    assert {"own.json", "reference.json"} <= {path.name for path in FILES}
    assert len({named(scenario) for scenario in SCENARIOS}) == len(SCENARIOS)


# lies: each expectation changed in one place

OTHER = {"P1": "P2", "P2": "P1", None: "P1", "draw": "P1", "playing": "ended", "ended": "playing"}
STATES = {"raised": "lowered", "lowered": "plain", "plain": "raised"}


def lies(expect: Record) -> Iterator[tuple[str, Record]]:
    """The expectation with one thing in it made false, again and again, with the name of that thing."""
    for key, said in expect.items():
        if key in ("tiles", "legal", "illegal"):
            yield from (
                (f"{key} {said[place]}", lie) for place in range(len(said)) for lie in _lies_in(expect, key, place)
            )
        else:
            yield key, {**expect, key: _falsified(key, said)}


def _lies_in(expect: Record, key: str, place: int) -> Iterator[Record]:
    said = expect[key][place]
    if key == "tiles":
        for word in said.keys() - {"r", "c"}:
            changed = copy.deepcopy(expect)
            changed["tiles"][place][word] = _falsified(word, said[word])
            yield changed
    else:
        opposite = "illegal" if key == "legal" else "legal"
        yield {opposite: [said]}


def _falsified(key: str, said: Any) -> Any:
    match key:
        case "owner" | "card_owner" | "winner" | "phase" | "to_move":
            return OTHER[said]
        case "status":
            return STATES[said]
        case "pawns" | "power" | "bonus" | "turn":
            return said + 1
        case "card":
            return "ghost" if said is None else None
        case "score":
            return [said[0] + 1, said[1]]
        case "lanes":
            return [*said[:-1], [said[-1][0], said[-1][1] + 1]]
        case "hands" | "deck":
            return {player: [*cards, "ghost"] for player, cards in said.items()}
        case "destroyed_order" | "ability_order" | "events_include":
            return [*said, "ghost"]
    raise AssertionError(f"no lie is known about {key}")


# scenarios that are written wrongly

IMP = {"rank": 1, "power": 1, "cells": [], "ability": None}
GOOD: Record = {
    "id": "G001",
    "cards": {"imp": IMP},
    "setup": {"tiles": [{"r": 1, "c": 1, "owner": "P1", "pawns": 1, "card": "imp"}], "hands": {"P1": ["imp"]}},
    "actions": [{"do": "play", "player": "P1", "card": "imp", "at": [1, 0]}],
    "expect": {"tiles": [{"r": 1, "c": 0, "card": "imp"}]},
}


def tile(**said: object) -> Record:
    """A setup with one tile, t2 if nothing else is said."""
    return {"setup": {"tiles": [{"r": 0, "c": 1, **said}]}}


def play(**said: object) -> Record:
    """A single act, A's imp to m1 if nothing else is said."""
    return {"actions": [{"do": "play", "player": "P1", "card": "imp", "at": [1, 0], **said}]}


def legal(**said: object) -> Record:
    """A play that is expected to be legal."""
    return {"expect": {"legal": [{"player": "P1", "card": "imp", "at": [0, 0], **said}]}}


WRONG = [
    ("a key nobody knows", {"expects": {}}, "scenario: expects is not known here"),
    ("an expectation nobody knows", {"expect": {"tile": []}}, "expect: tile is not known here"),
    ("a misspelt word", {"expect": {"tiles": [{"r": 0, "c": 0, "pawn": 1}]}}, "expected tile: pawn is not known"),
    (
        "an expected tile off the board",
        {"expect": {"tiles": [{"r": 3, "c": 0}]}},
        "expected tile: the board has no row 3",
    ),
    ("tiles that are no list", {"expect": {"tiles": {"r": 0}}}, "expected tiles: expected a list"),
    ("a kind of event that is no word", {"expect": {"events_include": [["destroyed"]]}}, "events_include"),
    ("a legal play off the board", legal(at=[0, 7]), "legal: the board has no row 0, column 7"),
    ("a legal play of nobody", legal(player=1), "legal: a player is P1 or P2"),
    ("a word too many about a play", legal(power=1), "legal: power is not known here"),
    ("expectations that are no object", {"expect": ["tiles"]}, "expect: expected an object"),
    ("an unknown word in the setup", {"setup": {"hand": {}}}, "setup: hand is not known here"),
    ("a setup tile off the board", tile(c=5), "setup tile: the board has no row 0, column 5"),
    ("a setup tile without a place", tile(r=None), "setup tile: the board has no row None"),
    (
        "a setup tile with four pawns",
        tile(owner="P1", pawns=4),
        "setup tile t2 pawns: expected a whole number from 0 to 3",
    ),
    ("a holder nobody knows", tile(owner="P3"), "setup tile t2: a player is P1 or P2"),
    (
        "a card nobody knows",
        tile(owner="P1", card="ghost"),
        "setup tile t2: no card of this scenario is called 'ghost'",
    ),
    ("a card of nobody", tile(card="imp"), "setup tile t2: a card on a neutral tile needs its card_owner"),
    ("a card that would be gone", tile(owner="P1", card="imp", bonus=-1), "setup tile t2: the card would have power 0"),
    ("a first time nobody knows", tile(owner="P1", card="imp", flags=["rised"]), "setup tile t2"),
    ("two cards on one tile", {"setup": {"tiles": tile(owner="P1", card="imp")["setup"]["tiles"] * 2}}, "named twice"),
    ("a hand with a card nobody knows", {"setup": {"hands": {"P1": ["ghost"]}}}, "setup hands of P1: no card"),
    ("a hand of nobody", {"setup": {"hands": {"P3": []}}}, "setup hands of P3: a player is P1 or P2"),
    ("a turn before the first", {"setup": {"turn": 0}}, "setup turn: expected a whole number"),
    ("too many passes", {"setup": {"passes": 2}}, "setup passes: expected a whole number from 0 to 1"),
    ("an act nobody knows", {"actions": [{"do": "wait"}]}, "act 1: do is play, pass or destroy, not 'wait'"),
    ("an act that is no object", {"actions": ["pass"]}, "act 1: expected an object"),
    ("a play off the board", play(at=[9, 9]), "act 1: the board has no row 9, column 9"),
    ("a play at no place", play(at="m1"), "act 1: at is [row, column]"),
    ("a play of nobody", play(player="A"), "act 1: a player is P1 or P2"),
    (
        "an illegal play",
        play(at=[1, 2]),
        "act 1 was expected to be legal, but was refused: A play imp m3: nobody holds",
    ),
    (
        "a play of an unknown card",
        play(card="ghost"),
        "act 1 was expected to be legal, but was refused: A play ghost m1",
    ),
    ("out of turn", play(player="P2"), "it is the other player's turn"),
    ("a command on an empty tile", {"actions": [{"do": "destroy", "at": [0, 0]}]}, "no card stands there"),
    ("a word too many in an act", play(power=1), "act 1: power is not known here"),
    ("a profile nobody knows", {"profile": "house"}, "no profile is called 'house'"),
    ("an option nobody knows", {"rules": {"captures": "convert"}}, "no option is called 'captures'"),
    ("an option with a wrong value", {"rules": {"capture": "steal"}}, "option capture is one of"),
    ("rules that are no object", {"rules": ["capture"]}, "rules: expected an object"),
    ("cards that are no object", {"cards": ["imp"]}, "cards: expected an object"),
    ("a card that is no object", {"cards": {"imp": 1}}, "a card is a table"),
    ("a card without power", {"cards": {"imp": {"rank": 1}}}, "card 'imp': power is a whole number"),
    (
        "a cell off the pattern",
        {"cards": {"imp": {**IMP, "cells": [{"row": 3}]}}},
        "card 'imp': a cell has row and col",
    ),
    ("an ability nobody knows", {"cards": {"imp": {**IMP, "ability": [{"effect": "fly"}]}}}, "card 'imp', ability 1"),
]


def test_the_scenarios_that_are_spoilt_below_are_good() -> None:
    assert run(GOOD, check) == []
    assert run(RICH, check) == []


@pytest.mark.parametrize(("story", "change", "said"), WRONG, ids=[each[0] for each in WRONG])
def test_a_mistake_is_told_in_a_sentence_with_its_place(story: str, change: Record, said: str) -> None:
    assert said in "; ".join(run({**GOOD, **change}, check))


@pytest.mark.parametrize("strange", [None, 7, "S001", [], True])
def test_what_is_no_object_is_told_to_be_none(strange: object) -> None:
    assert run(strange, check) == ["a scenario is an object with cards, setup, actions and expect"]


def test_a_false_expectation_names_the_tile_what_was_expected_and_what_came() -> None:
    false = {**GOOD, "expect": {"tiles": [{"r": 1, "c": 0, "power": 2}], "score": [0, 9]}}
    assert run(false, check) == ["tile m1 power: expected 2, came 1", "score: expected [0, 9], came [2, 0]"]


CROW = {
    "rank": 1,
    "power": 2,
    "tier": "standard",
    "token": False,
    "cells": [{"row": 0, "col": 1, "kind": "X"}],
    "ability": {
        "clauses": [
            {
                "trigger": {"event": "played", "who": "self"},
                "effect": "lower_power",
                "target": {"area": "cells", "side": "enemy"},
                "value": {"n": 3, "per": "card", "count": {"side": "any", "state": "raised", "area": "board"}},
            },
            {
                "trigger": {"event": "first_power_at_least", "who": "ally", "at_least": 3},
                "effect": "add_to_hand",
                "target": {"area": "hand"},
                "cards": ["imp"],
            },
        ]
    },
}
RICH: Record = {
    "id": "G002",
    "title": "every word of the format is used",
    "rulings": ["R24"],
    "profile": "classic",
    "rules": {"capture": "contest", "max_turns": 9, "deferred_pawns": True},
    "cards": {"imp": IMP, "crow": CROW},
    "setup": {
        "tiles": [
            {"r": 0, "c": 0, "owner": "P1", "pawns": 2, "card": "imp", "bonus": 1, "flags": ["raised"]},
            {"r": 1, "c": 1, "owner": "P2", "pawns": 1, "card": "imp", "card_owner": "P2"},
        ],
        "hands": {"P1": ["crow", "imp"], "P2": []},
        "deck": {"P1": [], "P2": ["imp"]},
        "turn": 4,
        "to_move": "P1",
        "passes": 1,
    },
    "actions": [
        {"do": "play", "player": "P1", "card": "crow", "at": [1, 0]},
        {"do": "destroy", "at": [0, 0]},
        {"do": "pass", "player": "P2"},
    ],
    "expect": {
        "tiles": [
            {"r": 1, "c": 0, "owner": "P1", "pawns": 1, "card": "crow", "power": 2, "status": "plain", "bonus": 0}
        ],
        "lanes": [[0, 0], [2, 0], [0, 0]],
        "score": [2, 0],
        "winner": "P1",
        "hands": {"P1": ["imp"], "P2": ["imp"]},
        "deck": {"P2": []},
        "destroyed_order": [[1, 1], [0, 0]],
        "ability_order": ["crow"],
        "events_include": ["destroyed", "passed"],
        "legal": [{"player": "P1", "card": "imp", "at": [0, 0]}],
        "illegal": [{"player": "P1", "card": "imp", "at": [1, 0]}],
        "phase": "playing",
        "turn": 6,
        "to_move": "P1",
    },
}
STRANGE: tuple[Any, ...] = (None, -1, 10**30, 1.5, True, "", "x", [], {}, [[]], [{}], {"x": []})


def test_whatever_stands_in_a_wrong_place_is_answered_in_sentences() -> None:
    """No mistake in a scenario may end in an exception: each value of a good one is put to the test."""
    for path in places(RICH):
        for strange in STRANGE:
            assert all(isinstance(sentence, str) for sentence in run(swapped(RICH, path, strange), check))


def places(said: Any) -> Iterator[tuple[Any, ...]]:
    """The way to each value in nested data."""
    inside: Iterable[tuple[Any, Any]] = ()
    if isinstance(said, dict):
        inside = said.items()
    elif isinstance(said, list):
        inside = enumerate(said)
    for key, value in inside:
        yield (key,)
        yield from ((key, *rest) for rest in places(value))


def swapped(said: Any, path: tuple[Any, ...], strange: Any) -> Any:
    """The same data with one value replaced."""
    changed = copy.deepcopy(said)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = strange
    return changed


# files

BROKEN = [
    ("not-json.json", b"{", "is not JSON"),
    ("not-text.json", b"\xff\xfe\x00", "is not JSON"),
    ("no-list.json", b'{"scenarios": 7}', "holds no list of scenarios"),
    ("a-number.json", b"7", "holds no list of scenarios"),
    ("too-deep.json", b"[" * 200_000, "is not JSON"),
    ("too-long.json", b"[" + b"9" * 5000 + b"]", "is not JSON"),
]


@pytest.mark.parametrize(("name", "content", "said"), BROKEN, ids=[each[0] for each in BROKEN])
def test_a_file_that_cannot_be_read_is_a_failure_with_its_name(
    name: str, content: bytes, said: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    [failure] = run_files([path], check).failures
    assert failure.id == name
    assert said in failure.differences[0]


def test_a_file_that_is_not_there_is_a_failure_with_its_name(tmp_path: Path) -> None:
    [failure] = run_files([tmp_path / "nowhere.json"], check).failures
    assert failure.id == "nowhere.json"
    assert "cannot be read" in failure.differences[0]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    [failure] = run_files([tmp_path], check).failures
    assert "cannot be read" in failure.differences[0]


def test_one_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    report = run_files([tmp_path / "broken.json", *FILES], check)
    assert (report.passed, len(report.failures)) == (len(SCENARIOS), 1)


@pytest.mark.parametrize("text", ["{}", "[{}]", '{"scenarios": [{}]}'])
def test_a_file_holds_one_scenario_a_list_or_a_named_list(text: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(text, encoding="utf-8")
    assert run_files([path], check) == Report(1, ())


def test_a_failure_is_named_by_its_id_or_by_its_place_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text('[{"id": "X1", "wrong": 1}, {"wrong": 1}, 3]', encoding="utf-8")
    assert [failure.id for failure in run_files([path], check).failures] == [
        "X1",
        "some.json scenario 2",
        "some.json scenario 3",
    ]


def test_a_report_reads_as_lines() -> None:
    report = Report(3, (Failure("X1", ("one thing", "another")),))
    assert str(report) == "X1: one thing; another\n3 passed, 1 failed"
