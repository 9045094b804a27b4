"""Who the player is: a guest who is kept, another name, keys, codes and phrases, and what is refused of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from bloodfang_tui.scenes.account import AccountScene
from bloodfang_tui.scenes.ask import Ask, TypeIn
from bloodfang_tui.scenes.lobby import LobbyScene
from bloodfang_tui.scenes.placard import Placard
from online import (
    Server,
    at_table,
    choose,
    in_front,
    key_of,
    lobby_of,
    match_scene,
    no_settling,  # noqa: F401
    play,
    point_at,
    quick_match,
    served,
    shows,
    visit_of,
)
from seats import Table


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with served(tmp_path) as server:
        yield server


async def to_account(table: Table) -> AccountScene:
    """To the page about oneself."""
    await choose(table, "You")
    assert isinstance(table.scene, AccountScene)
    await table.settle()
    return table.scene


async def pick(table: Table, name: str) -> None:
    """Choose an entry of it, with keys."""
    scene = table.scene
    assert isinstance(scene, AccountScene)
    names = [entry[0] for entry in scene.entries()]
    while names[scene.at] != name:
        await table.press("down")
    await table.press("enter")


async def write(table: Table, text: str) -> None:
    """Type a line anew, and enter it."""
    assert isinstance(table.scene, TypeIn)
    await table.press("ctrl+u")
    await table.type(text)
    await table.press("enter")


async def keep(table: Table, name: str) -> str:
    """Make an account of a guest; the phrase that leads back to it."""
    await pick(table, "Keep this")
    await write(table, name)
    await table.until(lambda: in_front(table, Placard))
    assert isinstance(table.scene, Placard)
    phrase = table.scene.large
    assert phrase in table.text
    await table.press("enter")
    return phrase


async def test_i6_a_guest_becomes_an_account_with_the_match_intact(server: Server) -> None:
    async with server.visited("heron", guest=True) as guest, server.visited("Bob") as bob:
        await quick_match(guest, bob)
        await play(guest, bob, acts=2)
        assert "~heron" in bob.text
        board = match_scene(guest).view
        await guest.press("escape", "down", "enter")
        await to_account(guest)
        await keep(guest, "Heron")
        assert "You are Heron now." in guest.text or "Heron" in guest.text.splitlines()[0]
        await bob.until(lambda: "~heron" not in bob.text and "Heron" in bob.text)
        await guest.press("escape")
        assert "Welcome, Heron." in guest.text
        await choose(guest, "Continue")
        await at_table(guest)
        assert match_scene(guest).view == board
        await play(guest, bob, acts=1)


async def test_a_kept_guest_comes_back_by_the_phrase_from_anywhere(server: Server) -> None:
    async with server.visited("heron", guest=True) as guest:
        await to_account(guest)
        phrase = await keep(guest, "Heron")
        person = visit_of(guest).person
    async with server.visited("egret", guest=True) as guest, server.visited("Bob") as bob:
        await to_account(guest)
        await pick(guest, "Come back")
        await write(guest, "heron")
        await write(guest, f" {phrase.upper()} ")
        await guest.until(lambda: "Welcome back: you are Heron now." in guest.text)
        assert visit_of(guest).person == person
        await guest.press("escape")
        await bob.until(lambda: "Heron" in bob.text and "~egret" not in bob.text)
        await point_at(bob, "Heron")
        await bob.press("enter")
        await guest.until(lambda: "Bob would like to play you" in guest.text)  # news reach who they are now
        await guest.press("enter")
        await at_table(guest, bob)


async def test_a_phrase_leads_a_new_key_back_to_its_owner(server: Server) -> None:
    old = await server.person("Ann")
    phrase = await server.people.new_phrase(old.id)
    async with server.visited("Newcomer") as table:
        await to_account(table)
        await pick(table, "Come back")
        await write(table, "Ann")
        await write(table, phrase)
        await table.until(lambda: "you are Ann now" in table.text)
        await table.until(lambda: "(in use)" in table.text)
    found = await server.people.by_key(key_of("Newcomer"))
    assert found
    assert found.id == old.id


async def test_a_wrong_phrase_or_name_is_refused_in_a_sentence(server: Server) -> None:
    await server.person("Ann")
    async with server.visited("egret", guest=True) as guest:
        await to_account(guest)
        for phrase, told in (("hello", "A recovery phrase is five words"), ("babab " * 5, "do not belong together")):
            await pick(guest, "Come back")
            await write(guest, "Ann")
            await write(guest, phrase)
            await guest.until(partial(shows, guest, told))
        for _ in range(5):
            await pick(guest, "Come back")
            await write(guest, "Ann")
            await write(guest, "babab " * 5)
        await guest.until(lambda: "Too many phrases were wrong" in guest.text)


async def test_who_has_a_match_does_not_become_somebody_else(server: Server) -> None:
    async with server.visited("heron", guest=True) as guest, server.visited("Bob") as bob:
        await quick_match(guest, bob)
        await guest.press("escape", "down", "enter")
        await to_account(guest)
        await pick(guest, "Come back")
        assert "~heron has matches that go on" in guest.text
        assert in_front(guest, AccountScene)


async def test_who_is_kept_out_does_not_come_in_by_a_phrase(server: Server) -> None:
    old = await server.person("Ann")
    phrase = await server.people.new_phrase(old.id)
    await server.people.ban("name", "Ann", "admin")
    async with server.visited("egret", guest=True) as guest:
        await to_account(guest)
        await pick(guest, "Come back")
        await write(guest, "Ann")
        await write(guest, phrase)
        await guest.until(lambda: "Ann is kept out of this server" in guest.text)
        assert visit_of(guest).person.guest


async def test_another_name_is_seen_by_all_also_at_the_table(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await quick_match(ann, bob)
        await ann.press("escape", "down", "enter")
        await to_account(ann)
        await pick(ann, "Another name")
        await write(ann, "Anna")
        await ann.until(lambda: "You are Anna now." in ann.text)
        await bob.until(lambda: "Anna" in bob.text)
        await ann.press("escape")
        await choose(ann, "Continue")
        await at_table(ann)
        assert "Anna" in ann.text


WRONG_NAMES = [
    ("x", "2 to 16"),
    ("a b", "letters, digits"),
    ("\u0410nn", "script"),  # a Cyrillic A before Latin letters
    ("admin", ""),
    ("[bold]", "letters, digits"),
]


@pytest.mark.parametrize(("name", "told"), WRONG_NAMES)
async def test_t1_a_name_that_cannot_be_is_refused_while_it_is_typed(server: Server, name: str, told: str) -> None:
    async with server.visited("Ann") as ann:
        await to_account(ann)
        await pick(ann, "Another name")
        await write(ann, name)
        assert in_front(ann, TypeIn)
        assert told in " ".join(ann.text.split())
        await ann.press("escape")
        assert visit_of(ann).person.name == "Ann"


async def test_somebody_elses_name_is_refused(server: Server) -> None:
    await server.person("Bob")
    async with server.visited("Ann") as ann:
        await to_account(ann)
        await pick(ann, "Another name")
        await write(ann, "B0b")
        await ann.until(lambda: "is somebody else's name" in ann.text)
        assert visit_of(ann).person.name == "Ann"


async def test_a_code_brings_another_machine_to_the_account(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Laptop2") as other:
        await to_account(ann)
        await pick(ann, "Add a key")
        await ann.until(lambda: in_front(ann, Placard))
        assert isinstance(ann.scene, Placard)
        code = ann.scene.large
        await to_account(other)
        await pick(other, "Use a code")
        await write(other, "0000-0000-0000-0000")
        await other.until(lambda: "This is not a code that works now" in other.text)
        await pick(other, "Use a code")
        await write(other, code.lower())
        await other.until(lambda: "you are Ann now" in other.text)
        assert visit_of(other).person.id == visit_of(ann).person.id
        await ann.press("enter", "escape")
        scene = await to_account(ann)
        await ann.until(lambda: len(scene.keys) == 2)


async def test_i5_who_came_by_a_key_that_is_removed_goes_at_once(server: Server) -> None:
    """Else whoever stole it would stay long enough to bring another."""
    ann = await server.person("Ann")
    await server.people.add_key(await server.people.key_code(ann.id), key_of("Thief"))
    async with (
        server.visited("Ann", person=ann) as owner,
        server.visited("Ann", person=ann) as elsewhere,
        server.visited("Thief", person=ann) as thief,
    ):
        scene = await to_account(owner)
        await owner.until(lambda: len(scene.keys) == 2)
        await pick(owner, "Remove a key")
        await owner.press("down", "enter", "down", "enter")
        await owner.until(partial(shows, owner, "That key leads here no more"))
        await owner.until(lambda: not thief.app.is_running)
        assert "This account was made safe from another session" in thief.app.parting
        assert owner.app.is_running
        assert elsewhere.app.is_running


async def test_i8_who_came_by_a_guests_code_goes_when_the_guest_becomes_an_account(server: Server) -> None:
    heron = await server.person("heron", guest=True)
    async with (
        server.visited("heron", person=heron) as guest,
        server.visited("other", person=heron) as other,
    ):
        await to_account(guest)
        await keep(guest, "Heron")
        await guest.until(lambda: not other.app.is_running)
        assert not visit_of(guest).person.guest


async def test_the_last_key_stays_unless_there_is_a_phrase(server: Server) -> None:
    async with server.visited("Ann") as ann:
        scene = await to_account(ann)
        await ann.until(lambda: scene.keys)
        for told in ("This is your last key", "That key leads here no more"):
            await pick(ann, "Remove a key")
            await ann.press("enter")
            assert isinstance(ann.scene, Ask)
            await ann.press("down", "enter")
            await ann.until(partial(shows, ann, told))
            if told.startswith("This"):
                await pick(ann, "Recovery phrase")
                await ann.press("down", "enter")
                await ann.until(lambda: in_front(ann, Placard))
                await ann.press("enter")
        await ann.until(partial(shows, ann, "your phrase is the only way back"))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_a_phrase_is_whole_on_one_line(server: Server, size: tuple[int, int]) -> None:
    async with server.visited("heron", guest=True, size=size) as guest:
        await to_account(guest)
        phrase = await keep(guest, "Heron")
        assert len(phrase.split()) == 5


async def test_the_page_works_by_mouse_alone(server: Server) -> None:
    async with server.visited("Ann") as ann:
        number = [entry.name for entry in lobby_of(ann).entries()].index("You")
        await ann.click("app.choose", number)
        await ann.settle()
        await ann.click("app.choose", 1)
        await ann.click("app.choose", 0)
        assert in_front(ann, AccountScene)
        await ann.click("app.back")
        assert in_front(ann, LobbyScene)
