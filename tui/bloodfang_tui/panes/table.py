"""The whole table of a match: banner, names, lanes, board, hand, and what is told beside them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bloodfang.catalog import Catalog
from bloodfang.fitting import cut
from bloodfang.ink import width
from bloodfang.journal import Place
from bloodfang.preview import Preview
from bloodfang.wording import Teller
from bloodfang_engine.contract import Outcome, Seat
from bloodfang_engine.fang import Action, Play, View
from bloodfang_tui.motion import Moment
from bloodfang_tui.panes.board import Board, draw_board, squares
from bloodfang_tui.panes.box import box
from bloodfang_tui.panes.cardnote import draw_card_note
from bloodfang_tui.panes.hand import Hand, draw_hand
from bloodfang_tui.panes.lanes import Totals, draw_lanes
from bloodfang_tui.panes.places import Places, places
from bloodfang_tui.panes.spectated import draw_spectated
from bloodfang_tui.panes.story import draw_story
from bloodfang_tui.pointing import Pointing, tiles_for
from bloodfang_tui.sheet import Area, Sheet


@dataclass(frozen=True, slots=True)
class Showing:
    """All that the match screen shows at one moment."""

    catalog: Catalog
    view: View
    near: Seat
    places: tuple[Place, Place]
    outcome: Outcome | None
    last: tuple[Seat, Action] | None
    legal: Sequence[Action]
    pointing: Pointing
    marked: Collection[int]
    preview: Preview | None
    wrong: str
    """Why the card may not go to the tile pointed at."""
    notice: str
    story: Sequence[str]
    newest: str
    """The end of the story in one line."""
    shows_story: bool
    flash: Moment
    curtain: bool
    shared: bool
    """Two people share the keyboard."""
    teller: Teller
    choose: str
    """The key that lifts the curtain."""
    clocks: tuple[str, str] = ("", "")
    """What the clocks of both seats show, where there are any."""
    status: str = ""
    """What there is to say beside the board, if the rival is elsewhere."""
    beside: int = 0
    """So many columns at the end of the line above the hand are taken."""
    watched: bool = False
    """Whoever looks plays neither side, and sees no hand."""

    @property
    def my_turn(self) -> bool:
        return bool(self.legal)


def draw_table(sheet: Sheet, showing: Showing) -> None:
    """Paint the match screen, all but the bar."""
    view = showing.view
    where = places(sheet.area.width, sheet.area.height, (view.tiles[-1].column + 1, view.tiles[-1].row + 1))
    _head(sheet, where, showing)
    _board(sheet, where, showing)
    if showing.curtain:
        _curtain(sheet, where, showing)
    elif showing.watched:
        _info(sheet, where.info, showing)
        draw_spectated(sheet, where, showing.view, showing.pointing, showing.story, showing.catalog)
    else:
        _info(sheet, where.info, showing)
        draw_hand(sheet, where.hand, _hand(showing), showing.catalog)
        _aside(sheet, where, showing)


def _totals(showing: Showing) -> Totals:
    view, seen = showing.view, showing.preview
    return Totals((seen.after if seen else view).account, showing.near, view.account if seen else None)


def _head(sheet: Sheet, where: Places, showing: Showing) -> None:
    """The banner, and the names below it: as long as nobody acts and no clock ticks, they stay as they are."""
    who = showing.near, showing.places, showing.curtain, showing.shared, showing.watched
    about = showing.view, showing.preview, showing.outcome, showing.clocks, who

    def paint(part: Sheet) -> None:
        _banner(part, where, showing)
        _names(part, where.names, showing, _totals(showing))

    sheet.part_of("head", about, paint)


def _board(sheet: Sheet, where: Places, showing: Showing) -> None:
    """The board with its totals; another card in hand lights up other tiles, and changes nothing else."""
    view, seen, pointing = showing.view, showing.preview, showing.pointing
    choosing = showing.my_turn and not view.mulligan and not showing.curtain and not showing.shows_story
    lit = frozenset(tiles_for(pointing.card(view), showing.legal)) if choosing or pointing.on_board else frozenset()
    cursor = pointing.tile if pointing.on_board and not showing.curtain else ""

    def paint(part: Sheet) -> None:
        played = showing.last[1] if showing.last else None
        board = Board(
            squares=squares(seen.after if seen else view),
            near=showing.near,
            name_of=showing.catalog.name_of,
            catalog=showing.catalog,
            lit=lit,
            cursor=cursor,
            last=played.tile if isinstance(played, Play) and not seen else "",
            changes={change.name: change for change in seen.changes} if seen else {},
            flash=showing.flash,
        )
        draw_lanes(part, where.left, where.right, where.tile[1], _totals(showing))
        draw_board(part, *where.board, where.tile, board)

    sheet.part_of("board", (view, seen, showing.near, showing.last, lit, cursor, showing.flash), paint)


def _hand(showing: Showing) -> Hand:
    playable = {act.card for act in showing.legal if isinstance(act, Play)}
    if showing.view.mulligan:
        playable = set(showing.view.hand or ())
    return Hand(showing.view.hand or (), showing.pointing.at, playable, showing.marked, showing.pointing.on_board)


def _banner(sheet: Sheet, where: Places, showing: Showing) -> None:
    """Whose turn it is, to be seen from across the room."""
    area = where.banner
    text, side = _turn(showing)
    paint = f"text on {side}" if side == "raised" else f"text on {side}_deep"
    sheet.fill(area, paint)
    signs = sheet.look.signs
    sign = {"mine": signs.mine, "theirs": signs.theirs}.get(side, " ")
    line = f"{sign * 3 if sign != ' ' else ''} {text} {sign * 3 if sign != ' ' else ''}".strip()
    mine, theirs = (showing.clocks[seat] for seat in (showing.near, showing.near.rival))
    aside = 2 * max(width(mine), width(theirs)) + 4 if mine or theirs else 0
    if aside and width(line) > area.width - aside:
        line = text
    sheet.middle(area, area.y, cut(line, area.width - 2 - aside), f"{paint} bold")
    if aside:
        sheet.put(1, area.y, mine, f"{paint} bold")
        sheet.right(area.right - 1, area.y, theirs, f"{paint} bold")
    elif showing.view.turn and area.width >= 70:
        sheet.right(area.right - 1, area.y, f"turn {showing.view.turn}", paint)
    if where.names.y == area.y and not aside:  # no room for names: the score is on the banner
        score = showing.view.account.score
        sheet.put(1, area.y, f"{score[showing.near]}:{score[showing.near.rival]}", f"{paint} bold")


def _turn(showing: Showing) -> tuple[str, str]:
    """What the banner says, and whose colour it has."""
    view, near = showing.view, showing.near
    names = [place.name for place in showing.places]
    if showing.outcome:
        winner = showing.outcome.winner
        side = "raised" if winner is None else "mine" if winner is near else "theirs"
        return showing.teller.ending(showing.outcome).rstrip("."), side
    if showing.curtain:
        waiting = near if near in view.to_act else near.rival
        return f"{names[waiting].upper()} IS NEXT", "raised"
    if showing.watched and view.mulligan:
        return "CARDS ARE GIVEN BACK BEFORE THE FIRST TURN", "raised"
    if showing.watched and near in view.to_act:
        return f"{names[near].upper()} IS PLAYING", "mine"
    if view.mulligan and near not in view.to_act:
        return f"{names[near.rival].upper()} IS CHOOSING CARDS TO GIVE BACK", "theirs"
    if view.mulligan:
        who = f"{names[near].upper()}: " if showing.shared else ""
        return f"{who}WHICH CARDS DO YOU GIVE BACK?", "mine"
    if near in view.to_act:
        passed = f"  ({names[near.rival]} passed: pass too, and it ends)" if view.passes else ""
        turn = f"{names[near].upper()}: " if showing.shared else ""
        return f"{turn}YOUR TURN{passed}", "mine"
    return f"{names[near.rival].upper()} IS PLAYING", "theirs"


def _names(sheet: Sheet, area: Area, showing: Showing, totals: Totals) -> None:
    """Both players with what they have left, and the score between them."""
    if area.y == 0:
        return
    signs, view, near = sheet.look.signs, showing.view, showing.near
    sheet.fill(area, "text on panel")
    score, was = totals.account.score, (totals.before or totals.account).score
    texts = []
    for seat in (near, near.rival):
        arrow = f"{was[seat]}{signs.arrow}" if was[seat] != score[seat] else ""
        texts.append(f"{arrow}{score[seat]}")
    middle = area.x + area.width // 2
    winner = totals.account.winner
    styles = [
        "mine on panel bold" if winner is near else "quiet on panel",
        "theirs on panel bold" if winner is near.rival else "quiet on panel",
    ]
    if totals.before and was != score:
        styles = [
            "accent on panel bold" if was[seat] != score[seat] else style
            for seat, style in zip((near, near.rival), styles, strict=True)
        ]
    sheet.right(middle - 1, area.y, f"{signs.star + ' ' if winner is near else ''}{texts[0]}", styles[0])
    sheet.put(middle, area.y, ":", "quiet on panel")
    sheet.put(middle + 2, area.y, f"{texts[1]}{' ' + signs.star if winner is near.rival else ''}", styles[1])
    room = area.width // 2 - 9
    for seat, sign, side in ((near, signs.mine, "mine"), (near.rival, signs.theirs, "theirs")):
        left = f"hand {view.hand_counts[seat]}, deck {view.deck_counts[seat]}"
        name = showing.places[seat].name
        name = cut(name, max(4, room - len(left) - 4))
        if seat is near:
            x = sheet.parts(1, area.y, (f"{sign} ", f"{side} on panel bold"), (name, "text on panel bold"))
            sheet.put(x + 2, area.y, left, "quiet on panel")
        else:
            x = sheet.right(area.right - 1, area.y, f" {sign}", f"{side} on panel bold")
            x = sheet.right(x, area.y, name, "text on panel bold")
            sheet.right(x - 2, area.y, left, "quiet on panel")


def _info(sheet: Sheet, area: Area, showing: Showing) -> None:
    """One line: what the player is told, what the previewed play does, or what happened last."""
    text, style = _said(showing, sheet)
    sheet.put(area.x + 1, area.y, cut(text, area.width - showing.beside - 2), style)
    if text == showing.newest:
        sheet.zone(Area(area.x + 1, area.y, area.width - showing.beside - 2, 1), "match.story")


def _said(showing: Showing, sheet: Sheet) -> tuple[str, str]:
    if showing.notice:
        return f"! {showing.notice}", "accent bold"
    if showing.wrong:
        return f"{sheet.look.signs.gone} {showing.pointing.tile}: {showing.wrong}", "bad"
    if seen := showing.preview:
        return _foretold(seen, showing), "accent"
    if showing.status:
        return showing.status, "accent"
    if showing.view.mulligan and showing.my_turn:
        count = len(showing.marked)
        return f"{count or 'None'} marked: what you give back is shuffled in, and you draw as many (R05).", "quiet"
    if showing.my_turn and len(showing.legal) == 1:
        return "No card of yours can be played now: all you can do is pass.", "accent"
    return showing.newest, "quiet"


def _foretold(seen: Preview, showing: Showing) -> str:
    """What a play will do, in a line."""
    near = showing.near
    gained = [change.name for change in seen.changes if change.pawns > 0 and not change.taken and not change.arrives]
    taken = [change.name for change in seen.changes if change.taken and change.after.holder is near]
    moved = sum(change.power != 0 for change in seen.changes)
    lifted = [change.name for change in seen.changes if change.after.aura != change.before.aura]
    fallen = [showing.catalog.name_of(piece.card) for piece in seen.fallen]
    parts = [
        f"pawns on {', '.join(gained)}" if gained else "",
        f"takes {', '.join(taken)}" if taken else "",
        f"changes {moved} card{'s' if moved > 1 else ''}" if moved else "",
        f"aura on {', '.join(lifted)}" if lifted else "",
        f"{', '.join(fallen)} fall{'s' if len(fallen) == 1 else ''}" if fallen else "",
    ]
    return f"Here: {'; '.join(part for part in parts if part) or 'it only stands'}."


def _aside(sheet: Sheet, where: Places, showing: Showing) -> None:
    """The chosen card, and what happened: side by side where there is room, else one of them."""
    view, pointing = showing.view, showing.pointing
    if where.story and where.story.height > 3:
        draw_story(sheet, where.story, showing.story)
    elif showing.shows_story or not pointing.card(view):
        draw_story(sheet, where.note, showing.story)
        return
    piece = view.tile(pointing.tile).piece if pointing.on_board and showing.preview is None else None
    card = piece.card if piece else pointing.card(view)
    notes = []
    if piece:
        change = piece.power - piece.printed
        notes = [f"on {pointing.tile}: power {piece.power}" + (f" ({change:+})" if change else "")]
    if card:
        draw_card_note(sheet, where.note, card, showing.catalog, notes)


def _curtain(sheet: Sheet, where: Places, showing: Showing) -> None:
    """Between two people at one keyboard: the board is for both, the hands are not."""
    top = where.info.y
    area = Area(0, top, sheet.area.width, sheet.area.height - 1 - top)
    inner = box(sheet, area, ground="raised", edge="accent", heavy=True)
    text, _ = _turn(showing)
    middle = inner.y + inner.height // 2 - 1
    sheet.middle(inner, middle, text, "accent on raised bold")
    sheet.middle(
        inner, middle + 1, f"Hands are covered. Press {showing.choose} when only you are looking.", "text on raised"
    )
    sheet.middle(inner, middle + 2, showing.notice, "accent on raised")
    sheet.zone(area, "app.choose")
    if where.story:
        box(
            sheet,
            Area(where.story.x, where.story.y, where.story.width, top - where.story.y),
            ground="raised",
            edge="line",
        )
