"""Card sets as players know them: mechanics and identity, joined by id."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from bloodfang import paths
from bloodfang.abilities import Words
from bloodfang.decks import Deck
from bloodfang.faces import Face
from bloodfang.identity import Entry, House, Identity, sigil
from bloodfang.ink import Line
from bloodfang.palette import PALETTES, Palette
from bloodfang.sigils import Art, Picture
from bloodfang_engine.errors import Problem
from bloodfang_engine.fang import CardSet

SHIPPED = "fang"
"""The set that comes with the game."""


@dataclass(frozen=True)
class Catalog:
    """A whole, checked set. What it does to a match is in `cards` alone; all the rest can be told otherwise."""

    id: str
    name: str
    about: str
    cards: CardSet
    houses: Mapping[str, House]
    identities: Mapping[str, Identity]
    art: Art
    glossary: Mapping[str, Entry]
    decks: Mapping[str, Deck]
    extends: str = ""
    """The set that its own cards come on top of, if there is one."""
    folder: Path = field(default_factory=Path, compare=False)

    def __hash__(self) -> int:
        """Sets that are equal have the same cards, and this is quick."""
        return hash((self.id, self.digest))

    @property
    def digest(self) -> str:
        """What matches and records know this set by: its mechanics. Another identity leaves it as it is."""
        return self.cards.digest

    @cached_property
    def words(self) -> Words:
        """The game's terms as texts use them."""
        return Words.of(**{name: entry.term for name, entry in self.glossary.items()})

    def name_of(self, card: str) -> str:
        """The name players know a card by."""
        return self.identities[card].name

    def house_of(self, card: str) -> House:
        """The house a card belongs to."""
        return self.houses[self.identities[card].house]

    def sigil_of(self, card: str) -> Picture:
        """The card's picture."""
        return sigil(self.identities[card], self.houses, self.art)

    def palette_of(self, card: str) -> Palette:
        """The colours of the card's house."""
        return PALETTES[self.house_of(card).palette]

    def face_of(self, card: str) -> Face:
        """All that is to be seen of a card, ready to be drawn."""
        return Face(
            self.cards[card], self.name_of(card), self.house_of(card).name, self.palette_of(card), self.sigil_of(card),
            self.identities[card].lore, self.words, self.name_of,
        )  # fmt: skip

    def drawn(self, key: Hashable, draw: Callable[[], tuple[Line, ...]]) -> tuple[Line, ...]:
        """Something drawn of its cards, kept for whoever wants to see it again."""
        if key not in self._drawings:
            self._drawings[key] = draw()
        return self._drawings[key]

    @cached_property
    def _drawings(self) -> dict[Hashable, tuple[Line, ...]]:
        return {}

    def makers_of(self, token: str) -> tuple[str, ...]:
        """The cards that make this one."""
        return tuple(card.id for card in self.cards.values() if any(token in each.cards for each in card.clauses))

    def find(self, words: str) -> str | None:
        """The card with this id or this name, however it is spelled in capitals."""
        if words in self.cards:
            return words
        return self._by_name.get(words.strip().casefold())

    @cached_property
    def _by_name(self) -> Mapping[str, str]:
        ids = {card.casefold(): card for card in self.cards}
        return ids | {identity.name.casefold(): card for card, identity in self.identities.items()}


@dataclass(frozen=True)
class Library:
    """All sets that can be played with, and what is wrong with the others."""

    catalogs: tuple[Catalog, ...]
    problems: tuple[Problem, ...] = ()

    def find(self, set_id: str) -> Catalog | None:
        """The set with this id."""
        return next((each for each in self.catalogs if each.id == set_id), None)

    def by_digest(self, digest: str) -> Catalog | None:
        """A set with these mechanics: the one that a setup or a record means by `cards`."""
        return next((each for each in self.catalogs if each.digest == digest), None)


def load(folder: Path, known: Iterable[Catalog] = (), *, trusted: bool = False) -> Catalog:
    """The set in a folder; CardError with everything that is wrong, and nothing is loaded then.

    `known` are the sets it may extend. A trusted one is not searched for reserved names.
    """
    from bloodfang.loading import load_folder  # pydantic comes with it, and takes its time

    return load_folder(folder, known, trusted=trusted)


def load_shipped() -> Catalog:
    """The set that comes with the game."""
    return load(paths.shipped_cards() / SHIPPED, trusted=True)


def load_all(data: Path | str | None = None) -> Library:
    """The shipped set and the player's own sets and decks from the data folder; a broken one keeps out no other."""
    from bloodfang.loading import load_folders, with_own_decks

    folder = paths.data_folder(data)
    library = load_folders(paths.set_folders(folder), [load_shipped()])
    problems = list(library.problems)
    catalogs = [with_own_decks(each, paths.own_decks(folder, each.id), problems) for each in library.catalogs]
    return Library(tuple(catalogs), tuple(problems))
