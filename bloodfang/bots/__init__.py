"""Bots: whoever thinks without a person. They see what their seat may see, and imagine the rest."""

from bloodfang.bots.level import Bot, Level
from bloodfang.bots.levels import LEVELS

__all__ = ["LEVELS", "Bot", "Level"]
