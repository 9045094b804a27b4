"""Card sets for tests: a small one to break, and a dummy identity over the shipped mechanics."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

from bloodfang.abilities import TERMS

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "tests" / "sets" / "small"
SHIPPED = ROOT / "cards" / "fang"

DUMMY_WORDS = {
    "tile": "plot", "pawn": "stake", "rank": "depth", "power": "weight", "lane": "furrow", "reach": "shadow",
    "raise": "swell", "lower": "shrink", "raised": "swollen", "lowered": "shrunken", "destroy": "uproot",
    "destroyed": "uprooted", "replace": "graft", "token": "seedling", "ally": "friend", "enemy": "foe",
    "hand": "basket", "deck": "barn", "standard": "common", "legendary": "giant", "aura": "scent",
}  # fmt: skip


def copy_small(to: Path) -> Path:
    """The small set in a folder where it can be broken."""
    shutil.copytree(SMALL, to)
    return to


def write_dummy(cards: Path) -> Path:
    """The shipped mechanics under other names, houses, words and pictures, in a folder of card sets."""
    folder = cards / "fang"
    shutil.copytree(SHIPPED / "mechanics", folder / "mechanics")
    shutil.copytree(SHIPPED / "decks", folder / "decks")
    for deck in (folder / "decks").iterdir():
        lines = deck.read_text(encoding="utf-8").splitlines()
        _write(deck, "\n".join(line for line in lines if not line.startswith("house =")))
    _write(folder / "set.toml", 'id = "fang"\nname = "Dummy"\nabout = "The same cards in other clothes."\n')
    ids = [
        card["id"]
        for file in sorted((folder / "mechanics").iterdir())
        for card in tomllib.loads(file.read_text(encoding="utf-8"))["card"]
    ]
    houses = "".join(
        f'[[house]]\nid = "house-{n}"\nname = "House {n}"\nvoice = "Plainly."\npalette = "{slot}"\nframe = "none"\n'
        for n, slot in enumerate(("tide", "ember", "frost"), 1)
    )
    cards_told = "".join(
        f'[[card]]\nid = "{card}"\nname = "Card {n}"\nhouse = "house-{n % 3 + 1}"\nlore = "Tale {n}."\n'
        f'sigil = "no-{n}"\n'
        for n, card in enumerate(ids, 1)
    )
    _write(folder / "identity.en.toml", houses + cards_told)
    pictures = "".join(f'no-{n} = """\n{_picture(n)}"""\n' for n in range(1, len(ids) + 1))
    _write(folder / "sigils.toml", f'[pictures]\n{pictures}[frames]\nnone = """\n{("." * 12 + chr(10)) * 12}"""\n')
    _write(
        folder / "glossary.en.toml",
        "".join(f'[{term}]\nword = "{DUMMY_WORDS[term]}"\nmeaning = "A word."\nworld = "A word."\n' for term in TERMS),
    )
    return cards


def _picture(number: int) -> str:
    """A picture like no other: the number in rows of light and shade."""
    return "".join(("#" if number >> row & 1 else "+") * 12 + "\n" for row in range(12))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
