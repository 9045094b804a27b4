"""The commands about what is going on: who is here, who is strongest, and which matches can be watched."""

from __future__ import annotations

from collections.abc import Sequence

from bloodfang.bots import LEVELS
from bloodfang.fitting import ascii_only
from bloodfang.glyphs import Glyphs
from bloodfang.ink import width
from bloodfang.ladder import Standing
from bloodfang.live import Live
from bloodfang.lobby import Lobby
from bloodfang.people import People
from bloodfang.refusing import Refused
from bloodfang.telling import named_board
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang.drawing import draw
from bloodfang_sshd.verbs import Answer, Asker, Verb

MOST = 20
LEAST_ID = 4
"""So many signs of a match's id will do, if no other begins with them."""


def verbs(lobby: Lobby, people: People) -> list[Verb]:
    """The commands of a server with this lobby."""

    def who(_: list[str], asker: Asker) -> Answer:
        here = lobby.here()
        rows = [
            (each.person.name, "guest" if each.person.guest else str(round(each.person.rating.rating)), each.doing)
            for each in here
        ]
        data = [
            {
                "name": each.person.name,
                "guest": each.person.guest,
                "rating": None if each.person.guest else round(each.person.rating.rating),
                "doing": each.doing,
            }
            for each in here
        ]
        return _answer(table(rows) or "Nobody is here right now.", data, asker)

    async def top(_: list[str], asker: Asker) -> Answer:
        best, bots = await people.top(MOST), await people.top(MOST, bots=True)
        parts = [table(_ranks(best)) or "Nobody has played a rated match yet."]
        if bots:
            parts += ["", "Bots:", table(_ranks(bots, bots=True))]
        data = {"people": [_standing(each) for each in best], "bots": [_standing(each, bots=True) for each in bots]}
        return _answer("\n".join(parts), data, asker)

    def watch(words: list[str], asker: Asker) -> Answer:
        running = lobby.hall.running()
        if not words:
            rows = [(live.id, _names(live), f"turn {live.match.latest(None).view.turn}") for live in running]
            return _answer(table(rows) or "No match is going on that could be watched.", [*map(_match, running)], asker)
        live = _meant(words[0], running)
        return _answer(_picture(live), {**_match(live), "board": draw(live.match.latest(None).view)}, asker)

    return [
        Verb("who", "who is here, and what they do", who),
        Verb("top", "the strongest people, and the strongest bots", top),
        Verb("watch [ID]", "the matches that go on; or the board of one of them", watch),
    ]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows in columns as wide as they need to be."""
    widest = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))] if rows else []
    padded = (
        "  ".join(cell + " " * (most - width(cell)) for cell, most in zip(row, widest, strict=True)) for row in rows
    )
    return "\n".join(line.rstrip() for line in padded)


def _answer(text: str, data: object, asker: Asker) -> Answer:
    return Answer(ascii_only(text) if asker.glyphs is Glyphs.ASCII else text, data)


def _ranks(standings: Sequence[Standing], *, bots: bool = False) -> list[tuple[str, str, str, str]]:
    return [
        (
            f"{number:>2}",
            _called(each, bots=bots),
            f"{round(each.rating.rating)} +/- {round(2 * each.rating.deviation)}",
            f"{each.matches} match{'es' if each.matches != 1 else ''}",
        )
        for number, each in enumerate(standings, 1)
    ]


def _standing(each: Standing, *, bots: bool = False) -> dict[str, object]:
    figures = {"rating": round(each.rating.rating), "deviation": round(each.rating.deviation), "matches": each.matches}
    return {"name": _called(each, bots=bots), **figures}


def _called(each: Standing, *, bots: bool) -> str:
    return LEVELS[each.name].name if bots and each.name in LEVELS else each.name


def _meant(word: str, running: Sequence[Live]) -> Live:
    found = [live for live in running if live.id == word or (len(word) >= LEAST_ID and live.id.startswith(word))]
    if len(found) == 1:
        return found[0]
    raise Refused(f"no match {word!r} is going on that could be watched; `watch` lists all")


def _names(live: Live) -> str:
    first, second = live.sitters
    return f"{first.name} against {second.name}"


def _match(live: Live) -> dict[str, object]:
    view = live.match.latest(None).view
    return {
        "id": live.id,
        "names": [sitter.name for sitter in live.sitters],
        "turn": view.turn,
        "score": [*view.account.score],
        "rated": live.seating.rated,
        "to_act": [seat.letter for seat in live.match.to_act],
    }


def _picture(live: Live) -> str:
    """The board as a spectator sees it: no hand is in it."""
    view = live.match.latest(None).view
    acting = " and ".join(live.sitters[seat].name for seat in live.match.to_act)
    score = view.account.score
    lines = [f"Turn {view.turn}: {acting or 'nobody'} to act. {score[0]} : {score[1]}."]
    for seat in Seat:
        left = f"{view.hand_counts[seat]} cards in hand, {view.deck_counts[seat]} in the deck"
        lines.append(f"{seat.letter} is {live.sitters[seat].name}: {left}")
    return "\n".join([*lines, "", draw(named_board(view, live.catalog.name_of))])
