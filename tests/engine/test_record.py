"""Matches as records: written, read, damaged, and played again.

The golden matches in tests/records are whole matches with the events of each act. When a rule changes on purpose, play
them again with `python tests/engine/test_record.py` and look at the difference: it is the review of the change.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import math
import time
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodfang_engine.contract import OptionValue, Outcome, Seat, Setup
from bloodfang_engine.errors import BadRecord, EngineError, IllegalAction
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.record import (
    MOST_ACTS,
    MOST_CARDS,
    MOST_NUMBERS,
    MOST_OPTIONS,
    MOST_TEXT,
    OUTSIDE,
    Record,
    as_dict,
    from_dict,
    read,
    recorded,
    replay,
    write,
)
from bloodfang_engine.registry import AnyRuleset
from bloodfang_engine.testing import random_playout
from toys import Act, AmbushRules, RaidRules

RECORDS = Path(__file__).resolve().parent.parent / "records"
AMBUSH, RAID, FANG = AmbushRules(), RaidRules(), BloodFang(practice_set())
RAIDED = random_playout(RAID, RAID.sample(3), 1)

# writing and reading are inverse

words = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1, max_size=200)
whole_numbers = st.integers(-(2**63), 2**63 - 1)
values = st.one_of(
    words, st.just(""), whole_numbers, st.booleans(), st.lists(whole_numbers, max_size=MOST_NUMBERS).map(tuple)
)
decks = st.lists(words, max_size=20).map(tuple)
seats = st.sampled_from(Seat)
records = st.builds(
    Record,
    st.builds(
        Setup,
        ruleset=words,
        decks=st.tuples(decks, decks),
        seed=whole_numbers,
        options=st.dictionaries(words, values, max_size=5),
        cards=words | st.just(""),
    ),
    st.lists(st.tuples(seats, words), max_size=10).map(tuple),
    st.none() | st.builds(Outcome, seats | st.none(), words, st.tuples(whole_numbers, whole_numbers)),
)


@given(records)
def test_what_is_written_is_read_again(record: Record) -> None:
    # repr too, because True == 1
    assert read(write(record)) == record
    assert repr(read(write(record))) == repr(record)


@given(records)
def test_what_is_read_is_written_again(record: Record) -> None:
    assert write(read(write(record))) == write(record)


@given(records)
def test_plain_data_goes_through_json_unharmed(record: Record) -> None:
    assert from_dict(as_dict(record)) == record
    assert from_dict(json.loads(json.dumps(as_dict(record)))) == record


@given(records)
def test_plain_data_is_what_toml_reads(record: Record) -> None:
    assert {"act": [], **tomllib.loads(write(record))} == as_dict(record)


def test_a_record_can_be_read_by_people() -> None:
    setup = Setup("raid", (("bite", "ward"), ("maul",)), 7, {"rows": 3, "max_copies": (2, 1), "drawn": True}, "c0ffee")
    acts = ((Seat.FIRST, "play bite"), (Seat.SECOND, 'say "no"'))
    assert write(Record(setup, acts, Outcome(None, "agreed", (1, -1)))) == (
        'ruleset = "raid"\nseed = 7\ncards = "c0ffee"\n\n'
        "[options]\nrows = 3\nmax_copies = [2, 1]\ndrawn = true\n\n"
        '[decks]\nA = ["bite", "ward"]\nB = ["maul"]\n\n'
        '[[act]]\nseat = "A"\ndo = "play bite"\n\n'
        '[[act]]\nseat = "B"\ndo = "say \\"no\\""\n\n'
        '[result]\nwinner = "draw"\nreason = "agreed"\nscore = [1, -1]\n'
    )


def test_a_long_deck_is_written_in_short_lines() -> None:
    record = Record(Setup("raid", (("marsh-leech",) * 40, ()), 1), ())
    assert read(write(record)) == record
    assert max(map(len, write(record).splitlines())) < 120


UNWRITABLE = [
    ("seed", Record(Setup("raid", ((), ()), 2**63), ())),
    ("ruleset", Record(Setup("", ((), ()), 1), ())),
    ("act 1", Record(Setup("raid", ((), ()), 1), ((Seat.FIRST, "two\nlines"),))),
    ("decks B card 1", Record(Setup("raid", ((), ("\ud800",)), 1), ())),
    ("result reason", Record(Setup("raid", ((), ()), 1), (), Outcome(None, "", (0, 0)))),
    ("record", Record(Setup("raid", ((), ()), 1), ((Seat.FIRST, "x" * 200),) * 5000)),
]


@pytest.mark.parametrize(("where", "record"), UNWRITABLE, ids=lambda each: each if isinstance(each, str) else "")
def test_what_could_not_be_read_again_is_not_written(where: str, record: Record) -> None:
    with pytest.raises(BadRecord) as wrong:
        write(record)
    assert wrong.value.where == where


# damaged records


def test_a_record_cut_off_anywhere_is_refused_or_is_the_match_so_far() -> None:
    text = write(RAIDED)
    for end in range(len(text)):
        try:
            found = read(text[:end])
        except BadRecord:
            continue
        assert found.setup == RAIDED.setup
        assert found.acts == RAIDED.acts[: len(found.acts)]
        assert found.result in (None, RAIDED.result)


GOOD = as_dict(replace(RAIDED, setup=replace(RAIDED.setup, options={"rows": 3, "sizes": (1, 2)}, cards="c0ffee")))
WRONG: list[Any] = [
    None, True, 7, -1, 2**64, 10**5000, 1.5, math.nan, math.inf, "", "x" * 300, "\x00", "a\nb", "\ud800", "\u202e", "C",
    [], [1], ["a"], [[]], [None], [{}], [math.nan], {}, {"a": 1}, {"a": {"b": {}}}, {1: 2}, b"A", object(), {1, 2},
    datetime.date(2000, 1, 1), datetime.time(1), ["x"] * 20_000, dict.fromkeys(map(str, range(300)), 1),
]  # fmt: skip


def places(said: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of plain data."""
    yield path
    for key in said if isinstance(said, dict) else range(len(said)) if isinstance(said, list) else ():
        yield from places(said[key], (*path, key))


def damaged(path: tuple[Any, ...], value: Any) -> Any:
    """The good record with something else at one place."""
    if not path:
        return value
    said = copied(GOOD)
    inner = said
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return said


def copied(said: Any) -> Any:
    if isinstance(said, dict):
        return {key: copied(value) for key, value in said.items()}
    return [copied(value) for value in said] if isinstance(said, list) else said


@pytest.mark.parametrize("path", [*places(GOOD)], ids=str)
def test_whatever_stands_at_any_place_is_taken_or_refused_with_a_sentence(path: tuple[Any, ...]) -> None:
    for value in WRONG:
        found = taken(damaged(path, value))
        if isinstance(found, BadRecord):
            assert str(found) == f"{found.where}: {found.problem}"
            assert len(str(found)) < 300
            assert str(found).isprintable()
        else:
            assert read(write(found)) == found


def taken(said: Any) -> Record | BadRecord:
    """The record, or why there is none."""
    try:
        return from_dict(said)
    except BadRecord as wrong:
        return wrong


NEVER_RIGHT = [
    None,
    1.5,
    math.nan,
    {"a": {"b": {}}},
    [None],
    b"A",
    object(),
    "\x00",
    10**5000,
    datetime.date(2000, 1, 1),
]


@pytest.mark.parametrize("value", NEVER_RIGHT, ids=lambda value: type(value).__name__)
def test_what_is_never_right_is_refused_everywhere(value: Any) -> None:
    for path in places(GOOD):
        assert isinstance(taken(damaged(path, value)), BadRecord), path


WANTED = ("ruleset", "seed", "decks", "A", "B", "seat", "do", "winner", "reason", "score")


@pytest.mark.parametrize("path", [path for path in places(GOOD) if path and path[-1] in WANTED], ids=str)
def test_what_is_missing_is_missed(path: tuple[Any, ...]) -> None:
    said = damaged(path, None)
    inner = said
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    with pytest.raises(BadRecord, match=f"{path[-1]} is missing"):
        from_dict(said)


@pytest.mark.parametrize("name", ["cards", "options", "act", "result"])
def test_a_record_can_do_without(name: str) -> None:
    found = from_dict({key: value for key, value in GOOD.items() if key != name})
    assert not as_dict(found).get(name)


HEAD = 'ruleset = "raid"\nseed = 1\n'
DECKS = '[decks]\nA = ["bite"]\nB = ["maul"]\n'
ACT = '[[act]]\nseat = "A"\ndo = "end"\n'
DAMAGED = [
    ("", "record", "ruleset, seed, decks is missing"),
    ("seed = 1\n" + DECKS, "record", "ruleset is missing"),
    (HEAD, "record", "decks is missing"),
    (HEAD + "sead = 2\n" + DECKS, "record", "'sead' is not known here; known: ruleset, seed, decks, cards, options"),
    (HEAD + "seed = 2\n" + DECKS, "line 3, column 9", "this is not TOML: Cannot overwrite a value"),
    (HEAD + '[decks]\nA = ["bite"\n', "end of document", "this is not TOML: Unclosed array"),
    ('ruleset = "raid"\nseed = "1"\n' + DECKS, "seed", "this is a whole number, not '1'"),
    ('ruleset = "raid"\nseed = true\n' + DECKS, "seed", "this is a whole number, not true"),
    ('ruleset = "raid"\nseed = nan\n' + DECKS, "seed", "this is a whole number, not a number"),
    ('ruleset = "raid"\nseed = 9223372036854775808\n' + DECKS, "seed", "too large: it goes up to 9223372036854775807"),
    (f'ruleset = "raid"\nseed = {"9" * 900}\n' + DECKS, "seed", "too large"),
    ("ruleset = 3\nseed = 1\n" + DECKS, "ruleset", "this is text, not a number"),
    (HEAD + "cards = []\n" + DECKS, "cards", "this is text, not a list of 0"),
    (HEAD + '[decks]\nA = "bite"\nB = []\n', "decks A", "this is a list of card ids, not 'bite'"),
    (HEAD + "[decks]\nA = []\nB = [[]]\n", "decks B card 1", "this is text, not a list of 0"),
    (HEAD + '[decks]\nA = []\nB = ["a", "b\\u0000"]\n', "decks B card 2", "'b\\x00' holds characters that cannot be"),
    (HEAD + '[decks]\nA = []\nB = ["\\u202Etrap"]\n', "decks B card 1", "cannot be shown"),
    (HEAD + "[decks]\nA = []\n", "decks", "B is missing"),
    (HEAD + DECKS + "C = []\n", "decks", "'C' is not known here; known: A, B"),
    (HEAD + "decks = 3\n", "decks", "this is a table with A, B, not a number"),
    (HEAD + DECKS + "[options]\nrows = 1.5\n", "option rows", "a whole number, true or false, or a list, not a number"),
    (HEAD + DECKS + "[options]\nrows = 1979-05-27\n", "option rows", "not a date"),
    (HEAD + DECKS + "[options.rows]\na = 1\n", "option rows", "not a table of 1"),
    (HEAD + DECKS + '[options]\nrows = ["a"]\n', "option rows", "this is a whole number, not 'a'"),
    (HEAD + "options = 3\n" + DECKS, "options", "options are a table of at most 100 entries, not a number"),
    (HEAD + DECKS + '[options]\n"" = 1\n', "options", "this text has 0 characters; 1 to 200 would be right"),
    (HEAD + "act = 3\n" + DECKS, "act", 'this is a list of tables, each written [[act]] with seat = "A" and do'),
    (HEAD + DECKS + ACT.replace("[[act]]", "[act]"), "act", "not a table of 2"),
    (HEAD + DECKS + ACT + '[[act]]\nseat = "A"\n', "act 2", "do is missing"),
    (HEAD + DECKS + ACT + ACT.replace('"A"', "0"), "act 2", 'seat is "A" or "B", not a number'),
    (HEAD + DECKS + ACT + ACT.replace('"A"', '"C"'), "act 2", "seat is \"A\" or \"B\", not 'C'"),
    (HEAD + DECKS + ACT.replace('"end"', f'"{"x" * 201}"'), "act 1", "this text has 201 characters; 1 to 200"),
    (HEAD + DECKS + ACT.replace('"end"', '"""\nend\n"""'), "act 1", "cannot be shown"),
    (HEAD + DECKS + ACT + "ms = 3\n", "act 1", "'ms' is not known here; known: seat, do"),
    (HEAD + DECKS + "[result]\n", "result", "winner, reason, score is missing"),
    (HEAD + DECKS + '[result]\nwinner = "C"\nreason = "time"\nscore = [1, 2]\n', "result winner", "not 'C'"),
    (HEAD + DECKS + '[result]\nwinner = "A"\nreason = 1\nscore = [1, 2]\n', "result reason", "this is text, not"),
    (HEAD + DECKS + '[result]\nwinner = "A"\nreason = "time"\nscore = 1\n', "result score", "two whole numbers"),
    (HEAD + DECKS + '[result]\nwinner = "A"\nreason = "time"\nscore = [1]\n', "result score", "of A and of B, not 1"),
    (HEAD + DECKS + '[result]\nwinner = "A"\nreason = "time"\nscore = [1, 2, 3]\n', "result score", "3 are too many"),
    (HEAD + DECKS + '[result]\nwinner = "A"\nreason = "time"\nscore = [1, inf]\n', "result score", "not a number"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "where", "problem"), DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_record_is_refused_with_the_place_and_what_would_be_right(
    text: str, where: str, problem: str
) -> None:
    with pytest.raises(BadRecord) as wrong:
        read(text)
    assert wrong.value.where == where
    assert problem in wrong.value.problem


HOSTILE = {
    "a list in a list in a list": HEAD + "x = " + "[\n" * 100_000,
    "a table in a table in a table": HEAD + "x = " + "{a=" * 300,
    "a number without end": HEAD + "x = " + "9" * 990,
    "a hexadecimal number without end": HEAD + "x = 0x" + "f" * 900,
    "a line without end": HEAD + "x = " + "9" * 5000,
    "a name of many parts": HEAD + "a." * 100_000 + "b = 1",
    "many names of many parts": HEAD + "\n".join("a." * 450 + f"b{n} = 1" for n in range(1000)),
    "a text without end": "x" * (MOST_TEXT + 1),
    "many empty acts": HEAD + DECKS + "[[act]]\n" * 100_000,
    "too many acts": HEAD + DECKS + ACT * (MOST_ACTS + 1),
    "too many cards": HEAD + "[decks]\nB = []\nA = [\n" + '"x",\n' * (MOST_CARDS + 1) + "]\n",
    "too many options": HEAD + DECKS + "[options]\n" + "\n".join(f"o{n} = 1" for n in range(MOST_OPTIONS + 1)),
    "too many numbers": HEAD + DECKS + f"[options]\nrows = [{'1, ' * (MOST_NUMBERS + 1)}]\n",
    "nothing": "\x00",
    "a mark of byte order": "\ufeff" + HEAD + DECKS,
    "half a character": HEAD.replace("raid", "\ud800") + DECKS,
    "another end of line": HEAD.replace("\n", "\r") + DECKS,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_is_refused_soon(text: str) -> None:
    started = time.perf_counter()
    with pytest.raises(BadRecord):
        read(text)
    assert time.perf_counter() - started < 20


@pytest.mark.parametrize("thing", [None, b"ruleset = 1", 3, {}, Path()])
def test_what_is_not_even_text_is_refused(thing: Any) -> None:
    with pytest.raises(BadRecord, match="a record is text, not a"):
        read(thing)


@given(st.text())
def test_any_text_is_a_record_or_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        read(text)


@given(st.data())
def test_a_record_with_scratches_is_a_record_or_refused(data: st.DataObject) -> None:
    text = write(RAIDED)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        text = text[:start] + data.draw(st.text(max_size=3)) + text[start + data.draw(st.integers(0, 3)) :]
    with contextlib.suppress(BadRecord):
        list(replay(RAID, read(text)))


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | st.sampled_from([*GOOD]), inner),
)


@given(plain, st.sampled_from([*places(GOOD)]))
def test_any_plain_data_is_a_record_or_refused(said: Any, path: tuple[Any, ...]) -> None:
    found = taken(damaged(path, said))
    assert isinstance(found, BadRecord) or read(write(found)) == found


# playing again


@pytest.mark.parametrize("rules", [AMBUSH, RAID, FANG], ids=lambda rules: rules.name)
def test_a_random_match_is_played_again_from_its_text(rules: AnyRuleset) -> None:
    for seed in range(10):
        record = random_playout(rules, rules.sample(seed), seed)
        steps = list(replay(rules, read(write(record))))
        assert len(steps) == len(record.acts) + 1
        assert rules.outcome(steps[-1].state) == record.result
        assert [rules.outcome(step.state) for step in steps[:-1]] == [None] * len(record.acts)


def test_a_played_match_is_recorded_with_how_it_ended() -> None:
    acts = [(seat, RAID.read(text)) for seat, text in RAIDED.acts]
    assert recorded(RAID, RAIDED.setup, acts) == RAIDED
    assert recorded(RAID, RAIDED.setup, acts[:-1]).result is None
    assert recorded(RAID, RAIDED.setup, acts, Outcome(None, "agreed", (0, 0))) == RAIDED


def test_only_legal_matches_are_recorded() -> None:
    with pytest.raises(IllegalAction):
        recorded(RAID, RAIDED.setup, [(Seat.SECOND, Act("end"))])


def fails(rules: AnyRuleset, record: Record, where: str, problem: str) -> int:
    """How many steps could be seen before the record was refused, in this way."""
    steps = replay(rules, record)
    seen = 0
    try:
        for _ in steps:
            seen += 1
    except BadRecord as wrong:
        found = (wrong.where, wrong.problem)
    else:
        pytest.fail("the record was not refused")
    assert found[0] == where
    assert problem in found[1]
    return seen


def with_act(record: Record, number: int, seat: Seat, text: str) -> Record:
    return replace(record, acts=(*record.acts[: number - 1], (seat, text), *record.acts[number:]))


def test_an_act_that_is_refused_is_named_with_its_reason() -> None:
    seat = RAIDED.acts[4][0]
    assert fails(RAID, with_act(RAIDED, 5, seat, "play moth"), "act 5", f"{seat.letter} play moth: ") == 5


def test_an_act_out_of_turn_is_named() -> None:
    seat, text = RAIDED.acts[4]
    assert fails(RAID, with_act(RAIDED, 5, seat.rival, text), "act 5", "it is the other seat's turn to act") == 5


def test_an_act_that_cannot_be_read_is_named() -> None:
    assert fails(RAID, with_act(RAIDED, 5, Seat.FIRST, "dance"), "act 5", "'dance': an act is play CARD or") == 5


def test_an_act_after_the_end_is_refused() -> None:
    longer = replace(RAIDED, acts=(*RAIDED.acts, (Seat.FIRST, "end")))
    assert fails(RAID, longer, f"act {len(longer.acts)}", "the match is over") == len(longer.acts)


def test_a_record_of_another_ruleset_is_refused() -> None:
    assert fails(AMBUSH, RAIDED, "ruleset", "the record is of 'raid', and these are the rules of 'ambush'") == 0


def test_an_unknown_card_in_a_deck_is_refused() -> None:
    first, second = RAIDED.setup.decks
    setup = replace(RAIDED.setup, decks=(("dodo", *first[1:]), second))
    assert fails(RAID, replace(RAIDED, setup=setup), "setup", "a deck is 9 of feast, bite, maul, ward") == 0


def test_blood_fang_says_which_card_it_does_not_know() -> None:
    record = random_playout(FANG, FANG.sample(1), 1)
    first, second = record.setup.decks
    setup = replace(record.setup, decks=(first, ("dodo", *second[1:])))
    assert fails(FANG, replace(record, setup=setup), "setup", "deck of B: no card is called 'dodo'") == 0
    mover = record.acts[4][0]
    assert fails(FANG, with_act(record, 5, mover, "play dodo m1"), "act 5", "no card here has that id") == 5


def test_another_card_set_is_refused() -> None:
    record = random_playout(FANG, FANG.sample(1), 1)
    assert fails(FANG, replace(record, setup=replace(record.setup, cards="c0ffee")), "setup", "c0ffee") == 0


@given(
    st.dictionaries(
        st.sampled_from(["profile", "rows", "max_copies", "capture", "deck_size"]) | words, values, max_size=3
    )
)
def test_options_of_any_kind_are_played_or_refused(options: dict[str, OptionValue]) -> None:
    record = replace(Record(FANG.sample(1), ()), setup=replace(FANG.sample(1), options=options))
    with contextlib.suppress(BadRecord):
        next(replay(FANG, record))


def test_the_steps_before_the_damage_are_given() -> None:
    steps = replay(RAID, with_act(RAIDED, 3, Seat.FIRST, "dance"))
    good = list(replay(RAID, RAIDED))
    assert [next(steps), next(steps), next(steps)] == good[:3]
    with pytest.raises(EngineError):
        next(steps)


# results


def result_of(record: Record) -> Outcome:
    assert record.result is not None
    return record.result


WRONG_RESULTS = {
    "winner": replace(result_of(RAIDED), winner=Seat.SECOND),
    "draw": replace(result_of(RAIDED), winner=None),
    "reason": replace(result_of(RAIDED), reason="turns"),
    "concession": replace(result_of(RAIDED), reason="conceded"),
    "score": replace(result_of(RAIDED), score=(99, 0)),
}


@pytest.mark.parametrize("result", WRONG_RESULTS.values(), ids=WRONG_RESULTS)
def test_a_result_that_is_not_what_the_acts_lead_to_is_refused(result: Outcome) -> None:
    wrong = replace(RAIDED, result=result)
    steps = len(RAIDED.acts) + 1
    assert fails(RAID, wrong, "result", "but the acts lead to that A won 2:-1 (health)") == steps


@pytest.mark.parametrize("reason", OUTSIDE)
def test_a_match_can_end_from_outside_the_rules(reason: str) -> None:
    short = replace(RAIDED, acts=RAIDED.acts[:4], result=Outcome(Seat.FIRST, reason, (0, 0)))
    assert len(list(replay(RAID, read(write(short))))) == 5


def test_a_result_of_the_rules_needs_the_acts_that_lead_to_it() -> None:
    cut = replace(RAIDED, acts=RAIDED.acts[:-1])
    assert fails(
        RAID, cut, "result", "but the acts do not end the match; without an end it can only be conceded, time"
    ) == len(RAIDED.acts)


def test_other_ways_to_end_can_be_named() -> None:
    stopped = replace(RAIDED, acts=(), result=Outcome(None, "curfew", (0, 0)))
    assert fails(RAID, stopped, "result", "a draw 0:0 (curfew)") == 1
    assert len(list(replay(RAID, stopped, outside=["curfew"]))) == 1


def test_a_record_need_not_say_how_it_ended() -> None:
    assert len(list(replay(RAID, replace(RAIDED, result=None)))) == len(RAIDED.acts) + 1


# golden matches

GOLDEN: dict[str, tuple[dict[str, OptionValue], int]] = {
    "bloodfang": ({"profile": "bloodfang"}, 288),  # ends with a full board
    "reference": ({"profile": "reference"}, 76),
    "seven-columns": ({"rows": 3, "columns": 7}, 26),
}
"""File: options and seed."""


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_match_ends_as_it_did(name: str) -> None:
    record = read((RECORDS / f"{name}.toml").read_text(encoding="utf-8"))
    *_, last = replay(FANG, record)
    assert record.result is not None
    assert FANG.outcome(last.state) == record.result


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_match_has_the_same_events(name: str) -> None:
    record = read((RECORDS / f"{name}.toml").read_text(encoding="utf-8"))
    assert tomllib.loads((RECORDS / f"{name}.events.toml").read_text(encoding="utf-8")) == {"events": told(record)}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_match_is_still_written_as_it_was(name: str) -> None:
    text = (RECORDS / f"{name}.toml").read_text(encoding="utf-8")
    assert write(read(text)) == text


def told(record: Record) -> list[str]:
    """A line for the opening and each act: what happened, and a digest of all its details."""
    lines = []
    for step in replay(FANG, record):
        kinds = " ".join(type(event).__name__ for event in step.events)
        lines.append(f"{hashlib.sha256(repr([*step.events]).encode()).hexdigest()[:8]} {kinds}")
    return lines


def play_golden_matches() -> None:
    """Play them again and write them down."""
    for name, (options, seed) in GOLDEN.items():
        setup = FANG.sample(seed)
        record = random_playout(FANG, replace(setup, options={**setup.options, **options}), seed)
        (RECORDS / f"{name}.toml").write_text(write(record), encoding="utf-8")
        lines = "".join(f'    "{line}",\n' for line in told(record))
        (RECORDS / f"{name}.events.toml").write_text(f"events = [\n{lines}]\n", encoding="utf-8")
        print(f"{name}: {len(record.acts)} acts, {record.result}")


if __name__ == "__main__":
    play_golden_matches()
