"""Private rooms: codes that cannot be guessed, and wrong ones that are counted."""

from __future__ import annotations

import math

import pytest

from bloodfang.house import House
from bloodfang.refusals import NotThere, TooOften
from bloodfang.rooms import LENGTH, LETTERS, Rooms, meant
from bloodfang.terms import Terms
from halls import Villagers, decks


def opened() -> tuple[Rooms, str]:
    rooms = Rooms(House())
    return rooms, rooms.open(Villagers().add("Ann"), Terms(), decks()[0]).code


def test_i8_a_code_has_at_least_forty_bits_and_no_two_are_alike() -> None:
    assert len(set(LETTERS)) ** LENGTH >= 2**40
    assert math.log2(len(set(LETTERS))) * LENGTH >= 40
    rooms, ann = Rooms(House()), Villagers().add("Ann")
    codes = [rooms.open(ann, Terms(), decks()[0]).code for _ in range(300)]
    assert len(set(codes)) == 300
    assert set("".join(codes)) == {*LETTERS, "-"}


@pytest.mark.parametrize("typed", [str.lower, lambda code: f"  {code} ", lambda code: code.replace("-", "")])
def test_a_code_is_found_however_it_is_typed(typed: object) -> None:
    rooms, code = opened()
    assert callable(typed)
    assert rooms.find(typed(code), "1.2.3.4", "", 0)[0].code == code
    assert meant("oil0-1i") == "011011"


def test_a_room_that_was_closed_or_opened_anew_is_gone() -> None:
    rooms, code = opened()
    person = rooms.find(code, "1.2.3.4", "", 0)[0].by
    new = rooms.open(person, Terms(), decks()[0]).code
    with pytest.raises(NotThere):
        rooms.find(code, "1.2.3.4", "", 0)
    assert rooms.of(person.id)
    rooms.close(person.id)
    rooms.close(person.id)
    assert rooms.of(person.id) is None
    with pytest.raises(NotThere):
        rooms.find(new, "1.2.3.4", "", 0)


@pytest.mark.parametrize(("address", "key"), [("1.2.3.4", "another"), ("5.6.7.8", "key"), ("1.2.3.4", "")])
def test_i8_after_ten_wrong_codes_in_a_minute_even_the_right_one_is_refused(address: str, key: str) -> None:
    rooms, code = opened()
    for second in range(10):
        with pytest.raises(NotThere):
            rooms.find("WRONG-CODES", "1.2.3.4", "key", second)
    with pytest.raises(TooOften):
        rooms.find(code, address, key, 30)
    assert rooms.find(code, "9.9.9.9", "their-own", 30)
    assert rooms.find(code, address, key, 60)


def test_i8_another_address_of_the_same_network_does_not_help() -> None:
    rooms, code = opened()
    for number in range(10):
        with pytest.raises(NotThere):
            rooms.find("WRONG-CODES", f"2001:db8::{number}", "", 0)
    with pytest.raises(TooOften):
        rooms.find(code, "2001:db8::ffff", "", 0)
    assert rooms.find(code, "2001:db8:0:1::1", "", 0)


def test_right_codes_are_no_wrong_ones() -> None:
    rooms, code = opened()
    for _ in range(50):
        rooms.find(code, "1.2.3.4", "key", 0)


def test_what_is_remembered_of_wrong_codes_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bloodfang.guesses._MOST_KNOWN", 20)
    rooms, _ = opened()
    for second in range(500):
        with pytest.raises(NotThere):
            rooms.find("WRONG-CODES", f"10.0.{second // 250}.{second % 250}", "", second * 10)
    assert len(rooms._guesses._wrong) <= 20
