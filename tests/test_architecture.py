"""The dependency rule: who may import whom. Nothing imports to its right.

bloodfang_engine (standard library) <- bloodfang <- bloodfang_tui (+ textual) <- bloodfang_sshd (+ asyncssh)
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

ENGINE = "bloodfang_engine"
FOLDERS = {
    ENGINE: "engine/bloodfang_engine",
    "bloodfang": "bloodfang",
    "bloodfang_tui": "tui/bloodfang_tui",
    "bloodfang_sshd": "sshd/bloodfang_sshd",
}
FORBIDDEN = {
    "bloodfang": {"textual", "asyncssh", "bloodfang_tui", "bloodfang_sshd", "chess"},
    "bloodfang_tui": {"asyncssh", "bloodfang_sshd", "chess"},
    "bloodfang_sshd": {"chess"},  # a yardstick under a licence that is not ours: for bench/ only
}
RULESETS = {"fang", "sevenfold", "commonground"}  # every package within the engine; a test keeps the list complete
YARDSTICK = "bench.py"  # measures itself beside python-chess where that is installed, and does without elsewhere
COMPOSITION_ROOT = "bloodfang/cli.py"
DATA_ONLY = ("cards", "config")


@dataclass(frozen=True, slots=True)
class Import:
    """A module that a line of ours asks for, by its full dotted name."""

    module: str
    line: int
    inside_a_function: bool

    @property
    def top(self) -> str:
        """The package it comes from."""
        return self.module.partition(".")[0]

    @property
    def within(self) -> str:
        """What it names directly within that package, or nothing."""
        return self.module.removeprefix(self.top).strip(".").partition(".")[0]


def violations(root: Path) -> list[str]:
    """Every breach of the rule in this tree, as `file:line says what`; folders that are not there break nothing."""
    found = [
        f"{file.relative_to(root).as_posix()}:{each.line} imports {each.module}: {problem}"
        for package in FOLDERS
        for file in modules(root, package)
        for each in imports(file, package_of(file, root / FOLDERS[package]))
        if (problem := why_not(package, file.relative_to(root / FOLDERS[package]), each))
    ]
    found += [
        f"{file.relative_to(root).as_posix()}: {folder}/ holds data, not Python"
        for folder in DATA_ONLY
        for file in sorted((root / folder).rglob("*.py*"))
    ]
    return found


def modules(root: Path, package: str) -> list[Path]:
    """The Python files of a package, in a stable order."""
    return sorted((root / FOLDERS[package]).rglob("*.py"))


def why_not(package: str, file: Path, each: Import) -> str | None:
    """Why this file of this package may not import that, or None."""
    if package == ENGINE:
        if each.top == "chess" and file.as_posix() == YARDSTICK and each.inside_a_function:
            return None
        if each.top != ENGINE and each.top not in sys.stdlib_module_names:
            return "the engine stands on the standard library alone"
        home = file.parts[0]
        if home != each.within and {home, each.within} <= RULESETS:
            return f"rulesets never import each other, and this is {home}"
        return None
    if each.top not in FORBIDDEN[package]:
        return None
    if f"{package}/{file.as_posix()}" != COMPOSITION_ROOT or each.top == "chess":
        return f"{package} may not know {each.top}"
    if not each.inside_a_function:
        return f"only a command may import {each.top}, inside its function"
    return None


def imports(file: Path, package: str) -> Iterator[Import]:
    """All imports of a file, also those under a condition, inside a function, or spelled as import_module("...")."""
    yield from _imports(ast.parse(file.read_text(encoding="utf-8"), filename=str(file)), package, False)


def package_of(file: Path, folder: Path) -> str:
    """The dotted name of the package a file stands in: what its relative imports start from."""
    return ".".join([folder.name, *file.relative_to(folder).parent.parts])


def _imports(node: ast.AST, package: str, inside: bool) -> Iterator[Import]:
    match node:
        case ast.Import(names=names):
            yield from (Import(each.name, node.lineno, inside) for each in names)
        case ast.ImportFrom(module=module, names=names, level=level):
            climbed = package.split(".")[: 1 - level or None] if level else []
            base = ".".join([*climbed, *([module] if module else [])])
            # What is taken may be a module itself: `from . import fang`.
            yield from (Import(f"{base}.{each.name}", node.lineno, inside) for each in names)
        case ast.Call(
            func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(module)), *_],
        ):
            yield Import(module, node.lineno, inside)
    inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    for child in ast.iter_child_nodes(node):
        yield from _imports(child, package, inside)


def test_nothing_imports_to_its_right() -> None:
    assert violations(ROOT) == []


def test_the_walk_has_seen_the_engine_and_the_game() -> None:
    assert modules(ROOT, ENGINE)
    assert modules(ROOT, "bloodfang")


def test_every_package_within_the_engine_is_known_as_a_ruleset() -> None:
    packages = {door.parent.name for door in (ROOT / FOLDERS[ENGINE]).glob("*/__init__.py")}
    assert packages <= RULESETS


BREACHES = [
    ("engine/bloodfang_engine/grid.py", "import numpy", "standard library alone"),
    ("engine/bloodfang_engine/grid.py", "import numpy.linalg as la", "imports numpy.linalg"),
    ("engine/bloodfang_engine/grid.py", "import os, pydantic", "imports pydantic"),
    ("engine/bloodfang_engine/grid.py", "from bloodfang import match", "standard library alone"),
    ("engine/bloodfang_engine/grid.py", "def f():\n    import numpy", "grid.py:2 imports numpy"),
    ("engine/bloodfang_engine/grid.py", "try:\n    import numpy\nexcept ImportError:\n    pass", "imports numpy"),
    ("engine/bloodfang_engine/grid.py", "if TYPE_CHECKING:\n    from pydantic import BaseModel", "imports pydantic"),
    ("engine/bloodfang_engine/grid.py", "import importlib\nimportlib.import_module('numpy')", "imports numpy"),
    ("engine/bloodfang_engine/grid.py", "np = __import__('numpy')", "imports numpy"),
    ("engine/bloodfang_engine/bench.py", "import chess", "imports chess"),
    ("engine/bloodfang_engine/fang/bench.py", "def f():\n    import chess", "imports chess"),
    ("engine/bloodfang_engine/fang/board.py", "import bloodfang_engine.sevenfold.phases", "and this is fang"),
    ("engine/bloodfang_engine/fang/board.py", "from bloodfang_engine import sevenfold", "and this is fang"),
    ("engine/bloodfang_engine/fang/board.py", "from bloodfang_engine.sevenfold import phases", "and this is fang"),
    ("engine/bloodfang_engine/fang/board.py", "from .. import sevenfold", "and this is fang"),
    ("engine/bloodfang_engine/fang/board.py", "from ..sevenfold.phases import Phase", "and this is fang"),
    ("engine/bloodfang_engine/fang/deep/er.py", "from ... import commonground", "and this is fang"),
    ("engine/bloodfang_engine/sevenfold/__init__.py", "from ..fang import BloodFang", "and this is sevenfold"),
    ("bloodfang/match.py", "import textual", "bloodfang may not know textual"),
    ("bloodfang/match.py", "from textual.app import App", "bloodfang may not know textual"),
    ("bloodfang/match.py", "def f():\n    import asyncssh", "bloodfang may not know asyncssh"),
    ("bloodfang/match.py", "from bloodfang_tui import app", "bloodfang may not know bloodfang_tui"),
    ("bloodfang/bots/cli.py", "def f():\n    import bloodfang_sshd", "bloodfang may not know bloodfang_sshd"),
    ("bloodfang/lab/drawing.py", "from textual.color import Color", "bloodfang may not know textual"),
    ("bloodfang/lab/running.py", "def f():\n    import asyncssh", "bloodfang may not know asyncssh"),
    ("bloodfang/bots/tree.py", "import chess", "bloodfang may not know chess"),
    ("bloodfang/cli.py", "import bloodfang_tui.app", "only a command may import bloodfang_tui"),
    ("bloodfang/cli.py", "class Play:\n    from bloodfang_tui import app", "only a command may import bloodfang_tui"),
    ("bloodfang/cli.py", "def bench():\n    import chess", "bloodfang may not know chess"),
    ("tui/bloodfang_tui/app.py", "import asyncssh", "bloodfang_tui may not know asyncssh"),
    ("tui/bloodfang_tui/app.py", "def f():\n    import bloodfang_sshd", "bloodfang_tui may not know bloodfang_sshd"),
    ("sshd/bloodfang_sshd/server.py", "import chess", "bloodfang_sshd may not know chess"),
    ("cards/fang/make.py", "", "cards/ holds data, not Python"),
    ("config/__init__.pyi", "", "config/ holds data, not Python"),
]


@pytest.mark.parametrize(("file", "source", "problem"), BREACHES)
def test_a_breach_is_found(file: str, source: str, problem: str, tmp_path: Path) -> None:
    plant(tmp_path, file, source)
    [found] = violations(tmp_path)
    assert found.startswith(file)
    assert problem in found


WELCOME = [
    ("engine/bloodfang_engine/grid.py", "from __future__ import annotations\nimport tomllib, collections.abc"),
    ("engine/bloodfang_engine/grid.py", "from . import errors\nfrom bloodfang_engine.errors import Reason"),
    ("engine/bloodfang_engine/registry.py", "from bloodfang_engine import fang, sevenfold"),
    ("engine/bloodfang_engine/fang/board.py", "from . import cards\nfrom .cards import Card\nfrom ..grid import Cell"),
    ("engine/bloodfang_engine/fang/board.py", "import bloodfang_engine.fang.cards"),
    ("bloodfang/match.py", "import bloodfang_engine, pydantic\nfrom bloodfang import journal"),
    ("bloodfang/cli.py", "def play():\n    from bloodfang_tui.app import App"),
    ("bloodfang/cli.py", "async def serve():\n    import bloodfang_sshd"),
    ("tui/bloodfang_tui/app.py", "import textual, bloodfang.match, bloodfang_engine"),
    ("sshd/bloodfang_sshd/server.py", "import asyncssh, textual, bloodfang_tui"),
    ("cards/fang/identity.en.toml", ""),
]


@pytest.mark.parametrize(("file", "source"), WELCOME)
def test_what_the_rule_allows_is_left_alone(file: str, source: str, tmp_path: Path) -> None:
    plant(tmp_path, file, source)
    assert violations(tmp_path) == []


def test_an_empty_tree_breaks_nothing(tmp_path: Path) -> None:
    assert violations(tmp_path) == []


def plant(root: Path, file: str, source: str) -> None:
    """Write a file where the walk will find it."""
    path = root / file
    path.parent.mkdir(parents=True)
    path.write_text(source, encoding="utf-8")
