"""The match: a player at the board."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from time import monotonic
from typing import Any

from textual import events

from bloodfang.journal import JournalTrouble
from bloodfang.match import Refused, Update
from bloodfang.observing import Observation, observed
from bloodfang.preview import Preview, preview
from bloodfang.table import Table
from bloodfang_engine.contract import Seat
from bloodfang_engine.errors import IllegalAction
from bloodfang_engine.fang import PASS, Action, Mulligan, Play, View
from bloodfang_tui.panes.table import Showing, draw_table
from bloodfang_tui.pointing import Pointing, tiles_for
from bloodfang_tui.scene import About
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.scenes.following import Following
from bloodfang_tui.sheet import Sheet

PACE = 0.6
"""Seconds that a bot takes at least, so that a person sees what it does."""
COVERED = 0.4
"""Seconds that a curtain which has fallen stays down at least: a key struck twice was not meant to lift it."""


class MatchScene(Following):
    """A match as one seat of this table sees it. Where two people share the keyboard, a curtain falls between turns."""

    CONTEXT = "match"
    LEAVING = "If you leave, nothing is lost: the title offers to continue."

    def __init__(self, table: Table) -> None:
        self.seat = next((seat for seat in table.match.to_act if seat in table.people), table.people[0])
        super().__init__(table)
        self.curtain = len(table.people) > 1
        """Nobody's hand is shown until the next player says so."""
        self._fell = 0.0
        """When the curtain fell."""
        self.pointing = Pointing().settled(self.view).ready(self.view, self.update.legal)
        self.marked: frozenset[int] = frozenset()
        """The cards to be given back in the mulligan."""
        self.shows_story = not self.update.legal
        self._acted = -1
        """The version at which this player did something: a key struck twice does it once."""
        self._previews: dict[Play, Preview] = {}

    # what it knows

    @property
    def viewer(self) -> Seat:
        return self.seat

    @property
    def near(self) -> Seat:
        return self.seat

    @property
    def my_turn(self) -> bool:
        return bool(self.update.legal) and not self.curtain

    @property
    def chosen(self) -> Play | None:
        """The card and the tile that are pointed at, legal or not; None while no tile is being chosen."""
        card = self.pointing.card(self.view)
        return Play(card, self.pointing.tile) if card and self.pointing.on_board and self.my_turn else None

    @property
    def preview(self) -> Preview | None:
        """What the chosen play would do; None if there is none, or it is not legal."""
        play = self.chosen
        if play is None or play not in self.update.legal:
            return None
        if play not in self._previews:
            self._previews[play] = preview(self.table.rules, self.view, play)
        return self._previews[play]

    def why_not(self, play: Play) -> str:
        """Why a play would be refused; nothing if it would not."""
        imagined = self.table.rules.imagine(self.view, 0)
        reason = self.table.rules.why_not(imagined, self.seat, play)
        return reason.sentence if reason else ""

    # following the match

    def on_mount(self) -> None:
        super().on_mount()
        self._seat_bots()

    def _seat_bots(self) -> None:
        for bot in self.table.bots(0.0 if self.game.still else PACE, self.game.thinkers):
            self.beside(partial(self._play_bot, bot), "bots")

    async def _play_bot(self, bot: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Let a bot play. What it does and cannot be written is told; it tries again after the next act or undo."""
        while True:
            try:
                return await bot()
            except JournalTrouble as trouble:
                self._refused(trouble)
            watcher = self.table.match.join(None)
            now = watcher.latest.version
            try:
                async for update in watcher.updates():
                    if update.version > now:
                        break
            finally:
                self.table.match.leave(watcher)

    def _told(self, update: Update[Action, View]) -> None:
        before = self.update
        super()._told(update)
        self._previews.clear()
        self.pointing = self.pointing.settled(update.view)
        if update.version != before.version:
            self.pointing = self.pointing.ready(update.view, update.legal)
        if not update.view.mulligan:
            self.marked = frozenset()
        if update.view.mulligan or update.legal != before.legal:
            self.shows_story = not update.legal
        others = [seat for seat in update.view.to_act if seat is not self.seat and seat in self.table.people]
        if others and not update.legal and not update.outcome:
            self.curtain, self._fell = True, monotonic()
        elif self.curtain and update.legal and not before.legal:
            self.curtain = False  # taken back before the keyboard changed hands

    # painting

    def paint(self, sheet: Sheet) -> None:
        draw_table(sheet, self._showing())
        self.paint_bar(sheet)

    def paint_notice(self, sheet: Sheet) -> None:
        """It is part of the table."""

    def _showing(self, **beside: Any) -> Showing:
        """All there is to show; others know of something beside it."""
        play = self.chosen
        seen = self.preview
        wrong = self.why_not(play) if play and not seen else ""
        return Showing(
            catalog=self.table.catalog,
            view=self.view,
            near=self.seat,
            places=self.places,
            outcome=self.update.outcome,
            last=self.update.last,
            legal=() if self.curtain else self.update.legal,
            pointing=self.pointing,
            marked=self.marked,
            preview=seen,
            wrong=wrong,
            notice=self.notice,
            story=self.story,
            newest=self.newest,
            shows_story=self.shows_story,
            flash=self.flash,
            curtain=self.curtain,
            shared=len(self.table.people) > 1,
            teller=self.teller,
            choose=self.key_of("app.choose"),
            **beside,
        )

    def hints(self) -> Iterable[str | tuple[str, str]]:
        """The most needed first: a narrow bar ends early, and with a mouse alone one must still get away."""
        leave, undo = ("app.back", "leave"), ["match.undo"] if self.table.match.takebacks else []
        if self.curtain:
            return [("app.choose", "show my hand"), *([] if self.update.legal else undo), leave]
        if self.update.outcome:
            return [("app.choose", "result"), *undo, "match.inspect", leave, "app.help"]
        if not self.my_turn:
            return ["match.inspect", "match.story", "match.look", *undo, leave, "app.help"]
        if self.view.mulligan:
            mark, ready = ("app.mark", "give back or keep"), ("app.choose", "ready")
            return [mark, ready, leave, "match.look", "app.help", ("app.left", "card")]
        common = ["match.pass", *undo, "match.inspect"]
        coach = [] if self.why_no_coach() else ["match.coach"]
        rest = [*coach, "match.look", "app.help", "match.story", "match.concede"]
        if self.pointing.on_board:
            return [("app.choose", "play"), ("app.next", "next tile"), ("app.back", "cards"), *common, *rest]
        return [("app.choose", "choose"), *common, leave, *rest, ("app.left", "card")]

    # commands

    def do_left(self) -> None:
        self._step(-1, 0)

    def do_right(self) -> None:
        self._step(1, 0)

    def do_up(self) -> None:
        if self.pointing.on_board or self.view.mulligan or not self.my_turn:
            self._step(0, -1)
        else:
            self.do_choose()

    def do_down(self) -> None:
        self._step(0, 1)

    def _step(self, across: int, down: int) -> None:
        hand = self.view.hand or ()
        if self.curtain:
            return
        if self.pointing.on_board:
            self.pointing = self.pointing.moved(self.view, across, down, self.seat)
        elif hand and across:
            self.pointing = Pointing((self.pointing.at + across) % len(hand), self.pointing.tile)
            self.shows_story = False

    def do_next(self, step: int = 1) -> None:
        if self.pointing.on_board:
            self.pointing = self.pointing.next_tile(self.view, self.update.legal, step)
        elif self.my_turn and not self.view.mulligan:
            self.pointing = self.pointing.next_card(self.view, self.update.legal, step)
            self.shows_story = False

    def do_previous(self) -> None:
        self.do_next(-1)

    def do_card(self, number: int | str) -> None:
        place = int(number) - 1
        if self.curtain or not 0 <= place < len(self.view.hand or ()):
            return
        again = self.pointing.at == place and self.pointing.on_board
        self.pointing = Pointing(place, self.pointing.tile)
        self.shows_story = False
        if self.view.mulligan:
            self.do_mark()
        elif self.my_turn and not again:
            self._to_board()

    def do_point(self, number: str) -> None:
        """Only point at a card, such as one that there was no room for."""
        if not self.curtain:
            self.pointing = Pointing(int(number) - 1, self.pointing.tile)
            self.shows_story = False

    def do_mark(self) -> None:
        if not (self.my_turn and self.view.mulligan):
            return self.do_look()
        self.marked ^= {self.pointing.at}
        return None

    def do_choose(self, tile: str = "") -> None:
        if self.curtain:
            self._raise_curtain()
        elif self.update.outcome and not tile:
            self._show_result()
        elif not self.my_turn:
            self._look_at(tile)
        elif self.view.mulligan:
            if not tile:
                self._submit(Mulligan(tuple(place + 1 for place in sorted(self.marked))))
        elif tile and (tile != self.pointing.tile or not self.pointing.on_board):
            self.pointing = Pointing(self.pointing.at, tile, True)
        elif self.pointing.on_board:
            self._play()
        else:
            self._to_board()

    def on_click(self, event: events.Click) -> None:
        """The second of two quick clicks was meant for the turn that is over."""
        if event.chain > 1 and not self.my_turn:
            event.prevent_default()

    def hovered(self, command: str, about: str) -> None:
        """The mouse leads the cursor over the board, once a card was chosen."""
        if command == "app.choose" and about and self.pointing.on_board and about != self.pointing.tile:
            self.pointing = Pointing(self.pointing.at, about, True)
            self.repaint()

    def _look_at(self, tile: str) -> None:
        if tile and (piece := self.view.tile(tile).piece):
            self._show_face(piece.card)

    def _to_board(self) -> None:
        card = self.pointing.card(self.view)
        if tiles_for(card, self.update.legal):
            self.pointing = self.pointing.towards(self.view, self.update.legal)
            self.shows_story = False
        elif card:
            self.notice = self._nowhere(card)

    def _nowhere(self, card: str) -> str:
        made = self.table.catalog.cards[card]
        if made.replaces:
            return "It replaces one of your own cards, and none of yours is on the board (R49)."
        return f"No empty tile of yours has {made.rank} pawn{'s' if made.rank > 1 else ''} for it (R12)."

    def _play(self) -> None:
        play = self.chosen
        if play and play in self.update.legal:
            self._submit(play)
        elif play:
            self.notice = f"Not there: {self.why_not(play)}."

    def do_pass(self) -> None:
        if not self.my_turn or self.view.mulligan:
            return
        if len(self.update.legal) == 1 or not self.game.home.settings.confirm_pass:
            self._submit(PASS)
            return
        last = "Your rival has passed: if you pass too, the match ends. " if self.view.passes else ""
        ask = Ask("Pass?", f"{last}You could still play a card.", ["Go on playing", "Pass this turn"])
        self.app.push_screen(ask, lambda answer: self._submit(PASS) if answer == 1 and self.my_turn else None)

    def do_undo(self) -> None:
        foreign = self.curtain and self.update.legal  # whoever looks now may be the other
        if foreign or not self.table.match.can_take_back(self.seat):
            self.notice = "There is nothing to take back."
            return
        self._work(self._take_back)

    def do_concede(self) -> None:
        if self.curtain or self.update.outcome:
            return
        ask = Ask("Give up?", "The match ends, and your rival wins it.", ["Go on playing", "Give up"])
        self.app.push_screen(ask, lambda answer: self._concede() if answer == 1 else None)

    def do_inspect(self) -> None:
        if self.curtain:
            return
        from bloodfang_tui.scenes.inspector import InspectorScene

        if seen := self.preview:
            self.app.push_screen(InspectorScene.of_preview(self.table.catalog, seen, self.teller))
        elif scene := InspectorScene.of_last(self.table, self.seat, self.teller):
            self.app.push_screen(scene)
        else:
            self.notice = "Nothing has happened on the board yet."

    def why_no_coach(self) -> str:
        """Why the coach may not be asked here; nothing if it may."""
        silent = self.game.home.settings.coach == "silent"
        return "The coach is silent; the settings can change that." if silent else ""

    def do_coach(self) -> None:
        """One nudge, or all the coach has to say: as the player has chosen."""
        if why := self.why_no_coach():
            self.notice = why
        elif not self.my_turn:
            self.notice = "The coach speaks when it is your turn."
        elif self.game.home.settings.coach == "hint":
            self.notice = "The coach looks at the board..."
            self.beside(self._nudge, "coach", exclusive=True)
        else:
            from bloodfang_tui.scenes.coach import CoachScene

            self.app.push_screen(CoachScene(self.table.catalog, self._known(), self.update.legal), self._advised)

    def _known(self) -> Observation:
        return observed(self.view, self.table.match.history(self.seat))

    def _advised(self, act: Action | None) -> None:
        """Point at what the coach would do; whether it is done is the player's choice."""
        if isinstance(act, Play) and act in self.update.legal and act.card in (self.view.hand or ()):
            self.pointing = Pointing((self.view.hand or ()).index(act.card), act.tile, True)
            self.shows_story = False
            self.repaint()

    async def _nudge(self) -> None:
        from bloodfang.coach import nudge
        from bloodfang.coach.asking import NoAdvice

        version = self.update.version
        try:
            best = (await self.game.coach.advise(self._known(), self.update.legal))[0]
        except NoAdvice as why:
            self.say(str(why))
            return
        if version == self.update.version and self.my_turn:
            self.say(nudge(best.act, best.reasons, self.table.catalog.name_of))

    def do_look(self) -> None:
        """The whole face of the card pointed at: on the tile, if one stands there, else in the hand."""
        if self.curtain:
            return
        piece = self.view.tile(self.pointing.tile).piece if self.pointing.on_board else None
        if card := piece.card if piece else self.pointing.card(self.view):
            self._show_face(card)

    def do_story(self) -> None:
        if not self.curtain:
            self.shows_story = not self.shows_story

    def do_back(self) -> None:
        if self.pointing.on_board:
            self.pointing = Pointing(self.pointing.at, self.pointing.tile)
            return
        if self.update.outcome:
            self.dismiss(None)
            return
        answers = ["Go on playing", "Leave"]
        if not self.curtain:  # else nobody knows who is asking
            answers.append("Give up the match")
        self.app.push_screen(Ask("Leave the table?", self.LEAVING, answers), self._left)

    def _left(self, answer: int | None) -> None:
        if answer == 1:
            self.dismiss(None)
        elif answer == 2:
            self._concede()

    def _raise_curtain(self) -> None:
        """The next player looks now: only from here on is a hand of theirs drawn."""
        if monotonic() - self._fell < COVERED:
            return
        waiting = [seat for seat in self.view.to_act if seat in self.table.people]
        self.curtain = False
        if waiting and self.seat not in waiting:
            self.seat = waiting[0]
        self.update = self.table.match.latest(self.seat)
        self.pointing = Pointing().settled(self.view).ready(self.view, self.update.legal)
        self.marked = frozenset()
        self.shows_story = False
        self._previews.clear()
        self._tell_all()
        self._follow_match()

    def _show_result(self) -> None:
        from bloodfang_tui.scenes.result import ResultScene

        self.app.switch_screen(ResultScene(self.table, self.seat))

    # acts: what is refused is told, and nothing has happened

    def _submit(self, action: Action) -> None:
        if self._acted == self.update.version:
            return
        self._acted = self.update.version
        self._work(self._act, action)

    async def _act(self, action: Action) -> None:
        seen = None if isinstance(action, Mulligan) else self._acted  # both mulligan at once, and neither has to look
        await self.table.match.submit(self.seat, action, seen)

    def _concede(self) -> None:
        self._work(self.table.match.concede, self.seat)

    async def _take_back(self) -> None:
        await self.table.match.take_back(self.seat)

    def _work(self, act: Callable[About, Coroutine[Any, Any, None]], *about: About.args, **named: About.kwargs) -> None:
        self.beside(partial(self._done, partial(act, *about, **named)), "acts")

    async def _done(self, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await act()
        except (IllegalAction, Refused, JournalTrouble) as refused:
            self._refused(refused)

    def _refused(self, why: IllegalAction | Refused | JournalTrouble) -> None:
        self._acted = -1
        told = f"that cannot be done: {why.reason.sentence}" if isinstance(why, IllegalAction) else str(why)
        self.say(f"{told[:1].upper()}{told[1:]}.")
