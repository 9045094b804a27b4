"""How a set's cards look and what they are called: houses, identities and art, read and fitted to each other."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Set
from typing import TYPE_CHECKING, TypeVar

from bloodfang import models
from bloodfang.identity import Composed, House, Identity, sigil
from bloodfang.setfolder import IDENTITY, SIGILS, SetFolder, address, numbers
from bloodfang.sigils import SIZES, Art, ArtError
from bloodfang.spelling import meant
from bloodfang_engine.document import Document
from bloodfang_engine.errors import shown

if TYPE_CHECKING:
    from bloodfang.catalog import Catalog

T = TypeVar("T")


def read_identities(folder: SetFolder, base: Catalog | None) -> tuple[Mapping[str, House], Mapping[str, Identity]]:
    """All houses and identities, those of the base first; no id is used twice, and no name."""
    houses, identities = (dict(base.houses), dict(base.identities)) if base else ({}, {})
    document = folder.read(IDENTITY)
    if document is None:
        return houses, identities
    for key in document.said:
        if key not in ("house", "card"):
            folder.wrong(document.at(key), f"{shown(key)} is not known here; known: [[house]], [[card]]")
    for number, house in models.read_tables(models.HouseTold, document, "house", folder.problems):
        if _is_free(folder, document, "house", number, house.id, houses):
            houses[house.id] = House(house.id, house.name, house.voice, house.palette, house.frame)
    names = {_plain(identity.name): identity.id for identity in identities.values()}
    for number, card in models.read_tables(models.CardTold, document, "card", folder.problems):
        if _is_free(folder, document, "card", number, card.id, identities):
            drawn = card.sigil if isinstance(card.sigil, str) else Composed(card.sigil.motif, card.sigil.mark)
            identities[card.id] = Identity(card.id, card.name, card.house, card.lore, drawn)
            if (first := names.setdefault(_plain(card.name), card.id)) != card.id:
                where = address(document, "card", number, card.id, "name")
                folder.wrong(where, f"the name {card.name!r} is taken by the card {first!r}")
    return houses, identities


def _is_free(
    folder: SetFolder, document: Document, key: str, number: int, id_: str, taken: Mapping[str, object]
) -> bool:
    if id_ in taken:
        folder.wrong(address(document, key, number, id_, "id"), f"the id {id_!r} is taken by another {key}")
    return id_ not in taken


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def read_art(folder: SetFolder, base: Catalog | None) -> Art | None:
    """All pictures, those of the base first; None if there is something wrong with them."""
    shared = base.art if base else Art()
    document = folder.read(SIGILS, needed=base is None)
    if document is None:
        return shared if base and folder.was_read(SIGILS) else None
    try:
        own = Art.read(document.text)
    except ArtError as wrong:
        for key, sentence in wrong.problems:
            folder.wrong(f"{document.at(*key.split('.'))}: {key}" if key else document.name, sentence)
        return None
    joined = {}
    for section in SIZES:
        old, new = getattr(shared, section), getattr(own, section)
        for name in sorted(old.keys() & new.keys()):
            folder.wrong(f"{document.at(section, name)}: {section}.{name}", "the set it extends has one of this name")
        joined[section] = {**old, **new}
    return Art(**joined)


def check_looks(
    folder: SetFolder,
    art: Art,
    houses: Mapping[str, House],
    identities: Mapping[str, Identity],
    base: Catalog | None,
) -> None:
    """Every house that a card names is there, every picture too, and no two sigils are alike."""
    document = folder.documents.get(IDENTITY)
    if document is None:
        return
    homes, cards = numbers(document, "house"), numbers(document, "card")
    for house in _own(houses, base.houses if base else {}):
        if house.frame not in art.frames:
            where = address(document, "house", homes[house.id], house.id, "frame")
            folder.wrong(where, f"there is no frame {house.frame!r}{meant(house.frame, art.frames)}")
    drawn = {base.sigil_of(card): card for card in base.identities} if base else {}
    for card in _own(identities, base.identities if base else {}):
        problems = [*_homeless(card, homes.keys() | houses.keys()), *_undrawn(card, art)]
        for key, sentence in problems:
            folder.wrong(address(document, "card", cards[card.id], card.id, key), sentence)
        if not problems and card.house in houses and houses[card.house].frame in art.frames:
            first = drawn.setdefault(sigil(card, houses, art), card.id)
            if first != card.id:
                where = address(document, "card", cards[card.id], card.id, "sigil")
                folder.wrong(where, f"its sigil looks the same as that of {first!r}")


def _own(all_: Mapping[str, T], shared: Mapping[str, T]) -> list[T]:
    return [each for id_, each in all_.items() if id_ not in shared]


def _homeless(card: Identity, homes: Set[str]) -> Iterator[tuple[str, str]]:
    if card.house not in homes:
        yield "house", f"there is no house {card.house!r}{meant(card.house, homes)}"


def _undrawn(card: Identity, art: Art) -> Iterator[tuple[str, str]]:
    if isinstance(card.sigil, Composed):
        needed = [("motif", card.sigil.motif, art.motifs), ("mark", card.sigil.mark, art.marks)]
    else:
        needed = [("picture", card.sigil, art.pictures)]
    for kind, name, there in needed:
        if name not in there:
            yield "sigil", f"there is no {kind} {name!r}{meant(name, there)}"
