"""The server's promises about matches that the core keeps: G1, G2, G3, I8, O5 and T9."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from bloodfang.chair import Chair
from bloodfang.clock import BLITZ
from bloodfang.decks import Deck
from bloodfang.hallfile import HallFile
from bloodfang.house import House
from bloodfang.journal import Journal, MemoryJournal
from bloodfang.lobby import Lobby
from bloodfang.match import Match
from bloodfang.news import LobbyChanged, News, Seated
from bloodfang.players import FangMatch
from bloodfang.refusals import NotThere, NotYours, Over, Refused, Stale, TooOften
from bloodfang.rooms import LENGTH, LETTERS
from bloodfang.sqlite_journal import SqliteJournal
from bloodfang.terms import Terms
from bloodfang.visit import Visit
from bloodfang_engine.contract import Seat
from bloodfang_engine.errors import IllegalAction
from bloodfang_engine.fang import PASS, BloodFang, Play, State
from bloodfang_engine.record import replay
from halls import Moments, Place, decks, library, play_on, sitter

TERMS = Terms(clock=BLITZ)


class Town(Place):
    """A hall with a lobby in which Ann and Bo are."""

    def __init__(
        self, journal: Journal | None = None, store: HallFile | None = None, house: House | None = None
    ) -> None:
        super().__init__(journal, store, house)
        self.lobby = Lobby(self.hall, self.people)

    async def meet(self, ours: Deck, theirs: Deck) -> tuple[Visit, Visit]:
        """Ann and Bo, brought together by a quick search."""
        ann = await self.lobby.enter(self.ann, "192.0.2.1", "key-ann")
        bo = await self.lobby.enter(self.bo, "192.0.2.2", "key-bo")
        await ann.seek(TERMS, ours)
        await bo.seek(TERMS, theirs)
        return ann, bo

    async def close(self) -> None:
        await self.lobby.close()
        await self.hall.close()


def read(visit: Visit) -> list[News]:
    """All news that wait."""
    found = list(visit.news._waiting)
    visit.news._waiting.clear()
    return found


async def seated(visits: tuple[Visit, Visit]) -> tuple[Chair, Chair]:
    """Both at the match they were told of, in the order of the seats."""
    chairs = []
    for visit in visits:
        [told] = [each for each in read(visit) if isinstance(each, Seated)]
        chairs.append(await visit.sit(told.match_id))
    chairs.sort(key=lambda chair: chair.seat or 0)
    return chairs[0], chairs[1]


# G1


async def test_g1_every_act_is_checked_by_the_engine_and_a_refused_one_leaves_no_trace() -> None:
    place = Place()
    chairs = await place.both()
    await play_on(chairs, 4)
    live = chairs[0].live
    mover, version, before = live.match.to_act[0], live.match.version, live.match.latest(None)
    legal = live.match.latest(mover).legal
    cards, tiles = sorted(library().catalogs[0].cards), [tile.name for tile in before.view.tiles]
    lot = random.Random(1)
    refused = 0
    for _ in range(300):
        act = Play(lot.choice(cards), lot.choice(tiles))
        if act not in legal:
            with pytest.raises(IllegalAction):
                await chairs[mover].submit(act, version)
            refused += 1
    for foreign in legal:
        with pytest.raises(IllegalAction):
            await chairs[mover.rival].submit(foreign, version)
    assert refused > 250
    assert live.match.latest(None) is before
    assert len((await place.journal.read(live.id))[1]) == version
    await place.hall.close()


async def test_g1_stale_acts_are_refused_politely() -> None:
    place = Place()
    chairs = await place.both()
    await play_on(chairs, 4)
    live = chairs[0].live
    mover = live.match.to_act[0]
    for seen in (live.match.version - 1, live.match.version + 1, 0, -1, 10**9):
        with pytest.raises(Stale, match="look at the board again"):
            await chairs[mover].submit(PASS, seen)
    await chairs[mover].concede()
    with pytest.raises(Over, match="over"):
        await chairs[mover].submit(PASS, live.match.version)
    await place.hall.close()


async def test_g1_nobody_acts_for_another() -> None:
    place = Place()
    chairs = await place.both()
    await play_on(chairs, 4)
    live = chairs[0].live
    mover = live.match.to_act[0]
    stranger = await place.hall.watch(live.id)
    version = live.match.version
    with pytest.raises(NotYours):
        await stranger.submit(PASS, version)
    with pytest.raises(NotYours):
        await place.hall.sit(live.id, "id-of-somebody-else")
    with pytest.raises(IllegalAction):
        await chairs[mover.rival].submit(PASS, version)
    chairs[mover].leave()
    with pytest.raises(Refused):
        await chairs[mover].submit(PASS, version)
    assert live.match.version == version
    await place.hall.close()


async def test_g1_two_sessions_racing_on_one_seat_cannot_play_twice(tmp_path: Path) -> None:
    journal, _ = SqliteJournal.open(tmp_path / "matches.sqlite3")
    place = Place(journal=journal)
    chairs = await place.both()
    live, lot = chairs[0].live, random.Random(4)
    seconds = [await place.hall.sit(live.id, sitter.person) for sitter in live.sitters]
    while not live.match.outcome and live.match.version < 12:
        seat, version = live.match.to_act[0], live.match.version
        acts = [lot.choice(live.match.latest(seat).legal) for _ in range(6)]
        racing = (lot.choice([chairs, seconds])[seat].submit(act, version) for act in acts)
        told = await asyncio.gather(*racing, return_exceptions=True)
        assert [each for each in told if not isinstance(each, Stale | Over)] == [None]
        assert live.match.version == version + 1
    assert len((await journal.read(live.id))[1]) == live.match.version
    await place.hall.close()
    await journal.close()


# G2


def words(thing: object) -> Iterator[str]:
    """Every word and number that is anywhere in what somebody is told, also where it is not printed."""
    match thing:
        case str():
            yield from re.findall(r"[\w-]+", thing)
        case Enum() | bool() | None:
            yield str(thing)
        case int() | float():
            yield str(thing)
        case State():  # the board in the engine's form: cards are codes there
            table = thing.table
            piles = (*thing.hands, *thing.decks, *thing.rare.lists)
            yield from (table.card_id(code) for pile in piles for code in pile if code >= 0)
            yield from (plan.card.id for plan in thing.plans if plan)
            yield from words(thing.rare.luck)
        case Mapping():
            yield from (word for pair in thing.items() for each in pair for word in words(each))
        case tuple() | list() | set() | frozenset():
            yield from (word for each in thing for word in words(each))
        case _ if is_dataclass(thing):
            yield from (word for field in fields(thing) for word in words(getattr(thing, field.name)))
        case _:
            yield from words(repr(thing))


def two_decks(lot: random.Random) -> tuple[Deck, Deck]:
    """Two decks that share no card and hold none twice, so that every card says whose it is."""
    ids = [card.id for card in library().catalogs[0].cards.collectible]
    chosen = lot.sample(ids, 30)
    return Deck("", "Secretplan", "", tuple(chosen[:15])), Deck("", "Otherplan", "", tuple(chosen[15:]))


def has_run(said: list[str], state: State, seat: Seat, length: int = 4) -> bool:
    """Whether so many cards follow each other in what was said as they do in this seat's deck, and not by sorting."""
    deck = state.decks[seat]
    codes = (deck[start : start + length] for start in range(len(deck) - length + 1))
    runs = {tuple(map(state.table.card_id, run)): run for run in codes}
    telling = {run for run, code in runs.items() if [*run] != sorted(run) and [*code] != sorted(code)}
    return any(tuple(said[at : at + length]) in telling for at in range(len(said)))


@pytest.mark.parametrize("seed", range(6))
async def test_g2_nothing_that_anybody_is_told_or_that_is_logged_reveals_hand_order_or_seed(
    seed: int, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    lot, town = random.Random(seed), Town(house=House(chat=True))
    monkeypatch.setattr("bloodfang.hall.secrets.randbelow", lot.randrange)
    ours, theirs = two_decks(lot)
    ann, bo = await town.meet(ours, theirs)
    third = await town.lobby.enter(town.people.add("Cy"), "192.0.2.3", "key-cy")
    chairs = await seated((ann, bo))
    watching = await third.watch(chairs[0].live.id)
    match = chairs[0].live.match
    viewers: dict[Seat | None, tuple[Chair, Visit]] = {
        chair.seat: (chair, visit) for chair in chairs for visit in (ann, bo) if chair in visit.chairs
    } | {None: (watching, third)}
    watchers = {viewer: match.join(viewer) for viewer in viewers}
    secrets_kept = 0
    luck: set[str] = {str(match.setup.seed), f"{match.setup.seed:x}"}
    while True:
        state: Any = match._position.state
        luck |= {str(number) for number in state.rare.luck} | {f"{number:x}" for number in state.rare.luck}
        shown = {text.split()[1] for _, text in match.record().acts if text.startswith("play")}
        for viewer, (chair, visit) in viewers.items():
            told = [
                watchers[viewer].latest,
                match.history(viewer),
                chair.status,
                town.lobby.here(),
                town.lobby.seeks.all(),
                [(live.sitters[0].name, live.sitters[1].name, live.status(None)) for live in town.hall.running()],
                match.places,
                [news for news in read(visit) if not isinstance(news, LobbyChanged)],
            ]
            said = [*words(told)]
            others = [seat for seat in Seat if seat is not viewer]
            hidden = {card for seat in others for card in match.setup.decks[seat]} - shown
            assert not hidden & set(said)
            assert not luck & set(said)
            assert not any(has_run(said, state, seat) for seat in Seat)
            assert "Secretplan" not in said or visit is ann
            secrets_kept += len(hidden)
        if match.outcome:
            break
        seat = lot.choice(match.to_act)
        legal = match.latest(seat).legal
        with pytest.raises(Refused):
            await watching.submit(legal[0], match.version)
        with pytest.raises(Stale):
            await chairs[seat].submit(legal[0], match.version + 1)
        await chairs[seat].submit(lot.choice(legal), match.version)
        town.now.pass_by(2)
        chairs[seat].say("my-own-words")
    await town.hall.settled()
    await town.close()
    assert secrets_kept > 100  # else there was nothing to keep
    logged = {word for record in caplog.records for word in words(record.getMessage())}
    assert "match" in " ".join(logged)
    assert not logged & {*ours.cards, *theirs.cards, "Secretplan", "Otherplan", "my-own-words", *luck}


async def test_g2_what_the_hall_keeps_beside_the_journal_names_no_card_and_no_seed(tmp_path: Path) -> None:
    store, _ = HallFile.open(tmp_path / "hall.sqlite3")
    town = Town(store=store)
    ours, theirs = two_decks(random.Random(1))
    chairs = await seated(await town.meet(ours, theirs))
    await play_on(chairs, 8)
    await town.hall.settled()
    [kept] = await store.all()
    said = set(words(kept.written()))
    assert not said & {*ours.cards, *theirs.cards, str(chairs[0].live.match.setup.seed)}
    await town.close()
    await store.close()


# G3


async def test_g3_seeds_come_from_secrets_and_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def below(limit: int) -> int:
        drawn.append(limit)
        return limit - 1

    place = Place(house=House(most_unfinished=1000))
    lives = [await place.hall.begin((sitter(place.ann), sitter(place.bo)), decks()) for _ in range(50)]
    seeds = [live.match.setup.seed for live in lives]
    assert len(set(seeds)) == 50
    assert max(seeds) > 2**60
    monkeypatch.setattr("bloodfang.hall.secrets.randbelow", below)
    live = await place.hall.begin((sitter(place.ann), sitter(place.bo)), decks())
    assert drawn
    assert live.match.setup.seed == max(drawn) - 1 >= 2**62
    await place.hall.close()


async def test_g3_a_stored_match_replays_to_the_same_state_hash(tmp_path: Path) -> None:
    journal, _ = SqliteJournal.open(tmp_path / "matches.sqlite3")
    place, rules = Place(journal=journal), BloodFang(library().catalogs[0].cards)
    hashes = {}
    for seed in range(8):
        chairs = await place.both()
        await play_on(chairs, 5 + 3 * seed, seed)
        hashes[chairs[0].live.id] = state_hash(rules, chairs[0].live.match)
    await place.hall.close()
    await journal.close()
    journal, _ = SqliteJournal.open(tmp_path / "matches.sqlite3")
    for match_id, known in hashes.items():
        again: FangMatch = await Match.resume(rules, journal, match_id)
        assert state_hash(rules, again) == known
        assert position_hash(rules, [*replay(rules, again.record())][-1].state) == known
    await journal.close()


def state_hash(rules: BloodFang, match: FangMatch) -> str:
    return position_hash(rules, match._position.state)


def position_hash(rules: BloodFang, state: State) -> str:
    return hashlib.sha256(rules.write_position(state).encode()).hexdigest()


# I8


async def test_i8_room_codes_have_forty_bits_and_ten_wrong_ones_a_minute_are_the_most() -> None:
    assert len(LETTERS) ** LENGTH >= 2**40
    town = Town()
    ann = await town.lobby.enter(town.ann, "192.0.2.1", "key-ann")
    bo = await town.lobby.enter(town.bo, "192.0.2.2", "key-bo")
    code = ann.open_room(TERMS, decks()[0]).code
    for number in range(10):
        with pytest.raises(NotThere):
            await bo.join(f"AAAAA-{number:05}", decks()[1])
    other_key = await town.lobby.enter(town.bo, "192.0.2.2", "key-new")
    other_address = await town.lobby.enter(town.bo, "192.0.2.99", "key-bo")
    for visit in (bo, other_key, other_address):
        with pytest.raises(TooOften):
            await visit.join(code, decks()[1])
    town.now.pass_by(60)
    await bo.join(code, decks()[1])
    assert [each for each in read(ann) if isinstance(each, Seated)]
    await town.close()


# O5


async def test_o5_after_a_restart_the_same_command_leads_both_to_the_same_board_with_clocks_stopped(
    tmp_path: Path,
) -> None:
    journal, _ = SqliteJournal.open(tmp_path / "matches.sqlite3")
    store, _ = HallFile.open(tmp_path / "hall.sqlite3")
    town = Town(journal, store)
    chairs = await seated(await town.meet(*decks()))
    for _ in range(6):
        town.now.pass_by(12)
        await play_on(chairs, 1)
    live = chairs[0].live
    boards = [live.match.latest(seat) for seat in Seat]
    banks = live.clock.banks
    await town.hall.settled()
    await journal.close()
    await store.close()  # and the process is gone, without a word to the hall
    journal, _ = SqliteJournal.open(tmp_path / "matches.sqlite3")
    store, _ = HallFile.open(tmp_path / "hall.sqlite3")
    again = Town(journal, store)
    again.now = Moments()  # another process: its clock begins anywhere
    again.now.time = 5.0
    again.hall = again.new_hall()
    await again.hall.open()
    again.lobby = Lobby(again.hall, again.people)
    mover = live.match.to_act[0]
    found = None
    for person in (again.ann, again.bo):
        visit = await again.lobby.enter(person, "192.0.2.1")
        chair = await visit.resume()
        assert chair
        assert chair.seat is not None
        found = chair.live
        assert chair.live.match.latest(chair.seat) == boards[chair.seat]
        assert chair.live.clock.banks == banks
        sat_down = {present for present in Seat if chair.status.away[present] is None}
        assert set(chair.live.clock.running) == sat_down & {mover}
    again.now.pass_by(3)
    assert found
    assert found.clock.left(mover, again.now()) == BLITZ.per_move + banks[mover] - 3
    await again.close()
    await town.close()
    await journal.close()
    await store.close()


# T9


async def test_t9_emotes_and_chat_keep_their_pace_and_chat_is_off_by_default() -> None:
    assert House().chat is False
    assert (House().emotes, House().chats) == ((1, 1.0), ((3, 3.0), (20, 60.0)))
    town = Town(journal=MemoryJournal(), house=House(chat=True))
    chairs = await seated(await town.meet(*decks()))
    emotes = chats = 0
    for _ in range(600):
        town.now.pass_by(0.1)
        with suppress(TooOften):
            chairs[0].emote(0)
            emotes += 1
        with suppress(TooOften):
            chairs[0].say("hello")
            chats += 1
    assert chairs[1].status.lines[-1].number == emotes + chats
    assert (55 <= emotes <= 60, chats) == (True, 20)
    await town.close()
