"""Chat and the names of decks: whatever strangers write, it is one line that only says what it shows."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodfang.ink import safe
from bloodfang.speech import LONGEST, MOST_MARKS, spoken

SAID = {
    "well played": "well played",
    "  much \t too\nwide\u00a0\u3000\u2028 ": "much too wide",
    "\x1b[2J\x1b]52;c;aGk=\x07gone": "[2J]52;c;aGk=gone",
    "\x9b31mred\x85next": "31mred next",
    "\u202eevil\u202c \u2066x\u2069 \u200e\u200f\u061c": "evil x",
    "in\u200bvi\u200csi\u200db\u2060le\ufeff\u00ad\u034f\u180e": "invisible",
    "tag\U000e0001\U000e0067s": "tags",
    "\ue000private\U000f0000\U00100000": "private",
    "half \ud800\udfff": "half",
    "nul\0nul": "nulnul",
    "not \uffff\ufdd0there": "not there",
    "fill\u3164\u115f\u1160\uffa0er": "filler",
    "Z\u0301\u0302\u0303\u0304\u0305algo": "Z\u0301\u0302algo",
    "\u0301\u0302first": "first",
    "a \u0301b": "a b",
    "e\u0301": "é",
    "ế ᾧ": "ế ᾧ",
    "[bold]markup[/nope]": "[bold]markup[/nope]",
    "😀\ufe0f 👩\u200d🚀": "😀 👩🚀",
    "नमस्ते ที่ שָׁלוֹם": "नमस्ते ที่ שָׁלוֹם",
    "": "",
    "\u200b \u200b": "",
}


@pytest.mark.parametrize(("written", "said"), SAID.items())
def test_t2_text_is_made_fit_to_be_shown(written: str, said: str) -> None:
    assert spoken(written) == unicodedata.normalize("NFC", said)


def test_t2_nothing_is_longer_than_it_may_be() -> None:
    assert len(spoken("a" * 100_000)) == LONGEST
    assert spoken("ab cd", longest=3) == "ab"
    assert spoken("a" * 50, longest=40) == "a" * 40


@pytest.mark.parametrize("unit", ["\u0301", "a\u0301\u0302\u0303", "\u200b", "\ud800", "ᾧ\u0301", " "])
def test_t2_a_flood_takes_no_time(unit: str) -> None:
    began = time.perf_counter()
    spoken(unit * 1_000_000)
    assert time.perf_counter() - began < 0.5


@given(st.text(st.characters(exclude_categories=()), max_size=600))
def test_t2_whatever_is_written_is_one_safe_line(written: str) -> None:
    said = spoken(written)
    assert said == spoken(said) == safe(said)
    assert len(said) <= LONGEST
    assert unicodedata.is_normalized("NFC", said)
    kinds = [unicodedata.category(each) for each in said]
    assert not {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} & {*kinds}
    assert not said or not kinds[0].startswith("M")
    assert "M" * (MOST_MARKS + 1) not in "".join(kind[0] for kind in kinds)


@given(
    st.lists(st.sampled_from("aẹ\u0323\u0301\u0958\u0344\u0345\u1fa7가\u11a8\u0f73 \ufb2c"), max_size=400).map("".join)
)
def test_t2_marks_that_come_apart_and_together_stay_within_bounds(written: str) -> None:
    test_t2_whatever_is_written_is_one_safe_line.hypothesis.inner_test(written)  # type: ignore[attr-defined]
