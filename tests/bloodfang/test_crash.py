"""A program that is killed in the middle of a match: what it had said to be done, is done when the match is resumed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bloodfang.journal import Place
from bloodfang.match import Match
from bloodfang.sqlite_journal import SqliteJournal
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.fang.rules import BloodFang
from bloodfang_engine.fang.state import State

RULES = BloodFang(practice_set())
VIEWERS = (Seat.FIRST, Seat.SECOND, None)

# Plays for ever, for take-backs reopen a match that is over, and prints each entry once it was acknowledged.
PLAYER = """
import asyncio, random, sys
from pathlib import Path
from bloodfang.match import Match
from bloodfang.sqlite_journal import SqliteJournal
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.fang.rules import BloodFang

async def play(path, match_id, seed):
    rules, lot = BloodFang(practice_set()), random.Random(seed)
    journal, notice = SqliteJournal.open(Path(path))
    assert not notice, notice
    match = await Match.resume(rules, journal, match_id)
    watchers = match.join(Seat.FIRST), match.join(Seat.SECOND)
    while True:
        acts = match.record().acts
        if acts and (match.outcome or lot.random() < 0.1):
            seat = lot.choice(acts)[0]
            keep = max(number for number, (who, _) in enumerate(acts) if who is seat)
            await match.take_back(seat)
            print(f"back {keep}", flush=True)
        else:
            seat = lot.choice(match.to_act)
            act = lot.choice(watchers[seat].latest.legal)
            await match.submit(seat, act, match.version)
            print(f"{seat.letter} {rules.write(act)}", flush=True)

asyncio.run(play(*sys.argv[1:]))
"""


def played_until_killed(path: Path, match_id: str, lot: random.Random) -> list[str]:
    """What the player said it had done."""
    player = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path), match_id, str(lot.random())], stdout=subprocess.PIPE, text=True
    )
    assert player.stdout
    with player, player.stdout as told:
        said = [told.readline() for _ in range(lot.randrange(1, 120))]
        player.kill()
        said += told.readlines()
    assert player.returncode == -signal.SIGKILL
    if not said[-1].endswith("\n"):  # killed while speaking
        said.pop()
    return [line.strip() for line in said]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_a_match_survives_being_killed_again_and_again(tmp_path: Path) -> None:
    path, lot = tmp_path / "matches.sqlite3", random.Random(2024)
    journal, _ = SqliteJournal.open(path)
    match = await Match.begin(RULES, RULES.sample(5), journal, (Place("Ann"), Place("Bo")), takebacks=True)
    await journal.close()
    done: list[str] = []
    for _ in range(6):
        said = done + played_until_killed(path, match.id, lot)
        journal, notice = SqliteJournal.open(path)
        assert notice == ""
        done = [*(await journal.read(match.id))[1]]
        assert done[: len(said)] == said
        assert len(done) <= len(said) + 1  # one may have been durable, and not yet said
        resumed = await Match.resume(RULES, journal, match.id)
        state = played_again(done)
        for viewer in VIEWERS:
            assert resumed.latest(viewer).view == RULES.view(state, viewer)
        await journal.close()
    assert len(done) > 100


def played_again(entries: list[str]) -> State:
    """The state that entries lead to, by the rules alone."""
    acts: list[tuple[Seat, str]] = []
    for entry in entries:
        first, rest = entry.split(" ", 1)
        acts = acts[: int(rest)] if first == "back" else [*acts, (Seat.of(first), rest)]
    state = RULES.start(RULES.sample(5)).state
    for seat, act in acts:
        state = RULES.after(state, seat, RULES.read(act))
    return state
