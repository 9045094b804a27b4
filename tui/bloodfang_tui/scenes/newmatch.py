"""A new match: against whom, with which decks, by which rules, who begins, and with which luck."""

from __future__ import annotations

from collections.abc import Iterable
from random import SystemRandom
from typing import Literal, cast

from bloodfang.bots import LEVELS
from bloodfang.bots.finding import installed
from bloodfang.decks import Deck
from bloodfang.fitting import cut, wrap
from bloodfang.opening import PlayAtOnce
from bloodfang_engine.fang import PROFILES, Options
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.ask import TypeIn
from bloodfang_tui.sheet import Area, Sheet

_RULES = {
    "bloodfang": "the game as it is meant",
    "classic": "two copies of a card allowed",
    "reference": "pawns are contested, tiles remember",
}
_FIRST = {"drawn": "drawn by lot", "me": "you begin", "rival": "your rival begins"}


class NewMatchScene(Scene[None]):
    """Choices with what was chosen last time; Enter on the last line begins."""

    CONTEXT = "new"

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.seed: int | None = None
        self.first = "drawn"
        self.strangers = installed()
        self.stranger = ""
        """A bot from elsewhere that was chosen; the next new match begins with those of the game again."""

    def on_mount(self) -> None:
        self.at = len(self._lines()) - 1

    # what can be chosen

    def _decks(self) -> list[Deck]:
        """The decks that may be played by the chosen rules, the player's own first."""
        options = Options.of({"profile": self.game.home.settings.profile})
        return [*self.game.home.decks(self.game.home.catalog).playable(options)]

    def _lines(self) -> list[tuple[str, str, str]]:
        """What is chosen, line by line: its name, its value, and what that means."""
        chosen = self.game.home.settings
        opponent = self._opponent()
        return [
            opponent,
            ("Your deck", *self._deck_words(chosen.deck)),
            ("Rival's deck", *self._deck_words(chosen.rival_deck)),
            ("Rules", chosen.profile, _RULES[chosen.profile]),
            ("First", _FIRST[self.first], "Whoever begins draws no card in the first turn (R06)."),
            (
                "Seed",
                "any" if self.seed is None else str(self.seed),
                f"The same seed and decks give the same luck. {self.key_of('app.choose')} types one.",
            ),
            ("Begin", "", opponent[2]),
        ]

    def _opponent(self) -> tuple[str, str, str]:
        chosen = self.game.home.settings
        if self.stranger:
            return "Against", self.stranger, "A bot that was installed beside the game."
        if chosen.opponent == "person":
            return "Against", "a friend here", "You share the keyboard; a curtain covers the hands between turns."
        level = LEVELS[chosen.bot]
        return "Against", f"{level.name}, {level.id}", level.about

    def _deck_words(self, deck_id: str) -> tuple[str, str]:
        deck = next((deck for deck in self._decks() if deck.id == deck_id), None)
        return (deck.name, deck.plan) if deck else ("by lot", "One of the decks that come with the game.")

    # painting

    def paint(self, sheet: Sheet) -> None:
        body = heading(sheet, "New match")
        lines = self._lines()
        columns = min(76, body.width - 4)
        area = body.centred(columns, len(lines) + 9)
        inner = box(sheet, area, "Set the table")
        signs = sheet.look.signs
        for number, (name, value, _) in enumerate(lines):
            y = inner.y + 1 + number + (1 if name == "Begin" else 0)
            chosen = number == self.at
            ground = "raised" if chosen else "panel"
            row = Area(inner.x, y, inner.width, 1)
            sheet.fill(row, f"text on {ground}")
            sheet.put(inner.x + 1, y, signs.pointer if chosen else " ", f"accent on {ground} bold")
            if name == "Begin":
                sheet.put(inner.x + 3, y, "Begin the match", f"accent on {ground} bold")
                sheet.zone(row, "app.choose", number)
                continue
            sheet.put(inner.x + 3, y, name, f"quiet on {ground}")
            left, right = inner.x + 17, inner.right - 3
            sheet.put(left, y, signs.more_left, f"{'accent' if chosen else 'faint'} on {ground}")
            sheet.put(left + 2, y, cut(value, right - left - 3), f"text on {ground} bold")
            sheet.put(right, y, signs.more_right, f"{'accent' if chosen else 'faint'} on {ground}")
            sheet.zone(row, "app.choose", number)
            sheet.zone(Area(left, y, 2, 1), "app.left", number)
            sheet.zone(Area(right, y, 2, 1), "app.right", number)
        about = lines[self.at][2]
        for row_number, line in enumerate(wrap(about, inner.width - 6)[:3]):
            sheet.put(inner.x + 3, inner.y + len(lines) + 3 + row_number, line, "quiet on panel")
        self.paint_bar(sheet)

    def hints(self) -> Iterable[str | tuple[str, str]]:
        return (
            "app.up",
            "app.down",
            ("app.left", "other"),
            ("app.right", "other"),
            "app.choose",
            "app.back",
            "app.help",
        )

    # commands

    def do_up(self) -> None:
        self.at = (self.at - 1) % len(self._lines())

    def do_down(self) -> None:
        self.at = (self.at + 1) % len(self._lines())

    def do_left(self, number: str = "") -> None:
        self._turn(number, -1)

    def do_right(self, number: str = "") -> None:
        self._turn(number, 1)

    def do_choose(self, number: str = "") -> None:
        if number and int(number) != self.at:
            self.at = int(number)
            if self._lines()[self.at][0] != "Begin":
                return
        match self._lines()[self.at][0]:
            case "Begin":
                self._begin()
            case "Seed":
                now = "" if self.seed is None else str(self.seed)
                ask = TypeIn("Seed", "A whole number; nothing for any.", now, _seed_problem)
                self.app.push_screen(ask, self._seeded)
            case _:
                self._turn("", 1)

    def _seeded(self, text: str | None) -> None:
        if text is not None:
            self.seed = int(text) if text else None
        self.repaint()

    def _turn(self, number: str, step: int) -> None:
        """The next choice of a line."""
        self.at = int(number) if number else self.at
        chosen, change = self.game.home.settings, self.game.change
        match self._lines()[self.at][0]:
            case "Against":
                now = self.stranger or (chosen.bot if chosen.opponent == "bot" else "person")
                then = _next([*LEVELS, *self.strangers, "person"], now, step)
                self.stranger = then if then in self.strangers else ""
                if not self.stranger:
                    change(**({"opponent": "person"} if then == "person" else {"opponent": "bot", "bot": then}))
            case "Your deck":
                change(deck=_next(["", *(deck.id for deck in self._decks())], chosen.deck, step))
            case "Rival's deck":
                change(rival_deck=_next(["", *(deck.id for deck in self._decks())], chosen.rival_deck, step))
            case "Rules":
                change(profile=_next([*PROFILES], chosen.profile, step))
            case "First":
                self.first = _next([*_FIRST], self.first, step)
            case "Seed":
                self.seed = None if self.seed is not None else SystemRandom().randrange(1_000_000)

    def _begin(self) -> None:
        from bloodfang_tui.scenes.play import begin

        chosen = self.game.home.settings
        wanted = PlayAtOnce(
            opponent="bot" if self.stranger else cast(Literal["bot", "person"], chosen.opponent),
            bot=self.stranger or chosen.bot,
            decks=self._chosen_decks(),
            seed=self.seed,
            profile=chosen.profile,
            first=cast(Literal["me", "rival", "drawn"], self.first),
        )
        self.dismiss(None)
        self.app.call_later(begin, self.game, wanted)

    def _chosen_decks(self) -> tuple[Deck, ...]:
        """Those that were chosen; where only the rival's was, one for the player by lot."""
        decks = self._decks()
        chosen = self.game.home.settings
        mine, theirs = (
            next((deck for deck in decks if deck.id == each), None) for each in (chosen.deck, chosen.rival_deck)
        )
        if theirs and not mine:
            mine = SystemRandom().choice([deck for deck in decks if not deck.own and deck is not theirs])
        return tuple(deck for deck in (mine, theirs) if deck)


def _next(choices: list[str], now: str, step: int) -> str:
    return choices[(choices.index(now) + step) % len(choices)] if now in choices else choices[0]


def _seed_problem(text: str) -> str:
    fine = not text or (text.isascii() and text.isdigit() and int(text) < 2**63)
    return "" if fine else "A seed is a whole number from 0 to 9223372036854775807."
