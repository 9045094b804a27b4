"""What tests of the card scenes share: a seat in front of any of them, on any terminal, and decks to find there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from bloodfang.deckbox import DeckBox
from bloodfang.decks import Deck
from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang_tui.scene import Scene
from seats import Table, seated

S = TypeVar("S", bound=Scene[Any])

SIZES = [(60, 20), (80, 24), (100, 30), (120, 40)]
KINDS = [(Depth.TRUE, Glyphs.BLOCKS), (Depth.BASIC, Glyphs.BLOCKS), (Depth.NONE, Glyphs.ASCII)]


@asynccontextmanager
async def before(
    home: Home,
    scene: Scene[Any],
    size: tuple[int, int] = (80, 24),
    depth: Depth = Depth.TRUE,
    glyphs: Glyphs = Glyphs.BLOCKS,
) -> AsyncIterator[Table]:
    """Sit down before a scene."""
    async with seated(home, size=size, depth=depth, glyphs=glyphs) as table:
        table.app.push_screen(scene)
        await table.settle()
        yield table


def now(table: Table, kind: type[S]) -> S:
    """The scene in front, which is of this kind."""
    assert isinstance(table.scene, kind)
    return table.scene


def shelf(home: Home) -> DeckBox:
    """Where the player's decks are."""
    return home.decks(home.catalog)


def draft(home: Home, name: str, count: int = 14, plan: str = "All of them at once.") -> Deck:
    """A deck of the player's own with the first cards of a shipped one, on the shelf."""
    cards = shelf(home).list()[-1].deck.cards[:count]
    return shelf(home).save(Deck("", name, plan, cards, own=True))


def drawn_in_ascii(table: Table) -> bool:
    """Whether an old terminal can show what is shown."""
    return table.text.isascii()
