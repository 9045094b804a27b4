"""Files that others sent: read as strictly as anything, and never larger than they need to be (T7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodfang.catalog import load_shipped
from bloodfang.decks import write_deck
from bloodfang.loading import MOST_DECK_TEXT, read_own_deck
from bloodfang.recordbox import read_record
from bloodfang_engine.errors import BadRecord, CardError
from bloodfang_engine.fang import BloodFang
from bloodfang_engine.record import Record, write

SHIPPED = load_shipped()


def filled(text: str, length: int) -> str:
    """The text, and comments until it is so long."""
    return text + ("#" * 99 + "\n") * ((length - len(text)) // 100) + "#" * ((length - len(text)) % 100)


def test_t7_a_deck_of_more_than_64_kb_is_refused(tmp_path: Path) -> None:
    text = write_deck(SHIPPED.decks["swarm"])
    path = tmp_path / "mine.toml"
    path.write_text(filled(text, MOST_DECK_TEXT), encoding="utf-8")
    assert read_own_deck(SHIPPED, path).cards
    path.write_text(filled(text, MOST_DECK_TEXT + 1), encoding="utf-8")
    with pytest.raises(CardError, match="too large: 64000 characters are the most"):
        read_own_deck(SHIPPED, path)


def test_t7_a_record_of_more_than_a_megabyte_is_refused(tmp_path: Path) -> None:
    text = write(Record(BloodFang(SHIPPED.cards).sample(3), ()))
    path = tmp_path / "match.toml"
    path.write_text(text, encoding="utf-8")
    assert read_record(path).setup.ruleset == "fang"
    path.write_text(filled(text, 1_048_577), encoding="utf-8")
    with pytest.raises(BadRecord, match="too large"):
        read_record(path)


@pytest.mark.parametrize("strange", ['cards = "all"', "cards = [1, 2]", "cards = []\nname = 3", "\x00", "name = "])
def test_t7_what_is_no_deck_is_no_deck(tmp_path: Path, strange: str) -> None:
    path = tmp_path / "strange.toml"
    path.write_text(strange, encoding="utf-8")
    with pytest.raises(CardError, match=r"strange\.toml"):
        read_own_deck(SHIPPED, path)
