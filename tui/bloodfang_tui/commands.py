"""Everything a key can do, by id: which keys it has unless the player moves them, and what it is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from textual.binding import Binding


class Command(NamedTuple):
    """Something the player can do with a key. The id is CONTEXT.NAME; those of `app` work wherever they make sense."""

    id: str
    keys: str
    """Comma-separated, as Textual calls them."""
    label: str
    """A word or two, for the bar."""
    about: str
    """A line, for the page of keys and for keys.toml."""

    @property
    def name(self) -> str:
        """Without the context."""
        return self.id.partition(".")[2]


_ALL = (
    Command("app.up", "up,k", "up", "Up: the tile, line or setting above."),
    Command("app.down", "down,j", "down", "Down: the tile, line or setting below."),
    Command("app.left", "left,h", "left", "Left: the card, tile or value before; one step back in a replay."),
    Command("app.right", "right,l", "right", "Right: the card, tile or value after; one step on in a replay."),
    Command("app.choose", "enter", "choose", "Choose, confirm, play."),
    Command("app.mark", "space", "mark", "Mark a card, look closer, start and stop."),
    Command("app.back", "escape,q,backspace", "back", "Back to where you came from."),
    Command("app.next", "tab", "next", "The next thing: a legal tile, a part of the screen."),
    Command("app.previous", "shift+tab", "previous", "The one before."),
    Command("app.page_up", "pageup", "page up", "A page up."),
    Command("app.page_down", "pagedown", "page down", "A page down."),
    Command("app.first", "home", "first", "To the beginning."),
    Command("app.last", "end", "last", "To the end."),
    Command("app.help", "question_mark", "rules", "The rules, and all keys."),
    Command("app.quit", "ctrl+c,ctrl+q", "leave", "Leave the game at once; a match in play is kept."),
    *(Command(f"match.card_{n}", str(n), f"card {n}", f"Choose card {n} of your hand.") for n in range(1, 10)),
    Command("match.pass", "p", "pass", "Pass this turn."),
    Command("match.undo", "u", "undo", "Take back your last act."),
    Command("match.concede", "c", "concede", "Give up the match."),
    Command("match.inspect", "i", "inspect", "What a move does, wave by wave, with causes and rules."),
    Command("match.coach", "a", "coach", "What the coach would do here, and why; off in rated matches."),
    Command("match.look", "v", "look", "The whole face of a card."),
    Command("match.story", "o", "story", "What happened, or the chosen card."),
    Command("match.draw", "d", "draw", "Offer a draw, or take the one that is offered."),
    Command("match.emote", "e", "say", "Say something to your rival, out of a short list."),
    Command("match.talk", "t", "write", "Write to your rival, where the server allows it."),
    Command("match.more", "m", "more", "What else can be done: call off, claim, mute."),
    Command("lobby.terms", "t", "terms", "With which deck, by which rules, with which clock."),
    Command("lobby.room", "r", "room", "Open a private room, or join one by its code."),
    Command("lobby.challenge", "c", "challenge", "Challenge whoever is chosen, or take their open seat."),
    Command("lobby.block", "b", "block", "Have nothing to do with whoever is chosen."),
    Command("lobby.bot", "p", "play a bot", "Play a bot at once; a search for a rival goes on."),
    Command("lobby.watch", "w", "watch", "Watch a match that goes on."),
    Command("watch.flip", "f", "flip", "Look from the other side of the table."),
    Command("result.rematch", "r", "rematch", "Play again with seats changed."),
    Command("result.save", "s", "save", "Keep the match among your replays."),
    Command("result.replay", "v", "watch", "See the match again."),
    Command("result.coach", "a", "coach", "The turns that cost most, and what was better."),
    Command("coach.coach", "a", "close", "Back to the table."),
    Command("review.coach", "a", "close", "Back to the result."),
    Command("decks.new", "n", "new", "Begin an empty deck."),
    Command("decks.copy", "c", "copy", "A copy of this deck, to change."),
    Command("decks.rename", "r", "rename", "Give your deck another name."),
    Command("decks.delete", "x,delete", "delete", "Put your deck aside."),
    Command("decks.look", "v", "look", "The whole face of a card."),
    Command("decks.code", "e", "code", "The deck as one line of text for a friend."),
    Command("decks.take", "i", "import", "A deck from such a line."),
    Command("face.look", "v", "close", "Put the card back."),
    Command("builder.add", "plus,equals_sign", "add", "Put the card into the deck."),
    Command("builder.remove", "minus,x,delete", "take out", "Take the card out of the deck."),
    Command("builder.search", "slash", "search", "Find cards by name or text."),
    Command("builder.house", "f", "house", "Only cards of one house."),
    Command("builder.house_before", "F", "house before", "The house before that one."),
    Command("builder.rank", "r", "rank", "Only cards of one rank."),
    Command("builder.kind", "t", "kind", "Only standards, legendaries or tokens."),
    Command("builder.sort", "s", "sort", "Another order."),
    Command("builder.clear", "c", "show all", "All cards again."),
    Command("builder.name", "n", "name", "Call the deck otherwise."),
    Command("builder.plan", "p", "plan", "Say in a line what the deck is for."),
    Command("builder.save", "w", "save", "Keep the deck."),
    Command("builder.code", "e", "code", "The deck as one line of text for a friend."),
    Command("builder.look", "v", "look", "The whole face of a card."),
    Command("browser.search", "slash", "search", "Find cards by name or text."),
    Command("browser.house", "f", "house", "Only cards of one house."),
    Command("browser.house_before", "F", "house before", "The house before that one."),
    Command("browser.rank", "r", "rank", "Only cards of one rank."),
    Command("browser.kind", "t", "kind", "Only standards, legendaries or tokens."),
    Command("browser.sort", "s", "sort", "Another order."),
    Command("browser.clear", "c", "show all", "All cards again."),
    Command("browser.set", "a", "another set", "The cards of another set."),
    Command("replays.delete", "x,delete", "delete", "Put this record aside."),
    Command("replay.jump", "g", "go to", "Jump to a turn."),
    Command("replay.faster", "plus,equals_sign", "faster", "Play on faster."),
    Command("replay.slower", "minus", "slower", "Play on slower."),
    Command("replay.inspect", "i", "inspect", "What the move did, wave by wave."),
    Command("replay.coach", "a", "coach", "What the coach would do next here, and why."),
    Command("rules.search", "slash", "search", "Find a word or a rule number."),
    Command("rules.again", "n", "next hit", "The next place that says what you looked for."),
    Command("rules.keys", "a", "all keys", "The page of all keys."),
    Command("title.continue", "c", "continue", "Go on with the match you left."),
)

COMMANDS: Mapping[str, Command] = MappingProxyType({each.id: each for each in _ALL})
"""By id, in the order a player would want to read them."""

DEFAULT_KEYS: Mapping[str, str] = MappingProxyType({each.id: each.keys for each in _ALL})
ABOUT: Mapping[str, str] = MappingProxyType({each.id: each.about for each in _ALL})


def bindings(ids: Iterable[str]) -> list[Binding]:
    """These commands as Textual binds them."""
    found = [COMMANDS[each] for each in ids]
    return [Binding(each.keys, f"do('{each.id}')", each.label, show=False, id=each.id) for each in found]


@cache
def first_key(keys: str) -> str:
    """The one that is shown, of several with commas between them."""
    return keys.partition(",")[0]


@cache
def key_name(key: str, plain: bool = False) -> str:
    """A key as the bar shows it."""
    if not plain and key in _ARROWS:
        return _ARROWS[key]
    return _NAMES.get(key, key if len(key) == 1 else key.replace("_", " ").title())


_ARROWS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}
_NAMES = {
    "escape": "Esc",
    "question_mark": "?",
    "slash": "/",
    "plus": "+",
    "minus": "-",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "equals_sign": "=",
    "shift+tab": "Shift+Tab",
    "ctrl+c": "Ctrl+C",
    "ctrl+q": "Ctrl+Q",
    "delete": "Del",
}
