"""A match at this table: who sits where, with which deck, begun anew or taken up again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bloodfang import table
from bloodfang.catalog import Library, load_shipped
from bloodfang.decks import Deck
from bloodfang.journal import Header, MemoryJournal, NoSuchMatch, Place, now
from bloodfang.opening import PlayAtOnce
from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.errors import BadRecord, BadSetup
from bloodfang_engine.fang import Mulligan

CATALOG = load_shipped()
LIBRARY = Library((CATALOG,))
DECKS = [*CATALOG.decks.values()]


async def begun(wanted: PlayAtOnce | None = None, name: str = "You") -> table.Table:
    return await table.begin(CATALOG, MemoryJournal(), wanted or PlayAtOnce(), name)


async def test_against_a_bot_one_seat_is_played_from_here() -> None:
    opened = await begun(PlayAtOnce(bot="hard"), "Ann")
    assert [place.name for place in opened.match.places] == ["Ann", "Old Fang"]
    assert opened.people == (Seat.FIRST,)
    assert len(opened.bots(0.0)) == 1


async def test_against_a_friend_both_are_and_no_bot_sits_there() -> None:
    opened = await begun(PlayAtOnce(opponent="person"))
    assert [place.name for place in opened.match.places] == ["Player one", "Player two"]
    assert opened.people == (Seat.FIRST, Seat.SECOND)
    assert opened.bots(0.0) == []


async def test_the_decks_that_were_named_are_played() -> None:
    opened = await begun(PlayAtOnce(decks=(DECKS[2], DECKS[0])))
    assert opened.match.setup.decks == (DECKS[2].cards, DECKS[0].cards)
    assert [place.deck for place in opened.match.places] == [DECKS[2].name, DECKS[0].name]


async def test_a_deck_that_was_not_named_is_another_by_lot() -> None:
    rivals = set()
    for seed in range(12):
        opened = await begun(PlayAtOnce(decks=(DECKS[0],), seed=seed))
        assert opened.match.setup.decks[0] == DECKS[0].cards
        rivals.add(opened.match.places[1].deck)
    assert DECKS[0].name not in rivals
    assert len(rivals) > 2


async def test_the_same_seed_gives_the_same_match_and_no_seed_another() -> None:
    same = [(await begun(PlayAtOnce(seed=3))).match.setup for _ in range(2)]
    assert same[0] == same[1]
    assert len({(await begun()).match.setup.seed for _ in range(5)}) > 1


@pytest.mark.parametrize(("first", "seat"), [("me", Seat.FIRST), ("rival", Seat.SECOND)])
async def test_who_begins_can_be_chosen(first: str, seat: Seat) -> None:
    opened = await begun(PlayAtOnce(first=first))  # type: ignore[arg-type]
    assert opened.rules.start(opened.match.setup).state.mover == seat


async def test_who_begins_is_drawn_by_lot_otherwise() -> None:
    movers = set()
    for seed in range(12):
        opened = await begun(PlayAtOnce(seed=seed))
        movers.add(opened.rules.start(opened.match.setup).state.mover)
    assert movers == {0, 1}


async def test_what_is_wanted_again_has_the_decks_of_this_match() -> None:
    opened = await begun(PlayAtOnce(seed=3))
    assert tuple(deck.cards for deck in opened.wanted.decks) == opened.match.setup.decks


async def test_a_deck_that_does_not_fit_the_rules_begins_nothing() -> None:
    journal = MemoryJournal()
    short = Deck("", "Short", "", DECKS[0].cards[:3])
    with pytest.raises(BadSetup):
        await table.begin(CATALOG, journal, PlayAtOnce(decks=(short, DECKS[0])), "You")
    assert await journal.unfinished() == ()


@pytest.mark.parametrize("opponent", ["bot", "person"])
async def test_a_match_that_was_left_is_taken_up_as_it_was(opponent: str) -> None:
    journal = MemoryJournal()
    wanted = PlayAtOnce(opponent=opponent, bot="easy", profile="classic")  # type: ignore[arg-type]
    opened = await table.begin(CATALOG, journal, wanted, "Ann")
    await opened.match.submit(Seat.FIRST, Mulligan((2,)))
    again = await table.resume(LIBRARY, journal, opened.match.id)
    assert again.match.record() == opened.match.record()
    assert again.people == opened.people
    assert again.match.takebacks
    assert (again.wanted.opponent, again.wanted.profile) == (opponent, "classic")
    assert tuple(deck.cards for deck in again.wanted.decks) == opened.match.setup.decks
    assert again.wanted.bot == ("easy" if opponent == "bot" else again.wanted.bot)


async def test_what_is_wanted_of_a_match_taken_up_can_be_begun() -> None:
    journal = MemoryJournal()
    opened = await table.begin(CATALOG, journal, PlayAtOnce(bot="easy"), "Ann")
    again = await table.resume(LIBRARY, journal, opened.match.id)
    rematch = await table.begin(CATALOG, journal, replace(again.wanted, seed=None, first="rival"), "Ann")
    assert rematch.match.setup.decks == opened.match.setup.decks


HEADERS = {
    "a set that is not here": (Setup("fang", (DECKS[0].cards, DECKS[1].cards), 1, {}, "elsewhere"), "easy", "card set"),
    "a bot that is not here": (
        Setup("fang", (DECKS[0].cards, DECKS[1].cards), 1, {}, CATALOG.digest),
        "genius",
        "'genius'",
    ),
    "decks that nobody may play": (Setup("fang", ((), ()), 1, {}, CATALOG.digest), "easy", "deck"),
}


@pytest.mark.parametrize(("setup", "bot", "says"), HEADERS.values(), ids=HEADERS)
async def test_a_match_that_cannot_be_taken_up_says_why(setup: Setup, bot: str, says: str) -> None:
    journal = MemoryJournal()
    await journal.begin(Header("m", setup, (Place("Ann"), Place("Rook", bot)), True, now()))
    with pytest.raises(BadRecord) as refused:
        await table.resume(LIBRARY, journal, "m")
    assert says in str(refused.value)


async def test_a_match_that_never_was_is_not_taken_up() -> None:
    with pytest.raises(NoSuchMatch):
        await table.resume(LIBRARY, MemoryJournal(), "m")
