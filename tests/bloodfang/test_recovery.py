"""Phrases and codes: hard to guess, easy to type, and nothing of them is kept or told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodfang.recovery import Code, hashed, is_phrase, new_code, new_phrase, typed_code, typed_phrase


def test_a_code_is_read_however_it_is_typed() -> None:
    code = new_code()
    text = str(code)
    assert [len(part) for part in text.split("-")] == [4, 4, 4, 4]
    for typed in (text, text.lower(), text.replace("-", ""), text.replace("-", " "), f" {text} "):
        assert typed_code(typed) == code
    assert typed_code(text.replace("0", "o").replace("1", "l")) == code


def test_codes_are_never_the_same_and_use_every_sign() -> None:
    codes = [str(new_code()) for _ in range(500)]
    assert len({code[5:] for code in codes}) == 500
    assert len(set("".join(codes))) == 33


def test_i5_a_code_has_at_least_sixty_bits_that_are_secret() -> None:
    assert 32 ** len(new_code().secret) >= 2**60


@pytest.mark.parametrize(
    "text", ["", "7K2M", "7K2M-Q9XD-04TB-WZ6", "7K2M-Q9XD-04TB-WZ6RR", "7K2M-Q9XD-04TB-WZ6U", "x" * 10_000, "\0" * 16,
             "\ud800" * 16, "７K2M-Q9XD-04TB-WZ6R", "7K2M\u200bQ9XD04TBWZ6R"]
)  # fmt: skip
def test_what_is_no_code_is_none(text: str) -> None:
    assert typed_code(text) is None


def test_a_code_does_not_tell_itself() -> None:
    code = new_code()
    assert code.secret not in repr(code)
    assert code.secret not in f"{[code]}"
    assert code.secret not in code.hashed()
    assert Code(code.name, "0" * 12).hashed() != code.hashed()


def test_a_phrase_is_read_however_it_is_typed() -> None:
    phrase = new_phrase()
    assert [len(word) for word in phrase.split()] == [5] * 5
    for typed in (phrase, phrase.upper(), phrase.replace(" ", "-"), phrase.replace(" ", ", "), f"\t{phrase}\n"):
        assert typed_phrase(typed) == phrase


def test_phrases_are_never_the_same() -> None:
    assert len({new_phrase() for _ in range(500)}) == 500
    words = " ".join(new_phrase() for _ in range(500)).split()
    assert len({*words}) > 2400  # of 65,536


@pytest.mark.parametrize(
    "text", ["", "bofad", "bofad bofad bofad bofad", "bofad bofad bofad bofad bofa", "bofad " * 6, "bofad " * 9999,
             "bоfad bofad bofad bofad bofad", "bofad\0bofad bofad bofad bofad", "\ud800" * 29]
)  # fmt: skip
def test_what_is_no_phrase_is_none(text: str) -> None:
    assert typed_phrase(text) is None


@given(st.text(st.characters(exclude_categories=()), max_size=300))
def test_nothing_that_is_typed_does_harm(text: str) -> None:
    typed_code(text)
    typed_phrase(text)


def test_a_phrase_is_known_by_its_hash_alone() -> None:
    phrase = new_phrase()
    kept = hashed(phrase)
    assert is_phrase(phrase, kept)
    assert not is_phrase(new_phrase(), kept)
    assert not is_phrase(phrase, "")
    assert hashed(phrase) != kept
    assert not any(word in kept for word in phrase.split())
    assert kept.startswith("scrypt 16384 8 1 ")
