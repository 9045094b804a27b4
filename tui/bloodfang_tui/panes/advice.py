"""What the coach says: acts with their figures and reasons, what the rival may hold, and what a turn has cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bloodfang.catalog import Catalog
from bloodfang.coach import Advice, Fact, Forecast, Turn, sentence
from bloodfang.coach.telling import act_words
from bloodfang.observing import Observation
from bloodfang_engine.contract import Seat
from bloodfang_tui.panes.fitted import fitted, wrapped
from bloodfang_tui.sheet import Area, Sheet

AIRY, ROOMY = 18, 26
"""Rows from which on there is one between the acts, and one more for each of the rival's answers."""


def draw_acts(sheet: Sheet, area: Area, found: Sequence[Advice], at: int, catalog: Catalog) -> None:
    """The best acts, one below the other, each with what speaks for it and against it; each can be clicked."""
    y = area.y
    for number, advice in enumerate(found):
        if y >= area.bottom:
            return
        here = number == at
        ground = "raised" if here else "panel"
        sheet.fill(Area(area.x, y, area.width, 1), f"text on {ground}")
        sheet.zone(Area(area.x, y, area.width, 1), "app.choose", number)
        mark = sheet.look.signs.pointer if here else " "
        sheet.put(area.x, y, mark, f"accent on {ground} bold")
        chance = f"wins {advice.chance:.0%}" if advice.forecast else ""
        words = _capital(act_words(advice.act, catalog.name_of))
        sheet.put(
            area.x + 1,
            y,
            fitted(sheet.look, words, area.width - len(chance) - 3),
            f"{'accent' if here else 'text'} on {ground} bold",
        )
        sheet.right(area.right, y, chance, f"text on {ground} bold")
        answers = _answers(advice.forecast, catalog)
        worst = "" if area.height >= ROOMY else answers.get("worst", "")
        y = _margin(sheet, Area(area.x + 1, y + 1, area.width - 1, area.bottom - y - 1), advice.forecast, worst)
        y = draw_reasons(sheet, Area(area.x + 1, y, area.width - 1, area.bottom - y), advice.reasons, catalog)
        for which, reply in answers.items() if area.height >= ROOMY else ():
            if y < area.bottom:
                words = fitted(sheet.look, f"{which} answer: {reply}", area.width - 2)
                sheet.put(area.x + 1, y, words, "quiet on panel")
                y += 1
        y += area.height >= AIRY


def _answers(forecast: Forecast | None, catalog: Catalog) -> dict[str, str]:
    """The rival's likely answer and the worst one, where there is any."""
    if forecast is None:
        return {}
    found = {"likely": forecast.likely[:1], "worst": [forecast.worst] if forecast.worst else []}
    return {
        which: act_words(reply.act, catalog.name_of).removeprefix("play ")
        for which, replies in found.items()
        for reply in replies
    }


def _margin(sheet: Sheet, area: Area, forecast: Forecast | None, worst: str) -> int:
    """How far ahead it leaves the player, how sure that is, and what would be worst, where that is not told below."""
    if forecast is None or area.height < 1:
        return area.y
    sure = f", give or take {forecast.spread:.0f}" if forecast.spread >= 0.5 else ""
    text = f"answered {forecast.expected:+.0f}{sure}"
    if forecast.worst is not None:
        text += f", at worst {forecast.worst.margin:+.0f}{f' by {worst}' if worst else ''}"
    sheet.put(area.x, area.y, fitted(sheet.look, text, area.width), "quiet on panel")
    return area.y + 1


def draw_reasons(sheet: Sheet, area: Area, reasons: Sequence[Fact], catalog: Catalog) -> int:
    """Each reason with its rule, in as many lines as it needs; the row below the last."""
    y = area.y
    for fact in reasons:
        good = fact.weight > 0
        lines = wrapped(sheet.look, f"{sentence(fact, catalog.name_of)} ({fact.rule})", area.width - 2, 3)
        for row, line in enumerate(lines):
            if y >= area.bottom:
                return y
            if row == 0:
                sheet.put(area.x, y, "+" if good else "-", f"{'good' if good else 'bad'} on panel bold")
            sheet.put(area.x + 2, y, line, "text on panel")
            y += 1
    return y


def draw_holdings(sheet: Sheet, area: Area, known: Observation, catalog: Catalog, danger: str = "") -> None:
    """What the rival may still hold: what is sure, then how many cards nobody knows, and what they could be.

    Above it stands what that puts in danger, where there is anything to say.
    """
    y = area.y
    warning = [(danger, "bad")] if danger else []
    for text, style in [*warning, *holdings(known, known.seat.rival, catalog)]:
        for line in wrapped(sheet.look, text, area.width, 4):
            if y >= area.bottom:
                return
            sheet.put(area.x, y, line, f"{style} on panel")
            y += 1


def holdings(known: Observation, seat: Seat, catalog: Catalog) -> list[tuple[str, str]]:
    """The same as sentences, each with its style."""
    tally, view = known.tallies[seat], known.view
    sure = [each for each in known.may_hold(seat) if each.maker]
    lines = [(f"{_count(view.hand_counts[seat], 'card')} in hand, {view.deck_counts[seat]} in the deck.", "text")]
    lines += [
        (f"Sure: {catalog.name_of(each.card)}, made by {catalog.name_of(each.maker)}.", "accent") for each in sure
    ]
    unknown = known.unknown(seat)
    guesses = [each for each in known.may_hold(seat) if not each.maker]
    if unknown and guesses:
        ranks = Counter(catalog.cards[each.card].rank for each in guesses)
        spread = ", ".join(
            f"{count} {'replacements' if not rank else f'of rank {rank}'}" for rank, count in sorted(ranks.items())
        )
        lines.append((f"{_count(unknown, 'card')} could be any of {len(guesses)} not seen yet: {spread}.", "text"))
    if tally.returned is not None:
        lines.append((f"Gave back {tally.returned} at the start, has drawn {tally.drawn} since.", "quiet"))
    played = view.seen[seat]
    if played:
        lines.append((f"Played: {', '.join(map(catalog.name_of, played))}.", "quiet"))
    if tally.fallen:
        lines.append((f"Fallen: {', '.join(map(catalog.name_of, tally.fallen))}.", "quiet"))
    return lines


def draw_turn(sheet: Sheet, area: Area, turn: Turn, catalog: Catalog) -> None:
    """A turn that cost something: what was done, and what was better."""
    y = area.y
    for word, advice in (("You did", turn.done), ("Better", turn.better)):
        if y >= area.bottom:
            return
        x = sheet.put(area.x, y, f"{word}: ", "quiet on panel")
        chance = f"wins {advice.chance:.0%}"
        words = fitted(sheet.look, act_words(advice.act, catalog.name_of), area.right - x - len(chance) - 1)
        sheet.put(x, y, words, "accent on panel bold" if advice is turn.better else "text on panel bold")
        sheet.right(area.right, y, chance, "text on panel bold")
        y = draw_reasons(sheet, Area(area.x + 2, y + 1, area.width - 2, area.bottom - y - 1), advice.reasons, catalog)
        y += area.height >= 14


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' if number != 1 else ''}"
