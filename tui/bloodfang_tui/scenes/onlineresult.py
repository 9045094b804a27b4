"""The result of a match between two terminals: the account, the ratings, and whether both want another."""

from __future__ import annotations

from collections.abc import Iterable

from bloodfang.chair import Chair
from bloodfang.journal import Place
from bloodfang_tui.online import FAILURES, Online, why
from bloodfang_tui.scenes.result import ResultScene


class OnlineResultScene(ResultScene):
    """As the local one; a rematch begins when both have asked for it, and the lobby takes both there."""

    BACK = "lobby"

    def __init__(self, online: Online, chair: Chair) -> None:
        assert chair.seat is not None
        self.chair = chair
        super().__init__(chair.table, chair.seat)
        self.online = online

    @property
    def places(self) -> tuple[Place, Place]:
        first, second = (Place(sitter.name, sitter.bot) for sitter in self.chair.live.sitters)
        return first, second

    def on_mount(self) -> None:
        self.chair.live.subscribe(self._heard_news)

    def on_unmount(self) -> None:
        self.chair.live.unsubscribe(self._heard_news)

    def _heard_news(self) -> None:
        self.call_later(self.repaint)

    def told(self) -> Iterable[tuple[str, str]]:
        status = self.chair.status
        rival, arrow = self.places[self.seat.rival].name, self.look.signs.arrow
        if status.ratings:
            mine, theirs = (status.ratings[seat] for seat in (self.seat, self.seat.rival))
            change = f" ({mine.after - mine.before:+})" if mine.after != mine.before else ""
            yield f"Your rating: {mine.before} {arrow} {mine.after}{change}", "accent bold"
            yield f"{rival}: {theirs.before} {arrow} {theirs.after}", "quiet"
        if status.next_match:
            yield "The next match has begun.", "accent"
        elif status.rematch[self.seat]:
            yield f"You would like another match; {rival} has not answered.", "quiet"
        elif status.away[self.seat.rival] is not None:
            yield f"{rival} has left the table.", "quiet"
        elif status.rematch[self.seat.rival]:
            yield f"{rival} would like another match: {self.key_of('result.rematch')} begins it.", "accent bold"
        yield from super().told()

    def do_rematch(self) -> None:
        self.beside(self._ask_again, "rematch")

    async def _ask_again(self) -> None:
        try:
            await self.chair.rematch()
        except FAILURES as failure:
            self.say(why(failure))
        self.repaint()
