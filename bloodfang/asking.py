"""What commands share: the set that was asked for, and how something is refused."""

from __future__ import annotations

import argparse
import sys

from bloodfang.catalog import SHIPPED, Catalog, Library, load_all
from bloodfang_engine.errors import listed

WRONG, UNUSABLE = 1, 2
"""How a command ends if something is wrong with what it looked at, or with the words themselves."""


class Refused(Exception):
    """The command ends here, with a sentence for whoever gave it."""

    def __init__(self, *sentences: str, code: int = WRONG) -> None:
        super().__init__("\n".join(sentences))
        self.code = code


def add_set(parser: argparse.ArgumentParser, default: str = argparse.SUPPRESS) -> None:
    """The option that says which set is meant."""
    parser.add_argument("--set", dest="set_id", default=default, metavar="ID", help=f"which card set ({SHIPPED})")


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
