"""Events and boards with the cards' own names in place of their ids."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from bloodfang_engine.contract import Event
from bloodfang_engine.fang import View

NameOf = Callable[[str], str]
E = TypeVar("E", bound=Event)

_CARDS = ("card", "maker", "returned", "drawn")
"""What events and pieces call a card or several."""


def named(event: E, name_of: NameOf) -> E:
    """The event as a player would tell it. It still says the same, but not to the engine."""
    told: E = _named(event, name_of)
    return told


def named_board(view: View, name_of: NameOf) -> View:
    """The view with names on the board; hands and decks are left as they are."""
    return replace(view, tiles=tuple(_named(tile, name_of) for tile in view.tiles))


def _named(thing: Any, name_of: NameOf) -> Any:
    changes: dict[str, Any] = {}
    for each in fields(thing):
        value = getattr(thing, each.name)
        if value and each.name in _CARDS:
            changes[each.name] = name_of(value) if isinstance(value, str) else tuple(map(name_of, value))
        elif is_dataclass(value):
            changes[each.name] = _named(value, name_of)
    return replace(thing, **changes)
