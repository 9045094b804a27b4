"""What a player wishes for in the lobby, asked of the server; whatever is refused is told in a sentence."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from bloodfang.accounts import Person
from bloodfang.decks import Deck
from bloodfang.rooms import Room
from bloodfang.seeks import Seek
from bloodfang.terms import Terms
from bloodfang_engine.fang import Options
from bloodfang_tui.online import FAILURES, Online, why
from bloodfang_tui.scene import About, Scene


class Wishes:
    """The wishes of one session. What takes time is done beside the lobby's scene, for as long as that is there."""

    def __init__(self, scene: Scene[None], online: Online) -> None:
        self.scene = scene
        self.online = online
        self.terms = Terms(clock=online.visit.lobby.hall.house.presets[0])
        """On which the player would like to play."""
        self.blocked: frozenset[str] = frozenset()
        """Whom they have nothing to do with, by id."""

    def do(self, deed: Callable[About, Coroutine[Any, Any, object]], *about: About.args, **named: About.kwargs) -> None:
        """Do something that takes time."""
        self.scene.beside(partial(self._doing, partial(deed, *about, **named)), "wishes")

    async def _doing(self, deed: Callable[[], Coroutine[Any, Any, object]]) -> None:
        try:
            await deed()
        except FAILURES as failure:
            self.scene.game.say(why(failure))
        self.scene.repaint()

    # a rival

    def seek(self, *, quick: bool) -> None:
        """Look for a rival."""
        self.do(self.online.visit.seek, self.terms, self.deck(self.terms), quick=quick)

    def stop(self) -> None:
        """Look for nobody any more."""
        self.online.visit.unseek()

    def play_bot(self, level: str) -> None:
        """Play at once; a search goes on."""
        self.do(self.online.visit.play_bot, level, self.deck(self.terms), self.terms)

    def take(self, seek: Seek) -> None:
        """Take a seat that somebody has opened."""
        self.do(self.online.visit.take, seek.id, self.deck(seek.terms))

    # challenges

    def challenge(self, person: Person) -> None:
        """Ask somebody for a match; the answer comes by itself."""
        try:
            self.online.visit.challenge(person.name, self.terms, self.deck(self.terms))
        except FAILURES as failure:
            self.scene.say(why(failure))
        else:
            self.scene.say(f"{person.name} is asked; the answer comes by itself.")

    def withdraw(self, challenge_id: str) -> None:
        """Ask no more."""
        try:
            self.online.visit.withdraw(challenge_id)
        except FAILURES as failure:
            self.scene.say(why(failure))

    def answer(self, challenge_id: str, terms: Terms, *, play: bool) -> None:
        """Play whoever asked, or not now."""
        visit = self.online.visit
        if play:
            self.do(visit.accept, challenge_id, self.deck(terms))
            return
        try:
            visit.decline(challenge_id)
        except FAILURES as failure:
            self.scene.game.say(why(failure))

    # rooms

    def open_room(self) -> Room | None:
        """A room for a friend; None if it cannot be, and then that is told."""
        try:
            return self.online.visit.open_room(self.terms, self.deck(self.terms))
        except FAILURES as failure:
            self.scene.say(why(failure))
            return None

    def join(self, code: str) -> None:
        """Play in the room of this code."""
        self.do(self._join, code)

    async def _join(self, code: str) -> None:
        visit = self.online.visit
        await visit.join(code, self.deck(visit.room_terms(code)))

    # people

    def block(self, person: Person, *, blocked: bool) -> None:
        """Have nothing to do with somebody any more, or again."""
        self.do(self._block, person, blocked)

    async def _block(self, person: Person, blocked: bool) -> None:
        visit = self.online.visit
        await (visit.block(person.name) if blocked else visit.unblock(person.id))
        await self.look_up()

    async def look_up(self) -> None:
        """Know whom they have blocked, and how strong they are by now."""
        await self.online.look_up()
        self.blocked = await self.online.people.blocked(self.online.person.id)

    def deck(self, terms: Terms) -> Deck:
        """The deck the player has chosen, if it may be played on these terms; else one of the game's by lot."""
        home = self.scene.game.home
        fitting = home.decks(home.catalog).playable(Options.of({"profile": terms.profile}))
        chosen = next((deck for deck in fitting if deck.id == home.settings.deck), None)
        return chosen or secrets.choice([deck for deck in fitting if not deck.own])


def in_words(terms: Terms) -> str:
    """Terms in a few words; the rules only if they are not the game's own."""
    rules = "" if terms.profile == Terms().profile else f"{terms.profile}, "
    return f"{rules}{terms.clock.name.lower()}, {'rated' if terms.rated else 'unrated'}"
