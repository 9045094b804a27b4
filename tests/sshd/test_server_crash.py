"""O5 over real connections: a server that is killed while people play, and the same command that takes them back."""

from __future__ import annotations

import asyncio
import random
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from bloodfang import table
from bloodfang.paths import journal_file
from bloodfang.sqlite_journal import SqliteJournal
from doors import HOST, Screen, client, library, new_key, screen

# A whole server, in which any two who are free are brought together at once, with the quickest clock there is.
SERVER = """
import asyncio, sys
from pathlib import Path
from bloodfang.terms import Terms
from bloodfang_sshd.config import load
from bloodfang_sshd.premises import Premises

async def serve(path):
    premises = Premises(load(Path(path)))
    await premises.open()
    hall, (one, other, *_) = premises.hall, premises.hall.library.catalogs[0].decks.values()
    print("port", premises.door.port, flush=True)
    while True:
        free = [present.person for present in premises.lobby.here() if not hall.of(present.person.id)]
        if len(free) > 1:
            await premises.lobby.begin((free[0], one), (free[1], other), Terms(clock=hall.house.presets[-1]))
        await asyncio.sleep(0.02)

asyncio.run(serve(sys.argv[1]))
"""
CONFIG = """
host = "{host}"
port = 0
data_dir = "{folder}"
[limits]
per_address = 100
attempts_a_minute = 1000
starts_a_second = 1000
[clocks.blitz]
move_seconds = {seconds}
bank_seconds = {seconds}
"""
HAND, TURN = "give back or keep", "YOUR TURN"
NAME = re.compile(r"You are (~?[\w.-]+)")


class Server:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path, seconds: float = 60.0) -> None:
        self.folder = folder / "server"
        self._config = folder / "server.toml"
        self._config.write_text(CONFIG.format(host=HOST, folder=self.folder, seconds=seconds), encoding="utf-8")
        self._process: asyncio.subprocess.Process | None = None
        self.port = 0

    async def start(self) -> None:
        words = (sys.executable, "-c", SERVER, str(self._config))
        self._process = await asyncio.create_subprocess_exec(*words, stdout=PIPE, stderr=DEVNULL)
        assert self._process.stdout
        async with asyncio.timeout(20):
            self.port = int((await self._process.stdout.readline()).split()[1])

    async def kill(self) -> None:
        """Without a word, as if the power had failed."""
        if self._process and self._process.returncode is None:
            self._process.kill()
        if self._process:
            await self._process.wait()

    async def acts(self) -> dict[str, int]:
        """How many acts each match has on disk, by the names of its players; each can be taken up again."""
        journal, notice = SqliteJournal.open(journal_file(self.folder))
        try:
            assert not notice
            found = {}
            for summary in await journal.unfinished():
                match = (await table.resume(library(), journal, summary.header.id)).match
                for place in match.places:
                    found[place.name] = match.version
            return found
        finally:
            await journal.close()


class Player:
    """Somebody with a key, who comes again and again."""

    def __init__(self, server: Server) -> None:
        self.seen: Screen
        self._server = server
        self._key = new_key()
        self._connection: asyncssh.SSHClientConnection | None = None

    async def come(self) -> None:
        """By the same command as ever."""
        self._connection = await asyncssh.connect(HOST, self._server.port, **client(self._key))
        self.seen = await screen(self._connection)
        await self.seen.until(" by your key ", seconds=20)

    def go(self) -> None:
        if self._connection:
            self._connection.abort()

    @property
    def name(self) -> str:
        found = NAME.search(self.seen.text)
        assert found
        return found[1]


class Pair:
    """Two at a board. `told` is how many of their acts they have seen to be done."""

    def __init__(self, server: Server) -> None:
        self.players = Player(server), Player(server)
        self.told = 0
        self.to_act = 0

    async def meet(self) -> None:
        for player in self.players:
            await player.come()
        for player in self.players:
            await player.seen.until(HAND)
            player.seen.press("\r")
        await self._find_mover()
        self.told = 2

    async def come_back(self) -> None:
        """Both at once, to the board that they were at."""
        await asyncio.gather(*(player.come() for player in self.players))
        await self._find_mover()

    async def play(self, turns: int) -> None:
        """Take so many turns, unless the line is cut before."""
        for _ in range(turns):
            mover, rival = self.players[self.to_act].seen, self.players[1 - self.to_act].seen
            seen = len(rival.text)
            mover.press("\t\r\r")  # to a card that can be played, onto the board, down
            try:
                await rival.until(TURN, seen, seconds=2)
            except TimeoutError:  # there was none
                mover.press("p")
                await rival.until(TURN, seen)
            self.told += 1
            self.to_act = 1 - self.to_act

    async def _find_mover(self) -> None:
        turns = [asyncio.ensure_future(player.seen.until(TURN, seconds=20)) for player in self.players]
        done, waiting = await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
        for turn in waiting:
            turn.cancel()
        await asyncio.gather(*done)
        self.to_act = 0 if turns[0] in done else 1


@asynccontextmanager
async def playing(server: Server, pairs: int) -> AsyncIterator[list[Pair]]:
    """A server with so many pairs at its boards; whatever happens, it is gone afterwards."""
    found = [Pair(server) for _ in range(pairs)]
    await server.start()
    try:
        for pair in found:  # one after the other: so who meets is who came together
            await pair.meet()
        yield found
    finally:
        for pair in found:
            for player in pair.players:
                player.go()
        await server.kill()


async def interrupted(server: Server, pairs: list[Pair], seconds: float) -> None:
    """All play, and after so many seconds the server is killed."""
    acts = [asyncio.ensure_future(pair.play(3)) for pair in pairs]
    await asyncio.sleep(seconds)
    await server.kill()
    cut = (EOFError, TimeoutError, OSError, asyncssh.Error)
    for error in await asyncio.gather(*acts, return_exceptions=True):
        assert error is None or isinstance(error, cut), error
    for pair in pairs:
        for player in pair.players:
            player.go()


async def survives(folder: Path, kills: int, seed: int) -> None:
    """Kill a server again and again at any moment: what was told is kept, and everybody goes on."""
    lot, server = random.Random(seed), Server(folder)
    async with playing(server, pairs=3) as pairs:
        for _ in range(kills):
            await interrupted(server, pairs, lot.random() * 0.6)
            kept = await server.acts()
            for pair in pairs:
                one, other = (kept[player.name] for player in pair.players)
                assert one == other
                assert pair.told <= one <= pair.told + 1, "one act may have been done that nobody was told of"
                pair.told = one
            await server.start()
            for pair in pairs:
                names = [player.name for player in pair.players]
                await pair.come_back()
                assert [player.name for player in pair.players] == names
        await asyncio.gather(*(pair.play(1) for pair in pairs))
        await server.kill()
        kept = await server.acts()
        assert [kept[pair.players[0].name] for pair in pairs] == [pair.told for pair in pairs]


async def test_o5_a_server_that_is_killed_at_any_moment_keeps_what_it_told(tmp_path: Path) -> None:
    await survives(tmp_path, kills=3, seed=5)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
async def test_o5_a_server_that_is_killed_again_and_again_keeps_what_it_told(seed: int, tmp_path: Path) -> None:
    await survives(tmp_path, kills=4, seed=seed)


async def test_o5_clocks_stand_still_until_their_players_are_back(tmp_path: Path) -> None:
    server = Server(tmp_path, seconds=1.5)
    async with playing(server, pairs=1) as [pair]:
        await server.kill()
        kept = await server.acts()
        await server.start()
        await asyncio.sleep(3.5)  # more than a move and the bank
        await pair.come_back()
        await server.kill()
        assert await server.acts() == kept
        assert set(kept.values()) == {2}
