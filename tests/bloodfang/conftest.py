"""What tests of the game share: every catalogue test runs over two identities of the same mechanics."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodfang import paths
from bloodfang.catalog import Catalog, load_shipped
from sets import copy_small, write_dummy


@pytest.fixture(scope="session")
def dummy_cards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of card sets in which the shipped mechanics have a dummy identity."""
    return write_dummy(tmp_path_factory.mktemp("dummy"))


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, and no colours."""
    folder = tmp_path / "data"
    monkeypatch.setenv("BLOODFANG_DATA_DIR", str(folder))
    monkeypatch.delenv("COLORTERM", raising=False)
    return folder


@pytest.fixture(params=["shipped", "dummy"])
def game(request: pytest.FixtureRequest, data: Path, dummy_cards: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game as it is, and the game with the same mechanics under other names, houses, words and pictures."""
    if request.param == "dummy":
        monkeypatch.setattr(paths, "shipped_cards", lambda: dummy_cards)
    return str(request.param)


@pytest.fixture
def catalog(game: str) -> Catalog:
    """The shipped cards, once as they are and once in other clothes."""
    return load_shipped()


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small set that can be broken, seen from the folder it is in."""
    monkeypatch.chdir(tmp_path)
    return copy_small(tmp_path / "small")
