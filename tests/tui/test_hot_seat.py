"""Two people at one keyboard: between their turns a curtain covers both hands, whatever happens meanwhile."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest

from bloodfang import paths
from bloodfang.home import Home
from bloodfang.opening import PlayAtOnce
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import PASS, Mulligan, Play
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes import match as match_scene
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.result import ResultScene
from bloodfang_tui.scenes.title import TitleScene
from bloodfang_tui.sheet import Sheet
from matches import TWO, acts_of, at_match, codes_in, do, in_code, in_front, match_of, scene_of, some_act
from seats import Table, key, seated


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here strikes a key twice by mistake."""
    monkeypatch.setattr(match_scene, "COVERED", 0.0)


@dataclass
class Watchman:
    """Reads every sheet that is painted and every frame that is sent, and remembers what should not have been there."""

    covered: int = 0
    """Sheets on which no hand may be seen."""
    open: int = 0
    leaks: list[str] = field(default_factory=list)

    def read(self, scene: MatchScene, sheet: Sheet) -> None:
        table = scene.table
        shown = codes_in(sheet.text())
        on_board = {tile.piece.card for tile in scene.view.tiles if tile.piece}
        for seat in Seat:
            if scene.curtain or seat is not scene.seat:
                hand = set(table.match.latest(seat).view.hand or ()) & set(table.match.setup.decks[seat]) - on_board
                found = shown & {table.catalog.name_of(card) for card in hand}
                self.leaks += [f"{seat.letter}: {name}\n{sheet.text()}" for name in found]
        self.covered += scene.curtain
        self.open += not scene.curtain


@pytest.fixture
def watchman(monkeypatch: pytest.MonkeyPatch) -> Watchman:
    watchman = Watchman()
    paint, refresh = MatchScene.paint, Scene._compositor_refresh

    def painted(self: MatchScene, sheet: Sheet) -> None:
        paint(self, sheet)
        watchman.read(self, sheet)

    def sent(self: Scene[object]) -> None:
        refresh(self)
        for below in self.app.screen_stack:
            if isinstance(below, MatchScene) and self.is_current:
                watchman.read(below, self.sheet)

    monkeypatch.setattr(MatchScene, "paint", painted)
    monkeypatch.setattr(Scene, "_compositor_refresh", sent)
    return watchman


@asynccontextmanager
async def two_people(
    home: Home, seed: int = 5, size: tuple[int, int] = (80, 24), ready: bool = True
) -> AsyncIterator[Table]:
    """Two people at one keyboard, with decks that share no card; `ready` is at the curtain of the first turn."""
    coded = in_code(home)
    cards = random.Random(seed).sample([card.id for card in coded.cards.collectible], 30)
    decks = [*coded.decks.values()][:2]
    wanted = replace(
        TWO,
        seed=seed,
        decks=(replace(decks[0], cards=tuple(cards[:15])), replace(decks[1], cards=tuple(cards[15:]))),
    )
    async with at_match(home, wanted, size=size, ready=False) as table:
        if ready:
            for _ in Seat:
                await table.press("enter")
                await do(table, Mulligan())
        yield table


async def uncover(table: Table) -> MatchScene:
    scene = scene_of(table)
    if scene.curtain:
        await table.press("enter")
    return scene


NOSY = ("1", "2", "v", "i", "o", "tab", "space", "left", "right", "up", "down", "p", "c", "question_mark", "m", "9")
"""Keys that somebody might strike before it is their turn to look."""


@pytest.mark.parametrize(
    ("seed", "size", "motion"),
    [
        (1, (80, 24), "none"),
        (2, (120, 40), "none"),
        (3, (60, 20), "none"),
        (4, (100, 30), "full"),
        (5, (200, 60), "none"),
    ],
)
async def test_no_hand_is_seen_while_the_curtain_is_down(
    home: Home, watchman: Watchman, seed: int, size: tuple[int, int], motion: str
) -> None:
    home.change(motion=motion)
    luck = random.Random(seed)
    async with two_people(home, seed, size, ready=False) as table:
        scene = scene_of(table)
        while not scene.update.outcome:
            if scene.curtain:
                for nosy in luck.sample(NOSY, 4):
                    await table.press(nosy)
                    while not in_front(table, scene):
                        await table.press("escape")
                    assert scene.curtain
            if scene.curtain and not scene.update.legal and luck.random() < 0.2:
                before = match_of(table).version
                await table.press("u")
                await table.until(lambda: scene.update.version > before)  # noqa: B023
                assert not scene.curtain
            await uncover(table)
            await do(table, some_act(scene.update.legal, luck))
        assert not watchman.leaks, watchman.leaks[0]
        assert watchman.covered > 50
        assert watchman.open > 50


async def test_the_watchman_finds_a_hand_that_is_shown(home: Home, watchman: Watchman) -> None:
    """Else nothing above would mean anything."""
    async with two_people(home) as table:
        scene = await uncover(table)
        assert not watchman.leaks
        scene.curtain = True
        await table.press("v")
        assert not watchman.leaks
        scene.curtain = False
        scene.seat = scene.seat.rival
        scene.repaint()
        await table.settle()
        assert watchman.leaks


async def test_the_match_begins_with_the_curtain_down_and_says_for_whom(home: Home) -> None:
    async with two_people(home, ready=False) as table:
        assert "PLAYER ONE IS NEXT" in table.text
        assert "Hands are covered" in table.text
        assert not codes_in(table.text)
        await table.press("enter")
        assert "PLAYER ONE: WHICH CARDS DO YOU GIVE BACK?" in table.text
        assert len(codes_in(table.text)) == 5


async def test_what_somebody_drew_is_told_to_nobody_else(home: Home) -> None:
    async with two_people(home, size=(120, 40)) as table:
        scene = await uncover(table)
        await do(table, PASS)
        await uncover(table)
        drawn = next(line for line in scene.story if line.startswith("You draw"))
        [card] = codes_in(drawn)
        await do(table, PASS) if scene.update.legal == (PASS,) else await do(table, _play(scene))
        assert card not in table.text or card in {scene.table.catalog.name_of(p) for p in _on_board(scene)}
        await uncover(table)
        assert "Player two draws a card." in scene.story
        assert drawn not in scene.story


async def test_undo_at_the_curtain_takes_the_play_back_and_shows_its_owners_hand_only(
    home: Home, watchman: Watchman
) -> None:
    async with two_people(home) as table:
        scene = await uncover(table)
        before = scene.view
        await do(table, _play(scene))
        assert scene.curtain
        assert "u undo" in table.text
        await table.press("u")
        await table.until(lambda: not scene.curtain)
        assert scene.seat is Seat.FIRST
        assert scene.view == before
        assert not watchman.leaks


async def test_once_the_curtain_was_lifted_undo_is_the_next_players_own(home: Home, watchman: Watchman) -> None:
    async with two_people(home) as table:
        scene = await uncover(table)
        await do(table, _play(scene))
        await uncover(table)
        assert scene.seat is Seat.SECOND
        before = len(acts_of(table, Seat.FIRST))
        await table.press("u")
        await table.until(lambda: scene.view.mulligan)
        assert len(acts_of(table, Seat.FIRST)) == before - 1
        assert scene.seat is Seat.SECOND
        assert not watchman.leaks


async def test_at_the_curtain_nobody_can_give_up_for_another(home: Home) -> None:
    async with two_people(home) as table:
        await do(table, _play(await uncover(table)))
        await table.press("c")
        assert scene_of(table).curtain
        await table.press("escape")
        assert isinstance(table.scene, Ask)
        assert "Give up" not in table.text
        assert "Leave" in table.text


async def test_a_key_struck_twice_does_not_lift_the_curtain_that_has_just_fallen(
    home: Home, monkeypatch: pytest.MonkeyPatch, watchman: Watchman
) -> None:
    monkeypatch.setattr(match_scene, "COVERED", 0.4)
    now = [1000.0]
    monkeypatch.setattr(match_scene, "monotonic", lambda: now[0])
    async with two_people(home, ready=False) as table:
        scene = scene_of(table)
        await table.press("enter")
        assert not scene.curtain
        table.app.post_message(key("enter"))
        await table.until(lambda: scene.curtain)
        await table.press("enter", "enter")
        assert scene.curtain
        assert not watchman.leaks
        now[0] += 0.5
        await table.press("enter")
        assert not scene.curtain
        assert scene.seat is Seat.SECOND


async def test_a_pass_that_would_end_the_match_says_so(home: Home) -> None:
    async with two_people(home) as table:
        await uncover(table)
        await do(table, PASS)
        await uncover(table)
        assert "Player one passed: pass too, and it ends" in table.text
        await table.press("p")
        assert isinstance(table.scene, Ask)
        assert "if you pass too, the match ends" in table.scene.text


async def test_each_sees_the_board_from_their_own_side(home: Home) -> None:
    async with two_people(home) as table:
        scene = await uncover(table)
        top = next(line for line in table.text.splitlines() if "─2─" in line)
        assert top.index("1") < top.index("5")
        await do(table, _play(scene))
        await uncover(table)
        top = next(line for line in table.text.splitlines() if "─2─" in line)
        assert top.index("5") < top.index("1")


async def test_the_end_is_told_by_name_and_no_curtain_covers_it(home: Home) -> None:
    async with two_people(home) as table:
        luck = random.Random(9)
        while not (scene := await uncover(table)).update.outcome:
            await do(table, some_act(scene.update.legal, luck))
        assert not scene.curtain
        await table.press("enter")
        assert isinstance(table.scene, ResultScene)
        outcome = scene.update.outcome
        assert outcome is not None
        names = ["PLAYER ONE", "PLAYER TWO"]
        assert ("A DRAW" if outcome.winner is None else f"{names[outcome.winner]} WINS") in table.text


async def test_a_hot_seat_match_that_was_left_begins_again_with_the_curtain_down(
    home: Home, watchman: Watchman
) -> None:
    async with two_people(home) as table:
        scene = await uncover(table)
        await do(table, _play(scene))
        await uncover(table)
        hand = scene.view.hand
        await table.press("escape", "down", "enter")
        assert isinstance(table.scene, TitleScene)
    async with seated(home) as table:
        await table.until(lambda: "Continue" in table.text)
        await table.press("enter")
        await table.until(lambda: isinstance(table.scene, MatchScene))
        scene = scene_of(table)
        assert scene.curtain
        assert "PLAYER TWO IS NEXT" in table.text
        await table.press("u")
        assert scene.curtain
        assert "There is nothing to take back." in table.text
        await table.press("enter")
        assert scene.view.hand == hand
        assert not watchman.leaks


async def test_a_name_of_ones_own_is_used_and_the_other_is_player_two(home: Home) -> None:
    home.change(name="Ann")
    async with at_match(home, PlayAtOnce(opponent="person", seed=5), ready=False) as table:
        assert [place.name for place in match_of(table).places] == ["Ann", "Player two"]
        assert "ANN IS NEXT" in table.text


async def test_with_moved_keys_the_curtain_says_which_key_lifts_it(home: Home) -> None:
    paths.keys_file(home.config).write_text('"app.choose" = "y"\n', encoding="utf-8")
    async with two_people(home, ready=False) as table:
        assert "Press y when only you are looking." in table.text
        await table.press("y")
        assert not scene_of(table).curtain


def _play(scene: MatchScene) -> Play:
    return next(act for act in scene.update.legal if isinstance(act, Play))


def _on_board(scene: MatchScene) -> set[str]:
    return {tile.piece.card for tile in scene.view.tiles if tile.piece}
