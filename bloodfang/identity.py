"""Who the cards are: houses, names, lore, sigils, and the game's terms with their meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bloodfang.abilities import Term
from bloodfang.sigils import Art, Picture, compose


@dataclass(frozen=True, slots=True)
class House:
    """A house: how it speaks, and how its cards look."""

    id: str
    name: str
    voice: str
    palette: str
    """A slot of `bloodfang.palette`."""
    frame: str
    """The frame around its standards' sigils, by its name in the art."""


@dataclass(frozen=True, slots=True)
class Composed:
    """A sigil put together: a motif within the frame of the card's house, and a small mark."""

    motif: str
    mark: str


@dataclass(frozen=True, slots=True)
class Identity:
    """All there is to a card beside its mechanics."""

    id: str
    name: str
    house: str
    lore: str
    sigil: str | Composed
    """A picture of its own, by its name in the art, or one put together."""


def sigil(identity: Identity, houses: Mapping[str, House], art: Art) -> Picture:
    """The picture of a card: its own, or a motif in the frame of its house with a mark."""
    if isinstance(identity.sigil, Composed):
        frame = art.frames[houses[identity.house].frame]
        return compose(art.motifs[identity.sigil.motif], frame, art.marks[identity.sigil.mark])
    return art.pictures[identity.sigil]


@dataclass(frozen=True, slots=True)
class Entry:
    """A term of the game in the glossary: the word, what it means to a player, and what it is in the world."""

    term: Term
    meaning: str
    world: str
