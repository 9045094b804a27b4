"""Whom the server keeps out, and what those who look after it have done: bans and the audit in the people's file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Literal

from bloodfang.accounts import Person, by_name, moment
from bloodfang.callsigns import MARK_OF_GUESTS, callsign, looks
from bloodfang.keyring import is_fingerprint
from bloodfang.match import Refused
from bloodfang.speech import spoken

Kind = Literal["key", "network", "name"]
WIDEST = {4: 8, 6: 16}
"""A ban of a wider network would be a slip of the hand."""


@dataclass(frozen=True, slots=True)
class Ban:
    """Somebody who is kept out."""

    kind: Kind
    what: str
    until: datetime | None
    """None: for ever."""
    why: str
    by: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Audited:
    """Something that was done to the server."""

    since: datetime
    by: str
    what: str


def ban(
    database: sqlite3.Connection, now: float, kind: Kind, what: str, by: str, why: str, seconds: float | None
) -> Ban:
    """Keep a key, a network or a person out; Refused if `what` is none."""
    shown, signs = _meant(database, kind, what)
    until = None if seconds is None else now + seconds
    row = (kind, shown, until, spoken(why), spoken(by), now)
    for sign in signs:
        database.execute("DELETE FROM bans WHERE sign = ?", (sign,))
        database.execute(
            "INSERT INTO bans (sign, kind, what, until, why, actor, since) VALUES (?, ?, ?, ?, ?, ?, ?)", (sign, *row)
        )
    audit(database, now, by, f"ban {kind} {shown} {'for ever' if seconds is None else f'for {seconds:.0f} s'}: {why}")
    return _ban(row)


def unban(database: sqlite3.Connection, now: float, kind: Kind, what: str, by: str) -> None:
    """Let them in again; Refused if there was no such ban."""
    shown, signs = _meant(database, kind, what)
    gone = 0
    for sign in signs:
        gone += database.execute("DELETE FROM bans WHERE sign = ?", (sign,)).rowcount
    gone += database.execute("DELETE FROM bans WHERE kind = ? AND what = ?", (kind, shown)).rowcount
    if not gone:
        raise Refused(f"there is no ban of the {kind} {shown}")
    audit(database, now, by, f"unban {kind} {shown}")


def banned(
    database: sqlite3.Connection, now: float, person: Person | None, fingerprint: str, address: str
) -> Ban | None:
    """The ban that keeps this visitor out, the one that lasts longest."""
    signs = [*([f"key {fingerprint}"] if fingerprint else []), *_signs_of(address)]
    if person:
        signs += [f"person {person.id}", *(f"look {look}" for look in looks(person.name.removeprefix(MARK_OF_GUESTS)))]
    row = database.execute(
        "SELECT kind, what, until, why, actor, since FROM bans"
        f" WHERE (until IS NULL OR until > ?) AND sign IN ({', '.join('?' * len(signs))})"
        " ORDER BY until IS NOT NULL, until DESC LIMIT 1",
        (now, *signs),
    ).fetchone()
    return _ban(row) if row else None


def running(database: sqlite3.Connection, now: float) -> tuple[Ban, ...]:
    """All bans that have not ended, the latest first."""
    rows = database.execute(
        "SELECT DISTINCT kind, what, until, why, actor, since FROM bans WHERE until IS NULL OR until > ?"
        " ORDER BY since DESC, what",
        (now,),
    )
    return tuple(map(_ban, rows))


def audit(database: sqlite3.Connection, now: float, by: str, what: str) -> None:
    """Note what somebody who looks after the server did."""
    database.execute(
        "INSERT INTO audit (since, actor, what) VALUES (?, ?, ?)", (now, spoken(by), spoken(what, longest=500))
    )


def audited(database: sqlite3.Connection, most: int) -> tuple[Audited, ...]:
    """What was done, the latest first."""
    rows = database.execute("SELECT since, actor, what FROM audit ORDER BY number DESC LIMIT ?", (most,))
    return tuple(Audited(moment(since), by, what) for since, by, what in rows)


def network_of(address: str) -> str:
    """Whose address this is, as far as can be told: an IPv4 address, or the /64 of an IPv6 address; else nothing."""
    found = _address(address)
    if found is None:
        return ""
    return str(ip_network((found, 32 if found.version == 4 else 64), strict=False))


def _meant(database: sqlite3.Connection, kind: Kind, what: str) -> tuple[str, list[str]]:
    """What is banned as it is shown, and the signs by which it is known."""
    match kind:
        case "key":
            if not is_fingerprint(what):
                raise Refused("a key is banned by its fingerprint: SHA256: and 43 letters, digits, + and /")
            return what, [f"key {what}"]
        case "network":
            network = _network(what)
            return str(network), [f"network {network}"]
        case "name":
            name = what.removeprefix(MARK_OF_GUESTS)
            if person := by_name(database, name):  # whatever they will be called
                return person.name, [f"person {person.id}"]
            name = callsign(name)
            return name, [f"look {look}" for look in looks(name)]


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise Refused("a network is an address such as 192.0.2.7, or one with its length: 2001:db8::/32") from None
    if isinstance(network, IPv6Network) and network.network_address.ipv4_mapped and network.prefixlen >= 96:
        network = ip_network((network.network_address.ipv4_mapped, network.prefixlen - 96), strict=False)
    if network.prefixlen < WIDEST[network.version]:
        raise Refused(f"{network} is too much of the world; a ban is of /{WIDEST[network.version]} or longer")
    return network


def _signs_of(address: str) -> Iterator[str]:
    """Every network that an address is in."""
    found = _address(address)
    if found is not None:
        for length in range(WIDEST[found.version], found.max_prefixlen + 1):
            yield f"network {ip_network((found, length), strict=False)}"


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _ban(row: tuple[Kind, str, float | None, str, str, float]) -> Ban:
    kind, what, until, why, by, since = row
    return Ban(kind, what, None if until is None else moment(until), why, by, moment(since))
