"""What goes on beside the board of a match between people, in one sentence for whoever plays or watches it."""

from __future__ import annotations

from bloodfang.status import Status
from bloodfang_engine.contract import Seat
from bloodfang_tui.panes.clocks import is_urgent, left, minutes


def beside_the_board(status: Status, seat: Seat, rival: str, keys: tuple[str, str]) -> str:
    """The most pressing of all there is to say to a player; the keys are those of a draw, and of what else can be done.

    Nothing if there is nothing to say.
    """
    draw, more = keys
    if status.draw_by is seat.rival:
        return f"{rival} offers a draw: {draw} answers; playing on declines it."
    if (face := status.clock) and is_urgent(face, seat):
        then = "then you lose" if face.late[seat] else "then you pass"
        return f"Hurry! {left(face, seat)} seconds, {then}."
    if status.may_claim:
        return f"{rival} has been away for {minutes(status.away[seat.rival] or 0)}: {more} lets you claim the match."
    if (away := status.away[seat.rival]) is not None:
        more = f"you may claim the match in {minutes(status.claim_in)}" if status.claim_in else "the seat is kept"
        return f"{rival} has been away for {minutes(away)}; {more}."
    if status.draw_by is seat:
        return f"You have offered a draw; {rival} has not answered."
    if (face := status.clock) and face.late[seat] and seat in face.running:
        return "You were too late once: the next time you lose."
    return ""


def for_spectators(status: Status, names: tuple[str, str]) -> str:
    """The same for somebody who only watches."""
    parts = [f"{name} has been away for {minutes(away)}" for name, away in zip(names, status.away, strict=True) if away]
    if status.draw_by is not None:
        parts.append(f"{names[status.draw_by]} offers a draw")
    if status.spectators > 1:
        parts.append(f"{status.spectators} watch")
    return f"{'; '.join(parts)}." if parts else ""
