"""Coloured text, and the colours of the houses."""

from __future__ import annotations

import re
import unicodedata
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodfang.ink import Depth, Ink, basic, indexed, lab, safe, width, write
from bloodfang.palette import PALETTES, Palette

RED = Ink("fang", fg="#ff0000")
SGR = re.compile(r"\x1b\[([0-9;]*)m")
STYLED = [Depth.TRUE, Depth.INDEXED, Depth.BASIC]

colours = st.one_of(st.just(""), st.integers(0, 0xFFFFFF).map("#{:06x}".format))
inks = st.builds(Ink, st.text(max_size=8), colours, colours, st.booleans(), st.booleans(), st.booleans())
lines = st.lists(st.lists(inks, max_size=6).map(tuple), max_size=4)


@pytest.mark.parametrize(
    ("depth", "written"),
    [
        (Depth.TRUE, "\x1b[38;2;255;0;0mfang\x1b[0m"),
        (Depth.INDEXED, "\x1b[38;5;196mfang\x1b[0m"),
        (Depth.BASIC, "\x1b[91mfang\x1b[0m"),
        (Depth.NONE, "fang"),
    ],
)
def test_a_colour_is_written_as_each_terminal_understands_it(depth: Depth, written: str) -> None:
    assert write([(RED,)], depth) == written


@pytest.mark.parametrize(
    ("depth", "written"),
    [
        (Depth.TRUE, "\x1b[48;2;0;0;0m \x1b[0m"),
        (Depth.INDEXED, "\x1b[48;5;16m \x1b[0m"),
        (Depth.BASIC, "\x1b[40m \x1b[0m"),
        (Depth.NONE, " "),
    ],
)
def test_a_ground_is_written_as_each_terminal_understands_it(depth: Depth, written: str) -> None:
    assert write([(Ink(" ", bg="#000000"),)], depth) == written


@pytest.mark.parametrize(
    ("colour", "codes"),
    [("#000000", "30;40"), ("#aaaaaa", "37;47"), ("#555555", "90;100"), ("#ffffff", "97;107")],
)
def test_the_eight_bright_of_the_sixteen_have_codes_of_their_own(colour: str, codes: str) -> None:
    assert write([(Ink("x", colour, colour),)], Depth.BASIC) == f"\x1b[{codes}mx\x1b[0m"


def test_bold_dim_and_italic_go_with_the_colour() -> None:
    ink = Ink("x", fg="#00ff00", bold=True, dim=True, italic=True)
    assert write([(ink,)], Depth.TRUE) == "\x1b[1;2;3;38;2;0;255;0mx\x1b[0m"


def test_neighbours_of_one_style_share_it() -> None:
    assert write([(RED, RED)], Depth.BASIC) == "\x1b[91mfangfang\x1b[0m"


def test_a_style_is_left_before_the_next_begins() -> None:
    line = (Ink("a", bold=True), Ink("b"), Ink("c", italic=True))
    assert write([line], Depth.TRUE) == "\x1b[1ma\x1b[0mb\x1b[3mc\x1b[0m"


def test_unstyled_text_is_written_as_it_is() -> None:
    assert write([(Ink("two"),), (), (Ink("lines"),)], Depth.TRUE) == "two\n\nlines"


@given(lines, st.sampled_from(STYLED))
def test_no_style_outlives_its_line(lines: list[tuple[Ink, ...]], depth: Depth) -> None:
    for line in write(lines, depth).split("\n"):
        codes = SGR.findall(line)
        assert codes[1::2] == ["0"] * (len(codes) // 2)
        assert len(codes) % 2 == 0


@given(lines, st.sampled_from(Depth))
def test_styles_never_change_the_text(lines: list[tuple[Ink, ...]], depth: Depth) -> None:
    assert SGR.sub("", write(lines, depth)) == write(lines, Depth.NONE)


@pytest.mark.parametrize("colour", ["red", "#fff", "#12345g", "#1234567", "ff0000", "\x1b[0m"])
def test_what_is_no_colour_is_refused_with_a_sentence(colour: str) -> None:
    with pytest.raises(ValueError, match='a colour is "#rrggbb" or ""'):
        Ink("x", fg=colour)
    with pytest.raises(ValueError, match='a colour is "#rrggbb" or ""'):
        Ink("x", bg=colour)


@pytest.mark.parametrize(
    "character",
    [
        "\x1b",
        "\x00",
        "\n",
        "\r",
        "\t",
        "\x7f",
        "\x9b",
        "\u202e",
        "\u2066",
        "\u200f",
        "\u061c",
        "\u2028",
        "\u2029",
        "\ud800",
    ],
    ids=ascii,
)
@pytest.mark.parametrize("depth", Depth)
def test_nothing_that_steers_a_terminal_gets_through(character: str, depth: Depth) -> None:
    assert write([(Ink(f"a{character}[31mb"),)], depth) == "a?[31mb"


@given(st.text())
def test_safe_text_holds_no_control_and_is_as_long_as_before(text: str) -> None:
    told = safe(text)
    assert len(told) == len(text)
    assert not [each for each in told if unicodedata.category(each) in {"Cc", "Cs", "Zl", "Zp"}]
    assert not [each for each in told if unicodedata.bidirectional(each) in {"RLO", "LRO", "RLE", "LRE", "RLI", "PDF"}]
    assert safe(told) == told


def test_safe_text_keeps_letters_of_every_script() -> None:
    assert safe("Fängé 月 волк ▀ 🌑") == "Fängé 月 волк ▀ 🌑"


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("fang", 4),
        ("Fäng", 4),
        ("Fa\u0308ng", 4),  # a and a mark on it
        ("月の牙", 6),
        ("ＡＢ", 4),
        ("🌑", 2),
        ("▀▄█", 3),
        ("a\u200bb", 2),  # a space of no width
        ("각", 2),
        ("\u1100\u1161\u11a8", 2),  # the same syllable in three parts
        ("a\u00adb", 3),
        ("\x1b", 1),  # written as ?
        ("a\nb\u202e", 4),
    ],
    ids=ascii,
)
def test_width_is_counted_in_columns(text: str, columns: int) -> None:
    assert width(text) == columns


@given(st.text())
def test_width_is_that_of_the_text_as_written(text: str) -> None:
    assert width(text) == width(safe(text))


@pytest.mark.parametrize(
    ("colour", "number"),
    [
        ("#000000", 16),
        ("#ffffff", 231),
        ("#ff0000", 196),
        ("#00ff00", 46),
        ("#0000ff", 21),
        ("#5f87af", 67),
        ("#808080", 244),
        ("#121212", 233),
        ("#fe0101", 196),
        ("#e9e8ea", 254),
    ],
)
def test_the_nearest_of_256_is_found(colour: str, number: int) -> None:
    assert indexed(colour) == number


@pytest.mark.parametrize(
    ("colour", "number"),
    [
        ("#000000", 0),
        ("#0b0a10", 0),
        ("#a00505", 1),
        ("#08a010", 2),
        ("#aa5500", 3),
        ("#00aaaa", 6),
        ("#b0b0b0", 7),
        ("#505050", 8),
        ("#ff0000", 9),
        ("#fdfd60", 11),
        ("#ffffff", 15),
    ],
)
def test_the_nearest_of_16_is_found(colour: str, number: int) -> None:
    assert basic(colour) == number


def test_a_colour_of_the_cube_is_its_own_nearest() -> None:
    steps = ("00", "5f", "87", "af", "d7", "ff")
    cube = [f"#{red}{green}{blue}" for red in steps for green in steps for blue in steps]
    assert [indexed(colour) for colour in cube] == list(range(16, 232))


def test_a_grey_of_the_ramp_is_its_own_nearest() -> None:
    ramp = [f"#{grey:02x}{grey:02x}{grey:02x}" for grey in range(8, 239, 10)]
    assert [indexed(colour) for colour in ramp] == list(range(232, 256))


# The palettes.


def test_there_are_eight_slots() -> None:
    assert list(PALETTES) == ["blood", "moon", "moss", "bone", "ember", "tide", "dusk", "frost"]


@pytest.mark.parametrize("slot", PALETTES)
def test_light_and_accent_can_be_read_on_the_ground(slot: str) -> None:
    colours = PALETTES[slot]
    assert contrast(colours.light, colours.ground) >= 4.5
    assert contrast(colours.accent, colours.ground) >= 4.5


@pytest.mark.parametrize("slot", PALETTES)
def test_shade_lies_between_light_and_ground(slot: str) -> None:
    colours = PALETTES[slot]
    assert contrast(colours.shade, colours.ground) >= 2
    assert contrast(colours.light, colours.shade) >= 2


@pytest.mark.parametrize("slot", PALETTES)
def test_the_accent_is_no_second_light(slot: str) -> None:
    assert apart(PALETTES[slot].accent, PALETTES[slot].light) >= 0.18


@pytest.mark.parametrize("slot", PALETTES)
def test_the_tones_of_a_slot_stay_four_on_poorer_terminals(slot: str) -> None:
    assert len({indexed(colour) for colour in tones(PALETTES[slot])}) == 4
    assert len({basic(colour) for colour in tones(PALETTES[slot])}) == 4


@pytest.mark.parametrize(("one", "other"), list(combinations(PALETTES, 2)))
def test_no_two_slots_look_alike(one: str, other: str) -> None:
    assert apart(PALETTES[one].light, PALETTES[other].light) >= 0.1
    assert indexed(PALETTES[one].light) != indexed(PALETTES[other].light)


@pytest.mark.parametrize("slot", PALETTES)
def test_the_ground_is_nearly_black(slot: str) -> None:
    assert luminance(PALETTES[slot].ground) < 0.01


def tones(palette: Palette) -> tuple[str, str, str, str]:
    return palette.light, palette.shade, palette.accent, palette.ground


def apart(one: str, other: str) -> float:
    return float(sum((here - there) ** 2 for here, there in zip(lab(one), lab(other), strict=True)) ** 0.5)


def contrast(one: str, other: str) -> float:
    """As WCAG 2 measures it: from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = (each / 255 for each in bytes.fromhex(colour[1:]))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)
