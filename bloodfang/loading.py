"""A card set read from its folder and joined, with everything that is wrong told at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from bloodfang import deckcode, keeping, models, names, paths
from bloodfang.abilities import TERMS, Term
from bloodfang.catalog import Catalog, Library
from bloodfang.decks import Deck, card_problems, deck_problems
from bloodfang.identity import Entry, House
from bloodfang.looks import check_looks, read_art, read_identities
from bloodfang.setfolder import DECKS, GLOSSARY, IDENTITY, MECHANICS, SET, SetFolder, address, numbers
from bloodfang.spelling import meant
from bloodfang_engine.document import Document
from bloodfang_engine.errors import CardError, Problem, listed, shown
from bloodfang_engine.fang import CardSet
from bloodfang_engine.fang.cardfile import join_set

MOST_DECK_TEXT = 64_000
"""Characters of a deck's file; nobody writes that much about fifteen cards."""


def load_folder(path: Path, known: Iterable[Catalog] = (), *, trusted: bool = False) -> Catalog:
    """The set in a folder; CardError with everything that is wrong."""
    return Loading(path).catalog(known, trusted=trusted)


def load_folders(folders: Iterable[Path], known: Iterable[Catalog] = ()) -> Library:
    """The known sets and those of the folders; a set that extends another is read after all that stand alone."""
    catalogs, problems = list(known), list[Problem]()
    for loading in sorted(map(Loading, folders), key=lambda each: each.extends != ""):
        try:
            catalogs.append(loading.catalog(catalogs))
        except CardError as wrong:
            problems += wrong.problems
    return Library(tuple(catalogs), tuple(problems))


class Loading:
    """One folder on its way to a catalogue. What it is based on is known once its first file is read."""

    def __init__(self, path: Path) -> None:
        self.folder = SetFolder(path)
        self.told = self._set()
        self.extends = (self.told.extends if self.told else None) or ""

    def catalog(self, known: Iterable[Catalog], *, trusted: bool = False) -> Catalog:
        """The whole set on top of the one it extends, which must be known; CardError with everything that is wrong."""
        folder, told = self.folder, self.told
        if told is None:
            raise CardError(folder.problems)
        base = self._base(told, {each.id: each for each in known})
        cards = read_mechanics(folder, base)
        houses, identities = read_identities(folder, base)
        check_pairs(folder, base)
        art = read_art(folder, base)
        if art is not None:
            check_looks(folder, art, houses, identities, base)
        glossary = read_glossary(folder, base)
        decks = read_decks(folder, cards, _homes(folder, houses), base)
        if not trusted:
            check_names(folder)
        if folder.problems or cards is None or art is None:
            raise CardError(folder.problems)
        return Catalog(
            told.id, told.name, told.about, cards, houses, identities, art, glossary, decks, self.extends, folder.path
        )

    def _set(self) -> models.SetTold | None:
        if not self.folder.path.is_dir():
            self.folder.wrong(paths.shown(self.folder.path), "there is no such folder")
            return None
        document = self.folder.read(SET)
        return self.folder.table(models.SetTold, document) if document else None

    def _base(self, told: models.SetTold, known: Mapping[str, Catalog]) -> Catalog | None:
        document, base = self.folder.documents[SET], known.get(self.extends)
        if told.id in known:
            self.folder.wrong(document.at("id"), f"the id {told.id!r} is taken by another set")
        if self.extends and (base is None or base.extends):
            able = listed(each.id for each in known.values() if not each.extends)
            self.folder.wrong(document.at("extends"), f"there is no set {self.extends!r} to extend; there are: {able}")
            raise CardError(self.folder.problems)  # without it, everything else would seem to be wrong
        return base


def read_mechanics(folder: SetFolder, base: Catalog | None) -> CardSet | None:
    """All cards as the rules know them, those of the base first; None if there is something wrong with them."""
    before = len(folder.problems)
    documents = [document for name in folder.files(MECHANICS) if (document := folder.read(name))]
    unread = folder.problems[before:]
    del folder.problems[before:]  # the engine tells them again, with its own
    if not unread and not any(document.said for document in documents):
        folder.wrong(paths.shown(folder.path / MECHANICS), "there is no file with [[card]] tables here")
        return None
    try:
        return join_set(documents, base.cards.values() if base else (), unread)
    except CardError as wrong:
        folder.problems += wrong.problems
        return None


def check_pairs(folder: SetFolder, base: Catalog | None) -> None:
    """Every card has both mechanics and an identity; nobody asks for what a broken file may hold."""
    shared = base.cards if base else {}
    files = folder.files(MECHANICS)
    played = {
        card: address(document, "card", number, card)
        for name in files
        if (document := folder.documents.get(name))
        for card, number in numbers(document, "card").items()
        if card not in shared
    }
    if document := folder.documents.get(IDENTITY):
        told = numbers(document, "card")
        for card, where in played.items():
            if card not in told:
                folder.wrong(where, f"has no identity: no [[card]] of {IDENTITY} has this id{meant(card, told)}")
        for card, number in told.items():
            if played and card not in played and card not in shared and all(map(folder.was_read, files)):
                where = address(document, "card", number, card)
                folder.wrong(where, f"has no mechanics: no [[card]] of {MECHANICS}/ has this id{meant(card, played)}")
    for first, second in deckcode.twins([*shared, *played]):
        folder.wrong(played[second], f"looks like {first!r} in deck codes; choose another id")


def read_glossary(folder: SetFolder, base: Catalog | None) -> Mapping[str, Entry]:
    """The game's terms; a set that extends another speaks as that one does."""
    document = folder.read(GLOSSARY, needed=base is None)
    if base:
        if document:
            folder.wrong(
                document.name, f"is one too many: a set that extends {base.id!r} has the glossary of {base.id!r}"
            )
        return base.glossary
    if document is None:
        return {}
    if missing := [term for term in TERMS if term not in document.said]:
        folder.wrong(document.name, f"does not have {listed(f'[{term}]' for term in missing)}")
    entries = {}
    for name in document.said:
        if name not in TERMS:
            folder.wrong(document.at(name), f"{shown(name)} is not known here; known: {listed(TERMS)}")
        elif told := folder.table(models.TermTold, document, name):
            entries[name] = Entry(Term(told.word, told.plural or ""), told.meaning, told.world)
    return entries


def _homes(folder: SetFolder, houses: Mapping[str, House]) -> Collection[str] | None:
    """The ids of all houses, right or wrong; None if nobody can know."""
    document = folder.documents.get(IDENTITY)
    return {*houses, *numbers(document, "house")} if document else None


def read_decks(
    folder: SetFolder, cards: CardSet | None, homes: Collection[str] | None, base: Catalog | None
) -> Mapping[str, Deck]:
    """All decks by their file's name, those of the base first; whether they are legal is known where the cards are."""
    found = dict(base.decks) if base else {}
    for name in folder.files(DECKS):
        if document := folder.read(name):
            deck = read_deck(document, Path(name).stem, folder.problems)
            if deck and deck.id in found:
                folder.wrong(document.name, f"the set it extends has a deck {deck.id!r}; give the file another name")
            elif deck and cards is not None:
                check_deck(document, deck, cards, homes, folder.problems)
                found[deck.id] = deck
    return found


def read_deck(document: Document, id_: str, problems: list[Problem]) -> Deck | None:
    """The deck in a document; None, and what is wrong remembered, if there is none."""
    if len(document.text) > MOST_DECK_TEXT:
        problems.append(Problem(document.name, f"is too large: {MOST_DECK_TEXT} characters are the most"))
        return None
    told = models.read_table(models.DeckTold, document)
    if isinstance(told, list):
        problems += told
        return None
    return Deck(id_, told.name, told.plan, tuple(told.cards), told.house or "")


def check_deck(
    document: Document, deck: Deck, cards: CardSet, homes: Collection[str] | None, problems: list[Problem]
) -> None:
    """Whether it can be played under the default profile, and is of a house that is there."""
    for problem in deck_problems(cards, deck.cards):
        problems.append(Problem(document.at("cards"), problem))
    check_house(document, deck, homes, problems)


def check_house(document: Document, deck: Deck, homes: Collection[str] | None, problems: list[Problem]) -> None:
    """Whether the house it is built around is there."""
    if deck.house and homes is not None and deck.house not in homes:
        what = f"there is no house {deck.house!r}{meant(deck.house, homes)}"
        problems.append(Problem(document.at("house"), what))


def with_own_decks(catalog: Catalog, path: Path, problems: list[Problem]) -> Catalog:
    """The catalogue with the player's own decks in a folder that can be played; drafts wait in silence."""
    legal = [deck for deck in own_decks(catalog, path, problems) if not any(deck_problems(catalog.cards, deck.cards))]
    return replace(catalog, decks={**catalog.decks, **{deck.id: deck for deck in legal}})


def own_decks(catalog: Catalog, path: Path, problems: list[Problem]) -> Iterator[Deck]:
    """The player's own decks in a folder, drafts among them; what is wrong with one keeps out that one only."""
    for file in sorted(path.glob("*.toml")):
        try:
            yield read_own_deck(catalog, file)
        except CardError as wrong:
            problems += wrong.problems


def read_own_deck(catalog: Catalog, file: Path) -> Deck:
    """A deck of the player's own, or a draft of one: only how many cards it has may be wrong. Else CardError."""
    document = keeping.read_own(file, paths.shown(file))
    if document is None:
        raise CardError([Problem(paths.shown(file), "is not there any more")])
    problems: list[Problem] = []
    deck = read_deck(document, file.stem, problems)
    if deck:
        problems += [Problem(document.at("cards"), what) for what in card_problems(catalog.cards, deck.cards)]
        check_house(document, deck, catalog.houses, problems)
        if (same := catalog.decks.get(deck.id)) and not same.own:
            what = f"there is a deck {deck.id!r} in the set; give the file another name"
            problems.append(Problem(document.name, what))
    if deck is None or problems:
        raise CardError(problems)
    return replace(deck, own=True)


def check_names(folder: SetFolder) -> None:
    """No name in it is somebody else's."""
    for name, document in folder.documents.items():
        for line, term in names.uses(name, document.text, cards=True):
            where = f"{document.name}:{line}" if line else document.name
            folder.wrong(where, f"the name {term!r} belongs to somebody else and may not be used; choose another")
