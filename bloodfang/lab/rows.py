"""Findings as plain rows: one truth for the tables, the CSV files and the JSON."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from typing import Any

from bloodfang.lab.figures import Share
from bloodfang.lab.findings import Comparison, Findings
from bloodfang.lab.runfile import described

Row = dict[str, Any]

_DIGITS = 6


def as_data(findings: Findings) -> dict[str, Any]:
    """All that a run tells, ready for JSON."""
    return {
        "run": described(findings.plan),
        "summary": summary(findings),
        "decks": deck_rows(findings),
        "matrix": matrix_rows(findings),
        "cards": card_rows(findings),
    }


def summary(findings: Findings) -> Row:
    """The figures of the whole run."""
    return {
        "matches": len(findings.played),
        **_share("first_player", findings.first),
        **_share("first_bot", findings.bots),
        **_share("draw", findings.draws),
        "turns": _round(findings.turns),
        "margin": _round(findings.margin),
        "faults": [{"bot": bot, "times": times, "why": why} for bot, (times, why) in findings.faults.items()],
    }


def deck_rows(findings: Findings) -> list[Row]:
    """A row for each deck, the best one first."""
    return [
        {
            "deck": deck,
            "matches": share.of,
            **_share("win", share),
            **_share("win_first", findings.begun(deck, first=True)),
            **_share("win_second", findings.begun(deck, first=False)),
        }
        for deck, share in findings.decks.items()
    ]


def matrix_rows(findings: Findings) -> list[Row]:
    """A row for every two decks that met, in the order of the decks."""
    return [
        {"deck": one, "against": other, "matches": share.of, **_share("win", share)}
        for one in findings.decks
        for other in findings.decks
        if (share := findings.matrix.get((one, other)))
    ]


def card_rows(findings: Findings) -> list[Row]:
    """A row for each card of the decks, those that do most for them first."""
    return [
        {
            "card": each.card,
            "matches": each.held.of,
            "drawn": each.drawn,
            "played": each.played,
            "unplayed": each.drawn - each.played,
            "turns_in_hand": each.waited,
            "turns_dead": each.stuck,
            **_share("win_played", each.with_it),
            "win_decks": _round(each.held.rate),
            "lift": _round(each.lift),
            "play_rate": _round(each.play_rate),
            "dead_rate": _round(each.dead_rate),
        }
        for each in findings.cards.values()
    ]


def compared_rows(comparison: Comparison) -> list[Row]:
    """A row for each figure of two runs."""
    return [
        {
            "figure": each.what,
            "of": each.of,
            "one": _round(each.one),
            "other": _round(each.other),
            "difference": _round(each.difference.by),
            "low": _round(each.difference.low),
            "high": _round(each.difference.high),
            "more_than_luck": each.difference.clear,
        }
        for each in comparison.figures
    ]


def as_csv(rows: Sequence[Row]) -> str:
    """Rows as a CSV file with a head."""
    buffer = io.StringIO(newline="")
    writer = csv.DictWriter(buffer, [*rows[0]] if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


def _share(name: str, share: Share) -> Row:
    low, high = share.interval
    rate = _round(share.rate) if share.of else None
    return {f"{name}_rate": rate, f"{name}_low": _round(low), f"{name}_high": _round(high)}


def _round(value: float) -> float | None:
    return round(value, _DIGITS) if math.isfinite(value) else None
