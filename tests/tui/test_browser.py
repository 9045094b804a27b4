"""A player looks through the cards: with filters, with words, with keys and with the mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang_tui.scenes.browser import BrowserScene
from bloodfang_tui.scenes.face import FaceScene
from cardroom import KINDS, SIZES, before, drawn_in_ascii, now
from sets import copy_small


async def test_all_cards_are_there_and_the_first_one_shows_its_face(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        assert f"{len(home.catalog.cards)} cards" in table.text
        assert scene.card
        assert table.text.count(home.catalog.name_of(scene.card)) == 2


async def test_down_and_up_page_and_end_go_through_the_list_and_stay_in_it(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.press("up")
        assert scene.at == 0
        await table.press("j", "down", "pagedown")
        assert scene.at > 10
        await table.press("end", "down", "pagedown")
        assert scene.at == len(scene.found) - 1
        await table.press("home")
        assert scene.at == 0


async def test_only_cards_of_one_house_and_the_house_before(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.press("f")
        house = next(iter(home.catalog.houses.values()))
        assert {home.catalog.house_of(card).id for card in scene.found} == {house.id}
        assert f"f {house.name}" in table.text
        await table.press("F")
        assert scene.search.is_open


async def test_rank_kind_and_order_are_chosen_with_a_key_each(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.press("r", "t", "t", "s")
        found = [home.catalog.cards[card] for card in scene.found]
        assert {(card.rank, str(card.tier)) for card in found} == {(1, "legendary")}
        assert [card.power for card in found] == sorted((card.power for card in found), reverse=True)


async def test_a_search_narrows_the_list_while_it_is_typed(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.press("/")
        counts = [len(scene.found)]
        for letter in "lower":
            await table.press(letter)
            counts.append(len(scene.found))
        assert counts == sorted(counts, reverse=True)
        assert 0 < counts[-1] < counts[0]
        await table.press("enter")
        assert scene.field is None
        assert scene.search.text == "lower"


async def test_while_a_search_is_typed_the_arrows_still_choose_and_letters_do_nothing_else(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.press("/")
        await table.press("down", "down", "q", "backspace", "s")
        assert table.scene is scene
        assert scene.search.text == "s"
        assert scene.search.order == "rank"


async def test_esc_forgets_the_search_and_a_second_one_leaves(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.press("/", "x", "y", "escape")
        assert scene.search.is_open
        assert table.scene is scene
        await table.press("escape")
        assert table.scene is not scene


async def test_the_chosen_card_stays_chosen_when_the_list_gets_shorter(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.press(*["down"] * 9)
        card = scene.card
        await table.press("s")
        assert scene.card == card


async def test_where_nothing_is_found_a_sentence_says_how_to_see_all_again(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.press("/")
        await table.type("zzzz")
        assert "Esc shows all cards again" in table.text
        await table.press("enter", "enter", "space", "down")
        assert "No card is like that. c shows all cards again." in table.text
        await table.press("c")
        assert len(scene.found) == len(home.catalog.cards)


async def test_a_hostile_search_is_only_text(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.press("/")
        await table.paste("[/nope] \x1b[31m\x07\u202e")
        assert "\x1b" not in scene.search.text
        assert "\u202e" not in scene.search.text
        assert "[/nope]" in table.text
        assert scene.found == ()


async def test_enter_opens_the_whole_face_and_right_the_next_one(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.press("down", "enter")
        now(table, FaceScene)
        assert now(table, FaceScene).card == scene.found[1]
        await table.press("right")
        assert now(table, FaceScene).card == scene.found[2]
        await table.press("left", "left", "left")
        assert now(table, FaceScene).card == scene.found[-1]
        await table.press("v")
        assert table.scene is scene
        assert scene.at == len(scene.found) - 1


@pytest.mark.parametrize("key", ["escape", "q", "backspace", "enter", "space", "v"])
async def test_a_face_is_put_back_with_any_of_these(key: str, home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.press("enter", key)
        assert table.scene is scene


async def test_a_token_says_who_makes_it(home: Home) -> None:
    async with before(home, BrowserScene()) as table:
        await table.press("t", "t", "t", "enter")
        assert "Made by" in table.text


async def test_notes_stand_beside_the_face_or_below_it_where_it_is_narrow(home: Home) -> None:
    card = next(iter(home.catalog.cards))
    note = "It was raised by 2."
    async with before(home, FaceScene(home.catalog, card, [note])) as table:
        assert note in table.text
        await table.resize(60, 20)
        assert note not in table.text
        await table.press(*["down"] * 30)
        assert note in table.text
        await table.press(*["up"] * 30)
        assert note not in table.text


async def test_with_the_mouse_a_click_chooses_and_a_second_one_opens(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.click("app.choose", 5)
        assert scene.at == 5
        await table.click("app.choose", 5)
        now(table, FaceScene)
        await table.click("app.back")
        assert table.scene is scene
        await table.click("app.mark")
        now(table, FaceScene)


async def test_the_mouse_chooses_what_it_is_over_and_the_wheel_goes_on(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.hover(*table.place("app.choose", 7))
        assert scene.at == 7
        await table.scroll()
        assert scene.at == 8
        await table.scroll(up=True)
        assert scene.at == 7


async def test_filters_can_be_clicked_and_a_click_ends_the_typing(home: Home) -> None:
    async with before(home, scene := BrowserScene()) as table:
        await table.click("browser.search")
        assert scene.field is not None
        await table.click("browser.house")
        assert scene.field is None
        await table.click("browser.rank")
        await table.click("browser.kind")
        await table.click("browser.sort")
        assert (scene.search.rank, scene.search.kind, scene.search.order) == ("1", "standard", "power")
        await table.click("browser.clear")
        assert scene.search.is_open


async def test_another_set_is_a_key_away(home: Home, tmp_path: Path) -> None:
    copy_small(tmp_path / "sets" / "small")
    async with before(home, scene := BrowserScene()) as table:
        await table.press("f", "end", "a")
        assert scene.catalog is home.library.catalogs[1]
        assert scene.catalog.name in table.text
        assert scene.search.is_open
        await table.press("a")
        assert scene.catalog is home.catalog


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("depth", "glyphs"), KINDS)
async def test_every_terminal_shows_it(size: tuple[int, int], depth: Depth, glyphs: Glyphs, home: Home) -> None:
    async with before(home, BrowserScene(), size, depth, glyphs) as table:
        for keys in (["down"], ["f", "t"], ["enter"], ["right"], ["escape", "/", "e"], ["z", "z", "z"]):
            await table.press(*keys)
            assert glyphs is Glyphs.BLOCKS or drawn_in_ascii(table)
