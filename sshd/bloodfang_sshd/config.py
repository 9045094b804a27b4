"""What whoever runs a server may choose: the model of config/server.toml."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from bloodfang import paths
from bloodfang.refusing import Refused
from bloodfang.spelling import meant
from bloodfang_engine.document import Document, read_file
from bloodfang_engine.errors import CardError, listed, shown

Kex = Literal["mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org"]
Cipher = Literal["chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com"]
Signature = Literal[
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-512",
    "rsa-sha2-256",
]
"""Only what is sound today can be chosen: no SHA-1, no CBC, no DSA (N17)."""


def _number(least: int, most: int) -> Any:
    return Field(ge=least, le=most, description=f"a whole number from {least} to {most}")


def _seconds(most: int) -> Any:
    return Field(gt=0, le=most, description=f"a number of seconds above 0 and up to {most}")


def _some(names: object) -> Any:
    return Field(strict=False, min_length=1, description=f"a list of {listed(get_args(names))}")


def _fingerprint(text: str) -> str:
    if not (text.startswith("SHA256:") and len(text) == 50):
        raise ValueError
    return text


def _network(text: str) -> str:
    ip_network(text)
    return text


Fingerprints = Annotated[
    tuple[Annotated[str, AfterValidator(_fingerprint)], ...],
    Field(
        strict=False, description='a list of fingerprints such as `ssh-keygen -l` prints, "SHA256:" and 43 characters'
    ),
]
Networks = Annotated[
    tuple[Annotated[str, AfterValidator(_network)], ...],
    Field(strict=False, description='a list of networks such as "192.0.2.0/24" or "2001:db8::/32"'),
]
Bots = Annotated[
    tuple[Annotated[str, Field(min_length=1)], ...],
    Field(strict=False, description='a list of bots: names of installed ones, or paths such as "/srv/bots/mine.py"'),
]


class Part(BaseModel):
    """A table of the file; nothing in it changes while the server runs."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Limits(Part):
    """How much anybody gets, by the promise that it keeps."""

    connections: Annotated[int, _number(1, 100_000)] = 1_000  # N1
    full_wait_seconds: Annotated[float, _seconds(3_600)] = 30
    unproven_some: Annotated[int, _number(1, 100_000)] = 50  # N2
    unproven_all: Annotated[int, _number(1, 100_000)] = 200
    per_address: Annotated[int, _number(1, 10_000)] = 8  # N3
    attempts_a_minute: Annotated[int, _number(1, 10_000)] = 30
    penalty_seconds: Annotated[float, _seconds(3_600)] = 30  # N4
    penalty_most_seconds: Annotated[float, _seconds(86_400)] = 600
    penalty_memory_seconds: Annotated[float, _seconds(604_800)] = 3_600
    login_seconds: Annotated[float, _seconds(600)] = 20  # N5
    key_tries: Annotated[int, _number(1, 100)] = 20  # N6
    other_tries: Annotated[int, _number(1, 100)] = 6
    commands: Annotated[int, _number(1, 100)] = 4  # N7
    environment_names: Annotated[int, _number(0, 1_000)] = 16  # N10
    environment_bytes: Annotated[int, _number(1, 4_096)] = 256
    keepalive_seconds: Annotated[float, _seconds(3_600)] = 30  # N12
    keepalive_tries: Annotated[int, _number(1, 100)] = 3
    idle_warning_seconds: Annotated[float, _seconds(604_800)] = 1_500  # N13
    idle_seconds: Annotated[float, _seconds(604_800)] = 1_800
    unsent_hold_bytes: Annotated[int, _number(4_096, 100_000_000)] = 262_144  # N14
    unsent_most_bytes: Annotated[int, _number(4_096, 100_000_000)] = 1_048_576
    stalled_seconds: Annotated[float, _seconds(3_600)] = 30
    queue: Annotated[int, _number(1, 10_000)] = 256  # N15
    paste_bytes: Annotated[int, _number(1, 1_000_000)] = 4_096
    input_bytes_a_minute: Annotated[int, _number(1, 100_000_000)] = 32_768
    keys_a_second: Annotated[int, _number(1, 10_000)] = 40
    keys_at_once: Annotated[int, _number(1, 10_000)] = 80
    resizes_a_second: Annotated[int, _number(1, 1_000)] = 10  # N16
    resize_flood_a_second: Annotated[int, _number(1, 10_000)] = 50
    resize_flood_seconds: Annotated[float, _seconds(3_600)] = 5
    starts_a_second: Annotated[int, _number(1, 1_000)] = 20  # G6
    stop_seconds: Annotated[float, _seconds(600)] = 5  # O4

    @model_validator(mode="after")
    def _in_order(self) -> Limits:
        for less, more in (
            ("unproven_some", "unproven_all"),
            ("penalty_seconds", "penalty_most_seconds"),
            ("idle_warning_seconds", "idle_seconds"),
            ("unsent_hold_bytes", "unsent_most_bytes"),
        ):
            if getattr(self, less) > getattr(self, more):
                least, most = getattr(self, less), getattr(self, more)
                raise ValueError(f"{less} is at most {more}, and {least:g} is more than {most:g}")
        return self


class Algorithms(Part):
    """What is spoken, the best first; what this machine's libraries do not know is passed over (N17)."""

    key_exchange: Annotated[tuple[Kex, ...], _some(Kex)] = get_args(Kex)
    ciphers: Annotated[tuple[Cipher, ...], _some(Cipher)] = get_args(Cipher)
    player_keys: Annotated[tuple[Signature, ...], _some(Signature)] = get_args(Signature)


class ClockPreset(Part):
    """How long a player may think: so long for each move, and a bank for all that take longer."""

    move_seconds: Annotated[float, _seconds(86_400)]
    bank_seconds: Annotated[float, _seconds(86_400)]


class Clocks(Part):
    """The clocks that a match may be played with; a match may also have none."""

    relaxed: ClockPreset = ClockPreset(move_seconds=60, bank_seconds=600)
    blitz: ClockPreset = ClockPreset(move_seconds=10, bank_seconds=60)


class Config(Part):
    """Everything. What is not chosen has the value that config/server.toml shows."""

    host: Annotated[str, Field(description='an address of this machine, or "" for all of them')] = ""
    port: Annotated[int, _number(0, 65_535)] = 2_222
    data_dir: Annotated[str, Field(description='a folder, or "" for the usual place')] = ""
    closed: Annotated[bool, Field(description="true or false")] = False
    invite: Annotated[
        str, Field(pattern=r"^([A-Za-z0-9-]{10,64})?$", description='10 to 64 letters, digits and -, or "" for none')
    ] = ""
    allowed: Fingerprints = ()
    admins: Fingerprints = ()
    chat: Annotated[bool, Field(description="true or false")] = False
    metrics_port: Annotated[int, _number(0, 65_535)] = 0
    exempt: Networks = ()
    bots: Bots = ()
    bot_processes: Annotated[int, _number(1, 64)] = 1
    limits: Limits = Limits()
    algorithms: Algorithms = Algorithms()
    clocks: Clocks = Clocks()

    @property
    def folder(self) -> Path:
        """Where everything is kept that must outlive the server."""
        return Path(self.data_dir).expanduser() if self.data_dir else paths.data_folder() / "server"


def load(path: Path) -> Config:
    """What a file chooses; Refused with a sentence for each problem if anything in it is wrong."""
    try:
        document = read_file(path, paths.shown(path))
    except CardError as unread:
        raise Refused(*map(str, unread.problems)) from None
    try:
        return Config.model_validate(document.said)
    except ValidationError as wrong:
        told: dict[tuple[object, ...], str] = {}
        for each in wrong.errors(include_url=False):  # a list with a wrong entry may be wrong once more as a whole
            told.setdefault(tuple(name for name in each["loc"] if isinstance(name, str)), _sentence(document, each))
        raise Refused(*told.values()) from None


def _sentence(document: Document, error: ErrorDetails) -> str:
    """Where, what, and what would be right."""
    place = error["loc"]
    names = [str(each) for each in place if isinstance(each, str)]
    at, name = document.at(*place), ".".join(names)
    table = _table(names[:-1])
    match error["type"]:
        case "extra_forbidden":
            return f"{at}: {name} means nothing here{meant(names[-1], table.model_fields)}"
        case "missing":
            return f"{at}: {name} is missing"
        case "model_type":
            return f"{at}: {name} is a table, [{name}], not {shown(error['input'])}"
        case "value_error" if issubclass(_table(names), Part) and not isinstance(error["input"], str):
            return f"{at}: in {name}, {error['ctx']['error']}"
    return f"{at}: {name} is {table.model_fields[names[-1]].description}, not {shown(error['input'])}"


def _table(names: list[str]) -> type[Part]:
    """The model of the table that these names lead to; the nearest one if they lead to a value."""
    model: type[Part] = Config
    for name in names:
        kind = model.model_fields[name].annotation if name in model.model_fields else None
        if not (isinstance(kind, type) and issubclass(kind, Part)):
            break
        model = kind
    return model
