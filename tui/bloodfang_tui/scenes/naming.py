"""Questions about a deck that are answered by typing: its name, its plan, and the code of another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bloodfang.deckbox import LONGEST_NAME, LONGEST_PLAN, DeckBox
from bloodfang.keeping import NotKept
from bloodfang.lines import line_problem
from bloodfang_tui.field import Field
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.ask import TypeIn

Then = Callable[[str], object]
"""What is done with an answer."""

_LONGEST_CODE = 1_000


def ask_name(scene: Scene[Any], title: str, start: str, then: Then) -> None:
    """What is the deck called?"""
    _ask(scene, TypeIn(title, "What is the deck called?", start, name_problem), then)


def ask_plan(scene: Scene[Any], start: str, then: Then) -> None:
    """What is the deck for?"""
    _ask(scene, TypeIn("Plan", "How does this deck mean to win? One line will do.", start, _plan_problem), then)


def ask_code(scene: Scene[Any], box: DeckBox, then: Then) -> None:
    """Which code did somebody send?"""

    def problem(text: str) -> str:
        try:
            box.from_code(text)
        except NotKept as wrong:
            return _sentence(str(wrong))
        return ""

    asked = TypeIn("Import a deck", "Type or paste the code that you were sent: it begins with BF1-.", "", problem)
    asked.field = Field.of("", _LONGEST_CODE)
    _ask(scene, asked, then)


def name_problem(name: str) -> str:
    """Why a deck cannot be called that, in a sentence; nothing if it can."""
    if not name:
        return "A deck needs a name."
    problem = line_problem(" ".join(name.split()), 1, LONGEST_NAME)
    return f"The name {problem}." if problem else ""


def _plan_problem(plan: str) -> str:
    problem = line_problem(" ".join(plan.split()), 2, LONGEST_PLAN)
    return f"The plan {problem}." if problem else ""


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _ask(scene: Scene[Any], asked: TypeIn, then: Then) -> None:
    def answered(text: str | None) -> None:
        if text is not None:
            then(text)

    scene.app.push_screen(asked, answered)
