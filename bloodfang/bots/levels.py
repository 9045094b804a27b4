"""The levels that players can choose from, the weakest first."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bloodfang.bots.greedy import Greedy
from bloodfang.bots.level import Level
from bloodfang.bots.search import Search
from bloodfang.bots.stray import Stray

LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        level.id: level
        for level in (
            Level("easy", "Stray Pup", "Barks at every card alike and puts it wherever there is room.", Stray),
            Level(
                "medium", "Gate Hound", "Snaps up the most minutes in reach, and never asks what comes next.", Greedy
            ),
            Level("hard", "Old Fang", "Has sat through longer nights than this, and guesses what you hold.", Search),
        )
    }
)
