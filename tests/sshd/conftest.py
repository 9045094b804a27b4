"""What tests of the server are given: keys, and a log to look into."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import asyncssh
import pytest

from bloodfang_sshd import logs
from doors import new_key


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine that tests run on has no say in what they see."""
    for name in ("NO_COLOR", "COLORTERM", "FORCE_COLOR", "BLOODFANG_DATA_DIR", "SSH_AUTH_SOCK"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def key() -> asyncssh.SSHKey:
    """A player's key."""
    return new_key()


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """All that is logged, as whoever runs the server would read it."""
    stream = io.StringIO()
    root = logging.getLogger()
    level = root.level
    handler = logs.log_to(stream, logging.INFO)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)
    logging.captureWarnings(False)
