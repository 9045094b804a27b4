"""The command `bloodfang doctor`: what the game finds here, to read and to send along with a question."""

from __future__ import annotations

import argparse

from bloodfang import doctor, terminal
from bloodfang.glyphs import Glyphs
from bloodfang.refusing import WRONG

EXAMPLES = """examples:
  bloodfang doctor                 what this terminal can do, and where your files are
  bloodfang doctor > report.txt    the same as plain text, to send to somebody who can help

It ends with 1 if something keeps the game from working. Nothing is changed by looking.
"""


def add_arguments(parser: argparse.ArgumentParser, _: argparse.ArgumentParser) -> None:
    """Everything the command understands: nothing more."""
    parser.epilog = EXAMPLES
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Print all that is found; 1 if the game does not work like this."""
    found = list(doctor.findings(asked.data_dir))
    for each in found:
        print(f"{each.what:<13} {each.says}")
        if each.hint:
            print(f"{'  !' if each.fatal else '  -':<13} {each.hint}")
    print(f"\n{doctor.samples(terminal.depth('auto'), terminal.glyphs(False) is Glyphs.ASCII)}\n")
    fatal = [each.what for each in found if each.fatal]
    print(f"The game does not work like this: see {', '.join(fatal)}." if fatal else "The game can be played here.")
    return WRONG if fatal else 0
