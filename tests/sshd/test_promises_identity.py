"""Who somebody is: the promises I1, I2, I4, I6 and I7 of the server, each with a real client."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh import auth
from asyncssh.packet import Boolean, SSHPacket, String, UInt32

from bloodfang_sshd.config import Config
from bloodfang_sshd.identity import Arrival, Login
from bloodfang_sshd.keys import fingerprint
from bloodfang_sshd.server import Door
from doors import Guest, client, connected, new_key, opened, screen, titled, until

REQUEST, PK_OK, INFO_RESPONSE = 50, 60, 61
PLAY = "version"


async def arrival(door: Door) -> Arrival:
    """Who has signed in, as the server sees it."""
    [connection] = door.house.connections
    return await connection.arrival()


# I1


class Pretended(asyncssh.SSHKeyPair):
    """A stranger who has the public half of a key, and signs with another one."""

    def __init__(self, victim: asyncssh.SSHKey, stranger: asyncssh.SSHKey) -> None:
        data = victim.convert_to_public().public_data
        super().__init__(victim.algorithm, victim.algorithm, [victim.algorithm], [], data, None)
        self._stranger = stranger

    def sign(self, data: bytes) -> bytes:
        return self._stranger.sign(data, self.sig_algorithm)


async def test_i1_a_key_that_signs_is_an_account(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with opened(tmp_path) as door:
        async with connected(door, key):
            first = await arrival(door)
        async with connected(door, key):
            assert (await arrival(door)).person.id == first.person.id
    assert first.fingerprint == fingerprint(key)
    assert not first.person.guest


async def test_i1_who_only_shows_a_public_key_is_a_guest(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with opened(tmp_path) as door:
        async with connected(door, key):
            victim = await arrival(door)
        async with connected(door, Pretended(key, new_key())):
            came = await arrival(door)
    assert came.person.guest
    assert came.person.id != victim.person.id
    assert came.fingerprint == ""


def query(user: str, key: asyncssh.SSHKey) -> bytes:
    """A request that asks whether a public key would do, as it goes over the wire."""
    words = String(user), String("ssh-connection"), String("publickey"), Boolean(False)
    return b"".join([*words, String(key.algorithm), String(key.convert_to_public().public_data)])


class Meddling(Guest):
    """A client that shows somebody else's public key just before it comes in as a guest."""

    def __init__(self, victim: asyncssh.SSHKey, before: int) -> None:
        self._victim = victim
        self._before = before

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        send = conn.send_packet

        def meddle(kind: int, *parts: bytes, **words: Any) -> None:
            said = b"".join(parts)
            if kind == self._before and (b"keyboard-interactive" in said or kind == INFO_RESPONSE):
                send(REQUEST, query("ann", self._victim))
            send(kind, *parts, **words)

        conn.send_packet = meddle  # type: ignore[method-assign, assignment]


@pytest.fixture
def _deaf_to_answers_about_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client does not know what to do with them in the middle of another conversation."""
    handlers = auth._ClientKbdIntAuth._packet_handlers
    usual = handlers[PK_OK]

    def take(self: Any, kind: int, number: int, packet: SSHPacket) -> Any:
        if b"ssh-ed25519" not in packet.get_remaining_payload():
            return usual(self, kind, number, packet)
        return None

    monkeypatch.setitem(handlers, PK_OK, take)


@pytest.mark.usefixtures("_deaf_to_answers_about_keys")
async def test_i1_a_key_shown_just_before_coming_in_as_a_guest_counts_for_nothing(
    tmp_path: Path, key: asyncssh.SSHKey
) -> None:
    async with opened(tmp_path) as door:
        async with connected(door, key):
            victim = await arrival(door)
        async with connected(door, client_factory=lambda: Meddling(key, REQUEST)):
            came = await arrival(door)
    assert came.person.guest
    assert came.person.id != victim.person.id


async def test_i1_a_key_shown_in_the_middle_of_coming_in_as_a_guest_lets_nobody_in(
    tmp_path: Path, key: asyncssh.SSHKey
) -> None:
    async with opened(tmp_path, {"login_seconds": 1.0}) as door:
        with pytest.raises((asyncssh.Error, OSError)):
            async with connected(door, client_factory=lambda: Meddling(key, INFO_RESPONSE)):
                pass
        assert await door.house.people.by_key(fingerprint(key)) is None


def test_i1_only_a_verified_signature_proves_anything(key: asyncssh.SSHKey) -> None:
    blob = key.convert_to_public().public_data
    login = Login(Config())
    login.begin("ann")
    login.asked(b"publickey")
    login.offered(blob)
    assert login._proof == ""
    login.verified(blob)
    assert login._proof == fingerprint(key)
    for take_back in (partial(login.asked, b"keyboard-interactive"), partial(login.offered, blob)):
        login.verified(blob)
        take_back()
        assert login._proof == ""


def test_i2_a_proof_is_for_one_user_name(key: asyncssh.SSHKey) -> None:
    login = Login(Config())
    login.begin("ann")
    login.verified(key.convert_to_public().public_data)
    login.begin("bob")
    assert login._proof == ""


async def test_i1_a_signature_of_another_connection_is_worth_nothing(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    kept: list[bytes] = []

    class Keeping(asyncssh.SSHKeyPair):
        def __init__(self, sign: Any) -> None:
            data = key.convert_to_public().public_data
            super().__init__(key.algorithm, key.algorithm, [key.algorithm], [], data, None)
            self.sign = sign  # type: ignore[method-assign]

    def sign(data: bytes) -> bytes:
        kept.append(key.sign(data, key.algorithm))
        return kept[-1]

    async with opened(tmp_path) as door:
        async with connected(door, Keeping(sign)):
            assert not (await arrival(door)).person.guest
        async with connected(door, Keeping(lambda data: kept[0])):
            assert (await arrival(door)).person.guest


# I2


async def test_i2_another_user_name_begins_anew(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with opened(tmp_path, closed=True, invite="heron-in-the-reeds") as door:
        options = client(username="heron-in-the-reeds", client_factory=lambda: Switching(key))
        with pytest.raises((asyncssh.Error, OSError)):
            await asyncssh.connect("127.0.0.1", door.port, **options)


class Switching(Guest):
    """Begins as an invited guest, and ends the same conversation under another name."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        self._key = key

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        send = conn.send_packet

        def meddle(kind: int, *parts: bytes, **words: Any) -> None:
            if kind == INFO_RESPONSE:
                none = (String("bob"), String("ssh-connection"), String("keyboard-interactive"), String(""), String(""))
                send(REQUEST, b"".join(none))
                send(INFO_RESPONSE, UInt32(0))
                return
            send(kind, *parts, **words)

        conn.send_packet = meddle  # type: ignore[method-assign, assignment]


# I4


async def test_i4_the_first_lines_say_who_one_is_and_how_to_leave(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with opened(tmp_path) as door, connected(door, key) as connection:
        shown = await titled(connection)
        came = await arrival(door)
    before = shown.text.partition("\x1b")[0]
    assert came.person.name in before
    assert fingerprint(key) in before
    assert "Leave with" in before


async def test_i4_a_new_key_never_signs_in_under_a_known_name(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with opened(tmp_path) as door:
        async with connected(door, key):
            ann = (await arrival(door)).person
        async with connected(door, new_key(), username=ann.name):
            other = (await arrival(door)).person
    assert other.id != ann.id
    assert other.name != ann.name


# I6


async def test_i6_guests_need_no_key_and_are_asked_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as door, connected(door, password=None) as connection:
        answer = await connection.run(PLAY)
        came = await arrival(door)
    assert answer.exit_status == 0
    assert came.person.guest
    assert came.person.name.startswith("~")


async def test_i6_whoever_has_a_key_is_asked_for_it_first(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with opened(tmp_path) as door:
        methods = await asyncssh.get_server_auth_methods("127.0.0.1", door.port, config=None)
    assert methods == ["publickey", "keyboard-interactive"]


async def test_i6_a_guest_who_has_left_is_forgotten(tmp_path: Path) -> None:
    async with opened(tmp_path) as door:
        async with connected(door) as connection:
            await connection.run(PLAY)
            guest = (await arrival(door)).person
        people: Any = door.house.people
        await until(lambda: guest.id not in people._guests)


# I7


async def test_i7_admins_are_known_by_their_keys_and_by_nothing_else(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with opened(tmp_path, admins=(fingerprint(key),)) as door:
        async with connected(door, key, username="nobody"):
            assert (await arrival(door)).is_admin
        async with connected(door, new_key(), username="admin"):
            assert not (await arrival(door)).is_admin
        async with connected(door, Pretended(key, new_key()), username="admin"):
            assert not (await arrival(door)).is_admin


# closed servers


async def test_a_closed_server_lets_in_listed_keys_and_whoever_is_invited(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    invite = "heron-in-the-reeds"
    async with opened(tmp_path, closed=True, invite=invite, allowed=(fingerprint(key),)) as door:
        async with connected(door, key):
            pass
        async with connected(door, username=invite):
            assert (await arrival(door)).person.guest
        for stranger in (client(new_key()), client(), client(username=invite[:-1])):
            with pytest.raises(asyncssh.PermissionDenied):
                await asyncssh.connect("127.0.0.1", door.port, **stranger)


async def test_who_is_banned_reads_it_and_leaves(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with opened(tmp_path) as door:
        people: Any = door.house.people
        await people.ban("key", fingerprint(key), "admin")
        async with connected(door, key) as connection:
            shown = await screen(connection)
            assert await shown.ended() == 1
    assert "kept out" in shown.text
