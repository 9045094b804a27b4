"""A player builds a deck: cards go in and out, what is missing is told, and nothing is lost on the way out."""

from __future__ import annotations

import pytest

from bloodfang.deckbox import MOST_CARDS
from bloodfang.decks import Deck
from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang_tui.scenes.ask import Ask, TypeIn
from bloodfang_tui.scenes.builder import BuilderScene
from bloodfang_tui.scenes.face import FaceScene
from bloodfang_tui.scenes.sharing import CodeScene
from cardroom import KINDS, SIZES, before, draft, drawn_in_ascii, now, shelf

NEW = Deck("", "", "", (), own=True)


def standard(home: Home) -> str:
    """A card of which two may be in a deck, under the kindest rules."""
    return next(card.id for card in home.catalog.cards.collectible if card.tier == "standard")


async def test_an_empty_deck_says_how_to_begin_and_how_far_it_is(home: Home) -> None:
    async with before(home, BuilderScene(NEW)) as table:
        assert "A new deck" in table.text
        assert "Nothing in it yet: Enter puts" in table.text
        assert "! 15 cards to go." in table.text
        assert "0 of 15 cards" in table.text


@pytest.mark.parametrize("key", ["enter", "right", "l", "+", "="])
async def test_a_card_goes_in_with_any_of_these(key: str, home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        await table.press("down", key)
        assert scene.deck.cards == (scene.found[1],)
        assert "! 14 cards to go." in table.text
        assert "1 of 15 cards, not saved" in table.text


@pytest.mark.parametrize("key", ["left", "h", "-", "x", "delete"])
async def test_and_out_again_with_any_of_these(key: str, home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        await table.press("enter", key)
        assert scene.deck.cards == ()
        assert not scene.is_changed


async def test_what_is_not_in_the_deck_cannot_be_taken_out(home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        await table.press("-")
        assert scene.notice.endswith("is not in the deck.")


async def test_tokens_are_not_offered(home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        assert set(scene.found) == {card.id for card in home.catalog.cards.collectible}
        await table.press("t", "t", "t")
        assert scene.search.kind == ""


async def test_more_copies_than_any_rules_allow_are_refused(home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        scene.at = scene.found.index(standard(home))
        await table.press("enter", "enter", "enter")
        assert scene.deck.cards == (standard(home),) * 2
        assert "is in it 2 times, and no rules allow more." in scene.notice
        assert "×2" in table.text


async def test_a_deck_of_two_copies_is_legal_only_where_that_is_allowed(home: Home) -> None:
    card = standard(home)
    others = [each for each in shelf(home).list()[0].deck.cards if each != card][:13]
    async with before(home, BuilderScene(Deck("", "Twice", "", (card, card, *others), own=True)), (120, 40)) as table:
        assert "Legal under: classic. Not" in table.text


async def test_the_fifteenth_card_makes_it_legal_and_the_sixteenth_is_too_many(home: Home) -> None:
    deck = draft(home, "Almost")
    async with before(home, scene := BuilderScene(deck)) as table:
        for told in ("■ Legal under: bloodfang,", "! 1 card too many."):
            scene.at = next(n for n, card in enumerate(scene.found) if card not in scene.deck.cards)
            await table.press("enter")
            assert told in table.text


async def test_no_more_cards_than_a_file_may_hold(home: Home) -> None:
    cards = tuple(card.id for card in home.catalog.cards.collectible)[:MOST_CARDS]
    async with before(home, scene := BuilderScene(Deck("", "All", "", cards, own=True))) as table:
        scene.at = next(number for number, card in enumerate(scene.found) if card not in cards)
        await table.press("enter")
        assert len(scene.deck.cards) == MOST_CARDS
        assert "take some out first" in scene.notice


async def test_on_the_decks_side_enter_takes_out_and_the_next_card_is_chosen(home: Home) -> None:
    deck = draft(home, "Almost")
    async with before(home, scene := BuilderScene(deck)) as table:
        await table.press("tab", "down")
        (first, _), (second, _), (third, _), *_ = scene.rows
        assert scene.chosen == second
        await table.press("enter")
        assert second not in scene.deck.cards
        assert scene.chosen == third
        await table.press("up", "-")
        assert first not in scene.deck.cards
        await table.press("tab")
        assert scene.deck_at is None


async def test_when_the_last_card_is_out_the_player_is_among_the_cards_again(home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        await table.press("tab")
        assert scene.deck_at is None
        await table.press("enter", "tab", "enter")
        assert scene.deck_at is None
        await table.press("down")
        assert scene.at == 1


async def test_a_search_is_typed_and_what_is_found_goes_in(home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        name = home.catalog.name_of(scene.found[30])
        await table.press("/")
        await table.type(name)
        await table.press("enter", "enter")
        assert [home.catalog.name_of(card) for card in scene.deck.cards] == [name]


async def test_hostile_search_text_finds_nothing_and_breaks_nothing(home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        await table.press("/")
        await table.paste("[/nope]\x1b[2J")
        assert "No card is like that." in table.text
        await table.press("enter", "enter", "+", "-", "v", "space")
        assert scene.deck.cards == ()
        assert table.scene is scene


async def test_v_shows_the_whole_face_of_the_chosen_card_on_either_side(home: Home) -> None:
    deck = draft(home, "Almost")
    async with before(home, scene := BuilderScene(deck)) as table:
        await table.press("down", "v")
        now(table, FaceScene)
        assert now(table, FaceScene).card == scene.found[1]
        await table.press("escape", "tab", "end", "v")
        now(table, FaceScene)
        assert now(table, FaceScene).card == scene.rows[-1][0]


async def test_a_new_deck_is_asked_for_its_name_and_a_draft_can_be_saved(home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        await table.press("enter", "w")
        now(table, TypeIn)
        await table.press("enter")
        assert "A deck needs a name." in table.text
        await table.type("First try")
        await table.press("enter")
        assert table.scene is scene
        assert scene.notice == "First try is saved. 14 cards to go."
        assert shelf(home).find("first-try") == scene.deck
        assert not scene.is_changed


async def test_saved_again_it_is_the_same_file(home: Home) -> None:
    deck = draft(home, "Almost")
    async with before(home, scene := BuilderScene(deck)) as table:
        await table.press("tab", "enter", "w")
        assert [each.deck for each in shelf(home).list() if each.deck.own] == [scene.deck]
        assert len(scene.deck.cards) == 13


@pytest.mark.parametrize("name", ["[/nope]", "x" * 41])
async def test_a_hostile_name_is_refused_with_a_sentence(name: str, home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        await table.press("enter", "w")
        await table.paste(name)
        await table.press("enter")
        now(table, TypeIn)
        assert now(table, TypeIn).notice.startswith("The name ")
        await table.press("escape")
        assert table.scene is scene
        assert scene.is_changed


async def test_name_and_plan_can_be_changed(home: Home) -> None:
    deck = draft(home, "Almost")
    async with before(home, scene := BuilderScene(deck)) as table:
        await table.press("n", "ctrl+u")
        await table.type("Other")
        await table.press("enter", "p", "ctrl+u")
        await table.type("Win slowly.")
        await table.press("enter", "w")
        kept = shelf(home).find(deck.id)
        assert kept == scene.deck
        assert (kept.name, kept.plan) == ("Other", "Win slowly.")


async def test_who_leaves_with_nothing_changed_is_not_asked(home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        await table.press("enter", "x", "escape")
        assert table.scene is not scene


async def test_who_leaves_with_changes_may_go_on_building(home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        await table.press("enter", "escape")
        now(table, Ask)
        await table.press("down", "down", "enter")
        assert table.scene is scene
        await table.press("escape", "escape")
        assert table.scene is scene
        assert len(scene.deck.cards) == 1


async def test_or_throw_them_away(home: Home) -> None:
    deck = draft(home, "Almost")
    async with before(home, scene := BuilderScene(deck)) as table:
        await table.press("tab", "enter", "escape", "down", "enter")
        assert table.scene is not scene
        assert shelf(home).find(deck.id) == deck


async def test_or_save_them_first_with_a_name_if_need_be(home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        await table.press("enter", "escape", "enter")
        await table.type("Kept")
        await table.press("enter")
        assert table.scene is not scene
        assert shelf(home).find("kept")


async def test_even_who_leaves_the_game_is_asked_once(home: Home) -> None:
    async with before(home, BuilderScene(NEW)) as table:
        await table.press("enter", "ctrl+c")
        now(table, Ask)
        assert table.app.is_running


async def test_what_cannot_be_written_is_still_on_the_table(home: Home) -> None:
    (home.data / "decks").write_text("in the way", encoding="utf-8")
    async with before(home, scene := BuilderScene(NEW)) as table:
        await table.press("enter", "escape", "enter")
        await table.type("Lost?")
        await table.press("enter")
        assert table.scene is scene
        assert scene.notice.startswith("It is not saved: ")
        assert scene.is_changed


async def test_the_code_of_a_draft(home: Home) -> None:
    async with before(home, BuilderScene(NEW)) as table:
        await table.press("enter", "e")
        now(table, CodeScene)
        assert shelf(home).from_code(now(table, CodeScene).code).cards


async def test_with_the_mouse_alone(home: Home) -> None:
    async with before(home, scene := BuilderScene(NEW)) as table:
        third = scene.found[3]
        await table.click("builder.add", third)
        assert scene.deck.cards == (third,)
        await table.click("app.choose", "pool:5")
        assert scene.deck.cards == (third,)
        await table.click("app.choose", "pool:5")
        assert set(scene.deck.cards) == {third, scene.found[5]}
        await table.click("builder.remove", third)
        assert scene.deck.cards == (scene.found[5],)
        await table.click("app.choose", "deck:0")
        await table.click("app.choose", "deck:0")
        assert not scene.rows
        await table.click("builder.look")
        now(table, FaceScene)


async def test_the_card_under_the_mouse_is_the_chosen_one(home: Home) -> None:
    deck = draft(home, "Almost")
    async with before(home, scene := BuilderScene(deck)) as table:
        await table.hover(*table.place("app.choose", "pool:4"))
        assert scene.chosen == scene.found[4]
        await table.hover(*table.place("app.choose", "deck:4"))
        assert scene.chosen == scene.rows[4][0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("depth", "glyphs"), KINDS)
async def test_every_terminal_shows_it(size: tuple[int, int], depth: Depth, glyphs: Glyphs, home: Home) -> None:
    deck = draft(home, "Été à Łódź 漢字", plan="Ça ira.")
    async with before(home, BuilderScene(deck), size, depth, glyphs) as table:
        keys = ("down", "enter", "f", "tab", "end", "enter", "v", "escape", "e", "escape", "w", "n", "escape", "p")
        for key in (*keys, "escape", "tab", "/", "é", "enter", "c", "enter", "escape"):
            await table.press(key)
            assert glyphs is Glyphs.BLOCKS or drawn_in_ascii(table)
