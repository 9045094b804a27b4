"""The ways that lead from the lobby: to tables, rooms and questions, and to all other scenes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bloodfang.accounts import Person
from bloodfang.terms import Terms
from bloodfang_tui.herald import Herald, bots
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.ask import Ask, TypeIn
from bloodfang_tui.scenes.placard import Placard
from bloodfang_tui.scenes.termsheet import TermsScene
from bloodfang_tui.wishes import Wishes, in_words


class Ways:
    """Each way opens something over the lobby's scene; what is chosen there becomes a wish."""

    def __init__(self, scene: Scene[None], wishes: Wishes, herald: Herald) -> None:
        self.scene = scene
        self.wishes = wishes
        self.herald = herald
        self.online = wishes.online

    # to a table

    def own(self) -> None:
        """To a match of one's own; if there are several, which?"""
        mine, me = self.online.visit.unfinished()[:9], self.online.person.id
        if len(mine) == 1:
            self._sit(mine[0].match_id)
            return
        names = [f"against {each.sitters[1 - (each.seat_of(me) or 0)].name}" for each in mine]
        ask = Ask("Which match?", "These go on, the one you saw last first.", names)
        if mine:
            self._ask(ask, lambda at: self._sit(mine[at].match_id))

    def _sit(self, match_id: str) -> None:
        self.wishes.do(self.herald.sit, match_id)

    def bot(self) -> None:
        """To a match against a bot: which?"""
        house = self.online.visit.lobby.hall.house
        ask = Ask("Which bot?", "It plays at once, and it counts for nothing but fun.", bots(house))
        self._ask(ask, lambda at: self.wishes.play_bot(house.bots[at].id))

    def watch(self, match_id: str) -> None:
        """To a match of others."""
        self.wishes.do(self._watch, match_id)

    async def _watch(self, match_id: str) -> None:
        from bloodfang_tui.scenes.watch import WatchScene

        chair = await self.online.visit.watch(match_id)
        await self.scene.app.push_screen(WatchScene(self.online, chair))

    def challenge(self, person: Person) -> None:
        """Ask somebody for a match; if that is done already, ask whether to take it back."""
        me = self.online.person.id
        asked = [each for each in self.online.visit.lobby.challenges.of(me) if each.to.id == person.id]
        if asked:
            ask = Ask("Ask no more?", f"{person.name} has not answered yet.", ["Wait on", "Ask no more"])
            self._ask(ask, lambda at: self.wishes.withdraw(asked[0].id) if at else None)
        else:
            self.wishes.challenge(person)

    def block(self, person: Person) -> None:
        """Have nothing to do with somebody, or meet them again."""
        blocked = person.id in self.wishes.blocked
        title, answer = ("Meet again?", "Unblock") if blocked else ("Block?", "Block")
        text = f"You and {person.name} {'can play each other again' if blocked else 'will not meet any more'}."
        ask = Ask(title, text, ["No", f"{answer} {person.name}"])
        self._ask(ask, lambda at: self.wishes.block(person, blocked=not blocked) if at else None)

    def terms(self) -> None:
        """On which terms?"""
        house = self.online.visit.lobby.hall.house
        scene = TermsScene(self.wishes.terms, house, may_be_rated=not self.online.person.guest)
        self.scene.app.push_screen(scene, self._agreed)

    def _agreed(self, terms: Terms | None) -> None:
        self.wishes.terms = terms or self.wishes.terms

    # rooms

    def room(self) -> None:
        """To one's own room if it is open; else open one, or join a friend's."""
        visit = self.online.visit
        if visit.lobby.rooms.of(visit.person.id):
            self._show_room()
            return
        ask = Ask("Private room", "Only who is told the code can come in.", ["Open one", "Join one by its code"])
        self._ask(ask, lambda at: self._type_code() if at else self._open_room())

    def _open_room(self) -> None:
        if self.wishes.open_room():
            self._show_room()

    def _show_room(self) -> None:
        visit = self.online.visit
        if room := visit.lobby.rooms.of(visit.person.id):
            below = [
                "They choose Private room, Join one by its code. Or they come straight here, by this server's name:",
                f"ssh -t SERVER join {room.code}",
                f"You play {in_words(room.terms)}; the match begins by itself.",
            ]
            placard = Placard("Your room is open", "Tell a friend this code:", room.code, ["Good", "Close it"], below)
            self._ask(placard, lambda at: visit.close_room() if at else None)

    def _type_code(self) -> None:
        self.scene.app.push_screen(TypeIn("Join a room", "The code that your friend has told you."), self.join)

    def join(self, code: str | None) -> None:
        """To the room of this code."""
        if code:
            self.wishes.join(code)

    # to other scenes

    def lesson(self) -> None:
        """To the first lesson: once, however often the key is pressed meanwhile."""
        from bloodfang_tui.scenes.lesson import begin_lesson

        if all(worker.is_finished for worker in self.scene.workers if worker.group == "lesson"):
            self.scene.beside(partial(begin_lesson, self.scene.game), "lesson")

    def decks(self) -> None:
        """To the decks."""
        from bloodfang_tui.scenes.decks import DecksScene

        self.scene.app.push_screen(DecksScene())

    def cards(self) -> None:
        """To all cards."""
        from bloodfang_tui.scenes.browser import BrowserScene

        self.scene.app.push_screen(BrowserScene())

    def replays(self) -> None:
        """To the matches that were kept."""
        from bloodfang_tui.scenes.replays import ReplaysScene

        self.scene.app.push_screen(ReplaysScene())

    def leaders(self) -> None:
        """To the strongest here."""
        from bloodfang_tui.scenes.leaders import LeadersScene

        self.scene.app.push_screen(LeadersScene(self.online))

    def settings(self) -> None:
        """To the settings."""
        from bloodfang_tui.scenes.settings import SettingsScene

        self.scene.app.push_screen(SettingsScene())

    def account(self) -> None:
        """To who the player is."""
        from bloodfang_tui.scenes.account import AccountScene

        self.scene.app.push_screen(AccountScene(self.online))

    def leave(self) -> None:
        """Away from here."""
        ask = Ask("Leave?", "Matches that go on stay yours, and wait for you here.", ["Stay", "Leave"])
        self._ask(ask, lambda at: self.scene.do_quit() if at else None)

    def _ask(self, ask: Ask, then: Callable[[int], None]) -> None:
        """Ask, and do something about the answer if there is one."""
        self.scene.app.push_screen(ask, lambda at: then(at) if at is not None else None)
