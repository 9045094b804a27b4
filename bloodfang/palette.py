"""The colours of the houses, by slot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Palette:
    """Four colours that belong together: two tones of the house, one that stands out, and the dark they lie on."""

    light: str
    shade: str
    accent: str
    ground: str


PALETTES: Mapping[str, Palette] = MappingProxyType(
    {
        "blood": Palette(light="#e8505b", shade="#8a2233", accent="#f7dcb4", ground="#1b0a0e"),
        "moon": Palette(light="#cfc8f4", shade="#6d66a3", accent="#f4c542", ground="#11101f"),
        "moss": Palette(light="#9bc64f", shade="#4b7526", accent="#f4ecb8", ground="#0d140a"),
        "bone": Palette(light="#e4d8ba", shade="#8e7f61", accent="#d9503f", ground="#16130d"),
        "ember": Palette(light="#f08c35", shade="#93471b", accent="#ffe58c", ground="#1b0f06"),
        "tide": Palette(light="#2fb5a5", shade="#13655f", accent="#ff9a76", ground="#06161a"),
        "dusk": Palette(light="#b57be0", shade="#5f3a86", accent="#ffcfe4", ground="#150c1e"),
        "frost": Palette(light="#6fd0ff", shade="#2f6da6", accent="#fff3e0", ground="#0a121c"),
    }
)
"""What a house may choose from, made together for a dark table: light is read on ground as text is."""
