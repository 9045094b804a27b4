"""The command `bloodfang admin`: look after a server that runs on this machine, or bring its backup back."""

from __future__ import annotations

import argparse
import json
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from bloodfang import paths
from bloodfang.refusing import UNUSABLE, Refused

SOCKET = "admin.sock"
"""In the data folder of a server that runs; only its owner can open it."""
PATIENCE = 60.0
"""Seconds that the server has to answer: a backup may take a while."""

EXAMPLES = """examples:
  bloodfang admin who                            everybody who plays now
  bloodfang admin kick Heron-41 be kind          by name, or by the number that who shows
  bloodfang admin ban name Heron-41 7d be kind   a name, a key (SHA256:...) or a network (192.0.2.0/24)
  bloodfang admin bans                           who is kept out; unban lets them in again
  bloodfang admin announce Back in five minutes.
  bloodfang admin drain 10m                      let nobody new in, then stop; drain off goes on
  bloodfang admin invite 7d for Ann              a new invitation to a closed server; invite list, invite end NAME
  bloodfang admin backup /var/backups/fang.tar   while the server runs or not; without a path, in its data folder
  bloodfang admin restore fang.tar --replace     while it is stopped; what was there is moved aside, never deleted
  bloodfang admin audit                          what was done, and by whom
  bloodfang admin help                           all of them

Admins whose keys the server lists can do the same from afar: ssh HOST admin who
It ends with 0 if it was done, with 1 if it was not, and with 2 if the words were wrong or no server runs.
"""


def add_arguments(parser: argparse.ArgumentParser, _: argparse.ArgumentParser) -> None:
    """Everything the command understands; what the words mean, the server knows."""
    parser.epilog = EXAMPLES
    parser.add_argument("--json", action="store_true", help="the answer as data")
    parser.add_argument("--replace", action="store_true", help="with restore: move aside what is in the data folder")
    parser.add_argument("words", nargs="+", metavar="WORD", help="what to do, see below; help lists all")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Ask the server, or do without one what can be done without."""
    words: list[str] = asked.words
    data = _data_folder(asked.data_dir)
    match words:
        case ["restore", source]:
            return _say(_restored(Path(source), data, asked.replace), asked.json)
        case ["restore", *_]:
            raise Refused("say it as `restore PATH`", code=UNUSABLE)
        case ["backup", target]:
            words = ["backup", str(Path(target).expanduser().absolute())]
    said = _asked(data, words)
    if said is None and words[:1] == ["backup"] and len(words) <= 2:
        said = _backed_up(data, words[1:])
    if said is None:
        raise Refused(
            f"{paths.shown(data)}: no server runs with this folder; name another by --data-dir", code=UNUSABLE
        )
    return _say(said, asked.json)


def server_folders(chosen: Path | None) -> list[Path]:
    """Where the servers of this machine's player keep their things: the chosen folder, or the usual ones."""
    usual = paths.data_folder()
    return [chosen] if chosen else [usual / "server", usual / "host", usual]


def _data_folder(chosen: Path | None) -> Path:
    """The folder that is meant: of those that could be, the first with a server that runs."""
    folders = server_folders(chosen)
    return next((each for each in folders if (each / SOCKET).exists()), folders[0])


def _asked(data: Path, words: list[str]) -> dict[str, Any] | None:
    """What the server says; None if there is none."""
    if not hasattr(socket, "AF_UNIX"):
        raise Refused(
            "this system has no unix sockets; look after the server over SSH: ssh HOST admin who", code=UNUSABLE
        )
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        try:
            line.connect(str(data / SOCKET))
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
            return None
        except OSError as trouble:
            where = paths.shown(data / SOCKET)
            raise Refused(f"{where}: cannot be opened: {trouble.strerror or trouble}", code=UNUSABLE) from None
        with suppress(OSError, ValueError):
            line.sendall(json.dumps({"words": words}).encode() + b"\n")
            with line.makefile("rb") as answer:
                said: dict[str, Any] = json.loads(answer.readline())
                return said
    raise Refused("the server did not answer; its log may say why")


def _backed_up(data: Path, words: list[str]) -> dict[str, Any]:
    from bloodfang.backup import back_up, usual_place

    target = Path(words[0]) if words else usual_place(data)
    manifest = back_up(data, target)
    size = sum(kept.size for kept in manifest.files)
    text = f"{len(manifest.files)} files, {size / 1e6:.1f} MB: {paths.shown(target)} (no server runs)"
    return {"code": 0, "text": text, "data": {"path": str(target), "files": len(manifest.files), "bytes": size}}


def _restored(source: Path, data: Path, replace: bool) -> dict[str, Any]:
    from bloodfang.restoring import restore

    back = restore(source, data, replace=replace)
    text = f"{len(back.manifest.files)} files of {back.manifest.made} are back in {paths.shown(data)}."
    if back.aside:
        text += f"\nWhat was there is in {paths.shown(back.aside)}."
    found = {"path": str(data), "files": len(back.manifest.files), "aside": str(back.aside) if back.aside else None}
    return {"code": 0, "text": text, "data": found}


def _say(said: dict[str, Any], as_data: bool) -> int:
    code = int(said["code"])
    if as_data and not code:
        print(json.dumps(said["data"], indent=1, ensure_ascii=False))
    else:
        print(said["text"], file=sys.stderr if code else sys.stdout)
    return code
