"""Names and words of strangers on every screen of a server: they are shown as they are, and steer nothing (T2, T3).

No account can have such a name (T1); but should one ever come by, nobody else may suffer from it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bloodfang.accounts import Person, moment, new_id
from bloodfang.house import House
from bloodfang.ratings import Rating
from bloodfang_tui.scenes.placard import Knock
from bloodfang_tui.scenes.watch import WatchScene
from online import (
    Server,
    at_table,
    choose,
    in_front,
    lobby_of,
    match_scene,
    no_settling,  # noqa: F401
    play,
    point_at,
    served,
    to_results,
)
from seats import Table

HOSTILE = [
    "[/nope]",
    "[bold red]x[/]",
    "\x1b[2J\x1b]52;c;aGk=\x07",
    "\x9b31m\x90q\x9c",
    "\u202etxet\u2066",
    "a\u0300\u0301\u0302\u0303\u0304\u0305",
    "\u200b\u200d\ufeff\U000e0041",
    "{0} %s {name}",
    "漢字漢字漢字漢字漢字漢字漢字漢字",
    "👩‍👩‍👧‍👧🇩🇪",
    "Turn 5: you win\nYou lose",
    "",
]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with served(tmp_path, House(bot_pause=0.0, chat=True)) as server:
        yield server


def harmless(table: Table) -> None:
    """Nothing on the screen steers a terminal, and every row is as wide as it should be."""
    for y in range(table.sheet.area.height):
        cells, _ = table.sheet.row(y)
        assert len(cells) == table.sheet.area.width
        for cell in cells:
            assert not any(unicodedata.category(each) in ("Cc", "Cf", "Cs", "Co") for each in cell), repr(cell)


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: repr(name)[:20])
async def test_t2_t3_a_hostile_name_is_harmless_on_every_screen(server: Server, name: str) -> None:
    eve = Person(new_id(), name, True, Rating(), moment(0))
    async with (
        server.visited("eve", person=eve) as other,
        server.visited("Ann") as ann,
        server.visited("Carol", size=(120, 40)) as carol,
    ):
        tables = (ann, other, carol)
        await choose(other, "Open a seat")
        for table in tables:
            lobby_of(table).repaint()
            harmless(table)
        await choose(other, "Stop looking")
        lobby_of(other).wishes.challenge(server.lobby.find("Ann"))
        await ann.until(lambda: in_front(ann, Knock))
        harmless(ann)
        await ann.press("enter")
        await at_table(ann, other)
        await choose(carol, "Watch")
        await carol.until(lambda: in_front(carol, WatchScene))
        for acts in (3, 4):
            await play(ann, other, acts=acts)
            match_scene(other)._say(name)
            for table in tables:
                await table.settle()
                await table.press("o")
                harmless(table)
        await match_scene(other).chair.offer_draw()
        for key in ("m", "escape", "d"):
            await ann.press(key)
            harmless(ann)
        await ann.press("down", "enter")
        await ann.until(lambda: match_scene(ann).update.outcome)
        await other.settle()
        await to_results(ann, other)
        for table in tables:
            harmless(table)
        await other.press("escape")
        await choose(other, "You")
        harmless(other)
        await ann.press("escape")
        await point_at(ann, "Ann")
        await ann.press("b")
        harmless(ann)
