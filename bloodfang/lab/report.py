"""Findings as text that fits a terminal of eighty columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from bloodfang.bots import LEVELS
from bloodfang.lab.figures import Share
from bloodfang.lab.findings import CardFigures, Compared, Comparison, Findings
from bloodfang.lab.plan import Plan
from bloodfang.paths import shown as shown_path

EVEN = (0.40, 0.60)
"""A deck that wins less or more than this of all its matches should be reworked."""
BEST = 10
"""So many cards are shown from either end."""
ENOUGH = 30
"""A card that was played less often says nothing yet."""

Named = Callable[[str], str]


def told(findings: Findings, name_of: Named) -> Iterator[str]:
    """A whole run, line by line."""
    yield headline(findings.plan, len(findings.played))
    yield ""
    yield from _decks(findings)
    yield ""
    if len(findings.decks) > 1:
        yield from _matrix(findings)
        yield ""
    yield from _whole(findings)
    yield ""
    yield from _cards(findings, name_of)
    if findings.faults:
        yield ""
        yield from _faults(findings)


def compared(comparison: Comparison, name_of: Named, names: tuple[str, str]) -> Iterator[str]:
    """Two runs beside each other, line by line."""
    one, other = names
    yield f"The same deals by {one} and by {other}: what differs, and whether it is more than luck"
    yield ""
    for what, figures in groupby(comparison.figures, key=_part):
        rows = [*figures]
        if what == "card":
            rows = [each for each in rows if each.difference.clear] or rows[:BEST]
            yield "Cards, as far as more than luck: win share when played"
        elif what == "deck":
            yield "Decks against the field"
        yield from _table(
            ("", one, other, "difference", "95 % interval", ""), [_compared(each, name_of) for each in rows], "<>>>>< "
        )
        if what != "card":
            yield ""
    count = len(comparison.figures)
    yield f"Of {count} figures, about {max(1, round(count / 20))} look like more than luck by luck alone."


def _part(each: Compared) -> str:
    """Which table of a comparison a figure is part of."""
    return each.what if each.of else "whole"


def headline(plan: Plan, matches: int) -> str:
    """What was played, in a sentence."""
    one, other = map(called, plan.bots)
    decks = f"{len(plan.decks)} decks" if len(plan.decks) > 1 else f"the deck {plan.decks[0].id}"
    return f"{matches:,} matches, {one} against {other}, {decks}, rules {plan.profile}, seed {plan.seed}"


def called(bot: str) -> str:
    """A bot as a report names it."""
    return bot if bot in LEVELS or "/" not in bot else shown_path(Path(bot))


def percent(rate: float) -> str:
    """A share in per cent."""
    return f"{100 * rate:.1f} %"


def won(share: Share) -> str:
    """What was won, in per cent; a dash where nothing was played."""
    return percent(share.rate) if share.of else "-"


def interval(share: Share) -> str:
    """The 95 % interval of a share."""
    if not share.of:
        return "-"
    low, high = share.interval
    return f"{100 * low:.1f} to {100 * high:.1f}"


def _decks(findings: Findings) -> Iterator[str]:
    yield "Decks against the field"
    rows = []
    for number, (deck, share) in enumerate(findings.decks.items(), 1):
        outside = "" if EVEN[0] <= share.rate <= EVEN[1] else "outside 40 to 60"
        first, second = (won(findings.begun(deck, first)) for first in (True, False))
        rows.append((str(number), deck, won(share), interval(share), first, second, outside))
    yield from _table(("", "", "won", "95 % interval", "begins", "follows", ""), rows, "><>>>><")


def _matrix(findings: Findings) -> Iterator[str]:
    yield "Decks against each other: what the row won against the column, in per cent"
    numbers = [str(number) for number in range(1, len(findings.decks) + 1)]
    rows = []
    for number, one in zip(numbers, findings.decks, strict=True):
        shares = [findings.matrix.get((one, other)) for other in findings.decks]
        rows.append((number, one, *(f"{100 * share.rate:.0f}" if share else "-" for share in shares)))
    yield from _table(("", "", *numbers), rows, "><" + ">" * len(numbers), gap=1)


def _whole(findings: Findings) -> Iterator[str]:
    first = findings.first
    low, high = first.interval
    luck = "no more than luck" if low <= 0.5 <= high else "more than luck"
    yield f"Who begins wins {percent(first.rate)} ({interval(first)}): {luck}."
    one, other = map(called, findings.plan.bots)
    if one != other:
        yield f"{one} wins {percent(findings.bots.rate)} against {other} ({interval(findings.bots)})."
    draws, turns, margin = percent(findings.draws.rate), f"{findings.turns:.1f}", f"{findings.margin:.1f}"
    yield f"Draws: {draws}. A match takes {turns} turns and ends {margin} points apart."


def _cards(findings: Findings, name_of: Named) -> Iterator[str]:
    known = [each for each in findings.cards.values() if each.with_it.of >= ENOUGH]
    rare = len(findings.cards) - len(known)
    yield "Cards: won, of the matches in which it was played; lift, above what its decks"
    yield "win; played, of the times it was drawn; dead, of its turns in hand, those in"
    yield "which there was no tile for it"
    best, worst = known[:BEST], known[max(BEST, len(known) - BEST) :]
    rows = [_card(each, name_of) for each in best]
    if worst:
        rows += [("...", "", "", "", "", "")] * (len(known) > 2 * BEST) + [_card(each, name_of) for each in worst]
    yield from _table(("", "won", "95 % interval", "lift", "played", "dead"), rows, "<>>>>>")
    if rare:
        yield f"{rare} more were played less than {ENOUGH} times."


def _card(each: CardFigures, name_of: Named) -> tuple[str, ...]:
    return (
        name_of(each.card),
        percent(each.with_it.rate),
        interval(each.with_it),
        f"{100 * each.lift:+.1f}",
        percent(each.play_rate),
        percent(each.dead_rate),
    )


def _faults(findings: Findings) -> Iterator[str]:
    for bot, (times, why) in findings.faults.items():
        yield f"{called(bot)} failed {times:,} times, and passed or kept its hand instead. At first it"
        yield f"{why.removeprefix(f'{bot} ')}."


def _compared(each: Compared, name_of: Named) -> tuple[str, ...]:
    gap = each.difference
    name = name_of(each.of) if each.what == "card" else each.of or each.what
    luck = "more than luck" if gap.clear else ""
    if each.what in ("turns", "margin"):
        return (
            name,
            f"{each.one:.1f}",
            f"{each.other:.1f}",
            f"{gap.by:+.1f}",
            f"{gap.low:+.1f} to {gap.high:+.1f}",
            luck,
        )
    ends = f"{100 * gap.low:+.1f} to {100 * gap.high:+.1f}"
    return name, percent(each.one), percent(each.other), f"{100 * gap.by:+.1f}", ends, luck


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], sides: str, gap: int = 2) -> Iterator[str]:
    """Columns as wide as they must be; `<` and `>` say to which side their words lean."""
    lines = [tuple(head), *map(tuple, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [f"{word:{side}{width}}" for word, side, width in zip(line, sides, widths, strict=False)]
        yield ("  " + (" " * gap).join(cells)).rstrip()
