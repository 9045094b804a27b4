"""`bloodfang serve`: a server from its settings to its end."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from bloodfang.refusing import UNUSABLE, Refused
from bloodfang.serve_command import Serving
from bloodfang_sshd import addresses
from bloodfang_sshd.collecting import Collector
from bloodfang_sshd.config import Config, load
from bloodfang_sshd.logs import log_to
from bloodfang_sshd.premises import Premises


def serve(wanted: Serving) -> int:
    """Run a server until it is asked to end; Refused with one clear line if it cannot begin."""
    try:
        config = chosen(wanted)
        os.umask(0o077)  # what is written here is nobody else's to read
        asyncio.run(run_until_stopped(config, begin_anew=wanted.begin_anew))
    except Refused as why:
        raise Refused(str(why), code=UNUSABLE) from None
    return 0


def chosen(wanted: Serving) -> Config:
    """The settings of the file, with what the words of the command say in their place."""
    config = load(wanted.config) if wanted.config else Config()
    said = {"host": wanted.host, "port": wanted.port, "data_dir": wanted.data_dir and str(wanted.data_dir)}
    return with_changes(config, **{name: value for name, value in said.items() if value is not None})


def with_changes(config: Config, **changes: Any) -> Config:
    """The same settings but for these."""
    return config.model_copy(update=changes)


def stop_on_signals(stop: Callable[[], object]) -> None:
    """Be told when the process is asked to end; where the loop cannot tell (Windows), Ctrl+C ends it all the same.

    Who closes the window that a server runs in asks for it, too; who started it by `nohup` does not.
    """
    loop = asyncio.get_running_loop()
    terminals = [number for number in (0, 1, 2) if os.isatty(number)]

    def hung_up(*_: object) -> None:
        for number in terminals:  # whoever wrote to a terminal that is gone would fall, or wait for ever
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
        loop.call_soon_threadsafe(stop)

    with suppress(NotImplementedError):
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(each, stop)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            # Not by the loop, which would be told too late: SIGCONT comes next, and then Textual draws everything anew.
            signal.signal(signal.SIGHUP, hung_up)


async def run_until_stopped(config: Config, *, begin_anew: bool = False) -> None:
    """The server of these settings, from its beginning to a signal that ends it."""
    premises = Premises(config)
    collector = Collector(lambda: len(premises.inside()), lambda: premises.left)
    stop_on_signals(premises.stopping.set)
    await premises.open(begin_anew=begin_anew)
    try:
        log_to()
        for notice in premises.notices:
            print(notice, file=sys.stderr)
        print(sign(premises), flush=True)
        collector.start()
        await premises.stopping.wait()
        print("Stopping: everybody is told, and every match is kept.", flush=True)
    finally:
        collector.stop()
        await premises.close()


def sign(premises: Premises) -> str:
    """Where the server listens, and the fingerprint by which it is known (O2)."""
    config, door = premises.config, premises.door
    lines = [addresses.line(way, door.port) for way in addresses.ways(config.host)]
    closed = ["It is closed: `bloodfang admin invite` makes an invitation."] if config.closed else []
    figures = [f"Figures: http://127.0.0.1:{config.metrics_port}/metrics"] if config.metrics_port else []
    return "\n".join(
        [
            f"Blood Fang listens at {config.host or 'every address'}, port {door.port}:",
            *(f"  {line}" for line in lines),
            f"Its key is {door.fingerprint} (ED25519).",
            *closed,
            *figures,
        ]
    )
