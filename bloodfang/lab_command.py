"""The command `bloodfang lab`: many matches between bots and decks, and what they tell."""

from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bloodfang.asking import add_seed, add_set, chosen, library
from bloodfang.catalog import SHIPPED, Catalog
from bloodfang.refusing import UNUSABLE, Refused
from bloodfang_engine.errors import listed
from bloodfang_engine.fang import PROFILES

if TYPE_CHECKING:
    from bloodfang.decks import Deck
    from bloodfang.lab import Plan, Played

EXAMPLES = """examples:
  bloodfang lab                                  1,000 matches of all decks of the set, on all cores
  bloodfang lab --matches 10000 --out balance    kept in a folder, with CSV, JSON and a picture; goes on where it was
  bloodfang lab --decks swarm tall my.toml       among these decks only: ids, codes or files
  bloodfang lab --bots hard medium               who is the stronger, with every deck on both sides
  bloodfang lab --bots ./mybot.py medium         a bot of your own: docs/BOTS.md
  bloodfang lab --against-profile reference      the same deals by other rules, and what is more than luck
  bloodfang lab --against-set night-garden       the same deals with another card set

Every deal is played twice, so that each side begins once. The same words give the same matches, however many cores
there are. Intervals hold the truth 95 times of 100.
"""


def add_arguments(lab: argparse.ArgumentParser, _: argparse.ArgumentParser) -> None:
    """Everything the command understands."""
    lab.epilog = EXAMPLES
    lab.add_argument("--matches", type=_count, default=1000, metavar="N", help="how many (1000); rounded up to even")
    lab.add_argument(
        "--bots", nargs=2, default=("medium", "medium"), metavar=("A", "B"),
        help="who plays: levels, installed bots, or files (medium medium)",
    )  # fmt: skip
    lab.add_argument("--decks", nargs="+", default=[], metavar="DECK", help="which decks (all of the set)")
    add_set(lab, SHIPPED)
    add_seed(lab)
    lab.add_argument("--profile", choices=PROFILES, default="bloodfang", help="by which rules (bloodfang)")
    other = lab.add_mutually_exclusive_group()
    other.add_argument("--against-profile", choices=PROFILES, help="play the same deals by these rules too")
    other.add_argument("--against-set", metavar="ID", help="play the same deals with this card set too")
    lab.add_argument("--jobs", type=_count, default=os.cpu_count() or 1, metavar="N", help="how many cores (all)")
    lab.add_argument("--out", type=Path, metavar="FOLDER", help="keep the run here, and go on with it if it is there")
    lab.add_argument("--json", action="store_true", help="print JSON instead of tables")
    lab.add_argument("--quiet", action="store_true", help="say nothing while it runs")
    lab.set_defaults(run=run, seed=1)


def run(asked: argparse.Namespace) -> int:
    """Play, print and keep."""
    from bloodfang.lab import Comparison, Findings
    from bloodfang.lab.exporting import export, printed

    began = time.monotonic()
    catalog, plan = chosen(asked), _plan(asked)
    other = _other(asked, plan)
    one = Findings(plan, _played(asked, plan, "run"))
    comparison = Comparison(one, Findings(other, _played(asked, other, "against"))) if other else None
    names = _names(asked)
    print(printed(one, comparison, catalog.name_of, names, as_json=asked.json), end="")
    if asked.out:
        for sentence in export(asked.out, one, comparison, catalog.name_of, names):
            _say(asked, sentence)
    _say(asked, _spent(time.monotonic() - began))
    return 0


def _plan(asked: argparse.Namespace) -> Plan:
    """The run that these words mean; Refused if there is none."""
    from bloodfang.bots.finding import NoBot, find
    from bloodfang.lab import Plan

    catalog = chosen(asked)
    try:
        first, second = (find(name).id for name in asked.bots)
    except NoBot as wrong:
        raise Refused(str(wrong)) from None
    decks = _decks(asked, catalog)
    _check(catalog, decks, asked.profile)
    return Plan(catalog.cards, decks, (first, second), asked.matches, asked.seed, asked.profile)


def _other(asked: argparse.Namespace, plan: Plan) -> Plan | None:
    """The run to compare with, of the same deals."""
    if asked.against_profile:
        if asked.against_profile == asked.profile:
            raise Refused(f"both are {asked.profile!r}; there is nothing to compare", code=UNUSABLE)
        _check(chosen(asked), plan.decks, asked.against_profile)
        return replace(plan, profile=asked.against_profile)
    if asked.against_set:
        sets = library(asked)
        catalog = sets.find(asked.against_set)
        if catalog is None:
            known = listed(each.id for each in sets.catalogs)
            raise Refused(f"no set is called {asked.against_set!r}; there are: {known}")
        decks = tuple(catalog.decks.get(deck.id, deck) for deck in plan.decks)
        _check(catalog, decks, asked.profile)
        return replace(plan, cards=catalog.cards, decks=decks)
    return None


def _decks(asked: argparse.Namespace, catalog: Catalog) -> tuple[Deck, ...]:
    from bloodfang.decks_command import find_deck

    if not asked.decks:
        decks = tuple(deck for deck in catalog.decks.values() if not deck.own)
        if not decks:
            raise Refused(f"the set {catalog.id!r} has no decks; name some with --decks")
        return decks
    found: dict[str, Deck] = {}
    for number, words in enumerate(asked.decks, 1):
        deck = find_deck(words, catalog)
        deck = deck if deck.id else replace(deck, id=f"deck-{number}")
        if deck.id in found:
            raise Refused(f"two decks are called {deck.id!r}; each is named once", code=UNUSABLE)
        found[deck.id] = deck
    return tuple(found.values())


def _check(catalog: Catalog, decks: tuple[Deck, ...], profile: str) -> None:
    from bloodfang.decks import deck_problems
    from bloodfang_engine.fang import Options

    options = Options.of({"profile": profile})
    problems = [
        f"{deck.id} cannot be played with the set {catalog.id!r} by the rules of {profile!r}: {problem}"
        for deck in decks
        for problem in deck_problems(catalog.cards, deck.cards, options)
    ]
    if problems:
        raise Refused(*problems)


def _played(asked: argparse.Namespace, plan: Plan, name: str) -> tuple[Played, ...]:
    """The matches of a plan: those that are kept, and then the others."""
    from concurrent.futures.process import BrokenProcessPool

    from bloodfang import lab
    from bloodfang.lab.progress import Progress
    from bloodfang.lab.runfile import OtherRun, RunFile

    try:
        kept = RunFile(asked.out / f"{name}.jsonl", plan) if asked.out else nullcontext()
    except OtherRun as why:
        raise Refused(str(why)) from None
    except OSError as trouble:
        raise Refused(f"{asked.out}: cannot be written: {trouble.strerror}") from None
    progress = Progress(2 * plan.deals, None if asked.quiet else sys.stderr)
    again = "the same command goes on from there" if asked.out else "with --out FOLDER it could go on from there"
    try:
        with kept as file, progress:
            if file and file.done:
                _say(asked, f"{2 * len(file.done):,} of {2 * plan.deals:,} matches are there already.")
            return lab.run(plan, asked.jobs, file, progress.show)
    except KeyboardInterrupt:
        raise Refused(f"Left unfinished after {progress.done:,} of {2 * plan.deals:,} matches; {again}.") from None
    except BrokenProcessPool:
        raise Refused(f"A process of the lab was ended after {progress.done:,} matches; {again}.") from None


def _names(asked: argparse.Namespace) -> tuple[str, str]:
    if asked.against_set:
        return asked.set_id, asked.against_set
    return asked.profile, asked.against_profile or ""


def _spent(seconds: float) -> str:
    from bloodfang.lab.progress import lasting

    return f"It took {lasting(seconds)}."


def _say(asked: argparse.Namespace, sentence: str) -> None:
    if not asked.quiet:
        print(sentence, file=sys.stderr)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 10_000_000:
        raise argparse.ArgumentTypeError("this is a whole number from 1 to 10000000")
    return int(text)
