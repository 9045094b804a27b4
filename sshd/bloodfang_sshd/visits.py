"""What is known about a visit, and the app that it gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from textual.driver import Driver

from bloodfang import terminal
from bloodfang.catalog import Library
from bloodfang.lobby import Lobby
from bloodfang.people import People
from bloodfang_sshd.homes import Homes
from bloodfang_sshd.identity import Arrival
from bloodfang_tui.app import BloodFangApp
from bloodfang_tui.online import Online


@dataclass(frozen=True, slots=True)
class Facts:
    """All that an app is made from."""

    arrival: Arrival
    address: str
    """Where they came from; for bans and limits, never for a log."""
    environ: Mapping[str, str]
    """What the client told about its terminal, cleaned; TERM among it."""
    wish: tuple[str, ...]
    """The words of a command that opens the app, such as ("join", CODE); none to begin at the beginning."""
    driver_class: type[Driver]
    resume: str = ""
    """What a guest types to come back."""


MakeApp = Callable[[Facts], BloodFangApp]


def make_app(folder: Path, library: Library, lobby: Lobby | None = None, people: People | None = None) -> MakeApp:
    """Apps with a home for each person in this folder, which all play with the same cards, and meet in the lobby."""
    homes = Homes(folder, library)

    def make(facts: Facts) -> BloodFangApp:
        return BloodFangApp(
            homes.open(facts.arrival.person),
            enter=partial(_enter, facts, homes, lobby, people) if lobby and people else None,
            depth=terminal.depth_of(facts.environ),
            glyphs=terminal.glyphs_of(facts.environ, "utf-8"),
            driver_class=facts.driver_class,
        )

    return make


async def _enter(facts: Facts, homes: Homes, lobby: Lobby, people: People) -> Online:
    """A session begins: in the lobby, or at the door of the room that it asked for."""
    visit = await lobby.enter(facts.arrival.person, facts.address, facts.arrival.fingerprint)
    room = facts.wish[1] if len(facts.wish) == 2 and facts.wish[0] == "join" else ""
    return Online(visit, people, room, facts.resume, homes.open)


def way_back(app: BloodFangApp) -> str:
    """How a guest comes back to a match of theirs that goes on; nothing if there is none, or they are no guest."""
    online = app.online
    return online.resume if online and online.person.guest and online.visit.unfinished() else ""


def in_match(app: BloodFangApp) -> bool:
    """Whether a clock, and nobody else, may say that the player took too long (N13)."""
    return any(getattr(screen, "CONTEXT", "") == "match" for screen in app.screen_stack)
