"""From the wish to play to the match screen: a new match, or one that was left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bloodfang import table
from bloodfang.journal import JournalTrouble
from bloodfang.opening import PlayAtOnce
from bloodfang_engine.errors import EngineError
from bloodfang_tui.scenes.match import MatchScene

if TYPE_CHECKING:
    from bloodfang_tui.app import BloodFangApp


async def begin(app: BloodFangApp, wanted: PlayAtOnce) -> None:
    """Begin a match and show it; what keeps it from beginning is said where the player is."""
    home = app.home
    try:
        opened = await table.begin(home.catalog, home.journal(), wanted, home.settings.name)
    except (EngineError, JournalTrouble) as trouble:
        app.say(str(trouble))
        return
    await app.push_screen(MatchScene(opened))


async def resume(app: BloodFangApp, match_id: str) -> None:
    """Go on with a match that was left; why it cannot be is said where the player is."""
    home = app.home
    try:
        opened = await table.resume(home.library, home.journal(), match_id)
    except (EngineError, JournalTrouble) as trouble:
        app.say(f"This match cannot be continued: {trouble}")
        return
    await app.push_screen(MatchScene(opened))
