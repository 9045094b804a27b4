"""The ladder of opponents that players can choose from, the weakest first; each has a character."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from bloodfang.bots.greedy import Greedy
from bloodfang.bots.judge import Judge
from bloodfang.bots.level import Level
from bloodfang.bots.planner import Planner
from bloodfang.bots.stray import Stray
from bloodfang.bots.taste import Taste

_LADDER = (
    Level("easy", "Stray Pup", "Barks at every card alike and puts it wherever there is room.", Stray),
    Level(
        "novice",
        "Lantern Whelp",
        "Sees what the lantern shows it, and overlooks the rest of the road.",
        partial(Greedy, overlooks=6),
    ),
    Level("medium", "Gate Hound", "Snaps up the most minutes in reach, and never asks what comes next.", Greedy),
    Level(
        "keen",
        "Hedge Warden",
        "Wants every tile that can be had, and then the one behind it.",
        partial(Judge, taste=Taste(ground=0.4)),
    ),
    Level(
        "fierce",
        "Red Mastiff",
        "Would sooner see one of yours fall than two of its own stand.",
        partial(Planner, budget=150, taste=Taste(blood=0.1)),
    ),
    Level(
        "hard",
        "Old Fang",
        "Patient: has sat through longer nights than this, and keeps the best for later.",
        partial(Planner, budget=1_200, taste=Taste(patience=0.002)),
    ),
    Level(
        "master",
        "Grey Matriarch",
        "Has thought of what you hold, of what you will do with it, and of what comes then.",
        partial(Planner, budget=50_000),
    ),
)

LEVELS: Mapping[str, Level] = MappingProxyType({level.id: level for level in _LADDER})
