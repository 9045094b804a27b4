"""The lab: fair plans, matches as bots see them, runs that can be left and taken up again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import permutations
from pathlib import Path

import pytest

from bloodfang.bots import LEVELS, Bot
from bloodfang.catalog import load_shipped
from bloodfang.lab import Findings, Plan, Played, run
from bloodfang.lab.playing import play
from bloodfang.lab.runfile import OtherRun, RunFile
from bloodfang.lab.running import Ring
from bloodfang.observing import Observation
from bloodfang_engine.chance import _MASK, _STEP, Chance
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Action, BloodFang, Mulligan, Play

CATALOG = load_shipped()
RULES = BloodFang(CATALOG.cards)
DECKS = tuple(CATALOG.decks[each] for each in ("swarm", "tall", "wrack"))
PLAN = Plan(CATALOG.cards, DECKS, ("easy", "easy"), matches=12, seed=5)


# The plan


def test_any_two_decks_meet_equally_often_both_ways_round() -> None:
    plan = replace(PLAN, matches=2 * 6 * 3)
    assert Counter(plan.deal(number).decks for number in range(plan.deals)) == dict.fromkeys(
        permutations(range(3), 2), 3
    )


def test_a_run_that_ends_within_a_round_leaves_no_two_decks_more_than_a_deal_behind() -> None:
    plan = replace(PLAN, matches=2 * (6 * 3 + 4))
    met = Counter(plan.deal(number).decks for number in range(plan.deals))
    assert {*met.values()} == {3, 4}


def test_a_deal_is_the_same_cards_twice_and_each_side_begins_once() -> None:
    deal = PLAN.deal(2)
    states = [RULES.start(PLAN.setup(deal, first)).state for first in Seat]
    assert states[0].hands == states[1].hands
    assert [Seat(state.mover) for state in states] == [*Seat]


def test_each_bot_plays_both_hands_of_a_deal_and_begins_as_often_as_the_other() -> None:
    for deal in range(4):
        seated = [PLAN.seated(deal, first) for first in Seat]
        assert {one for one, _ in seated} == {other for _, other in seated} == {0, 1}
        assert {bots[first] for bots, first in zip(seated, Seat, strict=True)} == {deal % 2}


def test_one_deck_alone_meets_itself() -> None:
    plan = replace(PLAN, decks=DECKS[:1])
    assert plan.deal(3).decks == (0, 0)


def test_another_seed_deals_other_cards() -> None:
    assert PLAN.deal(0).seed != replace(PLAN, seed=6).deal(0).seed


def test_the_luck_of_bots_leads_nobody_back_to_that_of_the_match() -> None:
    """A stream of the engine could be reckoned back step by step, if somebody had its number."""
    deal = PLAN.deal(7)
    assert came_from(Chance.stream(PLAN.seed, 601, 7, 1).state, 601, 7, 1) == PLAN.seed
    for seat in Seat:
        luck = PLAN.bot_seed(deal, seat)
        for numbers in ((), (7, seat), *((stream, 7, seat) for stream in range(400, 603))):
            assert came_from(luck, *numbers) not in (PLAN.seed, deal.seed)


def came_from(state: int, *numbers: int) -> int:
    """The seed that a stream of these numbers began with, if it is one."""
    for number in reversed(numbers):
        state = unmixed(state) - (number + 1) * _STEP & _MASK
    return unmixed(state) - _STEP & _MASK


def unmixed(mixed: int) -> int:
    """What the engine's mixing was given."""

    def unshifted(number: int, by: int) -> int:
        found = number
        for _ in range(64 // by + 1):
            found = number ^ found >> by
        return found

    mixed = unshifted(mixed, 31) * pow(0x94D049BB133111EB, -1, 1 << 64) & _MASK
    return unshifted(unshifted(mixed, 27) * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & _MASK, 30)


# A match


@dataclass
class Watched:
    """A bot that remembers what it was asked and what it did."""

    bot: Bot
    seen: list[tuple[Observation, tuple[Action, ...], Action]] = field(default_factory=list)

    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        act = await self.bot.choose(rules, known, legal)
        self.seen.append((known, legal, act))
        return act


async def watched(number: int) -> tuple[Played, tuple[Watched, Watched]]:
    deal = PLAN.deal(number)
    bots = Watched(LEVELS["easy"].bot(1)), Watched(LEVELS["medium"].bot(2))
    return await play(RULES, PLAN.setup(deal, Seat.SECOND), bots, number), bots


@pytest.mark.parametrize("number", [0, 1, 2])
async def test_the_stories_of_cards_are_what_the_bots_saw(number: int) -> None:
    played, bots = await watched(number)
    deal = PLAN.deal(number)
    for seat in Seat:
        deck = {*DECKS[deal.decks[seat]].cards}
        turns = [each for each in bots[seat].seen if not each[0].view.mulligan]
        hands = [{*(known.view.hand or ())} & deck for known, _, _ in turns]
        could = [{act.card for act in legal if isinstance(act, Play)} for _, legal, _ in turns]
        did = {act.card for _, _, act in turns if isinstance(act, Play)} & deck
        for story in played.stories[seat]:
            in_hand = [number for number, hand in enumerate(hands) if story.card in hand]
            assert story.drawn == 1
            assert story.played == (story.card in did)
            assert story.waited == len(in_hand)
            assert story.stuck == sum(story.card not in could[number] for number in in_hand)
        assert {story.card for story in played.stories[seat]} >= set().union(*hands)


async def test_the_rest_of_a_match_is_what_the_bots_saw_too() -> None:
    played, bots = await watched(1)
    assert played.first is Seat.SECOND
    assert played.turns == sum(not known.view.mulligan for bot in bots for known, _, _ in bot.seen)
    assert played.winner == (None if len({*played.score}) == 1 else Seat(played.score[1] > played.score[0]))


async def test_bots_are_told_what_happened_as_their_seat_may_know_it() -> None:
    _, bots = await watched(0)
    for seat in Seat:
        last, _, _ = bots[seat].seen[-1]
        gave = next(act for known, _, act in bots[seat.rival].seen if known.view.mulligan)
        assert isinstance(gave, Mulligan)
        assert last.tallies[seat.rival].returned == len(gave.places)
        assert last.view.viewer is seat


def test_a_match_is_read_from_data_as_it_was_written() -> None:
    for each in run(replace(PLAN, matches=4)):
        assert Played.of_data(each.deal, json.loads(json.dumps(each.as_data()))) == each


# A broken bot


class Raises:
    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        raise KeyError("no idea")


class Cheats:
    async def choose(self, rules: BloodFang, known: Observation, legal: tuple[Action, ...]) -> Action:
        return Play("pardon", "z9")


@pytest.mark.parametrize(("bot", "why"), [(Raises(), "raised KeyError: 'no idea'"), (Cheats(), "is not legal")])
async def test_a_broken_bot_passes_and_the_match_goes_on(bot: Bot, why: str) -> None:
    other = Watched(LEVELS["easy"].bot(1))
    played = await play(RULES, PLAN.setup(PLAN.deal(0), Seat.FIRST), (bot, other))
    [fault] = played.faults
    assert why in fault.why
    assert fault.seat is Seat.FIRST
    assert fault.times == 1 + (played.turns - len(other.seen) + 1)
    assert played.winner is Seat.SECOND
    assert not any(story.played for story in played.stories[Seat.FIRST])


# A run


def test_the_same_plan_gives_the_same_matches_whatever_the_jobs() -> None:
    assert run(PLAN, jobs=2) == run(PLAN, jobs=1)


def test_a_run_tells_how_far_it_is() -> None:
    heard: list[int] = []
    run(PLAN, told=heard.append)
    assert heard == [0, 2, 4, 6, 8, 10, 12]


class Stopped(Exception):
    """Somebody has pulled the plug."""


def left_after(path: Path, deals: int) -> None:
    """A run that ended after so many deals."""

    def stop(matches: int) -> None:
        if matches == 2 * deals:
            raise Stopped

    with RunFile(path, PLAN) as file, pytest.raises(Stopped):
        run(PLAN, file=file, told=stop)


def test_a_run_that_was_left_plays_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    left_after(path, 4)
    dealt: list[int] = []
    playing = Ring.play

    def noted(ring: Ring, number: int) -> object:
        dealt.append(number)
        return playing(ring, number)

    monkeypatch.setattr(Ring, "play", noted)
    with RunFile(path, PLAN) as file:
        assert len(run(PLAN, file=file)) == PLAN.matches
    assert dealt == [4, 5]
    assert tuple(each for deal in range(6) for each in file.done[deal]) == run(PLAN)
    assert [json.loads(line)[0] for line in path.read_text().splitlines()[1:]] == [*range(6)]


def test_a_line_that_was_half_written_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    left_after(path, 4)
    path.write_bytes(path.read_bytes()[:-40])
    with RunFile(path, PLAN) as file:
        assert sorted(file.done) == [0, 1, 2]
        assert run(PLAN, file=file) == run(PLAN)
    with RunFile(path, PLAN) as file:
        assert sorted(file.done) == [*range(6)]


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    words = ["lab", "--matches", "80", "--bots", "easy", "easy", "--decks", "swarm", "tall", "--quiet"]
    path = tmp_path / "out" / "run.jsonl"
    command = [sys.executable, "-m", "bloodfang.cli", *words, "--jobs", "1", "--out", str(path.parent)]
    quiet = {"stdout": subprocess.DEVNULL, "env": os.environ | {"BLOODFANG_DATA_DIR": str(tmp_path)}}
    with subprocess.Popen(command, **quiet) as process:  # type: ignore[call-overload]
        until = time.monotonic() + 20
        while time.monotonic() < until and (not path.exists() or path.read_bytes().count(b"\n") < 4):
            time.sleep(0.01)
        process.kill()
    whole, _, _ = path.read_bytes().rpartition(b"\n")
    kept = whole.split(b"\n")[1:]
    assert 3 <= len(kept) < 40
    assert subprocess.run(command, check=True, **quiet).returncode == 0  # type: ignore[call-overload]
    lines = path.read_bytes().splitlines()[1:]
    assert lines[: len(kept)] == kept
    assert [json.loads(line)[0] for line in lines] == [*range(40)]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_nobody_plays_on_for_a_run_that_was_killed(tmp_path: Path) -> None:
    words = [
        "lab",
        "--matches",
        "4000",
        "--bots",
        "easy",
        "easy",
        "--quiet",
        "--jobs",
        "2",
        "--out",
        str(tmp_path / "out"),
    ]
    command = [sys.executable, "-m", "bloodfang.cli", *words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as process:
        until = time.monotonic() + 20
        while time.monotonic() < until and not (tmp_path / "out" / "run.jsonl").exists():
            time.sleep(0.01)
        while time.monotonic() < until and len(group(process.pid)) < 3:
            time.sleep(0.01)
        assert len(group(process.pid)) >= 3
        process.kill()
    while time.monotonic() < until and group(process.pid):
        time.sleep(0.05)
    assert group(process.pid) == []


def group(leader: int) -> list[int]:
    """The processes that one process began, and itself, as far as they have not ended."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, _, its_group = (each / "stat").read_text().rpartition(")")[2].split()[:3]
            if int(its_group) == leader and state != "Z":
                found.append(int(each.name))
    return found


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (replace(PLAN, seed=6), "seed 5, not 6"),
        (replace(PLAN, matches=14), "matches 12, not 14"),
        (replace(PLAN, bots=("easy", "medium")), "bots "),
        (replace(PLAN, profile="classic"), "profile bloodfang, not classic"),
        (replace(PLAN, decks=DECKS[:2]), "other decks, or in another order"),
        (replace(PLAN, decks=DECKS[::-1]), "other decks, or in another order"),
    ],
)
def test_the_file_of_another_run_is_refused_and_left_alone(other: Plan, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    left_after(path, 2)
    before = path.read_bytes()
    with pytest.raises(OtherRun, match="is another run: ") as refused:
        RunFile(path, other)
    assert sentence in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["my shopping list", "my shopping\nlist\n", "[1, 2]\n", '{"lab": 1}\nwhat\n'])
def test_a_file_that_is_no_run_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(text)
    with pytest.raises(OtherRun, match=r"choose another folder|another run"):
        RunFile(path, PLAN)
    assert path.read_text() == text


def test_two_do_not_go_on_with_the_same_run_at_once(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with RunFile(path, PLAN), pytest.raises(OtherRun, match="somebody else goes on with this run"):
        RunFile(path, PLAN)


def test_findings_need_no_order_and_forget_no_match() -> None:
    played = run(PLAN)
    there, back = Findings(PLAN, played), Findings(PLAN, played[::-1])
    assert there.decks == back.decks
    assert sum(share.of for share in there.decks.values()) == 2 * len(played)
