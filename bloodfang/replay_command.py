"""The command `bloodfang replay`: a match that was kept, checked before anybody looks at it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from bloodfang.opening import WatchRecord
from bloodfang.refusing import Refused

if TYPE_CHECKING:
    from bloodfang.home import Home

EXAMPLES = """examples:
  bloodfang replay match.toml      from its first move to its last, forwards and backwards

The matches you keep are files in the folder `records` of your data; `bloodfang doctor` says where that is.
"""


def add_arguments(replay: argparse.ArgumentParser, _: argparse.ArgumentParser) -> None:
    """Everything the command understands."""
    replay.epilog = EXAMPLES
    replay.add_argument("file", type=Path, metavar="FILE", help="the record of a match")
    replay.set_defaults(opening=opening)


def opening(asked: argparse.Namespace, home: Home) -> WatchRecord:
    """The record in the file, played through once; Refused if it is damaged or its cards are not here."""
    from bloodfang import paths
    from bloodfang.recordbox import checked, read_record, title_of
    from bloodfang_engine.errors import BadRecord

    try:
        record = read_record(asked.file)
    except BadRecord as unread:
        raise Refused(str(unread)) from None
    try:
        checked(record, home.library)
    except BadRecord as wrong:
        raise Refused(f"{paths.shown(asked.file)}: {wrong}") from None
    return WatchRecord(record, title_of(asked.file))
