"""Who may come in: short questions about a new connection, in the order in which they are asked."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from bloodfang_sshd import texts
from bloodfang_sshd.config import Limits

Network = IPv4Network | IPv6Network

MINUTE = 60.0
MOST_KNOWN = 20_000
"""So many networks are remembered; whoever has the most addresses shall not have all the memory."""
LEAST_DROPPED = 0.3
"""How likely a newcomer is dropped when it begins to be crowded; it grows from there to certainty."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why somebody may not come in: a word for the log, and a sentence for them."""

    word: str
    sentence: str


@dataclass(slots=True)
class Standing:
    """What is known of a network."""

    live: int = 0
    knocks: deque[float] = field(default_factory=deque)
    penalty: float = 0
    """How long the last one was; and until when it lasts."""
    shut_until: float = 0


class Bucket:
    """So much at once, and so much more with every second."""

    __slots__ = ("_at", "_holds", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = self._holds = most
        self._at = 0.0

    def take(self, amount: float, now: float) -> bool:
        """Whether there is so much; then it is gone."""
        if self._at:
            self._holds = min(self._most, self._holds + (now - self._at) * self._rate)
        self._at = now
        if self._holds < amount:
            return False
        self._holds -= amount
        return True


class Porter:
    """Stands at the door, and counts."""

    def __init__(
        self,
        limits: Limits,
        exempt: Sequence[str] = (),
        lot: Callable[[], float] = random.random,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limits = limits
        self.inside = 0
        self.unproven = 0
        self._exempt = [ip_network(each) for each in exempt]
        self._lot = lot
        self._clock = clock
        self._known: dict[Network, Standing] = {}
        self._silent: dict[object, Callable[[], None]] = {}

    def knock(self, network: Network) -> Refusal | None:
        """Ask whether somebody may come in from there; who may is inside, and not proven yet."""
        now = self._clock()
        standing = self._standing(network, now)
        refusal = (
            misbehaved(standing, now)
            or too_often(standing, self.limits, now)
            or too_many_from_there(standing, self.limits)
            or full(self.inside, self.limits)
            or self._crowded()
        )
        if refusal is None:
            self.inside += 1
            self.unproven += 1
            standing.live += 1
        return refusal

    def listens(self, who: object, drop: Callable[[], None]) -> None:
        """Somebody came in, and has not said a word yet."""
        self._silent[who] = drop

    def heard(self, who: object) -> None:
        """Somebody has said who they are not: a client, at least."""
        self._silent.pop(who, None)

    def proven(self) -> None:
        """Somebody has signed in."""
        self.unproven -= 1

    def left(self, network: Network, who: object, *, proven: bool) -> None:
        """Somebody has gone."""
        self.heard(who)
        self.inside -= 1
        self.unproven -= not proven
        self._known[network].live -= 1

    def penalise(self, network: Network) -> None:
        """Somebody from there misbehaved: longer each time (N4)."""
        if any(network.version == each.version and network.subnet_of(each) for each in self._exempt):  # type: ignore[arg-type]
            return
        now, limits = self._clock(), self.limits
        standing = self._standing(network, now)
        standing.penalty = min(limits.penalty_most_seconds, max(limits.penalty_seconds, standing.penalty * 2))
        standing.shut_until = now + standing.penalty

    def _crowded(self) -> Refusal | None:
        """N2: whoever says nothing makes room for whoever may."""
        if self.unproven >= self.limits.unproven_some and self._silent:
            drop = self._silent.pop(next(iter(self._silent)))
            drop()
            return None
        return crowded(self.unproven, self.limits, self._lot())

    def _standing(self, network: Network, now: float) -> Standing:
        if network not in self._known and len(self._known) >= MOST_KNOWN:
            self._forget(now)
        standing = self._known.setdefault(network, Standing())
        if standing.penalty and now - standing.shut_until > self.limits.penalty_memory_seconds:
            standing.penalty = 0
        return standing

    def _forget(self, now: float) -> None:
        """Make room: nobody is inside from there, and the longest known go first."""
        gone = [each for each, standing in self._known.items() if not standing.live and standing.shut_until < now]
        for network in gone[: MOST_KNOWN // 2]:
            del self._known[network]


def network_of(address: str) -> Network:
    """What counts as one address: all of IPv4, the first half of IPv6 (N3)."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:  # no address of the internet: a pipe, a test
        return IPv4Network("0.0.0.0/32")
    if isinstance(found, IPv6Address):
        return IPv4Network(found.ipv4_mapped) if found.ipv4_mapped else IPv6Network((int(found) >> 64 << 64, 64))
    return IPv4Network(found)


def misbehaved(standing: Standing, now: float) -> Refusal | None:
    """N4: a penalty is running."""
    if now < standing.shut_until:
        return Refusal("penalty", texts.come_back("Too much went wrong from your address", standing.shut_until - now))
    return None


def too_often(standing: Standing, limits: Limits, now: float) -> Refusal | None:
    """N3: so many attempts in a minute."""
    knocks = standing.knocks
    while knocks and now - knocks[0] >= MINUTE:
        knocks.popleft()
    if len(knocks) >= limits.attempts_a_minute:
        return Refusal("too-often", texts.come_back("Too many connections in a minute", MINUTE - (now - knocks[0])))
    knocks.append(now)
    return None


def too_many_from_there(standing: Standing, limits: Limits) -> Refusal | None:
    """N3: so many at a time."""
    if standing.live >= limits.per_address:
        return Refusal("too-many", texts.too_many(limits.per_address))
    return None


def full(inside: int, limits: Limits) -> Refusal | None:
    """N1: so many in all."""
    if inside >= limits.connections:
        return Refusal("full", texts.come_back("Blood Fang is full", limits.full_wait_seconds))
    return None


def crowded(unproven: int, limits: Limits, lot: float) -> Refusal | None:
    """N2: some of those who have not signed in are dropped, then all."""
    some, all_ = limits.unproven_some, limits.unproven_all
    if unproven < some:
        return None
    share = LEAST_DROPPED + (1 - LEAST_DROPPED) * (unproven - some) / max(1, all_ - some)
    if unproven >= all_ or lot < share:
        return Refusal("crowded", texts.come_back("Too many people are at the door", 5))
    return None
