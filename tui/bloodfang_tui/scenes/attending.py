"""At a table of a server, as a player or as a spectator: the clocks, who is there, and what is said."""

from __future__ import annotations

from textual.timer import Timer

from bloodfang.chair import Chair
from bloodfang.journal import Place
from bloodfang.status import Status
from bloodfang_engine.contract import Seat
from bloodfang_tui.online import Online
from bloodfang_tui.panes.clocks import clock_text
from bloodfang_tui.scenes.following import Following


class Attending(Following):
    """A scene that follows a match through a chair of the hall, and gets up from it in the end."""

    def __init__(self, online: Online, chair: Chair) -> None:
        self.online = online
        self.chair = chair
        self._heard = 0
        """The number of the last line that was said and heard."""
        self._clock: Timer | None = None
        self._called = self.places
        super().__init__(chair.table)

    @property
    def status(self) -> Status:
        """Everything beside the board, now."""
        return self.chair.status

    @property
    def places(self) -> tuple[Place, Place]:
        """Under the names they have by now."""
        first, second = (Place(sitter.name, sitter.bot) for sitter in self.chair.live.sitters)
        return first, second

    def clocks(self, status: Status) -> tuple[str, str]:
        """What the clocks of both seats show; nothing where there is no clock."""
        face, pointer = status.clock, self.look.signs.pointer
        return (clock_text(face, Seat.FIRST, pointer), clock_text(face, Seat.SECOND, pointer)) if face else ("", "")

    def on_mount(self) -> None:
        super().on_mount()
        self.chair.live.subscribe(self._heard_news)
        self._status_changed()

    def on_unmount(self) -> None:
        self.chair.live.unsubscribe(self._heard_news)
        self.online.visit.rise(self.chair)

    def _heard_news(self) -> None:
        """Whoever told it may be in the middle of something of their own: look at it in our own time."""
        self.call_later(self._status_changed)

    def _status_changed(self) -> None:
        """Something beside the board is new. The time is looked at every second while it matters, and not otherwise."""
        if self.places != self._called:  # the story is told with the names they have now
            self._called = self.places
            self._tell_all()
        self._hear()
        if self._clock is None and self._time_matters:
            self._clock = self.set_interval(1.0, self._second)
        self.repaint()

    def _second(self) -> None:
        if self._clock and not self._time_matters:
            self._clock.stop()
            self._clock = None
        self.repaint()

    @property
    def _time_matters(self) -> bool:
        status = self.status
        runs = bool(status.clock and status.clock.running) or any(away is not None for away in status.away)
        return runs and not self.update.outcome

    def _tell_all(self) -> None:
        """What was said is told anew, too."""
        super()._tell_all()
        self._heard = 0
        self._hear()

    def _hear(self) -> None:
        for line in self.status.lines:
            if line.number > self._heard:
                self._heard = line.number
                self._tell(f"{self.teller.who(line.seat, 'say')}: {line.text}")
