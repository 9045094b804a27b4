"""The command `bloodfang`: the game itself, and everything else that can be done with its things."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bloodfang
from bloodfang.refusing import UNUSABLE, WRONG, Refused
from bloodfang_engine.errors import CardError

if TYPE_CHECKING:
    from bloodfang.home import Home
    from bloodfang.host_command import Hosting
    from bloodfang.opening import Opening
    from bloodfang.serve_command import Serving

EXAMPLES = """examples:
  bloodfang                        the game, at its title
  bloodfang play --bot hard        straight into a match
  bloodfang replay match.toml      a match that was kept, step by step
  bloodfang demo --seed 7          a match of two bots, printed as text
  bloodfang cards show pardon      a card as players see it
  bloodfang decks                  all decks and their plans
  bloodfang lab                    which decks and cards win, over many matches
  bloodfang host                   let friends play with you, by SSH
  bloodfang doctor                 what this terminal can do, and where your files are

Each command has examples of its own: bloodfang play --help
"""

COMMANDS = {
    "play": "straight into a match",
    "replay": "look at a match that was kept",
    "coach": "what was better in a match, or is best in a position, and why",
    "demo": "print a match of two bots as text",
    "cards": "look at cards, check them, write your own",
    "decks": "look at decks, send and receive them",
    "lab": "let bots play thousands of matches, and see what they tell",
    "host": "a server for friends, in one line",
    "serve": "a server for everybody",
    "admin": "look after a server that runs here",
    "doctor": "what this terminal can do, and whether all is well",
    "about": "what this is, and what it is not",
}
"""Each is a module of its own, NAME_command: imported when somebody asks for it, and not before."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the words say: 0 if all is well, 1 if something is wrong, 2 if the words are, or this is no terminal."""
    asked = build_parser().parse_args(arguments)
    try:
        if opening := getattr(asked, "opening", None):
            return _open(asked, opening)
        if serving := getattr(asked, "serving", None):
            return _serve(serving(asked))
        code: int = asked.run(asked)
        return code
    except Refused as why:
        print(why, file=sys.stderr)
        return why.code
    except CardError as wrong:  # the shipped cards themselves: nothing works without them
        print(wrong, file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        sys.stderr.close()  # whoever watched has left
    except KeyboardInterrupt:
        print("\nLeft unfinished.")
    return 0


def build_parser() -> argparse.ArgumentParser:
    """Everything `bloodfang` understands."""
    parser = argparse.ArgumentParser(
        prog="bloodfang", description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    common = _Later(add_help=False)  # what may stand after a command as well as before it
    for each, default in ((parser, None), (common, argparse.SUPPRESS)):
        each.add_argument(
            "--data-dir", type=Path, default=default, metavar="FOLDER", help="where all that is yours is kept"
        )
    parser.add_argument("--version", action="version", version=f"bloodfang {bloodfang.__version__}")
    parser.set_defaults(opening=_title)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=_Later)
    for name, help_ in COMMANDS.items():
        commands.add_parser(
            name,
            help=help_,
            description=f"{help_[0].upper()}{help_[1:]}.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            parents=[common],
            arguments=_arguments(name, common),
        )
    return parser


class _Later(argparse.ArgumentParser):
    """A parser that learns what it understands when the first word is for it: the game starts without all that."""

    def __init__(self, *, arguments: Callable[[argparse.ArgumentParser], None] | None = None, **others: Any) -> None:
        super().__init__(**others)
        self._arguments = arguments

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._arguments:
            arguments, self._arguments = self._arguments, None
            arguments(self)
        return super().parse_known_args(args, namespace)


def _arguments(name: str, common: argparse.ArgumentParser) -> Callable[[argparse.ArgumentParser], None]:
    def add(parser: argparse.ArgumentParser) -> None:
        parser.set_defaults(opening=None)
        import_module(f"bloodfang.{name}_command").add_arguments(parser, common)

    return add


def _title(_: argparse.Namespace, __: Home) -> Opening:
    from bloodfang.opening import AtTitle

    return AtTitle()


def _open(asked: argparse.Namespace, opening: Callable[[argparse.Namespace, Home], Opening]) -> int:
    """Open the app, if this is a terminal and there is nothing wrong with what it should open with."""
    from bloodfang import terminal
    from bloodfang.home import Home

    if problem := terminal.why_not():
        raise Refused(problem, code=UNUSABLE)
    home = Home.open(asked.data_dir)
    what = opening(asked, home)
    from bloodfang_tui import run

    return run(home, what)


def _serve(wanted: Serving | Hosting) -> int:
    """Run a server until it is asked to end."""
    from bloodfang_sshd import run

    return run(wanted)


if __name__ == "__main__":
    sys.exit(main())
