"""Rules engines for card battles of two seats: deterministic, explainable, fast, and without dependencies.

Start with `contract.py` for what a ruleset is, and with `bloodfang_engine.fang` for Blood Fang itself.
"""

from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Event, Outcome, Ruleset, Seat, Setup, Step
from bloodfang_engine.errors import (
    BadNotation,
    BadRecord,
    BadSetup,
    CardError,
    EngineError,
    IllegalAction,
    Problem,
    Reason,
    UnknownRuleset,
)
from bloodfang_engine.grid import Grid
from bloodfang_engine.record import Record, replay
from bloodfang_engine.registry import Registry

__all__ = [
    "BadNotation",
    "BadRecord",
    "BadSetup",
    "CardError",
    "Chance",
    "EngineError",
    "Event",
    "Grid",
    "IllegalAction",
    "Outcome",
    "Problem",
    "Reason",
    "Record",
    "Registry",
    "Ruleset",
    "Seat",
    "Setup",
    "Step",
    "UnknownRuleset",
    "replay",
]
