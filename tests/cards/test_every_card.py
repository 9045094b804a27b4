"""Every card of the shipped set, put through every kind of situation it can be in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from bloodfang_engine.errors import BadNotation
from bloodfang_engine.fang import BloodFang, Card, as_dict, read_set
from bloodfang_engine.fang.cards import Area, Clause, Effect, Happening, Side, Who
from circumstances import circumstances, crowds
from due import due
from situations import Situation, play
from witness import Witness

MECHANICS = Path(__file__).resolve().parents[2] / "cards" / "fang" / "mechanics"
SHIPPED = read_set(sorted(MECHANICS.glob("*.toml")))
RECORDS = {card.id: as_dict(card) for card in SHIPPED.values()}
RULES = BloodFang(SHIPPED)
CROWDS = 8


def situations(card: Card) -> Iterator[Situation]:
    """All that are made for the card, and some boards by lot."""
    return chain(circumstances(SHIPPED, card), filter(is_quiet, crowds(SHIPPED, card, CROWDS)))


def is_quiet(situation: Situation) -> bool:
    """Whether the board can be: nobody stands on it without power (R25)."""
    try:
        RULES.read_position(str(situation))
    except BadNotation:
        return False
    return True


@pytest.mark.parametrize("card", SHIPPED.values(), ids=list(SHIPPED))
def test_the_card_does_what_it_says_in_every_situation_as_the_slow_implementation_has_it(card: Card) -> None:
    witness = Witness(card)
    for situation in situations(card):
        course = play(RULES, RECORDS, situation)
        assert not course.differences, "\n".join(course.differences)
        witness.follow(f"{situation.story} in {situation}", course)
    makers = [clause for other in SHIPPED.values() for clause in other.clauses if card.id in clause.cards]
    assert witness.wrong == []
    assert set(due(card, makers)) - witness.facts == set()


@pytest.mark.soak
@pytest.mark.parametrize("card", SHIPPED.values(), ids=list(SHIPPED))
def test_on_hundreds_of_boards_the_card_does_what_the_slow_implementation_says(card: Card) -> None:
    for situation in filter(is_quiet, crowds(SHIPPED, card, 300)):
        course = play(RULES, RECORDS, situation)
        assert not course.differences, "\n".join(course.differences)


def test_all_cards_are_among_them() -> None:
    assert (len(SHIPPED), len(SHIPPED.collectible)) == (166, 145)


# the witness can be trusted

ONE_OF_EACH_KIND = {(clause.effect, clause.target.area): card for card in SHIPPED.values() for clause in card.clauses}


@pytest.mark.parametrize("card", ONE_OF_EACH_KIND.values(), ids=[" ".join(kind) for kind in ONE_OF_EACH_KIND])
def test_a_card_that_said_something_else_would_be_caught(card: Card) -> None:
    liars = [Witness(lie) for lie in lies(card)]
    for situation in circumstances(SHIPPED, card):
        course = play(RULES, RECORDS, situation)
        for liar in liars:
            liar.follow(situation.story, course)
    assert liars
    assert [liar.card for liar in liars if not liar.wrong and set(due(liar.card, [])) <= liar.facts] == []


def lies(card: Card) -> Iterator[Card]:
    """The card with one thing in it said falsely, again and again."""
    for number, clause in enumerate(card.clauses):
        for lie in clause_lies(clause):
            if lie != clause:
                yield replace(card, clauses=(*card.clauses[:number], lie, *card.clauses[number + 1 :]))
    if card.pawn_cells:
        yield replace(card, pawn_cells=card.pawn_cells[1:], effect_cells=card.effect_cells)
    if card.effect_cells:
        yield replace(card, effect_cells=card.effect_cells[:-1])


def clause_lies(clause: Clause) -> Iterator[Clause]:
    """Other amounts, the opposite effect, other sides, other tokens, another trigger."""
    if clause.value:
        yield replace(clause, value=replace(clause.value, n=clause.value.n - 1 or 2))
    if clause.effect in (Effect.RAISE_POWER, Effect.LOWER_POWER):
        opposite = Effect.RAISE_POWER if clause.effect is Effect.LOWER_POWER else Effect.LOWER_POWER
        yield replace(clause, effect=opposite)
    if clause.target.area is Area.CELLS:
        yield from (replace(clause, target=replace(clause.target, side=side)) for side in Side)
    if clause.cards:
        yield replace(clause, cards=("gap-finder",))
    if clause.effect is not Effect.RAISE_RANK and clause.trigger.event in (Happening.PLAYED, Happening.DESTROYED):
        yield from (replace(clause, trigger=replace(clause.trigger, who=who)) for who in (Who.SELF, Who.ENEMY))
