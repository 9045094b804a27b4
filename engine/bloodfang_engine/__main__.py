"""The engine on the command line: run scenario files, tell the story of a recorded match, measure speed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bloodfang_engine import bench, record
from bloodfang_engine.contract import Event, Seat
from bloodfang_engine.errors import BadRecord, EngineError
from bloodfang_engine.fang.cardfile import read_set
from bloodfang_engine.fang.cards import CardSet
from bloodfang_engine.fang.drawing import draw
from bloodfang_engine.fang.practice import practice_set
from bloodfang_engine.fang.rules import BloodFang
from bloodfang_engine.fang.scenarios import check
from bloodfang_engine.fang.story import tell
from bloodfang_engine.scenario import run_files

_SEATS = {"A": Seat.FIRST, "B": Seat.SECOND}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; 0 if all is well, 1 if something failed, 2 if the words are off."""
    asked = _parser().parse_args(arguments)
    try:
        if asked.command == "scenarios":
            report = run_files(asked.files, check)
            print(report)
            return 1 if report.failures else 0
        if asked.command == "replay":
            for line in _story(asked.record, asked.cards, asked.seat, asked.board):
                print(line)
            return 0
        print(bench.table(seconds=asked.seconds))
        return 0
    except EngineError as wrong:
        print(wrong, file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()  # whoever read along has left; nothing to say to nobody
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bloodfang_engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    scenarios = commands.add_parser(
        "scenarios", help="run scenario files and say what came out otherwise than expected"
    )
    scenarios.add_argument("files", nargs="+", metavar="FILE", help="a JSON file of scenarios")
    replay = commands.add_parser("replay", help="tell the story of a recorded match")
    replay.add_argument("record", metavar="RECORD", help="a match as a TOML file")
    replay.add_argument("--cards", nargs="+", default=(), metavar="FILE", help="the card files it was played with")
    replay.add_argument(
        "--seat", choices=("A", "B", "nobody"), help="tell only what this seat, or a spectator, may know"
    )
    replay.add_argument("--board", action="store_true", help="draw the board after every act")
    speed = commands.add_parser("bench", help="measure how fast the rules are, beside python-chess if it is installed")
    speed.add_argument("--seconds", type=float, default=1.0, help="about how long each measurement takes (1)")
    return parser


def _story(path: str, cards: Sequence[str], seat: str | None, board: bool) -> Iterator[str]:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        reason = getattr(trouble, "strerror", None) or "not UTF-8 text"
        raise BadRecord(path, f"cannot be read: {reason}") from None
    match = record.read(text)
    rules = BloodFang(_cards_for(match, cards))
    acts = iter(match.acts)
    for number, (state, events) in enumerate(record.replay(rules, match)):
        if number:
            who, act = next(acts)
            yield f"\n{number}. {who.letter} {act}"
        for event in events:
            yield tell(_seen(rules, event, seat))
        if board:
            yield draw(rules.view(state, None))


def _cards_for(match: record.Record, files: Sequence[str]) -> CardSet:
    if files:
        return read_set(files)
    if match.setup.cards in ("", practice_set().digest):
        return practice_set()
    raise BadRecord("cards", f"the match was played with the card set {match.setup.cards}; name its files with --cards")


def _seen(rules: BloodFang, event: Event, seat: str | None) -> Event:
    return event if seat is None else rules.redact(event, _SEATS.get(seat))


if __name__ == "__main__":
    sys.exit(main())
