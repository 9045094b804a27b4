"""What a thing is deep down: also what is not compared and not printed."""

from __future__ import annotations

import io
import pickle

from bloodfang_engine.fang import CardSet


class _Pickler(pickle.Pickler):
    """Leaves the card set out: it is the same for all, and large."""

    def persistent_id(self, thing: object) -> str | None:
        return "cards" if isinstance(thing, CardSet) else None


def deep_bytes(thing: object) -> bytes:
    """All that a state, a view or an event holds, as bytes."""
    buffer = io.BytesIO()
    _Pickler(buffer).dump(thing)
    return buffer.getvalue()
