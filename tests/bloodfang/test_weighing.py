"""A deck is weighed: what it costs, how strong it is, and where it may be played."""

from __future__ import annotations

from bloodfang.catalog import Catalog
from bloodfang.weighing import average_power, curve, most_copies, standing, verdict, whole_deck
from bloodfang_engine.fang import PROFILES


def deck_of(catalog: Catalog) -> tuple[str, ...]:
    """A shipped deck."""
    return next(iter(catalog.decks.values())).cards


def standard_in(catalog: Catalog) -> str:
    """A card of it of which there may be two, where the rules allow that."""
    return next(card for card in deck_of(catalog) if catalog.cards[card].tier == "standard")


def test_the_curve_counts_every_card_once(catalog: Catalog) -> None:
    counted = curve(catalog, deck_of(catalog))
    assert sum(counted.values()) == len(deck_of(catalog))
    assert list(counted) == ["1", "2", "3", "replace"]


def test_an_empty_deck_weighs_nothing(catalog: Catalog) -> None:
    assert average_power(catalog, ()) == 0
    assert set(curve(catalog, ()).values()) == {0}


def test_a_shipped_deck_is_legal_everywhere(catalog: Catalog) -> None:
    assert verdict(catalog, deck_of(catalog)) == (f"Legal under: {', '.join(PROFILES)}.",)


def test_one_card_short_is_one_card_to_go(catalog: Catalog) -> None:
    assert verdict(catalog, deck_of(catalog)[1:]) == ("1 card to go.",)


def test_of_too_many_cards_it_says_how_many(catalog: Catalog) -> None:
    more = [card.id for card in catalog.cards.collectible if card.id not in deck_of(catalog)][:2]
    assert verdict(catalog, (*deck_of(catalog), *more)) == ("2 cards too many.",)


def test_an_empty_deck_says_how_many_it_takes(catalog: Catalog) -> None:
    assert verdict(catalog, ()) == (f"{whole_deck()} cards to go.",)


def test_two_copies_are_legal_where_two_are_allowed_and_the_others_say_why(catalog: Catalog) -> None:
    card = standard_in(catalog)
    other = next(each for each in deck_of(catalog) if each != card)
    deck = (*(each for each in deck_of(catalog) if each != other), card)
    legal, why = verdict(catalog, deck)
    assert legal == "Legal under: classic."
    assert why.startswith(f"Not under bloodfang, reference: {catalog.name_of(card)} is in it 2 times")
    assert standing(catalog, deck)["classic"] == ()


def test_a_token_is_called_by_its_name(catalog: Catalog) -> None:
    token = next(card.id for card in catalog.cards.values() if card.token)
    told = verdict(catalog, (*deck_of(catalog)[1:], token))
    assert told == (f"{catalog.name_of(token)} is a token, and tokens are made in play.",)


def test_how_many_copies_the_kindest_rules_allow(catalog: Catalog) -> None:
    legendary = next(card.id for card in catalog.cards.collectible if card.tier == "legendary")
    assert most_copies(catalog, standard_in(catalog)) == 2
    assert most_copies(catalog, legendary) == 1
