"""Names of accounts and rooms: who wishes for a strange one hears why it cannot be, whatever it is."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodfang.bots import LEVELS
from bloodfang.callsigns import LONGEST, MARK_OF_GUESTS, SHORTEST, callsign, invented, looks, skeleton
from bloodfang.ink import safe, width
from bloodfang.match import Refused

FINE = [
    "Ann", "bo", "Heron-41", "J.R.R", "x_x", "4teen", "Zoë", "Müßig.9", "Ольга", "Νίκη", "明日香", "日本の人", "カナ",
    "한글", "שלום", "ملك", "Ætla-ð",
]  # fmt: skip


@pytest.mark.parametrize("name", FINE)
def test_people_may_be_called_by_their_own_script(name: str) -> None:
    assert callsign(name) == unicodedata.normalize("NFC", name)


REFUSED = {
    "nothing": "",
    "one letter": "a",
    "seventeen letters": "a" * 17,
    "nine wide letters": "明" * 9,
    "ten thousand letters": "a" * 10_000,
    "ten thousand marks": "a" + "\u0301" * 10_000,
    "only marks": "\u0301\u0301",
    "a tower": "Z" + "\u0322\u0489\u0334" * 4,
    "digits only": "1234",
    "points only": "..",
    "like an option": "-rf",
    "ends with a point": "Ann.",
    "a space": "Ann Lee",
    "a line": "Ann\nBo",
    "NUL": "Ann\0",
    "escape": "\x1b[2JAnn",
    "C1": "Ann\x9b2J",
    "half a character": "Ann\ud800",
    "two halves": "\ud83d\ude00nn",
    "markup": "[/Ann]",
    "the mark of guests": "~Ann",
    "zero width space": "An\u200bn",
    "zero width joiner": "An\u200dn",
    "soft hyphen": "An\u00adn",
    "byte order mark": "\ufeffAnn",
    "turned order": "\u202eAnn",
    "isolate": "\u2066Ann\u2069",
    "tag": "Ann\U000e0041",
    "variant": "Ann\ufe0f",
    "private use": "Ann\ue000",
    "unassigned": "Ann\U000e1234",
    "emoji": "Ann😀",
    "flag": "🇩🇪",
    "fullwidth": "Ａｎｎ",
    "mathematical": "𝐀𝐧𝐧",
    "ligature": "ﬁnn",
    "roman numeral": "Ⅷth",
    "circled": "ⒶⒷ",
    "fullwidth digit": "Ann１",
    "Arabic digits to Latin": "Ann٣",
    "unseen Hangul": "\u1160\u115f",
    "filler": "\u3164\u3164",
    "Hangul without a syllable": "ᄀᄀ",
    "Cyrillic a in Latin": "\u0430nn",
    "Greek A in Latin": "\u0391nn",
    "Latin in Cyrillic": "Oльгa",
    "Hangul with kana": "한カナ",
    "right to left with a digit": "שלום1",
    "right to left with a point": "של.ום",
}


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_or_typed_is_refused(name: str) -> None:
    with pytest.raises(Refused) as why:
        callsign(name)
    assert str(why.value).isprintable()
    assert len(str(why.value)) < 160


@pytest.mark.parametrize(
    "name",
    ["admin", "Admin", "ADMIN", "AdmIn", "ADMlN", "adm1n", "a.d.m.i.n", "admin-7", "Admin2", "r00t", "the-bot", "Bot.9",
     "Guest42", "b1oodfang", "Blood-Fang", "server", "SYSTEM", "root.root", "moderator", "rnoderator"],
)  # fmt: skip
def test_nobody_speaks_for_the_server(name: str) -> None:
    with pytest.raises(Refused):
        callsign(name)


@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
@pytest.mark.parametrize("between", ["", "-", "_", "."])
def test_nobody_is_called_like_a_bot(level: object, between: str) -> None:
    name = str(getattr(level, "name", "")).replace(" ", between)
    for form in (name, name.upper(), name.lower()):
        with pytest.raises(Refused, match="nobody may have"):
            callsign(form)


def test_words_that_only_hold_a_reserved_one_are_free() -> None:
    assert [callsign(name) for name in ("Robot", "Rooty", "Youth", "Badmint0n")] == [
        "Robot",
        "Rooty",
        "Youth",
        "Badmint0n",
    ]


ALIKE = [
    ("Ann", "ANN"), ("Ann", "ann"), ("Alice", "AIice"), ("Alice", "A1ice"), ("ALICE", "ALlCE"), ("Alice", "ALlCE"),
    ("Bob", "B0b"), ("modern", "modem"), ("Olga", "0lga"), ("раура", "paypa"), ("НАТО", "HATO"), ("Ольга", "ОЛЬГА"),
    ("ΑΝΝΑ", "ANNA"), ("αννα", "ANNA"), ("е\u0308ж", "ёж"), ("Ａnn", "Ann"), ("An\u200bn", "Ann"),
    ("Straße", "STRASSE"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_can_be_taken_for_each_other_look_alike(one: str, other: str) -> None:
    assert looks(one) & looks(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "Anne"), ("Heron-41", "Heron-42"), ("Heron-41", "Heron_41"), ("Ann", "Аня"), ("Bo", "Bob")],
)
def test_other_names_do_not(one: str, other: str) -> None:
    assert not looks(one) & looks(other)


def test_a_skeleton_of_a_skeleton_is_itself() -> None:
    for character in map(chr, range(0x30000)):
        once = skeleton(character)
        assert skeleton(once) == once


def test_nothing_that_may_be_in_a_name_looks_like_the_mark_of_guests() -> None:
    mark = skeleton(MARK_OF_GUESTS)
    assert skeleton("\u223c") == mark
    assert [each for each in map(chr, range(0x20000)) if each.isalnum() and mark in skeleton(each)] == []
    assert not any(mark in skeleton(each) for each in "_-.")


def test_an_invented_name_is_a_name() -> None:
    for most in (100, 1000, 1_000_000):
        for _ in range(300):
            name = invented(most)
            assert callsign(name) == name


@given(st.text(st.characters(), max_size=24) | st.text(max_size=20_000))
def test_whatever_is_wished_for_is_a_name_or_refused(wish: str) -> None:
    try:
        name = callsign(wish)
    except Refused:
        return
    assert callsign(name) == name == safe(name)
    assert SHORTEST <= width(name) <= LONGEST
    assert unicodedata.is_normalized("NFC", name)
    assert all(unicodedata.category(each)[0] in "LN" or each in "_-." for each in name)


@given(st.text(st.sampled_from("aAlI1iO0omrnвВνΝ"), min_size=1, max_size=8))
def test_case_changes_no_look(name: str) -> None:
    for form in (name.upper(), name.lower(), name.swapcase(), name.casefold()):
        assert looks(name) & looks(form)
