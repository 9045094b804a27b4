"""The commands that need nobody else: the rules, a card, a deck, the version."""

from __future__ import annotations

import re
from difflib import get_close_matches

import bloodfang
from bloodfang import deckcode, faces, ink, listing, rulebook
from bloodfang.abilities import short
from bloodfang.catalog import Catalog
from bloodfang.decks import Deck
from bloodfang.fitting import ascii_only, wrap
from bloodfang.glyphs import Glyphs
from bloodfang.refusing import Refused
from bloodfang_engine.errors import BadNotation, listed
from bloodfang_sshd.verbs import Answer, Asker, Verb, Verbs

COLUMNS = 78


def verbs(catalog: Catalog) -> Verbs:
    """The commands of a server that plays with these cards."""

    def card(words: list[str], asker: Asker) -> Answer:
        found = catalog.find(" ".join(words))
        if found is None:
            raise Refused(_no_card(" ".join(words), catalog))
        lines = faces.draw(catalog.face_of(found), asker.glyphs)
        return Answer(ink.write(lines, asker.depth), listing.record(catalog, catalog.cards[found]))

    def deck(words: list[str], asker: Asker) -> Answer:
        found = _deck(" ".join(words), catalog)
        return Answer(*_told(found, catalog, asker.glyphs))

    return Verbs(
        [
            Verb("rules [R]", "the game in one minute; or one rule by its number, such as R12", _rules),
            Verb("card NAME...", "a card as players see it", card),
            Verb("deck CODE...", "the cards of a deck, by its code or its id", deck),
            Verb("version", "which version this is", _version),
            Verb("join CODE", "a room that a friend has opened; with `ssh -t`"),
            Verb("resume CODE", "a match that you have left as a guest; with `ssh -t`"),
        ]
    )


def _version(_: list[str], __: Asker) -> Answer:
    return Answer(f"Blood Fang {bloodfang.__version__}", {"version": bloodfang.__version__})


def _rules(words: list[str], asker: Asker) -> Answer:
    if not words:
        blocks = rulebook.one_minute(*("ox." if asker.glyphs is Glyphs.ASCII else "●◆·")).blocks
    else:
        blocks = _rule(words[0])
    text = "\n".join(line for block in blocks for line in _lines(block))
    data = [{"rule": block.label, "text": rulebook.plain(block.text)} for block in blocks]
    return Answer(ascii_only(text) if asker.glyphs is Glyphs.ASCII else text, data)


def _rule(word: str) -> tuple[rulebook.Block, ...]:
    """The rule of this number, with what belongs to it; as R12, r12 or 12."""
    number = word.upper().removeprefix("R")
    found: list[rulebook.Block] = []
    for chapter in rulebook.book():
        for block in chapter.blocks:
            if re.fullmatch(r"R\d+[a-z]?", block.label):
                if found:
                    return tuple(found)
                if block.label[1:].upper().lstrip("0") == number.lstrip("0"):
                    found.append(block)
            elif found and block.kind is not rulebook.Kind.HEADING:
                found.append(block)
            elif found:
                return tuple(found)
        if found:
            return tuple(found)
    raise Refused(f"there is no rule {word!r}; rules have numbers such as R12")


def _lines(block: rulebook.Block) -> list[str]:
    if block.kind is rulebook.Kind.PICTURE:
        return ["", *(f"    {line}" for line in block.text.split("\n")), ""]
    label = f"{block.label:<6}" if block.label else ""
    first, *others = wrap(rulebook.plain(block.text), COLUMNS - len(label))
    return [f"{label}{first}", *(" " * len(label) + line for line in others)]


def _deck(words: str, catalog: Catalog) -> Deck:
    """By id or by code; never a file of this machine."""
    if words in catalog.decks:
        return catalog.decks[words]
    if not words.upper().startswith("BF"):
        raise Refused(f"no deck is called {words!r}; there are: {listed(catalog.decks)}")
    try:
        _, cards = deckcode.read(words, {catalog.id: catalog.cards})
    except BadNotation as wrong:
        raise Refused(wrong.problem) from None
    return Deck("", "A deck", "as its code says", cards)


def _told(deck: Deck, catalog: Catalog, glyphs: Glyphs) -> tuple[str, object]:
    cards = sorted((catalog.cards[card] for card in deck.cards), key=lambda card: (card.rank or 9, card.power, card.id))
    lines = [f"{deck.name}: {deck.plan}", ""]
    for card in cards:
        rank, does = "R" if card.replaces else card.rank, short(card, catalog.name_of, catalog.words)
        lines.append(f"  {rank}/{card.power}  {listing.padded(catalog.name_of(card.id))}  {does}".rstrip())
    code = deckcode.write(catalog.id, deck.cards)
    text = "\n".join([*lines, "", code])
    data = {"name": deck.name, "plan": deck.plan, "cards": [card.id for card in cards], "code": code}
    return (ascii_only(text) if glyphs is Glyphs.ASCII else text), data


def _no_card(words: str, catalog: Catalog) -> str:
    names = {each.name.casefold(): card for card, each in catalog.identities.items()}
    near = [names.get(each) or each for each in get_close_matches(words.casefold(), [*catalog.cards, *names], 3)]
    return f"no card is called {words!r}" + (f"; did you mean {' or '.join(dict.fromkeys(near))}?" if near else "")
