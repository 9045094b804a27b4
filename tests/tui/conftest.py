"""What tests of the app are given: a home of their own, in which nothing moves by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodfang.home import Home


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine that tests run on has no say in what they see."""
    for name in ("NO_COLOR", "COLORTERM", "FORCE_COLOR", "BLOODFANG_DATA_DIR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A new player's things, with motion off."""
    home = Home.open(tmp_path)
    home.change(motion="none")
    return home
