"""The matches that go on, the one touched last at the end; whose they are is known without looking at all of them."""

from __future__ import annotations

from collections.abc import Iterator

from bloodfang.seating import Seating


class Unfinished:
    """A server has thousands that somebody has left; and asks for somebody's whenever it paints a lobby."""

    def __init__(self) -> None:
        self._all: dict[str, Seating] = {}
        self._of: dict[str, dict[str, None]] = {}
        """The ids of a person's, in the same order."""

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, match_id: object) -> bool:
        return match_id in self._all

    def __iter__(self) -> Iterator[Seating]:
        return iter(self._all.values())

    def get(self, match_id: str) -> Seating | None:
        """The match of this id."""
        return self._all.get(match_id)

    def of(self, person: str) -> tuple[Seating, ...]:
        """This person's, the one touched last first."""
        return tuple(self._all[match_id] for match_id in reversed(self._of.get(person, {})))

    def players(self) -> frozenset[str]:
        """The ids of all who have one."""
        return frozenset(self._of)

    def touch(self, seating: Seating) -> None:
        """It was begun, or somebody did something at it."""
        self.drop(seating.match_id)
        self._all[seating.match_id] = seating
        for sitter in seating.sitters:
            if sitter.person:
                self._of.setdefault(sitter.person, {})[seating.match_id] = None

    def change(self, seating: Seating) -> None:
        """The same people sit there, but something about it is different now."""
        self._all[seating.match_id] = seating

    def drop(self, match_id: str) -> None:
        """It is over."""
        seating = self._all.pop(match_id, None)
        for sitter in seating.sitters if seating else ():
            if mine := self._of.get(sitter.person):
                mine.pop(match_id, None)
                if not mine:
                    del self._of[sitter.person]
