"""The decks: built, copied, renamed, thrown away, sent and received."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bloodfang import paths
from bloodfang.decks import Deck
from bloodfang.keeping import NotKept
from bloodfang_tui.panes.fitted import shown
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.scenes.builder import BuilderScene
from bloodfang_tui.scenes.naming import ask_code, ask_name
from bloodfang_tui.scenes.sharing import CodeScene
from bloodfang_tui.scenes.shelf import Shelf


class DecksScene(Shelf):
    """All decks of the shipped set, and everything that can be done with them."""

    CONTEXT = "decks"

    def hints(self) -> Iterable[str | tuple[str, str]]:
        if self.card_at is not None:
            return (("app.choose", "look"), ("app.next", "decks"), "app.back")
        if not self.deck:
            return ("decks.new", "decks.take", "app.back")
        own = ("decks.rename", "decks.delete") if self.deck.own else ()
        return (
            ("app.choose", "build"), "decks.new", "decks.copy", "app.back", "decks.code", "decks.take", *own,
            ("app.next", "cards"), "app.help",
        )  # fmt: skip

    def do_choose(self, about: str = "") -> None:
        """Build the deck, or see the card; a click on another one chooses that."""
        side, _, number = about.partition(":")
        if side == "card" and int(number) != self.card_at:
            self.card_at = int(number)
        elif side == "deck" and (int(number) != self.at or self.card_at is not None):
            self.at, self.card_at, self._card_top = int(number), None, 0
        elif self.card_at is not None:
            self.do_look()
        elif self.deck and self.deck.own:
            self._build(self.deck)
        elif self.deck:
            text = f"{self.deck.name} comes with the game and stays as it is. A copy would be yours to change."
            asked = Ask("Build", shown(self.look, text), ("Copy it and build on", "Leave it"))
            self.app.push_screen(asked, lambda answer: self._copy(build=True) if answer == 0 else None)

    def do_new(self) -> None:
        self._build(Deck("", "", "", (), own=True))

    def do_copy(self) -> None:
        self._copy(build=False)

    def do_rename(self) -> None:
        deck = self.deck
        if deck and deck.own:
            ask_name(self, "Rename", deck.name, lambda name: self._keep(lambda: self.box.rename(deck.id, name)))
        elif deck:
            self.say(shown(self.look, f"{deck.name} comes with the game and keeps its name; a copy can have another."))

    def do_delete(self) -> None:
        deck = self.deck
        if deck and deck.own:
            text = f"Throw {deck.name} away? Its file is not erased, but moved to a folder called deleted."
            asked = Ask("Delete", shown(self.look, text), ("Keep it", "Throw it away"))
            self.app.push_screen(asked, lambda answer: self._delete(deck) if answer == 1 else None)
        elif deck:
            self.say(shown(self.look, f"{deck.name} comes with the game and cannot be thrown away."))

    def do_code(self) -> None:
        if self.deck:
            self.app.push_screen(CodeScene(self.deck.name, self.box.code_of(self.deck)))

    def do_take(self) -> None:
        ask_code(self, self.box, self._name_taken)

    def _name_taken(self, code: str) -> None:
        def keep(name: str) -> None:
            self._keep(lambda: self.box.save(self.box.from_code(code, name)))

        ask_name(self, "Import a deck", "A deck", keep)

    # what changes the folder

    def _build(self, deck: Deck) -> None:
        self.app.push_screen(BuilderScene(deck), lambda saved: self.read(saved.id if saved else ""))

    def _copy(self, build: bool) -> None:
        deck = self.deck
        copied = self._keep(lambda: self.box.copy(deck.id)) if deck else None
        if copied and build:
            self._build(copied)
        elif copied:
            self.say(shown(self.look, f"{copied.name} is yours now."))

    def _keep(self, change: Callable[[], Deck]) -> Deck | None:
        """Let something be written, and choose the deck that came of it; if it cannot be, say why."""
        try:
            deck = change()
        except NotKept as refused:
            self.say(shown(self.look, f"Nothing was changed: {refused}."))
            return None
        self.read(deck.id)
        return deck

    def _delete(self, deck: Deck) -> None:
        try:
            path = self.box.delete(deck.id)
        except NotKept as refused:
            self.say(shown(self.look, f"Nothing was changed: {refused}."))
            return
        self.read()
        self.say(shown(self.look, f"{deck.name} is off the shelf. Its file is now {paths.shown(path)}"))
