"""The settings of a server: every default is in the shipped file, and every mistake is a sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from pydantic import BaseModel

from bloodfang import paths
from bloodfang.bots import LEVELS
from bloodfang.refusing import Refused
from bloodfang_sshd.config import Config, load
from bloodfang_sshd.stores import Stores

SHIPPED = paths.shipped_config() / "server.toml"


def test_the_shipped_file_says_what_is_so_without_it() -> None:
    assert load(SHIPPED) == Config()


def test_the_shipped_file_says_everything() -> None:
    def names(model: BaseModel) -> dict[str, object]:
        found = {name: getattr(model, name) for name in type(model).model_fields}
        return {name: names(value) if isinstance(value, BaseModel) else None for name, value in found.items()}

    def keys(said: dict[str, object]) -> dict[str, object]:
        return {name: keys(value) if isinstance(value, dict) else None for name, value in said.items()}

    assert keys(tomllib.loads(SHIPPED.read_text(encoding="utf-8"))) == names(Config())


def test_chat_and_metrics_are_off_and_nobody_is_an_admin() -> None:
    config = Config()
    assert not config.chat
    assert config.metrics_port == 0
    assert config.admins == ()


WRONG = [
    ("port = 99999", "server.toml:1: port is a whole number from 0 to 65535, not 99999"),
    ('port = "22"', "server.toml:1: port is a whole number from 0 to 65535, not '22'"),
    ("port = true", "server.toml:1: port is a whole number from 0 to 65535, not True"),
    ("closed = 1", "server.toml:1: closed is true or false, not 1"),
    ("hots = ''", "server.toml:1: hots means nothing here; did you mean 'host'?"),
    ("\n[limits]\nper_adress = 3", "server.toml:3: limits.per_adress means nothing here; did you mean 'per_address'?"),
    ("[limits]\nconnections = 0", "server.toml:2: limits.connections is a whole number from 1 to 100000, not 0"),
    ("[limits]\nidle_seconds = -1", "limits.idle_seconds is a number of seconds above 0 and up to 604800, not -1"),
    ("limits = 3", "server.toml:1: limits is a table, [limits], not 3"),
    (
        "[limits]\nidle_seconds = 60",
        "idle_warning_seconds is at most idle_seconds, and 1500 is more than 60",
    ),
    ('admins = ["ann"]', "server.toml:1: admins is a list of fingerprints such as `ssh-keygen -l` prints"),
    ('admins = "ann"', "server.toml:1: admins is a list of fingerprints such as `ssh-keygen -l` prints"),
    ('exempt = ["10.0.0.1/8"]', "server.toml:1: exempt is a list of networks such as"),
    ('bots = "mine.py"', "server.toml:1: bots is a list of bots: names of installed ones, or paths"),
    ('bots = [""]', "server.toml:1: bots is a list of bots: names of installed ones, or paths"),
    ('invite = "abc"', "server.toml:1: invite is 10 to 64 letters, digits and -, or \"\" for none, not 'abc'"),
    ('[algorithms]\nciphers = ["3des-cbc"]', "server.toml:2: algorithms.ciphers is a list of chacha20-poly1305"),
    ("[algorithms]\nciphers = []", "server.toml:2: algorithms.ciphers is a list of chacha20-poly1305"),
    ("[clocks.blitz]\nmove_seconds = 5", "server.toml:1: clocks.blitz.bank_seconds is missing"),
    ("port = x", "server.toml:1: is not TOML"),
]


@pytest.mark.parametrize(("said", "sentence"), WRONG)
def test_a_mistake_is_told_with_its_place_and_what_would_be_right(said: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text(said, encoding="utf-8")
    with pytest.raises(Refused) as why:
        load(path)
    assert sentence in str(why.value)
    assert str(why.value).count("\n") == 0


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text("port = -1\nclosed = 2\n[limits]\nqueue = 0\n", encoding="utf-8")
    with pytest.raises(Refused) as why:
        load(path)
    assert len(str(why.value).splitlines()) == 3


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot be read"):
        load(tmp_path / "server.toml")


def test_the_folder_is_the_chosen_one_or_the_usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Config(data_dir=str(tmp_path)).folder == tmp_path
    monkeypatch.setenv("BLOODFANG_DATA_DIR", str(tmp_path))
    assert Config().folder == tmp_path / "server"


BOT = """
class Mine:
    def __init__(self, seed): ...
    async def choose(self, rules, known, legal):
        return legal[-1]
"""


async def test_the_bots_of_the_file_are_offered_after_those_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT, encoding="utf-8")
    config = Config(data_dir=str(tmp_path / "data"), bots=(str(tmp_path / "mine.py"),))
    stores = await Stores.open(config, None, begin_anew=False)
    await stores.close()
    assert [level.id for level in stores.house.bots] == [*LEVELS, "mine"]


async def test_a_bot_that_is_not_there_stops_the_start_with_a_sentence(tmp_path: Path) -> None:
    config = Config(data_dir=str(tmp_path / "data"), bots=("nobody",))
    with pytest.raises(Refused, match="bots: no bot is called 'nobody'"):
        await Stores.open(config, None, begin_anew=False)
