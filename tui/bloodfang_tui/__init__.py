"""Blood Fang in a terminal: a Textual app for one player, made to run beside hundreds of others."""

from bloodfang_tui.app import BloodFangApp, run

__all__ = ["BloodFangApp", "run"]
