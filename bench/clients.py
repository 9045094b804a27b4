"""Players at the other end of real SSH connections: they find each other, play, and look at the clock."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Any

import asyncssh

HOST = "127.0.0.1"
SIZE = (100, 30)
CADENCE = 2.0
"""Seconds between two keys of one player."""
PATIENCE = 10.0
"""Seconds after which a key was not answered."""
LONGEST_SETUP = 30.0
LONGEST_MOTION = 0.8
"""Seconds after which all that a play shows was shown."""
CHANCE_OF_A_PLAY = 0.25
"""For each key of whoever is to act; a play takes three keys."""
LOBBY, HAND, TURN = b"What now?", b"give back or keep", b"YOUR TURN"
"""What stands on a screen only there: in the lobby, before the first turn, and in one's own turn."""
BOTS, ADVICE = b"Which bot?", b"wins "
"""And where a bot is chosen, and when the coach has spoken."""
LESSON = b"Learn to play"
"""Stands above the quick match for whoever is new."""

Options = asyncssh.SSHClientConnectionOptions


async def options() -> Options:
    """How all of them connect: nothing of this machine's is asked, and each gets a key of its own."""
    said: dict[str, Any] = {"username": "ann", "known_hosts": None, "config": None, "agent_path": None}
    made: Options = await Options.construct(**said, client_keys=None, x509_trusted_certs=None)
    return made


@dataclass
class Tally:
    """What a crowd has seen in a while; seconds and bytes."""

    keys: int = 0
    moves: list[float] = field(default_factory=list)
    plays: list[float] = field(default_factory=list)
    move_bytes: list[int] = field(default_factory=list)
    play_bytes: list[int] = field(default_factory=list)
    unanswered: int = 0


class Player(asyncssh.SSHClientSession[bytes]):
    """One terminal. What it is sent is counted, and kept only while somebody wants to read it."""

    _channel: asyncssh.SSHClientChannel[bytes]

    def __init__(self) -> None:
        self.received = 0
        self._connection: asyncssh.SSHClientConnection | None = None
        self._read: bytearray | None = bytearray()
        self._answered: asyncio.Future[float] | None = None
        self._more = asyncio.Event()
        self._gone = False

    @classmethod
    async def connected(cls, port: int, options: Options) -> Player:
        """Somebody new, whose screen is open; it shows nothing yet."""
        key = asyncssh.generate_private_key("ssh-ed25519")
        connection = await asyncssh.connect(HOST, port, options=options, client_keys=[key])
        words: dict[str, Any] = {"encoding": None, "term_type": "xterm-256color", "term_size": SIZE}
        channel, player = await connection.create_session(cls, **words)
        assert isinstance(player, cls)
        player._connection, player._channel = connection, channel
        return player

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.received += len(data)
        if self._answered and not self._answered.done():
            self._answered.set_result(time.perf_counter())
        if self._read is not None:
            self._read += data
        self._more.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone = True
        self._more.set()

    async def until(self, what: bytes) -> bytes:
        """Wait for this, and all that came with it."""
        self._read = bytearray() if self._read is None else self._read
        async with asyncio.timeout(LONGEST_SETUP):
            while what not in self._read:
                if self._gone:
                    raise EOFError(f"the server ended it: {bytes(self._read[-300:])!r}")
                self._more.clear()
                await self._more.wait()
        read, self._read = bytes(self._read), bytearray()
        return read

    def forget(self) -> None:
        """Read no more, only count."""
        self._read = None

    def send(self, key: str) -> None:
        """Press a key, and do not wait."""
        self._channel.write(key.encode())

    async def press(self, key: str, patience: float = PATIENCE) -> float | None:
        """Press a key: seconds until anything was shown, None if nothing was."""
        self._answered = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.send(key)
        try:
            async with asyncio.timeout(patience):
                return await self._answered - began
        except TimeoutError:
            return None

    def leave(self) -> None:
        """Hang up."""
        if self._connection:
            self._connection.abort()


class Pair:
    """Two players at one board, who know of each other only what they see."""

    def __init__(self, players: tuple[Player, Player], to_act: int) -> None:
        self.players = players
        self.to_act = to_act
        self._way = 0
        """How many keys of a play were pressed."""

    @classmethod
    async def met(cls, port: int, options: Options) -> Pair:
        """Two newcomers who have found each other by a quick match, and keep their hands."""
        one, other = await asyncio.gather(Player.connected(port, options), Player.connected(port, options))
        for player in (one, other):
            is_new = LESSON in await player.until(LOBBY)
            player.send("\x1b[B\r" if is_new else "\r")
        for player in (one, other):
            await player.until(HAND)
            player.send("\r")
        turns = [asyncio.ensure_future(player.until(TURN)) for player in (one, other)]
        await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
        to_act = next(number for number, turn in enumerate(turns) if turn.done())
        turns[1 - to_act].cancel()
        await turns[to_act]
        for player in (one, other):
            player.forget()
        return cls((one, other), to_act)

    async def play(self, until: float, tally: Tally) -> None:
        """Press keys, each player one in a while, until the time has come."""
        await asyncio.gather(*(self._play(number, until, tally) for number in (0, 1)))

    async def _play(self, number: int, until: float, tally: Tally) -> None:
        loop = asyncio.get_running_loop()
        at = loop.time() + random.random() * CADENCE
        while at < until:
            await asyncio.sleep(max(0.0, at - loop.time()))
            at += CADENCE
            tally.keys += 1
            if self.to_act == number and (self._way or random.random() < CHANCE_OF_A_PLAY):
                await self._towards_a_play(number, tally)
            else:
                await self._move(number, tally)

    async def _move(self, number: int, tally: Tally) -> None:
        """To the next card: always something new to see."""
        player = self.players[number]
        before = player.received
        took = await player.press("\x1b[C")
        if took is None:
            tally.unanswered += 1
        else:
            tally.moves.append(took)
            tally.move_bytes.append(player.received - before)

    async def _towards_a_play(self, number: int, tally: Tally) -> None:
        """One key after the other: to a card that can be played, onto the board, down. Then it is the rival's turn."""
        player, rival = self.players[number], self.players[1 - number]
        self._way += 1
        if self._way == 1:
            player.send("\t")  # shows nothing if it is that card already
        elif self._way == 2:
            await player.press("\r", CADENCE)
        else:
            self._way, self.to_act = 0, 1 - number
            before, seen = player.received, rival.received
            took = await player.press("\r", CADENCE)
            await asyncio.sleep(LONGEST_MOTION)
            if took is not None and rival.received > seen:
                tally.plays.append(took)
                tally.play_bytes.append(player.received - before)


class Pupil:
    """Somebody who plays a bot, and asks the coach about the first turn again and again."""

    def __init__(self, player: Player) -> None:
        self._player = player

    @classmethod
    async def at_table(cls, port: int, options: Options) -> Pupil:
        """A newcomer at a board, who is to act."""
        player = await Player.connected(port, options)
        for shown, keys in ((LOBBY, "p"), (BOTS, "\r"), (HAND, "\r"), (TURN, "")):
            await player.until(shown)
            player.send(keys)
        return cls(player)

    async def learn(self, until: float, waited: list[float]) -> None:
        """Ask, read, close the page, and ask again, until the time has come; the seconds of each wait are added."""
        while asyncio.get_running_loop().time() < until:
            began = time.perf_counter()
            self._player.send("a")
            await self._player.until(ADVICE)
            waited.append(time.perf_counter() - began)
            self._player.send("q")
            await self._player.until(TURN)

    def leave(self) -> None:
        """Hang up."""
        self._player.leave()


async def arrival(port: int, options: Options) -> float:
    """Seconds from the first packet to the lobby on the screen, for somebody new."""
    began = time.perf_counter()
    player = await Player.connected(port, options)
    await player.until(LOBBY)
    took = time.perf_counter() - began
    player.leave()
    return took
