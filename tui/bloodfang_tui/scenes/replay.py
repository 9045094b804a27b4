"""A replay: a match gone through act by act, with both hands open."""

from __future__ import annotations

from collections.abc import Iterable

from textual.timer import Timer

from bloodfang.archive import UNKNOWN_SET, names_in
from bloodfang.film import Film
from bloodfang.wording import Teller
from bloodfang_engine.contract import Seat
from bloodfang_engine.errors import BadRecord
from bloodfang_engine.record import Record
from bloodfang_tui.field import Field
from bloodfang_tui.panes.box import heading
from bloodfang_tui.panes.film import Still, draw_still
from bloodfang_tui.panes.fitted import shown, wrapped
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.ask import paint_field
from bloodfang_tui.sheet import Area, Sheet

SPEEDS = (3.0, 2.0, 1.2, 0.7, 0.4, 0.2)
"""Seconds for an act, while the match plays on by itself."""
FAR = 5
"""So many turns are a page."""


class ReplayScene(Scene[None]):
    """A match to be stepped through. A record that cannot be played again is a sentence on the screen."""

    CONTEXT = "replay"

    def __init__(
        self, record: Record, title: str, *, names: tuple[str, str] | None = None, near: Seat = Seat.FIRST, at: int = 0
    ) -> None:
        super().__init__()
        self.record = record
        self.heading = title
        self.names = names or names_in(title)
        self.near = near
        """Whose side is on the left."""
        self.film: Film | None = None
        self.problem = ""
        """Why there is nothing to see."""
        self.at = at
        self.speed = 2
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        catalog = self.game.home.library.by_digest(self.record.setup.cards)
        if catalog is None:
            self.problem = f"{UNKNOWN_SET}."
            return
        try:
            self.film = Film(catalog, self.record)
            self.at = min(self.at, self.film.last)
        except BadRecord as wrong:
            self.problem = f"This record does not fit the rules: {wrong}."

    @property
    def playing(self) -> bool:
        """The match goes on by itself."""
        return self._timer is not None

    @property
    def teller(self) -> Teller:
        """Tells what happened, to a spectator."""
        signs = self.look.signs
        name_of = self.film.catalog.name_of if self.film else str
        return Teller(name_of, self.names, None, self.near, (signs.mine, signs.theirs))

    # what it looks like

    def paint(self, sheet: Sheet) -> None:
        film = self.film
        area = heading(sheet, shown(sheet.look, self.heading), self._where() if film else "")
        if film:
            speed = f"{SPEEDS[self.speed]:g} s" if self.playing else ""
            draw_still(sheet, Still(film, self.at, self.teller, speed))
        else:
            for row, line in enumerate(wrapped(sheet.look, self.problem, area.width - 6, area.height - 4)):
                sheet.put(3, area.y + 2 + row, line, "bad")
        self.paint_bar(sheet)
        if self.field is not None and film:
            below = Area(0, sheet.area.height - 2, sheet.area.width, 1)
            sheet.fill(below, "text on raised")
            x = sheet.put(1, below.y, f"Go to turn, 0 to {film.turns[-1]}:", "accent on raised bold")
            paint_field(sheet, Area(x, below.y, below.width - x - 1, 1), self.field)

    def _where(self) -> str:
        assert self.film is not None
        score = self.film.scores[self.at]
        turn = f"turn {self.film.turns[self.at]} of {self.film.turns[-1]}"
        small = self.app.size.height < 22  # no room for a row with the score
        return f"{score[self.near]}:{score[self.near.rival]}, {turn}" if small else turn

    def hints(self) -> Iterable[str | tuple[str, str]]:
        if self.film is None:
            return ("app.back",)
        if self.field is not None:
            return (("app.choose", "go"), ("app.back", "never mind"))
        play = ("app.mark", "stop" if self.playing else "play")
        speed = ("replay.slower", "replay.faster") if self.playing else ()
        return (
            ("app.left", "back"), ("app.right", "on"), play, *speed, ("app.back", "leave"), "replay.inspect",
            "replay.coach", "replay.jump", ("app.next", "turn the table"), ("app.first", "start"), ("app.last", "end"),
            "app.help",
        )  # fmt: skip

    # going through the match; whoever steps has taken over from the timer

    def do_left(self) -> None:
        self._go(self.at - 1)

    def do_right(self) -> None:
        self._go(self.at + 1)

    def do_up(self) -> None:
        self._turns(-1)

    def do_down(self) -> None:
        self._turns(1)

    def do_page_up(self) -> None:
        self._turns(-FAR)

    def do_page_down(self) -> None:
        self._turns(FAR)

    def do_first(self) -> None:
        self._go(0)

    def do_last(self) -> None:
        self._go(self.film.last if self.film else 0)

    def do_moment(self, number: str) -> None:
        """To a moment that was clicked."""
        self._go(int(number))

    def do_jump(self) -> None:
        self._stop()
        if self.film:
            self.field = Field.of("", most=6)

    def entered(self, text: str) -> None:
        self.field = None
        if self.film is None or not text.strip():
            return
        if text.strip().isascii() and text.strip().isdigit():
            self._go(self.film.at_turn(int(text)))
        else:
            self.say(f"A turn is a number from 0 to {self.film.turns[-1]}.")

    def do_choose(self) -> None:
        if self.field is not None:
            self.entered(self.field.text)
        else:
            self.do_right()

    def do_back(self) -> None:
        if self.field is not None:
            self.field = None
        else:
            self.dismiss(None)

    def _turns(self, count: int) -> None:
        if self.film:
            at = self.at
            for _ in range(abs(count)):
                at = self.film.turn_after(at) if count > 0 else self.film.turn_before(at)
            self._go(at)

    def _go(self, at: int) -> None:
        self._stop()
        if self.film:
            self.at = max(0, min(self.film.last, at))

    # looking

    def do_next(self) -> None:
        """Turn the table: the other side is on the left."""
        self.near = self.near.rival

    def do_inspect(self) -> None:
        self._stop()
        film = self.film
        if film is None:
            return
        from bloodfang_tui.scenes.inspector import InspectorScene

        before, title = film.view(max(0, self.at - 1)), f"What turn {film.turns[self.at]} did"
        scene = InspectorScene(film.catalog, before, film.events(self.at), self.teller, title)
        if self.at and scene.moments:
            self.app.push_screen(scene)
        else:
            self.say("Nothing happened on the board here.")

    def do_coach(self) -> None:
        """What was best for whoever acts next, with what that seat knew then."""
        self._stop()
        film = self.film
        if film is None:
            return
        if self.game.home.settings.coach == "silent":
            self.say("The coach is silent; the settings can change that.")
            return
        if self.at == film.last:
            self.say("The match is over here; a step back there is something to decide.")
            return
        from bloodfang_tui.scenes.coach import CoachScene

        seat, known, legal = film.decision(self.at)
        self.app.push_screen(CoachScene(film.catalog, known, legal, f"The coach, for {self.names[seat]}"))

    # playing on by itself

    def do_mark(self) -> None:
        """Play on, or stop; at the end, from the beginning."""
        if self.film is None:
            return
        if self.playing:
            self._stop()
            return
        if self.at == self.film.last:
            self.at = 0
        self._start()

    def do_faster(self) -> None:
        self._change_speed(1)

    def do_slower(self) -> None:
        self._change_speed(-1)

    def _change_speed(self, step: int) -> None:
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + step))
        if self.playing:
            self._stop()
            self._start()
        else:
            self.say(f"It will play on at {SPEEDS[self.speed]:g} seconds an act.")

    def _start(self) -> None:
        self._timer = self.set_interval(SPEEDS[self.speed], self._play_on)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _play_on(self) -> None:
        if self.film is None or self.at >= self.film.last:
            self._stop()
        else:
            self.at += 1
            if self.at == self.film.last:
                self._stop()
        self.repaint()

    def on_screen_suspend(self) -> None:
        self._stop()

    def on_unmount(self) -> None:
        self._stop()
