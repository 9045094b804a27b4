"""A moment of a replay: board, lanes, both hands, what happened, and how far the match has come."""

from __future__ import annotations

from dataclasses import dataclass

from bloodfang.film import Film
from bloodfang.wording import Teller
from bloodfang_engine.contract import Seat
from bloodfang_engine.fang import events as ev
from bloodfang_tui.panes.board import Board, draw_board, squares
from bloodfang_tui.panes.box import box
from bloodfang_tui.panes.fitted import fitted, wrapped
from bloodfang_tui.panes.lanes import Totals, draw_lanes
from bloodfang_tui.panes.margins import draw_margins
from bloodfang_tui.panes.places import Places, places
from bloodfang_tui.sheet import Area, Sheet

_ACTS = (ev.CardPlayed, ev.Passed, ev.Mulliganed)
_HEADLINES = (*_ACTS, ev.MatchEnded)


@dataclass(frozen=True, slots=True)
class Still:
    """All that is shown of one moment."""

    film: Film
    at: int
    teller: Teller
    """Tells what happened; it knows the names, and which side is near."""
    playing: str = ""
    """How fast the film runs by itself; nothing while it stands."""

    @property
    def near(self) -> Seat:
        return self.teller.near

    @property
    def headline(self) -> str:
        """The act itself; at the end also how it ended."""
        film = self.film
        acts = (event for event in film.events(self.at) if isinstance(event, _ACTS))
        told = self.teller.sentence(act) if (act := next(acts, None)) else "The opening hands are dealt."
        result = film.record.result
        return f"{told} {self.teller.ending(result)}" if result and self.at == film.last else told

    @property
    def sentences(self) -> list[str]:
        """What came of it; at the opening the hands say all there is."""
        if not self.at:
            return ["Now each side may give cards back."]
        told = self.teller.story(event for event in self.film.events(self.at) if not isinstance(event, _HEADLINES))
        return told or ["The board stays as it is."]


def draw_still(sheet: Sheet, still: Still) -> None:
    """Paint everything but the heading and the bar."""
    view = still.film.view(still.at)
    columns, rows = sheet.area.width, sheet.area.height
    where = places(columns, rows, (view.tiles[-1].column + 1, view.tiles[-1].row + 1))
    _names(sheet, where.names, still)
    draw_lanes(sheet, where.left, where.right, where.tile[1], Totals(view.account, still.near))
    name_of = still.film.catalog.name_of
    board = Board(squares(view), still.near, name_of, last=still.film.played(still.at), command="replay.tile")
    draw_board(sheet, *where.board, where.tile, board)
    _act(sheet, where.info, still)
    _below(sheet, where, still)
    _progress(sheet, Area(1, rows - 2, columns - 2, 1), still)


def _names(sheet: Sheet, area: Area, still: Still) -> None:
    """Both players with what they have left, and the score between them."""
    if not area.y:
        return
    view, signs, near = still.film.view(still.at), sheet.look.signs, still.near
    sheet.fill(area, "text on panel")
    score, winner = view.account.score, view.account.winner
    middle = area.width // 2
    star = {seat: signs.star if winner is seat else " " for seat in Seat}
    sheet.right(middle - 1, area.y, f"{star[near]} {score[near]}", "mine on panel bold")
    sheet.put(middle, area.y, ":", "quiet on panel")
    sheet.put(middle + 2, area.y, f"{score[near.rival]} {star[near.rival]}", "theirs on panel bold")
    for seat, sign, side in ((near, signs.mine, "mine"), (near.rival, signs.theirs, "theirs")):
        name = fitted(sheet.look, still.teller.names[seat], middle - 10)
        if seat is near:
            sheet.put(1, area.y, f"{sign} {name}", f"{side} on panel bold")
        else:
            sheet.right(area.width - 1, area.y, f"{name} {sign}", f"{side} on panel bold")


def _act(sheet: Sheet, area: Area, still: Still) -> None:
    act = still.film.act(still.at)
    style = "text bold" if act is None else "mine bold" if act[0] is still.near else "theirs bold"
    sheet.middle(area, area.y, fitted(sheet.look, still.headline, area.width - 2), style)


def _below(sheet: Sheet, where: Places, still: Still) -> None:
    """Both hands and what came of the act; the course of the match where there is a column for it."""
    bottom = Area(0, where.hand.y, sheet.area.width, sheet.area.height - 2 - where.hand.y)
    if where.story is None:
        half = bottom.width // 2
        _hands(sheet, Area(1, bottom.y, half - 2, bottom.height), still)
        _told(sheet, Area(half, bottom.y, bottom.width - half, bottom.height), still)
        return
    side = Area(where.story.x, where.story.y, where.story.width, sheet.area.height - 2 - where.story.y)
    graph = min(13, side.height // 2)
    _told(sheet, Area(side.x, side.y, side.width, side.height - graph), still)
    near = still.near
    margins = [score[near] - score[near.rival] for score in still.film.scores]
    draw_margins(sheet, Area(side.x, side.bottom - graph, side.width, graph), margins, still.at, "replay.moment")
    _hands(sheet, Area(1, bottom.y, side.x - 2, bottom.height), still)


def _hands(sheet: Sheet, area: Area, still: Still) -> None:
    """The cards in both hands: side by side with a line for each card, or below each other by name."""
    lists = area.height >= 9 and area.width >= 60
    half = Area(0, 0, area.width // 2 - 1, area.height) if lists else Area(0, 0, area.width, area.height // 2)
    for number, seat in enumerate((still.near, still.near.rival)):
        x = area.x + (number * (half.width + 2) if lists else 0)
        y = area.y + (0 if lists else number * half.height)
        _hand(sheet, Area(x, y, half.width, half.height), still, seat, lists=lists)


def _hand(sheet: Sheet, area: Area, still: Still, seat: Seat, *, lists: bool) -> None:
    signs, catalog = sheet.look.signs, still.film.catalog
    sign, side = (signs.mine, "mine") if seat is still.near else (signs.theirs, "theirs")
    hand = still.film.hand(still.at, seat)
    counts = f"hand {len(hand)}, deck {still.film.view(still.at).deck_counts[seat]}"
    name = fitted(sheet.look, still.teller.names[seat], area.width - len(counts) - 4)
    sheet.parts(area.x, area.y, (f"{sign} {name} ", f"{side} bold"), (counts, "quiet"))
    rows = area.height - 1
    if not lists:
        words = ", ".join(map(catalog.name_of, hand)) or "no cards"
        for row, line in enumerate(wrapped(sheet.look, words, area.width - 2, rows)):
            sheet.put(area.x + 2, area.y + 1 + row, line, "text" if hand else "quiet")
        return
    shown = hand if len(hand) <= rows else hand[: rows - 1]
    for row, each in enumerate(shown, area.y + 1):
        card = catalog.cards[each]
        rank = signs.down if card.replaces else signs.mine * card.rank
        sheet.put(area.x + 2, row, rank, "quiet")
        sheet.right(area.x + 8, row, str(card.power), "text bold")
        sheet.put(area.x + 10, row, fitted(sheet.look, catalog.name_of(each), area.width - 10), "text")
    if len(shown) < len(hand):
        sheet.put(area.x + 2, area.bottom - 1, f"and {len(hand) - len(shown)} more", "quiet")


def _told(sheet: Sheet, area: Area, still: Still) -> None:
    told = still.sentences
    inner = box(sheet, area, "What it did" if still.at else "The opening")
    rows: list[str] = []
    for number, sentence in enumerate(told):
        lines = wrapped(sheet.look, sentence, inner.width - 2, 4)
        later = number + 1 < len(told)
        if len(rows) + len(lines) + later > inner.height:
            rows.append(f"and {len(told) - number} more")
            break
        rows += lines
    for row, line in enumerate(rows[: inner.height]):
        sheet.put(inner.x + 1, inner.y + row, line, "text on panel")


def _progress(sheet: Sheet, area: Area, still: Still) -> None:
    """How far the match has come; a click goes there."""
    signs, last = sheet.look.signs, still.film.last
    text = f" {still.at}/{last}" + (f" {signs.pointer} {still.playing}" if still.playing else "")
    room = max(1, area.width - max(16, len(text) + 1))
    done = room * still.at // max(1, last)
    sheet.put(area.x, area.y, signs.heavy[1] * done, "accent bold")
    sheet.put(area.x + done, area.y, signs.dash * (room - done), "line")
    sheet.put(area.x + room, area.y, text, "accent bold" if still.playing else "quiet")
    for column in range(room):
        moment = (column * last + room // 2) // max(1, room - 1) if room > 1 else 0
        sheet.zone(Area(area.x + column, area.y, 1, 1), "replay.moment", min(last, moment))
