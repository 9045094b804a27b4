"""The command `bloodfang play`: what is to be played, against whom, and with what."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bloodfang.opening import PlayAtOnce
from bloodfang.refusing import UNUSABLE, Refused
from bloodfang.settings import REMEMBERED

if TYPE_CHECKING:
    from bloodfang.decks import Deck
    from bloodfang.home import Home

EXAMPLES = """examples:
  bloodfang play                            against whom you played last, with decks by lot
  bloodfang play --bot hard --deck swarm    against the strongest bot, with a deck of your choice
  bloodfang play --bot ./mybot.py           against a bot of your own (docs/BOTS.md)
  bloodfang play --hot-seat                 two people at one keyboard, with a curtain between turns
  bloodfang play --deck swarm --deck tall   the second deck is for the other side
  bloodfang play --seed 7 --first me        the same shuffles each time
"""


def add_arguments(play: argparse.ArgumentParser, _: argparse.ArgumentParser) -> None:
    """Everything the command understands."""
    from bloodfang.asking import add_decks, add_seed

    play.epilog = EXAMPLES
    rival = play.add_mutually_exclusive_group()
    levels = ", ".join(REMEMBERED["bot"])
    rival.add_argument("--bot", type=_bot, metavar="BOT", help=f"against a bot: {levels}, an installed one, or a file")
    rival.add_argument("--hot-seat", action="store_true", help="against somebody at the same keyboard")
    add_decks(play, "for you, then for the other side; by lot if none is named")
    add_seed(play)
    play.add_argument("--profile", choices=REMEMBERED["profile"], help="by which rules (as the last time)")
    play.add_argument("--first", choices=("me", "rival", "drawn"), default="drawn", help="who begins (drawn)")
    play.set_defaults(opening=opening)


def opening(asked: argparse.Namespace, home: Home) -> PlayAtOnce:
    """The match that these words mean; what they leave open is as it was the last time. Refused if there is none."""
    profile = asked.profile or home.settings.profile
    if len(asked.deck) > 2:
        raise Refused("a match is played with two decks", code=UNUSABLE)
    person = asked.hot_seat or (not asked.bot and home.settings.opponent == "person")
    return PlayAtOnce(
        opponent="person" if person else "bot",
        bot=asked.bot or home.settings.bot,
        decks=tuple(_deck(words, home, profile) for words in asked.deck),
        seed=asked.seed,
        profile=profile,
        first=asked.first,
    )


def _bot(name: str) -> str:
    """The id of the bot that this means."""
    if name in REMEMBERED["bot"]:
        return name
    from bloodfang.bots.finding import NoBot, find

    try:
        return find(name).id
    except NoBot as why:
        raise argparse.ArgumentTypeError(str(why)) from None


def _deck(words: str, home: Home, profile: str) -> Deck:
    """The deck that these words mean, legal under the profile."""
    from bloodfang.decks import deck_problems
    from bloodfang.decks_command import find_deck
    from bloodfang_engine.fang import Options

    deck = home.decks(home.catalog).find(words) or find_deck(words, home.catalog)
    problems = deck_problems(home.catalog.cards, deck.cards, Options.of({"profile": profile}))
    if told := [f"{deck.name} cannot be played by the rules of {profile!r}: {problem}" for problem in problems]:
        raise Refused(*told)
    return deck
