"""The result: who won, lane by lane, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bloodfang.counting import UNCOUNTED
from bloodfang.fitting import cut
from bloodfang.journal import Place
from bloodfang.keeping import NotKept
from bloodfang.table import Table
from bloodfang.wording import ENDINGS
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import Lane
from bloodfang_tui.panes.box import box, heading
from bloodfang_tui.panes.lanes import digits
from bloodfang_tui.scene import Scene
from bloodfang_tui.sheet import Area, Sheet

LANES = ("Top lane", "Middle lane", "Bottom lane")


class ResultScene(Scene[None]):
    """The account of a match that is over."""

    CONTEXT = "result"
    BACK = "title"
    """What lies behind it."""

    def __init__(self, table: Table, seat: Seat) -> None:
        super().__init__()
        self.table = table
        self.seat = seat
        self.update = table.match.latest(seat)
        """How it ended, even if somebody takes that back this very moment."""
        self.saved = False

    @property
    def places(self) -> tuple[Place, Place]:
        """Who sat where."""
        return self.table.match.places

    def paint(self, sheet: Sheet) -> None:
        outcome, account = self.update.outcome, self.update.view.account
        assert outcome
        names = [place.name for place in self.places]
        near, far = self.seat, self.seat.rival
        body = heading(sheet, "The match is over", ENDINGS.get(outcome.reason, outcome.reason))
        won = outcome.winner
        shared = len(self.table.people) > 1
        text = "A DRAW" if won is None else "YOU WIN" if won is near and not shared else f"{names[won].upper()} WINS"
        text = "CALLED OFF" if outcome.reason == UNCOUNTED else text
        side = "text" if won is None else "mine" if won is near else "theirs"
        y = body.y + (1 if body.height > 20 else 0)
        sheet.middle(body, y, text, f"{side} bold")
        y = self._score(sheet, Area(body.x, y + 1 + (body.height > 20), body.width, 3), outcome.score, won)
        columns = min(74, body.width - 4)
        left = (body.width - columns) // 2
        inner = box(sheet, Area(left, y + 1, columns, len(account.lanes) + 6), "Lane by lane")
        at = (inner.x + 1, inner.x + 18, inner.x + 18 + (columns - 22) // 2)
        for x, name in zip(at, ("", names[near], names[far]), strict=True):
            sheet.put(x + 2, inner.y, name, "quiet on panel")
        for number, lane in enumerate(account.lanes):
            self._lane(sheet, inner.y + 1 + number, at, number, lane)
        row = inner.y + 1 + len(account.lanes)
        if any(account.extra):
            sheet.put(at[0], row, "Beside the lanes", "quiet on panel")
            for x, seat in zip(at[1:], (near, far), strict=True):
                sheet.put(x + 2, row, f"{account.extra[seat]:>2}", "text on panel")
        sheet.put(at[0], row + 1, "Points", "accent on panel bold")
        for x, seat in zip(at[1:], (near, far), strict=True):
            sheet.put(x + 2, row + 1, f"{outcome.score[seat]:>2}", "accent on panel bold")
        y = inner.bottom + 1
        for line, style in self.told():
            sheet.middle(body, y, cut(line, body.width - 2), style)
            y += 1
        self.paint_bar(sheet)

    def told(self) -> Iterable[tuple[str, str]]:
        """What there is to say below the account, and how it is painted."""
        if self.saved:
            yield "Kept among your replays.", "good"

    def _score(self, sheet: Sheet, area: Area, score: tuple[int, int], won: Seat | None) -> int:
        middle = area.x + area.width // 2
        near, far = self.seat, self.seat.rival
        shapes = sheet.look.signs.digits
        for row, (left, right) in enumerate(zip(digits(shapes, score[near]), digits(shapes, score[far]), strict=True)):
            sheet.right(middle - 2, area.y + row, left, "mine bold" if won is near else "faint")
            sheet.put(middle + 3, area.y + row, right, "theirs bold" if won is far else "faint")
        sheet.put(middle, area.y + 1, ":", "quiet")
        return area.bottom

    def _lane(self, sheet: Sheet, y: int, at: tuple[int, int, int], number: int, lane: Lane) -> None:
        """What each side has in a lane, and what it scores for it."""
        name = LANES[number] if number < len(LANES) else f"Lane {number + 1}"
        sheet.put(at[0], y, name, "text on panel")
        for x, seat in zip(at[1:], (self.seat, self.seat.rival), strict=True):
            wins = lane.winner is seat
            side = "mine" if seat is self.seat else "theirs"
            star = sheet.look.signs.star if wins else " "
            scored = f"scores {lane.points[seat]}" if lane.points[seat] else "nothing"
            parts = [
                f"+{lane.bonus[seat]} bonus" if lane.bonus[seat] else "",
                f"+{lane.taken} taken" if wins and lane.taken else "",
            ]
            why = f" ({', '.join(part for part in parts if part)})" if any(parts) else ""
            sheet.put(
                x,
                y,
                f"{star} {lane.sums[seat]:>2} {sheet.look.signs.arrow} {scored}{why}",
                f"{side if wins else 'quiet'} on panel",
            )

    def hints(self) -> Iterable[str | tuple[str, str]]:
        coach = ["result.coach"] if self.game.home.settings.coach == "full" else []
        return ("result.rematch", *coach, "result.save", "result.replay", ("app.back", self.BACK), "app.help")

    def do_rematch(self) -> None:
        """The same decks and luck of its own; whoever did not begin, begins."""
        from bloodfang_tui.scenes.play import begin

        setup = self.table.match.setup
        state = self.table.rules.start(setup).state
        began = Seat(state.mover)
        wanted = replace(self.table.wanted, seed=None, first="rival" if began is Seat.FIRST else "me")
        self.dismiss(None)
        self.app.call_later(begin, self.game, wanted)

    def do_save(self) -> None:
        if self.saved:
            return
        first, second = (place.name for place in self.places)
        try:
            self.game.home.records.save(self.table.match.record(), f"{first} against {second}")
        except (NotKept, OSError) as trouble:
            self.notice = f"The record could not be kept: {trouble}"
        else:
            self.saved = True

    def do_replay(self) -> None:
        from bloodfang_tui.scenes.replay import ReplayScene

        first, second = (place.name for place in self.places)
        self.app.push_screen(ReplayScene(self.table.match.record(), f"{first} against {second}"))

    def do_coach(self) -> None:
        """The costliest turns; from there into the replay."""
        if self.game.home.settings.coach != "full":
            self.notice = "After a match the coach speaks only if it may say everything; the settings can change that."
            return
        from bloodfang_tui.scenes.review import ReviewScene

        record = self.table.match.record()
        self.app.push_screen(ReviewScene(self.table.catalog, record, self.seat), self._look_at)

    def _look_at(self, moment: int | None) -> None:
        if moment is not None:
            from bloodfang_tui.scenes.replay import ReplayScene

            first, second = (place.name for place in self.places)
            title = f"{first} against {second}"
            self.app.push_screen(ReplayScene(self.table.match.record(), title, near=self.seat, at=moment))

    def do_choose(self) -> None:
        self.do_back()
