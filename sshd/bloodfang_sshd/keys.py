"""The key by which players know the server again: made once, and then never changed (O1)."""

from __future__ import annotations

import os
from pathlib import Path

import asyncssh

from bloodfang import paths
from bloodfang.refusing import Refused

KIND = "ssh-ed25519"
NAME = "host_key"


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The key in this folder; if there is none, a new one. Refused if it cannot be had, or cannot be trusted."""
    path = folder / NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(path):
            return _new(path)
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise Refused(f"{paths.shown(path)}: others can read the host key; `chmod 600` it, or make a new one")
        key = asyncssh.read_private_key(path)
    except OSError as trouble:
        raise Refused(f"{paths.shown(path)}: the host key {_cannot(path)}: {trouble.strerror or trouble}") from None
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError):
        raise Refused(
            f"{paths.shown(path)}: this is no host key that can be read; bring back the one that was there. "
            "Without it players are warned of a stranger; a new one is made if you move it away"
        ) from None
    if key.get_algorithm() != KIND:
        raise Refused(f"{paths.shown(path)}: the host key is {KIND}, not {key.get_algorithm()}; move it away")
    return key


def fingerprint(key: asyncssh.SSHKey) -> str:
    """What a key is known by, as `ssh-keygen -l` prints it."""
    return key.get_fingerprint("sha256")


def _new(path: Path) -> asyncssh.SSHKey:
    """Written whole under another name first, so that a crash leaves no half of a key; never over one that is there."""
    key = asyncssh.generate_private_key(KIND, comment="Blood Fang")
    half = path.with_name(f".{NAME}.{os.getpid()}.new")
    number = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(key.export_private_key())
            file.flush()
            os.fsync(file.fileno())
        os.link(half, path)
    except FileExistsError:  # another server was quicker
        return host_key(path.parent)
    finally:
        half.unlink()
    return key


def _cannot(path: Path) -> str:
    return "cannot be read" if os.path.lexists(path) else "cannot be made"
