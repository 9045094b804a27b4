"""The first lesson: a short match in which somebody explains what is going on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bloodfang.bots import LEVELS
from bloodfang.fitting import wrap
from bloodfang.journal import MemoryJournal, Place
from bloodfang.match import Match, Update
from bloodfang.opening import PlayAtOnce
from bloodfang.players import FangMatch
from bloodfang.table import Table
from bloodfang_engine.contract import OptionValue, Seat, Setup
from bloodfang_engine.fang import Action, BloodFang, View
from bloodfang_tui.panes.box import box
from bloodfang_tui.panes.places import places
from bloodfang_tui.panes.table import Showing
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.sheet import Area, Sheet

if TYPE_CHECKING:
    from bloodfang_tui.app import BloodFangApp

SEED = 31
TURNS = 12
DECKS = ("wide", "tall")


@dataclass(frozen=True, slots=True)
class Step:
    """Something to understand, until the player has done it. Keys stand in braces by their commands."""

    text: str
    done: Callable[[LessonScene], bool]


class LessonScene(MatchScene):
    """A match with advice beside it. Nobody is kept from doing something else: the advice follows."""

    LEAVING = "The lesson is short: when you come back, it begins anew."

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.step = 0

    @property
    def plays(self) -> int:
        """How many cards the learner has played."""
        return sum(seat is self.seat and text.startswith("play") for seat, text in self.table.match.record().acts)

    def advice(self) -> str:
        """What to do next, and why."""
        if self.update.outcome:
            return f"The last turn is over. {self.key_of('app.choose')} shows the account. Well played!"
        if not self.my_turn:
            return "Your rival is thinking. Watch the numbers at the sides: power in each lane, a star for who leads."
        text = STEPS[min(self.step, len(STEPS) - 1)].text
        for command in ("app.choose", "app.mark", "app.right", "app.left", "match.pass", "match.inspect", "app.next"):
            text = text.replace(f"{{{command}}}", self.key_of(command))
        return text

    def paint(self, sheet: Sheet) -> None:
        super().paint(sheet)
        area, lines = self._beside_the_table()
        inner = box(
            sheet, area, f"Lesson {min(self.step, len(STEPS) - 1) + 1} of {len(STEPS)}", edge="accent", heavy=True
        )
        for row, line in enumerate(lines[: inner.height]):
            sheet.put(inner.x, inner.y + row, line, "text on panel")

    def _showing(self, **beside: Any) -> Showing:
        where = places(*self.app.size)
        area, _ = self._beside_the_table()
        return super()._showing(beside=area.width if area.y == where.info.y else 0, **beside)

    def _beside_the_table(self) -> tuple[Area, list[str]]:
        """Where the advice stands, and its lines."""
        where = places(*self.app.size)
        note, story = where.note, where.story
        lines = wrap(self.advice(), (story or note).width - 2)
        if story and len(lines) <= story.height - 2:
            return story, lines
        top = story.y if story else where.info.y  # it is worth more than the note
        return Area(note.x, top, note.width, note.bottom - top), lines

    def action_do(self, command: str, about: str = "") -> None:
        super().action_do(command, about)
        self._learn()

    def _told(self, update: Update[Action, View]) -> None:
        super()._told(update)
        self._learn()

    def _learn(self) -> None:
        while self.step < len(STEPS) and STEPS[self.step].done(self):
            self.step += 1


STEPS = (
    Step(
        "This is your hand. Dots: how many pawns a card needs. Number: its power. "
        "{app.mark} marks a card to give back; {app.choose} starts.",
        lambda scene: not scene.view.mulligan,
    ),
    Step(
        "Win lanes: more power in a lane scores it. Bright cards can be played: "
        "pick one with {app.right} or its number, then {app.choose}.",
        lambda scene: scene.pointing.on_board or scene.plays > 0,
    ),
    Step(
        "Lit tiles are yours, with pawns enough. Move, and see what would happen before it does. {app.choose} plays.",
        lambda scene: scene.plays > 0,
    ),
    Step(
        "The little grid on a card is its reach: it puts pawns there, facing your rival. "
        "Play one that opens new tiles.",
        lambda scene: scene.plays > 1,
    ),
    Step(
        "Two pawns on a tile let a card with two dots in. Let reaches meet on one tile to stack up to three.",
        lambda scene: scene.plays > 2,
    ),
    Step(
        "A pawn that lands on a rival's tile takes it over. Cards shield the tile they stand on. Try to take ground.",
        lambda scene: scene.plays > 3,
    ),
    Step(
        "Squares in a reach are where a card's ability works. "
        "{match.inspect} shows a move wave by wave, before or after.",
        lambda scene: scene.plays > 4,
    ),
    Step(
        "Nothing to gain? {match.pass} passes. If both pass, the match ends. Points: the sum of each lane you lead.",
        lambda scene: False,
    ),
)  # fmt: skip


async def begin_lesson(app: BloodFangApp) -> None:
    """Begin the lesson: the same match for everybody, and kept by nobody."""
    app.home.change(tutorial_seen=True)
    catalog = app.home.catalog
    decks = tuple(catalog.decks[each] for each in DECKS)
    rules = BloodFang(catalog.cards)
    options: dict[str, OptionValue] = {"max_turns": TURNS, "first_player": "first"}
    setup = Setup(rules.name, (decks[0].cards, decks[1].cards), SEED, options, catalog.digest)
    seats = (Place(app.home.settings.name, "", decks[0].name), Place(LEVELS["easy"].name, "easy", decks[1].name))
    match: FangMatch = await Match.begin(rules, setup, MemoryJournal(), seats, takebacks=True)
    await app.push_screen(LessonScene(Table(catalog, match, PlayAtOnce(bot="easy", decks=decks), (Seat.FIRST,))))
