"""The rules of Blood Fang once more, plainly and slowly: the yardstick the engine is compared with.

Nothing is shared with the engine. Everything that can be derived from the board is derived again each time it is asked.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypedDict

At = tuple[int, int]
Clause = Mapping[str, Any]

SEATS = ("P1", "P2")
RIVAL = {"P1": "P2", "P2": "P1"}
POWER_EFFECTS = ("raise_power", "lower_power")
BECOMES = {"raise_power": "raised", "lower_power": "lowered"}

BLOODFANG: dict[str, Any] = {
    "rows": 3,
    "columns": 5,
    "max_rank": 3,
    "deck_size": 15,
    "hand_size": 5,
    "max_copies": [1, 1],
    "first_player": "P1",
    "capture": "convert",
    "pawns_on_occupied": "blocked",
    "deferred_pawns": True,
    "destroyed_tile": "keep",
    "first_draw_skip": "first_turn",
    "transfer_scope": "all",
    "transfer_winner_only": False,
    "transfer_stacks": False,
    "lane_bonus": "after_win",
    "spawn_counts_as_play": False,
    "lethal_lower_triggers": False,
    "aura_counts_as_raise": True,
    "aura_can_destroy": True,
    "end_on_full_board": True,
    "replacement": True,
    "max_waves": 200,
    "max_turns": 0,
}
REFERENCE: dict[str, Any] = {
    "capture": "contest",
    "pawns_on_occupied": "stored",
    "deferred_pawns": False,
    "destroyed_tile": "remove_contributions",
    "first_draw_skip": "each_side",
    "transfer_scope": "lane",
    "transfer_winner_only": True,
    "transfer_stacks": True,
}
PROFILES: dict[str, dict[str, Any]] = {
    "bloodfang": BLOODFANG,
    "reference": {**BLOODFANG, **REFERENCE},
    "classic": {**BLOODFANG, "max_copies": [2, 1]},
}

TURNS_WITHOUT_DRAW = {"first_turn": 1, "each_side": 2}

NEWS_LIMIT = 2000
"""More news than this in one wave is no cascade a test wants to follow. A limit of the yardstick, not a rule."""


class Overgrown(RuntimeError):
    """One wave brought more news than the yardstick will follow; the match is of no use afterwards."""


class Stack(TypedDict):
    """The pawns of one tile: who holds it, and a counter for each seat (the rival's is above 0 only under contest)."""

    holder: str | None
    pawns: dict[str, int]


class Entry(TypedDict):
    """One landing of pawns on a tile, remembered so that it can be struck out again (R21)."""

    card: int
    seat: str
    n: int


class Tile(TypedDict):
    """A tile: its stack now, its stack at the beginning, and the pawns that landed since."""

    now: Stack
    base: Stack
    entries: list[Entry]


class Piece(TypedDict):
    """A card on the board. Its id counts up: a smaller id is an older card."""

    id: int
    name: str
    owner: str
    at: At
    bonus: int
    flags: set[str]
    reached: set[int]
    replaced_power: int


class News(TypedDict):
    """Something that happened to a card. `names` are the events it counts as; `deaf` is whoever may not witness it."""

    names: set[str]
    piece: Piece
    at_least: int | None
    deaf: set[int]
    subject_only: bool


class Pull(TypedDict):
    """One in_play power clause of one card, as it touches one card, with an amount that is not 0."""

    source: int
    clause: int
    target: int
    effect: str
    amount: int


class Standing(TypedDict):
    """What the board says about its cards at this moment, by id."""

    power: dict[int, int]
    lowered: set[int]
    raised: set[int]
    dying: set[int]
    pulls: list[Pull]


class Blame(TypedDict):
    """Within one wave: whose card last marked, and whose card last lowered, each card."""

    marked: dict[int, str]
    lowered: dict[int, str]


class Slow:
    """One match, or one position, and the acts on it."""

    def __init__(
        self,
        cards: Mapping[str, dict[str, Any]],
        options: Mapping[str, object] | None = None,
        position: Mapping[str, object] | None = None,
    ) -> None:
        self.cards = cards
        self.options = resolved(options or {})
        for name, record in cards.items():
            refuse_unsettling(name, record)
        self.log: list[dict[str, Any]] = []
        self.board: dict[int, Piece] = {}
        self.next_id = 0
        self.phase = "playing"
        self._set_up(position if position is not None else {"turn": 1})

    # ------------------------------------------------------------------ the position

    def _set_up(self, position: Mapping[str, Any]) -> None:
        """R01, then the tiles of the position. Its cards are settled: nothing about them is news."""
        self.tiles: dict[At, Tile] = {at: new_tile(*self._opening(at)) for at in self._places()}
        for given in position.get("tiles") or []:
            self._set_up_tile(given)
        hands, decks = position.get("hands") or {}, position.get("deck") or position.get("decks") or {}
        self.hands: dict[str, list[str]] = {seat: list(hands.get(seat, [])) for seat in SEATS}
        self.decks: dict[str, list[str]] = {seat: list(decks.get(seat, [])) for seat in SEATS}
        self.turn: int = position.get("turn", 3)
        self.to_move: str = position.get("to_move", "P1")
        self.passes: int = position.get("passes", 0)
        standing = self._standing()
        self.pairs = pairs_of(standing)
        self._reach_thresholds(standing)

    def _set_up_tile(self, given: Mapping[str, Any]) -> None:
        at = (given["r"], given["c"])
        if at not in self.tiles:
            raise ValueError(f"{at} is not on the board")
        self.tiles[at] = new_tile(given.get("owner"), given.get("pawns", 0))
        name = given.get("card")
        if name is None:
            return
        owner = given.get("card_owner", given.get("owner"))
        if owner not in SEATS or name not in self.cards or self._piece_at(at) is not None:
            raise ValueError(f"no card {name!r} of {owner!r} can stand on {at}")
        piece = self._enter(name, owner, at, 0)
        piece["bonus"] = given.get("bonus", 0)
        piece["flags"] = set(given.get("flags", []))

    def _opening(self, at: At) -> tuple[str | None, int]:
        """R01: P1 holds the first column, P2 the last, one pawn on each tile."""
        if at[1] == 0:
            return "P1", 1
        if at[1] == self.options["columns"] - 1:
            return "P2", 1
        return None, 0

    def _places(self) -> list[At]:
        """Board order: row by row."""
        return [(r, c) for r in range(self.options["rows"]) for c in range(self.options["columns"])]

    def _oldest_first(self) -> list[Piece]:
        return [self.board[age] for age in sorted(self.board)]

    def _piece_at(self, at: At) -> Piece | None:
        for piece in self.board.values():
            if piece["at"] == at:
                return piece
        return None

    def _clauses(self, piece: Piece) -> list[Clause]:
        return clauses_of(self.cards[piece["name"]])

    def _printed(self, piece: Piece) -> int:
        power: int = self.cards[piece["name"]]["power"]
        return power

    def _cells(self, piece: Piece, kinds: str) -> list[At]:
        """R14, R15: the places of the card's cells of these kinds, in board order; columns mirrored for P2."""
        row, column = piece["at"]
        forward = 1 if piece["owner"] == "P1" else -1
        found = [
            (row + cell["row"], column + forward * cell["col"])
            for cell in self.cards[piece["name"]]["cells"]
            if cell["kind"] in kinds and (cell["row"], cell["col"]) != (0, 0)
        ]
        return sorted(at for at in found if at in self.tiles)

    # ------------------------------------------------------------------ what may be done

    def legal(self, player: str) -> set[tuple[str, At]]:
        """Every placement open to this player now."""
        return {
            (card, at)
            for card in self.hands[player]
            for at in self._places()
            if self._why_not(player, card, at) is None
        }

    def _why_not(self, player: str, card: str, at: At) -> str | None:
        """R12, R49: why this placement is illegal, or None."""
        if why := self._why_not_act(player):
            return why
        if card not in self.hands[player]:
            return f"{player} has no {card} in hand"
        if at not in self.tiles:
            return f"{at} is not on the board"
        rank = self.cards[card]["rank"]
        return self._why_not_replace(player, at) if rank == "replace" else self._why_not_place(player, rank, at)

    def _why_not_replace(self, player: str, at: At) -> str | None:
        """R49: a replacement goes only on an own card, whatever the rank."""
        piece = self._piece_at(at)
        if not self.options["replacement"]:
            return "replacement is off"
        if piece is None or piece["owner"] != player:
            return f"no card of {player} stands on {at}"
        return None

    def _why_not_place(self, player: str, rank: int, at: At) -> str | None:
        """R12: an empty tile, held with pawns enough."""
        stack = self.tiles[at]["now"]
        if self._piece_at(at) is not None:
            return f"{at} is occupied"
        if stack["holder"] != player:
            return f"{player} does not hold {at}"
        if visible(stack) < rank:
            return f"{at} has {visible(stack)} pawns, {rank} are needed"
        return None

    def _why_not_act(self, player: str) -> str | None:
        if self.phase == "ended":
            return "the match has ended"
        if player != self.to_move:
            return f"{player} is not to move"
        return None

    # ------------------------------------------------------------------ acts

    def play(self, player: str, card: str, at: At) -> None:
        """Section 5: check, replace, enter, pawns, settle, deferred pawns, end check."""
        at = (at[0], at[1])
        if why := self._why_not(player, card, at):
            raise ValueError(why)
        self.log = []
        old = self._piece_at(at)
        replaced_power = 0
        news: list[News] = []
        if old is not None:
            replaced_power = self._standing()["power"][old["id"]]
            self._take_off(old, "replaced", None)
            news.append(new_news({"destroyed"}, old))
        self.hands[player].remove(card)
        piece = self._enter(card, player, at, replaced_power)
        for death in news:
            death["deaf"] = {piece["id"]}
        news.append(new_news({"played"}, piece))
        pawns_each = self._pawns_per_cell(piece)
        blocked = self._place_pawns(piece, self._cells(piece, "PX"), pawns_each)
        self._settle(news)
        self._place_deferred(piece, blocked, pawns_each)
        self.passes = 0
        self._turn_over()

    def pass_(self, player: str) -> None:
        """R09, R11."""
        if why := self._why_not_act(player):
            raise ValueError(why)
        self.log = []
        self.passes += 1
        self._turn_over()

    def destroy(self, at: At) -> None:
        """By command: off at once, by nobody, then settle. No turn change, no deferred pawns, no end check."""
        piece = self._piece_at((at[0], at[1]))
        if piece is None:
            raise ValueError(f"no card stands on {at}")
        self.log = []
        self._take_off(piece, "effect", None)
        self._settle([new_news({"destroyed"}, piece)])

    def _turn_over(self) -> None:
        """Step 7. After an act that ends the match nobody draws and the turn does not move on (R06, R08)."""
        if self._is_over():
            self.phase = "ended"
            return
        self.turn += 1
        self.to_move = RIVAL[self.to_move]
        if self.turn > TURNS_WITHOUT_DRAW[self.options["first_draw_skip"]] and self.decks[self.to_move]:
            self.hands[self.to_move].append(self.decks[self.to_move].pop(0))

    def _is_over(self) -> bool:
        """R09, R10, R36b."""
        full = len(self.board) == len(self.tiles)
        last_turn = 0 < self.options["max_turns"] <= self.turn
        return self.passes >= 2 or last_turn or (full and self.options["end_on_full_board"])

    def _enter(self, name: str, owner: str, at: At, replaced_power: int) -> Piece:
        """A new card stands on the tile; it has no past (R44, R52)."""
        piece: Piece = {
            "id": self.next_id,
            "name": name,
            "owner": owner,
            "at": at,
            "bonus": 0,
            "flags": set(),
            "reached": set(),
            "replaced_power": replaced_power,
        }
        self.next_id += 1
        self.board[piece["id"]] = piece
        return piece

    def _take_off(self, piece: Piece, cause: str, destroyer: str | None) -> None:
        """The card leaves the board, and its tile becomes what `destroyed_tile` says (R13, R19, R21, R52)."""
        del self.board[piece["id"]]
        self.log.append({"kind": "destroyed", "at": list(piece["at"]), "card": piece["name"], "cause": cause})
        fate = self.options["destroyed_tile"]
        stack = self.tiles[piece["at"]]["now"]
        if fate == "remove_contributions":
            self._strike_pawns(piece)
        elif cause == "replaced":
            return
        elif fate == "clear":
            stack["holder"], stack["pawns"] = None, {"P1": 0, "P2": 0}
        elif fate == "destroyer" and destroyer is not None:
            stack["pawns"] = {destroyer: visible(stack), RIVAL[destroyer]: 0}
            stack["holder"] = destroyer

    # ------------------------------------------------------------------ pawns

    def _pawns_per_cell(self, piece: Piece) -> int:
        """R22: raise_rank n places n pawns instead of 1."""
        standing = self._standing()
        ranks = [self._amount(piece, c, standing) for c in self._clauses(piece) if c["effect"] == "raise_rank"]
        return max(ranks, default=0) or 1

    def _place_pawns(self, piece: Piece, places: Iterable[At], n: int) -> list[At]:
        """R16, R18: pawns land in board order; returns the places that are blocked by a card."""
        blocked = []
        for at in places:
            if self.options["pawns_on_occupied"] == "blocked" and self._piece_at(at) is not None:
                blocked.append(at)
            else:
                self.tiles[at]["entries"].append({"card": piece["id"], "seat": piece["owner"], "n": n})
                self._land(self.tiles[at]["now"], piece["owner"], n)
        return blocked

    def _place_deferred(self, piece: Piece, blocked: list[At], n: int) -> None:
        """R20: the blocked cells once more, also if the card has died (but then not where its pawns are undone)."""
        undone = self.options["destroyed_tile"] == "remove_contributions" and piece["id"] not in self.board
        if self.options["deferred_pawns"] and not undone:
            self._place_pawns(piece, blocked, n)

    def _land(self, stack: Stack, seat: str, n: int) -> None:
        """R16, R17, R22: n pawns of one seat land on a stack."""
        if self.options["capture"] == "contest":
            for _ in range(n):
                self._contest(stack, seat)
            return
        cap, pawns = self.options["max_rank"], stack["pawns"]
        if stack["holder"] == RIVAL[seat]:
            more = 1 if self.options["capture"] == "convert_plus" else 0
            taken = pawns[RIVAL[seat]]
            stack["pawns"] = {seat: min(cap, taken + more), RIVAL[seat]: 0}
        else:
            pawns[seat] = min(cap, pawns[seat] + n)
        stack["holder"] = seat

    def _contest(self, stack: Stack, seat: str) -> None:
        """R17, contest: the rival's counter down, the own one up; the higher holds, equal changes nothing."""
        rival, pawns = RIVAL[seat], stack["pawns"]
        if stack["holder"] == rival:
            pawns[rival] = max(0, pawns[rival] - 1)
        pawns[seat] = min(self.options["max_rank"], pawns[seat] + 1)
        if pawns[seat] != pawns[rival]:
            stack["holder"] = seat if pawns[seat] > pawns[rival] else rival

    def _strike_pawns(self, piece: Piece) -> None:
        """R21: the card's pawns never were; each tile that had any is replayed without them."""
        for tile in self.tiles.values():
            left = [entry for entry in tile["entries"] if entry["card"] != piece["id"]]
            if len(left) == len(tile["entries"]):
                continue
            tile["entries"] = left
            tile["now"] = same_stack(tile["base"])
            for entry in left:
                self._land(tile["now"], entry["seat"], entry["n"])

    # ------------------------------------------------------------------ who is meant

    def _in_area(self, source: Piece, area: str) -> list[Piece]:
        """The cards in an area, oldest first. Only `self` ever means the source (R66)."""
        if area == "self":
            return [source] if source["id"] in self.board else []
        others = [piece for piece in self._oldest_first() if piece["id"] != source["id"]]
        if area == "cells":
            reach = self._cells(source, "EX")
            return [piece for piece in others if piece["at"] in reach]
        if area == "own_lane":
            return [piece for piece in others if piece["at"][0] == source["at"][0]]
        if area == "board":
            return others
        raise ValueError(f"no cards are meant by the area {area!r}")

    def _targets(self, source: Piece, clause: Clause, standing: Standing) -> list[Piece]:
        """R29, R65: the cards a power or destroy effect reaches now."""
        target = clause["target"]
        reached = self._in_area(source, target["area"])
        if target["area"] == "self":
            return reached
        return [piece for piece in reached if fits(source, piece, target, standing)]

    def _amount(self, source: Piece, clause: Clause, standing: Standing) -> int:
        """The value of a clause now (R47, R51)."""
        value = clause.get("value") or {}
        n: int = value.get("n", 1)
        per = value.get("per", "one")
        if per == "replaced_power":
            return n * source["replaced_power"]
        if per == "card":
            count = value.get("count") or {}
            counted = self._in_area(source, count.get("area", "board"))
            return n * sum(1 for piece in counted if fits(source, piece, count, standing))
        return n

    def _has_company(self, source: Piece, clause: Clause) -> bool:
        """in_play and match_end with ally, enemy or any: only beside another card of that side."""
        who = clause["trigger"]["who"]
        others = self._in_area(source, "board")
        return who == "self" or any(on_side(source, piece, who) for piece in others)

    # ------------------------------------------------------------------ power

    def _standing(self) -> Standing:
        """R30, R37, R46-R48: the power and state of every card, from nothing but the board."""
        printed = {age: self._printed(piece) for age, piece in self.board.items()}
        standing: Standing = {"power": {}, "lowered": set(), "raised": set(), "dying": set(), "pulls": []}
        fixed = self._pulls(conditional=False, effects=POWER_EFFECTS, standing=standing)
        plain = {age: printed[age] + piece["bonus"] + sum_of(fixed, age) for age, piece in self.board.items()}
        penalised = self._penalties_stage(printed, plain, standing)
        power = self._bonus_stage(printed, penalised, standing)
        standing["pulls"] += fixed
        standing["power"] = power
        standing["dying"] = {age for age in power if power[age] <= 0}
        if not self.options["aura_can_destroy"]:
            self._spare(standing)
        return standing

    def _pulls(self, conditional: bool, effects: Iterable[str], standing: Standing) -> list[Pull]:
        """Every touch of an in_play power clause that is fixed, or that is conditional, as things stand."""
        found: list[Pull] = []
        for source in self._oldest_first():
            for number, clause in enumerate(self._clauses(source)):
                if clause["trigger"]["event"] != "in_play" or clause["effect"] not in effects:
                    continue
                if is_conditional(clause) != conditional or not self._has_company(source, clause):
                    continue
                amount = self._amount(source, clause, standing)
                for target in self._targets(source, clause, standing) if amount else []:
                    found.append(
                        {
                            "source": source["id"],
                            "clause": number,
                            "target": target["id"],
                            "effect": clause["effect"],
                            "amount": amount,
                        }
                    )
        return found

    def _penalties_stage(self, printed: dict[int, int], plain: dict[int, int], standing: Standing) -> dict[int, int]:
        """Conditional penalties, repeated until the lowered cards stay the same. Returns plain less penalties."""
        standing["lowered"] = {age for age in plain if plain[age] < printed[age]}
        while True:
            pulls = self._pulls(conditional=True, effects=["lower_power"], standing=standing)
            penalised = {age: plain[age] + sum_of(pulls, age) for age in plain}
            lowered = {age for age in plain if penalised[age] < printed[age]}
            if lowered == standing["lowered"]:
                standing["pulls"] += pulls
                return penalised
            standing["lowered"] = lowered

    def _bonus_stage(self, printed: dict[int, int], penalised: dict[int, int], standing: Standing) -> dict[int, int]:
        """R48: conditional bonuses, from zero, until the raised cards stay the same. They never cure lowered."""
        healthy = set(printed) - standing["lowered"]
        standing["raised"] = {age for age in healthy if penalised[age] > printed[age]}
        while True:
            pulls = self._pulls(conditional=True, effects=["raise_power"], standing=standing)
            power = {age: penalised[age] + sum_of(pulls, age) for age in printed}
            raised = {age for age in healthy if power[age] > printed[age]}
            if raised == standing["raised"]:
                standing["pulls"] += pulls
                return power
            standing["raised"] = raised

    def _spare(self, standing: Standing) -> None:
        """R31, aura_can_destroy off: who would live without the in_play penalties stands at 1."""
        penalties = [pull for pull in standing["pulls"] if pull["effect"] == "lower_power"]
        for age in sorted(standing["dying"]):
            if standing["power"][age] - sum_of(penalties, age) > 0:
                standing["dying"].remove(age)
                standing["power"][age] = 1

    # ------------------------------------------------------------------ waves

    def _settle(self, news: list[News]) -> None:
        """Step 5: waves until there is no news, or until the guard (R36)."""
        wave = 0
        while news:
            wave += 1
            news = self._wave(news)
            if wave >= self.options["max_waves"]:
                if self._answers(news) or self._standing()["dying"]:
                    self.log.append({"kind": "cascade_limit"})
                self._sweep()
                return

    def _sweep(self) -> None:
        """After the guard: the fallen go, and go, until none is left; what is noted is dropped."""
        while self._standing()["dying"]:
            self._checkpoint([], {"marked": {}, "lowered": {}})

    def _wave(self, news: list[News]) -> list[News]:
        """All answers to the news, then the checkpoint. Returns the next news."""
        noted: list[News] = []
        blame: Blame = {"marked": {}, "lowered": {}}
        for source, clause in self._answers(news):
            self.log.append({"kind": "ability", "card": source["name"]})
            noted += self._resolve(source, clause, blame)
            if len(noted) > NEWS_LIMIT:
                raise Overgrown(f"more than {NEWS_LIMIT} pieces of news in one wave")
        return self._checkpoint(noted, blame)

    def _answers(self, news: list[News]) -> list[tuple[Piece, Clause]]:
        """R40: subjects first, then onlookers; in each group by age, then event, then clause."""
        subjects = []
        onlookers = []
        for number, item in enumerate(news):
            for order, clause in self._matching(item["piece"], item, is_subject=True):
                subjects.append((item["piece"]["id"], number, order, item["piece"], clause))
            for piece in [] if item["subject_only"] else self._in_area(item["piece"], "board"):
                if piece["id"] in item["deaf"]:
                    continue
                for order, clause in self._matching(piece, item, is_subject=False):
                    onlookers.append((piece["id"], number, order, piece, clause))
        groups = (sorted(group, key=lambda answer: answer[:3]) for group in (subjects, onlookers))
        return [(piece, clause) for group in groups for _, _, _, piece, clause in group]

    def _matching(self, piece: Piece, item: News, is_subject: bool) -> list[tuple[int, Clause]]:
        """The clauses of a card that answer a piece of news, with their numbers."""
        found = []
        for order, clause in enumerate(self._clauses(piece)):
            trigger = clause["trigger"]
            event, who = trigger["event"], trigger["who"]
            if event not in item["names"] or clause["effect"] == "raise_rank":
                continue
            if event == "first_power_at_least" and trigger["at_least"] != item["at_least"]:
                continue
            if is_subject:
                spawned_not_played = event == "played" and "spawned" in item["names"]
                hears = who == "self" and not spawned_not_played
            else:
                hears = who != "self" and on_side(piece, item["piece"], who)
            if hears:
                found.append((order, clause))
        return found

    def _resolve(self, source: Piece, clause: Clause, blame: Blame) -> list[News]:
        """One answer, at once; targets and values are read now (R27, R39). Returns what it noted."""
        effect = clause["effect"]
        if effect == "add_to_hand":
            self.hands[source["owner"]] += clause["cards"]
            return []
        if effect == "spawn":
            return self._spawn(source, clause)
        standing = self._standing()
        targets = self._targets(source, clause, standing)
        if effect == "destroy":
            for target in targets:
                blame["marked"][target["id"]] = source["owner"]
            return []
        if effect in POWER_EFFECTS:
            amount = self._amount(source, clause, standing)
            return [self._change(target, effect, amount, source, blame) for target in targets] if amount else []
        raise ValueError(f"{effect!r} is not an answer")

    def _change(self, target: Piece, effect: str, amount: int, source: Piece, blame: Blame) -> News:
        """R28: a lasting change."""
        target["bonus"] += amount if effect == "raise_power" else -amount
        if effect == "lower_power":
            blame["lowered"][target["id"]] = source["owner"]
        return change_news(target, BECOMES[effect])

    def _spawn(self, source: Piece, clause: Clause) -> list[News]:
        """R53, R54: a token on each empty tile its owner holds in the area, row by row."""
        area = clause["target"]["area"]
        wanted = {
            "held_empty": self._places(),
            "cells": self._cells(source, "EX"),
            "own_lane": [at for at in self._places() if at[0] == source["at"][0]],
        }[area]
        names = {"spawned", "played"} if self.options["spawn_counts_as_play"] else {"spawned"}
        news = []
        for at in self._places():
            stack = self.tiles[at]["now"]
            if at not in wanted or stack["holder"] != source["owner"] or self._piece_at(at) is not None:
                continue
            tokens = clause["cards"]
            token = tokens[max(1, min(visible(stack), len(tokens))) - 1]
            news.append(new_news(set(names), self._enter(token, source["owner"], at, 0)))
        return news

    def _checkpoint(self, noted: list[News], blame: Blame) -> list[News]:
        """R24, R42, R43, R45: the dead go together, then new aura pairs and thresholds are noted."""
        standing = self._standing()
        doomed = standing["dying"] | set(blame["marked"])
        dead = [piece for piece in self._oldest_first() if piece["id"] in doomed]
        owners = {piece["id"]: piece["owner"] for piece in self._oldest_first()}
        for piece in dead:
            cause = "effect" if piece["id"] in blame["marked"] else "power"
            self._take_off(piece, cause, destroyer_of(piece, blame, standing, owners))
        deaths = [new_news({"destroyed"}, piece) for piece in dead]
        after = self._standing()
        return self._still_news(noted) + deaths + self._new_pairs(after) + self._reach_thresholds(after)

    def _still_news(self, noted: list[News]) -> list[News]:
        """News about the gone is dropped; with lethal_lower_triggers they still answer their lowering themselves."""
        kept = []
        for item in noted:
            if item["piece"]["id"] in self.board:
                kept.append(item)
            elif self.options["lethal_lower_triggers"] and "lowered" in item["names"]:
                item["subject_only"] = True
                kept.append(item)
        return kept

    def _new_pairs(self, standing: Standing) -> list[News]:
        """R42: an aura that newly touches a card raises or lowers it; by source, clause and target."""
        before, self.pairs = self.pairs, pairs_of(standing)
        if not self.options["aura_counts_as_raise"]:
            return []
        news = []
        for source, number, target in sorted(self.pairs - before):
            effect = self._clauses(self.board[source])[number]["effect"]
            news.append(change_news(self.board[target], BECOMES[effect]))
        return news

    def _reach_thresholds(self, standing: Standing) -> list[News]:
        """R45: thresholds that any card in the set names, reached for the first time; oldest card, lowest first."""
        triggers = [clause["trigger"] for record in self.cards.values() for clause in clauses_of(record)]
        steps = {trigger["at_least"] for trigger in triggers if trigger["event"] == "first_power_at_least"}
        news = []
        for piece in self._oldest_first():
            for n in sorted(steps - piece["reached"]):
                if standing["power"][piece["id"]] >= n:
                    piece["reached"].add(n)
                    news.append(new_news({"first_power_at_least"}, piece, at_least=n))
        return news

    # ------------------------------------------------------------------ scoring

    def lanes(self) -> list[list[int]]:
        """R57: the plain sums of each lane."""
        power = self._standing()["power"]
        sums = [[0, 0] for _ in range(self.options["rows"])]
        for piece in self.board.values():
            sums[piece["at"][0]][SEATS.index(piece["owner"])] += power[piece["id"]]
        return sums

    def score(self) -> list[int]:
        """R58-R64: the totals, as if the match ended now."""
        totals = {"P1": 0, "P2": 0}
        for lane, sums in enumerate(self.lanes()):
            plain = {"P1": sums[0], "P2": sums[1]}
            early = self._early_bonuses(lane)
            full = {seat: plain[seat] + early[seat] for seat in SEATS}
            if full["P1"] == full["P2"]:
                continue
            winner = "P1" if full["P1"] > full["P2"] else "P2"
            totals[winner] += full[winner] + self._transfers(lane, winner) * plain[RIVAL[winner]]
            for seat in SEATS:
                totals[seat] += self._late_bonuses(lane, winner, seat)
        for piece, clause in self._final_clauses("match_end", "score_bonus"):
            if self._has_company(piece, clause):
                totals[piece["owner"]] += self._amount(piece, clause, self._standing())
        return [totals["P1"], totals["P2"]]

    def winner(self) -> str:
        """R59, R64."""
        first, second = self.score()
        if first == second:
            return "draw"
        return "P1" if first > second else "P2"

    def _final_clauses(self, event: str, effect: str) -> list[tuple[Piece, Clause]]:
        """R67: only cards on the board."""
        return [
            (piece, clause)
            for piece in self._oldest_first()
            for clause in self._clauses(piece)
            if clause["trigger"]["event"] == event and clause["effect"] == effect
        ]

    def _lane_bonuses(self, lane: int, seat: str, whos: Iterable[str]) -> int:
        """R61: the lane_won bonuses of a seat's cards in a lane, for these subjects, added up."""
        standing = self._standing()
        return sum(
            self._amount(piece, clause, standing)
            for piece, clause in self._final_clauses("lane_won", "score_bonus")
            if piece["at"][0] == lane and piece["owner"] == seat and clause["trigger"]["who"] in whos
        )

    def _early_bonuses(self, lane: int) -> dict[str, int]:
        """lane_bonus = before_compare: what self and ally bonuses add to the sums that are compared."""
        if self.options["lane_bonus"] != "before_compare":
            return {"P1": 0, "P2": 0}
        return {seat: self._lane_bonuses(lane, seat, ("self", "ally")) for seat in SEATS}

    def _late_bonuses(self, lane: int, winner: str, seat: str) -> int:
        """R60: the bonuses paid to a seat after the lane is decided."""
        if seat != winner:
            return self._lane_bonuses(lane, seat, ("enemy", "any"))
        if self.options["lane_bonus"] == "before_compare":
            return self._lane_bonuses(lane, seat, ("any",))
        return self._lane_bonuses(lane, seat, ("self", "ally", "any"))

    def _transfers(self, lane: int, winner: str) -> int:
        """R62, R63: how many times the winner of this lane takes the loser's plain sum."""
        takers = set()
        for piece, clause in self._final_clauses("match_end", "take_loser_score"):
            narrow = clause["target"]["area"] == "own_lane" or self.options["transfer_scope"] == "lane"
            here = piece["at"][0] == lane or not narrow
            allowed = piece["owner"] == winner or not self.options["transfer_winner_only"]
            if here and allowed and self._has_company(piece, clause):
                takers.add(piece["id"])
        return len(takers) if self.options["transfer_stacks"] else min(1, len(takers))

    # ------------------------------------------------------------------ what can be seen

    def snapshot(self) -> dict[str, Any]:
        """Everything, as plain data."""
        standing = self._standing()
        return {
            "tiles": {at: self._tile_snapshot(at, standing) for at in self._places()},
            "hands": {seat: list(self.hands[seat]) for seat in SEATS},
            "decks": {seat: list(self.decks[seat]) for seat in SEATS},
            "turn": self.turn,
            "to_move": self.to_move,
            "phase": self.phase,
            "passes": self.passes,
        }

    def _tile_snapshot(self, at: At, standing: Standing) -> dict[str, Any]:
        stack = self.tiles[at]["now"]
        seen: dict[str, Any] = {"owner": stack["holder"], "pawns": visible(stack), "card": None}
        piece = self._piece_at(at)
        if piece is not None:
            seen |= {
                "card": piece["name"],
                "card_owner": piece["owner"],
                "power": standing["power"][piece["id"]],
                "printed": self._printed(piece),
                "status": status_of(piece, standing),
                "bonus": piece["bonus"],
                "age_rank": sorted(self.board).index(piece["id"]),
                "flags": sorted(piece["flags"]),
            }
        return seen


# ---------------------------------------------------------------------- small questions


def resolved(options: Mapping[str, object]) -> dict[str, Any]:
    """The full options: a profile as the base, single options over it."""
    base = PROFILES[str(options.get("profile", "bloodfang"))]
    return {**base, **{name: value for name, value in options.items() if name != "profile"}}


def clauses_of(record: Mapping[str, Any]) -> list[Clause]:
    ability = record.get("ability") or {}
    clauses: list[Clause] = ability.get("clauses", [])
    return clauses


def refuse_unsettling(name: str, record: Mapping[str, Any]) -> None:
    """Refuse what might never settle: a standing penalty that looks at raised cards, or a value below 0."""
    for clause in clauses_of(record):
        value = clause.get("value") or {}
        states = {clause["target"].get("state"), (value.get("count") or {}).get("state")}
        standing_penalty = clause["trigger"]["event"] == "in_play" and clause["effect"] == "lower_power"
        if standing_penalty and states & {"raised", "changed"}:
            raise ValueError(f"{name}: a standing penalty may look only at lowered cards")
        if value.get("n", 0) < 0:
            raise ValueError(f"{name}: a value may not be below 0")


def new_tile(holder: str | None, pawns: int) -> Tile:
    stack: Stack = {"holder": holder, "pawns": {"P1": 0, "P2": 0}}
    if holder is not None:
        stack["pawns"][holder] = pawns
    return {"now": stack, "base": same_stack(stack), "entries": []}


def same_stack(stack: Stack) -> Stack:
    return {"holder": stack["holder"], "pawns": dict(stack["pawns"])}


def visible(stack: Stack) -> int:
    """The rank of a tile: its holder's pawns."""
    return 0 if stack["holder"] is None else stack["pawns"][stack["holder"]]


def new_news(names: set[str], piece: Piece, at_least: int | None = None) -> News:
    return {"names": names, "piece": piece, "at_least": at_least, "deaf": set(), "subject_only": False}


def change_news(piece: Piece, name: str) -> News:
    """R42, R44: raised or lowered, and for the first time if the card was never so before on the board."""
    names = {name} if name in piece["flags"] else {name, f"first_{name}"}
    piece["flags"].add(name)
    return new_news(names, piece)


def on_side(source: Piece, other: Piece, side: str) -> bool:
    """R29: ally, enemy or any, as seen from the source's owner."""
    same = source["owner"] == other["owner"]
    return {"any": True, "ally": same, "enemy": not same}[side]


def fits(source: Piece, piece: Piece, wanted: Mapping[str, Any], standing: Standing) -> bool:
    """Is the card of the wanted side, and in the wanted state?"""
    return on_side(source, piece, wanted.get("side") or "any") and in_state(piece, wanted.get("state"), standing)


def in_state(piece: Piece, state: str | None, standing: Standing) -> bool:
    """R46: raised, lowered, changed (either), or None for every card."""
    raised, lowered = piece["id"] in standing["raised"], piece["id"] in standing["lowered"]
    return {None: True, "raised": raised, "lowered": lowered, "changed": raised or lowered}[state]


def status_of(piece: Piece, standing: Standing) -> str:
    for state in ("lowered", "raised"):
        if in_state(piece, state, standing):
            return state
    return "plain"


def is_conditional(clause: Clause) -> bool:
    """An in_play clause is fixed (self, a value that stands, any state) or conditional (the rest)."""
    per = (clause.get("value") or {}).get("per", "one")
    return clause["trigger"]["who"] != "self" or per == "card" or clause["target"].get("state") is not None


def sum_of(pulls: Iterable[Pull], target: int) -> int:
    """What these pulls change on one card."""
    return sum(
        pull["amount"] if pull["effect"] == "raise_power" else -pull["amount"]
        for pull in pulls
        if pull["target"] == target
    )


def pairs_of(standing: Standing) -> set[tuple[int, int, int]]:
    """The active aura pairs: source, clause, target. What a card does to itself is no aura."""
    return {(p["source"], p["clause"], p["target"]) for p in standing["pulls"] if p["source"] != p["target"]}


def destroyer_of(piece: Piece, blame: Blame, standing: Standing, owners: Mapping[int, str]) -> str | None:
    """Whose card destroyed it: the last to mark it, else the last to lower it, else the youngest penalty on it."""
    age = piece["id"]
    if age in blame["marked"]:
        return blame["marked"][age]
    if age in blame["lowered"]:
        return blame["lowered"][age]
    penalties = [p["source"] for p in standing["pulls"] if p["target"] == age and p["effect"] == "lower_power"]
    return owners[max(penalties)] if penalties else None


# ---------------------------------------------------------------------- scenarios


def run_scenario(scenario: Mapping[str, Any]) -> list[str]:
    """Play one scenario; every mismatch as a sentence, none if it passed."""
    options = {"profile": scenario.get("profile", "bloodfang"), **(scenario.get("rules") or {})}
    slow = Slow(scenario["cards"], options, scenario.get("setup") or {})
    events: list[dict[str, Any]] = []
    for act in scenario.get("actions") or []:
        try:
            perform(slow, act)
        except ValueError as refused:
            return [f"the act {act} was refused: {refused}"]
        events += slow.log
    return [wrong for key, wanted in scenario["expect"].items() for wrong in mismatches(slow, events, key, wanted)]


def perform(slow: Slow, act: Mapping[str, Any]) -> None:
    if act["do"] == "play":
        slow.play(act["player"], act["card"], tuple(act["at"]))
    elif act["do"] == "pass":
        slow.pass_(act["player"])
    elif act["do"] == "destroy":
        slow.destroy(tuple(act["at"]))
    else:
        raise ValueError(f"no act is called {act['do']!r}")


def mismatches(slow: Slow, events: list[dict[str, Any]], key: str, wanted: Any) -> list[str]:
    """What one line of the expectation finds wrong."""
    if key == "tiles":
        return [wrong for tile in wanted for wrong in tile_mismatches(slow, tile)]
    if key in ("legal", "illegal"):
        return [
            f"{play['card']} of {play['player']} at {play['at']} should be {key}"
            for play in wanted
            if ((play["card"], tuple(play["at"])) in slow.legal(play["player"])) != (key == "legal")
        ]
    if key == "events_include":
        kinds = {event["kind"] for event in events}
        return [f"no event {kind} happened" for kind in wanted if kind not in kinds]
    if key == "hands":
        hands = {seat: slow.hands[seat] for seat in wanted}
        return differ(key, hands, wanted)
    if key == "winner":
        return differ(key, slow.winner(), wanted or "draw")
    questions: dict[str, Any] = {
        "lanes": slow.lanes(),
        "score": slow.score(),
        "phase": slow.phase,
        "turn": slow.turn,
        "to_move": slow.to_move,
        "passes": slow.passes,
        "destroyed_order": [event["at"] for event in events if event["kind"] == "destroyed"],
        "ability_order": [event["card"] for event in events if event["kind"] == "ability"],
    }
    return differ(key, questions[key], wanted) if key in questions else [f"nobody knows how to check {key}"]


def tile_mismatches(slow: Slow, wanted: Mapping[str, Any]) -> list[str]:
    at = (wanted["r"], wanted["c"])
    seen = slow.snapshot()["tiles"][at]
    return [
        wrong
        for key, value in wanted.items()
        if key not in ("r", "c")
        for wrong in differ(f"{key} at {at}", seen.get(key), value)
    ]


def differ(what: str, seen: object, wanted: object) -> list[str]:
    return [] if seen == wanted else [f"{what} is {seen}, not {wanted}"]


def main(path: str) -> int:
    """Run a file of scenarios; the exit code is 1 if any failed."""
    scenarios = json.loads(Path(path).read_text(encoding="utf-8"))["scenarios"]
    failed = 0
    for scenario in scenarios:
        wrong = run_scenario(scenario)
        failed += bool(wrong)
        for sentence in wrong:
            print(f"{scenario['id']}: {sentence}")
    print(f"{len(scenarios) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
