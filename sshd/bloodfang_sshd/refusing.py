"""A refusal at the door: the shortest answer that an SSH client shows to its user."""

from __future__ import annotations

import asyncio
import struct

from bloodfang_sshd import texts

TOO_MANY_CONNECTIONS = 12
"""SSH's own word for it."""
LONGEST = 1.0
"""Seconds that somebody has to read it."""
MOST = 100
"""So many are given time to read; in a flood, nobody is."""


class Refusing(asyncio.Protocol):
    """Takes over a connection that was just made: says why, waits until that was read, and is gone."""

    waiting = 0

    def __init__(self, transport: asyncio.Transport, sentence: str) -> None:
        self._transport = transport
        Refusing.waiting += 1
        if Refusing.waiting > MOST:
            transport.abort()
            return
        transport.write(farewell(sentence))
        if transport.can_write_eof():
            transport.write_eof()
        # Closed at once, with the client's greeting unread, the last words would be lost with it.
        asyncio.get_running_loop().call_later(LONGEST, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Whatever it is."""

    def eof_received(self) -> None:
        """They have read it."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Done."""
        Refusing.waiting -= 1


def farewell(sentence: str) -> bytes:
    """The server's name, and that it will not speak with them: no key exchange is needed for that."""
    words = sentence.encode()
    said = struct.pack(f">BII{len(words)}sI", 1, TOO_MANY_CONNECTIONS, len(words), words, 0)
    padding = 8 - (5 + len(said)) % 8 + 8
    return b"SSH-2.0-%s\r\n" % texts.VERSION.encode() + struct.pack(
        f">IB{len(said)}s{padding}x", 1 + len(said) + padding, padding, said
    )
