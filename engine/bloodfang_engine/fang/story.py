"""What happened, in sentences: one for each event, for logs, replays and bug reports."""

from __future__ import annotations

from bloodfang_engine.contract import Event, Seat
from bloodfang_engine.fang import events as ev

_CAUSES = {
    "replaced": "is replaced",
    "effect": "is destroyed",
    "power": "falls: no power is left",
    "command": "is removed",
}
_ENDINGS = {"passes": "both passed", "full_board": "the board is full", "max_turns": "the last turn is over"}
_NEWS = {
    "played": "was played",
    "destroyed": "fell",
    "raised": "was raised",
    "lowered": "was lowered",
    "spawned": "arrived",
    "first_power_at_least": "has grown strong",
}


def tell(event: Event) -> str:
    """The event as a sentence. What happens within a cascade is set in by its wave."""
    wave = getattr(event, "wave", 0)
    return ("  " + (f"[wave {wave}] " if wave else "") if _within(event) else "") + _sentence(event)


def _within(event: Event) -> bool:
    return not isinstance(event, ev.Drew | ev.Mulliganed | ev.TurnBegan | ev.Passed | ev.CardPlayed | ev.MatchEnded)


def _sentence(event: Event) -> str:
    match event:
        case ev.Drew(seat, card):
            return f"{seat.letter} draws {card or 'a card'}."
        case ev.Mulliganed(seat, count, returned, drawn):
            if not count:
                return f"{seat.letter} keeps the whole hand."
            if returned is None or drawn is None:
                return f"{seat.letter} changes {count} of the opening hand."
            return f"{seat.letter} gives back {', '.join(returned)} and draws {', '.join(drawn)}."
        case ev.TurnBegan(seat, turn):
            return f"Turn {turn}: {seat.letter} is to act."
        case ev.Passed(seat):
            return f"{seat.letter} passes."
        case ev.CardPlayed(figure, power, maker):
            made = f", which {maker} had made," if maker else ""
            return f"{figure.owner.letter} plays {figure.card}{made} on {figure.tile} with power {power}."
        case ev.CardSpawned(_, figure, power, by):
            return f"{by.card} lets {figure.card} rise on {figure.tile} with power {power}."
        case ev.CardAdded(_, seat, card, by):
            return f"{by.card} gives {seat.letter} {card or 'a card'}."
        case ev.CardDestroyed(_, figure, cause, by):
            return f"{_named(figure)} {_CAUSES[cause]}{_by(by, figure)}."
        case ev.PawnsPlaced(by, tile, holder, pawns, was_holder, _, deferred):
            late = " after all" if deferred else ""
            if was_holder is not None and holder is not was_holder:
                return f"{by.card} takes {tile} from {was_holder.letter}{late}: {_pawns(holder, pawns)}."
            return f"{by.card} strengthens {tile}{late}: {_pawns(holder, pawns)}."
        case ev.PawnsBlocked(by, tile):
            return f"{by.card}'s pawn finds {tile} occupied."
        case ev.GroundChanged(left, tile, holder, pawns, _, _):
            return f"With {left.card} gone, {tile} changes: {_pawns(holder, pawns)}."
        case ev.AbilityAnswered(_, figure, _, news, about):
            whom = "it" if about == figure else _named(about)
            return f"{_named(figure)} answers: {whom} {_NEWS[news]}."
        case ev.PowerChanged(_, figure, amount, by):
            return f"{by.card} {'raises' if amount > 0 else 'lowers'} {_named(figure)} by {abs(amount)}."
        case ev.AuraBegan(_, figure, amount, by):
            return f"{by.card}'s aura {'raises' if amount > 0 else 'lowers'} {_named(figure)} by {abs(amount)}."
        case ev.CardMarked(_, figure, by):
            return f"{by.card} marks {_named(figure)}."
        case ev.PowerCounted(_, figure, was, power):
            return f"{_named(figure)} has power {power} now, not {was}."
        case ev.CascadeLimit(wave):
            return f"The cascade would not end and is stopped after wave {wave}."
        case ev.MatchEnded(reason, winner, (first, second)):
            result = f"{winner.letter} wins" if winner is not None else "a draw"
            return f"The match is over, {_ENDINGS[reason]}: {first} to {second}, {result}."
        case _:
            return f"{type(event).__name__}."


def _named(figure: ev.Figure) -> str:
    return f"{figure.owner.letter}'s {figure.card} on {figure.tile}"


def _by(by: ev.Figure | None, figure: ev.Figure) -> str:
    return f" ({_named(by)})" if by is not None and by != figure else ""


def _pawns(holder: Seat | None, pawns: int) -> str:
    return "nobody's now" if holder is None else f"{holder.letter} holds it with {pawns}"
