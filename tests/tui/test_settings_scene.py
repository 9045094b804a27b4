"""The settings on the screen: seen at once, kept at once, and told when they cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodfang import paths
from bloodfang.faces import Glyphs
from bloodfang.home import Home
from bloodfang.ink import Depth
from bloodfang.settings import CHOICES
from bloodfang_tui.scenes.keyspage import KeysScene
from bloodfang_tui.scenes.settings import ABOUT, LABELS, SettingsScene
from seats import Table, seated

SIZES = [(60, 20), (80, 24), (120, 40)]


def ground(table: Table) -> str:
    """The colour of the table, or nothing where there are none."""
    return table.app.look.colours.get("ground", "")


async def test_a_changed_theme_is_seen_at_once_and_is_there_the_next_time(home: Home, tmp_path: Path) -> None:
    async with seated(home) as table:
        await table.open(SettingsScene())
        before = ground(table)
        await table.press("right")
        assert "day" in table.text
        assert ground(table) != before
        assert table.sheet.row(12)[1][0].style.bgcolor is not None
    assert Home.open(tmp_path).settings.theme == "day"


async def test_all_themes_can_be_gone_through_and_around(home: Home) -> None:
    async with seated(home) as table:
        await table.open(SettingsScene())
        seen = []
        for _ in CHOICES["theme"]:
            seen.append(home.settings.theme)
            await table.press("right")
        assert tuple(seen) == CHOICES["theme"]
        assert home.settings.theme == "night"
        await table.press("left")
        assert home.settings.theme == "plain"


async def test_drawing_in_ascii_is_seen_at_once(home: Home) -> None:
    async with seated(home) as table:
        await table.open(SettingsScene())
        await table.press("down", "down", "left")
        assert home.settings.glyphs == "ascii"
        assert table.text.isascii()


async def test_a_name_is_typed_and_kept(home: Home, tmp_path: Path) -> None:
    async with seated(home) as table:
        await table.open(SettingsScene())
        await table.press(*["down"] * list(LABELS).index("name"), "enter")
        await table.press("ctrl+u")
        await table.type("Ann B.")
        await table.press("enter")
        assert "Ann B." in table.text
    assert Home.open(tmp_path).settings.name == "Ann B."


async def test_a_name_that_is_too_long_is_not_taken(home: Home) -> None:
    async with seated(home) as table:
        await table.open(SettingsScene())
        await table.press(*["down"] * list(LABELS).index("name"), "enter")
        await table.type("x" * 30)
        await table.press("enter")
        assert home.settings.name == "You"
        await table.press("escape")
        assert isinstance(table.scene, SettingsScene)


async def test_asking_before_a_pass_is_yes_or_no(home: Home) -> None:
    async with seated(home) as table:
        await table.open(SettingsScene())
        await table.press(*["down"] * list(LABELS).index("confirm_pass"), "enter")
        assert home.settings.confirm_pass is False
        assert "A pass is done at once." in table.text


async def test_everything_can_be_done_with_the_mouse(home: Home) -> None:
    async with seated(home) as table:
        await table.open(SettingsScene())
        await table.click("app.right", 3)
        assert home.settings.motion == "full"  # it was none, and goes around
        await table.click("app.left", 0)
        assert home.settings.theme == "plain"
        await table.click("app.choose", list(LABELS).index("keys"))
        await table.click("app.choose", list(LABELS).index("keys"))
        assert isinstance(table.scene, KeysScene)
        await table.click("app.back")
        await table.click("app.back")
        assert not isinstance(table.scene, SettingsScene)


async def test_a_file_that_cannot_be_written_is_told_and_the_change_counts(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("bloodfang.keeping.write_whole", refuse)
    async with seated(home) as table:
        await table.open(SettingsScene())
        await table.press("right")
        told = " ".join(table.text.split())
        assert "cannot be written: Permission denied; the change lasts until you leave" in told
        assert home.settings.theme == "day"


@pytest.mark.parametrize("size", SIZES)
async def test_the_files_are_named(home: Home, size: tuple[int, int]) -> None:
    async with seated(home, size=size) as table:
        await table.open(SettingsScene())
        assert paths.settings_file(home.config).name in table.text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("depth", [Depth.TRUE, Depth.NONE])
async def test_every_setting_and_a_sample_are_seen_at_every_size(
    home: Home, size: tuple[int, int], depth: Depth
) -> None:
    async with seated(home, size=size, depth=depth) as table:
        await table.open(SettingsScene())
        for label in LABELS.values():
            assert label in table.text
        assert "The table looks like this" in table.text
        assert "Mine" in table.text
        assert "Foe" in table.text


@pytest.mark.parametrize("size", SIZES)
async def test_in_ascii_only_ascii_is_on_the_sheet(home: Home, size: tuple[int, int]) -> None:
    home.change(name="Åsa")
    async with seated(home, size=size, glyphs=Glyphs.ASCII) as table:
        await table.open(SettingsScene())
        for _ in LABELS:
            assert table.text.isascii()
            await table.press("down")


def test_every_value_has_a_line_of_its_own() -> None:
    for name, choices in CHOICES.items():
        assert all((name, choice) in ABOUT for choice in choices)
