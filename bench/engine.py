"""Prints the engine's speed, plain and (after `make compiled`) compiled: one table each."""

from __future__ import annotations

import subprocess
from pathlib import Path

from bloodfang_engine import bench

COMPILED = Path(__file__).parents[1] / ".venv-compiled" / "bin" / "python"


def main() -> None:
    print(bench.table())
    if COMPILED.exists():
        print(flush=True)
        subprocess.run([COMPILED, "-m", "bloodfang_engine", "bench"], check=True)
    else:
        print("\nThere is no compiled build to compare with: `make compiled` makes one.")


if __name__ == "__main__":
    main()
