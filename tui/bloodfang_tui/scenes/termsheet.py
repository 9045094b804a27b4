"""The terms of a match on a server: deck, rules, clock, and whether it counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from bloodfang.decks import Deck
from bloodfang.fitting import cut, wrap
from bloodfang.house import House
from bloodfang.terms import Terms
from bloodfang_engine.fang import PROFILES, Options
from bloodfang_tui.panes.box import box
from bloodfang_tui.scenes.ask import Over
from bloodfang_tui.sheet import Area, Sheet

T = TypeVar("T")


class TermsScene(Over[Terms]):
    """Choices that are kept for the next match; the deck is kept among the player's settings."""

    def __init__(self, terms: Terms, house: House, *, may_be_rated: bool) -> None:
        super().__init__()
        self.terms = terms
        self.house = house
        self.may_be_rated = may_be_rated
        self.at = 0

    def _lines(self) -> list[tuple[str, str, str]]:
        clock = self.terms.clock
        time = f"{clock.per_move:g} s a move, and {clock.bank:g} s in hand" if clock.ticks else "Take your time."
        rated = "It counts for your rating." if self.terms.rated else "It counts for nothing but fun."
        deck = next((deck for deck in self._decks() if deck.id == self.game.home.settings.deck), None)
        return [
            ("Your deck", deck.name if deck else "by lot", deck.plan if deck else "One that comes with the game."),
            ("Rules", self.terms.profile, "Both play by the same rules."),
            ("Clock", clock.name, time),
            ("Rated", "yes" if self.terms.rated else "no", rated if self.may_be_rated else "Guests have no rating."),
        ]

    def _decks(self) -> list[Deck]:
        home = self.game.home
        return [*home.decks(home.catalog).playable(Options.of({"profile": self.terms.profile}))]

    def paint(self, sheet: Sheet) -> None:
        self.paint_behind(sheet)
        lines = self._lines()
        inner = box(sheet, sheet.area.centred(64, len(lines) + 7), "Terms", edge="accent", heavy=True)
        signs = sheet.look.signs
        for number, (name, value, _) in enumerate(lines):
            row = Area(inner.x, inner.y + 1 + number, inner.width, 1)
            ground = "raised" if number == self.at else "panel"
            sheet.fill(row, f"text on {ground}")
            sheet.put(row.x + 2, row.y, name, f"quiet on {ground}")
            sheet.put(row.x + 14, row.y, signs.more_left, f"accent on {ground}")
            sheet.put(row.x + 16, row.y, cut(value, row.width - 20), f"text on {ground} bold")
            sheet.put(row.right - 3, row.y, signs.more_right, f"accent on {ground}")
            sheet.zone(row, "app.right", number)
            sheet.zone(Area(row.x + 13, row.y, 3, 1), "app.left", number)
        for number, line in enumerate(wrap(lines[self.at][2], inner.width - 4)[:3]):
            sheet.put(inner.x + 2, inner.y + len(lines) + 2 + number, line, "quiet on panel")
        self.paint_bar(sheet)

    def hints(self) -> Iterable[str | tuple[str, str]]:
        return ("app.up", "app.down", ("app.right", "other"), ("app.choose", "done"), ("app.back", "done"))

    def do_up(self) -> None:
        self.at = (self.at - 1) % 4

    def do_down(self) -> None:
        self.at = (self.at + 1) % 4

    def do_left(self, number: str = "") -> None:
        self._turn(number, -1)

    def do_right(self, number: str = "") -> None:
        self._turn(number, 1)

    def do_choose(self) -> None:
        self.dismiss(self.terms)

    def do_back(self) -> None:
        self.dismiss(self.terms)

    def _turn(self, number: str, step: int) -> None:
        self.at = int(number) if number else self.at
        match self.at:
            case 0:
                ids = ["", *(deck.id for deck in self._decks())]
                now = self.game.home.settings.deck
                self.game.change(deck=ids[(ids.index(now) + step) % len(ids)] if now in ids else "")
            case 1:
                self.terms = replace(self.terms, profile=_next(PROFILES, self.terms.profile, step))
            case 2:
                self.terms = replace(self.terms, clock=_next(self.house.presets, self.terms.clock, step))
            case _:
                self.terms = replace(self.terms, rated=not self.terms.rated and self.may_be_rated)


def _next(choices: tuple[T, ...], now: T, step: int) -> T:
    return choices[(choices.index(now) + step) % len(choices)] if now in choices else choices[0]
