"""Nothing is lost: matches go on after any end of the game, and damaged files are put aside, told of, and kept."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from bloodfang import paths
from bloodfang.home import Home
from bloodfang.sqlite_journal import SqliteJournal
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Play
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.title import TitleScene
from matches import at_match, do, match_of, play_on, scene_of, some_act
from ptys import Terminal
from seats import Table, seated


async def continued(table: Table) -> MatchScene:
    """Go on with the match that the title offers."""
    await table.until(lambda: "Continue" in table.text)
    await table.press("enter")
    await table.until(lambda: isinstance(table.scene, MatchScene))
    return scene_of(table)


async def test_a_match_that_was_left_goes_on_with_the_same_board_and_the_same_story(home: Home) -> None:
    async with at_match(home) as table:
        await play_on(table, random.Random(5), acts=4)
        left = scene_of(table)
        await table.press("escape", "down", "enter")
        assert isinstance(table.scene, TitleScene)
        assert "Continue" in table.text
        scene = await continued(table)
        assert scene is not left
        assert scene.view == left.view
        assert scene.story == left.story
        assert "▸●" in table.text  # tiles are lit at once
        assert scene.pointing.card(scene.view) in {act.card for act in scene.update.legal if isinstance(act, Play)}
        assert scene.newest == left.newest
        await play_on(table, random.Random(6))
        assert scene.update.outcome is not None


async def test_the_same_after_the_app_was_closed_at_once(home: Home) -> None:
    async with at_match(home) as table:
        await play_on(table, random.Random(5), acts=3)
        view = scene_of(table).view
        await table.press("ctrl+c")
    async with seated(Home.open(home.data)) as table:
        assert (await continued(table)).view == view


async def test_undo_reaches_behind_the_point_where_the_match_was_left(home: Home) -> None:
    async with at_match(home) as table:
        await play_on(table, random.Random(5), acts=2)
        await table.press("escape", "down", "enter")
        scene = await continued(table)
        acts = len(match_of(table).record().acts)
        await table.press("u")
        await table.until(lambda: scene.my_turn and len(match_of(table).record().acts) < acts)


async def test_of_several_matches_the_player_chooses(home: Home) -> None:
    async with seated(home) as table:
        ids = []
        for seed in (1, 2, 3):
            while "▸ New match" not in table.text:
                await table.press("down")
            await table.press("enter", "enter")
            await table.until(lambda: isinstance(table.scene, MatchScene))
            ids.append(match_of(table).id)
            await do(table, some_act(scene_of(table).update.legal, random.Random(seed)))
            await table.press("escape", "down", "enter")
            await table.until(lambda: "Continue" in table.text)
        await table.until(lambda: "3 matches are waiting" in table.text)
        await table.press("c")
        assert isinstance(table.scene, Ask)
        await table.press("down", "enter")
        await table.until(lambda: isinstance(table.scene, MatchScene))
        assert match_of(table).id == ids[1]


async def test_a_match_with_other_cards_than_there_are_now_says_so_and_stays(home: Home) -> None:
    async with at_match(home) as table:
        await table.press("escape", "down", "enter")
        await table.until(lambda: "Continue" in table.text)
    await home.journal().close()
    with sqlite3.connect(paths.journal_file(home.data)) as connection:
        tables = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
        assert tables
        changed = 0
        for name in tables:
            for column in [row[1] for row in connection.execute(f"pragma table_info({name})")]:
                changed += connection.execute(
                    f"update {name} set {column} = replace({column}, ?, 'other') where typeof({column}) = 'text'",
                    (home.catalog.digest,),
                ).rowcount
        assert changed
    connection.close()
    async with seated(Home.open(home.data)) as table:
        await table.until(lambda: "Continue" in table.text)
        await table.press("enter")
        await table.until(lambda: table.scene.notice)
        assert isinstance(table.scene, TitleScene)
        assert "cannot be continued" in " ".join(table.text.split())


# the process


def journal_of(folder: Path) -> tuple[str, list[str]]:
    """The match that was not finished, as the journal has it."""

    async def read() -> tuple[str, list[str]]:
        journal, _ = SqliteJournal.open(paths.journal_file(folder))
        try:
            [left] = await journal.unfinished()
            _, entries = await journal.read(left.header.id)
            return left.header.id, [*entries]
        finally:
            await journal.close()

    return asyncio.run(read())


def board_of(text: str) -> list[str]:
    """What stands on the board, with the names and totals around it; without the frames that only point."""
    return [re.sub("[╭╮╰╯├┤┬┴┼─▸]", " ", line) for line in text.splitlines()[1:15]]


def test_after_a_kill_the_match_goes_on_where_it_was(tmp_path: Path) -> None:
    Home.open(tmp_path).change(motion="none", tutorial_seen=True)
    with Terminal("play", "--seed", "5", "--bot", "easy", "--first", "me", folder=tmp_path) as terminal:
        terminal.until("WHICH CARDS DO YOU GIVE BACK?")
        terminal.press("enter")
        terminal.until("YOUR TURN")
        terminal.press("1", "enter")
        terminal.until("turn 3")
        terminal.press("tab", "enter", "enter")
        terminal.until("turn 5")
        before = terminal.until("YOUR TURN")
        terminal.kill()
        assert terminal.process.returncode == -9
    _, entries = journal_of(tmp_path)
    assert [entry[0] for entry in entries].count("A") == 3
    assert len(entries) == 6
    with Terminal(folder=tmp_path) as terminal:
        terminal.until("Continue")
        terminal.press("enter")
        terminal.until("turn 5")
        assert board_of(terminal.text) == board_of(before)
        terminal.press("escape")
        terminal.until("Leave the table?")
        terminal.press("down", "enter")
        terminal.until("Continue")
        terminal.press("q", "q")
        assert terminal.ended() == 0
    assert journal_of(tmp_path)[1] == entries


@pytest.mark.parametrize("leave", ["by the menu", "at once"])
def test_after_leaving_the_terminal_is_as_it_was(tmp_path: Path, leave: str) -> None:
    Home.open(tmp_path).change(motion="none", tutorial_seen=True)
    words = () if leave == "by the menu" else ("play", "--seed", "5", "--bot", "easy")
    with Terminal(*words, folder=tmp_path) as terminal:
        terminal.until("New match" if leave == "by the menu" else "WHICH CARDS")
        assert terminal.modes != terminal.before
        terminal.press(*(["q", "q"] if leave == "by the menu" else ["\x03"]))
        assert terminal.ended() == 0
        assert terminal.modes == terminal.before
        for on, off in (
            ("\x1b[?1049h", "\x1b[?1049l"),
            ("\x1b[?25l", "\x1b[?25h"),
            ("\x1b[?1000h", "\x1b[?1000l"),
            ("\x1b[?1003h", "\x1b[?1003l"),
            ("\x1b[?1006h", "\x1b[?1006l"),
            ("\x1b[?2004h", "\x1b[?2004l"),
        ):
            if on in terminal.sent:
                assert terminal.sent.rindex(off) > terminal.sent.rindex(on), repr(on)
        assert "\x1b[?1049h" in terminal.sent
        assert "\x1b[?25l" in terminal.sent
        assert "Traceback" not in terminal.sent
        assert "\x1b[?1049l" in terminal.sent


# damaged things


def damaged_settings(folder: Path) -> Path:
    path = paths.settings_file(folder)
    path.write_bytes(b'theme = "night\nthis is = not toml \xff\x00')
    return path


def damaged_keys(folder: Path) -> Path:
    path = paths.keys_file(folder)
    path.write_bytes(b"[match\npass = z")
    return path


def damaged_database(folder: Path) -> Path:
    path = paths.journal_file(folder)
    path.write_bytes(b"SQLite format 3\x00" + random.Random(1).randbytes(9000))
    return path


@pytest.mark.parametrize("damage", [damaged_settings, damaged_keys, damaged_database])
async def test_the_game_opens_at_its_title_tells_what_is_damaged_and_keeps_it(
    tmp_path: Path, damage: Callable[[Path], Path]
) -> None:
    path = damage(tmp_path)
    was = path.read_bytes()
    async with seated(Home.open(tmp_path)) as table:
        await table.until(lambda: "Before you play" in table.text)
        assert isinstance(table.scene, TitleScene)
        told = "".join(table.text.split()).replace("┃", "")
        assert path.name in told
        kept = [each for each in tmp_path.iterdir() if each.is_file() and each.read_bytes() == was]
        assert len(kept) == 1
        if kept[0] != path:
            assert kept[0].name in told
        await table.press("enter")
        assert "Before you play" not in table.text
        while "▸ New match" not in table.text:
            await table.press("down")
        await table.press("enter", "enter")
        await table.until(lambda: isinstance(table.scene, MatchScene))
    assert [each for each in tmp_path.iterdir() if each.is_file() and each.read_bytes() == was]


async def test_a_damaged_deck_is_told_of_and_stays_where_it_is(home: Home) -> None:
    folder = paths.own_decks(home.data, "fang")
    folder.mkdir(parents=True)
    path = folder / "torn.toml"
    path.write_bytes(b'name = "Torn')
    async with seated(home) as table:
        while "▸ New match" not in table.text:
            await table.press("down")
        await table.press("enter", "escape")
        assert isinstance(table.scene, TitleScene)
        await table.until(lambda: "Before you play" in table.text)
        assert "torn.toml" in "".join(table.text.split()).replace("┃", "")
    assert path.read_bytes() == b'name = "Torn'


async def test_a_damaged_record_is_told_of_among_the_replays_and_stays(home: Home) -> None:
    home.records.folder.mkdir(parents=True)
    path = home.records.folder / "torn.toml"
    path.write_bytes(b"ruleset = fang [")
    async with seated(home) as table:
        while "▸ Replays" not in table.text:
            await table.press("down")
        await table.press("enter")
        await table.until(lambda: "torn" in table.text)
    assert path.read_bytes() == b"ruleset = fang ["


async def test_where_nothing_can_be_written_a_match_can_be_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("in the way", encoding="utf-8")
    home = Home.open(tmp_path / "home" / "data")
    async with seated(home) as table:
        await table.until(lambda: "Before you play" in table.text)
        told = " ".join(table.text.replace("┃", " ").split())
        assert "they will not be kept" in told
        await table.press("enter")
        while "▸ New match" not in table.text:
            await table.press("down")
        await table.press("enter", "enter")
        await table.until(lambda: isinstance(table.scene, MatchScene))
        assert scene_of(table).seat is Seat.FIRST
