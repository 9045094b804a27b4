"""The table is set: against whom, with which decks, by which rules, who begins, and with which luck."""

from __future__ import annotations

import pytest

from bloodfang.bots import LEVELS
from bloodfang.home import Home
from bloodfang_engine.contract import Seat
from bloodfang_tui.scenes import newmatch
from bloodfang_tui.scenes.ask import TypeIn
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.newmatch import NewMatchScene
from bloodfang_tui.scenes.title import TitleScene
from cardroom import draft
from matches import match_of, scene_of
from seats import Table, seated

LINES = ("Against", "Your deck", "Rival's deck", "Rules", "First", "Seed", "Begin")


async def set_table(table: Table) -> NewMatchScene:
    scene = NewMatchScene()
    await table.open(scene)
    return scene


async def go_to(table: Table, scene: NewMatchScene, line: str) -> None:
    while scene.at != LINES.index(line):
        await table.press("down")


async def begun(table: Table, scene: NewMatchScene) -> MatchScene:
    await go_to(table, scene, "Begin")
    await table.press("enter")
    await table.until(lambda: isinstance(table.scene, MatchScene))
    return scene_of(table)


async def test_enter_at_once_begins_a_match_as_the_last_one(home: Home) -> None:
    home.change(bot="easy")
    async with seated(home) as table:
        await set_table(table)
        await table.press("enter")
        await table.until(lambda: isinstance(table.scene, MatchScene))
        assert match_of(table).places[1].bot == "easy"
        assert match_of(table).setup.options["profile"] == "bloodfang"


@pytest.mark.parametrize("level", LEVELS)
async def test_a_bot_is_offered_with_its_level(home: Home, level: str) -> None:
    home.change(bot=level)
    async with seated(home) as table:
        await set_table(table)
        assert f"{LEVELS[level].name}, {level} " in table.text


async def test_bots_from_elsewhere_come_after_those_of_the_game_and_are_not_remembered(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newmatch, "installed", lambda: ("laster",))
    home.change(bot=[*LEVELS][-1])
    async with seated(home) as table:
        scene = await set_table(table)
        await go_to(table, scene, "Against")
        await table.press("right")
        assert "laster" in table.text
        assert scene.stranger == "laster"
        await table.press("right")
        assert "a friend here" in table.text
        await table.press("left")
        assert scene.stranger == "laster"
        await table.press("left")
        assert home.settings.bot == [*LEVELS][-1]
        assert not scene.stranger


async def test_a_bot_from_elsewhere_that_cannot_play_is_told_in_a_sentence(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newmatch, "installed", lambda: ("laster",))
    home.change(bot=[*LEVELS][-1])
    async with seated(home) as table:
        scene = await set_table(table)
        await go_to(table, scene, "Against")
        await table.press("right")
        await go_to(table, scene, "Begin")
        await table.press("enter")
        await table.until(lambda: "no bot is called 'laster'" in table.text)
        assert isinstance(table.scene, TitleScene)


async def test_every_choice_is_used_and_remembered(home: Home) -> None:
    async with seated(home) as table:
        scene = await set_table(table)
        await go_to(table, scene, "Against")
        while home.settings.bot != "hard":
            await table.press("left")
        await go_to(table, scene, "Your deck")
        await table.press("right", "right")
        await go_to(table, scene, "Rival's deck")
        await table.press("left")
        await go_to(table, scene, "Rules")
        while home.settings.profile != "classic":
            await table.press("right")
        await go_to(table, scene, "First")
        while scene.first != "rival":
            await table.press("right")
        await go_to(table, scene, "Seed")
        await table.press("enter")
        await table.type("77")
        await table.press("enter")
        assert " 77 " in table.text
        match = (await begun(table, scene)).table.match
        decks = home.catalog.decks
        assert match.setup.seed == 77
        assert match.setup.options["profile"] == "classic"
        assert match.places[1].bot == "hard"
        assert match.setup.decks == (decks[home.settings.deck].cards, decks[home.settings.rival_deck].cards)
        assert match.rules.start(match.setup).state.mover == Seat.SECOND
    assert Home.open(home.data).settings.profile == "classic"


async def test_a_friend_here_is_a_choice_among_the_bots(home: Home) -> None:
    async with seated(home) as table:
        scene = await set_table(table)
        await go_to(table, scene, "Against")
        while home.settings.opponent != "person":
            await table.press("right")
        assert "a friend here" in table.text
        opened = await begun(table, scene)
        assert opened.table.people == (Seat.FIRST, Seat.SECOND)
        assert opened.curtain


async def test_only_decks_that_may_be_played_are_offered_and_own_ones_first(home: Home) -> None:
    draft(home, "Half a deck")
    whole = draft(home, "All of it", count=15)
    async with seated(home) as table:
        scene = await set_table(table)
        await go_to(table, scene, "Your deck")
        offered = []
        for _ in range(40):
            await table.press("right")
            offered.append(home.settings.deck)
        assert offered[0] == whole.id
        assert not [each for each in offered if each.startswith("half")]
        assert "" in offered


async def test_a_deck_that_is_gone_is_one_by_lot(home: Home) -> None:
    home.change(deck="burned", rival_deck="too")
    async with seated(home) as table:
        scene = await set_table(table)
        assert table.text.count("by lot") >= 2
        await begun(table, scene)


async def test_two_decks_by_lot_are_not_the_same(home: Home) -> None:
    async with seated(home) as table:
        for seed in range(5):
            scene = await set_table(table)
            scene.seed = seed
            match = (await begun(table, scene)).table.match
            assert match.setup.decks[0] != match.setup.decks[1]
            await table.press("escape", "down", "enter")


@pytest.mark.parametrize("typed", ["x", "-1", "1.5", "9223372036854775808", "٣"])
async def test_a_seed_that_is_none_is_refused_in_words(home: Home, typed: str) -> None:
    async with seated(home) as table:
        scene = await set_table(table)
        await go_to(table, scene, "Seed")
        await table.press("enter")
        await table.type(typed)
        await table.press("enter")
        assert isinstance(table.scene, TypeIn)
        assert "A seed is a whole number" in table.text
        await table.press("escape")
        assert scene.seed is None


async def test_the_seed_zero_can_be_typed_and_typed_again(home: Home) -> None:
    async with seated(home) as table:
        scene = await set_table(table)
        await go_to(table, scene, "Seed")
        await table.press("enter", "0", "enter")
        assert scene.seed == 0
        await table.press("enter")
        assert isinstance(table.scene, TypeIn)
        assert table.scene.field is not None
        assert table.scene.field.text == "0"


async def test_an_empty_seed_is_any(home: Home) -> None:
    async with seated(home) as table:
        scene = await set_table(table)
        scene.seed = 5
        await go_to(table, scene, "Seed")
        await table.press("enter", "backspace", "enter")
        assert scene.seed is None
        assert " any " in table.text


async def test_escape_goes_back_to_the_title_and_begins_nothing(home: Home) -> None:
    async with seated(home) as table:
        await set_table(table)
        await table.press("escape")
        assert isinstance(table.scene, TitleScene)
        assert await home.journal().unfinished() == ()


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_every_line_and_its_meaning_fit(home: Home, size: tuple[int, int]) -> None:
    home.change(bot="hard", deck="swarm")
    async with seated(home, size=size) as table:
        scene = await set_table(table)
        for number, (name, _, about) in enumerate(scene._lines()):
            while scene.at != number:
                await table.press("down")
            for line in LINES:
                assert line in table.text
            assert about.split()[-1] in table.text, name
        assert table.text.splitlines()[-1].strip()
