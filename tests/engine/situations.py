"""A board around some card and what is done on it, played by the engine and by the slow implementation alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bloodfang_engine.contract import Event, Seat
from bloodfang_engine.errors import IllegalAction
from bloodfang_engine.fang import BloodFang, State
from bloodfang_engine.grid import Grid, Offset
from mirror import PLAYERS, differences, placements, slow_story, story
from slow import Slow, clauses_of

GRID = Grid(3, 5)
TILES = GRID.names
SWAP = str.maketrans("AB", "BA")


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile as a situation has it: its holder's letter and pawns, and a card of the holder's with lasting changes."""

    holder: str = ""
    pawns: int = 0
    card: str = ""
    bonus: int = 0

    def __str__(self) -> str:
        ground = f"{self.holder}{self.pawns}" if self.holder else "."
        return ground + (f":{self.card}" if self.card else "") + (f"({self.bonus:+})" if self.bonus else "")


OPENING = {tile: Spot({"1": "A", "5": "B"}.get(tile[1], ""), int(tile[1] in "15")) for tile in TILES}


@dataclass(frozen=True, slots=True)
class Situation:
    """What lies on the tiles that are not as at first, who holds which cards, and the acts: `A play imp m1`, `B pass`,
    or `destroy m3` by command."""

    story: str
    spots: Mapping[str, Spot]
    acts: tuple[str, ...]
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def spot(self, tile: str) -> Spot:
        """What lies there."""
        return self.spots.get(tile, OPENING[tile])

    @property
    def mover(self) -> str:
        """Whoever acts first."""
        return next((act[0] for act in self.acts if act[0] in "AB"), "A")

    def mirrored(self) -> Situation:
        """The same with the seats changed, seen in a mirror."""
        return Situation(
            f"{self.story}, seen from the other side",
            {
                mirrored(tile): Spot(s.holder.translate(SWAP), s.pawns, s.card, s.bonus)
                for tile, s in self.spots.items()
            },
            tuple(_mirrored_act(act) for act in self.acts),
            {seat.translate(SWAP): hand for seat, hand in self.hands.items()},
        )

    def __str__(self) -> str:
        """The position as the engine reads it."""
        lanes = [" ".join([lane, *(str(self.spot(tile)) for tile in TILES if tile[0] == lane)]) for lane in GRID.lanes]
        hands = [" ".join([seat, "hand", *self.hands.get(seat, ())]) for seat in "AB"]
        return " | ".join(["fang", f"turn 3 {self.mover}", *lanes, *hands])

    def for_slow(self) -> dict[str, Any]:
        """The position as the slow implementation reads it."""
        found: list[dict[str, Any]] = []
        for tile in TILES:
            row, column = GRID.place(GRID.tile(tile))
            s = self.spot(tile)
            said = {"r": row, "c": column, "owner": player(s.holder) if s.holder else None, "pawns": s.pawns}
            found.append(said | ({"card": s.card, "bonus": s.bonus} if s.card else {}))
        hands = {player(seat): hand for seat, hand in self.hands.items()}
        return {"tiles": found, "hands": hands, "turn": 3, "to_move": player(self.mover)}


def mirrored(tile: str) -> str:
    """The tile across the middle column."""
    return f"{tile[0]}{6 - int(tile[1])}"


def _mirrored_act(act: str) -> str:
    words = [mirrored(word) if word in TILES else word for word in act.split()]
    return " ".join([words[0].translate(SWAP), *words[1:]])


def player(letter: str) -> str:
    """A seat as the slow implementation calls it."""
    return PLAYERS[Seat.of(letter)]


def reach(offsets: Iterable[Offset], seat: str, tile: str) -> list[str]:
    """The tiles at these offsets from a card of this seat (R14, R15)."""
    row, column = TILES.index(tile) // 5, TILES.index(tile) % 5
    forward = 1 if seat == "A" else -1
    places = [(row + down, column + forward * ahead) for down, ahead in sorted(offsets)]
    return [TILES[5 * r + c] for r, c in places if 0 <= r < 3 and 0 <= c < 5]


@dataclass(frozen=True, slots=True)
class Course:
    """What came of a situation: the states one after the other, what was told between them, and where the two part."""

    states: tuple[State, ...]
    told: tuple[tuple[Event, ...], ...]
    differences: tuple[str, ...] = ()


def play(rules: BloodFang, records: Mapping[str, Any], situation: Situation) -> Course:
    """Do the acts on both: what may be done before, and all there is after each. Each act must be legal."""
    state = rules.read_position(str(situation))
    slow = Slow(_needed(records, situation), {}, situation.for_slow())
    states, told = [state], []
    legal = placements(state, rules), slow.legal(player(situation.mover))
    found = [] if legal[0] == legal[1] else [f"legal: engine {legal[0]}, slow {legal[1]}"]
    for act in situation.acts:
        if found:
            break
        try:
            _do_slowly(slow, act)
            state, events = _do(rules, state, act)
        except (IllegalAction, ValueError) as refused:
            found = [f"refused: {refused}"]
            break
        states.append(state)
        told.append(events)
        found = differences(state, slow, rules)
        if _story(events) != slow_story(slow):
            found.append(f"story: engine {_story(events)}, slow {slow_story(slow)}")
    said = [f"{situation.story}: after {len(told)} of {situation.acts} in", str(situation), *found] if found else []
    return Course(tuple(states), tuple(told), tuple(said))


def _needed(records: Mapping[str, Any], situation: Situation) -> dict[str, Any]:
    """The cards that are in it, and those they can make: the slow implementation looks at every card it is given."""
    wanted = [spot.card for spot in situation.spots.values() if spot.card]
    wanted += [card for hand in situation.hands.values() for card in hand]
    found: dict[str, Any] = {}
    while wanted:
        card = wanted.pop()
        found[card] = records[card]
        made = [token for clause in clauses_of(records[card]) for token in clause.get("cards", [])]
        wanted += [token for token in made if token not in found]
    return found


def _story(events: Iterable[Event]) -> list[tuple[str, str]]:
    """As the slow implementation tells it, for which a command is an effect like any other (R80)."""
    return [("effect" if what == "command" else what, card) for what, card in story(events)]


def _do(rules: BloodFang, state: State, act: str) -> tuple[State, tuple[Event, ...]]:
    word, _, rest = act.partition(" ")
    step = rules.destroy(state, rest) if word == "destroy" else rules.apply(state, Seat.of(word), rules.read(rest))
    return step.state, tuple(step.events)


def _do_slowly(slow: Slow, act: str) -> None:
    match act.split():
        case ["destroy", tile]:
            slow.destroy(GRID.place(GRID.tile(tile)))
        case [seat, "pass"]:
            slow.pass_(player(seat))
        case [seat, "play", card, tile]:
            slow.play(player(seat), card, GRID.place(GRID.tile(tile)))
        case _:
            raise AssertionError(f"no act is written {act!r}")
