"""A match played with keys alone: from the title to the result, and everything that a turn can hold."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

import pytest

from bloodfang import paths
from bloodfang.home import Home
from bloodfang.journal import JournalTrouble
from bloodfang.opening import PlayAtOnce
from bloodfang.recordbox import read_record
from bloodfang_engine.contract import Outcome, Seat
from bloodfang_engine.fang import PASS, Mulligan, Play
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.scenes.face import FaceScene
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.newmatch import NewMatchScene
from bloodfang_tui.scenes.replay import ReplayScene
from bloodfang_tui.scenes.result import ResultScene
from bloodfang_tui.scenes.title import TitleScene
from matches import EASY, acts_of, at_match, by_keys, do, in_front, match_of, play_on, scene_of, the_end_of, tile_lines
from seats import Table, key, seated


async def to_a_new_match(table: Table, seed: int) -> None:
    """From the title: against the easy bot, with this seed."""
    home = table.app.home
    while "▸ New match" not in table.text:
        await table.press("down")
    await table.press("enter")
    assert isinstance(table.scene, NewMatchScene)
    await table.press("down")
    while home.settings.bot != "easy" or home.settings.opponent != "bot":
        await table.press("right")
    await table.press("up", "up", "enter")
    await table.type(str(seed))
    await table.press("enter", "down", "enter")
    await table.until(lambda: isinstance(table.scene, MatchScene))


@pytest.mark.parametrize(("size", "seed"), [((80, 24), 5), ((120, 40), 11)])
async def test_a_whole_match_from_the_title_to_its_result(home: Home, size: tuple[int, int], seed: int) -> None:
    async with seated(home, size=size) as table:
        await to_a_new_match(table, seed)
        match = match_of(table)
        assert (match.setup.seed, match.places[1].bot) == (seed, "easy")
        await do(table, Mulligan((1, 3)))
        await play_on(table, random.Random(seed))
        assert match.outcome is not None
        assert len(match.record().acts) > 10
        assert the_end_of(match.record(), home.catalog) == match.outcome
        await table.press("enter")
        assert isinstance(table.scene, ResultScene)

        await table.press("s")
        [entry] = home.records.list()
        assert read_record(entry.path) == match.record()
        await table.press("v")
        assert isinstance(table.scene, ReplayScene)
        await table.press("escape")
        assert isinstance(table.scene, ResultScene)

        await table.press("r")
        await table.until(lambda: isinstance(table.scene, MatchScene))
        again = match_of(table)
        assert again.id != match.id
        assert again.setup.decks == match.setup.decks
        await table.press("escape", "down", "enter")
        assert isinstance(table.scene, TitleScene)
        await table.until(lambda: "Continue" in table.text)


# the turn


async def test_the_arrow_keys_lead_to_a_card_a_tile_and_back(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("right", "right", "left")
        assert scene.pointing.at == 1
        await table.press("left", "left")
        assert scene.pointing.at == len(scene.view.hand or ()) - 1
        await table.press("right", "up")
        assert (scene.pointing.at, scene.pointing.on_board) == (0, True)
        tile = scene.pointing.tile
        await table.press("right")
        assert scene.pointing.tile == f"{tile[0]}2"
        await table.press("escape")
        assert not scene.pointing.on_board


async def test_below_the_last_lane_is_the_hand(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("enter", "down", "down", "down")
        assert not scene.pointing.on_board


async def test_tab_visits_the_tiles_where_the_card_may_go_and_no_others(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("1")
        card = scene.pointing.card(scene.view)
        wanted = [act.tile for act in scene.update.legal if isinstance(act, Play) and act.card == card]
        assert len(wanted) == 3
        seen = []
        for _ in wanted:
            seen.append(scene.pointing.tile)
            await table.press("tab")
        assert seen == wanted
        assert scene.pointing.tile == wanted[0]
        await table.press("shift+tab")
        assert scene.pointing.tile == wanted[-1]


async def test_tab_in_the_hand_visits_the_cards_that_can_be_played(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        playable = {act.card for act in scene.update.legal if isinstance(act, Play)}
        hand = scene.view.hand or ()
        assert 0 < len(playable) < len(hand)
        seen = set()
        for _ in hand:
            await table.press("tab")
            seen.add(scene.pointing.card(scene.view))
        assert seen == playable


async def test_the_same_digit_puts_the_card_back(home: Home) -> None:
    async with at_match(home) as table:
        await table.press("1")
        assert scene_of(table).pointing.on_board
        await table.press("1")
        assert not scene_of(table).pointing.on_board


async def test_digits_beyond_the_hand_do_nothing(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        before = scene.pointing, table.text
        await table.press("6", "7", "8", "9", "0")
        assert (scene.pointing, table.text) == before


async def test_a_second_enter_that_comes_at_once_plays_nothing_else_and_says_nothing(home: Home) -> None:
    """Whoever strikes the key twice means it once."""
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("1")
        before = scene.update.version
        for _ in range(3):
            table.app.post_message(key("enter"))
        await table.until(lambda: scene.update.version > before and scene.my_turn)
        assert len(acts_of(table, Seat.FIRST)) == 2
        assert scene.notice == ""
        assert in_front(table, scene)


# what is refused


async def refused(table: Table, card: int, tile: str) -> str:
    """Try to put a card where it may not go: what the player is told before and after."""
    scene = scene_of(table)
    assert scene.view.hand
    if scene.pointing.on_board:
        await table.press("escape")
    while scene.pointing.at != card:
        await table.press("right")
    await table.press("enter")
    assert scene.pointing.on_board
    here, there = scene.view.tile(scene.pointing.tile), scene.view.tile(tile)
    await table.press(*["right" if there.column > here.column else "left"] * abs(there.column - here.column))
    await table.press(*["down" if there.row > here.row else "up"] * abs(there.row - here.row))
    before = match_of(table).version
    told = table.text
    await table.press("enter")
    assert match_of(table).version == before
    assert "! Not there: " in table.text
    return told


async def test_a_tile_that_is_not_for_the_card_says_why(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        playable = next(number for number, card in enumerate(scene.view.hand or ()) if _tiles(scene, card))
        assert "× m5: " in (told := await refused(table, playable, "m5"))
        assert "rival" in told
        assert "× m3: " in (told := await refused(table, playable, "m3"))
        await table.press("escape")
        await do(table, next(act for act in scene.update.legal if isinstance(act, Play)))
        taken = next(tile.name for tile in scene.view.tiles if tile.piece and tile.piece.owner is Seat.FIRST)
        playable = next(
            number
            for number, card in enumerate(scene.view.hand or ())
            if _tiles(scene, card) and not scene.table.catalog.cards[card].replaces
        )
        assert "card" in (await refused(table, playable, taken)).split(f"× {taken}: ")[1].splitlines()[0]


async def test_a_card_that_can_go_nowhere_says_how_many_pawns_it_needs(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        cards = scene.table.catalog.cards
        place = next(number for number, card in enumerate(scene.view.hand or ()) if cards[card].rank == 2)
        await table.press(str(place + 1))
        assert not scene.pointing.on_board
        assert "No empty tile of yours has 2 pawns for it (R12)." in table.text


async def test_with_nothing_to_play_the_table_says_so_and_a_pass_is_not_asked_about(home: Home) -> None:
    async with at_match(home, PlayAtOnce(bot="easy", seed=5, first="me")) as table:
        scene = scene_of(table)
        luck = random.Random(1)
        while len(scene.update.legal) > 1:
            await do(table, luck.choice([act for act in scene.update.legal if act != PASS]))
            assert not scene.update.outcome
        assert "No card of yours can be played now: all you can do is pass." in table.text
        before = scene.update.version
        await table.press("p")
        assert in_front(table, scene)
        await table.until(lambda: scene.update.version > before)


async def test_a_pass_is_asked_about_while_a_card_could_be_played(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("p")
        assert isinstance(table.scene, Ask)
        before = scene.update.version
        await table.press("enter")
        assert in_front(table, scene)
        assert scene.update.version == before
        await table.press("p", "down", "enter")
        await table.until(lambda: scene.update.version > before)
        assert acts_of(table, Seat.FIRST)[-1] == "pass"


async def test_a_pass_is_not_asked_about_if_the_player_does_not_want_it(home: Home) -> None:
    home.change(confirm_pass=False)
    async with at_match(home) as table:
        scene = scene_of(table)
        before = scene.update.version
        await table.press("p")
        assert in_front(table, scene)
        await table.until(lambda: scene.update.version > before)


async def test_giving_up_is_asked_about_and_can_be_taken_back(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("c", "enter")
        assert scene.update.outcome is None
        await table.press("c", "down", "enter")
        await table.until(lambda: scene.update.outcome)
        assert "Stray Pup wins 0 to 0: by surrender" in table.text
        await table.press("u")
        await table.until(lambda: scene.my_turn)
        assert "YOUR TURN" in table.text


async def test_what_cannot_be_written_is_told_and_can_be_tried_again(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        full = DiskFull(home.journal().append)
        monkeypatch.setattr(home.journal(), "append", full)
        await table.press("1", "enter")
        await table.until(lambda: scene.notice)
        assert "The disk is full." in table.text
        assert len(acts_of(table, Seat.FIRST)) == 1
        full.is_full = False
        await table.press("enter")
        await table.until(lambda: len(acts_of(table, Seat.FIRST)) == 2)


async def test_a_bot_whose_act_cannot_be_written_tells_it_and_plays_on_after_an_undo(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        full = DiskFull(home.journal().append, letter="B")
        monkeypatch.setattr(home.journal(), "append", full)
        await table.press("1", "enter")
        await table.until(lambda: scene.notice)
        assert "The disk is full." in table.text
        assert in_front(table, scene)
        full.is_full = False
        await table.press("u")
        await table.until(lambda: scene.my_turn)
        await do(table, next(act for act in scene.update.legal if isinstance(act, Play)))
        assert scene.my_turn


class DiskFull:
    """A journal that cannot write what this seat does, until there is room again."""

    def __init__(self, append: Callable[..., Awaitable[None]], letter: str = "A") -> None:
        self.is_full = True
        self._append = append
        self._letter = letter

    async def __call__(self, match_id: str, number: int, text: str, result: Outcome | None = None) -> None:
        if self.is_full and text.startswith(self._letter):
            raise JournalTrouble("the disk is full")
        await self._append(match_id, number, text, result)


# undo


async def test_undo_takes_back_my_card_and_the_bots_answer(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        before = scene.view, scene.update.legal, table.text
        await do(table, next(act for act in scene.update.legal if isinstance(act, Play)))
        assert len(match_of(table).record().acts) == 4
        version = scene.update.version
        await table.press("u")
        await table.until(lambda: scene.update.version > version)
        assert (scene.view, scene.update.legal) == before[:2]
        assert len(match_of(table).record().acts) == 2


async def test_undo_leads_back_to_the_mulligan_and_no_further(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("u")
        await table.until(lambda: scene.view.mulligan)
        assert "WHICH CARDS DO YOU GIVE BACK?" in table.text
        await table.press("u")
        assert "There is nothing to take back." in table.text


async def test_a_match_that_is_over_goes_on_after_undo(home: Home) -> None:
    async with at_match(home) as table:
        await play_on(table, random.Random(1))
        scene = scene_of(table)
        assert "u undo" in table.text
        await table.press("u")
        await table.until(lambda: not scene.update.outcome and scene.my_turn)
        await play_on(table, random.Random(2))


# around the table


async def test_a_look_at_a_card_comes_back_to_where_the_player_was(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("1", "right", "v")
        assert isinstance(table.scene, FaceScene)
        await table.press("escape")
        assert in_front(table, scene)
        assert scene.pointing.on_board


async def test_leaving_is_asked_about_and_the_match_is_kept(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("q", "enter")
        assert in_front(table, scene)
        await table.press("q", "down", "enter")
        assert isinstance(table.scene, TitleScene)
        await table.until(lambda: "Continue" in table.text)


async def test_keys_that_were_moved_work_in_the_match_and_stand_on_its_bar(home: Home) -> None:
    paths.keys_file(home.config).write_text(
        '"match.pass" = "z"\n"app.choose" = "y"\n"match.card_1" = "x"\n', encoding="utf-8"
    )
    async with at_match(home, ready=False) as table:
        scene = scene_of(table)
        await table.press("enter")
        assert scene.view.mulligan
        await table.press("y")
        await table.until(lambda: scene.my_turn and not scene.view.mulligan)
        assert "y choose" in table.text
        assert "z pass" in table.text
        await table.press("1", "p")
        assert in_front(table, scene)
        assert not scene.pointing.on_board
        await table.press("x")
        assert scene.pointing.on_board
        await table.press("z")
        assert isinstance(table.scene, Ask)
        assert "y choose" in table.text


async def test_a_hand_of_more_than_nine_cards_can_be_reached_with_the_arrows(home: Home) -> None:
    wanted = PlayAtOnce(bot="easy", seed=5, first="me")
    home.change(confirm_pass=False)
    async with at_match(home, wanted) as table:
        scene = scene_of(table)
        while len(scene.view.hand or ()) < 11:
            assert not scene.update.outcome
            await do(table, PASS)
        name = scene.table.catalog.name_of
        for place, card in enumerate(scene.view.hand or ()):
            assert scene.pointing.at == place
            assert f"▸{place + 1 if place < 9 else '·'} " in table.text
            assert f"╭─ {name(card)[:12]}" in table.text
            await table.press("right")
        assert scene.pointing.at == 0


async def test_resizing_while_a_tile_is_chosen_keeps_card_and_tile(home: Home) -> None:
    async with at_match(home) as table:
        scene = scene_of(table)
        await table.press("1", "tab")
        before = scene.pointing
        for size in ((120, 40), (59, 24), (60, 20), (200, 60), (80, 24)):
            await table.resize(*size)
            assert scene.pointing == before
        version = scene.update.version
        await table.press("enter")
        await table.until(lambda: scene.update.version > version)
        assert "┃" not in tile_lines(table, before.tile)[0]
        piece = scene.view.tile(before.tile).piece
        assert piece is not None
        assert piece.owner is Seat.FIRST


async def test_the_match_is_played_with_vi_keys_too(home: Home) -> None:
    async with at_match(home, EASY, ready=False) as table:
        scene = scene_of(table)
        await table.press("l", "space", "enter")
        await table.until(lambda: scene.my_turn and not scene.view.mulligan)
        assert acts_of(table, Seat.FIRST) == ["mulligan 2"]
        await table.press("l", "h", "k", "j", "k")
        assert scene.pointing.on_board
        await by_keys(table, next(act for act in scene.update.legal if isinstance(act, Play)))


def _tiles(scene: MatchScene, card: str) -> list[str]:
    return [act.tile for act in scene.update.legal if isinstance(act, Play) and act.card == card]
