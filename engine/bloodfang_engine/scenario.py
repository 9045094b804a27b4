"""Scenario files: a position, some acts, and what must hold afterwards. A rules bug is best reported as one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bloodfang_engine.errors import EngineError, listed

Check = Callable[[Mapping[str, Any]], Sequence[str]]
"""Plays one scenario; a sentence for each thing that came out otherwise than expected."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A scenario that did not hold, with one sentence for each difference."""

    id: str
    differences: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.id}: {'; '.join(self.differences)}"


@dataclass(frozen=True, slots=True)
class Report:
    """What running scenarios showed."""

    passed: int
    failures: tuple[Failure, ...]

    def __str__(self) -> str:
        return "\n".join([*map(str, self.failures), f"{self.passed} passed, {len(self.failures)} failed"])


class BadScenario(EngineError):
    """This scenario cannot be played as it is written."""


def run_files(paths: Sequence[Path | str], check: Check) -> Report:
    """Run every scenario of these files; a file that cannot be read is a failure too."""
    passed = 0
    failures: list[Failure] = []
    for path in map(Path, paths):
        try:
            scenarios = read_file(path)
        except BadScenario as wrong:
            failures.append(Failure(path.name, (str(wrong),)))
            continue
        for number, scenario in enumerate(scenarios, 1):
            id_ = scenario.get("id") if isinstance(scenario, Mapping) else None
            if differences := run(scenario, check):
                failures.append(Failure(str(id_ or f"{path.name} scenario {number}"), tuple(differences)))
            else:
                passed += 1
    return Report(passed, tuple(failures))


def run(scenario: Any, check: Check) -> Sequence[str]:
    """Run one scenario; a mistake in it is a difference like any other."""
    if not isinstance(scenario, Mapping):
        return ["a scenario is an object with cards, setup, actions and expect"]
    try:
        return check(scenario)
    except EngineError as wrong:
        return [str(wrong).replace("\n", "; ")]


def read_file(path: Path) -> list[Any]:
    """The scenarios of a file: `{"scenarios": [...]}`, a list of them, or a single one."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise BadScenario(f"cannot be read: {trouble.strerror}") from None
    except (ValueError, RecursionError) as wrong:  # not UTF-8, not JSON, numbers or lists beyond all measure
        raise BadScenario(f"is not JSON: {wrong}") from None
    if isinstance(told, Mapping):
        told = told.get("scenarios", [told])
    if not isinstance(told, list):
        raise BadScenario('holds no list of scenarios: it should be {"scenarios": [...]}')
    return told


def known_keys(said: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    """Refuse what nobody would look at: a misspelt expectation must not pass in silence."""
    if strange := [key for key in said if key not in known]:
        raise BadScenario(f"{where}: {listed(strange)} is not known here; known: {listed(known)}")
