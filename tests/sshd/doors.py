"""What tests of the server share: a door on this machine, and clients that knock at it."""

from __future__ import annotations

import asyncio
import itertools
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import asyncssh

from bloodfang.catalog import Library, load_all
from bloodfang.people import People
from bloodfang_sshd import sayings
from bloodfang_sshd.config import Config, Limits
from bloodfang_sshd.driver import START, STOP
from bloodfang_sshd.server import Door
from bloodfang_sshd.verbs import Verbs
from bloodfang_sshd.visits import MakeApp, make_app

HOST = "127.0.0.1"
TITLE = "three lanes, fifteen cards, one long night"


@cache
def library() -> Library:
    """The shipped cards, read once for all tests."""
    return load_all(Path("nowhere"))


def verbs() -> Verbs:
    """The commands of a server."""
    return sayings.verbs(library().catalogs[0])


def hearing_hangups() -> None:
    """Done first in a process that is to end with its window, even where these tests were begun by `nohup`."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def new_key(kind: str = "ssh-ed25519", **words: Any) -> asyncssh.SSHKey:
    """A key that nobody has seen before."""
    return asyncssh.generate_private_key(kind, **words)


def config(folder: Path, limits: dict[str, Any] | None = None, **chosen: Any) -> Config:
    """Everything as shipped but for what a test chooses, on any port that is free."""
    chosen = {"host": HOST, "port": 0, "data_dir": str(folder), **chosen}
    return Config(limits=Limits(**(limits or {})), **chosen)


@asynccontextmanager
async def opened(
    folder: Path,
    limits: dict[str, Any] | None = None,
    *,
    app: MakeApp | None = None,
    verbs: Verbs | None = None,
    lot: Callable[[], float] = lambda: 0.0,
    **chosen: Any,
) -> AsyncIterator[Door]:
    """A server that is running."""
    people, _ = People.open(folder / "people.sqlite3")
    chosen_config = config(folder, limits, **chosen)
    found = Door(chosen_config, people, app or make_app(folder, library()), verbs or globals()["verbs"](), lot)
    await found.start()
    try:
        yield found
    finally:
        await found.stop()
        await people.close()


@asynccontextmanager
async def connected(door: Door, key: Any = None, **words: Any) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """A client that has signed in, with a key or as a guest."""
    async with asyncssh.connect(HOST, door.port, **client(key, **words)) as connection:
        yield connection


def client(key: Any = None, **words: Any) -> dict[str, Any]:
    """How clients of tests are set up: nothing of this machine's is asked."""
    keys = key if isinstance(key, list) else [key] if key else None
    return {
        "username": "ann",
        "known_hosts": None,
        "config": None,
        "agent_path": None,
        "client_keys": keys,
        "client_factory": Guest,
        "x509_trusted_certs": None,
        **words,
    }


class Guest(asyncssh.SSHClient):
    """A client that answers nothing where nothing is asked, as OpenSSH does."""

    _tried = False

    def kbdint_auth_requested(self) -> str | None:
        tried, self._tried = self._tried, True
        return None if tried else ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str] | None:
        return None if prompts else []


class Screen:
    """A terminal at the other end: everything it was sent, and hands for its keys."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.process = process
        self.raw = b""

    @property
    def text(self) -> str:
        """All that it was sent."""
        return self.raw.decode("utf-8", "replace")

    @property
    def is_whole(self) -> bool:
        """It was given back: everything that was changed about it is undone (T0)."""
        return self.text.count(START) == self.text.count(STOP)

    def press(self, keys: str) -> None:
        """Send keys as a terminal sends them."""
        self.process.stdin.write(keys.encode())

    async def until(self, what: str, after: int = 0, seconds: float = 10) -> str:
        """Read until this was sent, and what was sent so far."""
        async with asyncio.timeout(seconds):
            while what not in self.text[after:]:
                more = await self.process.stdout.read(65_536)
                if not more:
                    raise EOFError(f"it ended without {what!r}: {self.text[-300:]!r}")
                self.raw += more
        return self.text

    async def ended(self, seconds: float = 10) -> int | None:
        """Read until the server closes it, and how it ended."""
        async with asyncio.timeout(seconds):
            while more := await self.process.stdout.read(65_536):
                self.raw += more
            self.raw += await self.process.stderr.read()
            with suppress(asyncssh.Error):
                await self.process.wait_closed()
        return self.process.exit_status


async def screen(connection: asyncssh.SSHClientConnection, command: str | None = None, **words: Any) -> Screen:
    """A terminal on this connection."""
    words = {"term_type": "xterm-256color", "term_size": (80, 24), "encoding": None, **words}
    return Screen(await connection.create_process(command, **words))


async def titled(connection: asyncssh.SSHClientConnection, **words: Any) -> Screen:
    """A terminal that shows the title."""
    found = await screen(connection, **words)
    await found.until(TITLE)
    return found


async def until(condition: Callable[[], object], seconds: float = 10) -> None:
    """Wait for something on the server's side."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


def knocking(door: Door, address: str = HOST) -> socket.socket:
    """A socket that is connected from an address of this machine, and says nothing."""
    knock = socket.socket()
    knock.bind((address, 0))
    knock.settimeout(5)
    knock.connect((HOST, door.port))
    return knock


async def heard(knock: socket.socket) -> bytes:
    """All that the server says until it closes."""

    def listen() -> bytes:
        said = b""
        with suppress(ConnectionResetError):
            while more := knock.recv(4096):
                said += more
        knock.close()
        return said

    return await asyncio.to_thread(listen)


def addresses(network: str = "127.0.1") -> itertools.cycle[str]:
    """Addresses of this machine, one after the other."""
    return itertools.cycle(f"{network}.{number}" for number in range(1, 250))
