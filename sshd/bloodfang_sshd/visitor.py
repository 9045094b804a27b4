"""What asyncssh asks about a connection, answered."""

from __future__ import annotations

from typing import Any

import asyncssh

from bloodfang_sshd import texts
from bloodfang_sshd.connection import Connection
from bloodfang_sshd.session import Session


class Visitor(asyncssh.SSHServer):
    """What asyncssh asks about a connection. Public keys first, then a conversation in which nothing is asked (I6)."""

    _connection: Connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        assert isinstance(conn, Connection)
        self._connection = conn

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection.gone(exc)

    def begin_auth(self, username: str) -> bool:
        self._connection.login.begin(username)
        return True

    def auth_completed(self) -> None:
        self._connection.signed_in()

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return self._connection.login.admits_key(key)

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        if self._connection.login.admits_guest:
            return "", "", "", ()
        self._connection.send_auth_banner(f"{texts.NOT_INVITED}\r\n")
        return False

    def validate_kbdint_response(self, username: str, responses: Any) -> Any:
        return not responses and self._connection.login.admits_guest

    def session_requested(self) -> Session:
        return self._connection.session_asked()
