"""Which name may have been meant by one that nothing bears."""

from __future__ import annotations

from collections.abc import Iterable


def meant(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about a name that nothing bears: which one may have been meant."""
    from difflib import get_close_matches  # only who misspells waits for it

    near = get_close_matches(name, list(known), 1)
    return f"; did you mean {near[0]!r}?" if near else ""
