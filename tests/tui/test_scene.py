"""Scenes: their methods are their commands, whatever key or click stands for them; and no size loses anything."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest
from textual import events

from bloodfang import paths
from bloodfang.home import Home
from bloodfang_tui.field import Field
from bloodfang_tui.scene import LEAST, Scene
from bloodfang_tui.scenes.ask import Ask
from bloodfang_tui.sheet import Area, Sheet
from glass import cells
from seats import Table, key, mouse, seated


class Toy(Scene[str]):
    """Counts, opens a line, and remembers what was done."""

    CONTEXT = "decks"

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.done: list[str] = []
        self.over = ""

    def paint(self, sheet: Sheet) -> None:
        sheet.put(0, 0, f"at {self.at}, typing {self.field.text if self.field else 'nothing'}")
        sheet.zone(sheet.area, "decks.copy", "the ground")
        sheet.zone(Area(5, 5, 10, 3), "decks.delete", "the box")
        sheet.zone(Area(7, 6, 2, 1), "decks.rename")
        self.paint_bar(sheet)

    def hints(self) -> Iterable[str | tuple[str, str]]:
        return ("app.up", ("app.choose", "go"), "decks.new", "decks.take")

    def do_up(self) -> None:
        self.at -= 1

    def do_down(self) -> None:
        self.at += 1

    def do_choose(self) -> None:
        self.say(f"You chose {self.at}.")

    def do_new(self) -> None:
        self.field = Field.of("deck ")

    def do_take(self) -> None:
        self.done.append("take")

    def do_copy(self, about: str = "") -> None:
        self.done.append(f"copy {about}")

    def do_delete(self, about: str = "") -> None:
        self.done.append(f"delete {about}")

    def do_rename(self) -> None:
        self.done.append("rename")

    def hovered(self, command: str, about: str) -> None:
        self.over = about

    def entered(self, text: str) -> None:
        self.done.append(f"entered {text}")
        self.field = None


class Hand(Scene[None]):
    """Has numbered commands."""

    CONTEXT = "match"

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[int] = []

    def paint(self, sheet: Sheet) -> None:
        sheet.put(0, 0, f"{self.chosen}")

    def do_card(self, number: int) -> None:
        self.chosen.append(number)


@pytest.fixture
async def table(home: Home) -> AsyncIterator[Table]:
    async with seated(home, glass=True) as table:
        await table.open(Toy())
        yield table


def toy(table: Table) -> Toy:
    assert isinstance(table.scene, Toy)
    return table.scene


def test_a_scene_is_bound_to_what_its_methods_do_and_to_nothing_else() -> None:
    bound = {each.id for each in Toy.BINDINGS if not isinstance(each, tuple)}
    assert {"app.up", "app.choose", "app.back", "app.quit", "app.help", "decks.new", "decks.delete"} <= bound
    assert not bound & {"app.left", "decks.code", "match.pass", "builder.search"}


async def test_numbered_commands_say_their_number(table: Table) -> None:
    await table.open(Hand())
    await table.press("3", "9", "1")
    assert isinstance(table.scene, Hand)
    assert table.scene.chosen == [3, 9, 1]


async def test_every_key_of_a_command_does_it(table: Table) -> None:
    await table.press("down", "j", "j", "k")
    assert toy(table).at == 2
    assert table.text.startswith("at 2")


async def test_keys_that_the_player_moved_do_what_they_did_and_the_bar_says_so(home: Home) -> None:
    paths.keys_file(home.config).write_text('"app.down" = "z"\n"app.choose" = ["Y", "B"]\n', encoding="utf-8")
    async with seated(home) as table:
        await table.open(Toy())
        await table.press("z", "z", "down", "j")
        assert toy(table).at == 2
        assert " Y go " in table.text
        await table.press("B")
        assert "You chose 2." in table.text


async def test_a_line_being_typed_gets_the_keys(table: Table) -> None:
    await table.press("n")
    await table.type("q j?")
    assert "typing deck q j?" in table.text
    assert (toy(table).at, toy(table).done) == (0, [])
    await table.press("backspace", "enter")
    assert toy(table).done == ["entered deck q j"]
    await table.press("j")
    assert toy(table).at == 1


async def test_escape_ends_typing_and_stays(table: Table) -> None:
    await table.press("n", "x", "escape")
    assert "typing nothing" in table.text
    assert toy(table).done == []


async def test_keys_that_come_all_at_once_are_done_one_after_the_other(table: Table) -> None:
    for each in ("n", "q", "q", "enter", "j", "i"):
        table.app.post_message(key(each))
    await table.settle()
    assert toy(table).done == ["entered deck qq", "take"]
    assert toy(table).at == 1


async def test_what_is_pasted_before_a_key_is_there_when_the_key_is_done(table: Table) -> None:
    for event in (key("n"), events.Paste("of crows"), key("enter")):  # all in one packet
        table.app.post_message(event)
    await table.settle()
    assert toy(table).done == ["entered deck of crows"]


async def test_one_can_leave_while_typing(table: Table) -> None:
    await table.press("n", "ctrl+c")
    assert table.app._exit


async def test_pasted_text_is_typed_without_its_lines_and_controls(table: Table) -> None:
    await table.press("n")
    await table.paste("one\ntwo\x1b[31m\x07")
    assert "typing deck one two[31m" in table.text


async def test_pasted_text_does_nothing_where_nothing_is_typed(table: Table) -> None:
    await table.paste("jjjj")
    assert toy(table).at == 0


async def test_a_notice_is_gone_with_the_next_command(table: Table) -> None:
    await table.press("enter")
    assert "! You chose 0." in " ".join(table.text.split())
    await table.press("j")
    assert "You chose" not in table.text


async def test_a_click_does_what_was_painted_last_there(table: Table) -> None:
    for x, y in ((0, 0), (5, 5), (7, 6), (8, 6), (9, 6), (15, 5)):
        await table.click_at(x, y)
    assert toy(table).done == [
        "copy the ground",
        "delete the box",
        "rename",
        "rename",
        "delete the box",
        "copy the ground",
    ]


async def test_the_bar_can_be_clicked(table: Table) -> None:
    await table.click("app.up")
    await table.click("decks.take")
    assert toy(table).at == -1
    assert toy(table).done == ["take"]


async def test_the_mouse_is_over_things_but_not_over_keys(table: Table) -> None:
    seen = []
    for x, y in ((5, 5), (7, 6), (0, 0), (1, 23)):
        await table.hover(x, y)
        seen.append(toy(table).over)
    assert seen == ["the box", "the box", "the ground", "the ground"]


async def test_the_wheel_goes_up_and_down(table: Table) -> None:
    await table.scroll()
    await table.scroll()
    await table.scroll(up=True)
    assert toy(table).at == 1


async def test_the_wheel_is_ignored_where_nothing_scrolls(table: Table) -> None:
    await table.open(Hand())
    await table.scroll()
    assert isinstance(table.scene, Hand)


@pytest.mark.parametrize("size", [(59, 24), (80, 19), (20, 8), (1, 1)])
async def test_a_terminal_that_is_too_small_says_so(table: Table, size: tuple[int, int]) -> None:
    await table.press("j", "j")
    await table.resize(*size)
    if size[0] > 20:
        assert "at least 60 x 20" in " ".join(table.text.split())
    assert table.glass.cells == cells(table.sheet)
    await table.press("j", "i")
    await table.click_at(0, 0)
    await table.resize(*LEAST)
    assert table.text.startswith("at 2")
    assert toy(table).done == []


async def test_a_resize_keeps_what_was_being_done(table: Table) -> None:
    await table.press("j", "n", "x")
    for size in ((120, 40), (60, 20), (61, 33), (80, 24)):
        await table.resize(*size)
        assert table.sheet.area[2:] == size
        assert table.glass.cells == cells(table.sheet)
    assert table.text.startswith("at 1, typing deck x")


async def test_the_terminal_shows_the_scene_after_every_step(table: Table) -> None:
    for keys in (["j"], ["enter"], ["n", "a", "b"], ["escape"], ["escape"], ["down"], ["up"]):
        await table.press(*keys)
        assert table.glass.cells == cells(table.sheet)


async def test_a_key_that_changes_nothing_sends_nothing(table: Table) -> None:
    sent = table.sent
    await table.press("i", "i", "f", "left")
    assert table.sent == sent


async def test_another_scene_is_sent_as_a_change(table: Table) -> None:
    sent = table.sent
    await table.open(Toy())
    assert table.sent == sent
    await table.press("j")
    assert 0 < table.sent - sent < 100


async def test_no_key_is_lost_and_none_is_done_twice_when_scenes_close(table: Table) -> None:
    first = toy(table)
    await table.open(Toy())
    for each in ("escape", "j"):
        table.app.post_message(key(each))
    await table.settle()
    assert table.scene is first
    assert first.at == 1


async def test_two_clicks_at_once_close_one_scene(table: Table) -> None:
    class Door(Scene[None]):
        def paint(self, sheet: Sheet) -> None:
            sheet.zone(sheet.area, "app.back")

    first = toy(table)
    await table.open(Door())
    for kind in (events.MouseDown, events.MouseUp) * 3:
        table.app.post_message(mouse(kind, 30, 20))
    await table.settle()
    assert table.scene is first


async def test_moved_keys_are_read_from_the_home_of_each_player(home: Home, tmp_path: Path) -> None:
    other = Home.open(tmp_path / "other")
    (tmp_path / "other").mkdir(exist_ok=True)
    paths.keys_file(other.config).write_text('"app.down" = "z"\n', encoding="utf-8")
    async with seated(home) as one, seated(other) as two:
        await one.open(Toy())
        await two.open(Toy())
        for table in (one, two):
            await table.press("z")
        assert (toy(one).at, toy(two).at) == (0, 1)


async def test_what_changes_behind_a_box_is_seen_beside_it(table: Table) -> None:
    first = toy(table)
    await table.open(Ask("Sure?", "Think of it.", ["Yes", "No"]))
    first.at = 41
    first.repaint()
    await table.settle()
    assert table.text.startswith("at 41")
    assert "Sure?" in table.text
    assert table.glass.cells == cells(table.sheet)


async def test_what_changes_behind_a_whole_scene_is_not_painted(table: Table) -> None:
    first = toy(table)
    await table.open(Hand())
    shown = table.app.shown
    first.repaint()
    await table.settle()
    assert table.app.shown is shown
    assert first._sheet is None


async def test_a_terminal_that_was_cleared_is_painted_once_more(table: Table) -> None:
    await table.press("j")
    await table.resize(80, 24)
    assert table.glass.cells == cells(table.sheet)
