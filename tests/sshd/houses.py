"""What tests of running a server share: a whole one, with its files, its lobby, its door and its desk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh

from bloodfang_sshd.driver import START
from bloodfang_sshd.premises import Premises
from doors import Screen, config, screen


@asynccontextmanager
async def running(folder: Path, limits: dict[str, Any] | None = None, **chosen: Any) -> AsyncIterator[Premises]:
    """A server on any port that is free."""
    premises = Premises(config(folder, limits, **chosen))
    await premises.open()
    try:
        yield premises
    finally:
        await premises.close()


async def inside(connection: asyncssh.SSHClientConnection, **words: Any) -> Screen:
    """A terminal that shows the lobby."""
    found = await screen(connection, **words)
    await found.until(START)
    return found
