"""A player goes through the decks: looks, copies, renames, throws away, sends and receives."""

from __future__ import annotations

import pytest

from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang_tui.scenes.ask import Ask, TypeIn
from bloodfang_tui.scenes.builder import BuilderScene
from bloodfang_tui.scenes.decks import DecksScene
from bloodfang_tui.scenes.face import FaceScene
from bloodfang_tui.scenes.sharing import CodeScene
from cardroom import KINDS, SIZES, before, draft, drawn_in_ascii, now, shelf

HOSTILE = ["[/nope]", "\x1b[31mred", "\u202eabc", "", "   ", "x" * 41, "a\nb"]


async def test_a_new_player_sees_the_shipped_decks_and_how_to_begin_one(home: Home) -> None:
    async with before(home, scene := DecksScene()) as table:
        assert "none yet: n begins" in table.text
        assert scene.deck
        assert not scene.deck.own
        assert scene.deck.plan[:30] in table.text
        assert "Legal under: bloodfang, reference, classic." in table.text


async def test_own_decks_come_first(home: Home) -> None:
    deck = draft(home, "Zzz")
    async with before(home, scene := DecksScene()) as table:
        assert scene.deck == deck
        assert table.text.index("Zzz") < table.text.index("From the game")


async def test_a_deck_of_fourteen_cannot_be_played_and_says_what_is_missing(home: Home) -> None:
    draft(home, "Almost")
    async with before(home, DecksScene()) as table:
        assert "14/15" in table.text
        assert "! 1 card to go." in table.text


async def test_tab_leads_to_the_cards_and_enter_to_a_face(home: Home) -> None:
    async with before(home, scene := DecksScene()) as table:
        await table.press("tab", "down", "enter")
        now(table, FaceScene)
        assert now(table, FaceScene).card == scene.cards[1]
        await table.press("right", "escape")
        assert scene.card_at == 2
        await table.press("escape")
        assert table.scene is scene
        assert scene.card_at is None


async def test_a_shipped_deck_is_not_built_on_but_copied(home: Home) -> None:
    async with before(home, scene := DecksScene()) as table:
        shipped = scene.deck
        assert shipped
        await table.press("enter")
        now(table, Ask)
        await table.press("enter")
        now(table, BuilderScene)
        assert now(table, BuilderScene).deck.name == f"{shipped.name} (copy)"
        assert now(table, BuilderScene).deck.own
        await table.press("escape")
        assert scene.deck
        assert scene.deck.cards == shipped.cards


async def test_a_copy_is_yours_at_once(home: Home) -> None:
    async with before(home, scene := DecksScene()) as table:
        await table.press("c")
        assert scene.deck
        assert scene.deck.own
        assert f"{scene.deck.name} is yours now." in table.text
        assert shelf(home).find(scene.deck.id) == scene.deck


async def test_enter_builds_on_an_own_deck(home: Home) -> None:
    deck = draft(home, "Mine")
    async with before(home, DecksScene()) as table:
        await table.press("enter")
        now(table, BuilderScene)
        assert now(table, BuilderScene).deck == deck


async def test_a_deck_gets_another_name_and_keeps_its_file(home: Home) -> None:
    deck = draft(home, "Mine")
    async with before(home, scene := DecksScene()) as table:
        await table.press("r")
        await table.type(" too")
        await table.press("enter")
        assert scene.deck
        assert (scene.deck.id, scene.deck.name) == (deck.id, "Mine too")


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_name_that_cannot_be_shown_everywhere_is_refused_and_nothing_changes(name: str, home: Home) -> None:
    deck = draft(home, "Mine")
    async with before(home, DecksScene()) as table:
        await table.press("r", "ctrl+u")
        await table.paste(name)
        await table.press("enter")
        if isinstance(table.scene, TypeIn):
            assert "name" in now(table, TypeIn).notice
            await table.press("escape")
        found = shelf(home).find(deck.id)
        assert found
        assert found.name.isprintable()
        assert "[" not in found.name
        assert found.cards == deck.cards


async def test_what_comes_with_the_game_is_neither_renamed_nor_thrown_away(home: Home) -> None:
    async with before(home, scene := DecksScene()) as table:
        for key in ("r", "x", "delete"):
            await table.press(key)
            assert table.scene is scene
            assert "comes with the game" in scene.notice


async def test_a_deck_that_is_thrown_away_is_found_in_the_folder_of_the_deleted(home: Home) -> None:
    deck = draft(home, "Mine")
    async with before(home, scene := DecksScene()) as table:
        text = (shelf(home).folder / f"{deck.id}.toml").read_text(encoding="utf-8")
        await table.press("x", "enter")
        assert shelf(home).find(deck.id), "the first answer keeps it"
        await table.press("x", "down", "enter")
        assert shelf(home).find(deck.id) is None
        kept = shelf(home).folder / "deleted" / f"{deck.id}.toml"
        assert kept.read_text(encoding="utf-8") == text
        assert scene.notice.startswith("Mine is off the shelf.")
        assert f"deleted/{deck.id}.toml" in scene.notice


async def test_a_code_is_shown_whole_on_rows_of_its_own(home: Home) -> None:
    async with before(home, scene := DecksScene(), (60, 20)) as table:
        assert scene.deck
        code = shelf(home).code_of(scene.deck)
        await table.press("e")
        now(table, CodeScene)
        rows = [row.strip() for row in table.text.splitlines()]
        start = next(number for number, row in enumerate(rows) if row.startswith("BF1-"))
        assert rows[start] + rows[start + 1] == code
        await table.press("enter")
        assert table.app.clipboard == code
        await table.press("escape")
        assert table.scene is scene


async def test_a_code_becomes_a_deck_with_a_name(home: Home) -> None:
    code = shelf(home).code_of(shelf(home).list()[0].deck)
    async with before(home, scene := DecksScene()) as table:
        await table.press("i")
        await table.paste(code.lower())
        await table.press("enter", "ctrl+u")
        await table.type("From Ann")
        await table.press("enter")
        assert scene.deck
        assert scene.deck.name == "From Ann"
        assert shelf(home).code_of(scene.deck) == code


@pytest.mark.parametrize(
    ("code", "wrong"),
    [("hello", "begins with BF1-"), ("BF1-XXXX", "damaged"), ("BF9-XXXX", "not known here"), ("\x1b[/x]", "BF1-")],
)
async def test_of_a_bad_code_it_is_said_what_is_wrong_and_nothing_is_kept(code: str, wrong: str, home: Home) -> None:
    async with before(home, DecksScene()) as table:
        await table.press("i")
        await table.paste(code)
        assert wrong in table.text
        await table.press("enter")
        now(table, TypeIn)
        await table.press("escape")
        assert not shelf(home).folder.exists()


async def test_a_code_with_one_wrong_letter_is_damaged(home: Home) -> None:
    code = shelf(home).code_of(shelf(home).list()[0].deck)
    broken = code[:20] + ("2" if code[20] != "2" else "3") + code[21:]
    async with before(home, DecksScene()) as table:
        await table.press("i")
        await table.paste(broken)
        await table.press("enter")
        assert "damaged" in table.scene.notice


async def test_a_damaged_file_is_told_and_kept(home: Home) -> None:
    draft(home, "Mine")
    torn = shelf(home).folder / "torn.toml"
    torn.write_text('name = "[/nope]\n\x1b', encoding="utf-8")
    async with before(home, scene := DecksScene()) as table:
        await table.press("end")
        assert "Not readable" in table.text
        assert "torn.toml" in table.text
        assert "The file is left as it is." in table.text
        for key in ("enter", "tab", "c", "r", "x", "e", "v"):
            await table.press(key)
            assert table.scene is scene
    assert torn.read_text(encoding="utf-8") == 'name = "[/nope]\n\x1b'


async def test_a_folder_that_cannot_be_written_is_a_sentence(home: Home) -> None:
    (home.data / "decks").write_text("in the way", encoding="utf-8")
    async with before(home, scene := DecksScene()) as table:
        await table.press("c")
        assert scene.notice.startswith("Nothing was changed: ")


async def test_with_the_mouse_alone_a_deck_is_copied_looked_at_and_thrown_away(home: Home) -> None:
    async with before(home, scene := DecksScene()) as table:
        await table.click("app.choose", "deck:3")
        assert scene.at == 3
        await table.click("decks.copy")
        assert scene.at == 0
        await table.click("app.choose", "card:2")
        await table.click("app.choose", "card:2")
        now(table, FaceScene)
        await table.click("app.back")
        await table.click("app.choose", "deck:0")
        await table.click("decks.delete")
        await table.click("app.choose", 1)
        assert not any(each.deck.own for each in shelf(home).list())


async def test_a_second_click_on_a_deck_builds_it(home: Home) -> None:
    draft(home, "One")
    draft(home, "Two")
    async with before(home, DecksScene()) as table:
        await table.click("app.choose", "deck:1")
        await table.click("app.choose", "deck:1")
        now(table, BuilderScene)
        assert now(table, BuilderScene).deck.name == "Two"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("depth", "glyphs"), KINDS)
async def test_every_terminal_shows_it(size: tuple[int, int], depth: Depth, glyphs: Glyphs, home: Home) -> None:
    draft(home, "Été à Łódź 漢字" + "é" * 20, plan="Ça ira – « enfin ».")
    draft(home, "Empty", 0)
    (shelf(home).folder / "tørn.toml").write_text("…", encoding="utf-8")
    async with before(home, DecksScene(), size, depth, glyphs) as table:
        for key in ("down", "tab", "end", "enter", "escape", "escape", "e", "escape", "x", "escape", "i", "escape"):
            await table.press(key)
            assert glyphs is Glyphs.BLOCKS or drawn_in_ascii(table)
        for key in ("home", "x", "escape", "down", "down", "enter", "escape", "end"):
            await table.press(key)
            assert glyphs is Glyphs.BLOCKS or drawn_in_ascii(table)
