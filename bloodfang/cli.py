"""The command `bloodfang`: a text match of two bots, the cards, the decks, and what this is."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import bloodfang
from bloodfang import cards_command, decks_command
from bloodfang.asking import UNUSABLE, WRONG, Refused, add_set, chosen
from bloodfang.catalog import SHIPPED
from bloodfang.notice import about
from bloodfang_engine.errors import CardError

EXAMPLES = """examples:
  bloodfang                        a match of two bots, the board after each move
  bloodfang --seed 7               the same match each time
  bloodfang --deck swarm           with a deck of your choice for A; a second --deck is for B
  bloodfang --pause 1              a second between moves, to watch it
  bloodfang cards show pardon      a card as players see it
  bloodfang decks                  all decks and their plans
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the words say: 0 if all is well, 1 if something is wrong, 2 if the words are."""
    asked = _parser().parse_args(arguments)
    try:
        code: int = asked.run(asked)
        return code
    except Refused as why:
        print(why, file=sys.stderr)
        return why.code
    except CardError as wrong:  # the shipped cards themselves: nothing works without them
        print(wrong, file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        sys.stderr.close()  # whoever watched has left
    except KeyboardInterrupt:
        print("\nLeft unfinished.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bloodfang", description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    common = argparse.ArgumentParser(add_help=False)  # what may stand after a command as well as before it
    for each, default in ((parser, None), (common, argparse.SUPPRESS)):
        each.add_argument(
            "--data-dir", type=Path, default=default, metavar="FOLDER", help="where your own sets and decks are"
        )
    parser.add_argument("--seed", type=_seed, help="the match's luck: the same seed gives the same match")
    parser.add_argument(
        "--pause", type=_pause, default=0.0, metavar="SECONDS", help="how long to wait after each move (0)"
    )
    parser.add_argument(
        "--deck", action="append", default=[], metavar="DECK", help="for A, then for B: its id, its code, or a file"
    )
    add_set(parser, SHIPPED)
    parser.add_argument("--version", action="version", version=f"bloodfang {bloodfang.__version__}")
    parser.set_defaults(run=_run_match)
    commands = parser.add_subparsers(metavar="COMMAND")
    cards_command.add_parser(commands, common)
    decks_command.add_parser(commands, common)
    commands.add_parser("about", help="what this is, and what it is not").set_defaults(run=_run_about)
    return parser


def _run_match(asked: argparse.Namespace) -> int:
    from bloodfang.textmatch import pairing, show_match

    if len(asked.deck) > 2:
        raise Refused("a match is played with two decks", code=UNUSABLE)
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(2**31)
    catalog = chosen(asked)
    decks = tuple(decks_command.find_deck(words, catalog) for words in asked.deck)
    show_match(catalog, pairing(catalog, seed, decks), seed, asked.pause)
    again = [f"--seed {seed}", *(f"--deck {words}" for words in asked.deck)]
    if catalog.id != SHIPPED:
        again.append(f"--set {catalog.id}")
    print(f"\nTo see it again: bloodfang {' '.join(again)}")
    return 0


def _run_about(_: argparse.Namespace) -> int:
    print(about(bloodfang.__version__))
    return 0


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) >= 2**63:
        raise argparse.ArgumentTypeError("a seed is a whole number from 0 to 9223372036854775807")
    return int(text)


def _pause(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError("a pause is a number of seconds from 0 to 60")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
