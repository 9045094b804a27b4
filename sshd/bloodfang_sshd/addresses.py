"""Where this machine can be reached, as far as it knows itself."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

_FAR = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "192.0.2.1", "fd00::1", "2001:db8::1")
"""Addresses of every kind of network. Nothing is sent to them: we only ask which way it would go."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to this machine."""

    host: str
    """As it is written after `ssh`."""
    about: str


def ways(host: str = "") -> list[Way]:
    """The ways to a server that listens at this address, or at every one: the most likely for a friend first."""
    if host and not ip_address_or_none(host):
        return [Way(host, "by its name")]
    if host not in ("", "0.0.0.0", "::"):
        return [Way(host, _about(host))]
    found = list(dict.fromkeys(each for each in _own() if host != "0.0.0.0" or ":" not in each))
    found.sort(key=lambda each: (":" in each, not ip_address(each).is_private))
    named = socket.gethostname()
    by_name = [Way(named, "by its name, where the network knows it")] if named and named != "localhost" else []
    return [*(Way(each, _about(each)) for each in found), *by_name, Way("localhost", "on this machine")]


def line(way: Way | str, port: int, user: str = "") -> str:
    """What a friend types."""
    host = way if isinstance(way, str) else way.host
    return f"ssh{'' if port == 22 else f' -p {port}'} {f'{user}@' if user else ''}{host}"


def ip_address_or_none(text: str) -> str | None:
    """The text, if it is an address."""
    with suppress(ValueError):
        return str(ip_address(text.partition("%")[0]))
    return None


def _own() -> Iterator[str]:
    """The addresses of this machine that others could use."""
    for far in _FAR:
        family = socket.AF_INET6 if ":" in far else socket.AF_INET
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))
            yield from _useful(asking.getsockname()[0])
    with suppress(OSError):
        for *_, named in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            yield from _useful(str(named[0]))


def _useful(text: str) -> Iterator[str]:
    address = ip_address(text.partition("%")[0])
    if not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast):
        yield str(address)


def _about(text: str) -> str:
    address = ip_address(text.partition("%")[0])
    if address.is_loopback:
        return "on this machine"
    if address.is_private:
        return "in the same network"
    return "from anywhere, if nothing in between forbids it" + (", by IPv6" if isinstance(address, IPv6Address) else "")
