"""A server that looks at itself: `python -m bench.probe CONFIG`. A line in asks for figures: JSON."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from bench.lateness import Lateness
from bench.players import cpu, memory
from bloodfang_sshd.config import load
from bloodfang_sshd.serving import run_until_stopped


class Probe:
    """What it saw since it was last asked: milliseconds and megabytes."""

    def __init__(self) -> None:
        self._lateness = Lateness()
        self._pauses: list[float] = []
        self._collected = [0, 0, 0]
        self._began = 0.0
        self._cpu = cpu()
        gc.callbacks.append(self._gc)

    def figures(self, look: bool) -> dict[str, Any]:
        """All of it, and from now on anew: how late the loop is only if it shall look."""
        before, self._cpu = self._cpu, cpu()
        said = {
            "cpu": self._cpu - before,
            "memory": memory(),
            "late": self._lateness.taken(),
            "collections": self._collected,
            "longest_pause": max(self._pauses, default=0.0),
        }
        self._pauses, self._collected = [], [0, 0, 0]
        if look:
            self._lateness.start()
        return said

    def _gc(self, phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.perf_counter()
        else:
            self._pauses.append((time.perf_counter() - self._began) * 1000)
            self._collected[about["generation"]] += 1


async def probed(config: Path) -> None:
    """Run the server of these settings until nobody asks any more."""
    probe = Probe()
    loop = asyncio.get_running_loop()

    def asked() -> None:
        words = os.read(sys.stdin.fileno(), 4096)
        if words:
            sys.stdout.write(json.dumps(probe.figures(words == b"look\n")) + "\n")
            sys.stdout.flush()
        else:
            loop.remove_reader(sys.stdin.fileno())
            serving.cancel()

    serving = asyncio.ensure_future(run_until_stopped(load(config)))
    loop.add_reader(sys.stdin.fileno(), asked)
    await asyncio.wait([serving])


if __name__ == "__main__":
    asyncio.run(probed(Path(sys.argv[1])))
