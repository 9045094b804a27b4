"""What a terminal can draw with."""

from __future__ import annotations

from enum import StrEnum


class Glyphs(StrEnum):
    """What a terminal can draw with."""

    BLOCKS = "blocks"
    ASCII = "ascii"
