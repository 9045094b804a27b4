"""What commands share: the set, the seed and the decks that were asked for."""

from __future__ import annotations

import argparse
import sys

from bloodfang.catalog import SHIPPED, Catalog, Library, load_all
from bloodfang.refusing import Refused
from bloodfang_engine.errors import listed


def add_set(parser: argparse.ArgumentParser, default: str = argparse.SUPPRESS) -> None:
    """The option that says which set is meant."""
    parser.add_argument("--set", dest="set_id", default=default, metavar="ID", help=f"which card set ({SHIPPED})")


def add_seed(parser: argparse.ArgumentParser) -> None:
    """The option that says which luck a match has."""
    parser.add_argument("--seed", type=_seed, help="the match's luck: the same seed gives the same match")


def add_decks(parser: argparse.ArgumentParser, whose: str) -> None:
    """The option that says which decks are played."""
    parser.add_argument(
        "--deck", action="append", default=[], metavar="DECK", help=f"{whose}: its id, its code, or a file"
    )


def library(asked: argparse.Namespace) -> Library:
    """All sets; that one of the player's own is broken is said on the side, and keeps nobody from the others."""
    found = load_all(asked.data_dir)
    if found.problems:
        print("Some of your own sets or decks are broken; `bloodfang cards check` says why.", file=sys.stderr)
    return found


def chosen(asked: argparse.Namespace) -> Catalog:
    """The set that was asked for."""
    sets = library(asked)
    if catalog := sets.find(asked.set_id):
        return catalog
    raise Refused(f"no set is called {asked.set_id!r}; there are: {listed(each.id for each in sets.catalogs)}")


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) >= 2**63:
        raise argparse.ArgumentTypeError("a seed is a whole number from 0 to 9223372036854775807")
    return int(text)
