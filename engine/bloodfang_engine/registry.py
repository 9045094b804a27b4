"""Which ruleset a name means. Whoever puts a game together fills one; nothing registers itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bloodfang_engine.contract import Ruleset
from bloodfang_engine.errors import UnknownRuleset

AnyRuleset = Ruleset[Any, Any, Any]
"""A ruleset of which nobody needs to know what its states are."""


class Registry:
    """Rulesets by name, in the order in which they came."""

    def __init__(self, rulesets: Iterable[AnyRuleset] = ()) -> None:
        self._rulesets: dict[str, AnyRuleset] = {}
        self._aliases: dict[str, str] = {}
        for ruleset in rulesets:
            self.add(ruleset)

    def add(self, ruleset: AnyRuleset, *aliases: str) -> None:
        """Make a ruleset known by its own name and others; ValueError, with nothing added, if a name is taken."""
        names = (ruleset.name, *aliases)
        for place, name in enumerate(names):
            if name in self or name in names[:place]:
                raise ValueError(f"the name {name!r} is taken already")
        self._rulesets[ruleset.name] = ruleset
        self._aliases |= dict.fromkeys(names, ruleset.name)

    def find(self, name: str) -> AnyRuleset:
        """The ruleset with this name or alias; UnknownRuleset, with the names that are known, if there is none."""
        if name not in self:
            raise UnknownRuleset(name, self.names)
        return self._rulesets[self._aliases[name]]

    @property
    def names(self) -> tuple[str, ...]:
        """The rulesets' own names."""
        return tuple(self._rulesets)

    def aliases(self, name: str) -> tuple[str, ...]:
        """The other names of the ruleset with this name; UnknownRuleset if there is none."""
        own = self.find(name).name
        return tuple(alias for alias, meant in self._aliases.items() if meant == own and alias != own)

    def __contains__(self, name: object) -> bool:
        return name in self._aliases

    def __iter__(self) -> Iterator[AnyRuleset]:
        return iter(self._rulesets.values())

    def __len__(self) -> int:
        return len(self._rulesets)
