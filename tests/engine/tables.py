"""Rules as tables: a card in one line, a position as text, an act, and what must come of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bloodfang_engine.contract import Event, Seat
from bloodfang_engine.errors import IllegalAction
from bloodfang_engine.fang import BloodFang, CardSet, Piece, Refusal, State, Tile, make_set
from bloodfang_engine.fang.events import AbilityAnswered, CardDestroyed

OPENING = {"t": "t A1 . . . B1", "m": "m A1 . . . B1", "b": "b A1 . . . B1"}
"""The lanes as they are at first: a drawing may leave out a lane that has not changed."""

# cards

_STEPS = {"above": (-1, 0), "below": (1, 0), "ahead": (0, 1), "behind": (0, -1)}
_CLAUSE = re.compile(
    r"(?P<event>\w+)(/(?P<who>\w+))?( (?P<at_least>\d+))?: (?P<effect>\w+)"
    r"( (?P<n>\d+)( per (?P<per>\S+))?| (?!to )(?P<made>[a-z][\w -]*?))?( to (?P<target>\S+))?"
)


def cards(text: str) -> CardSet:
    """Cards from a table, one in a line: id, rank, power, then its cells, then its clauses, with bars between.

    marsh-leech 1 2 | P above, P below, X ahead | played: lower_power 2 to cells:enemy
    pale-twin   1 2 | in_play: raise_power 1 per enemy:raised to self
    brood-hen   1 1 | played: spawn pup hound wolf to held_empty
    pup         1 1 token

    Cells are steps seen from the card: `ahead`, `ahead2`, `above-behind`. What is counted is `side:state:area`, with
    `-` for any state; `per replaced` is the replaced card's power.
    """
    return make_set(dict(_card(line) for line in text.splitlines() if line.strip()))


def _card(line: str) -> tuple[str, dict[str, Any]]:
    (card, rank, power, *words), *parts = [part.split() for part in line.split("|")]
    said: dict[str, Any] = {
        "rank": int(rank) if rank.isdigit() else rank,
        "power": int(power),
        "token": "token" in words,
    }
    if "legendary" in words:
        said["tier"] = "legendary"
    reach = [part for part in parts if part[0] in ("P", "E", "X")]
    said["cells"] = [_cell(cell) for part in reach for cell in " ".join(part).split(", ")]
    said["ability"] = [_clause(" ".join(part)) for part in parts if part not in reach]
    return card, said


def _cell(text: str) -> dict[str, Any]:
    kind, steps = text.split()
    row = col = 0
    for step in steps.split("-"):
        down, forward = _STEPS[step.rstrip("2")]
        far = 2 if step.endswith("2") else 1
        row, col = row + far * down, col + far * forward
    return {"row": row, "col": col, "kind": kind}


def _clause(text: str) -> dict[str, Any]:
    found = _CLAUSE.fullmatch(text)
    assert found, f"not a clause: {text}"
    trigger: dict[str, Any] = {"event": found["event"], "who": found["who"] or "self"}
    if found["at_least"]:
        trigger["at_least"] = int(found["at_least"])
    said: dict[str, Any] = {"trigger": trigger, "effect": found["effect"]}
    if found["target"]:
        said["target"] = found["target"]
    if found["made"]:
        said["cards"] = found["made"].split()
    if found["n"]:
        said["value"] = _value(int(found["n"]), found["per"])
    return said


def _value(n: int, per: str | None) -> dict[str, Any]:
    if per is None:
        return {"n": n}
    if per == "replaced":
        return {"n": n, "per": "replaced_power"}
    count = dict(zip(("side", "state", "area"), per.split(":"), strict=False))
    return {"n": n, "per": "card", "count": {key: word for key, word in count.items() if word != "-"}}


BOOK_CARDS = """
    marsh-leech 1 2 | P above, P below, X ahead | played: lower_power 2 to cells:enemy
    night-crow  1 2 | E ahead | played: lower_power 2 to cells:enemy
    bell-warden 1 2 | E above, E ahead | in_play: raise_power 2 to cells:ally
    grave-moth  1 1 | E behind | destroyed: raise_power 3 to cells:ally
    pit-howler  2 2 | E below-behind, E below-ahead | played: destroy to cells:enemy
    pale-twin   1 2 | in_play: raise_power 1 per enemy:raised to self
    thorn-hart  1 3 | E behind | first_power_at_least 7: raise_power 2 to cells:ally
    husk-eater  replace 3
    imp         1 1
    ogre        2 4
    giant       3 6
"""
"""The cards of the rule book's stories, and a few with nothing but rank and power."""

BOOK = cards(BOOK_CARDS)


# positions and acts


def position(drawing: str, *, options: str = "", acts: Sequence[str] = ()) -> str:
    """A whole position from a drawing: lanes left out are as at first, hands not drawn hold what will be played.

    On a board of another size every lane is drawn.
    """
    lines = [line.strip() for line in drawing.splitlines() if line.strip()]
    drawn = {line.split()[0] for line in lines}
    if "turn" not in drawn:
        first = next((act[0] for act in acts if act[0] in "AB"), "A")
        lines.append(f"turn 3 {first}")
    if not re.search("rows|columns", options):
        lines += [lane for name, lane in OPENING.items() if name not in drawn]
    for seat in "AB":
        if not any(line.startswith(f"{seat} hand") for line in lines):
            played = [words[2] for words in map(str.split, acts) if words[:2] == [seat, "play"]]
            lines.append(" ".join([seat, "hand", *played]))
    return "\n".join([f"fang {options}", *lines])


@dataclass(frozen=True, slots=True)
class Told:
    """What came of some acts: the last state, and everything that happened."""

    rules: BloodFang
    state: State
    events: tuple[Event, ...]

    def tile(self, name: str) -> Tile:
        """The tile as everybody sees it."""
        return self.rules.view(self.state, None).tile(name)

    def piece(self, name: str) -> Piece:
        """The card that stands there."""
        piece = self.tile(name).piece
        assert piece, f"no card stands on {name}"
        return piece

    def hand(self, letter: str) -> list[str]:
        """The hand of a seat, as its owner sees it."""
        return list(self.rules.view(self.state, Seat.of(letter)).hand or ())

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.rules.view(self.state, None).turn

    @property
    def falls(self) -> str:
        """Who fell, in order: tile and wave."""
        return " ".join(f"{each.figure.tile}@{each.wave}" for each in self.events if isinstance(each, CardDestroyed))

    @property
    def answers(self) -> str:
        """Which cards answered, in order, each with the wave."""
        return " ".join(f"{each.figure.card}@{each.wave}" for each in self.events if isinstance(each, AbilityAnswered))


def told(cardset: CardSet, before: str, *acts: str, options: str = "") -> Told:
    """Read a position and do these acts: "A play imp m1", "B pass", or "destroy m3" by command."""
    rules = BloodFang(cardset)
    state = rules.read_position(position(before, options=options, acts=acts))
    events: list[Event] = []
    for act in acts:
        word, _, rest = act.partition(" ")
        step = rules.destroy(state, rest) if word == "destroy" else rules.apply(state, Seat.of(word), rules.read(rest))
        state = step.state
        events += step.events
    return Told(rules, state, tuple(events))


# stories


@dataclass(frozen=True, slots=True)
class Scenario:
    """One rule on one board: the story says which, the drawings show what it does."""

    story: str
    before: str = ""
    act: str = ""
    """One act, or several with `;` between them."""
    after: str = ""
    """The board afterwards; a hand that is drawn too is compared as well."""
    powers: str = ""
    """Tiles with the power that must be there, like `m2 4, t1 1`."""
    falls: str | None = None
    """Who must have fallen, in order, each with its wave: `b2@1 m2@2`."""
    answers: str | None = None
    """Which cards must have answered, in order, each with its wave."""
    refused: Refusal | None = None
    """Why the last act must be refused."""
    options: str = ""


def differences(case: Scenario, cardset: CardSet = BOOK) -> list[str]:
    """Play a story; a sentence for everything that came out otherwise."""
    acts = [act.strip() for act in case.act.split(";") if act.strip()]
    assert case.after or case.powers or case.refused or case.falls is not None or case.answers is not None
    try:
        came = told(cardset, case.before, *acts, options=case.options)
    except IllegalAction as refused:
        return [] if refused.reason is case.refused else [str(refused)]
    if case.refused:
        return [f"{acts[-1]} was expected to be refused: {case.refused.sentence}"]
    found = _board_differences(came, case) if case.after else []
    for said in filter(None, case.powers.split(",")):
        name, power = said.split()
        if came.piece(name).power != int(power):
            found.append(f"{name} has power {came.piece(name).power}, not {power}")
    if case.falls is not None and case.falls != came.falls:
        found.append(f"fallen: {came.falls or 'nobody'}, not {case.falls or 'nobody'}")
    if case.answers is not None and case.answers != came.answers:
        found.append(f"answers: {came.answers or 'none'}, not {case.answers or 'none'}")
    return found


def _board_differences(came: Told, case: Scenario) -> list[str]:
    drawn = told(came.rules.cards, case.after, options=case.options)
    seen, wanted = (each.rules.view(each.state, None).tiles for each in (came, drawn))
    found = [
        f"{tile.name}: {_shown(tile)}, not {_shown(other)}"
        for tile, other in zip(seen, wanted, strict=True)
        if _shown(tile) != _shown(other)
    ]
    for letter in "AB":
        if f"{letter} hand" in case.after and came.hand(letter) != drawn.hand(letter):
            found.append(f"hand of {letter}: {came.hand(letter)}, not {drawn.hand(letter)}")
    return found


def _shown(tile: Tile) -> str:
    """Holder and pawns, and the card with its owner and power: all that a drawing tells."""
    ground = "." if tile.holder is None else f"{tile.holder.letter}{tile.pawns}"
    if tile.piece is None:
        return ground
    return f"{ground} with {tile.piece.owner.letter}'s {tile.piece.card} of power {tile.piece.power}"
