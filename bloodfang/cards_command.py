"""The command `bloodfang cards`: check, list, show, schema, new."""

from __future__ import annotations

import argparse
import json
from difflib import get_close_matches
from pathlib import Path

from bloodfang import faces, ink, listing, paths, terminal
from bloodfang.asking import add_set, chosen
from bloodfang.catalog import SHIPPED, Catalog, load_all
from bloodfang.refusing import UNUSABLE, Refused
from bloodfang_engine.errors import listed
from bloodfang_engine.fang.cards import Effect, Happening, Tier, Who

EXAMPLES = """examples:
  bloodfang cards list --house mothery --rank 1       cheap cards of one house
  bloodfang cards list --trigger destroyed --json     what answers when it falls, as data
  bloodfang cards show squire-mulligrub               a card as players see it
  bloodfang cards new --set night-garden              a set of your own to start from
  bloodfang cards check                               all sets, or the files and folders you name
"""


def add_arguments(cards: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    """Everything the command understands."""
    cards.epilog = EXAMPLES
    cards.set_defaults(set_id=SHIPPED)
    kinds = cards.add_subparsers(required=True, metavar="WHAT")

    check = kinds.add_parser("check", help="check sets, card files or decks", parents=[common])
    check.add_argument("places", nargs="*", type=Path, metavar="FILE or FOLDER", help="all sets if none is named")
    check.set_defaults(run=run_check)

    list_ = kinds.add_parser("list", help="list cards", parents=[common])
    add_set(list_)
    list_.add_argument("--house", default="", help="by id or name")
    list_.add_argument("--rank", default="", choices=("1", "2", "3", "replace"))
    list_.add_argument("--power", type=_powers, metavar="N or N-N")
    list_.add_argument("--tier", default="", choices=tuple(map(str, Tier)))
    list_.add_argument("--trigger", type=_trigger, metavar="EVENT[/WHO]", help=f"{listed(Happening)}; /{listed(Who)}")
    list_.add_argument("--effect", default="", choices=tuple(map(str, Effect)))
    list_.add_argument("--text", default="", help="in id, name, lore or ability")
    list_.add_argument("--tokens", action=argparse.BooleanOptionalAction, help="only tokens, or none")
    list_.add_argument("--json", action="store_true", help="as data: mechanics and identity")
    list_.set_defaults(run=run_list)

    show = kinds.add_parser("show", help="draw cards as players see them", parents=[common])
    add_set(show)
    show.add_argument("cards", nargs="+", metavar="CARD", help="by id or name")
    show.add_argument("--ascii", action="store_true", help="with plain characters only")
    show.add_argument("--color", default="auto", choices=("auto", *map(str, ink.Depth)), help="how many colours (auto)")
    show.add_argument("--small", action="store_true", help="small faces, side by side")
    show.set_defaults(run=run_show)

    schema = kinds.add_parser("schema", help="JSON Schema of set files, for editors", parents=[common])
    schema.add_argument(
        "kind", nargs="?", metavar="KIND", help="set, mechanics, identity, glossary, sigils or deck; all"
    )
    schema.set_defaults(run=run_schema)

    new = kinds.add_parser("new", help="write a small set of your own to start from", parents=[common])
    new.add_argument("--set", dest="new_id", default="my-set", metavar="ID", help="what to call it (my-set)")
    new.add_argument("--to", type=Path, metavar="FOLDER", help="where to; the game finds it in the data folder only")
    new.set_defaults(run=run_new)


def run_check(asked: argparse.Namespace) -> int:
    """Say all that is wrong; 1 if anything is."""
    from bloodfang import checking

    data = paths.data_folder(asked.data_dir)
    checked = checking.check(asked.places, data) if asked.places else checking.check_all(data)
    for each in checked:
        for problem in each.problems:
            print(problem)
        for warning in each.warnings:
            print(f"{each.what}: warning: {warning}")
    for each in checked if len(checked) > 1 else ():
        print(f"{each.what}: {each.verdict}")
    whole = checking.total(checked)
    print(whole.verdict)
    return 1 if whole.problems else 0


def run_list(asked: argparse.Namespace) -> int:
    """Print the cards that fit."""
    catalog = chosen(asked)
    houses = {name.casefold() for house in catalog.houses.values() for name in (house.id, house.name)}
    if asked.house and asked.house.casefold() not in houses:
        raise Refused(f"no house is called {asked.house!r}; there are: {listed(catalog.houses)}")
    cards = listing.Filter(
        asked.house, asked.rank, asked.power, asked.tier, asked.trigger or "", asked.effect, asked.text, asked.tokens
    ).pick(catalog)
    if asked.json:
        print(json.dumps([listing.record(catalog, card) for card in cards], indent=1, ensure_ascii=False))
        return 0
    for line in listing.lines(catalog, cards):
        print(line)
    print(f"{len(cards)} of {len(catalog.cards)}")
    return 0


def run_show(asked: argparse.Namespace) -> int:
    """Draw the cards."""
    catalog = chosen(asked)
    found = {words: catalog.find(words) for words in asked.cards}
    if unknown := [words for words, card in found.items() if card is None]:
        raise Refused(*(_unknown(words, catalog) for words in unknown))
    glyphs, depth = terminal.glyphs(asked.ascii), terminal.depth(asked.color)
    shown = [catalog.face_of(card) for card in found.values() if card]
    if asked.small:
        across = max(1, (terminal.columns() + 2) // (faces.SMALL[0] + 2))
        print(ink.write(faces.page([faces.small(face, glyphs) for face in shown], across), depth))
    else:
        print("\n\n".join(ink.write(faces.draw(face, glyphs), depth) for face in shown))
    return 0


def run_schema(asked: argparse.Namespace) -> int:
    """Print a schema."""
    from bloodfang import schema

    if asked.kind and asked.kind not in schema.KINDS:
        raise Refused(f"no file is called {asked.kind!r}; there are: {listed(schema.KINDS)}", code=UNUSABLE)
    print(json.dumps(schema.schema(asked.kind) if asked.kind else schema.whole_schema(), indent=2))
    return 0


def run_new(asked: argparse.Namespace) -> int:
    """Write the template of a set; whatever is there already is left alone."""
    from bloodfang.models import ID_IN_WORDS, is_id
    from bloodfang.newset import CARD, new_set, write_new

    if not is_id(asked.new_id):
        raise Refused(f"a set's id is {ID_IN_WORDS}, not {asked.new_id!r}", code=UNUSABLE)
    library = load_all(asked.data_dir)
    if library.find(asked.new_id):
        raise Refused(f"there is a set {asked.new_id!r} already; choose another with --set ID")
    folder = asked.to or paths.own_sets(paths.data_folder(asked.data_dir)) / asked.new_id
    files = new_set(asked.new_id, library.catalogs[0])
    try:
        write_new(files, folder)
    except FileExistsError:
        what = "there is something already, and it is left as it is; choose another place"
        raise Refused(f"{paths.shown(folder)}: {what}") from None
    except OSError as trouble:
        raise Refused(f"{paths.shown(folder)}: cannot be written: {trouble.strerror}") from None
    for name in files:
        print(f"{paths.shown(folder)}/{name}")
    where = f" {paths.shown(folder)}" if asked.to else ""
    print(f"\nA set of one card is there. Change it, then:  bloodfang cards check{where}")
    if not asked.to:
        print(f"See it:  bloodfang cards show {CARD} --set {asked.new_id}")
    return 0


def _unknown(words: str, catalog: Catalog) -> str:
    names = {each.name.casefold(): card for card, each in catalog.identities.items()}
    near = [names.get(each) or each for each in get_close_matches(words.casefold(), [*catalog.cards, *names], 3)]
    return f"no card is called {words!r}" + (f"; did you mean {' or '.join(dict.fromkeys(near))}?" if near else "")


def _powers(text: str) -> range:
    low, dash, high = text.partition("-")
    if not low.isdecimal() or (dash and not high.isdecimal()):
        raise argparse.ArgumentTypeError("a power is a number such as 3, or two such as 2-4")
    return range(int(low), int(high or low) + 1)


def _trigger(text: str) -> str:
    event, slash, who = text.partition("/")
    if event not in set(Happening) or (slash and who not in set(Who)):
        raise argparse.ArgumentTypeError(f"a trigger is one of {listed(Happening)}, and may end in /{', /'.join(Who)}")
    return text
