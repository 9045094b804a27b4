"""The socket in the data folder by which whoever has the machine looks after the server: nobody else can open it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import struct
from contextlib import suppress
from pathlib import Path

from bloodfang.admin_command import SOCKET
from bloodfang.paths import shown
from bloodfang.refusing import UNUSABLE, Refused
from bloodfang_sshd import admin
from bloodfang_sshd.caretaking import By, House
from bloodfang_sshd.logs import tell

log = logging.getLogger(__name__)

LONGEST_QUESTION = 65_536
PATIENCE = 10.0
"""Seconds that somebody has to ask; the answer may take longer."""


class Desk:
    """Open while the server runs. A question is a line of JSON, {"words": [...]}, and so is the answer."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._path: Path | None = None
        self._server: asyncio.Server | None = None

    async def open(self) -> str:
        """Listen; a sentence if that cannot be, for then the server can still be played on."""
        if not hasattr(asyncio, "start_unix_server"):
            return "This system has no unix sockets, so `bloodfang admin` cannot reach the server; admins can by SSH."
        path = self._house.folder / SOCKET
        listening = socket.socket(socket.AF_UNIX)
        before = os.umask(0o177)
        try:
            path.unlink(missing_ok=True)  # of a server that was ended suddenly; we are alone in this folder
            listening.bind(str(path))
        except OSError as trouble:  # the path may be too long for a socket
            listening.close()
            return f"{shown(path)}: `bloodfang admin` cannot reach the server: {trouble.strerror or trouble}"
        finally:
            os.umask(before)
        self._path = path
        self._server = await asyncio.start_unix_server(self._serve, sock=listening, limit=LONGEST_QUESTION)
        return ""

    async def close(self) -> None:
        """Answer nobody any more."""
        if self._server:
            self._server.close()
            await self._server.wait_closed()
        if self._path:
            self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(PATIENCE):
                asked = await _question(reader)
            said = await self._answer(asked, By(_peer(writer), local=True))
            writer.write(json.dumps(said).encode() + b"\n")
            await writer.drain()
        writer.close()

    async def _answer(self, asked: bytes, by: By) -> dict[str, object]:
        try:
            words = json.loads(asked)["words"]
            if not (isinstance(words, list) and all(isinstance(word, str) for word in words)):
                raise ValueError
        except (ValueError, TypeError, KeyError, RecursionError):
            return {"code": UNUSABLE, "text": "this is no question for the server", "data": None}
        try:
            answer = await admin.answer(self._house, words, by)
        except Refused as why:
            return {"code": why.code, "text": str(why), "data": None}
        except Exception as error:
            log.error("admin.crashed", exc_info=error)
            return {"code": 1, "text": "that failed; the server's log says where", "data": None}
        tell(log, "admin.done", verb=words[0] if words else "help")
        return {"code": answer.code, "text": answer.text, "data": answer.data}


async def _question(reader: asyncio.StreamReader) -> bytes:
    """What is asked; nothing if it is far too long."""
    try:
        return await reader.readuntil(b"\n")
    except asyncio.LimitOverrunError as wrong:
        await reader.readexactly(wrong.consumed)  # who has more to say than is heard would not hear the answer
        return b""


def _peer(writer: asyncio.StreamWriter) -> str:
    """Who asks, as far as the system says."""
    peer = writer.get_extra_info("socket")
    with suppress(OSError, AttributeError, KeyError, ImportError):
        import pwd

        _, user, _ = struct.unpack("3i", peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        return f"{pwd.getpwuid(user).pw_name} at the machine"
    return "somebody at the machine"
