"""The optional fast engine: the same sources, with the hot modules compiled by mypyc.

The modules are named in one place, pyproject.toml beside this file: [tool.bloodfang] hot = [...].

This is a build hook of hatchling, and it is off by default: an ordinary build of the engine never sees it. Turned on,

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=true pip wheel --no-build-isolation ./engine

it copies the package into a folder of its own, lets mypyc translate the hot modules to C and setuptools compile them
there, and adds what came out to the wheel. The wheel then fits this Python and this machine only, which its name
says. The .py files stay in it: Python prefers a compiled module that lies beside its source, and tracebacks still have
lines to show. Needed: mypy, setuptools and hatchling where pip runs, a C compiler, and Python's headers.

Run as a script, it says which hot modules of the engine installed here are compiled, and fails if one is not:

    python engine/compile.py
"""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
PACKAGE = "bloodfang_engine"
COMPILED = str(sysconfig.get_config_var("EXT_SUFFIX"))

SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

setup(name="hot", packages=[], ext_modules=mypycify({arguments!r}, group_name={group!r}, opt_level="3"))
"""


class CompileHook(BuildHookInterface[BuilderConfig]):
    """Adds the compiled modules to the engine's wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and tell hatchling what to take along and that the wheel is no longer for every machine."""
        if version == "editable":
            sys.exit("an editable install runs the sources as they are: leave the compiler hook off")
        self.workshop = tempfile.TemporaryDirectory(prefix="bloodfang-engine-")
        workshop = Path(self.workshop.name)
        for made in compile_package(Path(self.root), workshop, hot_modules(Path(self.root))):
            build_data["force_include"][str(made)] = made.relative_to(workshop).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """The wheel is written: the workshop can go."""
        self.workshop.cleanup()


def hot_modules(root: Path) -> list[str]:
    """The dotted names of the modules to compile."""
    tables = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    hot: list[str] = tables["tool"]["bloodfang"]["hot"]
    if not hot:
        sys.exit("nothing to compile: engine/pyproject.toml names no module in [tool.bloodfang] hot")
    return hot


def compile_package(root: Path, workshop: Path, hot: Sequence[str]) -> Iterator[Path]:
    """Compile the hot modules of a copy of the package in the workshop; yields what was made."""
    shutil.copytree(root / PACKAGE, workshop / PACKAGE, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    sources = [str(_source(workshop, module).relative_to(workshop)) for module in hot]
    # No configuration file: the types are judged by `make check`, here they only have to hold.
    arguments = ["--config-file=", *sources]
    (workshop / "setup.py").write_text(SETUP.format(arguments=arguments, group=PACKAGE), encoding="utf-8")
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    if subprocess.run(command, cwd=workshop, check=False).returncode:
        sys.exit("the hot modules do not compile: what mypyc or the C compiler said stands above")
    for made in sorted(workshop.rglob(f"*{COMPILED}")):
        if made.relative_to(workshop).parts[0] != "build":
            yield made


def main() -> int:
    """Say of each hot module whether the installed engine has it compiled."""
    if sys.path and Path(sys.path[0]).resolve() == HERE:
        del sys.path[0]  # the script's own folder: its sources would hide what is installed
    plain = 0
    for module in hot_modules(HERE):
        file = str(importlib.import_module(module).__file__)
        compiled = file.endswith(COMPILED)
        plain += not compiled
        print(f"{module:40} {'compiled' if compiled else 'plain Python'}")
    return 1 if plain else 0


def _source(folder: Path, module: str) -> Path:
    path = folder.joinpath(*module.split("."))
    for source in (path.with_suffix(".py"), path / "__init__.py"):
        if source.is_file():
            return source
    sys.exit(f"[tool.bloodfang] hot names {module!r}, and the engine has no such module")


if __name__ == "__main__":
    sys.exit(main())
