"""Ratings: the published method to the figure, and every match counted once, whatever happens."""

from __future__ import annotations

import math
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodfang.people import People, as_bot
from bloodfang.ratings import BOUNDS, HIGHEST_DEVIATION, LOST, LOWEST_DEVIATION, WON, Rating, after, rated

KEYS = [f"SHA256:{letter * 43}" for letter in "abcdef"]


def test_the_worked_example_of_the_paper_comes_out() -> None:
    rivals = [(Rating(1400, 30), WON), (Rating(1550, 100), LOST), (Rating(1700, 300), LOST)]
    found = after(Rating(1500, 200, 0.06), rivals)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def by_the_paper(rating: Rating, rivals: list[tuple[Rating, float]], tau: float = 0.5) -> tuple[float, float, float]:
    """Glicko-2 once more, step by step, with the volatility found in small steps."""
    scale = 173.7178
    mu, phi = (rating.rating - 1500) / scale, rating.deviation / scale
    drops = [1 / math.sqrt(1 + 3 * (rival.deviation / scale / math.pi) ** 2) for rival, _ in rivals]
    hopes = [
        1 / (1 + math.exp(-drop * (mu - (rival.rating - 1500) / scale)))
        for drop, (rival, _) in zip(drops, rivals, strict=True)
    ]
    v = 1 / sum(drop**2 * hope * (1 - hope) for drop, hope in zip(drops, hopes, strict=True))
    gain = sum(drop * (score - hope) for drop, hope, (_, score) in zip(drops, hopes, rivals, strict=True))
    delta2 = (v * gain) ** 2
    a = math.log(rating.volatility**2)

    def f(x: float) -> float:
        ex = math.exp(x)
        return ex * (delta2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - a) / tau**2

    step = 0.01 if f(a) > 0 else -0.01
    near = a
    while f(near + step) * step > 0:  # the root nearest to what it was: after a great surprise there are others
        near += step
    low, high = sorted((near, near + step))
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    volatility = math.exp(low / 2)
    new = 1 / math.sqrt(1 / (phi**2 + volatility**2) + 1 / v)
    return 1500 + scale * (mu + new**2 * gain), scale * new, volatility


ratings = st.builds(Rating, st.floats(600, 2600), st.floats(LOWEST_DEVIATION, 350), st.floats(0.03, 0.12))


@given(ratings, ratings, st.sampled_from((0.0, 0.5, 1.0)))
def test_one_match_is_rated_as_the_paper_says(mine: Rating, rival: Rating, score: float) -> None:
    found = after(mine, [(rival, score)])
    rating, deviation, volatility = by_the_paper(mine, [(rival, score)])
    assert found.rating == pytest.approx(min(max(rating, BOUNDS[0]), BOUNDS[1]), abs=0.01)
    assert found.deviation == pytest.approx(min(max(deviation, LOWEST_DEVIATION), HIGHEST_DEVIATION), abs=0.01)
    assert found.volatility == pytest.approx(min(volatility, 0.15), abs=1e-5)


def test_two_newcomers_gain_and_lose_alike() -> None:
    winner, loser = rated(Rating(), Rating())
    assert winner.rating - 1500 == pytest.approx(1500 - loser.rating)
    assert winner.rating > 1600
    assert winner.deviation == loser.deviation < 350
    assert winner.is_provisional
    assert rated(Rating(), Rating(), drawn=True)[0].rating == pytest.approx(1500)


def test_a_thousand_wins_stay_within_bounds() -> None:
    winner, loser = Rating(), Rating()
    for _ in range(1000):
        winner, loser = rated(winner, loser)
    assert BOUNDS[0] <= loser.rating < winner.rating <= BOUNDS[1]
    assert winner.deviation >= LOWEST_DEVIATION
    assert all(math.isfinite(figure) for each in (winner, loser) for figure in (each.rating, each.volatility))


# in the file


async def test_a_match_is_counted_once(tmp_path: Path) -> None:
    people, _ = People.open(tmp_path / "people.sqlite3")
    ann, bo = await people.enrol("Ann", KEYS[0]), await people.enrol("Bo", KEYS[1])
    both = await people.settle("m1", ann.id, bo.id)
    assert both == rated(Rating(), Rating())
    assert await people.settle("m1", ann.id, bo.id) is None
    assert await people.settle("m1", bo.id, ann.id) is None
    await people.close()
    people, _ = People.open(tmp_path / "people.sqlite3")
    assert await people.settle("m1", ann.id, bo.id) is None
    found = await people.by_id(ann.id), await people.by_id(bo.id)
    assert [each.rating for each in found if each] == [*both]
    assert [(line.name, line.matches) for line in await people.top()] == [("Ann", 1), ("Bo", 1)]
    await people.close()


async def test_guests_strangers_and_oneself_are_not_rated(tmp_path: Path) -> None:
    people, _ = People.open(tmp_path / "people.sqlite3")
    ann, guest = await people.enrol("Ann", KEYS[0]), await people.guest()
    for match_id, rival in (("m1", guest.id), ("m2", "nobody"), ("m3", ann.id)):
        assert await people.settle(match_id, ann.id, rival) is None
    kept = await people.keep(guest, "Gus", KEYS[1])
    assert await people.settle("m1", ann.id, kept.id)
    await people.close()


async def test_people_and_bots_are_on_lists_of_their_own(tmp_path: Path) -> None:
    people, _ = People.open(tmp_path / "people.sqlite3")
    ann, bo = await people.enrol("Ann", KEYS[0]), await people.enrol("Bo", KEYS[1])
    for number in range(30):
        await people.settle(f"easy{number}", ann.id, as_bot("easy"))
    await people.settle("hard", as_bot("hard"), ann.id)
    await people.settle("m1", bo.id, ann.id)
    assert [line.name for line in await people.top()] == ["Bo", "Ann"]
    assert (await people.top())[1].rating == rated(Rating(), Rating())[1]
    assert [(line.id, line.name) for line in await people.top(bots=True)] == [
        ("bot:hard", "hard"),
        ("bot:easy", "easy"),
    ]
    assert [line.name for line in await people.top(1)] == ["Bo"]
    await people.close()


# Settles matches over and over, two at once, and prints each when it was said to be counted.
SETTLER = """
import asyncio, sys
from pathlib import Path
from bloodfang.people import People

async def settle(path, ann, bo, first):
    people, notice = People.open(Path(path))
    assert not notice, notice
    async def one(number):
        await people.settle(f"m{number}", *((ann, bo) if number % 3 else (bo, ann)))
        print(number, flush=True)
    for number in range(int(first), 10**6):
        await asyncio.gather(one(number), one(number + 1))

asyncio.run(settle(*sys.argv[1:]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_every_match_counts_once_though_the_server_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "people.sqlite3"
    people, _ = People.open(path)
    ann, bo = await people.enrol("Ann", KEYS[0]), await people.enrol("Bo", KEYS[1])
    await people.close()
    last = 0
    for lines in (7, 40, 23):
        command = [sys.executable, "-c", SETTLER, str(path), ann.id, bo.id, str(max(0, last - 3))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            said = [server.stdout.readline() for _ in range(lines)]
            server.kill()
            said += server.stdout.readlines()
        assert server.returncode == -signal.SIGKILL
        last = max(int(line) for line in said if line.endswith("\n"))
        people, notice = People.open(path)
        assert notice == ""
        with closing(sqlite3.connect(path)) as database:
            counted = [each for (each,) in database.execute("SELECT match_id FROM results ORDER BY rowid")]
        assert {f"m{number}" for number in range(last + 1)} <= {*counted}
        mine, theirs = Rating(), Rating()
        for match_id in counted:
            if int(match_id[1:]) % 3:
                mine, theirs = rated(mine, theirs)
            else:
                theirs, mine = rated(theirs, mine)
        standings = {line.id: line for line in await people.top()}
        assert (standings[ann.id].rating, standings[bo.id].rating) == (mine, theirs)
        assert standings[ann.id].matches == standings[bo.id].matches == len(counted)
        await people.close()
