"""Sets with a mistake each: its file and line or card are named, what is wrong is said, and nothing is loaded."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from bloodfang import deckcode, names
from bloodfang.catalog import load
from bloodfang.cli import main
from bloodfang_engine import CardError

Edit = Callable[[Path], None]


def change(file: str, old: str, new: str) -> Edit:
    """Change one place of a file."""

    def edit(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")

    return edit


def add(file: str, text: str) -> Edit:
    """Write something at the end of a file, which may be new."""

    def edit(folder: Path) -> None:
        with (folder / file).open("a", encoding="utf-8", newline="\n") as open_file:
            open_file.write(text)

    return edit


def remove(file: str) -> Edit:
    """Take a file away."""
    return lambda folder: (folder / file).unlink()


def put(file: str, content: bytes) -> Edit:
    """Put something else into a file."""

    def edit(folder: Path) -> None:
        (folder / file).write_bytes(content)

    return edit


def empty_mechanics(folder: Path) -> None:
    for file in (folder / "mechanics").iterdir():
        file.unlink()


MARSH, TOWER, WHO, WORDS, ART, DECK = (
    "mechanics/marsh.toml", "mechanics/tower.toml", "identity.en.toml", "glossary.en.toml", "sigils.toml",
    "decks/first.toml",
)  # fmt: skip

CARD = '\n[[card]]\nid = "{0}"\nname = "{1}"\nhouse = "{2}"\nlore = "One."\nsigil = {{ motif = "{3}", mark = "dot" }}\n'


def _deck(cards: str) -> bytes:
    return f'name = "Deck"\nplan = "None."\ncards = {cards}\n'.encode()


BROKEN: list[tuple[str, Edit, str, str]] = [
    # mechanics
    (
        "an unknown key",
        change(MARSH, "power = 2", "power = 2\ncost = 1"),
        "marsh.toml:19: card 'mud-pup'",
        "'cost' is not",
    ),
    (
        "an id twice",
        change(TOWER, "lamp-boy", "bell-ringer"),
        "tower.toml:19: card 'bell-ringer'",
        "is taken by an earlier",
    ),
    (
        "an id of two files",
        change(TOWER, "lamp-boy", "mud-pup"),
        "tower.toml:19: card 'mud-pup'",
        "(small/mechanics/marsh",
    ),
    (
        "four rows",
        change(MARSH, ". . P . .\n. . W P .\n", ". . W P .\n"),
        "marsh.toml:7: card 'reed-cutter'",
        "5 rows of 5",
    ),
    (
        "a strange sign",
        change(MARSH, ". P W P .", ". Q W P ."),
        "marsh.toml:31: card 'toad-mother'",
        "knows . W P E X, not Q",
    ),
    ("no card in the middle", change(TOWER, ". E W X .", ". E . X ."), "tower.toml:5: card 'bell-ringer'", "has one W"),
    (
        "a missing token",
        change(MARSH, '["toadlet"]', '["tadpole"]'),
        "marsh.toml:42: card 'toad-mother', ability 1",
        "'tadpole'",
    ),
    (
        "an unknown effect",
        change(MARSH, '"lower_power"', '"lower"'),
        "marsh.toml:71: card 'bog-king', ability 1",
        "effect is one",
    ),
    (
        "an unknown event",
        change(MARSH, '"destroyed"', '"dead"'),
        "marsh.toml:87: card 'eel-wife', ability 1",
        "event is one of",
    ),
    (
        "power without end",
        change(MARSH, "power = 5", "power = 5000"),
        "marsh.toml:60: card 'bog-king'",
        "from 1 to 999, not 5000",
    ),
    (
        "a rank of nothing",
        change(MARSH, "rank = 3", "rank = 0"),
        "marsh.toml:59: card 'bog-king'",
        'or "replace", not 0',
    ),
    ("not TOML", change(TOWER, "rank = 1", "rank = "), "tower.toml:3", "is not TOML: Invalid value"),
    ("no [[card]] at all", empty_mechanics, "small/mechanics", "no file with [[card]] tables"),
    ("not UTF-8", put(TOWER, b'[[card]]\nid = "\xff"\n'), "tower.toml", "not UTF-8"),
    ("over 1 MB", add(MARSH, "# more\n" * 150_000), "marsh.toml", "is too large: 1000000 bytes"),
    ("a file of something else", add(TOWER, "\n[deck]\n"), "tower.toml:112", "[[card]] tables only, not 'deck'"),
    # joins
    (
        "no identity",
        add(TOWER, '\n[[card]]\nid = "bat"\nrank = 1\npower = 1\n'),
        "tower.toml:112: card 'bat'",
        "has no identity",
    ),
    (
        "no mechanics",
        add(WHO, CARD.format("bat", "Bat", "marsh", "paw")),
        "identity.en.toml:127: card 'bat'",
        "has no mechanics",
    ),
    (
        "a misspelt id",
        change(WHO, 'id = "mud-pup"', 'id = "mud-pop"'),
        "identity.en.toml:22: card 'mud-pop'",
        "mean 'mud-pup'?",
    ),
    (
        "an identity twice",
        add(WHO, CARD.format("heron", "Bat", "marsh", "paw")),
        ":128: card 'heron'",
        "is taken by another card",
    ),
    (
        "an unknown house",
        change(WHO, 'house = "tower"', 'house = "towre"'),
        ":53: card 'bell-ringer'",
        "no house 'towre'; did you",
    ),
    (
        "a house twice",
        change(WHO, 'id = "tower"', 'id = "marsh"'),
        "identity.en.toml:9: house 'marsh'",
        "taken by another house",
    ),
    # names and lore
    (
        "one name for two",
        change(WHO, '"Mud Pup"', '"reed cutter"'),
        "identity.en.toml:24: card 'mud-pup'",
        "taken by the card",
    ),
    (
        "a name too long",
        change(WHO, '"Mud Pup"', f'"{"M" * 23}"'),
        ":24: card 'mud-pup'",
        "takes 23 columns, and 2 to 22",
    ),
    ("a name too wide", change(WHO, '"Mud Pup"', f'"{"月" * 12}"'), ":24: card 'mud-pup'", "takes 24 columns"),
    ("a name too short", change(WHO, '"Mud Pup"', '"M"'), ":24: card 'mud-pup'", "takes 1 columns"),
    ("a control character", change(WHO, '"Mud Pup"', '"Mud\\u0007"'), ":24: card 'mud-pup'", "U+0007"),
    ("an escape sequence", change(WHO, "It follows", "\\u001b[31mIt follows"), ":26: card 'mud-pup'", "U+001B"),
    ("a turned line", change(WHO, '"Mud Pup"', '"Mud \\u202ePup"'), ":24: card 'mud-pup'", "U+202E"),
    ("an unseen space", change(WHO, '"Mud Pup"', '"Mud\\u200bPup"'), ":24: card 'mud-pup'", "U+200B"),
    ("markup", change(WHO, "It follows", "[red]It[/red] follows"), ":26: card 'mud-pup'", "lore holds [ or ]"),
    ("lore in two lines", change(WHO, '"The one more."', '"""The\none more."""'), ":40: card 'toadlet'", "U+000A"),
    ("two spaces", change(WHO, '"Mud Pup"', '"Mud  Pup"'), ":24: card 'mud-pup'", "two in a row"),
    ("no lore", change(WHO, 'lore = "It follows anyone who sinks."\n', ""), ":22: card 'mud-pup'", "lore is missing"),
    ("lore that is a number", change(WHO, '"The one more."', "1"), ":40: card 'toadlet'", "lore is text, not 1"),
    (
        "a key too many",
        change(WHO, 'name = "Mud Pup"', 'name = "Mud Pup"\ntext = "x"'),
        ":25: card 'mud-pup'",
        "'text' is not known",
    ),
    (
        "a reserved name",
        change(WHO, '"Mud Pup"', '"Zorblax"'),
        "identity.en.toml:24",
        "'zorblax' belongs to somebody else",
    ),
    (
        "a reserved word in lore",
        change(WHO, "It follows", "It quuxes"),
        "identity.en.toml:26",
        "'quuxes' belongs to somebody",
    ),
    # looks
    (
        "an unknown palette",
        change(WHO, '"moss"', '"pink"'),
        "identity.en.toml:5: house 'marsh'",
        "palette is one of blood",
    ),
    (
        "an unknown frame",
        change(WHO, '"reeds"', '"reds"'),
        "identity.en.toml:6: house 'marsh'",
        "no frame 'reds'; did you mean",
    ),
    (
        "an unknown picture",
        change(WHO, 'sigil = "bog-king"', 'sigil = "king"'),
        ":48: card 'bog-king'",
        "there is no picture 'king'",
    ),
    (
        "an unknown motif",
        change(WHO, 'motif = "paw"', 'motif = "claw"'),
        ":27: card 'mud-pup'",
        "there is no motif 'claw'",
    ),
    (
        "a motif misspelt as a key",
        change(WHO, "motif", "motive"),
        ":20: card 'reed-cutter'",
        "'motive' is not known here; known: motif",
    ),
    (
        "two sigils alike",
        change(WHO, 'motif = "paw"', 'motif = "reed"'),
        ":27: card 'mud-pup'",
        "looks the same as that of",
    ),
    (
        "a picture too small",
        change(ART, "..**.**.**..\n", ""),
        "sigils.toml:2: pictures.bog-king",
        "12 rows here, not 11",
    ),
    ("a tone nobody has", change(ART, "..**.**.**..", "..**.@@.**.."), "sigils.toml:2: pictures.bog-king", "not '@'"),
    ("art that is not TOML", change(ART, "[motifs]", "[motifs"), "sigils.toml:17", "is not TOML"),
    # glossary, set, decks
    ("a term missing", change(WORDS, "[tile]", "[tyle]"), "glossary.en.toml", "does not have [tile]"),
    ("a term without a meaning", change(WORDS, "meaning", "means"), "glossary.en.toml:1", "meaning is missing"),
    ("no glossary", remove(WORDS), "small/glossary.en.toml", "is missing: a set is made of"),
    ("no set.toml", remove("set.toml"), "small/set.toml", "is missing: a set is made of set.toml, mechanics/*.toml"),
    ("no identities", remove(WHO), "small/identity.en.toml", "is missing"),
    (
        "a set id with capitals",
        change("set.toml", '"small"', '"Small Set"'),
        "set.toml:1",
        "id is small letters, digits and -",
    ),
    ("a set that extends nothing", add("set.toml", 'extends = "moon"\n'), "set.toml:4", "no set 'moon' to extend"),
    ("a deck of fourteen", change(DECK, '"heron", ', ""), "first.toml:4", "a deck has 15 cards, this one has 14"),
    ("a card twice in a deck", change(DECK, '"heron"', '"mud-pup"'), "first.toml:4", "mud-pup is in it 2 times"),
    ("a card unknown to a deck", change(DECK, '"heron"', '"herring"'), "first.toml:4", "no card is called 'herring'"),
    ("a token in a deck", change(DECK, '"heron"', '"toadlet"'), "first.toml:4", "toadlet is a token"),
    ("a deck of no house", change(DECK, '"marsh"', '"moor"'), "first.toml:3", "there is no house 'moor'"),
    ("a deck of one word", put(DECK, _deck('"heron"')), "first.toml:3", "cards is a list, not 'heron'"),
    ("a deck of numbers", put(DECK, _deck("[1]")), "first.toml:3", "cards is text, not 1"),
    (
        "a deck without end",
        put(DECK, _deck(str(["heron"] * 100))),
        "first.toml:3",
        "has 100 entries, and 99 are the most",
    ),
    ("a table too many", add(WHO, "\n[moon]\n"), "identity.en.toml:127", "'moon' is not known here; known: [[house]]"),
    ("a card that is a number", put(WHO, b"card = [1]\n"), "identity.en.toml:1: card 1", "this is a table, not 1"),
    ("a card that is no list", put(WHO, b"[card]\n"), "identity.en.toml:1", "this is written as [[card]] tables"),
    ("a term that is a word", put(WORDS, b"tile = 'tile'\n"), "glossary.en.toml:1", "this is a table, not 'tile'"),
    ("a deck without a plan", change(DECK, "plan =", "plans ="), "first.toml", "plan is missing"),
]


@pytest.fixture(autouse=True)
def made_up_reserved_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two made-up words are reserved here, one anywhere and one as a name: the real ones must not stand in a test."""

    def sign(word: str) -> str:
        return hashlib.blake2b(f"salt{word}".encode(), digest_size=10).hexdigest()

    made_up = names.Reserved("salt", {sign("quuxes"): 1}, {sign("zorblax"): 1})
    monkeypatch.setattr(names, "reserved", lambda: made_up)


@pytest.mark.parametrize(("edit", "where", "what"), [each[1:] for each in BROKEN], ids=[each[0] for each in BROKEN])
def test_a_broken_set_says_where_and_what_and_is_not_loaded(edit: Edit, where: str, what: str, small: Path) -> None:
    load(small)
    edit(small)
    with pytest.raises(CardError) as wrong:
        load(small)
    assert [problem for problem in map(str, wrong.value.problems) if where in problem and what in problem], wrong.value


MISSED = {"a house twice": 11, "a card that is a number": 18, "a card that is no list": 18}
"""Mistakes that many others feel: all who live in the house that has lost its name, all who have none any more."""


@pytest.mark.parametrize("name", [each[0] for each in BROKEN])
def test_the_command_says_it_in_as_few_lines_as_there_are_mistakes(
    name: str, small: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit, where, what = next(each[1:] for each in BROKEN if each[0] == name)
    edit(small)
    assert main(["cards", "check", "small"]) == 1
    *told, verdict = capsys.readouterr().out.splitlines()
    assert any(where in line and what in line for line in told)
    assert len(told) <= MISSED.get(name, 2)
    assert verdict == f"{len(told)} problem{'s' if len(told) > 1 else ''}: nothing of it is loaded"


def test_everything_that_is_wrong_is_told_at_once(small: Path) -> None:
    for name in ("an unknown key", "a missing token", "markup", "an unknown frame", "a token in a deck", "no glossary"):
        next(edit for each, edit, *_ in BROKEN if each == name)(small)
    with pytest.raises(CardError) as wrong:
        load(small)
    told = str(wrong.value)
    for words in ("'cost'", "'tadpole'", "lore holds [", "no frame 'reds'", "glossary.en.toml: is missing"):
        assert words in told


def test_two_ids_that_deck_codes_could_not_tell_apart_are_refused(small: Path) -> None:
    [(one, other), *_] = deckcode.twins(f"c{number}" for number in range(5_000))
    for number, card in enumerate((one, other)):
        add(MARSH, f'\n[[card]]\nid = "{card}"\nrank = 1\npower = 1\n')(small)
        add(WHO, CARD.format(card, f"Twin {number}", ("marsh", "tower")[number], "crab"))(small)
    crab = 'crab = """\n' + "#........#\n" * 10 + '"""\n'
    change(ART, "[frames]", f"{crab}\n[frames]")(small)
    with pytest.raises(CardError) as wrong:
        load(small)
    assert [problem.what for problem in wrong.value.problems] == [
        f"looks like {one!r} in deck codes; choose another id"
    ]
