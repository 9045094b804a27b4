"""The terms of a match: chosen by keys or mouse, kept, and followed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bloodfang.clock import NO_CLOCK, PRESETS
from bloodfang_tui.scenes.lobby import LobbyScene
from bloodfang_tui.scenes.termsheet import TermsScene
from online import (
    Server,
    choose,
    in_front,
    lobby_of,
    match_scene,
    no_settling,  # noqa: F401
    quick_match,
    served,
)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with served(tmp_path) as server:
        yield server


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_every_term_is_chosen_with_arrows_and_kept(server: Server, size: tuple[int, int]) -> None:
    async with server.visited("Ann", size=size) as ann:
        await ann.press("t")
        assert in_front(ann, TermsScene)
        for word in ("Your deck", "Rules", "Clock", "Rated"):
            assert word in ann.text
        await ann.press("right", "down", "right", "down", "right", "down", "right", "enter")
        terms = lobby_of(ann).wishes.terms
        assert terms.profile != "bloodfang"
        assert terms.clock == PRESETS[1]
        assert terms.rated
        assert ann.app.home.settings.deck
        assert "rated" in ann.text


async def test_the_mouse_turns_them_both_ways(server: Server) -> None:
    async with server.visited("Ann") as ann:
        await ann.press("t")
        await ann.click("app.right", 2)
        assert "Relaxed" in ann.text
        assert "60 s a move, and 600 s in hand" in ann.text
        await ann.click("app.left", 2)
        await ann.click("app.back")
        assert in_front(ann, LobbyScene)
        assert lobby_of(ann).wishes.terms.clock == NO_CLOCK


async def test_guests_have_no_rating_to_play_for(server: Server) -> None:
    async with server.visited("heron", guest=True) as guest:
        await guest.press("t", "up", "right")
        assert "Guests have no rating." in guest.text
        await guest.press("enter")
        assert not lobby_of(guest).wishes.terms.rated


@pytest.mark.parametrize("profile", ["bloodfang", "reference", "classic"])
async def test_a_deck_by_lot_fits_the_rules_that_were_chosen(server: Server, profile: str) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        for table in (ann, bob):
            await table.press("t", "down")
            while lobby_of(table).app.screen.terms.profile != profile:  # type: ignore[attr-defined]
                await table.press("right")
            await table.press("enter")
        await quick_match(ann, bob, ready=False)
        assert match_scene(ann).chair.live.terms.profile == profile


async def test_two_who_want_different_things_do_not_meet(server: Server) -> None:
    async with server.visited("Ann") as ann, server.visited("Bob") as bob:
        await ann.press("t", "down", "down", "right", "enter")
        for table in (ann, bob):
            await choose(table, "Quick match")
        await server.wait(16)
        assert in_front(ann, LobbyScene)
        assert in_front(bob, LobbyScene)
