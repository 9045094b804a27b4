"""The rules on the screen: to read, to search, and to jump about in, with keys and with the mouse."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bloodfang import paths
from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang_tui.commands import COMMANDS
from bloodfang_tui.scenes.keyspage import KeysScene
from bloodfang_tui.scenes.rules import RulesScene
from seats import Table, seated

SIZES = [(60, 20), (80, 24), (100, 30), (120, 40)]


@asynccontextmanager
async def reading(
    home: Home,
    rule: str = "",
    size: tuple[int, int] = (80, 24),
    glyphs: Glyphs = Glyphs.BLOCKS,
    depth: Depth = Depth.TRUE,
) -> AsyncIterator[tuple[Table, RulesScene]]:
    """The rules are open."""
    async with seated(home, size=size, glyphs=glyphs, depth=depth) as table:
        scene = RulesScene(rule)
        await table.open(scene)
        yield table, scene


async def test_a_question_mark_opens_how_to_play_in_one_minute(home: Home) -> None:
    async with seated(home) as table:
        await table.press("?")
        for word in ("Goal", "Turn", "Place", "Lanes", "End", "pass in a row"):
            assert word in table.text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", Glyphs)
async def test_the_whole_minute_fits_on_one_screen(home: Home, size: tuple[int, int], glyphs: Glyphs) -> None:
    async with reading(home, size=size, glyphs=glyphs) as (table, _):
        assert "or every tile has" in table.text
        assert "at the start" in table.text


async def test_opened_with_a_number_the_book_stands_at_that_rule(home: Home) -> None:
    async with reading(home, "R24") as (table, _):
        assert "3. Power" in table.text
        assert "R24  Power is counted at every checkpoint" in table.text


async def test_opened_with_a_number_that_is_no_rule_the_book_stands_at_its_beginning(home: Home) -> None:
    async with reading(home, "the play itself") as (table, scene):
        assert scene.chapter == 0
        assert "Goal" in table.text


@pytest.mark.parametrize("typed", ["R24", "r24", "24"])
async def test_searching_a_number_finds_the_rule(home: Home, typed: str) -> None:
    async with reading(home) as (table, _):
        await table.press("/")
        await table.type(typed)
        await table.press("enter")
        assert "R24  Power is counted" in table.text
        assert "1 of" in table.text


async def test_searching_a_word_goes_from_hit_to_hit_and_around(home: Home) -> None:
    async with reading(home) as (table, scene):
        await table.press("/")
        await table.type("board order")
        await table.press("enter")
        places = [(scene.chapter, scene.top)]
        hits = int(table.text.split("1 of ")[1].split()[0])
        for _ in range(hits):
            await table.press("n")
            assert "board order" in " ".join(table.text.split())
            places.append((scene.chapter, scene.top))
        assert hits > 3
        assert places[-1] == places[0]
        await table.press("enter")
        assert (scene.chapter, scene.top) == places[1]


async def test_words_that_are_nowhere_are_told(home: Home) -> None:
    async with reading(home) as (table, _):
        await table.press("/")
        await table.type("[bold]dragons")
        await table.press("enter")
        assert '"[bold]dragons" is nowhere in the rules.' in table.text


async def test_a_search_can_be_left_without_leaving_the_rules(home: Home) -> None:
    async with reading(home) as (table, scene):
        await table.press("/", "q", "escape")
        assert table.scene is scene
        assert scene.field is None


async def test_line_by_line_one_comes_from_the_first_page_to_the_last(home: Home) -> None:
    async with reading(home) as (table, scene):
        seen = {scene.chapter}
        for _ in range(60):
            await table.press("pagedown")
            seen.add(scene.chapter)
        assert seen == set(range(len(scene.page.titles)))
        assert "max_rank" in table.text
        for _ in range(60):
            await table.press("pageup")
        assert (scene.chapter, scene.top) == (0, 0)


async def test_at_the_end_of_a_chapter_one_more_line_opens_the_next(home: Home) -> None:
    async with reading(home, "R01") as (table, scene):
        before = scene.chapter
        await table.press("end", "down")
        assert (scene.chapter, scene.top) == (before + 1, 0)
        await table.press("up")
        assert scene.chapter == before
        assert scene.at_end


async def test_tab_and_arrows_go_from_chapter_to_chapter(home: Home) -> None:
    async with reading(home) as (table, scene):
        await table.press("tab", "right", "right")
        assert "2. Placing cards and pawns" in table.text
        await table.press("left", "shift+tab")
        assert scene.chapter == 1


@pytest.mark.parametrize("size", SIZES)
async def test_a_click_opens_a_chapter(home: Home, size: tuple[int, int]) -> None:
    async with reading(home, size=size) as (table, scene):
        await table.click("rules.chapter", 4)
        assert scene.page.titles[scene.chapter] == "3. Power"


async def test_a_click_on_a_number_goes_to_that_rule(home: Home) -> None:
    async with reading(home, "R24") as (table, _):
        await table.click("rules.rule", "R34")
        assert "R34  All that must fall" in table.text


async def test_the_wheel_scrolls_and_the_bar_turns_pages(home: Home) -> None:
    async with reading(home, "R24") as (table, scene):
        await table.scroll()
        assert scene.top == 3
        await table.scroll(up=True)
        assert scene.top == 0
        await table.click("app.page_down")
        assert scene.top > 10


async def test_where_a_picture_is_too_wide_it_moves_sideways(home: Home) -> None:
    async with reading(home, "R14", size=(60, 20)) as (table, _):
        assert "where the card stands" not in table.text
        await table.press("right", "right")
        assert "where the card stands" in table.text
        await table.press("left", "left")
        assert "marsh-leech       rank 1" in table.text


@pytest.mark.parametrize("size", SIZES)
async def test_in_ascii_every_page_is_ascii(home: Home, size: tuple[int, int]) -> None:
    async with reading(home, size=size, glyphs=Glyphs.ASCII) as (table, scene):
        for chapter in range(len(scene.page.titles)):
            scene.do_chapter(str(chapter))
            scene.repaint()
            await table.settle()
            assert table.text.isascii()


async def test_no_mark_of_markdown_is_left(home: Home) -> None:
    async with reading(home, size=(120, 40)) as (_, scene):
        text = "\n".join(row.text for row in scene.page.rows)
        assert "**" not in text
        assert "`" not in text


async def test_without_colours_everything_is_there(home: Home) -> None:
    async with reading(home, "R24", depth=Depth.NONE) as (table, _):
        assert "R24  Power is counted" in table.text


@pytest.mark.parametrize("size", SIZES)
async def test_no_line_of_text_is_cut_off(home: Home, size: tuple[int, int]) -> None:
    async with reading(home, size=size) as (_, scene):
        room = size[0] - (40 if size[0] >= 120 else 0) - 4
        assert all(len(row.text) <= room for row in scene.page.rows if not row.picture)


# the page of keys


async def test_from_the_rules_one_key_leads_to_all_keys(home: Home) -> None:
    async with reading(home) as (table, scene):
        await table.press("a")
        assert isinstance(table.app.screen_stack[-1], KeysScene)
        await table.press("escape")
        assert table.scene is scene
        await table.click("rules.keys")
        assert isinstance(table.app.screen_stack[-1], KeysScene)


async def test_every_command_is_on_the_page_of_keys(home: Home) -> None:
    async with seated(home, size=(120, 40)) as table:
        await table.open(KeysScene())
        told = ""
        for _ in range(5):
            told += table.text
            await table.press("pagedown")
        for command in COMMANDS.values():
            if not command.id.startswith("match.card_"):
                assert command.about in told, command.id
        assert "1 to 9" in told


async def test_a_moved_key_is_marked_and_its_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "keys.toml").write_text('"app.first" = "z"\n', encoding="utf-8")
    async with seated(Home.open(tmp_path)) as table:
        await table.open(KeysScene())
        [line] = [line for line in table.text.split("\n") if "To the beginning." in line]
        assert line.split()[:2] == ["★", "z"]
        assert "keys.toml" in table.text


@pytest.mark.parametrize("size", SIZES)
async def test_the_page_of_keys_is_ascii_where_it_must_be(home: Home, size: tuple[int, int]) -> None:
    async with seated(home, size=size, glyphs=Glyphs.ASCII) as table:
        await table.open(KeysScene())
        for _ in range(10):
            assert table.text.isascii()
            await table.press("down", "space")


def test_the_rules_are_where_the_game_looks_for_them() -> None:
    assert paths.rulebook_file().is_file()
