"""A card's face shows all there is to know, keeps its shape whatever stands on it, and can be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodfang.abilities import Term, Words, sentences, short
from bloodfang.faces import BIG, SMALL, Face, Glyphs, draw, page, small
from bloodfang.fitting import ascii_only, cut, wrap, wrap_evenly
from bloodfang.ink import Depth, Ink, Line, width, write
from bloodfang.palette import PALETTES, Palette
from bloodfang_engine.fang.cardfile import make_set
from bloodfang_engine.fang.cards import Card

LONGEST_NAME = "Wolf of the Last Court"
NAMES = {"pup": "Pup", "hound": "Hound of the Far Fens", "wolf": LONGEST_NAME}
SIGIL = ("#+*.#+*.#+*.", "............", "############", "++++++++++++", *["#..........#"] * 8)
TIERS = pytest.mark.parametrize("glyphs", Glyphs)
FILLS = {"trigger": "played/self", "effect": "spawn", "cards": ["pup", "hound", "wolf"]}
STRIKES = {"trigger": "played/self", "effect": "lower_power", "target": "cells:enemy", "value": 4}


def card_of(**said: object) -> Card:
    tokens = [{"id": each, "rank": 1, "power": 1, "token": True} for each in NAMES]
    return make_set([{"id": "source", "rank": 2, "power": 4, **said}, *tokens])["source"]


def face_of(card: Card | None = None, **more: object) -> Face:
    face = Face(
        card_of(ability=[STRIKES]) if card is None else card,
        "Marsh Leech",
        "House of Reeds",
        PALETTES["moss"],
        SIGIL,
        "It drinks slowly, and it never once lets go of a friend.",
        name_of=NAMES.__getitem__,
    )
    return replace(face, **more)  # type: ignore[arg-type]


def plain(lines: Iterable[Line]) -> list[str]:
    return write(lines, Depth.NONE).split("\n")


def said(lines: Iterable[Line]) -> str:
    """What is written between the sides of the frame, as running text."""
    return " ".join(" ".join(line[1:-1] for line in plain(lines)).split())


def grid(lines: Iterable[Line]) -> str:
    """The reach of a big ASCII face, as card files draw it."""
    return "".join("".join(line[-18:-3].split()) for line in plain(lines)[4:9])


texts = st.text(st.sampled_from("aé漢 —"), max_size=240) | st.text(st.characters(codec="utf-8"), max_size=240)
cells = st.lists(
    st.sampled_from([(row, col) for row in range(-2, 3) for col in range(-2, 3) if (row, col) != (0, 0)]), unique=True
)


@st.composite
def cards(draw: st.DrawFn) -> Card:
    return replace(
        card_of(rank=draw(st.sampled_from([1, 2, 3, 9, "replace"])), power=draw(st.sampled_from([1, 8, 20, 999]))),
        tier=draw(st.sampled_from([card_of(tier=tier).tier for tier in ("standard", "legendary")])),
        token=draw(st.booleans()),
        pawn_cells=tuple(sorted(draw(cells))),
        effect_cells=tuple(sorted(draw(cells))),
        clauses=card_of(ability=draw(st.lists(st.sampled_from([FILLS, STRIKES]), max_size=3))).clauses,
    )


LONG_WORDS = Words.of(**{term: Term("inestimable-" + term) for term in ("power", "rank", "pawn", "legendary", "token")})


@settings(max_examples=200)
@given(
    card=cards(),
    name=st.sampled_from(["Ox", LONGEST_NAME, "漢" * 11, "x" * 60]),
    house=st.sampled_from(["Reeds", "The Most Honourable Company of the Drowned"]),
    lore=texts,
    words=st.sampled_from([Words.english(), LONG_WORDS]),
    glyphs=st.sampled_from(Glyphs),
)
def test_a_face_keeps_its_shape_whatever_stands_on_it(
    card: Card, name: str, house: str, lore: str, words: Words, glyphs: Glyphs
) -> None:
    face = face_of(card, name=name, house=house, lore=lore, words=words)
    assert {width(line) for line in plain(draw(face, glyphs))} == {BIG[0]}
    assert {width(line) for line in plain(draw(face, glyphs, columns=70))} == {70}
    assert [width(line) for line in plain(small(face, glyphs))] == [SMALL[0]] * SMALL[1]


@TIERS
def test_an_ordinary_face_has_its_usual_height_and_a_long_story_more(glyphs: Glyphs) -> None:
    assert len(draw(face_of(), glyphs)) == BIG[1]
    assert len(draw(face_of(lore=""), glyphs)) == BIG[1]
    assert len(draw(face_of(card_of(ability=[FILLS, FILLS]), lore="lore " * 48), glyphs)) > BIG[1]


@TIERS
def test_a_big_face_says_everything_in_full(glyphs: Glyphs) -> None:
    card = card_of(rank="replace", ability=[FILLS, STRIKES], tier="legendary", token=True)
    face = face_of(card, name=LONGEST_NAME, lore="word " * 48)
    text = said(draw(face, glyphs))
    for part in (LONGEST_NAME, "House of Reeds", "legendary", "token", "replace", "power", "pawn", "reach"):
        assert part in text
    for sentence in sentences(card, NAMES.__getitem__, Words.english()):
        assert sentence in text
    assert text.count("word") == 48


@TIERS
def test_a_small_face_has_the_name_the_house_the_rank_the_power_and_the_short_form(glyphs: Glyphs) -> None:
    face = face_of(name=LONGEST_NAME)
    text = said(small(face, glyphs))
    for part in (LONGEST_NAME, "House of Reeds", " 2 ", "4", short(face.card, NAMES.__getitem__, face.words)):
        assert part in text


@TIERS
def test_a_small_face_that_cannot_say_all_shows_that_there_is_more(glyphs: Glyphs) -> None:
    last = plain(small(face_of(card_of(ability=[FILLS])), glyphs))[-2]
    assert last[1:-1].rstrip().endswith("…" if glyphs is Glyphs.BLOCKS else "...")


@given(card=cards())
def test_the_reach_on_a_face_is_the_reach_of_the_card(card: Card) -> None:
    shown = grid(draw(face_of(card), Glyphs.ASCII))
    assert shown[12] == "W"
    places = [(row, col) for row in range(-2, 3) for col in range(-2, 3)]
    assert tuple(at for at, kind in zip(places, shown, strict=True) if kind in "PX") == card.pawn_cells
    assert tuple(at for at, kind in zip(places, shown, strict=True) if kind in "EX") == card.effect_cells


@pytest.mark.parametrize("size", [draw, small])
def test_with_blocks_the_kinds_of_cells_differ_in_shape_and_in_colour(size: Callable[[Face], Iterable[Line]]) -> None:
    reach = ". . . . .\n. . P . .\n. . W X .\n. . E . .\n. . . . .\n"
    lines = size(face_of(card_of(reach=reach)))
    signs = {ink.text.strip(): ink for line in lines for ink in line if ink.text.strip() in tuple("·►●□◘")}
    assert set(signs) == set("·►●□◘")
    assert len({(ink.fg, ink.bg) for ink in (signs["·"], signs["●"], signs["□"])}) == 3


@TIERS
@pytest.mark.parametrize("rank", [1, 2, 3])
def test_as_many_pips_are_filled_as_pawns_are_needed(glyphs: Glyphs, rank: int) -> None:
    pips = {Glyphs.BLOCKS: "●○", Glyphs.ASCII: "o."}[glyphs]
    expected = f"{rank} {pips[0] * rank}{pips[1] * (3 - rank)} "
    face = face_of(card_of(rank=rank))
    assert f"rank {expected}" in plain(draw(face, glyphs))[4]
    assert f" {expected}" in plain(small(face, glyphs))[0]


@TIERS
def test_no_two_powers_look_alike(glyphs: Glyphs) -> None:
    shapes = {
        tuple(line[15:28] for line in plain(draw(face_of(card_of(power=power)), glyphs))[6:9]) for power in POWERS
    }
    assert len(shapes) == len(POWERS)


POWERS = (*range(1, 25), 30, 40, 50, 60, 70, 80, 90, 99, 100, 999)


@TIERS
def test_legendaries_tokens_and_replacing_cards_can_be_told_from_others(glyphs: Glyphs) -> None:
    usual, grand = face_of(), face_of(card_of(tier="legendary"))
    for size in (draw, small):
        assert plain(size(grand, glyphs))[0][0] != plain(size(usual, glyphs))[0][0]
        assert size(grand, glyphs)[0][0].fg == grand.palette.accent != size(usual, glyphs)[0][0].fg
        assert "token" in said(size(face_of(card_of(token=True)), glyphs))
        assert "replace" in said(size(face_of(card_of(rank="replace")), glyphs))
        assert not {"token", "replace"} & set(said(size(usual, glyphs)).split())


def test_in_the_ascii_tier_there_is_nothing_but_ascii() -> None:
    face = face_of(card_of(ability=[FILLS]), name="Æon’s Ørchid", house="Maison d’Été", lore="“Ça va…” — 漢")
    for lines in (draw(face, Glyphs.ASCII), small(face, Glyphs.ASCII)):
        assert "".join(plain(lines)).isascii()
    assert "Maison d'Ete" in said(draw(face, Glyphs.ASCII))


def test_a_renamed_game_has_its_own_words_on_its_faces() -> None:
    words = Words.of(power=Term("bite"), rank=Term("depth"), pawn=Term("claw"), reach=Term("scent"), enemy=Term("foe"))
    text = said(draw(face_of(words=words), Glyphs.ASCII))
    for word in ("bite", "depth 2", "P claw", "E scent", "lower foes in scent by 4."):
        assert word in text


@pytest.mark.parametrize("slot", PALETTES)
@pytest.mark.parametrize("tier", ["standard", "legendary"])
def test_every_text_stands_out_from_its_ground_in_every_palette(slot: str, tier: str) -> None:
    face = face_of(card_of(tier=tier, token=True, ability=[STRIKES]), palette=PALETTES[slot])
    inks = [ink for lines in (draw(face), small(face)) for line in lines for ink in line]
    read = [ink for ink in inks if re.search(r"[A-Za-z]{2}", ink.text)]
    assert len(read) > 10
    for ink in read:
        assert contrast(ink) >= 4.5, ink


def contrast(ink: Ink) -> float:
    """As accessibility guidelines measure it; 4.5 is what they ask of text."""
    bright, dark = sorted((luminance(ink.fg), luminance(ink.bg)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [each / 255 for each in bytes.fromhex(colour[1:])]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def test_every_cell_of_a_face_lies_on_the_houses_own_dark() -> None:
    own = Palette("#aaaaaa", "#555555", "#ffffff", "#010203")
    for lines in (draw(face_of(palette=own)), small(face_of(palette=own))):
        assert all(ink.bg for line in lines for ink in line)
        assert {line[0].bg for line in lines} == {own.ground}


def test_a_page_lays_faces_side_by_side_and_row_by_row() -> None:
    one = small(face_of())
    lines = plain(page([one] * 5, across=3, gap=2))
    assert len(lines) == 2 * SMALL[1] + 1
    assert lines[0] == "  ".join([plain(one)[0]] * 3)
    assert lines[SMALL[1]] == ""
    assert width(lines[-1]) == 2 * SMALL[0] + 2


def test_on_a_page_a_shorter_face_is_filled_up() -> None:
    tall, usual = draw(face_of(lore="lore " * 100)), draw(face_of())
    assert {width(line) for line in plain(page([usual, tall], across=2))} == {2 * BIG[0] + 2}


def test_text_is_wrapped_between_words_and_a_word_that_is_too_long_is_broken() -> None:
    assert wrap("a bb ccc dddd", 6) == ["a bb", "ccc", "dddd"]
    assert wrap("antidisestablishment", 8) == ["antidise", "stablish", "ment"]
    assert wrap("漢漢漢", 4) == ["漢漢", "漢"]
    assert wrap("   ", 4) == []


def test_no_word_is_left_alone_on_the_last_line_if_that_costs_no_line() -> None:
    text = "When played: lower enemies in reach by 4."
    assert wrap(text, 40) == ["When played: lower enemies in reach by", "4."]
    assert wrap_evenly(text, 40) == ["When played: lower enemies in", "reach by 4."]
    assert wrap_evenly("one", 40) == ["one"]


@given(texts, st.integers(2, 40))
def test_wrapping_loses_nothing_and_overflows_nowhere(text: str, columns: int) -> None:
    for lines in (wrap(text, columns), wrap_evenly(text, columns)):
        assert "".join("".join(lines).split()) == "".join(text.split())
        assert all(width(line) <= columns for line in lines)


def test_what_is_cut_says_so() -> None:
    assert cut("Marsh Leech", 11) == "Marsh Leech"
    assert cut("Marsh Leech", 10) == "Marsh Lee…"
    assert cut("Marsh Leech", 9, "...") == "Marsh..."


def test_accents_are_left_out_and_strangers_are_question_marks() -> None:
    assert ascii_only("Zoë – “Ærø” 漢") == 'Zoe - "Aero" ?'
