"""Sigils: the art file as it is read, put together, and drawn; and the art that is shipped."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from bloodfang.ink import Depth, Ink, write
from bloodfang.palette import PALETTES
from bloodfang.sigils import SIZES, Art, ArtError, Picture, compose, half_blocks, plain

SHIPPED = Art.read((Path(__file__).parents[2] / "cards/fang/sigils.toml").read_text(encoding="utf-8"))
MOON = PALETTES["moon"]

PROMISED = """
    fang moon wolf bat thorn bell lantern crown skull leech moth raven owl spider web serpent stag hound rat eel toad
    heron candle key coffin chalice dagger spear bow shield helm mask eye hand heart bone tree root leaf rose mushroom
    drop flame wave tower gate chain veil
"""
SAME_ON_BOTH_SIDES = """
    fang wolf bat bell lantern crown skull moth owl spider stag toad candle coffin chalice dagger spear shield helm mask
    eye heart tree root mushroom tower gate veil
"""
MOTIFS = PROMISED.split()
FRAMES = ["thorns", "arches", "waves", "teeth", "stitches", "bars", "feathers", "chains"]
MARKS = ["none", "dot", "drop", "cross", "bar", "ring", "star", "slash", "step", "horn", "tooth", "spark"]

FULL = ("##########",) * 10
HOLLOW = ("..........",) * 10
NO_FRAME = ("." * 12,) * 12
RING = ("#" * 12, *["#" + "." * 10 + "#"] * 10, "#" * 12)
NONE = ("...",) * 3


def told(section: str, name: str, rows: Picture) -> str:
    """A picture as it stands in a file."""
    return f'[{section}]\n{name} = """\n' + "\n".join(rows) + '\n"""\n'


def problems(text: str) -> list[tuple[str, str]]:
    with pytest.raises(ArtError) as wrong:
        Art.read(text)
    return list(wrong.value.problems)


# Reading.


@pytest.mark.parametrize("section", SIZES)
def test_a_picture_is_read_as_its_rows(section: str) -> None:
    rows = ("#" * SIZES[section], *["." * SIZES[section]] * (SIZES[section] - 1))
    assert getattr(Art.read(told(section, "claw", rows)), section) == {"claw": rows}


def test_sections_that_are_not_there_are_empty() -> None:
    assert Art.read("") == Art()


def test_line_ends_of_another_system_are_understood() -> None:
    text = told("marks", "claw", ("*.*",) * 3)
    assert Art.read(text.replace("\n", "\r\n")) == Art.read(text)


def test_a_row_too_short_is_told_with_its_key_and_number() -> None:
    rows = (*FULL[:6], "#####", *FULL[7:])
    assert problems(told("motifs", "bat", rows)) == [("motifs.bat", "row 7 has 5 tones and needs 10: '#####'")]


def test_a_row_too_long_is_told_with_its_key_and_number() -> None:
    rows = ("#" * 11, *FULL[1:])
    assert problems(told("motifs", "bat", rows)) == [("motifs.bat", "row 1 has 11 tones and needs 10: '###########'")]


@pytest.mark.parametrize("rows", [FULL[:9], (*FULL, "." * 10), FULL + ("?",) * 1000])
def test_a_wrong_number_of_rows_is_told_once(rows: Picture) -> None:
    assert problems(told("motifs", "bat", rows)) == [("motifs.bat", f"there are 10 rows here, not {len(rows)}")]


def test_an_empty_text_is_no_picture() -> None:
    assert ("marks.dot", "there are 3 rows here, not 1") in problems('[marks]\ndot = ""')


def test_an_unknown_tone_is_told_with_its_row() -> None:
    rows = ("*.*", ".o*", "...")
    assert problems(told("marks", "dot", rows)) == [("marks.dot", "row 2 knows . # + *, not 'o'")]


@pytest.mark.parametrize("said", ["7", "true", "['...', '...', '...']", "{ rows = '...' }"])
def test_a_picture_that_is_no_text_is_refused(said: str) -> None:
    [(key, sentence)] = problems(f"[marks]\ndot = {said}")
    assert key == "marks.dot"
    assert sentence.startswith("a picture is text in rows, not ")


def test_a_section_that_is_no_table_is_refused() -> None:
    assert problems("marks = 3") == [("marks", "this is a section of pictures by name, not 3")]


def test_an_unknown_section_is_refused_with_those_that_are_known() -> None:
    sentence = "there is no such section; an art file has [pictures], [motifs], [frames], [marks]"
    assert problems("[motives]\n") == [("motives", sentence)]


@pytest.mark.parametrize("name", ['"Bat"', '""', '"a b"', '"-bat"', f'"{"x" * 41}"', r'"\u001b"', r'"\u202e"'])
def test_a_name_that_cannot_be_asked_for_is_refused(name: str) -> None:
    [(key, sentence)] = problems(told("marks", name, NONE))
    assert sentence == "a name is made of a-z, 0-9 and -, up to 40 of them"
    assert key.isprintable()


def test_what_is_not_toml_is_refused_with_its_line() -> None:
    [(key, sentence)] = problems("[marks]\ndot = ?\n")
    assert key == ""
    assert sentence.startswith("this is not TOML")
    assert "line 2" in sentence


@pytest.mark.parametrize("text", ["dot = " + "[" * 100_000, "dot = " + "9" * 10_000], ids=["deep", "long"])
def test_what_no_reader_can_hold_is_refused_as_well(text: str) -> None:
    [(key, sentence)] = problems(text)
    assert key == ""
    assert sentence.startswith("this is not TOML")


@pytest.mark.parametrize(("row", "column"), [(1, 3), (5, 5), (3, 1), (8, 10), (3, 3)])
def test_a_frame_that_draws_inside_is_refused(row: int, column: int) -> None:
    rows = list(RING)
    rows[row] = rows[row][:column] + "+" + rows[row][column + 1 :]
    sentence = f"row {row + 1} draws inside: a frame is one pixel wide, its corners three by three"
    assert problems(told("frames", "vines", tuple(rows))) == [("frames.vines", sentence)]


def test_the_corners_of_a_frame_may_reach_in() -> None:
    rows = list(RING)
    for row in (1, 2, 9, 10):
        rows[row] = "###......###"
    assert Art.read(told("frames", "vines", tuple(rows))).frames["vines"] == tuple(rows)


def test_every_problem_is_told_at_once() -> None:
    text = told("motifs", "bat", FULL[:9]) + told("marks", "dot", ("*.*", ".", "?..")) + "[colours]\n"
    assert [key for key, _ in problems(text)] == ["colours", "motifs.bat", "marks.dot", "marks.dot"]


def test_the_error_reads_as_lines_with_their_keys() -> None:
    with pytest.raises(ArtError) as wrong:
        Art.read(told("marks", "dot", ("*.*", ".", "?..")))
    assert str(wrong.value).splitlines() == [
        "marks.dot: row 2 has 1 tones and needs 3: '.'",
        "marks.dot: row 3 knows . # + *, not '?'",
    ]


def test_art_that_was_read_cannot_be_changed() -> None:
    art = Art.read(told("marks", "dot", NONE))
    with pytest.raises(TypeError):
        art.marks["dot"] = FULL  # type: ignore[index]


# Putting together.


@pytest.mark.parametrize("frame", FRAMES)
def test_composing_keeps_the_motif_inside_and_the_frame_around_it(frame: str) -> None:
    around = SHIPPED.frames[frame]
    for motif in SHIPPED.motifs.values():
        framed = ("." * 12, *(f".{row}." for row in motif), "." * 12)
        sigil = compose(motif, around, NONE)
        for drawn, behind, seen in zip("".join(framed), "".join(around), "".join(sigil), strict=True):
            assert seen == (behind if drawn == "." else drawn)


@pytest.mark.parametrize("mark", [name for name in MARKS if name != "none"])
def test_a_mark_takes_the_lower_right_corner_and_clears_it(mark: str) -> None:
    bare, marked = compose(FULL, RING, NONE), compose(FULL, RING, SHIPPED.marks[mark])
    assert tuple(row[9:] for row in marked[9:]) == SHIPPED.marks[mark]
    assert marked[:9] == bare[:9]
    assert [row[:9] for row in marked[9:]] == [row[:9] for row in bare[9:]]


def test_the_mark_called_none_leaves_the_corner_alone() -> None:
    assert compose(FULL, RING, SHIPPED.marks["none"]) == ("#" * 12,) * 12


# Drawing.


def test_half_blocks_draw_two_rows_in_each_line() -> None:
    picture = ("##++**......", "#.+.*.#+*...", *["." * 12] * 10)
    light, shade, accent = MOON.light, MOON.shade, MOON.accent
    first, *rest = half_blocks(picture, MOON, "#000000")
    assert first == (
        Ink("█", light, light),
        Ink("▀", light, "#000000"),
        Ink("█", shade, shade),
        Ink("▀", shade, "#000000"),
        Ink("█", accent, accent),
        Ink("▀", accent, "#000000"),
        Ink("▄", light, "#000000"),
        Ink("▄", shade, "#000000"),
        Ink("▄", accent, "#000000"),
        Ink("   ", bg="#000000"),
    )
    assert rest == [(Ink(" " * 12, bg="#000000"),)] * 5


def test_the_upper_tone_is_ink_and_the_lower_lies_behind_it() -> None:
    picture = ("#" * 12, "*" * 12, *["." * 12] * 10)
    assert half_blocks(picture, MOON)[0] == (Ink("▀" * 12, MOON.light, MOON.accent),)


def test_without_a_ground_the_terminals_own_shows() -> None:
    assert write(half_blocks(NO_FRAME, MOON), Depth.TRUE) == "\n".join([" " * 12] * 6)


@pytest.mark.parametrize("motif", MOTIFS)
def test_a_sigil_takes_twelve_columns_and_six_lines(motif: str) -> None:
    sigil = compose(SHIPPED.motifs[motif], SHIPPED.frames["bars"], SHIPPED.marks["dot"])
    assert [sum(len(ink.text) for ink in line) for line in half_blocks(sigil, MOON)] == [12] * 6
    assert [len(line) for line in plain(sigil)] == [12] * 6
    assert all(line.isascii() and line.isprintable() for line in plain(sigil))


def test_plain_characters_tell_shape_and_tone() -> None:
    upper = ".#+*.#+*.#+*"
    lower = "....####++++"
    first, second, *_ = plain((upper, lower, upper, "*" * 12, *["." * 12] * 8))
    assert first == " \"'*o#%*.=:*"
    assert second == "xxxXxxxXxxxX"


# The art that is shipped.


def test_the_shipped_art_has_the_motifs_frames_and_marks_that_are_promised() -> None:
    assert list(SHIPPED.motifs) == MOTIFS
    assert list(SHIPPED.frames) == FRAMES
    assert list(SHIPPED.marks) == MARKS


@pytest.mark.parametrize("name", MOTIFS)
def test_a_motif_is_more_than_a_speck_and_has_two_tones_at_least(name: str) -> None:
    drawn = "".join(SHIPPED.motifs[name]).replace(".", "")
    assert len(drawn) >= 30
    assert len(set(drawn)) >= 2


@pytest.mark.parametrize("name", MOTIFS)
def test_a_motif_fills_its_square(name: str) -> None:
    motif = SHIPPED.motifs[name]
    rows = [row for row in range(10) if motif[row].strip(".")]
    columns = [column for column in range(10) if any(row[column] != "." for row in motif)]
    assert rows[-1] - rows[0] >= 8
    assert columns[-1] - columns[0] >= 7


@pytest.mark.parametrize("name", SAME_ON_BOTH_SIDES.split())
def test_what_is_the_same_on_both_sides_is_drawn_so(name: str) -> None:
    assert mirrored(SHIPPED.motifs[name]) == SHIPPED.motifs[name]


def test_no_two_motifs_are_alike_not_even_in_a_mirror() -> None:
    for one, other in combinations(MOTIFS, 2):
        for seen in (SHIPPED.motifs[other], mirrored(SHIPPED.motifs[other])):
            assert difference(SHIPPED.motifs[one], seen) >= 20, (one, other)


@pytest.mark.parametrize("frame", FRAMES)
def test_every_motif_and_mark_can_be_told_apart_in_plain_characters(frame: str) -> None:
    seen: dict[tuple[str, ...], tuple[str, str]] = {}
    for motif in MOTIFS:
        for mark in MARKS:
            drawn = plain(compose(SHIPPED.motifs[motif], SHIPPED.frames[frame], SHIPPED.marks[mark]))
            assert seen.setdefault(drawn, (motif, mark)) == (motif, mark)


@pytest.mark.parametrize(("one", "other"), list(combinations(FRAMES, 2)))
def test_frames_can_be_told_apart_in_plain_characters_too(one: str, other: str) -> None:
    drawn = ["".join(plain(compose(HOLLOW, SHIPPED.frames[name], NONE))) for name in (one, other)]
    assert sum(here != there for here, there in zip(*drawn, strict=True)) >= 8


def mirrored(picture: Picture) -> Picture:
    return tuple(row[::-1] for row in picture)


def difference(one: Picture, other: Picture) -> int:
    return sum(here != there for here, there in zip("".join(one), "".join(other), strict=True))
