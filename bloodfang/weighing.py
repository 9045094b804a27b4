"""A deck weighed: its curve, its average power, and by which rules it may be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bloodfang.browsing import choices_of, rank_of
from bloodfang.catalog import Catalog
from bloodfang.decks import deck_problems
from bloodfang_engine.fang import PROFILES, Options


def curve(catalog: Catalog, deck: Sequence[str]) -> Mapping[str, int]:
    """How many cards it has of each rank that the set knows, the cheap ones first."""
    counted = Counter(rank_of(catalog.cards[card]) for card in deck)
    return {rank: counted[rank] for rank in choices_of("rank", catalog) if rank}


def average_power(catalog: Catalog, deck: Sequence[str]) -> float:
    """The power of its cards, shared out equally; 0 if it has none."""
    return sum(catalog.cards[card].power for card in deck) / max(1, len(deck))


def whole_deck() -> int:
    """How many cards are dealt from, unless a match is made in another way."""
    return Options.of().deck_size


def most_copies(catalog: Catalog, card: str) -> int:
    """How often a card may be in a deck where the rules are the most generous."""
    legendary = catalog.cards[card].tier == "legendary"
    return max(_options(profile).max_copies[legendary] for profile in PROFILES)


def standing(catalog: Catalog, deck: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """What keeps the deck from being played, in sentences, under each profile by name; nothing where it is legal."""
    return {profile: tuple(_problems(catalog, deck, _options(profile))) for profile in PROFILES}


def verdict(catalog: Catalog, deck: Sequence[str]) -> tuple[str, ...]:
    """The same as a player wants to hear it: where it is legal, or else what is missing."""
    found = standing(catalog, deck)
    legal = [profile for profile, problems in found.items() if not problems]
    if not legal:
        least = min(found.values(), key=len)
        return tuple(_sentence(problem) for problem in least)
    told = [f"Legal under: {', '.join(legal)}."]
    others: dict[str, list[str]] = {}
    for profile, problems in found.items():
        for problem in problems:
            others.setdefault(problem, []).append(profile)
    return (*told, *(f"Not under {', '.join(where)}: {problem}." for problem, where in others.items()))


def _problems(catalog: Catalog, deck: Sequence[str], options: Options) -> Iterator[str]:
    missing = options.deck_size - len(deck)
    if missing:
        count = abs(missing)
        yield f"{count} {'card' if count == 1 else 'cards'} {'to go' if missing > 0 else 'too many'}"
    for problem in deck_problems(catalog.cards, deck, replace(options, deck_size=len(deck))):
        card, _, what = problem.partition(" ")
        yield f"{catalog.name_of(card)} {what}" if card in catalog.cards else problem


def _options(profile: str) -> Options:
    return Options.of({"profile": profile})


def _sentence(problem: str) -> str:
    return f"{problem[:1].upper()}{problem[1:]}."
