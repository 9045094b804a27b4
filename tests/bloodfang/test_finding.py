"""Bots from elsewhere: found by name or path, never loaded here, and no match stops for a broken one."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import textwrap
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from bloodfang import table
from bloodfang.bots import LEVELS, Bot, finding
from bloodfang.bots.finding import NoBot, bot_of, dismissed, find, installed, split, welcomed
from bloodfang.bots.thinkers import Apart, Unanswered
from bloodfang.catalog import Library, load_shipped
from bloodfang.cli import build_parser, main
from bloodfang.house import House
from bloodfang.journal import MemoryJournal, Place
from bloodfang.lobby import Lobby
from bloodfang.match import Match
from bloodfang.observing import Observation
from bloodfang.opening import PlayAtOnce
from bloodfang.players import FangMatch, sit
from bloodfang.refusals import NotThere
from bloodfang.terms import Terms
from bloodfang_engine.contract import Seat
from bloodfang_engine.errors import BadRecord, BadSetup
from bloodfang_engine.fang import PASS, Action, BloodFang, Mulligan
from bloodfang_engine.fang.practice import practice_set
from halls import Place as Square
from halls import decks

RULES = BloodFang(practice_set())

LAST = '''
"""A file with a bot."""

class Last:
    """Does the last thing it may do.

    Always.
    """

    def __init__(self, seed):
        self.seed = seed

    async def choose(self, rules, known, legal):
        return legal[-1]
'''


def bot_file(folder: Path, text: str, name: str = "mybot.py") -> str:
    """A file with this in it, as somebody would name it."""
    (folder / name).write_text(textwrap.dedent(text), encoding="utf-8")
    return str(folder / name)


def choosing(lines: str, before: str = "") -> str:
    """A bot that chooses so."""
    body = textwrap.indent(textwrap.dedent(lines).strip(), " " * 8)
    head = "class Mine:\n    def __init__(self, seed): ...\n    async def choose(self, rules, known, legal):"
    return f"{before}\n{head}\n{body}\n"


def opening() -> tuple[Observation, tuple[Action, ...]]:
    """The first turn of a match."""
    state = RULES.start(RULES.sample(1)).state
    while RULES.view(state, Seat.FIRST).mulligan:
        seat = RULES.to_act(state)[0]
        state = RULES.after(state, seat, RULES.legal_actions(state, seat)[0])
    seat = RULES.to_act(state)[0]
    return Observation(RULES.view(state, seat)), tuple(RULES.legal_actions(state, seat))


@asynccontextmanager
async def thinking(name: str, wall: float = 10.0, cpu: float = 5.0) -> AsyncIterator[Apart]:
    """A bot in a process of its own."""
    bot = Apart(name, 1, wall, cpu)
    try:
        yield bot
    finally:
        await bot.close()


# Found


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_found_by_its_id(level: str) -> None:
    assert find(level) is LEVELS[level]


def test_a_file_is_a_bot_that_introduces_itself(tmp_path: Path) -> None:
    level = find(bot_file(tmp_path, LAST))
    assert (level.name, level.about) == ("Last", "Does the last thing it may do.")
    assert level.id == str(tmp_path.resolve() / "mybot.py")


def test_one_of_several_bots_in_a_file_is_named_with_a_colon(tmp_path: Path) -> None:
    name = bot_file(tmp_path, LAST + LAST.replace("Last", "Other"))
    assert find(f"{name}:Other").name == "Other"
    with pytest.raises(NoBot, match=r"mybot.py: there is more than one bot in it: Last, Other; say which .*FILE:Last"):
        find(name)


def test_a_colon_in_a_path_is_not_a_bots_name() -> None:
    assert split("C:/bots/mine.py") == (Path("C:/bots/mine.py"), "")
    assert split("./mine.py:Bot") == (Path("mine.py"), "Bot")


def test_an_entry_point_is_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot_file(tmp_path, LAST, "strangers.py")
    meta = tmp_path / "strangers-1.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1\n")
    (meta / "entry_points.txt").write_text("[bloodfang.bots]\nlaster = strangers:Last\neasy = strangers:Last\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert installed() == ("laster",)  # and a level keeps its id
    assert find("laster").about == "Does the last thing it may do."
    assert "strangers" not in sys.modules


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import nowhere\n", "cannot be imported: mybot.py, line 1: ModuleNotFoundError: No module named 'nowhere'"),
        ("x = 1\ny = x / 0\n", "cannot be imported: mybot.py, line 2: ZeroDivisionError: division by zero"),
        ("x = 1\nclass\n", "cannot be imported: line 2: SyntaxError: "),
        ("raise SystemExit\n", "cannot be imported: mybot.py, line 1: SystemExit"),
        ("x = 1\n", "there is no bot in it: a class with `async def choose(self, rules, known, legal)`"),
        ("class A:\n    def choose(self): ...\n", "A needs `async def choose(self, rules, known, legal)`"),
        ("import os\nos._exit(3)\n", "the process that imported it ended without a word"),
    ],
)
def test_a_file_that_is_no_bot_is_refused_with_the_line(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(NoBot) as refused:
        find(bot_file(tmp_path, text))
    assert "mybot.py: " in str(refused.value)
    assert sentence in str(refused.value)


def test_a_name_that_nobody_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoBot, match=r"no bot is called 'nobody'; there are: easy, .*or a path"):
        find("nobody")
    with pytest.raises(NoBot, match=r"none.py: there is no such file"):
        find(str(tmp_path / "none.py"))
    with pytest.raises(NoBot, match=r"there is no Other in it; its bots are: Last"):
        find(bot_file(tmp_path, LAST) + ":Other")


def test_a_file_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_PATIENCE", 0.5)
    with pytest.raises(NoBot, match=r"importing it took more than 0.5 s"):
        find(bot_file(tmp_path, "import time\ntime.sleep(60)\n"))


def test_strange_words_of_a_stranger_are_one_plain_line(tmp_path: Path) -> None:
    text = LAST.replace("Does the last thing it may do.", "\\x1b[31mRed" + "d" * 300).replace(
        "    def __init__", '    name = "Mean\\nbot"\n    def __init__'
    )
    level = find(bot_file(tmp_path, text))
    assert level.name == "Mean bot"
    assert level.about.isprintable()
    assert len(level.about) <= 160


def test_finding_loads_nothing_here(tmp_path: Path) -> None:
    find(bot_file(tmp_path, f"open({str(tmp_path / 'ran')!r}, 'w').write(str(__import__('os').getpid()))\n{LAST}"))
    assert (tmp_path / "ran").read_text() != str(os.getpid())


def test_a_server_offers_the_levels_and_then_others_under_names_that_tell_no_path(tmp_path: Path) -> None:
    name = bot_file(tmp_path, LAST)
    offered = welcomed([name, f"{name}:Last"])
    assert [level.id for level in offered] == [*LEVELS, "mybot", "last"]
    assert not any(str(tmp_path) in level.id for level in offered)


def test_a_server_offers_no_two_bots_under_one_name(tmp_path: Path) -> None:
    with pytest.raises(NoBot, match=r"easy.py: there is a bot 'easy' already"):
        welcomed([bot_file(tmp_path, LAST, "easy.py")])


# Thinking


async def test_a_stranger_thinks_in_a_process_of_its_own(tmp_path: Path) -> None:
    known, legal = opening()
    bot = bot_of(find(bot_file(tmp_path, LAST)).id, 7)
    assert await bot.choose(RULES, known, legal) == legal[-1]
    await dismissed(bot)


async def test_what_a_bot_prints_comes_between_no_two_answers(tmp_path: Path) -> None:
    known, legal = opening()
    text = choosing("print('x' * 5000, flush=True)\nos.write(1, b'yyyy')\nreturn legal[0]", "import os")
    async with thinking(bot_file(tmp_path, text)) as bot:
        for _ in range(2):
            assert await bot.choose(RULES, known, legal) == legal[0]


async def test_a_bot_may_have_files_beside_it(tmp_path: Path) -> None:
    known, legal = opening()
    bot_file(tmp_path, "PLACE = 1\n", "tricks.py")
    text = choosing("return legal[tricks.PLACE]", "import tricks")
    async with thinking(bot_file(tmp_path, text)) as bot:
        assert await bot.choose(RULES, known, legal) == legal[1]


BROKEN = [
    ("raise ValueError('ape in hand')", "", "raised in mybot.py, line 5: ValueError"),
    ("return 'play everything'", "", "answered what is not legal"),
    ("return None", "", "answered what is not legal"),
    ("os._exit(1)", "import os", "ended without an answer"),
    ("raise SystemExit", "", "raised in mybot.py, line 5: SystemExit"),
    ("raise SyntaxError('ape in hand')", "", "raised in mybot.py, line 5: SyntaxError"),
    ("exec('1 ape')", "", "raised in mybot.py, line 5: SyntaxError"),
    ("raise type('ape', (Exception,), {})", "", "raised in mybot.py, line 5: an exception of its own"),
    ("raise NoBot('ape in hand')", "from bloodfang.bots.finding import NoBot", "line 5: an exception of its own"),
]


@pytest.mark.parametrize(("lines", "before", "why"), BROKEN)
async def test_a_broken_bot_says_why_it_did_not_answer(lines: str, before: str, why: str, tmp_path: Path) -> None:
    known, legal = opening()
    async with thinking(bot_file(tmp_path, choosing(lines, before))) as bot:
        for _ in range(2):  # and the next question is asked all the same
            with pytest.raises(Unanswered) as unanswered:
                await bot.choose(RULES, known, legal)
            assert why in str(unanswered.value)
            assert "mybot.py" in str(unanswered.value)
            assert "ape" not in str(unanswered.value)  # its own words may tell a hand, and are for its author


async def test_a_bot_that_stalls_is_ended(tmp_path: Path) -> None:
    known, legal = opening()
    async with thinking(bot_file(tmp_path, choosing("time.sleep(60)", "import time")), wall=1.5) as bot:
        began = time.monotonic()
        with pytest.raises(Unanswered, match=r"did not answer in 1.5 s"):
            await bot.choose(RULES, known, legal)
        assert time.monotonic() - began < 5


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
async def test_what_a_bot_has_begun_ends_with_it(tmp_path: Path) -> None:
    known, legal = opening()
    text = choosing("subprocess.Popen(['sleep', '76543'])\nreturn legal[0]", "import subprocess")
    async with thinking(bot_file(tmp_path, text)) as bot:
        await bot.choose(RULES, known, legal)
        assert running("76543")
    async with asyncio.timeout(10):
        while running("76543"):
            await asyncio.sleep(0.01)


def running(word: str) -> list[str]:
    """The processes of this machine that were begun with such a word, and have not ended."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if word.encode() in (each / "cmdline").read_bytes().split(b"\0"):
                found.append(each.name)
    return found


async def test_nothing_in_the_current_folder_is_imported_for_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, legal = opening()
    for name in ("random", "pickle", "bloodfang"):
        bot_file(tmp_path, "raise SystemExit", f"{name}.py")
    monkeypatch.chdir(tmp_path)
    async with thinking("easy") as bot:
        assert await bot.choose(RULES, known, legal) in legal
    (tmp_path / "bots").mkdir()
    assert find(bot_file(tmp_path / "bots", LAST)).name == "Last"


@pytest.mark.skipif(sys.platform == "win32", reason="there the processor's time cannot be limited")
async def test_a_bot_that_works_too_long_is_ended(tmp_path: Path) -> None:
    known, legal = opening()
    async with thinking(bot_file(tmp_path, choosing("while True: pass")), wall=30, cpu=0.3) as bot:
        with pytest.raises(Unanswered, match=r"took more than 0.3 s of work"):
            await bot.choose(RULES, known, legal)


async def test_a_match_goes_on_without_a_broken_bot_and_the_log_says_which_and_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    match: FangMatch = await Match.begin(
        RULES, RULES.sample(3), MemoryJournal(), (Place("A", "mine"), Place("B", "easy"))
    )
    name = bot_file(tmp_path, choosing("raise ValueError('my hand')"))
    async with thinking(name) as broken, sitting(match, (broken, LEVELS["easy"].bot(1))):
        watcher = match.join(None)
        while not (await watcher.next()).outcome:
            pass
    acts = [text for seat, text in match.record().acts if seat is Seat.FIRST]
    assert acts[0] == "mulligan"
    assert {*acts[1:]} == {RULES.write(PASS)}
    assert f"{name} raised in mybot.py, line 5: ValueError" in caplog.text
    assert "my hand" not in caplog.text


@asynccontextmanager
async def sitting(match: FangMatch, bots: tuple[Bot, Bot]) -> AsyncIterator[None]:
    """Both bots play, until the match is over."""
    tasks = [asyncio.ensure_future(sit(match, seat, bots[seat])) for seat in Seat]
    yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


# At a table, and in a hall


async def played_out(opened: table.Table) -> None:
    """The person passes until the match is over, and the bots do what they do."""
    tasks = [asyncio.ensure_future(bot()) for bot in opened.bots(0.0)]
    watcher = opened.match.join(Seat.FIRST)
    while not (update := await watcher.next()).outcome:
        if update.legal and update is watcher.latest:
            act = PASS if PASS in update.legal else Mulligan()
            await opened.match.submit(Seat.FIRST, act, seen=update.version)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_bot_of_ones_own_plays_at_the_table_and_after_a_break(tmp_path: Path) -> None:
    catalog, journal = load_shipped(), MemoryJournal()
    name = find(bot_file(tmp_path, LAST)).id
    opened = await table.begin(catalog, journal, PlayAtOnce(bot=name, seed=1), "Ann")
    assert opened.match.places[1].name == "Last"
    again = await table.resume(Library((catalog,)), journal, opened.match.id)
    await played_out(again)
    assert again.match.outcome


async def test_a_bot_that_is_gone_begins_no_match_and_continues_none(tmp_path: Path) -> None:
    catalog, journal = load_shipped(), MemoryJournal()
    wanted = PlayAtOnce(bot=find(bot_file(tmp_path, LAST)).id)
    opened = await table.begin(catalog, journal, wanted, "Ann")
    (tmp_path / "mybot.py").unlink()
    with pytest.raises(BadSetup, match="there is no such file"):
        await table.begin(catalog, journal, wanted, "Ann")
    with pytest.raises(BadRecord, match="there is no such file"):
        await table.resume(Library((catalog,)), journal, opened.match.id)


async def test_a_bot_from_elsewhere_plays_in_a_hall_in_a_process_of_its_kind(tmp_path: Path) -> None:
    house = House(bot_pause=0.0, bots=welcomed([bot_file(tmp_path, LAST)]))
    place = Square(house=house)
    lobby = Lobby(place.hall, place.people)
    ann = await lobby.enter(place.people.add("Ann"), "1.2.3.4", "key")
    await ann.play_bot("mybot", decks()[0], Terms())
    [live] = [await place.hall.live(each.match_id) for each in ann.unfinished()]
    assert live.sitters[Seat.SECOND].name == "Last"
    assert live.sitters[Seat.SECOND].bot == "mybot"
    async with asyncio.timeout(20):
        while not live.match.version:
            await asyncio.sleep(0.01)
    assert place.hall._bots._thinkers is None
    assert [*place.hall._bots._strangers] == [str((tmp_path / "mybot.py").resolve())]
    with pytest.raises(NotThere, match=r"there is no such bot; there are easy, .*mybot"):
        await ann.play_bot("nobody", decks()[0], Terms())
    await lobby.close()
    await place.hall.close()


@pytest.mark.parametrize("gone", [False, True])
async def test_a_hall_goes_on_with_a_bot_from_elsewhere_after_a_restart_and_if_it_is_gone_it_passes(
    tmp_path: Path, gone: bool
) -> None:
    house = House(bot_pause=0.0, bots=welcomed([bot_file(tmp_path, LAST)]))
    place = Square(house=house)
    lobby = Lobby(place.hall, place.people)
    ann = await lobby.enter(place.people.add("Ann"), "1.2.3.4", "key")
    await ann.play_bot("mybot", decks()[0], Terms())
    [seating] = ann.unfinished()
    await lobby.close()
    await place.hall.close()
    if gone:
        place.house = House(bot_pause=0.0)
    hall = place.new_hall()
    await hall.open()
    match = (await hall.sit(seating.match_id, ann.person.id)).live.match
    await match.submit(Seat.FIRST, Mulligan())
    async with asyncio.timeout(30):
        while len(match.record().acts) < 4:
            if Seat.FIRST in match.to_act:
                await match.submit(Seat.FIRST, PASS)
            await asyncio.sleep(0.01)
    theirs = [text for seat, text in match.record().acts if seat is Seat.SECOND]
    assert theirs[0].startswith("mulligan")
    assert {*theirs[1:]} == {RULES.write(PASS)}  # which is the last thing it may do, and what is done for it
    await hall.close()


def test_play_takes_a_bot_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = bot_file(tmp_path, LAST)
    parser = build_parser()
    assert parser.parse_args(["play", "--bot", name]).bot == str((tmp_path / "mybot.py").resolve())
    with pytest.raises(SystemExit):
        parser.parse_args(["play", "--bot", f"{name}:Nobody"])
    assert "mybot.py: there is no Nobody in it; its bots are: Last" in capsys.readouterr().err


def test_the_lab_takes_a_bot_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "--matches", "2", "--decks", "swarm", "tall", "--jobs", "1", "--data-dir", str(tmp_path / "data")]
    assert main([*words, "--bots", bot_file(tmp_path, choosing("return legal[0]")), "easy"]) == 0
    told = capsys.readouterr().out
    assert "failed" not in told
    assert main([*words, "--bots", "easy", bot_file(tmp_path, choosing("return 1 / 0"))]) == 0
    told = capsys.readouterr().out
    assert "mybot.py failed " in told
    assert "raised in mybot.py, line 5: ZeroDivisionError: division by zero." in told
    assert "easy wins 100.0 %" in told
