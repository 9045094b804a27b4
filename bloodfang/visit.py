"""One session in the lobby: what its person can ask for, and the news they get."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bloodfang.accounts import Person
from bloodfang.chair import Chair
from bloodfang.decks import Deck
from bloodfang.news import Challenge, Challenged, ChallengeOver, NewsBox
from bloodfang.refusals import NotThere, NotYours, Refused
from bloodfang.rooms import Room
from bloodfang.seating import Seating, Sitter
from bloodfang.seeks import Seek
from bloodfang.terms import Terms
from bloodfang.textmatch import pairing

if TYPE_CHECKING:
    from bloodfang.lobby import Lobby


class Visit:
    """Made by `Lobby.enter`. What cannot be is Refused with a sentence; when a match begins, the news say Seated."""

    def __init__(self, lobby: Lobby, person: Person, address: str, key: str) -> None:
        self.lobby = lobby
        self.person = person
        self.address = address
        self.key = key
        """The key's fingerprint; nothing for a guest."""
        self.news = NewsBox()
        self.chairs: list[Chair] = []

    @property
    def is_playing(self) -> bool:
        """Whether this session sits at a match against a person that goes on."""
        return any(
            chair.seat is not None and not chair.live.seating.bots and not chair.live.match.outcome
            for chair in self.chairs
        )

    def leave(self) -> None:
        """The session is over: its seats stay its person's, and all else it asked for is withdrawn."""
        for chair in tuple(self.chairs):
            self.rise(chair)
        self.news.end()
        self.lobby.left(self)

    # matches

    def unfinished(self) -> Sequence[Seating]:
        """Own matches that go on, the one touched last first."""
        return self.lobby.hall.of(self.person.id)

    async def sit(self, match_id: str) -> Chair:
        """Go to one's own match; `rise` from it afterwards."""
        return self._taken(await self.lobby.hall.sit(match_id, self.person.id))

    async def resume(self) -> Chair | None:
        """Go to the unfinished match that was touched last; None if there is none."""
        mine = self.unfinished()
        return await self.sit(mine[0].match_id) if mine else None

    async def watch(self, match_id: str) -> Chair:
        """Look at somebody's match; `rise` from it afterwards."""
        return self._taken(await self.lobby.hall.watch(match_id))

    def rise(self, chair: Chair) -> None:
        """Leave a table."""
        chair.leave()
        if chair in self.chairs:
            self.chairs.remove(chair)
            self.lobby.changed()

    # finding a rival

    async def seek(self, terms: Terms, deck: Deck, *, quick: bool = True) -> Seek:
        """Look for a rival: the next who fits, or, if not quick, whoever takes the open seat."""
        self._check(terms, deck)
        seek = self.lobby.seeks.add(self.person, terms, deck, quick, self.lobby.now())
        self.lobby.wait()
        await self.lobby.pair()
        self.lobby.changed()
        return seek

    def unseek(self) -> None:
        """Look for nobody any more."""
        self.lobby.seeks.drop(self.person.id)
        self.lobby.changed()

    async def take(self, seek_id: str, deck: Deck) -> None:
        """Take somebody's open seat."""
        wanted = next((seek for seek in self.lobby.seeks.all() if seek.id == seek_id), None)
        if wanted is None:
            raise NotThere("that seat is taken, or its player has left")
        self._check_rival(wanted.by, "that seat is taken, or its player has left")
        self._check(wanted.terms, deck)
        seek, their_deck = self.lobby.seeks.take(seek_id)
        await self.lobby.begin((seek.by, their_deck), (self.person, deck), seek.terms)

    async def play_bot(self, level: str, deck: Deck, terms: Terms) -> None:
        """Play a bot at once, unrated; a search for a rival goes on meanwhile."""
        house = self.lobby.hall.house
        bot = house.bot(level)
        if bot is None:
            raise NotThere(f"there is no such bot; there are {', '.join(each.id for each in house.bots)}")
        terms = Terms(terms.profile, terms.clock, False, terms.cards)
        self._check(terms, deck)
        hall = self.lobby.hall
        decks = pairing(terms.catalog(hall.library), secrets.randbits(32), (deck,))
        sitter = Sitter(bot.name, bot=bot.id)
        await hall.begin((self._sitter(deck), sitter), (decks[0], decks[1]), terms)

    # challenges

    def challenge(self, name: str, terms: Terms, deck: Deck) -> Challenge:
        """Ask somebody who is here; their answer is news."""
        rival = self.lobby.find(name)
        self._check_rival(rival, f"{rival.name} cannot be challenged now")
        if any(visit.is_playing for visit in self.lobby.visits_of(rival.id)):
            raise Refused(f"{rival.name} is playing; try again later")
        if terms.rated and rival.guest:
            raise Refused(f"{rival.name} is a guest, and guests have no rating")
        self._check(terms, deck)
        challenge = self.lobby.challenges.add(self.person, rival, terms, deck, self.lobby.now())
        self.lobby.tell(rival.id, Challenged(challenge))
        self.lobby.wait()
        return challenge

    async def accept(self, challenge_id: str, deck: Deck) -> None:
        """Play whoever asked."""
        asked = next((each for each in self.lobby.challenges.of(self.person.id) if each.id == challenge_id), None)
        if asked is None:
            raise NotThere("that challenge is over")
        self._check(asked.terms, deck)
        challenge, their_deck = self.lobby.challenges.take(challenge_id, to=self.person.id)
        await self.lobby.begin((challenge.by, their_deck), (self.person, deck), challenge.terms)

    def decline(self, challenge_id: str) -> None:
        """Not now."""
        challenge, _ = self.lobby.challenges.take(challenge_id, to=self.person.id)
        self.lobby.tell(challenge.by.id, ChallengeOver(challenge, f"{self.person.name} would rather not"))

    def withdraw(self, challenge_id: str) -> None:
        """Take back what one has asked."""
        challenge, _ = self.lobby.challenges.take(challenge_id, by=self.person.id)
        self.lobby.tell(challenge.to.id, ChallengeOver(challenge, f"{self.person.name} asks no more"))

    # rooms

    def open_room(self, terms: Terms, deck: Deck) -> Room:
        """A private room: whoever is told its code can join while this session is here."""
        self._check(terms, deck)
        return self.lobby.rooms.open(self.person, terms, deck)

    def close_room(self) -> None:
        """Nobody can join any more."""
        self.lobby.rooms.close(self.person.id)

    def room_terms(self, code: str) -> Terms:
        """What is played in the room of this code, to choose a deck for it; a wrong code counts as a try."""
        return self._room(code)[0].terms

    async def join(self, code: str, deck: Deck) -> None:
        """Play in the room of this code."""
        room, their_deck = self._room(code)
        self._check_rival(room.by, "you cannot join this room")
        self._check(room.terms, deck)
        self.lobby.rooms.close(room.by.id)
        await self.lobby.begin((room.by, their_deck), (self.person, deck), room.terms, private=True)

    # people

    async def block(self, name: str) -> None:
        """Have nothing to do with somebody: no match, no challenge."""
        other = self.lobby.find(name)
        if other.id == self.person.id:
            raise Refused("that is you")
        await self.lobby.block(self.person.id, other.id, blocked=True)

    async def unblock(self, person_id: str) -> None:
        """Let them be met again."""
        await self.lobby.block(self.person.id, person_id, blocked=False)

    # within

    def _taken(self, chair: Chair) -> Chair:
        self.chairs.append(chair)
        self.lobby.changed()
        return chair

    def _sitter(self, deck: Deck) -> Sitter:
        return Sitter(self.person.name, self.person.id, deck=deck.name)

    def _room(self, code: str) -> tuple[Room, Deck]:
        return self.lobby.rooms.find(code, self.address, self.key, self.lobby.now())

    def _check(self, terms: Terms, deck: Deck) -> None:
        """Whether this person may play now, on these terms and with this deck."""
        if self.is_playing:
            raise Refused("you are playing; finish the match or leave the table first")
        if terms.rated and self.person.guest:
            raise Refused("guests have no rating; keep this name first, or play unrated")
        self.lobby.hall.check_room(self._sitter(deck))
        if terms.clock not in self.lobby.hall.house.presets:
            raise NotThere("there is no such clock on this server")
        terms.check(self.lobby.hall.library, deck)

    def _check_rival(self, rival: Person, otherwise: str) -> None:
        if rival.id == self.person.id:
            raise NotYours("that is you; somebody else has to come")
        if not self.lobby.may_meet(self.person.id, rival.id):
            raise Refused(otherwise)
