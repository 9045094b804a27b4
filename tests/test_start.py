"""How soon the game starts: what nobody needs yet, nobody waits for."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("pydantic", "textual", "sqlite3", "bloodfang.catalog", "bloodfang.loading", "bloodfang_engine.fang")
HEAVY_MARK = "imported:"


def imported(lines: str) -> set[str]:
    """The heavy ones among all that a fresh Python has imported after these lines."""
    tell = f"import sys\nprint({HEAVY_MARK!r}, *{{*{HEAVY!r}}} & {{*sys.modules}})"
    told = subprocess.check_output([sys.executable, "-c", f"{lines}\n{tell}"], text=True)
    return set(told.rpartition(HEAVY_MARK)[2].split())


def test_to_read_the_words_of_a_command_needs_nothing_heavy() -> None:
    assert imported("import bloodfang.cli\nbloodfang.cli.build_parser().parse_args([])") == set()


@pytest.mark.parametrize("words", ["about", "--version", "--help"])
def test_what_needs_no_cards_does_not_wait_for_them(words: str) -> None:
    assert imported(f"import bloodfang.cli\ntry: bloodfang.cli.main([{words!r}])\nexcept SystemExit: pass") == set()
