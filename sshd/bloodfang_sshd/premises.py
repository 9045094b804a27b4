"""A whole server: its files, its hall and lobby, its door, and what those who look after it can do with all of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from weakref import WeakKeyDictionary

from bloodfang.hall import Hall
from bloodfang.invites import Invites
from bloodfang.lobby import Lobby
from bloodfang.people import People
from bloodfang.refusing import Refused
from bloodfang_sshd import admin, lists, lookups, texts
from bloodfang_sshd.caretaking import Inside
from bloodfang_sshd.config import Config
from bloodfang_sshd.desk import Desk
from bloodfang_sshd.homes import Homes
from bloodfang_sshd.logs import tell
from bloodfang_sshd.metrics import Board, Figures
from bloodfang_sshd.reception import Reception
from bloodfang_sshd.sayings import verbs
from bloodfang_sshd.server import Door
from bloodfang_sshd.stores import Stores
from bloodfang_sshd.visits import Facts, MakeApp, make_app
from bloodfang_tui.app import BloodFangApp

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds between two looks whether all have left a server that is about to stop."""


@dataclass(frozen=True, slots=True)
class Screen:
    """An app that is shown to somebody."""

    id: str
    facts: Facts
    since: datetime
    leave: Callable[[str], None] | None
    """Ends it, with a sentence; None for one over SSH, whose session does."""


class Premises:
    """Open it, let it be until `stopping` is set, close it. Keeps `bloodfang_sshd.caretaking.House`."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.notices: list[str] = []
        """What was not as it should be, for whoever started the server."""
        self.stopping = asyncio.Event()
        self.people: People
        self.invites: Invites | None = None
        self.hall: Hall
        self.lobby: Lobby
        self.door: Door
        self._figures = Figures() if config.metrics_port else None
        self._make_app: MakeApp
        self._screens: WeakKeyDictionary[BloodFangApp, Screen] = WeakKeyDictionary()  # an app that is over is not kept
        self._opened_screens = 0
        self._draining: asyncio.Task[None] | None = None
        self._open = AsyncExitStack()

    async def open(self, *, begin_anew: bool = False) -> None:
        """Open everything, the door last; Refused with a sentence if something cannot be, and then all is closed."""
        try:
            await self._opened(begin_anew)
        except BaseException:
            await self._open.aclose()
            raise

    async def close(self) -> None:
        """Tell everybody, give back their terminals, and let go of everything, the files last."""
        self.drain(None, quietly=True)
        await self._open.aclose()

    async def _opened(self, begin_anew: bool) -> None:
        stores = await Stores.open(self.config, self._figures.took if self._figures else None, begin_anew=begin_anew)
        self._open.push_async_callback(stores.close)
        self.notices += stores.notices
        self.people, self.invites = stores.people, stores.invites
        bot_took = partial(self._figures.took, "bot") if self._figures else None
        self.hall = Hall(stores.journal, stores.library, self.people, stores.hall, stores.house, bot_took=bot_took)
        await self.hall.open()
        self._open.push_async_callback(self.hall.close)
        self.lobby = Lobby(self.hall, self.people)
        self._open.push_async_callback(self.lobby.close)
        words = verbs(stores.library.catalogs[0])
        words.register(admin.verb(self))
        for verb in (*lists.verbs(self.lobby, self.people), *lookups.verbs(stores.journal, stores.library)):
            words.register(verb)
        self._make_app = make_app(self.folder, stores.library, self.lobby, self.people)
        reception = Reception(self.people, self.lobby, Homes(self.folder, stores.library))
        await reception.open()
        self.door = Door(self.config, reception, self.show, words, guest_list=self.invites, figures=self._figures)
        await self.door.start()
        self._open.push_async_callback(self.door.stop)
        desk = Desk(self)
        self.notices += filter(None, [await desk.open()])
        self._open.push_async_callback(desk.close)
        if self._figures:
            await self._show_figures(self._figures)

    async def _show_figures(self, figures: Figures) -> None:
        porter, hall = self.door.house.porter, self.hall
        figures.watch(
            "connections",
            "Connections by state.",
            lambda: {"signed_in": porter.inside - porter.unproven, "signing_in": porter.unproven},
        )
        figures.watch("sessions", "Channels by what they are.", self._sessions)
        figures.watch("matches", "Matches by state.", hall.count)
        board = Board(figures)
        await board.open(self.config.metrics_port)
        self._open.push_async_callback(board.close)

    def _sessions(self) -> dict[str, int]:
        sessions = self.door.sessions
        screens = sum(session.is_screen for session in sessions)
        return {"screen": screens, "command": len(sessions) - screens}

    # screens

    def show(self, facts: Facts, leave: Callable[[str], None] | None = None) -> BloodFangApp:
        """The app for a visit; Refused if the server is about to stop and they have no match to go on with."""
        if self._draining and not self.hall.of(facts.arrival.person.id):
            raise Refused(texts.CLOSING)
        app = self._make_app(facts)
        self._opened_screens += 1
        self._screens[app] = Screen(f":{self._opened_screens}", facts, datetime.now(UTC), leave)
        if self._figures:
            self._figures.started()
        return app

    def gone(self, app: BloodFangApp) -> None:
        """An app that was not shown by the door is not shown any more."""
        self._screens.pop(app, None)

    @property
    def left(self) -> int:
        """How many screens are over."""
        return self._opened_screens - len(self._shown())

    # what there is to look after

    @property
    def folder(self) -> Path:
        return self.config.folder

    def inside(self) -> list[Inside]:
        doing = {present.person.id: present.doing for present in self.lobby.here()}
        return [
            Inside(
                screen.id,
                screen.facts.arrival.person,
                screen.facts.arrival.fingerprint,
                screen.facts.address,
                screen.since,
                doing.get(screen.facts.arrival.person.id, "here"),
            )
            for screen in self._shown().values()
        ]

    def kick(self, session_id: str, sentence: str) -> None:
        for app, screen in self._shown().items():
            if screen.id == session_id:
                ends = [session.end for session in self.door.sessions if session.app is app]
                for end in [*ends, *([screen.leave] if screen.leave else [])]:
                    end(sentence)

    def announce(self, sentence: str) -> int:
        visiting = {present.person.id for present in self.lobby.here()}
        self.lobby.announce(sentence)
        shown = self._shown()
        for session in self.door.sessions:
            screen = shown.get(session.app) if session.app else None
            if screen and screen.facts.arrival.person.id not in visiting:
                session.say(sentence)
        return len(shown)

    def drain(self, seconds: float | None, *, quietly: bool = False) -> None:
        if self._draining:
            self._draining.cancel()
            self._draining = None
            self.hall.closing = ""
            if seconds is None and not quietly:
                self.announce("The server goes on.")
        if seconds is not None:
            minutes = f"{seconds / 60:.0f} min" if seconds >= 60 else f"{seconds:.0f} s"
            self.hall.closing = "the server is about to stop, so no match begins any more"
            self.announce(f"The server stops in {minutes}. A match in play is kept: the same command takes you back.")
            self._draining = asyncio.get_running_loop().create_task(self._drained(seconds))

    async def _drained(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        tell(log, "premises.draining", seconds=seconds)
        while self._shown() and loop.time() < until:
            await asyncio.sleep(min(LOOK, max(0.0, until - loop.time())))
        self.stopping.set()

    def _shown(self) -> dict[BloodFangApp, Screen]:
        """The screens that are there, and not those whose session is over."""
        here = {session.app for session in self.door.sessions}
        return {app: screen for app, screen in self._screens.items() if screen.leave or app in here}
