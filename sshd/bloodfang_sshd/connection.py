"""One client's connection: SSH as asyncssh speaks it, with everything closed that it leaves open.

By itself asyncssh 2.24.1 counts no tries, no channels, no names of an environment and nothing that is not read; it
takes SHA-1 signatures, and knows of a key only that it was offered.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast

import asyncssh
from asyncssh import constants
from asyncssh.packet import PacketDecodeError, SSHPacket

from bloodfang.people_file import PeopleTrouble
from bloodfang.refusing import Refused
from bloodfang_sshd import texts
from bloodfang_sshd.config import Config
from bloodfang_sshd.gates import Bucket, Porter, network_of
from bloodfang_sshd.identity import Arrival, GuestList, Login, Register
from bloodfang_sshd.logs import shortened, tell
from bloodfang_sshd.metrics import Figures
from bloodfang_sshd.refusing import Refusing
from bloodfang_sshd.session import Session
from bloodfang_sshd.starts import Starts
from bloodfang_sshd.timers import Timers
from bloodfang_sshd.verbs import Verbs
from bloodfang_sshd.visits import MakeApp

log = logging.getLogger(__name__)

JUNK = (asyncssh.ProtocolError, asyncssh.ProtocolNotSupported, asyncssh.MACError)
"""What nobody sends by mistake."""
CHANNELS_A_SECOND, CHANNELS_AT_ONCE = 2, 20


@dataclass(slots=True)
class House:
    """What all connections share."""

    config: Config
    people: Register
    make_app: MakeApp
    verbs: Verbs
    porter: Porter
    starts: Starts
    guest_list: GuestList | None = None
    """Who may come in if the server is closed, beside those that its settings list."""
    figures: Figures | None = None
    """Counts, if anybody wants to know."""
    connections: set[Connection] = field(default_factory=set)
    leaving: set[asyncio.Task[None]] = field(default_factory=set)
    """Guests who have gone, until nothing of theirs is left to be done."""


class Connection(asyncssh.SSHServerConnection):
    """From the first byte to the last."""

    def __init__(
        self, house: House, loop: asyncio.AbstractEventLoop, options: asyncssh.SSHServerConnectionOptions
    ) -> None:
        super().__init__(loop, options)
        self.house = house
        self.login = Login(house.config, house.guest_list)
        self.sessions: set[Session] = set()
        self.address = ""
        self.network = network_of("")
        self._proven = False
        self._spoke = False
        self._opened = Bucket(CHANNELS_A_SECOND, CHANNELS_AT_ONCE)
        self._arrivals: dict[str, asyncio.Task[Arrival]] = {}
        """Who has come, by the code that brought them back: without one, it is asked once for all channels."""
        self._at_work: set[asyncio.Task[int]] = set()
        self._unread = False
        self._timers = Timers()

    # coming and going

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask the porter first; who is refused costs nothing more."""
        transport = cast(asyncio.Transport, transport)  # uvloop's is none by descent
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        self.network = network_of(self.address)
        if refusal := self.house.porter.knock(self.network):
            self._cancel_login_timer()
            tell(log, "door.refused", why=refusal.word, address=shortened(self.address))
            transport.set_protocol(Refusing(transport, refusal.sentence))
            return
        self.house.connections.add(self)
        self.house.porter.listens(self, self.abort)
        hold = self.house.config.limits.unsent_hold_bytes
        if sock := transport.get_extra_info("socket"):  # by itself the system would keep megabytes of old pictures
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, hold)
        transport.set_write_buffer_limits(high=hold, low=hold // 4)
        super().connection_made(transport)

    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        """Notice the first word, and answers that pile up because nobody reads them (N14)."""
        if not self._spoke and not b"SSH-".startswith((self._inpbuf + data)[:4]):
            self._force_close(asyncssh.ProtocolError("this is not SSH"))  # by itself asyncssh waits for a whole line
            return
        super().data_received(data, datatype)
        if not self._spoke and self._client_version:
            self._spoke = True
            self.house.porter.heard(self)
        if self._transport and self._transport.get_write_buffer_size() > self.house.config.limits.unsent_most_bytes:
            self.give_up("unread")

    def gone(self, error: Exception | None) -> None:
        """It is over, whoever ended it."""
        self.house.connections.discard(self)
        self.house.porter.left(self.network, self, proven=self._proven)
        self._timers.stop()
        for arrival in self._arrivals.values():
            leaving = asyncio.ensure_future(self._left(arrival))
            self.house.leaving.add(leaving)
            leaving.add_done_callback(self.house.leaving.discard)
        junk = isinstance(error, JUNK)
        if not self._proven and (junk or not self._spoke) and error is not None:
            if junk:
                self.house.porter.penalise(self.network)
            tell(log, "door.left", why=type(error).__name__, address=shortened(self.address))

    async def _left(self, arrival: asyncio.Task[Arrival]) -> None:
        """Let a guest leave, once all that was theirs here has ended."""
        with suppress(PeopleTrouble, Refused):  # the server stops, or they never came in
            guest = (await arrival).person
            if self._at_work:
                await asyncio.wait(self._at_work)
            if guest.guest:
                await self.house.people.leave(guest)

    def misbehaved(self, word: str, sentence: str) -> None:
        """End it, and let whoever is there wait before they come again."""
        self.house.porter.penalise(self.network)
        tell(log, "door.misbehaved", why=word, address=shortened(self.address))
        self.disconnect(constants.DISC_BY_APPLICATION, sentence)

    def give_up(self, word: str) -> None:
        """Nobody reads what is sent: end it without another word. The seat is kept (N14)."""
        tell(log, "door.unread", why=word, address=shortened(self.address))
        self.abort()

    # signing in

    def _login_timer_callback(self) -> None:
        """N5: at whichever phase it is."""
        self._send_disconnect(constants.DISC_BY_APPLICATION, texts.TOO_LATE, "")
        super()._login_timer_callback()

    async def reload_config(self) -> None:
        """There is no file that depends on user names; to look for one would cost a thread for each."""

    async def _finish_userauth(self, begin_auth: bool, method: bytes, packet: SSHPacket) -> None:
        self.login.asked(method)
        if method != b"publickey" and self.login.tried_too_often:
            self.misbehaved("tries", texts.TOO_MANY_TRIES)
            return
        await super()._finish_userauth(begin_auth, method, packet)

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """The one place where a signature is verified, and so the one that makes somebody of a key (I1)."""
        self.login.offered(key_data)
        if self.login.tried_too_often:
            self.misbehaved("tries", texts.TOO_MANY_TRIES)
            return False
        if msg and not self._is_sound(signature):
            return False
        good = await super().validate_public_key(username, key_data, msg, signature)
        if good and msg:
            self.login.verified(key_data)
        return good

    def _is_sound(self, signature: bytes) -> bool:
        """No SHA-1, though asyncssh would take it (N17)."""
        try:
            name = SSHPacket(signature).get_string()
        except PacketDecodeError:
            return False
        return name.decode("ascii", "replace") in self.house.config.algorithms.player_keys

    def signed_in(self) -> None:
        """From now on they are somebody, or a guest."""
        self._proven = True
        self.house.porter.proven()
        self._wait_for_wishes()

    async def arrival(self, code: str = "") -> Arrival:
        """Who has come, or come back by a code; Refused if they are not let in."""
        if code not in self._arrivals:
            login, people = self.login, self.house.people
            asked = login.resumed(people, self.address, code) if code else login.arrival(people, self.address)
            found = self._arrivals[code] = asyncio.ensure_future(asked)
            if self.house.figures:
                found.add_done_callback(self.house.figures.arrived)
        try:
            return await asyncio.shield(self._arrivals[code])
        except Refused:
            if code:  # perhaps it is right the next time; and who tries many must not fill the memory
                self._arrivals.pop(code, None)
            raise

    # channels

    def session_asked(self) -> Session:
        """A new channel, if it is not one too many (N7)."""
        limits = self.house.config.limits
        if len(self.sessions) > limits.commands:
            raise asyncssh.ChannelOpenError(constants.OPEN_RESOURCE_SHORTAGE, texts.TOO_MANY_CHANNELS)
        if not self._opened.take(1, self._loop.time()):
            raise asyncssh.ChannelOpenError(constants.OPEN_RESOURCE_SHORTAGE, texts.TOO_FAST)
        self._timers.stop()
        session = Session(self)
        self.sessions.add(session)
        if self._unread:
            session.hold("connection")
        return session

    def busy_with(self, task: asyncio.Task[int]) -> None:
        """Something goes on in a channel; perhaps for a moment longer than the channel is there."""
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    def session_ended(self, session: Session) -> None:
        """A channel is closed."""
        self.sessions.discard(session)
        if not self.sessions and not self.is_closed():
            self._wait_for_wishes()

    def create_server_channel(
        self, encoding: str | None = "", errors: str = "", window: int = 0, max_pktsize: int = 0
    ) -> Channel:
        """A channel of ours."""
        return Channel(self, self._loop, True, False, False, 0, 0, None, "strict", self._window, self._max_pktsize)

    def _wait_for_wishes(self) -> None:
        """A connection that wants nothing is not kept."""
        self._timers.start("wishes", self.house.config.limits.login_seconds, self.close)

    # what is not read

    def pause_writing(self) -> None:
        """The client does not read: no session of it draws (N14)."""
        self._unread = True
        for session in self.sessions:
            session.hold("connection")

    def resume_writing(self) -> None:
        """It reads again."""
        self._unread = False
        for session in self.sessions:
            session.release("connection")


class Channel(asyncssh.SSHServerChannel[bytes]):
    """A channel that keeps only what is wanted of a client's environment (N10)."""

    def _process_env_request(self, packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        assert isinstance(self._session, Session)
        return self._session.told(name, value)
