"""Matches kept to be seen again: nothing is lost, and nothing believed that a file says."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from bloodfang.catalog import Library, load
from bloodfang.keeping import NotKept
from bloodfang.recordbox import Entry, RecordBox, checked, read_record, title_of
from bloodfang_engine.contract import Outcome, Seat
from bloodfang_engine.errors import BadRecord
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.record import Record, recorded, write
from sets import SMALL

SET = load(SMALL)
LIBRARY = Library((SET,))
RULES = BloodFang(SET.cards)


@cache
def match(seed: int = 1) -> Record:
    """A whole match, played by lot."""
    lot, setup, acts = random.Random(seed), replace(RULES.sample(seed), cards=SET.digest), []
    state = RULES.start(setup).state
    while seats := RULES.to_act(state):
        act = lot.choice(RULES.legal_actions(state, seats[0]))
        acts.append((seats[0], act))
        state = RULES.after(state, *acts[-1])
    return recorded(RULES, setup, acts)


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RecordBox:
    monkeypatch.chdir(tmp_path)
    return RecordBox(tmp_path / "records")


def put(box: RecordBox, name: str, raw: str | bytes) -> Path:
    box.folder.mkdir(exist_ok=True)
    path = box.folder / name
    path.write_bytes(raw if isinstance(raw, bytes) else raw.encode())
    return path


def only(box: RecordBox) -> Entry:
    [entry] = box.list()
    return entry


# Kept


def test_an_empty_box_lists_nothing_and_makes_no_folder(box: RecordBox) -> None:
    assert box.list() == ()
    assert not box.folder.exists()


def test_a_match_is_kept_with_its_title_and_its_day(box: RecordBox) -> None:
    path = box.save(match(), "Ann against Old Fang")
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert path.name == f"{today}-ann-against-old-fang.toml"
    assert only(box) == Entry(path, "Ann against Old Fang", only(box).when, match())
    assert abs(only(box).when - datetime.now(UTC)) < timedelta(minutes=1)
    assert box.read(path) == match()
    assert title_of(path) == "Ann against Old Fang"


def test_a_match_that_goes_on_can_be_kept(box: RecordBox) -> None:
    half = replace(match(), acts=match().acts[:4], result=None)
    assert box.read(box.save(half, "Half")) == half


def test_two_matches_of_one_title_are_two_files(box: RecordBox) -> None:
    first, second = box.save(match(1), "Ann"), box.save(match(2), "Ann")
    assert {each.path: each.record for each in box.list()} == {first: match(1), second: match(2)}


def test_the_newest_is_listed_first_and_the_oldest_may_be_left_out(box: RecordBox) -> None:
    for day in (2, 3, 1):
        path = put(box, f"{day}.toml", f"# Day {day}\n# 2026-01-0{day}T00:00:00+00:00\n{write(match())}")
        os.utime(path, (day * 1e6, day * 1e6))
    assert [each.title for each in box.list()] == ["Day 3", "Day 2", "Day 1"]
    assert [each.title for each in box.list(2)] == ["Day 3", "Day 2"]


@pytest.mark.parametrize("title", ["", "x" * 81, "a\nb", "a\x1bb", "[b]"])
def test_a_title_that_cannot_be_shown_is_refused(title: str, box: RecordBox) -> None:
    with pytest.raises(NotKept, match="the title "):
        box.save(match(), title)
    assert not box.folder.exists()


def test_a_folder_that_cannot_be_written_is_a_sentence(box: RecordBox) -> None:
    box.folder.write_text("a file where the folder should be")
    with pytest.raises(NotKept, match="records: cannot be written: "):
        box.save(match(), "Ann")


# Files from elsewhere


@pytest.mark.parametrize("first", ["", "# \n", "# a\u202eb\n", f"# {'x' * 99}\n", "#\n# 99999-01-01\n"])
def test_without_a_title_that_can_be_shown_a_record_is_called_as_its_file(first: str, box: RecordBox) -> None:
    path = put(box, "from-bo.toml", first + write(match()))
    os.utime(path, (1e9, 1e9))
    assert only(box) == Entry(path, "from-bo", datetime.fromtimestamp(1e9, UTC), match())


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", "records/x.toml: record: ruleset, seed, decks is missing"),
        (b"ruleset = \n", "records/x.toml:1: is not TOML: Invalid value (column 11)"),
        (b"\xff\xfe", "records/x.toml: cannot be read: not UTF-8 text"),
        (b"#" * 1_000_001, "records/x.toml: is too large: 1000000 bytes are the most"),
        (
            write(match()).replace('seat = "A"', 'seat = "C"', 1),
            'records/x.toml: act 1: seat is "A" or "B", not \'C\'',
        ),
    ],
)
def test_a_damaged_record_is_listed_with_its_problem_and_not_touched(
    raw: str | bytes, problem: str, box: RecordBox
) -> None:
    path = put(box, "x.toml", raw)
    before = path.read_bytes()
    good = box.save(match(), "Ann")
    listed = {each.path: each for each in box.list()}
    assert (listed[path].title, listed[path].record, listed[path].problem) == ("x", None, problem)
    assert listed[good].record == match()
    assert path.read_bytes() == before
    with pytest.raises(BadRecord) as refused:
        read_record(path)
    assert str(refused.value) == problem


def test_the_name_of_a_file_cannot_steer_the_terminal(box: RecordBox) -> None:
    put(box, "a\x1b[2Jb.toml", "ruleset = ")
    assert only(box).title == "a?[2Jb"
    assert "\x1b" not in only(box).problem


def test_a_file_from_a_time_that_no_calendar_knows_is_listed(box: RecordBox) -> None:
    os.utime(put(box, "x.toml", write(match())), (-1, 2**40))
    assert only(box).record == match()


def test_no_file_is_no_record(box: RecordBox) -> None:
    with pytest.raises(BadRecord, match=r"nothing\.toml: there is no such file"):
        read_record(Path("nothing.toml"))
    assert title_of(Path("nothing.toml")) == "nothing"


# Thrown away


def test_a_deleted_record_is_out_of_the_list_and_not_lost(box: RecordBox) -> None:
    path = box.save(match(), "Ann")
    text = path.read_text()
    where = box.delete(path)
    assert box.list() == ()
    assert (where.parent, where.read_text()) == (box.folder / "deleted", text)


def test_only_what_is_in_the_box_can_be_deleted(box: RecordBox, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("")
    with pytest.raises(NotKept, match=r"other\.toml: is not among the kept matches, and stays where it is"):
        box.delete(other)
    with pytest.raises(NotKept, match=r"gone\.toml: cannot be moved: "):
        box.delete(box.folder / "gone.toml")
    assert other.exists()


# Whether it leads where it says


def test_a_match_that_goes_as_its_record_says_names_its_set() -> None:
    assert checked(match(), LIBRARY) is SET


def test_a_match_that_was_given_up_is_right_too() -> None:
    given_up = replace(match(), acts=match().acts[:4], result=Outcome(Seat.SECOND, "conceded", (0, 0)))
    assert checked(given_up, LIBRARY) is SET


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"acts": ((Seat.FIRST, "play nobody m1"),)}, "act 1: A play nobody m1: "),
        ({"acts": ((Seat.FIRST, "dance"),)}, "act 1: 'dance': "),
        ({"acts": ()}, "result: the record says "),
        ({"result": Outcome(None, "passes", (99, 99))}, "result: the record says a draw 99:99"),
        ({"setup": replace(match().setup, decks=((), ()))}, "setup: "),
        ({"setup": replace(match().setup, ruleset="chess")}, "ruleset: the record is of 'chess'"),
        (
            {"setup": replace(match().setup, cards="other")},
            "cards: the match was played with cards that are not here, or are not the same any more; "
            "here are the sets: small",
        ),
        (
            {"setup": replace(match().setup, cards="")},
            "cards: the match was played with cards it does not name; here are the sets: small",
        ),
    ],
)
def test_a_match_that_goes_otherwise_is_refused(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadRecord) as refused:
        checked(replace(match(), **change), LIBRARY)  # type: ignore[arg-type]
    assert str(refused.value).startswith(sentence)
