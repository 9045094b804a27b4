"""The command `bloodfang demo`: a match of two bots, printed as text."""

from __future__ import annotations

import argparse
import random

from bloodfang.asking import add_decks, add_seed, add_set, chosen
from bloodfang.catalog import SHIPPED
from bloodfang.decks_command import find_deck
from bloodfang.refusing import UNUSABLE, Refused

EXAMPLES = """examples:
  bloodfang demo                   the board after each move, to its end
  bloodfang demo --seed 7          the same match each time
  bloodfang demo --deck swarm      with a deck of your choice for A; a second --deck is for B
  bloodfang demo --pause 1         a second between moves, to watch it
"""


def add_arguments(demo: argparse.ArgumentParser, _: argparse.ArgumentParser) -> None:
    """Everything the command understands."""
    demo.epilog = EXAMPLES
    add_seed(demo)
    demo.add_argument(
        "--pause", type=_pause, default=0.0, metavar="SECONDS", help="how long to wait after each move (0)"
    )
    add_decks(demo, "for A, then for B")
    add_set(demo, SHIPPED)
    demo.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Play and print the match, and how to see it again."""
    from bloodfang.textmatch import pairing, show_match

    if len(asked.deck) > 2:
        raise Refused("a match is played with two decks", code=UNUSABLE)
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(2**31)
    catalog = chosen(asked)
    decks = tuple(find_deck(words, catalog) for words in asked.deck)
    show_match(catalog, pairing(catalog, seed, decks), seed, asked.pause)
    again = [f"--seed {seed}", *(f"--deck {words}" for words in asked.deck)]
    if catalog.id != SHIPPED:
        again.append(f"--set {catalog.id}")
    print(f"\nTo see it again: bloodfang demo {' '.join(again)}")
    return 0


def _pause(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError("a pause is a number of seconds from 0 to 60")
    return seconds
