"""Where files are, on every platform."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bloodfang import paths


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in ("BLOODFANG_DATA_DIR", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path


def test_on_linux_data_is_where_xdg_says(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert paths.data_folder() == home / ".local" / "share" / "bloodfang"
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert paths.data_folder() == home / "data" / "bloodfang"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert paths.data_folder() == home / ".local" / "share" / "bloodfang"


def test_on_a_mac_data_is_application_support(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert paths.data_folder() == home / "Library" / "Application Support" / "bloodfang"


def test_on_windows_data_is_appdata(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("APPDATA", str(home / "Roaming"))
    assert paths.data_folder() == home / "Roaming" / "bloodfang"
    monkeypatch.delenv("APPDATA")
    assert paths.data_folder() == home / "AppData" / "Roaming" / "bloodfang"


def test_what_is_chosen_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BLOODFANG_DATA_DIR", str(tmp_path / "env"))
    assert paths.data_folder() == tmp_path / "env"
    assert paths.data_folder(tmp_path / "chosen") == tmp_path / "chosen"


def test_the_shipped_cards_are_within_the_package_or_beside_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paths, "HERE", tmp_path / "bloodfang")
    assert paths.shipped_cards() == tmp_path / "cards"
    (tmp_path / "bloodfang" / "data" / "cards").mkdir(parents=True)
    assert paths.shipped_cards() == tmp_path / "bloodfang" / "data" / "cards"


def test_a_path_is_shown_from_here_or_from_home_if_it_is_below(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    (home / "here").mkdir()
    monkeypatch.chdir(home / "here")
    assert paths.shown(home / "here" / "a" / "b") == paths.shown(Path("a/b")) == "a/b"
    assert paths.shown(home / "there" / "a") == "~/there/a"
    assert paths.shown(home.parent / "other") == str(home.parent / "other")
