"""Somebody who looks on while a card is put through its situations, and tells what the card was seen to do."""

from __future__ import annotations

from collections.abc import Sequence

from bloodfang_engine.contract import Event, Seat
from bloodfang_engine.fang import Card, State, Tile
from bloodfang_engine.fang import events as ev
from bloodfang_engine.fang.cards import Area, Clause, Condition, Count, Effect, Happening, Per, Side, Who
from bloodfang_engine.fang.hiding import tiles
from bloodfang_engine.fang.scoring import account
from bloodfang_engine.grid import Offset
from situations import Course, reach

Doing = ev.PowerChanged | ev.CardMarked | ev.CardAdded | ev.CardSpawned
"""What comes of an answer."""

FALLS = {"power": "fell by power", "effect": "fell by an effect", "replaced": "was replaced"}
HEARD = {Happening.FIRST_RAISED: "raised", Happening.FIRST_LOWERED: "lowered"}
"""What events call the news that an ability waits for, where they call it otherwise."""
SIGN = {Effect.RAISE_POWER: 1, Effect.LOWER_POWER: -1}
STATES = {Condition.RAISED: ["raised"], Condition.LOWERED: ["lowered"], Condition.CHANGED: ["raised", "lowered"]}
MOST_PAWNS = 3
STRONG = 3


class Witness:
    """What one card did: the facts that were seen, and whatever did not fit its clauses, in sentences."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.facts: set[str] = set()
        self.wrong: list[str] = []
        self._story = ""
        self._before: dict[str, Tile] = {}
        self._after: dict[str, Tile] = {}
        self._answering: ev.AbilityAnswered | None = None
        self._answered: set[tuple[int, int]] = set()
        self._changed_by: dict[tuple[int, int], str] = {}

    def follow(self, story: str, course: Course) -> None:
        """Look at everything that happened in one situation."""
        self._story, self._answered, self._changed_by = story, set(), {}
        self._after = _board(course.states[0])
        for after, events in zip(course.states[1:], course.told, strict=True):
            self._before, self._after = self._after, _board(after)
            self._answering = None
            for event in events:
                self._hear(event, after, events)
            for tile in self._after.values():
                if tile.piece and tile.piece.card == self.card.id:
                    self._look(tile, after)

    def _check(self, right: bool, what: str) -> None:
        if not right:
            self.wrong.append(f"{self._story}: {what}")

    def _hear(self, event: Event, after: State, events: Sequence[Event]) -> None:
        mine = self.card.id
        match event:
            case ev.CardPlayed(figure=figure) if figure.card == mine:
                self._played(event)
            case ev.CardDestroyed(figure=figure, cause=cause) if figure.card == mine and cause in FALLS:
                self.facts.add(FALLS[cause])
            case ev.PawnsPlaced() if event.by.card == mine:
                self._pawns(event)
            case ev.PawnsBlocked() if event.by.card == mine:
                self._check(event.tile in self._cells(event.by, self.card.pawn_cells), f"{event}")
                self.facts.add("had a pawn blocked")
            case ev.AbilityAnswered():
                self._answering = event if event.figure.card == mine else None
                if self._answering:
                    self._answer(event)
            case ev.PowerChanged(figure=figure, amount=amount):
                self._changed_by[figure.number, amount // abs(amount)] = "an effect"
            case ev.AuraBegan(figure=figure, amount=amount):
                self._changed_by[figure.number, amount // abs(amount)] = "an aura"
                if event.by.card == mine:
                    self._aura(event)
            case ev.CardSpawned(figure=figure) if figure.card == mine:
                self.facts.add(f"was spawned for {figure.owner.letter}")
        if isinstance(event, Doing) and event.by.card == mine:
            self._deed(event, after, events)

    @staticmethod
    def _cells(figure: ev.Figure, cells: tuple[Offset, ...]) -> list[str]:
        return reach(cells, figure.owner.letter, figure.tile)

    # coming

    def _played(self, event: ev.CardPlayed) -> None:
        self.facts.add(f"was played by {event.figure.owner.letter}")
        if event.maker:
            self.facts.add("came from the hand as a token")
        old = self._before[event.figure.tile].piece
        self._check((old is not None) == self.card.replaces, f"was played over {old}")
        if old:
            self.facts.add(f"replaced a {'strong' if old.power > STRONG else 'weak'} card")

    def _pawns(self, event: ev.PawnsPlaced) -> None:
        """R16-R22: every pawn cell adds one pawn, or as many as the card says; a capture adds none."""
        number, many = -1, 1
        for place, clause in enumerate(self.card.clauses):
            if clause.effect is Effect.RAISE_RANK and clause.value:
                number, many = place, clause.value.n
        captured = event.was_holder is event.by.owner.rival
        wanted = event.was_pawns if captured else min(MOST_PAWNS, event.was_pawns + many)
        there = event.tile in self._cells(event.by, self.card.pawn_cells)
        self._check(there and (event.holder, event.pawns) == (event.by.owner, wanted), f"{event}")
        self.facts.add("captured a tile" if captured else "placed a pawn")
        self.facts.add(f"sent a pawn to {step(event.by, event.tile)}")
        if event.pawns > event.was_pawns + 1:
            self.facts.add(f"ability {number} placed more than one pawn")

    # answers

    def _answer(self, event: ev.AbilityAnswered) -> None:
        """The clause heard what it waits for, about whom it waits for, and a first time only once."""
        figure, about, trigger = event.figure, event.about, self.card.clauses[event.clause].trigger
        whose = {
            Who.SELF: about == figure,
            Who.ALLY: about != figure and about.owner is figure.owner,
            Who.ENEMY: about.owner is not figure.owner,
            Who.ANY: about != figure,
        }
        heard = HEARD.get(trigger.event, str(trigger.event))
        self._check(whose[trigger.who] and event.event == heard, f"{event}")
        if trigger.event.startswith("first_"):
            once = figure.number, event.clause
            self._check(once not in self._answered, f"a second time: {event}")
            self._answered.add(once)
        if trigger.event in HEARD:
            sign = 1 if trigger.event is Happening.FIRST_RAISED else -1
            self.facts.add(f"ability {event.clause} answered {self._changed_by[figure.number, sign]}")

    def _deed(self, event: Doing, after: State, events: Sequence[Event]) -> None:
        """Whatever the card does comes from the clause that answers, and is what that clause says."""
        answer = self._answering
        if answer is None or answer.figure != event.by:
            self.wrong.append(f"{self._story}: {event} without an answer")
            return
        number, clause = answer.clause, self.card.clauses[answer.clause]
        match event:
            case ev.PowerChanged(figure=figure, amount=amount, by=by):
                self._check(amount == SIGN.get(clause.effect, 0) * self._worth(clause, by), f"{event}")
                self._touched(number, clause, figure, by)
            case ev.CardMarked(figure=figure, by=by):
                fallen = [
                    each.figure for each in events if isinstance(each, ev.CardDestroyed) and each.cause == "effect"
                ]
                self._check(clause.effect is Effect.DESTROY and figure in fallen, f"{event}")
                self._touched(number, clause, figure, by)
            case ev.CardAdded(seat=seat, card=card, by=by):
                hand = [after.table.card_id(code) for code in after.hands[seat]]
                self._check(card in clause.cards and card in hand and seat is by.owner, f"{event}")
                self.facts.add(f"ability {number} gave {card}")
            case ev.CardSpawned(figure=figure, by=by):
                pawns = self._after[figure.tile].pawns
                wanted = clause.cards[min(pawns, len(clause.cards)) - 1]
                self._check((figure.card, figure.owner) == (wanted, by.owner), f"{event} on {pawns} pawns")
                self.facts.add(f"ability {number} spawned {figure.card}")

    def _worth(self, clause: Clause, by: ev.Figure) -> int:
        """The amount that the clause names; a replaced card's power is that of what stood there before."""
        assert clause.value is not None
        old = self._before[by.tile].piece
        return clause.value.n * (old.power if old and clause.value.per is Per.REPLACED_POWER else 1)

    def _touched(self, number: int, clause: Clause, figure: ev.Figure, by: ev.Figure) -> None:
        """Whom it touched: itself, or one of the side it means, on its effect cells."""
        if clause.target.area is Area.SELF:
            self._check(figure == by, f"touched {figure}, not itself")
            self.facts.add(f"ability {number} touched itself")
            return
        ally = figure.owner is by.owner
        meant = clause.target.side in (Side.ALLY if ally else Side.ENEMY, Side.ANY)
        self._check(
            meant and figure != by and figure.tile in self._cells(by, self.card.effect_cells), f"touched {figure}"
        )
        self.facts.add(f"ability {number} touched {'an ally' if ally else 'an enemy'}")
        self.facts.add(f"ability {number} reached {step(by, figure.tile)}")

    # what lasts

    def _aura(self, event: ev.AuraBegan) -> None:
        for number, clause in enumerate(self.card.clauses):
            if clause.trigger.event is Happening.IN_PLAY and clause.value and clause.value.per is Per.ONE:
                self._check(event.amount == SIGN[clause.effect] * clause.value.n, f"{event}")
                self._touched(number, clause, event.figure, event.by)
                return
        self.wrong.append(f"{self._story}: {event}, and it has no aura")

    def _look(self, tile: Tile, after: State) -> None:
        """What the card gives itself as long as it stands, and what it is worth at the end."""
        assert tile.piece is not None
        wanted = tile.piece.printed + tile.piece.bonus + tile.aura[tile.piece.owner]
        for number, clause in enumerate(self.card.clauses):
            if clause.value and clause.value.count:
                many = sum(_counts(clause.value.count, tile, other) for other in self._after.values())
                wanted += SIGN[clause.effect] * clause.value.n * many
                self.facts.add(f"ability {number} counted {many}")
            if after.phase:
                self._ending(number, clause, tile, after)
        self._check(tile.piece.power == wanted, f"power {tile.piece.power}, not {wanted}")

    def _ending(self, number: int, clause: Clause, tile: Tile, after: State) -> None:
        assert tile.piece is not None
        lanes, owner = account(after).lanes, tile.piece.owner
        if clause.effect is Effect.SCORE_BONUS and clause.value:
            lane = lanes[tile.row]
            how = "tied" if lane.winner is None else "won" if lane.winner is owner else "lost"
            wanted = lane.sums[owner] + clause.value.n if how == "won" else 0
            self._check(lane.points[owner] == wanted, f"{lane.points[owner]} points for a lane {how}, not {wanted}")
            self.facts.add(f"ability {number} saw its lane {how}")
        elif clause.effect is Effect.TAKE_LOSER_SCORE:
            for lane in lanes:
                wanted = 0 if lane.winner is None else sum(lane.sums)
                self._check(sum(lane.points) == wanted, f"{lane.points} points for sums of {lane.sums}")
                if lane.winner is not None and min(lane.sums):
                    whom = "its owner" if lane.winner is owner else "the rival"
                    self.facts.add(f"ability {number} took the loser's points for {whom}")


def _board(state: State) -> dict[str, Tile]:
    return {tile.name: tile for tile in tiles(state)}


def step(figure: ev.Figure, tile: str) -> Offset:
    """Where a tile is as the card sees it: rows down, columns ahead."""
    down = "tmb".index(tile[0]) - "tmb".index(figure.tile[0])
    right = int(tile[1]) - int(figure.tile[1])
    return down, right if figure.owner is Seat.FIRST else -right


def _counts(count: Count, tile: Tile, other: Tile) -> bool:
    """Whether the card on the other tile is one that the card on this tile counts (R46, R47)."""
    if tile.piece is None or other.piece is None or other.name == tile.name:
        return False
    ally = other.piece.owner is tile.piece.owner
    fits = count.state is None or other.piece.state in STATES[count.state]
    return fits and count.side in (Side.ALLY if ally else Side.ENEMY, Side.ANY)
