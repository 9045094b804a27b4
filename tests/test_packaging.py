"""What is shipped: both wheels, built as a release would build them, and used where no checkout is."""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from email.message import Message
from importlib.metadata import distribution
from pathlib import Path

import pytest

import bloodfang

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "engine"
SHIPPED = {".py", ".toml", ".typed"}


@pytest.fixture(scope="module")
def engine_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(ENGINE, tmp_path_factory.mktemp("engine"))


@pytest.fixture(scope="module")
def game_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(ROOT, tmp_path_factory.mktemp("game"))


@pytest.fixture(scope="module")
def bare_python(engine_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has the standard library, the engine's wheel, and nothing else."""
    home = tmp_path_factory.mktemp("bare")
    venv.create(home, symlinks=os.name != "nt")
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    run([*pip, "install", "--quiet", "--no-index", "--no-deps", str(engine_wheel)], home)
    return python


@pytest.fixture(scope="module")
def player(engine_wheel: Path, game_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a player who has installed both wheels, far from any checkout.

    What they stand on is taken from here instead of an index, so that this needs no network.
    """
    home = tmp_path_factory.mktemp("player")
    venv.create(home, symlinks=os.name != "nt")
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    run([*pip, "install", "--quiet", "--no-index", "--no-deps", str(engine_wheel), str(game_wheel)], home)
    site = run([str(python), "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], home).strip()
    for name in ("pydantic", "pydantic-core", "typing-extensions", "typing-inspection", "annotated-types"):
        for file in distribution(name).files or ():
            if ".." not in file.parts:
                target = Path(site) / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(file.locate()), target)
    return scripts / ("bloodfang.exe" if os.name == "nt" else "bloodfang")


def test_the_engine_needs_no_other_distribution(engine_wheel: Path) -> None:
    assert metadata(engine_wheel)["Name"] == "bloodfang-engine"
    assert metadata(engine_wheel).get_all("Requires-Dist") is None


def test_the_engine_ships_all_its_modules_its_types_and_its_profiles(engine_wheel: Path) -> None:
    written = {
        path.relative_to(ENGINE).as_posix()
        for path in (ENGINE / "bloodfang_engine").rglob("*")
        if path.suffix in SHIPPED and path.is_file()
    }
    packed = {name for name in names(engine_wheel) if not name.split("/")[0].endswith(".dist-info")}
    assert packed == written
    assert "bloodfang_engine/py.typed" in packed
    assert any(name.endswith(".toml") for name in packed)


def test_an_ordinary_engine_wheel_fits_every_python_and_machine(engine_wheel: Path) -> None:
    assert engine_wheel.name.endswith("-py3-none-any.whl")


def test_the_engine_can_be_imported_where_nothing_else_is_installed(bare_python: Path, tmp_path: Path) -> None:
    where = run([str(bare_python), "-I", "-c", "import bloodfang_engine; print(bloodfang_engine.__file__)"], tmp_path)
    assert Path(where.strip()).resolve().is_relative_to(bare_python.parent.parent.resolve())


def test_the_engines_readme_is_true_where_nothing_else_is_installed(bare_python: Path, tmp_path: Path) -> None:
    readme = ENGINE / "README.md"
    assert ">>>" in readme.read_text(encoding="utf-8")
    assert run([str(bare_python), "-I", "-m", "doctest", str(readme)], tmp_path) == ""


def test_the_engine_in_the_projects_readme_runs_as_it_stands(bare_python: Path, tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [lines] = re.findall(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert run([str(bare_python), "-I", "-c", lines], tmp_path).startswith("Outcome(")


def test_the_game_needs_the_engine(game_wheel: Path) -> None:
    assert "bloodfang-engine<0.2,>=0.1" in needed(game_wheel)


def test_the_game_ships_its_modules_its_cards_its_settings_and_its_list_of_names(game_wheel: Path) -> None:
    packed = set(names(game_wheel))
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "bloodfang").rglob("*.py")}
    cards = {f"bloodfang/data/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "cards").rglob("*.toml")}
    assert len(cards) > 20
    config = {f"bloodfang/data/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "config").rglob("*.toml")}
    assert len(config) >= 2
    assert modules | cards | config | {"bloodfang/py.typed", "bloodfang/reserved-names.json"} <= packed


def test_the_installed_game_has_its_cards_with_it(player: Path, tmp_path: Path) -> None:
    told = run([str(player), "cards", "check", "--data-dir", str(tmp_path)], tmp_path)
    assert re.fullmatch(r"145 cards, 21 tokens, \d+ decks: ok\n", told)
    assert "Pardon" in run([str(player), "cards", "show", "pardon", "--ascii"], tmp_path)
    assert "The match is over" in run([str(player), "demo", "--seed", "7", "--data-dir", str(tmp_path)], tmp_path)


def test_the_yardstick_of_the_benchmarks_is_in_no_metadata(engine_wheel: Path, game_wheel: Path) -> None:
    assert not [need for need in needed(engine_wheel) + needed(game_wheel) if "chess" in need.lower()]


def test_the_game_leaves_the_engine_to_its_own_wheel(game_wheel: Path) -> None:
    tops = {name.split("/")[0] for name in names(game_wheel)}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"bloodfang", "bloodfang_tui", "bloodfang_sshd"}


def test_the_version_is_the_same_wherever_it_is_written(engine_wheel: Path, game_wheel: Path) -> None:
    assert metadata(game_wheel)["Version"] == bloodfang.__version__
    assert metadata(engine_wheel)["Version"] == bloodfang.__version__


def test_both_wheels_carry_the_same_licence(engine_wheel: Path, game_wheel: Path) -> None:
    licence = (ROOT / "LICENSE").read_bytes()
    assert [licence, licence] == [packed_licence(engine_wheel), packed_licence(game_wheel)]


def build_wheel(project: Path, out: Path) -> Path:
    """Build with the tools that are installed here: nothing is fetched."""
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(project)], out)
    [wheel] = out.glob("*.whl")
    return wheel


def metadata(wheel: Path) -> Message:
    return email.message_from_bytes(read(wheel, "METADATA"))


def needed(wheel: Path) -> list[str]:
    return [str(need) for need in metadata(wheel).get_all("Requires-Dist") or []]


def packed_licence(wheel: Path) -> bytes:
    return read(wheel, "LICENSE")


def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def read(wheel: Path, ending: str) -> bytes:
    """The one file of a wheel whose name ends so."""
    [name] = [name for name in names(wheel) if name.endswith(f"/{ending}")]
    with zipfile.ZipFile(wheel) as archive:
        return archive.read(name)


def run(command: list[str], cwd: Path) -> str:
    """What a command prints; its whole output in the report if it fails."""
    done = subprocess.run(command, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout
