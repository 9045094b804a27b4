"""The rule book and the tests agree: every rule is tested under its number, and no other number is cited."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from bloodfang_engine.fang import Refusal

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "docs" / "RULES.md"
TESTS = ROOT / "tests"
ENGINE = ROOT / "engine" / "bloodfang_engine"

_HEADING = re.compile(r"^\*\*(R\d+[a-z]?)\*\* ", re.MULTILINE)
_NUMBER = re.compile(r"\bR\d+[a-z]?\b")
_AT_THE_START = re.compile(r"R\d+[a-z]?(?:, R\d+[a-z]?)*(?= |$)")


# what is looked for


def rules_of(book: str) -> list[str]:
    """The numbers of the rules, in the order of the book: `**R12** A card of rank n ...`."""
    return _HEADING.findall(book)


def stories_of(source: str) -> Iterator[str]:
    """What the tests of a module say about themselves: docstrings of tests, and all strings that could be a story."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.value


def cited_by(source: str) -> set[str]:
    """The rules that a test module tests: cited at the start of a story or of a test's docstring."""
    cited = (_AT_THE_START.match(story.strip()) for story in stories_of(source))
    return {number for found in cited if found for number in _NUMBER.findall(found[0])}


def ruled_by(scenarios: str) -> set[str]:
    """The rules that a file of scenarios tests: their `rulings`."""
    return {number for scenario in json.loads(scenarios)["scenarios"] for number in scenario["rulings"]}


def strangers(text: str, known: Iterable[str]) -> list[str]:
    """Numbers in a text that are not known, each with its line: `3: R12`."""
    lines = enumerate(text.splitlines(), 1)
    return [f"{place}: {number}" for place, line in lines for number in _NUMBER.findall(line) if number not in known]


# the real thing


def files(folder: Path, *endings: str) -> list[Path]:
    return sorted(path for ending in endings for path in folder.rglob(f"*.{ending}"))


RULES = rules_of(BOOK.read_text(encoding="utf-8"))
MODULES = [path for path in files(TESTS, "py") if path.name.startswith("test_") and path != Path(__file__)]
TESTED = set[str]().union(
    *(cited_by(path.read_text(encoding="utf-8")) for path in MODULES),
    *(ruled_by(path.read_text(encoding="utf-8")) for path in files(TESTS / "scenarios", "json")),
)


@pytest.mark.parametrize("rule", RULES)
def test_the_rule_is_cited_by_a_test(rule: str) -> None:
    assert rule in TESTED


@pytest.mark.parametrize("path", files(TESTS, "py"), ids=lambda path: path.name)
def test_a_test_cites_only_rules_of_the_book(path: Path) -> None:
    assert strangers(path.read_text(encoding="utf-8"), RULES) == []


@pytest.mark.parametrize("path", files(TESTS / "scenarios", "json"), ids=lambda path: path.name)
def test_a_scenario_rests_only_on_rules_of_the_book(path: Path) -> None:
    assert ruled_by(path.read_text(encoding="utf-8")) <= set(RULES)


@pytest.mark.parametrize("path", files(ENGINE, "py", "toml"), ids=lambda path: str(path.relative_to(ENGINE)))
def test_the_engine_cites_only_rules_of_the_book(path: Path) -> None:
    assert strangers(path.read_text(encoding="utf-8"), RULES) == []


@pytest.mark.parametrize("refusal", Refusal, ids=lambda refusal: refusal.name)
def test_a_refusal_rests_on_a_rule_of_the_book_or_on_none(refusal: Refusal) -> None:
    assert strangers(refusal.sentence, RULES) == []


def test_the_book_speaks_only_of_its_own_rules_and_gives_no_number_twice() -> None:
    assert strangers(BOOK.read_text(encoding="utf-8"), RULES) == []
    assert len(set(RULES)) == len(RULES)


def test_the_walk_has_seen_the_book_the_tests_and_the_engine() -> None:
    assert {"R01", "R36b", "R81"} <= set(RULES)
    assert BOOK.is_file()
    assert len(files(ENGINE, "py", "toml")) > 20
    assert len(files(TESTS / "scenarios", "json")) >= 2


# the checkers themselves, on planted texts

NONE = "R" + "99"  # written so that this file does not cite it


def test_a_rule_is_a_bold_number_at_the_start_of_a_line() -> None:
    book = "# Title\n\n**R12** A card.\n\nSee R13 and **R14**.\n\n**R36b** Some.\n**Bold** text\n  **R15** indented\n"
    assert rules_of(book) == ["R12", "R36b"]


PLANTED = [
    ("a docstring", 'def test_a() -> None:\n    """R12 it is so."""\n', {"R12"}),
    ("a docstring that is only a number", 'def test_a() -> None:\n    """R12"""\n', {"R12"}),
    ("several numbers", 'def test_a() -> None:\n    """R12, R36b it is so."""\n', {"R12", "R36b"}),
    ("a story in a table", 'TABLE = [Scenario("R20 the pawn waits", "m A1"), ("R22 two pawns", 7)]\n', {"R20", "R22"}),
    ("an async test", 'async def test_a() -> None:\n    """R12"""\n', {"R12"}),
    ("a number in the middle is no citation", 'def test_a() -> None:\n    """As in R12."""\n', set()),
    ("nor is a comment", "def test_a() -> None:\n    pass  # R12 it is so\n", set()),
    ("nor is a helper's docstring of one word", 'def helper() -> None:\n    """R12"""\n', set()),
    ("nor is a bare word", 'match = "R12"\n', set()),
    ("nor is a longer word", 'def test_a() -> None:\n    """R12x3 is a tile."""\n', set()),
]


@pytest.mark.parametrize(("story", "source", "rules"), PLANTED, ids=[each[0] for each in PLANTED])
def test_a_citation_is_found_where_it_counts(story: str, source: str, rules: set[str]) -> None:
    assert cited_by(source) == rules


def test_the_rulings_of_scenarios_are_citations() -> None:
    assert ruled_by('{"scenarios": [{"rulings": ["R12", "R13"]}, {"rulings": ["R36b"]}]}') == {"R12", "R13", "R36b"}


def test_a_number_that_the_book_has_not_is_found_with_its_line() -> None:
    text = f"first (R12)\nthen ({NONE}), R12-{NONE}b\n"
    assert strangers(text, ["R12"]) == [f"2: {NONE}", f"2: {NONE}b"]


@pytest.mark.parametrize("text", ["R12 and R36b", "HR12 is no rule", "R_7", "r7", "R7x3", ""])
def test_what_is_known_or_no_number_is_left_alone(text: str) -> None:
    assert strangers(text, ["R12", "R36b"]) == []
