"""What must be said about this game, in one place."""

from __future__ import annotations

NOTICE = (
    "Blood Fang is an independent, original work: its world, names, texts and pictures are its own. "
    "It is not affiliated with or endorsed by anyone."
)


def about(version: str) -> str:
    """The about page."""
    what = f"Blood Fang {version}: a two-player card game of lanes and pawns for the terminal."
    return f"{what}\n\n{NOTICE}\n\nLicence: MIT."
