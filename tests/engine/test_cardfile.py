"""Card files: what is read comes out as written, and every mistake is told with its address."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bloodfang_engine import CardError
from bloodfang_engine.document import read_text
from bloodfang_engine.fang import CardSet, make_set, parse_set, read_set, write_card
from bloodfang_engine.fang.cardfile import join_set
from bloodfang_engine.fang.practice import practice_set
from makers import random_cards

LEECH = """
[[card]]
id = "marsh-leech"
rank = 1
power = 2
reach = \"\"\"
. . . . .
. . P . .
. E W X .
. . P . .
. . . . .
\"\"\"
[[card.ability]]
trigger = "destroyed/ally"
effect = "lower_power"
target = "cells:enemy"
value = 3
"""

CARD: dict[str, Any] = {"id": "imp", "rank": 1, "power": 1}
CLAUSE: dict[str, Any] = {"trigger": "played", "effect": "raise_power", "target": "cells:ally", "value": 1}


def card(**changes: Any) -> dict[str, Any]:
    return {**CARD, **changes}


def clause(**changes: Any) -> dict[str, Any]:
    said = {**CLAUSE, **changes}
    return card(ability=[{key: value for key, value in said.items() if value is not ...}])


WRONG: list[tuple[str, Any, str]] = [
    ("no table", 7, "cards: card 1: a card is a table, not 7"),
    ("no id", card(id=None), "card 1: id is letters, digits and . _ - only, at most 40 of them, not nothing"),
    ("an id with a space", card(id="marsh leech"), "not 'marsh leech'"),
    ("an unknown key", card(cost=1), "card 'imp': 'cost' is not known here; known: id, rank, power, tier"),
    ("rank zero", card(rank=0), 'rank is a whole number from 1 to 9 or "replace", not 0'),
    ("a power of true", card(power=True), "power is a whole number from 1 to 999, not True"),
    ("a power below one", card(power=0), "power is a whole number from 1 to 999, not 0"),
    ("an enormous power", card(power=10**5000), "power is a whole number from 1 to 999, not an enormous int"),
    ("a tier nobody knows", card(tier="rare"), "tier is one of standard, legendary, not 'rare'"),
    ("a token that is a word", card(token="yes"), "token is true or false, not 'yes'"),
    ("four rows", card(reach="....."), "reach is a grid of 5 rows of 5 signs"),
    ("a reach that is no text", card(reach=5), "reach is a grid of 5 rows of 5 signs"),
    ("a strange sign", card(reach="....Q\n.....\n..W..\n.....\n....."), "reach knows . W P E X, not Q"),
    ("no card in the middle", card(reach=".....\n" * 5), "reach has one W, the card itself, in the middle"),
    ("reach and cells", card(reach=".....\n.....\n..W..\n.....\n.....", cells=[]), "has both reach and cells"),
    ("cells that are no list", card(cells="P"), "cells is a list, not 'P'"),
    ("a cell too far", card(cells=[{"row": 3, "col": 0, "kind": "P"}]), "a cell has row and col from -2 to 2"),
    ("a cell that is no table", card(cells=["P"]), "a cell has row and col from -2 to 2, not 'P'"),
    ("its own place", card(cells=[{"row": 0, "col": 0, "kind": "P"}]), "the card's own place is not a cell"),
    ("a kind nobody knows", card(cells=[{"row": 0, "col": 1, "kind": "Q"}]), "a cell's kind is P, E or X, not 'Q'"),
    ("a cell twice", card(cells=[{"row": 0, "col": 1, "kind": "P"}] * 2), "row 0, col 1 is named twice"),
    ("an ability that is a word", card(ability="fly"), "ability is a list of clauses"),
    ("a clause that is a word", card(ability=["fly"]), "card 'imp', ability 1: an ability is a table, not 'fly'"),
    ("a word too many", clause(cost=1), "ability 1: 'cost' is not known here; known: trigger, effect, target"),
    ("no trigger", clause(trigger=...), 'trigger is "event/who" or a table of event and who, not nothing'),
    ("an unknown event", clause(trigger="flown"), "event is one of in_play, played, destroyed"),
    ("an unknown subject", clause(trigger="played/friend"), "who is one of self, ally, enemy, any, not 'friend'"),
    ("no threshold", clause(trigger="first_power_at_least"), "at_least is a whole number from 1 to 999, not nothing"),
    (
        "a threshold for nothing",
        clause(trigger={"event": "played", "at_least": 3}),
        "at_least goes with first_power_at_least, not with played",
    ),
    ("an unknown effect", clause(effect="fly"), "effect is one of raise_power, lower_power"),
    ("no target", clause(target=...), 'target is "area:side:state" or a table of them, not nothing'),
    ("an unknown area", clause(target="moon"), "area is one of cells, self"),
    ("an unknown side", clause(target="cells:friend"), "side is one of ally, enemy, any, not 'friend'"),
    ("an unknown state", clause(target="cells:ally:tired"), "state is one of raised, lowered, changed, not 'tired'"),
    ("a place it cannot go", clause(target="hand"), "raise_power goes to cells, self, own_lane, board, not to hand"),
    ("a state of itself", clause(target="self:any:raised"), "raise_power to self takes no state"),
    ("a side of itself", clause(target="self:enemy"), "raise_power to self takes no side: it is the card itself"),
    ("no value", clause(value=...), "raise_power needs a value"),
    ("a value that is a word", clause(value="much"), "value is a number or a table of n and per, not 'much'"),
    ("a value of nothing", clause(value={"n": 0}), "n is a whole number from 1 to 999, not 0"),
    ("an unknown measure", clause(value={"n": 1, "per": "moon"}), "per is one of one, card, replaced_power"),
    ("a count for nothing", clause(value={"n": 1, "count": {}}), 'count goes with per = "card"'),
    ("a count that is a word", clause(value={"n": 1, "per": "card", "count": "all"}), "count is a table of side"),
    (
        "a count in the hand",
        clause(value={"n": 1, "per": "card", "count": {"area": "hand"}}),
        "count's area is board, own_lane or cells, not hand",
    ),
    ("a value on destruction", clause(effect="destroy"), "destroy takes no value"),
    ("cards for nothing", clause(cards=["imp"]), "cards goes with add_to_hand, spawn, not with raise_power"),
    (
        "cards that are no list",
        clause(effect="spawn", target=..., value=..., cards="imp"),
        "cards is a list of card ids",
    ),
    ("nothing to make", clause(effect="spawn", target=..., value=...), "spawn needs cards: the ids of what it makes"),
    (
        "a token that is not there",
        clause(effect="spawn", target=..., value=..., cards=["bat"]),
        "card 'imp', ability 1: makes 'bat', but no card has that id",
    ),
    ("an aura that destroys", clause(trigger="in_play", effect="destroy", value=...), "in_play leads to raise_power"),
    (
        "pawns for others",
        clause(trigger="played/ally", effect="raise_rank", target=..., value=2),
        "raise_rank goes with played/self only",
    ),
    (
        "pawns by count",
        clause(effect="raise_rank", target=..., value={"n": 1, "per": "card"}),
        'raise_rank has a fixed value: per = "one"',
    ),
    (
        "a penalty that cannot settle",
        clause(trigger="in_play", effect="lower_power", target="board:any:raised"),
        "could fail to settle (R76); use lowered",
    ),
    (
        "a count that cannot settle",
        clause(trigger="in_play", effect="lower_power", value={"n": 1, "per": "card", "count": {"state": "changed"}}),
        "could fail to settle (R76); use lowered",
    ),
]


@pytest.mark.parametrize(("said", "sentence"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG])
def test_a_mistake_is_told_with_its_address(said: Any, sentence: str) -> None:
    with pytest.raises(CardError) as wrong:
        make_set([said])
    assert sentence in str(wrong.value)


def test_everything_wrong_is_told_at_once() -> None:
    with pytest.raises(CardError) as wrong:
        make_set([card(rank=7.5, power=-1), card(id="bat", tier="rare"), card(id="rat")])
    assert [problem.where for problem in wrong.value.problems] == ["cards: card 'imp'"] * 2 + ["cards: card 'bat'"]


def test_an_id_can_be_used_once() -> None:
    with pytest.raises(CardError, match="card 'imp': the id 'imp' is taken by an earlier card"):
        make_set([CARD, CARD])


def test_a_card_drawn_as_a_grid_is_the_card_of_its_cells() -> None:
    leech = parse_set(LEECH)["marsh-leech"]
    cells = [{"row": row, "col": col, "kind": kind} for row, col, kind in ((-1, 0, "P"), (0, -1, "E"), (0, 1, "X"))]
    plain = make_set(
        {
            "marsh-leech": {
                "rank": 1,
                "power": 2,
                "cells": [*cells, {"row": 1, "col": 0, "kind": "P"}],
                "ability": {
                    "clauses": [
                        {
                            "trigger": {"event": "destroyed", "who": "ally"},
                            "effect": "lower_power",
                            "target": {"area": "cells", "side": "enemy"},
                            "value": {"n": 3, "per": "one"},
                        }
                    ]
                },
            }
        }
    )
    assert leech == plain["marsh-leech"]


@pytest.mark.parametrize("seed", range(20))
def test_cards_can_be_written_and_read_again(seed: int) -> None:
    cards = make_set(random_cards(Random(seed)))
    assert parse_set("\n".join(map(write_card, cards.values()))) == cards


def test_the_practice_set_can_be_written_and_read_again(tmp_path: Path) -> None:
    cards = list(practice_set().values())
    for part in (0, 1):
        (tmp_path / f"{part}.toml").write_text("\n".join(map(write_card, cards[part::2])), encoding="utf-8")
    assert read_set([tmp_path / "0.toml", tmp_path / "1.toml"]).digest == practice_set().digest


def test_a_set_over_several_files_may_make_tokens_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        '[[card]]\nid = "nest"\nrank = 1\npower = 1\n[[card.ability]]\ntrigger = "played"\neffect = "add_to_hand"\n'
        'cards = ["bat"]\n',
        encoding="utf-8",
    )
    (tmp_path / "b.toml").write_text('[[card]]\nid = "bat"\nrank = 1\npower = 1\ntoken = true\n', encoding="utf-8")
    assert [each.id for each in read_set([tmp_path / "a.toml", tmp_path / "b.toml"]).collectible] == ["nest"]


FILES: Mapping[str, tuple[bytes | None, str]] = {
    "gone.toml": (None, "gone.toml: cannot be read: No such file or directory"),
    "latin.toml": (b"\xff", "latin.toml: cannot be read: not UTF-8 text"),
    "broken.toml": (b"\n[[card]\n", "broken.toml:2: is not TOML:"),
    "other.toml": (b"[deck]\n", "other.toml:1: a card file holds [[card]] tables only, not 'deck'"),
    "single.toml": (b"# one\n[card]\nid = 'imp'\n", "single.toml:2: cards are written as [[card]] tables"),
    "huge.toml": (b"#\n" * 500_001, "huge.toml: is too large: 1000000 bytes are the most"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_none_is_told_by_its_name(name: str, tmp_path: Path) -> None:
    content, sentence = FILES[name]
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(CardError) as wrong:
        read_set([tmp_path / name])
    assert str(wrong.value).startswith(sentence)


TWO = """\
[[card]]
id = "imp"
rank = 1
power = 1

[[card]]
id = "bat"
rank = 0
power = 2
[[card.ability]]
trigger = "played"
effect = "raise_power"
target = "moon"
value = 1
[[card.ability]]
trigger = "destroyed"
effect = "add_to_hand"
cards = ["rat", "bat"]
cost = 2
"""


def test_a_problem_has_the_line_of_what_is_wrong() -> None:
    with pytest.raises(CardError) as wrong:
        parse_set(TWO, "night.toml")
    assert [problem.where for problem in wrong.value.problems] == [
        "night.toml:8: card 'bat'",
        "night.toml:13: card 'bat', ability 1",
        "night.toml:19: card 'bat', ability 2",
    ]


def test_an_id_taken_twice_says_where_it_was_taken_first() -> None:
    with pytest.raises(CardError) as wrong:
        parse_set(TWO.replace("bat", "imp").replace("rank = 0", "rank = 1"), "night.toml")
    assert "night.toml:7: card 'imp': the id 'imp' is taken by an earlier card (night.toml:1)" in str(wrong.value)


def test_a_token_that_is_not_there_has_the_line_of_its_maker() -> None:
    with pytest.raises(CardError) as wrong:
        parse_set(TWO.replace("rank = 0", "rank = 1").replace('"moon"', '"self"').replace("cost = 2", ""), "night.toml")
    assert str(wrong.value) == "night.toml:18: card 'bat', ability 2: makes 'rat', but no card has that id"


def test_a_card_that_is_wrong_itself_is_not_missed_by_its_maker() -> None:
    nest = card(id="nest", ability=[{"trigger": "played", "effect": "add_to_hand", "cards": ["bat"]}])
    with pytest.raises(CardError) as wrong:
        make_set([nest, card(id="bat", power=0)])
    assert [problem.where for problem in wrong.value.problems] == ["cards: card 'bat'"]


def test_cards_of_a_file_that_cannot_be_read_are_not_missed(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        '[[card]]\nid = "nest"\nrank = 1\npower = 1\n[[card.ability]]\ntrigger = "played"\neffect = "add_to_hand"\n'
        'cards = ["bat"]\n',
        encoding="utf-8",
    )
    (tmp_path / "b.toml").write_text("[[card]\n", encoding="utf-8")
    with pytest.raises(CardError) as wrong:
        read_set([tmp_path / "a.toml", tmp_path / "b.toml"])
    assert [problem.where for problem in wrong.value.problems] == ["b.toml:1"]


def test_cards_can_be_added_to_a_set_and_may_make_its_tokens() -> None:
    base = make_set([CARD, card(id="rat", token=True)])
    more = '[[card]]\nid = "bat"\nrank = 1\npower = 2\n[[card.ability]]\ntrigger = "played"\neffect = "add_to_hand"\n'
    joined = join_set([read_text(more + 'cards = ["rat"]\n', "more.toml")], onto=base.values())
    assert list(joined) == ["imp", "rat", "bat"]


def test_a_card_that_is_added_needs_an_id_of_its_own() -> None:
    more = read_text('[[card]]\nid = "imp"\nrank = 1\npower = 2\n', "more.toml")
    with pytest.raises(CardError, match=r"more\.toml:2: card 'imp': the id 'imp' is taken by the set it is added to"):
        join_set([more], onto=make_set([CARD]).values())


def heirs(*links: str, who: str = "self") -> CardSet:
    """Cards that spawn each other as they fall: "a>b" says that b comes when a falls."""
    cards: dict[str, Any] = {}
    for link in links:
        name, _, heir = link.partition(">")
        trigger = f"destroyed/{who}"
        ability = [{"trigger": trigger, "effect": "spawn", "cards": [heir]}] if heir else None
        cards[name] = card(id=name, ability=ability)
    return make_set(cards)


def test_cards_that_spawn_each_other_in_death_are_warned_of() -> None:
    assert [warning.split(":")[0] for warning in heirs("a>b", "b>c", "c>b", "d").warnings] == ["card 'b'", "card 'c'"]


def test_a_card_that_spawns_when_others_die_is_warned_of() -> None:
    assert len(heirs("a>b", "b", who="any").warnings) == 1


def test_a_line_of_heirs_that_ends_is_no_reason_to_warn() -> None:
    assert heirs("a>b", "b>c", "c").warnings == ()


def test_sets_with_the_same_cards_have_the_same_digest_and_others_have_not() -> None:
    assert make_set([CARD]).digest == make_set({"imp": CARD}).digest != make_set([card(power=2)]).digest


def test_a_set_says_what_it_is() -> None:
    assert repr(make_set([CARD])) == f"<CardSet {make_set([CARD]).digest}: 1 cards>"
