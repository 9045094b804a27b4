"""Looks: every theme is complete, can be read, and tells the sides apart; and no terminal gets what it cannot show."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields

import pytest

from bloodfang.glyphs import Glyphs
from bloodfang.ink import _FIXED, _STANDARD, Depth, Ink, as_shown, lab
from bloodfang.settings import CHOICES
from bloodfang_tui.look import Look, Signs
from bloodfang_tui.themes import BASIC, NAMES, THEMES

GROUNDS = ("ground", "panel", "raised")
TILES = ("neutral", "lit", "mine_wash", "theirs_wash", "mine_deep", "theirs_deep")
SIDES = ("mine", "theirs")

WORDS = [
    *((words, on) for words in ("text", "quiet", "accent", "blood", "good", "bad", *SIDES) for on in GROUNDS),
    *(("text", on) for on in TILES),
    *(("quiet", on) for on in ("neutral", "mine_deep", "theirs_deep")),
    *(("ground", on) for on in ("cursor", "accent", "good", "bad")),
]
"""What is read: 4.5 to 1, as WCAG wants it."""

MARKS = [
    *(("faint", on) for on in (*GROUNDS, "neutral")),
    *((side, on) for side in SIDES for on in ("neutral", "lit", f"{side}_wash", f"{side}_deep")),
    *((mark, on) for mark in ("accent", "good", "bad") for on in TILES),
]
"""What is seen: 3 to 1."""

Matrix = tuple[tuple[float, float, float], ...]

BLINDNESS: Mapping[str, Matrix] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What is left of linear red, green and blue (Machado, Oliveira and Fernandes, 2009)."""


def linear(colour: str) -> list[float]:
    parts = [each / 255 for each in bytes.fromhex(colour[1:])]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one: str, other: str) -> float:
    """As WCAG 2 counts it: from 1 to 21."""
    light = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in map(linear, (one, other)))
    return (light[1] + 0.05) / (light[0] + 0.05)


def seen_with(blindness: str, colour: str) -> str:
    """The colour as such eyes see it."""
    parts = [sum(m * part for m, part in zip(row, linear(colour), strict=True)) for row in BLINDNESS[blindness]]
    parts = [min(1.0, max(0.0, part)) for part in parts]
    curved = [12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in parts]
    return "#" + "".join(f"{round(255 * part):02x}" for part in curved)


def apart(one: str, other: str) -> float:
    return math.dist(lab(one), lab(other))


def too_weak(colours: Mapping[str, str], pairs: Iterable[tuple[str, str]], least: float) -> list[str]:
    found = [(words, on, contrast(colours[words], colours[on])) for words, on in pairs]
    return [f"{words} on {on}: {each:.2f}" for words, on, each in found if each < least]


def test_there_is_a_theme_for_every_choice() -> None:
    assert {*THEMES, "plain"} == set(CHOICES["theme"])


@pytest.mark.parametrize("colours", [*THEMES.values(), *BASIC.values()], ids=[*THEMES, "16 dark", "16 light"])
def test_every_theme_has_every_colour(colours: Mapping[str, str]) -> None:
    assert set(colours) == set(NAMES)
    assert all(re.fullmatch("#[0-9a-f]{6}", each) for each in colours.values())


@pytest.mark.parametrize("theme", THEMES)
def test_words_can_be_read_and_marks_be_seen(theme: str) -> None:
    assert too_weak(THEMES[theme], WORDS, 4.5) == []
    assert too_weak(THEMES[theme], MARKS, 3) == []


@pytest.mark.parametrize("theme", THEMES)
def test_words_can_be_read_in_256_colours(theme: str) -> None:
    colours = {name: as_shown(colour, Depth.INDEXED) for name, colour in THEMES[theme].items()}
    assert too_weak(colours, WORDS, 3.7) == []
    assert too_weak(colours, MARKS, 2.8) == []


@pytest.mark.parametrize("light", BASIC)
def test_words_can_be_read_in_16_colours(light: bool) -> None:
    plain = [(words, on) for words in ("text", "quiet") for on in GROUNDS] + [("text", on) for on in TILES]
    assert too_weak(BASIC[light], plain, 4.5) == []
    signs = [(side, on) for side in SIDES for on in (*GROUNDS, f"{side}_deep")]
    assert too_weak(BASIC[light], signs, 2.4) == []


@pytest.mark.parametrize(
    ("theme", "blindness"),
    [("ember-safe", "protanopia"), ("ember-safe", "deuteranopia"), ("tide-safe", "tritanopia")],
)
def test_the_sides_stay_apart_for_the_eyes_that_a_theme_is_made_for(theme: str, blindness: str) -> None:
    seen = {name: seen_with(blindness, colour) for name, colour in THEMES[theme].items()}
    assert apart(seen["mine"], seen["theirs"]) > 0.2
    assert apart(seen["mine_deep"], seen["theirs_deep"]) > 0.15
    assert apart(seen["mine_wash"], seen["theirs_wash"]) > 0.09
    assert apart(seen["good"], seen["bad"]) > 0.2


@pytest.mark.parametrize("theme", THEMES)
def test_the_sides_are_apart_for_all_other_eyes(theme: str) -> None:
    colours = THEMES[theme]
    assert apart(colours["mine"], colours["theirs"]) > 0.15
    assert apart(colours["mine_deep"], colours["theirs_deep"]) > 0.1


@pytest.mark.parametrize("theme", CHOICES["theme"])
@pytest.mark.parametrize("depth", Depth)
def test_no_terminal_gets_colours_that_it_does_not_have(theme: str, depth: Depth) -> None:
    look = Look.of(theme, depth, Glyphs.BLOCKS)
    paints = [look.paint(f"{name} on {on} bold") for name in NAMES for on in NAMES]
    paints += [look.ink(Ink("a", fg="#123456", bg="#fedcba", bold=True, dim=True, italic=True)), look.ink(Ink("b"))]
    shown = {
        colour.triplet.hex
        for each in paints
        for colour in (each.style.color, each.style.bgcolor)
        if colour and colour.triplet
    }
    codes = "|".join(each.sgr for each in paints)
    if theme == "plain" or depth is Depth.NONE:
        assert not shown
        assert set(re.findall(r"\d+", codes)) <= {"1", "2", "3", "4", "7"}
    elif depth is Depth.BASIC:
        assert shown <= set(_STANDARD)
        assert "8;" not in codes
    elif depth is Depth.INDEXED:
        assert shown <= set(_FIXED)
        assert "8;2;" not in codes
    else:
        assert "8;5;" not in codes


def test_without_colours_the_sides_the_cursor_and_what_is_lit_are_still_told() -> None:
    look = Look.of("night", Depth.NONE, Glyphs.BLOCKS)
    told = {look.paint(words).sgr for words in ("text", "mine", "theirs", "text on cursor")}
    assert len(told) == 4
    assert look.paint("text on lit").sgr == "7"


def test_the_same_paint_is_the_same_object() -> None:
    look = Look.of("night", Depth.TRUE, Glyphs.BLOCKS)
    assert look is Look.of("night", Depth.TRUE, Glyphs.BLOCKS)
    assert look.paint("text on panel bold") is look.paint("text on panel bold")
    assert look.ink(Ink("a", fg="#123456")) is look.ink(Ink("other", fg="#123456"))


def test_words_that_name_no_colour_are_loud() -> None:
    look = Look.of("night", Depth.TRUE, Glyphs.BLOCKS)
    with pytest.raises(KeyError):
        look.paint("pink on panel")


def drawn(signs: Signs) -> dict[str, str]:
    said = {each.name: getattr(signs, each.name) for each in fields(signs)}
    return {name: "".join(value.values() if isinstance(value, Mapping) else value) for name, value in said.items()}


def test_ascii_signs_are_ascii() -> None:
    signs = Look.of("night", Depth.TRUE, Glyphs.ASCII).signs
    assert all(text.isascii() and text.isprintable() for text in drawn(signs).values())


@pytest.mark.parametrize("glyphs", Glyphs)
def test_every_sign_takes_the_cells_it_should(glyphs: Glyphs) -> None:
    signs = Look.of("night", Depth.TRUE, glyphs).signs
    assert {name: len(text) for name, text in drawn(signs).items() if len(text) != 1} == {
        "box": 11,
        "heavy": 11,
        "cells": 5,
        "meter": 2,
        "digits": 90,
    }
    assert [len(line) for line in signs.digits] == [30] * 3
    assert len({signs.mine, signs.theirs, signs.free}) == 3
