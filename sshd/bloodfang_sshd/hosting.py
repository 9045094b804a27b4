"""`bloodfang host`: a server for friends, closed to strangers, with the host at a table of it."""

from __future__ import annotations

import asyncio
import contextvars
import getpass
import logging
import os
import sys
from pathlib import Path

from textual.app import App
from textual.driver import Driver

from bloodfang import paths, refusals, terminal
from bloodfang.accounts import Person
from bloodfang.glyphs import Glyphs
from bloodfang.host_command import Hosting
from bloodfang.refusing import UNUSABLE, Refused
from bloodfang_sshd import addresses, qr
from bloodfang_sshd.config import Config
from bloodfang_sshd.identity import Arrival
from bloodfang_sshd.logs import log_to
from bloodfang_sshd.premises import Premises
from bloodfang_sshd.serving import stop_on_signals
from bloodfang_sshd.visits import Facts

LOG = "host.log"
HOME = "127.0.0.1"


def host(wanted: Hosting) -> int:
    """Run a server for friends until its host leaves; Refused with one clear line if it cannot begin."""
    if wanted.app and (problem := terminal.why_not()):
        raise Refused(f"{problem} With --no-app nobody plays here, and friends still can.", code=UNUSABLE)
    folder = wanted.data_dir or paths.data_folder() / "host"
    config = Config(port=wanted.port, data_dir=str(folder), closed=not wanted.open)
    try:
        os.umask(0o077)  # what is written here is nobody else's to read
        asyncio.run(_host(config, wanted.app))
    except Refused as why:
        raise Refused(str(why), code=UNUSABLE) from None
    return 0


async def _host(config: Config, with_app: bool) -> None:
    premises = Premises(config)
    stop_on_signals(premises.stopping.set)
    handler = _log_to(config.folder)
    await premises.open()
    try:
        invite = await premises.invites.new("by bloodfang host") if premises.invites else ""
        print(letter(premises, invite), flush=True)
        if with_app:
            await _play(premises)
        else:
            await premises.stopping.wait()
    finally:
        await premises.close()
        logging.getLogger().removeHandler(handler)
        handler.close()
    print("The server has ended. Unfinished matches are kept for the next time.")


async def _play(premises: Premises) -> None:
    """Open the game for the host, and again as long as friends are there and the host wants to."""
    asked = "\nEnter opens the game; friends can come at any time. "
    while await _entered(premises, asked):
        await open_for_host(premises)
        here = len(premises.inside())
        if premises.stopping.is_set() or not here:
            return
        asked = f"\n{here} still here. Enter opens the game again; Ctrl+C ends the server for all. "


async def _entered(premises: Premises, asked: str) -> bool:
    """Wait for Enter; whether it came before the server was asked to end."""
    loop, entered = asyncio.get_running_loop(), asyncio.Event()
    print(asked, end="", flush=True)

    def heard() -> None:
        sys.stdin.readline()
        entered.set()

    loop.add_reader(sys.stdin, heard)
    waits = [loop.create_task(event.wait()) for event in (entered, premises.stopping)]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        loop.remove_reader(sys.stdin)
        for each in waits:
            each.cancel()
    return not premises.stopping.is_set()


def letter(premises: Premises, invite: str) -> str:
    """What to send to friends: the lines for every way to this machine, the first also as a QR code."""
    port = premises.door.port
    ways = addresses.ways(premises.config.host)
    lines = [(addresses.line(way, port, invite), way.about) for way in ways]
    widest = max(len(line) for line, _ in lines)
    glyphs, depth = terminal.glyphs(False), terminal.depth("auto")
    return "\n".join(
        [
            *premises.notices,
            qr.drawn(lines[0][0], depth, ascii_only=glyphs is Glyphs.ASCII),  # the lines must not scroll away
            "",
            "Friends play with you by this line, each in a terminal of their own:",
            "",
            *(f"  {line:<{widest}}   {about}" for line, about in lines),
            "",
            *(
                [
                    "The part before the @ is the invitation. It is shown only now, and holds for 30 days. A friend's",
                    "key is known from the first time on, and needs no invitation again.",
                ]
                if invite
                else ["Everybody who knows the address can come in."]
            ),
            f"Their ssh asks once whether it knows this machine; its key is {premises.door.fingerprint}.",
        ]
    )


async def open_for_host(premises: Premises) -> None:
    """Open the app in this terminal, as a session of the host's beside all others in this loop, until it is left."""
    person, new = await _host_person(premises)
    arrival = Arrival(person, premises.door.fingerprint, new=new, is_admin=True)
    driver: type[Driver] = App.get_driver_class(None)  # type: ignore[arg-type]
    facts = Facts(arrival, HOME, dict(os.environ), (), driver)
    # In a context of its own, as every session: whatever the app puts there stays with it.
    context = contextvars.Context()
    app = premises.show(facts, leave=lambda _: context.copy().run(app.exit))
    playing = asyncio.get_running_loop().create_task(app.run_async(), context=context)
    stopping = asyncio.get_running_loop().create_task(premises.stopping.wait())
    try:
        await asyncio.wait([playing, stopping], return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            context.copy().run(app.exit)
        await playing
    finally:
        stopping.cancel()
        premises.gone(app)
    if app.parting:
        print(f"{app.parting} What happened is in {paths.shown(premises.folder / LOG)}.")


async def _host_person(premises: Premises) -> tuple[Person, bool]:
    """The host's account: that of the server's own key, for only who has this machine has it."""
    people, fingerprint = premises.people, premises.door.fingerprint
    if known := await people.by_key(fingerprint):
        return known, False
    try:
        return await people.enrol(getpass.getuser().capitalize(), fingerprint, "the host"), True
    except (refusals.Refused, OSError, KeyError):
        return await people.enrol("", fingerprint, "the host"), True


def _log_to(folder: Path) -> logging.Handler:
    """Nothing may be written over the table: the log goes to a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return log_to((folder / LOG).open("a", encoding="utf-8"))
    except OSError as trouble:
        raise Refused(f"{paths.shown(folder)}: cannot be written to: {trouble.strerror or trouble}") from None
