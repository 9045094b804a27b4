"""The command `bloodfang coach`: what was better in a match that was kept, or what is best in a position."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bloodfang.asking import add_set, chosen, library
from bloodfang.bots.level import through
from bloodfang.catalog import SHIPPED
from bloodfang.refusing import UNUSABLE, Refused

if TYPE_CHECKING:
    from bloodfang.catalog import Catalog
    from bloodfang.coach import Advice, Fact, Review
    from bloodfang.coach.foresight import Forecast
    from bloodfang_engine.contract import Seat
    from bloodfang_engine.fang import BloodFang
    from bloodfang_engine.record import Record

EXAMPLES = """examples:
  bloodfang coach match.toml               the turns that cost most, what was better and why, and how the margin went
  bloodfang coach match.toml --seat B      the same from the other side of the table
  bloodfang coach match.toml --turn 9      what there was to do in turn 9
  bloodfang coach "fang | A hand imp | B hand ox"   the best acts in a position, for whoever is to play
  bloodfang coach match.toml --json        for programs

A position is written as the engine writes it: see engine/README.md. The coach knows no more than the player did: what
the rival held is imagined, many times over. It says the same about the same position every time.
"""


def add_arguments(coach: argparse.ArgumentParser, _: argparse.ArgumentParser) -> None:
    """Everything the command understands."""
    coach.epilog = EXAMPLES
    coach.add_argument("what", metavar="RECORD|POSITION", help="the file of a match, or a position as text")
    coach.add_argument("--turn", type=int, metavar="N", help="only this turn of the match, with everything about it")
    coach.add_argument("--seat", choices=("A", "B"), help="whose turns: A sat first in the record (A)")
    coach.add_argument("--depth", choices=("quick", "usual", "deep"), default="usual", help="how hard to think (usual)")
    coach.add_argument("--json", action="store_true", help="print JSON")
    add_set(coach, SHIPPED)
    coach.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Look, think, tell."""
    if Path(asked.what).suffix == ".toml" or Path(asked.what).is_file():
        return _of_record(asked)
    if asked.turn is not None:
        raise Refused("--turn is for a record; a position has only the turn it is", code=UNUSABLE)
    return _of_position(asked)


def _of_record(asked: argparse.Namespace) -> int:
    from bloodfang import paths
    from bloodfang.coach import DEPTHS, review
    from bloodfang.recordbox import checked, read_record
    from bloodfang_engine.contract import Seat
    from bloodfang_engine.errors import BadRecord
    from bloodfang_engine.fang import BloodFang

    try:
        record = read_record(Path(asked.what))
    except BadRecord as unread:
        raise Refused(str(unread)) from None
    try:
        catalog = checked(record, library(asked))
    except BadRecord as wrong:
        raise Refused(f"{paths.shown(Path(asked.what))}: {wrong}") from None
    rules, seat = BloodFang(catalog.cards), Seat.of(asked.seat or "A")
    if asked.turn is not None:
        return _of_turn(asked, catalog, rules, record, seat)
    if sys.stderr.isatty():
        print("The coach looks at every turn again; that takes some seconds.", file=sys.stderr, flush=True)
    found = through(review(rules, record, seat, DEPTHS[asked.depth]))
    if asked.json:
        print(json.dumps(review_data(found, rules), indent=2))
    else:
        print("\n".join(review_lines(found, catalog)))
    return 0


def _of_turn(asked: argparse.Namespace, catalog: Catalog, rules: BloodFang, record: Record, seat: Seat) -> int:
    from bloodfang.coach import DEPTHS, advise
    from bloodfang.coach.review import decisions

    moments = {each.known.view.turn: each for each in decisions(rules, record, seat)}
    if asked.turn not in moments:
        turns = ", ".join(map(str, moments)) or "none"
        raise Refused(f"{seat.letter} had no turn {asked.turn}; its turns were {turns}", code=UNUSABLE)
    moment = moments[asked.turn]
    found = through(advise(rules, moment.known, moment.legal, DEPTHS[asked.depth]))
    done = next(each for each in found if each.act == moment.done)
    if asked.json:
        data = {"turn": asked.turn, "seat": seat.letter, "done": advice_data(done, rules)}
        print(json.dumps({**data, "advice": [advice_data(each, rules) for each in found]}, indent=2))
        return 0
    place = found.index(done) + 1
    print(f"Turn {asked.turn}, {seat.letter} did: {_words(done, catalog)}, number {place} of {len(found)} here.\n")
    print("\n".join(advice_lines(found, catalog)))
    return 0


def _of_position(asked: argparse.Namespace) -> int:
    from bloodfang.coach import DEPTHS, advise
    from bloodfang.observing import observed
    from bloodfang_engine.contract import Seat
    from bloodfang_engine.errors import BadNotation
    from bloodfang_engine.fang import BloodFang

    catalog = chosen(asked)
    rules = BloodFang(catalog.cards)
    try:
        state = rules.read_position(asked.what)
    except BadNotation as wrong:
        missing = "" if " " in asked.what else f"{asked.what}: there is no such file, and as a position "
        raise Refused(f"{missing}{wrong}") from None
    seats = rules.to_act(state)
    if not seats:
        raise Refused("the match of this position is over: there is nothing left to do")
    seat = Seat.of(asked.seat) if asked.seat else seats[0]
    if seat not in seats:
        raise Refused(f"{seat.letter} is not to act in this position; {seats[0].letter} is")
    known = observed(rules.view(state, seat))
    found = through(advise(rules, known, tuple(rules.legal_actions(state, seat)), DEPTHS[asked.depth]))
    if asked.json:
        print(json.dumps({"seat": seat.letter, "advice": [advice_data(each, rules) for each in found]}, indent=2))
    else:
        print("\n".join(advice_lines(found, catalog)))
    return 0


def advice_lines(found: tuple[Advice, ...], catalog: Catalog) -> list[str]:
    """The best acts with their reasons, then the others in a line."""
    lines: list[str] = []
    best = [each for each in found if each.reasons]
    for number, each in enumerate(best, 1):
        lines.append(f"{number}. {_words(each, catalog)}{_figures(each)}")
        lines += [f"   {_mark(fact)} {_sentence(fact, catalog)} ({fact.rule})" for fact in each.reasons]
        if each.forecast:
            lines += [f"   {line}" for line in _forecast_lines(each.forecast, catalog)]
    if len(found) > len(best):
        lines.append("")
        lines.append("Then: " + "; ".join(f"{_words(each, catalog)} {each.chance:.0%}" for each in found[len(best) :]))
    return lines


def review_lines(found: Review, catalog: Catalog) -> list[str]:
    """The costliest turns, and the margin over the turns."""
    lines = [f"{found.seat.letter}'s turns: {len(found.turns)}."]
    if not found.costliest:
        lines.append("None of them gave anything away that the coach would speak of.")
    for turn in found.costliest:
        lines.append("")
        lines.append(f"Turn {turn.number} cost {turn.cost:.0%} of the chance to win.")
        for word, each in (("You did", turn.done), ("Better", turn.better)):
            lines.append(f"  {word}: {_words(each, catalog)}{_figures(each)}")
            lines += [f"    {_mark(fact)} {_sentence(fact, catalog)} ({fact.rule})" for fact in each.reasons]
    return [*lines, "", "The margin over the turns:", *graph(found.margins)]


def graph(margins: tuple[tuple[int, int], ...], wide: int = 40) -> list[str]:
    """A line for each turn: how far ahead the seat was after it, to the right, or behind, to the left."""
    last = dict(margins)  # of each turn, the last margin
    most = max(1, *(abs(margin) for margin in last.values()))
    lines = []
    for turn, margin in last.items():
        length = round(abs(margin) * (wide // 2) / most)
        bar = "#" * length
        left, right = ("", bar) if margin >= 0 else (bar, "")
        lines.append(f"{turn:4} {left:>{wide // 2}}|{right:<{wide // 2}} {margin:+d}".rstrip())
    return lines


def review_data(found: Review, rules: BloodFang) -> dict[str, Any]:
    """A review for programs."""
    return {
        "seat": found.seat.letter,
        "turns": [
            {
                "turn": turn.number,
                "cost": round(turn.cost, 4),
                "done": advice_data(turn.done, rules),
                "better": advice_data(turn.better, rules),
            }
            for turn in found.turns
        ],
        "costliest": [turn.number for turn in found.costliest],
        "margins": [{"turn": turn, "margin": margin} for turn, margin in found.margins],
    }


def advice_data(advice: Advice, rules: BloodFang) -> dict[str, Any]:
    """An act and what is said about it, for programs."""
    data: dict[str, Any] = {"act": rules.write(advice.act), "chance": round(advice.chance, 4)}
    if forecast := advice.forecast:
        data["expected_margin"] = round(forecast.expected, 2)
        data["uncertainty"] = round(forecast.spread, 2)
        data["worlds"] = forecast.worlds
        if forecast.worst:
            data["worst"] = {"act": rules.write(forecast.worst.act), "margin": forecast.worst.margin}
        data["likely"] = [
            {"act": rules.write(reply.act), "worlds": reply.worlds, "margin": round(reply.margin, 2)}
            for reply in forecast.likely
        ]
        data["threats"] = {threat.tile: threat.worlds for threat in forecast.threats}
        data["threatened_lanes"] = [*forecast.lanes]
    data["reasons"] = [_fact_data(fact) for fact in advice.reasons]
    return data


def _fact_data(fact: Fact) -> dict[str, Any]:
    return {
        "kind": fact.kind.value,
        "rule": fact.rule,
        "for": fact.weight > 0,
        "numbers": [*fact.numbers],
        "tiles": [*fact.tiles],
        "cards": [*fact.cards],
        "lane": fact.lane,
    }


def _words(advice: Advice, catalog: Catalog) -> str:
    return _act(advice.act, catalog)


def _act(act: Any, catalog: Catalog) -> str:
    from bloodfang.coach.telling import act_words

    return act_words(act, catalog.name_of)


def _sentence(fact: Fact, catalog: Catalog) -> str:
    from bloodfang.coach import sentence

    return sentence(fact, catalog.name_of)


def _figures(advice: Advice) -> str:
    if not advice.forecast:
        return ""
    forecast = advice.forecast
    return f": wins {advice.chance:.0%}, margin {forecast.expected:+.1f} ± {forecast.spread:.1f} after their answer"


def _forecast_lines(forecast: Forecast, catalog: Catalog) -> Iterator[str]:
    """What they may answer, and what that puts in danger."""
    from bloodfang.coach.telling import dangers

    for reply in forecast.likely[:1]:
        yield f"most likely answer: {_act(reply.act, catalog)}, in {reply.worlds} of {forecast.worlds} imagined hands"
    if worst := forecast.worst:
        yield f"worst answer: {_act(worst.act, catalog)}, which leaves {worst.margin:+.0f}"
    if told := dangers(forecast, "tmb"):
        yield told[:1].lower() + told[1:].rstrip(".")


def _mark(fact: Fact) -> str:
    return "+" if fact.weight > 0 else "-"
