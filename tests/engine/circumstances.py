"""Every kind of situation that a card can be in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product
from random import Random

from bloodfang_engine.fang import Card, CardSet
from bloodfang_engine.fang.cards import Clause, Effect, Happening, Side, Who
from situations import TILES, Situation, Spot
from stage import RIVAL, Deed, Stage

COMPANIES = {"nobody": "", "allies": "A", "enemies": "B", "both sides": "AB"}
FEW = {"nobody": "", "both sides": "AB"}
"""For cards that make no difference between them."""
GROUNDS = ("", "A", "B")
PLACES = {
    "in the middle": "m3",
    "on its own edge": "t1",
    "in its own half": "b2",
    "in the rival's half": "t4",
    "on the far edge": "b5",
}


def circumstances(cards: CardSet, card: Card) -> Iterator[Situation]:
    """All of them, each with the card at A's command and, mirrored, at B's."""
    stage = Stage(cards, card)
    kinds = (arrivals, arrivals_onto_auras, falls, changes, growth, watching, counting, endings, makings)
    for kind in kinds:
        for situation in kind(stage):
            yield situation
            yield situation.mirrored()


def crowds(cards: CardSet, card: Card, count: int) -> Iterator[Situation]:
    """The card played onto boards by lot. Some cannot be: a card without power stands on them."""
    luck = Random(card.id)
    others = [other.id for other in cards.values() if not other.replaces]
    for number in range(count):
        seat = "AB"[number % 2]
        at, *places = luck.sample(TILES, luck.randint(4, 11))
        spots = {tile: Spot(luck.choice("AB"), luck.randint(1, 3)) for tile in TILES if luck.random() < 0.6}
        for tile in places:
            spots[tile] = Spot(luck.choice("AB"), luck.randint(1, 3), luck.choice(others), luck.randint(0, 4))
        spots[at] = Spot(seat, 1, luck.choice(others), 2) if card.replaces else Spot(seat, card.rank)
        hands = {"A": (card.id,), "B": (card.id,)}
        yield Situation(f"board {number} by lot", spots, (f"{seat} play {card.id} {at}",), hands)


# coming


def arrivals(stage: Stage) -> Iterator[Situation]:
    """Played in the middle and at the edges, with nobody, allies, enemies or both within reach, on any ground."""
    if stage.only_spawned:
        return
    beneath = (stage.weak, stage.sturdy) if stage.card.replaces else (stage.weak,)
    alone = [("nobody", "", stage.sturdy, ground) for ground in GROUNDS]
    grounds = cycle(GROUNDS)
    for (where, at), old in product(PLACES.items(), beneath):
        beside = [(who, COMPANIES[who], other) for who in COMPANIES for other in (stage.sturdy, stage.weak)]
        among = [(who, sides, other, next(grounds)) for who, sides, other in beside if sides]
        for who, sides, other, ground in alone + among:
            spots = stage.ground(at, ground) | stage.company(at, sides, other) | {at: stage.room(old)}
            over = f" over a {old.power}" if stage.card.replaces else ""
            yield stage.played(f"played {where}{over}, {who} of power {other.power} within reach", spots, at)


def arrivals_onto_auras(stage: Stage) -> Iterator[Situation]:
    """Played onto a tile that an ally's aura lifts, or that a rival's weighs down a little or much."""
    if stage.only_spawned:
        return
    for deed in (
        Deed("A", Happening.IN_PLAY, Effect.RAISE_POWER),
        Deed("B", Happening.IN_PLAY, Effect.LOWER_POWER),
        Deed("B", Happening.IN_PLAY, Effect.LOWER_POWER, much=True),
    ):
        at = stage.stands[0]
        aura, place = stage.doer(deed, at)
        spots = stage.company(at, "AB", stage.sturdy, free=[place])
        spots |= {at: stage.room(stage.sturdy), place: Spot(deed.seat, 1, aura.id)}
        yield stage.played(f"played onto the aura of {aura.id}", spots, at)


# standing


def falls(stage: Stage) -> Iterator[Situation]:
    """Destroyed for want of power, by an effect and by a replacement: who has a last word in all kinds of company."""
    speaks = stage.waits_for(Happening.DESTROYED)
    others = cycle([stage.sturdy] if stage.weighs else [stage.sturdy, stage.weak])
    by_power = Deed("B", Happening.PLAYED, Effect.LOWER_POWER)
    by_effect = Deed("B", Happening.PLAYED, Effect.DESTROY)
    for who, sides in (COMPANIES if speaks else FEW).items():
        story = f"within reach {who}, destroyed by"
        yield stage.done_to(f"{story} power", by_power, sides, next(others), 1 - stage.card.power)
        yield stage.done_to(f"{story} an effect", by_effect, sides, next(others))
        for at in PLACES.values() if speaks else stage.stands[:1]:
            spots = stage.company(at, sides, next(others)) | {at: stage.standing()}
            yield stage.acted(f"{story} being replaced on {at}", spots, "A", stage.cover, at)


def changes(stage: Stage) -> Iterator[Situation]:
    """Raised and lowered, by an aura and by an effect, and once more: who waits for it everywhere, in any company."""
    waits = stage.waits_for(Happening.FIRST_RAISED, Happening.FIRST_LOWERED)
    stands = [stage.stands, *([at] for at in PLACES.values() if waits)]
    companies = (COMPANIES if waits else FEW).items()
    ways = product(
        (("raised", "A", Effect.RAISE_POWER), ("lowered", "B", Effect.LOWER_POWER)),
        (("an effect", Happening.PLAYED), ("an aura", Happening.IN_PLAY)),
    )
    for (what, seat, effect), (how, event) in ways:
        deed = Deed(seat, event, effect)
        bonus = 0 if seat == "A" else max(0, 7 - stage.card.power)
        for ats, (who, sides) in product(stands, companies):
            once = stage.done_to(f"{what} by {how}, {who} within reach", deed, sides, stage.sturdy, bonus, ats)
            yield once
            if ats is stage.stands and sides == "AB":
                yield stage.once_more(once, deed)


def growth(stage: Stage) -> Iterator[Situation]:
    """Raised when one is missing of the power that its ability waits for, and when none is."""
    steps = [clause.trigger.at_least for clause in stage.card.clauses if clause.trigger.at_least]
    for step, missing, event in product(steps, (1, 0), (Happening.PLAYED, Happening.IN_PLAY)):
        deed = Deed("A", event, Effect.RAISE_POWER)
        bonus = step - stage.card.power - missing
        yield stage.done_to(f"raised when {missing} is missing", deed, "AB", stage.sturdy, bonus)


def watching(stage: Stage) -> Iterator[Situation]:
    """An onlooker while others fall, are replaced, are played and are spawned."""
    if all(clause.trigger.who is Who.SELF for clause in stage.card.clauses):
        return
    here = {"b1": stage.standing()}
    spawner = next(card for card in stage.cards.values() for clause in card.clauses if clause.effect is Effect.SPAWN)
    for seat in "AB":
        for effect, bonus in ((Effect.DESTROY, 9), (Effect.LOWER_POWER, 0)):
            deed = Deed(RIVAL[seat], Happening.PLAYED, effect)
            spots = here | {"m3": Spot(seat, 1, stage.weak.id, bonus)}
            yield stage.acted(f"sees {effect} on {seat}", spots, deed.seat, *stage.doer(deed, "m3", target=seat))
        spots = here | {"m3": Spot(seat, 1, stage.weak.id)}
        yield stage.acted(f"sees a card of {seat} replaced", spots, seat, stage.cover, "m3")
        yield stage.acted(f"sees {seat} play", here, seat, stage.weak, "m3")
        yield stage.acted(f"sees {seat} spawn", here, seat, spawner, "m3")


def counting(stage: Stage) -> Iterator[Situation]:
    """With none, one and three of the cards it counts on the board, and some it does not; then one of them goes."""
    for clause in stage.card.clauses:
        count = clause.value.count if clause.value else None
        if count is None:
            continue
        sides = {Side.ALLY: "A", Side.ENEMY: "B", Side.ANY: "AB"}[count.side]
        bonuses = {"raised": [2], "lowered": [-2], "changed": [2, -2]}[str(count.state)]
        for number in (0, 1, 3):
            spots = {"m3": stage.room(stage.weak), "b1": Spot(sides[0], 1, stage.sturdy.id)}
            if len(bonuses) == 1:
                spots["b5"] = Spot(sides[0], 1, stage.sturdy.id, -bonuses[0])
            if len(sides) == 1:
                spots["m5"] = Spot(RIVAL[sides], 1, stage.sturdy.id, bonuses[0])
            counted = zip(("t1", "b4", "t5")[:number], cycle(sides), cycle(bonuses), strict=False)
            spots |= {tile: Spot(side, 1, stage.sturdy.id, bonus) for tile, side, bonus in counted}
            acts = (f"A play {stage.card.id} m3", *(["destroy t1"] if number else []))
            yield Situation(f"played with {number} to count", spots, acts, {"A": (stage.card.id,)})


def endings(stage: Stage) -> Iterator[Situation]:
    """The match ends, and the lane it stands in is won, lost or tied."""
    equal = stage.card.power - stage.sturdy.power
    for how, rival in (
        ("won", Spot()),
        ("lost", Spot("B", 1, stage.sturdy.id, 9)),
        ("tied", Spot("B", 1, stage.sturdy.id, equal)),
    ):
        spots = {"m2": stage.standing(), "m4": rival, "t2": Spot("A", 1, stage.sturdy.id)}
        spots |= {"t4": Spot("B", 1, stage.sturdy.id, -3), "b4": Spot("B", 1, stage.sturdy.id, -1)}
        yield Situation(f"stands at the end in a lane that is {how}", spots, ("A pass", "B pass"))


# made by others


def makings(stage: Stage) -> Iterator[Situation]:
    """A token that comes as it does: into the hand and from there to the board, or straight to the board."""
    for maker, clause in stage.makers:
        for who, sides in COMPANIES.items():
            story = f"made by {maker.id}, {who} within reach"
            if clause.effect is Effect.SPAWN:
                yield from _spawned(stage, story, maker, clause, sides)
                continue
            at, play = "m3", f"A play {stage.card.id} m3"
            spots = stage.company(at, sides, stage.sturdy, free=["b1"]) | {at: stage.room(stage.weak)}
            if clause.trigger.event is Happening.DESTROYED:
                yield Situation(story, spots | {"b1": Spot("A", 1, maker.id)}, ("destroy b1", play))
            else:
                acts = (f"A play {maker.id} b1", "B pass", play)
                yield Situation(story, spots | {"b1": Spot("A", maker.rank)}, acts, {"A": (maker.id,)})


def _spawned(stage: Stage, story: str, maker: Card, clause: Clause, sides: str) -> Iterator[Situation]:
    pawns = clause.cards.index(stage.card.id) + 1
    for where, at in PLACES.items():
        spots = stage.company(at, sides, stage.sturdy, free=["b3"]) | {at: Spot("A", pawns)}
        yield stage.acted(f"{story}, {where}", spots, "A", maker, "b3")
