"""The player's own things: whatever is wrong with one is a notice, and keeps nobody from playing."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bloodfang import paths
from bloodfang.home import MOST_TOLD, Home
from bloodfang.journal import MemoryJournal
from bloodfang.settings import Settings
from bloodfang.sqlite_journal import SqliteJournal


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BLOODFANG_DATA_DIR", raising=False)
    return tmp_path / "home"


def everything(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


def test_to_open_a_home_writes_nothing(folder: Path) -> None:
    home = Home.open(folder)
    assert home.settings == Settings()
    assert home.notices == []
    assert not folder.exists()


def test_a_home_that_is_opened_needs_no_cards_no_database_and_no_app(folder: Path) -> None:
    lines = f"""
import sys
from pathlib import Path
from bloodfang.home import Home
Home.open(Path({str(folder)!r})).read_keys({{"app.help": "h"}})
print(*{{"pydantic", "sqlite3", "textual", "bloodfang.loading", "bloodfang.catalog"}} & {{*sys.modules}})
"""
    assert subprocess.check_output([sys.executable, "-c", lines], text=True) == "\n"


# Settings


def test_a_change_counts_at_once_and_the_next_time(folder: Path) -> None:
    home = Home.open(folder)
    home.change(theme="day", name="Bo")
    assert home.settings == Settings(theme="day", name="Bo")
    assert Home.open(folder).settings == home.settings
    assert home.notices == []


def test_nothing_is_written_where_nothing_changes(folder: Path) -> None:
    Home.open(folder).change(theme="night")
    assert not folder.exists()


def test_what_cannot_be_chosen_is_a_notice_and_the_rest_is_changed(folder: Path) -> None:
    home = Home.open(folder)
    home.change(theme="pink", motion="none")
    assert home.settings == Settings(motion="none")
    assert home.notices == ["theme is one of night, day, ember-safe, tide-safe, plain, not 'pink'; nothing was changed"]


def test_settings_that_cannot_be_read_are_kept_aside(folder: Path) -> None:
    folder.mkdir()
    paths.settings_file(folder).write_text("theme = ")
    home = Home.open(folder)
    assert home.settings == Settings()
    assert home.notices[-1] == (
        "home/client.toml: as it was, it is kept as client.toml.damaged-1; "
        "all settings are the defaults until you choose again"
    )
    assert everything(folder) == {"client.toml.damaged-1"}
    assert Home.open(folder).notices == []


def test_a_change_that_cannot_be_written_lasts_until_the_player_leaves(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    home = Home.open(folder)
    home.change(theme="day")
    assert home.settings.theme == "day"
    [notice] = home.notices
    assert notice.startswith("home/client.toml: cannot be written: ")
    assert notice.endswith("; the change lasts until you leave")


# Keys


def test_the_keys_a_player_has_moved_are_known_from_then_on(folder: Path) -> None:
    folder.mkdir()
    paths.keys_file(folder).write_text('"match.pass" = "x"\n"match.past" = "y"\n')
    home = Home.open(folder)
    assert home.read_keys({"match.pass": "p"}) == home.keys == {"match.pass": "x"}
    assert home.notices == ["home/keys.toml:2: nothing that keys do is called 'match.past'; did you mean 'match.pass'?"]


# Cards and decks


def test_the_shipped_set_comes_first(folder: Path) -> None:
    home = Home.open(folder)
    assert home.catalog is home.library.catalogs[0]
    assert home.catalog.id == "fang"


def test_what_is_wrong_with_own_decks_is_told_but_not_without_end(folder: Path) -> None:
    decks = paths.own_decks(folder, "fang")
    decks.mkdir(parents=True)
    for number in range(MOST_TOLD + 2):
        (decks / f"{number}.toml").write_text("name = 1")
    home = Home.open(folder)
    told = len(home.library.problems)
    assert len(home.notices) == MOST_TOLD + 1
    assert home.notices[0].startswith("home/decks/fang/0.toml")
    assert home.notices[-1].startswith(f"and {told - MOST_TOLD} more in your own sets and decks")


def test_a_draft_is_no_notice(folder: Path) -> None:
    home = Home.open(folder)
    box = home.decks(home.catalog)
    draft = box.copy("swarm", "Half")
    box.save(replace(draft, cards=draft.cards[:3]))
    again = Home.open(folder)
    assert again.library.problems == ()
    assert again.notices == []
    assert draft.id not in again.catalog.decks
    assert again.decks(again.catalog).list()[0].deck.id == draft.id


async def test_many_may_live_with_the_library_and_the_journal_of_one_house(folder: Path) -> None:
    library, journal = Home.open(folder / "house").library, MemoryJournal()
    home = Home.open(folder / "ann", library=library, journal=journal)
    assert home.library is library
    assert home.catalog is library.catalogs[0]
    assert home.journal() is journal
    assert not (folder / "ann").exists()


# Matches


async def test_the_journal_is_on_disk_and_there_is_one(folder: Path) -> None:
    home = Home.open(folder)
    journal = home.journal()
    assert isinstance(journal, SqliteJournal)
    assert home.journal() is journal
    assert paths.journal_file(folder).is_file()
    await journal.close()


async def test_where_no_journal_can_be_matches_are_played_all_the_same(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    home = Home.open(folder)
    assert isinstance(home.journal(), MemoryJournal)
    assert home.notices[0].endswith("; matches can be played, but they will not be kept")


async def test_a_damaged_journal_is_kept_and_told(folder: Path) -> None:
    folder.mkdir()
    paths.journal_file(folder).write_text("no database")
    home = Home.open(folder)
    journal = home.journal()
    assert isinstance(journal, SqliteJournal)
    [notice] = home.notices
    assert "is damaged" in notice
    assert (folder / "matches.sqlite3.damaged-1").read_text() == "no database"
    await journal.close()


def test_records_are_in_a_folder_of_their_own(folder: Path) -> None:
    home = Home.open(folder)
    assert home.records.list() == ()
    assert home.records.folder == folder / "records"
