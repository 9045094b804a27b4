"""Cards are found by house, rank, kind and words, and come in the order that was asked for."""

from __future__ import annotations

import pytest

from bloodfang.browsing import KINDS, ORDERS, Search, choices_of, in_order, kin, rank_of
from bloodfang.catalog import Catalog


def test_who_asks_for_nothing_gets_every_card(catalog: Catalog) -> None:
    assert sorted(Search().pick(catalog)) == sorted(catalog.cards)


def test_a_deck_is_built_without_tokens(catalog: Catalog) -> None:
    assert set(Search().pick(catalog, tokens=False)) == {card.id for card in catalog.cards.collectible}


@pytest.mark.parametrize("what", ["house", "rank", "kind"])
def test_every_card_is_found_under_one_value_and_no_other(what: str, catalog: Catalog) -> None:
    found = [card for value in choices_of(what, catalog) if value for card in Search(**{what: value}).pick(catalog)]
    assert sorted(found) == sorted(catalog.cards)


def test_all_words_must_be_there_in_any_order(catalog: Catalog) -> None:
    card = next(iter(catalog.cards))
    first, *_, last = (catalog.name_of(card) + " " + catalog.identities[card].lore).split()
    assert card in Search(text=f"{last.upper()}   {first.lower()}").pick(catalog)


@pytest.mark.parametrize("text", ["[/nope]", "\x1b[31m", "zzzz", "\u202e", "%s", "(", "\\"])
def test_words_that_no_card_has_find_nothing(text: str, catalog: Catalog) -> None:
    assert Search(text=text).pick(catalog) == ()


def test_by_power_the_strongest_come_first(catalog: Catalog) -> None:
    powers = [catalog.cards[card].power for card in Search(order="power").pick(catalog)]
    assert powers == sorted(powers, reverse=True)


def test_by_rank_those_that_replace_come_last(catalog: Catalog) -> None:
    ranks = [rank_of(catalog.cards[card]) for card in Search().pick(catalog)]
    assert ranks == sorted(ranks)


def test_by_name_and_by_house(catalog: Catalog) -> None:
    names = [catalog.name_of(card).casefold() for card in Search(order="name").pick(catalog)]
    houses = [catalog.house_of(card).id for card in Search(order="house").pick(catalog)]
    assert names == sorted(names)
    assert list(dict.fromkeys(houses)) == list(catalog.houses)


@pytest.mark.parametrize("what", ["house", "rank", "kind", "order"])
def test_after_the_last_value_comes_the_first(what: str, catalog: Catalog) -> None:
    search = Search()
    for _ in choices_of(what, catalog):
        search = search.turned(what, catalog)
    assert search == Search()
    assert search.turned(what, catalog).turned(what, catalog, -1) == Search()


def test_every_value_has_a_name_of_its_own(catalog: Catalog) -> None:
    for what in ("house", "rank", "kind", "order"):
        told = [Search(**{what: value}).told(what, catalog) for value in choices_of(what, catalog)]
        assert len(set(told)) == len(told)


def test_where_tokens_are_not_wanted_they_are_not_offered(catalog: Catalog) -> None:
    assert choices_of("kind", catalog, tokens=False) == ("", *KINDS[:-1])
    assert choices_of("order", catalog) == ORDERS


def test_opened_again_it_keeps_its_order(catalog: Catalog) -> None:
    narrow = Search(house=next(iter(catalog.houses)), text="x", order="name")
    assert not narrow.is_open
    assert narrow.opened() == Search(order="name")


def test_a_card_that_makes_tokens_tells_about_them_and_they_about_it(catalog: Catalog) -> None:
    token = next(card.id for card in catalog.cards.values() if card.token)
    maker = catalog.makers_of(token)[0]
    assert any(line.startswith(f"{catalog.name_of(token)}: ") for line in kin(catalog, maker))
    assert catalog.name_of(maker) in kin(catalog, token)[-1]


def test_cards_from_the_cheap_to_the_dear(catalog: Catalog) -> None:
    cards = in_order(catalog, tuple(catalog.cards)[::-1])
    assert cards == Search().pick(catalog)
