"""The command `bloodfang serve`: a server that anybody can reach by SSH."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from bloodfang import paths

EXAMPLES = """examples:
  bloodfang serve                            on port 2222, for everybody
  bloodfang serve --config server.toml       with settings of your own; config/server.toml explains them all
  bloodfang serve --port 22 --host 192.0.2.7
  bloodfang serve --data-dir /var/lib/bloodfang

Without --config, the settings are those in server.toml in the data folder, if it is there. It runs until it gets
SIGTERM or Ctrl+C: then it tells everybody, keeps every match, and is gone within ten seconds.
"""


@dataclass(frozen=True, slots=True)
class Serving:
    """A server that is wanted. What is None is as the settings say."""

    config: Path | None = None
    host: str | None = None
    port: int | None = None
    data_dir: Path | None = None
    begin_anew: bool = False
    """Go on with empty files in place of damaged ones."""


def add_arguments(parser: argparse.ArgumentParser, _: argparse.ArgumentParser) -> None:
    """Everything the command understands."""
    parser.epilog = EXAMPLES
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings, such as config/server.toml shows them")
    parser.add_argument("--host", help="the address to listen at; all of this machine's if none is named")
    parser.add_argument("--port", type=port, help="the port to listen at (2222)")
    parser.add_argument(
        "--begin-anew", action="store_true", help="keep damaged files aside, and begin without accounts or matches"
    )
    parser.set_defaults(serving=wish)


def wish(asked: argparse.Namespace) -> Serving:
    """What the words ask for."""
    config = asked.config
    if config is None:
        usual = paths.config_folder(asked.data_dir) / "server.toml"
        config = usual if usual.exists() else None
    return Serving(config, asked.host, asked.port, asked.data_dir, asked.begin_anew)


def port(text: str) -> int:
    """A port, as options have it."""
    if not (text.isascii() and text.isdigit() and int(text) <= 65_535):
        raise argparse.ArgumentTypeError(f"a port is a whole number from 0 to 65535, not {text!r}")
    return int(text)
