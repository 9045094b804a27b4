"""Two people, two terminals, one match: each has a seat of their own, and neither sees what only the other may."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bloodfang.home import Home
from bloodfang.journal import MemoryJournal, Place
from bloodfang.match import Match
from bloodfang.opening import PlayAtOnce
from bloodfang.players import FangMatch
from bloodfang.table import Table as Seating
from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan, Play
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.result import ResultScene
from matches import by_keys, codes_in, in_code, scene_of, some_act
from seats import Table, seated


@dataclass
class Two:
    """Ann and Bob, each before a terminal, and everything their terminals ever showed."""

    match: FangMatch
    tables: tuple[Table, Table]
    shown: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))

    def scene(self, seat: Seat) -> MatchScene:
        return scene_of(self.tables[seat])

    async def settle(self) -> None:
        """Until both have seen what happened."""
        for table in self.tables:
            scene = table.scene
            if isinstance(scene, MatchScene):
                await table.until(lambda scene=scene: scene.update.version == self.match.version)  # type: ignore[misc]
            self.shown[self.tables.index(table)].append(table.text)

    async def do(self, seat: Seat, act: Action) -> None:
        before = self.match.version
        await by_keys(self.tables[seat], act)
        await self.tables[seat].until(lambda: self.match.version > before)
        await self.settle()

    async def play_on(self, luck: random.Random, acts: int = 1000) -> None:
        for _ in range(acts):
            if self.match.outcome:
                return
            seat = luck.choice(self.match.to_act)
            await self.do(seat, some_act(self.scene(seat).update.legal, luck))


@asynccontextmanager
async def two(
    folder: Path, *, seed: int = 5, size: tuple[int, int] = (80, 24), ready: bool = True
) -> AsyncIterator[Two]:
    """A match of Ann and Bob with decks that share no card."""
    homes = [Home.open(folder / name) for name in ("ann", "bob")]
    for home in homes:
        home.change(motion="none")
    catalog = in_code(homes[0])
    rules = BloodFang(catalog.cards)
    chosen = random.Random(seed).sample([card.id for card in catalog.cards.collectible], 30)
    setup = Setup(rules.name, (tuple(chosen[:15]), tuple(chosen[15:])), seed, {"first_player": "first"}, catalog.digest)
    match: FangMatch = await Match.begin(rules, setup, MemoryJournal(), (Place("Ann"), Place("Bob")))
    async with contextlib.AsyncExitStack() as stack:
        tables = [await stack.enter_async_context(seated(home, size=size)) for home in homes]
        for seat, table in zip(Seat, tables, strict=True):
            await table.open(MatchScene(Seating(catalog, match, PlayAtOnce(opponent="person"), (seat,))))
        both = Two(match, (tables[0], tables[1]))
        await both.settle()
        if ready:
            for seat in Seat:
                await both.do(seat, Mulligan())
        yield both


async def test_each_sits_on_their_own_side_and_no_curtain_falls(tmp_path: Path) -> None:
    async with two(tmp_path, ready=False) as both:
        for seat in Seat:
            assert both.scene(seat).seat is seat
            assert "WHICH CARDS DO YOU GIVE BACK?" in both.tables[seat].text
            assert "covered" not in both.tables[seat].text


async def test_who_is_ready_first_reads_that_the_other_still_chooses(tmp_path: Path) -> None:
    async with two(tmp_path, ready=False) as both:
        await both.do(Seat.SECOND, Mulligan((1,)))
        assert "WHICH CARDS" not in both.tables[Seat.SECOND].text
        assert "ANN IS CHOOSING" in both.tables[Seat.SECOND].text
        assert "WHICH CARDS" in both.tables[Seat.FIRST].text


async def test_what_one_plays_the_other_sees(tmp_path: Path) -> None:
    async with two(tmp_path) as both:
        play = next(act for act in both.scene(Seat.FIRST).update.legal if isinstance(act, Play))
        await both.do(Seat.FIRST, play)
        name = both.scene(Seat.FIRST).table.catalog.name_of(play.card)
        assert f"Ann plays {name} on {play.tile}." in both.scene(Seat.SECOND).story
        assert f"You play {name} on {play.tile}." in both.scene(Seat.FIRST).story
        for seat in Seat:
            assert name in both.tables[seat].text
            piece = both.scene(seat).view.tile(play.tile).piece
            assert piece is not None
            assert piece.card == play.card
        assert "BOB IS PLAYING" in both.tables[Seat.FIRST].text
        assert "YOUR TURN" in both.tables[Seat.SECOND].text


async def test_keys_out_of_turn_do_nothing(tmp_path: Path) -> None:
    async with two(tmp_path) as both:
        bob = both.tables[Seat.SECOND]
        before = both.match.version
        for key in ("1", "enter", "enter", "2", "up", "enter", "p", "u", "tab", "enter", "space", "escape"):
            await bob.press(key)
            if not isinstance(bob.scene, MatchScene):
                await bob.press("escape")
        await both.settle()
        assert both.match.version == before
        assert isinstance(bob.scene, MatchScene)


async def test_nothing_is_taken_back_against_a_person_elsewhere(tmp_path: Path) -> None:
    async with two(tmp_path) as both:
        await both.do(Seat.FIRST, PASS)
        before = both.match.version
        await both.tables[Seat.FIRST].press("u")
        await both.settle()
        assert both.match.version == before
        assert "nothing to take back" in both.tables[Seat.FIRST].text
        assert " u undo" not in both.tables[Seat.FIRST].text


@pytest.mark.parametrize(("seed", "size"), [(1, (80, 24)), (2, (120, 40))])
async def test_a_whole_match_is_kept_secret_from_the_other_and_ends_the_same_for_both(
    tmp_path: Path, seed: int, size: tuple[int, int]
) -> None:
    async with two(tmp_path, seed=seed, size=size, ready=False) as both:
        luck = random.Random(seed)
        name_of = both.scene(Seat.FIRST).table.catalog.name_of
        kept = 0
        while not both.match.outcome:
            await both.play_on(luck, acts=1)
            played = {text.split()[1] for _, text in both.match.record().acts if text.startswith("play ")}
            for seat in Seat:
                hidden = {name_of(card) for card in both.match.setup.decks[seat.rival] if card not in played}
                assert not codes_in(both.shown[seat][-1]) & hidden
                kept += len(hidden)
        assert kept > 100
        for seat, table in zip(Seat, both.tables, strict=True):
            assert both.scene(seat).update.outcome == both.match.outcome
            await table.press("enter")
            assert isinstance(table.scene, ResultScene)
            score = both.match.outcome.score
            points = next(line for line in table.text.splitlines() if "Points" in line)
            assert [int(word) for word in points.split() if word.isdigit()] == [score[seat], score[seat.rival]]
        texts = [table.text for table in both.tables]
        won = both.match.outcome.winner
        assert [("YOU WIN" in text) for text in texts] == [won is seat for seat in Seat]


async def test_who_gives_up_has_lost_on_both_screens(tmp_path: Path) -> None:
    async with two(tmp_path) as both:
        await both.tables[Seat.SECOND].press("c", "down", "enter")
        await both.tables[Seat.SECOND].until(lambda: both.match.outcome)
        await both.settle()
        assert "You win 0 to 0: by surrender" in both.tables[Seat.FIRST].text
        assert "Ann wins 0 to 0: by surrender" in both.tables[Seat.SECOND].text
