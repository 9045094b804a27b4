"""What tests of the match screen share: matches to sit down at, hands that play, and eyes for the board."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from bloodfang.catalog import Catalog, Library
from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang.opening import PlayAtOnce
from bloodfang.players import FangMatch
from bloodfang_engine.contract import Outcome, Seat
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan, Play
from bloodfang_engine.record import Record, replay
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.sheet import Area
from seats import Table, seated

EASY = PlayAtOnce(bot="easy", seed=5, first="me")
TWO = PlayAtOnce(opponent="person", seed=5, first="me")

Hands = Callable[[Table, Action], Coroutine[Any, Any, None]]
"""A way to do an act: with keys, or with the mouse."""


@asynccontextmanager
async def at_match(
    home: Home,
    wanted: PlayAtOnce = EASY,
    *,
    size: tuple[int, int] = (80, 24),
    depth: Depth = Depth.TRUE,
    glyphs: Glyphs = Glyphs.BLOCKS,
    ready: bool = True,
) -> AsyncIterator[Table]:
    """Sit down at a match; `ready` is past the mulligan, with the first turn begun."""
    async with seated(home, wanted, size=size, depth=depth, glyphs=glyphs) as table:
        await table.until(lambda: isinstance(table.scene, MatchScene))
        if ready:
            await do(table, Mulligan())
        yield table


def scene_of(table: Table) -> MatchScene:
    """The match screen, which is in front."""
    assert isinstance(table.scene, MatchScene), type(table.scene).__name__
    return table.scene


def in_front(table: Table, scene: MatchScene) -> bool:
    """Whether nothing lies over the match screen."""
    return table.scene is scene


def match_of(table: Table) -> FangMatch:
    """The match, wherever the match screen is."""
    return next(each for each in table.app.screen_stack if isinstance(each, MatchScene)).table.match


async def do(table: Table, act: Action, hands: Hands | None = None) -> None:
    """Do an act, and wait until it is this player's turn again, the keyboard changes hands, or the match is over."""
    scene, seat = scene_of(table), scene_of(table).seat
    before = len(acts_of(table, seat))
    await (hands or by_keys)(table, act)
    await table.until(
        lambda: (
            len(acts_of(table, seat)) > before
            and scene.update.version == scene.table.match.version
            and (scene.update.legal or scene.update.outcome or scene.curtain)
        )
    )


def acts_of(table: Table, seat: Seat) -> list[str]:
    """What a seat has done so far."""
    return [text for who, text in match_of(table).record().acts if who is seat]


async def play_on(table: Table, luck: random.Random, hands: Hands | None = None, acts: int = 1000) -> None:
    """Play at random until the match is over; passes are rare."""
    for _ in range(acts):
        scene = scene_of(table)
        if scene.update.outcome:
            return
        await do(table, some_act(scene.update.legal, luck), hands)


def some_act(legal: tuple[Action, ...], luck: random.Random) -> Action:
    """One of the acts; a pass only if it must be, or seldom."""
    plays = [act for act in legal if act != PASS]
    return luck.choice(plays) if plays and luck.random() < 0.97 else luck.choice(legal)


async def by_keys(table: Table, act: Action) -> None:
    """Press the keys for an act."""
    scene = scene_of(table)
    match act:
        case Mulligan(places):
            for place in places:
                await _point_at_card(table, place - 1)
                await table.press("space")
            await table.press("enter")
        case Play(card, tile):
            assert scene.view.hand
            await _point_at_card(table, scene.view.hand.index(card))
            await table.press("enter")
            here, there = scene.view.tile(scene.pointing.tile), scene.view.tile(tile)
            step = 1 if scene.seat is Seat.FIRST else -1
            across, down = (there.column - here.column) * step, there.row - here.row
            await table.press(*["right" if across > 0 else "left"] * abs(across))
            await table.press(*["down" if down > 0 else "up"] * abs(down))
            assert scene.pointing.tile == tile
            await table.press("enter")
        case _:
            await table.press("p")
            if isinstance(table.scene, Ask):
                await table.press("down", "enter")


async def by_mouse(table: Table, act: Action) -> None:
    """Click for an act."""
    scene = scene_of(table)
    match act:
        case Mulligan(places):
            for place in places:
                await _click_card(table, place)
            await table.click("app.choose", "")
        case Play(card, tile):
            assert scene.view.hand
            await _click_card(table, scene.view.hand.index(card) + 1)
            if scene.pointing.tile != tile:
                await table.click("app.choose", tile)
            await table.click("app.choose", tile)
        case _:
            await table.click("match.pass")
            if isinstance(table.scene, Ask):
                await table.click("app.choose", 1)


def the_end_of(record: Record, catalog: Catalog) -> Outcome | None:
    """Where a record leads, by the rules alone."""
    rules = BloodFang(catalog.cards)
    return rules.outcome([*replay(rules, record)][-1].state)


def tile_area(table: Table, tile: str) -> Area:
    """Where a tile is on the screen, without its frame."""
    return next(zone.area for zone in table.sheet.zones if zone.command == "app.choose" and zone.about == tile)


def tile_lines(table: Table, tile: str) -> list[str]:
    """What a tile shows, line by line."""
    area = tile_area(table, tile)
    return ["".join(table.sheet.row(y)[0][area.x : area.right]) for y in range(area.y, area.bottom)]


def in_code(home: Home) -> Catalog:
    """The home's cards under names that no line breaks and no box cuts, so that each can be found wherever it shows."""
    catalog = home.catalog
    identities = {
        card: replace(identity, name=f"Q{number:03}Z", lore="")
        for number, (card, identity) in enumerate(catalog.identities.items())
    }
    coded = replace(catalog, identities=identities)
    home.library = Library((coded,))
    home.catalog = coded
    return coded


def codes_in(text: str) -> set[str]:
    """The names of cards in a text of such a home."""
    return set(re.findall(r"Q\d{3}Z", text))


async def _point_at_card(table: Table, place: int) -> None:
    """Lead the arrow in the hand to a card."""
    scene = scene_of(table)
    if scene.pointing.on_board:
        await table.press("escape")
    while scene.pointing.at != place:
        await table.press("right" if scene.pointing.at < place else "left")


async def _click_card(table: Table, number: int) -> None:
    """Click on a card of the hand; on the way to it first, if there is no room for it."""
    while number not in (shown := [int(zone.about) for zone in table.zones("match.card")]):
        ways = [int(zone.about) for zone in table.zones("match.point")]
        await table.click("match.point", min(ways) if number < min(shown) else max(ways))
    await table.click("match.card", number)
