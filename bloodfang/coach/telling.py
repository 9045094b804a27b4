"""Facts in plain words, for a player: what an act does, and one nudge that does not give it away."""

from __future__ import annotations

from collections.abc import Sequence

from bloodfang.coach.facts import Fact, Kind
from bloodfang.coach.foresight import Forecast
from bloodfang.telling import NameOf
from bloodfang_engine.fang import Action, Mulligan, Play

_LANES = {"t": "the top lane", "m": "the middle lane", "b": "the bottom lane"}


def sentence(fact: Fact, name_of: NameOf) -> str:
    """A fact about an act, as the end of a sentence that begins with the act: `wins the top lane by 2`."""
    numbers, tiles = fact.numbers, _listed(fact.tiles)
    card = name_of(fact.cards[0]) if fact.cards else ""
    lane = _lane(fact.lane)
    match fact.kind:
        case Kind.ENDS:
            mine, theirs = numbers
            how = "you win" if mine > theirs else "you lose" if mine < theirs else "it is a draw"
            return f"ends the match: {how} {mine} to {theirs}"
        case Kind.WINS_LANE:
            return f"wins {lane} by {numbers[0]}"
        case Kind.LOSES_LANE:
            return f"gives {lane} away by {numbers[0]}" if numbers[0] else f"leaves {lane} even"
        case Kind.EVENS_LANE:
            return f"makes {lane} even, which takes {_points(numbers[0])} from them"
        case Kind.LEADS_LANE:
            return f"leads {lane} by {numbers[0]} instead of {numbers[1]}"
        case Kind.NEARS_LANE:
            return f"cuts their lead in {lane} to {numbers[0]}"
        case Kind.DESTROYS:
            return f"destroys {card}{f' on {tiles}' if tiles else ''} (power {numbers[0]})"
        case Kind.COSTS:
            return f"costs you {card}{f' on {tiles}' if tiles else ''} (power {numbers[0]})"
        case Kind.TAKES:
            return f"takes {tiles} from them"
        case Kind.GROWS:
            return f"gives you {tiles}"
        case Kind.READIES:
            return f"makes {tiles} ready for {card}, which needs {numbers[0]} pawns"
        case Kind.SPENDS:
            return f"uses up {tiles}, your only tile for {card} ({numbers[0]} pawns)"
        case Kind.KEEPS:
            return f"keeps {tiles}, your only tile for {card} ({numbers[0]} pawns)"
        case Kind.SAFE:
            return f"no answer in {numbers[0]} imagined hands takes or destroys anything of yours"
        case Kind.AHEAD:
            return f"the worst answer in {numbers[1]} imagined hands leaves you {numbers[0]} ahead"
        case Kind.WORST:
            where = f"{card} on {tiles}"
            return f"{where} would leave you {f'{numbers[0]} behind' if numbers[0] else 'level'}"
        case Kind.OPENS:
            return f"{tiles} is in danger in {numbers[0]} of {numbers[1]} imagined hands"
        case Kind.SHAKES:
            return f"{lane} can be turned in {numbers[0]} of {numbers[1]} imagined hands"
        case Kind.NOTHING:
            return "changes no lane"
        case Kind.WAITS:
            return f"keeps all {numbers[0]} cards in hand" if numbers[0] != 1 else "keeps the card in hand"
        case Kind.DEAR:
            return f"{card} needs {_pawns(numbers[0])}, and would wait for long"
        case Kind.CHEAP:
            return f"{card} can be played at once"


def act_words(act: Action, name_of: NameOf) -> str:
    """An act as advice: `play Cousin Halter on b2`."""
    match act:
        case Play(card, tile):
            return f"play {name_of(card)} on {tile}"
        case Mulligan(places):
            numbers = _listed([str(place) for place in places])
            return f"give back card{'s' if len(places) != 1 else ''} {numbers}" if places else "keep all cards"
        case _:
            return "pass"


def dangers(forecast: Forecast, letters: Sequence[str]) -> str:
    """Which tiles and lanes the rival's answers put in danger, the most endangered first; nothing if none does."""
    tiles = [f"{each.tile} in {each.worlds}" for each in forecast.threats]
    lanes = [f"{_lane(letter)} in {count}" for letter, count in zip(letters, forecast.lanes, strict=False) if count]
    return f"In danger, of {forecast.worlds} imagined hands: {', '.join([*tiles, *lanes])}." if tiles or lanes else ""


def nudge(act: Action, reasons: Sequence[Fact], name_of: NameOf) -> str:
    """One hint that leaves the finding to the player."""
    if isinstance(act, Mulligan):
        dear = [fact for fact in reasons if fact.kind is Kind.DEAR]
        return f"{name_of(dear[0].cards[0])} may wait for long." if dear else "This hand can begin."
    if not isinstance(act, Play):
        return "Nothing you can play now makes it better than it is."
    good = [fact for fact in reasons if fact.weight > 0 and fact.kind not in (Kind.AHEAD, Kind.SAFE)]
    match good[0] if good else None:
        case Fact(kind=Kind.ENDS):
            return "You can end the match now."
        case Fact(lane=letter) if letter:
            return f"Look at {_lane(letter)}."
        case Fact(kind=Kind.DESTROYS, cards=(card, *_)):
            return f"{name_of(card)} need not stand."
        case Fact(kind=Kind.TAKES):
            return "Some of their ground can be yours."
        case Fact(kind=Kind.READIES, cards=(card, *_)):
            return f"Make room for {name_of(card)}."
        case _:
            return f"Think about {name_of(act.card)}."


def _lane(letter: str) -> str:
    """What players call a lane; on a board with others than the usual three, by its letter."""
    return _LANES.get(letter, f"lane {letter}")


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _points(count: int) -> str:
    return f"{count} point{'s' if count != 1 else ''}"


def _pawns(count: int) -> str:
    return f"{count} pawn{'s' if count != 1 else ''}" if count else "a card of yours to replace"
