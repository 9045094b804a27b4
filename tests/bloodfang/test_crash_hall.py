"""O5: a server with many matches that is killed again and again loses nothing it has acknowledged."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bloodfang.clock import RELAXED
from bloodfang.hall import Hall
from bloodfang.hallfile import HallFile
from bloodfang.house import House
from bloodfang.match import Match
from bloodfang.people import People
from bloodfang.players import FangMatch
from bloodfang.sqlite_journal import SqliteJournal
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.record import replay
from halls import Moments, library

VIEWERS = (Seat.FIRST, Seat.SECOND, None)
NAMES = ("Ann", "Bert", "Cy", "Dora", "Ed", "Fay")

# Loads the cards once; then, for every line it reads, a copy of itself opens the hall and plays many matches at once,
# until it is killed. It says what was done only once the hall has said so.
SERVER = """
import asyncio, os, random, sys
from contextlib import suppress
from pathlib import Path
from bloodfang.catalog import Library, load_shipped
from bloodfang.clock import RELAXED
from bloodfang.hall import Hall
from bloodfang.hallfile import HallFile
from bloodfang.house import House
from bloodfang.people import People
from bloodfang.refusals import Refused
from bloodfang.seating import Sitter
from bloodfang.sqlite_journal import SqliteJournal
from bloodfang.terms import Terms

SHIPPED = load_shipped()
DECKS = [*SHIPPED.decks.values()]

class Clock:
    time = 0.0
    def __call__(self):
        return self.time

def say(*words):
    os.write(1, (" ".join(map(str, words)) + "\\n").encode())

async def serve(folder, lot):
    journal, notice = SqliteJournal.open(folder / "matches.sqlite3")
    store, other = HallFile.open(folder / "hall.sqlite3")
    people, third = People.open(folder / "people.sqlite3")
    assert not (notice or other or third), (notice, other, third)
    clock, house = Clock(), House(most_unfinished=1000)
    hall = Hall(journal, Library((SHIPPED,)), people, store, house, clock)
    await hall.open()
    persons = [await people.by_name(name) for name in NAMES]
    left = {each.match_id: each for person in persons for each in hall.of(person.id)}
    await asyncio.gather(*(play(hall, clock, persons, left, lot) for _ in range(8)))

async def play(hall, clock, persons, left, lot):
    while True:
        if left:
            match_id = left.popitem()[0]
        else:
            sitters = tuple(Sitter(each.name, each.id) for each in lot.sample(persons, 2))
            live = await hall.begin(sitters, tuple(lot.sample(DECKS, 2)), Terms(clock=RELAXED, rated=True))
            match_id = live.id
            say("began", match_id)
        live = await hall.live(match_id)
        chairs = [await hall.sit(match_id, sitter.person) for sitter in live.sitters]
        while not live.match.outcome:
            clock.time += lot.random() * 10
            with suppress(Refused):
                await act(hall, clock, live, chairs, lot)
        for chair in chairs:
            chair.leave()

async def act(hall, clock, live, chairs, lot):
    match, dice = live.match, lot.random()
    seat, seen = lot.choice(match.to_act), match.version
    if dice < 0.01:
        await chairs[seat].concede()
        say("done", match.id, match.version, f"{seat.letter} concede")
    elif dice < 0.02:
        await chairs[0].offer_draw()
        await chairs[1].offer_draw()
        say("done", match.id, match.version, "agreed")
    elif dice < 0.03:
        await chairs[seat].abort()
        say("done", match.id, match.version, "aborted")
    elif dice < 0.04:
        clock.time += 700
        await hall.tick()
    else:
        action = lot.choice(match.latest(seat).legal)
        await chairs[seat].submit(action, seen)
        banks = ",".join(f"{bank:.6f}" for bank in live.clock.banks) if match.version == seen + 1 else "?"
        say("done", match.id, seen + 1, f"{seat.letter} {match.rules.write(action)}", "|", banks)

for line in sys.stdin:
    folder, seed = line.split()
    child = os.fork()
    if not child:
        asyncio.run(serve(Path(folder), random.Random(seed)))
    say("child", child)
    say("ended", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
""".replace("NAMES", repr(NAMES))


@dataclass
class Witness:
    """What the server said it had done."""

    began: set[str] = field(default_factory=set)
    done: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    banks: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))

    def hear(self, line: str) -> str:
        """Remember a line; the match it speaks of."""
        word, match_id, *rest = line.split(" ", 3)
        if word == "began":
            self.began.add(match_id)
        elif word == "done":
            entry, _, banks = rest[1].partition(" | ")
            self.done[match_id][int(rest[0])] = entry
            self.banks[match_id][int(rest[0])] = banks
        return match_id


def killed(server: subprocess.Popen[str], folder: Path, lot: random.Random, witness: Witness) -> set[str]:
    """Let the server play, and kill it at some moment; the matches that it spoke of."""
    assert server.stdin
    assert server.stdout
    server.stdin.write(f"{folder} {lot.random()}\n")
    server.stdin.flush()
    lines, spoken = lot.choice([0, lot.randrange(1, 20), lot.randrange(20, 150)]), set()
    while not (line := server.stdout.readline()).startswith("child"):
        spoken.add(witness.hear(line.strip()))
    child = int(line.split()[1])
    for _ in range(lines):
        line = server.stdout.readline()
        assert not line.startswith("ended"), "the server fell by itself"
        spoken.add(witness.hear(line.strip()))
    time.sleep(lot.random() * 0.03)
    os.kill(child, signal.SIGKILL)
    while not (line := server.stdout.readline()).startswith("ended"):
        spoken.add(witness.hear(line.strip()))
    assert line.split()[1] == str(-signal.SIGKILL)
    return spoken


async def check(folder: Path, witness: Witness, spoken: set[str], lot: random.Random) -> None:
    """Nothing that was acknowledged is lost, no match is corrupt, both go on, and the clocks stood still."""
    journal, notice = SqliteJournal.open(folder / "matches.sqlite3")
    store, other = HallFile.open(folder / "hall.sqlite3")
    people, third = People.open(folder / "people.sqlite3")
    assert (notice, other, third) == ("", "", "")
    moments = Moments()
    hall = Hall(journal, library(), people, store, House(most_unfinished=1000), moments)
    await hall.open()
    rules = BloodFang(library().catalogs[0].cards)
    unfinished = {summary.header.id for summary in await journal.unfinished()}
    for match_id in spoken:
        _, entries = await journal.read(match_id)
        for number, entry in witness.done[match_id].items():
            assert entries[number - 1] == entry
        match: FangMatch = await Match.resume(rules, journal, match_id)
        state = [*replay(rules, match.record())][-1].state
        for viewer in VIEWERS:
            assert match.latest(viewer).view == rules.view(state, viewer)
        assert (match.outcome is None) is (match_id in unfinished)
    going_on = sorted(spoken & unfinished)
    for match_id in lot.sample(going_on, min(2, len(going_on))):
        live = await hall.live(match_id)
        assert not live.clock.running
        said = {banks for banks in witness.banks[match_id].values() if banks != "?"}
        start = f"{RELAXED.bank:.6f},{RELAXED.bank:.6f}"
        if live.match.version in witness.banks[match_id] and not any(live.clock.strikes):
            assert ",".join(f"{bank:.6f}" for bank in live.clock.banks) in said | {start}
        moments.pass_by(10_000)
        await hall.tick()
        chairs = [await hall.sit(match_id, sitter.person) for sitter in live.sitters]
        live = chairs[0].live
        assert set(live.clock.running) == set(live.match.to_act)
        seat, version = live.match.to_act[0], live.match.version
        await chairs[seat].submit(live.match.latest(seat).legal[0], version)
        assert live.match.version == version + 1
    await hall.close()
    for each in (journal, store, people):
        await each.close()


async def check_end(folder: Path, witness: Witness) -> None:
    """Every match that was announced is there, and every end was counted once."""
    journal, _ = SqliteJournal.open(folder / "matches.sqlite3")
    people, _ = People.open(folder / "people.sqlite3")
    over = {each.header.id: each.result for each in await journal.finished(1_000_000)}
    known = {*over, *(each.header.id for each in await journal.unfinished())}
    assert witness.began <= known
    counted = sum(standing.matches for standing in await people.top(1000)) // 2
    assert counted == sum(result is not None and result.reason != "aborted" for result in over.values())
    await journal.close()
    await people.close()


async def survive(folder: Path, times: int, seed: int) -> None:
    people, _ = People.open(folder / "people.sqlite3")
    for name in NAMES:
        await people.enrol(name, f"SHA256:{name * 43:.43}")
    await people.close()
    lot, witness = random.Random(seed), Witness()
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    try:
        for _ in range(times):
            spoken = killed(server, folder, lot, witness)
            await check(folder, witness, spoken, lot)
    finally:
        server.kill()
        server.communicate()
    await check_end(folder, witness)
    assert sum(map(len, witness.done.values())) > times * 10


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_o5_a_hall_survives_being_killed_fifty_times(tmp_path: Path) -> None:
    await survive(tmp_path, 50, 2031)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_o5_a_hall_survives_being_killed_a_thousand_times(tmp_path: Path) -> None:
    await survive(tmp_path, 1000, 2032)
