"""Two monkeys in one lobby: whatever they press, nothing breaks, and every match they left can be played on."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bloodfang.accounts import Person
from bloodfang.house import House
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.record import replay
from bloodfang_tui.commands import COMMANDS
from bloodfang_tui.scene import Scene
from online import Server, no_settling, served, visit_of  # noqa: F401
from seats import Table, key

KEYS = 400
"""For each of the two."""
QUIT = set(COMMANDS["app.quit"].keys.split(","))
CONTEXTS = ("app", "match", "lobby", "watch", "result", "decks")
ANY = [each for one in COMMANDS.values() if one.id.split(".")[0] in CONTEXTS for each in one.keys.split(",")]
LIKELY = ["enter", "enter", "enter", "down", "up", "right", "tab", "space", "1", "2", "p", "a", "Z"]


async def prank(table: Table, luck: random.Random) -> None:
    """One key, or a click on something that can be clicked."""
    if luck.random() < 0.2 and table.sheet.zones:
        zone = luck.choice(table.sheet.zones)
        await table.click_at(zone.area.x, zone.area.y)
        return
    name = luck.choice(LIKELY if luck.random() < 0.7 else ANY)
    if name not in QUIT:
        table.app.post_message(key(name))
        await table.settle()


@pytest.mark.parametrize("seed", range(3))
async def test_nothing_that_two_monkeys_do_breaks_a_server(tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    house = House(bot_pause=0.0, chat=True, challenges=(1000, 60.0))
    async with asyncio.timeout(60), served(tmp_path, house) as server:
        people = await server.person("Ann"), await server.person("Bob")
        done = [0, 0]
        while min(done) < KEYS:
            await _sit_down(server, people, luck, done)
        await _check(server)


async def _sit_down(server: Server, people: tuple[Person, Person], luck: random.Random, done: list[int]) -> None:
    """Until one of them leaves: both are the same each time, so they find their matches again; or a guest comes."""
    ann, bob = people
    guest = luck.random() < 0.3
    async with (
        server.visited("Ann", person=ann, size=luck.choice([(80, 24), (60, 20), (120, 40)])) as one,
        server.visited("egret" if guest else "Bob", person=None if guest else bob, guest=guest) as other,
    ):
        while min(done) < KEYS and not (one.app._exit or other.app._exit):
            for number, table in enumerate((one, other)):
                if not table.app._exit:
                    await prank(table, luck)
                    done[number] += 1
            if luck.random() < 0.02:
                await server.wait(luck.choice([1, 5, 30, 400]))
        for table in (one, other):
            if not table.app._exit:
                assert isinstance(table.app.screen, Scene)
                assert len({id(scene) for scene in table.app.screen_stack}) == len(table.app.screen_stack)


async def _check(server: Server) -> None:
    """Every match on the server is one that the rules allow."""
    for live in server.hall.running():
        rules = live.match.rules
        assert isinstance(rules, BloodFang)
        *_, last = replay(rules, live.match.record())
        assert rules.view(last.state, None) == live.match.latest(None).view
