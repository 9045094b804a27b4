"""A match at this table: who sits where and with which deck, begun anew or taken up again."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bloodfang.bots import LEVELS, Level
from bloodfang.bots.finding import NoBot, bot_of, dismissed, find
from bloodfang.bots.luck import luck_of_bot
from bloodfang.bots.thinkers import Thinkers
from bloodfang.catalog import Catalog, Library
from bloodfang.decks import Deck
from bloodfang.journal import Journal, Place
from bloodfang.match import Match
from bloodfang.opening import PlayAtOnce
from bloodfang.players import FangMatch, sit
from bloodfang.settings import Settings
from bloodfang.textmatch import pairing
from bloodfang_engine.contract import OptionValue, Seat, Setup
from bloodfang_engine.errors import BadRecord, BadSetup
from bloodfang_engine.fang import BloodFang

PLAYERS = ("Player one", "Player two")
"""Two people at one keyboard, where the first has no name of their own."""

_FIRST = {"me": "first", "rival": "second", "drawn": "drawn"}


@dataclass(frozen=True)
class Table:
    """A match in play, and which of its two seats are played by a person here."""

    catalog: Catalog
    match: FangMatch
    wanted: PlayAtOnce
    """What a match like this one is made of, but for its luck."""
    people: tuple[Seat, ...]
    """The seats that are played from here: two where people share a keyboard, one if the other is elsewhere."""

    @property
    def rules(self) -> BloodFang:
        rules = self.match.rules
        assert isinstance(rules, BloodFang)
        return rules

    def bots(self, pause: float, thinkers: Thinkers | None = None) -> list[Callable[[], Coroutine[Any, Any, None]]]:
        """The bots of this match, each to be run as a task until the match is closed.

        They think where the `thinkers` are; without them, those of the game think between everything else.
        """
        found: list[Callable[[], Coroutine[Any, Any, None]]] = []
        for seat, place in zip(Seat, self.match.places, strict=True):
            if place.bot:
                seed = luck_of_bot(self.match.setup.seed, seat)
                found.append(partial(_sit, self.match, seat, place.bot, seed, pause, thinkers))
        return found


async def begin(catalog: Catalog, journal: Journal, wanted: PlayAtOnce, name: str) -> Table:
    """A new match; decks that were not chosen are drawn by lot. BadSetup if decks or bot cannot play it."""
    rules = BloodFang(catalog.cards)
    seed = wanted.seed if wanted.seed is not None else secrets.randbits(62)
    mine, theirs = pairing(catalog, seed, wanted.decks)
    options: dict[str, OptionValue] = {"profile": wanted.profile, "first_player": _FIRST[wanted.first]}
    setup = Setup(rules.name, (mine.cards, theirs.cards), seed, options, catalog.digest)
    if wanted.opponent == "person":
        name = PLAYERS[0] if name == Settings().name else name
        rival = Place(PLAYERS[1], "", theirs.name)
    else:
        try:
            bot = await _found(wanted.bot)
        except NoBot as why:
            raise BadSetup(str(why)) from None
        rival = Place(bot.name, bot.id, theirs.name)
    match: FangMatch = await Match.begin(rules, setup, journal, (Place(name, "", mine.name), rival), takebacks=True)
    return Table(catalog, match, replace(wanted, decks=(mine, theirs)), _people(match))


async def resume(library: Library, journal: Journal, match_id: str) -> Table:
    """A match that was left here; BadRecord or JournalTrouble, with a sentence, if it cannot be taken up again."""
    header, _ = await journal.read(match_id)
    for place in header.places:
        try:
            if place.bot:
                await _found(place.bot)
        except NoBot as why:
            raise BadRecord("places", str(why)) from None
    return await taken_up(library, journal, match_id)


async def taken_up(library: Library, journal: Journal, match_id: str) -> Table:
    """The same, whoever may play its bots: a hall knows them by ids of its own, and one that is gone passes."""
    header, _ = await journal.read(match_id)
    catalog = library.by_digest(header.setup.cards)
    if catalog is None:
        raise BadRecord("setup", "it was played with a card set that is not here, or not as it was then")
    match: FangMatch = await Match.resume(BloodFang(catalog.cards), journal, match_id)
    return Table(catalog, match, _wanted(match), _people(match))


async def _found(bot: str) -> Level:
    """The bot of this id; whoever is not of the game is asked elsewhere, and no screen waits for the answer."""
    return LEVELS[bot] if bot in LEVELS else await asyncio.to_thread(find, bot)


async def _sit(match: FangMatch, seat: Seat, name: str, seed: int, pause: float, thinkers: Thinkers | None) -> None:
    bot = thinkers.bot(name, seed) if thinkers and name in LEVELS else bot_of(name, seed)
    try:
        await sit(match, seat, bot, pause)
    finally:
        await dismissed(bot)


def _people(match: FangMatch) -> tuple[Seat, ...]:
    return tuple(seat for seat in Seat if not match.places[seat].bot)


def _wanted(match: FangMatch) -> PlayAtOnce:
    first, second = (
        Deck("", place.deck, "", cards) for place, cards in zip(match.places, match.setup.decks, strict=True)
    )
    bot = match.places[1].bot
    return PlayAtOnce(
        opponent="bot" if bot else "person",
        bot=bot or "medium",
        decks=(first, second),
        profile=str(match.setup.options.get("profile", "bloodfang")),
    )
