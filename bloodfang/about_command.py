"""The command `bloodfang about`."""

from __future__ import annotations

import argparse

import bloodfang
from bloodfang.notice import about


def add_arguments(parser: argparse.ArgumentParser, _: argparse.ArgumentParser) -> None:
    """Everything the command understands: nothing more."""
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    """Print what this is."""
    print(about(bloodfang.__version__))
    return 0
