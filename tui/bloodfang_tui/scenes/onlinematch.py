"""A match between two terminals: the board with clocks, and with somebody at its other end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bloodfang.chair import Chair
from bloodfang.house import EMOTES
from bloodfang.journal import JournalTrouble
from bloodfang.match import Update
from bloodfang.refusals import Refused
from bloodfang.status import Status
from bloodfang_engine.errors import IllegalAction
from bloodfang_engine.fang import Action, View
from bloodfang_tui.online import Online, why
from bloodfang_tui.panes.table import Showing
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.ask import Ask, TypeIn
from bloodfang_tui.scenes.attending import Attending
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.sheet import Sheet
from bloodfang_tui.sidelines import beside_the_board


class OnlineMatchScene(Attending, MatchScene):
    """A player's own match on a server. Whatever is done here is done through the player's chair."""

    LEAVING = (
        "Your seat stays yours, and the lobby takes you back to it. But a clock goes on, and nobody waits for ever."
    )

    def __init__(self, online: Online, chair: Chair) -> None:
        assert chair.seat is not None
        super().__init__(online, chair)

    # following

    def _seat_bots(self) -> None:
        """They sit in the hall."""

    def _told(self, update: Update[Action, View]) -> None:
        """Whoever looks at something else meanwhile is told that it is their turn, or that it is over."""
        before = self.update
        super()._told(update)
        if self.is_attached and not self.is_active:
            if update.outcome and not before.outcome:
                self.game.say(self.teller.ending(update.outcome))
            elif update.legal and not before.legal:
                self.game.say("It is your turn.")

    # painting

    def _showing(self, **beside: Any) -> Showing:
        status = self.status
        return super()._showing(clocks=self.clocks(status), status=self._beside(status), **beside)

    def _beside(self, status: Status) -> str:
        if self.update.outcome:
            return ""
        name = self.places[self.seat.rival].name
        keys = (self.key_of("match.draw"), self.key_of("match.more"))
        if said := beside_the_board(status, self.seat, name, keys):
            return said
        visit = self.online.visit
        seeking = visit.lobby.seeks.of(visit.person.id) is not None
        return "The search for a rival goes on; when one comes, you are taken there." if seeking else ""

    def paint_notice(self, sheet: Sheet) -> None:
        """What is too long for the line beside the board stands above the bar."""
        if len(self.notice) > sheet.area.width - 6:
            Scene.paint_notice(self, sheet)

    def hints(self) -> Iterable[str | tuple[str, str]]:
        """As in any match; what else there is comes before what can also be found there."""
        if self.update.outcome:
            return [("app.choose", "result"), ("app.back", "leave"), "match.emote", "match.inspect", "app.help"]
        hints = [hint for hint in super().hints() if hint != "match.concede"]
        more: list[str | tuple[str, str]] = ["match.more", "match.emote"]
        if self.chair.live.seating.rated and self.my_turn:
            more.append(("match.coach", "coach off"))
        at = min(len(hints), 4)
        return [*hints[:at], *more, *hints[at:], "match.draw"]

    # commands

    def why_no_coach(self) -> str:
        """Rated matches are the players' own."""
        rated = self.chair.live.seating.rated and not self.update.outcome
        return "The coach is off in rated matches." if rated else super().why_no_coach()

    def do_draw(self) -> None:
        """Offer a draw, or answer the rival's offer; one key alone ends no match."""
        if self.status.draw_by is self.seat.rival:
            text = "Your rival offers a draw: if you take it, the match ends, and nobody has won."
            answers, deeds = ["Take the draw", "No draw"], [self._take_draw, self._decline_draw]
        else:
            text, answers, deeds = "If your rival takes it, nobody has won.", ["Offer a draw"], [self._take_draw]
        ask = Ask("A draw?", text, ["Go on playing", *answers])
        self.app.push_screen(ask, lambda answer: deeds[answer - 1]() if answer else None)

    def _take_draw(self) -> None:
        self._work(self.chair.offer_draw)

    def _decline_draw(self) -> None:
        self._try(self.chair.decline_draw)

    def do_emote(self) -> None:
        self.app.push_screen(Ask("Say", "Your rival sees it at once.", EMOTES), self._say_emote)

    def _say_emote(self, number: int | None) -> None:
        if number is not None:
            self._try(lambda: self.chair.emote(number))

    def do_talk(self) -> None:
        if not self.status.chat:
            self.notice = f"Free chat is off on this server; {self.key_of('match.emote')} has a list of things to say."
            return
        self.app.push_screen(TypeIn("Write", "Your rival sees it at once."), self._say)

    def _say(self, text: str | None) -> None:
        if text:
            self._try(lambda: self.chair.say(text))

    def do_more(self) -> None:
        """Whatever else can be done at this moment."""
        status = self.status
        deeds: list[tuple[str, Callable[[], None]]] = [("Go on playing", lambda: None)]
        if status.may_claim:
            deeds.append(("Claim the match: your rival is gone", lambda: self._work(self.chair.claim)))
        if status.draw_by is self.seat.rival:
            deeds += [("Take the draw", self._take_draw), ("No draw", self._decline_draw)]
        elif status.may_offer_draw:
            deeds.append(("Offer a draw", self._take_draw))
        if status.may_abort:
            deeds.append(("Call the match off: it will not count", lambda: self._work(self.chair.abort)))
        deeds.append(("Say something", self.do_emote))
        if status.chat:
            deeds.append(("Write something", self.do_talk))
        deeds.append(("Hear them again" if self.chair.muted else "Mute them", self._mute))
        if not self.update.outcome:
            deeds.append(("Give up", self.do_concede))
        ask = Ask("More", self._terms(status), [name for name, _ in deeds])
        self.app.push_screen(ask, lambda number: deeds[number][1]() if number is not None else None)

    def _terms(self, status: Status) -> str:
        clock = self.chair.live.terms.clock.name
        watched = f" {status.spectators} watch." if status.spectators else ""
        return f"{'Rated' if status.rated else 'Unrated'}, {clock.lower()}. Match {self.chair.live.id}.{watched}"

    def _mute(self) -> None:
        """What they said meanwhile stays unheard."""
        self.chair.muted = not self.chair.muted
        self._heard = max((line.number for line in self.status.lines), default=self._heard)
        self.say("You hear them again." if not self.chair.muted else "You do not hear what they say any more.")

    def _show_result(self) -> None:
        from bloodfang_tui.scenes.onlineresult import OnlineResultScene

        self.app.push_screen(OnlineResultScene(self.online, self.chair), self._seen_result)

    def _seen_result(self, _: None) -> None:
        """There is nothing more to see here."""
        self.dismiss(None)

    # acts

    async def _act(self, action: Action) -> None:
        await self.chair.submit(action, self._acted)

    def _concede(self) -> None:
        self._work(self.chair.concede)

    def _refused(self, refused: IllegalAction | Refused | JournalTrouble) -> None:
        super()._refused(refused)
        if isinstance(refused, JournalTrouble):
            self.say(why(refused))

    def _try(self, deed: Callable[[], None]) -> None:
        try:
            deed()
        except Refused as refused:
            self.say(why(refused))
