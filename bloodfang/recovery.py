"""What leads back to an account: a phrase to keep, and a code to bring another key with; both known by hashes only."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"
_WORD = "[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]"
WORDS = 5
"""Of 16 bits each."""
_PHRASE = re.compile(f"{_WORD}( {_WORD}){{{WORDS - 1}}}")

_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""32 of them, 5 bits each; without those that are misread."""
_MISREAD = str.maketrans("OIL", "011")
_NAMED, _SECRET = 4, 12
"""So many signs of a code say which it is, and so many prove it: 60 bits."""
_CODE = re.compile(f"[{_SIGNS}]{{{_NAMED + _SECRET}}}")

_COST, _BLOCK, _LANES = 2**14, 8, 1
"""What scrypt takes: 16 MB and some tens of milliseconds."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code that was made or typed; `str` gives the whole of it."""

    name: str
    """Which code it is: no secret."""
    secret: str

    def __str__(self) -> str:
        signs = self.name + self.secret
        return "-".join(signs[start : start + 4] for start in range(0, len(signs), 4))

    def __repr__(self) -> str:  # so that no log ever holds it
        return f"Code({self.name}-...)"

    def hashed(self) -> str:
        """What may be kept of it: so many bits cannot be tried out, also not fast."""
        return hashlib.sha256(f"bloodfang code {self.name}{self.secret}".encode()).hexdigest()


def new_code() -> Code:
    """A code that nobody can guess."""
    signs = "".join(secrets.choice(_SIGNS) for _ in range(_NAMED + _SECRET))
    return Code(signs[:_NAMED], signs[_NAMED:])


def typed_code(text: str) -> Code | None:
    """The code that somebody typed, with or without its hyphens; None if it is none."""
    if len(text) > 100:
        return None
    signs = re.sub("[ _-]", "", text).upper().translate(_MISREAD)
    return Code(signs[:_NAMED], signs[_NAMED:]) if _CODE.fullmatch(signs) else None


def new_phrase() -> str:
    """Words that nobody can guess, and anybody can read to somebody else."""
    return " ".join(_word(secrets.randbelow(2**16)) for _ in range(WORDS))


def typed_phrase(text: str) -> str | None:
    """The phrase that somebody typed, in the form that is hashed; None if it is none."""
    if len(text) > 200:
        return None
    words = " ".join(re.findall(r"[^\s,.-]+", text.lower()))
    return words if _PHRASE.fullmatch(words) else None


def hashed(phrase: str) -> str:
    """What may be kept of a phrase. It takes its time on purpose: call it in a thread."""
    salt = secrets.token_bytes(16)
    proof = _proof(phrase, salt, _COST, _BLOCK, _LANES)
    return f"scrypt {_COST} {_BLOCK} {_LANES} {salt.hex()} {proof.hex()}"


def is_phrase(phrase: str, kept: str) -> bool:
    """Whether this is what was hashed. It takes as long where nothing is kept (""), so that this cannot be told."""
    if not kept:
        _proof(phrase, bytes(16), _COST, _BLOCK, _LANES)
        return False
    _, cost, block, lanes, salt, proof = kept.split(" ")
    found = _proof(phrase, bytes.fromhex(salt), int(cost), int(block), int(lanes))
    return hmac.compare_digest(found, bytes.fromhex(proof))


def _proof(phrase: str, salt: bytes, cost: int, block: int, lanes: int) -> bytes:
    return hashlib.scrypt(phrase.encode(), salt=salt, n=cost, r=block, p=lanes, maxmem=256 * cost * block)


def _word(number: int) -> str:
    """Sixteen bits as a word of five letters."""
    letters = []
    for signs in (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS):
        number, place = divmod(number, len(signs))
        letters.append(signs[place])
    return "".join(letters)
