"""The command `bloodfang decks`: list, show, code, import."""

from __future__ import annotations

import argparse
from pathlib import Path

from bloodfang import deckcode, paths
from bloodfang.abilities import short
from bloodfang.asking import add_set, chosen, library
from bloodfang.catalog import SHIPPED, Catalog
from bloodfang.decks import Deck, deck_problems, write_deck
from bloodfang.listing import padded
from bloodfang.refusing import UNUSABLE, Refused
from bloodfang_engine.errors import BadNotation, CardError, Problem, listed

EXAMPLES = """examples:
  bloodfang decks                          all decks and their plans
  bloodfang decks show swarm               the cards of one: by id, by code, or in a file
  bloodfang decks code swarm               one line to send to a friend
  bloodfang decks import BF1-... --as ann  such a line, kept as a deck of your own
"""


def add_arguments(decks: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    """Everything the command understands."""
    decks.epilog = EXAMPLES
    add_set(decks, SHIPPED)
    decks.set_defaults(run=run_list)
    kinds = decks.add_subparsers(metavar="WHAT")

    add_set(kinds.add_parser("list", help="all decks of a set", parents=[common]))

    show = kinds.add_parser("show", help="the cards of a deck", parents=[common])
    add_set(show)
    show.add_argument("deck", metavar="DECK", help="its id, its code, or a file")
    show.set_defaults(run=run_show)

    code = kinds.add_parser("code", help="a deck as one line of text", parents=[common])
    add_set(code)
    code.add_argument("deck", metavar="DECK", help="its id, or a file")
    code.set_defaults(run=run_code)

    import_ = kinds.add_parser("import", help="keep the deck of a code as your own", parents=[common])
    import_.add_argument("code", metavar="CODE")
    import_.add_argument("--as", dest="deck_id", metavar="ID", default="imported", help="what to call it (imported)")
    import_.set_defaults(run=run_import)


def run_list(asked: argparse.Namespace) -> int:
    """Print the decks with their plans."""
    catalog = chosen(asked)
    widest = max(map(len, catalog.decks), default=0)
    for deck in catalog.decks.values():
        house = catalog.houses[deck.house].name if deck.house else "mixed"
        print(f"{deck.id:<{widest}}  {deck.name} ({'your own' if deck.own else house}): {deck.plan}")
    return 0


def run_show(asked: argparse.Namespace) -> int:
    """Print the cards of a deck, the cheap ones first."""
    catalog = chosen(asked)
    deck = find_deck(asked.deck, catalog)
    print(f"{deck.name}: {deck.plan}\n")
    known = sorted((catalog.cards[card] for card in deck.cards), key=lambda card: (card.rank or 9, card.power, card.id))
    for card in known:
        rank, does = "R" if card.replaces else card.rank, short(card, catalog.name_of, catalog.words)
        print(f"  {rank}/{card.power}  {padded(catalog.name_of(card.id))}  {does}".rstrip())
    print(f"\n{deckcode.write(catalog.id, deck.cards)}")
    return 0


def run_code(asked: argparse.Namespace) -> int:
    """Print the code of a deck, and nothing else."""
    catalog = chosen(asked)
    deck = find_deck(asked.deck, catalog)
    print(deckcode.write(catalog.id, deck.cards))
    return 0


def run_import(asked: argparse.Namespace) -> int:
    """Keep a deck in the data folder; one that is there already is left alone."""
    from bloodfang.models import ID_IN_WORDS, is_id

    if not is_id(asked.deck_id):
        raise Refused(f"a deck's id is {ID_IN_WORDS}, not {asked.deck_id!r}", code=UNUSABLE)
    sets = library(asked)
    try:
        set_id, cards = deckcode.read(asked.code, {each.id: each.cards for each in sets.catalogs})
    except BadNotation as wrong:
        raise Refused(wrong.problem) from None
    catalog = sets.find(set_id)
    assert catalog
    if problems := list(deck_problems(catalog.cards, cards)):
        raise Refused(*problems)
    path = paths.own_decks(paths.data_folder(asked.data_dir), set_id) / f"{asked.deck_id}.toml"
    if asked.deck_id in catalog.decks or path.exists():
        raise Refused(f"there is a deck {asked.deck_id!r} already; choose another with --as ID")
    name = asked.deck_id.replace("-", " ").title()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            write_deck(Deck(asked.deck_id, name, "Somebody sent it.", cards)), encoding="utf-8", newline="\n"
        )
    except OSError as trouble:
        raise Refused(f"{paths.shown(path)}: cannot be written: {trouble.strerror}") from None
    print(paths.shown(path))
    return 0


def find_deck(words: str, catalog: Catalog) -> Deck:
    """The deck that an id, a code or a file means; Refused if there is none."""
    from bloodfang import loading
    from bloodfang_engine.document import read_file

    if words in catalog.decks:
        return catalog.decks[words]
    path = Path(words)
    if path.is_file():
        try:
            document = read_file(path, paths.shown(path))
        except CardError as wrong:
            raise Refused(str(wrong)) from None
        problems: list[Problem] = []
        deck = loading.read_deck(document, path.stem, problems)
        if deck:
            loading.check_deck(document, deck, catalog.cards, catalog.houses, problems)
        if deck is None or problems:
            raise Refused(*map(str, problems))
        return deck
    if words.upper().startswith("BF"):
        try:
            _, cards = deckcode.read(words, {catalog.id: catalog.cards})
        except BadNotation as wrong:
            raise Refused(wrong.problem) from None
        return Deck("", "A deck", "as its code says", cards)
    raise Refused(f"no deck is called {words!r}; there are: {listed(catalog.decks)}")
