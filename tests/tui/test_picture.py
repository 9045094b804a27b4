"""The picture of the README is the game as it is."""

from __future__ import annotations

import importlib.util
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKER = ROOT / "docs" / "pictures" / "make.py"


async def test_the_picture_of_a_match_is_what_a_player_sees() -> None:
    spec = importlib.util.spec_from_file_location("make_pictures", MAKER)
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    drawn = maker.svg(await maker.match_picture((120, 36), 5))
    kept = (ROOT / "docs" / "pictures" / "match.svg").read_text(encoding="utf-8")
    assert drawn == kept, "the screen looks different now; draw the picture anew: make pictures"
