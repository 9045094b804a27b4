"""Following a match: how it stands, what happened, and the brief motion of what happens now."""

from __future__ import annotations

from textual.timer import Timer

from bloodfang.journal import Place
from bloodfang.match import Update
from bloodfang.table import Table
from bloodfang.wording import Teller
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Action, View
from bloodfang_engine.record import OUTSIDE
from bloodfang_tui import motion
from bloodfang_tui.scene import Scene


class Following(Scene[None]):
    """A scene that shows a match while it goes on: as one seat sees it, or as a spectator does."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.update: Update[Action, View] = table.match.latest(self.viewer)
        self.story: list[str] = []
        self.newest = ""
        """The end of the story in one line."""
        self.flash: motion.Moment = {}
        self._moments: list[motion.Moment] = []
        self._timer: Timer | None = None

    @property
    def viewer(self) -> Seat | None:
        """Whose eyes these are; None is a spectator."""
        raise NotImplementedError

    @property
    def near(self) -> Seat:
        """Whoever is shown on the left."""
        raise NotImplementedError

    @property
    def places(self) -> tuple[Place, Place]:
        """Who sits where."""
        return self.table.match.places

    @property
    def view(self) -> View:
        return self.update.view

    @property
    def teller(self) -> Teller:
        """Tells what happened to whoever looks."""
        first, second = (place.name for place in self.places)
        signs = self.look.signs
        return Teller(self.table.catalog.name_of, (first, second), self.viewer, self.near, (signs.mine, signs.theirs))

    # what happens

    def on_mount(self) -> None:
        self._tell_all()
        self._follow_match()

    def _follow_match(self) -> None:
        self.beside(self._follow, "follow", exclusive=True)

    async def _follow(self) -> None:
        watcher = self.table.match.join(self.viewer)
        try:
            async for update in watcher.updates():
                self._told(update)
        finally:
            self.table.match.leave(watcher)

    def _told(self, update: Update[Action, View]) -> None:
        """Something has happened, or the match is looked at for the first time."""
        before, self.update = self.update, update
        if update.version == before.version + 1 and update.last:
            self.story += self.teller.story(update.events)
            self.newest = self.teller.headline(update.events)
            self._move(motion.moments(update.events, self.game.home.settings.motion))
            self._tell_end()
        elif update.version != before.version:
            self._tell_all()
        self.repaint()

    def _tell_all(self) -> None:
        past, teller = self.table.match.history(self.viewer), self.teller
        self.story = [line for events in past for line in teller.story(events)]
        self.newest = next((line for events in reversed(past) if (line := teller.headline(events))), "")
        self._tell_end()

    def _tell_end(self) -> None:
        """An end that the rules do not know is no event of theirs."""
        if self.update.outcome and self.update.outcome.reason in OUTSIDE:
            self._tell(self.teller.ending(self.update.outcome))

    def _tell(self, line: str) -> None:
        """Something that is no event of the rules."""
        self.story.append(line)
        self.newest = line

    # motion

    def _move(self, moments: list[motion.Moment]) -> None:
        self._still()
        self._moments = moments
        if moments:
            self._timer = self.set_interval(motion.MOMENT, self._next_moment)
            self._next_moment()

    def _next_moment(self) -> None:
        if self._moments:
            self.flash = self._moments.pop(0)
            self.repaint()
        else:
            self._still()

    def _still(self) -> None:
        """No motion any more: whatever was left of it is over."""
        if self._timer:
            self._timer.stop()
            self._timer = None
        if self.flash:
            self.flash = {}
            self.repaint()
        self._moments = []

    # what anybody who looks can do

    def action_do(self, command: str, about: str = "") -> None:
        self._still()
        super().action_do(command, about)

    def _show_face(self, card: str) -> None:
        from bloodfang_tui.scenes.face import FaceScene

        self.app.push_screen(FaceScene(self.table.catalog, card))
