"""What two people agree on before a match: the cards, the rules, the clock, and whether it counts."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang.catalog import SHIPPED, Catalog, Library
from bloodfang.clock import NO_CLOCK, Preset
from bloodfang.decks import Deck, deck_problems
from bloodfang.refusals import NotThere, Refused
from bloodfang_engine.errors import BadSetup
from bloodfang_engine.fang import Options


@dataclass(frozen=True, slots=True)
class Terms:
    """Two whose terms are equal can play each other."""

    profile: str = "bloodfang"
    """The rules' own options, by name."""
    clock: Preset = NO_CLOCK
    rated: bool = False
    cards: str = SHIPPED
    """The id of the card set."""

    def catalog(self, library: Library) -> Catalog:
        """The card set; NotThere if the server has none of this id."""
        found = library.find(self.cards)
        if found is None:
            raise NotThere("that card set is not on this server")
        return found

    def check(self, library: Library, deck: Deck) -> None:
        """Refused, with the first thing that is wrong, if this deck may not be played under these terms."""
        cards = self.catalog(library).cards
        try:
            options = Options.of({"profile": self.profile})
        except BadSetup as wrong:
            raise Refused(wrong.problem) from wrong
        for problem in deck_problems(cards, deck.cards, options):
            raise Refused(f"this deck cannot be played here: {problem}")
