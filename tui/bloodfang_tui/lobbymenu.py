"""What there is to do in the lobby: a list that follows what is going on, the most likely first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bloodfang_tui.ways import Ways
from bloodfang_tui.wishes import in_words


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to do: what it is called, a few words and a sentence about it, and how it is done."""

    name: str
    aside: str
    about: str
    deed: Callable[[], None]


def entries(ways: Ways, running: int, watch: Callable[[], None]) -> list[Entry]:
    """The list for now; so many matches of others go on, and this leads to them."""
    learn = Entry("Learn to play", "a short guided match", "Ten minutes, and you know the game.", ways.lesson)
    now = _at_once(ways)
    newcomer = not ways.scene.game.home.settings.tutorial_seen and now[0].name == "Quick match"
    going_on = f"{running} going on" if running else "nothing going on"
    return [
        *([learn] if newcomer else []),
        *now,
        Entry("Watch", going_on, "Matches of others; nobody's hand is shown.", watch),
        Entry("Terms", in_words(ways.wishes.terms), "Your deck, the rules, the clock; does it count?", ways.terms),
        *([] if newcomer else [learn]),
        Entry("Decks", "build and share them", "Ready decks, and your own.", ways.decks),
        Entry("Cards", "all of them, big", "Every card with its reach and what it does.", ways.cards),
        Entry("Replays", "matches to see again", "Those that you have saved, move by move.", ways.replays),
        Entry("Leaders", "the strongest here", "Who has won most, against whom.", ways.leaders),
        Entry("Rules", "every rule, numbered", "How it is played; all keys are there, too.", ways.scene.do_help),
        Entry("Settings", "colours, motion, keys", "How the game looks at your terminal.", ways.settings),
        Entry("You", "name, keys, rating", "Your name here, and the ways back to it.", ways.account),
        Entry("Leave", "", "Matches that go on stay yours, and wait for you here.", ways.leave),
    ]


def _at_once(ways: Ways) -> list[Entry]:
    """The ways to a match."""
    visit, seek = ways.online.visit, ways.wishes.seek
    mine, sought = visit.unfinished(), visit.lobby.seeks.of(visit.person.id)
    room = visit.lobby.rooms.of(visit.person.id)
    found = []
    if mine:
        seat = mine[0].seat_of(visit.person.id)
        rival = mine[0].sitters[1 - (seat or 0)].name
        aside = f"against {rival}" if len(mine) == 1 else f"{len(mine)} matches"
        found.append(Entry("Continue", aside, "Go on where you left; your seat is kept.", ways.own))
    if sought:
        aside = "looking for a rival" if sought.quick else "your seat is open"
        found.append(Entry("Stop looking", aside, "Look for a rival no more.", ways.wishes.stop))
    else:
        quick, opened = partial(seek, quick=True), partial(seek, quick=False)
        found += [
            Entry("Quick match", "the next who fits", "Whoever looks too, on the same terms, plays you.", quick),
            Entry("Open a seat", "for whoever wants it", "All others see your seat, and one may take it.", opened),
        ]
    code = f"open: {room.code}" if room else "with a friend"
    return [
        *found,
        Entry("Play a bot", "at once", "No waiting. A search for a rival goes on meanwhile.", ways.bot),
        Entry("Private room", code, "Only who is told the code can come in.", ways.room),
    ]
