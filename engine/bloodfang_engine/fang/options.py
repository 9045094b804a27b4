"""What a match may decide for itself: one frozen value, and named profiles of it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from bloodfang_engine.contract import OptionValue
from bloodfang_engine.errors import BadSetup, listed, shown
from bloodfang_engine.grid import MOST_COLUMNS, MOST_ROWS, Grid

PROFILES = ("bloodfang", "reference", "classic")

_WORDS = {
    "first_player": ("first", "second", "drawn"),
    "first_draw_skip": ("first_turn", "each_side"),
    "capture": ("convert", "convert_plus", "contest"),
    "pawns_on_occupied": ("blocked", "stored"),
    "destroyed_tile": ("keep", "remove_contributions", "destroyer", "clear"),
    "lane_bonus": ("after_win", "before_compare"),
    "transfer_scope": ("all", "lane"),
}
_MOST_COPIES = 99
_RANGES = {
    "rows": (1, MOST_ROWS),
    "columns": (2, MOST_COLUMNS),
    "max_rank": (1, 9),
    "deck_size": (0, 99),
    "hand_size": (0, 10),
    "max_waves": (1, 10_000),
    "max_turns": (0, 100_000),
}


@dataclass(frozen=True, slots=True)
class Options:
    """Every choice the rules leave open; profiles/bloodfang.toml says what each one means."""

    rows: int
    columns: int
    max_rank: int
    deck_size: int
    hand_size: int
    max_copies: tuple[int, int]
    first_player: str
    first_draw_skip: str
    capture: str
    pawns_on_occupied: str
    deferred_pawns: bool
    destroyed_tile: str
    replacement: bool
    aura_can_destroy: bool
    aura_counts_as_raise: bool
    lethal_lower_triggers: bool
    spawn_counts_as_play: bool
    max_waves: int
    end_on_full_board: bool
    max_turns: int
    lane_bonus: str
    transfer_scope: str
    transfer_winner_only: bool
    transfer_stacks: bool

    @staticmethod
    def of(chosen: Mapping[str, OptionValue] | None = None) -> Options:
        """The options a setup names: `profile` is the base (bloodfang), the rest overrides it; BadSetup if unknown."""
        wanted: dict[str, Any] = dict(chosen or {})
        name = wanted.pop("profile", "bloodfang")
        if not isinstance(name, str) or name not in PROFILES:
            raise BadSetup(f"no profile is called {shown(name)}; known: {listed(PROFILES)}")
        return Options(**{**_profile(name), **{option: _checked(option, value) for option, value in wanted.items()}})

    @property
    def grid(self) -> Grid:
        """The board."""
        return Grid(self.rows, self.columns)

    def overrides(self) -> dict[str, OptionValue]:
        """The fewest entries from which `of` makes these options again: what a record prints."""
        best: dict[str, OptionValue] | None = None
        for name in PROFILES:
            base = _profile(name)
            said: dict[str, OptionValue] = {} if name == "bloodfang" else {"profile": name}
            said |= {each: getattr(self, each) for each in OPTION_NAMES if getattr(self, each) != base[each]}
            if best is None or len(said) < len(best):
                best = said
        return best or {}


OPTION_NAMES = tuple(field.name for field in fields(Options))


@cache
def _profile(name: str) -> Mapping[str, Any]:
    folder = files("bloodfang_engine.fang") / "profiles"
    said = tomllib.loads((folder / "bloodfang.toml").read_text(encoding="utf-8"))
    said |= tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    return {option: _checked(option, value) for option, value in said.items()}


def _checked(option: str, value: object) -> OptionValue:
    if option in _WORDS:
        if isinstance(value, str) and value in _WORDS[option]:
            return value
        raise BadSetup(f"option {option} is one of {listed(_WORDS[option])}, not {shown(value)}")
    if option in _RANGES:
        low, high = _RANGES[option]
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise BadSetup(f"option {option} is a whole number from {low} to {high}, not {shown(value)}")
    if option == "max_copies":
        pair = tuple(value) if isinstance(value, list | tuple) else ()
        if len(pair) == 2 and all(
            isinstance(each, int) and not isinstance(each, bool) and 0 <= each <= _MOST_COPIES for each in pair
        ):
            return pair
        raise BadSetup(
            f"option max_copies is two whole numbers from 0 to {_MOST_COPIES} (standard, legendary), not {shown(value)}"
        )
    if option in OPTION_NAMES:
        if isinstance(value, bool):
            return value
        raise BadSetup(f"option {option} is true or false, not {shown(value)}")
    raise BadSetup(f"no option is called {shown(option)}; known: {listed(('profile', *OPTION_NAMES))}")
