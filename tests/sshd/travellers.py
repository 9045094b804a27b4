"""Players with OpenSSH's own client in a real terminal."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest

from bloodfang_sshd.server import Door
from doors import HOST, new_key

MISSING = "These tests need OpenSSH's client: install it, such as with `apt install openssh-client`."


def need_ssh() -> None:
    """Skip the test where there is no client; but not where everything is tested."""
    if shutil.which("ssh") is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)


class Traveller:
    """Somebody with a terminal, `ssh`, and a folder of their own for keys."""

    def __init__(self, door: Door, folder: Path) -> None:
        self.door = door
        self.folder = folder
        self.folder.mkdir(exist_ok=True)

    def key(self, name: str = "id") -> Path:
        """A new key of theirs, as `ssh-keygen` would have written it."""
        path, made = self.folder / name, new_key()
        path.write_bytes(made.export_private_key())
        path.chmod(0o600)
        path.with_suffix(".pub").write_bytes(made.export_public_key())
        return path

    def words(self, *more: str, key: Path | None = None) -> list[str]:
        """The command line; nothing of this machine's settings or keys is used."""
        options = {
            "UserKnownHostsFile": str(self.folder / "known_hosts"),
            "StrictHostKeyChecking": "accept-new",
            "IdentitiesOnly": "yes",
            "IdentityAgent": "none",
            "IdentityFile": str(key) if key else "none",
        }
        said = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        return ["-F", "none", "-p", str(self.door.port), *said, f"ann@{HOST}", *more]

    async def ask(self, *command: str, key: Path | None = None) -> subprocess.CompletedProcess[str]:
        """What a command answers."""
        words = ["ssh", *self.words(*command, key=key)]
        return await asyncio.to_thread(
            subprocess.run, words, capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL
        )

    async def play(self, *options: str, key: Path | None = None) -> Terminal:
        """A terminal with the game on it."""
        environ: Any = {**os.environ, "TERM": "xterm-256color"}
        words = [*options, *self.words(key=key)]
        child = await asyncio.to_thread(
            pexpect.spawn, "ssh", words, dimensions=(24, 80), env=environ, timeout=20, encoding="utf-8"
        )
        return Terminal(child)


class Terminal:
    """Everything that happens in it is kept."""

    def __init__(self, child: pexpect.spawn) -> None:
        self.child = child
        self.text = ""

    async def until(self, what: str) -> None:
        """Wait for this to be shown."""
        await self._wait(lambda: self.child.expect_exact(what))

    async def press(self, keys: str) -> None:
        """Type."""
        await asyncio.to_thread(self.child.send, keys)

    async def ended(self) -> int | None:
        """Wait until it is over, and how `ssh` ended."""
        await self._wait(lambda: self.child.expect(pexpect.EOF))
        await asyncio.to_thread(self.child.close)
        status: int | None = self.child.exitstatus
        return status

    async def _wait(self, expect: Callable[[], object]) -> None:
        await asyncio.to_thread(expect)
        self.text += self.child.before + (self.child.after if isinstance(self.child.after, str) else "")
