"""The colours of the table: what each theme calls ground, mine, theirs and the rest."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

NAMES = (
    *("ground", "panel", "raised", "line"),  # what things lie on, from the table up, and the lines between
    *("text", "quiet", "faint"),  # words, less so, and hardly
    *("accent", "blood", "good", "bad"),  # what stands out; the game's own red; gains and losses
    *("mine", "mine_deep", "mine_wash"),  # the near side: its sign, a card of its, ground it holds
    *("theirs", "theirs_deep", "theirs_wash"),
    *("neutral", "lit", "cursor"),  # free ground; where a card may go; where the player points
)
"""What every theme has a colour for."""

THEMES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "night": {
            "ground": "#110d12", "panel": "#1a141c", "raised": "#2a202c", "line": "#54445a",
            "text": "#efe6ea", "quiet": "#bfaebb", "faint": "#8a7986",
            "accent": "#f2bd5c", "blood": "#ee5c68", "good": "#93db7e", "bad": "#ff7484",
            "mine": "#74c7ff", "mine_deep": "#16436b", "mine_wash": "#14283b",
            "theirs": "#ff8a70", "theirs_deep": "#75261f", "theirs_wash": "#35191a",
            "neutral": "#1c1621", "lit": "#4a3c14", "cursor": "#f2bd5c",
        },
        "day": {
            "ground": "#f4eee4", "panel": "#ebe2d4", "raised": "#ddd1bf", "line": "#a5937c",
            "text": "#241c1a", "quiet": "#52453e", "faint": "#786a60",
            "accent": "#743c00", "blood": "#a8192c", "good": "#1d6117", "bad": "#a8192c",
            "mine": "#0b5a94", "mine_deep": "#9fcbed", "mine_wash": "#d3e5f2",
            "theirs": "#a3260f", "theirs_deep": "#f2b3a3", "theirs_wash": "#f6dcd4",
            "neutral": "#e9e0d2", "lit": "#f7e08a", "cursor": "#6a3a00",
        },
        # blue and orange stay apart for eyes that see few reds or few greens
        "ember-safe": {
            "ground": "#0e0f14", "panel": "#171922", "raised": "#262a37", "line": "#4c5266",
            "text": "#eef0f6", "quiet": "#b7bdd0", "faint": "#757c92",
            "accent": "#ffe27a", "blood": "#ffa94d", "good": "#7cc4ff", "bad": "#ffa94d",
            "mine": "#7cc4ff", "mine_deep": "#114878", "mine_wash": "#132a44",
            "theirs": "#ffa94d", "theirs_deep": "#713a00", "theirs_wash": "#3a2408",
            "neutral": "#191b25", "lit": "#4b4a1c", "cursor": "#ffe27a",
        },
        # green-blue and red stay apart for eyes that see few blues or few yellows
        "tide-safe": {
            "ground": "#121011", "panel": "#1c1819", "raised": "#2d2628", "line": "#584c50",
            "text": "#f4eeef", "quiet": "#c1b4b8", "faint": "#81757a",
            "accent": "#ffffff", "blood": "#ff6078", "good": "#4fd8cf", "bad": "#ff8496",
            "mine": "#4fd8cf", "mine_deep": "#0b514e", "mine_wash": "#0d302f",
            "theirs": "#ff7d90", "theirs_deep": "#80152c", "theirs_wash": "#3d1420",
            "neutral": "#1d191b", "lit": "#4a4446", "cursor": "#ffffff",
        },
    }
)  # fmt: skip
"""By name; `plain` has no colours at all."""

LIGHT = frozenset({"day"})
"""The themes with dark words on a light ground."""

BASIC: Mapping[bool, Mapping[str, str]] = MappingProxyType(
    {
        False: {
            "ground": "#000000", "panel": "#000000", "raised": "#000000", "line": "#555555",
            "text": "#ffffff", "quiet": "#aaaaaa", "faint": "#555555",
            "accent": "#ffff55", "blood": "#ff5555", "good": "#55ff55", "bad": "#ff55ff",
            "mine": "#55ffff", "mine_deep": "#0000aa", "mine_wash": "#000000",
            "theirs": "#ff5555", "theirs_deep": "#aa0000", "theirs_wash": "#000000",
            "neutral": "#000000", "lit": "#aa5500", "cursor": "#ffff55",
        },
        True: {
            "ground": "#ffffff", "panel": "#ffffff", "raised": "#ffffff", "line": "#aaaaaa",
            "text": "#000000", "quiet": "#555555", "faint": "#555555",
            "accent": "#aa00aa", "blood": "#aa0000", "good": "#00aa00", "bad": "#aa0000",
            "mine": "#0000aa", "mine_deep": "#55ffff", "mine_wash": "#ffffff",
            "theirs": "#aa0000", "theirs_deep": "#ffff55", "theirs_wash": "#ffffff",
            "neutral": "#ffffff", "lit": "#55ff55", "cursor": "#0000aa",
        },
    }
)  # fmt: skip
"""With sixteen colours there is one dark table and one light one, made by hand: the nearest would be mud."""
