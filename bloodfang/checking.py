"""Whole sets, single card files and decks, checked for their authors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bloodfang import loading, paths
from bloodfang.catalog import SHIPPED, Catalog
from bloodfang.decks import deck_problems
from bloodfang.setfolder import SET
from bloodfang_engine.document import read_file
from bloodfang_engine.errors import CardError, Problem
from bloodfang_engine.fang.cardfile import join_set


@dataclass(frozen=True, slots=True)
class Checked:
    """What was looked at, what is in it, and what is wrong with it."""

    what: str
    cards: int = 0
    tokens: int = 0
    decks: int = 0
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """In a line: how much there is, or how much is wrong."""
        if self.problems:
            return f"{_counted(len(self.problems), 'problem')}: nothing of it is loaded"
        counts = ((self.cards, "card"), (self.tokens, "token"), (self.decks, "deck"))
        return ", ".join(_counted(*each) for each in counts) + ": ok"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def total(checked: Sequence[Checked]) -> Checked:
    """All together, as one."""
    return Checked(
        "all",
        sum(each.cards for each in checked),
        sum(each.tokens for each in checked),
        sum(each.decks for each in checked),
        tuple(problem for each in checked for problem in each.problems),
    )


def check_all(data: Path) -> list[Checked]:
    """The shipped set, all of the player's own as they would be loaded together, and the player's own decks."""
    catalogs: list[Catalog] = []
    folders = [paths.shipped_cards() / SHIPPED, *paths.set_folders(data)]
    found = sorted(map(loading.Loading, folders), key=lambda each: each.extends != "")
    checked = [_check_set(each, catalogs) for each in found]
    own = [(each, file) for each in catalogs for file in sorted(paths.own_decks(data, each.id).glob("*.toml"))]
    return checked + [_check_own_deck(catalog, file) for catalog, file in own]


def check(places: Sequence[Path], data: Path) -> list[Checked]:
    """Each of these: a folder is a set; a file is checked with the set around it or, if there is none, by itself."""
    catalogs: list[Catalog] = []
    for folder in (paths.shipped_cards() / SHIPPED, *paths.set_folders(data)):
        _check_set(loading.Loading(folder), catalogs)  # the sets that others may extend
    sets = list(dict.fromkeys(home for place in places if (home := _set_around(place))))
    checked = []
    for home in sets:
        found = loading.Loading(home)
        others = [each for each in catalogs if found.told is None or each.id != found.told.id]
        checked.append(_check_set(found, others))
    return checked + [_check_file(place, catalogs) for place in places if not _set_around(place)]


def _set_around(place: Path) -> Path | None:
    """The set a path means: a folder is one itself, a file may be in one."""
    if not place.is_file():
        return place
    return next((home for home in (place.parent, place.parent.parent) if (home / SET).exists()), None)


def _check_set(found: loading.Loading, catalogs: list[Catalog]) -> Checked:
    """Check one set; if it is right, those that come after may extend it."""
    what = found.told.id if found.told else paths.shown(found.folder.path)
    try:
        catalog = found.catalog(catalogs)
    except CardError as wrong:
        return Checked(what, problems=wrong.problems)
    base = next((each for each in catalogs if each.id == catalog.extends), None)
    catalogs.append(catalog)
    own = [card for card in catalog.cards.values() if not base or card.id not in base.cards]
    tokens, decks = sum(card.token for card in own), len(catalog.decks) - len(base.decks if base else ())
    return Checked(what, len(own) - tokens, tokens, decks, warnings=catalog.cards.warnings)


def _check_own_deck(catalog: Catalog, file: Path) -> Checked:
    """A deck of the player's own; that it is a draft is no problem."""
    try:
        deck = loading.read_own_deck(catalog, file)
    except CardError as wrong:
        return Checked(paths.shown(file), problems=wrong.problems)
    unfinished = tuple(f"a draft: {what}" for what in deck_problems(catalog.cards, deck.cards))
    return Checked(paths.shown(file), decks=1, warnings=unfinished)


def _check_file(path: Path, catalogs: Sequence[Catalog]) -> Checked:
    """A deck of the shipped set, or cards that stand alone."""
    what = paths.shown(path)
    problems: list[Problem] = []
    try:
        document = read_file(path, what)
        if "card" in document.said or not catalogs:
            cards = join_set([document])
            tokens = sum(card.token for card in cards.values())
            return Checked(what, len(cards) - tokens, tokens, warnings=cards.warnings)
        if deck := loading.read_deck(document, path.stem, problems):
            loading.check_deck(document, deck, catalogs[0].cards, catalogs[0].houses, problems)
    except CardError as wrong:
        problems += wrong.problems
    return Checked(what, decks=1, problems=tuple(problems))
