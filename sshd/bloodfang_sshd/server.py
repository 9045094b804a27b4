"""The door: listens, lets in, and closes without losing anything."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import random
import signal
import socket
from collections.abc import Callable

import asyncssh
from asyncssh import kex

from bloodfang.refusing import Refused
from bloodfang_sshd import keys, texts
from bloodfang_sshd.config import Config
from bloodfang_sshd.connection import Connection, House
from bloodfang_sshd.gates import Porter
from bloodfang_sshd.identity import GuestList, Register
from bloodfang_sshd.logs import tell
from bloodfang_sshd.metrics import Figures
from bloodfang_sshd.session import Session
from bloodfang_sshd.starts import Starts
from bloodfang_sshd.verbs import Verbs
from bloodfang_sshd.visitor import Visitor
from bloodfang_sshd.visits import MakeApp

log = logging.getLogger(__name__)

WINDOW = 65_536
"""Bytes that a client may send before they are taken; a player needs a fraction of it."""
BACKLOG = 128
LAST_WORDS = 1.5
"""Seconds that clients have to read the end of what they were sent."""


class Door:
    """A server. `start` it, `stop` it; in between everything happens by itself."""

    def __init__(
        self,
        config: Config,
        people: Register,
        make_app: MakeApp,
        verbs: Verbs,
        lot: Callable[[], float] = random.random,
        guest_list: GuestList | None = None,
        figures: Figures | None = None,
    ) -> None:
        porter = Porter(config.limits, config.exempt, lot)
        starts = Starts(config.limits.starts_a_second)
        self.house = House(config, people, make_app, verbs, porter, starts, guest_list, figures)
        self.port = 0
        self.fingerprint = ""
        """Of the host key, as clients show it."""
        self._listener: asyncio.Server | None = None

    @property
    def sessions(self) -> list[Session]:
        """Everything that goes on."""
        return [session for connection in self.house.connections for session in connection.sessions]

    async def start(self) -> None:
        """Listen; Refused if that cannot be."""
        config = self.house.config
        key = keys.host_key(config.folder)
        self.fingerprint = keys.fingerprint(key)
        loop = asyncio.get_running_loop()
        options = await _options(config, key)
        try:
            self._listener = await loop.create_server(
                lambda: Connection(self.house, loop, options),
                config.host or None,
                config.port or _free_port(config.host),
                backlog=BACKLOG,
            )
        except OSError as trouble:
            where = f"{config.host or 'every address'}, port {config.port}"
            why = {errno.EADDRINUSE: "another program listens there", errno.EADDRNOTAVAIL: "no address of this machine"}
            raise Refused(
                f"cannot listen at {where}: {why.get(trouble.errno or 0) or trouble.strerror or trouble}"
            ) from None
        self.port = self._listener.sockets[0].getsockname()[1]
        tell(log, "door.opened", port=self.port, fingerprint=self.fingerprint)

    def sign(self) -> str:
        """What stands beside the door: how to come in, and the fingerprint by which it is known (O2)."""
        host = self.house.config.host or "this machine"
        who = f"{self.house.config.invite}@" if self.house.config.closed and self.house.config.invite else ""
        port = "" if self.port == 22 else f" -p {self.port}"
        return f"Blood Fang listens: ssh{port} {who}{host}\nIts key is {self.fingerprint} (ED25519)."

    def announce(self, sentence: str) -> None:
        """Tell everybody who plays."""
        for session in self.sessions:
            session.say(sentence)

    async def stop(self, sentence: str = texts.CLOSING) -> None:
        """Let nobody in, tell everybody, and give back every terminal; within `stop_seconds`, then it is over (O4)."""
        if self._listener is None:
            return
        listener, self._listener = self._listener, None
        listener.close()
        tell(log, "door.closing", sessions=len(self.sessions))
        for session in self.sessions:
            session.end(sentence)
        until = asyncio.get_running_loop().time() + self.house.config.limits.stop_seconds
        await self._wait(lambda: bool(self.sessions), until)
        for connection in [*self.house.connections]:
            connection.close()
        await self._wait(lambda: bool(self.house.connections), until + LAST_WORDS)
        for connection in [*self.house.connections]:
            connection.abort()
        await self._wait(lambda: bool(self.house.leaving), until + LAST_WORDS)
        await listener.wait_closed()
        tell(log, "door.closed")

    async def _wait(self, condition: Callable[[], bool], until: float) -> None:
        loop = asyncio.get_running_loop()
        while condition() and loop.time() < until:
            await asyncio.sleep(0.02)


async def serve(door: Door, say: Callable[[str], None]) -> None:
    """Keep a door open until the process is asked to end; `say` gets what stands beside it."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, stop.set)
    await door.start()
    try:
        say(door.sign())
        # What is there now stays: the collector need not look at it again and again while everybody waits.
        gc.freeze()
        await stop.wait()
    finally:
        await door.stop()


def _free_port(host: str) -> int:
    """A port that is free: the same at every address, where the system would give each one of its own."""
    if host:
        return 0
    with socket.create_server(("", 0)) as asking:
        port: int = asking.getsockname()[1]
        return port


async def _options(config: Config, key: asyncssh.SSHKey) -> asyncssh.SSHServerConnectionOptions:
    """Everything that asyncssh can be told to do without (N8, N17, N21)."""
    limits, algorithms = config.limits, config.algorithms
    known = {name.decode() for name in kex.get_kex_algs()}
    options: asyncssh.SSHServerConnectionOptions = await asyncssh.SSHServerConnectionOptions.construct(
        server_factory=Visitor,
        server_version=texts.VERSION,
        server_host_keys=[key],
        config=None,
        kex_algs=[name for name in algorithms.key_exchange if name in known],
        encryption_algs=[*algorithms.ciphers],
        mac_algs=["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"],
        signature_algs=[*algorithms.player_keys],
        compression_algs=["none"],
        login_timeout=limits.login_seconds,
        keepalive_interval=limits.keepalive_seconds,
        keepalive_count_max=limits.keepalive_tries,
        encoding=None,
        line_editor=False,
        window=WINDOW,
        public_key_auth=True,
        kbdint_auth=True,
        password_auth=False,
        host_based_auth=False,
        gss_host=None,
        gss_kex=False,
        gss_auth=False,
        x11_forwarding=False,
        agent_forwarding=False,
        allow_scp=False,
        rdns_lookup=False,
    )
    options.proxy_command = None
    return options
