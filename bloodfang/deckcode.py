"""Deck codes: any deck as one line of text that survives a chat, a shout across the room and tired eyes.

    BF1-  3 characters  for the set, by its id
          4 characters  for each card, by its id, in order of these characters
          7 characters  checksum (CRC-32): finds any character that is changed, any two neighbours swapped, any cut

Sets and cards are known by a hash of their ids, not by their place in a list and not by what they do: a code stays good
when a set grows, is put into another order or is balanced anew. The price is a code of 74 characters, not 40, and that
two ids of one set may look alike (one chance in a million for each pair): the catalogue refuses such a set.

The letters are Crockford's: capitals do not matter, I and L are 1, O is 0, spaces and hyphens are passed over.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping

from bloodfang_engine.errors import BadNotation, listed

PREFIX = "BF1"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

_SET, _CARD, _CHECK = 3, 4, 7
_LONGEST = 1_000
_LETTERS = str.maketrans("ILO", "110", " \t\r\n-\u2010\u2011\u2012\u2013\u2014\u00a0")  # some programs mend hyphens


def write(set_id: str, deck: Iterable[str]) -> str:
    """The code of a deck of this set; the same for the same cards in any order."""
    payload = _set_sign(set_id) + "".join(sorted(map(_card_sign, deck)))
    return f"{PREFIX}-{payload}{_checksum(payload)}"


def read(code: str, sets: Mapping[str, Iterable[str]]) -> tuple[str, tuple[str, ...]]:
    """The set and the cards a code means, among these sets by id with the ids of their cards; BadNotation if none."""
    signs = _signs(code)
    known = {_set_sign(each): each for each in sets}
    if signs[0] not in known:
        raise BadNotation(code, f"this deck is of another card set; here are: {listed(sets)}")
    set_id = known[signs[0]]
    ids = {_card_sign(card): card for card in sets[set_id]}
    if strange := [sign for sign in signs[1:] if sign not in ids]:
        raise BadNotation(
            code,
            f"{len(strange)} of its {len(signs) - 1} cards are not in the set {set_id!r} as it is here: "
            "it was made with another version of it",
        )
    return set_id, tuple(sorted(ids[sign] for sign in signs[1:]))


def twins(ids: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Ids that a code could not tell apart."""
    seen: dict[str, str] = {}
    for each in ids:
        if (first := seen.setdefault(_card_sign(each), each)) != each:
            yield first, each


def _signs(code: str) -> list[str]:
    """The signs of the set and of the cards, checked for damage."""
    if len(code) > _LONGEST:
        raise BadNotation(code, f"a deck code has at most {_LONGEST} characters")
    text = code.upper().translate(_LETTERS)
    if not text.startswith(PREFIX):
        later = text[:2] == "BF" and text[2:3].isdigit()
        raise BadNotation(
            code, "this deck code is of a kind not known here" if later else f"a deck code begins with {PREFIX}-"
        )
    text = text.removeprefix(PREFIX)
    payload, check = text[:-_CHECK], text[-_CHECK:]
    whole = len(payload) >= _SET and (len(payload) - _SET) % _CARD == 0
    if not whole or set(text) - set(ALPHABET) or _checksum(payload) != check:
        raise BadNotation(code, "this deck code is damaged: a character is wrong, missing or too many; copy it again")
    return [payload[:_SET], *(payload[at : at + _CARD] for at in range(_SET, len(payload), _CARD))]


def _set_sign(set_id: str) -> str:
    return _sign(f"set {set_id}", _SET)


def _card_sign(card: str) -> str:
    return _sign(f"card {card}", _CARD)


def _sign(text: str, length: int) -> str:
    return _letters(int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()), length)


def _checksum(payload: str) -> str:
    return _letters(zlib.crc32((PREFIX + payload).encode()), _CHECK)


def _letters(number: int, length: int) -> str:
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(length)))
