"""The yardstick: the same table as an ordinary Textual app, one widget for each tile, card and total."""

from __future__ import annotations

from typing import Any

from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.driver import Driver
from textual.widgets import Footer, Static

LANES, TILES, CARDS, LINES = 3, 5, 7, 10
ENTRIES = ("Continue", "New match", "Learn to play", "Decks", "Cards", "Replays", "Rules", "Settings", "Leave")


class Yardstick(App[None]):
    """Opens with a title or with a match; keys move a selection, and Enter plays. There are no rules behind it."""

    CSS = """
    Screen { background: #110d12; color: #efe6ea; }
    #status { height: 1; background: #2a202c; }
    .lane { height: 4; }
    .total { width: 8; height: 4; content-align: center middle; text-style: bold; color: #f2bd5c; }
    .tile { width: 1fr; height: 4; border: round #54445a; background: #1c1621; }
    .tile.-mine { background: #16436b; }
    .tile.-theirs { background: #75261f; }
    #hand { height: 5; }
    .card { width: 1fr; height: 5; border: round #54445a; background: #2a202c; }
    .card.-chosen { border: heavy #f2bd5c; background: #4a3c14; }
    #log { height: 1fr; }
    .line { height: 1; color: #bfaebb; }
    .entry { width: 58; height: 1; background: #1a141c; }
    .entry.-chosen { background: #2a202c; text-style: bold; color: #f2bd5c; }
    """
    BINDINGS = [
        ("left", "step(-1)", "left"),
        ("right", "step(1)", "right"),
        ("up", "step(-1)", "up"),
        ("down", "step(1)", "down"),
        ("enter", "play", "play"),
        ("ctrl+c", "quit", "leave"),
    ]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, opening: str = "title", driver_class: type[Driver] | None = None) -> None:
        super().__init__(driver_class=driver_class)
        self.opening = opening
        self.at = self.turn = 0

    def compose(self) -> ComposeResult:
        if self.opening == "title":
            yield Static("B L O O D   F A N G", id="status")
            for number, name in enumerate(ENTRIES):
                yield Static(name, classes="entry -chosen" if not number else "entry")
        else:
            yield from self._table()
        yield Footer()

    def _table(self) -> ComposeResult:
        yield Static("Turn 1 of 30: you are to play", id="status")
        for lane in range(LANES):
            with Horizontal(classes="lane"):
                yield Static("0", classes="total")
                for tile in range(TILES):
                    side = "-mine" if tile == 0 else "-theirs" if tile == TILES - 1 else ""
                    yield Static(f"{'abc'[lane]}{tile + 1}\n●", classes=f"tile {side}")
                yield Static("0", classes="total")
        with Horizontal(id="hand"):
            for card in range(CARDS):
                yield Static(f"{card + 1} ▪▪ 3\nBone Warden", classes="card -chosen" if not card else "card")
        with Vertical(id="log"):
            for _ in range(LINES):
                yield Static("", classes="line")

    def action_step(self, step: int) -> None:
        """Choose another card or entry."""
        among = list(self.query(".card, .entry").results(Static))
        among[self.at].remove_class("-chosen")
        self.at = (self.at + step) % len(among)
        among[self.at].add_class("-chosen")

    def action_play(self) -> None:
        """What a play does to the screen: six tiles, the totals, a line of the story."""
        self.turn += 1
        tiles = list(self.query(".tile").results(Static))
        for number in range(6):
            tile = tiles[(self.turn * 4 + number) % len(tiles)]
            tile.update(f"Bone Warden\n{self.turn}")
            tile.set_class(self.turn % 2 == 0, "-mine")
        for total in self.query(".total").results(Static):
            total.update(str(self.turn))
        lines = list(self.query(".line").results(Static))
        lines[self.turn % len(lines)].update(f"You played Bone Warden to b{self.turn % TILES + 1}.")
        self.query_one("#status", Static).update(f"Turn {self.turn + 1} of 30: you are to play")


def make(opening: str, driver_class: type[Driver]) -> App[Any]:
    """A yardstick that opens with a title or a match."""
    return Yardstick(opening, driver_class)


if __name__ == "__main__":
    Yardstick().run()
