"""The deck builder: cards go into a deck and out of it, and nothing that was built is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from bloodfang.deckbox import MOST_CARDS, NO_PLAN
from bloodfang.decks import Deck
from bloodfang.keeping import NotKept
from bloodfang.weighing import most_copies, verdict
from bloodfang_tui.panes.fitted import shown
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.scenes.naming import ask_name, ask_plan
from bloodfang_tui.scenes.sharing import CodeScene
from bloodfang_tui.scenes.workbench import Workbench


class BuilderScene(Workbench):
    """Build on a deck of the player's own, or on one that is not kept yet. Its answer is the deck as it was saved."""

    def __init__(self, deck: Deck) -> None:
        super().__init__(deck)
        self.kept: Deck | None = None
        """What was saved from here."""

    def hints(self) -> Iterable[str | tuple[str, str]]:
        if self.field is not None:
            return (("app.choose", "done"), ("app.back", "never mind"))
        here = self.deck_at is None
        cleared = [] if self.search.is_open else ["builder.clear"]
        return (
            ("app.choose", "add" if here else "take out"), "builder.remove" if here else "builder.add",
            ("app.next", "deck" if here else "cards"), "builder.save", "app.back", "builder.look", *cleared,
            "builder.name", "builder.plan", "builder.code", "app.help",
        )  # fmt: skip

    # cards in and out

    def do_choose(self, about: str = "") -> None:
        """Put the card in, or take it out of the deck's side; a click on another one chooses that."""
        side, _, number = about.partition(":")
        if about and not self.point_at(side, int(number)):
            return
        if self.deck_at is None:
            self.do_add()
        else:
            self.do_remove()

    def do_right(self) -> None:
        self.do_add()

    def do_left(self) -> None:
        self.do_remove()

    def do_add(self, card: str = "") -> None:
        """One more of a card: of the chosen one, unless another is meant."""
        card = card or self.chosen or ""
        if not card:
            return
        most = most_copies(self.catalog, card)
        if self.deck.cards.count(card) >= most:
            times = "once" if most == 1 else f"{most} times"
            self.tell(f"{self.catalog.name_of(card)} is in it {times}, and no rules allow more.")
        elif len(self.deck.cards) >= MOST_CARDS:
            self.tell(f"There are {MOST_CARDS} cards in it; take some out first.")
        else:
            self._hold((*self.deck.cards, card))

    def do_remove(self, card: str = "") -> None:
        """One less of a card: of the chosen one, unless another is meant."""
        card = card or self.chosen or ""
        if card not in self.deck.cards:
            if card:
                self.tell(f"{self.catalog.name_of(card)} is not in the deck.")
            return
        cards = [*self.deck.cards]
        cards.remove(card)
        self._hold(tuple(cards))

    def _hold(self, cards: tuple[str, ...]) -> None:
        """Let the deck have these cards; whoever is on its side stays at the same card if it is still there."""
        chosen = self.chosen
        self.deck, at = replace(self.deck, cards=cards), self.deck_at
        if at is not None:
            ids = [card for card, _ in self.rows]
            self.go_to_row(ids.index(chosen) if chosen in ids else at)

    # the deck as a whole

    def do_look(self) -> None:
        """The face of the chosen card."""
        self.look_at(self.chosen, self.found if self.deck_at is None else tuple(card for card, _ in self.rows))

    def do_mark(self) -> None:
        self.do_look()

    def do_name(self) -> None:
        ask_name(self, "Name", self.deck.name, self._call)

    def do_plan(self) -> None:
        ask_plan(self, "" if self.deck.plan == NO_PLAN else self.deck.plan, self._intend)

    def do_code(self) -> None:
        """The deck as one line of text."""
        code = self.game.home.decks(self.catalog).code_of(self.deck)
        self.app.push_screen(CodeScene(self.deck.name or "A new deck", code))

    def do_save(self) -> None:
        self._save(lambda: None)

    def do_back(self) -> None:
        self._leave(lambda: self.dismiss(self.kept))

    def do_quit(self) -> None:
        self._leave(self.app.exit)

    def tell(self, sentence: str) -> None:
        """Say something about cards or decks, whatever they are called."""
        self.say(shown(self.look, sentence))

    def _call(self, name: str) -> None:
        self.deck = replace(self.deck, name=name)
        self.repaint()

    def _intend(self, plan: str) -> None:
        self.deck = replace(self.deck, plan=plan)
        self.repaint()

    def _leave(self, go: Callable[[], object]) -> None:
        """Go, but not without a question if that would lose something."""
        if not self.is_changed:
            go()
            return

        def answered(answer: int | None) -> None:
            if answer == 0:
                self._save(go)
            elif answer == 1:
                go()

        what = "This new deck is" if self.kept is None and not self.deck.id else "Your changes are"
        answers = ("Save, then leave", "Throw away, and leave", "Go on building")
        self.app.push_screen(Ask("Not saved", f"{what} not saved yet.", answers), answered)

    def _save_as(self, name: str, then: Callable[[], object]) -> None:
        self._call(name)
        self._save(then)

    def _save(self, then: Callable[[], object]) -> None:
        """Write the deck down, finished or not; ask for a name first if it has none."""
        if not self.deck.name:
            ask_name(self, "Save", "", lambda name: self._save_as(name, then))
            return
        try:
            self.deck = self.kept = self.before = self.game.home.decks(self.catalog).save(self.deck)
        except NotKept as refused:
            self.tell(f"It is not saved: {refused}.")
            return
        self.tell(f"{self.deck.name} is saved. {verdict(self.catalog, self.deck.cards)[0]}")
        then()
