"""A match as setup, acts and result: kept as plain data or as TOML, and played again.

    ruleset = "fang"
    seed = 7

    [decks]
    A = ["marsh-leech", "ash-crow", ...]
    B = [...]

    [[act]]
    seat = "A"
    do = "play marsh-leech m2"

    [result]
    winner = "A"
    reason = "passes"
    score = [12, 9]

Besides these there may be `cards`, the digest of the card set, and `[options]`. Without `[result]` the match goes on: a
record cut off between two acts is still a record, of the match as far as it had come.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bloodfang_engine.contract import A, OptionValue, Outcome, Ruleset, S, Seat, Setup, Step, V
from bloodfang_engine.errors import BadNotation, BadRecord, BadSetup, IllegalAction, listed, shorten

OUTSIDE = ("conceded", "time", "agreed", "abandoned", "aborted")
"""How a match can end without the rules: the acts need not lead there."""

# Nobody plays that long; whoever sends more is not sending a match.
MOST_TEXT = 1_000_000
MOST_ACTS = 10_000
MOST_CARDS = 1_000
MOST_OPTIONS = 100
MOST_NUMBERS = 20
_LONGEST_WORDS = 200
_LONGEST_LINE = 1_000  # the TOML reader takes time with the square of a line of dots
_MOST_NUMBER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Record:
    """A match that can be played again: the same setup and acts give the same match."""

    setup: Setup
    acts: tuple[tuple[Seat, str], ...]
    """Who did what, in the ruleset's notation."""
    result: Outcome | None = None
    """None while the match goes on."""


def recorded(
    ruleset: Ruleset[S, A, V], setup: Setup, acts: Iterable[tuple[Seat, A]], result: Outcome | None = None
) -> Record:
    """The record of a played match. The rules say how it ended; `result` is for when they do not: a concession."""
    state = ruleset.start(setup).state
    written = []
    for seat, action in acts:
        state = ruleset.apply(state, seat, action).state
        written.append((seat, ruleset.write(action)))
    return Record(setup, tuple(written), ruleset.outcome(state) or result)


def replay(ruleset: Ruleset[S, A, V], record: Record, outside: Collection[str] = OUTSIDE) -> Iterator[Step[S]]:
    """The opening, then the step of each act; BadRecord where an act is refused or the result is another.

    A result that the acts do not lead to needs a reason that is not the rules' own: one of `outside`.
    """
    if record.setup.ruleset != ruleset.name:
        raise BadRecord(
            "ruleset", f"the record is of {record.setup.ruleset!r}, and these are the rules of {ruleset.name!r}"
        )
    try:
        step = ruleset.start(record.setup)
    except BadSetup as wrong:
        raise BadRecord("setup", wrong.problem) from wrong
    yield step
    for number, (seat, text) in enumerate(record.acts, 1):
        try:
            step = ruleset.apply(step.state, seat, ruleset.read(text))
        except (BadNotation, IllegalAction) as wrong:
            raise BadRecord(f"act {number}", str(wrong)) from wrong
        yield step
    said, ended = record.result, ruleset.outcome(step.state)
    if said and ended and said != ended:
        raise BadRecord("result", f"the record says {_ending(said)}, but the acts lead to {_ending(ended)}")
    if said and not ended and said.reason not in outside:
        others = f"without an end it can only be {listed(outside)}"
        raise BadRecord("result", f"the record says {_ending(said)}, but the acts do not end the match; {others}")


# plain data


def as_dict(record: Record) -> dict[str, Any]:
    """The record in tables, lists, texts and numbers, as TOML and JSON know them."""
    setup, result = record.setup, record.result
    said: dict[str, Any] = {"ruleset": setup.ruleset, "seed": setup.seed}
    if setup.cards:
        said["cards"] = setup.cards
    if setup.options:
        said["options"] = {
            name: list(value) if isinstance(value, tuple) else value for name, value in setup.options.items()
        }
    said["decks"] = {seat.letter: list(setup.decks[seat]) for seat in Seat}
    said["act"] = [{"seat": seat.letter, "do": text} for seat, text in record.acts]
    if result:
        winner = "draw" if result.winner is None else result.winner.letter
        said["result"] = {"winner": winner, "reason": result.reason, "score": list(result.score)}
    return said


def from_dict(said: object) -> Record:
    """The record that plain data from anywhere means; BadRecord, with the place, if it means none."""
    table = _table(said, "record", needed=("ruleset", "seed", "decks"), others=("cards", "options", "act", "result"))
    decks = _table(table["decks"], "decks", needed=("A", "B"))
    setup = Setup(
        ruleset=_words(table["ruleset"], "ruleset"),
        decks=(_deck(decks["A"], "decks A"), _deck(decks["B"], "decks B")),
        seed=_number(table["seed"], "seed"),
        options=_options(table.get("options", {})),
        cards=_words(table.get("cards", ""), "cards", least=0),
    )
    acts = _list(table.get("act", []), "act", MOST_ACTS, 'tables, each written [[act]] with seat = "A" and do = "..."')
    return Record(
        setup,
        tuple(_act(act, f"act {number}") for number, act in enumerate(acts, 1)),
        _result(table["result"]) if "result" in table else None,
    )


def _act(said: object, where: str) -> tuple[Seat, str]:
    table = _table(said, where, needed=("seat", "do"))
    letter = table["seat"]
    if not isinstance(letter, str) or letter not in ("A", "B"):
        raise BadRecord(where, f'seat is "A" or "B", not {_shown(letter)}')
    return Seat.of(letter), _words(table["do"], where)


def _result(said: object) -> Outcome:
    table = _table(said, "result", needed=("winner", "reason", "score"))
    winner = table["winner"]
    if not isinstance(winner, str) or winner not in ("A", "B", "draw"):
        raise BadRecord("result winner", f'the winner is "A", "B" or "draw", not {_shown(winner)}')
    score = _list(table["score"], "result score", 2, "two whole numbers, of A and of B")
    if len(score) != 2:
        raise BadRecord("result score", f"a score is two whole numbers, of A and of B, not {len(score)}")
    first, second = (_number(points, "result score") for points in score)
    seat = None if winner == "draw" else Seat.of(winner)
    return Outcome(seat, _words(table["reason"], "result reason"), (first, second))


def _options(said: object) -> dict[str, OptionValue]:
    if not isinstance(said, Mapping) or len(said) > MOST_OPTIONS:
        raise BadRecord("options", f"options are a table of at most {MOST_OPTIONS} entries, not {_shown(said)}")
    found: dict[str, OptionValue] = {}
    for name, value in said.items():
        where = f"option {shorten(_words(name, 'options'))}"
        if isinstance(value, str):
            found[name] = _words(value, where, least=0)
        elif isinstance(value, bool):
            found[name] = value
        elif isinstance(value, list | tuple):
            numbers = _list(value, where, MOST_NUMBERS, "whole numbers")
            found[name] = tuple(_number(number, where) for number in numbers)
        elif isinstance(value, int):
            found[name] = _number(value, where)
        else:
            raise BadRecord(where, f"an option is text, a whole number, true or false, or a list, not {_shown(value)}")
    return found


def _deck(said: object, where: str) -> tuple[str, ...]:
    cards = _list(said, where, MOST_CARDS, "card ids")
    return tuple(_words(card, f"{where} card {place}") for place, card in enumerate(cards, 1))


def _table(said: object, where: str, needed: Collection[str], others: Collection[str] = ()) -> Mapping[str, object]:
    if not isinstance(said, Mapping):
        raise BadRecord(where, f"this is a table with {listed(needed)}, not {_shown(said)}")
    if missing := [name for name in needed if name not in said]:
        raise BadRecord(where, f"{listed(missing)} is missing")
    if strange := [name for name in said if name not in (*needed, *others)]:
        raise BadRecord(where, f"{_shown(strange[0])} is not known here; known: {listed((*needed, *others))}")
    return said


def _list(said: object, where: str, most: int, what: str) -> list[object] | tuple[object, ...]:
    if not isinstance(said, list | tuple):
        raise BadRecord(where, f"this is a list of {what}, not {_shown(said)}")
    if len(said) > most:
        raise BadRecord(where, f"{len(said)} are too many: {most} is the most")
    return said


def _words(said: object, where: str, least: int = 1) -> str:
    """Text of one line that can be shown anywhere: no control characters, nothing that turns the line around."""
    if not isinstance(said, str):
        raise BadRecord(where, f"this is text, not {_shown(said)}")
    if not least <= len(said) <= _LONGEST_WORDS:
        raise BadRecord(where, f"this text has {len(said)} characters; {least} to {_LONGEST_WORDS} would be right")
    if not said.isprintable():
        raise BadRecord(where, f"{_shown(said)} holds characters that cannot be shown")
    return said


def _number(said: object, where: str) -> int:
    if isinstance(said, bool) or not isinstance(said, int):
        raise BadRecord(where, f"this is a whole number, not {_shown(said)}")
    if not -_MOST_NUMBER - 1 <= said <= _MOST_NUMBER:
        raise BadRecord(where, f"this number is too large: it goes up to {_MOST_NUMBER}")
    return said


def _shown(said: object) -> str:
    """What stands there instead, short enough for a sentence."""
    match said:
        case str():
            return ascii(shorten(said))
        case bool():
            return str(said).lower()
        case int() | float():
            return "a number"
        case Mapping():
            return f"a table of {len(said)}"
        case list() | tuple():
            return f"a list of {len(said)}"
        case _:
            return f"a {type(said).__name__}"


def _ending(outcome: Outcome) -> str:
    winner = "a draw" if outcome.winner is None else f"that {outcome.winner.letter} won"
    return f"{winner} {outcome.score[0]}:{outcome.score[1]} ({outcome.reason})"


# TOML


def write(record: Record) -> str:
    """The record as TOML, which `read` reads again; BadRecord if there is something in it that no record can hold."""
    said = as_dict(from_dict(as_dict(record)))
    lines = [f"{name} = {_toml(said[name])}" for name in ("ruleset", "seed", "cards") if name in said]
    if options := said.get("options"):
        lines += ["", "[options]", *(f"{_key(name)} = {_toml(value)}" for name, value in options.items())]
    lines += ["", "[decks]", *(line for seat in Seat for line in _deck_lines(seat.letter, said["decks"][seat.letter]))]
    for act in said["act"]:
        lines += ["", "[[act]]", f"seat = {_toml(act['seat'])}", f"do = {_toml(act['do'])}"]
    if result := said.get("result"):
        lines += ["", "[result]", *(f"{name} = {_toml(value)}" for name, value in result.items())]
    text = "\n".join(lines) + "\n"
    _check_size(text)
    return text


def read(text: str) -> Record:
    """The record that a text from anywhere means; BadRecord, with the place, if it means none."""
    if not isinstance(text, str):
        raise BadRecord("record", f"a record is text, not {_shown(text)}")
    _check_size(text)
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        found = re.fullmatch(r"(.*) \(at (.*)\)", str(wrong), re.DOTALL)
        problem, where = found.groups() if found else (str(wrong), "record")
        raise BadRecord(where, f"this is not TOML: {problem}") from None
    except (ValueError, RecursionError):
        raise BadRecord("record", "a number in it is too long, or its lists are too deep") from None
    return from_dict(said)


def _check_size(text: str) -> None:
    if len(text) > MOST_TEXT:
        raise BadRecord("record", f"it has {len(text)} characters: {MOST_TEXT} is the most")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST_LINE:
            raise BadRecord(f"line {number}", f"it has {len(line)} characters: {_LONGEST_LINE} is the most")


def _deck_lines(letter: str, cards: Iterable[str]) -> Iterator[str]:
    """A deck in lines of a length that can be read."""
    line = f"{letter} = ["
    for card in map(_toml, cards):
        if len(line) + len(card) > 110:
            yield line.rstrip()
            line = "    "
        line += f"{card}, "
    yield line.rstrip(", ") + "]"


def _toml(value: Any) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value).lower()


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _toml(name)
