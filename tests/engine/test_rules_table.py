"""Chapter 1 of the rule book: the table, the decks, the mulligan, and luck."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from bloodfang_engine.chance import Chance
from bloodfang_engine.contract import Seat, Setup
from bloodfang_engine.errors import BadSetup, IllegalAction
from bloodfang_engine.fang import PASS, BloodFang, Mulligan, Options, Play, Refusal, State, View, deck_problem
from bloodfang_engine.fang.events import Mulliganed, TurnBegan
from tables import BOOK, cards, told

A, B = Seat.FIRST, Seat.SECOND
PACK = tuple(f"wolf-{number}" for number in range(1, 16))
SET = cards("\n".join(f"{name} 1 2 | P ahead" for name in PACK) + "\nold-fang 1 5 legendary\nspare 1 1\npup 1 1 token")
FANG = BloodFang(SET)
FANG_BOOK = BloodFang(BOOK)


def opened(seed: int = 7, **options: str | int) -> State:
    """A match in its mulligans."""
    return FANG.start(Setup("fang", (PACK, PACK), seed, options)).state


def begun(seed: int = 7, **options: str | int) -> State:
    """A match at its first turn, nothing exchanged."""
    state = opened(seed, **options)
    for seat in Seat:
        state = FANG.after(state, seat, Mulligan())
    return state


def hand(state: State, seat: Seat) -> tuple[str, ...]:
    return FANG.view(state, seat).hand or ()


def section(state: State, letter: str) -> list[str]:
    """What the position says about a seat's hand and deck, in their order."""
    lines = FANG.write_position(state, block=True).splitlines()
    return [line for line in lines if line.startswith((f"{letter} hand", f"{letter} deck"))]


def all_cards(view: View) -> Counter[str]:
    return Counter((view.hand or ()) + (view.deck or ()))


def test_each_seat_holds_its_outer_column_with_one_pawn_on_each_tile() -> None:
    """R01"""
    drawn = [
        f"{tile.holder.letter}{tile.pawns}" if tile.holder is not None else "." for tile in FANG.view(opened(), A).tiles
    ]
    assert drawn == ["A1", ".", ".", ".", "B1"] * 3


def test_the_tiles_are_named_by_lane_and_column() -> None:
    """R01"""
    names = [tile.name for tile in FANG.view(opened(), A).tiles]
    assert names == ["t1", "t2", "t3", "t4", "t5", "m1", "m2", "m3", "m4", "m5", "b1", "b2", "b3", "b4", "b5"]


def test_a_tile_that_is_not_on_the_board_is_refused() -> None:
    """R01"""
    state = begun()
    assert FANG.why_not(state, A, Play(hand(state, A)[0], "m6")) is Refusal.NO_SUCH_TILE


@pytest.mark.parametrize(("option", "first"), [("first", A), ("second", B)])
def test_who_goes_first_is_an_option(option: str, first: Seat) -> None:
    """R02"""
    assert FANG.to_act(begun(first_player=option)) == (first,)


def test_a_goes_first_if_nothing_is_said() -> None:
    """R02"""
    assert FANG.to_act(begun()) == (A,)


def test_if_the_seed_decides_then_both_seats_come_first_sometimes_and_always_the_same_with_one_seed() -> None:
    """R02"""
    once, again = ([FANG.to_act(begun(seed, first_player="drawn")) for seed in range(20)] for _ in range(2))
    assert set(once) == {(A,), (B,)}
    assert once == again


DECKS = [
    ("fifteen different cards are a deck", PACK, {}, None),
    ("fourteen are too few", PACK[:14], {}, "15 cards, this one has 14"),
    ("sixteen are too many", (*PACK, "spare"), {}, "15 cards, this one has 16"),
    ("a token is not collectible", (*PACK[:14], "pup"), {}, "pup is a token"),
    ("one copy of each", (*PACK[:14], "wolf-1"), {}, "wolf-1 is in it 2 times"),
    ("a legendary card counts alike", (*PACK[:13], "old-fang", "old-fang"), {}, "old-fang is in it 2 times"),
    ("max_copies can allow two of a standard card", (*PACK[:14], "wolf-1"), {"max_copies": (2, 1)}, None),
    (
        "but one legendary",
        (*PACK[:13], "old-fang", "old-fang"),
        {"max_copies": (2, 1)},
        "1 is the most for a legendary",
    ),
    ("the profile classic does so", (*PACK[:14], "wolf-1"), {"profile": "classic"}, None),
    ("nobody knows that card", (*PACK[:14], "unheard-of"), {}, "no card is called 'unheard-of'"),
]


@pytest.mark.parametrize(("story", "deck", "options", "problem"), DECKS, ids=[deck[0] for deck in DECKS])
def test_a_deck_is_judged(
    story: str, deck: tuple[str, ...], options: dict[str, str | tuple[int, ...]], problem: str | None
) -> None:
    """R03"""
    found = deck_problem(SET, Options.of(options), deck)
    assert found is None if problem is None else problem in str(found)


def test_a_match_with_a_wrong_deck_does_not_start_and_says_whose_it_is() -> None:
    """R03"""
    with pytest.raises(BadSetup, match=r"deck of B: .*15 cards, this one has 14"):
        FANG.start(Setup("fang", (PACK, PACK[:14]), 7))


def test_each_opens_with_five_cards_of_the_own_deck_and_ten_are_left() -> None:
    """R04"""
    view = FANG.view(opened(), A)
    assert (view.hand_counts, view.deck_counts) == ((5, 5), (10, 10))
    assert all_cards(view) == Counter(PACK)


def test_there_is_no_hand_limit() -> None:
    """R04"""
    came = told(BOOK, f"A hand {'imp ' * 30}\nA deck ogre\nturn 4 B", "B pass")
    assert came.hand("A") == ["imp"] * 30 + ["ogre"]


def test_a_hand_is_its_owners_alone_to_see() -> None:
    """R04"""
    here, there = (told(BOOK, f"A hand {held}\nB hand imp") for held in ("imp ogre", "giant imp"))
    seen = [[FANG_BOOK.view(each.state, viewer) for viewer in (B, None)] for each in (here, there)]
    assert seen[0] == seen[1]


def test_the_order_of_the_own_deck_is_hidden_too() -> None:
    """R04"""
    here, there = (told(BOOK, f"A deck {deck}").state for deck in ("imp ogre giant", "giant imp ogre"))
    assert FANG_BOOK.view(here, A) == FANG_BOOK.view(there, A)


@pytest.mark.parametrize("count", range(6))
def test_any_of_the_five_may_be_exchanged_and_the_rest_is_kept(count: int) -> None:
    """R05"""
    state = opened()
    for places in combinations(range(1, 6), count):
        after = FANG.after(state, A, Mulligan(places))
        kept = [card for place, card in enumerate(hand(state, A), 1) if place not in places]
        assert list(hand(after, A)[: 5 - count]) == kept
        assert all_cards(FANG.view(after, A)) == Counter(PACK)


def test_all_thirty_two_choices_are_offered() -> None:
    """R05"""
    assert len(set(FANG.legal_actions(opened(), B))) == 2**5


def test_returned_cards_are_shuffled_in_so_that_they_can_come_again() -> None:
    """R05"""
    again = 0
    for seed in range(40):
        state = opened(seed)
        again += bool(set(hand(state, A)) & set(hand(FANG.after(state, A, Mulligan((1, 2, 3, 4, 5))), A)))
    assert 20 < again < 40


def test_both_may_exchange_in_any_order() -> None:
    """R05"""
    state = opened()
    a_first = FANG.after(FANG.after(state, A, Mulligan((1, 2))), B, Mulligan((5,)))
    b_first = FANG.after(FANG.after(state, B, Mulligan((5,))), A, Mulligan((1, 2)))
    assert a_first == b_first


def test_what_one_exchanges_never_changes_what_the_other_draws() -> None:
    """R05"""
    state = opened()
    rivals = [FANG.after(state, A, Mulligan(places)) for places in ((), (1,), (2, 3, 4), (1, 2, 3, 4, 5))]
    decks = [section(FANG.after(each, B, Mulligan((1, 3))), "B") for each in rivals]
    assert decks == [decks[0]] * 4


def test_the_two_have_different_luck() -> None:
    """R05"""
    assert [hand(opened(seed), A) for seed in range(5)] != [hand(opened(seed), B) for seed in range(5)]


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (Mulligan((6,)), Refusal.NO_SUCH_PLACE),
        (Mulligan((0,)), Refusal.NO_SUCH_PLACE),
        (Mulligan((2, 2)), Refusal.NO_SUCH_PLACE),
        (PASS, Refusal.MULLIGAN_FIRST),
        (Play("wolf-1", "m1"), Refusal.MULLIGAN_FIRST),
    ],
)
def test_before_the_first_turn_only_a_real_exchange_is_an_act(act: Mulligan | Play, reason: Refusal) -> None:
    """R05"""
    assert FANG.why_not(opened(), A, act) is reason


def test_a_mulligan_is_taken_once() -> None:
    """R05"""
    state = FANG.after(opened(), A, Mulligan())
    with pytest.raises(IllegalAction) as refused:
        FANG.apply(state, A, Mulligan((1,)))
    assert refused.value.reason is Refusal.MULLIGAN_DONE


def test_the_first_turn_begins_when_both_have_chosen() -> None:
    """R05"""
    state = FANG.after(opened(), B, Mulligan())
    step = FANG.apply(state, A, Mulligan())
    assert FANG.to_act(state) == (A,)
    assert step.events[-1] == TurnBegan(A, 1)


def test_who_exchanges_sees_which_cards_went_and_which_came() -> None:
    """R05"""
    state = opened()
    step = FANG.apply(state, A, Mulligan((2, 5)))
    before, after = hand(state, A), hand(step.state, A)
    assert step.events[0] == FANG.redact(step.events[0], A) == Mulliganed(A, 2, (before[1], before[4]), after[3:])


def test_the_rival_sees_how_many_cards_were_exchanged_but_not_which() -> None:
    """R05"""
    [news] = FANG.apply(opened(), A, Mulligan((1, 2))).events
    assert FANG.redact(news, B) == FANG.redact(news, None) == Mulliganed(A, 2, None, None)


def test_the_same_seed_gives_the_same_cards_on_every_machine() -> None:
    """R70 the hands are written down here, so that no Python may ever deal others."""
    state = opened(7)
    assert hand(state, A) == ("wolf-4", "wolf-1", "wolf-3", "wolf-7", "wolf-15")
    assert hand(state, B) == ("wolf-12", "wolf-5", "wolf-6", "wolf-14", "wolf-10")
    assert hand(FANG.after(state, A, Mulligan((1, 4))), A) == ("wolf-1", "wolf-3", "wolf-15", "wolf-9", "wolf-2")


def test_luck_is_the_published_splitmix64() -> None:
    """R70 the first numbers for the seed 1234567, as its authors' own program prints them."""
    chance, came = Chance(1234567), []
    for _ in range(3):
        number, chance = chance.below(1 << 64)
        came.append(number)
    assert came == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_the_same_seed_and_the_same_acts_give_the_same_match() -> None:
    """R70"""
    ends = []
    for _ in range(2):
        state = begun(11)
        for _ in range(12):
            seat = FANG.to_act(state)[0]
            state = FANG.after(state, seat, FANG.legal_actions(state, seat)[0])
        ends.append(FANG.write_position(state))
    assert ends[0] == ends[1]


def test_another_seed_gives_another_match() -> None:
    """R70"""
    assert len({hand(opened(seed), A) for seed in range(30)}) == 30


def test_what_a_play_does_is_never_luck() -> None:
    """R70"""
    here, there = (told(BOOK, f"luck {luck}", "A play marsh-leech m1") for luck in ("1 2", "abc def"))
    assert here.events == there.events
    assert here.rules.view(here.state, None) == there.rules.view(there.state, None)
