"""The luck of bots: it follows from the seed of a match, and leads nobody back to that (G2)."""

from __future__ import annotations

import hashlib


def luck_of_bot(seed: int, *about: int) -> int:
    """A bot's seed, the same for the same match and seat: a hash, for streams of the engine can be reckoned back."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {about}".encode(), digest_size=8).digest()) >> 1
