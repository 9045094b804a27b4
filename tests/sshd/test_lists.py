"""What can be asked about people and matches in one line: who, top, watch, record."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bloodfang.chair import Chair
from bloodfang.glyphs import Glyphs
from bloodfang.journal import MemoryJournal
from bloodfang.seating import Sitter
from bloodfang.terms import Terms
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.record import read, replay
from bloodfang_sshd import lists, lookups
from bloodfang_sshd.lists import table
from bloodfang_sshd.verbs import Answer, Asker, Verbs
from doors import connected
from halls import decks, library
from houses import running
from online import ADDRESS, Server, some_act
from test_verbs import ANN


class Place(Server):
    """A server whose commands can be asked."""

    def __init__(self, folder: Path) -> None:
        self.journal = MemoryJournal()
        super().__init__(folder, journal=self.journal)

    async def ask(self, command: str, asker: Asker = ANN) -> Answer:
        """What is said to this."""
        words = Verbs([*lists.verbs(self.lobby, self.people), *lookups.verbs(self.journal, library())])
        answer = await words.answer(command, asker)
        assert isinstance(answer, Answer)
        return answer

    async def data(self, command: str) -> Any:
        """The same as data."""
        return json.loads((await self.ask(f"{command} --json")).text)

    async def begin(self, one: str, other: str, *, private: bool = False, rated: bool = False) -> tuple[Chair, Chair]:
        """A match of these two, who are at the table."""
        people = [await self.person(name) for name in (one, other)]
        first, second = (Sitter(person.name, person.id) for person in people)
        live = await self.hall.begin((first, second), decks(), Terms(rated=rated), private=private, seed=5)
        visits = [await self.lobby.enter(person, ADDRESS) for person in people]
        return await visits[0].sit(live.id), await visits[1].sit(live.id)


async def play(chairs: tuple[Chair, Chair], acts: int = 1000) -> None:
    """So many acts, or all there are."""
    match = chairs[0].live.match
    for _ in range(acts):
        if not match.outcome:
            seat = match.to_act[0]
            await chairs[seat].submit(some_act(match.latest(seat).legal), match.version)


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    place = Place(tmp_path)
    await place.open()
    yield place
    await place.close()


async def test_who_lists_everybody_and_what_they_do(place: Place) -> None:
    assert (await place.ask("who")).text == "Nobody is here right now."
    await place.begin("Ann", "Bob")
    await place.lobby.enter(await place.person("egret", guest=True), ADDRESS)
    assert (await place.ask("who")).text.splitlines() == [
        "Ann     1500   playing",
        "Bob     1500   playing",
        "~egret  guest  here",
    ]
    assert (await place.data("who"))[2] == {
        "name": "~egret",
        "guest": True,
        "rating": None,
        "doing": "here",
    }


async def test_top_lists_the_strongest_and_bots_apart(place: Place) -> None:
    assert (await place.ask("top")).text == "Nobody has played a rated match yet."
    chairs = await place.begin("Ann", "Bob", rated=True)
    await chairs[Seat.SECOND].concede()
    await place.hall.settled()
    await place.people.settle("x", "bot:easy", chairs[0].live.sitters[1].person)
    lines = (await place.ask("top")).text.splitlines()
    assert lines[0].split()[:2] == ["1", "Ann"]
    assert lines[1].split()[:2] == ["2", "Bob"]
    assert lines[3] == "Bots:"
    assert "Stray Pup" in lines[4]
    said = await place.data("top")
    assert [each["name"] for each in said["people"]] == ["Ann", "Bob"]
    assert [each["name"] for each in said["bots"]] == ["Stray Pup"]


async def test_watch_lists_matches_and_draws_one(place: Place) -> None:
    assert (await place.ask("watch")).text == "No match is going on that could be watched."
    chairs = await place.begin("Ann", "Bob")
    await play(chairs, 5)
    live = chairs[0].live
    assert (await place.ask("watch")).text.split() == [*f"{live.id} Ann against Bob turn {chairs_turn(chairs)}".split()]
    picture = await place.ask(f"watch {live.id}")
    assert "A is Ann" in picture.text
    assert "+-------------+" in picture.text
    assert (await place.ask(f"watch {live.id[:6]}")).text == picture.text
    said = await place.data(f"watch {live.id}")
    assert said["names"] == ["Ann", "Bob"]


def chairs_turn(chairs: tuple[Chair, Chair]) -> int:
    return chairs[0].live.match.latest(None).view.turn


async def test_g2_no_hand_is_in_a_picture(place: Place) -> None:
    chairs = await place.begin("Ann", "Bob")
    catalog = chairs[0].live.catalog
    for _ in range(8):
        await play(chairs, 1)
        view = chairs[0].live.match.latest(None).view
        seen = {tile.piece.card for tile in view.tiles if tile.piece}
        text = (await place.ask(f"watch {chairs[0].live.id}")).text
        text += (await place.ask(f"watch {chairs[0].live.id} --json")).text
        for seat in Seat:
            for card in set(chairs[seat].live.match.latest(seat).view.hand or ()) - seen:
                assert catalog.name_of(card) not in text
                assert card not in text


async def test_a_private_match_is_not_listed_and_a_wrong_id_is_told(place: Place) -> None:
    chairs = await place.begin("Ann", "Bob", private=True)
    assert (await place.ask("watch")).text == "No match is going on that could be watched."
    for word in (chairs[0].live.id, "abc", "ffff", "'[bold]'"):
        answer = await place.ask(f"watch {word}")
        assert answer.code == 1
        assert "`watch` lists all" in answer.text


async def test_a_record_is_told_when_the_match_is_over_and_leads_to_the_same_end(place: Place) -> None:
    chairs = await place.begin("Ann", "Bob")
    match = chairs[0].live.match
    answer = await place.ask(f"record {match.id}")
    assert answer.code == 1
    assert answer.text.startswith("this match goes on")
    await play(chairs)
    answer = await place.ask(f"record {match.id}")
    assert answer.code == 0
    assert answer.text.startswith("# Ann against Bob\n")
    record = read(answer.text)
    assert record == match.record()
    rules = BloodFang(chairs[0].live.catalog.cards)
    *_, last = replay(rules, record)
    assert rules.outcome(last.state) == match.outcome
    said = await place.data(f"record {match.id}")
    assert said["names"] == ["Ann", "Bob"]


async def test_a_match_that_never_was_has_no_record(place: Place) -> None:
    for word in ("0123456789abcdef", "x", "../secret"):
        answer = await place.ask(f"record {word}")
        assert answer.code == 1
        assert "there is no match" in answer.text
    assert (await place.ask("record")).code == 2


async def test_plain_characters_where_nothing_else_is_known(place: Place) -> None:
    plain = Asker(ANN.arrival, ANN.address, glyphs=Glyphs.ASCII)
    person = await place.people.enrol("Zoë", f"SHA256:{'z' * 43}")
    await place.lobby.enter(person, ADDRESS)
    chairs = await place.begin("Ann", "Bob")
    await play(chairs, 6)
    for command in ("who", "top", "watch", f"watch {chairs[0].live.id}"):
        assert (await place.ask(command, plain)).text.isascii()


def test_columns_are_as_wide_as_what_is_in_them() -> None:
    assert table([("漢字", "x"), ("abc", "y")]) == "漢字  x\nabc   y"
    assert table([]) == ""


async def test_over_ssh_they_answer_with_exit_codes(tmp_path: Path) -> None:
    async with running(tmp_path) as premises, connected(premises.door) as connection:
        who = await connection.run("who --json")
        assert (who.exit_status, json.loads(str(who.stdout))) == (0, [])
        top = await connection.run("top")
        assert top.exit_status == 0
        record = await connection.run("record 0123456789abcdef")
        assert record.exit_status == 1
        helped = await connection.run("help")
        for name in ("who", "top", "watch [ID]", "record ID"):
            assert f"\n  {name}" in str(helped.stdout)
