"""The decks of a set: those that come with it, and the player's own, finished or not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from bloodfang import deckcode, keeping, paths
from bloodfang.catalog import Catalog
from bloodfang.decks import Deck, card_problems, deck_problems, write_deck
from bloodfang.ink import width
from bloodfang.keeping import NotKept
from bloodfang.lines import line_problem
from bloodfang.loading import own_decks, read_own_deck
from bloodfang_engine.errors import BadNotation, CardError, Problem, shown
from bloodfang_engine.fang import Options

LONGEST_NAME = 40
LONGEST_PLAN = 160
MOST_CARDS = 99
"""Of a deck's file; how many may be played is for the options to say."""

NO_PLAN = "No plan yet."
SENT = "Somebody sent it."


@dataclass(frozen=True, slots=True)
class Listed:
    """A deck in the list, and everything that keeps it from being played: then it is a draft."""

    deck: Deck
    problems: tuple[str, ...] = ()

    @property
    def playable(self) -> bool:
        """Whether it may be offered for a match."""
        return not self.problems


class DeckBox:
    """All decks of one set. What is asked for is read anew each time: files may change beside the game."""

    def __init__(self, folder: Path, catalog: Catalog) -> None:
        self.folder = folder
        self.catalog = catalog

    def list(self, options: Options | None = None) -> tuple[Listed, ...]:
        """All decks, the player's own first, each with its problems under these options (the default profile)."""
        decks = (*self._own(), *self._shipped())
        return tuple(Listed(deck, tuple(deck_problems(self.catalog.cards, deck.cards, options))) for deck in decks)

    def playable(self, options: Options | None = None) -> tuple[Deck, ...]:
        """The decks that can be offered for a match."""
        return tuple(each.deck for each in self.list(options) if each.playable)

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the files that are no decks, not even drafts."""
        found: list[Problem] = []
        list(own_decks(self.catalog, self.folder, found))
        return tuple(found)

    def find(self, deck_id: str) -> Deck | None:
        """The deck with this id, finished or not."""
        return next((deck for deck in (*self._own(), *self._shipped()) if deck.id == deck_id), None)

    # the player's own; each of these is NotKept if it cannot be

    def save(self, deck: Deck) -> Deck:
        """Write a deck down: the player's own where it is, any other as a new one of the player's."""
        known = deck.own and self._is_own(deck.id)
        deck = replace(deck, plan=deck.plan or NO_PLAN, own=True)
        self._check(deck)
        if known:
            path = self._path(deck.id)
            try:
                self._rewrite(path, deck)
            except OSError as trouble:
                raise _unwritten(path, trouble) from None
            return deck
        stem = keeping.stem_of(deck.name, "deck")
        shipped = {each.id for each in self._shipped()}
        try:
            return replace(deck, id=keeping.write_new(self.folder, stem, write_deck(deck), shipped).stem)
        except OSError as trouble:
            raise _unwritten(self.folder, trouble) from None

    def rename(self, deck_id: str, name: str) -> Deck:
        """Call an own deck otherwise; its id stays, so that whoever remembers it finds it."""
        return self.save(replace(self._own_one(deck_id), name=name))

    def copy(self, deck_id: str, name: str = "") -> Deck:
        """A new deck of the player's own with the same cards, under another name."""
        deck = self.find(deck_id)
        if deck is None:
            raise NotKept(f"there is no deck {shown(deck_id)} to copy")
        return self.save(replace(deck, id="", name=name or _copied(deck.name)))

    def delete(self, deck_id: str) -> Path:
        """Take an own deck out of the list; its file moves to `deleted/` beside the others, as the answer says."""
        path = self._path(self._own_one(deck_id).id)
        try:
            return keeping.move_into(path, self.folder / "deleted")
        except OSError as trouble:
            raise NotKept(f"{paths.shown(path)}: cannot be moved: {trouble.strerror or trouble}") from None

    # codes

    def code_of(self, deck: Deck) -> str:
        """The deck as one line of text."""
        return deckcode.write(self.catalog.id, deck.cards)

    def from_code(self, code: str, name: str = "A deck") -> Deck:
        """The deck that a line of text means, not saved yet; NotKept if it means none of this set."""
        try:
            _, cards = deckcode.read(code, {self.catalog.id: self.catalog.cards})
        except BadNotation as wrong:
            raise NotKept(wrong.problem) from None
        deck = Deck("", name, SENT, cards, own=True)
        self._check(deck)
        return deck

    # within

    def _own(self) -> tuple[Deck, ...]:
        decks = own_decks(self.catalog, self.folder, [])
        return tuple(sorted(decks, key=lambda deck: (deck.name.casefold(), deck.id)))

    def _shipped(self) -> tuple[Deck, ...]:
        return tuple(deck for deck in self.catalog.decks.values() if not deck.own)

    def _own_one(self, deck_id: str) -> Deck:
        deck = self.find(deck_id)
        if deck is None:
            raise NotKept(f"there is no deck {shown(deck_id)}")
        if not deck.own:
            raise NotKept(f"{deck.name} comes with the set and stays as it is; a copy of it would be yours")
        return deck

    def _is_own(self, deck_id: str) -> bool:
        return any(deck.id == deck_id for deck in self._own())

    def _path(self, deck_id: str) -> Path:
        return self.folder / f"{deck_id}.toml"

    def _check(self, deck: Deck) -> None:
        """Whether a file could hold it, and be read again."""
        if problem := line_problem(deck.name, 1, LONGEST_NAME):
            raise NotKept(f"the name {problem}")
        if problem := line_problem(deck.plan, 2, LONGEST_PLAN):
            raise NotKept(f"the plan {problem}")
        if deck.house and deck.house not in self.catalog.houses:
            raise NotKept(f"there is no house {shown(deck.house)}")
        if len(deck.cards) > MOST_CARDS:
            raise NotKept(f"there are {len(deck.cards)} cards in it, and {MOST_CARDS} are the most")
        if problems := tuple(card_problems(self.catalog.cards, deck.cards)):
            raise NotKept(problems[0])

    def _rewrite(self, path: Path, deck: Deck) -> None:
        """Write over the player's own file; if somebody wrote more into it than a deck, that is kept."""
        try:
            was = write_deck(read_own_deck(self.catalog, path))
        except CardError as wrong:
            raise NotKept(f"{wrong}; it was left as it is") from None
        if path.read_text(encoding="utf-8") != was:
            keeping.copy_into(path, self.folder / "deleted")
        keeping.write_whole(path, write_deck(deck))


def _copied(name: str) -> str:
    """The name of a copy, which still fits."""
    while width(f"{name} (copy)") > LONGEST_NAME:
        name = name[:-1].rstrip()
    return f"{name} (copy)"


def _unwritten(path: Path, trouble: OSError) -> NotKept:
    return NotKept(f"{paths.shown(path)}: cannot be written: {trouble.strerror or trouble}")
