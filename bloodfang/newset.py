"""A set of one's own to start from: one card, one house, one picture, one deck, and a comment on everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from bloodfang.catalog import Catalog
from bloodfang.decks import Deck, write_deck
from bloodfang.palette import PALETTES
from bloodfang.setfolder import DECKS, IDENTITY, MECHANICS, SET, SIGILS
from bloodfang_engine.fang.cards import Area, Condition, Effect, Happening, Side, Who

CARD = "ink-heron"
"""The card of the template."""


def new_set(set_id: str, base: Catalog) -> Mapping[str, str]:
    """The files of a small set that extends the base, by their names; a set without decks has none to start from."""
    files = {
        SET: _SET.format(id=set_id, name=set_id.replace("-", " ").title(), base=base.id),
        f"{MECHANICS}/{set_id}.toml": _MECHANICS.format(
            card=CARD,
            events=_listed(Happening),
            who=_listed(Who),
            effects=_listed(Effect),
            areas=_listed(Area),
            sides=_listed(Side),
            states=_listed(Condition),
        ),
        IDENTITY: _IDENTITY.format(
            card=CARD, house=f"{set_id}-house"[:40], slots=_listed(PALETTES), frame=min(base.art.frames)
        ),
        SIGILS: _SIGILS.format(card=CARD),
    }
    if base.decks:
        model = next(iter(base.decks.values()))
        deck = Deck("first-flight", "First Flight", f"{model.name} with one card of our own.", (CARD, *model.cards[1:]))
        files[f"{DECKS}/{deck.id}.toml"] = _DECK + write_deck(deck)
    return files


def write_new(files: Mapping[str, str], folder: Path) -> None:
    """Write the files into a new folder; FileExistsError if there is anything already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(folder)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


_SET = """\
# What this set is called. Its cards come on top of those of the set it extends, and share its words and pictures.
# When something is wrong, `bloodfang cards check` says where, what, and what would be right.

id = "{id}"              # small letters, digits and -
name = "{name}"
about = "My own cards."
extends = "{base}"
"""

_MECHANICS = '''\
# What the cards do. Nothing here says what they are called: that is in identity.en.toml, joined by id.

[[card]]
id = "{card}"      # small letters, digits and -; no other card may have it
rank = 1              # 1, 2, 3: the pawns its tile needs; or "replace": goes onto one of your own cards
power = 2             # 1 or more
tier = "standard"     # or "legendary"
# token = true        # for a card that is in no deck and is made in play by another

# The card itself is W, in the middle, and the enemy is to the right.
# P: a pawn goes there. E: its ability goes there. X: both. A dot: nothing.
reach = """
. . . . .
. . P . .
. . W X .
. . P . .
. . . . .
"""

# One [[card.ability]] for each thing it does; take it away for a card that does nothing.
# trigger   "event" or "event/who"
#           event:    {events}
#           who:      {who}
# effect    {effects}
# target    "area", "area:side" or "area:side:state"
#           area:     {areas}
#           side:     {sides}
#           state:    {states}
# value     how much: a number
# cards     for add_to_hand and spawn: the ids of what it makes
[[card.ability]]
trigger = "played"
effect = "raise_power"
target = "cells:ally"
value = 2

# Another card is another [[card]].
'''

_IDENTITY = """\
# Who the cards are. What they do is in mechanics/; ability texts are made from there and never written by hand.

[[house]]             # a house of your own; a card may belong to one of the shipped houses as well
id = "{house}"
name = "The Inkwell"
voice = "In blots, and under the breath."
palette = "dusk"      # {slots}
frame = "{frame}"       # around sigils that are put together

[[card]]
id = "{card}"
name = "Ink Heron"    # 2 to 22 columns, and no other card may have it
house = "{house}"
lore = "It stands in the inkwell until somebody writes the word it wants."
sigil = "{card}"   # a picture of its own in sigils.toml, or a shipped motif and mark: {{ motif = "...", mark = "..." }}
"""

_SIGILS = '''\
# Pictures of 12 x 12 signs:  . nothing   # the light of the house   + its shade   * what stands out

[pictures]
{card} = """
....####....
...##*###...
...######***
....###.....
.....##.....
.....###....
...######...
..#########.
.####++####.
...##++##...
....+..+....
..++++++++..
"""
'''

_DECK = """\
# Fifteen cards, each once; `bloodfang cards list` shows what there is.

"""
