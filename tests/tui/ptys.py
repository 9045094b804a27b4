"""The game in a process of its own at a terminal of its own: what it sends is seen, and it can be killed."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType

from glass import Glass

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "down": "\x1b[B",
    "up": "\x1b[A",
    "left": "\x1b[D",
    "right": "\x1b[C",
    "tab": "\t",
}

LONGEST = 64
"""Characters that a sequence of controls may have."""

_FRAME = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\d+;\d+H|\x1b\[2J|[^\x00-\x1f\x7f-\x9f]+")
_OTHER = re.compile(
    r"\x1b\[[<-?]?[0-9;]*[ -/]*[@-~]"  # modes and questions
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[P_][^\x1b]*\x1b\\"  # strings
    r"|\x1b[=>78]|.",
    re.DOTALL,
)


class Terminal:
    """A terminal in which the game runs: `with Terminal("play", folder=...) as terminal`."""

    def __init__(self, *words: str, folder: Path, size: tuple[int, int] = (80, 24)) -> None:
        self._master, slave = pty.openpty()
        columns, rows = size
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = termios.tcgetattr(slave)
        self._slave = slave
        unset = ("NO_COLOR", "FORCE_COLOR", "BLOODFANG_DATA_DIR")
        kept = {name: value for name, value in os.environ.items() if name not in unset}
        command = [sys.executable, "-m", "bloodfang.cli", *words, "--data-dir", str(folder)]
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={
                **kept,
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "COLUMNS": str(columns),
                "LINES": str(rows),
            },
            start_new_session=True,
        )
        self.sent = ""
        """Everything that the terminal was sent."""
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._glass = Glass(columns, rows)
        self._drawn = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.kill()
        os.close(self._slave)
        os.close(self._master)

    @property
    def text(self) -> str:
        """What is on the screen."""
        while self._drawn < len(self.sent):
            found = _FRAME.match(self.sent, self._drawn)
            if found:
                self._draw(found[0])
            else:
                found = _OTHER.match(self.sent, self._drawn)
                assert found
                if found[0] == "\x1b" and len(self.sent) - self._drawn < LONGEST:
                    break  # the rest is on its way
            self._drawn = found.end()
        return "\n".join("".join(cell for cell, _ in row).rstrip() for row in self._glass.cells)

    def until(self, text: str, seconds: float = 20) -> str:
        """Wait for a text on the screen, and until nothing moves; what is on it then."""
        end = time.monotonic() + seconds
        while text not in self.text:
            left = end - time.monotonic()
            assert left > 0, f"no {text!r} on the screen:\n{self.text}"
            self._read(min(left, 0.5))
        while self._read(0.15):  # the rest of the frame
            pass
        return self.text

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            os.write(self._master, KEYS.get(key, key).encode())
            self._read(0.03)

    def kill(self) -> None:
        """The process ends at once, without a chance to say anything."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def ended(self, seconds: float = 20) -> int:
        """Wait until the process ends by itself; its exit code."""
        end = time.monotonic() + seconds
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it does not end:\n{self.text}"
            self._read(0.1)
        while self._read(0.1):
            pass
        return self.process.returncode

    @property
    def modes(self) -> list[object]:
        """How the terminal treats input and output now."""
        return termios.tcgetattr(self._slave)

    def _draw(self, part: str) -> None:
        if part.startswith("\x1b[") and part.endswith("m") and not part.startswith("\x1b[0"):
            part = f"\x1b[0;{part[2:]}"
        self._glass.write(part)

    def _read(self, seconds: float) -> bool:
        if select.select([self._master], [], [], seconds)[0]:
            self.sent += self._decoder.decode(os.read(self._master, 65536))
            return True
        return False
