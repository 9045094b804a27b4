"""News of a server, brought to its player whatever scene is in front: a seat, a challenge, a word to all."""

from __future__ import annotations

import asyncio

from bloodfang.house import House
from bloodfang.news import (
    Announced,
    BotOffered,
    Challenge,
    Challenged,
    ChallengeOver,
    LobbyChanged,
    News,
    Seated,
    SeekOver,
    SignedOut,
)
from bloodfang_tui.online import FAILURES, why
from bloodfang_tui.scene import Scene
from bloodfang_tui.scenes.ask import Over
from bloodfang_tui.scenes.match import MatchScene
from bloodfang_tui.scenes.onlinematch import OnlineMatchScene
from bloodfang_tui.scenes.placard import Knock
from bloodfang_tui.scenes.result import ResultScene
from bloodfang_tui.wishes import Wishes, in_words


class Herald:
    """Reads the news of one session as they come, and asks one question at a time."""

    def __init__(self, scene: Scene[None], wishes: Wishes) -> None:
        self.scene = scene
        self.wishes = wishes
        self.announced = ""
        """What whoever looks after the server has said last."""
        self._challenges: list[Challenge] = []
        """Those that are not answered yet, the first to come first."""
        self._knock: tuple[str, Knock] | None = None
        """The challenge that is being asked about, and the question."""
        self._door = asyncio.Lock()  # a match is on the table once, whoever leads to it

    async def listen(self) -> None:
        """Until the session is over, or goes on as somebody else."""
        async for news in self.wishes.online.visit.news:
            await self._heard(news)

    async def _heard(self, news: News) -> None:
        game = self.scene.game
        match news:
            case Seated(match_id=match_id, against_bot=against_bot):
                if not (against_bot and self.wishes.online.visit.is_playing):  # another session of theirs began it
                    await self.sit(match_id)
            case Challenged(challenge):
                self._challenges.append(challenge)
                self.ask_next()
            case ChallengeOver(challenge, sentence):
                await self._forget(challenge)
                game.say(f"{sentence[:1].upper()}{sentence[1:]}.")
            case SeekOver(sentence):
                game.say(f"{sentence[:1].upper()}{sentence[1:]}.")
            case BotOffered():
                self._offer_bot()
            case Announced(text):
                self.announced = text
                game.say(text)
            case SignedOut(sentence):
                game.parting = f"{sentence[:1].upper()}{sentence[1:]}."
                game.exit()
            case LobbyChanged() if not self.scene.is_current:
                return  # it will be looked at when it is in front again
            case LobbyChanged():
                pass
        self.scene.repaint()

    # to the table

    async def sit(self, match_id: str) -> None:
        """To the player's own match, from wherever they are; what is over, or was a question, is put away."""
        try:
            async with self._door:
                await self._sit(match_id)
        except FAILURES as failure:
            self.scene.game.say(why(failure))

    async def _sit(self, match_id: str) -> None:
        app = self.scene.app
        for scene in app.screen_stack:
            if isinstance(scene, OnlineMatchScene) and scene.chair.live.id == match_id:
                return
        while (stack := app.screen_stack) and any(_is_over(scene) for scene in stack[1:]):
            await app.pop_screen()
        if len(stack) == 2 and isinstance(stack[1], Over):
            await app.pop_screen()
        chair = await self.wishes.online.visit.sit(match_id)
        await app.push_screen(OnlineMatchScene(self.wishes.online, chair))

    # questions

    def ask_next(self) -> None:
        """Ask about the next challenge, unless the player is writing something, or plays against somebody."""
        app = self.scene.app
        busy = isinstance(app.screen, Scene) and app.screen.field is not None
        if self._knock or not self._challenges:
            return
        challenge = self._challenges[0]
        if busy or self.wishes.online.visit.is_playing:
            self.scene.game.say(f"{challenge.by.name} would like to play you: the lobby has the question.")
            return
        text = f"{challenge.by.name} would like to play you: {in_words(challenge.terms)}."
        others = len(self._challenges) - 1
        text += f" {others} more would like to." if others else ""
        knock = Knock("A challenge", text, ["Play", "Not now"])
        self._knock = challenge.id, knock
        app.push_screen(knock, lambda answer: self._answered(challenge, answer))

    def _answered(self, challenge: Challenge, answer: int | None) -> None:
        self._knock = None
        self._challenges = [each for each in self._challenges if each.id != challenge.id]
        self.wishes.answer(challenge.id, challenge.terms, play=answer == 0)
        if answer != 0:
            self.ask_next()

    async def _forget(self, challenge: Challenge) -> None:
        """It came to nothing: nobody needs to answer it any more."""
        self._challenges = [each for each in self._challenges if each.id != challenge.id]
        if self._knock and self._knock[0] == challenge.id:
            _, knock = self._knock
            self._knock = None
            if self.scene.app.screen is knock:
                await self.scene.app.pop_screen()
            self.ask_next()

    def _offer_bot(self) -> None:
        """Nobody has come yet: a bot is one key away, unless the player is busy with something else."""
        if self.scene.is_active:
            text = "Nobody has come so far. A bot plays at once, and the search goes on meanwhile."
            answers = ["Wait on", *bots(self._house)]
            self.scene.app.push_screen(Knock("Play a bot meanwhile?", text, answers), self._bot_chosen)
        elif not any(isinstance(scene, MatchScene) for scene in self.scene.app.screen_stack):
            self.scene.game.say("Nobody has come so far; the search goes on. In the lobby, a bot plays at once.")

    def _bot_chosen(self, answer: int | None) -> None:
        if answer:
            self.wishes.play_bot(self._house.bots[answer - 1].id)

    @property
    def _house(self) -> House:
        return self.wishes.online.visit.lobby.hall.house


def bots(house: House) -> list[str]:
    """The bots of a server, as answers to a question."""
    return [f"{level.name} ({level.id})" for level in house.bots]


def _is_over(scene: object) -> bool:
    """A match that has ended, or its result, is nothing to come back to."""
    if isinstance(scene, OnlineMatchScene):
        return scene.update.outcome is not None
    return isinstance(scene, ResultScene)
