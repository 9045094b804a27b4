"""The command `bloodfang host`: a server for friends, on this machine, for as long as it runs."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from bloodfang.serve_command import port

EXAMPLES = """examples:
  bloodfang host                             prints what to send to friends, and opens the game for you
  bloodfang host --no-app                    for friends only; ends with Ctrl+C
  bloodfang host --open                      nobody needs an invitation: for a network you trust
  bloodfang host --port 4000

Nobody comes in without the invitation that it prints. A friend's key is known from the first time on; a friend without
a key needs the invitation each time. When you leave the game and nobody else is there, the server ends; unfinished
matches are kept.
"""


@dataclass(frozen=True, slots=True)
class Hosting:
    """A server for friends that is wanted."""

    port: int = 2_222
    data_dir: Path | None = None
    open: bool = False
    """Nobody needs an invitation."""
    app: bool = True
    """The host plays too, in this terminal."""


def add_arguments(parser: argparse.ArgumentParser, _: argparse.ArgumentParser) -> None:
    """Everything the command understands."""
    parser.epilog = EXAMPLES
    parser.add_argument("--port", type=port, default=2_222, help="the port to listen at (2222)")
    parser.add_argument("--open", action="store_true", help="let everybody in who knows the address")
    parser.add_argument("--no-app", action="store_true", help="do not open the game here")
    parser.set_defaults(serving=wish)


def wish(asked: argparse.Namespace) -> Hosting:
    """What the words ask for."""
    return Hosting(asked.port, asked.data_dir, asked.open, not asked.no_app)
