"""The lab: many matches between bots and decks, and what they tell. Start with `Plan`, `run` and `Findings`."""

from bloodfang.lab.findings import Comparison, Findings
from bloodfang.lab.plan import Plan
from bloodfang.lab.playing import Played
from bloodfang.lab.running import run

__all__ = ["Comparison", "Findings", "Plan", "Played", "run"]
