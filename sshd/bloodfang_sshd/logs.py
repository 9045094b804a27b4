"""What happened, for whoever runs the server: a line of JSON each, with nothing secret in it (T6)."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any, TextIO

from bloodfang_sshd.texts import clean

LONGEST = 200
"""Characters of a value; a traceback may have more."""


def tell(log: logging.Logger, event: str, *, level: int = logging.INFO, **facts: object) -> None:
    """Log an event with its facts. Room codes, keys, hands, seeds and chat are none; nor is a whole address."""
    log.log(level, event, extra={"facts": facts})


def shortened(address: str) -> str:
    """Where somebody came from, roughly: enough to see a flood, too little to find a person."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return "elsewhere"
    if not isinstance(found, IPv4Address):
        if found.ipv4_mapped is None:
            return str(IPv6Network((int(found) >> 80 << 80, 48)))
        found = found.ipv4_mapped
    return f"{str(found).rpartition('.')[0]}.x"


def log_to(stream: TextIO | None = None, level: int = logging.INFO) -> logging.Handler:
    """Write everything that is logged from now on to a stream; to the process's own stderr if none is named."""
    handler = logging.StreamHandler(stream or sys.__stderr__)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    # It would log user names, commands and what clients say about themselves, uncleaned.
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    logging.captureWarnings(True)
    return handler


class Lines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The moment, how grave it is, what happened, and its facts."""
        said: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": clean(record.getMessage(), LONGEST),
        }
        said |= {name: _plain(value) for name, value in getattr(record, "facts", {}).items()}
        if record.exc_info and record.exc_info[1]:
            said["trace"] = _trace(record.exc_info[1])
        return json.dumps(said, ensure_ascii=True)


def _plain(value: object) -> object:
    return value if isinstance(value, bool | int | float) or value is None else clean(str(value), LONGEST)


def _trace(error: BaseException) -> list[str]:
    """Where it went wrong, without any values: they could be anything."""
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    return [*places[-30:], type(error).__name__]
