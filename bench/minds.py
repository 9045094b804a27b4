"""Prints how strong every rung of the ladder is, how the coach agrees with a deeper search, and who waits for them.

Decks are those of the game, each against each; the two of a pair play both hands of every deal and begin as often.

python -m bench.minds                  the whole table: the better part of an hour on two cores
python -m bench.minds --matches 40     a rough one
python -m bench.minds ladder           only one part: ladder, coach or lag
python -m bench.minds ladder --rung hard
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from random import Random
from statistics import fmean
from typing import NamedTuple

from bloodfang.bots import LEVELS
from bloodfang.bots.level import through
from bloodfang.bots.thinkers import Thinkers
from bloodfang.catalog import Catalog, load_shipped
from bloodfang.coach import DEPTHS, advise
from bloodfang.coach.advice import weighed
from bloodfang.coach.elsewhere import CoachElsewhere
from bloodfang.lab.figures import Share
from bloodfang.lab.findings import Findings
from bloodfang.lab.plan import Plan
from bloodfang.lab.running import run
from bloodfang.observing import Observation, observed
from bloodfang_engine.contract import Event, Seat, Setup
from bloodfang_engine.fang import Action, BloodFang

AT_LEAST = {("master", "easy"): 0.97, ("master", "medium"): 0.92}
RUNG = 0.6
AGREES = 0.8
SECONDS = 1.5
LAG = 0.05


@dataclass(frozen=True)
class Moment:
    """What a seat knows when it is to play, and what it may do."""

    known: Observation
    legal: tuple[Action, ...]


def moments(catalog: Catalog, count: int, level: str = "keen") -> Iterator[Moment]:
    """One of every match that bots of this level play: a turn by lot with something to choose."""
    rules, lot = BloodFang(catalog.cards), Random(20)
    decks = [deck.cards for deck in catalog.decks.values()]
    for seed in range(count):
        first, second = lot.sample(decks, 2)
        state, events = rules.start(Setup("fang", (first, second), seed, cards=catalog.digest))
        told: list[list[Event]] = [[], []]
        bots = [LEVELS[level].bot(seed) for _ in Seat]
        found: list[Moment] = []
        while True:
            for seat in Seat:
                told[seat] += [rules.redact(event, seat) for event in events]
            if not (seats := rules.to_act(state)):
                break
            seat = seats[0]
            known = observed(rules.view(state, seat), [told[seat]])
            legal = tuple(rules.legal_actions(state, seat))
            if not known.view.mulligan and len(legal) > 2:
                found.append(Moment(known, legal))
            state, events = rules.apply(state, seat, asyncio.run(bots[seat].choose(rules, known, legal)))
        yield lot.choice(found)


def ladder(catalog: Catalog, matches: int, jobs: int, rung: str) -> None:
    """Every rung against the one below, and the top against two others."""
    print(f"{'':9} {'against':9} {'won':>7}  {'95 %':^15} {'wanted':>7} {'matches':>8} {'ms a move':>10}")
    for worse, better in (*pairwise(LEVELS), ("easy", "master"), ("medium", "master")):
        if rung not in ("", better):
            continue
        count = matches // 2 if better == "master" else matches  # it takes so much longer
        plan = Plan(catalog.cards, tuple(catalog.decks.values()), (better, worse), count, seed=6)
        played = run(plan, jobs)
        share = Findings(plan, played).bots
        low, high = share.interval
        wanted = AT_LEAST.get((better, worse), RUNG)
        verdict = "ok" if share.rate >= wanted else "under"
        print(
            f"{better:9} {worse:9} {share.rate:7.1%}  {low:6.1%} - {high:6.1%} {wanted:7.0%} {share.of:8}"
            f" {_milliseconds(catalog, better):10.1f}  {verdict}",
            flush=True,
        )


def _milliseconds(catalog: Catalog, level: str) -> float:
    """What a decision takes of the processor's time, on average."""
    rules, took = BloodFang(catalog.cards), []
    for moment in moments(catalog, 12):
        before = time.process_time()
        asyncio.run(LEVELS[level].bot(1).choose(rules, moment.known, moment.legal))
        took.append(time.process_time() - before)
    return 1000 * fmean(took)


def coach(catalog: Catalog, positions: int, jobs: int) -> None:
    """How often the coach's first choice is that of a search ten times as deep, and how long it takes."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        found = [*pool.map(_compared, moments(catalog, positions))]
    agreed, close = sum(each.agreed for each in found), sum(each.close for each in found)
    took = sorted(each.seconds for each in found)
    share = Share(agreed, positions)
    low, high = share.interval
    print(
        f"the coach agrees with ten times the depth: {share.rate:.1%} ({low:.1%} - {high:.1%}) of {positions},", end=" "
    )
    print(
        f"wanted {AGREES:.0%}: {'ok' if share.rate >= AGREES else 'under'}; within 2 % of it: {close / positions:.1%}"
    )
    print(f"an answer takes {fmean(took):.2f} s of one core, at most {took[-1]:.2f} s,", end=" ")
    print(f"wanted {SECONDS:g} s: {'ok' if took[-1] <= SECONDS else 'over'}", flush=True)


class Compared(NamedTuple):
    """An answer of the coach's beside that of a deeper search."""

    agreed: bool
    close: bool
    seconds: float


def _compared(moment: Moment) -> Compared:
    rules = BloodFang(moment.known.cards)
    before = time.process_time()
    best = through(advise(rules, moment.known, moment.legal))[0]
    took = time.process_time() - before
    deeper = through(weighed(rules, moment.known, moment.legal, 10 * DEPTHS["usual"]))
    chance = next(each.chance for each in deeper if each.act == best.act)
    return Compared(deeper[0].act == best.act, chance > deeper[0].chance - 0.02, took)


def lag(catalog: Catalog, requests: int = 20) -> None:
    """How late an event loop is while bots and the coach think for it."""
    asyncio.run(_asked(list(moments(catalog, requests))))


async def _asked(found: list[Moment]) -> None:
    thinkers, adviser = Thinkers(1, wall=60.0), CoachElsewhere(1, wall=60.0)
    requests = len(found)
    late: list[float] = []
    try:
        asked = [
            *(asyncio.ensure_future(adviser.advise(each.known, each.legal)) for each in found),
            *(asyncio.ensure_future(thinkers.choose("master", 1, each.known, each.legal)) for each in found),
        ]
        while not all(each.done() for each in asked):
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            late.append(time.perf_counter() - before - 0.005)
        await asyncio.gather(*asked)
    finally:
        await thinkers.close()
        await adviser.close()
    late.sort()
    p99 = late[len(late) * 99 // 100]
    verdict = "ok" if p99 <= LAG else "over"
    print(
        f"the loop while {requests} ask the coach and {requests} play the master: late p99 {1000 * p99:.1f} ms,",
        end=" ",
    )
    print(f"most {1000 * late[-1]:.1f} ms; wanted {1000 * LAG:g} ms: {verdict}", flush=True)


def main() -> None:
    """Measure, and print as it comes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help="ladder, coach, lag; all of them if none is named")
    parser.add_argument(
        "--matches", type=int, default=400, help="for each pair of the ladder, half with the master (400)"
    )
    parser.add_argument("--rung", default="", choices=list(LEVELS), help="of the ladder, only how this level fares")
    parser.add_argument("--positions", type=int, default=200, help="for the coach (200)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many cores are used (all)")
    asked = parser.parse_args()
    catalog = load_shipped()
    parts: dict[str, Callable[[], None]] = {
        "ladder": partial(ladder, catalog, asked.matches, asked.jobs, asked.rung),
        "coach": partial(coach, catalog, asked.positions, asked.jobs),
        "lag": partial(lag, catalog),
    }
    for name in asked.parts or parts:
        if name not in parts:
            parser.error(f"there is no part {name!r}; there are {', '.join(parts)}")
        parts[name]()


if __name__ == "__main__":
    main()
