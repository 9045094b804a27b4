"""No text is parsed as markup: a name such as [/nope] would end an app, and others would paint what they like (T3)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bloodfang.faces import Glyphs
from bloodfang.ink import Depth
from bloodfang_tui.look import Look
from bloodfang_tui.sheet import Sheet

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted([*(ROOT / "tui").rglob("*.py"), *(ROOT / "sshd").rglob("*.py")])
PARSING_MODULES = ("textual.widgets", "textual.markup", "textual.content", "rich.markup", "rich.text", "rich.console")
"""Whoever takes a text there may have it parsed: only types are taken from them, for what Textual wants to be told."""
TYPES = {("rich.console", "Console")}
PARSING_CALLS = {"from_markup", "render_markup", "render_str", "notify", "Static", "Label", "Content"}


def parsed(source: str) -> Iterator[str]:
    """Every place in a source where a text could be taken for markup."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module.startswith(PARSING_MODULES):
                yield from (f"from {module} import {n.name}" for n in names if (module, n.name) not in TYPES)
            case ast.Import(names=names):
                yield from (f"import {n.name}" for n in names if n.name.startswith(PARSING_MODULES))
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in PARSING_CALLS:
                yield f"{name}(...)"
            case ast.keyword(arg="markup", value=value) if not _is_false(value):
                yield "markup=..."


def _is_false(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is False


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_t3_no_text_is_parsed_as_markup(path: Path) -> None:
    assert [*parsed(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "source",
    [
        "from rich.text import Text\nText.from_markup(name)",
        "from textual.widgets import Static",
        "self.notify(name)",
        "self.app.notify(name)",
        "thing(name, markup=True)",
        "thing(name, markup=wanted)",
        "import rich.markup",
    ],
)
def test_t3_the_test_would_notice(source: str) -> None:
    assert [*parsed(source)]


@pytest.mark.parametrize(
    "text", ["[/nope]", "[bold red]x[/]", "[@click=app.quit]leave[/]", "\\[x]", "[link=https://a.b]"]
)
def test_t3_what_looks_like_markup_is_shown_as_it_is(text: str) -> None:
    sheet = Sheet(40, 1, Look.of("night", Depth.TRUE, Glyphs.BLOCKS))
    sheet.put(0, 0, text)
    assert sheet.text() == text
