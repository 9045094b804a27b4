"""How a command refuses."""

from __future__ import annotations

WRONG, UNUSABLE = 1, 2
"""How a command ends if something is wrong with what it looked at, or with the words themselves."""


class Refused(Exception):
    """The command ends here, with a sentence for whoever gave it."""

    def __init__(self, *sentences: str, code: int = WRONG) -> None:
        super().__init__("\n".join(sentences))
        self.code = code
